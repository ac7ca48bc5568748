"""The regressor of a serial arm and of a branched tree: dynid, Pinocchio, FIGAROH, iDynTree."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from common import (
    HEADS,
    Case,
    branched_tree,
    difference,
    interleave,
    multisine,
    pinocchio_model,
    table,
)
from dynid.arrays import Array
from dynid.closed_chains.closing import THREADS
from dynid.exports.urdf_writer import write_urdf
from dynid.model.model import Model
from dynid.robot.builtin import arm7
from dynid.robot.mechanism import Robot

N = 100_000
N_PINOCCHIO, N_FIGAROH, N_IDYNTREE = 20_000, 3_000, 3_000  # samples timed of the slower tools
N_CHECK = 5_000  # samples compared: enough for several chunks and threads
REPEATS = 11
TOLERANCE = 1e-9

Motion = tuple[Array, Array, Array]


def nothing(samples: slice, Y: Array) -> None:
    """What is done with a chunk of the regressor while it is timed: it is computed, and dropped."""


@dataclass(frozen=True)
class Other:
    """Another tool: `run` works through a motion and drops the result, `regressor` returns it as
    (N, n, P)."""

    name: str
    samples: int
    run: Callable[[Motion], object]
    regressor: Callable[[Motion], Array]
    note: str = ""


def pinocchio(robot: Robot) -> Other:
    import pinocchio as pin

    model, _ = pinocchio_model(robot)
    data = model.createData()
    compute = pin.computeJointTorqueRegressor

    def run(motion: Motion) -> None:
        for q, qd, qdd in zip(*motion):
            compute(model, data, q, qd, qdd)

    def regressor(motion: Motion) -> Array:
        return np.array([compute(model, data, q, qd, qdd).copy() for q, qd, qdd in zip(*motion)])

    return Other("Pinocchio, Python loop", N_PINOCCHIO, run, regressor)


def figaroh(robot: Robot) -> Other:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own imports
        from figaroh.tools.regressor import build_regressor_basic
    from pinocchio.robot_wrapper import RobotWrapper

    wrapper, n = RobotWrapper(pinocchio_model(robot)[0]), robot.dof
    settings = {"act_idxv": list(range(n))}

    def run(motion: Motion) -> Array:
        W: Array = build_regressor_basic(wrapper, *motion, settings)
        return W

    def regressor(motion: Motion) -> Array:
        return (
            run(motion).reshape(n, len(motion[0]), -1).transpose(1, 0, 2)
        )  # its rows are joint-major

    return Other("FIGAROH build_regressor_basic", N_FIGAROH, run, regressor, "stores all rows")


def idyntree(robot: Robot) -> Other:
    import idyntree.swig as idyn

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.urdf"
        write_urdf(robot.replace(tool=None), path)
        loader = idyn.ModelLoader()
        assert loader.loadReducedModelFromFile(
            str(path), idyn.StringVector(list(robot.coordinates))
        )
    solver = idyn.KinDynComputations()
    assert solver.loadRobotModel(loader.model())
    vector, out, still, gravity = (
        idyn.VectorDynSize,
        idyn.MatrixDynSize(),
        idyn.Vector6(),
        idyn.Vector3(),
    )
    still.zero()
    for k, g in enumerate(np.asarray(robot.gravity)):
        gravity.setVal(k, float(g))
    links = [solver.model().getLinkIndex(body.name) for body in robot.bodies]
    order = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]  # it has Ixz before Iyy

    def one(q: Array, qd: Array, qdd: Array) -> None:
        solver.setRobotState(vector(q), vector(qd), gravity)
        solver.inverseDynamicsInertialParametersRegressor(still, vector(qdd), out)

    def run(motion: Motion) -> None:
        for sample in zip(*motion):
            one(*sample)

    def regressor(motion: Motion) -> Array:
        Y = np.empty((len(motion[0]), robot.dof, len(links), 10))
        for k, sample in enumerate(zip(*motion)):
            one(*sample)
            Y[k] = out.toNumPy()[6:].reshape(robot.dof, -1, 10)[:, links][
                :, :, order
            ]  # six rows of the base first
        return Y.reshape(*Y.shape[:2], -1)

    return Other("iDynTree, Python loop", N_IDYNTREE, run, regressor)


def head(motion: Motion, n: int) -> Motion:
    q, qd, qdd = motion
    return q[:n].copy(), qd[:n].copy(), qdd[:n].copy()


def compare(title: str, robot: Robot) -> str:
    """One table: every tool on one robot."""
    model, motion = Model(robot), multisine(robot, N, amplitude=1.0)
    first = head(motion, N_CHECK)
    Y = np.concatenate(model.map_regressor(lambda samples, Y: Y.copy(), *first))
    assert difference(model.regressor(*first), Y) <= TOLERANCE, (
        f"{title}: dense and streamed differ"
    )
    cases = [
        Case(
            f"dynid streamed, {THREADS} threads", lambda: model.map_regressor(nothing, *motion), N
        ),
        Case("dynid dense (N, n, P)", lambda: model.regressor(*motion), N),
    ]
    notes, absent = ["", ""], []
    for name, build in (("Pinocchio", pinocchio), ("FIGAROH", figaroh), ("iDynTree", idyntree)):
        try:
            other = build(robot)
        except ImportError as error:
            absent.append([f"{name}: not installed", *[""] * (len(HEADS) - 2), str(error)])
            continue
        gap = difference(Y, other.regressor(first))
        assert gap <= TOLERANCE, f"{title}: dynid and {name} differ by {gap:.1e}"
        cases.append(
            Case(other.name, partial(other.run, head(motion, other.samples)), other.samples)
        )
        notes.append(", ".join(filter(None, [f"differs by {gap:.0e}", other.note])))
    times, conditions = interleave(cases, REPEATS)
    rows = [time.row(times[0], text) for time, text in zip(times, notes)]
    size = f"{model.robot.dof} rows, {len(model.parameters)} parameters"
    return f"### {title} ({size})\n\n{table(HEADS, rows + absent)}\n\n{conditions}"


def report() -> str:
    arm = compare("Regressor, 7-DOF arm", arm7())
    return arm + "\n\n" + compare("Regressor, branched 20-body tree", branched_tree())


if __name__ == "__main__":
    print(report())
