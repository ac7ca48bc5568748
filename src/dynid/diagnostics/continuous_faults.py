"""Continuous faults: those with numbers of unknown size, as a delay, a gain, an offset, a gear
ratio, gravity, a place or an axis in the robot's file. Each changes the rows or the torques of a
fit; its derivative is one more column of it, and Newton's steps along it find the number."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import close_home, close_near
from dynid.diagnostics.hypotheses import Candidate, Explanation, FaultRows, Stage
from dynid.diagnostics.quick_fit import QuickFit
from dynid.diagnostics.scores import Score
from dynid.errors import DynidError
from dynid.findings import THE_LOG, Change
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

STEP = 1e-4  # rad, m, s, 1: of a difference quotient
ROUNDS = 8  # of Newton's method
SETTLED = 1e-4  # of the largest step that makes sense
GAIN = "Correct the gain of that torque sensor or current, or its unit."
EVERYWHERE = -1  # the place of a fault of the whole log


@dataclass(frozen=True, eq=False)
class ContinuousFault(Candidate):
    """A hypothesis with numbers x (d,), zero is no fault; an object of it is one at a place: a
    joint, a body of the file, or everywhere.

    Parameters
    ----------
    x
        the numbers that explain the log best, once `settle` has found them

    Attributes
    ----------
    most
        of each number: beyond, it makes no sense
    least
        joints that a robot must have for it
    everywhere
        it is one of the whole log, not of each joint
    starts
        where Newton's method starts as well
    undetected
        a size that must not go unseen, and in words
    negligible
        a size below which an error of the file's centres of mass explains a log as well; None: the
        masses of the file say nothing of it
    """

    rows: FaultRows
    place: int
    x: Array = field(default_factory=lambda: np.zeros(0))

    stage: ClassVar[Stage] = "always"
    by_masses: ClassVar[bool] = True
    most: ClassVar[Sequence[float]] = ()
    least: ClassVar[int] = 1
    everywhere: ClassVar[bool] = False
    starts: ClassVar[Sequence[float]] = ()
    undetected: ClassVar[tuple[float, str] | None] = None
    negligible: ClassVar[float | None] = None

    @classmethod
    def propose_trials(cls, rows: FaultRows) -> Iterator[Self]:
        for place in cls.list_places(rows) if rows.fit.n >= cls.least else ():
            yield cls(rows, place)

    @classmethod
    def list_places(cls, rows: FaultRows) -> Iterable[int]:
        return [EVERYWHERE] if cls.everywhere else range(rows.fit.n)

    @property
    def fit(self) -> QuickFit:
        return self.rows.fit

    @property
    def joint(self) -> str:  # type: ignore[override]
        return "" if self.place == EVERYWHERE else self.fit.joints[self.place]

    @property
    def largest(self) -> Array:
        return np.array(self.most)

    @property
    def where(self) -> str:  # type: ignore[override]
        return self.joint or THE_LOG

    @property
    def numbers(self) -> int:  # type: ignore[override]
        return len(self.largest)

    @abstractmethod
    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        """The fit with a repair of size x made."""

    def repair(self, fit: QuickFit) -> QuickFit:
        return self.repair_by(fit, self.x)

    def predict(self, x: Array) -> tuple[Array, Array]:
        """(Y, tau) with a repair of size x."""
        return self.repair_by(self.fit, x).compute_rows(), self.fit.tau

    def compute_residual(self, x: Array, theta: Array) -> Array:
        """(K, n) Y theta - tau with a repair of size x."""
        return self.repair_by(self.fit, x).predict(theta) - self.fit.tau

    def compute_columns(self, before: Array, theta: Array, at: Array | None = None) -> Array:
        """(K, n, d): derivative of the residual by the numbers, at some value of them; `before`:
        what it is there."""
        at = np.zeros(self.numbers) if at is None else at
        found = []
        for k, h in enumerate(STEP * self.largest):
            step = np.zeros(len(at))
            step[k] = h
            found.append((self.compute_residual(at + step, theta) - before) / h)
        return np.stack(found, axis=2)

    def list_far_starts(self) -> list[Array]:
        return [np.array([x]) for x in self.starts if abs(x) <= self.largest[0]]

    def settle(self, start: Array) -> tuple[Self, Score] | None:
        """Newton's steps from `start`; None where they lead nowhere."""
        x, most = start.copy(), self.largest
        best: tuple[Array, Score] | None = None
        for _ in range(ROUNDS):
            try:
                Y, tau = self.predict(x)
                score = self.fit.score(Y, tau)
                if best is not None and not score.total < best[1].total:
                    x = 0.5 * (x + best[0])
                    if np.all(np.abs(x - best[0]) < SETTLED * most):
                        break
                    continue
                best = x, score
                V = self.compute_columns(Y @ score.theta - tau, score.theta, x)
                c = self.fit.score(np.concatenate([Y, V], axis=2), tau).theta[-len(x) :]
            except (DynidError, np.linalg.LinAlgError):
                break
            step = np.clip(c, -0.5 * most, 0.5 * most)
            # Y theta + V dx = tau
            x = np.clip(x + step, -most, most)
            if np.all(np.abs(step) < SETTLED * most):
                break
        return None if best is None else (replace(self, x=best[0]), best[1])


