"""identify_fleet(study, logs): every log compressed where it lies, then all machines together."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import DynidError, InputError, require
from dynid.estimators.consistent.barrier import solve_barrier
from dynid.estimators.consistent.consistent_estimator import Consistent
from dynid.estimators.consistent.prior import Prior, make_consistent
from dynid.estimators.consistent.restrictions import make_restricted_cone
from dynid.fleet.drift import Point, Trend, fit_trends, make_points
from dynid.fleet.fleet_logs import FleetLog, check_logs
from dynid.fleet.fleet_quantities import DRIVE, FRICTION, Extended, Quantity, list_quantities
from dynid.fleet.fleet_result import Fleet, Machine, Torques
from dynid.fleet.log_compression import compare_torques, compress_log, load_problem, pack_base
from dynid.fleet.outliers import FEWEST, Deviation, find_outliers, release_spread
from dynid.fleet.spread import Evidence, Spread, fit_spread
from dynid.identification.covariance import DATA_DECIDE, estimate_correlated_deviation
from dynid.identification.estimate import Estimate, estimate
from dynid.identification.estimator_base import Estimator, Fit, Minimum
from dynid.identification.problem import Problem
from dynid.model.base_reduction import BaseParameters, base_parameters
from dynid.model.model import Model
from dynid.parallel.result_store import Store
from dynid.parallel.task import Task
from dynid.parallel.task_runner import TaskOutcome, run
from dynid.parallel.workers import Crew, open_crew
from dynid.records import to_json
from dynid.study.model_options import USUAL
from dynid.study.study import Study

ALARM = 0.01  # chance of any false alarm in a whole fleet
LEAST_NOISE = 1e-5  # of a joint's RMS torque: no measurement is better
SHOWN = 12  # machines out of the ordinary whose torques are shown


def identify_fleet(
    study: Study,
    logs: Sequence[FleetLog],
    *,
    folder: str | Path | None = None,
    scheduler: str | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    alarm: float = ALARM,
    told: Callable[[TaskOutcome], object] | None = None,
) -> Fleet:
    """One model for all machines of a kind, one for each with the fleet as prior, drift and
    outliers.

    Parameters
    ----------
    study
        the robot, its effects, and how every log is read and processed: Study.make("arm.urdf",
        effects="viscous,coulomb", cutoff=10.0)
    logs
        of all machines, each with the name of its machine
    folder
        where results of logs are kept, so that interrupted work goes on
    scheduler
        address of a Dask scheduler
    workers
        processes of this machine
    executor
        any other; without them, the work is done in this process
    alarm
        chance of any false alarm among all machines and all that is tested
    told
        called with the outcome of each log as it comes
    """
    require("identify_fleet", study, Study, 'Study.make("arm.urdf", cutoff=10.0)')
    model = study.model.make_model(study.robot, USUAL)
    if model.reads_load or model.layout.changing:
        raise InputError(
            "identify_fleet: got effects that read the load, or payloads of some logs"
            " that are to be identified; expected effects that are linear in their parameters, and"
            " known payloads."
        )
    if not 0 < alarm < 1:
        raise InputError(f"alarm: got {alarm!r}, expected a chance between 0 and 1, such as 0.01.")
    ordered = check_logs(logs)
    base = base_parameters(model)
    told_all = {"base": pack_base(base), "study": study.to_dict()}
    with _store(folder) as store, open_crew(scheduler, workers, executor) as team:
        outcomes = run([_make_task(log, told_all) for log in ordered], team, store, told)
        work = _Work(base, store, ordered, outcomes, told_all, team)
        return work.analyse(alarm)


@contextmanager
def _store(folder: str | Path | None) -> Iterator[Store]:
    if folder is not None:
        yield Store(Path(folder))
        return
    with tempfile.TemporaryDirectory(prefix="dynid-fleet-") as temporary:
        yield Store(Path(temporary))


def _make_task(log: FleetLog, how: Mapping[str, Any], function: Any = compress_log) -> Task:
    payload = None if log.payload is None else to_json(log.payload, type(log.payload))
    settings = {**how, "file": log.file, "payload": payload}
    return Task(log.file, function, settings, (log.file,))


@dataclass(frozen=True, eq=False)
class _Work:
    """The logs in their order, and where their results are kept."""

    base: BaseParameters
    store: Store
    logs: Sequence[FleetLog]
    outcomes: Sequence[TaskOutcome]
    how: Mapping[str, Any]
    team: Crew

    def iterate_results(self, machine: str) -> Iterator[tuple[FleetLog, dict[str, Any]]]:
        """Of the logs of a machine, one by one; the same recording once."""
        seen = set()
        for log, outcome in zip(self.logs, self.outcomes):
            if log.machine != machine or outcome.failed or outcome.key in seen:
                continue
            seen.add(outcome.key)
            result = self.store.get(outcome.key)
            if result is None:
                raise DynidError(
                    f"the result of '{log.file}' in '{self.store.folder}' is gone or damaged; run"
                    " again, and it is made anew."
                )
            yield log, result

    def analyse(self, alarm: float) -> Fleet:
        failed = {o.name: o.failed for o in self.outcomes if o.failed}
        names = list(dict.fromkeys(log.machine for log in self.logs))
        read = {name: self._merge_machine(name) for name in names}
        used = {name: one for name, one in read.items() if one is not None}
        if not used:
            file, reason = next(iter(failed.items()))
            raise DynidError(f"none of {len(self.logs)} logs can be used; {file}: {reason}")
        gathered = list(used.values())
        noises = np.array([one.noise for one in gathered])
        usual = np.median(noises, axis=0)
        deviations = [
            # where joints or logs of a machine contradict each other, each counts less
            np.maximum(
                estimate_correlated_deviation(one.problem),
                usual * np.sqrt(one.problem.compute_inflations(np.zeros(one.problem.size))),
            )
            for one in gathered
        ]
        evidence = [Evidence.from_problem(one.problem, s) for one, s in zip(gathered, deviations)]
        everything = Problem.merge([one.problem for one in gathered])
        spread, weights = fit_spread(everything, evidence)
        model = self.base.model
        speeds = np.sqrt(np.mean([one.speed**2 for one in gathered], axis=0))
        quantities = list_quantities(model, spread, speeds)
        theta = self.base.compute_theta(spread.centre)
        extended = [Extended.from_evidence(each, theta) for each in evidence]
        compared = find_outliers(
            quantities, extended, noises, spread, model.robot.actuated, alarm / 2
        )
        priors = [
            release_spread(quantities, found, spread.weight_spread(w))
            for found, w in zip(compared.deviations, weights)
        ]
        owns = [
            estimate(one.problem, FromFleet(spread.centre, prior, s))
            for one, prior, s in zip(gathered, priors, deviations)
        ]
        points = [
            self._make_points(name, own, quantities, s)
            for name, own, s in zip(used, owns, deviations)
        ]
        # a drive that lies fits no model, and does so otherwise in every motion
        lying = [{x.joint for x in d if x.kind == DRIVE} for d in compared.deviations]
        steady = [
            [p for p in some if p.kind != DRIVE or p.joint not in joints]
            for some, joints in zip(points, lying)
        ]
        trends, more = fit_trends(steady, alarm / 2)
        tests = compared.tests + more
        limit = alarm / 2 / max(more, 1)
        nearest = min([compared.nearest, *(t.chance / limit for some in trends for t in some)])
        told = [_select_likelier(d, t) for d, t in zip(compared.deviations, trends)]
        found, trends = [d for d, _ in told], [t for _, t in told]
        alike = [one.problem for one, d in zip(gathered, found) if not d] or [everything]
        whole = estimate(Problem.merge(alike), Consistent(draws=0))
        remarkable = [m for m, d in enumerate(found) if d or any(t.drifts for t in trends[m])]
        shown = self._collect_torques(
            [list(used)[m] for m in remarkable[:SHOWN]], whole, used, owns
        )
        machines = []
        for name, one in read.items():
            if one is None:
                machines.append(Machine(name, None))
                continue
            m = list(used).index(name)
            machines.append(
                Machine(
                    name,
                    owns[m],
                    one.logs,
                    one.seconds,
                    found[m],
                    trends[m],
                    points[m],
                    shown.get(name),
                    one.noticed,
                )
            )
        return Fleet(
            model.robot.name,
            whole,
            tuple(machines),
            _collect_spreads(model, spread),
            failed,
            tests,
            alarm,
            min(alarm * nearest, 1.0),
            _list_notes(len(used), alarm, tests, min(alarm * nearest, 1.0)),
        )

    def _merge_machine(self, name: str) -> _Gathered | None:
        problems, noticed, seconds = [], [], 0.0
        squares: list[Array] = []
        for _, result in self.iterate_results(name):
            problems.append(load_problem(result, self.base))
            noticed += result["findings"]
            seconds += sum(stop - start for _, start, stop in result["spans"])
            squares.append(result["samples"] * result["speed"] ** 2)
        if not problems:
            return None
        problem = Problem.merge(problems)
        speed = np.sqrt(np.sum(squares, axis=0) / problem.origin.samples)
        noise = estimate_noise(problems)
        return _Gathered(problem, speed, len(problems), seconds, tuple(noticed), noise)

    def _make_points(
        self, name: str, own: Estimate, quantities: Sequence[Quantity], deviations: Array
    ) -> tuple[Point, ...]:
        frictions = [q for q in quantities if q.kind == FRICTION]
        ratios = {q.name: float(q.weights @ own.p[list(q.own)]) / q.fleet for q in frictions}
        out: list[Point] = []
        for log, result in self.iterate_results(name):
            evidence = Evidence.from_problem(load_problem(result, self.base), deviations)
            warm = np.nan if log.temperature is None else float(log.temperature)
            data = Extended.from_evidence(evidence, own.theta)
            out += make_points(quantities, data, ratios, log.day, warm)
        return tuple(out)

    def _collect_torques(
        self,
        names: Sequence[str],
        whole: Estimate,
        used: Mapping[str, _Gathered],
        owns: Sequence[Estimate],
    ) -> dict[str, Torques]:
        """Of the last log of each of these machines."""
        last = {
            log.machine: log
            for log, outcome in zip(self.logs, self.outcomes)
            if log.machine in names and not outcome.failed
        }
        tasks = []
        for name, log in last.items():
            for result in (whole, owns[list(used).index(name)]):
                tasks.append(_make_task(log, {**self.how, "p": result.p.tolist()}, compare_torques))
        done = iter(run(tasks, self.team, self.store))
        out = {}
        for (name, log), fleet, own in zip(last.items(), done, done):
            a, b = self.store.get(fleet.key), self.store.get(own.key)
            if a is not None and b is not None:
                out[name] = Torques(log.file, a["t"], a["measured"], a["predicted"], b["predicted"])
        return out


@dataclass(frozen=True, eq=False)
class _Gathered:
    """The logs of a machine: merged, with its joints' RMS speeds and the noise of their torques."""

    problem: Problem
    speed: Array
    logs: int
    seconds: float
    noticed: tuple[str, ...]

    noise: Array


