"""Cheng 2022: its equations as printed, beside what they should be."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.papers.cheng2022.cheng_robot import list_six_values, make_cylinders, make_wrenches
from dynid.papers.claims import ARITHMETIC, Claim, Row
from dynid.robot.quaternions import compute_quaternion_rates, rate_map
from dynid.simulation.wrenches import HingeWrenches

#: sines and cosines in the nine entries of Rz(a) Rx(b) Rz(c), as they are written out
ENTRIES = (
    "ca cc sa cb sc",
    "ca sc sa cb cc",
    "sa sb",
    "sa cc ca cb sc",
    "sa sc ca cb cc",
    "ca sb",
    "sb sc",
    "sb cc",
    "cb",
)


def check_trigonometry() -> Claim:
    """Introduction: sines and cosines of a rotation by Euler angles."""
    words = " ".join(ENTRIES).split()
    return Row(
        "1", "Euler angles: sines and cosines to calculate for a rotation", ARITHMETIC
    ).judge_statement(
        "29",
        f"{len(words)}, of {len(set(words))} different ones",
        len(words) == 29,
        f"as they appear in the nine entries; calculated once each they are {len(set(words))};"
        " quaternions need none",
    )


def check_singularity() -> Claim:
    """Along the motion: cos b of Cardan angles z-y-x, zero where they are singular, and the
    condition of omega = 2 R* Ddot."""
    w = make_wrenches(times=np.linspace(0.02, 2.0, 100))
    condition = float(np.linalg.cond(rate_map(w.quaternion)).max())
    cosine = float(np.sqrt(np.clip(1 - w.rotation[..., 2, 0] ** 2, 0, 1)).min())
    return Row("1, 2", "Cardan angles become singular, quaternions do not").judge_statement(
        "no singularity",
        f"condition {condition:.3f}; cos b of Cardan angles {cosine:.0e}",
        condition < 1 + 1e-9 and cosine < 1e-6,
        "B1 stands upright all the time",
    )


def differentiate_quaternions(w: HingeWrenches) -> tuple[Array, Array, Array]:
    """D, Ddot, Dddot of all bodies."""
    D = w.quaternion
    return D, *compute_quaternion_rates(D, w.angular_velocity, w.angular_acceleration)


def check_euler_equations(w: HingeWrenches) -> list[Claim]:
    """(7) and (19) against J alpha + omega x J omega."""
    D, rate, bend = differentiate_quaternions(w)
    J = list_six_values()[:, 3:]
    omega, alpha = w.angular_velocity, w.angular_acceleration
    right = J * alpha + np.cross(omega, J * omega)
    G, Gdot_t = rate_map(D), np.swapaxes(rate_map(rate), -1, -2)
    spin = np.einsum("...ij,...j->...i", G, rate)
    seven = 2 * J * np.einsum("...ij,...j->...i", G, bend)
    seven = seven + 4 * np.einsum("...ij,...jk,...k->...i", G, Gdot_t, J * spin)
    nineteen = np.einsum(
        "...ij,...j->...i", make_printed_rows(D, rate, bend), np.broadcast_to(J, omega.shape)
    )
    size = np.abs(right).max()
    off = [float(np.abs(x - right).max() / size) for x in (seven, nineteen)]
    return [
        Row("(7)-(9)", "Euler's equation in quaternions").judge_statement(
            "J a + w x J w", f"{off[0]:.0e} off", off[0] < 1e-12
        ),
        Row("(19)", "rows of the identification").judge_statement(
            "J a + w x J w", f"{off[1]:.0e} off", off[1] < 1e-12
        ),
    ]


def make_printed_rows(D: Array, rate: Array, bend: Array) -> Array:
    """(19) as printed."""
    (l0, l1, l2, l3), (r0, r1, r2, r3), (b0, b1, b2, b3) = (
        np.moveaxis(x, -1, 0) for x in (D, rate, bend)
    )
    none = 4 * (r0 * l0 + r1 * l1 + r2 * l2 + r3 * l3)
    o1 = r1 * l0 - r0 * l1 + r2 * l3 - r3 * l2
    o2 = r2 * l0 - r0 * l2 - r1 * l3 + r3 * l1
    o3 = r1 * l2 - r0 * l3 - r2 * l1 + r3 * l0
    a1 = b1 * l0 - b0 * l1 + b2 * l3 - b3 * l2
    a2 = b2 * l0 - b0 * l2 - b1 * l3 + b3 * l1
    a3 = b1 * l2 - b0 * l3 - b2 * l1 + b3 * l0
    rows = [
        [none * o1 + 2 * a1, 4 * -o3 * o2, 4 * o2 * o3],
        [4 * o3 * o1, none * o2 + 2 * a2, 4 * -o1 * o3],
        [4 * -o2 * o1, 4 * o1 * o2, none * o3 + 2 * a3],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def check_printed_equations(w: HingeWrenches) -> list[Claim]:
    """(14), (18), (20) and (28) as printed, with the data of body 2."""
    D, rate, bend = differentiate_quaternions(w)
    J, i = list_six_values()[1, 3:], 1
    force, moment = w.sum_wrenches()
    centres = np.array([c for _, c, _ in make_cylinders()])
    moments = moment - np.cross(centres, force)  # about the centres, in the axes of the bodies
    own = moments[:, i]
    world = np.einsum("nij,nj->ni", w.rotation[:, i], own)
    S = make_printed_rows(D, rate, bend)[:, i].reshape(-1, 3)
    right, printed = (np.linalg.lstsq(S, N.ravel(), rcond=None)[0] for N in (own, world))
    off = [float(np.abs(x / J - 1).max()) for x in (right, printed)]
    constraint = np.abs((D * D).sum(axis=-1) - 1).max()
    K = np.block([[S, np.zeros((len(S), 1))], [np.zeros((1, 3)), np.full((1, 1), constraint)]])
    rank = int(np.linalg.matrix_rank(K, tol=1e-9 * np.linalg.norm(K)))
    empty, needed = np.abs((D * rate).sum(axis=-1)).max(), (rate * rate).sum(axis=-1).max()
    # six bodies one below another: the unknowns of one have to serve all
    shared = np.linalg.lstsq(
        make_printed_rows(D, rate, bend).reshape(-1, 3), moments.ravel(), rcond=None
    )[0]
    return [
        Row("(14)", "last row of B: -D' Ddot").declare_wrong(
            "D' Ddot",
            f"{empty:.0e}, needed {needed:.2g}",
            bool(empty < 1e-12 < needed),
            "Ddot' Ddot belongs there, by (11); and Ddot is missing behind the matrix above it",
        ),
        Row("(5), (18)", "moments on the right in the axes of the world").declare_wrong(
            "B2's J",
            f"{100 * off[1]:.0f} % off",
            off[1] > 0.01 and off[0] < 1e-6,
            f"turned into the body's axes by R' the error is {100 * off[0]:.0e} %",
        ),
        Row("(20), (26)", "constraint row makes K'K regular").declare_wrong(
            "inverse exists",
            f"rank {rank} of 4",
            rank < 4,
            "D'D - 1 is zero whatever the parameters: the row says nothing and its unknown has no"
            " value",
        ),
        Row("(28)", "K of six bodies one below another").declare_wrong(
            "X of all six",
            f"{len(shared)} inertias for six bodies, B6's"
            f" {100 * np.abs(shared / list_six_values()[5, 3:] - 1).max():.0f} % off",
            bool(np.abs(shared / list_six_values()[5, 3:] - 1).max() > 0.1),
            "bodies share no unknowns: K is block diagonal",
        ),
    ]
