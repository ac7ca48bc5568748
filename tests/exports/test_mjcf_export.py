"""Robots written as MJCF, against MuJoCo: what it compiles, how far its loops open, what is read
back."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from dynid.errors import DynidError, IgnoredElementWarning, InputError, RobotError
from dynid.exports.mjcf_writer import write_mjcf, write_mjcf_text
from dynid.robot.chains import FREE, UNIVERSAL, chain
from dynid.robot.files.mjcf_reader import read_mjcf
from dynid.robot.geometry import inertial, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import LOOP_ROWS, Body, Coupling, Frame, Joint, Loop
from mjcf_help import on, poses, residuals

UPRIGHT = make_axis_rotation(
    (1, 0, 0), np.pi / 2
)  # the plane of a planar mechanism, in which gravity works


def rod(mass, length):
    return inertial(
        mass,
        (length / 2, 0, 0),
        (1e-3 * mass * length**2, mass * length**2 / 12, mass * length**2 / 12),
    )


def five_bar():
    """Two cranks of 0.3 m on a base of 0.2 m, two rods of 0.4 m, with the home pose on the upper
    branch."""
    q = 2.2
    x = -0.1 + 0.3 * np.cos(q)
    up = np.arctan2(np.sqrt(0.4**2 - x**2), -x)  # direction of the left rod
    bodies = []
    for k, side in ((1, -0.1), (2, 0.1)):
        bodies.append(
            Body(
                f"crank{k}",
                "world",
                Joint(f"q{k}", position=(side, 0, 0), rotation=UPRIGHT),
                rod(1, 0.3),
            )
        )
        bodies.append(
            Body(f"rod{k}", f"crank{k}", Joint(f"p{k}", position=(0.3, 0, 0)), rod(0.5, 0.4))
        )
    return Robot(
        "five-bar",
        tuple(bodies),
        loops=(Loop("tip", "rod1", "rod2", (0.4, 0, 0), (0.4, 0, 0)),),
        actuated=("q1", "q2"),
        home={"q1": q, "p1": up - q, "q2": np.pi - q, "p2": q - up},
    )


def slider_crank():
    """A crank of 0.3 m and a rod of 0.4 m, whose end a massless slider keeps on a horizontal
    rail."""
    crank, rod1 = five_bar().bodies[:2]
    down = -np.arcsin(0.3 * np.sin(1.0) / 0.4)
    return Robot(
        "slider-crank",
        (
            crank,
            rod1,
            Body(
                "slider", "world", Joint("s", "prismatic", (1, 0, 0), (-0.1, 0, 0)), massless=True
            ),
        ),
        loops=(Loop("pin", "rod1", "slider", (0.4, 0, 0)),),
        actuated=("q1",),
        home={"q1": 1.0, "p1": down - 1.0, "s": 0.3 * np.cos(1.0) + 0.4 * np.cos(down)},
    )


def universal_tree():
    """Massless crosses between bodies, with frames that are not aligned; a fixed body; limits of
    all sorts."""
    R = make_axis_rotation((1, 2, 3), 0.7)
    arm = inertial(
        2.0, (0.1, 0.02, -0.03), [[0.05, 0.01, 0.002], [0.01, 0.06, -0.003], [0.002, -0.003, 0.07]]
    )
    bodies = [
        Body(
            "base",
            "world",
            Joint("lift", "prismatic", (0, 1, 1), (0, 0, 0.2), R, -1, 2, effort=30),
            rod(3, 0.2),
        ),
        *chain("arm", "base", "hip", UNIVERSAL, (0.1, 0, 0.3), R.T, arm),
        Body(
            "lean",
            "arm",
            Joint("lean", "prismatic", (1, 1, 0), (0.3, 0, 0), R, upper=0.4),
            massless=True,
        ),
        Body(
            "swing",
            "lean",
            Joint("swing", "continuous", (1, 0, 1), (0, 0.2, 0.1), R),
            rod(0.7, 0.5),
        ),
        Body(
            "cap", "swing", Joint("weld", "fixed", position=(0.5, 0, 0), rotation=R), rod(0.1, 0.1)
        ),
    ]
    frame = Frame("grip", "swing", (0.5, 0.1, 0), R)
    return Robot(
        "tree",
        tuple(bodies),
        frames=(frame,),
        tool=Frame("tool", "cap", (0.1, 0, 0)),
        home={"lift": 0.5},
    )


def hung_brick(kind):
    """A free brick, held to the ground by one loop."""
    shape = inertial(1.5, (0.05, 0.1, -0.02), (0.02, 0.03, 0.04))
    bodies = chain("brick", "world", "free", FREE, inertia=shape)
    Ra, Rb = make_axis_rotation((1, 1, 0), 0.8), make_axis_rotation((0, 1, 2), -0.5)
    loop = Loop("hook", "world", "brick", (0.1, 0.2, 0.3), (0.02, -0.1, 0.05), Ra, Rb, kind)
    names = [b.joint.name for b in bodies]
    actuated = names[loop.n_rows :] or names[:1]  # the last ones: a point leaves no slide free
    return Robot("brick", tuple(bodies), loops=(loop,), actuated=tuple(actuated))


def loop_rows(robot, T):
    """The rows of all loops, as the docstring of Loop says them."""
    rows = []
    for loop in robot.loops:
        ra, Ra = on(T[loop.body_a], loop.position_a, loop.rotation_a)
        rb, Rb = on(T[loop.body_b], loop.position_b, loop.rotation_b)
        translations, rotations = LOOP_ROWS[loop.kind]
        rows += [Ra[:, i] @ (rb - ra) for i in translations] + [
            Ra[:, i] @ Rb[:, j] for i, j in rotations
        ]
    return np.array(rows)


def poses_in(robot, data):
    """Poses of the robot's bodies at the coordinates that MuJoCo has."""
    return poses(robot, {name: float(data.joint(name).qpos[0]) for name in robot.coordinates})


