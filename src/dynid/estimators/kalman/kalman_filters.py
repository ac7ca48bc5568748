"""ExtendedKalman and UnscentedKalman: state and parameters together, from positions and torques in
the order of time.

Continuous-discrete, as Rodriguez-Angeles 2002 (30)-(38): between samples the equations of motion
carry the state and its covariance, driven by the measured torque; at a sample the measured
positions correct both. Process noise is the torque's own noise, through the same equations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.data.log import Log
from dynid.errors import InputError, join_names
from dynid.estimators.kalman.batch_fit import make_batch_fits
from dynid.estimators.kalman.filter_problem import KalmanProblem
from dynid.estimators.kalman.filter_result import KalmanResult, make_kalman_result
from dynid.estimators.kalman.innovation_fit import Innovations, find_likeliest, settle
from dynid.estimators.kalman.one_joint import OneJoint
from dynid.estimators.kalman.online_filter import OnlineKalman
from dynid.estimators.kalman.passes import (
    FilterModel,
    Noises,
    Pass,
    Sweep,
    run_pass,
)
from dynid.estimators.kalman.recording import Noise, Recording
from dynid.estimators.kalman.whole_robot import WholeRobot
from dynid.identification.estimator_base import Estimator, Fit
from dynid.model.model import Model

#: torque noise of the first passes, of the RMS torque: what a start that is wrong by a factor
#: means. With the torque's own small noise, the filter would be sure of the wrong friction after
#: the first few samples
ROUGH = (0.3, 0.1, 0.03)
NARROWER, NARROWEST = (
    0.5,
    0.02,
)  # deviations at the start of a pass, of those before and at the start of the first
WIDER = 3.0  # deviations that the last pass starts from, of those that are stated
MIDDLE = 0.5  # `held` before the log is asked
SETTLED = 0.1  # passes end when no parameter moves by more than this of its deviation


@dataclass(frozen=True)
class Kalman(Estimator):
    """Settings of both filters.

    Parameters
    ----------
    start
        {"q1.Bv": 10.0, ...}: where parameters start; others at a guess from the log's magnitudes
    deviation
        standard deviations of the start, in the same words; default: an order of magnitude
    together
        covariance (P, P) of the start, in place of deviations: where parameters are known together
        better than each alone. Of all joints only
    position_noise
        standard deviation of a position (rad, m), one for all joints or {joint: ...}; default: from
        the log, an encoder's step / sqrt(12)
    torque_noise
        standard deviation of a torque sample (Nm, N); default: from the log
    drift
        random walk of the parameters: relative change in a second; 0 for constant ones
    held
        True: the torque is held from sample to sample, as a digital controller does; False: it is
        smooth; default: in between, as the log of one joint tells (of all joints: smooth)
    passes
        times the parameters are improved, at most. One joint: by the innovations of the whole log,
        from the start or a fit of the log, whichever is likelier. All joints, or a drift: each pass
        starts from the parameters of the last, half as uncertain as that one did; the first three
        take the torque as rough. 1: an ordinary filter
    """

    start: Mapping[str, float] = field(default_factory=dict)
    deviation: Mapping[str, float] = field(default_factory=dict)
    together: ArrayLike | None = field(default=None, repr=False)
    position_noise: Noise = None
    torque_noise: Noise = None
    drift: float = 0.0
    held: bool | None = None
    passes: int = 12
    #: the compiled rule that is the same, or close to it, of one joint
    like: ClassVar[str]

    needs: ClassVar[type] = KalmanProblem

    @property
    def rule(self) -> str:
        """Of `rules.RULES`."""
        return self.like

    def start_online(self, problem: KalmanProblem) -> OnlineKalman:
        """Online, on a running robot: the filter once over the log of the problem, the samples so
        far (some seconds, for its start and its noises), and then over what is pushed."""
        self._check()
        plant, recording = _make_plant(problem)
        z, variance = plant.begin(
            recording, self._select_own(plant, self.start), self._select_own(plant, self.deviation)
        )
        noises = self._make_noises(recording, variance, 0.0)
        state, spread = recording.estimate_first_state(np.sqrt(noises.position))
        x, P = np.concatenate([state, z]), np.diag(np.concatenate([spread, variance]))
        return OnlineKalman(plant, self.rule, recording, x, P, noises)

    def fit(self, problem: KalmanProblem) -> Fit:
        """The course of the filter is `details` of the result, a KalmanResult."""
        self._check()
        model, log = problem.model, problem.log
        plant, recording = _make_plant(problem)
        found = None
        if isinstance(plant, OneJoint) and self.passes > 1 and not self.drift:
            found = self._fit_innovations(plant, recording, model, log)
        found = found or self._run_passes(plant, recording, model, log)
        return Fit(
            found.p,
            covariance=found.covariance,
            notes=found.notes,
            names=found.parameters,
            p=_complete_parameters(problem, found),
            details=found,
        )

    def _fit_innovations(
        self, plant: OneJoint, recording: Recording, model: Model, log: Log
    ) -> KalmanResult | None:
        """Parameters by the innovations of all samples, then the filter once from there; None where
        it is lost before it has begun."""
        start, deviation = (
            self._select_own(plant, self.start),
            self._select_own(plant, self.deviation),
        )
        centre, variance = plant.begin(recording, start, deviation)
        known = [name in deviation for name in plant.parameters]
        noises, scale = self._make_noises(recording, variance, MIDDLE), np.sqrt(variance)
        starts = [centre, *(fit.z for fit in make_batch_fits(plant, recording))]
        z = find_likeliest(plant, recording, starts, scale, noises)
        if z is None:
            return None
        asked = Innovations(
            plant,
            self.like,
            recording,
            scale,
            centre,
            np.where(known, 1.0 / variance, 0.0),
            self.held is None,
        )
        done = settle(asked, z, noises, self.passes)
        if done is None:
            return None
        state, spread = recording.estimate_first_state(np.sqrt(noises.position))
        x, P = np.concatenate([state, done.z]), np.diag(np.concatenate([spread, scale**2]))
        P[2:, 2:] = WIDER**2 * done.covariance
        last = run_pass(plant, self._sweep, recording, x, P, done.noises)
        return make_kalman_result(
            type(self).__name__,
            plant,
            last,
            done.steps + 1,
            done.noises,
            recording.speed,
            model.robot.name,
            log.source,
            done.settled,
            done.covariance,
        )

    def _sweep(
        self, plant: FilterModel, recording: Recording, x: Array, P: Array, noises: Noises
    ) -> Sweep:
        return plant.sweep(self.rule, recording, x, P, noises)

    def _make_noises(self, recording: Recording, variance: Array, lag: float) -> Noises:
        """As told or as the log tells; `lag`: `held` where it is not told."""
        return Noises(
            recording.estimate_position_noise(self.position_noise) ** 2,
            recording.estimate_torque_noise(self.torque_noise) ** 2,
            self.drift**2 * variance,
            lag if self.held is None else float(self.held),
        )

    def _run_passes(
        self, plant: FilterModel, recording: Recording, model: Model, log: Log
    ) -> KalmanResult:
        """Over the log again and again: first with rough torques, as the start is rough, then with
        their own noise."""
        z, variance = plant.begin(
            recording, self._select_own(plant, self.start), self._select_own(plant, self.deviation)
        )
        noises = self._make_noises(recording, variance, 0.0)
        state, spread = recording.estimate_first_state(np.sqrt(noises.position))
        done: list[Pass] = []
        settled, n = False, 2 * len(plant.joints)
        rough = ROUGH if self.passes > len(ROUGH) else ()
        for k in range(self.passes):
            torque = (
                np.maximum(noises.torque, (rough[k] * recording.torque) ** 2)
                if k < len(rough)
                else noises.torque
            )
            narrow = max(NARROWER**k, NARROWEST) ** 2
            x, P = np.concatenate([state, z]), np.diag(np.concatenate([spread, narrow * variance]))
            if self.together is not None:
                P[n:, n:] = narrow * self._merge_values(plant)
            done.append(
                run_pass(plant, self._sweep, recording, x, P, replace(noises, torque=torque))
            )
            moved = np.abs(done[-1].x[n:] - z) / np.sqrt(np.diag(done[-1].P)[n:])
            z = done[-1].x[n:]
            if settled := k >= len(rough) and bool(moved.max() < SETTLED):
                break
        return make_kalman_result(
            type(self).__name__,
            plant,
            done[-1],
            len(done),
            noises,
            recording.speed,
            model.robot.name,
            log.source,
            settled,
        )

    def _merge_values(self, plant: FilterModel) -> Array:
        C, count = np.asarray(self.together, dtype=float), len(plant.parameters)
        if C.shape != (count, count) or not np.isfinite(C).all() or isinstance(plant, OneJoint):
            raise InputError(
                f"together: got shape {C.shape}, expected finite numbers ({count}, {count}), of"
                " parameters of all joints in motion."
            )
        return C

    @staticmethod
    def _select_own(plant: FilterModel, given: Mapping[str, float]) -> dict[str, float]:
        """What is said of this plant's parameters; a misspelt name of one of its joints is an
        error."""
        wrong = [
            name
            for name in given
            if name.split(".")[0] in plant.joints and name not in plant.parameters
        ]
        if wrong:
            raise InputError(
                f"got a start or deviation of {join_names(wrong)}, expected some of"
                f" {join_names(plant.parameters, 30)}."
            )
        return {name: float(value) for name, value in given.items() if name in plant.parameters}

    def _check(self) -> None:
        if not (isinstance(self.passes, int) and self.passes >= 1):
            raise InputError(f"passes: got {self.passes!r}, expected a whole number of at least 1.")
        if not self.drift >= 0:
            raise InputError(
                f"drift: got {self.drift!r}, expected 0 (constant parameters) or a positive number."
            )
        for name, value in self.start.items():
            if not np.isfinite(value):
                raise InputError(f"start: got {name} = {value!r}, expected a finite number.")
        for name, value in self.deviation.items():
            if not (np.isfinite(value) and value > 0):
                raise InputError(
                    f"deviation: got {name} = {value!r}, expected a positive standard deviation:"
                    " the first covariance must be positive."
                )


def _make_plant(problem: KalmanProblem) -> tuple[OneJoint | WholeRobot, Recording]:
    """What the filter runs on, and what it reads."""
    plant: OneJoint | WholeRobot
    if problem.joint is not None:
        plant = make_one_joint(problem.model, problem.log, problem.joint)
    else:
        p = np.asarray(problem.p)
        plant = WholeRobot.from_model(problem.model, tuple(problem.estimate), p, problem.positive)
    return plant, Recording.from_log(problem.log, plant.joints)


def make_one_joint(model: Model, log: Log, joint: str) -> OneJoint:
    """The plant of one joint, the others resting where they are most of the time."""
    whole = log.select(model.robot.actuated)
    q = whole.q[:, model.robot.actuated.index(joint)]
    return OneJoint.from_model(
        model, joint, np.median(whole.q, axis=0), float(q.min()), float(q.max())
    )


def _complete_parameters(problem: KalmanProblem, found: KalmanResult) -> Array | None:
    """All parameters of the model, where only some of them were looked for."""
    names = problem.model.parameters
    if problem.p is None or not set(found.parameters) <= set(names):
        return None
    p = np.array(problem.p, dtype=float)
    p[[names.index(name) for name in found.parameters]] = found.p
    return p


@dataclass(frozen=True)
class ExtendedKalman(Kalman):
    """The extended Kalman filter: equations of motion linearised at the estimate, by their exact
    derivatives."""

    like: ClassVar[str] = "extended"


@dataclass(frozen=True)
class UnscentedKalman(Kalman):
    """The unscented Kalman filter: 2 (nx + n) states at +- sqrt(nx + n) deviations of state and
    torque go through the equations of motion; their mean and covariance are the prediction. All
    weights are equal and positive. In steps in which one of them is no robot, the points are the
    near ones.

    Parameters
    ----------
    near
        the points lie at +- sqrt(3) deviations instead (Julier and Uhlmann's), and the state itself
        is one of them: for the many parameters of a whole robot, of which no robot can have values
        at sqrt(nx + n) deviations
    """

    near: bool = False
    like: ClassVar[str] = "unscented"

    @property
    def rule(self) -> str:
        return "near unscented" if self.near else "unscented"
