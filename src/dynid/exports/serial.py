"""A tree in the place of a robot with loops: its joints carry what the linkage reflects.

With y the joints that stay, the robot with its loops has the torques tau(y, y', y''), of which

    tau = Y_s p_s,   p_s: bodies of the tree, and of each joint armature, damping, friction

is the nearest tree that can exist, over random states in a range around the home pose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from dynid.arrays import Array, Triple
from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.closing import close
from dynid.closed_chains.ground_contacts import release_feet
from dynid.errors import InputError, LoopClosureError, join_names
from dynid.estimators.consistent.nearest import find_nearest_consistent
from dynid.exports.identified_robot import IdentifiedRobot, as_robot
from dynid.model.base_reduction import base_parameters
from dynid.model.effects import Coulomb, Effect, RotorInertia, Spring, Viscous
from dynid.model.model import Model
from dynid.option_names import name_option
from dynid.robot.degrees_of_freedom import count_freedom, measure_new_part
from dynid.robot.lock import lock_joints
from dynid.robot.loop_residuals import Closing, compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD
from dynid.robot.rods import find_bodies_in_loops

WITHIN = 0.3  # rad, or of the robot's size: the range of joints in loops, to both sides of home
GOOD = 0.02  # of the torque (RMS): the error for which the range is made smaller
NARROWER, NARROW = 0.8, 0.06  # by which, and no further
SPEED, RATE = 2.0, 10.0  # rad/s and rad/s^2, or sizes: standard deviations of the states
STATES = 400
ACCURATE = 1e-3  # of the torques: an error that does not matter
DRIVES = 1e-3  # what a joint must add to those before it, of what it does alone


@dataclass(frozen=True, eq=False)
class Serial:
    """robot: the tree with its values; errors: {joint: RMS error of its torque, in parts of its RMS
    torque}, over the range {joint: (low, high)} of the joints that loops move."""

    robot: Robot
    errors: dict[str, float]
    range: dict[str, tuple[float, float]]
    notes: tuple[str, ...]


def fit_serial_equivalent(
    done: IdentifiedRobot, within: float | None = None, joints: Sequence[str] | None = None
) -> Serial:
    """The tree that does most nearly what a robot with loops does.

    within   rad, or parts of the robot's size, to both sides of home in which it has to; default:
             WITHIN, or less until the error of every joint is at most GOOD
    joints   those that stay; default: those that carry most
    """
    robot = release_feet(done.model.robot)
    if robot.is_tree:
        raise InputError(f"robot '{robot.name}' has no loops; expected some: export it as MJCF.")
    if within is not None and not (np.isfinite(within) and within > 0):
        raise InputError(f"got a range of {within}, expected an angle in rad above 0.")
    if np.isnan(done.p).any():
        raise InputError(f"robot '{robot.name}': some inertias are not known; expected all.")
    whole, notes = as_robot(done, gravity=True)
    kept = tuple(joints) if joints else select_serial_joints(whole)
    full, p = _change_coordinates(done, whole, kept)
    model = _make_tree(full, whole)
    width = WITHIN if within is None else within
    while True:
        try:
            made = _fit_range(full, p, model, _find_range(full.robot, width))
        except InputError:
            if within is not None or width < NARROW:
                raise
        else:
            if within is not None or max(made.errors.values()) <= GOOD or width < NARROW:
                return replace(made, notes=(*notes, *made.notes))
        width *= NARROWER


def _fit_range(full: Model, p: Array, model: Model, span: dict[str, tuple[float, float]]) -> Serial:
    """The tree for a range."""
    train, fresh = (_draw_states(full.robot, span, seed) for seed in (0, 1))
    base = base_parameters(model)
    tau = full.inverse_dynamics(*train, p)
    unit = np.maximum(np.sqrt((tau**2).mean(axis=0)), 1e-12)
    W = (model.regressor(*train)[:, :, base.independent] / unit[:, None]).reshape(-1, len(base))
    theta, scale = _fit(W, (tau / unit).ravel(), base.compute_theta(model.nominal))
    covariance = ACCURATE**2 * np.linalg.pinv(W.T @ W + np.diag(1e-12 * scale))
    found = find_nearest_consistent(base, theta, covariance)
    tree, lost = as_robot(IdentifiedRobot(model, found.p), gravity=True)
    expected = full.inverse_dynamics(*fresh, p)
    error = model.inverse_dynamics(*fresh, found.p) - expected
    rms = np.sqrt((error**2).mean(axis=0) / np.maximum((expected**2).mean(axis=0), 1e-24))
    errors = dict(zip(full.robot.actuated, rms.tolist()))
    return Serial(
        _limit_tree(tree, full.robot, span), errors, span, (*lost, *_list_notes(span, errors))
    )


def select_serial_joints(robot: Robot) -> tuple[str, ...]:
    """As many coordinates as there are degrees of freedom, which carry each other from the ground
    on: of those that can be, the ones that carry most."""
    N = count_freedom(Closing(robot), np.array(close_home(robot))).N
    names, carried = list(robot.coordinates), _compute_carried_mass(robot)
    reached, kept = {WORLD}, list[str]()
    while len(kept) < N.shape[1]:
        open_ = [b for b in robot.bodies if b.parent in reached and b.name not in reached]
        fixed = [b for b in open_ if not b.joint.moves]
        if fixed:
            reached |= {b.name for b in fixed}
            continue
        able = [
            b
            for b in open_
            if measure_new_part(N[[names.index(c) for c in (*kept, b.joint.name)]]) > DRIVES
        ]
        if not able:
            raise InputError(
                f"robot '{robot.name}': no tree of its joints has all of its {N.shape[1]} "
                "degrees of freedom;"
                " a serial equivalent needs bodies that hang on each other."
            )
        best = max(able, key=lambda b: carried[b.name])
        kept.append(best.joint.name)
        reached.add(best.name)
    return tuple(name for name in names if name in kept)


def _compute_carried_mass(robot: Robot) -> dict[str, float]:
    """The mass of every body and of all that hangs on it in the tree."""
    known = {b.name: b.inertia for b in robot.bodies}
    mass = {name: 0.0 if x is None else float(np.asarray(x)[0]) for name, x in known.items()}
    for body in reversed(robot.bodies):
        if body.parent != WORLD:
            mass[body.parent] += mass[body.name]
    return mass


def _change_coordinates(
    done: IdentifiedRobot, whole: Robot, kept: tuple[str, ...]
) -> tuple[Model, Array]:
    """The model with the joints that stay as its independent coordinates, and its parameters
    without what a robot file has no place for."""
    turned = done.model.robot.replace(actuated=kept, motors=whole.motors, task=())
    loads = {id(carried.payload) for carried in done.model.layout.payloads}
    acting = cast("list[Effect]", [e for e in done.model.effects if id(e) not in loads])
    effects = [e for e in acting if all(term.stands_for for term in e.terms())]
    model = Model(turned, effects, done.model.symmetric)
    values = dict(zip(done.model.parameters, done.p))
    return model, np.array([values[name] for name in model.parameters])


def _make_tree(full: Model, whole: Robot) -> Model:
    """The joints that stay, the others held where home has them; and what their joints may have."""
    kept = full.robot.actuated
    home = dict(zip(whole.coordinates, close_home(whole).tolist()))
    every = whole.replace(loops=(), couplings=(), actuated=whole.coordinates, task=(), ideal=())
    loose = [replace(b, joint=replace(b.joint, lower=-np.inf, upper=np.inf)) for b in every.bodies]
    tree = lock_joints(
        every.replace(bodies=tuple(loose)), {n: home[n] for n in home if n not in kept}
    )
    tree = tree.replace(home={name: home[name] for name in kept}, locked={}, source="")
    driven = [name for name in kept if name not in whole.base]
    there = {placed.term.stands_for for placed in full.layout.terms} | {"armature"}
    kinds = {"armature": RotorInertia, "damping": Viscous, "friction": Coulomb, "stiffness": Spring}
    return Model(tree, [kind(driven) for name, kind in kinds.items() if name in there], False)


def _find_range(robot: Robot, within: float) -> dict[str, tuple[float, float]]:
    """Of the joints in loops."""
    inside, home = (
        find_bodies_in_loops(robot),
        dict(zip(robot.coordinates, close_home(robot).tolist())),
    )
    tied = {name for c in robot.couplings for name in (c.joint, c.of)}
    out = {}
    for body in robot.bodies:
        joint = body.joint
        if joint.name in robot.actuated and (body.name in inside or joint.name in tied):
            width = within * (compute_robot_size(robot) if joint.kind == "prismatic" else 1.0)
            middle = home[joint.name]
            out[joint.name] = (
                max(joint.lower, middle - width),
                min(joint.upper, middle + width),
            )
    return out


def _draw_states(robot: Robot, span: dict[str, tuple[float, float]], seed: int) -> Triple:
    """Random states: joints in loops within the range, the others anywhere."""
    rng, size = np.random.default_rng(seed), compute_robot_size(robot)
    units = np.array([size if robot.joint(n).kind == "prismatic" else 1.0 for n in robot.actuated])
    q = np.empty((STATES, robot.dof))
    for j, name in enumerate(robot.actuated):
        joint, wide = robot.joint(name), np.pi * units[j]
        low, high = span.get(name, (max(joint.lower, -wide), min(joint.upper, wide)))
        q[:, j] = rng.uniform(low, high, STATES)
    qd, qdd = (part * units * rng.normal(size=q.shape) for part in (SPEED, RATE))
    try:
        close(robot, q)
    except LoopClosureError as error:
        raise InputError(
            f"the linkage cannot reach the range that the tree has to approximate ({error})"
            f" Give a smaller range: {name_option('within', '0.1')}."
        ) from None
    return q, qd, qdd


def _fit(W: Array, y: Array, theta: Array) -> tuple[Array, Array]:
    """Least squares, beside the tree that has only the masses; and the squared norms of the
    columns."""
    scale = np.maximum((W**2).sum(axis=0), 1e-300)
    S = 1.0 / np.sqrt(scale)
    A = np.vstack([W * S, 1e-6 * np.eye(len(S))])
    left = np.concatenate([y - W @ theta, np.zeros(len(S))])
    return theta + S * np.linalg.lstsq(A, left, rcond=None)[0], scale


def _limit_tree(tree: Robot, full: Robot, span: dict[str, tuple[float, float]]) -> Robot:
    """The range, and of the joints that the linkage moves the torques that its motors can give
    there at home: sum over the motors of |dq_m / dy| tau_m."""
    at = [full.coordinates.index(c) for c in full.actuated]
    motion = close(full, close_home(full)[None, at])
    assert motion.G is not None
    rows = [full.coordinates.index(name) for name in full.motors]
    efforts = np.array([full.joint(name).effort for name in full.motors])
    gains = np.abs(motion.G[rows, :, 0])
    bodies = []
    for body in tree.bodies:
        joint = body.joint
        if joint.name in span:
            by = gains[:, full.actuated.index(joint.name)]
            acts = by > 1e-9
            effort = float((by[acts] * efforts[acts]).sum()) if acts.any() else np.inf
            low, high = span[joint.name]
            joint = replace(joint, lower=low, upper=high, effort=effort)
        elif joint.name in full.coordinates:
            own = full.joint(joint.name)
            joint = replace(joint, lower=own.lower, upper=own.upper)
        bodies.append(replace(body, joint=joint))
    return tree.replace(bodies=tuple(bodies))


def _list_notes(span: dict[str, tuple[float, float]], errors: dict[str, float]) -> list[str]:
    ranges = [f"{name} {low:.3g} .. {high:.3g}" for name, (low, high) in span.items()]
    parts = [f"{name} {100 * x:.2g} %" for name, x in errors.items()]
    return [
        "a tree that approximates the linkage: its torques act on the remaining joints, not on the"
        f" motors; it is valid in the range {join_names(ranges, 12)}",
        "RMS error of its torques there, compared with those of the robot with its loops (speeds of"
        f" {SPEED:g} rad/s, accelerations of {RATE:g} rad/s^2): {join_names(parts, 40)}",
    ]
