"""Diaz-Rodriguez 2010: its equations and algorithms as printed, beside what they should be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dynid.arrays import Array, Triple
from dynid.closed_chains.closing import close
from dynid.estimators.least_squares import WLS
from dynid.estimators.stepwise.grid import Grid
from dynid.estimators.stepwise.relations import find_exact_relations
from dynid.estimators.stepwise.stepwise_estimator import Stepwise
from dynid.identification.estimate import estimate
from dynid.identification.history import History
from dynid.identification.problem import Problem
from dynid.model.base_reduction import base_parameters
from dynid.model.model import Model
from dynid.papers.claims import RECOVERED, SIZED, Claim, Row
from dynid.papers.diaz2010.diaz_experiment import (
    SHAPE,
    ReducedExperiment,
    RobotStudy,
    compute_relative_error,
    compute_torque_errors,
    make_random_trajectory,
)
from dynid.papers.diaz2010.diaz_robots import RobotCase, make_printed_table_5, make_table_1

SMALL = 1e-9  # of what it is compared with: round-off of closing the loops


def rank_together(A: Array, B: Array) -> int:
    both = np.vstack([A, B])
    return int(np.linalg.matrix_rank(both / np.maximum(np.abs(both).max(axis=0), 1e-300), tol=1e-9))


def check_base_parameters(prs: RobotCase) -> list[Claim]:
    """Section 2.2 and Table 1: counts from seeded exact states."""
    base = base_parameters(Model(prs.model.robot, symmetric=False))
    printed = make_table_1(base.model)
    symbols = int((printed != 0).any(axis=0).sum())
    heavy = (prs.B @ prs.p)[prs.names.index("P12")]
    return [
        Row("2.2", "3-PRS: rigid-body parameters").judge_statement(
            "70", str(base.model.layout.inertial.stop), base.model.layout.inertial.stop == 70
        ),
        Row("2.2", "3-PRS: parameters that contribute").declare_wrong(
            "24",
            str(base.contributing),
            base.contributing != 24 and symbols == base.contributing,
            f"a miscount: Table 1 itself has {symbols} symbols",
        ),
        Row("2.2", "3-PRS: base parameters").judge_statement(
            "19", f"{len(base)} (gap {base.gap:.0e})", len(base) == 19
        ),
        Row("Table 1", "its 19 rows span the base parameters").judge_statement(
            "19 combinations",
            f"{rank_together(printed, printed)}, with ours {rank_together(printed, base.map)}",
            rank_together(printed, printed) == rank_together(printed, base.map) == 19,
        ),
        Row("Table 1", "row 17 is the mass of all links, positive", RECOVERED).judge_statement(
            "> 0", f"{heavy:.3g} kg", bool(heavy > 0)
        ),
    ]


def check_tables(prs: RobotCase, rps: RobotCase, motions: Sequence[Triple]) -> list[Claim]:
    """Tables 2 and 5: do the parameters give the torques of the robot with equal legs?"""
    off = []
    for case, B, motion in (
        (prs, prs.B, motions[0]),
        (rps, rps.B, motions[1]),
        (rps, make_printed_table_5(rps), motions[1]),
    ):
        tau = case.model.inverse_dynamics(*motion, case.p)
        off.append(
            float(np.abs(case.compute_rows(motion) @ (B @ case.p) - tau).max() / np.abs(tau).max())
        )
    relations = find_exact_relations(prs.B[:13], prs.names[:13])
    rank = int(np.linalg.matrix_rank(prs.B[:13]))
    return [
        Row("Table 2", "3-PRS: 13 parameters give the torques").judge_statement(
            "exact", f"{off[0]:.0e} off", off[0] < SMALL
        ),
        Row("Table 2", "they are independent").declare_wrong(
            "13",
            f"{rank}",
            rank == 11 and len(relations) == 2,
            f"with equal legs {' and '.join(map(str, relations))}",
        ),
        Row("Table 5", "3-RPS: 9 parameters give the torques").judge_statement(
            "exact", f"{off[1]:.0e} off", off[1] < SMALL
        ),
        Row("Table 5", "row 6 has ly_p3^2 (m3 + m2)").declare_wrong(
            "ly_p3^2",
            f"torque {100 * off[2]:.2g} % off",
            off[2] > 1e-6 and off[1] < SMALL,
            "lx_p2^2 belongs there: then the torques are exact",
        ),
    ]


def check_friction(prs: RobotCase, motion: Triple) -> Claim:
    """(6), second line, as printed: -Fc - Fv qd for qd < 0, with the coefficients of Table 3."""
    fv, fc = 3509.89, 100.16
    back = motion[1][:, 0] < 0
    rate = motion[1][back, 0]
    printed, right = (-fc - fv * rate) * rate, (-fc + fv * rate) * rate
    return Row("(6)", "friction force for qd < 0").declare_wrong(
        "-Fc - Fv qd",
        f"least power {printed.min():.0f} W",
        bool(printed.min() < 0 and right.min() >= 0),
        "the drive would be pushed; -Fc + Fv qd always brakes",
    )


def sign_claims(prs: RobotCase, theta: Array) -> list[Claim]:
    """(4), (5) against (21), (22), and the algorithms of 5.1 to 5.3, on random states of the
    3-PRS."""
    robot = prs.model.robot
    legs = Model(robot, symmetric=False)
    tree = Model(
        robot.replace(loops=(), actuated=robot.coordinates, task=(), symmetry=()), symmetric=False
    )
    floating = Model(tree.robot.replace(gravity=(0.0, 0.0, 0.0)), symmetric=False)
    q, qd, qdd = make_random_trajectory(robot, 3).at(np.linspace(0, 8, 40))
    free = [robot.coordinates.index(name) for name in robot.actuated]
    whole = close(robot, q, qd, qdd)
    # columns: velocities of all coordinates for one drive moving; X are the dependent rows, qd_d =
    # X qd_i
    J = np.stack([close(robot, q, np.broadcast_to(e, q.shape)).qd for e in np.eye(3)], axis=2)
    printed = -J
    printed[:, free] = J[:, free]  # the paper's X = A_d^-1 A_i has the other sign
    K = tree.regressor(whole.q, whole.qd, whole.qdd)
    Y = legs.regressor(q, qd, qdd)
    size = np.abs(Y).max()
    minus, plus = (np.abs(np.einsum("nci,ncp->nip", S, K) - Y).max() / size for S in (J, printed))
    p = prs.columns[legs.layout.inertial] @ theta
    zero = np.zeros_like(whole.q)

    def compute_torque(model: Model, rate: Array, acceleration: Array) -> Array:
        """(K_i + X^T K_d) Phi on the tree, loops by J."""
        tree = model.inverse_dynamics(whole.q, rate, acceleration, p)
        torque: Array = np.einsum("nci,nc->ni", J, tree)
        return torque

    # 5.1: unit accelerations of one coordinate after another, then (26); 5.2, 5.3
    units = [
        compute_torque(floating, zero, np.broadcast_to(e, zero.shape))
        for e in np.eye(len(robot.coordinates))
    ]
    Md = np.stack(units, axis=2)  # (N, 3, coordinates)
    M = Md @ J
    bend = close(robot, q, qd, np.zeros_like(qd)).qdd
    C = compute_torque(floating, whole.qd, zero) + np.einsum("nic,nc->ni", Md, bend)
    G = compute_torque(tree, zero, zero)
    tau = legs.inverse_dynamics(q, qd, qdd, p)
    off = np.abs(np.einsum("nij,nj->ni", M, qdd) + C + G - tau).max() / np.abs(tau).max()
    flat = np.abs(compute_torque(floating, zero, zero)).max()
    return [
        Row("(4), (5)", "K_i - X^T K_d is the model").judge_statement(
            "X = A_d^-1 A_i", f"{minus:.0e} off", bool(minus < SMALL)
        ),
        Row("(21), (22)", "K_i + X^T K_d is the model").declare_wrong(
            "the same X",
            f"{100 * plus:.0f} % off",
            bool(plus > 0.01 and minus < SMALL),
            "a sign: right with X = -A_d^-1 A_i",
        ),
        Row("5.1-5.3", "M qdd + C + G by the algorithms").judge_statement(
            "the model", f"{off:.0e} off", bool(off < SMALL)
        ),
        Row("5.1", "the loops set q_i = 1").declare_wrong(
            "columns of M",
            f"largest entry {flat:.0e}",
            bool(flat < SMALL * np.abs(M).max()),
            "without acceleration nothing is left of M; qdd_i = 1 is meant",
        ),
    ]


def check_least_squares(one: ReducedExperiment, noise: Array) -> list[Claim]:
    """(14), (15) and Algorithm 1 as printed, with the rows of one experiment without ripple."""
    W, y = one.case.compute_rows(one.motion).reshape(-1, one.problem.size), one.y.ravel()
    sigma = np.tile(one.deviations, len(y) // 3)
    Ww, yw = W / sigma[:, None], y / sigma
    right, printed = (np.linalg.lstsq(Ww, target, rcond=None)[0] for target in (yw, y))
    own = one.complete.theta
    same = float(np.abs(right / own - 1).max())
    r, c = W.shape
    e = np.linalg.norm(yw - Ww @ right)
    weights = np.abs(np.array(one.deviations) / noise - 1).max()
    k = one.case.names.index("P12" if "P12" in one.case.names else "P8")
    truth = (one.case.B @ one.case.p)[k]
    return [
        Row("(14)", "estimate with W_w^T tau").declare_wrong(
            "tau",
            f"{one.case.names[k]} = {printed[k]:.3g}, true {truth:.3g}",
            bool(abs(printed[k] / truth - 1) > 0.1 > abs(right[k] / truth - 1) and same < 1e-6),
            f"tau_w belongs there: {right[k]:.4g}",
        ),
        Row("(15)", "deviations from five repetitions", RECOVERED).judge_statement(
            "by drive",
            f"within {100 * weights:.1f} % of the true ones",
            bool(weights < 0.05),
            "divided by sqrt(5) for the mean",
        ),
        Row("Algorithm 1", "s^2 = |tau_w - W_w phi| / (r - c)").declare_wrong(
            "the norm",
            f"{e / (r - c):.3f}; squared {e**2 / (r - c):.3f}",
            bool(abs(e**2 / (r - c) - 1) < 0.1 < abs(e / (r - c) - 1)),
            "must be 1 for right weights: the norm is to be squared",
        ),
    ]


def check_grid(one: ReducedExperiment, history: History) -> Claim:
    """Algorithm 2 on the way down, beside the LMI; once more with bounds that leave the true masses
    out."""
    wide, narrow = (
        list_missed_by_grid(one, history, bounds) for bounds in ((0.5, 20.0), (15.0, 40.0))
    )
    return Row("Algorithm 2", "a grid over two masses decides feasibility").judge_statement(
        "flag",
        f"as the inequality at {len(history) - len(wide)} of {len(history)} counts",
        not wide,
        f"with bounds of 15 to 40 kg it misses bodies at {len(narrow)}: only the matrix inequality"
        " needs no bounds",
    )


def list_missed_by_grid(
    one: ReducedExperiment, history: History, bounds: tuple[float, float]
) -> list[int]:
    """Numbers of parameters where the grid says otherwise than the inequality."""
    grid = Grid({"slider1.m": bounds, "coupler1.m": bounds}, points=20)
    rule = Stepwise(
        grid,
        keep=history[-1].count,
        deviations=one.deviations,
        model=one.case.model,
        map=one.case.B,
    )
    by_grid = estimate(one.problem, rule).history
    return [step.count for step, other in zip(by_grid, history) if step.feasible != other.feasible]


def check_without_rotors(rps: RobotStudy) -> Claim:
    """2.6: the 3-RPS identified without its active elements."""
    one = rps.first
    keep = np.array(["rotor" not in name for name in one.case.names])
    names = tuple(np.array(one.case.names)[keep])
    problem = Problem.from_rows(
        one.case.compute_rows(one.motion)[:, :, keep], one.y, names, one.problem.joints
    )
    rule = Stepwise(deviations=one.deviations, model=one.case.model, map=one.case.B[keep])
    fit = estimate(problem, rule)
    step = fit.history[fit.history.chosen]
    full = rps.first.feasible.history
    infeasible = not step.feasible
    return Row("2.6", "3-RPS without rotor inertias: no feasible set").judge_statement(
        "infeasible [17]",
        "never feasible" if infeasible else f"feasible at {step.count} parameters",
        infeasible,
        f"error {step.error:.1f} %, with them {full[full.chosen].error:.1f} %",
    )


def check_tolerances(prs: RobotStudy) -> Claim:
    """2.5: legs that differ by 2 %, against what reduction changes."""
    case, motion = prs.case, prs.checks[0]
    p = np.zeros(len(case.legs.parameters))
    rng = np.random.default_rng(0)
    for body in case.legs.group_names:
        twin = case.model.parameters.index(f"{body[:-1] + '1' if body != 'platform' else body}.m")
        at = case.legs.parameters.index(f"{body}.m")
        p[at : at + 10] = case.p[twin : twin + 10] * (1 + 0.02 * rng.normal())
    p[case.legs.layout.others] = case.p[case.model.layout.others]
    tau = case.legs.inverse_dynamics(*motion, p)
    equal = case.model.inverse_dynamics(*motion, case.p)
    by_legs = compute_relative_error(tau, equal)
    by_model = float(compute_torque_errors(case, prs.first.complete.theta, [motion], 0)[0])
    return Row("2.5", "manufacturing tolerances matter less than the rest", SIZED).judge_statement(
        "less relevant",
        f"{by_legs:.1f} % of {by_model:.1f} %",
        by_legs < by_model,
        "masses of the legs 2 % apart",
    )


def check_position_noise(prs: RobotStudy) -> Claim:
    """3.1: encoders as repeatable as the paper's; q fitted by (16), its derivatives analytic."""
    case, one = prs.case, prs.clean
    t = np.arange(len(one.y)) / 100.0
    deviation = np.array([1.0628e-5, 7.2504e-6, 9.1636e-6])
    q = one.motion[0] + deviation * np.random.default_rng(1).normal(size=one.motion[0].shape)
    c = np.linalg.lstsq(SHAPE.compute_basis(t), q, rcond=None)[0]
    noisy: Triple = (
        SHAPE.compute_basis(t) @ c,
        SHAPE.compute_basis(t, 1) @ c,
        SHAPE.compute_basis(t, 2) @ c,
    )
    problem = Problem.from_rows(case.compute_rows(noisy), one.y, case.names, one.problem.joints)
    again = estimate(problem, WLS(deviations=one.deviations))
    change = float(np.abs((again.theta - one.complete.theta) / one.complete.std).max())
    return Row(
        "3.1", "position noise of 0.0106, 0.0073, 0.0092 mm does not matter"
    ).judge_statement(
        "negligible",
        f"parameters change by {change:.2f} sigma",
        change < 0.5,
        "positions fitted by (16)",
    )
