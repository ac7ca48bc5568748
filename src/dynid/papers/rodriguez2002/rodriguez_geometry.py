"""Rodriguez-Angeles 2002: kinematics and drives, what its equations and tables say of each
other."""

from __future__ import annotations

import numpy as np
from numpy import cos, pi, sin

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.closed_chains.kinematics import forward_kinematics
from dynid.model.model import Model
from dynid.papers.claims import ARITHMETIC, Claim, Row
from dynid.papers.rodriguez2002.rodriguez_robot import (
    D_S,
    HIGHEST,
    LOWEST,
    OFFSET,
    STEP,
    L,
    compute_cartesian,
    compute_joints,
    compute_screws,
    draw_poses,
)

PULSES = 2000  # of an encoder, a turn
KT_MOTOR = 0.107  # Nm/A
AMPLIFIER = {"TUeDACS": 1.6, "dSPACE": 0.4}  # A/V
#: Table 6: K_g K_c [m or rad at the coordinate, for a radian of the motor], and K_T for both setups
SCREW = 0.5 * 0.005 / (2 * pi)
RATIO = {"y_r": SCREW, "x_r": SCREW, "x_c3": 6.16 / (182 * 2 * pi), "x_c4": 0.06 / (6 * 2 * pi)}
TABLE_6 = {"y_r": (430.2725, 107.5681), "x_r": (430.2725, 107.5681)}
TABLE_6 |= {"x_c3": (31.7814, 7.9453), "x_c4": (107.5681, 26.8920)}


def find_largest(x: Array) -> float:
    return float(np.abs(x).max())


def compute_tool_59(q: Array, sign: float, L7: float = L.L7, L8: float = L.L8) -> Array:
    """(59); sign of sin(q4 - q2) in y_T: -1 as printed."""
    q1, q2, q4, q5 = q.T
    a, b = L.L6, L.L5 - L.L4
    x = -(L8 + L.d) * sin(q2) + 0.5 * (cos(q4 - q2) - cos(q2 + q4)) * a
    x = x + 0.5 * (cos(q5 - q2 + q4) - cos(q5 + q2 + q4)) * b
    y = q1 + (L8 + L.d) * cos(q2) - 0.5 * (sin(q2 + q4) + sign * sin(q4 - q2)) * a
    y = y - 0.5 * (sin(q5 - q2 + q4) + sin(q5 + q2 + q4)) * b
    return np.stack([x, y, L.L2 - L7 + (L.L6 + L.L4) * cos(q4) + L.L5 * cos(q4 + q5)], axis=1)


def chain_58(q: Array) -> Array:
    """(58): the position of the tool (3,) by Table 2 and (2), for all coordinates q1 ... q7
    (7,)."""
    q1, q2, q3, q4, q5, q6, q7 = q
    a = (0, 0, 0, 0, L.L4, L.L5, L.L6, L.L7, L.L8)
    alpha = (-pi / 2, pi / 2, -pi / 2, -pi / 2, 0, 0, 0, 0, 0)
    d = (q1, L.L2, q3, 0, 0, L.d6, -L.d6, 0, 0)
    T = np.eye(4)
    for ai, al, di, th in zip(a, alpha, d, (0, q2, -pi / 2, q4, q5, q6, q7, pi / 2, 0)):
        c, s, ca, sa = cos(th), sin(th), cos(al), sin(al)
        T = T @ [
            [c, -s, 0, ai],
            [s * ca, c * ca, -sa, -di * sa],
            [s * sa, c * sa, ca, di * ca],
            [0, 0, 0, 1],
        ]
    return T[:3, 3]


def compute_torques_66(q: Array, F: Array) -> Array:
    """(66): joint torques (N, 4) of the forces F (N, 4) of the controllers of x_c1 ... x_c4."""
    q4, q45 = q[:, 2], q[:, 2] + q[:, 3]
    tau_4 = -L.L4 * (F[:, 1] * (cos(q45) + cos(q4)) - F[:, 0] * (sin(q45) + sin(q4)))
    tau_5 = -L.L4 * (F[:, 1] * cos(q45) - F[:, 0] * sin(q45))
    return np.stack([F[:, 3], F[:, 2], tau_4, tau_5], axis=1)


