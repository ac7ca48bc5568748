"""Beside what a peer does: the same rows by least squares with linear matrix inequalities (cvxpy).

    python benchmarks/peers.py [beginnings of rows]

Three fits of every row: the peer's, min |W p - tau|^2 with every pseudo-inertia positive
semidefinite and friction >= 0, all samples, no weights, no prior; dynid's with the same usual
effects, slow samples as held-out blocks decide; and dynid's default, effects selected. On the TX40
the usual effects have the coupling of its wrist. Errors are over ALL samples of the test part, in %
of the torque low-passed at the row's cutoff; beside them the RMSE of every joint, in Nm or N, the
least of a joint in bold. Needs cvxpy.
"""

from __future__ import annotations

import sys
import warnings

import numpy as np

import dynid as di
from dynid.arrays import Array
from dynid.selection.group_search import select_effects
from dynid.study.slow_samples import leave_out_slow_samples, masking_pays
from real_data import DATA
from real_effects import MAIN, USUAL, Parts, data_of, log_of, others, robot_of

WRIST = {"staubli_tx40": ("joint_5", "joint_6")}
ABOUT = (
    "Errors over all samples of the test part, against the torque low-passed at the row's cutoff;"
    " in bold the least RMSE of a joint. LMI: by cvxpy, all samples, no weights, no prior."
)
MASKS = (
    "The usual effects fitted to all samples, without those below 5 % of top speed, and as held-out"
    " blocks of the training part choose (`--slow auto`); errors over all samples of the test part."
)
HEADS = ("train -> test", "fit", "error %", "RMSE by joint, Nm or N")


def fit_by_lmi(problem: di.Problem) -> Array:
    """p of min |W p - tau| with [[S, m c], [m c', m]] >= 0 of every body and p >= its bounds."""
    import cvxpy as cp

    assert problem.model is not None
    assert problem.base is not None
    R, z, _ = problem.compute_triangle(np.ones(len(problem.joints)))
    A, lower = R @ problem.base.map, problem.model.lower
    norm = np.linalg.norm(A, axis=0)
    scale = 1.0 / np.maximum(norm, 1e-9 * norm.max())
    x = cp.Variable(A.shape[1])
    p, held = cp.multiply(scale, x), np.flatnonzero(np.isfinite(lower))
    bodies = [make_pseudo_inertia(cp, p[at]) >> 0 for at in problem.model.layout.bodies.values()]
    size = np.linalg.norm(z)
    least = cp.Minimize(cp.norm((A @ p - z) / size))
    cp.Problem(least, [*bodies, p[held] >= lower[held]]).solve(solver=cp.CLARABEL)
    return np.asarray(scale * x.value)


def make_pseudo_inertia(cp, p):
    m, c = p[0], p[1:4]
    inertia = cp.bmat([[p[4], p[5], p[7]], [p[5], p[6], p[8]], [p[7], p[8], p[9]]])
    second = 0.5 * cp.trace(inertia) * np.eye(3) - inertia
    c = cp.reshape(c, (3, 1), order="C")
    return cp.bmat([[second, c], [c.T, cp.reshape(m, (1, 1), order="C")]])


def fit_default(plain: di.Model, folder: str, train: Parts, cutoff: float) -> di.Estimate:
    """With the effects that the training data show, as dynid identify fits them."""
    choice = select_effects(data_of(plain, folder, train, cutoff))
    model = di.Model(plain.robot, choice.effects)
    problem = di.Problem(model, data_of(model, folder, train, cutoff, choice.slow))
    return di.estimate(problem, di.Consistent(draws=0))


def compute_errors(model: di.Model, p: Array, test: di.Dataset) -> tuple[float, Array]:
    """In % over all joints, and the RMSE of each."""
    e = test.tau - model.inverse_dynamics(test.q, test.qd, test.qdd, p, test.starts)
    total = 100.0 * float(np.linalg.norm(e) / np.linalg.norm(test.tau))
    return total, np.sqrt(np.mean(e**2, axis=0))


Errors = tuple[float, Array]


