"""Torques that were filtered before they were written: their spectrum ends early."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dynid.data.curve import power_density
from dynid.data.log import Log
from dynid.doctor.findings import Finding

WINDOW = 4.0  # s
# of the largest density of power: sensors, gears and dry friction leave more than this everywhere
NOTHING = 1e-6
EARLY = 0.5  # of the highest frequency that the rate can hold: an end below it is an early one


def filtered(log: Log) -> Iterator[Finding]:
    """Said where every torque that changes ends early."""
    moves = np.ptp(log.tau, axis=0) > 0.0
    count = int(WINDOW * log.rate)
    if not moves.any() or len(log) < 2 * count:
        return
    tau = log.tau[:, moves]
    f, power = power_density(tau - tau.mean(axis=0), log.rate, count, True)
    above = power > NOTHING * power.max(axis=0)
    if not above.any(axis=0).all():
        return  # numbers too large for their squares
    last = max(float(f[np.flatnonzero(each)[-1]]) for each in above.T)
    if last < EARLY * f[-1]:
        yield Finding(
            "filtered torques",
            "possible",
            "all torques",
            f"Above {last:.2g} Hz they hold less than a millionth of their density of power, not"
            f" even noise, up to the {f[-1]:.3g} Hz that the rate can hold: they were filtered"
            " before they were written, or simulated.",
            "Record raw torques if the controller gives them: dry friction has lost its steps.",
            None,
            log.source,
        )
