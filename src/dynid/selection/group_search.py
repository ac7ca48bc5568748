"""Effect selection, select_effects(data) -> Selection: which effects pay on held-out blocks.

From the base (viscous and dry friction, offset, rotor inertia) on, the group that helps most is
added, together with the setting of dry friction's sign that it wants, as long as the squared error
on the blocks left out falls by more than LEAST of itself, on average over the blocks by more than
SURE times the standard error of that. Then what has become superfluous is dropped. Free fits find
the few candidates that consistent fits decide between. What acts on many joints can hide a local
effect that is missing: its value has to be the same in all blocks.

The average is of the blocks' own ln(before / after): a single block in which a gear sticks may have
most of the squared error, but is one block, and does not decide alone. All samples together have to
gain as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from dynid.arrays import Array, one_blas_thread
from dynid.data.dataset import Dataset
from dynid.errors import InputError, join_names
from dynid.estimators.consistent.interior import ROOM
from dynid.estimators.consistent.prior import Prior, make_consistent, make_prior
from dynid.identification.observability import WEIGHS, list_unloaded_joints
from dynid.identification.problem import Problem
from dynid.model.effects import Effect
from dynid.model.model import Model
from dynid.selection.alternatives import (
    Alternative,
    compute_gain_probability,
    select_likely_alternatives,
)
from dynid.selection.block_fits import Blocks, Folds
from dynid.selection.block_folds import cut_into_blocks, make_folds, make_single_folds
from dynid.selection.candidate_columns import CandidateColumns, make_candidate_columns
from dynid.selection.candidates import (
    AROUND,
    BASE,
    FINER,
    GLOBAL,
    HYSTERESES,
    LOAD_FRICTION,
    PER_RUN,
    REST,
    SCALES,
    SLOW,
    STICKING,
    WIDTHS,
    Setting,
    Widths,
    acts_globally,
    compute_top_speeds,
    find_rests,
    list_effect_groups,
    list_untried_effects,
    smooth_friction_signs,
)
from dynid.selection.selection_record import Selection, SelectionStep
from dynid.selection.thinning import thin_samples
from dynid.selection.warm_start import WarmStart

LEAST, SURE = 0.03, 1.5  # the latter: nine in ten, of Student's t with six blocks
AGREED = 2.6  # standard errors: 19 in 20, of Student's t with six blocks
FINALISTS, WIDE = 4, 2  # groups of a round that consistent fits decide between
WORST, TIMES = 20.0, 3.0  # % of the torque, times the error of the fit
AS_GOOD = 1.005  # times the least error
SLACK = 1.5  # times the least load: that of the last fit is a little different
MOST_GB, HELD = 2.0, 12  # of memory; settings whose products are held at a time
IDLE = 0.02  # of a joint's largest element of hysteresis: less is none


def select_effects(data: Dataset) -> Selection:
    """Select the effects that these data determine.

    Parameters
    ----------
    data
        all samples: process(..., slow=None)
    """
    data = thin_samples(data)
    groups = list_effect_groups(data)
    carried = [each.payload for each in data.model.layout.changing.values()]
    base = Model(data.model.robot, [*carried, *groups[BASE]], data.model.symmetric)
    with one_blas_thread():
        prior = make_prior(Problem(base, replace(data, model=base)), None, True)
        counts = ~find_rests(data)
        along = make_candidate_columns(
            data, groups, cut_into_blocks(data, counts), compute_top_speeds(data), counts
        )
        _check_size(along)
        inside = [make_consistent(p, ROOM)[0] for p in prior.p[: along.bodies].reshape(-1, 10)]
        return _search(_Trials(along, prior, np.concatenate(inside), make_folds(data)))


def _check_size(along: CandidateColumns) -> None:
    """Products (blocks, columns, columns) of every joint fill the memory, of many bodies."""
    columns = [len(joint.columns) for joint in along.fixed]
    GB = HELD * 2 * 8 * len(along.parts) * float(np.square(columns).sum()) / 1e9
    if GB > MOST_GB:
        raise InputError(
            f"effects cannot be chosen: for the {len(along.model.robot.bodies)} bodies of"
            f" '{along.model.robot.name}' that takes about {GB:.0f} GB, expected at most"
            f" {MOST_GB:.0f}. Name effects, or lock joints that are not to be identified."
        )


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

    along: CandidateColumns
    prior: Prior
    inside: Array
    folds: Folds
    warm: WarmStart = field(default_factory=WarmStart)

    @cached_property
    def wide(self) -> frozenset[str]:
        """Groups that act on many joints."""
        along = self.along
        return frozenset(
            x for x, own in along.groups.items() if acts_globally(own, along.model.robot)
        )

    def is_agreed(self, name: str, chosen: Sequence[str], state: _State) -> bool:
        """Whether a group acts on single joints, or one of its values is the same in all blocks. A
        torque scale, a tilt, a shared motor can take the place of a local effect that is missing;
        it then has another value wherever that acts otherwise."""
        return (
            name not in self.wide
            or state.blocks.compute_agreement(name, chosen, state.weights, self.folds) >= AGREED
        )

    def is_worth_keeping(self, step: SelectionStep) -> bool:
        """Now that others are there; what acts on many joints has to be sure once more."""
        return is_sure(step) if step.group in self.wide else step.least >= LEAST

    def make_blocks(self, names: Sequence[str], setting: Setting, bodies: Array) -> Blocks:
        """The products of these groups, the load on the joints that of `bodies`."""
        joints = self.along.make_joint_columns(names, setting, bodies)
        return Blocks(self.along, tuple(names), joints, self.prior, self.inside, self.warm)

    def select_joint_widths(
        self, chosen: Sequence[str], bodies: Array, slowest: Sequence[float]
    ) -> list[Widths]:
        """Of every joint: the least width with which its own torques are predicted as well as with
        any, by free fits; where nothing is left out, finer than the list. For each of some least
        speeds: their columns are the same."""

        def compute_errors(widths: Array, slow: float) -> Array:
            blocks = self.make_blocks(chosen, Setting(tuple(widths.tolist()), slow), bodies)
            w = blocks.compute_weights(chosen)
            errors = blocks.compute_held_out_errors(chosen, w, self.folds, free=True)
            total: Array = errors.sum(axis=0)
            return total

        n = len(self.along.speed)
        tried = [[compute_errors(np.full(n, width), slow) for slow in slowest] for width in WIDTHS]
        out = []
        for slow, found in zip(slowest, np.array(tried).swapaxes(0, 1)):
            first = (found <= AS_GOOD * found.min(axis=0)).argmax(axis=0)
            own, least = np.array(WIDTHS)[first], found[first, np.arange(n)]
            if slow <= REST:
                own = _select_finer_widths(partial(compute_errors, slow=slow), own, least)
            out.append(tuple(own.tolist()))
        return out

    def make_states(self, chosen: Sequence[str], bodies: Array) -> list[_State]:
        """Every setting, with what has been chosen so far."""
        sharp = (0.0,) * len(self.along.speed)
        least = 0.0 if self.along.counts.all() else REST
        slowest = [max(slow, least) for slow in SLOW]
        # with memory, what is slow and what is at rest is known as well
        settings = [Setting(sharp, slow) for slow in dict.fromkeys((0.0, *slowest))]
        for slow, own in zip(slowest, self.select_joint_widths(chosen, bodies, slowest)):
            around = AROUND if slow == least else (1.0,)
            settings += [Setting(tuple(float(k * width) for width in own), slow) for k in around]
        settings = list(dict.fromkeys(settings))
        # what is chosen comes first: its columns are then neighbours
        names, out = (*chosen, *(x for x in self.along.groups if x not in chosen)), []
        for setting in settings:
            blocks = self.make_blocks(names, setting, bodies)
            w = blocks.compute_weights(chosen)
            errors, free = blocks.compute_consistent_and_free_errors(chosen, w, self.folds)
            out.append(_State(setting, blocks, w, errors.sum(axis=1), free.sum(axis=1)))
        return out


def _select_finer_widths(errors: Callable[[Array], Array], own: Array, least: Array) -> Array:
    """Widths near these, of which each joint's own error (n,) is known, that are better."""
    for step in FINER:
        # parabola through the errors at x - h, x, x + h, x = log(width): least at
        # x + h (e1 - e3) / (2 (e1 - 2 e2 + e3))
        e1, e3 = errors(own / step), errors(own * step)
        bend = np.maximum(e1 - 2 * least + e3, 1e-12 * least)
        x = np.clip(0.5 * (e1 - e3) / np.where(bend > 0.0, bend, np.inf), -1.0, 1.0)
        near = np.array([own, own / step, own * step, own * step**x])
        found = np.array([least, e1, e3, errors(near[3])])
        best = np.where(AS_GOOD * found.min(axis=0) < least, found.argmin(axis=0), 0)
        own, least = near[best, np.arange(len(own))], found[best, np.arange(len(own))]
    return own


