"""What `dynid diff` says of machines that did not change, and of a planted change.

    python benchmarks/false_changes.py [real] [simulated]

Real: pairs of recordings of one machine, and halves of recordings; "changed" is a false alarm.
Simulated: logs of unchanged machines, two motions each, with noise, in all pairs; then each of them
with the same machine with 15 % more friction, and with a tool of 0.3 kg. Every log is identified
by `dynid identify` as it is, and with the usual effects.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import warnings
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path

from dynid.cli.main import app
from dynid.identification.estimate import Estimate
from dynid.validation.result_changes import difference
from real_data import DATA

USUAL = ("--effects", "viscous,coulomb,offset,rotor")
#: machine: folder, and the recordings, each a file with from and to (s), whose pairs are compared
REAL: dict[str, tuple[str, Sequence[tuple[str, str]]]] = {
    "LWR4+, repeats and another motion": (
        "kuka_lwr4",
        [(f"meas{k}.csv", "") for k in (1, 2, 3)],
    ),
    **{
        f"LWR4+, halves of log {k}": (
            "kuka_lwr4",
            [(f"meas{k}.csv", "0,12.5"), (f"meas{k}.csv", "12.5,25.2")],
        )
        for k in (1, 2, 3)
    },
    "KR300, three motions": ("kuka_kr300", [(f"{k}.csv", "") for k in "ABC"]),
    "KR300 benchmark, twelve recordings": (
        "kr300_benchmark",
        [(f"{k}.csv", "") for k in (*(f"train0{i}" for i in range(10)), "val", "test")],
    ),
    "Panda, halves": ("panda_gaz", [("traj1.csv", "0,10.5"), ("traj1.csv", "10.5,21")]),
    "TX40, halves": ("staubli_tx40", [("traj1.csv", "0.1,3.8"), ("traj1.csv", "3.8,7.5")]),
    "UR10, halves": ("ur10", [("log.csv", "0,13.7"), ("log.csv", "13.7,27.5")]),
}
#: robot, the link that carries the tool ("": none; six_dof weighs 11 t), viscous and dry friction
#: of every drive
SIMULATED = (
    ("arm7", "link7", 1.0, 1.5),
    ("delta3", "platform", 1.0, 1.5),
    ("six_dof", "", 30.0, 40.0),
    ("five_bar", "", 1.0, 1.5),
)
LOGS, CHANGED = 8, 3  # logs of the unchanged machine, and of each planted change
SECONDS, RATE, NOISE, ENCODER = 20, 200, 0.02, 2e-5
FRICTION, TOOL = 1.15, 0.3  # times; kg


def dynid(*words: object) -> None:
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        app([*map(str, words), "-q"], standalone_mode=False)


def identified(folder: Path, robot: object, log: Path, *options: str) -> Estimate:
    dynid("identify", robot, log, *options, "-o", folder, "--overwrite")
    return Estimate.load(folder / "result.json")


def changed(pairs: Sequence[tuple[Estimate, Estimate]]) -> str:
    return f"{sum(bool(difference(*pair).changed) for pair in pairs)} of {len(pairs)}"


def real(work: Path) -> None:
    for name, (folder, parts) in REAL.items():
        said = []
        for effects in ((), USUAL):
            found = [
                identified(
                    work / "result",
                    DATA / folder / "robot.urdf",
                    DATA / folder / file,
                    *(("--between", span) if span else ()),
                    *effects,
                )
                for file, span in parts
            ]
            said.append(changed([*combinations(found, 2)]))
        print(f"{name}: changed {said[0]} (usual effects: {said[1]})", flush=True)


def simulated(work: Path) -> None:
    for robot, link, viscous, coulomb in SIMULATED:
        for k in (0, 1):
            dynid("design", robot, "-o", work / f"{robot}{k}", "--seed", k)
        plain = {"viscous": viscous, "coulomb": coulomb}
        tool = {"payload": f"link={link},mass={TOOL},com=0 0 0.05"}
        kinds = {
            "unchanged": (LOGS, plain),
            "friction": (CHANGED, {name: FRICTION * x for name, x in plain.items()}),
            "tool": (CHANGED if link else 0, plain | tool),
        }
        for effects in ((), USUAL):
            found: dict[str, list[Estimate]] = {kind: [] for kind in kinds}
            for seed, (kind, (count, about)) in enumerate(kinds.items()):
                for k in range(count):
                    log = work / "log.csv"
                    motion = work / f"{robot}{k % 2}" / "design.json"
                    options = [x for name, value in about.items() for x in (f"--{name}", value)]
                    how = ("--noise", NOISE, "--encoder", ENCODER, "--seed", 100 * seed + k)
                    how += ("--rate", RATE, "--duration", SECONDS, "--overwrite")
                    dynid("simulate", robot, motion, "-o", log, *options, *how)
                    found[kind].append(identified(work / "result", robot, log, *effects))
            same = changed([*combinations(found["unchanged"], 2)])
            other = (found["friction"], found["tool"])
            more, carried = (changed([*product(found["unchanged"], x)]) for x in other)
            which = "usual effects" if effects else "default"
            print(
                f"{robot}, {which}: unchanged {same}; 15 % more friction {more}; tool of {TOOL} kg"
                f" {carried}",
                flush=True,
            )


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["real", "simulated"]
    with tempfile.TemporaryDirectory() as place:
        for part in wanted:
            {"real": real, "simulated": simulated}[part](Path(place))
