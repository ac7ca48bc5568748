"""Kim 2022 without data: Table 1, the models (1)+(2) and (25) against each other and dynid's,
(37)-(40), the appendices."""

from __future__ import annotations

import numpy as np
from numpy import cos, sin

from dynid.arrays import Array
from dynid.closed_chains.kinematics import forward_kinematics
from dynid.model.analytic_delta import ArmState, multiply_samples
from dynid.model.model import Model
from dynid.papers.claims import Claim, Row
from dynid.papers.kim2022 import kim_delta as kim
from dynid.papers.kim2022.kim_delta import TABLE_1, Delta

STATES = 200


def make_random_state() -> ArmState:
    """Random states of the arms around home."""
    u = np.random.default_rng(1)
    return TABLE_1.state(
        u.uniform(-0.3, 0.9, (STATES, 3)),
        3 * u.normal(size=(STATES, 3)),
        30 * u.normal(size=(STATES, 3)),
    )


def measure_difference(ours: Array, theirs: Array) -> float:
    """Largest difference, as a part of the largest entry."""
    return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


def check_table_1() -> list[Claim]:
    x, models = (
        make_random_state(),
        [Model(Delta(L2=length).make_robot()) for length in (0.75, 0.95)],
    )
    by_length = measure_difference(
        *(
            model.inverse_dynamics(x.theta, x.thetad, x.thetadd, kim.expand_lumped(model))
            for model in models
        )
    )
    least = kim.m_a * kim.L1c**2
    by_7, by_5 = (kim.m_a + kim.m_d / 2) * kim.L1**2, (kim.m_a + kim.m_d / 2) * kim.L1 * kim.g
    return [
        Row("Table 1", "inertia I_L1 of the actuated arm").declare_wrong(
            f"{kim.I_L1:.4f} kg m^2",
            f"m_a L1c^2 = {least:.4f} kg m^2",
            least > kim.I_L1,
            "about its axis, as (1) needs it, no arm has less",
        ),
        Row("Table 1", "the lengths that the models need").judge_statement(
            "L2 not listed",
            f"0.75 or 0.95 m: torques {100 * by_length:.0f} % apart",
            by_length < 0.01,
            f"{kim.L2} m assumed here",
        ),
        Row("(7)", "I_A is about (m_a + m_d / 2) L1^2").leave_undecided(
            f"{by_7:.3f} kg m^2",
            f"{kim.I_A:.3f} kg m^2 by (1)",
            f"the paper calls it approximate: the arm at its tip is {by_7 / kim.I_A:.1f} times"
            " as much",
        ),
        Row("(5)", "T_g is about (m_a + m_d / 2) L1 g").leave_undecided(
            f"{by_5:.2f} Nm",
            f"{kim.T_g:.2f} Nm by (1)",
            "the paper calls its m_A approximate: the arm's mass at its tip, not at L1c, is"
            f" {by_5 / kim.T_g:.1f} times as much",
        ),
    ]


def check_model() -> list[Claim]:
    """(1), (2), (25)-(29), (37)-(40)."""
    x, model = make_random_state(), Model(TABLE_1.make_robot())
    p, JT = kim.expand_lumped(model), x.J.transpose(0, 2, 1)
    lagrange, work = (
        TABLE_1.compute_torque_by_multipliers(x),
        TABLE_1.compute_torque_by_virtual_work(x),
    )
    dynid = model.inverse_dynamics(x.theta, x.thetad, x.thetadd, p)
    D = measure_difference(model.mass_matrix(x.theta, p), kim.I_A * np.eye(3) + JT * kim.m_P @ x.J)
    C = measure_difference(
        multiply_samples(model.coriolis(x.theta, x.thetad, p), x.thetad),
        multiply_samples(JT * kim.m_P @ x.Jd, x.thetad),
    )
    N = measure_difference(
        model.gravity(x.theta, p), -JT[:, :, 2] * kim.m_P * kim.g - kim.T_g * cos(x.theta)
    )
    one, two = (
        measure_difference(lagrange, work),
        max(measure_difference(dynid, lagrange), measure_difference(dynid, work)),
    )
    return [
        Row("(1), (25)", "Lagrange and virtual work agree").judge_statement(
            "two models", f"to {one:.0e}", one < 1e-10, "without friction"
        ),
        Row("(1), (25)", "both against dynid's closed-loop model").judge_statement(
            "the same robot", f"to {two:.0e}", two < 1e-9
        ),
        Row("(27)", "inertia matrix D").judge_statement("I_A + J' m J", f"to {D:.0e}", D < 1e-9),
        Row("(28)", "Coriolis torque").judge_statement("J' m Jdot", f"to {C:.0e}", C < 1e-9),
        Row("(29)", "gravity torque").judge_statement("-J' m g - T_g cos", f"to {N:.0e}", N < 1e-9),
        check_upward(x.theta),
        *check_linear_model(x),
    ]


