"""What the commands of dynid answer to machines: `--json` of 55 commands on seven robots, kept
in a folder by one version and compared with that of another, bit by bit.

    python benchmarks/golden_json.py write before --python .venv/bin/python
    python benchmarks/golden_json.py write after --only identify
    python benchmarks/golden_json.py compare before after

PYTHONPATH chooses the sources. The inputs are made here, without dynid, but for the logs that
`dynid simulate` writes. One measured log (a Panda, `panda_gaz` in DYNID_DATA) is left out, with a
line that says so, where it is absent.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "help"))
#: keys that differ from run to run, or from version to version: times, places, versions
VOLATILE = {
    *("date", "dynid", "command", "folder", "seconds", "time", "took", "version", "versions"),
    *("python", "machine", "host", "schema"),
}
DATA = Path(os.environ.get("DYNID_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
#: so that sums are formed in one order on every machine, in every version
ONE_THREAD = ("DYNID_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
FEET = "FL_foot,FR_foot,RL_foot,RR_foot"
LOAD = "link=link3,mass=1.2,com=0.05 0 0.02,inertia=0.001 0.001 0.001"
GAINS = {"turn": 11.8, "lift": 14.6, "elbow": 9.3}  # Nm/A
NOISE = ("--noise", "0.005", "--encoder", "1e-5")
FRICTION = ("--viscous", "0.5", "--coulomb", "0.8")


@dataclass(frozen=True)
class Case:
    """A command; what it needs are the cases before it in the same chain. `codes`: exit codes that
    are no failure (`check` has 1 where something is wrong)."""

    name: str
    words: tuple[str, ...]
    codes: tuple[int, ...] = (0,)


def case(name: str, text: str, *more: str, codes: tuple[int, ...] = (0,)) -> Case:
    return Case(name, (*text.split(), *more), codes)


def simulated(robot: str, motion: str, log: str, seed: int, *more: str) -> Case:
    words = ("simulate", robot, f"{motion}.csv", "-o", f"{log}.csv", "--rate", "200")
    return Case(f"{log}_simulate", (*words, *NOISE, "--seed", str(seed), *more))


#: chains of commands, each on its own robot, in a folder of its own
CHAINS: dict[str, tuple[Case, ...]] = {
    "arm": (
        case("arm_inspect", "inspect arm.urdf --lock gripper=0.02"),
        simulated("arm.urdf", "one", "run1", 1, "--lock", "gripper=0.02", *FRICTION),
        simulated("arm.urdf", "two", "run2", 2, "--lock", "gripper=0.02", *FRICTION),
        simulated(
            *("arm.urdf", "one", "load", 3, "--lock", "gripper=0.02", *FRICTION),
            *("--payload", LOAD),
        ),
        case("arm_check", "check arm.urdf run1.csv --lock gripper=0.02", codes=(0, 1)),
        case("arm_quick", "check arm.urdf run1.csv --quick --lock gripper=0.02", codes=(0, 1)),
        case("arm_identify", "identify arm.urdf run1.csv --lock gripper=0.02 -o auto"),
        case(
            "arm_named",
            "identify arm.urdf run1.csv --effects viscous,coulomb,rotor --lock gripper=0.02"
            " --test run2.csv -o named",
        ),
        case("arm_wls", "identify arm.urdf run1.csv --method wls --lock gripper=0.02 -o wls"),
        case("arm_ols", "identify arm.urdf run2.csv --method ols --lock gripper=0.02 -o ols"),
        case("arm_lock", "identify arm.urdf held.csv --lock gripper=log --effects viscous,coulomb"),
        case(
            "arm_loads",
            "identify arm.urdf run1.csv load.csv --lock gripper=0.02 --effects viscous,coulomb",
            *("--load", f"load.csv:{LOAD}"),
        ),
        case(
            "arm_unknown_load",
            "identify arm.urdf run1.csv load.csv --lock gripper=0.02 --effects viscous,coulomb",
            *("--load", "load.csv:link=link3,name=box", "--cutoff", "8", "--slow", "2%"),
            *("--between", "1,7", "--prior", "turn.viscous=0.5", "--delay", "auto"),
        ),
        case(
            "arm_currents",
            "identify arm.urdf current.csv --lock gripper=0.02 --effects viscous,coulomb --gain",
            ",".join(f"{name}={gain}" for name, gain in GAINS.items()),
        ),
        case("arm_validate", "validate named run2.csv"),
        case("arm_payload", "payload named load.csv --frame link3"),
        case("arm_diff", "diff named wls"),
        case(
            "arm_compare",
            "compare arm.urdf run1.csv --lock gripper=0.02 --test run2.csv --effects"
            " viscous,coulomb --methods consistent,ols,wls,huber,ridge",
        ),
        case("arm_urdf", "export named new.urdf"),
        case("arm_yaml", "export named --yaml new.yaml --mjcf new.xml"),
        case("arm_init", "init arm.urdf current.csv"),
    ),
    "arm7": (
        case("arm7_inspect", "inspect arm7"),
        simulated("arm7", "seven", "run7", 4, *FRICTION),
        case(
            "arm7_identify",
            "identify arm7 run7.csv --effects viscous,coulomb --cutoff 10 --decimate 10",
        ),
        case("arm7_wls", "identify arm7 run7.csv --method wls"),
        case("arm7_payload", "inspect arm7 --payload link=link7,mass=1 --effects viscous"),
        case("arm7_export", "export arm7 arm7.urdf"),
    ),
    "panda": (
        case("panda_convert", "convert train.csv -o train.npz"),
        case("panda_quick", "check panda.urdf train.csv --quick", codes=(0, 1)),
        case("panda_wls", "identify panda.urdf train.csv --method wls --cutoff 5 --test test.csv"),
        case(
            "panda_named",
            "identify panda.urdf train.csv --effects viscous,coulomb,offset --cutoff 5 -o named",
        ),
        case("panda_validate", "validate named test.csv"),
        case("panda_init", "init panda.urdf train.csv"),
        case("panda_project", "identify --method ols --cutoff 5"),
    ),
    "delta3": (
        case("delta3_inspect", "inspect delta3"),
        simulated("delta3", "delta", "run3", 5),
        case("delta3_identify", "identify delta3 run3.csv --effects viscous,coulomb -o named"),
        case("delta3_ols", "identify delta3 run3.csv --method ols --effects none"),
        case("delta3_quick", "check delta3 run3.csv --quick", codes=(0, 1)),
        case("delta3_export", "export named new.xml"),
    ),
    "five_bar": (
        case("five_bar_inspect", "inspect five_bar"),
        case(
            "five_bar_design",
            "design five_bar --starts 1 --harmonics 2 --period 5 --time 120 --rate 100 -o motion",
        ),
        simulated("five_bar", "bars", "run5", 6, *FRICTION),
        case("five_bar_identify", "identify five_bar run5.csv"),
        case("five_bar_repeats", "identify five_bar run5.csv run6.csv --method wls --rate 200"),
        case("five_bar_demo", "demo five_bar -o demo"),
        case("five_bar_compare", "compare five_bar run5.csv --methods ols,wls,tsvd"),
    ),
    "dog": (
        simulated("dog.xml", "sway", "stand", 7, "--contacts", FEET),
        case("dog_inspect", f"inspect dog.xml --contacts {FEET}"),
        case("dog_identify", f"identify dog.xml stand.csv --contacts {FEET} --effects none"),
        case("dog_fixed", "inspect dog.xml --base fixed --tilt 12deg,0deg"),
    ),
    "pendulum": (
        case("robots", "robots"),
        case("pendulum_elasticity", "elasticity pendulum.urdf elastic.csv"),
        case(
            "pendulum_sim2real",
            "sim2real pendulum.urdf commands.csv --kp 40 --kd 2 --delay 0.004 --step 0.002"
            " --friction sharp",
        ),
        case("pendulum_identify", "identify pendulum.urdf elastic.csv --method wls"),
    ),
}
#: made of others by `alter`, once the first is there
ALTERED = {"load.csv": ("held.csv", "current.csv"), "run5.csv": ("run6.csv",)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=KEPT)
    actions = parser.add_subparsers(dest="action", required=True)
    keep = actions.add_parser("write", help="run the commands, and keep what they answer")
    keep.add_argument("folder", type=Path)
    keep.add_argument("--python", default=sys.executable, help="the interpreter that runs dynid")
    keep.add_argument("--only", default="", help="chains whose name has this text in it")
    keep.add_argument("--jobs", type=int, default=1, help="chains at a time")
    look = actions.add_parser("compare", help="show what differs between two folders")
    look.add_argument("first", type=Path)
    look.add_argument("second", type=Path)
    given = parser.parse_args()
    if given.action == "write":
        raise SystemExit(write_all(given.folder, given.python, given.only, given.jobs))
    raise SystemExit(compare_folders(given.first, given.second))


KEPT = argparse.RawDescriptionHelpFormatter


def write_all(folder: Path, python: str, only: str = "", jobs: int = 1) -> int:
    """Run the chains; the number of commands that failed."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in CHAINS if only in name]
    if "panda" in names and not (DATA / "panda_gaz").is_dir():
        print(f"left out: panda, no folder '{DATA / 'panda_gaz'}' (DYNID_DATA names its parent)")
        names.remove("panda")
    with ThreadPoolExecutor(jobs) as pool:
        failed = sum(pool.map(lambda name: run_chain(name, folder, python), names))
    print(f"{len(list(folder.glob('*.json')))} files in '{folder}', {failed} commands failed")
    return int(failed > 0)