def _search(trials: _Trials) -> Selection:
    states = trials.make_states([BASE], trials.prior.p[trials.along.model.layout.inertial])
    before, plain = _select_best_state(states).total, _select_usual_state(states).errors
    chosen, states, steps, last = _add_groups(trials, states)
    best = _select_best_state(states)
    others = [compare_blocks("", state.setting, best.errors, state.errors) for state in states]
    chosen, best, worth = _prune_groups(trials, chosen, best)
    best = _sharpen_signs(trials, chosen, best)
    chosen, of_runs = _add_run_groups(trials, chosen, best)
    steps += of_runs
    p = best.blocks.fit_all_blocks(chosen, best.weights)
    _check_prediction(best, p)
    idle = _find_idle_effects(trials, chosen, p)

    def list_effects(names: Sequence[str], setting: Setting) -> tuple[Effect, ...]:
        along = trials.along
        some = [effect for name in names for effect in along.groups[name] if effect not in idle]
        return tuple(
            smooth_friction_signs(some, setting.compute_widths(along.model.robot, along.fastest))
        )

    def make_alternative(
        what: str, names: Sequence[str], step: SelectionStep, least: float = 0.0
    ) -> Alternative:
        return Alternative(
            what,
            list_effects(names, step.setting),
            compute_gain_probability(step.gain, step.error, least, len(trials.along.parts)),
        )

    added = [x for x in last if x.group not in chosen]
    rivals = [make_alternative(f"with {x.group}", [*chosen, x.group], x, LEAST) for x in added]
    rivals += [
        make_alternative(f"with {x.setting}", chosen, x)
        for x in others
        if x.setting != best.setting
    ]
    for x in worth:
        rest = [name for name in chosen if name != x.group]
        if len(rest) < len(chosen):
            rivals.append(
                make_alternative(f"without {x.group}", rest, replace(x, gain=-x.gain), -LEAST)
            )
    square = best.blocks.square
    return Selection(
        tuple(chosen[1:]),
        list_effects(chosen, best.setting),
        best.setting,
        100 * float(np.sqrt(before / square)),
        100 * float(np.sqrt(best.total / square)),
        (*steps, *(x for x in worth if x.group not in chosen)),
        select_likely_alternatives(rivals),
        len(trials.along.groups[BASE]),
        (
            *list_untried_effects(trials.along.data, trials.along.groups),
            *_describe_loadless_groups(trials, idle),
        ),
        tuple(plain.tolist()),
        tuple(p[trials.along.model.layout.inertial].tolist()),
    )


