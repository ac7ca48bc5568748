"""Robot files of others: `python benchmarks/public_files.py [FOLDER ...]`.

Those of the package example-robot-data, of MuJoCo's own wheel, of the cache of robot_descriptions,
and of the folders of shared robots and data, where they are there; and those of the given folders.
Of each file: does it load, are its torques those of Pinocchio or MuJoCo, are its base parameters
found, do its loops close. A file counts where Pinocchio or MuJoCo themselves read a moving robot.
"""

from __future__ import annotations

import importlib.metadata
import os
import signal
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np

from common import table
from dynid.arrays import Array
from dynid.errors import DynidError
from dynid.loops.closure import close
from dynid.loops.home import actuated_home
from dynid.model.base import base_parameters
from dynid.model.effects import RotorInertia, Viscous
from dynid.model.model import Model
from dynid.robot.files.mjcf_compile import compile_mjcf
from dynid.robot.load import load_robot
from dynid.robot.mechanism import Robot

SECONDS = 90  # of the clock for one file, on a busy machine
EQUAL = 1e-9  # of the largest torque
PACKAGES = ("example-robot-data", "mujoco")
STATES = 4


class TooLong(Exception):
    pass


@dataclass
class Outcome:
    """What became of a file: `moves` whether another program reads a moving robot in it."""

    path: Path
    moves: bool = False
    loaded: bool = False
    loops: int = 0
    torques: float | None = None  # difference, of the largest
    base: bool = False
    closed: bool = False
    notes: int = 0
    problem: str = ""
    traceback: str = field(default="", repr=False)


def files(folders: list[str]) -> Iterator[Path]:
    """Every robot file once."""
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
        real = path.resolve()
        if real not in seen and _kind(path):
            seen.add(real)
            yield path


def _kind(path: Path) -> str:
    """urdf, mjcf, or nothing: by the root element."""
    if path.suffix.lower() not in (".urdf", ".xml", ".mjcf") or not path.is_file():
        return ""
    try:
        root = ET.parse(path).getroot()
    except (ET.ParseError, UnicodeDecodeError):
        return ""
    if root.tag == "robot":
        return "urdf"
    return "mjcf" if root.tag == "mujoco" and root.find("worldbody") is not None else ""


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


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
        with warnings.catch_warnings(record=True) as caught, limited(SECONDS), silent():
            warnings.simplefilter("always")
            model = reference(path)
            out.moves = model is not None
            robot = load_robot(path)
            out.loaded, out.notes, out.loops = True, len(caught), len(robot.loops)
            if model is not None and not robot.loops:
                of = pinocchio_torques if _kind(path) == "urdf" else mujoco_torques
                out.torques = of(robot, model)
            base_parameters(Model(robot))
            out.base = True
            out.closed = not robot.loops or bool(np.isfinite(close(robot, _home(robot)).q).all())
    except DynidError as error:
        out.problem = " ".join(str(error).split())
    except TooLong:
        out.problem = f"took more than {SECONDS} s"
    except Exception as error:  # what this benchmark is there to find
        out.problem, out.traceback = f"{type(error).__name__}: {error}", traceback.format_exc()
    return out


def _home(robot: Robot) -> Array:
    return np.asarray(actuated_home(robot))[None, :]


def _open(robot: Robot) -> Robot:
    """Without mimics, which Pinocchio and `mj_inverse` leave out."""
    return robot.with_(couplings=(), actuated=robot.coordinates) if robot.couplings else robot


def pinocchio_torques(robot: Robot, model: Any) -> float | None:
    """How far the torques are from Pinocchio's; None where a joint has several freedoms."""
    import pinocchio as pin

    robot = _open(robot)
    if any(joint.nv != 1 for joint in list(model.joints)[1:]) or model.nv != robot.dof:
        return None
    places = [model.joints[model.getJointId(name)].idx_v for name in robot.actuated]
    data, motion = model.createData(), _motion(robot)
    expected = []
    for q, qd, qdd in zip(*motion):
        state = np.zeros((3, model.nv))
        state[:, places] = q, qd, qdd
        pose = pin.integrate(model, pin.neutral(model), state[0])
        expected.append(pin.rnea(model, data, pose, state[1], state[2])[places])
    plain = Model(robot)
    got = plain.inverse_dynamics(*motion, np.nan_to_num(plain.prior))
    return _difference(got, np.array(expected))


def mujoco_torques(robot: Robot, model: Any) -> float | None:
    """How far the torques of hinges and slides are from MuJoCo's, without its springs, limits and
    contacts; a base that floats, and ball joints, stand still in their zero pose."""
    import mujoco

    robot, kinds = _open(robot), mujoco.mjtJoint
    off = mujoco.mjtDisableBit
    model.opt.disableflags |= off.mjDSBL_CONSTRAINT | off.mjDSBL_SPRING
    model.body_gravcomp[:], model.opt.density, model.opt.viscosity = 0.0, 0.0, 0.0
    model.tendon_damping[:], model.tendon_armature[:] = 0.0, 0.0
    simple = [
        j
        for j in range(model.njnt)
        if int(model.jnt_type[j]) in (kinds.mjJNT_HINGE, kinds.mjJNT_SLIDE)
    ]
    names = [model.joint(j).name for j in simple]
    if not all(name in robot.actuated for name in names):
        return None
    ours = [robot.actuated.index(name) for name in names]
    turning = [j for j in range(model.njnt) if j not in simple]
    still = np.setdiff1d(np.arange(robot.dof), ours)
    data, motion, expected = mujoco.MjData(model), _motion(robot), []
    dofs = model.jnt_dofadr[simple]
    for x in motion:
        x[:, still] = 0.0
    for q, qd, qdd in zip(*motion):
        data.qpos[:], data.qvel[:], data.qacc[:] = 0.0, 0.0, 0.0
        for j in turning:  # the quaternion's first number
            data.qpos[model.jnt_qposadr[j] + 3 * (model.jnt_type[j] == kinds.mjJNT_FREE)] = 1.0
        data.qpos[model.jnt_qposadr[simple]] = q[ours]
        data.qvel[dofs], data.qacc[dofs] = qd[ours], qdd[ours]
        mujoco.mj_inverse(model, data)
        expected.append(data.qfrc_inverse[dofs].copy())
    whole = Model(robot, [Viscous(), RotorInertia()])
    got = whole.inverse_dynamics(*motion, np.nan_to_num(whole.prior))[:, ours]
    return _difference(got, np.array(expected))


def _motion(robot: Robot) -> tuple[Array, Array, Array]:
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, STATES, robot.dof))
    return q, qd, qdd


def _difference(got: Array, expected: Array) -> float:
    return float(np.abs(got - expected).max() / max(np.abs(expected).max(), 1e-12))


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
                str(sum(out.base for out in some)),
                f"{sum(out.closed for out in some if out.loops)} of"
                f" {sum(out.loops > 0 for out in some)}",
                f"{np.median([out.notes for out in some]):.0f}",
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
    return summary([examined(path) for path in files([])])


if __name__ == "__main__":
    outcomes = [examined(path) for path in files(sys.argv[1:])]
    print(summary(outcomes))
    for out in outcomes:
        if out.traceback:
            print(out.path, out.traceback)