def run_chain(name: str, folder: Path, python: str) -> int:
    """Run the commands of a chain in a folder of its own; the number of those that failed."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="golden-") as made:
        here = Path(made).resolve()
        write_inputs(name, here)
        for each in CHAINS[name]:
            failed += not run_case(each, here, folder, python)
            alter_logs(here)
        for path in sorted(here.glob("*/result.json")):
            keep_json(folder / f"{name}_{path.parent.name}.result.json", read(path), here)
    return failed


def run_case(each: Case, here: Path, folder: Path, python: str) -> bool:
    """Whether the command ended well; its answer is kept, and its exit code."""
    began = time.perf_counter()
    environment = os.environ | dict.fromkeys(ONE_THREAD, "1")
    done = subprocess.run(
        [python, "-m", "dynid", "-q", *each.words, "--json"],
        cwd=here,
        env=environment,
        capture_output=True,
        text=True,
    )
    good = done.returncode in each.codes
    print(f"{each.name:24} {time.perf_counter() - began:6.1f} s", flush=True)
    if not good:
        print(f"  exit code {done.returncode}: {done.stderr.strip()[-600:]}", flush=True)
    try:
        answered = json.loads(done.stdout)
    except ValueError:
        answered = done.stdout
    content = {"exit": done.returncode, "answer": answered}
    keep_json(folder / f"{each.name}.json", content, here)
    return good


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def keep_json(path: Path, content: Any, here: Path) -> None:
    text = json.dumps(steady(content, here), indent=1, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")


def steady(content: Any, here: Path) -> Any:
    """Without what differs from run to run: volatile keys, times, the folder of the run."""
    if isinstance(content, dict):
        return {k: steady(v, here) for k, v in content.items() if k not in VOLATILE}
    if isinstance(content, list):
        return [steady(each, here) for each in content]
    if isinstance(content, str):
        return content.replace(str(here), "FOLDER")
    return content


# Comparison: keys and numbers must be equal, words may change


@dataclass(frozen=True)
class Difference:
    """`kind`: keys, number or words; `size`: relative, of numbers."""

    kind: str
    place: str
    text: str
    size: float = 0.0


def differences(a: Any, b: Any, place: str = "") -> Iterator[Difference]:
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted({*a, *b}):
            inside = f"{place}.{key}"
            if key in a and key in b:
                yield from differences(a[key], b[key], inside)
            else:
                yield Difference("keys", inside, "is gone" if key in a else "is new")
    elif isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            kind = "words" if all(isinstance(x, str) for x in (*a, *b)) else "keys"
            yield Difference(kind, place, f"{len(a)} entries became {len(b)}")
        for k, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{place}[{k}]")
    elif is_number(a) and is_number(b):
        if not (a == b or (math.isnan(a) and math.isnan(b))):
            size = abs(a - b) / max(abs(a), abs(b))
            yield Difference("number", place, f"{a!r} became {b!r}", size)
    elif isinstance(a, str) and isinstance(b, str):
        if a != b:
            yield Difference("words", place, f"{a[:200]!r} became {b[:200]!r}")
    elif a is not b and a != b:
        yield Difference("keys", place, f"{str(a)[:80]!r} became {str(b)[:80]!r}")


def is_number(x: Any) -> bool:
    return isinstance(x, (int, float)) and not isinstance(x, bool)


def compare_folders(first: Path, second: Path) -> int:
    """Print what differs, the largest numbers first; 1 where keys or numbers do."""
    ours, others = ({p.name: p for p in x.glob("*.json")} for x in (first, second))
    bad = 0
    for name in sorted({*ours, *others}):
        if name not in ours or name not in others:
            print(f"{name}: only in '{first if name in ours else second}'")
            bad += 1
            continue
        found = list(differences(read(ours[name]), read(others[name])))
        numbers = sorted((x for x in found if x.kind == "number"), key=lambda x: -x.size)
        keys = [x for x in found if x.kind == "keys"]
        words = [x for x in found if x.kind == "words"]
        bad += bool(numbers or keys)
        if numbers:
            print(f"{name}: {len(numbers)} numbers differ, by up to {numbers[0].size:.2g}")
        for kind, some in (("keys", keys), ("number", numbers), ("words", words)):
            for each in some[:SHOWN]:
                print(f"{name}: {kind}{each.place}: {each.text}")
            if len(some) > SHOWN:
                print(f"{name}: {kind}: and {len(some) - SHOWN} more")
    print(f"{len({*ours, *others})} files, {bad} differ in keys or numbers")
    return int(bad > 0)


SHOWN = 6  # differences of a kind in one file

# Inputs


def write_inputs(name: str, here: Path) -> None:
    """The robot and the motions of a chain."""
    if name == "arm":
        (here / "arm.urdf").write_text(arm_urdf())
        joints = tuple(GAINS)
        write_motion(here / "one.csv", dict.fromkeys(joints, 0.0), 0.5, 1)
        write_motion(here / "two.csv", dict.fromkeys(joints, 0.0), 0.5, 2)
    elif name == "arm7":
        write_motion(here / "seven.csv", {f"joint{k}": 0.0 for k in range(1, 8)}, 0.5, 3)
    elif name == "panda":
        (here / "panda.urdf").write_text((DATA / "panda_gaz" / "robot.urdf").read_text())
        lines = (DATA / "panda_gaz" / "traj1.csv").read_text().splitlines(keepends=True)
        (here / "train.csv").write_text("".join(lines[:8001]))
        (here / "test.csv").write_text("".join([lines[0], *lines[8001:12001]]))
    elif name == "delta3":
        write_motion(here / "delta.csv", {f"arm{k}": 0.3 for k in (1, 2, 3)}, 0.15, 4)
    elif name == "five_bar":
        write_motion(here / "bars.csv", {"left": -2.0, "right": -1.1415926535897931}, 0.15, 5)
    elif name == "dog":
        from quadruped_help import quadruped

        (here / "dog.xml").write_text(quadruped())
        home = {"root.x": 0.0, "root.y": 0.0, "root.z": 0.2926}
        home |= {"root.rx": 0.0, "root.ry": 0.0, "root.rz": 0.0}
        write_motion(here / "sway.csv", home, (0.005, 0.005, 0.005, 0.02, 0.02, 0.02), 6, 6.0)
    elif name == "pendulum":
        (here / "pendulum.urdf").write_text(pendulum_urdf())
        write_columns(here / "elastic.csv", elastic_log())
        write_columns(here / "commands.csv", command_log())


def write_columns(path: Path, columns: dict[str, np.ndarray]) -> None:
    rows = np.column_stack(list(columns.values())).tolist()
    lines = [",".join(columns), *(",".join(map(repr, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n")


def write_motion(
    path: Path,
    home: dict[str, float],
    size: float | Sequence[float],
    seed: int,
    seconds: float = 8.0,
) -> None:
    """Five sines a joint about home, that begin and end slowly: t, q_<joint>."""
    rng = np.random.default_rng(seed)
    t = np.arange(0.0, seconds + 1e-9, 0.005)
    fade = np.clip(np.minimum(t, t[-1] - t), 0.0, 1.0)
    fade = fade**3 * (10.0 - 15.0 * fade + 6.0 * fade**2)
    columns, sizes = {"t": t}, np.broadcast_to(size, len(home))
    for (name, centre), part in zip(home.items(), sizes):
        w, phase = 2.0 * np.pi * rng.uniform(0.1, 0.9, 5), rng.uniform(0.0, 2.0 * np.pi, 5)
        waves = np.sin(t[:, None] * w + phase) @ rng.uniform(0.5, 1.0, 5) / np.sqrt(5.0)
        columns[f"q_{name}"] = centre + part * fade * waves
    write_columns(path, columns)


def alter_logs(here: Path) -> None:
    """Logs made of those that are there by now."""
    for log, made_of_it in ALTERED.items():
        if (here / log).exists() and not (here / made_of_it[0]).exists():
            alter(here / log)


def alter(path: Path) -> None:
    """A held gripper, currents in place of torques, a repetition."""
    if path.name == "run5.csv":
        (path.parent / "run6.csv").write_text(path.read_text())
        return
    for target in ALTERED[path.name]:
        lines = (path.parent / "run1.csv").read_text().splitlines()
        text = [line for line in lines if not line.startswith("#")]
        names = text[0].split(",")
        rows = np.array([[float(x) for x in line.split(",")] for line in text[1:]])
        columns = dict(zip(names, rows.T))
        if target == "held.csv":
            columns["q_gripper"] = np.full(len(rows), 0.02)
        else:
            for name, gain in GAINS.items():
                columns[f"current_{name}"] = columns.pop(f"tau_{name}") / gain
        write_columns(path.parent / target, columns)


LIMIT = '<limit lower="-3" upper="3" effort="150" velocity="5"/>'
#: joint, kind, the link before, the link, place, axis, mass, centre, moments of inertia
LINKS = (
    ("turn", "revolute", "base", "link1", "0 0 0.2", "0 0 1", 4.0, "0 0 0.05", "0.02 0.02 0.01"),
    ("lift", "revolute", "link1", "link2", "0 0 0.1", "0 1 0", 5.0, "0 0 0.2", "0.09 0.09 0.01"),
    (
        *("elbow", "revolute", "link2", "link3", "0 0 0.4", "0 1 0", 3.0, "0.1 0 0.02"),
        "0.004 0.03 0.03",
    ),
    (
        *("gripper", "prismatic", "link3", "finger", "0.3 0 0", "0 1 0", 0.2, "0.02 0 0"),
        "1e-4 1e-4 1e-4",
    ),
)


def arm_urdf() -> str:
    """An arm of three joints, with a gripper."""
    parts = ['<robot name="arm">\n<link name="base"/>']
    for joint, kind, parent, link, place, axis, m, com, moments in LINKS:
        xx, yy, zz = moments.split()
        parts.append(
            f'<link name="{link}"><inertial><origin xyz="{com}"/><mass value="{m}"/>'
            f'<inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        )
        parts.append(
            f'<joint name="{joint}" type="{kind}"><parent link="{parent}"/><child link="{link}"/>'
            f'<origin xyz="{place}"/><axis xyz="{axis}"/>{LIMIT}</joint>'
        )
    return "\n".join([*parts, "</robot>\n"])


WEIGHT, INERTIA = 5.0, 0.56  # N m, kg m^2 of the pendulum about its joint


def pendulum_urdf() -> str:
    return f"""<robot name="pendulum"><link name="base"/><link name="arm"><inertial>
