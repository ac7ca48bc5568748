"""Diaz-Rodriguez 2010, section 5: forward dynamics of the identified models, with stick and
slip."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.errors import SimulationError
from dynid.excite.trajectory import Trajectory
from dynid.loops.home import actuated_home
from dynid.model.model import Model
from dynid.papers.claims import ORDER, SIZED, Claim, Row
from dynid.papers.diaz2010.experiment import RATE, Study, random_trajectory, relative_error, ripple
from dynid.papers.diaz2010.robots import Case
from dynid.simulation.controllers import PID, FollowedMotion, Law
from dynid.simulation.integrate import Integrator
from dynid.simulation.result import Truth
from dynid.simulation.simulate import simulate

#: rad/s, of the PID controller that moves the robot: three poles there, for the inertia at home
BANDWIDTH = 15.0
FORWARD_SECONDS = 2.0
FORWARD = 10  # trajectories of each robot


@dataclass(frozen=True, eq=False)
class Run:
    """A motion of the robot under its controller: times, positions and velocities, and the forces
    of the drives as measured."""

    t: Array
    q: Array
    qd: Array
    tau: Array

    def forces(self, t: float, _q: Array, _qd: Array) -> Array:
        return np.asarray(self.tau[min(round(t * RATE), len(self.tau) - 1)])


@dataclass(frozen=True, eq=False)
class Forward:
    """One trajectory: as measured, and positions of both models under the measured forces."""

    measured: Run
    complete: Array
    reduced: Array

    def error(self, q: Array) -> float:
        """%, until the model's simulation stopped; nan where it could not begin."""
        reached = np.isfinite(q).all(axis=1)
        return relative_error(self.measured.q[reached], q[reached]) if reached.any() else np.nan


Ahead = Mapping[str, tuple[Forward, ...]]


def run_forward(s: Study) -> tuple[Forward, ...]:
    """Random trajectories, measured, and simulated with the complete and with the first feasible
    model."""
    done = []
    for k in range(FORWARD):
        measured = measured_run(s.case, random_trajectory(s.case.model.robot, 800 + k), 0)
        positions = []
        for estimate in (s.first.complete, s.first.feasible):
            # dry friction with a negative coefficient, as the complete model has it, cannot stick:
            # tanh there
            dry = estimate.theta[[name.endswith("coulomb") for name in s.case.names]]
            positions.append(
                simulated_run(
                    s.case, estimate.theta, measured, "events" if dry.min() >= 0 else "smooth"
                )
            )
        done.append(Forward(measured, positions[0], positions[1]))
    return tuple(done)


@dataclass(frozen=True, eq=False)
class Rippled:
    """A controller whose motors ripple: what reaches the robot."""

    controller: PID
    case: Case
    seed: int

    @property
    def motion(self) -> FollowedMotion:
        return self.controller.motion

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        asked = self.controller.law(plant, times, limit)
        return lambda k, t, q, qd: (
            np.asarray(asked(k, t, q, qd), float) - ripple(self.case, q, self.seed)
        )


def pid(case: Case, motion: FollowedMotion) -> PID:
    """3.1: "executed by the robot by means of a PID control", at 100 Hz; gains are not given."""
    home = actuated_home(case.model.robot)
    I, w = np.diag(case.model.mass_matrix(home, case.p)[0]), BANDWIDTH
    return PID(motion, kp=3 * w**2 * I, ki=w**3 * I, kd=3 * w * I)


def measured_run(case: Case, trajectory: Trajectory, seed: int) -> Run:
    """The robot with ripple and dry friction, moved by a PID controller."""
    drive = Rippled(pid(case, trajectory), case, seed)
    truth = truth_of(case.model, case.p, drive)
    return Run(truth.t, truth.q, truth.qd, truth.tau + ripple(case, truth.q, seed))


def truth_of(
    model: Model,
    p: Array,
    drive: object,
    q0: Array | None = None,
    qd0: Array | None = None,
    friction: str = "events",
) -> Truth:
    log = simulate(model, p, drive, FORWARD_SECONDS, RATE, q0=q0, qd0=qd0, friction=friction)
    assert log.truth is not None
    return log.truth


def simulated_run(case: Case, theta: Array, run: Run, friction: str = "events") -> Array:
    """Positions of an identified model under the measured forces, from the measured start; nan
    after it stopped."""
    q = np.full_like(run.q, np.nan)
    try:
        found = truth_of(
            case.legs, case.columns @ theta, run.forces, run.q[0], run.qd[0], friction
        ).q
    except SimulationError as stopped:
        found = stopped.log.truth.q if stopped.log is not None else q[:0]
    q[: len(found)] = found
    return q


