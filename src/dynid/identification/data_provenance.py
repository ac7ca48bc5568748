"""Where the rows of a problem come from: what is told of it after the rows are compressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset

#: name, first and last time of logs
Spans = tuple[tuple[str, float, float], ...]


@dataclass(frozen=True, eq=False)
class DataProvenance:
    """Of one or several data sets.

    spans       name, first and last time of every log that has samples
    recordings  of each of them: what tells it from other logs of that name; "" where not known
    notes       what was done to them
    variance    (n,) of the torques, where repetitions of a period have shown it
    samples     how many
    """

    spans: Spans = ()
    recordings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    variance: Array | None = None
    samples: int = 0

    @classmethod
    def from_data(cls, data: Dataset) -> DataProvenance:
        logs = {int(data.log[part[0]]): data.t[part] for part in data.logs}
        times = {k: t for k, t in logs.items() if k < len(data.sources)}
        return cls(
            tuple((data.sources[k], float(t[0]), float(t[-1])) for k, t in times.items()),
            tuple(data.recordings[k] for k in times),
            data.notes,
            data.variance,
            len(data),
        )

    @classmethod
    def merge(cls, parts: Sequence[DataProvenance]) -> DataProvenance:
        known = [part for part in parts if part.variance is not None]
        weights = [part.samples for part in known]
        return cls(
            tuple(span for part in parts for span in part.spans),
            tuple(recording for part in parts for recording in part.recordings),
            tuple(note for part in parts for note in part.notes),
            # the mean over the samples of those where it is known
            np.average([p.variance for p in known], axis=0, weights=weights) if known else None,
            sum(part.samples for part in parts),
        )


NOWHERE = DataProvenance()