def compute_forces_64(q: Array, tau: Array) -> tuple[Array, Array]:
    """(64): the forces of the screws x_r and y_r."""
    q4, q45 = q[:, 2], q[:, 2] + q[:, 3]
    Delta = L.L4 * (sin(q45) * cos(q4) - cos(q45) * sin(q4))
    F_x = (-tau[:, 2] * sin(q45) + tau[:, 3] * (sin(q45) + sin(q4))) / Delta
    return F_x, (tau[:, 2] * cos(q45) - tau[:, 3] * (cos(q45) + cos(q4))) / Delta


def check_frames(model: Model) -> list[Claim]:
    """Joint space: Table 2, the loops, the tool."""
    x_c, q, _ = draw_poses()
    robot = model.robot
    counts = len(robot.task), len(robot.coordinates), robot.dof
    closed = dict(zip(robot.coordinates, close(robot, q).q.T))
    slide = L.L4 * (sin(q[:, 2]) + sin(q[:, 2] + q[:, 3])) + L.d
    loops = max(
        map(
            find_largest,
            (closed["q3"] - slide, closed["q6"] + q[:, 3], closed["q7"] - pi + q[:, 2]),
        )
    )
    tool = forward_kinematics(robot, q)[:, :3, 3]
    dh = find_largest(
        np.array([chain_58(row) for row in np.column_stack([closed[f"q{i}"] for i in range(1, 8)])])
        - tool
    )
    printed, right = (
        find_largest(compute_tool_59(q, -1.0) - tool),
        find_largest(compute_tool_59(q, 1.0) - tool),
    )
    turned, reach = x_c[:, 2] - 0.8292, x_c[:, 1] - D_S
    by_44 = np.stack(
        [reach * cos(turned), x_c[:, 3] + D_S + reach * sin(turned), L.L2 + 0.25 - x_c[:, 0]],
        axis=1,
    )
    off_44 = find_largest(by_44 - compute_tool_59(q, 1.0, 0.0, 0.0))
    back = find_largest(compute_cartesian(q) - x_c)
    return [
        Row("1", "coordinates in Cartesian space, in joint space; motors").judge_statement(
            "4, 7; 4", "{}, {}; {}".format(*counts), counts == (4, 7, 4)
        ),
        Row(
            "Table 2, (58)", "tool by the printed chain (2), and by dynid's closed loops"
        ).judge_statement("-", f"to {max(dh, 1e-16):.0e} m", dh < 1e-12),
        Row("(54), (56)", "q7 = pi - q4, q6 = -q5, q3 by q4 and q5").judge_statement(
            "exact", f"loops closed to {loops:.0e}", loops < 1e-12
        ),
        Row(
            "(52)-(57)", "joint coordinates of any x_c within Table 5, and back by (62)"
        ).judge_statement("unique", f"back to {back:.0e}", back < 1e-12),
        Row("(59)", "y_T of the tool").declare_wrong(
            "sin(q2+q4) - sin(q4-q2)",
            f"off by {printed:.2f} m; with + {right:.0e} m",
            printed > 0.1 and right < 1e-12,
            "the chain of Table 2 gives a sum",
        ),
        Row("(44)", "point P_e is (59), repaired, with L7 = L8 = 0").judge_statement(
            "one to one", f"to {off_44:.0e} m", off_44 < 1e-4
        ),
        Row("3", "offset of x_c3: 0.8292 + pi/2 is the 2.4 of (57)", ARITHMETIC).close_to(
            2.4, 0.8292 + pi / 2, 1e-5, "rad"
        ),
    ]


