"""Columns that are not fixed: those of effects with a shape (Stribeck's velocity, the slopes of
smooth friction) are functions of it. All other columns are computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.dynamics.evaluate import project
from dynid.errors import DynidError, InputError, join_names
from dynid.identification.problem import Problem
from dynid.model.effect_columns import compute_effect_columns
from dynid.model.effects import Effect
from dynid.model.model import Model
from dynid.model.named_parameters import make_label


@dataclass(frozen=True)
class Entry:
    """A column of theta that changes with a shape, in the rows of one joint."""

    theta: int
    joint: int
    #: which of the effect's columns it is
    place: int


@dataclass(frozen=True, eq=False)
class NonlinearEffect:
    """An effect with a shape: keys of it that are estimated, their names in the model, and the
    entries that they change."""

    effect: Effect
    keys: tuple[str, ...]
    names: tuple[str, ...]
    entries: tuple[Entry, ...]


class Nonlinear:
    """The columns of a problem that change with the constants, as functions of them.

    names, start, low, high     of the constants looked for; all are positive
    effects                     in the order of names
    """

    def __init__(
        self,
        problem: Problem,
        who: str,
        chosen: Sequence[str] | None = None,
        ranges: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        if problem.model is None or problem.data is None or problem.base is None:
            raise InputError(
                f"{who} needs the effects of a model along its motion: Problem(model, data), not"
                " Problem.from_rows(...), nor a merged or compressed problem."
            )
        self.problem, self.model, self.data, self.base = (
            problem,
            problem.model,
            problem.data,
            problem.base,
        )
        names = tuple(self.model.searchable if chosen is None else chosen)
        ranges = ranges or {}
        unknown = [name for name in (*names, *ranges) if name not in self.model.searchable]
        if unknown:
            raise InputError(
                f"{who}: no constant {join_names(unknown)}; the model has"
                f" {join_names(self.model.searchable)}."
            )
        self.use = self.data.decimate(self.data.use)
        self.motion = close(self.model.robot, self.data.q, self.data.qd, self.data.qdd)
        self.effects = [
            e
            for effect in self.model.nonlinear
            if (e := self._make_nonlinear_effect(effect, names)) is not None
        ]
        self.names = tuple(name for e in self.effects for name in e.names)
        self.start = np.array([self.model.constants[name] for name in self.names])
        self.low, self.high = self._check_range(ranges, who)

    def _make_nonlinear_effect(
        self, effect: Effect, names: Sequence[str]
    ) -> NonlinearEffect | None:
        keys = tuple(key for key in effect.constants() if f"{make_label(effect)}.{key}" in names)
        if not keys:
            return None
        now = compute_effect_columns(effect, self.motion)
        other = effect.set_constants(**{key: 1.1 * effect.constants()[key] for key in keys})
        then = compute_effect_columns(other, self.motion)
        parameters, entries = [each.name for each in effect.place_terms(self.model.robot)], []
        for place, (a, b) in enumerate(zip(now, then)):
            if all(np.array_equal(x, y) for (_, x), (_, y) in zip(a, b)):
                continue
            theta = self._find_theta(parameters[place])
            entries += [
                Entry(theta, int(j), place) for j in np.flatnonzero(self.problem.pattern[:, theta])
            ]
        return NonlinearEffect(
            effect, keys, tuple(f"{make_label(effect)}.{key}" for key in keys), tuple(entries)
        )

    def _find_theta(self, parameter: str) -> int:
        """Where a parameter stands in theta, alone: no other parameter's column follows from one
        that changes."""
        k = self.model.parameters.index(parameter)
        if k not in self.base.independent or self.base.classify(parameter) != "alone":
            shape = ", ".join(f"{name} = {value:g}" for name, value in self.model.constants.items())
            raise InputError(
                f"'{parameter}' cannot be distinguished from other parameters at the constants "
                "that the"
                f" model has ({shape}). Start from other constants (w1 and w2 must differ), or"
                " leave out the effect that acts alike."
            )
        return int(np.flatnonzero(self.base.independent == k)[0])

    def _check_range(
        self, ranges: Mapping[str, tuple[float, float]], who: str
    ) -> tuple[Array, Array]:
        low, high = [], []
        for e in self.effects:
            moving = [
                self.model.robot.coordinates.index(name)
                for name in e.effect.chosen(self.model.robot)
            ]
            speed = float(np.abs(self.motion.qd[:, moving]).max(initial=0.0))
            if not speed > 0:
                raise DynidError(
                    f"{who}: no joint of {make_label(e.effect)} moves, so that its constants cannot"
                    " be found."
                )
            sensible = e.effect.ranges(speed)
            for key, name in zip(e.keys, e.names):
                a, b = ranges.get(name, sensible[key])
                if not 0 < a < b < np.inf:
                    raise InputError(
                        f"{who}, {name}: got the range {a} to {b}, expected 0 < low < high."
                    )
                low.append(float(a))
                high.append(float(b))
        return np.array(low), np.array(high)

    def compute_columns(self, e: NonlinearEffect, values: Array) -> list[Array]:
        """The rows (rows,) of every entry of an effect, for values of its keys."""
        effect = e.effect.set_constants(**dict(zip(e.keys, map(float, values))))
        motion, every = self.motion, {}
        columns = compute_effect_columns(effect, motion)
        for place in {entry.place for entry in e.entries}:
            every[place] = project(motion, columns[place])
        return [
            self.data.decimate(every[entry.place][entry.joint])[self.use[:, entry.joint]]
            for entry in e.entries
        ]

    def split_by_effect(self, values: Array) -> list[tuple[NonlinearEffect, Array]]:
        """Every effect with its part of the constants' values."""
        edges = np.cumsum([0, *(len(e.keys) for e in self.effects)])
        return [(e, values[a:b]) for e, a, b in zip(self.effects, edges, edges[1:])]

    def make_problem(self, values: Array) -> Problem:
        """The problem with these constants."""
        model: Model = self.model.set_constants(dict(zip(self.names, values)))
        return Problem(model, self.data, replace(self.base, model=model))
