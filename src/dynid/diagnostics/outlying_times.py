"""Times of a log that do not fit the rest of it: contact, a push, bad samples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dynid.arrays import Array, Flags
from dynid.data.masks import find_runs
from dynid.data.quick_regressor import solve_normal
from dynid.diagnostics.quick_fit import QuickFit
from dynid.diagnostics.scores import BLOCKS, solve_grams, sum_squares
from dynid.errors import join_names
from dynid.findings import Change, Finding

FAR = 5.0  # times the usual error of a joint (median over the blocks): does not fit
LEAST = 0.02  # of a joint's torque: smaller errors matter to nobody
NOTHING = 1e-6  # of a joint's torque: no fit leaves less
MOST = 0.5  # of the log: more is no exception
CLEANER = 0.6  # of the error of the rest, which must be left once the blocks are
CLEAR = 40.0  # times the usual error: no fault of a model
LENGTHS = (3, 6, 10, 17)  # blocks of a stretch that is looked for
COMPLETE = 0.015  # of every joint's torque: a fit that leaves less lacks nothing
MOVING = 0.25  # of a block's samples: a joint that moves during fewer is not judged there
FEW = 5  # blocks: of fewer, none is the usual one
STRETCHES = 3  # more of them are no exception
ROUNDS = 6


def find_outlying_times(fit: QuickFit) -> tuple[list[Finding], QuickFit]:
    """Findings, and the fit without the blocks that do not fit.

    All errors are those of fits that have not seen the block: those of a log that excites little
    are large everywhere, not only in what was left out.
    """
    Y, size = fit.compute_rows(), np.sqrt(np.mean(fit.tau**2, axis=0))
    first = _compute_block_medians(_compute_block_errors(fit, Y))
    bad: Flags = np.repeat(_find_stretch(fit, Y)[:, None], fit.n, axis=1)
    for _ in range(ROUNDS):
        use = fit.use & ~np.asarray(bad.any(axis=1))[fit.block][:, None]
        error = _compute_block_errors(replace(fit, use=use), Y, fit.use)
        usual = _compute_block_medians(error[~np.asarray(bad.any(axis=1))])
        worse = error > np.maximum(FAR * usual, LEAST * size)
        if (worse == bad).all():
            break
        bad = np.asarray(worse)
        if bad.any(axis=1).mean() > MOST:
            return [], fit
    use = fit.use & ~np.asarray(bad.any(axis=1))[fit.block][:, None]
    # what a fit to the rest cannot know of other motion is no sign of contact, nor is what a fit to
    # all explains
    inside = _average_blocks(np.where(fit.use, fit.tau - Y @ fit.score(Y).theta, 0.0), fit)
    known = error / _measure_extrapolation(replace(fit, use=use), Y)
    ratio = np.minimum(known, inside) / np.maximum(usual, NOTHING * size)
    bad &= ratio > FAR
    out = np.asarray(bad.any(axis=1))
    spans = [(float(fit.t[a]), float(fit.t[b - 1])) for a, b in find_runs(out[fit.block])]
    if not out.any() or len(spans) > STRETCHES:
        return [], fit
    peak = float(ratio[bad].max())
    better = float((usual / first)[first < np.inf].min())
    if peak < 2.0 * FAR and better > CLEANER:
        return [], fit
    shown = ", ".join(f"{a:.3g} .. {b:.3g}" for a, b in spans)
    # several stretches may be one part of a motion that is repeated
    whole = bool((usual < COMPLETE * size).all()) and len(spans) == 1 and peak > 2.0 * FAR
    sure = better < CLEANER and (peak > CLEAR or whole)
    found = Finding(
        "contact" if sure else "times that differ",
        "likely" if sure else "possible",
        f"t = {shown} s",
        f"There the torques of {join_names(np.array(fit.joints)[bad.any(axis=0)])} are off by up to"
        f" {peak:.2g} times the residual of a fit to the rest of the log.",
        "Contact, a push, or bad samples: exclude these times (option between), or split the log."
        if sure
        else "Contact, bad samples, or a missing effect in the model, such as friction "
        "after a rest.",
        Change("cut", (), tuple(x for span in spans for x in span)),
        times=tuple(spans),
    )
    return [found], replace(fit, use=use)


def _find_stretch(fit: QuickFit, Y: Array) -> Flags:
    """(BLOCKS,) the stretch without which the rest fits best; none, where that helps little."""
    parts = [_sum_products(fit, Y, b) for b in range(BLOCKS)]
    A = np.cumsum([np.zeros_like(parts[0][0]), *(part[0] for part in parts)], axis=0)
    N = np.cumsum([np.zeros(fit.n), *(part[1] for part in parts)], axis=0)
    unit = fit.score(Y).unit
    found, least = np.zeros(BLOCKS, dtype=bool), CLEANER
    before = _compute_rms(A[-1], N[-1], unit)
    for length in LENGTHS:
        for start in range(BLOCKS - length + 1):
            stop = start + length
            after = _compute_rms(A[-1] - A[stop] + A[start], N[-1] - N[stop] + N[start], unit)
            ratio = float(np.exp(np.mean(np.log(after / before))))
            if ratio < least:
                least, found = ratio, np.zeros(BLOCKS, dtype=bool)
                found[start:stop] = True
    return found


def _sum_products(fit: QuickFit, Y: Array, block: int) -> tuple[Array, Array]:
    """[Y tau]'[Y tau] (n, P + 1, P + 1) of the samples of a block, and their number (n,)."""
    mine = fit.block == block
    Z = np.concatenate([Y[mine], fit.tau[mine][:, :, None]], axis=2)
    Z *= fit.use[mine][:, :, None]
    return np.einsum("kjp,kjq->jpq", Z, Z, optimize=True), fit.use[mine].sum(axis=0)


