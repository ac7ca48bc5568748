"""A robot under commands, split into dynamically decoupled subtrees: the legs of a held base."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

import dynid._native as native
from dynid.arrays import Array, Ints
from dynid.errors import InputError, listing
from dynid.loops.topology import native_tree
from dynid.model.layout import Parameter
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD
from dynid.sim2real.drive import Drive
from dynid.sim2real.free_parameters import Values, parameters_of
from dynid.sim2real.simulator import Simulator


@dataclass(frozen=True, eq=False)
class Part:
    """Joints that move each other: their places in the log, and those of the bodies' parameters,
    (bodies, 10), in `Values.bodies`."""

    at: Ints
    inertias: Ints
    tree: native.Tree


@dataclass(frozen=True, eq=False)
class Plant:
    """What stays the same from rollout to rollout; limit (n,)."""

    robot: Robot
    drive: Drive
    simulator: Simulator
    limit: Array
    parts: tuple[Part, ...]
    parameters: tuple[Parameter, ...]

    @property
    def joints(self) -> tuple[str, ...]:
        return self.robot.actuated

    def file_values(self, kp: Array, kd: Array) -> Values:
        """Those of the file: joints, bodies, its own position actuators; these gains where it has
        none."""
        own, priors = self.simulator.actuators, np.array([p.prior for p in self.parameters])
        return replace(
            Values.from_vector(np.nan_to_num(priors), len(self.joints)),
            kp=np.where(own.has, own.kp, kp),
            kd=np.where(own.has, own.kd, kd),
            delay=own.delay if own.has.any() else self.drive.delay or 0.0,
        )

    @property
    def inertias(self) -> Array:
        """(10 bodies,) as the robot's file has them."""
        none = np.zeros(len(self.joints))
        return self.file_values(none, none).bodies

    def rigid_torque(self, values: Values, q: Array, qd: Array, qdd: Array) -> Array:
        """Of the bodies alone."""
        tau = np.empty_like(q)
        for part in self.parts:
            own = np.empty((len(q), len(part.at)))
            motion = (x[:, part.at] for x in (q, qd, qdd))
            native.inverse_dynamics(part.tree, values.bodies[part.inertias], *motion, own)
            tau[:, part.at] = own
        return tau


def make_plant(robot: Robot, drive: Drive, simulator: Simulator) -> Plant:
    if not robot.is_tree:
        raise InputError(
            f"robot '{robot.name}' has closed loops or coupled joints, which sim2real does not"
            " follow yet; expected a tree of joints, each with its own drive."
        )
    unknown = [b.name for b in robot.bodies if b.inertia is None and not b.massless]
    if unknown:
        raise InputError(
            f"robot '{robot.name}': no inertia is known of {listing(unknown, 8)}, against which the"
            " drives are measured; write it into the robot's file."
        )
    given, own = drive.of("effort", robot.actuated), simulator.limit
    limit = own if given is None else np.where(np.isnan(given), own, given)
    return Plant(robot, drive, simulator, limit, _split(robot), parameters_of(robot))


def _split(robot: Robot) -> tuple[Part, ...]:
    """Bodies that hang on the ground by different joints move apart."""
    root: dict[str, str] = {}
    for body in robot.bodies:
        root[body.name] = body.name if body.parent == WORLD else root[body.parent]
    parts = []
    for name in dict.fromkeys(root.values()):
        rows = [k for k, body in enumerate(robot.bodies) if root[body.name] == name]
        own = Robot(name, tuple(robot.bodies[k] for k in rows), gravity=robot.gravity)
        at = np.array([robot.actuated.index(joint) for joint in own.coordinates], dtype=np.int64)
        if len(at):
            ten = 10 * np.array(rows)[:, None] + np.arange(10)
            parts.append(Part(at, ten, native_tree(own)))
    return tuple(parts)
