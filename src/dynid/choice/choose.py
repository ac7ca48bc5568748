"""choose_effects(data) -> Choice: which effects pay on parts of the data that were left out.

From the base (viscous and dry friction, offset, rotor inertia) on, the group that helps most is
added, together with the setting of dry friction's sign that it wants, as long as the squared error
on the blocks left out falls by more than LEAST of itself, and by more than SURE times the standard
error of that over the blocks. Then what has become superfluous is dropped. Free fits find the few
candidates that consistent fits decide between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.choice.blocks import Blocks, blocks_of
from dynid.choice.candidates import BASE, SETTINGS, Setting, fastest, groups_of, smoothed
from dynid.data.dataset import Dataset
from dynid.errors import InputError
from dynid.estimators.consistent.prior import prior_of
from dynid.identify.problem import Problem
from dynid.model.effects import Effect
from dynid.model.model import Model

LEAST, SURE = 0.03, 1.0
BLOCKS = 6
FINALISTS = 4
PER_PERIOD = 10.0  # samples a period of the cutoff: more tell nothing new
MOST = 6000  # samples
FEWEST = 30  # samples a block


@dataclass(frozen=True)
class Step:
    """One candidate that was looked at closely: its gain in squared error on the blocks left out,
    the standard error of that, and whether it was taken."""

    group: str
    setting: Setting
    gain: float
    error: float
    kept: bool


@dataclass(frozen=True)
class Choice:
    """What was found.

    groups          names of what was added to the base
    effects         for a Model of this robot
    setting         of dry friction near rest; `slow` for di.process
    before, after   % error on blocks left out, all samples, of the base and of the choice
    steps           what was tried
    """

    groups: tuple[str, ...]
    effects: tuple[Effect, ...]
    setting: Setting
    before: float
    after: float
    steps: tuple[Step, ...]

    @property
    def slow(self) -> str | None:
        return f"{100 * self.setting.slow:g}%" if self.setting.slow else None

    def __str__(self) -> str:
        lines = [
            "effects chosen on parts of the log that were left out"
            f" ({self.before:.3g} % -> {self.after:.3g} % of the torque):"
            f" {', '.join(self.groups) or 'none beside the base'}; {self.setting}"
        ]
        for step in self.steps:
            verb = "taken " if step.kept else "left  "
            lines.append(
                f"  {verb} {step.group}: {100 * step.gain:.1f} +- {100 * step.error:.1f} % of the"
                f" squared error, with {step.setting}"
            )
        return "\n".join(lines)


def choose_effects(data: Dataset, least: float = LEAST, sure: float = SURE) -> Choice:
    """The effects that these data show. `data`: all samples, process(..., slow=None)."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        search = _search(_thinned(data))
        return search.run(least, sure)


