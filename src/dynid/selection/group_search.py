"""Effect selection, select_effects(data) -> Selection: which effects pay on held-out blocks.

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

from dynid.arrays import Array, one_blas_thread
from dynid.data.dataset import Dataset
from dynid.errors import InputError, join_names
from dynid.estimators.consistent.interior import ROOM
from dynid.estimators.consistent.prior import Prior, make_consistent, make_prior
from dynid.identification.observability import WEIGHS, list_unloaded_joints
from dynid.identification.problem import Problem
from dynid.model.channels import name_load_channel
from dynid.model.effects import Effect
from dynid.model.model import Model
from dynid.selection.alternatives import (
    Alternative,
    compute_gain_probability,
    select_likely_alternatives,
)
from dynid.selection.block_fits import Blocks, Folds
from dynid.selection.candidate_columns import CandidateColumns, make_candidate_columns
from dynid.selection.candidates import (
    AROUND,
    BASE,
    FINER,
    HYSTERESES,
    LOAD_FRICTION,
    REST,
    SCALES,
    SLOW,
    WIDTHS,
    Setting,
    Widths,
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
BLOCKS = 6
FINALISTS = 4
AS_GOOD = 1.005  # times the least error
SLACK = 1.5  # times the least load: that of the last fit is a little different
FEWEST = 30  # samples a block
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


def cut_into_blocks(data: Dataset, counts: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(N,) the block of every sample: logs, where there are several; else parts of each, with as
    many samples at which something moves."""
    logs = data.logs
    parts = _count_blocks(data)
    out = np.zeros(len(data), dtype=np.int64)
    for k, samples in enumerate(logs):
        before: Array = np.cumsum(counts[samples]) - counts[samples]
        total = max(1, int(counts[samples].sum()))
        out[samples] = k * parts + np.minimum(before * parts // total, parts - 1)
    smallest = np.bincount(out, counts, parts * len(logs)).min()
    if smallest < FEWEST:
        raise InputError(
            f"effects cannot be chosen: the held-out blocks have {smallest:g}"
            f" samples of motion, expected at least {FEWEST}. Use a longer log, or name effects."
        )
    return out


def make_folds(data: Dataset) -> Folds:
    """Which blocks are left out together: whole logs where there are several, since friction
    changes from run to run; of two, single blocks as well, as one log alone may show too little. Of
    a log whose payload no other log has, only single blocks: its payload must stay in training."""
    parts, loaded = _count_blocks(data), _find_loaded_logs(data)
    logs = range(len(data.logs))
    blocks = [range(k * parts, (k + 1) * parts) for k in logs]
    single = [[range(b, b + 1) for b in of_log] for of_log in blocks]
    whole = [k for k in logs if len(logs) > 1 and k not in loaded]
    apart = [k for k in logs if len(logs) <= 2 or k in loaded]
    return [*(blocks[k] for k in whole), *(b for k in apart for b in single[k])]


def _count_blocks(data: Dataset) -> int:
    """Blocks of a log."""
    logs = len(data.logs)
    return max(2 if _find_loaded_logs(data) else 1, -(-BLOCKS // logs))


def _find_loaded_logs(data: Dataset) -> set[int]:
    """Logs with an unknown payload that no other log has."""
    out = set[int]()
    for name in data.model.layout.changing:
        here = data.channels.get(name_load_channel(name), np.zeros((len(data), 1)))[:, 0] > 0
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

    along: CandidateColumns
    prior: Prior
    inside: Array
    folds: Folds
    warm: WarmStart = field(default_factory=WarmStart)

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
        x = np.clip(0.5 * (e1 - e3) / bend, -1.0, 1.0)
        near = np.array([own, own / step, own * step, own * step**x])
        found = np.array([least, e1, e3, errors(near[3])])
        best = np.where(AS_GOOD * found.min(axis=0) < least, found.argmin(axis=0), 0)
        own, least = near[best, np.arange(len(own))], found[best, np.arange(len(own))]
    return own


def _search(trials: _Trials) -> Selection:
    states = trials.make_states([BASE], trials.prior.p[trials.along.model.layout.inertial])
    before, plain = _select_best_state(states).total, _select_usual_state(states).errors
    chosen, states, steps = _add_groups(trials, states)
    best = _select_best_state(states)
    others = [compare_blocks("", state.setting, best.errors, state.errors) for state in states]
    chosen, best, worth = _prune_groups(trials, chosen, best)
    p = best.blocks.fit_all_blocks(chosen, best.weights)
    idle = _find_idle_effects(trials, chosen, p)

    def list_effects(names: Sequence[str], setting: Setting) -> tuple[Effect, ...]:
        along = trials.along
        some = [effect for name in names for effect in along.groups[name] if effect not in idle]
        return tuple(
            smooth_friction_signs(some, setting.compute_widths(along.model.robot, along.speed))
        )

    def make_alternative(
        what: str, names: Sequence[str], step: SelectionStep, least: float = 0.0
    ) -> Alternative:
        return Alternative(
            what,
            list_effects(names, step.setting),
            compute_gain_probability(step.gain, step.error, least),
        )

    added = [x for x in steps[-FINALISTS:] if not x.kept and x.group not in chosen]
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


def _add_groups(
    trials: _Trials, states: list[_State]
) -> tuple[list[str], list[_State], list[SelectionStep]]:
    """Group after group, as long as they pay: what was chosen, its settings, every candidate. What
    pays by the widths and weights of before has to pay by those that it wants itself, too."""
    chosen, steps = [BASE], list[SelectionStep]()
    while len(chosen) < len(trials.along.groups):
        found = sorted(
            _rank_next_groups(trials, states, chosen), key=lambda x: x.gain - x.error, reverse=True
        )
        before, taken = _select_best_state(states), ""
        for step in found:
            if step.least < LEAST or step.gain < SURE * step.error:
                continue
            p = before.blocks.fit_all_blocks([*chosen, step.group], before.weights)
            own = trials.make_states([*chosen, step.group], p[trials.along.model.layout.inertial])
            after = _select_best_state(own)
            if compare_blocks("", after.setting, before.errors, after.errors).least > 0:
                states, taken = own, step.group
                break
        steps += [replace(step, kept=step.group == taken) for step in found]
        if not taken:
            break
        chosen.append(taken)
    return chosen, states, steps


def _prune_groups(
    trials: _Trials, chosen: list[str], best: _State
) -> tuple[list[str], _State, list[SelectionStep]]:
    """Without what pays no more, now that others are there; and what each group is worth."""
    worth = []
    for name in chosen[1:]:
        rest = [each for each in chosen if each != name]
        e = best.blocks.compute_held_out_errors(rest, best.weights, trials.folds).sum(axis=1)
        step = replace(compare_blocks(name, best.setting, e, best.errors), kept=False)
        worth.append(step)
        if step.least < LEAST and name != chosen[-1]:
            chosen, best = rest, replace(best, errors=e)
    return chosen, best, worth


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
    no parameters that could be fitted to noise: it need not be sure."""
    usual = _select_usual_state(states)
    against = [compare_blocks("", state.setting, usual.errors, state.errors) for state in states]
    return states[int(np.argmax([step.least for step in against]))]


def _select_usual_state(states: Sequence[_State]) -> _State:
    return next(x for x in states if x.setting.slow == SLOW[1] and not any(x.setting.widths))


def _rank_next_groups(
    trials: _Trials, states: Sequence[_State], chosen: Sequence[str]
) -> list[SelectionStep]:
    """The finalists among the groups that are not chosen yet."""
    ranked = []
    for state in states:
        for name, e in state.blocks.compute_errors_with_one_more(
            chosen, state.weights, trials.folds
        ):
            # what a free fit leaves, in parts of what it left before, of a consistent one
            ranked.append((e / state.free.sum() * state.total, name, state))
    ranked.sort(key=lambda each: each[0])
    finalists: dict[str, _State] = {}
    for _, name, state in ranked:
        finalists.setdefault(name, state)
    best = _select_best_state(states)

    def add(name: str, state: _State) -> SelectionStep:
        groups = [*chosen, name]
        e = state.blocks.compute_held_out_errors(groups, state.weights, trials.folds).sum(axis=1)
        return compare_blocks(name, state.setting, best.errors, e)

    return [
        # free fits may want another setting than consistent ones
        max(
            (add(name, x) for x in {id(x): x for x in (state, best)}.values()),
            key=lambda x: x.least,
        )
        for name, state in list(finalists.items())[:FINALISTS]
    ]


def compare_blocks(name: str, setting: Setting, before: Array, after: Array) -> SelectionStep:
    """Of the squared errors of every block."""
    gains, whole = np.log(before / after), float(np.log(before.sum() / after.sum()))
    error = float(gains.std(ddof=1) / np.sqrt(len(gains)))
    return SelectionStep(name, setting, float(gains.mean()), error, whole, True)
