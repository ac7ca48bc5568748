"""Public robots with loops, torques against MuJoCo's mj_inverse, projected on their freedoms."""

from __future__ import annotations

from functools import lru_cache

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dynid as di
from dynid.exports.identified import identified
from dynid.exports.mjcf import mjcf_text
from dynid.model.states import random_states
from dynid.robot.files.mjcf_compile import compile_mjcf
from dynid.robot.geometry import mass_com_inertia
from dynid.robot.lock import hold_base

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


class OpenTree:
    """MuJoCo's model of a file, its states given by our coordinates (a ball joint: turns about x, y
    and z)."""

    def __init__(self, path, robot):
        self.m = compile_mjcf(path)[0]
        self.robot = robot
        self.d = mujoco.MjData(self.m)
        self.m.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
        off = mujoco.mjtDisableBit
        self.m.opt.disableflags |= off.mjDSBL_CONTACT | off.mjDSBL_LIMIT | off.mjDSBL_FRICTIONLOSS
        for j in range(self.m.njnt):
            if self.m.jnt_type[j] in (0, 1):  # of free and ball joints a robot has no damping
                at = self.m.jnt_dofadr[j]
                self.m.dof_damping[at : at + (6, 3)[self.m.jnt_type[j]]] = 0.0

    def name(self, j):
        return self.m.joint(j).name or f"joint{j}"

    def give(self, unknown, robot):
        """MuJoCo's bodies of which nothing is known the inertia that ours have now."""
        for name in unknown:
            i = self.m.body(name).id
            mass, c, I = mass_com_inertia(robot.body(name).inertia)
            self.m.body_mass[i], self.m.body_inertia[i] = mass, np.diag(I)
            self.m.body_ipos[i] = c + self.m.jnt_pos[self.m.body_jntadr[i]]
            self.m.body_iquat[i] = (1, 0, 0, 0)
            for k in range(i + 1, self.m.nbody):  # what is fixed to it
                if self.m.body_parentid[k] in (i, *below(self.m, i)) and not self.m.body_jntnum[k]:
                    self.m.body_mass[k], self.m.body_inertia[k] = 0.0, 0.0
        mujoco.mj_setConst(self.m, self.d)
        for body in robot.bodies:  # what our MJCF gives to bodies that have none
            nothing = body.massless or not np.any(body.inertia)
            if nothing and body.name in {self.m.body(i).name for i in range(self.m.nbody)}:
                i = self.m.body(body.name).id
                self.m.body_mass[i], self.m.body_inertia[i] = 0.0, 0.0

    def state(self, values, speeds, rates, G):
        """Put a state of ours; returns T G (nv, n): MuJoCo's velocities by ours."""
        m, d = self.m, self.d
        at = {name: k for k, name in enumerate(self.robot.coordinates)}

        def of(name, x, other=0.0):
            return x[at[name]] if name in at else other

        TG = np.zeros((m.nv, G.shape[1]))
        d.qvel[:], d.qacc[:] = 0.0, 0.0
        for j in range(m.njnt):
            name, k, v, kind = self.name(j), m.jnt_qposadr[j], m.jnt_dofadr[j], m.jnt_type[j]
            if kind == 0:  # the base, held
                d.qpos[k : k + 7] = (0, 0, 0, 1, 0, 0, 0)
            elif kind == 1:
                parts = [f"{name}.r{x}" for x in "xyz"]
                q = [of(p, values, self.robot.locked.get(p, 0.0)) for p in parts]
                w, a = (np.array([of(p, x) for p in parts]) for x in (speeds, rates))
                turn = Rotation.from_euler("XYZ", q)
                d.qpos[k : k + 4] = turn.as_quat()[[3, 0, 1, 2]]
                E, Ed = turns(q, w)
                d.qvel[v : v + 3], d.qacc[v : v + 3] = E @ w, E @ a + Ed @ w
                rows = np.array([G[at[p]] if p in at else np.zeros(G.shape[1]) for p in parts])
                TG[v : v + 3] = E @ rows
            else:
                d.qpos[k] = of(name, values, self.robot.locked.get(name, 0.0))
                d.qvel[v], d.qacc[v] = of(name, speeds), of(name, rates)
                TG[v] = G[at[name]] if name in at else 0.0
        return TG

    def equations(self):
        """MuJoCo's own Jacobian of the loops at the state that was put."""
        mujoco.mj_fwdPosition(self.m, self.d)
        return np.array(self.d.efc_J).reshape(-1, self.m.nv)[: self.d.ne]

    def forces(self):
        flags = self.m.opt.disableflags
        self.m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_EQUALITY
        mujoco.mj_inverse(self.m, self.d)
        self.m.opt.disableflags = flags
        return np.array(self.d.qfrc_inverse)


def below(m, i):
    return [k for k in range(i + 1, m.nbody) if m.body_parentid[k] == i and not m.body_jntnum[k]]


def turns(q, w):
    """E and its rate: the turn rate of R = Rx(a) Ry(b) Rz(c), in its own axes, is E (a', b',
    c')."""
    (_, b, c), (_, bd, cd) = q, w
    cb, sb, cc, sc = np.cos(b), np.sin(b), np.cos(c), np.sin(c)
    E = np.array([[cb * cc, sc, 0], [-cb * sc, cc, 0], [sb, 0, 1]])
    first = [-sb * cc * bd - cb * sc * cd, sb * sc * bd - cb * cc * cd, cb * bd]
    return E, np.array([[first[0], cc * cd, 0], [first[1], -sc * cd, 0], [first[2], 0, 0]])


def with_all_inertias(robot):
    """And the names of the bodies that had none."""
    unknown = [b.name for b in robot.bodies if b.inertia is None and not b.massless]
    own = di.inertial(0.05, (0.001, 0.01, 0.02), (2e-5, 3e-5, 4e-5))
    bodies = [
        b if b.name not in unknown else di.Body(b.name, b.parent, b.joint, own)
        for b in robot.bodies
    ]
    return robot.with_(bodies=tuple(bodies)), unknown


def compared(path, robot, unknown=()):
    """Our torques, MuJoCo's, and by how much our velocities break MuJoCo's loops."""
    own = identified(robot)
    dry = np.array([name.endswith(".coulomb") for name in own.model.parameters])  # no force there
    own.p[dry] = 0.0
    q, qd, qdd = random_states(robot, 12, seed=3)
    motion = di.close(robot, q, qd, qdd)
    tree = OpenTree(path, robot)
    tree.give(unknown, robot)
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
    path.write_text(mjcf_text(robot))
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
        q = random_states(robot, 60, seed)[0]
        assert q.std(axis=0).min() > 0.15
    one, other = (len(di.base_parameters(di.Model(robot), seed)) for seed in (0, 4))
    assert one == other
