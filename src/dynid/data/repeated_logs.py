"""Several logs of the same motion: their mean, and what differs from one to the next
(Diaz-Rodriguez 2010, (15))."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, freeze_array
from dynid.data.floating_base_columns import TURN
from dynid.data.fourier import estimate_repetition_variance
from dynid.data.log import Log
from dynid.errors import InputError, join_names
from dynid.option_names import name_option

LATEST = 0.1  # of the shortest log: how much later or earlier than the first another may begin
SAME_MOTION = 0.1  # of a joint's deviation from its mean: what differs more is another motion
SAME_RATE = 1e-3


@dataclass(frozen=True, eq=False)
class Repetitions:
    """The mean of repetitions of one motion, and deviations between them.

    Parameters
    ----------
    log
        the mean log
    count
        M, how many
    torque
        (n,) standard deviation of a single log's torques, (15)
    position
        (n,) that of its positions
    """

    log: Log
    count: int
    torque: Array
    position: Array

    @property
    def deviations(self) -> tuple[float, ...]:
        """Deviations of the mean log's torques, torque / sqrt(M): WLS(deviations=...),
        Stepwise(...)."""
        return tuple((self.torque / np.sqrt(self.count)).tolist())


def average_repetitions(logs: Sequence[Log]) -> Repetitions:
    """Logs of the same motion, each in a file of its own, put over each other by their positions
    and averaged.

    They have the same joints and rate; one may begin up to a tenth of its length before or after
    the first. With M logs of K samples,

        s_i^2 = sum_k sum_j (tau_ij(k) - mean_i(k))^2 / (K (M - 1))

    Parameters
    ----------
    logs
        of the same motion, at least two
    """
    logs = list(logs)
    if len(logs) < 2:
        raise InputError(f"repetitions: got {len(logs)} log, expected two or more of one motion.")
    first = logs[0]
    for log in logs[1:]:
        if log.joints != first.joints or abs(log.rate / first.rate - 1) > SAME_RATE:
            raise InputError(
                f"repetitions: {log.where} has the joints {', '.join(log.joints)} at"
                f" {log.rate:.6g} Hz, the first one {', '.join(first.joints)} at {first.rate:.6g}"
                " Hz; expected the same."
            )
    if floats := [log.where for log in logs if TURN[0] in log.around]:
        raise InputError(
            f"{join_names(floats)}: logs of a floating base cannot be averaged; "
            f"expected logs without its pose. Identify from all of them, without"
            f" {name_option('repetitions')}."
        )
    lags = [0, *(_lag(first.q, log.q) for log in logs[1:])]
    # sample k of the first is sample k + lag of another
    low = max(-lag for lag in lags)
    high = min(len(log.t) - lag for log, lag in zip(logs, lags))
    parts = [slice(low + lag, high + lag) for lag in lags]
    q, tau = (
        np.array([getattr(log, x)[part] for log, part in zip(logs, parts)]) for x in ("q", "tau")
    )
    _check_same(logs, q)
    rates = [log.qd[part] for log, part in zip(logs, parts) if log.qd is not None]
    names = join_names([log.source or "a log" for log in logs])
    shifted = [lag for lag in lags if lag]
    note = f"mean of {len(logs)} repetitions"
    moved = f", moved by up to {max(map(abs, shifted))} samples" if shifted else ""
    mean = Log(
        first.joints,
        first.t[parts[0]],
        q.mean(axis=0),
        tau.mean(axis=0),
        np.mean(rates, axis=0) if len(rates) == len(logs) else None,
        source=note,
        currents=first.currents,
        notes=(*first.notes, f"{note}: {names}{moved}"),
    )
    torque, position = (freeze_array(np.sqrt(estimate_repetition_variance(x))) for x in (tau, q))
    return Repetitions(mean, len(logs), torque, position)


def _lag(q: Array, other: Array) -> int:
    """By how many samples the same motion is later in `other`: least mean square of what
    differs."""
    most = int(LATEST * min(len(q), len(other)))
    scale = np.maximum(q.std(axis=0), 1e-300)
    q, other = q / scale, other / scale

    def compute_misfit(lag: int) -> float:
        low, high = max(0, -lag), min(len(q), len(other) - lag)
        return float(np.mean((q[low:high] - other[low + lag : high + lag]) ** 2))

    return min(range(-most, most + 1), key=lambda lag: (compute_misfit(lag), abs(lag)))


def _check_same(logs: list[Log], q: Array) -> None:
    """Raise where the positions (M, K, n) are not those of one motion."""
    off = np.sqrt(((q - q.mean(axis=0)) ** 2).mean(axis=1))
    moves = np.maximum(q.mean(axis=0).std(axis=0), 1e-300)
    k, j = np.unravel_index(int((off / moves).argmax()), off.shape)
    if off[k, j] > SAME_MOTION * moves[j]:
        raise InputError(
            f"repetitions: '{logs[0].joints[j]}' of {logs[k].where} is {off[k, j]:.3g} (RMS) off"
            f" the mean of all, and moves by {moves[j]:.3g}; expected logs of the same motion."
        )
