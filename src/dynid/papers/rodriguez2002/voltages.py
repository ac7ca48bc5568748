"""Rodriguez-Angeles 2002, section 5: voltages in, Cartesian coordinates out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.model.effects import SmoothFriction
from dynid.model.model import Model
from dynid.papers.claims import RECOVERED, Claim, Row
from dynid.papers.rodriguez2002 import appendix_b as paper
from dynid.papers.rodriguez2002 import rodriguez_geometry as cft_geometry
from dynid.papers.rodriguez2002 import rodriguez_robot as cft
from dynid.papers.rodriguez2002.appendix_b import TABLE_4
from dynid.robot.builtin.transposer import cft as build_cft
from dynid.simulation.motors import VoltageDrive
from dynid.simulation.simulation_run import simulate

LIMIT = 10.0  # V, of the servo amplifiers; the report has a saturation, without its number


SECONDS, RATE = 2.5, 1000.0  # of the simulation by voltages
STIFFNESS = 2 * np.pi * 10.0  # rad/s: the P controller's natural frequency


@dataclass(frozen=True, eq=False)
class DrivenMotion:
    """Times, Cartesian coordinates wanted and reached (N, 4), voltages after the saturation; the
    exact motion and torques."""

    t: Array
    wanted: Array
    x_c: Array
    volts: Array
    truth: Any


def list_gains() -> tuple[Array, Array]:
    """K_T of the motors of x_c1 ... x_c4, TUeDACS, and the P controller's gains [V/m, V/rad]."""
    K_T = make_motors(None).compute_stall(build_cft())
    q, h = cft.compute_joints(cft.OFFSET[None]), 1e-6
    J = np.stack(
        [
            (cft.compute_cartesian(q + h * e) - cft.compute_cartesian(q - h * e))[0] / (2 * h)
            for e in np.eye(4)
        ],
        axis=1,
    )
    inertia = np.diag(np.linalg.inv(J @ np.linalg.solve(paper.M(q, TABLE_4, cft.L)[0], J.T)))
    screws = [7.0, 6.0, 1.0, 1.0]  # a screw moves a seventh and a sixth of x_c1, x_c2
    return K_T, inertia * STIFFNESS**2 * screws / K_T


def make_motors(controller: object) -> VoltageDrive:
    """The motors of x_c1 ... x_c4 with the amplifiers of TUeDACS: gears of Table 6, then (66)."""
    ratio = [1.0 / cft_geometry.RATIO[name] for name in ("y_r", "x_r", "x_c3", "x_c4")]
    return VoltageDrive(
        controller,
        torque_constant=cft_geometry.KT_MOTOR,
        resistance=1.0 / cft_geometry.AMPLIFIER["TUeDACS"],
        ratio=ratio,
        limit=LIMIT,
        transmission=lambda q: cft_geometry.compute_torques_66(np.tile(q, (4, 1)), np.eye(4)),
    )


def drive() -> DrivenMotion:
    """The block of Fig. 9: from rest at the middle, a P controller asks for Table 3's motion; its
    voltages saturate."""
    rubbing = [SmoothFriction([joint], w1=f[3], w2=f[4]) for joint, f in cft.FRICTION.items()]
    model = Model(build_cft(), rubbing)
    p = np.concatenate(
        [cft.map_to_robot(cft.make_model(), TABLE_4), *(f[:3] for f in cft.FRICTION.values())]
    )
    t = np.arange(round(SECONDS * RATE) + 1) / RATE
    wanted, (_, K_P) = cft.compute_cartesian(cft.make_table_3().at(t)[0]), list_gains()

    def control(now: float, q: Array, qd: Array) -> Array:
        return np.asarray(K_P * (wanted[round(now * RATE)] - cft.compute_cartesian(q[None])[0]))

    # 5 mm along the rails: more voltage is asked than there is
    beside = np.array([0.0, 0.0, 0.0, 0.005])
    q0 = cft.compute_joints(wanted[:1] + beside)[0]
    asks = make_motors(control)
    log = simulate(model, p, asks, duration=SECONDS, rate=RATE, q0=q0, qd0=np.zeros(4))
    assert log.truth is not None
    assert log.truth.volts is not None
    return DrivenMotion(
        log.t, wanted, cft.compute_cartesian(log.truth.q), log.truth.volts, log.truth
    )


