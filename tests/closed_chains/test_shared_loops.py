"""Public robots with loops, torques against MuJoCo's mj_inverse, projected on their freedoms."""

from __future__ import annotations

from functools import lru_cache

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.exports.identified_robot import load_identified
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.model.random_states import draw_random_states
from dynid.robot.files.mjcf_compile import compile_mjcf
from dynid.robot.geometry import to_mass_com_inertia
from dynid.robot.lock import hold_base
from other_torques import OpenTree

pytestmark = pytest.mark.slow(reason="long motions and searches")

FILES = [
    "agility_cassie/cassie.xml",
    "robotiq_2f85/2f85.xml",
    "toddlerbot_2xc/toddlerbot_2xc.xml",
    "ufactory_xarm7/xarm7.xml",
    "four_bar_two_motors/four_bar_linkage.xml",
]
PARALLEL = ["5bar_linkage_iso6d", "digit_like", "digit_like_2legs", "robot_delta", "talos_like"]


@lru_cache
def loaded(path):
    return hold_base(di.load_robot(path))


def give(tree, unknown, robot):
    """MuJoCo's bodies of which nothing is known the inertia that ours have now."""
    m = tree.m
    for name in unknown:
        i = m.body(name).id
        mass, c, I = to_mass_com_inertia(robot.body(name).inertia)
        m.body_mass[i], m.body_inertia[i] = mass, np.diag(I)
        m.body_ipos[i] = c + m.jnt_pos[m.body_jntadr[i]]
        m.body_iquat[i] = (1, 0, 0, 0)
        for k in range(i + 1, m.nbody):  # what is fixed to it
            if m.body_parentid[k] in (i, *below(m, i)) and not m.body_jntnum[k]:
                m.body_mass[k], m.body_inertia[k] = 0.0, 0.0
    for body in robot.bodies:  # what our MJCF gives to bodies that have none
        nothing = body.massless or not np.any(body.inertia)
        if nothing and body.name in {m.body(i).name for i in range(m.nbody)}:
            i = m.body(body.name).id
            m.body_mass[i], m.body_inertia[i] = 0.0, 0.0
    mujoco.mj_setConst(m, tree.d)


def below(m, i):
    return [k for k in range(i + 1, m.nbody) if m.body_parentid[k] == i and not m.body_jntnum[k]]


def with_all_inertias(robot):
    """And the names of the bodies that had none."""
    unknown = [b.name for b in robot.bodies if b.inertia is None and not b.massless]
    own = di.inertial(0.05, (0.001, 0.01, 0.02), (2e-5, 3e-5, 4e-5))
    bodies = [
        b if b.name not in unknown else di.Body(b.name, b.parent, b.joint, own)
        for b in robot.bodies
    ]
    return robot.replace(bodies=tuple(bodies)), unknown


def compared(path, robot, unknown=()):
    """Our torques, MuJoCo's, and by how much our velocities break MuJoCo's loops."""
    own = load_identified(robot)
    dry = np.array([name.endswith(".coulomb") for name in own.model.parameters])  # no force there
    own.p[dry] = 0.0
    q, qd, qdd = draw_random_states(robot, 12, seed=3)
    motion = di.close(robot, q, qd, qdd)
    tree = OpenTree(compile_mjcf(path)[0], robot)
    tree.leave_out_what_is_told()
    give(tree, unknown, robot)
    expected, off = [], []
    for k in range(len(q)):
        TG = tree.state(motion.q[k], motion.qd[k], motion.qdd[k], motion.G[:, :, k])
        off.append(np.abs(tree.equations() @ TG).max())
        expected.append(TG.T @ tree.forces())
    return own.model.inverse_dynamics(q, qd, qdd, own.p), np.array(expected), max(off)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", FILES)
def test_torques_are_mujocos_springs_damping_and_rotors_included(shared_robots, path):
    robot, unknown = with_all_inertias(loaded(shared_robots / path))
    tau, expected, off = compared(shared_robots / path, robot, unknown)
    assert off < 1e-6  # what redundant equations of the files disagree by
    assert np.abs(tau - expected).max() < 1e-9 * np.abs(expected).max()
    springs = ("agility_cassie", "robotiq_2f85", "ufactory_xarm7")
    assert bool(robot.sprung) == path.startswith(springs)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", PARALLEL)
def test_torques_of_parallel_robots_by_mujoco(shared_robots, tmp_path, name):
    """Their URDFs have no loops for MuJoCo: it gets our MJCF of them."""
    robot = loaded(shared_robots / f"parallel_{name}" / "robot.urdf")
    path = tmp_path / "robot.xml"
    path.write_text(write_mjcf_text(robot))
    tau, expected, off = compared(path, robot)
    assert off < 1e-6
    assert np.abs(tau - expected).max() < 1e-9 * np.abs(expected).max()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", [*FILES, *(f"parallel_{name}/robot.urdf" for name in PARALLEL)])
def test_random_states_spread_and_show_the_same_parameters(shared_robots, path):
    """Far from home in every coordinate, whatever its distance from a singular pose; and the rank
    does not depend on the seed."""
    robot = loaded(shared_robots / path)
    for seed in (0, 4):
        q = draw_random_states(robot, 60, seed)[0]
        assert q.std(axis=0).min() > 0.15
    one, other = (len(di.base_parameters(di.Model(robot), seed)) for seed in (0, 4))
    assert one == other