def _thinned(data: Dataset) -> Dataset:
    """Fewer samples, evenly: a filtered log has many that tell the same."""
    wanted = PER_PERIOD * data.cutoff if data.cutoff else data.rate
    step = max(1, int(data.rate / wanted), -(-len(data) // MOST))
    names = ("t", "q", "qd", "qdd", "tau", "log", "use")
    return replace(
        data,
        rate=data.rate / step,
        decimation=None,
        channels={name: x[::step] for name, x in data.channels.items()},
        sensors={},
        **{name: getattr(data, name)[::step] for name in names},
    )


def _block(data: Dataset) -> NDArray[np.int64]:
    """(N,) the block of every sample: logs, where there are several; else parts of each."""
    logs = data.logs
    parts = 1 if len(logs) >= BLOCKS else -(-BLOCKS // len(logs))
    out = np.zeros(len(data), dtype=np.int64)
    for k, samples in enumerate(logs):
        out[samples] = k * parts + np.arange(len(samples)) * parts // len(samples)
    smallest = np.bincount(out).min()
    if smallest < FEWEST:
        raise InputError(
            f"effects cannot be chosen: the blocks that are left out in turn have {smallest}"
            f" samples, expected at least {FEWEST}. Use a longer log, or name the effects."
        )
    return out


@dataclass
class _State:
    """A setting, the products of its columns, and of what has been chosen so far: weights of the
    joints, errors on blocks left out by consistent and by free fits."""

    setting: Setting
    blocks: Blocks
    weights: Array
    errors: Array
    free: Array


@dataclass
class _Search:
    groups: dict[str, list[Effect]]
    states: list[_State]
    robot_widths: Callable[[Setting], dict[str, float]]

    def run(self, least: float, sure: float) -> Choice:
        chosen: list[str] = [BASE]
        steps: list[Step] = []
        self._look(chosen)
        best = self._best()
        start = best.errors.sum()
        while len(chosen) < len(self.groups):
            found = self._next(chosen, best)
            found.sort(key=lambda step: step.gain - step.error, reverse=True)
            take = found[0].gain >= least and found[0].gain >= sure * found[0].error
            steps += [replace(step, kept=take and step is found[0]) for step in found]
            if not take:
                break
            chosen.append(found[0].group)
            self._look(chosen)
            best = self._best()
        chosen = self._pruned(chosen, least, steps)
        best = self._best()
        effects = [effect for name in chosen for effect in self.groups[name]]
        square = best.blocks.square
        return Choice(
            tuple(chosen[1:]),
            tuple(smoothed(effects, self.robot_widths(best.setting))),
            best.setting,
            100 * float(np.sqrt(start / square)),
            100 * float(np.sqrt(best.errors.sum() / square)),
            tuple(steps),
        )

    def _best(self) -> _State:
        return min(self.states, key=lambda state: state.errors.sum())

    def _look(self, chosen: Sequence[str]) -> None:
        for state in self.states:
            state.weights = state.blocks.weights(chosen)
            state.errors = state.blocks.left_out(chosen, state.weights)
            state.free = state.blocks.left_out(chosen, state.weights, free=True)

    def _next(self, chosen: Sequence[str], best: _State) -> list[Step]:
        """The finalists among the groups that are not chosen yet."""
        ranked = []
        for state in self.states:
            for name in self.groups:
                if name not in chosen:
                    e = state.blocks.left_out([*chosen, name], state.weights, free=True)
                    # as a share of what a free fit leaves, of what a consistent one leaves
                    share = e.sum() / state.free.sum() * state.errors.sum()
                    ranked.append((share, name, state))
        ranked.sort(key=lambda each: each[0])
        finalists: dict[str, _State] = {}
        for _, name, state in ranked:
            finalists.setdefault(name, state)
        out = []
        for name, state in list(finalists.items())[:FINALISTS]:
            e = state.blocks.left_out([*chosen, name], state.weights)
            out.append(_step(name, state.setting, best.errors, e))
        return out

    def _pruned(self, chosen: list[str], least: float, steps: list[Step]) -> list[str]:
        """Without groups that pay no more once the others are there."""
        best = self._best()
        for name in chosen[1:-1]:
            rest = [each for each in chosen if each != name]
            e = best.blocks.left_out(rest, best.weights)
            worth = _step(name, best.setting, e, best.errors)
            if worth.gain < least:
                steps.append(replace(worth, kept=False))
                chosen = rest
                self._look(chosen)
                best = self._best()
        return chosen


def _step(name: str, setting: Setting, before: Array, after: Array) -> Step:
    """Gain per block, in parts of the mean squared error before."""
    gain = (before - after) / before.mean()
    error = gain.std(ddof=1) / np.sqrt(len(gain))
    return Step(name, setting, float(gain.mean()), float(error), True)


def _search(data: Dataset) -> _Search:
    robot, groups = data.model.robot, groups_of(data)
    base = Model(robot, groups[BASE], data.model.symmetric)
    prior = prior_of(Problem(base, replace(data, model=base)), None, True)
    block, speed = _block(data), fastest(data)
    effects = [effect for own in groups.values() for effect in own]
    states = []
    for setting in SETTINGS:
        widths = setting.widths(robot, speed)
        train = data.use & (np.abs(data.qd) >= setting.slow * speed)
        first = Model(robot, smoothed(groups[BASE], widths), data.model.symmetric)
        alone = {BASE: np.arange(first.layout.inertial.stop, len(first.parameters))}
        look = blocks_of(first, alone, data, block, train, prior)
        columns, w = look.columns([BASE]), look.weights([BASE])
        p = look.fit(columns, range(look.count), w)
        model = Model(robot, smoothed(effects, widths), data.model.symmetric)
        bodies = np.zeros(len(model.parameters))
        bodies[: model.layout.inertial.stop] = p[: model.layout.inertial.stop]
        model = model.with_reference(bodies)
        blocks = blocks_of(model, _places(model, groups), data, block, train, prior)
        states.append(_State(setting, blocks, w, np.zeros(0), np.zeros(0)))
    return _Search(groups, states, lambda setting: setting.widths(robot, speed))


def _places(model: Model, groups: dict[str, list[Effect]]) -> dict[str, NDArray[np.int64]]:
    """The columns of every group in the model of all of them."""
    out, at = {}, model.layout.inertial.stop
    for name, effects in groups.items():
        count = sum(len(effect.placed(model.robot)) for effect in effects)
        out[name] = np.arange(at, at + count)
        at += count
    return out