def compute_torque(K_T: Array, volts: Array, q: Array) -> Array:
    """The blocks of Fig. 10 before the Lagrange model: gains of Table 6, then (66)."""
    return np.asarray(cft_geometry.compute_torques_66(q[None], (K_T * volts)[None])[0])


def compare_with_appendix_b(driven: DrivenMotion, seconds: float = 0.25, parts: int = 5) -> float:
    """Largest distance [m or rad] from a Runge-Kutta integration of Appendix B itself, with the
    same voltages."""
    K_T, _ = list_gains()
    q, qd, h = driven.truth.q[0].copy(), driven.truth.qd[0].copy(), 1.0 / (RATE * parts)
    worst = 0.0
    for k in range(round(seconds * RATE)):
        tau = compute_torque(K_T, driven.volts[k], q)
        for _ in range(parts):
            rates: list[tuple[Array, Array]] = []
            for c in (0.0, 0.5, 0.5, 1.0):
                dq, dv = rates[-1] if rates else (qd, qd)
                rates.append(_compute_rates(q + c * h * dq, qd + c * h * dv, tau))
            q, qd = (
                x + h / 6 * (r[0] + 2 * r[1] + 2 * r[2] + r[3])
                for x, r in zip((q, qd), zip(*rates))
            )
        worst = max(
            worst, float(np.abs(cft.compute_cartesian(q[None])[0] - driven.x_c[k + 1]).max())
        )
    return worst


def _compute_rates(q: Array, qd: Array, tau: Array) -> tuple[Array, Array]:
    """qd, and qdd = M^-1 (tau - C qd - G - F) of Appendix B."""
    q, v = q[None], qd[None]
    F = np.array([cft.compute_friction(joint, speed) for joint, speed in zip(cft.JOINTS, qd)])
    rest = (
        (paper.C(q, v, TABLE_4, cft.L) @ v[:, :, None])[0, :, 0] + paper.G(q, TABLE_4, cft.L)[0] + F
    )
    return qd, np.linalg.solve(paper.M(q, TABLE_4, cft.L)[0], tau - rest)


def check_simulation(driven: DrivenMotion) -> list[Claim]:
    """Section 5: the block of Fig. 9, and its inside, Fig. 10."""
    truth = driven.truth
    tau = cft.compute_true_torque((truth.q, truth.qd, truth.qdd))
    equation = float(np.abs(tau - truth.tau).max() / np.abs(tau).max())
    apart = compare_with_appendix_b(driven)
    clipped = int((np.abs(driven.volts) == LIMIT).any(axis=1).sum())
    most = float(np.abs(driven.volts).max())
    follow = np.sqrt(np.mean((driven.x_c - driven.wanted)[1000:] ** 2, axis=0)) / np.ptp(
        driven.wanted, axis=0
    )
    return [
        Row(
            "Fig. 9", "voltages in, Cartesian coordinates out, by Table 6 and (66)"
        ).judge_statement(
            "Simulink block",
            f"follows Table 3 to {100 * follow.max():.0f} % of its span",
            bool(follow.max() < 0.1),
            "P controller of 10 Hz; RMS after the first second",
        ),
        Row("Fig. 9", "the voltages after the saturation are what acts", RECOVERED).judge_statement(
            "saturated",
            f"{clipped} samples at {most:g} V",
            clipped > 0 and most == LIMIT,
            f"put in: the report has no number; {LIMIT:g} V taken",
        ),
        Row("Fig. 10", "the motion obeys (60) by Appendix B at every sample").judge_statement(
            "Lagrange model", f"to {equation:.0e} of the torque", equation < 1e-9
        ),
        Row("Fig. 10", "it is the motion that Runge-Kutta gives with Appendix B").judge_statement(
            "Lagrange model", f"to {apart:.0e} m or rad after 0.25 s", apart < 1e-6
        ),
    ]
