"""Rodriguez-Angeles 2002: its dynamic model, Appendix B and Table 4, held against physics and
against dynid's model."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dynid.arrays import Array
from dynid.model.model import Model
from dynid.model.task_space import task_dynamics
from dynid.papers.claims import ARITHMETIC, Claim, Row
from dynid.papers.rodriguez2002 import appendix_b as paper
from dynid.papers.rodriguez2002.appendix_b import TABLE_4, Lengths
from dynid.papers.rodriguez2002.rodriguez_geometry import find_largest
from dynid.papers.rodriguez2002.rodriguez_robot import (
    CARRIER,
    FRICTION,
    TABLE_4_FRICTION,
    L,
    draw_poses,
    make_table_3,
    map_to_robot,
    smooth_friction,
)


def compute_skewness(M: Callable[[Array, Array, Lengths], Array], q: Array, qd: Array) -> float:
    """How far Mdot - 2C is from skew, relative to Mdot."""
    h = 1e-5
    rate = (M(q + h * qd, TABLE_4, L) - M(q - h * qd, TABLE_4, L)) / (2 * h)
    S = rate - 2 * paper.C(q, qd, TABLE_4, L)
    return find_largest(S + S.transpose(0, 2, 1)) / find_largest(rate)


def check_equations(model: Model) -> list[Claim]:
    """(8) to (29), and Appendix B."""
    _, q, qd = draw_poses()
    p = map_to_robot(model, TABLE_4)
    pairs = (
        (model.mass_matrix(q, p), paper.M(q, TABLE_4, L)),
        (model.coriolis(q, qd, p), paper.C(q, qd, TABLE_4, L)),
        (model.gravity(q, p), paper.G(q, TABLE_4, L)),
    )
    apart = max(find_largest(a - b) / find_largest(b) for a, b in pairs)
    repaired, printed = (
        compute_skewness(paper.M, q, qd),
        compute_skewness(paper.compute_printed_matrix, q, qd),
    )
    bare = float(np.mean(np.linalg.eigvalsh(paper.M(q, TABLE_4, L))[:, 0] <= 0))
    way = np.linalg.eigvalsh(paper.M(make_table_3().at(np.arange(200) / 80)[0], TABLE_4, L))[
        :, 0
    ].min()
    Ixy, Ixz, Iyz = 0.1, 0.2, 0.3
    I_8 = np.array([[1.0, Ixy, Ixz], [Ixy, 1.0, Iyz], [Iyz, Ixz, 1.0]])  # the third row as printed
    lone = np.zeros_like(qd)
    lone[:, 2] = 1.8  # rad/s, of q4 in its own motion
    curl = find_largest(paper.C(q, lone, TABLE_4, L)[:, 2, 2] * 1.8)  # 1/2 m'(q4) qd4^2
    plus, cartesian = _compare_friction_signs(q, qd), _compare_cartesian(model, p, q, qd)
    return [
        Row("(8)", "inertia matrix of a link").declare_wrong(
            "symmetric",
            f"off by {find_largest(I_8 - I_8.T):.1f} for Iyz - Ixz = 0.1",
            find_largest(I_8 - I_8.T) > 0,
            "Ixz and Iyz are swapped in the third row",
        ),
        Row("(11)", "sign of the friction").declare_wrong(
            "tau* = tau + F",
            f"tau - F; + is off by {plus:.0f} % of the torque",
            plus > 10.0,
            "(14) and (60) have the friction on the other side",
        ),
        Row("(19)-(21)", "Mdot - 2C is skew").judge_statement(
            "exact", f"to {repaired:.0e}, Appendix B repaired", repaired < 1e-7
        ),
        Row("Appendix B", "M22, M33, M44 as printed").declare_wrong(
            "(19) holds",
            f"Mdot - 2C is off skew by {100 * printed:.0f} % of Mdot",
            printed > 1e-2,
            "brackets are lost, and one sign is wrong",
        ),
        Row(
            "(60), App. B", "M, C, G, three entries repaired, are those of eight bodies with loops"
        ).judge_statement("-", f"to {apart:.0e}", apart < 1e-10),
        Row("4.3", "Cartesian dynamics M_x xdd + V_x + G_x = f, with tau = J' f").judge_statement(
            "exact",
            f"to {cartesian:.0e} of Appendix B's torques",
            cartesian < 1e-10,
            "of q1, q2, q3 and the height of the tool, which x_c is linear in",
        ),
        Row("(22)", "M(q) positive definite for all q").declare_wrong(
            "0 < M_m",
            f"not at {100 * bare:.0f} % of Table 5's poses",
            bare > 0.1,
            f"with Table 4; along Table 3 it is (least eigenvalue {way:.2f})",
        ),
        Row("(29)", "no centripetal term while one joint moves").declare_wrong(
            "none",
            f"up to {curl:.1f} Nm at q4",
            curl > 0.1,
            "1/2 m'(q) qd^2 of q4 and q5 is missing",
        ),
    ]


def _compare_cartesian(model: Model, p: Array, q: Array, qd: Array) -> float:
    """Torques of the forces of section 4.3 against those of Appendix B, relative."""
    qdd = np.random.default_rng(6).normal(size=q.shape)
    task = task_dynamics(model, q, qd, p)

    def multiply_samples(A: Array, x: Array) -> Array:
        return np.asarray(np.einsum("kij,kj->ki", A, x))

    f = task.force(multiply_samples(task.J, qdd) + multiply_samples(task.J_rate, qd))
    tau = multiply_samples(paper.M(q, TABLE_4, L), qdd) + multiply_samples(
        paper.C(q, qd, TABLE_4, L), qd
    )
    tau = tau + paper.G(q, TABLE_4, L)
    return find_largest(multiply_samples(task.J.transpose(0, 2, 1), f) - tau) / find_largest(tau)


def check_parameters(model: Model) -> list[Claim]:
    """Table 4: how many parameters, what they can be, and its friction."""
    _, q, qd = draw_poses()
    Y = model.regressor(q, qd, np.random.default_rng(5).normal(size=q.shape)).reshape(
        4 * len(q), -1
    )
    few = Y[:, [model.parameters.index(name) for name in CARRIER]]
    rank, twelve = (int(np.linalg.matrix_rank(x, tol=1e-9)) for x in (Y, few))
    lumps, com = (
        _compare_lumped_columns(model, Y),
        float(np.hypot(TABLE_4[6], TABLE_4[7]) / TABLE_4[10]),
    )
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
        Row("4.2", "minimum of parameters, friction's 20 and linear ones").declare_wrong(
            "20 + 12",
            f"20 + {rank}",
            rank > twelve == len(CARRIER),
            f"of {model.layout.inertial.stop} inertial parameters {rank} combinations are "
            "identifiable;"
            " the twelve omit m3, m4, m5 and inertias",
        ),
        Row(
            "Table 4", "summands of theta_1, theta_4, theta_12 cannot be distinguished"
        ).judge_statement("lumped", f"columns equal to {lumps:.0e}", lumps < 1e-12),
        Row("Table 4", "centre of mass of link 6: theta_7, theta_8 / theta_11").declare_wrong(
            "on a link of 0.30 m",
            f"{com:.2f} m from its joint",
            com > 1.0,
            "no mass and centre of mass, whatever torque they fit",
        ),
        Row("(13)", "1 - 2/(1 + exp 2wv) is tanh wv", ARITHMETIC).judge_statement(
            "-", f"to {find_largest(F - as_13):.0e} N", find_largest(F - as_13) < 1e-10
        ),
        Row("(25)", "|F| <= b_v |qd| + b_f1 + b_f2", ARITHMETIC).judge_statement(
            "bounded", f"at most {100 * share:.0f} % of it, Table 4", share <= 1.0
        ),
        Row("Table 4", "theta_13 ... theta_32 are friction").declare_wrong(
            "dissipates",
            f"drives {', '.join(active)}",
            len(active) > 0,
            "F(v) v < 0 at some speeds; simulated here: a passive friction of its size",
        ),
    ]


def _compare_friction_signs(q: Array, qd: Array) -> float:
    """Error of the torque, % of its RMS, where friction is added to tau* as (11) has it, at
    constant velocities."""
    F = np.column_stack([smooth_friction(c, qd[:, j]) for j, c in enumerate(FRICTION.values())])
    tau = np.einsum("kij,kj->ki", paper.C(q, qd, TABLE_4, L), qd) + paper.G(q, TABLE_4, L) + F
    return 100.0 * float(np.sqrt(np.mean((2 * F) ** 2) / np.mean(tau**2)))


def _compare_lumped_columns(model: Model, Y: Array) -> float:
    """Largest difference between the columns that Table 4 sums, relative: masses, and second
    moments about the turret's axis."""

    def sum_columns(values: dict[str, float]) -> Array:
        return Y[:, [model.parameters.index(name) for name in values]] @ list(values.values())

    pairs = [({"link2.m": 1.0}, "link1.m"), ({"link8.m": 1.0}, "link7.m")]
    for body, axis in ("2x", "2y", "3y", "3z", "4z", "5z", "6z", "7y", "7z", "8x", "8z"):
        pairs.append(
            ({f"link{body}.I{other}{other}": 1.0 for other in "xyz" if other != axis}, "link2.Izz")
        )
    return max(
        find_largest(sum_columns(a) - sum_columns({b: 1.0})) / find_largest(sum_columns({b: 1.0}))
        for a, b in pairs
    )