<origin xyz="0 0 -0.5"/><mass value="{WEIGHT / 9.81 / 0.5!r}"/>
<inertia ixx="0.3" iyy="0.3" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
{LIMIT}</joint></robot>"""


def elastic_log() -> dict[str, np.ndarray]:
    """A pendulum on a spring of 2000 Nm/rad, whose link follows sines; motor of 0.2 kg m^2."""
    rng, t = np.random.default_rng(8), np.arange(0.0, 10.0, 0.001)
    w, a = 2.0 * np.pi * np.array([0.3, 0.7, 1.9, 4.3]), np.array([0.6, 0.3, 0.1, 0.03])
    q, qd = np.sin(t[:, None] * w) @ a, np.cos(t[:, None] * w) @ (a * w)
    through = INERTIA * (-np.sin(t[:, None] * w) @ (a * w**2)) + WEIGHT * np.sin(q)
    through += 0.5 * np.tanh(qd / 0.01)
    motor = q + through / 2000.0
    speed = np.gradient(motor, 0.001)
    tau = through + 0.2 * np.gradient(speed, 0.001) + 0.8 * speed
    return {
        "t": t,
        "q_shoulder": q + 1e-6 * rng.normal(size=len(t)),
        "qm_shoulder": motor + 1e-6 * rng.normal(size=len(t)),
        "tau_shoulder": tau + 0.01 * rng.normal(size=len(t)),
    }


def command_log() -> dict[str, np.ndarray]:
    """The pendulum under PD control, kp 40, kd 2, commands late by 4 ms; armature 0.05 kg m^2,
    damping 0.6 Nm s/rad."""
    step, late = 0.002, 2
    t = np.arange(0.0, 10.0, step)
    command = 0.5 * np.sin(2.0 * np.pi * (0.1 + 0.15 * t) * t)
    q, v, found = 0.0, 0.0, np.empty(len(t))
    for k in range(len(t)):
        found[k] = q
        tau = 40.0 * (command[max(0, k - late)] - q) - 2.0 * v
        v += step * (tau - 0.6 * v - WEIGHT * np.sin(q)) / (INERTIA + 0.05)
        q += step * v
    noise = 1e-5 * np.random.default_rng(9).normal(size=len(t))
    return {"t": t, "q_shoulder": found + noise, "qcmd_shoulder": command}


if __name__ == "__main__":
    main()