class _OfRows(ContinuousFault):
    """Faults whose rows need no other dynamics: the residual takes them."""

    def compute_residual(self, x: Array, theta: Array) -> Array:
        Y, tau = self.predict(x)
        return np.asarray(Y @ theta - tau)


class TorqueDelay(ContinuousFault):
    """The torques of all joints, or of one, were recorded later."""

    kind = "torque delay"
    starts = np.linspace(-0.24, 0.24, 13).tolist()
    most = (0.25,)

    @classmethod
    def list_places(cls, rows: FaultRows) -> Iterable[int]:
        return [EVERYWHERE, *range(rows.fit.n)] if rows.fit.n > 1 else [0]

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        late = slice(None) if self.place == EVERYWHERE else [self.place]

        def compute_torque(delay: float) -> Array:
            tau = fit.torque_at(delay).copy()
            tau[:, late] = fit.torque_at(delay + float(x[0]))[:, late]
            return tau

        return replace(fit, tau=compute_torque(0.0), torque_at=compute_torque)

    def predict(self, x: Array) -> tuple[Array, Array]:
        return self.rows.Y, self.repair_by(self.fit, x).tau

    def compute_residual(self, x: Array, theta: Array) -> Array:
        return self.rows.predict(theta) - self.repair_by(self.fit, x).tau

    def list_far_starts(self) -> list[Array]:
        return super().list_far_starts() if self.place == EVERYWHERE else []

    def explain(self) -> Explanation:
        late, names = float(self.x[0]), (self.joint,) if self.joint else self.fit.joints
        which = f"torques of {self.joint}" if self.joint else "torques"
        when = "after" if late > 0 else "before"
        fault = f"{which} were recorded {1e3 * abs(late):.3g} ms {when} the positions"
        repair = f"Move them by {-1e3 * late:.3g} ms (process(delay={late:.4g}))."
        return fault, repair, Change("shift", tuple(f"tau_{name}" for name in names), (late,))


class TorqueGain(ContinuousFault):
    """The gain of one torque beside the others."""

    kind, least = "torque gain", 2
    starts = (-6.9, -4.6, -2.3, 2.3, 4.6, 6.9)
    undetected = 0.2, "the gain of the torque of {joints} alone (to 20 %)"
    negligible = 0.1
    most = (8.0,)

    def _scale(self, torques: Array, factor: float) -> Array:
        scaled = torques.copy()
        scaled[:, self.place] *= factor
        return scaled

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        return fit.map_torques(lambda tau: self._scale(tau, np.exp(-x[0])))

    def predict(self, x: Array) -> tuple[Array, Array]:
        return self._scale(self.rows.Y, np.exp(x[0])), self.fit.tau

    def compute_residual(self, x: Array, theta: Array) -> Array:
        return self._scale(self.rows.predict(theta), np.exp(x[0])) - self.fit.tau

    def explain(self) -> Explanation:
        gain = float(np.exp(self.x[0]))
        fault = f"torques of {self.joint} are {gain:.3g} times those that the other joints imply"
        return f"{fault} for", GAIN, Change("scale", (f"tau_{self.joint}",), (1.0 / gain,))


class PositionOffset(ContinuousFault):
    """The zero of one encoder."""

    kind = "position offset"
    starts = (0.5 * np.pi, -0.5 * np.pi, np.pi)
    undetected = 0.1, "the zero of {joints} (to 0.1 rad or m)"
    negligible = 0.7  # rad: seen from its joint, a centre of mass may be off by that

    @property
    def largest(self) -> Array:
        prismatic = self.fit.model.robot.joint(self.joint).kind == "prismatic"
        return np.array([0.3 if prismatic else 4.0])

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        q = fit.move.q + x[0] * np.eye(fit.n)[self.place]
        return replace(fit, move=fit.move._replace(q=q))

    def explain(self) -> Explanation:
        value = float(self.x[0])
        fault = f"the zero of {self.joint} is off by {-value:.3g}"
        repair = f"Add {value:.3g} to its positions, or correct the zero in the robot's file."
        return fault, repair, Change("add", (f"q_{self.joint}",), (value,))


