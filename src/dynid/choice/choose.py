"""choose_effects(data) -> Choice: which effects pay on parts of the data that were left out.

From the base (viscous and dry friction, offset, rotor inertia) on, the group that helps most is
added, together with the setting of dry friction's sign that it wants, as long as the squared error
on the blocks left out falls by more than LEAST of itself, on average over the blocks by more than
SURE times the standard error of that. Then what has become superfluous is dropped. Free fits find
the few candidates that consistent fits decide between.

The average is of the blocks' own ln(before / after): a single block in which a gear sticks may have
most of the squared error, but is one block, and does not decide alone. All samples together have to
gain as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.choice.blocks import Blocks, Folds
from dynid.choice.candidates import (
    AROUND,
    BASE,
    FINER,
    HYSTERESIS,
    LOAD_FRICTION,
    REST,
    SCALES,
    SLOW,
    WIDTHS,
    Setting,
    Widths,
    fastest,
    groups_of,
    resting,
    smoothed,
    untried,
)
from dynid.choice.columns import Columns, columns_along
from dynid.choice.record import Choice, Step
from dynid.choice.rivals import Rival, likeliest, probability
from dynid.choice.thinning import thinned
from dynid.choice.warm import Warm
from dynid.data.dataset import Dataset
from dynid.errors import InputError, listing
from dynid.estimators.consistent.interior import ROOM
from dynid.estimators.consistent.prior import Prior, possible, prior_of
from dynid.identification.problem import Problem
from dynid.identification.shown import WEIGHS, unloaded
from dynid.model.channels import carried_channel
from dynid.model.effects import Effect
from dynid.model.model import Model

LEAST, SURE = 0.03, 1.5  # the latter: nine in ten, of Student's t with six blocks
BLOCKS = 6
FINALISTS = 4
AS_GOOD = 1.005  # times the least error
SLACK = 1.5  # times the least load: that of the last fit is a little different
FEWEST = 30  # samples a block
MOST_GB, HELD = 2.0, 12  # of memory; settings whose products are held at a time
IDLE = 0.02  # of a joint's largest element of hysteresis: less is none


def choose_effects(data: Dataset) -> Choice:
    """The effects that these data show. `data`: all samples, process(..., slow=None)."""
    from threadpoolctl import threadpool_limits

    data = thinned(data)
    groups = groups_of(data)
    carried = [each.payload for each in data.model.layout.changing.values()]
    base = Model(data.model.robot, [*carried, *groups[BASE]], data.model.symmetric)
    with threadpool_limits(1):  # small matrices: more threads only wait for each other
        prior = prior_of(Problem(base, replace(data, model=base)), None, True)
        counts = ~resting(data)
        along = columns_along(data, groups, cut_into_blocks(data, counts), fastest(data), counts)
        _check_size(along)
        inside = [possible(p, ROOM)[0] for p in prior.p[: along.bodies].reshape(-1, 10)]
        return _search(_Trials(along, prior, np.concatenate(inside), make_folds(data)))


def _check_size(along: Columns) -> None:
    """Products (blocks, columns, columns) of every joint fill the memory, of many bodies."""
    columns = [len(joint.columns) for joint in along.fixed]
    GB = HELD * 2 * 8 * len(along.parts) * float(np.square(columns).sum()) / 1e9
    if GB > MOST_GB:
        raise InputError(
            f"effects cannot be chosen: for the {len(along.model.robot.bodies)} bodies of"
            f" '{along.model.robot.name}' that takes about {GB:.0f} GB, expected at most"
            f" {MOST_GB:.0f}. Name effects, or lock joints that are not to be identified."
        )


def cut_into_blocks(data: Dataset, counts: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(N,) the block of every sample: logs, where there are several; else parts of each, with as
    many samples at which something moves."""
    logs = data.logs
    parts = _parts(data)
    out = np.zeros(len(data), dtype=np.int64)
    for k, samples in enumerate(logs):
        before: Array = np.cumsum(counts[samples]) - counts[samples]
        total = max(1, int(counts[samples].sum()))
        out[samples] = k * parts + np.minimum(before * parts // total, parts - 1)
    smallest = np.bincount(out, counts, parts * len(logs)).min()
    if smallest < FEWEST:
        raise InputError(
            f"effects cannot be chosen: the blocks that are left out in turn have {smallest:g}"
            f" samples of motion, expected at least {FEWEST}. Use a longer log, or name effects."
        )
    return out


def make_folds(data: Dataset) -> Folds:
    """Which blocks are left out together: whole logs where there are several, since friction
    changes from run to run; of two, single blocks as well, as one log alone may show too little. Of
    a log whose payload no other log has, only single blocks: its payload must stay in training."""
    parts, loaded = _parts(data), _loaded(data)
    logs = range(len(data.logs))
    blocks = [range(k * parts, (k + 1) * parts) for k in logs]
    single = [[range(b, b + 1) for b in of_log] for of_log in blocks]
    whole = [k for k in logs if len(logs) > 1 and k not in loaded]
    apart = [k for k in logs if len(logs) <= 2 or k in loaded]
    return [*(blocks[k] for k in whole), *(b for k in apart for b in single[k])]


def _parts(data: Dataset) -> int:
    """Blocks of a log."""
    logs = len(data.logs)
    return max(2 if _loaded(data) else 1, -(-BLOCKS // logs))


def _loaded(data: Dataset) -> set[int]:
    """Logs with an unknown payload that no other log has."""
    out = set[int]()
    for name in data.model.layout.changing:
        here = data.channels.get(carried_channel(name), np.zeros((len(data), 1)))[:, 0] > 0
        with_it = [k for k, samples in enumerate(data.logs) if here[samples].any()]
        out |= set(with_it) if len(with_it) == 1 else set()
    return out


@dataclass(frozen=True, eq=False)
class _State:
    """A setting, the products of its columns, and of what has been chosen so far: weights of the
    joints, squared errors of the blocks left out by consistent and by free fits."""

    setting: Setting
    blocks: Blocks
    weights: Array
    errors: Array
    free: Array

    @property
    def total(self) -> float:
        return float(self.errors.sum())


@dataclass(frozen=True, eq=False)
class _Trials:
    """The data, cut into blocks, on which every setting is tried."""

    along: Columns
    prior: Prior
    inside: Array
    folds: Folds
    warm: Warm = field(default_factory=Warm)

    def blocks(self, names: Sequence[str], setting: Setting, bodies: Array) -> Blocks:
        """The products of these groups, the load on the joints that of `bodies`."""
        joints = self.along.joints(names, setting, bodies)
        return Blocks(self.along, tuple(names), joints, self.prior, self.inside, self.warm)

    def own_widths(
        self, chosen: Sequence[str], bodies: Array, slowest: Sequence[float]
    ) -> list[Widths]:
        """Of every joint: the least width with which its own torques are predicted as well as with
        any, by free fits; where nothing is left out, finer than the list. For each of some least
        speeds: their columns are the same."""

        def errors(widths: Array, slow: float) -> Array:
            blocks = self.blocks(chosen, Setting(tuple(widths.tolist()), slow), bodies)
            w = blocks.weights(chosen)
            return blocks.left_out(chosen, w, self.folds, free=True).sum(axis=0)

        n = len(self.along.speed)
        tried = [[errors(np.full(n, width), slow) for slow in slowest] for width in WIDTHS]
        out = []
        for slow, found in zip(slowest, np.array(tried).swapaxes(0, 1)):
            first = (found <= AS_GOOD * found.min(axis=0)).argmax(axis=0)
            own, least = np.array(WIDTHS)[first], found[first, np.arange(n)]
            if slow <= REST:
                own = _finer(partial(errors, slow=slow), own, least)
            out.append(tuple(own.tolist()))
        return out

    def states(self, chosen: Sequence[str], bodies: Array) -> list[_State]:
        """Every setting, with what has been chosen so far."""
        sharp = (0.0,) * len(self.along.speed)
        least = 0.0 if self.along.counts.all() else REST
        slowest = [max(slow, least) for slow in SLOW]
        settings = [Setting(sharp, slow) for slow in slowest]
        for slow, own in zip(slowest, self.own_widths(chosen, bodies, slowest)):
            around = AROUND if slow == least else (1.0,)
            settings += [Setting(tuple(float(k * width) for width in own), slow) for k in around]
        settings = list(dict.fromkeys(settings))
        # what is chosen comes first: its columns are then neighbours
        names, out = (*chosen, *(x for x in self.along.groups if x not in chosen)), []
        for setting in settings:
            blocks = self.blocks(names, setting, bodies)
            w = blocks.weights(chosen)
            errors, free = blocks.both_left_out(chosen, w, self.folds)
            out.append(_State(setting, blocks, w, errors.sum(axis=1), free.sum(axis=1)))
        return out


def _finer(errors: Callable[[Array], Array], own: Array, least: Array) -> Array:
    """Widths near these, of which each joint's own error (n,) is known, that are better."""
    for step in FINER:
        # parabola through the errors at x - h, x, x + h, x = log(width): least at
        # x + h (e1 - e3) / (2 (e1 - 2 e2 + e3))
        e1, e3 = errors(own / step), errors(own * step)
        bend = np.maximum(e1 - 2 * least + e3, 1e-12 * least)
        x = np.clip(0.5 * (e1 - e3) / bend, -1.0, 1.0)
        near = np.array([own, own / step, own * step, own * step**x])
        found = np.array([least, e1, e3, errors(near[3])])
        best = np.where(AS_GOOD * found.min(axis=0) < least, found.argmin(axis=0), 0)
        own, least = near[best, np.arange(len(own))], found[best, np.arange(len(own))]
    return own


def _search(trials: _Trials) -> Choice:
    states = trials.states([BASE], trials.prior.p[trials.along.model.layout.inertial])
    before, plain = _best(states).total, _usual(states).errors
    chosen, states, steps = _grown(trials, states)
    best = _best(states)
    others = [compare_blocks("", state.setting, best.errors, state.errors) for state in states]
    chosen, best, worth = _pruned(trials, chosen, best)
    p = best.blocks.fitted(chosen, best.weights)
    idle = _idle(trials, chosen, p)

    def effects(names: Sequence[str], setting: Setting) -> tuple[Effect, ...]:
        along = trials.along
        some = [effect for name in names for effect in along.groups[name] if effect not in idle]
        return tuple(smoothed(some, setting.of(along.model.robot, along.speed)))

    def rival(what: str, names: Sequence[str], step: Step, least: float = 0.0) -> Rival:
        return Rival(what, effects(names, step.setting), probability(step.gain, step.error, least))

    added = [x for x in steps[-FINALISTS:] if not x.kept and x.group not in chosen]
    rivals = [rival(f"with {x.group}", [*chosen, x.group], x, LEAST) for x in added]
    rivals += [rival(f"with {x.setting}", chosen, x) for x in others if x.setting != best.setting]
    for x in worth:
        rest = [name for name in chosen if name != x.group]
        if len(rest) < len(chosen):
            rivals.append(rival(f"without {x.group}", rest, replace(x, gain=-x.gain), -LEAST))
    square = best.blocks.square
    return Choice(
        tuple(chosen[1:]),
        effects(chosen, best.setting),
        best.setting,
        100 * float(np.sqrt(before / square)),
        100 * float(np.sqrt(best.total / square)),
        (*steps, *(x for x in worth if x.group not in chosen)),
        likeliest(rivals),
        len(trials.along.groups[BASE]),
        (*untried(trials.along.data, trials.along.groups), *_weightless(trials, idle)),
        tuple(plain.tolist()),
        tuple(p[trials.along.model.layout.inertial].tolist()),
    )


def _grown(trials: _Trials, states: list[_State]) -> tuple[list[str], list[_State], list[Step]]:
    """Group after group, as long as they pay: what was chosen, its settings, every candidate."""
    chosen, steps = [BASE], list[Step]()
    while len(chosen) < len(trials.along.groups):
        found = sorted(_next(trials, states, chosen), key=lambda x: x.gain - x.error, reverse=True)
        pays = [x for x in found if x.least >= LEAST and x.gain >= SURE * x.error]
        steps += [replace(step, kept=step in pays[:1]) for step in found]
        if not pays:
            break
        chosen.append(pays[0].group)
        best = _best(states)
        p = best.blocks.fitted(chosen, best.weights)
        states = trials.states(chosen, p[trials.along.model.layout.inertial])
    return chosen, states, steps


def _pruned(
    trials: _Trials, chosen: list[str], best: _State
) -> tuple[list[str], _State, list[Step]]:
    """Without what pays no more, now that others are there; and what each group is worth."""
    worth = []
    for name in chosen[1:]:
        rest = [each for each in chosen if each != name]
        e = best.blocks.left_out(rest, best.weights, trials.folds).sum(axis=1)
        step = replace(compare_blocks(name, best.setting, e, best.errors), kept=False)
        worth.append(step)
        if step.least < LEAST and name != chosen[-1]:
            chosen, best = rest, replace(best, errors=e)
    return chosen, best, worth


def _idle(trials: _Trials, chosen: Sequence[str], p: Array) -> list[Effect]:
    """Effects of the chosen groups that do nothing at their joint, in the fit p: elements of
    hysteresis that stand at their bound, 0, and what depends on a load that is not there."""
    along = trials.along
    robot = along.model.robot
    out, largest = list[Effect](), dict[str, float]()
    if HYSTERESIS in chosen:
        F = list(zip(along.groups[HYSTERESIS], p[along.places[HYSTERESIS]].tolist()))
        for effect, own in F:
            for joint in effect.chosen(robot):
                largest[joint] = max(largest.get(joint, 0.0), own)
        out += [x for x, own in F if own <= IDLE * max(largest[j] for j in x.chosen(robot))]
    loaded = [x for name in (LOAD_FRICTION, SCALES) if name in chosen for x in along.groups[name]]
    if loaded:
        model = Model(robot, loaded, along.model.symmetric)
        reference = np.zeros(len(model.parameters))
        reference[model.layout.inertial] = p[along.model.layout.inertial]
        light = unloaded(model.with_reference(reference), along.data, SLACK * WEIGHS)
        out += [effect for effect in loaded if set(effect.chosen(robot)) <= set(light)]
    return out


def _weightless(trials: _Trials, idle: Sequence[Effect]) -> list[str]:
    """Sentences for those of a chosen group that depend on a load which is not there."""
    along, out = trials.along, []
    for group in (LOAD_FRICTION, SCALES):
        own = [x for x in idle if x in along.groups.get(group, ())]
        if names := [name for x in own for name in x.chosen(along.model.robot)]:
            out.append(f"{group} at {listing(names)}: the load on it hardly changes")
    return out


def _best(states: Sequence[_State]) -> _State:
    """By its gain against the usual setting, sharp signs without the slowest samples. A setting has
    no parameters that could be fitted to noise: it need not be sure."""
    usual = _usual(states)
    against = [compare_blocks("", state.setting, usual.errors, state.errors) for state in states]
    return states[int(np.argmax([step.least for step in against]))]


def _usual(states: Sequence[_State]) -> _State:
    return next(x for x in states if x.setting.slow == SLOW[1] and not any(x.setting.widths))


def _next(trials: _Trials, states: Sequence[_State], chosen: Sequence[str]) -> list[Step]:
    """The finalists among the groups that are not chosen yet."""
    ranked = []
    for state in states:
        for name, e in state.blocks.with_one_more(chosen, state.weights, trials.folds):
            # what a free fit leaves, in parts of what it left before, of a consistent one
            ranked.append((e / state.free.sum() * state.total, name, state))
    ranked.sort(key=lambda each: each[0])
    finalists: dict[str, _State] = {}
    for _, name, state in ranked:
        finalists.setdefault(name, state)
    best, out = _best(states), []
    for name, state in list(finalists.items())[:FINALISTS]:
        e = state.blocks.left_out([*chosen, name], state.weights, trials.folds).sum(axis=1)
        out.append(compare_blocks(name, state.setting, best.errors, e))
    return out


def compare_blocks(name: str, setting: Setting, before: Array, after: Array) -> Step:
    """Of the squared errors of every block."""
    gains, whole = np.log(before / after), float(np.log(before.sum() / after.sum()))
    error = float(gains.std(ddof=1) / np.sqrt(len(gains)))
    return Step(name, setting, float(gains.mean()), error, whole, True)
