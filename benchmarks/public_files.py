"""Robot files of others: `python benchmarks/public_files.py [FOLDER ...] [--list FILE]`.

Those of the installed packages that carry robots (PACKAGES: what is there is taken), of the cache
of robot_descriptions, and of the folders of shared robots and data, where they are there; and those
of the given folders (packages that `pip download` brought and `unzip` opened will do). Of each
file, in a process of its own that may neither hang nor crash the rest: does it load, are its
torques those of Pinocchio or MuJoCo (loops and mimics projected), are its base parameters found, do
its loops close. A file counts where Pinocchio or MuJoCo themselves read a moving robot.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import multiprocessing
import os
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np

from common import table
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closing import close
from dynid.errors import DynidError
from dynid.model.base_reduction import base_parameters
from dynid.model.effects import RotorInertia, Spring, Viscous
from dynid.model.model import Model
from dynid.robot.files.mjcf_compile import compile_mjcf
from dynid.robot.mechanism import Robot
from dynid.robot.robot_loading import load_robot
from other_torques import by_mujoco, by_pinocchio, difference

SECONDS = 180  # of the clock for one file, on a busy machine
EQUAL = 1e-9  # of the largest torque
#: packages of PyPI with robot files, which say nothing if they are not installed
PACKAGES = (
    *("example-robot-data", "mujoco", "robosuite", "dm_control", "gymnasium-robotics", "metaworld"),
    *("pybullet", "genesis-world", "newton", "mujoco-warp", "mani_skill", "rtb-data", "myosuite"),
)


@dataclass
class Outcome:
    """What became of a file: `moves` whether another program reads a moving robot in it."""

    path: Path
    moves: bool = False
    loaded: bool = False
    loops: int = 0
    freedoms: int = 0
    torques: float | None = None  # difference, of the largest
    base: int = 0
    closed: bool = False
    notes: list[str] = field(default_factory=list)
    problem: str = ""
    traceback: str = field(default="", repr=False)
    seconds: float = 0.0  # of the processor


def files(folders: list[str]) -> Iterator[Path]:
    """Every robot file once: copies with the same text beside files of the same names count as
    one."""
    found: list[Path] = []
    for package in PACKAGES:
        try:
            inside = importlib.metadata.files(package) or []
        except importlib.metadata.PackageNotFoundError:
            continue
        found += [Path(str(each.locate())) for each in inside]
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    data = Path(os.environ.get("DYNID_DATA") or default)
    cache = Path.home() / ".cache" / "robot_descriptions"
    for folder in (data, data.parent / "robots", cache, *map(Path, folders)):
        found += [path for path in sorted(folder.rglob("*")) if path.is_file()]
    seen = set()
    for path in found:
        if not _kind(path):
            continue
        same = (path.name, path.parent.name, hashlib.sha1(path.read_bytes()).hexdigest())
        if same not in seen:
            seen.add(same)
            yield path


def _kind(path: Path) -> str:
    """urdf, mjcf, or nothing: by the root element."""
    if path.suffix.lower() not in (".urdf", ".xml", ".mjcf") or not path.is_file():
        return ""
    try:
        root = ET.parse(path).getroot()
    except (ET.ParseError, UnicodeDecodeError, LookupError, ValueError):
        return ""
    if root.tag == "robot":
        return "urdf"
    return "mjcf" if root.tag == "mujoco" and root.find("worldbody") is not None else ""


@contextmanager
def silent() -> Iterator[None]:
    """Pinocchio and MuJoCo write to the terminal by themselves."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    sys.stderr.flush()
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(nowhere)
        os.close(kept)


def reference(path: Path) -> Any:
    """The model of Pinocchio or MuJoCo; None where they read none that moves."""
    try:
        if _kind(path) == "urdf":
            import pinocchio as pin

            model = pin.buildModelFromUrdf(str(path))
        else:
            # MuJoCo's, with something in the place of meshes that are not there
            model, _, _ = compile_mjcf(path)
    except (ValueError, RuntimeError, DynidError):
        return None
    return model if model.nv > 0 else None


