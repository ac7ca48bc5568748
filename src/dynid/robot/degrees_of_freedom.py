"""How many degrees of freedom a robot with loops has, which coordinates describe them, and a
closed pose to start from: found by the program, from the loops' own equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.errors import LoopClosureError, RobotError, join_names
from dynid.robot.loop_residuals import Closing
from dynid.robot.rods import MOVES, find_spins, hold_spins

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot

AGREE = 1e-6  # of the robot's size, and rad: redundant equations of real files agree to this
LOOKS = 1500  # at poses, after which no other start is made: some seconds
STARTS = 40  # random poses from which the loops are closed, where home does not lead there
NEAR = 0.3  # rad, or of the size: how far the poses lie in which freedoms are counted
POSES, TRIES = 4, 16
RANK = 1e-7  # of the largest singular value
DRIVES = 1e-3  # what a coordinate must add to those before it, of what it does alone
WELL = 0.05  # likewise, for coordinates among which there is a choice
NEAR_LIMIT = 1e-3  # rad or m: a joint that is nearer rests against its limit


@dataclass(frozen=True, eq=False)
class Freedom:
    """q: a closed pose; N (coordinates, freedoms): the motions that keep the loops closed there;
    gap: by how much the least singular value that counts exceeds the next."""

    q: Array
    N: Array
    gap: float

    @property
    def count(self) -> int:
        return int(self.N.shape[1])


def complete_robot(robot: Robot, motors: Sequence[str], notes: list[str]) -> Robot:
    """The robot with its independent coordinates, motors first, a closed home, and rods that would
    only spin held. `motors`: what the file drives; `notes` takes what should be said."""
    closing = Closing(robot)
    try:
        home = find_closed_pose(closing)
        _tell_limits(robot, closing, home, notes)
        found = count_freedom(closing, home)
        if found.count == 0:
            raise LoopClosureError(
                f"robot '{robot.name}': its loops leave no motion ({len(robot.coordinates)}"
                " coordinates and as many independent equations). Check the loops."
            )
    except LoopClosureError as error:
        if not motors:
            raise RobotError(f"{error} Or name its motors: actuated=(...).") from None
        notes.append(str(error).rstrip("."))
        return robot.replace(actuated=tuple(motors))
    spins = {} if len(motors) >= found.count else find_spins(robot, found, set(motors))
    if spins:
        robot = robot.replace(couplings=(*robot.couplings, *hold_spins(robot, spins, found.q)))
        notes.append(f"held {join_names(spins, 6)}: rods that only spin about themselves")
        closing = Closing(robot)
        found = count_freedom(closing, found.q)
        home = found.q
    chosen = select_independent(robot, found, motors, home)
    if (
        _measure_dependence(closing, home, chosen)
        < _measure_dependence(closing, found.q, chosen) * DRIVES
    ):
        home = found.q  # the pose in the file is singular: nearby it is not
        notes.append("took a pose near the file's home as home, because the file's is singular")
    _tell(motors, chosen, notes)
    return robot.replace(
        actuated=chosen,
        motors=tuple(motors) or chosen,
        home=dict(zip(robot.coordinates, home.tolist())),
    )


def _tell_limits(robot: Robot, closing: Closing, home: Array, notes: list[str]) -> None:
    """What was done with a home pose outside of the joints' limits."""
    if still := list_outside_limits(robot, home):
        notes.append(
            f"its loops close only outside the limits of {join_names(still, 4)}: home is there"
        )
        return
    guess = make_home_guess(robot)
    before = solve_newton(closing, guess)
    if beyond := list_outside_limits(robot, guess if before is None else before):
        notes.append(
            f"the file's home is outside the limits of {join_names(beyond, 4)}: took a closed pose"
            " inside of them as home"
        )


def _tell(motors: Sequence[str], chosen: tuple[str, ...], notes: list[str]) -> None:
    more = [name for name in chosen if name not in motors]
    if not motors:
        notes.append(
            f"found no motors; took {join_names(chosen, 12)} as the independent coordinates"
        )
    elif more:
        notes.append(
            f"{len(chosen)} degrees of freedom, {len(motors)} motors: "
            f"{join_names(more, 12)} move freely"
        )
    elif len(motors) > len(chosen):
        notes.append(
            f"{len(chosen)} degrees of freedom, {len(motors)} motors: it has redundant motors;"
            f" {join_names(chosen, 12)} describe its motion"
        )