def check_upward(theta: Array) -> Claim:
    """The slope of the potential energy if z points up, as the text says, against (5): the arm's
    part, T_g sin(theta)."""
    slope, h = np.zeros_like(theta), 1e-6
    for i in range(3):
        step = h * np.eye(3)[i]
        up, down = (kim.T_g * sin(theta + s).sum(axis=1) for s in (step, -step))  # V = m g z
        slope[:, i] = (up - down) / (2 * h)
    ratio = float(np.median(-kim.T_g * cos(theta) / slope))  # (25): - T_g cos(theta)
    return Row("Sec. 2", "z points vertically upward").declare_wrong(
        "upward",
        f"gravity of (25) is {ratio:.2f} times dV/dtheta",
        abs(ratio + 1) < 1e-6,
        "(2), (3), (5) hold for z downward",
    )


def check_linear_model(x: ArmState) -> list[Claim]:
    """(37)-(40) for one lambda for all times."""
    lam = np.array([-20.0, -25.0, -30.0])
    Px, Py, Pz = x.P.T[:, :, None]
    reach = Px * cos(TABLE_1.phi) + Py * sin(TABLE_1.phi) + kim.r - kim.R
    lever = reach * sin(x.theta) - Pz * cos(x.theta)
    tau = kim.I_A * x.thetadd - kim.T_g * cos(x.theta) - 2 * kim.L1 * lam * lever  # (1)
    theta = np.zeros(14)
    theta[[0, 4]] = kim.I_A, kim.T_g
    for own, phi, each in zip(kim.OWN_37, TABLE_1.phi, lam):
        theta[own] = 2 * kim.L1 * np.array([cos(phi), sin(phi), 1, kim.R - kim.r]) * each
    W = kim.compute_regressor_37(x)
    printed, without_g = W.copy(), theta.copy()
    printed[:, 2, kim.OWN_37[2][2]] = 0.0  # row 3 of (40) has no P_z cos(theta_31)
    without_g[4] /= kim.g  # (38): theta_5 = m_a L1c + m_d L1
    right, no_cos, no_g = (
        measure_difference(A @ b, tau) for A, b in ((W, theta), (printed, theta), (W, without_g))
    )
    frozen = measure_difference(
        TABLE_1.compute_torque_by_multipliers(x),
        W @ np.linalg.lstsq(W.reshape(-1, 14), TABLE_1.compute_torque_by_multipliers(x).ravel())[0],
    )
    return [
        Row("(37)", "(1) as 14 linear parameters").judge_statement(
            "linear", f"to {right:.0e}", right < 1e-10, "if lambda were constant"
        ),
        Row("(37)", "14 constant parameters").declare_wrong(
            "constant",
            f"at best {100 * frozen:.0f} % off (1)",
            frozen > 0.05,
            "they hold lambda_i, which (2) gives as a function of time",
        ),
        Row("(38)", "theta_5 = m_a L1c + m_d L1").declare_wrong(
            "without g",
            f"torque {100 * no_g:.0f} % off",
            no_g > 0.01 and right < 1e-10,
            "(1) has it times g",
        ),
        Row("(40)", "row 3 of the regressor").declare_wrong(
            "three entries",
            f"torque {100 * no_cos:.0f} % off",
            no_cos > 0.01 and right < 1e-10,
            "P_z cos(theta_31) is missing",
        ),
    ]


def check_appendix() -> list[Claim]:
    x, robot = make_random_state(), TABLE_1.make_robot()
    P = forward_kinematics(robot, x.theta)[:, :3, 3] * kim.DOWN
    misplaced = 1e3 * np.abs(TABLE_1.compute_position_as_printed(x.theta) - P).max()
    corrected = 1e3 * np.abs(x.P - P).max()
    back = float(np.abs(TABLE_1.compute_angles(x.P) - x.theta).max())
    return [
        Row("App. A", "forward kinematics, Delta P under (A6)").declare_wrong(
            "no P_y1^2",
            f"platform off by {misplaced:.0f} mm",
            bool(misplaced > 1 and corrected < 1e-6),
            f"with - P_y1^2 it is dynid's, to {corrected:.0e} mm",
        ),
        Row("App. B", "inverse kinematics").judge_statement(
            "closed form", f"to {back:.0e} rad", back < 1e-9, "angles given back"
        ),
    ]
