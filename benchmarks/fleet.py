"""Fleets: how much better machines are known together, faults and false alarms, many logs, workers.

python benchmarks/fleet.py accuracy --seeds 1 2      # 40 arms with faults, 5 s each
python benchmarks/fleet.py faults --seeds 1          # 40 arms, five logs in a year
python benchmarks/fleet.py clean --seeds 11 12 13 14 15
python benchmarks/fleet.py many --logs 2000          # memory of workers and of the whole
python benchmarks/fleet.py workers                   # time for 1 and 2
python benchmarks/fleet.py cost                      # processor time and bytes of a log
python benchmarks/fleet.py real                      # LWR and KR300 as fleets (DYNID_DATA)
"""

from __future__ import annotations

import argparse
import os
import pickle
import resource
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

import dynid as di
from dynid.fleet.fleet_identification import FromFleet
from dynid.fleet.fleet_logs import FleetLog
from dynid.fleet.log_compression import compress_log, pack_base
from dynid.identification.covariance import estimate_correlated_deviation
from dynid.model.base_reduction import base_parameters
from dynid.parallel.result_store import Store
from fleet_simulation import Faults, Simulated, held_out_error, simulated_fleet, write_logs

HOW = {"slow": "5%"}
DAYS = (0.0, 90.0, 180.0, 270.0, 360.0)
FAULTS = Faults(
    worn={3: (2, 2.5)}, payload={7: 1.5}, drift={11: (1, 1.8), 12: (4, 1.8)}, drive={20: (3, 1.1)}
)
LEVELS = (0.01, 0.05, 0.2, 0.5)
SMALL = {f"joint{j}": 0.3 for j in (1, 3, 6, 7)}


def accuracy(options: argparse.Namespace, folder: Path) -> None:
    """Torque error on motion of no log, of each machine's model against its own fit of 5 s."""
    for seed in options.seeds:
        faults = Faults(FAULTS.worn, FAULTS.payload, {}, FAULTS.drift)
        fleet = simulated_fleet(seed, options.machines, faults=faults)
        logs = write_logs(fleet, folder / str(seed), seed)
        found = di.identify_fleet(
            fleet.study(**HOW), logs, workers=options.workers, folder=folder / "work"
        )
        errors: dict[str, list[float]] = {
            "fleet": [],
            "consistent": [],
            "wls": [],
            "one for all": [],
            "best prior": [],
        }
        for m, log in enumerate(logs):
            problem = di.Problem(fleet.model, di.process(di.read_log(log.file), fleet.model, **HOW))
            models = {
                "fleet": found[log.machine].result,
                "consistent": di.estimate(problem, di.Consistent(draws=0)),
                "wls": di.estimate(problem, di.WLS()),
                "one for all": found.result,
                "best prior": di.estimate(problem, best_prior(fleet, m, problem)),
            }
            for name, result in models.items():
                errors[name].append(held_out_error(fleet, m, result.p))
        print(f"seed {seed}: median error of held-out torque, % of it")
        for name, values in errors.items():
            ratio = np.array(errors["fleet"]) / np.array(values)
            print(
                f"  {name:<12} {100 * np.median(values):6.2f}   fleet / it: median"
                f" {np.median(ratio):.2f}, of the RMS over machines"
                f" {rms(errors['fleet']) / rms(values):.2f}, at most {ratio.max():.2f},"
                f" above 0.7 in {np.sum(ratio > 0.7)} of {len(ratio)}"
            )
        best = np.array(errors["best prior"]) / np.array(errors["consistent"])
        print(
            f"  best prior / consistent: median {np.median(best):.2f}, at most {best.max():.2f},"
            f" above 0.7 in {np.sum(best > 0.7)}"
        )


def best_prior(fleet: Simulated, m: int, problem: di.Problem) -> FromFleet:
    """What no fleet can know: the type as it is, and by how much machines differ, exactly. The
    machine's own faults belong to the type."""
    centre = fleet.kind + fleet.at(m, 0.0) - fleet.p[m]
    return FromFleet(centre, fleet.spread(centre), estimate_correlated_deviation(problem))


def rms(values: list[float]) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