def check_screws() -> list[Claim]:
    """Cartesian space: the pantograph's two screws, their spans and their forces."""
    x_c, q, _ = draw_poses()
    x_r, y_r = compute_screws(q)
    spans = np.ptp(compute_screws(compute_joints(np.stack([LOWEST, HIGHEST]))), axis=1)
    off = max(
        find_largest((x_c[:, 1] + 0.0269) / 6 - 0.0506 - x_r),
        find_largest((0.0232 - x_c[:, 0]) / 7 + 0.03235 - y_r),
    )
    F = np.random.default_rng(2).normal(size=(len(q), 4))
    tau = compute_torques_66(q, F)
    F_x, F_y = compute_forces_64(q, tau)
    h = 1e-6
    J = np.stack(
        [
            np.subtract(compute_screws(q + h * e), compute_screws(q - h * e)) / (2 * h)
            for e in np.eye(4)
        ],
        axis=2,
    )
    # of both screws, along q4 and q5
    work = np.einsum("ika,ik->ka", J[:, :, 2:], np.stack([F[:, 1], -F[:, 0]]))
    lost, kept = (
        find_largest(F_y - F[:, 0]),
        max(find_largest(F_y + F[:, 0]), find_largest(F_x - F[:, 1])),
    )
    return [
        Row("Table 1", "L5 = L4 + L6", ARITHMETIC).close_to(L.L5, L.L4 + L.L6, 1e-12, "m"),
        Row("3.1.1", "span of the screw of x_r, by (48) and Table 5", ARITHMETIC).close_to(
            0.1012, spans[0], 2e-3, "m"
        ),
        Row("3.1.1", "span of the screw of y_r, by (49) and Table 5", ARITHMETIC).close_to(
            0.045, spans[1], 2e-3, "m"
        ),
        Row("3.1.1", "ratio of x_c2 to x_r, L6 / L4", ARITHMETIC).close_to(6.0, L.L6 / L.L4, 1e-12),
        Row("3.1.1", "ratio of x_c1 to y_r, (L4 + L6) / L4", ARITHMETIC).close_to(
            7.0, (L.L4 + L.L6) / L.L4, 1e-12
        ),
        Row("(50), (51)", "measured offsets agree with (48), (49)", ARITHMETIC).judge_statement(
            "agrees", f"to {1e3 * off:.2f} mm", off < 1e-4
        ),
        Row("(61)-(64)", "torques do the work of the screws' forces, tau = J' F").judge_statement(
            "exact",
            f"to {find_largest(work - tau[:, 2:]):.0e} Nm (by differences)",
            find_largest(work - tau[:, 2:]) < 1e-8,
        ),
        Row("(65)", "force of x_c1's controller is +F_yr").declare_wrong(
            "inverse of (66)",
            f"off by {lost / find_largest(F):.1f} F; with - {kept:.0e}",
            lost > 1.0 and kept < 1e-8,
            "the change of sign that the text announces is in (66) alone",
        ),
    ]


def check_drives() -> list[Claim]:
    gear = {
        "x_c1": 7 * RATIO["y_r"],
        "x_c2": 6 * RATIO["x_r"],
        "x_c3": RATIO["x_c3"],
        "x_c4": RATIO["x_c4"],
    }
    claims = [
        Row("Table 5", f"step of {name}, by Table 6 and 2000 pulses a turn", ARITHMETIC).close_to(
            1e6 * step, 1e6 * 2 * pi * g / PULSES, 0.01, "micro"
        )
        for (name, g), step in zip(gear.items(), STEP)
    ]
    finest = 1e3 * float((STEP * [1, 1, 0.6, 1]).max())  # x_c3 at 0.6 m from its axis
    middle, span = 0.5 * (LOWEST + HIGHEST), HIGHEST - LOWEST
    off = np.abs(OFFSET - middle)
    claims += [
        Row("1", "accuracy that the encoders result in").judge_statement(
            "0.5 mm",
            f"steps of {finest:.3f} mm",
            bool(finest > 0.25),
            "Table 5's steps are fifty times finer: it is not the encoders that limit the robot",
        ),
        Row("A.2", "turns of motor m3 over the span of x_c3", ARITHMETIC).close_to(
            182.0, span[2] / (STEP[2] * PULSES), 0.005
        ),
        Row("Remark 5", "span of x_c4 on the dSPACE setup, against Table 5's", ARITHMETIC).close_to(
            0.6, span[3], 0.01, "m"
        ),
        Row(
            "4.2.1", "offsets of Table 3's motion are the middles of Table 5's spans"
        ).declare_wrong(
            "-0.1343, 0.2766, 2.4, 0.0869",
            ", ".join(f"{x:.4f}" for x in middle),
            bool(off[:2].max() < 1e-3 and off[2:].min() > 0.1),
            "so for x_c1 and x_c2; x_c3 and x_c4 are elsewhere",
        ),
    ]
    for k, (setup, gain) in enumerate(AMPLIFIER.items()):
        K_V = gain * KT_MOTOR
        claims.append(
            Row("A.2", f"K_V = K_a K_t, {setup}", ARITHMETIC).close_to(
                (0.1712, 0.0428)[k], K_V, 1e-6, "Nm/V"
            )
        )
        for name, ratio in RATIO.items():
            unit = "Nm/V" if name == "x_c3" else "N/V"
            claims.append(
                Row("Table 6", f"K_T of {name}, {setup}", ARITHMETIC).close_to(
                    TABLE_6[name][k], K_V / ratio, 1e-4, unit
                )
            )
    return claims