def stick_claims(prs: Study, run: Run) -> list[Claim]:
    """5.4: what sticks is held by no more than Fc, what slips is braked by it; on the reduced model
    under measured forces."""
    legs, p = prs.case.legs, prs.case.columns @ prs.first.feasible.theta
    truth = truth_of(legs, p, run.forces, run.q[0], run.qd[0])
    free, dry = p.copy(), [legs.parameters.index(f"slider{k}.coulomb") for k in (1, 2, 3)]
    free[dry] = 0.0
    friction = truth.tau - legs.inverse_dynamics(truth.q, truth.qd, truth.qdd, free)
    moving = np.abs(truth.qd) > 1e-9
    limit = np.broadcast_to(p[dry], friction.shape)
    slip = np.abs(friction - limit * np.sign(truth.qd))[moving].max() / limit.max()
    held = (np.abs(friction) / limit)[~moving].max(initial=0.0)
    stops = int((moving[:-1] & ~moving[1:]).sum())
    return [
        Row("5.4", "stick phases: friction holds the net force, within Fc").holds(
            "by events",
            f"{stops} stops, {100 * (~moving).mean():.0f} % at rest, at most {held:.3f} Fc",
            bool(stops > 0 and held <= 1 + 1e-6),
        ),
        Row("5.4", "slip phases: friction is Fc along the velocity").holds(
            "by events", f"{slip:.0e} off", bool(slip < 1e-6)
        ),
    ]


def speeds(prs: Study, run: Run) -> list[float]:
    """CPU seconds of the complete and of the reduced model on the same trajectory, both with
    smoothed friction: the least of
    two runs in turn."""
    seconds: list[list[float]] = [[], []]
    for _ in range(2):
        for each, fit in zip(seconds, (prs.first.complete, prs.first.feasible)):
            began = time.process_time()
            simulated_run(prs.case, fit.theta, run, "smooth")
            each.append(time.process_time() - began)
    return [min(each) for each in seconds]


def forward_claims(prs: Study, rps: Study, ahead: Ahead) -> list[Claim]:
    """Table 8, Figs. 7 and 8, and the sentences about failures and speed."""
    errors = {
        s.name: np.array([[f.error(f.complete), f.error(f.reduced)] for f in ahead[s.name]])
        for s in (prs, rps)
    }
    (complete, reduced), (spread, less) = (
        np.nanmean(errors["3-PRS"], axis=0),
        np.nanstd(errors["3-PRS"], axis=0, ddof=1),
    )
    stopped = [sum(not np.isfinite(f.complete).all() for f in ahead[s.name]) for s in (prs, rps)]
    seconds = speeds(prs, ahead[prs.name][0].measured)
    gain = errors["3-PRS"][:, 0] - errors["3-PRS"][:, 1]
    gain = gain[np.isfinite(gain)]
    sure = float(gain.mean() / (gain.std(ddof=1) / np.sqrt(len(gain))))  # in standard errors
    both = "both models miss the same ripple; which is nearer changes with noise and trajectory"
    sized = "put in: the ripple was sized for Table 4; within 30 %"
    rows = [
        Row("Table 8", "3-PRS: mean position error, complete", SIZED).close_to(
            25.2, complete, 0.3, "%", "another robot and controller", sized
        ),
        Row("Table 8", "3-PRS: mean position error, reduced", SIZED).close_to(
            21.5, reduced, 0.3, "%", "another robot and controller", sized
        ),
        Row("Table 8", "deviations, complete and reduced", ORDER).holds(
            "8.679 > 3.78",
            f"{spread:.1f}, {less:.1f} %",
            bool(spread > less),
            f"the order alone: {both}",
        ),
        Row("Table 8", "the reduced model is nearer", ORDER).holds(
            "21.5 < 25.2",
            f"{reduced:.1f}, {complete:.1f} %; {sure:.1f} standard errors apart",
            sure > 2,
            both,
        ),
    ]
    for s, figure in ((prs, "Fig. 7"), (rps, "Fig. 8")):
        # a model that cannot begin has lost
        nearer = errors[s.name][:, 1] < np.nan_to_num(errors[s.name][:, 0], nan=np.inf)
        wins, total = int(nearer.sum()), len(ahead[s.name])
        what = f"{s.name}: the reduced model follows the measured motion more closely"
        means = np.nanmean(errors[s.name], axis=0)
        found = f"in {wins} of {total} trajectories ({means[1]:.1f}, {means[0]:.1f} %)"
        clear = wins >= 0.8 * total  # of ten, eight or more are rare by chance (5 %)
        rows.append(
            Row(figure, what, ORDER).holds(
                "yes",
                found,
                clear,
                "" if clear else both,
            )
        )
    return [
        *stick_claims(prs, ahead[prs.name][0].measured),
        *rows,
        Row("5.4, 5.5", "the complete model fails to finish some trajectories").holds(
            "some",
            f"{sum(stopped)} of {sum(map(len, ahead.values()))}",
            sum(stopped) > 0,
            f"trajectories of {FORWARD_SECONDS:g} s each",
        ),
        Row("5.5", "the reduced model is simulated faster", ORDER).holds(
            "20 %",
            f"{100 * (1 - seconds[1] / seconds[0]):.0f} %",
            bool(seconds[1] < 0.9 * seconds[0]),
            "CPU time, both with smoothed friction; here all bodies are evaluated, whatever"
            " parameters are zero",
        ),
    ]
