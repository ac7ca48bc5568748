"""The rules of the verdict that look at the data: torques at their limit, spikes, warnings, samples
that do not count."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.masks import FLAT, runs
from dynid.errors import listing
from dynid.notes import warnings_among
from dynid.validation.finding import Finding, Noticed

CLIPPED = 1e-3  # of the samples at a torque limit: there the torque is not what the motion needed
AT_LIMIT = 1e-3  # of a torque limit: so near, a torque is at it
COUNTED = 0.5  # of the samples: with less, the masks decide the result
BESIDE = 3  # samples on each side: a spike is shorter than that,
APART = 3.0  # times what the torque changes beside it: higher than any peak of a fast motion
USUAL, OUTLYING = 0.95, 5.0  # share of the samples, and times what they keep to: beyond any noise
SPIKY = 0.1  # of the squared differences in spikes: they have a say in the parameters
SMALLEST = 0.01  # of a joint's RMS torque: smaller jumps do not matter


def saturation(data: Dataset) -> Finding:
    clipped = {
        name: share
        for name, share in zip(data.model.robot.actuated, clipped_share(data))
        if share > CLIPPED
    }
    if clipped:
        shares = [f"{name} {100 * share:.2g} %" for name, share in clipped.items()]
        text = f"torques stay at their limit ({listing(shares, 4)} of the samples)"
        return Finding(
            "saturation",
            1,
            text,
            "move more gently, or leave these samples out: process(saturation=True)",
        )
    return Finding("saturation", 0, "no torque stays at its limit")


def clipped_share(data: Dataset) -> list[float]:
    """Share of each joint's counted samples that lie on a flat top of its torque, or at its drive's
    limit. Torques that pass through a limit, or peak near it, are as often beside it: the limit is
    a placeholder."""
    out = []
    for j, name in enumerate(data.model.robot.actuated):
        tau = data.tau[:, j]
        effort = data.model.robot.joint(name).effort
        flat = np.zeros(len(tau), dtype=bool)
        if np.ptp(tau) > 0:
            for extreme in (tau.max(), tau.min()):
                flat |= runs(np.abs(tau - extreme) <= 1e-9 * np.abs(extreme), FLAT)
        if 0 < effort < np.inf:
            off = np.abs(np.abs(tau) / effort - 1.0)
            at = off <= AT_LIMIT
            if at.sum() > np.sum(~at & (off < 10 * AT_LIMIT)):
                flat |= runs(at, FLAT)
        use = data.use[:, j]
        out.append(float(np.mean(flat[use])) if use.any() else 0.0)
    return out


def spikes(data: Dataset, prediction: Array) -> Finding:
    """Samples that stand out of their neighbours as no torque can, by their share of what the model
    leaves of the torque."""
    e = data.tau - prediction
    out = outstanding(data.tau) & data.use
    share = np.array(
        [
            np.sum(e[out[:, j], j] ** 2) / max(np.sum(e[data.use[:, j], j] ** 2), 1e-300)
            for j in range(e.shape[1])
        ]
    )
    names = data.model.robot.actuated
    bad = [
        f"{name} {int(out[:, j].sum())}, up to {np.abs(e[out[:, j], j]).max():.3g}"
        for j, name in enumerate(names)
        if share[j] > SPIKY
    ]
    if bad:
        text = f"the torques have spikes ({listing(bad, 3)} Nm or N)"
        text += f" that make up to {100 * share.max():.0f} % of a joint's squared differences"
        remedy = "repair the torque signal, or use a method that spikes do not draw: --method huber"
        return Finding("spikes", 1, text, remedy)
    return Finding("spikes", 0, "no spikes in the torques that would matter")


def outstanding(tau: Array) -> NDArray[np.bool_]:
    """(N, n) samples that stand out of the medians of those before and of those after them by more
    than noise does, and by more than the torque changes there. A step, as of friction where a joint
    turns round, and a peak of a fast motion do not."""
    around = np.pad(tau, ((BESIDE, BESIDE), (0, 0)), mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(around, BESIDE, axis=0)
    before, after = (np.median(windows[k : k + len(tau)], axis=2) for k in (0, BESIDE + 1))
    rise, fall = tau - before, tau - after
    apart = np.where(rise * fall > 0, np.minimum(np.abs(rise), np.abs(fall)), 0.0)
    size = np.sqrt(np.mean(tau**2, axis=0))
    limit = np.maximum(OUTLYING * np.quantile(apart, USUAL, axis=0), SMALLEST * size)
    change = np.abs(np.diff(around, axis=0))  # change_i from i - BESIDE to the next
    beside = np.maximum(change[: len(tau)], change[2 * BESIDE - 1 : 2 * BESIDE - 1 + len(tau)])
    return np.asarray((apart > limit) & (apart > APART * beside))


def warnings_and_masks(data: Dataset) -> Finding:
    warned = warnings_among(data.notes)
    if warned:
        first = warned[0].text.split(";")[0].rstrip(".")
        more = f" (and {len(warned) - 1} more warnings)" if len(warned) > 1 else ""
        return Finding(
            "data",
            2,
            f"the log is probably not what it claims to be: {first}{more}",
            "see the notes below",
        )
    told = data.use.any(axis=0) | (not data.model.robot.base)  # rows that the log can have
    share = float(np.mean(data.use[:, told]))
    text = f"{100 * share:.0f} % of the samples count"
    return Finding(
        "data", int(share < COUNTED), text, "loosen the masks, or record motion with less rest"
    )


def examined(noticed: Sequence[Noticed]) -> Finding:
    """What is certainly or likely wrong with robot or logs is so with what was found from them."""
    sure = [
        f"{x.kind} ({', '.join(part for part in (Path(x.log).name, x.where) if part)})"
        for x in noticed
        if x.sure
    ]
    if not sure:
        return Finding("examination", 0, "a check of robot and logs found nothing wrong")
    remedy = next(x.repair for x in noticed if x.sure)
    return Finding("examination", 1, f"a check of robot and logs found {listing(sure, 3)}", remedy)