def estimate_noise(problems: Sequence[Problem]) -> Array:
    """(joints,) deviation of what no parameters explain, each log having its own."""
    rows = [[(b.residual, b.n - len(b.columns), b.square) for b in p.blocks] for p in problems]
    residual, free, square = np.sum(rows, axis=0).T
    count = sum(np.array([block.n for block in p.blocks]) for p in problems)
    least = LEAST_NOISE * np.sqrt(square / np.maximum(count, 1))
    return np.asarray(np.maximum(np.sqrt(residual / np.maximum(free, 1)), least))


def _select_likelier(
    deviations: Sequence[Deviation], trends: Sequence[Trend]
) -> tuple[tuple[Deviation, ...], tuple[Trend, ...]]:
    """Where friction of a joint changes, no one value of it fits all logs, and a drive that lies
    would seem to help; where a drive lies, friction seems to change from motion to motion. What has
    the smaller chance is told."""
    drift = {t.joint: t.chance for t in trends if t.drifts and t.kind == FRICTION}
    kept = tuple(d for d in deviations if d.kind == FRICTION or d.chance <= drift.get(d.joint, 1.0))
    lying = {d.joint for d in kept if d.kind == DRIVE}
    return kept, tuple(t for t in trends if t.joint not in lying)


def _collect_spreads(model: Model, spread: Spread) -> dict[str, float]:
    """Of friction and other effects, and of the bodies' masses."""
    L = spread.Z * spread.deviation
    std = np.sqrt(np.sum(L**2, axis=1))
    some = [place.start for place in model.layout.bodies.values()] + list(model.layout.at)
    return {
        model.parameters[k]: float(std[k] / abs(spread.centre[k]))
        for k in some
        if abs(spread.centre[k]) > 0
    }


