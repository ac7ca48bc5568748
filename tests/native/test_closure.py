"""The kernels of the family `closure`, on every level: against poses written from the robot's
definition and NumPy's QR, ends of packs and blocks bit for bit, and wrong arguments."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dynid as di
import dynid._native as native
from dynid.closed_chains.branch_tracking import (
    close_poses,
    compute_closure_residual,
    compute_scales,
    look_at,
    make_closure,
)
from dynid.closed_chains.closed_home import close_home, make_follower_at_home
from dynid.closed_chains.topology import make_constraints, make_native_tree
from loops_help import hooked_brick
from motion_help import PARALLEL, builtin, multi_sine, opening, pose_jets, random_states

N = 70
SEVEN = 7.0  # stands around every result, and must stay


def swinging(name, samples=N, part=0.8):
    """Robot and motion of its drives; a name with a plus has redundant struts."""
    name, _, redundant = name.partition("+")
    robot, home, swing = builtin(name, **({"struts": 2} if redundant else {}))
    return robot, multi_sine(home, part * swing, samples)


ROBOTS = (*PARALLEL, "delta3+2", "delta4+2")


def closed(robot, q, qd, qdd):
    """q, qd, qdd, G, G_rate, margin with the samples first, written among sevens; and where it
    failed."""
    count, n, n_i = len(q), len(robot.coordinates), robot.dof
    rows = [np.full((count + 2, n), SEVEN) for _ in range(3)]
    cubes = [np.full((n, n_i, count + 2), SEVEN) for _ in range(2)]
    margin = np.full(count + 2, SEVEN)
    own = slice(1, count + 1)
    for cube in cubes:
        cube[:, :, own] = 0.0
    parts = (*(x[own] for x in rows), *(x[:, :, own] for x in cubes), margin[own])
    failed = make_follower_at_home(robot, robot.actuated).branch.close(q, qd, qdd, *parts)
    results = [*rows, *(x.transpose(2, 0, 1) for x in cubes), margin]
    assert all((x[[0, -1]] == SEVEN).all() for x in results)  # nothing else is touched
    return [x[own] for x in results], failed


@pytest.mark.parametrize("name", ROBOTS)
def test_loops_close(level, name):
    """With exact velocities and accelerations, and G and dG/dt that belong to them."""
    robot, motion = swinging(name)
    (q, qd, qdd, G, G_rate, _), failed = closed(robot, *motion)
    value, rate, second = opening(di.closed_chains.Motion(robot, q, qd, qdd))
    assert failed == -1
    assert np.abs(value).max() <= 1e-13
    assert max(np.abs(rate).max(), np.abs(second).max()) <= 1e-11
    _, qd_i, qdd_i = motion
    assert_allclose(np.einsum("nci,ni->nc", G, qd_i), qd, rtol=0, atol=1e-12 * np.abs(qd).max())
    twice = np.einsum("nci,ni->nc", G, qdd_i) + np.einsum("nci,ni->nc", G_rate, qd_i)
    assert_allclose(twice, qdd, rtol=0, atol=1e-11 * np.abs(qdd).max())


@pytest.mark.parametrize("name", ["delta4", "stewart", "rps3", "delta3+2"])
def test_levels_agree(level, name):
    robot, motion = swinging(name)
    here, _ = closed(robot, *motion)
    native.use_level(native.levels()[-1])
    for x, y in zip(here, closed(robot, *motion)[0]):
        assert_allclose(x, y, rtol=0, atol=1e-12 * max(1.0, np.abs(y).max()))


@pytest.mark.parametrize("name", ["five_bar", "delta4", "stewart", "delta3+2"])
def test_ends_of_packs_and_blocks(level, name):
    """What follows a sample, in its pack, its block or later, changes none of its bits."""
    robot, motion = swinging(name)
    whole, _ = closed(robot, *motion)
    W = native.width()
    for count in {0, 1, W - 1, W, W + 1, 2 * W + 1, 31, 32, 33, 63, 65}:
        for part, every in zip(closed(robot, *(x[:count] for x in motion))[0], whole):
            assert_array_equal(part, every[:count])


def test_samples_that_fail_leave_those_before_them(level):
    """In the same pack, and through large steps: what is no number stays in its lane."""
    robot, (q, qd, qdd) = swinging("delta4")
    for away, apart in ((0, 3), (1, 3), (7, 1), (31, 2), (50, 11)):
        far = q.copy()
        far[away] = 3.0  # rad: reached by a march, and left by another
        whole, _ = closed(robot, far, qd, qdd)
        bad = away + apart
        far[bad] = np.nan
        found, failed = closed(robot, far, qd, qdd)
        assert failed == bad
        for part, every in zip(found, whole):
            assert_array_equal(part[:bad], every[:bad])


@pytest.mark.parametrize("name", ["delta3", "stewart", "five_bar", "delta3+2"])
def test_poses_in_any_order(level, name):
    """Steps too large for one prediction are marched; the branch stays that of home."""
    name, _, redundant = name.partition("+")
    robot, home, swing = builtin(name, **({"struts": 2} if redundant else {}))
    motion = random_states(home, 0.5 * swing, 40)
    found, failed = closed(robot, *motion)
    assert failed == -1
    for k in range(40):
        alone, _ = closed(robot, *(x[k : k + 1] for x in motion))
        assert_allclose(alone[0][0], found[0][k], rtol=0, atol=1e-12)


def jacobian_of(closure, q):
    """dphi/dq by central differences."""
    h = 1e-6
    return np.column_stack(
        [
            (
                compute_closure_residual(closure, q + h * e)
                - compute_closure_residual(closure, q - h * e)
            )
            / (2 * h)
            for e in np.eye(len(q))
        ]
    )


@pytest.mark.parametrize("name", ROBOTS)
def test_margin_and_side_against_numpy(level, name):
    """|R_kk| / |column k| of a dense QR in the same order, and the sign of its determinant."""
    robot, motion = swinging(name, 5)
    con, closure = make_constraints(robot, robot.actuated), make_closure(robot, robot.actuated)
    (q, _, _, G, _, margins), _ = closed(robot, *motion)
    margin, side, weakest = look_at(closure, q)
    assert_allclose(margin, margins, rtol=0, atol=1e-12)
    if len(con.kind) == len(con.solved):  # of square equations
        assert abs(side.sum()) == 5
    for k in range(5):
        J = jacobian_of(closure, q[k])
        R = np.linalg.qr(J[:, con.solved], mode="r")
        ratio = np.abs(np.diag(R)) / np.linalg.norm(R, axis=0)
        assert_allclose(margin[k], min(1.0, ratio.min()), rtol=1e-6)
        size = dict(zip(con.solved, np.abs(np.diag(R))))
        assert size[weakest[k]] <= min(size.values()) * (1 + 1e-6)
        X = -np.linalg.lstsq(J[:, con.solved], J[:, con.given], rcond=None)[0]
        assert_allclose(G[k][con.solved], X, rtol=0, atol=1e-7 * np.abs(X).max())


@pytest.mark.parametrize("kind", ["point", "rigid", "axis", "universal", "line", "plane"])
def test_residual_against_the_definition(level, kind):
    """Of every kind of loop, at poses that are not closed: the same rows, or their size."""
    robot = hooked_brick(kind)
    closure = make_closure(robot, robot.actuated)
    rng = np.random.default_rng(2)
    q = close_home(robot) + rng.uniform(-0.2, 0.2, (4, len(robot.coordinates)))
    value = opening(di.closed_chains.Motion(robot, q, 0 * q, 0 * q))[0]
    for k in range(4):
        ours = compute_closure_residual(closure, q[k])
        for row in ours:  # `opening` has rows that ours do without
            assert np.abs(np.abs(value[k]) - abs(row)).min() < 1e-12


@pytest.mark.parametrize("name", ["cft", "delta4", "rps3"])
def test_points(level, name):
    robot, motion = swinging(name, 2 * native.width() + 1)
    (q, qd, qdd, *_), _ = closed(robot, *motion)
    tree, local = make_native_tree(robot), np.array([[0.1, -0.2, 0.3]])
    jets = pose_jets(robot, q, qd, qdd)
    for node, body in enumerate(robot.bodies):
        X = jets[body.name][:, :, :3, :3] @ local[0] + jets[body.name][:, :, :3, 3]
        at = np.array([node])
        out = np.empty((3, 1, 3, len(q)))
        native.point_motion(tree, at, local, q, qd, qdd, *out)
        for found, expected in zip(out, (X[0], X[1], 2 * X[2])):
            assert_allclose(found[0].T, expected, rtol=0, atol=1e-12 * np.abs(X).max())
        for count in (0, 1, native.width()):  # the same bits
            part = np.empty((3, 1, 3, count))
            native.point_motion(tree, at, local, q[:count], qd[:count], qdd[:count], *part)
            assert_array_equal(part, out[..., :count])


def pulled(closure, arrays, count):
    """Results of both adjoints, of the first samples."""
    q, qd, qdd, G, q_bar, qd_bar, qdd_bar, G_bar, bars = (x[:count] for x in arrays)
    G, G_bar, bars = (np.moveaxis(x, 0, -1) for x in (G, G_bar, bars))
    out = np.full((3, count + 2, G.shape[1]), SEVEN)
    every = np.full((3, count + 2, q.shape[1]), SEVEN)
    rows = q, qd, qdd
    closure.pull_back(*rows, G, q_bar, qd_bar, qdd_bar, G_bar, *out[:, 1:-1])
    robot = builtin("delta4")[0]
    node, local = np.array([5, len(robot.bodies)]), np.ones((2, 3))
    native.point_adjoint(make_native_tree(robot), node, local, *rows, bars, *every[:, 1:-1])
    assert (out[:, [0, -1]] == SEVEN).all()
    assert (every[:, [0, -1]] == SEVEN).all()
    return [*out[:, 1:-1], *every[:, 1:-1]]


def test_ends_of_packs_of_the_adjoints(level):
    """tests/closed_chains/test_closure_gradient.py has them against differences."""
    robot, motion = swinging("delta4", 40)
    (q, qd, qdd, G, _, _), _ = closed(robot, *motion)
    rng = np.random.default_rng(4)
    bars = [rng.normal(size=x.shape) for x in (q, q, q, G)]
    closure = make_closure(robot, robot.actuated)
    arrays = [q, qd, qdd, G, *bars, rng.normal(size=(40, 2, 9))]
    whole, W = pulled(closure, arrays, 40), native.width()
    for count in (0, 1, W - 1, W, W + 1, 2 * W + 1):
        for part, every in zip(pulled(closure, arrays, count), whole):
            assert_array_equal(part, every[:count])


def test_poses_that_newton_cannot_close(level):
    robot = builtin("linear_delta")[0]
    closure, home = make_closure(robot, robot.actuated), close_home(robot)
    poses = np.tile(home + 1e-3, (20, 1))
    poses[[3, 8, 19], robot.coordinates.index(robot.actuated[0])] = np.nan, np.inf, 5.0  # m
    q, closes = close_poses(closure, poses)
    assert np.flatnonzero(~closes).tolist() == [3, 8, 19]
    for pose in q[closes]:
        assert_array_equal(pose, q[0])
        assert np.abs(compute_closure_residual(closure, pose)).max() < 1e-14


def test_a_branch_continues_from_another_pose(level):
    robot, (q, _, _) = swinging("delta3")
    closure = make_closure(robot, robot.actuated)
    branch, pose = native.Branch(closure, close_home(robot)), np.empty(len(robot.coordinates))
    there = di.closed_chains.close(robot, q[-1:]).q[0]
    assert branch.restart(there)
    branch.get_pose(pose)
    assert_allclose(pose, there, atol=1e-13)
    assert not branch.restart(there + 1e3)


def test_branches_are_copied(level):
    robot, (q, _, _) = swinging("delta3")
    one, other = (make_follower_at_home(robot, robot.actuated) for _ in range(2))
    assert not one.branch.is_redundant
    assert one.walk(q)
    assert_allclose(other.pose, close_home(robot), rtol=0, atol=1e-15)
    other.copy_base(one)
    assert_array_equal(other.pose, one.pose)
    assert other.margin == one.margin
    for each in (one, other):
        assert each.walk(q[::-7])
    assert_array_equal(other.pose, one.pose)
    assert one.restart(one.home)
    assert_allclose(one.pose, close_home(robot), rtol=0, atol=1e-15)
    with pytest.raises(ValueError, match="other: expected a branch of the same robot"):
        one.copy_base(make_follower_at_home(robot, robot.task))


ROBOT = builtin("delta4")[0]
CON = make_constraints(ROBOT, ROBOT.actuated)


def change(name, at, value):
    array = getattr(CON, name).copy()
    array[at] = value
    return CON._replace(**{name: array})


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (change("kind", 0, 3), r"kind\[0\]: got 3, expected 0 ... 2"),
        (change("node_a", 0, 18), "node_a, node_b.* expected 0 ... 17"),
        (change("node_b", 0, -1), "node_a, node_b.* got -1"),
        (change("node_b", -1, 17), "node_a, node_b.* expected 0 ... 16"),  # of a coupling
        (change("path_b", (0, 0), 17), "path_a, path_b: expected nodes with joints that move"),
        (change("last", 0, 0), "last: expected the end of each run"),
        (change("last", 0, 14), "last: expected the end of each run"),
        (change("solved", 0, 17), r"solved\[0\]: got 17, expected 0 ... 16"),
        (change("given", 0, CON.given[1]), "solved, given: expected every coordinate once"),
        (CON._replace(given=CON.given[:3]), "solved, given: expected every coordinate once"),
        (change("rows", 0, 13), r"rows\[0\]: got 13, expected 0 ... 12"),
        (change("columns", 0, 13), r"columns\[0\]: got 13, expected 0 ... 12"),
        (change("row_start", 1, 0), "row_start: expected a row for each step"),
        (change("row_start", -1, 99), "row_start: expected ascending numbers"),
        (change("column_start", 1, 99), "column_start: expected ascending numbers"),
        (CON._replace(fill_row=np.array([13]), fill_column=np.array([0])), r"fill_row\[0\]"),
        (CON._replace(fill_row=np.array([0]), fill_column=np.array([17])), r"fill_column\[0\]"),
        (CON._replace(mixed=CON.mixed[:, :4]), r"mixed: got shape \(13, 4\), expected \(13, 5\)"),
        (CON._replace(reached=CON.reached[1:]), r"reached: got shape \(12, 5\)"),
        (CON._replace(u=CON.u[:, :2]), r"u: got shape \(13, 2\), expected \(13, 3\)"),
        (CON._replace(polynomial=CON.polynomial[:, :0]), "polynomial: expected at least one"),
        (CON._replace(path_a=CON.path_a[:, 1:]), r"path_a: got shape \(13, 17\)"),
    ],
)
def test_wrong_constraints(constraints, message):
    with pytest.raises(ValueError, match=message):
        native.Closure(make_native_tree(ROBOT), constraints, compute_scales(ROBOT, CON))


def test_constraints_of_another_kind():
    tree, scale = make_native_tree(ROBOT), compute_scales(ROBOT, CON)
    with pytest.raises(TypeError, match="kind: got an array of type 'd', expected int64"):
        native.Closure(tree, CON._replace(kind=CON.kind.astype(float)), scale)
    with pytest.raises(TypeError, match="solved: got NoneType, expected an array of int64"):
        native.Closure(tree, object(), scale)
    with pytest.raises(ValueError, match=r"scale: got shape \(12\), expected \(13\)"):
        native.Closure(tree, CON, scale[1:])
    with pytest.raises(ValueError, match=r"home: got shape \(3\), expected \(17\)"):
        native.Branch(native.Closure(tree, CON, scale), np.zeros(3))


ROWS, GIVEN = (5, 17), (5, 4)
SHAPES = {
    "q_i": GIVEN,
    "qd_i": GIVEN,
    "qdd_i": GIVEN,
    "q": ROWS,
    "qd": ROWS,
    "qdd": ROWS,
    "G": (17, 4, 5),
    "G_rate": (17, 4, 5),
    "margin": (5,),
}
BACK = dict.fromkeys(("q", "qd", "qdd", "q_bar", "qd_bar", "qdd_bar"), ROWS)
BACK |= dict.fromkeys(("q_out", "qd_out", "qdd_out"), GIVEN)
BACK |= {"G": (17, 4, 5), "G_bar": (17, 4, 5)}
MOVED = {"node": (2,), "local": (2, 3), "q": ROWS, "qd": ROWS, "qdd": ROWS}
POINTS = MOVED | dict.fromkeys(("x", "xd", "xdd"), (2, 3, 5))
BARS = MOVED | {"bars": (2, 9, 5)} | dict.fromkeys(("q_bar", "qd_bar", "qdd_bar"), ROWS)
LOOK = {"q": ROWS, "margin": (5,), "side": (5,), "weakest": (5,)}


def call(what, arguments):
    closure = make_closure(ROBOT, ROBOT.actuated)
    if what == "close":
        return native.Branch(closure, close_home(ROBOT)).close(**arguments)
    if what in ("pull_back", "look_at_poses"):
        return getattr(closure, what)(**arguments)
    return getattr(native, what)(make_native_tree(ROBOT), **arguments)


@pytest.mark.parametrize(
    ("what", "shapes"),
    [
        ("close", SHAPES),
        ("pull_back", BACK),
        ("point_motion", POINTS),
        ("point_adjoint", BARS),
        ("look_at_poses", LOOK),
    ],
)
def test_wrong_shapes(what, shapes):
    def zeros(name, shape):
        return np.zeros(shape, dtype=np.int64 if name in ("node", "weakest") else float)

    right = {name: zeros(name, shape) for name, shape in shapes.items()}
    right |= {"q_i": np.tile(close_home(ROBOT)[CON.given], (5, 1))} if what == "close" else {}
    call(what, right)
    for name, shape in shapes.items():
        for axis in range(len(shape)):
            less = tuple(k - (i == axis) for i, k in enumerate(shape))
            changed = name in ("q", "q_i", "node") and axis == 0  # the others do not fit it then
            with pytest.raises(ValueError, match=r"\w+: got shape" if changed else f"^{name}: got"):
                call(what, right | {name: zeros(name, less)})
        with pytest.raises(ValueError, match=f"^{name}: got shape"):
            call(what, right | {name: zeros(name, (*shape, 1))})
        with pytest.raises(TypeError, match=f"^{name}: got .* expected"):
            call(what, right | {name: np.zeros(shape, dtype=np.float32)})


def test_points_of_nodes_that_are_none():
    arguments = {name: np.zeros(shape) for name, shape in POINTS.items()}
    for node in (-1, 18):
        with pytest.raises(ValueError, match="node: expected nodes of the tree"):
            call("point_motion", arguments | {"node": np.array([0, node])})