def find_closed_pose(closing: Closing, starts: int = STARTS) -> Array:
    """A pose with closed loops, near robot.home: within the joints' limits, where one is found
    there, else outside of them."""
    guess = make_home_guess(closing.robot)
    low, high = list_limits(closing.robot)
    q = solve_newton(closing, guess)
    if q is not None and not list_outside_limits(closing.robot, q):
        return q
    found, open_at = _search(closing, np.clip(guess, low, high), low, high, starts)
    if found is None and q is None and np.any((guess < low) | (guess > high)):
        wide = np.minimum(low, guess), np.maximum(high, guess)
        found, open_at = _search(closing, guess, *wide, starts)
    found = q if found is None else found
    if found is None:
        least = float(np.abs(closing(open_at)[0]).max())
        raise LoopClosureError(
            f"robot '{closing.robot.name}': its loops cannot be closed, from up to {starts} poses;"
            f" loop '{closing.find_worst(open_at)}' stays open by {least:.3g} (m or rad). Give"
            " home={coordinate: value} near an assembled pose, and check the loop's points."
        )
    return found


def make_home_guess(robot: Robot) -> Array:
    """robot.home of all coordinates, 0 where it does not say."""
    return np.array([robot.home.get(name, 0.0) for name in robot.coordinates])


def list_limits(robot: Robot) -> tuple[Array, Array]:
    """Lowest and highest value of every coordinate."""
    joints = [robot.joint(name) for name in robot.coordinates]
    return np.array([j.lower for j in joints]), np.array([j.upper for j in joints])


def list_outside_limits(robot: Robot, q: Array) -> list[str]:
    """The coordinates that a pose has beyond their limits, in words."""
    return [
        f"{name} ({x:.3g}, limits {low:.3g} .. {high:.3g})"
        for name, x, low, high in zip(robot.coordinates, q, *list_limits(robot))
        if not low - NEAR_LIMIT <= x <= high + NEAR_LIMIT
    ]


def _search(
    closing: Closing, guess: Array, low: Array, high: Array, starts: int
) -> tuple[Array | None, Array]:
    """A closed pose within bounds, from random poses farther and farther from a guess, or None; and
    the pose with the loops least open."""
    from scipy.optimize import least_squares

    joints = [closing.robot.joint(name) for name in closing.robot.coordinates]
    unit = np.array([closing.size if j.kind == "prismatic" else 1.0 for j in joints])
    low, high = low - 1e-9, high + 1e-9
    at: list[tuple[Array, tuple[Array, Array]]] = []  # the last place, and what holds there
    looked = 0

    def limit_pose(x: Array) -> tuple[Array, Array]:
        nonlocal looked
        if not at or not np.array_equal(at[0][0], x):
            looked += 1
            at[:] = [(x.copy(), closing(x * unit))]
        return at[0][1]

    def compute_residual(x: Array) -> Array:
        return limit_pose(x)[0]

    def compute_slope(x: Array) -> Array:
        slope: Array = limit_pose(x)[1] * unit
        return slope

    rng = np.random.default_rng(0)
    wide = np.clip(
        np.minimum(high, guess + np.pi * unit) - np.maximum(low, guess - np.pi * unit), 0.0, None
    )
    best, least = guess, np.inf
    for k in range(starts):
        if looked > LOOKS:
            break
        start = guess + (k / starts) * rng.uniform(-0.5, 0.5, len(guess)) * wide
        start = np.clip(start, low + 1e-12, high - 1e-12)
        x = least_squares(
            compute_residual, start / unit, compute_slope, (low / unit, high / unit), max_nfev=200
        ).x
        x = x * unit
        if (size := float(np.abs(closing(x)[0]).max())) < least:
            best, least = x, size
        q = solve_newton(closing, x)
        if q is not None and np.all((q >= low - 1e-6) & (q <= high + 1e-6)):
            return q, q
    return None, best


def solve_newton(closing: Closing, q: Array, most: int = 60) -> Array | None:
    """The closed pose that the shortest steps lead to, or None."""
    limit = AGREE * max(closing.size, 1.0)
    best, last = None, np.inf
    for _ in range(most):
        phi, J = closing(q)
        size = float(np.abs(phi).max(initial=0.0))
        if size <= limit:
            if best is not None and size > 0.5 * last:
                return best  # nothing but round-off, or a redundant equation's own error, is left
            best = q
        last = size
        step = np.linalg.lstsq(J, phi, rcond=1e-9)[0]
        q = q - step * min(1.0, 0.5 / float(np.abs(step).max(initial=1e-300)))
    return best


def count_freedom(closing: Closing, home: Array) -> Freedom:
    """At the most regular of a few closed poses near `home`, inside the joints' limits where there
    are some: a singular pose has too many."""
    best = _evaluate_freedom(closing, home)
    inside: list[Array] = []
    outside: list[Array] = []
    rng = np.random.default_rng(0)
    for _ in range(TRIES):
        q = solve_newton(closing, home + best.N @ rng.uniform(-NEAR, NEAR, best.count))
        if q is not None:
            (outside if list_outside_limits(closing.robot, q) else inside).append(q)
        if len(inside) == POSES:
            break
    for q in (inside or outside)[:POSES]:
        other = _evaluate_freedom(closing, q)
        if other.count < best.count or (other.count == best.count and other.gap > 10 * best.gap):
            best = other
    return best