def faults(options: argparse.Namespace, folder: Path) -> None:
    """A worn gear, a wrong payload, a drive that lies and two machines that drift, in a year."""
    for seed in options.seeds:
        fleet = simulated_fleet(seed, options.machines, faults=FAULTS)
        logs = write_logs(fleet, folder / str(seed), seed, days=DAYS)
        how = HOW | {"cutoff": 8.0}
        found = di.identify_fleet(
            fleet.study(**how), logs, workers=options.workers, folder=folder / "work"
        )
        print(f"seed {seed}:")
        for machine in found.remarkable:
            print(f"  {machine.name} {machine.verdict}: {'; '.join(machine.evidence)}")


def clean(options: argparse.Namespace, folder: Path) -> None:
    """Fleets without faults: every alarm is a false one. Friction scatters in three shapes. The
    chance that each fleet states of its most remarkable value is to be one: at most 5 % of fleets
    below 5 %."""
    nearest = []
    for seed in options.seeds:
        for shape in ("normal", "lognormal", "uniform"):
            fleet = simulated_fleet(seed, options.machines, shape=shape)
            days = DAYS[:3] if options.dated else DAYS[:1]
            logs = write_logs(fleet, folder / f"{seed}{shape}", seed, days=days)
            how = HOW | {"cutoff": 8.0}
            found = di.identify_fleet(
                fleet.study(**how), logs, workers=options.workers, folder=folder / "work"
            )
            said = [f"{m.name}: {'; '.join(m.evidence) or 'no log'}" for m in found.remarkable]
            said += found.failed.values()
            nearest.append(found.nearest)
            alarms = len(found.remarkable)
            print(
                f"seed {seed}, {shape}: {alarms} false alarms in {found.tests} tests, the most"
                f" remarkable value has a chance of {100 * found.nearest:.3g} %",
                *said,
                flush=True,
            )
    parts = ", ".join(f"{sum(x <= a for x in nearest)} <= {100 * a:g} %" for a in LEVELS)
    print(f"{len(nearest)} fleets; chances of their most remarkable values: {parts}")


def timed(fleet: Simulated, logs: list[FleetLog], work: Path, workers: int) -> tuple[float, list]:
    outcomes: list = []
    began = time.perf_counter()
    how = HOW | {"cutoff": 8.0}
    di.identify_fleet(fleet.study(**how), logs, folder=work, workers=workers, told=outcomes.append)
    return time.perf_counter() - began, outcomes


