"""Kernels against the Python functions that they are: every construct of the language that is
translated, and what is refused."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from dynid.arrays import LINE, lined_arrays, lined_zeros
from dynid.compiling import inlined, kernel, lanes
from dynid.errors import KernelError

TABLE = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]])
WIDTH = 3


class Box(NamedTuple):
    x: np.ndarray
    at: np.ndarray


class Nested(NamedTuple):
    inner: Box
    more: np.ndarray


@inlined
def larger(a, b):
    return a if a > b else b


@kernel
def halves(n):
    return n // 2, n / 2


@kernel
def arithmetic(a, b, i, j, out):
    out[0] = a + b * i - b / j
    out[1] = i // j
    out[2] = i % j
    out[3] = -i // j
    out[4] = a**2 + b**5 + abs(b) ** 1.5
    out[5] = min(a, b, 0.5) + max(i, j)
    out[6] = np.sqrt(abs(a)) + np.sin(a) + np.cos(b) + np.exp(-abs(a)) + np.tanh(b)
    out[7] = np.floor(b) + np.sign(a) + np.log(1.0 + abs(b))
    out[8] = larger(a, b) + abs(-j) + len(out)
    out[9] = float(i) + int(b) + (i & 6) + (i | 1)
    out[10] = 1.0 if a < b <= 7.0 and i != j else -1.0
    out[11] = np.isfinite(a) or b / (0.0 * b) > 3.0
    half, exact = halves(i)
    out[12], out[13] = half, exact


@inlined
def product_and_sum(x, row, w):
    return x[row, w] * x[row + 1, w], x[row, w] + x[row + 1, w]


@kernel
def by_lanes(x, n):
    """Rows of one array are read and written, in the same lane."""
    above = 0
    for w in lanes(n):
        for k in range(2):
            x[2 + k, w], x[1, w] = product_and_sum(x, k, w)
        x[0, w] = x[0, w] / 3.0 if x[2, w] > x[3, w] else -x[0, w]
        above += x[2, w] > x[3, w]
    return above


@kernel
def flow(n, x):
    """for, while, break, continue, else, and several ways out."""
    total, k = 0, 0
    for i in range(2, n, 3):
        if i == 8:
            continue
        if i > 20:
            break
        total += i
    else:
        total += 1000
    for i in range(n - 1, -1, -2):
        total -= i
    for at, more in ((1, n), (3, 2 * n)):
        if more == 6:
            continue
        total += at * more
        if more == 9:
            break
    else:
        total += 50
    while k < len(x) and x[k] > 0.0:
        k += 1
    else:
        total += 7
    while True:
        k += 1
        if k > n:
            return total + k
    return -1


@kernel
def arrays(box, big, out):
    """Indices from the end, parts, slices, copies, and room of its own."""
    x, n, m = box.x, big.shape[0], big.shape[1]
    room, zero = np.empty((n, m)), np.zeros(n)
    room[:] = big
    room[1] *= 2.0
    room[:, 1] = zero
    for k in range(box.at.shape[0]):
        out[k] = x[box.at[k]]  # -1 is the last
    out[3:5] = room[0, :2]
    out[-1] = TABLE[1, WIDTH - 1]
    part = big[1:, 1:]
    copied = part.copy()
    copied[0] += 1.0
    out[5] = copied[0, 0] + part[0, 0]
    out[6] = room[1].max()
    out[7] = zero.any() or room[1:3].any()
    row = big[0] if x[0] > 0.0 else big[1]
    out[8] = row[m - 1]


@kernel
def nested(box, out):
    inner = box.inner
    for i in range(inner.at.shape[0]):
        out[i] = inner.x[inner.at[i]] + box.more[i]
    return box.more.shape[0] > 2


def copied(x):
    """A copy of an array, with gaps between its items where it has them."""
    if not isinstance(x, np.ndarray) or x.flags.c_contiguous:
        return x.copy() if isinstance(x, np.ndarray) else x
    wide = np.empty((*x.shape[:-1], 2 * x.shape[-1]))[..., ::2]
    wide[...] = x
    return wide


def compare(function, *args):
    """The kernel and the Python function on copies of the same arrays."""
    there, here = [copied(x) for x in args], [copied(x) for x in args]
    assert function(*there) == function.__wrapped__(*here)
    for x, y in zip(there, here):
        if isinstance(x, np.ndarray):
            np.testing.assert_allclose(x, y, rtol=1e-15, atol=0)


@pytest.mark.parametrize("i", [-7, 0, 5, 12])
@pytest.mark.parametrize("j", [-3, 2])
@pytest.mark.parametrize(("a", "b"), [(0.3, -1.7), (-2.0, 6.5), (np.nan, 1.0)])
@pytest.mark.filterwarnings("ignore")
def test_arithmetic(a, b, i, j):
    out = np.zeros(14)
    compare_with_division(arithmetic, a, b, i, j, out)


def compare_with_division(function, *args):
    """Python refuses to divide by zero, NumPy's numbers do not."""
    compare(function, *(np.float64(x) if isinstance(x, float) else x for x in args))


