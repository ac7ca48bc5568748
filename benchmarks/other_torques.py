"""Torques of a robot file by Pinocchio or MuJoCo, at states of ours: loops and mimics are closed by
us, then what the other program says of the open tree is projected on the freedoms."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.model.model import Model
from dynid.model.random_states import draw_random_states
from dynid.robot.files.mjcf_reader import list_names
from dynid.robot.mechanism import Robot

STATES = 4


def difference(robot: Robot, model: Model, other: Callable[..., Array]) -> float:
    """Of the largest torque: how far inverse dynamics is from tau = G' other(q, qd, qdd, G), at
    random states with closed loops. Dry friction is left out, for the others show none."""
    p = np.nan_to_num(model.prior)
    p[[name.endswith(".coulomb") for name in model.parameters]] = 0.0
    states = draw_random_states(robot, STATES, seed=3)
    motion = close(robot, *states)
    n = len(robot.coordinates)
    G = np.eye(n)[:, :, None].repeat(STATES, 2) if motion.G is None else motion.G
    got = model.inverse_dynamics(*states, p)
    each = zip(motion.q, motion.qd, motion.qdd, G.transpose(2, 0, 1))
    expected = np.array([other(*state) for state in each])
    return float(np.abs(got - expected).max() / max(np.abs(expected).max(), 1e-12))


def by_pinocchio(robot: Robot, model: Any) -> Callable[..., Array] | None:
    """Of Pinocchio's model; None where a joint of it has several freedoms, or another name."""
    import pinocchio as pin

    names = [*robot.coordinates, *robot.locked]
    simple = [j for j in list(model.joints)[1:] if j.nv == 1]
    if len(simple) != model.nv or model.nv != len(names):
        return None
    if not all(model.existJointName(name) for name in names):
        return None
    at = [model.joints[model.getJointId(name)].idx_v for name in robot.coordinates]
    data = model.createData()

    def torques(q: Array, qd: Array, qdd: Array, G: Array) -> Array:
        state = np.zeros((3, model.nv))
        state[:, at] = q, qd, qdd
        pose = pin.integrate(model, pin.neutral(model), state[0])
        tau: Array = pin.rnea(model, data, pose, state[1], state[2])[at]
        return G.T @ tau

    return torques


