"""A Dataset: motion and torque of the actuated joints, ready for identification."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, check_array_shape, check_array_shapes, is_finite_number
from dynid.data.column_map import FORCES
from dynid.data.decimation import Decimation
from dynid.data.lowpass import filter_lowpass
from dynid.errors import InputError, join_names, require, shorten
from dynid.model.channels import RECORDING
from dynid.model.model import Model


@dataclass(frozen=True, eq=False)
class Dataset:
    """Samples first; joints in the order of `model.robot.actuated`.

    Parameters
    ----------
    model
        the model that the data are for
    t
        (N,) time [s]
    q
        (N, n) positions
    qd
        (N, n) velocities
    qdd
        (N, n) accelerations
    tau
        (N, n) torques or forces
    log
        which of `sources` a sample belongs to; samples of one log follow each other in time, at the
        rate `rate`
    use
        (N, n) whether the torque of a joint counts at a sample
    rate
        samples per second
    sources
        the logs, by name
    variance
        (n,) of the torques, where repetitions of a period have shown it
    decimation
        still to be applied to torque and regressor alike
    cutoff
        the low-pass that was used, Hz, so that other logs can be processed alike
    notes
        what was done to the log, and why
    files
        (path, sha256) of every log that was read from a file
    recordings
        of each of `sources`: what tells it from others of that name (see `Log`); "" where it is not
        known
    sensors
        {joint: (N, 6)} forces and moments (see `Log`), through the filter of the positions
    channels
        {name: (N, n)} what was logged of the joints in addition to their motion: "temp", "qm" (nan
        for
        joints without), and "drift", from -1 to 1 along each log; where payloads of some logs are
        carried
    gains
        {joint: torque of a unit of current} of joints whose current was logged: tau is gain times
        current
    free
        of these, the joints whose gain is a start only, and looked for by `estimate`
    carried
        (N, n) torque of known payloads of some logs, which tau does not contain
    untrusted
        the joints whose torques do not count, neither in a fit nor in its errors
    """

    model: Model
    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    log: Array
    use: NDArray[np.bool_]
    rate: float
    sources: tuple[str, ...] = ()
    variance: Array | None = None
    decimation: Decimation | None = None
    cutoff: float | None = None
    notes: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    recordings: tuple[str, ...] = ()
    sensors: Mapping[str, Array] = field(default_factory=dict)
    channels: Mapping[str, Array] = field(default_factory=dict)
    gains: Mapping[str, float] = field(default_factory=dict)
    free: tuple[str, ...] = ()
    carried: Array | None = None
    untrusted: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require("dataset", self.model, Model, "Model(robot, effects)")
        N, n = len(check_array_shape(self.t, (None,), "dataset, t")), self.model.robot.dof
        shapes: dict[str, tuple[int, ...]] = {"t": (N,), "log": (N,), "variance": (n,)}
        shapes |= dict.fromkeys(("q", "qd", "qdd", "tau", "use", "carried"), (N, n))
        for name, shape in shapes.items():
            kind = {"use": bool, "log": np.int64}.get(name, float)
            if (value := getattr(self, name)) is not None or name not in ("variance", "carried"):
                object.__setattr__(
                    self, name, check_array_shape(value, shape, f"dataset, {name}", kind)
                )
        for name, count in (("channels", n), ("sensors", len(FORCES))):
            given = check_array_shapes(getattr(self, name), (N, count), f"dataset, {name}")
            object.__setattr__(self, name, given)
        if not (is_finite_number(self.rate) and self.rate > 0):
            raise InputError(
                f"dataset: got rate {shorten(self.rate)}, expected samples per second."
            )
        if self.decimation is not None:
            require("dataset", self.decimation, Decimation, "that of process(log, model)")
        require("dataset, gains", self.gains, (dict, Mapping), '{"joint1": 13.6}')
        for name in ("sources", "recordings", "free"):
            require(f"dataset, {name}", getattr(self, name), tuple, '("run1.csv",)')
        if len(self) and self.log.min() < 0:
            raise InputError("dataset, log: expected numbers of logs, 0 or more.")
        if unknown := [name for name in self.free if name not in self.gains]:
            raise InputError(f"dataset, free: got {join_names(unknown)}, which have no gain.")
        if not self.recordings:
            object.__setattr__(self, "recordings", ("",) * len(self.sources))
        if len(self.recordings) != len(self.sources):
            raise InputError(
                f"dataset: got {len(self.recordings)} recordings of {len(self.sources)} sources."
            )
        if (numbers := self._number_recordings()).any():
            here = np.broadcast_to(numbers[:, None], (N, n))
            object.__setattr__(self, "channels", {**self.channels, RECORDING: here})

    def _number_recordings(self) -> Array:
        """(N,) of which recording every sample is: 0, 1, ...; a log may be several stretches."""
        logs = np.unique(self.log)
        names = [self.recordings[k] if k < len(self.recordings) else "" for k in logs.tolist()]
        own = [name or str(k) for name, k in zip(names, logs.tolist())]
        numbers = np.array([list(dict.fromkeys(own)).index(name) for name in own], dtype=float)
        return numbers[np.searchsorted(logs, self.log)] if len(logs) else np.zeros(0)

    def __len__(self) -> int:
        return len(self.t)

    def __add__(self, other: Dataset) -> Dataset:
        """Several logs as one data set."""
        if abs(other.rate - self.rate) > 1e-3 * self.rate:
            raise InputError(
                f"datasets can be joined at one rate: got {self.rate:.6g} and {other.rate:.6g} Hz; "
                "process the logs together, process([log1, log2], model)."
            )
        alike = self.decimation == other.decimation and self.gains == other.gains
        if other.model is not self.model or not alike or self.free != other.free:
            raise InputError(
                "datasets can be joined when they have the same model object and the same"
                " processing (gains of currents, too)."
            )
        both = {
            x: np.concatenate([getattr(self, x), getattr(other, x)])
            for x in ("t", "q", "qd", "qdd", "tau", "use")
        }
        return Dataset(
            self.model,
            log=np.concatenate([self.log, other.log + len(self.sources)]),
            rate=self.rate,
            sources=self.sources + other.sources,
            variance=self._average_variance(other),
            decimation=self.decimation,
            cutoff=self.cutoff,
            notes=self.notes + other.notes,
            files=tuple(dict.fromkeys(self.files + other.files)),
            recordings=self.recordings + other.recordings,
            sensors={
                name: np.concatenate([x, other.sensors[name]])
                for name, x in self.sensors.items()
                if name in other.sensors
            },
            channels={
                name: np.concatenate([x, other.channels[name]])
                for name, x in self.channels.items()
                if name in other.channels
            },
            gains=self.gains,
            free=self.free,
            carried=(
                None
                if self.carried is None and other.carried is None
                else np.concatenate([self.payload_torque, other.payload_torque])
            ),
            untrusted=tuple(dict.fromkeys(self.untrusted + other.untrusted)),
            **both,
        )

    def _average_variance(self, other: Dataset) -> Array | None:
        """The mean over the samples of both, or of the one where it is known."""
        if self.variance is None or other.variance is None:
            return other.variance if self.variance is None else self.variance
        return (len(self) * self.variance + len(other) * other.variance) / (len(self) + len(other))

    def select_times(self, t0: float, t1: float) -> Dataset:
        """The samples with t0 <= t <= t1, of every log."""
        keep = (self.t >= t0) & (self.t <= t1)
        if not keep.any():
            span = (
                f"from t = {self.t.min():g} to {self.t.max():g} s" if len(self) else "over nothing"
            )
            raise InputError(
                f"dataset: no samples between t = {t0:g} and {t1:g} s; it runs {span}."
            )
        return replace(
            self,
            **{x: getattr(self, x)[keep] for x in ("t", "q", "qd", "qdd", "tau", "log", "use")},
            sensors={name: x[keep] for name, x in self.sensors.items()},
            channels={name: x[keep] for name, x in self.channels.items()},
            carried=None if self.carried is None else self.carried[keep],
        )

    @property
    def judged(self) -> NDArray[np.bool_]:
        """(n,) whose torques are predicted: where a base floats, those that have some."""
        robot = self.model.robot
        trusted = np.array([name not in self.untrusted for name in robot.actuated])
        return np.asarray(trusted & (self.use.any(axis=0) | (not robot.base)))

    @property
    def payload_torque(self) -> Array:
        """(N, n) `carried`, 0 where nothing is."""
        return np.zeros_like(self.tau) if self.carried is None else self.carried

    def set_gains(self, gains: Mapping[str, float], free: tuple[str, ...] = ()) -> Dataset:
        """The torques of the same currents with other gains, which are then known but for those of
        `free`."""
        factor = np.ones(self.q.shape[1])
        for joint, gain in self.gains.items():
            factor[self.model.robot.actuated.index(joint)] = gains.get(joint, gain) / gain
        tau = (self.tau + self.payload_torque) * factor - self.payload_torque
        variance = None if self.variance is None else self.variance * factor**2
        made = {joint: gains.get(joint, gain) for joint, gain in self.gains.items()}
        return replace(self, tau=tau, variance=variance, gains=made, free=free)

    @property
    def units(self) -> tuple[str, ...]:
        """Of tau, joint by joint: Nm or N; A where it still is the current itself."""
        robot = self.model.robot
        return tuple(
            "A"
            if name in self.free and self.gains[name] == 1.0
            else ("N" if robot.joint(name).kind == "prismatic" else "Nm")
            for name in robot.actuated
        )

    @property
    def logs(self) -> list[NDArray[np.int64]]:
        """The samples of every log."""
        edges = [0, *(np.flatnonzero(np.diff(self.log)) + 1).tolist(), len(self)]
        if len(self) and (np.diff(self.log[edges[:-1]]) > 0).all():  # as they come from `process`
            return [np.arange(a, b) for a, b in pairwise(edges)]
        return [np.flatnonzero(self.log == k) for k in np.unique(self.log)]

    def filter_low_pass(self, x: Array) -> Array:
        """x (N, n) through the zero-phase low-pass at the cutoff, each log on its own; x itself
        where there is no cutoff."""
        if self.cutoff is None:
            return x
        out = np.array(x, dtype=float)
        for part in self.logs:
            out[part] = filter_lowpass(x[part], self.cutoff, self.rate)
        return out

    @property
    def smooth_tau(self) -> Array:
        """(N, n) the torques below the cutoff. Those that are still to be decimated are kept as
        they were measured; the others have passed the filter."""
        return self.tau if self.decimation is None else self.filter_low_pass(self.tau)

    @property
    def noise_inflation(self) -> float:
        """By how much the low-pass inflates variances of what is estimated from white noise of the
        torques: 1 + 2 sum rho_k at the rows of identification, about rate / (2 cutoff)."""
        if self.decimation is not None:
            return self.decimation.noise_inflation
        return 1.0 if self.cutoff is None else max(1.0, 0.5 * self.rate / self.cutoff)

    @property
    def starts(self) -> NDArray[np.bool_]:
        """(N,) where a log begins, or goes on after a pause."""
        breaks = (np.diff(self.log) != 0) | (np.abs(np.diff(self.t) * self.rate - 1.0) > 0.5)
        return np.concatenate([np.ones(min(len(self), 1), dtype=bool), breaks])

    def decimate(self, x: NDArray[Any]) -> NDArray[Any]:
        """x (N, ...) at the rows of identification: each log on its own through the decimation,
        where there is one; masks become those of the rows that count."""
        if self.decimation is None:
            return x
        one = self.decimation.decimate_use if x.dtype == bool else self.decimation.decimate
        whole = [part for part in self.logs if len(part) >= len(self.decimation.taps)]
        if not whole:
            raise InputError(
                "the data are shorter than their own decimation filter; expected a longer log."
            )
        return np.concatenate([one(x[part].T).T for part in whole])

    def plot(self) -> Any:
        """A plotly figure: positions, velocities, accelerations and torques as identification reads
        them; .show() opens it."""
        from dynid.data.data_plot import draw_data_figure

        return draw_data_figure(self).to_plotly()

    def _repr_html_(self) -> str:
        from dynid.data.data_summary import render_data

        return render_data(self)

    def __repr__(self) -> str:
        used = 100.0 * float(np.mean(self.use)) if len(self) else 0.0
        return (
            f"Dataset({self.model.robot.name!r}: {len(self)} samples at {self.rate:g} Hz from"
            f" {len(self.sources)} logs, {used:.0f} % used)"
        )