def start(robot, **options):
    model = mujoco.MjModel.from_xml_string(write_mjcf_text(robot, **options))
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    return model, data


def opening(robot, model, data, seconds=0.5):
    """The largest row of any loop while the robot falls and its motors push."""
    worst = 0.0
    for k in range(int(seconds / model.opt.timestep)):
        data.ctrl[:] = 3 * np.sin(20 * k * model.opt.timestep + np.arange(model.nu))
        mujoco.mj_step(model, data)
        if k % 10 == 0:
            worst = max(worst, np.abs(loop_rows(robot, poses_in(robot, data))).max())
    return worst


@pytest.mark.parametrize("make", [five_bar, slider_crank])
def test_loops_hold_to_a_tenth_of_a_millimetre(make):
    assert opening(make(), *start(make())) < 1e-4
    assert opening(make(), *start(make(), stiff=False)) > 1e-4  # so the stiffness is what does it


@pytest.mark.parametrize("kind", LOOP_ROWS)
def test_every_kind_of_loop_holds_and_holds_nothing_else(kind, closed_brick):
    robot, q = closed_brick(kind)
    model, data = start(robot.replace(home=q))
    found, _ = residuals(data)
    assert np.abs(found).max() < 1e-14
    J = data.efc_J.reshape(-1, model.nv)[data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY]
    assert J.shape[0] == robot.loops[0].n_rows == np.linalg.matrix_rank(J, tol=1e-6)
    # the same directions are free: MuJoCo's rows span what the loop's rows span (derivatives by
    # central differences)
    mine = np.array(
        [
            (loop_rows(robot, poses(robot, up)) - loop_rows(robot, poses(robot, down))) / 2e-6
            for up, down in [
                ({**q, n: q[n] + 1e-6}, {**q, n: q[n] - 1e-6}) for n in robot.coordinates
            ]
        ]
    ).T
    assert np.linalg.matrix_rank(np.vstack([mine, J]), tol=1e-6) == len(J)
    assert opening(robot, model, data, 0.2) < 1e-4


@pytest.fixture
def closed_brick():
    def make(kind):
        """A brick in a random pose that satisfies its loop: the frame of b, put where the kind
        allows it."""
        robot, rng = hung_brick(kind), np.random.default_rng(5)
        (loop,) = robot.loops
        move = {"line": (0, 0, 0.3), "plane": (0.2, -0.3, 0)}.get(kind, (0, 0, 0))
        turn = {"rigid": np.eye(3), "axis": make_axis_rotation((0, 0, 1), 0.9)}.get(kind)
        if kind == "universal":  # a turn about x of a, then about y of b
            turn = make_axis_rotation((1, 0, 0), 0.4) @ make_axis_rotation((0, 1, 0), -0.7)
        if turn is None:
            turn = make_axis_rotation(rng.normal(size=3), 0.8)
        Ra, Rb = np.asarray(loop.rotation_a), np.asarray(loop.rotation_b)
        R = Ra @ turn @ Rb.T
        r = loop.position_a + Ra @ move - R @ loop.position_b
        # R = Rx(a) Ry(b) Rz(c)
        a, b, c = np.arctan2(-R[1, 2], R[2, 2]), np.arcsin(R[0, 2]), np.arctan2(-R[0, 1], R[0, 0])
        q = dict(zip(robot.coordinates, map(float, (*r, a, b, c))))
        assert np.abs(loop_rows(robot, poses(robot, q))).max() < 1e-14
        return robot, q

    return make


