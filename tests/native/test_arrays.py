"""The border of the extension: types, shapes, layouts and indices are refused by the argument's
name; what is written to is never a copy; levels; threads."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import dynid._native as native
from native_help import chain, plan_arrays, random_arrays, tree_arrays

SHAPES = {"inertia": (3, 10), "q": (5, 3), "qd": (5, 3), "qdd": (5, 3), "out": (5, 3)}


def torques(**changes):
    """inverse_dynamics of a chain of three, with other arguments."""
    arguments = {name: np.zeros(shape) for name, shape in SHAPES.items()} | changes
    return native.inverse_dynamics(chain()[0], **arguments)


@pytest.mark.parametrize(
    ("name", "shape", "message"),
    [
        ("q", (5, 2), r"q: got shape \(5, 2\), expected \(any, 3\)"),
        ("q", (5,), r"q: got shape \(5\), expected \(any, 3\)"),
        ("qd", (4, 3), r"qd: got shape \(4, 3\), expected \(5, 3\)"),
        ("qdd", (6, 3), r"qdd: got shape \(6, 3\), expected \(5, 3\)"),
        ("inertia", (2, 10), r"inertia: got shape \(2, 10\), expected \(3, 10\)"),
        ("out", (5, 4), r"out: got shape \(5, 4\), expected \(5, 3\)"),
        ("out", (5, 3, 1), r"out: got shape \(5, 3, 1\), expected \(5, 3\)"),
        ("out", (), r"out: got shape \(\), expected \(5, 3\)"),
    ],
)
def test_wrong_shapes(name, shape, message):
    with pytest.raises(ValueError, match=message):
        torques(**{name: np.zeros(shape)})


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(
    "kind", ["float32", "int64", "bool", "complex128", ">f8", "O", "U3", "M8[s]"]
)
def test_wrong_types(name, kind):
    with pytest.raises(TypeError, match=f"^{name}: got .*, expected .*float64"):
        torques(**{name: np.zeros(SHAPES[name]).astype(kind)})


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("value", [3.0, "text", [[0.0] * 3] * 5])
def test_what_is_no_array(name, value):
    message = f"^{name}: got {type(value).__name__}, expected an array of float64"
    with pytest.raises(TypeError, match=message):
        torques(**{name: value})


def test_none():
    with pytest.raises(TypeError, match=r"(?s)Invoked with types: .*q: NoneType"):
        torques(q=None)


def test_inputs_of_other_layouts_are_copied():
    tree, _, inertia = chain()
    q, qd, qdd = random_arrays((11, 3), (11, 3), (11, 3))
    expected, tau = np.empty((11, 3)), np.empty((11, 3))
    native.inverse_dynamics(tree, inertia, q, qd, qdd, expected)
    wide = np.zeros((11, 6))
    wide[:, ::2] = q
    crooked = np.zeros(8 * 33 + 1, dtype=np.uint8)[1:].view(float).reshape(11, 3)
    crooked[:] = qdd
    q.setflags(write=False)
    for x, a in ((wide[:, ::2], crooked), (np.asfortranarray(q), qdd[::-1][::-1])):
        native.inverse_dynamics(tree, inertia, x, qd, a, tau)
        assert_array_equal(tau, expected)


@pytest.mark.parametrize(
    "out",
    [
        np.empty((3, 5)).T,
        np.empty((5, 6))[:, ::2],
        np.empty((5, 3))[::-1],
        np.zeros(121, dtype=np.uint8)[1:].view(float).reshape(5, 3),
    ],
    ids=["turned", "with gaps", "backwards", "not aligned"],
)
def test_outputs_are_written_in_place_or_refused(out):
    with pytest.raises(ValueError, match=r"^out: expected an array that is contiguous"):
        torques(out=out)


def test_outputs_that_may_not_be_written_to():
    out = np.empty((5, 3))
    out.setflags(write=False)
    with pytest.raises(ValueError, match=r"^out: got a read-only array"):
        torques(out=out)


def test_a_regressor_whose_samples_have_gaps():
    _, plan, _ = chain()
    motion = random_arrays((5, 3), (5, 3), (5, 3))
    with pytest.raises(ValueError, match=r"^out: expected .* contiguous along its last axis"):
        native.regressor(plan, *motion, None, np.empty((3, 30, 10))[:, :, ::2])


@pytest.mark.parametrize("shape", [(2, 30, 5), (3, 29, 5), (3, 30, 4), (90, 5)])
def test_a_regressor_without_room(shape):
    _, plan, _ = chain()
    motion = random_arrays((5, 3), (5, 3), (5, 3))
    with pytest.raises(ValueError, match=r"^out: got shape .* expected at least \(3, 30, 5\)"):
        native.regressor(plan, *motion, None, np.zeros(shape))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("parent", [-1, 1, 1], "parent before the node"),
        ("parent", [-1, 5, 1], "parent before the node"),
        ("parent", [-2, 0, 1], "parent before the node"),
        ("kind", [1, 1, 3], r"kind\[2\]: got 3, expected 0 ... 2"),
        ("coordinate", [0, 1, 3], "coordinate"),
        ("coordinate", [0, 1, 1], "coordinate"),
        ("coordinate", [0, 1, -1], "coordinate"),
        ("M", np.zeros((3, 26)), r"M: got shape \(3, 26\)"),
        ("gravity", np.zeros(2), "gravity"),
    ],
)
def test_indices_of_a_tree(name, value, message):
    with pytest.raises(ValueError, match=message):
        native.Tree(**tree_arrays(3) | {name: np.array(value)})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("start", [0, 1, 3, 7]),
        ("start", [0, 4, 3, 6]),
        ("row", [0, 0, 1, 0, 1, 3]),
        ("row", [0, 1, 0, 0, 1, 2]),
        ("up", [-1, 3, -1, 1, 2, -1]),
        ("up", [-1, 0, -1, 99, 2, -1]),
        ("own", [3, 0, 1, 0, 0, 1]),
        ("group", [0, 1, 3]),
        ("adds", [0, 0]),
    ],
)
def test_indices_of_a_plan(name, value):
    tree = native.Tree(**tree_arrays(3))
    with pytest.raises(ValueError, match=f"^{name}"):
        native.Plan(tree, **plan_arrays(3) | {name: np.array(value)})


def test_gains_where_the_plan_reads_them():
    arrays = plan_arrays(3) | {"own": np.array([2, 0, 1, 0, 0, 1])}
    plan = native.Plan(native.Tree(**tree_arrays(3)), **arrays)
    motion, Y = random_arrays((5, 3), (5, 3), (5, 3)), np.zeros((3, 30, 5))
    with pytest.raises(TypeError, match=r"^gains: got NoneType"):
        native.regressor(plan, *motion, None, Y)
    with pytest.raises(ValueError, match=r"^gains: got shape"):
        native.regressor(plan, *motion, np.zeros((3, 3, 4)), Y)
    native.regressor(plan, *motion, np.zeros((3, 3, 5)), Y)


def test_more_rows_than_can_be_gone_through():
    """They take no memory, and no end of time."""
    sections, rest = np.ones((1, 5)), np.ones((1, 2))
    native.filter_both_ways(sections, rest, np.zeros((1000, 0)))
    with pytest.raises(ValueError, match=r"^x: got 1099511627776 rows without numbers"):
        native.filter_both_ways(sections, rest, np.zeros((2**40, 0)))


def test_objects_own_their_data():
    """What the caller does with the arrays afterwards changes nothing."""
    arrays = tree_arrays(3)
    tree = native.Tree(**arrays)
    motion = random_arrays((5, 3), (5, 3), (5, 3))
    before, after = np.empty((5, 3)), np.empty((5, 3))
    native.inverse_dynamics(tree, chain()[2], *motion, before)
    for array in arrays.values():
        array[:] = 1
    native.inverse_dynamics(tree, chain()[2], *motion, after)
    assert_array_equal(after, before)


def test_threads():
    tree, _, inertia = chain()
    q, qd, qdd = random_arrays((4000, 3), (4000, 3), (4000, 3))
    expected, tau = np.empty((4000, 3)), np.empty((4000, 3))
    native.inverse_dynamics(tree, inertia, q, qd, qdd, expected)
    parts = [slice(k, k + 500) for k in range(0, 4000, 500)]
    with ThreadPoolExecutor(8) as pool:
        run = native.inverse_dynamics
        list(pool.map(lambda p: run(tree, inertia, q[p], qd[p], qdd[p], tau[p]), parts))
    assert_array_equal(tau, expected)


def test_a_level_from_the_environment():
    def run(level):
        code = "import dynid._native as n; print(n.level())"
        environment = os.environ | {"DYNID_NATIVE_LEVEL": level}
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True
        )

    assert run(native.levels()[0]).stdout.strip() == native.levels()[0]
    assert run("").stdout.strip() == native.levels()[-1]
    assert "DYNID_NATIVE_LEVEL: level: got 'v9', expected one of" in run("v9").stderr


def test_levels_that_are_not_there():
    with pytest.raises(ValueError, match="level: got 'v9', expected one of"):
        native.use_level("v9")


def test_the_stub_is_that_of_the_extension():
    """mypy reads src/dynid/_native.pyi; native/make_stub.py writes it."""
    from make_stub import STUB, stub_text

    assert STUB.read_text(encoding="utf-8") == stub_text()