def many(options: argparse.Namespace, folder: Path) -> None:
    """Logs by the thousand: what the workers and the whole take of memory."""
    machines = max(options.logs // 50, 1)
    fleet = simulated_fleet(1, machines, lock=SMALL)
    days = tuple(7.0 * k for k in range(options.logs // machines))
    logs = write_logs(fleet, folder / "logs", 1, days=days)
    size = sum(Path(log.file).stat().st_size for log in logs)
    seconds, outcomes = timed(fleet, logs, folder / "work", options.workers)
    kept = sum(path.stat().st_size for path in (folder / "work").rglob("*.npz"))
    early = max(o.megabytes for o in outcomes[: len(outcomes) // 10])
    whole = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{len(logs)} logs of {machines} machines ({size / 1e6:.0f} MB) on {options.workers}"
        f" workers: {seconds:.0f} s, {sum(o.seconds for o in outcomes) / len(logs):.3f} s a log;"
        f" {kept / len(logs) / 1e3:.1f} kB kept of each; a worker took at most"
        f" {early:.0f} MB after a tenth, {max(o.megabytes for o in outcomes):.0f} MB at the end;"
        f" the whole {whole:.0f} MB; {sum(bool(o.failed) for o in outcomes)} failed"
    )


def workers(options: argparse.Namespace, folder: Path) -> None:
    """The same logs with one worker and with two; the start of processes is counted."""
    fleet = simulated_fleet(1, options.machines)
    logs = write_logs(fleet, folder / "logs", 1, days=DAYS)
    for _ in range(2):  # the first run warms the cache of kernels and of the disk
        times = {n: timed(fleet, logs, folder / f"{n}{time.time()}", n)[0] for n in (1, 2)}
    load = os.getloadavg()[0]
    print(
        f"{len(logs)} logs: {times[1]:.1f} s with one worker, {times[2]:.1f} s with two:"
        f" {times[1] / times[2]:.2f} times as fast (load of the machine {load:.1f})"
    )


def cost(options: argparse.Namespace, folder: Path) -> None:
    """What a log costs its worker, by its length, and what logs and machines cost the client."""
    fleet = simulated_fleet(1, 10)
    base, how = base_parameters(fleet.model), HOW | {"cutoff": 8.0}
    one = replace(fleet, p=fleet.p[:1])
    for seconds in (5.0, 60.0, 600.0):
        (log,) = write_logs(one, folder / f"{seconds:g}", 1, seconds)
        told = {"base": pack_base(base), "file": log.file, "study": fleet.study(**how).to_dict()}
        files, taken = {log.file: Path(log.file)}, []
        for _ in range(2):  # the first compiles
            began = time.process_time()
            result = compress_log(files, **told, payload=None)
            taken.append(time.process_time() - began)
        store = Store(folder / "kept")
        store.put("one", result)
        print(
            f"a log of {seconds:g} s ({Path(log.file).stat().st_size / 1e6:.1f} MB): {taken[1]:.2f}"
            f" s of processor time, {store.find_path('one').stat().st_size / 1e3:.0f} kB are left,"
            f" {len(pickle.dumps(told)) / 1e3:.1f} kB are sent; at most"
            f" {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB so far",
            flush=True,
        )
    logs = write_logs(fleet, folder / "logs", 1, days=DAYS)
    di.identify_fleet(fleet.study(**how), logs, folder=folder / "work")
    times = []
    for some in (logs, logs[:: len(DAYS)]):
        began = time.process_time()
        di.identify_fleet(fleet.study(**how), some, folder=folder / "work")
        times.append((time.process_time() - began, len(some)))
    (long, many), (short, few) = times
    each = (long - short) / (many - few)
    print(
        f"the client: {1e3 * each:.0f} ms a log, {1e3 * (short - few * each) / 10:.0f} ms a machine"
    )


def real(options: argparse.Namespace, folder: Path) -> None:
    """Measured logs: each as a machine; models of their first seconds predict the rest."""
    here = Path(__file__).resolve().parents[1].parent / "shared" / "data"
    data = Path(os.environ.get("DYNID_DATA") or here)
    effects = [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()]
    named = "viscous,coulomb,offset,rotor"
    for robot, names, seconds in (
        ("kuka_lwr4", "meas1 meas2 meas3", 8.0),
        ("kuka_kr300", "A B C", 5.0),
    ):
        file = data / robot / "robot.urdf"
        model = di.Model(di.load_robot(file), effects)
        logs = [FleetLog(str(data / robot / f"{name}.csv"), name) for name in names.split()]
        how = {"slow": "5%", "cutoff": 5.0, "between": (0.0, seconds)}
        found = di.identify_fleet(di.Study.make(file, effects=named, **how), logs)
        for log in logs:
            read = di.read_log(log.file)
            train = di.process(read, model, **how)
            rest = di.process(
                read, model, cutoff=5.0, decimate=None, between=(seconds, float(read.t[-1]))
            )
            own = di.estimate(di.Problem(model, train), di.Consistent(draws=0))
            said = []
            for p in (found[log.machine].result.p, own.p):
                left = model.inverse_dynamics(rest.q, rest.qd, rest.qdd, p) - rest.tau
                said.append(100 * np.linalg.norm(left) / np.linalg.norm(rest.tau))
            print(
                f"{robot} {log.machine}: first {seconds:g} s, error of the rest {said[0]:.2f} %"
                f" with the fleet, {said[1]:.2f} % alone ({said[0] / said[1]:.2f})"
            )


def main() -> None:
    tasks = {f.__name__: f for f in (accuracy, faults, clean, many, workers, cost, real)}
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=tasks)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--machines", type=int, default=40)
    parser.add_argument("--logs", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--dated", action="store_true", help="clean: three logs of each machine")
    parser.add_argument("--folder", type=Path, help="keep logs and what was made of them there")
    options = parser.parse_args()
    if options.folder is not None:
        return tasks[options.what](options, options.folder)
    with tempfile.TemporaryDirectory() as folder:
        tasks[options.what](options, Path(folder))


if __name__ == "__main__":
    main()
