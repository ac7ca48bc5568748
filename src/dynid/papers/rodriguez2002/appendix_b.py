"""Rodriguez-Angeles et al. 2002, Appendix B, letter by letter: M, C and G of the CFT-transposer
robot.

q = [q1, q2, q4, q5], one row per sample; theta = theta_1 ... theta_12; v stands for the velocity,
th for theta. The entries are as printed, but for these, repaired:
  M22        theta_11 multiplies its whole group, and the last line has cos(q5) - cos(q5 + 2 q4),
             not their sum
  M33, M44   square brackets lost before cos(q5), cos(2 q4), cos(q5 + 2 q4), cos(2 q5 + 2 q4)
  M34        one closing bracket too many before - cos(q5)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy import cos, sin

from dynid.arrays import Array


class Lengths(NamedTuple):
    """Table 1, in metres; d is d_{2,0'}."""

    L2: float = 0.25
    L4: float = 0.05
    L5: float = 0.35
    L6: float = 0.30
    L7: float = 0.08
    L8: float = 0.48
    d6: float = 0.04
    d: float = 0.0916


#: Table 4, theta_1 ... theta_12
TABLE_4 = np.array(
    (
        *(121.3049, 0.3107, 4.1955, 1.7453, 0.8316, 0.8687),
        *(0.8105, 1.6721, -0.1879, 1.7850, 0.8759, 4.1328),
    )
)


def stack(rows: Sequence[Sequence[Any]]) -> Array:
    """(N, n, m) from rows of entries, each an array (N,) or a constant."""
    flat = np.broadcast_arrays(*[entry for row in rows for entry in row])
    return np.stack(flat, axis=-1).reshape(len(flat[0]), len(rows), -1)


def M(q: Array, theta: Array, L: Lengths) -> Array:
    """Entries of the inertia matrix."""
    _, q2, q4, q5 = q.T
    th1, th2, th3, th4, th5, th6, th7, th8, th9, th10, th11, th12 = theta
    _, L4, L5, L6, _, _, d6, d = L
    M11 = th1 + th11 + th12 + 0 * q2
    M12 = (
        (-th12 * d - th11 * d - th3) * sin(q2)
        + (th2 + d6 * th11) * cos(q2)
        + 1 / 2 * ((L4 - L5) * (th12 + th11) - th9) * (cos(q5 + q2 + q4) - cos(q5 - q2 + q4))
        + 1 / 2 * (th7 + th5 + th12 * L6) * (cos(-q2 + q4) - cos(q2 + q4))
        + 1 / 2 * (th8 + th6) * (sin(q2 + q4) - sin(-q2 + q4))
        + 1 / 2 * (-sin(q5 - q2 + q4) + sin(q5 + q2 + q4)) * th10
    )
    M13 = (
        1 / 2 * (-th5 - th7 - th12 * L6) * (cos(q2 + q4) + cos(-q2 + q4))
        + 1 / 2 * ((L4 - L5) * (th12 + th11) - th9) * (cos(q5 - q2 + q4) + cos(q5 + q2 + q4))
        + 1 / 2 * (th8 + th6) * (sin(q2 + q4) + sin(-q2 + q4))
        + 1 / 2 * (sin(q5 + q2 + q4) + sin(q5 - q2 + q4)) * th10
    )
    M14 = (
        1 / 2 * ((L4 - L5) * (th11 + th12) - th9) * (cos(q5 + q2 + q4) + cos(q5 - q2 + q4))
        + 1 / 2 * (sin(q5 + q2 + q4) + sin(q5 - q2 + q4)) * th10
    )
    M22 = (
        ((L5 - L4) * (sin(q5) + sin(q5 + 2 * q4)) - 2 * cos(q4) * d) * th8
        + th4
        + (-2 * d * cos(q4 + q5) - L4 * sin(2 * q5 + 2 * q4)) * th10
        + th12 * d**2
        + (
            (1 / 2 - 1 / 2 * cos(2 * q5 + 2 * q4)) * (L5**2 + L4**2)
            + 2 * L4 * d * sin(q4 + q5)
            + d6**2
            + d**2
            + ((cos(2 * q5 + 2 * q4) - 1) * L4 - 2 * d * sin(q4 + q5)) * L5
        )
        * th11
        + ((cos(2 * q4) - cos(q5) - 1 + cos(q5 + 2 * q4)) * L4 - 2 * d * sin(q4)) * th5
        - 2 * (sin(q4 + q5) * L5 + sin(q4) * L6) * d * th12
        + ((cos(q5 + 2 * q4) - cos(q5)) * (L4 - L5) - 2 * d * sin(q4)) * th7
        - 1 / 2 * th12 * (cos(2 * q4) - 1) * L6**2
        - 1 / 2 * (cos(2 * q5 + 2 * q4) - 1) * (L5**2 + L4**2) * th12
        + (-L4 * (sin(2 * q4) + sin(q5 + 2 * q4) + sin(q5)) - 2 * cos(q4) * d) * th6
        + ((cos(2 * q5 + 2 * q4) - 1) * L4 + (cos(q5) - cos(q5 + 2 * q4)) * L6) * L5 * th12
        + ((cos(2 * q5 + 2 * q4) - 1) * L4 - 2 * d * sin(q4 + q5)) * th9
        + (2 * sin(q4 + q5) * d - (cos(q5) - cos(q5 + 2 * q4)) * L6) * L4 * th12
    )
    M23 = -th7 * d6 * cos(q4) + th8 * d6 * sin(q4) + th11 * d6 * (L4 - L5) * cos(q4 + q5)
    M24 = th11 * d6 * (L4 - L5) * cos(q4 + q5)
    M33 = (
        (
            ((L5 - L6) * L4 + 2 * L5 * L6) * th12
            + L5 * L4 * th11
            + (th9 - th5 - th7) * L4
            + 2 * th7 * L5
        )
        * cos(q5)
        + L4 * (th6 + th8) * sin(2 * q4)
        - L4 * ((1 / 2 * L4 + L6) * th12 + 1 / 2 * L4 * th11 + th5 + th7) * cos(2 * q4)
        - L4 * ((L6 + L5) * th12 + L5 * th11 + th9 + th7 + th5) * cos(q5 + 2 * q4)
        + (th8 + th10 + th6) * L4 * sin(q5 + 2 * q4)
        + ((2 * L5 - L4) * th8 - (th6 + th10) * L4) * sin(q5)
        + (L4**2 + (L6 - L5) * L4 + L5**2 + L6**2) * th12
        + ((1 / 2 * L4 - L5) * (th12 + th11) - th9) * L4 * cos(2 * q5 + 2 * q4)
        + (L5**2 - L5 * L4 + L4**2) * th11
        + (th7 - th9 + sin(2 * q5 + 2 * q4) * th10 - th5) * L4
    )
    M34 = (
        1 / 2 * (sin(q5 + 2 * q4) - sin(q5)) * L4 * th6
        + 1 / 2 * th12 * (cos(2 * q5 + 2 * q4) + 1) * L4**2
        + (1 / 2 * cos(q5) - cos(2 * q5 + 2 * q4) - 1 / 2 * cos(q5 + 2 * q4) - 1) * L4 * th9
        + (1 / 2 * sin(q5 + 2 * q4) + sin(2 * q5 + 2 * q4) - 1 / 2 * sin(q5)) * L4 * th10
        + (L5 * cos(q5) - 1 / 2 * (cos(q5) + cos(q5 + 2 * q4)) * L4) * th7
        + ((L5 - 1 / 2 * L4) * sin(q5) + 1 / 2 * L4 * sin(q5 + 2 * q4)) * th8
        + th12 * L5**2
        + (
            L5**2
            + 1 / 2 * (cos(q5) - cos(q5 + 2 * q4)) * L4 * L5
            + 1 / 2 * (1 + cos(2 * q5 + 2 * q4)) * (L4**2 - 2 * L4 * L5)
        )
        * th11
        - 1 / 2 * (cos(q5) + cos(q5 + 2 * q4)) * L4 * th5
        + (cos(q5) * L6 - 1 / 2 * (2 + 2 * cos(2 * q5 + 2 * q4) + cos(q5 + 2 * q4) - cos(q5)) * L4)
        * L5
        * th12
        - 1 / 2 * th12 * (cos(q5) + cos(q5 + 2 * q4)) * L6 * L4
    )
    M44 = (
        ((1 / 2 * L4**2 - L5 * L4) * (th12 + th11) - L4 * th9) * cos(2 * q5 + 2 * q4)
        + (1 / 2 * L4**2 - L5 * L4 + L5**2) * (th12 + th11)
        + (sin(2 * q5 + 2 * q4) * th10 - th9) * L4
    )
    return stack(
        [[M11, M12, M13, M14], [M12, M22, M23, M24], [M13, M23, M33, M34], [M14, M24, M34, M44]]
    )


def C(q: Array, qd: Array, theta: Array, L: Lengths) -> Array:
    """Entries of the Coriolis matrix."""
    _, q2, q4, q5 = q.T
    _, v2, v4, v5 = qd.T
    _, th2, th3, _, th5, th6, th7, th8, th9, th10, th11, th12 = theta
    _, L4, L5, L6, _, _, d6, d = L
    C12 = (
        1 / 2 * (th7 + th5 + L6 * th12) * ((v2 - v4) * sin(q4 - q2) + (v2 + v4) * sin(q2 + q4))
        - ((th12 + th11) * d + th3) * v2 * cos(q2)
        + (1 / 2 * (th9 + (L5 - L4) * (th12 + th11)))
        * ((v4 + v2 + v5) * sin(q5 + q2 + q4) + (v2 - v4 - v5) * sin(q5 - q2 + q4))
        - (th2 + d6 * th11) * v2 * sin(q2)
        + 1 / 2 * (th8 + th6) * ((v2 - v4) * cos(q4 - q2) + (v2 + v4) * cos(q2 + q4))
        + 1 / 2 * ((v2 - v4 - v5) * cos(q5 - q2 + q4) + (v4 + v2 + v5) * cos(q5 + q2 + q4)) * th10
    )
    C13 = (
        1 / 2 * (th8 + th6) * ((v4 - v2) * cos(q4 - q2) + (v2 + v4) * cos(q2 + q4))
        + (1 / 2 * (th9 + (L5 - L4) * (th12 + th11)))
        * ((v4 + v2 + v5) * sin(q5 + q2 + q4) + (v4 - v2 + v5) * sin(q5 - q2 + q4))
        + 1 / 2 * (th5 + th7 + L6 * th12) * ((v4 - v2) * sin(q4 - q2) + (v2 + v4) * sin(q2 + q4))
        + 1 / 2 * ((v4 + v2 + v5) * cos(q5 + q2 + q4) + (v4 + v5 - v2) * cos(q5 - q2 + q4)) * th10
    )
    C14 = 1 / 2 * (
        (v4 + v2 + v5) * cos(q5 + q2 + q4) + (v4 - v2 + v5) * cos(q5 - q2 + q4)
    ) * th10 + (1 / 2 * (th9 + (L5 - L4) * (th12 + th11))) * (
        (v4 + v2 + v5) * sin(q5 + q2 + q4) + (v4 + v5 - v2) * sin(q5 - q2 + q4)
    )
    C22 = (
        -1
        / 2
        * (L4 * th6 - L5 * th8 + th8 * L4)
        * ((2 * v4 + v5) * cos(2 * q4 + q5) + v5 * cos(q5))
        - v4 * d * (th5 + th7 + L6 * th12) * cos(q4)
        - (v4 + v5) * (th9 + (L5 - L4) * (th12 + th11)) * d * cos(q4 + q5)
        - 1 / 2 * (v4 + v5) * (2 * L4 * th9 - (L5 - L4) ** 2 * (th12 + th11)) * sin(2 * q5 + 2 * q4)
        - 1 / 2 * v4 * (2 * L4 * th5 - L6**2 * th12) * sin(2 * q4)
        - v4 * L4 * th6 * cos(2 * q4)
        + (1 / 2 * (L4 * (th5 + th7) + L6 * th12 * (L4 - L5) - L5 * th7))
        * (v5 * sin(q5) - (2 * v4 + v5) * sin(2 * q4 + q5))
        + (v4 + v5) * sin(q4 + q5) * d * th10
        - (v4 + v5) * cos(2 * q5 + 2 * q4) * L4 * th10
        + d * v4 * (th8 + th6) * sin(q4)
    )
    C23 = (
        1 / 2 * v2 * (L6**2 * th12 - 2 * L4 * th5) * sin(2 * q4)
        - v2 * cos(2 * q5 + 2 * q4) * L4 * th10
        + 1 / 2 * v2 * ((L5 - L4) ** 2 * (th12 + th11) - 2 * L4 * th9) * sin(2 * q5 + 2 * q4)
        + (v2 * d * th10 + d6 * th11 * (v4 + v5) * (L5 - L4)) * sin(q4 + q5)
        - (((L5 - L4) * (th12 + th11) + th9) * d) * v2 * cos(q4 + q5)
        + v2 * ((L5 - L4) * (L6 * th12 + th7) - L4 * th5) * sin(2 * q4 + q5)
        + (v4 * d6 * th8 - v2 * (L6 * th12 + th7 + th5) * d) * cos(q4)
        + (v2 * (th8 + th6) * d + v4 * d6 * th7) * sin(q4)
        + v2 * ((L5 - L4) * th8 - L4 * th6) * cos(2 * q4 + q5)
        - v2 * L4 * th6 * cos(2 * q4)
    )
    C24 = (
        ((v4 + v5) * (L5 - L4) * d6 * th11 + v2 * d * th10) * sin(q4 + q5)
        + 1 / 2 * v2 * ((L5 - L4) ** 2 * (th12 + th11) - 2 * L4 * th9) * sin(2 * q5 + 2 * q4)
        - ((L5 - L4) * (th12 + th11) + th9) * d * v2 * cos(q4 + q5)
        - v2 * L4 * th10 * cos(2 * q5 + 2 * q4)
        - 1 / 2 * v2 * (L4 * th6 + th8 * (L4 - L5)) * (cos(q5) + cos(2 * q4 + q5))
        + 1 / 2 * v2 * ((L5 - L4) * (L6 * th12 + th7) - L4 * th5) * (sin(2 * q4 + q5) - sin(q5))
    )
    C32 = (
        v2 * L4 * th10 * cos(2 * q5 + 2 * q4)
        + v2 * L4 * th6 * cos(2 * q4)
        + v2 * d * (th9 + (L5 - L4) * (th12 + th11)) * cos(q4 + q5)
        - v2 * d * sin(q4 + q5) * th10
        + 1 / 2 * v2 * (2 * L4 * th5 - L6**2 * th12) * sin(2 * q4)
        + v2 * (L4 * th5 - (L5 - L4) * (L6 * th12 + th7)) * sin(2 * q4 + q5)
        + 1 / 2 * v2 * (-((L5 - L4) ** 2) * (th12 + th11) + 2 * L4 * th9) * sin(2 * q5 + 2 * q4)
        + v2 * d * (th5 + th7 + L6 * th12) * cos(q4)
        - v2 * d * (th8 + th6) * sin(q4)
        + v2 * (L4 * th6 + th8 * (L4 - L5)) * cos(2 * q4 + q5)
    )
    C33 = (
        1 / 2 * L4 * (v4 + v5) * ((2 * L5 - L4) * (th12 + th11) + 2 * th9) * sin(2 * q5 + 2 * q4)
        - (1 / 2 * v5)
        * (
            (2 * L5 * L6 - L6 * L4 + L5 * L4) * th12
            + (2 * L5 - L4) * th7
            + th11 * L5 * L4
            + L4 * (th9 - th5)
        )
        * sin(q5)
        + L4 * (v4 + v5) * th10 * cos(2 * q5 + 2 * q4)
        + 1
        / 2
        * L4
        * (2 * v4 + v5)
        * ((L5 + L6) * th12 + th7 + L5 * th11 + th5 + th9)
        * sin(2 * q4 + q5)
        + L4 * v4 * (th8 + th6) * cos(2 * q4)
        + 1 / 2 * L4 * v4 * ((L4 + 2 * L6) * th12 + 2 * th7 + L4 * th11 + 2 * th5) * sin(2 * q4)
        + 1 / 2 * L4 * (2 * v4 + v5) * (th8 + th6 + th10) * cos(2 * q4 + q5)
        - 1 / 2 * v5 * (L4 * (th6 + th10) + th8 * (L4 - 2 * L5)) * cos(q5)
    )
    C34 = (
        (1 / 2 * (th8 + th10 + th6) * cos(2 * q4 + q5) + th10 * cos(2 * q5 + 2 * q4))
        * L4
        * (v4 + v5)
        - (1 / 2 * (v4 + v5))
        * (L5 * L4 * th12 + (2 * L5 - L4) * (th7 + L6 * th12) + th11 * L5 * L4 + L4 * (th9 - th5))
        * sin(q5)
        + 1
        / 2
        * L4
        * (v4 + v5)
        * ((L5 + L6) * th12 + th7 + L5 * th11 + th5 + th9)
        * sin(2 * q4 + q5)
        + 1 / 2 * L4 * (v4 + v5) * ((2 * L5 - L4) * (th12 + th11) + 2 * th9) * sin(2 * q5 + 2 * q4)
        + 1 / 2 * (v4 + v5) * ((2 * L5 - L4) * th8 - L4 * (th10 + th6)) * cos(q5)
    )
    C42 = (
        v2 * d * ((L5 - L4) * (th12 + th11) + th9) * cos(q4 + q5)
        + 1 / 2 * v2 * ((L5 - L4) * (L6 * th12 + th7) - L4 * th5) * (sin(q5) - sin(2 * q4 + q5))
        + 1 / 2 * v2 * (2 * L4 * th9 - (th12 + th11) * (L5 - L4) ** 2) * sin(2 * q5 + 2 * q4)
        + v2 * L4 * th10 * cos(2 * q5 + 2 * q4)
        - v2 * d * th10 * sin(q4 + q5)
        + 1 / 2 * v2 * (L4 * th6 - (L5 - L4) * th8) * (cos(q5) + cos(2 * q4 + q5))
    )
    C43 = (
        (1 / 2 * v4)
        * (
            L4 * (th9 - th5 + th11 * L5)
            + (2 * L5 * L6 - L6 * L4 + L5 * L4) * th12
            + (2 * L5 - L4) * th7
        )
        * sin(q5)
        + L4 * (v4 + v5) * th10 * cos(2 * q5 + 2 * q4)
        + 1 / 2 * v4 * L4 * ((L5 + L6) * th12 + th7 + L5 * th11 + th5 + th9) * sin(2 * q4 + q5)
        + 1 / 2 * v4 * L4 * (th8 + th6 + th10) * cos(2 * q4 + q5)
        + 1 / 2 * L4 * (v4 + v5) * ((2 * L5 - L4) * (th12 + th11) + 2 * th9) * sin(2 * q5 + 2 * q4)
        + 1 / 2 * v4 * (L4 * (th6 + th10) + th8 * (L4 - 2 * L5)) * cos(q5)
    )
    C44 = 1 / 2 * L4 * (v4 + v5) * ((2 * L5 - L4) * (th12 + th11) + 2 * th9) * sin(
        2 * q5 + 2 * q4
    ) + L4 * (v4 + v5) * th10 * cos(2 * q5 + 2 * q4)
    return stack([[0, C12, C13, C14], [0, C22, C23, C24], [0, C32, C33, C34], [0, C42, C43, C44]])


def G(q: Array, theta: Array, L: Lengths, g: float = 9.81) -> Array:
    """Entries of the gravity vector."""
    _, _, q4, q5 = q.T
    _, _, _, _, th5, th6, th7, th8, th9, th10, th11, th12 = theta
    _, L4, L5, L6, *_ = L
    g3 = (
        -g * (th9 + th12 * L5 + L5 * th11) * sin(q4 + q5)
        - g * (th6 + th8) * cos(q4)
        - g * (th5 + th12 * (L6 + L4) + L4 * th11 + th7) * sin(q4)
        - g * th10 * cos(q4 + q5)
    )
    g4 = -g * (th9 + th12 * L5 + L5 * th11) * sin(q4 + q5) - g * th10 * cos(q4 + q5)
    return stack([[0, 0, g3, g4]])[:, 0]


def compute_printed_matrix(q: Array, theta: Array, L: Lengths) -> Array:
    """M with M22, M33 and M44 as they are printed."""
    _, _, q4, q5 = q.T
    _, _, _, _, th5, th6, th7, th8, th9, th10, th11, th12 = theta
    _, L4, L5, L6, _, _, d6, d = L
    group = (
        (1 / 2 - 1 / 2 * cos(2 * q5 + 2 * q4)) * (L5**2 + L4**2)
        + 2 * L4 * d * sin(q4 + q5)
        + d6**2
        + d**2
    )
    both = M(q, theta, L)
    both[:, 1, 1] += (1 - th11) * group - 2 * cos(q5 + 2 * q4) * L6 * L4 * th12
    both[:, 2, 2] = (
        ((L5 - L6) * L4 + 2 * L5 * L6) * th12
        + L5 * L4 * th11
        + (th9 - th5 - th7) * L4
        + 2 * th7 * L5 * cos(q5)
        + L4 * (th6 + th8) * sin(2 * q4)
        - L4 * (1 / 2 * L4 + L6) * th12
        + 1 / 2 * L4 * th11
        + th5
        + th7 * cos(2 * q4)
        - L4 * (L6 + L5) * th12
        + L5 * th11
        + th9
        + th7
        + th5 * cos(q5 + 2 * q4)
        + (th8 + th10 + th6) * L4 * sin(q5 + 2 * q4)
        + ((2 * L5 - L4) * th8 - (th6 + th10) * L4) * sin(q5)
        + (L4**2 + (L6 - L5) * L4 + L5**2 + L6**2) * th12
        + (1 / 2 * L4 - L5) * (th12 + th11)
        - th9 * L4 * cos(2 * q5 + 2 * q4)
        + (L5**2 - L5 * L4 + L4**2) * th11
        + (th7 - th9 + sin(2 * q5 + 2 * q4) * th10 - th5) * L4
    )
    both[:, 3, 3] = (
        (1 / 2 * L4**2 - L5 * L4) * (th12 + th11)
        - L4 * th9 * cos(2 * q5 + 2 * q4)
        + (1 / 2 * L4**2 - L5 * L4 + L5**2) * (th12 + th11)
        + (sin(2 * q5 + 2 * q4) * th10 - th9) * L4
    )
    return both
