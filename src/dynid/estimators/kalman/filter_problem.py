"""What Kalman filters solve: logs as they were recorded, with the steps of their encoders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from dynid.data.dataset import Dataset
from dynid.data.log import Log
from dynid.errors import InputError, join_names
from dynid.identification.data_provenance import DataProvenance, Spans
from dynid.model.model import Model

#: a joint rests that moves less than this of the moving one's range,
RESTING = 0.02
MOSTLY = (2.5, 97.5)  # %, most of the time: in a start-up transient all joints give way a little


@dataclass(frozen=True, eq=False)
class KalmanProblem:
    """KalmanProblem(model, log, "q2") for one joint that moves alone, KalmanProblem(model, log,
    estimate=[...], p=p) for all joints. The log is not filtered before.

    Parameters
    ----------
    joint
        its friction (13), inertia and gravity are estimated, while the others rest. Friction in the
        model's own effects plays no part
    estimate
        the parameters that are estimated with all joints in motion: any of model.parameters, and of
        friction (13) ("SmoothFriction") also w1, w2 of a joint, "q1.w1"
    p
        values of model.parameters then: known ones, and the start of the others (unless `start` of
        the filter says otherwise)
    positive
        whether masses, moments of inertia and rotor inertias stay positive: they are estimated by
        their logarithms. False where they stand for sums (base parameters), which may have any sign
    """

    usage: ClassVar[str] = (
        'KalmanProblem(model, log, "q2") for one joint that moves alone, KalmanProblem(model, log,'
        " estimate=[...], p=p) for all joints"
    )

    model: Model
    log: Log
    joint: str | None = None
    estimate: Sequence[str] = ()
    p: ArrayLike | None = None
    positive: bool = True

    def __post_init__(self) -> None:
        if (self.joint is None) == (not len(self.estimate)) or (self.joint is None) != (
            self.p is not None
        ):
            raise InputError(
                f"KalmanProblem: got joint={self.joint!r}, estimate={self.estimate!r} and"
                f" {'no p' if self.p is None else 'p'}, expected either a joint, or the names of"
                " model.parameters to estimate with values p of all of them."
            )
        if self.joint is not None:
            self._check_rest(self.joint)

    def _check_rest(self, joint: str) -> None:
        names, log = self.model.robot.actuated, self.log
        if joint not in names:
            raise InputError(
                f"got joint '{joint}', expected one of the actuated joints {join_names(names)}."
            )
        low, high = np.percentile(log.select(names).q, MOSTLY, axis=0)
        span, j = high - low, names.index(joint)
        moving = [name for name, s in zip(names, span) if name != joint and s > RESTING * span[j]]
        if moving and span[j] > 0:
            raise InputError(
                f"{log.where}: joint {join_names(moving)} moves in addition to '{joint}', by "
                "more than"
                f" {100 * RESTING:g} % of its range; expected the others to rest. Cut the log"
                " (between), or estimate all joints together: KalmanProblem(model, log,"
                " estimate=[...], p=p)."
            )

    @property
    def sources(self) -> Spans:
        return (find_span(self.log),)

    @property
    def recordings(self) -> tuple[str, ...]:
        return (self.log.recording,)

    def __repr__(self) -> str:
        what = self.joint or f"{len(self.estimate)} parameters"
        return f"KalmanProblem({self.model.robot.name!r}, {len(self.log)} samples: {what})"


@dataclass(frozen=True, eq=False)
class TwoStageProblem:
    """TwoStageProblem(model, {"q1": log, ...}, excitation): a log of every joint's motion alone,
    and a motion of all joints.

    The excitation is a Log, processed by process(log, model), or for other filters or cutoffs a
    Dataset. The model has no friction: that comes from the first stage.
    """

    usage: ClassVar[str] = (
        'TwoStageProblem(model, {"q1": log, ...}, excitation): a log of every joint\'s motion'
        " alone, and a motion of all joints"
    )

    model: Model
    single: Mapping[str, Log]
    excitation: Log | Dataset

    def __post_init__(self) -> None:
        joints = self.model.robot.actuated
        if set(self.single) != set(joints):
            raise InputError(
                f"single: got logs of {join_names(self.single) if self.single else 'no joint'},"
                f" expected one of each actuated joint: {join_names(joints)}."
            )

    @property
    def sources(self) -> Spans:
        whole = self.excitation
        last = (
            DataProvenance.from_data(whole).spans
            if isinstance(whole, Dataset)
            else (find_span(whole),)
        )
        return (*last, *(find_span(log) for log in self.single.values()))

    @property
    def recordings(self) -> tuple[str, ...]:
        whole = self.excitation
        last = (
            DataProvenance.from_data(whole).recordings
            if isinstance(whole, Dataset)
            else (whole.recording,)
        )
        return (*last, *(log.recording for log in self.single.values()))

    def __repr__(self) -> str:
        return f"TwoStageProblem({self.model.robot.name!r}: {join_names(self.single)})"


def find_span(log: Log) -> tuple[str, float, float]:
    return log.source, float(log.t[0]), float(log.t[-1])