class GearRatio(ContinuousFault):
    """The unit or the gear ratio of one encoder."""

    kind = "gear ratio"
    undetected = 0.1, "the gear ratio of the encoder of {joints} (to 10 %)"
    negligible = 0.1
    most = (1.5,)

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        unit, move = np.eye(fit.n)[self.place], fit.move
        k, centre = np.exp(x[0] * unit), move.q[:, self.place].mean() * unit
        q = centre + (move.q - centre) * k
        return replace(fit, move=move._replace(q=q, qd=move.qd * k, qdd=move.qdd * k))

    def explain(self) -> Explanation:
        k = float(np.exp(self.x[0]))
        fault = f"the positions of {self.joint} are {1.0 / k:.4g} times what they should be"
        change = Change("scale_about_mean", (f"q_{self.joint}",), (k,))
        return fault, f"Multiply them by {k:.4g}: unit or gear ratio.", change


class Gravity(_OfRows):
    """Another gravity, in the base's frame."""

    kind = "gravity"
    starts: ClassVar[Sequence[float]] = (1.0, -1.0)  # of its size, along each axis
    negligible: ClassVar[float | None] = 0.2  # of its size

    @classmethod
    def list_places(cls, rows: FaultRows) -> Iterable[int]:
        felt = rows.fit.gravity.any() and any(part.any() for part in rows.gravity_parts)
        return [EVERYWHERE] if felt else []

    @property
    def largest(self) -> Array:
        return np.full(3, 3.0 * np.linalg.norm(self.fit.gravity))

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        return fit.set_gravity(fit.gravity + x)

    def predict(self, x: Array) -> tuple[Array, Array]:
        parts = self.rows.gravity_parts
        return self.rows.Y + x[0] * parts[0] + x[1] * parts[1] + x[2] * parts[2], self.fit.tau

    def list_far_starts(self) -> list[Array]:
        g = self.fit.gravity
        return [k * np.linalg.norm(g) * unit - g for unit in np.eye(3) for k in self.starts]

    def explain(self) -> Explanation:
        old, new = self.fit.gravity, self.fit.gravity + self.x
        a, b = (float(np.linalg.norm(g)) for g in (old, new))
        angle = float(np.rad2deg(np.arccos(np.clip(old @ new / (a * b), -1.0, 1.0))))
        listed = ", ".join(f"{v:.3g}" for v in new)
        fault = f"gravity points {angle:.3g} deg off: ({listed}) m/s^2 in the base's frame"
        repair = f"Give the robot this gravity (gravity=({listed})), or correct its mounting."
        return fault, repair, Change("gravity", (), tuple(map(float, new)))


class TimeScale(Gravity):
    """Times in another unit: the torque of inertia goes with 1 / time^2, that of gravity does not,
    so that times that are k times the true ones show a gravity k^-2 times as strong."""

    kind = "time scale"
    starts = (-7.0, -4.6, -2.8, -1.4, -0.7, 0.7, 1.4, 2.8, 4.6, 7.0)
    negligible = None

    @property
    def largest(self) -> Array:
        return np.array([9.0])

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        return super().repair_by(fit, (np.exp(x[0]) - 1.0) * fit.gravity)

    def predict(self, x: Array) -> tuple[Array, Array]:
        return super().predict((np.exp(x[0]) - 1.0) * self.fit.gravity)

    def list_far_starts(self) -> list[Array]:
        return ContinuousFault.list_far_starts(self)

    def explain(self) -> Explanation:
        k = float(np.exp(-0.5 * self.x[0]))
        g = float(np.linalg.norm(self.fit.gravity) * np.exp(self.x[0]))
        fault = (
            f"gravity is estimated as {g:.3g} m/s^2, as if the log's times were {k:.3g} times the"
        )
        repair = f"Divide t by {k:.4g}, or correct the lengths in the robot's file."
        return f"{fault} true ones", repair, Change("scale", ("t",), (1.0 / k,))


