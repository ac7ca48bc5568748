"""The zero-phase low-pass, in overlapping blocks: of a long log no more is held at a time than a
filter of a few seconds needs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

import dynid._native as native
from dynid import scratch
from dynid.arrays import Array, Ints

ORDER = 4  # of the Butterworth filter, run forwards and backwards
PAD = 3.0  # / cutoff: how far a signal is continued beyond its ends before it is filtered
# what a filter remembers of the samples before a block: less than the last digit
FORGOTTEN = 1e-17
# samples of a block, and how many times longer it is at least than what it overlaps
BLOCK, LONGER = 32_768, 8

#: rows of the result, where they are in the block, the rows of x it came from, the block
Block = tuple[slice | Ints, slice | Ints, slice, Array]


def filter_lowpass(x: Array, cutoff: float, rate: float, at: Ints | None = None) -> Array:
    """Zero-phase Butterworth: order 4, forwards and backwards, so that |H|^2 = 1 / (1 + (f /
    cutoff)^8): half at cutoff. Of all samples, or of those asked for."""
    out = scratch.make_empty((len(x) if at is None else len(at), *x.shape[1:]))
    for part, here, inner, y in filter_blocks(x, cutoff, rate, at):
        out[part] = y[here]
        scratch.release(out[part], x[inner])
    return out


def filter_blocks(
    x: Array, cutoff: float, rate: float, at: Ints | None = None, reach: int = 0
) -> Iterator[Block]:
    """Blocks of the filtered signal, with `reach` samples more to each side where there are some;
    of the samples asked for, only those around them."""
    sections = compute_butterworth_sections(cutoff, rate)
    slowest = float(np.sqrt(sections[:, 4].max()))  # a2 = |z|^2
    overlap = int(np.ceil(np.log(FORGOTTEN) / np.log(slowest)))
    for part, first, stop in _split_blocks(len(x), overlap, at):
        low, high = max(0, first - reach), min(len(x), stop + reach)
        inner = slice(max(0, low - overlap), min(len(x), high + overlap))
        y = _filter_block(x, inner, sections, cutoff, rate)[low - inner.start : high - inner.start]
        here = slice(first - low, stop - low) if at is None else at[part] - low
        yield part, here, inner, y


def _split_blocks(N: int, overlap: int, at: Ints | None) -> Iterator[tuple[slice, int, int]]:
    """Rows of the result, and the samples first .. stop that they stand for."""
    size = max(BLOCK, LONGER * overlap)
    if at is None:
        count = max(1, round(N / size))
        edges = np.linspace(0, N, count + 1).astype(int).tolist()
        yield from ((slice(a, b), a, b) for a, b in pairwise(edges))
        return
    # samples so far apart that what lies between them is better left out, or too many for a block
    starts = [0]
    for k in range(1, len(at)):
        if at[k] - at[k - 1] > 2 * overlap or at[k] - at[starts[-1]] > size:
            starts.append(k)
    for a, b in zip(starts, [*starts[1:], len(at)]):
        if b > a:
            yield slice(a, b), int(at[a]), int(at[b - 1]) + 1


def _filter_block(x: Array, part: slice, sections: Array, cutoff: float, rate: float) -> Array:
    """A part of x, filtered; where it ends and x does not, the filter is as if x had stood still
    there."""
    N, start = len(x), x[0]
    if part.start > 0 and part.stop < N:
        whole = np.ascontiguousarray(x[part] - start)
        native.filter_both_ways(sections, compute_settled_state(sections), whole)
        whole += start
        return whole
    pad = min(N - 1, int(np.ceil(PAD * rate / cutoff)))
    fit = min(N, max(8, int(np.ceil(rate / cutoff))))
    # the filter has settled on the odd reflection of a few samples when it comes to the first
    edge = min(3 * (2 * len(sections) + 1), N + 2 * pad - 1)
    before = after = x[:0]
    if part.start == 0:
        near = x[: max(edge, pad, fit) + 1] - start  # what stands still does so to the last digit
        before = _extend_signal(near[::-1], pad, fit)[::-1]
        first = np.concatenate([before, near[: edge + 1]])
        before = np.concatenate([2 * first[0] - first[edge:0:-1], before])
    if part.stop == N:
        near = x[-max(edge, pad, fit) - 1 :] - start
        after = _extend_signal(near, pad, fit)
        last = np.concatenate([near[-edge - 1 :], after])
        after = np.concatenate([after, 2 * last[-1] - last[-2 : -2 - edge : -1]])
    whole = np.ascontiguousarray(np.concatenate([before, x[part], after]))
    whole[len(before) : len(whole) - len(after)] -= start
    native.filter_both_ways(sections, compute_settled_state(sections), whole)
    whole += start
    return whole[len(before) : len(whole) - len(after)]


def compute_butterworth_sections(cutoff: float, rate: float, order: int = ORDER) -> Array:
    """(sections, 5) b0 b1 b2 a1 a2 of the filter in sections of second order,

        H(z) = prod g (1 + z^-1)^2 / (1 + a1 z^-1 + a2 z^-2)

    by the bilinear transform z = (k + s) / (k - s) of the poles s on a circle of radius w = k
    tan(pi cutoff / rate), with k = 2 rate. g makes the gain of each 1 at rest.
    """
    k = 2.0 * rate
    w = k * np.tan(np.pi * cutoff / rate)
    # of each pair the one above the axis; the pair that rings longest, nearest to it, comes last
    s = w * np.exp(1j * np.pi * (0.5 + (np.arange(order // 2)[::-1] + 0.5) / order))
    z = (k + s) / (k - s)
    a1, a2 = -2.0 * z.real, np.abs(z) ** 2
    g = (1.0 + a1 + a2) / 4.0
    return np.stack([g, 2 * g, g, a1, a2], axis=1)


def compute_settled_state(sections: Array) -> Array:
    """(sections, 2) the state in which a constant 1 stays 1: z0 = 1 - b0, z1 = b2 - a2."""
    b0, _, b2, _, a2 = sections.T
    return np.stack([1.0 - b0, b2 - a2], axis=1)


def _extend_signal(x: Array, pad: int, fit: int) -> Array:
    """The signal after its end, x(T + s) = 2 x(T) - x(T - s) + x''(T) s^2: smooth to the third
    derivative.

    Plain odd reflection turns the acceleration around. x(T) and x''(T) are those of a cubic through
    the last samples.
    """
    u = np.arange(1 - fit, 1) / fit
    c = np.linalg.lstsq(np.vander(u, 4, increasing=True), x[-fit:], rcond=None)[0]
    s = np.arange(1, pad + 1)[:, None] / fit
    return np.asarray(2 * c[0] - x[-2 : -2 - pad : -1] + 2 * c[2] * s**2)
