"""A robot under commands: its drives, its simulator, and the dynamics of what moves together. The
robot is split into dynamically decoupled subtrees: the legs of a held base."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

import dynid._native as native
from dynid.arrays import Array, Ints
from dynid.closed_chains.branch_tracking import make_closure
from dynid.closed_chains.closing import close
from dynid.errors import InputError, join_names
from dynid.model.effects import Effect, Payload, Spring
from dynid.model.layout import Parameter
from dynid.model.model import Model
from dynid.option_names import name_option
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD
from dynid.sim2real.drive import Drive
from dynid.sim2real.free_parameters import PassiveTerms, Values, list_drive_parameters
from dynid.sim2real.simulator import Simulator
from dynid.simulation.force_terms import make_tables


@dataclass(frozen=True, eq=False)
class Part:
    """Joints that move each other: their places in the log, those of the bodies' parameters in
    `Values.bodies`, (bodies, 10), and the dynamics of what they move: bodies, springs, and joints
    without a drive. `open_model`: without the loops."""

    at: Ints
    inertias: Ints
    model: Model
    open_model: Model
    load: Array  # (bodies, 10) of payloads, which no parameter describes

    def to_parameters(self, bodies: Array) -> Array:
        """p of both models; what is no body's is the file's."""
        p = self.model.nominal
        p[self.model.layout.inertial] = (bodies[self.inertias] + self.load).ravel()
        return p

    def compute_inverse_inertias(self, bodies: Array, armature: Array) -> Array:
        """(n,) of the joints where all are at zero and loops open: what MuJoCo scales friction
        by."""
        robot, p = self.open_model.robot, self.to_parameters(bodies)
        M = self.open_model.mass_matrix(np.zeros((1, robot.dof)), p)[0]
        own = [robot.actuated.index(name) for name in self.model.robot.actuated]
        M[own, own] += armature
        return np.asarray(np.diag(np.linalg.inv(M))[own])

    def make_simulation(self, bodies: Array, q: Array) -> native.Simulation:
        """The equations of motion of the simulation, from the pose of q (n,) on."""
        model, p = self.model, self.to_parameters(bodies)
        terms, dry, gears, _ = make_tables(model, p, None)
        tables = terms, dry, gears.loaded, gears.wound, gears.tilt, gears.tilted
        closure, home = make_closure(model.robot, model.robot.actuated), close(model.robot, q[None])
        rotors = model.compute_rotor_matrix(p)
        return native.Simulation(closure, model.to_inertias(p), rotors, *tables, home.q[0].copy())

    def linearise(
        self, bodies: Array, q: Array, qd: Array, qdd: Array, ahead: Array
    ) -> tuple[Array, Array, Array]:
        """M, K = d tau/dq and C = d tau/dqd (N, n, n) of the bodies, and of what else acts at the
        velocity qd + `ahead`, which implicit steps take."""
        p, model, (N, n) = self.to_parameters(bodies), self.model, q.shape
        alone, others = p.copy(), p.copy()
        alone[model.layout.others], others[model.layout.inertial] = 0.0, 0.0
        M, K, C = (np.zeros((N, n, n)) for _ in range(3))
        for part, v in ((alone, qd), (others, qd + ahead)):
            if part is others and not others.any():
                break
            for i in range(n):
                bar = np.zeros((N, n))
                bar[:, i] = 1.0
                for whole, row in zip((K, C, M), model.torque_gradient(q, v, qdd, part, bar)):
                    whole[:, i] += row
        return M, K, C


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

    def list_file_values(self, kp: Array, kd: Array) -> Values:
        """Those of the file: joints, bodies, its own position actuators; these gains where it has
        none."""
        own, priors = self.simulator.actuators, np.nan_to_num([p.prior for p in self.parameters])
        return replace(
            Values.from_vector(priors, len(self.joints)),
            kp=np.where(own.has, own.kp, kp),
            kd=np.where(own.has, own.kd, kd),
            limit=self.limit,
            delay=own.delay if own.has.any() else self.drive.delay or 0.0,
        )

    @property
    def inertias(self) -> Array:
        """(10 bodies,) as the robot's file has them."""
        none = np.zeros(len(self.joints))
        return self.list_file_values(none, none).bodies

    def compute_inverse_inertias(self, values: Values) -> Array:
        """(n,) of the joints, armature included."""
        found = np.empty(len(self.joints))
        for part in self.parts:
            own = part.compute_inverse_inertias(values.bodies, values.armature[part.at])
            found[part.at] = own
        return found

    def compute_rigid_torque(self, values: Values, q: Array, qd: Array, qdd: Array) -> Array:
        """Of the bodies, springs and passive joints."""
        tau = np.empty_like(q)
        for part in self.parts:
            motion = q[:, part.at], qd[:, part.at], qdd[:, part.at]
            p = part.to_parameters(values.bodies)
            tau[:, part.at] = part.model.inverse_dynamics(*motion, p)
        return tau