@pytest.mark.parametrize(
    "robot",
    [five_bar(), slider_crank(), universal_tree(), *map(hung_brick, LOOP_ROWS)],
    ids=lambda robot: robot.name + "".join(loop.kind for loop in robot.loops),
)
def test_round_trip(tmp_path, robot):
    path = tmp_path / "robot.xml"
    write_mjcf(robot, path)
    back = read_mjcf(path, lump_fixed=False)
    assert set(back.coordinates) == set(robot.coordinates)
    assert set(back.actuated) == set(robot.actuated)
    assert {f.name for f in back.frames} == {f.name for f in (robot.tool, *robot.frames) if f}
    rng = np.random.default_rng(6)
    q = dict(zip(robot.coordinates, rng.uniform(-1, 1, len(robot.coordinates))))
    T, S = poses(robot, q), poses(back, q)
    for body in robot.bodies:
        if not body.massless:
            np.testing.assert_allclose(S[body.name], T[body.name], rtol=0, atol=1e-14)
            size = np.abs(body.inertia).max()
            np.testing.assert_allclose(
                back.body(body.name).inertia, body.inertia, rtol=0, atol=1e-13 * size
            )
        joint, again = (
            body.joint,
            body.joint if not body.joint.moves else back.joint(body.joint.name),
        )
        assert (again.lower, again.upper, again.effort) == (joint.lower, joint.upper, joint.effort)
    assert [(x.name, x.kind, x.body_a, x.body_b) for x in back.loops] == [
        (x.name, x.kind, x.body_a, x.body_b) for x in robot.loops
    ]
    np.testing.assert_allclose(loop_rows(back, S), loop_rows(robot, T), rtol=0, atol=1e-14)
    assert {name: back.home[name] for name in robot.home} == robot.home


def test_couplings_come_back_and_hold(tmp_path):
    arm = five_bar().bodies
    robot = Robot(
        "coupled",
        arm,
        couplings=(Coupling("p1", "q1", (0.3, -1.5, 0.25)), Coupling("q2", "p2", (0.7,))),
    )
    path = tmp_path / "robot.xml"
    write_mjcf(robot, path)
    back = read_mjcf(path)
    assert [(c.joint, c.of) for c in back.couplings] == [("p1", "q1"), ("q2", "p2")]
    assert [c.coefficients for c in back.couplings] == [c.coefficients for c in robot.couplings]
    model, data = start(robot.replace(home={"p1": 0.3, "q2": 0.7}))
    for _ in range(2000):
        mujoco.mj_step(model, data)
    q = {name: data.joint(name).qpos[0] for name in robot.coordinates}
    assert abs(q["q1"]) > 0.05  # it moved
    assert abs(q["p1"] - (0.3 - 1.5 * q["q1"] + 0.25 * q["q1"] ** 2)) < 1e-4
    assert abs(q["q2"] - 0.7) < 1e-4


def test_massless_crosses_become_joints_and_the_rest_is_told():
    text = write_mjcf_text(universal_tree())
    assert "massless in the robot" not in text
    assert 'name="arm_rx"' not in text
    assert mujoco.MjModel.from_xml_string(text).body("arm").jntnum == 2
    told = write_mjcf_text(slider_crank())
    assert "massless in the robot" in told
    assert "slider 4.5e-05 kg" in told  # 3e-5 of 1.5 kg, because a loop ends there
    leaf = Body("leaf", "rod2", Joint("flap", position=(0.4, 0, 0)), massless=True)
    assert "leaf 1e-09 kg" in write_mjcf_text(
        five_bar().replace(bodies=(*five_bar().bodies, leaf), actuated=("q1", "q2", "flap"))
    )