def _list_notes(machines: int, alarm: float, tests: int, nearest: float) -> tuple[str, ...]:
    notes = []
    if machines < FEWEST:
        notes.append(
            f"{machines} machines are too few to distinguish one from the others: outliers"
            f" are searched from {FEWEST} on"
        )
    if tests:
        said = f"{tests} comparisons and trends share a chance of {100 * alarm:g} % for any false"
        quiet = f"; the most remarkable value has one of {100 * nearest:.2g} %"
        notes.append(f"{said} alarm{quiet if nearest > alarm else ''}")
    return tuple(notes)


# ---- FromFleet(): the parameters of one machine, with the other machines of its kind as prior.

THIN = 1e-6  # eigenvalue (body scaled to size 1) to which the centre's bodies are made possible
TINY = 1e-9  # of its spread, by which the centre stays above a bound


@dataclass(frozen=True, eq=False)
class FromFleet(Estimator):
    """The most probable physically consistent bodies and friction of a machine:

        min sum_j |W_j B p - y_j|^2 / s_j^2 + (p - mu)' L^-1 (p - mu)

    Parameters
    ----------
    centre
        mu, of the fleet
    spread
        L (P, P), covariance of p between machines
    deviations
        s, of the joints' torque noise
    """

    centre: Array
    spread: Array
    deviations: Array

    def fit(self, problem: Problem) -> Fit:
        model, base = problem.model, problem.base
        if model is None or base is None or len(self.centre) != len(model.parameters):
            raise InputError(
                "FromFleet: got a problem of other parameters than the fleet's; expected"
                " Problem(model, data) of the fleet's model."
            )
        scale = np.sqrt(np.diag(self.spread))
        mu = np.maximum(self.centre, model.lower + TINY * scale)
        for place in model.layout.bodies.values():
            mu[place] = make_consistent(mu[place], THIN)[0]
        prior = Prior(mu, scale, np.zeros(len(mu), dtype=bool), ())
        cone, start = make_restricted_cone(model, prior, {}, {}, {}, {})
        W, y = problem.stack_rows(1.0 / self.deviations)
        # L = S F F' S with the correlations F F': rows F^-1 S^-1 (p - mu) of unit deviation
        F = np.linalg.cholesky(self.spread / np.outer(scale, scale))
        rows = np.linalg.solve(F, np.diag(1.0 / scale))
        A, b = np.vstack([W @ base.map, rows]), np.concatenate([y, rows @ mu])
        n = np.sqrt(2.0 / problem.n)  # J = |A p - b|^2 / n = 1/2 |n A p - n b|^2
        found = solve_barrier(n * A, n * b, cone, start)
        p = cone.to_parameters(found.v)
        R = np.linalg.qr(A * scale, mode="r")
        X = scale[:, None] * np.linalg.inv(R)
        return Fit(
            base.compute_theta(p),
            weights=1.0 / self.deviations,
            minimum=Minimum(found.value, found.iterations, found.gap),
            covariance=base.map @ X @ X.T @ base.map.T,
            p=p,
            p_interval=_compute_intervals(p, X, model.lower),
            from_prior=self._from_fleet(problem, X),
        )

    def _from_fleet(self, problem: Problem, X: Array) -> tuple[str, ...]:
        """Names in p and theta of which the machine's own data say less than the fleet."""
        assert problem.model is not None
        assert problem.base is not None
        B, out = problem.base.map, []
        for names, before, after in (
            (problem.model.parameters, np.diag(self.spread), np.sum(X**2, axis=1)),
            (problem.names, np.diag(B @ self.spread @ B.T), np.sum((B @ X) ** 2, axis=1)),
        ):
            out += [n for n, a, b in zip(names, before, after) if b > (1 - DATA_DECIDE) * a]
        return tuple(dict.fromkeys(out))

    def __repr__(self) -> str:
        return "FromFleet()"


def _compute_intervals(p: Array, X: Array, lower: Array) -> Array:
    half = 1.96 * np.linalg.norm(X, axis=1)
    return np.stack([np.maximum(p - half, lower), p + half], axis=1)