class GainDrift(_OfRows):
    """The gain of one torque changes along the log: tau_j = (1 + x s) k Y_j theta, s from -1 to 1;
    k, its mean beside the other torques, is free as well."""

    kind, stage, by_masses = "gain drift", "long", False

    @property
    def largest(self) -> Array:
        return np.array([0.9, 3.0] if self.fit.n > 1 else [0.9])

    def _compute_gain(self, x: Array) -> Array:
        gain = np.ones_like(self.fit.tau)
        gain[:, self.place] = (1.0 + x[0] * self.fit.s) * np.exp(x[1] if len(x) > 1 else 0.0)
        return gain

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        gain = self._compute_gain(x)
        return fit.map_torques(lambda tau: tau / gain)

    def predict(self, x: Array) -> tuple[Array, Array]:
        return self.rows.Y * self._compute_gain(x)[:, :, None], self.fit.tau

    def explain(self) -> Explanation:
        change = f"changes along the log by {200 * float(self.x[0]):+.2g} %"
        repair = "Check sensor and temperature, or use a shorter part of the log"
        repair += " (option between)."
        return f"the gain of the torque of {self.joint} {change}", repair, None


class LinkLength(ContinuousFault):
    """The place of a joint in the robot's file."""

    kind, stage, by_masses = "link length", "doubted", False

    @classmethod
    def list_places(cls, rows: FaultRows) -> Iterable[int]:
        bodies = rows.fit.model.robot.bodies
        return [k for k, x in enumerate(bodies) if x.joint.moves and x.parent != WORLD]

    @property
    def joint(self) -> str:  # type: ignore[override]
        return self.fit.model.robot.bodies[self.place].joint.name

    @property
    def largest(self) -> Array:
        lengths = [float(np.linalg.norm(b.joint.position)) for b in self.fit.model.robot.bodies]
        # no place is off by more than its length the wrong way
        return np.full(3, 2.2 * max(lengths[self.place], 0.25 * max(0.05, *lengths)))

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        robot = fit.model.robot
        place = np.asarray(robot.bodies[self.place].joint.position) + x
        return fit.set_robot(_change_joint(robot, self.place, position=place))

    def explain(self) -> Explanation:
        fault = f"the position of joint {self.joint} in the robot's file fits better when moved by"
        fault += f" ({', '.join(f'{v:+.3g}' for v in self.x)}) m"
        return fault, "Check its origin in the file against the robot.", None


class JointAxis(LinkLength):
    """The axis of a joint in the robot's file."""

    kind = "joint axis"

    @property
    def largest(self) -> Array:
        return np.full(2, 3.0)

    @classmethod
    def list_places(cls, rows: FaultRows) -> Iterable[int]:
        return [k for k, x in enumerate(rows.fit.model.robot.bodies) if x.joint.moves]

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        robot = fit.model.robot
        axis = np.asarray(robot.bodies[self.place].joint.axis)
        across = np.linalg.svd(axis[None, :])[2][1:]
        return fit.set_robot(_change_joint(robot, self.place, axis=axis + x @ across))

    def explain(self) -> Explanation:
        degrees = float(np.rad2deg(np.arctan(np.linalg.norm(self.x))))
        fault = f"the axis of joint {self.joint} in the robot's file fits better when rotated by"
        fault += f" {degrees:.3g} deg"
        return fault, "Check its axis and origin in the file against the robot.", None


def _change_joint(robot: Robot, k: int, **changes: Array) -> Robot:
    bodies = list(robot.bodies)
    joint = replace(bodies[k].joint, **changes)  # type: ignore[arg-type]
    bodies[k] = replace(bodies[k], joint=joint)
    changed = robot.replace(bodies=tuple(bodies))
    if robot.is_tree:
        return changed
    # a little beside where it was: a search for another home would take seconds
    home = close_near(changed, close_home(robot))
    return changed.replace(home=dict(zip(robot.coordinates, home)), landmarks=robot.landmarks)


class TorqueGains(_OfRows):
    """A gain of every torque, at once; what they have in common cannot be known."""

    kind, stage, by_masses = "torque gains", "doubted", False
    least, everywhere = 3, True

    @property
    def largest(self) -> Array:
        return np.full(self.fit.n, 3.0)

    def repair_by(self, fit: QuickFit, x: Array) -> QuickFit:
        return fit.map_torques(lambda tau: np.exp(x.mean() - x) * tau)

    def predict(self, x: Array) -> tuple[Array, Array]:
        return self.rows.Y * np.exp(x - x.mean())[:, None], self.fit.tau

    def explain(self) -> Explanation:
        gains = zip(self.fit.joints, np.exp(self.x - self.x.mean()))
        listed = ", ".join(f"{name} {gain:.3g}" for name, gain in gains)
        return f"the torques have different gains: {listed}", GAIN, None