def make_plant(
    robot: Robot, drive: Drive, simulator: Simulator, payload: Payload | None = None
) -> Plant:
    if not robot.is_tree and (other := set(robot.motors) ^ set(robot.actuated)):
        raise InputError(
            f"robot '{robot.name}': {join_names(sorted(other), 8)} are motors and not independent"
            " coordinates, or the other way round; expected a motor for each degree of freedom."
            f" Lock joints that hold still ({name_option('lock')}), or choose others"
            f" ({name_option('actuated')})."
        )
    unknown = [b.name for b in robot.bodies if b.inertia is None and not b.massless]
    if unknown:
        raise InputError(
            f"robot '{robot.name}': no inertia is known of {join_names(unknown, 8)}, which "
            f"the motor parameters refer to; write it into the robot's file."
        )
    given, own = drive.get_values("effort", robot.actuated), simulator.limit
    limit = own if given is None else np.where(np.isnan(given), own, given)
    return Plant(
        robot, drive, simulator, limit, _split(robot, payload), list_drive_parameters(robot)
    )


def _split(robot: Robot, payload: Payload | None) -> tuple[Part, ...]:
    """Bodies that hang on the ground by different joints move apart, unless a loop or a coupling
    joins them."""
    root: dict[str, str] = {}
    for body in robot.bodies:
        root[body.name] = body.name if body.parent == WORLD else root[body.parent]
    of_joint = {body.joint.name: body.name for body in robot.bodies}
    pairs = [(loop.body_a, loop.body_b) for loop in robot.loops]
    pairs += [(of_joint[c.joint], of_joint[c.of]) for c in robot.couplings]
    for a, b in pairs:
        if WORLD not in (a, b):
            root = {name: root[a] if one == root[b] else one for name, one in root.items()}
    groups = [{x for x in root if root[x] == one} for one in dict.fromkeys(root.values())]
    return tuple(part for group in groups if len((part := make_part(robot, group, payload)).at))


def make_part(robot: Robot, names: set[str], payload: Payload | None = None) -> Part:
    """These bodies of a robot, and the loops and couplings among them; with a known payload."""
    bodies = tuple(body for body in robot.bodies if body.name in names)
    joints = {body.joint.name for body in bodies}
    own = robot
    if len(bodies) < len(robot.bodies):
        own = Robot(
            bodies[0].name,
            bodies,
            tuple(loop for loop in robot.loops if names & {loop.body_a, loop.body_b}),
            tuple(c for c in robot.couplings if c.joint in joints),
            tuple(name for name in robot.actuated if name in joints),
            robot.gravity,
            home={name: x for name, x in robot.home.items() if name in joints},
        )
    ten = [10 * k for k, body in enumerate(robot.bodies) if body in bodies and not body.massless]
    load = np.zeros((len(ten), 10))
    if payload is not None and (node := 10 * payload.find_node(robot)) in ten:
        load[ten.index(node)] = payload.move_to_link(np.asarray(payload.inertia))
    at = [robot.actuated.index(name) for name in own.actuated]
    effects: list[Effect] = [PassiveTerms(own.passive)] if own.passive else []
    effects += [Spring(own.sprung)] if own.sprung else []
    loose = own.replace(loops=(), couplings=(), actuated=own.coordinates)
    return Part(
        np.array(at, dtype=np.int64),
        np.array(ten, dtype=np.int64)[:, None] + np.arange(10),
        Model(own, effects, symmetric=False),
        Model(loose, effects, symmetric=False),
        load,
    )