def _evaluate_freedom(closing: Closing, q: Array) -> Freedom:
    J = closing(q)[1]
    _, s, V = np.linalg.svd(J)
    s = np.append(s, np.zeros(len(q) - len(s)))
    rank = int((s > RANK * s[0]).sum()) if len(s) else 0
    after = s[rank] if rank < len(s) else 0.0
    gap = s[rank - 1] / max(after, 1e-17 * s[0]) if rank else np.inf
    return Freedom(q, V[rank:].T, float(gap))


def select_independent(
    robot: Robot, found: Freedom, motors: Sequence[str], home: Array
) -> tuple[str, ...]:
    """As many coordinates as there are degrees of freedom, which move independently: motors in the
    order of the file, then the free base, then what lies nearest to the ground, hinges before the
    turns of balls."""
    names = list(robot.coordinates)
    light = {body.name for body in robot.bodies if body.massless}
    parts = {b.joint.name for b in robot.bodies if b.massless or b.parent in light}
    depth = {name: (name in parts, len(_list_path(robot, name))) for name in names}
    base = [name for name in names if name in robot.base]
    resting = _find_resting(robot, found, [*motors, *base], home)
    order = {name: (resting.get(name, 3), depth[name]) for name in names}
    rest = sorted((n for n in names if n not in motors and n not in base), key=lambda n: order[n])
    chosen: list[str] = []
    for some, least in ((motors, DRIVES), (base, DRIVES), (rest, WELL), (rest, DRIVES)):
        for name in some:
            if len(chosen) < found.count and name not in chosen:
                rows = found.N[[names.index(n) for n in (*chosen, name)]]
                if measure_new_part(rows) > least:
                    chosen.append(name)
    place = {name: k for k, name in enumerate((*base, *motors, *rest))}
    return tuple(sorted(chosen, key=lambda n: place[n]))


def _find_resting(robot: Robot, found: Freedom, driven: Sequence[str], q: Array) -> dict[str, int]:
    """Joints that stay where they are while the driven ones move, the surest first: 0, those that
    springs press against a limit in the home pose q; 1, those with springs."""
    names = list(robot.coordinates)
    joints = [robot.joint(name) for name in names]
    out = {j.name: 1 for j in joints if j.stiffness}
    if not out or found.count == 0:
        return out
    moved = found.N[[names.index(name) for name in driven]]
    s, V = np.linalg.svd(moved)[1:] if len(moved) else (np.zeros(0), np.eye(found.count))
    s = np.append(s, np.zeros(found.count - len(s)))
    N = found.N @ V[s < DRIVES].T  # motions with the motors at rest
    # f = -k (q - rest), and where it moves what is free: N N' f
    f = np.array([-(j.stiffness or 0.0) * (x - j.rest) for j, x in zip(joints, q)])
    d = N @ (N.T @ f)
    for j, x, v in zip(joints, q, d):
        if abs(v) > DRIVES * np.abs(d).max(initial=MOVES) and (
            (v > 0 and x > j.upper - NEAR_LIMIT) or (v < 0 and x < j.lower + NEAR_LIMIT)
        ):
            out[j.name] = 0
    return out


def measure_new_part(rows: Array) -> float:
    """What the last row has beside those before it, in parts of itself."""
    last, before = rows[-1], rows[:-1]
    size = float(np.linalg.norm(last))
    if size < MOVES:
        return 0.0
    fitted = before.T @ np.linalg.lstsq(before.T, last, rcond=1e-9)[0] if len(before) else 0.0
    return float(np.linalg.norm(last - fitted)) / size


def _measure_dependence(closing: Closing, q: Array, chosen: Sequence[str]) -> float:
    """How well the other coordinates follow from the chosen ones: the least singular value."""
    J = closing(q)[1]
    others = [k for k, name in enumerate(closing.robot.coordinates) if name not in chosen]
    s = np.linalg.svd(J[:, others], compute_uv=False)
    return float(s[len(others) - 1] / s[0]) if len(others) and len(s) >= len(others) else 1.0


def _list_path(robot: Robot, coordinate: str) -> list[str]:
    by_joint = {body.joint.name: body for body in robot.bodies}
    bodies = {body.name: body for body in robot.bodies}
    path, body = [], by_joint.get(coordinate)
    while body is not None:
        path.append(body.name)
        body = bodies.get(body.parent)
    return path
