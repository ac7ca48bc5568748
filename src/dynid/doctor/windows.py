"""Times of a log that do not fit the rest of it: contact, a push, bad samples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dynid.arrays import Array, Flags
from dynid.data.quick import solve_normal
from dynid.doctor.bench import Bench
from dynid.doctor.findings import Change, Finding
from dynid.doctor.sheet import BLOCKS
from dynid.errors import listing

FAR = 5.0  # times the usual error of a joint (median over the blocks): does not fit
LEAST = 0.02  # of a joint's torque: smaller errors matter to nobody
MOST = 0.5  # of the log: more is no exception
CLEANER = 0.6  # of the error of the rest, which must be left once the blocks are
CLEAR = 40.0  # times the usual error: no fault of a model
STRETCHES = 3  # more of them are no exception
ROUNDS = 6
CORRELATED = 30.0  # rows of a real log are worth so many times fewer


def windows(bench: Bench) -> tuple[list[Finding], Bench]:
    """Findings, and the bench without the blocks that do not fit.

    All errors are those of fits that have not seen the block: those of a log that excites little
    are large everywhere, not only in what was left out.
    """
    Y, size = bench.rows(), np.sqrt(np.mean(bench.tau**2, axis=0))
    bad: Flags = np.zeros((0, bench.n), dtype=bool)
    use, first = bench.use, np.zeros(0)
    for _ in range(ROUNDS):
        errors = replace(bench, use=use).score(Y).errors
        assert errors is not None
        error = _by_block(np.where(bench.use, errors, 0.0), bench)
        usual = np.median(error[~np.asarray(bad.any(axis=1))] if bad.size else error, axis=0)
        first = first if first.size else usual
        worse = error > np.maximum(FAR * usual, LEAST * size)
        if bad.size and (worse == bad).all():
            break
        bad = np.asarray(worse)
        use = bench.use & ~np.asarray(bad.any(axis=1))[bench.block][:, None]
        if use.sum() < (1.0 - MOST) * bench.use.sum():
            return [], bench
    # what a fit to the rest cannot know of other motion is no sign of contact
    bad &= error > FAR * usual * _unknown(replace(bench, use=use), Y)
    out = np.asarray(bad.any(axis=1))
    spans = list(_spans(bench.t, out[bench.block]))
    if not out.any() or len(spans) > STRETCHES:
        return [], bench
    peak = float((error[out] / np.maximum(usual, 1e-300))[bad[out]].max())
    better = float((usual / np.maximum(first, 1e-300)).min())
    if peak < 2.0 * FAR and better > CLEANER:
        return [], bench
    shown = ", ".join(f"{a:.3g} .. {b:.3g}" for a, b in spans)
    found = Finding(
        "contact",
        "likely" if better < CLEANER and peak > CLEAR else "possible",
        f"t = {shown} s",
        f"There the torques of {listing(np.array(bench.joints)[bad.any(axis=0)])} are off by up to"
        f" {peak:.2g} times the usual error of a fit to the rest of the log.",
        "Contact, a push, or bad samples: leave these times out (--between), or split the log.",
        Change("cut", (), tuple(x for span in spans for x in span)),
        bench.log.source,
    )
    return [found], replace(bench, use=use)


def _unknown(bench: Bench, Y: Array) -> Array:
    """(BLOCKS, n) sqrt(1 + c h): how much larger errors are where the fit has not been, by the
    leverage h = y (W'W)^-1 y' of the rows y there; c for errors that are correlated in time."""
    unit = bench.score(Y).unit
    W = (Y / unit[:, None])[bench.use]
    flat = (Y / unit[:, None]).reshape(-1, Y.shape[2])
    h = np.sum(flat.T * solve_normal(W.T @ W, flat.T), axis=0).reshape(bench.tau.shape)
    out, count = np.zeros((BLOCKS, bench.n)), np.bincount(bench.block, minlength=BLOCKS)
    np.add.at(out, bench.block, h)
    return np.asarray(np.sqrt(1.0 + CORRELATED * out / np.maximum(count, 1)[:, None]))


def _by_block(errors: Array, bench: Bench) -> Array:
    """(BLOCKS, n) RMS over the samples that count."""
    out, count = np.zeros((BLOCKS, bench.n)), np.zeros((BLOCKS, bench.n))
    np.add.at(out, bench.block, errors**2)
    np.add.at(count, bench.block, bench.use)
    return np.asarray(np.sqrt(out / np.maximum(count, 1)))


def _spans(t: Array, wrong: Flags) -> Iterator[tuple[float, float]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], wrong.astype(np.int8), [0]])))
    for a, b in zip(edges[::2], edges[1::2]):
        yield float(t[a]), float(t[b - 1])
