"""What has to be said of a result: values at their bounds, and what would be beyond them."""

from __future__ import annotations

import numpy as np

from dynid.commands.free import DELAY, Free
from dynid.commands.intervals import without_bounds
from dynid.commands.logs import CommandLog
from dynid.commands.plant import Plant, Values
from dynid.commands.refine import Refined, refine
from dynid.commands.regression import Rows

SIGNIFICANT = 2.0  # deviations
_WHY = {
    "viscous": "the drive's Kd is smaller than given by that much, friction falls with speed"
    " (Stribeck), or the delay is larger",
    "dry": "friction at low speed is smaller than proportional to the sign, or the file's bodies"
    " are too heavy",
    "armature": "the file's bodies are too heavy for the motion, or the drive acts before the"
    " logged command (time stamps)",
    "kd": "the drive damps less than the friction of the file",
    "kp": "the drive pulls against its commands",
    DELAY: "the drive acts before the logged command: the log stamps commands late, or armature and"
    " damping take its place",
}


def remarks(
    plant: Plant,
    log: CommandLog,
    values: Values,
    free: Free,
    found: Refined | None,
    rows: Rows,
) -> tuple[str, ...]:
    x, lower = free.vector(values), free.lower
    notes = []
    at_bound = np.flatnonzero(x <= lower + 1e-6 * np.where(np.isfinite(lower), 1.0, 0.0))
    if len(at_bound):
        if found is None:
            last = int(np.searchsorted(log.t, rows.t[-1], side="right"))
            found = refine(plant, log, values, free, 0, last, rounds=0)
        asked, deviation = without_bounds(found, free)
        for k in at_bound:
            name, unit = free.names[k], free.units[k]
            said = f"{name} stands at its bound 0"
            beyond = x[k] + asked[k]
            if beyond < -SIGNIFICANT * deviation[k]:
                said += (
                    f"; the log asks for {beyond:.3g} +- {deviation[k]:.2g} {unit}, which nothing"
                    f" can be: {_WHY.get(free.kinds[k], 'something is not in the model')}"
                )
            else:
                said += f", which the log does not tell from {max(beyond, 0.0):.2g} {unit}"
            notes.append(said)
    if DELAY in free.names and values.delay > 0.97 * plant.drive.longest:
        notes.append(
            f"the delay stands at the longest that was looked for, {plant.drive.longest:g} s; look"
            " further (--longest), or check the time stamps of the commands"
        )
    return tuple(notes)