class OpenTree:
    """MuJoCo's model of a file, its states given by our coordinates: those of a ball joint are
    turns about x, y and z, those of a free joint three slides before them."""

    def __init__(self, model: Any, robot: Robot) -> None:
        import mujoco

        self.m, self.robot = model, robot
        self.d = mujoco.MjData(model)
        self.names = list_names([model.joint(j).name for j in range(model.njnt)], "joint")
        self.at = {name: k for k, name in enumerate(robot.coordinates)}
        off = mujoco.mjtDisableBit
        model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
        model.opt.disableflags |= off.mjDSBL_CONTACT | off.mjDSBL_LIMIT | off.mjDSBL_FRICTIONLOSS

    def leave_out_what_is_told(self) -> None:
        """What a Robot has no place for and a note tells of."""
        m = self.m
        turning = np.isin(m.dof_jntid, np.flatnonzero(m.jnt_type < 2))
        for name in ("dof_damping", "dof_armature", "dof_dampingpoly"):
            if hasattr(m, name):
                getattr(m, name)[turning] = 0.0
        m.jnt_stiffness[m.jnt_type < 2] = 0.0
        m.body_gravcomp[:], m.opt.density, m.opt.viscosity = 0.0, 0.0, 0.0
        for name in ("stiffness", "damping", "armature", "stiffnesspoly", "dampingpoly"):
            if hasattr(m, f"tendon_{name}"):
                getattr(m, f"tendon_{name}")[:] = 0.0
        for name in ("jnt_stiffnesspoly", "dof_dampingpoly"):
            if hasattr(m, name):
                getattr(m, name)[:] = 0.0

    def leave_out_the_unknown(self) -> None:
        """The masses of bodies, and what is fixed to them, whose inertia we do not know."""
        m = self.m
        unknown = {b.joint.name for b in self.robot.bodies if b.inertia is None and not b.massless}
        for i in range(1, m.nbody):
            k = i
            while k and not m.body_jntnum[k]:
                k = m.body_parentid[k]
            last = m.body_jntadr[k] + m.body_jntnum[k] - 1
            if k and (self.names[last] in unknown or f"{self.names[last]}.rz" in unknown):
                m.body_mass[i], m.body_inertia[i] = 0.0, 0.0

    def state(self, q: Array, qd: Array, qdd: Array, G: Array) -> Array:
        """Put a state of ours; returns T G (nv, n): MuJoCo's velocities by ours."""
        m, d = self.m, self.d
        TG = np.zeros((m.nv, G.shape[1]))
        for j in range(m.njnt):
            name, k, v, kind = self.names[j], m.jnt_qposadr[j], m.jnt_dofadr[j], m.jnt_type[j]
            if kind >= 2:
                d.qpos[k] = self._of(name, q, self.robot.locked.get(name, m.qpos0[k]))
                d.qvel[v], d.qacc[v], TG[v] = (self._of(name, x) for x in (qd, qdd, G))
                continue
            if kind == 0:
                for name_x in (f"{name}.{x}" for x in "xyz"):
                    d.qpos[k] = self._of(name_x, q, self.robot.locked.get(name_x, 0.0))
                    d.qvel[v], d.qacc[v], TG[v] = (self._of(name_x, x) for x in (qd, qdd, G))
                    k, v = k + 1, v + 1
            parts = [f"{name}.r{x}" for x in "xyz"]
            turned = [self._of(p, q, self.robot.locked.get(p, 0.0)) for p in parts]
            w, a, rows = (np.array([self._of(p, x) for p in parts]) for x in (qd, qdd, G))
            d.qpos[k : k + 4] = quaternion(turned)
            E, Ed = turns(turned, w)
            some = slice(v, v + 3)
            d.qvel[some], d.qacc[some], TG[some] = E @ w, E @ a + Ed @ w, E @ rows
        return TG

    def _of(self, name: str, x: Array, other: Any = None) -> Any:
        if name in self.at:
            return x[self.at[name]]
        return np.zeros(x.shape[1:]) if other is None else other

    def equations(self) -> Array:
        """MuJoCo's own Jacobian of the loops at the state that was put."""
        import mujoco

        mujoco.mj_fwdPosition(self.m, self.d)
        return np.array(self.d.efc_J).reshape(-1, self.m.nv)[: self.d.ne]

    def forces(self) -> Array:
        import mujoco

        flags = self.m.opt.disableflags
        self.m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_EQUALITY
        mujoco.mj_inverse(self.m, self.d)
        self.m.opt.disableflags = flags
        return np.array(self.d.qfrc_inverse)


def by_mujoco(robot: Robot, model: Any) -> Callable[..., Array]:
    import mujoco

    tree = OpenTree(model, robot)
    tree.leave_out_what_is_told()
    tree.leave_out_the_unknown()
    mujoco.mj_setConst(tree.m, tree.d)  # part of the inertia of bodies alone stands there

    def torques(q: Array, qd: Array, qdd: Array, G: Array) -> Array:
        TG = tree.state(q, qd, qdd, G)
        return np.asarray(TG.T @ tree.forces())

    return torques


def quaternion(turned: list[float]) -> Array:
    """Of R = Rx(a) Ry(b) Rz(c)."""
    return functools.reduce(_product, (_about(k, x) for k, x in enumerate(turned)))


def _about(k: int, angle: float) -> Array:
    out = np.zeros(4)
    out[0], out[k + 1] = np.cos(angle / 2), np.sin(angle / 2)
    return out


def _product(a: Array, b: Array) -> Array:
    w = a[0] * b[0] - a[1:] @ b[1:]
    return np.append(w, a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))


def turns(q: list[float], w: Array) -> tuple[Array, Array]:
    """E and its rate: the turn rate of R = Rx(a) Ry(b) Rz(c), in its own axes, is E (a', b',
    c')."""
    (_, b, c), (_, bd, cd) = q, w
    cb, sb, cc, sc = np.cos(b), np.sin(b), np.cos(c), np.sin(c)
    E = np.array([[cb * cc, sc, 0], [-cb * sc, cc, 0], [sb, 0, 1]])
    first = [-sb * cc * bd - cb * sc * cd, sb * sc * bd - cb * cc * cd, cb * bd]
    return E, np.array([[first[0], cc * cd, 0], [first[1], -sc * cd, 0], [first[2], 0, 0]])