def test_more_than_six_joints_in_a_chain(tmp_path):
    steps = (*FREE, "x", "rz")
    robot = Robot(
        "long",
        tuple(chain("end", "world", "j", [*steps[:6]], massless=True))
        + tuple(chain("tip", "end", "k", steps[6:], (0.1, 0, 0), inertia=rod(1, 0.3))),
    )
    model, data = start(robot)
    q = dict(zip(robot.coordinates, np.linspace(-0.5, 0.8, 8)))
    for name, value in q.items():
        data.joint(name).qpos = value
    mujoco.mj_kinematics(model, data)
    T = poses(robot, q)["tip"]
    np.testing.assert_allclose(data.body("tip").xpos, T[:3, 3], rtol=0, atol=1e-14)
    np.testing.assert_allclose(data.body("tip").xmat, T[:3, :3].ravel(), rtol=0, atol=1e-14)


def test_joints_without_play_or_effort_are_accepted():
    locked = Joint("q", lower=0.3, upper=0.3, effort=0)
    model = mujoco.MjModel.from_xml_string(
        write_mjcf_text(Robot("r", (Body("b", "world", locked, rod(1, 0.3)),)))
    )
    np.testing.assert_allclose(model.jnt_range[0], (0.3, 0.3), rtol=0, atol=1.1e-9)
    assert not model.actuator_forcelimited[0]


def test_given_parameters_replace_the_nominal_ones(tmp_path):
    robot = five_bar()
    p = np.array([rod(m, 0.3) for m in (2, 3, 4, 5)])
    write_mjcf(robot, tmp_path / "robot.xml", p)
    back = read_mjcf(tmp_path / "robot.xml")
    np.testing.assert_allclose([b.inertia for b in back.bodies], p, rtol=0, atol=1e-13)
    with pytest.raises(InputError, match=r"expected finite numbers \(4, 10\)"):
        write_mjcf_text(robot, p[:3])
    with pytest.raises(DynidError, match="exists already"):
        write_mjcf(robot, tmp_path / "robot.xml")


@pytest.mark.parametrize(
    "shape",
    [
        inertial(2.0, (0.3, 0.1, 0)),
        inertial(1.0, (0.1, 0.2, 0.3), (0.0, 0.1, 0.1)),
        inertial(1.0, (5, 3, 1), (1, 2, 3)),
    ],
    ids=["point", "rod", "plate"],
)
def test_bodies_at_the_edge_of_the_possible_are_written(tmp_path, shape):
    turned = Joint("q", axis=(1, 2, 3), rotation=make_axis_rotation((1, 0, 1), 0.3))
    write_mjcf(Robot("edge", (Body("b", "world", turned, shape),)), tmp_path / "robot.xml")
    found = read_mjcf(tmp_path / "robot.xml").body("b").inertia
    np.testing.assert_allclose(found, shape, rtol=0, atol=3e-12 * np.abs(shape).max())


@pytest.mark.parametrize(
    "shape",
    [
        inertial(1, (0, 0, 0), (1, 1, 3)),
        inertial(-1, (0, 0, 0), (1, 1, 1)),
        [0, 1, 0, 0, 1, 0, 1, 0, 0, 1],
    ],
)
def test_impossible_inertias_are_refused(shape):
    with pytest.raises(RobotError, match="no body can have the inertia of 'bad'"):
        write_mjcf_text(Robot("r", (Body("bad", "world", Joint("q"), shape),)))


def test_unknown_inertias_and_high_degrees_are_refused():
    with pytest.raises(RobotError, match=r"inertias of b are unknown.*an array \(1, 10\)"):
        write_mjcf_text(Robot("r", (Body("b", "world", Joint("q")),)))
    coupling = Coupling("p1", "q1", (0, 1, 0, 0, 0, 1))
    with pytest.raises(RobotError, match="coupling of 'p1' has degree 5"):
        write_mjcf_text(five_bar().replace(couplings=(coupling,)))


def test_a_switched_off_loop_is_not_read_as_one(tmp_path):
    text = write_mjcf_text(five_bar()).replace(
        'connect name="tip"', 'connect name="tip" active="false"'
    )
    (tmp_path / "robot.xml").write_text(text)
    with pytest.warns(IgnoredElementWarning, match="inactive equalities \\(1\\): 'tip'"):
        assert read_mjcf(tmp_path / "robot.xml").loops == ()
