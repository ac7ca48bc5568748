"""How far to trust it: intervals of separate fits of repeated runs against each other, predictions
of runs that no fit saw, coverage in simulation; into docs/evidence.md and build/evidence.html.

    python benchmarks/evidence.py [--fresh] [part ...]

Only what is not kept in benchmarks/results/ is measured; with --fresh everything, or the parts
named. Data: the folder that DYNID_DATA names, else shared/data beside the repository; more
recordings of a kind (log_5.csv ...) are used where they are there.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from pathlib import Path

import numpy as np

import dynid as di
import evidence_page
import misfit_intervals
import public_data
import real_data
import sim2real_protocol
from dynid.sim2real.rollout import RolloutSegment
from leaderboard import build_commanded_robot
from measured_pages import Json, measure_or_read
from real_data import END
from real_effects import Parts, data_of
from repeated_logs import choice_of, compare_parameters, estimated, name_kind

KIND = "evidence"
INTERVAL = 1.96  # deviations: 95 %
MACHINES, QUADRUPEDS = 40, 10  # simulated


def list_recordings(folder: str, pattern: str) -> tuple[Parts, ...]:
    files = sorted((real_data.DATA / folder).glob(pattern))
    return tuple(((path.name, 0.0, END),) for path in files)


#: folder, stretches that are fitted separately, cutoff [Hz]
TORQUE_LOGS: dict[str, tuple[str, Callable[[], tuple[Parts, ...]], float]] = {
    "kuka_lwr4": ("kuka_lwr4", lambda: list_recordings("kuka_lwr4", "meas*.csv"), 5.0),
    "kuka_kr300": ("kuka_kr300", lambda: list_recordings("kuka_kr300", "[A-Z].csv"), 5.0),
    "kr300_benchmark": (
        "kr300_benchmark",
        lambda: list_recordings("kr300_benchmark", "train*.csv"),
        2.0,
    ),
    "panda_halves": (
        "panda_gaz",
        lambda: ((("traj1.csv", 0.0, 10.5),), (("traj1.csv", 10.5, END),)),
        5.0,
    ),
    "ur10_halves": ("ur10", lambda: ((("log.csv", 0.0, 13.75),), (("log.csv", 13.75, END),)), 5.0),
}


class Counts:
    """Differences of parameters in deviations of the difference, by kind."""

    def __init__(self) -> None:
        self.found: dict[str, list[float]] = {}

    def add(self, kind: str, apart: float) -> None:
        self.found.setdefault(kind, []).append(float(apart))

    def to_dict(self) -> Json:
        return {
            kind: {
                "pairs": len(values),
                "within": float(np.mean(np.array(values) <= INTERVAL)),
                "largest": max(values),
            }
            for kind, values in self.found.items()
        }


# ---- logs with torques


def measure_torque_logs(name: str) -> Json:
    """Each recording for itself, with the effects that are selected in the first; every pair of
    results, and the torque error of every result on every recording that it has not seen."""
    folder, list_parts, cutoff = TORQUE_LOGS[name]
    parts = list_parts()
    fits = [estimated(folder, parts[0], True, part, di.Consistent(), cutoff) for part in parts]
    counts = Counts()
    for a, b in combinations(fits, 2):
        names, apart, _, _ = compare_parameters(a, b)
        for each, x in zip(names, apart):
            counts.add(name_kind(a, each), x)
    model = fits[0].model
    assert model is not None
    data = [data_of(model, folder, part, cutoff) for part in parts]
    errors = np.array([[di.validate(fit, each).relative for each in data] for fit in fits])
    own = np.eye(len(fits), dtype=bool)
    return {
        "recordings": ["+".join(f"{n} {a:g}" if a else n for n, a, _ in part) for part in parts],
        "effects": list(choice_of(folder, parts[0], cutoff).groups),
        "parameters": len(fits[0].names),
        "from_prior": np.mean([name in fit.from_prior for fit in fits for name in fit.names]),
        "kinds": counts.to_dict(),
        "errors": {"seen": errors[own], "unseen": errors[~own]},
    }


# ---- commands and positions


def measure_command_logs(folder: str, train: float) -> Json:
    """Each recording for itself, the first part of it; every pair of results, and the open-loop
    rollout of every other recording."""
    each = next(x for x in public_data.COMMAND_SETS if x.folder == folder)
    robot, drive = build_commanded_robot(each), di.Drive(each.kp, each.kd)
    paths = sorted((real_data.DATA / folder).glob("log_*.csv"))
    logs = [di.read_commands(path).select(robot.actuated) for path in paths]
    fits = [di.identify_simulator(robot, log, drive, train=train) for log in logs]
    counts = Counts()
    for a, b in combinations(fits, 2):
        for name in (name for name in a.free.names if name in b.free.names):
            (x, s), (y, t) = (take_value(fit, name) for fit in (a, b))
            counts.add(a.free.kinds[a.free.names.index(name)], abs(x - y) / np.hypot(s, t))
    rollouts = [
        1e3 * RolloutSegment(a.plant, log, 0, len(log)).compute_error(a.values)
        for (a, _), (_, log) in permutations(list(zip(fits, logs)), 2)
    ]
    dry = np.array([[take_value(fit, f"{x}.dry")[0] for x in fit.plant.joints] for fit in fits])
    return {
        "recordings": [path.name for path in paths],
        "dry_levels": np.mean(dry / dry.mean(axis=0), axis=1),
        "methods": [fit.method for fit in fits],
        "kinds": counts.to_dict(),
        "errors": {"seen": [1e3 * fit.train_error for fit in fits], "unseen": rollouts},
    }


def take_value(fit: di.sim2real.Sim2Real, name: str) -> tuple[float, float]:
    """Of a parameter: value and deviation."""
    k = fit.free.names.index(name)
    return float(fit.free.to_vector(fit.values)[k]), fit.deviations[name]


# ---- simulation, where the truth is known


def measure_arms(case: str) -> Json:
    """Two motions of each simulated machine: intervals against the truth, and one another."""
    shares = [misfit_intervals.shares(case, seed, di.Consistent()) for seed in range(MACHINES)]
    pairs, truth = np.array(shares).T
    return {"machines": MACHINES, "pairs": pairs.mean(), "truth": truth.mean()}


def measure_quadrupeds() -> Json:
    """Commands and positions of simulated quadrupeds: intervals against the truth, by kind."""
    robot = sim2real_protocol.robot_for(0.001, "Euler")
    drive = di.Drive(sim2real_protocol.KP, sim2real_protocol.KD)
    inside: dict[str, list[bool]] = {}
    for seed in range(QUADRUPEDS):
        truth = sim2real_protocol.Truth.drawn(seed)
        found = di.identify_simulator(robot, sim2real_protocol.simulated(truth, seed), drive)
        for kind, x in zip(found.free.kinds, sim2real_protocol.compared(truth, found)[1]):
            inside.setdefault(kind, []).append(bool(x))
    kinds = {kind: {"count": len(x), "within": np.mean(x)} for kind, x in inside.items()}
    return {"machines": QUADRUPEDS, "kinds": kinds}


#: every part, and the folder that it needs ("": none)
PARTS: dict[str, tuple[str, Callable[[], Json]]] = {
    "unitree_go2_repeats": (
        "unitree_go2_repeats",
        lambda: measure_command_logs("unitree_go2_repeats", 0.6),
    ),
    "unitree_go2_whole": (
        "unitree_go2_repeats",
        lambda: measure_command_logs("unitree_go2_repeats", 1.0),
    ),
    **{
        name: (folder, lambda name=name: measure_torque_logs(name))  # type: ignore[misc]
        for name, (folder, _, _) in TORQUE_LOGS.items()
    },
    **{
        f"simulated_{case}": ("", lambda case=case: measure_arms(case))  # type: ignore[misc]
        for case in ("clean", "misfit", "runs")
    },
    "simulated_quadrupeds": ("", measure_quadrupeds),
}


def main(typed: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"only these again: {', '.join(PARTS)}")
    parser.add_argument("--fresh", action="store_true", help="measure again what is kept")
    asked = parser.parse_args(typed)
    results = {}
    for name, (folder, measure) in PARTS.items():
        there = not folder or Path(real_data.DATA / folder).is_dir()
        fresh = asked.fresh and (not asked.parts or name in asked.parts)
        results[name] = measure_or_read(KIND, name, measure, there, fresh)
    for path in evidence_page.make_page(results).write():
        print(path)


if __name__ == "__main__":
    main()