def fit_peer_and_usual(
    folder: str, train: Parts, test: Parts, cutoff: float
) -> tuple[dict[str, Errors], di.Dataset]:
    """The errors of the LMI and of dynid with the usual effects, by name; the test part."""
    robot = robot_of(folder)
    wrist = [di.effects.JointCoupling(WRIST[folder])] if folder in WRIST else []
    usual = di.Model(robot, [*USUAL, *wrist])
    data, unseen = (data_of(usual, folder, parts, cutoff) for parts in (train, test))
    logs = [log_of(robot, folder, name).select_times(a, b) for name, a, b in train]
    every = di.process(logs, usual, cutoff)  # filtered and decimated, as dynid identify does it
    masked = leave_out_slow_samples(every, "5%")
    pays = masking_pays(every, masked)
    own = di.estimate(di.Problem(usual, masked if pays else every), di.Consistent(draws=0))
    named = f"usual effects, {'without slow' if pays else 'all'} samples"
    peer = fit_by_lmi(di.Problem(usual, data))
    found = {name: compute_errors(usual, p, unseen) for name, p in (("LMI", peer), (named, own.p))}
    return found, unseen


def compare(label: str, folder: str, train: Parts, test: Parts, cutoff: float) -> list[list[str]]:
    """A line a fit."""
    fits, unseen = fit_peer_and_usual(folder, train, test, cutoff)
    plain = di.Model(unseen.model.robot, USUAL)
    default = fit_default(plain, folder, train, cutoff)
    assert default.model is not None
    fits["default"] = compute_errors(default.model, default.p, unseen)
    best = np.min([rmse for _, rmse in fits.values()], axis=0)
    return [
        [label, name, f"{total:.2f}", ", ".join(write(x, b) for x, b in zip(rmse, best))]
        for name, (total, rmse) in fits.items()
    ]


def compare_masks() -> list[str]:
    """A line for every pair of logs, or halves: usual effects, fitted to all samples, to those of 5
    % of top speed and more, and to what held-out blocks choose."""
    lines, ratios = [], []
    for label, folder, train, test, cutoff, _ in (*MAIN, *others()):
        robot = robot_of(folder)
        usual = di.Model(robot, USUAL)
        unseen = data_of(usual, folder, test, cutoff)
        logs = [log_of(robot, folder, name).select_times(a, b) for name, a, b in train]
        every = di.process(logs, usual, cutoff)
        masked = leave_out_slow_samples(every, "5%")
        fits = [di.estimate(di.Problem(usual, x), di.Consistent(draws=0)) for x in (every, masked)]
        found = [compute_errors(usual, fit.p, unseen)[0] for fit in fits]
        found.append(found[masking_pays(every, masked)])
        lines.append(f"| {label} | {' | '.join(f'{x:.2f}' for x in found)} |")
        ratios.append(np.array(found) / min(found))
    mean, most = np.exp(np.mean(np.log(ratios), axis=0)), np.max(ratios, axis=0)
    for what, row in (("mean of the ratios to the better", mean), ("largest ratio", most)):
        lines.append(f"| {what} | {' | '.join(f'{x:.3f}' for x in row)} |")
    return lines


def write(x: float, best: float) -> str:
    return f"**{x:.3g}**" if x == best else f"{x:.3g}"


def report(words: tuple[str, ...] = ("",)) -> str:
    """The table, in Markdown."""
    title = "### Beside a peer: least squares with linear matrix inequalities"
    if not DATA.is_dir():
        return f"{title}: no data in {DATA}; set DYNID_DATA"
    lines = [title, "", ABOUT, "", f"| {' | '.join(HEADS)} |", "| --- " * len(HEADS) + "|"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for label, folder, train, test, cutoff, _ in MAIN:
            if label.startswith(words):
                rows = compare(label, folder, train, test, cutoff)
                lines += [f"| {' | '.join(cells)} |" for cells in rows]
        if words == ("",):
            heads = ("train -> test", "all samples %", "without slow %", "as chosen %")
            lines += ["", MASKS, "", f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|"]
            lines += compare_masks()
    return "\n".join(lines)


if __name__ == "__main__":
    print(report(tuple(sys.argv[1:]) or ("",)))