def _compute_rms(A: Array, count: Array, unit: Array) -> Array:
    """(n,) what a fit leaves, from the joints' [Y tau]'[Y tau]; each parameter is worth a row."""
    theta = solve_grams(A, unit)
    rows = np.maximum(count * (1.0 - (len(theta) + 1) / max(float(count.sum()), 1.0)), 1.0)
    return np.asarray(np.sqrt(sum_squares(A, theta) / rows) + 1e-300)


def _compute_block_errors(fit: QuickFit, Y: Array, use: Flags | None = None) -> Array:
    """(BLOCKS, n) RMS of a fit that has not seen the block, over the samples that count."""
    errors = fit.score(Y).errors
    assert errors is not None
    use = fit.use if use is None else use
    return _average_blocks(np.where(use, errors, 0.0), replace(fit, use=use))


def _measure_extrapolation(fit: QuickFit, Y: Array) -> Array:
    """(BLOCKS, n) sqrt(1 + c h): how much larger errors are where the fit has not been, by the
    leverage h = y (W'W)^-1 y' of the rows y there; c for errors that are correlated in time."""
    unit = fit.score(Y).unit
    W = (Y / unit[:, None])[fit.use]
    flat = (Y / unit[:, None]).reshape(-1, Y.shape[2])
    h = np.sum(flat.T * solve_normal(W.T @ W, flat.T), axis=0).reshape(fit.tau.shape)
    out, count = np.zeros((BLOCKS, fit.n)), np.bincount(fit.block, minlength=BLOCKS)
    np.add.at(out, fit.block, h)
    return np.asarray(np.sqrt(1.0 + fit.correlated * out / np.maximum(count, 1)[:, None]))


def _average_blocks(errors: Array, fit: QuickFit) -> Array:
    """(BLOCKS, n) RMS over the samples that count, nan where a joint rests most of the block."""
    out, count = np.zeros((BLOCKS, fit.n)), np.zeros((BLOCKS, fit.n))
    np.add.at(out, fit.block, errors**2)
    np.add.at(count, fit.block, fit.use)
    enough = count > MOVING * len(fit.t) / BLOCKS
    return np.asarray(np.where(enough, np.sqrt(out / np.maximum(count, 1)), np.nan))


def _compute_block_medians(errors: Array) -> Array:
    """(n,) median over the blocks in which a joint moves; inf where there are too few of them."""
    known = np.sum(np.isfinite(errors), axis=0) >= FEW
    return np.where(known, np.nanmedian(np.where(known, errors, 0.0), axis=0), np.inf)
