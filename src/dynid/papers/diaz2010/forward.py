"""Diaz-Rodriguez 2010, section 5: forward dynamics of the identified models, with stick and
slip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.errors import SimulationError
from dynid.excitation.trajectory import Trajectory
from dynid.model.model import Model
from dynid.papers.claims import ORDER, SIZED, Claim, Row
from dynid.papers.diaz2010.diaz_experiment import (
    RATE,
    RobotStudy,
    compute_relative_error,
    compute_ripple,
    make_random_trajectory,
)
from dynid.papers.diaz2010.diaz_robots import RobotCase
from dynid.simulation.controllers import PID, FollowedMotion, Law
from dynid.simulation.integrate import Integrator
from dynid.simulation.simulated_log import Truth
from dynid.simulation.simulation_run import WIDTH, simulate

#: rad/s, of the PID controller that moves the robot: three poles there, for the inertia at home
BANDWIDTH = 15.0
FORWARD_SECONDS = 2.0
FORWARD = 10  # trajectories of each robot
CLEAR = 5  # failures of one model alone: if both failed as often, as many in a row are rare (3 %)


@dataclass(frozen=True, eq=False)
class ControlledRun:
    """A motion of the robot under its controller: times, positions and velocities, and the forces
    of the motors as measured."""

    t: Array
    q: Array
    qd: Array
    tau: Array

    def compute_forces(self, t: float, _q: Array, _qd: Array) -> Array:
        return np.asarray(self.tau[min(round(t * RATE), len(self.tau) - 1)])


@dataclass(frozen=True, eq=False)
class Forward:
    """One trajectory: as measured, and positions of both models under the measured forces."""

    measured: ControlledRun
    complete: Array
    reduced: Array

    def compute_error(self, q: Array) -> float:
        """%, until the model's simulation stopped; nan where it could not begin."""
        reached = np.isfinite(q).all(axis=1)
        return (
            compute_relative_error(self.measured.q[reached], q[reached])
            if reached.any()
            else np.nan
        )


Ahead = Mapping[str, tuple[Forward, ...]]


def run_forward(s: RobotStudy) -> tuple[Forward, ...]:
    """Random trajectories, measured, and simulated with the complete and with the first feasible
    model."""
    done = []
    for k in range(FORWARD):
        measured = simulate_measured_run(
            s.case, make_random_trajectory(s.case.model.robot, 800 + k), 0
        )
        positions = []
        for estimate in (s.first.complete, s.first.feasible):
            # dry friction with a negative coefficient, as the complete model has it, cannot stick:
            # tanh there
            dry = estimate.theta[[name.endswith("coulomb") for name in s.case.names]]
            positions.append(
                simulate_identified(
                    s.case, estimate.theta, measured, "events" if dry.min() >= 0 else "smooth"
                )
            )
        done.append(Forward(measured, positions[0], positions[1]))
    return tuple(done)


@dataclass(frozen=True, eq=False)
class Rippled:
    """A controller whose motors ripple: what reaches the robot."""

    controller: PID
    case: RobotCase
    seed: int

    @property
    def motion(self) -> FollowedMotion:
        return self.controller.motion

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        asked = self.controller.law(plant, times, limit)
        return lambda k, t, q, qd: (
            np.asarray(asked(k, t, q, qd), float) - compute_ripple(self.case, q, self.seed)
        )


def make_pid(case: RobotCase, motion: FollowedMotion) -> PID:
    """3.1: "executed by the robot by means of a PID control", at 100 Hz; gains are not given."""
    home = take_actuated_home(case.model.robot)
    I, w = np.diag(case.model.mass_matrix(home, case.p)[0]), BANDWIDTH
    return PID(motion, kp=3 * w**2 * I, ki=w**3 * I, kd=3 * w * I)


def simulate_measured_run(case: RobotCase, trajectory: Trajectory, seed: int) -> ControlledRun:
    """The robot with ripple and dry friction, moved by a PID controller."""
    drive = Rippled(make_pid(case, trajectory), case, seed)
    truth = simulate_truth(case.model, case.p, drive)
    return ControlledRun(
        truth.t, truth.q, truth.qd, truth.tau + compute_ripple(case, truth.q, seed)
    )