def examined(path: Path) -> Outcome:
    out = Outcome(path)
    try:
        with warnings.catch_warnings(record=True) as caught, silent():
            warnings.simplefilter("always")
            model = reference(path)
            out.moves = model is not None
            robot = load_robot(path)
            out.loaded, out.notes = True, [str(note.message) for note in caught]
            out.loops, out.freedoms = len(robot.loops), robot.dof
            out.base = len(base_parameters(Model(robot)))
            home = np.asarray(take_actuated_home(robot))[None, :]
            out.closed = not robot.loops or bool(np.isfinite(close(robot, home).q).all())
            out.torques = None if model is None else torques(path, robot, model)
    except DynidError as error:
        out.problem = " ".join(str(error).split())
    except Exception as error:  # what this benchmark is there to find
        out.problem, out.traceback = f"{type(error).__name__}: {error}", traceback.format_exc()
    out.seconds = time.process_time()
    return out


def torques(path: Path, robot: Robot, model: Any) -> float | None:
    """How far the torques are from those of Pinocchio or MuJoCo; None where joints differ."""
    if _kind(path) == "urdf":
        other = by_pinocchio(robot, model)
        return None if other is None else difference(robot, Model(robot), other)
    joints = [name for name in robot.coordinates if name not in robot.base]
    effects = [Viscous(joints), RotorInertia(joints)]
    effects += [Spring(robot.sprung)] if robot.sprung else []
    full = Model(robot, effects, symmetric=False)
    return difference(robot, full, by_mujoco(robot, model))


def apart(path: Path) -> Outcome:
    """`examined` in a process of its own, which is ended when it takes too long."""
    ours, its = multiprocessing.get_context("fork").Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_sent, args=(path, its))
    child.start()
    its.close()
    out = Outcome(path, moves=True, problem=f"took more than {SECONDS} s")
    try:
        if ours.poll(SECONDS):
            out = ours.recv()
    except EOFError:
        child.join()
        out = Outcome(path, moves=True, problem=f"crashed ({child.exitcode})", traceback="crash")
    child.kill()
    child.join()
    return out


def _sent(path: Path, to: Connection) -> None:
    to.send(examined(path))


def summary(outcomes: list[Outcome]) -> str:
    """Counts by kind of file, and the files that failed."""
    rows = []
    for kind in ("urdf", "mjcf"):
        some = [out for out in outcomes if _kind(out.path) == kind and out.moves]
        if not some:
            continue
        compared = [out.torques for out in some if out.torques is not None]
        loaded = sum(out.loaded for out in some)
        rows.append(
            [
                kind,
                str(len(some)),
                f"{loaded} ({100 * loaded / len(some):.1f} %)",
                f"{sum(x <= EQUAL for x in compared)} of {len(compared)}",
                str(sum(out.base > 0 for out in some)),
                f"{sum(out.closed for out in some if out.loops)} of"
                f" {sum(out.loops > 0 for out in some)}",
                f"{np.median([len(out.notes) for out in some]):.0f}",
                str(sum(bool(out.traceback) for out in some)),
            ]
        )
    heads = ("", "moving", "loaded", "torques equal", "base", "loops closed", "notes", "tracebacks")
    lines = [table(heads, rows)]
    for out in outcomes:
        if out.problem and (out.moves or out.traceback):
            lines.append(f"- {out.path.name}: {out.problem[:200]}")
        if out.torques is not None and out.torques > EQUAL:
            lines.append(f"- {out.path.name}: torques differ by {out.torques:.1e}")
    unread = Counter(out.loaded for out in outcomes if not out.moves)
    lines.append(
        f"Of {sum(unread.values())} files in which neither Pinocchio nor MuJoCo reads a moving"
        f" robot, {unread[True]} load all the same."
    )
    return "\n".join(lines)


def report() -> str:
    return summary([apart(path) for path in files([])])


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folders", nargs="*")
    arguments.add_argument("--list", help="a file for one line of JSON about each robot file")
    given = arguments.parse_args()
    outcomes = []
    for path in files(given.folders):
        outcomes.append(apart(path))
        if given.list:
            with open(given.list, "a") as listed:
                listed.write(json.dumps(asdict(outcomes[-1]), default=str) + "\n")
    print(summary(outcomes))
