"""Missing effects: torques that the model lacks, and what changes along a log, as more columns of a
fit; and what may differ between two logs, which is the same of a fit to both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.diagnostics.hypotheses import Candidate, Explanation, FaultRows, Stage
from dynid.diagnostics.quick_fit import QuickFit
from dynid.robot.passive_joints import list_passive_groups, name_passive_group

CHANGES = (0.15, 0.25, 0.35, 0.45, 0.5, 0.55, 0.65, 0.75, 0.85)  # of the log: a change may be here
PART = "or use a shorter part of the log (option between)."
SPLIT = "Identify the parts before and after it separately (option between)"
#: {joint or link: columns (K, n, m)} that act there
Columns = Iterator[tuple[str, Array]]


@dataclass(frozen=True)
class MissingEffect:
    """A hypothesis that torques act which the model has not.

    Parameters
    ----------
    description
        in words, with {joint}, and {at} of a change [s]
    remedy
        what to do
    columns
        what they may be: (place, columns (K, n, m)) of a fit
    sudden
        they set in at some time of the log
    """

    kind: str
    description: str
    remedy: str
    columns: Callable[[QuickFit], Columns]
    benign: bool = False
    sudden: bool = False

    stage: ClassVar[Stage] = "long"
    by_masses: ClassVar[bool] = False

    def propose_trials(self, rows: FaultRows) -> Iterator[AddedColumns]:
        for joint, columns in self.columns(rows.fit):
            added = AddedColumns(self, joint, columns, rows.fit.t)
            for share in CHANGES if self.sudden else ():
                yield added.begin_at(float(np.quantile(added.t, share)))
            if not self.sudden:
                yield added


@dataclass(frozen=True, eq=False)
class AddedColumns(Candidate):
    """Columns (K, n, m) that explain more; of a change, those of all times t, and when it comes."""

    effect: MissingEffect
    joint: str
    always: Array
    t: Array
    at: float | None = None

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self.effect.kind

    @property
    def benign(self) -> bool:  # type: ignore[override]
        return self.effect.benign

    @property
    def where(self) -> str:  # type: ignore[override]
        return self.joint if self.at is None else f"{self.joint}, t = {self.at:.3g} s"

    @property
    def numbers(self) -> int:  # type: ignore[override]
        return int(self.always.shape[2])

    @property
    def columns(self) -> Array:
        return self.always if self.at is None else self.always * (self.t > self.at)[:, None, None]

    def begin_at(self, at: float) -> AddedColumns:
        """The same change at another time."""
        return replace(self, at=at)

    def repair(self, fit: QuickFit) -> QuickFit:
        old = [] if fit.extra is None else [fit.extra]
        return replace(fit, extra=np.concatenate([*old, self.columns], axis=2))

    def explain(self) -> Explanation:
        text = self.effect.description.format(joint=self.joint, at=self.at or 0.0)
        return text, self.effect.remedy, None


def _make_spring_columns(fit: QuickFit) -> Columns:
    for j, name in enumerate(fit.joints):
        q = fit.move.q[:, j]
        x = q - q.mean()
        yield name, fit.select_joint(j, x, np.sin(q), np.cos(q), x**2)


def _make_friction_columns(fit: QuickFit) -> Columns:
    for j, name in enumerate(fit.joints):
        v = fit.move.qd[:, j]
        fast = max(float(np.abs(v).max()), 1e-9)
        slow = fit.move.turns[:, j] * np.exp(-np.abs(v) / (0.1 * fast))
        yield name, fit.select_joint(j, v * np.abs(v), slow)


def _make_passive_columns(fit: QuickFit) -> Columns:
    """G' f of each group of passive joints that are alike, viscous and dry."""
    robot = fit.model.robot
    if robot.is_tree:
        return
    motion = close(robot, fit.move.q, fit.move.qd)
    assert motion.G is not None
    for steps in list_passive_groups(robot):
        columns = []
        for names in steps:
            at = [robot.coordinates.index(name) for name in names]
            v, G = motion.qd[:, at], motion.G[at][:, :, : len(fit.t)]
            sign = np.tanh(v / (0.02 * np.maximum(np.abs(v).max(axis=0), 1e-9)))
            columns += [np.einsum("cjk,kc->kj", G, f) for f in (v, sign)]
        yield name_passive_group(steps), np.stack(columns, axis=2)


