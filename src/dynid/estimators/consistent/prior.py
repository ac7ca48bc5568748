"""What is believed about the parameters before the data: values, and the scale on which a deviation
counts as large.

The scale of a body's parameter is its own size, but at least a tenth of the body's natural one,

    m, m l, m l^2    with the radius of gyration l = sqrt(tr Sigma / m) about the joint frame

so that entries that are zero by symmetry get a scale too. A mass of zero, or no inertia at all,
says that nobody knew: it counts as unknown. An effect without a prior (friction) is drawn to zero
on the scale of a value that would explain a joint's whole torque by itself, which is hardly at all;
one whose usual size is known (the gain of a sensor, a tilt) on that scale. Friction that only the
robot's file tells is drawn there as loosely: files have placeholders (1 at every joint), and where
it was measured once, it changes with wear and temperature.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.estimators.consistent.solid_guess import guess_bodies
from dynid.identification.problem import Problem
from dynid.model.inertial import from_pseudo_inertia, to_pseudo_inertia
from dynid.model.model import Model

FLOOR = 0.1  # of a body's natural scale: the smallest scale of its parameters
# a guessed body may deviate this much more than a given one: it only decides what the data leave
# open
GUESSED = 1000.0
FRICTION = ("damping", "friction")  # of a joint in a robot's file
ROUGHLY = 0.3  # the scale of a gain of a drive, of the value that it is taken to have
THINNEST = (
    1e-9  # eigenvalue (of the body scaled to size 1) to which impossible bodies are projected
)

#: values of all parameters in their order, or by name: {"link2": ten numbers, "joint3.viscous":
#: 0.1}
Given = ArrayLike | Mapping[str, ArrayLike] | None


@dataclass(frozen=True, eq=False)
class Prior:
    """Values p and scales of all parameters, which of them are guesses, and notes on what was
    filled in or changed."""

    p: Array
    scale: Array
    guessed: NDArray[np.bool_]
    notes: tuple[str, ...]


def make_prior(problem: Problem, given: Given, project: bool) -> Prior:
    """The prior of a problem's model: the given values, else the robot file's, else a guess from
    the kinematics."""
    model = problem.model
    assert model is not None
    p = collect_given_values(model, given)
    places = model.layout.bodies
    notes = _forget_zeros(p, places)
    guessed = np.isnan(p)
    unknown = [name for name, place in places.items() if guessed[place].any()]
    if unknown:
        assert problem.base is not None
        guesses = guess_bodies(problem.base, *problem.stack_rows(), p, unknown)
        for name in unknown:
            body, guess = p[places[name]], guesses[name]
            known_mass = 1.0 if np.isnan(body[0]) else body[0] / guess[0]
            p[places[name]] = np.where(np.isnan(body), known_mass * guess, body)
        notes.append(
            f"no prior for {join_names(unknown, 8)}: guessed as uniform bodies from joint to joint,"
            " with one density fitted to the data"
        )
    p, loose = np.nan_to_num(p), estimate_explaining_values(problem)
    scale = np.where(p != 0.0, np.maximum(np.abs(p), 1e-12), loose)  # effects: drawn to 0
    for at in _list_untold_friction(model, given):
        scale[at] = max(scale[at], loose[at])
    for at, usual in model.layout.scales.items():
        scale[at] = min(scale[at], usual)
    scale[list(model.layout.gains.values())] = ROUGHLY
    zeros = 0
    for name, place in places.items():
        p[place], change = make_consistent(p[place])
        if change > 0 and name not in unknown:
            if not project:
                raise InputError(
                    f"the prior of '{name}' is not physically consistent (smallest eigenvalue of"
                    f" its pseudo-inertia, scaled to size 1, {-change:.3g}); expected >= 0. Correct"
                    " it, or let Consistent(project=True) take the nearest consistent inertia."
                )
            notes.append(
                f"the prior of '{name}' is not physically consistent (eigenvalue {-change:.2g} "
                "of its"
                " pseudo-inertia, scaled to size 1): the nearest consistent one was taken instead"
            )
        zeros += int(np.sum((p[place] == 0.0) & ~guessed[place]))
        floor = FLOOR * compute_natural_scale(p[place])
        scale[place] = np.maximum(np.abs(p[place]), floor) * np.where(guessed[place], GUESSED, 1.0)
    if zeros:
        notes.append(
            f"{zeros} prior values of bodies are zero: their scale is {FLOOR:g} of their body's own"
            " size"
        )
    return Prior(p, scale, guessed, tuple(notes))


def _list_untold_friction(model: Model, given: Given) -> list[int]:
    """Places in p of the friction of the robot's file, where nobody gave its value."""
    named = (given or ()) if given is None or isinstance(given, Mapping) else model.parameters
    of_file = zip(
        model.layout.at, (each.term.stands_for in FRICTION for each in model.layout.terms)
    )
    return [at for at, told in of_file if told and model.parameters[at] not in named]


