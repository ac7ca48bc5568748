"""Closed loops: against kinematics written from the definition of a Robot, along large motions, on
the right branch."""

from __future__ import annotations

import contextlib
import re
import warnings

import numpy as np
import pytest

from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closing import close
from dynid.closed_chains.kinematics import forward_kinematics, inverse_kinematics
from dynid.errors import LoopClosureError, RobotError, SingularityWarning
from dynid.robot.builtin.delta import delta3, delta4
from dynid.robot.builtin.parallel import five_bar
from dynid.robot.chains import chain
from dynid.robot.geometry import inertial
from dynid.robot.parts import LOOP_ROWS, Body, Joint, Loop
from loops_help import hooked_brick
from motion_help import PARALLEL, builtin, multi_sine, opening, random_states, take_actuated_home

every_robot = pytest.mark.parametrize("name", PARALLEL)


@pytest.fixture(autouse=True)
def _no_warnings():
    """The motions keep away from singularities, and dynid has to find so."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def assert_closed(motion):
    value, rate, second = opening(motion)
    assert np.abs(value).max() <= 1e-12
    assert np.abs(rate).max() <= 1e-10
    assert np.abs(second).max() <= 1e-10


def assert_same(one, other, rtol=1e-11):
    """Two motions of the same coordinates."""
    np.testing.assert_allclose(one.q, other.q, rtol=0, atol=1e-12)
    for x, y in ((one.qd, other.qd), (one.qdd, other.qdd), (one.G, other.G)):
        np.testing.assert_allclose(x, y, rtol=0, atol=rtol * np.abs(y).max())


@every_robot
def test_loops_close_with_their_velocities_and_accelerations(name):
    robot, home, swing = builtin(name)
    q, qd, qdd = multi_sine(home, swing, 1000)
    motion = close(robot, q, qd, qdd)
    assert_closed(motion)
    actuated = [robot.coordinates.index(c) for c in robot.actuated]
    for x, y in ((motion.q, q), (motion.qd, qd), (motion.qdd, qdd)):
        np.testing.assert_array_equal(x[:, actuated], y)
    np.testing.assert_allclose(
        np.einsum("cin,ni->nc", motion.G, qd), motion.qd, rtol=0, atol=1e-12 * np.abs(qd).max()
    )


@pytest.mark.parametrize(("name", "passive"), [("delta3", 15), ("delta4", 19)])
def test_redundant_parallelograms_close(name, passive):
    robot, home, swing = builtin(name, struts=2)
    assert (
        len(robot.passive)
        == passive
        < sum(loop.n_rows for loop in robot.loops) + len(robot.couplings)
    )
    motion = close(robot, *multi_sine(home, swing, 1000))
    assert_closed(motion)
    single = builtin(name)[0]
    once = close(single, *multi_sine(home, swing, 1000))
    for coordinate in ("platform.x", "platform.y", "platform.z"):
        a, b = robot.coordinates.index(coordinate), single.coordinates.index(coordinate)
        np.testing.assert_allclose(motion.q[:, a], once.q[:, b], rtol=0, atol=1e-12)
        np.testing.assert_allclose(motion.qdd[:, a], once.qdd[:, b], rtol=0, atol=1e-10)


def test_a_redundant_row_changes_nothing():
    robot, home, swing = builtin("five_bar")
    (loop,) = robot.loops
    point = Loop("tip", loop.body_a, loop.body_b, loop.position_a, loop.position_b, kind="point")
    tall = robot.replace(loops=(point,))
    assert point.n_rows == len(tall.passive) + 1
    motion = multi_sine(home, swing, 1000)
    assert_closed(close(tall, *motion))
    assert_same(close(tall, *motion), close(robot, *motion), 1e-12)


@pytest.mark.parametrize("kind", LOOP_ROWS)
def test_every_kind_of_loop_holds(kind):
    robot = hooked_brick(kind)
    assert robot.loops[0].n_rows == len(robot.passive)
    home = take_actuated_home(robot)
    assert_closed(close(robot, *multi_sine(home, np.full(robot.dof, 0.3), 500)))
    assert_closed(close(robot, *random_states(home, np.full(robot.dof, 0.3), 50)))


@pytest.mark.slow(reason="long motions and searches")
@every_robot
def test_a_long_motion_equals_its_pieces_and_its_reverse(name):
    """20000 samples go to several threads, each of which has to find its start on the same
    branch."""
    robot, home, swing = builtin(name)
    q, qd, qdd = multi_sine(home, swing, 20000)
    whole = close(robot, q, qd, qdd)
    assert np.abs(np.diff(whole.q, axis=0)).max() < 0.02  # no jump
    for a, b in ((0, 1), (3, 40), (5000, 7047), (9990, 10010), (12345, 12346), (19000, 20000)):
        part = Motion(robot, whole.q[a:b], whole.qd[a:b], whole.qdd[a:b], whole.G[:, :, a:b])
        assert_same(close(robot, q[a:b], qd[a:b], qdd[a:b]), part)
    back = close(robot, q[::-1], qd[::-1], qdd[::-1])
    assert_same(
        Motion(robot, back.q[::-1], back.qd[::-1], back.qdd[::-1], back.G[:, :, ::-1]), whole
    )
    coarse = close(robot, q[::700], qd[::700], qdd[::700])  # large steps from sample to sample
    assert_same(
        coarse,
        Motion(robot, whole.q[::700], whole.qd[::700], whole.qdd[::700], whole.G[:, :, ::700]),
    )


@every_robot
def test_a_motion_faster_than_the_search_for_the_threads_starts(name):
    robot, home, swing = builtin(name)
    once = multi_sine(home, swing, 67)
    many = close(robot, *(np.tile(x, (300, 1)) for x in once))
    one = close(robot, *once)
    tiled = Motion(
        robot,
        *(np.tile(x, (300, 1)) for x in (one.q, one.qd, one.qdd)),
        np.tile(one.G, (1, 1, 300)),
    )
    assert_same(many, tiled)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [*((name, {}) for name in PARALLEL), ("delta3", {"struts": 2}), ("delta4", {"struts": 2})],
    ids=lambda x: str(x) if x else "",
)
def test_unordered_poses_close_on_the_branch_of_home(name, arguments):
    """The branch of home is where a continuous path from home leads: out to each pose and back,
    step by step."""
    robot, home, swing = builtin(name, **arguments)
    poses = random_states(home, swing, 200)[0]
    steps = np.concatenate([np.linspace(0, 1, 41), np.linspace(1, 0, 41)[1:-1]])[:, None]
    path = np.concatenate([home + steps * (pose - home) for pose in poses])
    motion = close(
        robot, path, np.concatenate([np.full_like(steps, 0.025) * (pose - home) for pose in poses])
    )
    slope = np.repeat(np.where(np.arange(80) < 40, 1.0, -1.0)[None, :], 200, axis=0).ravel()[
        :, None
    ]
    jump = np.diff(motion.q, axis=0) - (slope * motion.qd)[:-1]
    assert np.abs(jump).max() < 0.01  # what is left is the curvature over one small step
    closed = close(robot, poses)
    np.testing.assert_allclose(closed.q, motion.q[40::80], rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        motion.q[::80], np.tile(close_home(robot), (200, 1)), rtol=0, atol=1e-12
    )


def one_by_one(robot, q, qd, qdd):
    """Every sample closed on its own, from home: nothing is predicted from a sample before."""
    each = [close(robot, q[k], qd[k], qdd[k]) for k in range(len(q))]
    q, qd, qdd = (np.concatenate([getattr(m, x) for m in each]) for x in ("q", "qd", "qdd"))
    return Motion(robot, q, qd, qdd, np.concatenate([m.G for m in each], axis=2))


def orders(n):
    """Orders of n samples of a smooth motion that a prediction along time has to cope with."""
    rng = np.random.default_rng(3)
    steps = np.arange(n)
    return {
        "as they are": steps,
        "backwards": steps[::-1],
        "every sample three times": np.repeat(steps[: n // 3], 3),
        "a standstill within a block": np.concatenate([steps[:40], np.full(100, 40), steps[40:]]),
        "a jump every 20 samples": np.concatenate(
            [np.roll(steps, 57 * k)[:20] for k in range(n // 20)]
        ),
        "a turn after every block": np.concatenate([steps[:32], steps[:32][::-1]] * 3),
        "every tenth": steps[::10],
        "unevenly": np.sort(rng.choice(steps, n // 3, replace=False)),
        "in no order": rng.permutation(steps),
    }


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize("name", ["delta4", "five_bar", "stewart"])
@pytest.mark.parametrize("order", orders(300))
def test_no_order_of_samples_misleads_the_prediction(name, order):
    robot, home, swing = builtin(name)
    smooth = multi_sine(home, swing, 300)
    alone, pick = one_by_one(robot, *smooth), orders(300)[order]
    together = close(robot, *(x[pick] for x in smooth))
    assert_closed(together)
    assert_same(
        together, Motion(robot, alone.q[pick], alone.qd[pick], alone.qdd[pick], alone.G[:, :, pick])
    )


@pytest.mark.parametrize("noise", [1e-6, 1e-3, 0.05])
def test_noise_does_not_mislead_the_prediction(noise):
    robot, home, swing = builtin("delta4")
    q, qd, qdd = multi_sine(home, swing, 300)
    q = q + noise * np.random.default_rng(4).normal(size=q.shape)
    together = close(robot, q, qd, qdd)
    assert_closed(together)
    assert_same(together, one_by_one(robot, q, qd, qdd))


def test_what_the_loops_leave_still_is_not_in_the_regressor():
    """The telescope's drive turns bar and tool of a delta4, and moves neither platform nor struts:
    zeros, exactly."""
    robot, home, swing = builtin("delta4")
    motion = close(robot, *multi_sine(home, swing, 100))
    psi = robot.actuated.index("psi")
    still = [
        k for k, c in enumerate(robot.coordinates) if c.startswith(("strut", "platform", "arm"))
    ]
    assert np.abs(motion.G[still, psi]).max() == 0.0
    turning = [robot.coordinates.index(c) for c in ("bar.rx", "bar.ry", "tool")]
    assert (np.abs(motion.G[turning, psi]).max(axis=1) > 1e-3).all()


@pytest.mark.parametrize("name", ["five_bar", "cft"])
def test_inverse_kinematics_from_the_place_of_the_tool(name):
    """Task coordinates that no joint has: the tool's place, from a motion within one branch of the
    inverse kinematics."""
    robot, home, _ = builtin(name)
    t = np.linspace(0, 2 * np.pi, 500)[:, None]
    q = home + 0.2 * np.sin(t * np.arange(1, robot.dof + 1) + np.arange(robot.dof))
    places, motion = forward_kinematics(robot, q)[:, :3, 3], close(robot, q).q
    columns = [
        (
            places[:, "xyz".index(c[-1])]
            if c.startswith("tool.")
            else motion[:, robot.coordinates.index(c)]
        )
        for c in robot.task
    ]
    np.testing.assert_allclose(
        inverse_kinematics(robot, np.column_stack(columns)), q, rtol=0, atol=1e-10
    )


@pytest.mark.parametrize(
    "name", [n for n in PARALLEL if set(builtin(n)[0].task) <= set(builtin(n)[0].coordinates)]
)
def test_inverse_kinematics_inverts_the_forward_ones(name):
    robot, home, swing = builtin(name)
    task = [robot.coordinates.index(c) for c in robot.task]
    for q, qd, qdd in (multi_sine(home, swing, 500), random_states(home, swing, 100)):
        motion = close(robot, q, qd, qdd)
        z, zd, zdd = motion.q[:, task], motion.qd[:, task], motion.qdd[:, task]
        np.testing.assert_allclose(inverse_kinematics(robot, z), q, rtol=0, atol=1e-10)
        back = close(robot, z, zd, zdd, given=robot.task)
        np.testing.assert_allclose(back.q, motion.q, rtol=0, atol=1e-10)
        np.testing.assert_allclose(back.qd, motion.qd, rtol=0, atol=1e-9 * np.abs(motion.qd).max())
        np.testing.assert_allclose(
            back.qdd, motion.qdd, rtol=0, atol=1e-9 * np.abs(motion.qdd).max()
        )


def out_of_reach():
    """Robots with a pose that no way of assembling them allows, and by how much the worst loop is
    open then."""
    robots = [builtin(name)[0] for name in ("prs3", "rps3", "stewart")]
    return [
        # cranks level, elbows 0.7 m apart, couplers 0.6 m long together
        (five_bar(coupler=0.3), (-np.pi, 0.0), (0.09, 0.11)),
        # arms level, elbows 0.197 and 0.255 m further from the platform's joints than a strut
        # reaches
        (delta3(strut=0.3, home_angle=1.5), (0.0, 0.0, 0.0), (0.05, 0.2)),
        (delta4(strut=0.4, home_angle=1.5), (0.0, 0.0, 0.0, 0.0), (0.05, 0.26)),
        *(
            (robot, take_actuated_home(robot) + 2.0 * np.eye(robot.dof)[0], (0.3, 2.0))
            for robot in robots
        ),
    ]


no_way = pytest.mark.parametrize(
    ("robot", "pose", "gap"), out_of_reach(), ids=lambda x: getattr(x, "name", "")
)


@no_way
@pytest.mark.parametrize(("first", "last"), [(0, 1), (15003, 15004), (4096, 20000)])
def test_a_pose_out_of_reach_is_refused(robot, pose, gap, first, last):
    q = np.tile(take_actuated_home(robot), (20000 if first else 1, 1))
    q[first:last] = pose
    with pytest.raises(LoopClosureError) as caught:
        close(robot, q)
    found = re.match(
        rf"robot '{robot.name}', sample {first}: loop '(.+)' stays open by (\S+) \(",
        str(caught.value),
    )
    assert found, str(caught.value)
    assert found[1] in [loop.name for loop in robot.loops]
    assert gap[0] < float(found[2]) < gap[1]
    assert f"{robot.actuated[0]} = {pose[0]:.6g}" in str(caught.value)


@no_way
def test_only_a_singularity_stops_it(robot, pose, gap):
    """On the way from home to a pose out of reach, the last pose that closes has to be one where
    the loops jam."""
    home = take_actuated_home(robot)
    near, far = 0.0, 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SingularityWarning)
        for _ in range(30):
            middle = (near + far) / 2
            try:
                motion, near = close(robot, home + middle * (pose - home)), middle
            except LoopClosureError:
                far = middle
    n = len(robot.coordinates)
    every = Motion(robot, np.tile(motion.q, (n, 1)), np.eye(n), np.zeros((n, n)))
    A = opening(every)[1].T[:, [robot.coordinates.index(c) for c in robot.passive]]
    assert np.linalg.svd(A, compute_uv=False)[-1] < 1e-4
    assert motion.margin[0] < 1e-3


def test_a_pose_close_to_a_singularity_is_told():
    """Elbows 0.6 m apart stretch couplers of 0.3 m."""
    robot = five_bar(coupler=0.3)
    x = np.arccos(0.8)
    with pytest.warns(
        SingularityWarning, match=r"'five_bar': 1 samples lie close .* closest is sample 2 \(margin"
    ):
        motion = close(robot, [[x - np.pi + e, -x - e] for e in (0.1, 1e-3, 1e-8, 0.02)])
    np.testing.assert_array_equal(motion.margin < 1e-3, [False, False, True, False])
    value, rate, _ = opening(motion)
    assert max(np.abs(value).max(), np.abs(rate).max()) < 1e-12


def elbow(steps):
    """A five-bar whose right elbow is a chain of several joints, closed by a ball joint: one
    equation to spare."""
    robot = five_bar()
    (loop,) = robot.loops
    coupler = robot.body("right_coupler")
    right = chain(
        "right_coupler", "right_crank", "e", steps, coupler.joint.position, inertia=coupler.inertia
    )
    return robot.replace(
        bodies=(*robot.bodies[:3], *right),
        loops=(Loop("tip", loop.body_a, loop.body_b, loop.position_a, loop.position_b),),
        home={
            **{k: v for k, v in robot.home.items() if k != "right_elbow"},
            "e.ry": robot.home["right_elbow"],
        },
        symmetry=(),
    )


def test_a_coordinate_that_nothing_determines_is_named():
    assert_closed(
        close(elbow(("rx", "ry")), [[-2.0, -1.1]])
    )  # this one is determined: it would leave the plane
    with pytest.raises(
        RobotError, match=r"4 passive coordinates .* only 3 loop and coupling equations"
    ):
        elbow(("ry", "rx", "rz"))
    tail = Body("tail", "left_coupler", Joint("wag"), inertial(1.0, (0, 0, 0.1), (1, 1, 1)))
    robot = elbow(("ry",)).replace(bodies=(*elbow(("ry",)).bodies, tail))
    with pytest.raises(
        RobotError, match="no loop or coupling determines wag once left, right are given"
    ):
        close(robot, [[-2.0, -1.1]])


def test_a_freely_spinning_strut_is_named():
    with pytest.raises(LoopClosureError, match=r"the loops do not determine 'e\.rx'"):
        close(elbow(("ry", "rx")), [[-2.0, -1.1]])


def test_redundant_equations_do_not_lead_to_another_branch():
    robot, home, _ = builtin("five_bar")
    (loop,) = robot.loops
    tall = robot.replace(
        loops=(Loop("tip", loop.body_a, loop.body_b, loop.position_a, loop.position_b),)
    )
    poses = random_states(home, np.full(2, 1.1), 500)[0]
    poses[0] = -0.9172, -2.2067  # one that goes wrong on the way from home already
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SingularityWarning)
        places = forward_kinematics(
            tall, poses
        )  # and not the angles, which count the turns of the couplers
        np.testing.assert_allclose(places, forward_kinematics(robot, poses), rtol=0, atol=1e-10)


@pytest.mark.parametrize("kind", ["rigid", "axis"])
def test_a_home_that_is_upside_down_is_refused_or_turned(kind):
    robot = hooked_brick(kind).replace(home={"brick.rx": 2.5})
    with contextlib.suppress(LoopClosureError):  # to refuse it is as good
        q = close_home(robot)[None]
        assert np.abs(opening(Motion(robot, q, 0 * q, 0 * q))[0]).max() <= 1e-12
