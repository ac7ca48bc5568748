"""What a user knows for certain: fixed parameters, bounds of masses and centres of mass, reduced
forms of bodies.

All of it is linear in the parameters, so the problem stays convex:

    m_lo <= m <= m_hi,      c_lo m <= m c <= c_hi m

Reduced forms (Gnad 2024, section VI) set first moments and products of inertia about the joint
frame to zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.interior import find_inside_body
from dynid.estimators.consistent.prior import Prior
from dynid.model.model import Model
from dynid.notes import Note
from dynid.robot.geometry import PARAMETER_NAMES

PRODUCTS = ("Ixy", "Ixz", "Iyz")
#: entries of a body that are zero, for an axis of its frame
FORMS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "no deviation": lambda axis: PRODUCTS,  # frame along the principal axes
    "planar arm": lambda axis: (*PRODUCTS, f"m{axis}"),  # turns about the axis only
    "slender strut": lambda axis: (
        *PRODUCTS,
        *(f"m{a}" for a in "xyz" if a != axis),
    ),  # lies along the axis
    "axial telescope": lambda axis: (*PRODUCTS, *(f"m{a}" for a in "xyz" if a != axis)),
    "translating platform": lambda axis: (*PRODUCTS, "mx", "my", "mz"),  # only its mass acts
}
NEEDS_AXIS = ("planar arm", "slender strut", "axial telescope")

Interval = tuple[float, float]


def make_restricted_cone(
    model: Model,
    prior: Prior,
    fixed: Mapping[str, float],
    mass: Mapping[str, Interval],
    com: Mapping[str, Sequence[Interval]],
    forms: Mapping[str, str],
) -> tuple[Cone, Array]:
    """The cone of allowed parameters, and a start strictly inside, near the prior."""
    names, places = model.parameters, model.layout.bodies
    p, free = prior.p.copy(), np.ones(len(names), dtype=bool)
    zeros = _form_zeros(places, forms)
    for name, value in {**zeros, **fixed}.items():
        if name not in names:
            raise InputError(
                f"fixed: the model has no parameter '{name}'; they are named like '{names[0]}'."
            )
        if not (isinstance(value, Real) and np.isfinite(value)):
            raise InputError(f"fixed: got {value!r} for '{name}', expected a finite number.")
        if name in zeros and value != 0.0:
            raise InputError(
                f"fixed: got {value:g} for '{name}', which the form of its body sets to zero; leave"
                " one of them out."
            )
        k = names.index(name)
        if value < model.lower[k]:
            raise InputError(
                f"fixed: got {value:g} for '{name}', which cannot be below {model.lower[k]:g}."
            )
        p[k], free[k] = value, False
    if not free.any():
        raise InputError("fixed: every parameter is fixed; expected some that are left to find.")
    rows = _list_rows(model, places, free, mass, com)
    bodies = {
        name: np.arange(place.start, place.stop)
        for name, place in places.items()
        if free[place].any()
    }
    for name, place in places.items():
        if not free[place].any():
            _check_fixed_body(name, p[place])
    place_in_v = np.cumsum(free) - 1
    G, h = np.zeros((len(rows), int(free.sum()))), np.zeros(len(rows))
    for i, (_, terms, bound) in enumerate(rows):
        h[i] = bound
        for k, coefficient in terms:
            if free[k]:
                G[i, place_in_v[k]] += coefficient
            else:
                h[i] -= coefficient * p[k]
    idle = [rows[i][0] for i in np.flatnonzero(~G.any(axis=1)) if h[i] > 0]
    if idle:
        raise InputError(
            f"fixed values break the bounds {join_names(idle, 6)}; expected values within them."
        )
    acting = np.asarray(G.any(axis=1))
    cone = Cone(
        names,
        p,
        np.flatnonzero(free),
        np.array(list(bodies.values()), dtype=np.int64).reshape(-1, 10),
        tuple(bodies),
        G[acting],
        h[acting],
        tuple(
            Note(label, about=("bound", *(names[k] for k, _ in terms)))
            for (label, terms, _), keep in zip(rows, acting)
            if keep
        ),
    )
    return cone, start_inside(cone, prior)


def start_inside(cone: Cone, prior: Prior) -> Array:
    """v strictly inside the cone: effects above their bounds, each body near its prior."""
    v, scale = cone.p[cone.free].copy(), prior.scale[cone.free]
    in_body = np.zeros(len(v), dtype=bool)
    for i, (_, columns) in enumerate(cone.body_columns):
        in_body[columns] = True
        v[columns] = find_inside_body(cone, i, v, scale)
    for row, bound in zip(cone.G, cone.h):
        k = np.flatnonzero(row)
        if len(k) == 1 and not in_body[k[0]] and row[k[0]] * v[k[0]] <= bound + 1e-3 * scale[k[0]]:
            v[k[0]] = (bound + 0.1 * scale[k[0]]) / row[k[0]]
    return v


def _form_zeros(places: Mapping[str, slice], forms: Mapping[str, str]) -> dict[str, float]:
    zeros = {}
    for body, text in forms.items():
        words = str(text).split()
        axis = words[-1] if words and words[-1] in ("x", "y", "z") else ""
        form = " ".join(words[:-1] if axis else words)
        if body not in places or form not in FORMS or (form in NEEDS_AXIS and not axis):
            raise InputError(
                f"forms: got '{body}': '{text}', expected one of the bodies "
                f"{join_names(places, 12)}"
                f" with one of {join_names(FORMS)}; {join_names(NEEDS_AXIS)} need an axis of the "
                f"body's"
                " frame, as in 'slender strut x'."
            )
        zeros.update({f"{body}.{entry}": 0.0 for entry in FORMS[form](axis)})
    return zeros


#: label, [(parameter, coefficient), ...], bound: sum of coefficient * parameter >= bound
Row = tuple[str, list[tuple[int, float]], float]


def _list_rows(
    model: Model,
    places: Mapping[str, slice],
    free: Array,
    mass: Mapping[str, Any],
    com: Mapping[str, Any],
) -> list[Row]:
    lower = model.lower
    rows: list[Row] = [
        (f"{model.parameters[k]} >= {lower[k]:g}", [(int(k), 1.0)], float(lower[k]))
        for k in np.flatnonzero(np.isfinite(lower) & free)
    ]
    for body, interval in mass.items():
        low, high = _check_interval("mass", body, interval, places)
        m = places[body].start
        if low > -np.inf:
            rows.append((f"{body}.m >= {low:g}", [(m, 1.0)], low))
        if high < np.inf:
            rows.append((f"{body}.m <= {high:g}", [(m, -1.0)], -high))
    for body, intervals in com.items():
        if not isinstance(intervals, (Sequence, np.ndarray)) or len(intervals) != 3:
            raise InputError(
                f"com: got {intervals!r} for '{body}', expected three intervals, for x, y and z."
            )
        for k, interval in enumerate(intervals):
            low, high = _check_interval("com", body, interval, places)
            m, axis = places[body].start, "xyz"[k]
            if low > -np.inf:
                rows.append((f"{body}.c{axis} >= {low:g}", [(m + 1 + k, 1.0), (m, -low)], 0.0))
            if high < np.inf:
                rows.append((f"{body}.c{axis} <= {high:g}", [(m + 1 + k, -1.0), (m, high)], 0.0))
    return rows


def _check_interval(
    what: str, body: str, interval: Interval, places: Mapping[str, slice]
) -> Interval:
    if body not in places:
        raise InputError(
            f"{what}: the model has no body '{body}'; it has {join_names(places, 12)}."
        )
    try:
        low, high = (float(x) for x in interval)
    except (TypeError, ValueError):
        raise InputError(
            f"{what}: got {interval!r} for '{body}', expected two numbers (low, high)."
        ) from None
    if not low < high:
        raise InputError(
            f"{what}: got ({low:g}, {high:g}) for '{body}', expected low < high (to fix a value,"
            " use fixed=...; -inf or inf for no bound)."
        )
    return low, high


def _check_fixed_body(name: str, p: Array) -> None:
    from dynid.model.consistency import is_consistent

    if not is_consistent(p):
        raise InputError(
            f"fixed: all of {join_names(PARAMETER_NAMES)} of '{name}' are fixed to "
            f"values that are not physically consistent ({is_consistent(p)}); expected "
            "consistent ones."
        )