def _forget_zeros(p: Array, places: Mapping[str, slice]) -> list[str]:
    """A mass of zero, or no moments of inertia, becomes unknown (nan); says where."""
    empty = []
    for name, place in places.items():
        body, before = p[place], np.isnan(p[place]).sum()
        if body[0] == 0.0:
            body[0] = np.nan
        if not np.any(body[[4, 6, 9]]):  # nan counts as something
            body[4:] = np.nan
        if np.isnan(body[[0, 4]]).all() and not np.nan_to_num(body).any():
            body[:] = np.nan
        empty += [name] if np.isnan(body).sum() > before else []
    return (
        [f"zero mass or inertia in the prior of {join_names(empty, 8)}: taken as unknown"]
        if empty
        else []
    )


def collect_given_values(model: Model, given: Given) -> Array:
    """All parameters, nan where nothing is known."""
    p = model.prior
    if given is None:
        return p
    if isinstance(given, Mapping):
        places = model.layout.bodies
        for name, value in given.items():
            if name in places:
                where: slice | int = places[name]
            elif name in model.parameters:
                where = model.parameters.index(name)
            else:
                raise InputError(
                    f"prior: the model has no body or parameter '{name}'; bodies are"
                    f" {join_names(places, 12)}; parameters are named like '{model.parameters[0]}'."
                )
            number = _check_numbers(value, name)
            if number.shape != ((10,) if isinstance(where, slice) else ()):
                raise InputError(
                    f"prior: got {value!r} for '{name}', expected ten numbers for a body and one"
                    " for a parameter."
                )
            p[where] = number
    else:
        values = _check_numbers(given, "all parameters")
        if values.shape != p.shape:
            raise InputError(
                f"prior: got an array of shape {values.shape}, expected ({len(p)},) in the order of"
                " model.parameters (nan where unknown), or a dictionary by name."
            )
        p = values.copy()
    if np.isinf(p).any():
        raise InputError(
            "prior: some values are infinite; expected finite numbers, or nan where nothing is"
            " known."
        )
    low = [name for name, value, bound in zip(model.parameters, p, model.lower) if value < bound]
    if low:
        raise InputError(
            f"prior: {join_names(low, 6)} below what is possible (friction and rotor inertia are"
            " >= 0)."
        )
    return p


def _check_numbers(value: ArrayLike, what: str) -> Array:
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise InputError(
            f"prior: got {value!r} for {what}, expected numbers (nan where nothing is known)."
        ) from None


def compute_natural_scale(p: Array) -> Array:
    """m, m l (3), m l^2 (6) of a body."""
    m = max(abs(p[0]), 1e-12)
    l2 = max(0.5 * (p[4] + p[6] + p[9]) / m, 1e-12)  # tr Sigma = tr I / 2
    return np.asarray(m * np.array([1.0, *[np.sqrt(l2)] * 3, *[l2] * 6]))


def scale_to_unit_size(p: Array) -> Array:
    """T (4,) with which T_i S_ij T_j, of the body's pseudo-inertia S, has size 1."""
    s = compute_natural_scale(p)
    return np.asarray(1.0 / np.array([*[s[1] / np.sqrt(s[0])] * 3, np.sqrt(s[0])]))


def make_consistent(p: Array, thinnest: float = THINNEST) -> tuple[Array, float]:
    """The nearest body whose pseudo-inertia, scaled to size 1, has no eigenvalue below `thinnest`;
    and by how much (in
    these units) p was impossible, 0 where it was not."""
    T = scale_to_unit_size(p)
    values, vectors = np.linalg.eigh(to_pseudo_inertia(p) * T * T[:, None])
    if values[0] >= thinnest:
        return p, 0.0
    S = (vectors * np.maximum(values, thinnest)) @ vectors.T
    return from_pseudo_inertia(S / T / T[:, None]), float(max(-values[0] - 1e-9, 0.0))


def estimate_explaining_values(problem: Problem) -> Array:
    """For every parameter: the value at which it would explain all torque of the joint on which it
    acts most."""
    base = problem.base
    assert base is not None
    value, B = np.full(len(base.model.parameters), np.inf), base.map
    for block in problem.blocks:
        if block.n == 0 or block.square == 0:
            continue
        some = np.flatnonzero(B[block.columns].any(axis=0))
        mixing = B[np.ix_(block.columns, some)]
        columns = np.linalg.norm(block.R, axis=0) @ np.abs(mixing)
        several = np.count_nonzero(mixing, axis=0) > 1
        sums = mixing[:, several]
        columns[several] = np.linalg.norm(block.R @ sums, axis=0)
        # sums that cancel leave round-off, which is no column
        largest = columns.copy()
        largest[several] = np.linalg.norm(np.abs(block.R) @ np.abs(sums), axis=0)
        acts = columns > 1e-9 * largest
        some = some[acts]
        value[some] = np.minimum(value[some], np.sqrt(block.square) / columns[acts])
    return np.where(value < 1e100, value, 1.0)