def simulate_truth(
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


def simulate_identified(
    case: RobotCase, theta: Array, run: ControlledRun, friction: str = "events"
) -> Array:
    """Positions of an identified model under the measured forces, from the measured start; nan
    after it stopped."""
    q = np.full_like(run.q, np.nan)
    try:
        found = simulate_truth(
            case.legs, case.columns @ theta, run.compute_forces, run.q[0], run.qd[0], friction
        ).q
    except SimulationError as stopped:
        found = stopped.log.truth.q if stopped.log is not None else q[:0]
    q[: len(found)] = found
    return q


def check_sticking(prs: RobotStudy, run: ControlledRun) -> list[Claim]:
    """5.4: what sticks is held by no more than Fc, what slips is braked by it; on the reduced model
    under measured forces."""
    legs, p = prs.case.legs, prs.case.columns @ prs.first.feasible.theta
    truth = simulate_truth(legs, p, run.compute_forces, run.q[0], run.qd[0])
    free, dry = p.copy(), [legs.parameters.index(f"slider{k}.coulomb") for k in (1, 2, 3)]
    free[dry] = 0.0
    friction = truth.tau - legs.inverse_dynamics(truth.q, truth.qd, truth.qdd, free)
    moving = np.abs(truth.qd) > 1e-9
    limit = np.broadcast_to(p[dry], friction.shape)
    slip = np.abs(friction - limit * np.sign(truth.qd))[moving].max() / limit.max()
    held = (np.abs(friction) / limit)[~moving].max(initial=0.0)
    stops = int((moving[:-1] & ~moving[1:]).sum())
    return [
        Row("5.4", "stick phases: friction holds the net force, within Fc").judge_statement(
            "by events",
            f"{stops} stops, {100 * (~moving).mean():.0f} % at rest, at most {held:.3f} Fc",
            bool(stops > 0 and held <= 1 + 1e-6),
        ),
        Row("5.4", "slip phases: friction is Fc along the velocity").judge_statement(
            "by events", f"{slip:.0e} off", bool(slip < 1e-6)
        ),
    ]


def count_evaluations(case: RobotCase, theta: Array, run: ControlledRun) -> int:
    """How often the equations of motion are evaluated for one trajectory by the formula of ode45
    (5.4), as scipy has it with the tolerances of ode45, friction smoothed."""
    from scipy.integrate import solve_ivp

    n, p = run.q.shape[1], case.columns @ theta
    plant = Integrator(case.legs, p, run.q[0], run.qd[0], WIDTH)

    def compute_slope(t: float, x: Array) -> Array:
        plant.put(x[:n], x[n:])
        plant.now.tau[:] = run.compute_forces(t, x[:n], x[n:])
        plant.react()
        return np.concatenate([x[n:], plant.trial.qdd])

    start = np.concatenate([run.q[0], run.qd[0]])
    return int(solve_ivp(compute_slope, run.t[[0, -1]], start, rtol=1e-3, atol=1e-6).nfev)


def check_failures(ahead: Ahead) -> Claim:
    """5.4, 5.5: which of the two models stops on the way."""
    runs = [f for each in ahead.values() for f in each]
    complete, reduced = (
        np.array([not np.isfinite(q).all() for q in which])
        for which in ([f.complete for f in runs], [f.reduced for f in runs])
    )
    row = Row("5.4, 5.5", "the complete model fails to finish some trajectories, the reduced none")
    found = f"{complete.sum()} and {reduced.sum()} of {len(runs)}"
    why = f"trajectories of {FORWARD_SECONDS:g} s each"
    if (complete & ~reduced).sum() < CLEAR:
        return row.leave_undecided("some", found, f"{why}; fewer than {CLEAR} may be by chance")
    return row.judge_statement("some", found, not reduced.any(), why)


def forward_claims(prs: RobotStudy, rps: RobotStudy, ahead: Ahead) -> list[Claim]:
    """Table 8, Figs. 7 and 8, and the sentences about failures and speed."""
    errors = {
        s.name: np.array(
            [[f.compute_error(f.complete), f.compute_error(f.reduced)] for f in ahead[s.name]]
        )
        for s in (prs, rps)
    }
    (complete, reduced), (spread, less) = (
        np.nanmean(errors["3-PRS"], axis=0),
        np.nanstd(errors["3-PRS"], axis=0, ddof=1),
    )
    fits = prs.first.complete, prs.first.feasible
    evaluations = [
        sum(count_evaluations(prs.case, fit.theta, f.measured) for f in ahead[prs.name])
        for fit in fits
    ]
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
        Row("Table 8", "deviations, complete and reduced", ORDER).judge_statement(
            "8.679 > 3.78",
            f"{spread:.1f}, {less:.1f} %",
            bool(spread > less),
            f"the order alone: {both}",
        ),
        Row("Table 8", "the reduced model is nearer", ORDER).judge_statement(
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
            Row(figure, what, ORDER).judge_statement(
                "yes",
                found,
                clear,
                "" if clear else both,
            )
        )
    return [
        *check_sticking(prs, ahead[prs.name][0].measured),
        *rows,
        check_failures(ahead),
        Row("5.5", "the reduced model is simulated faster", ORDER).judge_statement(
            "20 %",
            f"{evaluations[1]} against {evaluations[0]} evaluations",
            evaluations[1] < 0.9 * evaluations[0],
            f"of the equations of motion, {FORWARD} trajectories by the formula of ode45 (scipy),"
            " friction smoothed; what an evaluation costs depends on the code",
        ),
    ]
