"""MJCF files as they are found: scenes with things beside the robot, soft feet, tendons that couple
joints. Torques are MuJoCo's, projected on the freedoms by MuJoCo's own equations."""

from __future__ import annotations

import warnings

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.errors import IgnoredElementWarning
from dynid.model.random_states import draw_random_states
from other_torques import OpenTree

LINK = '<geom type="capsule" fromto="0 0 0 .02 .01 .2" size=".02" mass="1"/>'
CUBE = '<body name="cube" pos="1 0 0"><freejoint name="c"/><geom size=".03" mass=".1"/></body>'
ARM = (
    f'<body name="a"><joint name="j1" axis="0 0 1"/>{LINK}<body name="b" pos="0 0 .2">'
    f'<joint name="j2" axis="0 1 0"/>{LINK}<body name="c" pos="0 0 .2"><joint name="j3"'
    f' axis="1 0 0"/>{LINK}</body></body></body>'
)
MOTOR = '<actuator><motor joint="j1"/></actuator>'


def loaded(folder, world, rest=""):
    path = folder / "robot.xml"
    path.write_text(
        '<mujoco><compiler angle="radian" autolimits="true"/>'
        f"<worldbody>{world}</worldbody>{rest}</mujoco>"
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", IgnoredElementWarning)
        robot = di.load_robot(path)
    return robot, path, "\n".join(str(w.message) for w in caught)


def check_torques(robot, path, count=6):
    """And that our motions are those that MuJoCo's equalities allow, as many as they leave."""
    joints = [name for name in robot.coordinates if name not in robot.base]
    springs = [di.Spring(robot.sprung)] if robot.sprung else []
    effects = [di.Viscous(joints), di.RotorInertia(joints), *springs]
    model = di.Model(robot, effects, symmetric=False)
    p = np.nan_to_num(model.prior)
    states = draw_random_states(robot, count, seed=1)
    motion = di.close(robot, *states)
    tree = OpenTree(mujoco.MjModel.from_xml_path(str(path)), robot)
    n = len(robot.coordinates)
    expected = []
    for k in range(count):
        G = np.eye(n) if motion.G is None else motion.G[:, :, k]
        TG = tree.state(motion.q[k], motion.qd[k], motion.qdd[k], G)
        J = tree.equations()
        if len(J):
            assert np.abs(J @ TG).max() < 1e-9
            own = own_freedoms(tree)
            rank = np.linalg.matrix_rank(J[:, own], tol=1e-9 * np.abs(J).max())
            assert len(own) - rank == robot.dof
        expected.append(TG.T @ tree.forces())
    got = model.inverse_dynamics(*states, p)
    assert np.abs(got - expected).max() < 1e-9 * np.abs(expected).max()


def own_freedoms(tree):
    """MuJoCo's that belong to the robot."""
    ours = {name.partition(".")[0] for name in tree.robot.coordinates}
    return [v for v in range(tree.m.nv) if tree.names[tree.m.dof_jntid[v]] in ours]


@pytest.mark.parametrize(
    ("world", "rest", "left_out"),
    [
        (ARM + CUBE, "", "cube"),
        (ARM + CUBE.replace("</body>", f'<body name="lid">{LINK}</body></body>'), "", "cube"),
        (ARM + CUBE.replace("</body>", f'<body><joint name="h"/>{LINK}</body></body>'), MOTOR, "c"),
        (
            ARM + CUBE + '<body name="hand" mocap="true"/>',
            '<equality><weld body1="hand" body2="cube"/></equality>',
            "cube",
        ),
    ],
)
def test_what_floats_beside_a_robot_is_left_out(tmp_path, world, rest, left_out):
    robot, path, said = loaded(tmp_path, world, rest)
    assert robot.coordinates == ("j1", "j2", "j3")
    assert robot.base == ()
    assert f"ignored free-floating bodies that are not the robot (1): {left_out}" in said
    assert di.close(robot, [[0.1, 0.2, 0.3]]).q.shape == (1, 3)
    check_torques(robot, path)


@pytest.mark.parametrize(
    ("world", "rest", "freedoms"),
    [
        (CUBE, "", 6),  # nothing else there: it is the robot
        (CUBE + ARM, '<equality><weld body1="c" body2="cube"/></equality>' + MOTOR, 3),
        (f'<body name="t"><freejoint/>{LINK}{ARM}</body>', MOTOR, 9),
        (
            f'<body name="t"><freejoint/>{LINK}{ARM}</body>',
            '<equality><weld body1="t"/></equality>',
            3,
        ),
        (
            CUBE.replace("</body>", '<site name="s"/></body>') + ARM,
            '<actuator><motor site="s" gear="0 0 1 0 0 0"/></actuator>',
            9,  # it flies
        ),
    ],
)
def test_what_belongs_to_a_robot_stays(tmp_path, world, rest, freedoms):
    robot, path, said = loaded(tmp_path, world, rest)
    assert robot.dof == freedoms
    assert "free-floating" not in said
    check_torques(robot, path)


def test_values_go_back_into_the_file_of_a_scene(tmp_path):
    robot, _, _ = loaded(tmp_path, CUBE + ARM, MOTOR)
    body = robot.body("c")
    heavier = di.Body(body.name, body.parent, body.joint, 2.0 * np.asarray(body.inertia))
    changed = robot.replace(bodies=tuple(heavier if b.name == "c" else b for b in robot.bodies))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        di.exports.export_robot(changed, tmp_path / "out.xml")
    m = mujoco.MjModel.from_xml_path(str(tmp_path / "out.xml"))
    assert m.body("c").mass[0] == pytest.approx(2.0)


def soft_foot(chains=2, links=4):
    """Chains of links, each on two hinges with springs, from a heel to a bone that turns: each link
    could move alone between its neighbours, and is no rod that spins."""
    world, rest = "", ""
    for c in range(chains):
        inner = ""
        for k in reversed(range(links)):
            turn = "" if k else 'euler="0 0 .3"'
            inner = (
                f'<body name="p{c}{k}" pos=".022 0 0" {turn}><joint name="v{c}{k}" pos="-.013 0 0"'
                f' stiffness=".8" damping=".04"/><joint name="w{c}{k}" stiffness=".8"/><inertial'
                f' pos=".004 .0004 0" mass=".005" diaginertia="3e-7 2e-7 2e-7"/>{inner}</body>'
            )
        world += f'<body name="c{c}" pos="0 0 {0.02 * c}">{inner}</body>'
        rest += f'<connect body1="p{c}{links - 1}" body2="front" anchor=".01 0 0"/>'
    heel = f'<body name="heel"><joint name="heel"/>{LINK}{world}</body>'
    front = f'<body name="front" pos=".06 .05 0"><joint name="front"/>{LINK}</body>'
    return heel + front, f"<equality>{rest}</equality>"


def test_links_between_springs_are_not_held_as_rods_that_spin(tmp_path):
    robot, path, said = loaded(tmp_path, *soft_foot())
    assert "held" not in said
    assert robot.dof == 2 * 8 + 2 - 2 * 2
    check_torques(robot, path, count=3)
    assert len(di.base_parameters(di.Model(robot))) > 0


TENDONS = (
    '<tendon><fixed name="t1"><joint joint="j1" coef="2"/></fixed><fixed name="t2">'
    '<joint joint="j2" coef="-.5"/></fixed><fixed name="t3"><joint joint="j1" coef="2"/>'
    '<joint joint="j3" coef="3"/></fixed><fixed name="t4"><joint joint="j1" coef="1"/>'
    '<joint joint="j2" coef="1"/><joint joint="j3" coef="1"/></fixed></tendon>'
)


@pytest.mark.parametrize(
    "equality",
    [
        '<tendon tendon1="t1" tendon2="t2" polycoef=".1 1.5 0 0 0"/>',
        '<tendon tendon1="t1" tendon2="t2" polycoef=".1 1.5 .2 .1 0"/>',
        '<tendon tendon1="t1" polycoef=".1 1 0 0 0"/>',
        '<tendon tendon1="t3" polycoef=".1 1 0 0 0"/>',
        '<tendon tendon1="t3" tendon2="t2" polycoef=".1 0 0 0 0"/>',
    ],
)
def test_tendons_that_tie_two_joints_couple_them(tmp_path, equality):
    robot, path, said = loaded(tmp_path, ARM, f"{TENDONS}<equality>{equality}</equality>")
    assert not said
    assert robot.dof == 2
    check_torques(robot, path)


def test_tendons_that_tie_three_joints_are_told(tmp_path):
    equality = '<equality><tendon name="e" tendon1="t4"/></equality>'
    robot, _, said = loaded(tmp_path, ARM, TENDONS + equality)
    assert "ignored the equality 'e' of tendons" in said
    assert robot.dof == 3


@pytest.mark.parametrize("again", ["j1 j2", "j2 j1", "j3 j1"])
def test_equalities_of_what_is_tied_already_are_told(tmp_path, again):
    pairs = [("j1", "j2"), ("j2", "j3"), again.split()]
    rest = "".join(f'<joint joint1="{a}" joint2="{b}"/>' for a, b in pairs)
    robot, path, said = loaded(tmp_path, ARM, f"<equality>{rest}</equality>")
    assert "ignored the equality 'equality2': others tie its joints already" in said
    assert robot.dof == 1
    check_torques(robot, path)


def test_too_many_freedoms_to_judge_are_refused_with_advice(tmp_path):
    cloth = '<flexcomp name="f" type="grid" count="20 20 1" spacing=".1 .1 .1" dim="2"/>'
    robot, _, said = loaded(tmp_path, cloth)
    assert "corners of soft bodies" in said
    with pytest.raises(di.InputError, match=r"1200 degrees of freedom.*Lock joints"):
        di.base_parameters(di.Model(robot))


def test_soft_corner_and_arm(tmp_path):
    cloth = '<flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" mass="1"/>'
    robot, path, said = loaded(tmp_path, ARM + cloth)
    assert "took soft bodies as rigid (1): f" in said
    assert robot.coordinates == ("j1", "j2", "j3")
    check_torques(robot, path)
