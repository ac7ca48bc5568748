"""Rows of force sensors next to those of the motors: one fit to drive torques and to the forces in
some joints or loops, such as one strut of a Delta.

What a joint or a loop transmits is linear in the parameters, as the torques are: the forces of the
bodies, summed up the tree, less what the loops take to hold the passive joints. Components that a
loop with more rows than it needs leaves open are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.data.column_map import FORCES
from dynid.data.dataset import Dataset
from dynid.errors import InputError, join_names
from dynid.identification.regression_rows import FromRows, Rows, Stream
from dynid.model.base_reduction import BaseParameters, base_parameters
from dynid.model.effect_columns import compute_coordinate_forces
from dynid.model.model import Model
from dynid.model.random_states import draw_random_states
from dynid.simulation.body_motion import compute_body_motion, list_parents
from dynid.simulation.loop_wrenches import make_loop_reactions, sum_up_tree
from dynid.simulation.wrenches import compute_body_forces

T = TypeVar("T")
MOST_SAMPLES = 3000  # of a sensor, spread evenly: each is six rows of all parameters
SILENT = 1e-9  # of the largest force, or moment: a component that a joint does not transmit


@dataclass(frozen=True, eq=False)
class SensorStream(FromRows):
    """The rows of a stream, and at some samples `at` those of sensors: W (at, components, theta), y
    and use (at, components)."""

    stream: Stream
    at: NDArray[np.int64]
    W: Array
    y: Array
    use: NDArray[np.bool_]

    @property
    def lengths(self) -> tuple[int, ...]:
        return self.stream.lengths

    def map(self, function: Callable[[Rows], T]) -> list[T]:
        def extend(rows: Rows) -> T:
            place = np.minimum(np.searchsorted(self.at, rows.at), len(self.at) - 1)
            there = self.at[place] == rows.at
            W = np.where(there[:, None, None], self.W[place], 0.0).transpose(1, 2, 0)
            return function(
                Rows(
                    rows.at,
                    np.concatenate([rows.W, W]),
                    np.arange(self.W.shape[2]),
                    np.hstack([rows.y, np.where(there[:, None], self.y[place], 0.0)]),
                    np.hstack([rows.use, self.use[place] & there[:, None]]),
                )
            )

        return self.stream.map(extend)


def sensor_base_parameters(
    model: Model, sensors: Sequence[str], rows: Sequence[str] | None = None
) -> tuple[BaseParameters, tuple[str, ...]]:
    """Which combinations of parameters are identifiable from the motors and these sensors together,
    before any data: base.classify("strut1.m"); and the components of the sensors that are used,
    "strut1.rz fx".

    Parameters
    ----------
    model
        the model
    sensors
        joints and loops with a six-axis force sensor
    rows
        the actuated coordinates whose torques are known; None: all
    """
    check_sensor_names(model, sensors)
    q, qd, qdd = draw_random_states(model.robot, 40, 0)
    Y, _, told = compute_sensor_columns(model, sensors, q, qd, qdd)
    size = np.abs(Y).max(axis=(0, 2)).reshape(-1, 2, 3)
    acts = size > SILENT * size.max(axis=(0, 2), keepdims=True)
    kept = np.flatnonzero(acts.ravel() & told)
    names = [f"{name} {axis}" for name in sensors for axis in FORCES]

    def add_rows(ideal: Model, states: tuple[Array, Array, Array]) -> Array:
        return compute_sensor_columns(ideal, sensors, *states)[0][:, kept]

    base = base_parameters(model, rows=rows, more=add_rows)
    return base, tuple(names[k] for k in kept)


def list_used_sensors(
    data: Dataset, sensors: Sequence[str] | bool, base: object | None
) -> tuple[str, ...]:
    """The sensors to fit, all of which the data have."""
    names = tuple(data.sensors) if sensors is True else tuple(sensors or ())
    if missing := [name for name in names if name not in data.sensors]:
        found = join_names(data.sensors) if data.sensors else "none"
        raise InputError(
            f"Problem, sensors: the data have no forces of {join_names(missing)}, but of {found};"
            " expected the columns fx_<joint> to mz_<joint> in every log."
        )
    if names and base is not None:
        raise InputError(
            "Problem, sensors: got base parameters or a reduction as well; expected sensors alone,"
            " which have other base parameters."
        )
    return names


def check_sensor_names(model: Model, sensors: Sequence[str]) -> None:
    robot = model.robot
    places = [*(b.joint.name for b in robot.bodies), *(x.name for x in robot.loops)]
    if unknown := [name for name in sensors if name not in places]:
        raise InputError(
            f"sensors: robot '{robot.name}' has no joint or loop {join_names(unknown)}; it has"
            f" {join_names(places, 24)}."
        )


def add_sensor_rows(
    stream: Stream, model: Model, data: Dataset, base: BaseParameters, components: Sequence[str]
) -> SensorStream:
    """The stream with the rows of these components."""
    at = np.sort(np.concatenate(stream.map(lambda rows: rows.at.copy())))
    at = at[:: max(1, -(-len(at) // MOST_SAMPLES))]
    sensors = list(dict.fromkeys(name.rpartition(" ")[0] for name in components))
    names = [f"{name} {axis}" for name in sensors for axis in FORCES]
    kept = [names.index(name) for name in components]
    Y, known, _ = compute_sensor_columns(model, sensors, data.q[at], data.qd[at], data.qdd[at])
    y = np.hstack([data.sensors[name][at] for name in sensors]) - known
    use = np.isfinite(y)
    W = Y[:, kept][:, :, base.independent]
    return SensorStream(stream, at, W, np.where(use, y, 0.0)[:, kept], use[:, kept])


def compute_sensor_columns(
    model: Model, sensors: Sequence[str], q: Array, qd: Array, qdd: Array
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """(N, 6 sensors, P) of all parameters, (N, 6 sensors) of known payloads, and which components
    the loops determine."""
    robot = model.robot
    channels = model.channels(q, qd, qdd) if model.layout.channels else {}
    motion = replace(close(robot, q, qd, qdd), channels=channels)
    moved = compute_body_motion(motion)
    reactions = make_loop_reactions(robot, motion, moved)
    joints = [body.joint.name for body in robot.bodies]
    places = [*joints, *(loop.name for loop in robot.loops)]
    at = [places.index(name) for name in sensors]
    nothing = np.zeros((len(moved.position), len(robot.coordinates)))

    def measure(inertia: Array, u: Array) -> Array:
        forces = compute_body_forces(robot, inertia, moved)
        six = np.concatenate(sum_up_tree(list_parents(robot), moved, *forces), axis=2)
        loops = reactions.find(six, u)
        held = six - np.concatenate(loops.in_joints, axis=2)
        closing = np.concatenate([loops.force, loops.moment], axis=2)
        felt: Array = np.concatenate([held, closing], axis=1)[:, at]
        return felt.reshape(len(six), -1)

    zero = np.zeros(len(model.parameters))
    known = measure(model.to_inertias(zero), nothing)
    Y = np.zeros((*known.shape, len(zero)))
    empty = np.zeros((len(robot.bodies), 10))
    for k, unit in enumerate(np.eye(len(zero))):
        inertia = model.to_inertias(unit) - model.to_inertias(zero)
        u = -compute_coordinate_forces(model.layout, unit, motion)
        if inertia.any() or u[:, reactions.passive].any():
            Y[:, :, k] = measure(inertia if inertia.any() else empty, u)
    return Y, known, reactions.determined[at].ravel()