def _check_prediction(best: _State, p: Array) -> None:
    """Blocks that are predicted so much worse than they are fitted say little about any choice."""
    left_out, fitted = (
        100 * float(np.sqrt(square / best.blocks.square))
        for square in (best.total, best.blocks.compute_squared_error(p))
    )
    if left_out > WORST and left_out > TIMES * fitted:
        raise InputError(
            f"effects cannot be chosen: held-out blocks are predicted with an error of"
            f" {left_out:.0f} % of the torque, where the fit has {fitted:.2g} %, expected at most"
            f" {WORST:g} %. Use a longer log that moves everywhere twice, or name effects."
        )


def _add_groups(
    trials: _Trials, states: list[_State]
) -> tuple[list[str], list[_State], list[SelectionStep], list[SelectionStep]]:
    """Group after group, as long as they pay: what was chosen, its settings, every candidate, and
    the last ones. What pays by the widths and weights of before has to pay by those that it wants
    itself, too. Of closed chains, what changes all torques comes once nothing else pays: it would
    take the place of the friction of passive joints."""
    chosen, steps = [BASE], list[SelectionStep]()
    last = () if trials.along.model.robot.is_tree else GLOBAL
    while True:
        rest = [name for name in trials.along.groups if name not in (*chosen, *last)]
        found = _put_local_first(trials, _rank_next_groups(trials, states, chosen, rest))
        before, taken = _select_best_state(states), ""
        for step in found:
            if not is_sure(step):
                continue
            p = before.blocks.fit_all_blocks([*chosen, step.group], before.weights)
            own = trials.make_states([*chosen, step.group], p[trials.along.model.layout.inertial])
            after = _select_best_state(own)
            better = compare_blocks("", after.setting, before.errors, after.errors).least > 0
            if better and trials.is_agreed(step.group, [*chosen, step.group], after):
                states, taken = own, step.group
                break
        steps += [replace(step, kept=step.group == taken) for step in found]
        if taken:
            chosen.append(taken)
        elif last:
            last = ()
        else:
            break
    return chosen, states, steps, found


