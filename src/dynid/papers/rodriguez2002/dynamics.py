"""Rodriguez-Angeles 2002: its dynamic model, Appendix B and Table 4, held against physics and
against dynid's model."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dynid.arrays import Array
from dynid.model.model import Model
from dynid.model.task import task_dynamics
from dynid.papers.claims import ARITHMETIC, Claim, Row
from dynid.papers.rodriguez2002 import appendix_b as paper
from dynid.papers.rodriguez2002.appendix_b import TABLE_4, Lengths
from dynid.papers.rodriguez2002.geometry import largest
from dynid.papers.rodriguez2002.robot import (
    CARRIER,
    FRICTION,
    TABLE_4_FRICTION,
    L,
    carried,
    poses,
    smooth_friction,
    table_3,
)


def skewness(M: Callable[[Array, Array, Lengths], Array], q: Array, qd: Array) -> float:
    """How far Mdot - 2C is from skew, relative to Mdot."""
    h = 1e-5
    rate = (M(q + h * qd, TABLE_4, L) - M(q - h * qd, TABLE_4, L)) / (2 * h)
    S = rate - 2 * paper.C(q, qd, TABLE_4, L)
    return largest(S + S.transpose(0, 2, 1)) / largest(rate)


def equations(model: Model) -> list[Claim]:
    """(8) to (29), and Appendix B."""
    _, q, qd = poses()
    p = carried(model, TABLE_4)
    pairs = (
        (model.mass_matrix(q, p), paper.M(q, TABLE_4, L)),
        (model.coriolis(q, qd, p), paper.C(q, qd, TABLE_4, L)),
        (model.gravity(q, p), paper.G(q, TABLE_4, L)),
    )
    apart = max(largest(a - b) / largest(b) for a, b in pairs)
    repaired, printed = skewness(paper.M, q, qd), skewness(paper.printed, q, qd)
    bare = float(np.mean(np.linalg.eigvalsh(paper.M(q, TABLE_4, L))[:, 0] <= 0))
    way = np.linalg.eigvalsh(paper.M(table_3().at(np.arange(200) / 80)[0], TABLE_4, L))[:, 0].min()
    Ixy, Ixz, Iyz = 0.1, 0.2, 0.3
    I_8 = np.array([[1.0, Ixy, Ixz], [Ixy, 1.0, Iyz], [Iyz, Ixz, 1.0]])  # the third row as printed
    lone = np.zeros_like(qd)
    lone[:, 2] = 1.8  # rad/s, of q4 in its own motion
    curl = largest(paper.C(q, lone, TABLE_4, L)[:, 2, 2] * 1.8)  # 1/2 m'(q4) qd4^2
    plus, cartesian = _plus(q, qd), _cartesian(model, p, q, qd)
    return [
        Row("(8)", "inertia matrix of a link").wrong(
            "symmetric",
            f"off by {largest(I_8 - I_8.T):.1f} for Iyz - Ixz = 0.1",
            largest(I_8 - I_8.T) > 0,
            "Ixz and Iyz are swapped in the third row",
        ),
        Row("(11)", "sign of the friction").wrong(
            "tau* = tau + F",
            f"tau - F; + is off by {plus:.0f} % of the torque",
            plus > 10.0,
            "(14) and (60) have the friction on the other side",
        ),
        Row("(19)-(21)", "Mdot - 2C is skew").holds(
            "exact", f"to {repaired:.0e}, Appendix B repaired", repaired < 1e-7
        ),
        Row("Appendix B", "M22, M33, M44 as printed").wrong(
            "(19) holds",
            f"Mdot - 2C is off skew by {100 * printed:.0f} % of Mdot",
            printed > 1e-2,
            "brackets are lost, and one sign is wrong",
        ),
        Row(
            "(60), App. B", "M, C, G, three entries repaired, are those of eight bodies with loops"
        ).holds("-", f"to {apart:.0e}", apart < 1e-10),
        Row("4.3", "Cartesian dynamics M_x xdd + V_x + G_x = f, with tau = J' f").holds(
            "exact",
            f"to {cartesian:.0e} of Appendix B's torques",
            cartesian < 1e-10,
            "of q1, q2, q3 and the height of the tool, which x_c is linear in",
        ),
        Row("(22)", "M(q) positive definite for all q").wrong(
            "0 < M_m",
            f"not at {100 * bare:.0f} % of Table 5's poses",
            bare > 0.1,
            f"with Table 4; along Table 3 it is (least eigenvalue {way:.2f})",
        ),
        Row("(29)", "no centripetal term while one joint moves").wrong(
            "none",
            f"up to {curl:.1f} Nm at q4",
            curl > 0.1,
            "1/2 m'(q) qd^2 of q4 and q5 is missing",
        ),
    ]


def _cartesian(model: Model, p: Array, q: Array, qd: Array) -> float:
    """Torques of the forces of section 4.3 against those of Appendix B, relative."""
    qdd = np.random.default_rng(6).normal(size=q.shape)
    task = task_dynamics(model, q, qd, p)

    def times(A: Array, x: Array) -> Array:
        return np.asarray(np.einsum("kij,kj->ki", A, x))

    f = task.force(times(task.J, qdd) + times(task.J_rate, qd))
    tau = times(paper.M(q, TABLE_4, L), qdd) + times(paper.C(q, qd, TABLE_4, L), qd)
    tau = tau + paper.G(q, TABLE_4, L)
    return largest(times(task.J.transpose(0, 2, 1), f) - tau) / largest(tau)


def parameters(model: Model) -> list[Claim]:
    """Table 4: how many parameters, what they can be, and its friction."""
    _, q, qd = poses()
    Y = model.regressor(q, qd, np.random.default_rng(5).normal(size=q.shape)).reshape(
        4 * len(q), -1
    )
    few = Y[:, [model.parameters.index(name) for name in CARRIER]]
    rank, twelve = (int(np.linalg.matrix_rank(x, tol=1e-9)) for x in (Y, few))
    lumps, com = _lumps(model, Y), float(np.hypot(TABLE_4[6], TABLE_4[7]) / TABLE_4[10])
    v = np.linspace(-2, 2, 4001)
    F = np.array([smooth_friction(c, v) for c in TABLE_4_FRICTION.values()])
    Bv, B1, B2, w1, w2 = np.array(list(TABLE_4_FRICTION.values())).T[:, :, None]
    as_13 = (
        Bv * v + B1 * (1 - 2 / (1 + np.exp(2 * w1 * v))) + B2 * (1 - 2 / (1 + np.exp(2 * w2 * v)))
    )
    # |qd| of four joints at v is 2 |v|
    bound = 2 * np.abs(v) * Bv.max() + np.linalg.norm(B1) + np.linalg.norm(B2)
    share = float((np.linalg.norm(F, axis=0) / bound).max())
    active = [joint for joint, f in zip(TABLE_4_FRICTION, F) if (f * v).min() < 0]
    return [
        Row("4.2", "minimum of parameters, friction's 20 and linear ones").wrong(
            "20 + 12",
            f"20 + {rank}",
            rank > twelve == len(CARRIER),
            f"of {model.layout.inertial.stop} inertial parameters {rank} combinations can be told"
            " apart; the twelve leave m3, m4, m5 and inertias out",
        ),
        Row("Table 4", "summands of theta_1, theta_4, theta_12 cannot be told apart").holds(
            "lumped", f"columns equal to {lumps:.0e}", lumps < 1e-12
        ),
        Row("Table 4", "centre of mass of link 6: theta_7, theta_8 / theta_11").wrong(
            "on a link of 0.30 m",
            f"{com:.2f} m from its joint",
            com > 1.0,
            "no mass and centre of mass, whatever torque they fit",
        ),
        Row("(13)", "1 - 2/(1 + exp 2wv) is tanh wv", ARITHMETIC).holds(
            "-", f"to {largest(F - as_13):.0e} N", largest(F - as_13) < 1e-10
        ),
        Row("(25)", "|F| <= b_v |qd| + b_f1 + b_f2", ARITHMETIC).holds(
            "bounded", f"at most {100 * share:.0f} % of it, Table 4", share <= 1.0
        ),
        Row("Table 4", "theta_13 ... theta_32 are friction").wrong(
            "dissipates",
            f"drives {', '.join(active)}",
            len(active) > 0,
            "F(v) v < 0 at some speeds; simulated here: a passive friction of its size",
        ),
    ]


def _plus(q: Array, qd: Array) -> float:
    """Error of the torque, % of its RMS, where friction is added to tau* as (11) has it, at
    constant velocities."""
    F = np.column_stack([smooth_friction(c, qd[:, j]) for j, c in enumerate(FRICTION.values())])
    tau = np.einsum("kij,kj->ki", paper.C(q, qd, TABLE_4, L), qd) + paper.G(q, TABLE_4, L) + F
    return 100.0 * float(np.sqrt(np.mean((2 * F) ** 2) / np.mean(tau**2)))


def _lumps(model: Model, Y: Array) -> float:
    """Largest difference between the columns that Table 4 sums, relative: masses, and second
    moments about the turret's axis."""

    def column(values: dict[str, float]) -> Array:
        return Y[:, [model.parameters.index(name) for name in values]] @ list(values.values())

    pairs = [({"link2.m": 1.0}, "link1.m"), ({"link8.m": 1.0}, "link7.m")]
    for body, axis in ("2x", "2y", "3y", "3z", "4z", "5z", "6z", "7y", "7z", "8x", "8z"):
        pairs.append(
            ({f"link{body}.I{other}{other}": 1.0 for other in "xyz" if other != axis}, "link2.Izz")
        )
    return max(largest(column(a) - column({b: 1.0})) / largest(column({b: 1.0})) for a, b in pairs)
