"""validate(result, data) -> Validation: how well an estimate predicts torques, joint by joint, and
whether it was asked
about data it has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import InputError, join_names, require
from dynid.identification.correlation import compute_autocorrelation
from dynid.identification.estimate import Estimate
from dynid.identification.gain_records import apply_gains
from dynid.model.channels import DRIFT, RECORDING, is_always_zero
from dynid.model.model import Model
from dynid.model.model_builder import describe_joints
from dynid.notebook import format_percent, format_ratio, render_small_table

WHITE_LAGS = 20
NO_MATTER = 1.0  # % of the torque: what is below is small, whatever it is made of
# of the error, and % of the torque, from which it is said what the filter alone makes
FILTER_PART, FILTER_SAID = 0.5, 2.0
FEW_CHECKED = 10  # samples a joint: with fewer, an error is a matter of luck
STILL = 1e-12  # of the torque's RMS: a deviation below it is rounding
MOST = 12  # joints in a line
NONE_MOVE = "no sample counts as moving"


@dataclass(frozen=True)
class JointCheck:
    """Over all samples, of torques below the cutoff: rmse; relative = 100 |e| / |tau|, nan where
    the torque is zero.

    raw         as `relative`, of the torque as it was measured; nan where only the filtered is kept
    nrmse, r2   of the torque as it was measured, where it is kept: `score_prediction`
    moving      as `relative`, over the samples that count; nan where there is none
    by_filter   100 |f| / |tau|, f what the filter alone takes from the prediction
    without_filter      as `relative`, where the prediction has passed the filter as well
    coloured    share of the first 20 autocorrelations of the rows that count outside white noise's
                95 % band; nan where there is none
    """

    joint: str
    rmse: float
    relative: float
    moving: float
    by_filter: float
    without_filter: float
    raw: float
    r2: float
    nrmse: float
    coloured: float


@dataclass(frozen=True, eq=False)
class Validation:
    """Errors on a data set.

    Parameters
    ----------
    method
        of the estimate
    joints
        the errors of each joint
    relative
        100 |tau - prediction| / |tau| over all joints and ALL samples, of torques below the cutoff,
        slow samples too
    moving
        the same over the samples that count: those that the masks (slow) leave
    by_filter
        100 |f| / |tau|, f what the low-pass at `cutoff` takes from the prediction: the torque has
        passed it, a model's friction is sharp
    without_filter
        100 |tau - p| / |tau|, where the prediction p has passed it too
    raw
        100 |tau - p| / |tau|, tau as it was measured and p as it is: what the low-pass takes from
        the torque counts as well; nan where only the filtered torque is kept
    cutoff
        of the low-pass [Hz]; None: there is none
    held_out
        whether the estimate has not seen the data
    samples
        how many there are
    counted
        at how many of them some joint counts
    t, measured, predicted
        what the plots show, decimated as a problem is
    use
        (N, n): which of the torques count
    q
        (N, n): the positions
    files
        of the data, each with its SHA-256
    undriven
        coordinates without a motor (a base that swings, springs): their torque is zero, and what
        the model has of it is the error
    shipped
        as `relative`, of the inertias, friction and springs that the robot's own file gives; nan
        where it lacks the inertia of a body

    Attributes
    ----------
    r2
        the mean of the joints' own, the official score of the KR300 benchmark
    nrmse
        the mean of the joints' own, the official score of the KR300 benchmark
    """

    method: str
    joints: tuple[JointCheck, ...]
    relative: float
    moving: float
    by_filter: float
    without_filter: float
    raw: float
    cutoff: float | None
    held_out: bool
    samples: int
    counted: int
    t: Array
    measured: Array
    predicted: Array
    use: NDArray[np.bool_]
    q: Array
    files: tuple[tuple[str, str], ...] = ()
    undriven: tuple[str, ...] = ()
    shipped: float = np.nan

    def plot(self, joint: str | None = None) -> Any:
        """A plotly figure: torque measured and predicted, the residual below it, of one joint or of
        all; .show() opens it."""
        from dynid.validation.validation_plot import draw_torque

        return draw_torque(self, joint).to_plotly()

    @property
    def r2(self) -> float:
        return _average_known([joint.r2 for joint in self.joints])

    @property
    def nrmse(self) -> float:
        return _average_known([joint.nrmse for joint in self.joints])

    @property
    def masked(self) -> bool:
        """Whether some samples do not count."""
        return self.moving != self.relative

    @property
    def filter_matters(self) -> bool:
        """Whether the filter alone makes a considerable part of the error."""
        return self.by_filter > max(FILTER_SAID, FILTER_PART * self.relative)

    @property
    def aside(self) -> str:
        """A note next to the error: of moving samples, of the filter; "" for nothing."""
        parts = []
        if self.filter_matters:
            parts.append(
                f"of which the filter at {self.cutoff:.3g} Hz alone makes"
                f" {format_percent(self.by_filter)} %: try a higher cutoff"
            )
        if self.masked:
            moving = f"{format_percent(self.moving)} % over moving samples"
            parts.append(moving if self.counted else NONE_MOVE)
        return "; ".join(parts)

    @property
    def thin(self) -> str:
        """Why the numbers mean little, "" where they do: too few samples, joints without any."""
        unknown = [j.joint for j in self.joints if not np.isfinite(j.relative)]
        unknown = [name for name in unknown if name not in self.undriven]
        still = [j.joint for j in self.joints if np.isfinite(j.relative) and np.isnan(j.moving)]
        parts = []
        if self.samples < FEW_CHECKED * len(self.joints):
            parts.append(f"only {self.samples} samples to check {len(self.joints)} joints on")
        if unknown:
            parts.append(f"no torque at all at {join_names(unknown, 3)}")
        if still:
            parts.append(f"no moving sample of {join_names(still, 3)}")
        return "; ".join(parts)

    @property
    def _error(self) -> str:
        aside = f" ({self.aside})" if self.aside else ""
        return (
            f"{format_percent(self.relative)} % of the torque{aside}; mean over the joints: R2"
            f" {format_ratio(self.r2)}, NRMSE {format_ratio(self.nrmse)}"
        )

    @property
    def sentence(self) -> str:
        """Everything in one line."""
        data = "held-out data" if self.held_out else "training data"
        rmse = ", ".join(f"{joint.rmse:.3g}" for joint in self.joints[:MOST])
        more = ", ..." if len(self.joints) > MOST else ""
        by_joint = f"RMSE by joint {rmse}{more} Nm or N"
        return f"{data}, all {self.samples} samples: error {self._error}; {by_joint}"

    def to_dict(self) -> dict[str, Any]:
        """As JSON: null where there is no number."""
        return {
            "method": self.method,
            "relative": _drop_nonfinite(self.relative),
            "r2": _drop_nonfinite(self.r2),
            "nrmse": _drop_nonfinite(self.nrmse),
            "moving": _drop_nonfinite(self.moving),
            "by_filter": _drop_nonfinite(self.by_filter),
            "without_filter": _drop_nonfinite(self.without_filter),
            "raw": _drop_nonfinite(self.raw),
            "shipped": _drop_nonfinite(self.shipped),
            "cutoff": self.cutoff,
            "held_out": self.held_out,
            "samples": self.samples,
            "counted": self.counted,
            "thin": self.thin,
            "joints": [
                {
                    key: x if isinstance(x, str) else _drop_nonfinite(x)
                    for key, x in asdict(joint).items()
                }
                for joint in self.joints
            ],
        }

    def __str__(self) -> str:
        where = (
            "held-out data"
            if self.held_out
            else "TRAINING DATA: these errors say nothing about new motion"
        )
        lines = [
            f"{self.method} on all {self.samples} samples of {where}",
            f"all joints: {self._error}",
            f"other measures: {format_percent(self.raw)} % of the raw torque;"
            f" {format_percent(self.without_filter)} % with the prediction through the filter too",
            *([f"take care: {self.thin}"] if self.thin else []),
            "",
            f"{'joint':<16} {'RMSE Nm, N':>10} {'error %':>8} {'moving %':>9} {'raw %':>7}"
            f" {'both filtered %':>15} {'R2':>8} {'NRMSE':>7} {'coloured':>9}",
        ]
        for j in self.joints:
            lines.append(
                f"{j.joint:<16} {j.rmse:>10.4g} {_format_measures(j)}"
                f" {'-' if np.isnan(j.coloured) else format(j.coloured, '.0%'):>9}"
            )
        lines.append(f"{'all':<16} {'':>10} {_format_measures(self)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (
                j.joint,
                f"{j.rmse:.4g}",
                *map(format_percent, (j.relative, j.moving, j.raw, j.without_filter)),
                *map(format_ratio, (j.r2, j.nrmse)),
            )
            for j in self.joints
        ]
        errors = ("error %", "moving %", "raw %", "both filtered %")
        head = ("joint", "RMSE [Nm, N]", *errors, "R2", "NRMSE")
        return render_small_table(f"{self.method}, {self.sentence}", head, rows)

    def __repr__(self) -> str:
        return (
            f"Validation({self.method}: {format_percent(self.relative)} %,"
            f" {'held out' if self.held_out else 'NOT held out'})"
        )


def _format_measures(x: Validation | JointCheck) -> str:
    """Under the heads of the printed table."""
    errors = map(format_percent, (x.relative, x.moving, x.raw, x.without_filter))
    cells = (*errors, format_ratio(x.r2), format_ratio(x.nrmse))
    return " ".join(f"{cell:>{width}}" for cell, width in zip(cells, (8, 9, 7, 15, 8, 7)))


def _drop_nonfinite(x: float) -> float | None:
    return x if np.isfinite(x) else None


def _average_known(values: Sequence[float]) -> float:
    """Of those that are known."""
    known = [x for x in values if np.isfinite(x)]
    return float(np.mean(known)) if known else np.nan


def validate(result: Estimate, data: Dataset) -> Validation:
    """Predict the torques of a data set with an estimate and compare, at all samples.

    tau are the measured torques below the cutoff, the prediction is the model's on the processed
    motion as it is. What the masks leave out is left out of `moving` only.

    Parameters
    ----------
    result
        the estimate
    data
        a data set, best one that the estimate has not seen
    """
    require("validate", result, Estimate, "estimate(problem, OLS()), or Estimate.load(path)")
    require("validate", data, Dataset, "process(log, model)")
    data = apply_gains(result, data)
    rest = data.model.without_load
    if rest is not data.model and tuple(result.parameters) == rest.parameters:
        data = replace(data, model=rest)  # without effects that the estimate had to drop
    model = data.model
    if tuple(result.parameters) != model.parameters or result.known != model.known:
        only = {"estimate's": set(result.parameters) - set(model.parameters)}
        only |= {"data's": set(model.parameters) - set(result.parameters)}
        which = "; ".join(
            f"only the {whose}: {join_names(sorted(names), 5)}"
            for whose, names in only.items()
            if names
        )
        raise InputError(
            "the estimate and the data belong to different models"
            f" ({which or 'another order, or other known payloads'}); expected the same robot and"
            " effects: process the log with the model of the estimate."
        )
    told = np.flatnonzero(data.judged)
    prediction, counts = predict(result, data), data.use[:, told]
    shown = (data.t, data.q, data.tau, prediction, data.use)
    t, q, *rows = map(data.decimate, shown)
    measured, predicted, use = (x[:, told] for x in rows)
    tau, smooth = data.smooth_tau[:, told], data.filter_low_pass(prediction)[:, told]
    # torques are as they were measured, unless they have passed the filter (Dataset.smooth_tau)
    measured_raw = data.decimation is not None or data.cutoff is None
    raw = data.tau[:, told] if measured_raw else None
    prediction, shipped = prediction[:, told], _measure_file_error(data, tau, told)
    joints = tuple(
        check_joint(
            name,
            tau[:, j],
            None if raw is None else raw[:, j],
            prediction[:, j],
            smooth[:, j],
            counts[:, j],
            measure_correlation(measured[:, j] - predicted[:, j], use[:, j]),
        )
        for j, name in enumerate(np.array(model.robot.actuated)[told].tolist())
    )
    return Validation(
        result.method,
        joints,
        compute_percent(tau - prediction, tau),
        compute_moving_percent(tau - prediction, tau, counts),
        compute_percent(prediction - smooth, tau),
        compute_percent(tau - smooth, tau),
        np.nan if raw is None else compute_percent(raw - prediction, raw),
        data.cutoff,
        is_held_out(result, data),
        len(data),
        int(counts.any(axis=1).sum()),
        t,
        measured,
        predicted,
        use,
        q,
        tuple(data.files),
        tuple(name for name in model.robot.actuated if name not in model.robot.motors),
        shipped,
    )


def _measure_file_error(data: Dataset, tau: Array, told: Any) -> float:
    """What `Validation.shipped` is."""
    shipped = predict_by_file(data)
    return np.nan if shipped is None else compute_percent(tau - shipped[:, told], tau)


def predict_by_file(data: Dataset) -> Array | None:
    """(N, n) the torques of the robot as its file describes it: bodies, springs, friction, rotors;
    None where the inertia of a body is unknown."""
    robot = data.model.robot
    effects = describe_joints(robot, robot.coordinates)
    model = Model(robot, effects, data.model.symmetric)
    p = model.nominal
    if np.isnan(p).any():
        return None
    return np.asarray(model.inverse_dynamics(data.q, data.qd, data.qdd, p))


def predict(result: Estimate, data: Dataset) -> Array:
    """(N, n) the torques of an estimate on the motion of a data set."""
    # the effects' constants are part of the result, not of the data
    shaped = data.model.set_constants(result.constants)
    channels, laws = dict(data.channels), [batch.law for batch in shaped.layout.batches]
    if any(map(is_always_zero, laws)) and is_held_out(result, data):
        channels[DRIFT] = np.zeros(data.q.shape)  # of this log nothing is known but its middle
        channels[RECORDING] = np.full(data.q.shape, np.nan)  # nor which one it is
    return np.asarray(
        shaped.inverse_dynamics(data.q, data.qd, data.qdd, result.p, data.starts, channels)
    )


def compute_percent(e: Array, tau: Array) -> float:
    """100 |e| / |tau|; nan where there is no torque to compare with."""
    size = float(np.vdot(tau, tau))
    return float(100.0 * np.sqrt(np.vdot(e, e) / size)) if size > 0 else np.nan


def score_prediction(tau: Array, prediction: Array) -> tuple[float, float]:
    """NRMSE and R2 of one joint, as the KR300 benchmark of nonlinearbenchmark.org defines them:

        NRMSE = sqrt(mean e^2) / std(tau),    R2 = 1 - sum e^2 / sum (tau - mean prediction)^2,

    std with N - 1, and the mean of the prediction, not of tau; nan where the torque does not
    change.
    """
    e = tau - prediction
    deviation = float(np.std(tau, ddof=1)) if len(tau) > 1 else 0.0
    if deviation <= STILL * float(np.sqrt(np.mean(tau**2))):
        return np.nan, np.nan
    nrmse = float(np.sqrt(np.mean(e**2))) / deviation
    return nrmse, float(1.0 - np.sum(e**2) / np.sum((tau - prediction.mean()) ** 2))


def compute_moving_percent(e: Array, tau: Array, use: NDArray[np.bool_]) -> float:
    """The same over the samples that count."""
    return compute_percent(e, tau) if use.all() else compute_percent(e[use], tau[use])


def check_joint(
    name: str,
    tau: Array,
    raw: Array | None,
    prediction: Array,
    smooth: Array,
    use: NDArray[np.bool_],
    coloured: float = np.nan,
) -> JointCheck:
    """Of one joint's torque, filtered and raw, and its prediction at all samples, as it is and
    through the filter."""
    e = tau - prediction
    nrmse, r2 = score_prediction(tau if raw is None else raw, prediction)
    return JointCheck(
        name,
        float(np.sqrt(np.mean(e**2))),
        compute_percent(e, tau),
        compute_moving_percent(e, tau, use),
        compute_percent(prediction - smooth, tau),
        compute_percent(tau - smooth, tau),
        np.nan if raw is None else compute_percent(raw - prediction, raw),
        r2,
        nrmse,
        coloured,
    )


def measure_correlation(e: Array, use: NDArray[np.bool_]) -> float:
    """Share of the first 20 autocorrelations outside white noise's 95 % band."""
    count = int(use.sum())
    if not count:
        return np.nan
    rho = compute_autocorrelation(e, np.asarray(use, dtype=bool), WHITE_LAGS)[1:]
    return float(np.mean(np.abs(rho) > 1.96 / np.sqrt(count)))


def is_held_out(result: Estimate, data: Dataset) -> bool:
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