def _put_local_first(trials: _Trials, found: list[SelectionStep]) -> list[SelectionStep]:
    """By the gain less its standard error; but what acts on many joints after what acts on single
    ones and gains as much, within the standard error of the first."""
    found = sorted(found, key=lambda x: x.gain - x.error, reverse=True)
    least = max((x.gain - x.error for x in found), default=0.0)
    return sorted(found, key=lambda x: x.gain < least or x.group in trials.wide)


def _prune_groups(
    trials: _Trials, chosen: list[str], best: _State
) -> tuple[list[str], _State, list[SelectionStep]]:
    """Without what pays no more, now that others are there, the least first; and what each group
    is worth. The rest is compared with all of them: each of two may do without the other."""
    every, dropped = best.errors, list[SelectionStep]()
    while True:
        own = []
        for name in chosen[1:]:
            rest = [each for each in chosen if each != name]
            e = best.blocks.compute_held_out_errors(rest, best.weights, trials.folds).sum(axis=1)
            step = compare_blocks(name, best.setting, e, every)
            own.append((replace(step, kept=False), rest, e))
        idle = [x for x in own if not trials.is_worth_keeping(x[0])]
        if not idle:
            return chosen, best, [*dropped, *(step for step, *_ in own)]
        step, chosen, e = min(idle, key=lambda x: x[0].least)
        dropped.append(step)
        best = replace(best, errors=e)


def _add_run_groups(
    trials: _Trials, chosen: list[str], best: _State
) -> tuple[list[str], list[SelectionStep]]:
    """What differs from log to log: a log that is left out shows nothing of itself, so that single
    blocks are left out here."""
    folds, steps = make_single_folds(trials.along.data), list[SelectionStep]()
    names = [name for name in PER_RUN if name in trials.along.groups and folds]

    def compute_errors(groups: Sequence[str]) -> Array:
        errors = best.blocks.compute_held_out_errors(groups, best.weights, folds)
        return np.asarray(errors.sum(axis=1))

    before = compute_errors(chosen) if names else best.errors
    for name in names:
        after = compute_errors([*chosen, name])
        step = compare_blocks(name, best.setting, before, after)
        steps.append(replace(step, kept=is_sure(step)))
        if steps[-1].kept:
            chosen, before = [*chosen, name], after
    return chosen, steps


def _sharpen_signs(trials: _Trials, chosen: Sequence[str], best: _State) -> _State:
    """Where passive joints rub: sharp signs, without slow samples. They reverse amid the motion,
    and what a wide sign gains there is bought with wrong masses."""
    along = trials.along
    robot = along.model.robot
    effects = [effect for name in chosen for effect in along.groups[name]]
    if not any(set(effect.chosen(robot)) & set(robot.passive) for effect in effects):
        return best
    p = best.blocks.fit_all_blocks(chosen, best.weights)
    setting = Setting((0.0,) * len(along.speed), STICKING)
    names = (*chosen, *(name for name in along.groups if name not in chosen))
    blocks = trials.make_blocks(names, setting, p[along.model.layout.inertial])
    w = blocks.compute_weights(chosen)
    errors, free = blocks.compute_consistent_and_free_errors(chosen, w, trials.folds)
    return _State(setting, blocks, w, errors.sum(axis=1), free.sum(axis=1))