@pytest.mark.parametrize("n", [0, 3, 9, 40])
@pytest.mark.parametrize("x", [[1.0, 2.0, -1.0], [1.0], []])
def test_loops(n, x):
    compare(flow, n, np.array(x))


@pytest.mark.parametrize("contiguous", [True, False])
def test_arrays(contiguous):
    big = np.arange(1.0, 25.0).reshape(4, 6)
    big = np.ascontiguousarray(big[:, ::2]) if contiguous else big[:, ::2]
    for sign in (1.0, -1.0):
        box = Box(sign * np.array([1.0, 2.0, 3.0]), np.array([0, -1, 2]))
        compare(arrays, box, big, np.zeros(12))


@pytest.mark.parametrize("n", [0, 1, 7, 8, 33])
def test_lanes_of_rows_that_overlap_in_memory(n):
    """What is written through a row is read through it in the same lane, vectors or not."""
    x = np.random.default_rng(n).normal(size=(4, 33))
    expected = x.copy()
    count = by_lanes.__wrapped__(expected, n)
    assert by_lanes(x, n) == count
    assert np.allclose(x, expected, rtol=1e-15, atol=0)


def test_arrays_of_a_kernel_begin_with_a_cache_line():
    """A vector across two lines costs twice."""
    found = lined_arrays(one=(3,), none=(0, 5), two=(5, 7))
    assert all(x.ctypes.data % LINE == 0 and not x.any() for x in found.values())
    assert [x.shape for x in found.values()] == [(3,), (0, 5), (5, 7)]
    found["one"][:] = 1.0
    assert not found["two"].any()
    assert lined_zeros(2, 3).ctypes.data % LINE == 0
    assert lined_zeros(2, 3).shape == (2, 3)


def test_tuples_in_tuples():
    box = Nested(Box(np.array([5.0, 6.0]), np.array([1, -2])), np.array([0.1, 0.2, 0.3]))
    compare(nested, box, np.zeros(2))
    compare(halves, 7)


def test_numbers_of_numpy_are_numbers():
    assert halves(np.int64(9)) == (4, 4.5)
    assert nested(Nested(Box(np.ones(1), np.zeros(1, int)), np.ones(1)), np.zeros(1)) is False


@kernel
def summed(x):
    return np.sum(x * x)


@kernel
def doubled(x):
    return 2.0 * x[0]


@kernel
def lanes_in_lanes(x):
    for i in lanes(2):
        for j in lanes(2):
            x[i, j] = 0.0


@kernel
def returned(x):
    return x[1:]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: summed(np.arange(4.0)), "test_translation.summed cannot be compiled: arithmetic"),
        (lambda: returned(np.arange(4.0)), "an array is returned"),
        (
            lambda: doubled(np.array([3, 4], dtype=np.int32)),
            "an array of int32",
        ),
        (lambda: lanes_in_lanes(np.ones((2, 2))), "lanes in lanes"),
        (lambda: doubled([1.0, 2.0]), "an argument of list"),
        (lambda: doubled(np.ones(2), 1), "it takes 1 arguments and got 2"),
    ],
)
def test_what_is_not_translated_is_told(call, message):
    with pytest.raises(KernelError, match=message):
        call()


def test_a_kernel_that_refused_something_goes_on():
    with pytest.raises(KernelError):
        doubled(np.array([3, 4], dtype=np.int32))
    compare(doubled, np.array([1.5]))


@kernel
def small_differences(x, out):
    out[0], out[1] = np.expm1(x), np.tanh(x)


@pytest.mark.parametrize("x", [1e-12, -3e-5, 0.7, -30.0])
def test_functions_of_c(x):
    compare(small_differences, x, np.zeros(2))
