"""Inverse dynamics along a motion: dynid, MuJoCo's `mj_inverse` and Pinocchio's `rnea`, both in a
Python loop, of a 7-DOF arm and of a branched tree. Their torques are compared first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from common import HEADS, Case, branched_tree, interleave, multisine, pinocchio_model, table
from dynid.arrays import Array
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.model.model import Model
from dynid.robot.builtin import arm7
from dynid.robot.mechanism import Robot

N, N_LOOP = 100_000, 10_000  # samples for dynid, and for the loops
REPEATS = 11
TOLERANCE = 1e-9  # of the largest torque

Motion = tuple[Array, Array, Array]
Run = Callable[[Motion, Array], None]  # writes the torques (N, n) into the second


def mujoco(robot: Robot) -> Run:
    """Contacts, limits and friction are off: the bodies alone, as for the others."""
    import mujoco as mj

    m = mj.MjModel.from_xml_string(write_mjcf_text(robot))
    bits = mj.mjtDisableBit
    for bit in (bits.mjDSBL_CONTACT, bits.mjDSBL_LIMIT, bits.mjDSBL_FRICTIONLOSS):
        m.opt.disableflags |= int(bit)
    m.dof_damping[:] = 0.0
    data, inverse = mj.MjData(m), mj.mj_inverse
    order = np.array([m.joint(name).dofadr[0] for name in robot.coordinates])
    back = np.argsort(order)  # MuJoCo numbers joints in the order of its tree

    def run(motion: Motion, tau: Array) -> None:
        q, qd, qdd = (x[:, back] for x in motion)
        mine, found = np.empty_like(tau), data.qfrc_inverse
        for k in range(len(q)):
            data.qpos[:], data.qvel[:], data.qacc[:] = q[k], qd[k], qdd[k]
            inverse(m, data)
            mine[k] = found
        tau[:] = mine[:, order]

    return run


def pinocchio(robot: Robot) -> Run:
    import pinocchio as pin

    model, _ = pinocchio_model(robot)
    data, rnea = model.createData(), pin.rnea

    def run(motion: Motion, tau: Array) -> None:
        for k, (q, qd, qdd) in enumerate(zip(*motion)):
            tau[k] = rnea(model, data, q, qd, qdd)

    return run


def compare(title: str, robot: Robot) -> str:
    """One table: every tool on one robot."""
    model, motion = Model(robot), multisine(robot, N, amplitude=1.0)
    first = tuple(x[:N_LOOP].copy() for x in motion)
    expected = model.inverse_dynamics(*first, model.prior)
    own = Case("dynid inverse_dynamics", lambda: model.inverse_dynamics(*motion, model.prior), N)
    cases = [own]
    notes, absent = [""], []
    for tool, build in (("MuJoCo mj_inverse", mujoco), ("Pinocchio rnea", pinocchio)):
        try:
            run = build(robot)
        except ImportError as error:
            absent.append([f"{tool}: not installed", *[""] * (len(HEADS) - 2), str(error)])
            continue
        tau = np.empty_like(expected)
        run(first, tau)
        gap = float(np.abs(tau - expected).max() / np.abs(expected).max())
        assert gap <= TOLERANCE, f"{title}: dynid and {tool} differ by {gap:.1e}"
        cases.append(Case(f"{tool}, Python loop", partial(run, first, tau), N_LOOP))
        notes.append(f"differs by {gap:.0e}")
    times, conditions = interleave(cases, REPEATS)
    rows = [time.row(times[0], text) for time, text in zip(times, notes)]
    return f"### {title}\n\n{table(HEADS, rows + absent)}\n\n{conditions}"


def report() -> str:
    arm = compare("Inverse dynamics, 7-DOF arm", arm7())
    return arm + "\n\n" + compare("Inverse dynamics, branched 20-body tree", branched_tree())


if __name__ == "__main__":
    print(report())