def _find_idle_effects(trials: _Trials, chosen: Sequence[str], p: Array) -> list[Effect]:
    """Effects of the chosen groups that do nothing at their joint, in the fit p: elements of
    hysteresis that stand at their bound, 0, and what depends on a load that is not there."""
    along = trials.along
    robot = along.model.robot
    out, largest = list[Effect](), dict[str, float]()
    winding = [name for name in HYSTERESES if name in chosen]
    F = [
        pair for name in winding for pair in zip(along.groups[name], p[along.places[name]].tolist())
    ]
    for effect, own in F:
        for joint in effect.chosen(robot):
            largest[joint] = max(largest.get(joint, 0.0), own)
    out += [x for x, own in F if own <= IDLE * max(largest[j] for j in x.chosen(robot))]
    loaded = [x for name in (LOAD_FRICTION, SCALES) if name in chosen for x in along.groups[name]]
    if loaded:
        model = Model(robot, loaded, along.model.symmetric)
        reference = np.zeros(len(model.parameters))
        reference[model.layout.inertial] = p[along.model.layout.inertial]
        light = list_unloaded_joints(
            model.set_load_reference(reference), along.data, SLACK * WEIGHS
        )
        out += [effect for effect in loaded if set(effect.chosen(robot)) <= set(light)]
    return out


def _describe_loadless_groups(trials: _Trials, idle: Sequence[Effect]) -> list[str]:
    """Sentences for those of a chosen group that depend on a load which is not there."""
    along, out = trials.along, []
    for group in (LOAD_FRICTION, SCALES):
        own = [x for x in idle if x in along.groups.get(group, ())]
        if names := [name for x in own for name in x.chosen(along.model.robot)]:
            out.append(f"{group} at {join_names(names)}: the load on it hardly changes")
    return out


def _select_best_state(states: Sequence[_State]) -> _State:
    """By its gain against the usual setting, sharp signs without the slowest samples. A setting has
    no parameters that could be fitted to noise: a gain of one standard error is enough."""
    usual = _select_usual_state(states)
    against = [compare_blocks("", state.setting, usual.errors, state.errors) for state in states]
    return states[int(np.argmax([x.least if x.gain >= x.error else -np.inf for x in against]))]


def _select_usual_state(states: Sequence[_State]) -> _State:
    return next(x for x in states if x.setting.slow == SLOW[1] and not any(x.setting.widths))


def _rank_next_groups(
    trials: _Trials, states: Sequence[_State], chosen: Sequence[str], rest: Sequence[str]
) -> list[SelectionStep]:
    """The finalists among the rest of the groups."""
    ranked = []
    for state in states:
        for name, e in state.blocks.compute_errors_with_one_more(
            chosen, state.weights, trials.folds
        ):
            # what a free fit leaves, in parts of what it left before, of a consistent one
            if name in rest and name not in PER_RUN:  # see `_add_run_groups`
                ranked.append((e / state.free.sum() * state.total, name, state))
    ranked.sort(key=lambda each: each[0])
    finalists: dict[str, _State] = {}
    for _, name, state in ranked:
        finalists.setdefault(name, state)
    best = _select_best_state(states)
    pairs = [x for x in finalists if x in trials.wide and x not in GLOBAL]
    some = [x for x in finalists if x not in pairs[WIDE:]]

    def add(name: str, state: _State) -> SelectionStep:
        groups = [*chosen, name]
        e = state.blocks.compute_held_out_errors(groups, state.weights, trials.folds).sum(axis=1)
        return compare_blocks(name, state.setting, best.errors, e)

    # free fits say with which setting, and of motors that joints share which; where the motion says
    # little, they do not say which group: what bodies that are possible leave to it, is another
    own = {name: [finalists[name], best] for name in some[:FINALISTS]}
    return [
        max(
            (add(name, x) for x in {id(x): x for x in own.get(name, [best])}.values()),
            key=lambda x: x.least,
        )
        for name in some
    ]


def is_sure(step: SelectionStep) -> bool:
    """Whether a group gains enough to be taken, and more than blocks differ by."""
    return step.least >= LEAST and step.gain >= SURE * step.error


def compare_blocks(name: str, setting: Setting, before: Array, after: Array) -> SelectionStep:
    """Of the squared errors of every block."""
    gains, whole = np.log(before / after), float(np.log(before.sum() / after.sum()))
    error = float(gains.std(ddof=1) / np.sqrt(len(gains)))
    return SelectionStep(name, setting, float(gains.mean()), error, whole, True)