def _make_coupling_columns(fit: QuickFit) -> Columns:
    _, qd, qdd, turns = fit.move
    for i, j in zip(range(fit.n), range(1, fit.n)):
        both = qd[:, i] + qd[:, j]
        sign = np.tanh(both / (0.02 * max(float(np.abs(both).max()), 1e-9)))
        pair = [
            fit.select_joint(a, qdd[:, b], qd[:, b], turns[:, b], sign) for a, b in ((i, j), (j, i))
        ]
        yield f"{fit.joints[i]} and {fit.joints[j]}", np.concatenate(pair, axis=2)


def _make_each_joint(*functions: Callable[[QuickFit, int], Array]) -> Callable[[QuickFit], Columns]:
    """Columns (K,) that are functions of a fit and a joint."""

    def make_columns(fit: QuickFit) -> Columns:
        for j, name in enumerate(fit.joints):
            yield name, fit.select_joint(j, *(function(fit, j) for function in functions))

    return make_columns


def make_leaf_loads(fit: QuickFit) -> Columns:
    """The bodies that carry no other, and the columns of their ten parameters."""
    Y = fit.compute_model_rows()
    for end, columns in list_leaf_bodies(fit):
        yield end, Y[:, :, columns]


def list_leaf_bodies(fit: QuickFit) -> Iterator[tuple[str, list[int]]]:
    """The bodies that carry no other, and where the model has their ten parameters."""
    robot, names = fit.model.robot, fit.model.parameters
    parents = {body.parent for body in robot.bodies}
    ends = [body.name for body in robot.bodies if body.name not in parents and not body.massless]
    if robot.tool is not None and robot.tool.body not in ends:
        ends.append(robot.tool.body)
    for end in ends:
        columns = [k for k, name in enumerate(names) if name.split(".")[0] == end]
        if len(columns) == 10:
            yield end, columns


SPRING = MissingEffect(
    "spring",
    "a torque that depends only on the position acts at {joint}",
    "Add a spring or counterbalance to the model if the robot has one (effects spring).",
    _make_spring_columns,
    benign=True,
)
FRICTION_LAW = MissingEffect(
    "friction law",
    "the friction of {joint} is not only viscous and dry",
    "Add another friction law to the model if it matters.",
    _make_friction_columns,
    benign=True,
)
PASSIVE_FRICTION = MissingEffect(
    "passive friction",
    "{joint} rubs though no motor drives it: its friction acts on the motors",
    "Add its friction to the model: effects auto, or viscous(<joint>),coulomb(<joint>) more.",
    _make_passive_columns,
    benign=True,
)
COUPLING = MissingEffect(
    "coupling",
    "friction or inertia of {joint} are coupled, as by gears",
    "Add the coupling of the two joints to the model.",
    _make_coupling_columns,
    benign=True,
)
SENSOR_DRIFT = MissingEffect(
    "sensor drift",
    "the torque of {joint} drifts along the log",
    f"Warm the sensor up, zero it, {PART}",
    _make_each_joint(lambda fit, _: fit.s),
)
FRICTION_DRIFT = MissingEffect(
    "friction drift",
    "the friction of {joint} changes along the log",
    f"Warm the robot up first, {PART}",
    _make_each_joint(
        lambda fit, j: fit.s * fit.move.turns[:, j], lambda fit, j: fit.s * fit.move.qd[:, j]
    ),
)
SENSOR_JUMP = MissingEffect(
    "sensor jump",
    "the torque of {joint} jumps at about t = {at:.3g} s",
    f"{SPLIT}.",
    _make_each_joint(lambda fit, _: np.ones(len(fit.t))),
    sudden=True,
)
PAYLOAD = MissingEffect(
    "payload",
    "the load of {joint} changes at about t = {at:.3g} s: something was picked up or put down",
    f"{SPLIT}, or name the payload.",
    make_leaf_loads,
    sudden=True,
)
