"""validate(result, data) -> Validation: how well an estimate predicts torques, joint by joint, and
whether it was asked
about data it has seen."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import InputError, listing, require
from dynid.identify.correlation import autocorrelation
from dynid.identify.estimate import Estimate

WHITE_LAGS = 20


@dataclass(frozen=True)
class JointCheck:
    """rmse; relative = 100 |e| / |tau|; fit = 1 - rmse / range of the measured torque; fit_kim =
    Kim (41), which divides by
    the range of the MODEL's torque; coloured = share of the first 20 autocorrelations outside white
    noise's 95 % band.
    """

    joint: str
    rmse: float
    relative: float
    fit: float
    fit_kim: float
    coloured: float


@dataclass(frozen=True, eq=False)
class Validation:
    """Errors on a data set, over the samples that count."""

    method: str
    joints: tuple[JointCheck, ...]
    relative: float
    held_out: bool
    samples: int
    t: Array
    measured: Array
    predicted: Array
    #: (N, n) which of the torques count
    use: NDArray[np.bool_]

    def plot(self, joint: str | None = None) -> Any:
        """A plotly figure: torque measured and predicted, what is left below it, of one joint or of
        all; .show() opens it."""
        from dynid.validation.plot import torque_figure

        return torque_figure(self, joint)

    def to_dict(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "relative": self.relative,
            "held_out": self.held_out,
            "samples": self.samples,
            "joints": [asdict(joint) for joint in self.joints],
        }

    def __str__(self) -> str:
        where = (
            "held-out data"
            if self.held_out
            else "TRAINING DATA: these errors say nothing about new motion"
        )
        lines = [
            f"{self.method} on {self.samples} samples of {where}",
            f"all joints: {self.relative:.2f} % of the torque",
            "",
            f"{'joint':<16} {'RMSE':>10} {'error %':>8} {'fit':>7} {'coloured':>9}",
        ]
        for j in self.joints:
            lines.append(
                f"{j.joint:<16} {j.rmse:>10.4g} {j.relative:>8.2f} {j.fit:>7.4f} {j.coloured:>8.0%}"
            )
        return "\n".join(lines)

    def __repr__(self) -> str:
        return (
            f"Validation({self.method}: {self.relative:.2f} %,"
            f" {'held out' if self.held_out else 'NOT held out'})"
        )


def validate(result: Estimate, data: Dataset) -> Validation:
    """Predict the torques of a data set with an estimate and compare."""
    require("validate", result, Estimate, "estimate(problem, OLS()), or Estimate.load(path)")
    require("validate", data, Dataset, "process(log, model)")
    model = data.model
    if tuple(result.parameters) != model.parameters or result.known != model.known:
        only = {"estimate's": set(result.parameters) - set(model.parameters)}
        only |= {"data's": set(model.parameters) - set(result.parameters)}
        which = "; ".join(
            f"only the {whose}: {listing(sorted(names), 5)}"
            for whose, names in only.items()
            if names
        )
        raise InputError(
            "the estimate and the data belong to different models"
            f" ({which or 'another order, or other known payloads'}); expected the same robot and"
            " effects: process the log with the model of the estimate."
        )
    # the effects' constants are part of the result, not of the data
    shaped = model.with_constants(result.constants)
    predicted = shaped.inverse_dynamics(data.q, data.qd, data.qdd, result.p)
    t, measured, predicted, use = map(data.decimated, (data.t, data.tau, predicted, data.use))
    if not use.any():
        raise InputError("no sample of the data counts; loosen the masks (slow, rest, saturation).")
    joints = tuple(
        check_joint(name, measured[:, j], predicted[:, j], use[:, j])
        for j, name in enumerate(model.robot.actuated)
    )
    total = float(
        np.sqrt(np.sum((measured - predicted)[use] ** 2) / max(np.sum(measured[use] ** 2), 1e-300))
    )
    return Validation(
        result.method,
        joints,
        100.0 * total,
        held_out(result, data),
        int(use.any(axis=1).sum()),
        t,
        measured,
        predicted,
        use,
    )


def check_joint(name: str, measured: Array, predicted: Array, use: NDArray[np.bool_]) -> JointCheck:
    e, tau, model = (measured - predicted)[use], measured[use], predicted[use]
    if not len(e):
        return JointCheck(name, np.nan, np.nan, np.nan, np.nan, np.nan)
    rmse = float(np.sqrt(np.mean(e**2)))
    rho = autocorrelation(measured - predicted, np.asarray(use, dtype=bool), WHITE_LAGS)[1:]
    return JointCheck(
        name,
        rmse,
        float(100.0 * np.sqrt(np.sum(e**2) / max(np.sum(tau**2), 1e-300))),
        1.0 - rmse / max(float(np.ptp(tau)), 1e-300),
        1.0 - rmse / max(float(np.ptp(model)), 1e-300),
        float(np.mean(np.abs(rho) > 1.96 / np.sqrt(len(e)))),
    )


def held_out(result: Estimate, data: Dataset) -> bool:
    """Whether no span of the data's logs overlaps one that the estimate was trained on; unknown
    logs are not held out.

    Logs are the same where their recordings are, or where that is not known of both, their names.
    """
    if not result.sources or not data.sources:
        return False
    known = result.recordings or ("",) * len(result.sources)
    for k, (source, recording) in enumerate(zip(data.sources, data.recordings)):
        t = data.t[data.log == k]
        for (trained, t0, t1), of in zip(result.sources, known):
            same = of == recording if of and recording else trained == source
            if len(t) and same and t[0] <= t1 and t[-1] >= t0:
                return False
    return True
