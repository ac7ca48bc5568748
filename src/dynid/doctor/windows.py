"""Times of a log that do not fit the rest of it: contact, a push, bad samples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dynid.arrays import Array, Flags
from dynid.data.quick import solve_normal
from dynid.doctor.bench import Bench
from dynid.doctor.findings import Change, Finding
from dynid.doctor.sheet import BLOCKS, solved
from dynid.errors import listing

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


def windows(bench: Bench) -> tuple[list[Finding], Bench]:
    """Findings, and the bench without the blocks that do not fit.

    All errors are those of fits that have not seen the block: those of a log that excites little
    are large everywhere, not only in what was left out.
    """
    Y, size = bench.rows(), np.sqrt(np.mean(bench.tau**2, axis=0))
    first = _usual(_errors(bench, Y))
    bad: Flags = np.repeat(_stretch(bench, Y)[:, None], bench.n, axis=1)
    for _ in range(ROUNDS):
        use = bench.use & ~np.asarray(bad.any(axis=1))[bench.block][:, None]
        error = _errors(replace(bench, use=use), Y, bench.use)
        usual = _usual(error[~np.asarray(bad.any(axis=1))])
        worse = error > np.maximum(FAR * usual, LEAST * size)
        if (worse == bad).all():
            break
        bad = np.asarray(worse)
        if bad.any(axis=1).mean() > MOST:
            return [], bench
    use = bench.use & ~np.asarray(bad.any(axis=1))[bench.block][:, None]
    # what a fit to the rest cannot know of other motion is no sign of contact, nor is what a fit to
    # all explains
    inside = _by_block(np.where(bench.use, bench.tau - Y @ bench.score(Y).theta, 0.0), bench)
    known = error / _unknown(replace(bench, use=use), Y)
    ratio = np.minimum(known, inside) / np.maximum(usual, NOTHING * size)
    bad &= ratio > FAR
    out = np.asarray(bad.any(axis=1))
    spans = list(_spans(bench.t, out[bench.block]))
    if not out.any() or len(spans) > STRETCHES:
        return [], bench
    peak = float(ratio[bad].max())
    better = float((usual / first)[first < np.inf].min())
    if peak < 2.0 * FAR and better > CLEANER:
        return [], bench
    shown = ", ".join(f"{a:.3g} .. {b:.3g}" for a, b in spans)
    # several stretches may be one part of a motion that is repeated
    whole = bool((usual < COMPLETE * size).all()) and len(spans) == 1 and peak > 2.0 * FAR
    sure = better < CLEANER and (peak > CLEAR or whole)
    found = Finding(
        "contact" if sure else "times that differ",
        "likely" if sure else "possible",
        f"t = {shown} s",
        f"There the torques of {listing(np.array(bench.joints)[bad.any(axis=0)])} are off by up to"
        f" {peak:.2g} times what a fit to the rest of the log would leave.",
        "Contact, a push, or bad samples: leave these times out (--between), or split the log."
        if sure
        else "Contact, bad samples, or what the model lacks, as friction after a rest.",
        Change("cut", (), tuple(x for span in spans for x in span)),
        bench.log.source,
    )
    return [found], replace(bench, use=use)


def _stretch(bench: Bench, Y: Array) -> Flags:
    """(BLOCKS,) the stretch without which the rest fits best; none, where that helps little."""
    sheets = [_gram(bench, Y, b) for b in range(BLOCKS)]
    A = np.cumsum([np.zeros_like(sheets[0][0]), *(sheet[0] for sheet in sheets)], axis=0)
    N = np.cumsum([np.zeros(bench.n), *(sheet[1] for sheet in sheets)], axis=0)
    unit = bench.score(Y).unit
    found, least = np.zeros(BLOCKS, dtype=bool), CLEANER
    before = _rms(A[-1], N[-1], unit)
    for length in LENGTHS:
        for start in range(BLOCKS - length + 1):
            stop = start + length
            after = _rms(A[-1] - A[stop] + A[start], N[-1] - N[stop] + N[start], unit)
            ratio = float(np.exp(np.mean(np.log(after / before))))
            if ratio < least:
                least, found = ratio, np.zeros(BLOCKS, dtype=bool)
                found[start:stop] = True
    return found


def _gram(bench: Bench, Y: Array, block: int) -> tuple[Array, Array]:
    """[Y tau]'[Y tau] (n, P + 1, P + 1) of the samples of a block, and their number (n,)."""
    mine = bench.block == block
    Z = np.concatenate([Y[mine], bench.tau[mine][:, :, None]], axis=2)
    Z *= bench.use[mine][:, :, None]
    return np.einsum("kjp,kjq->jpq", Z, Z, optimize=True), bench.use[mine].sum(axis=0)


def _rms(A: Array, count: Array, unit: Array) -> Array:
    """(n,) what a fit leaves, from the joints' [Y tau]'[Y tau]; each parameter is worth a row."""
    e = np.append(solved(A, unit), -1.0)
    square = np.maximum(np.einsum("i,jik,k->j", e, A, e), 0.0)
    rows = np.maximum(count * (1.0 - len(e) / max(float(count.sum()), 1.0)), 1.0)
    return np.asarray(np.sqrt(square / rows) + 1e-300)


def _errors(bench: Bench, Y: Array, use: Flags | None = None) -> Array:
    """(BLOCKS, n) RMS of a fit that has not seen the block, over the samples that count."""
    errors = bench.score(Y).errors
    assert errors is not None
    use = bench.use if use is None else use
    return _by_block(np.where(use, errors, 0.0), replace(bench, use=use))


def _unknown(bench: Bench, Y: Array) -> Array:
    """(BLOCKS, n) sqrt(1 + c h): how much larger errors are where the fit has not been, by the
    leverage h = y (W'W)^-1 y' of the rows y there; c for errors that are correlated in time."""
    unit = bench.score(Y).unit
    W = (Y / unit[:, None])[bench.use]
    flat = (Y / unit[:, None]).reshape(-1, Y.shape[2])
    h = np.sum(flat.T * solve_normal(W.T @ W, flat.T), axis=0).reshape(bench.tau.shape)
    out, count = np.zeros((BLOCKS, bench.n)), np.bincount(bench.block, minlength=BLOCKS)
    np.add.at(out, bench.block, h)
    return np.asarray(np.sqrt(1.0 + bench.correlated * out / np.maximum(count, 1)[:, None]))


def _by_block(errors: Array, bench: Bench) -> Array:
    """(BLOCKS, n) RMS over the samples that count, nan where a joint rests most of the block."""
    out, count = np.zeros((BLOCKS, bench.n)), np.zeros((BLOCKS, bench.n))
    np.add.at(out, bench.block, errors**2)
    np.add.at(count, bench.block, bench.use)
    enough = count > MOVING * len(bench.t) / BLOCKS
    return np.asarray(np.where(enough, np.sqrt(out / np.maximum(count, 1)), np.nan))


def _usual(errors: Array) -> Array:
    """(n,) median over the blocks in which a joint moves; inf where there are too few of them."""
    told = np.sum(np.isfinite(errors), axis=0) >= FEW
    return np.where(told, np.nanmedian(np.where(told, errors, 0.0), axis=0), np.inf)


def _spans(t: Array, wrong: Flags) -> Iterator[tuple[float, float]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], wrong.astype(np.int8), [0]])))
    for a, b in zip(edges[::2], edges[1::2]):
        yield float(t[a]), float(t[b - 1])
