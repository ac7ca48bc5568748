"""What a result says about how the robot stands and is measured: a base that is not level, gains of
the torques."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.errors import join_names
from dynid.model.channels import DRIFT, GRAVITY, RUN
from dynid.model.terms import LOAD

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate

SURE = 2.0  # standard deviations of a tilt that is more than none


def describe_installation(result: Estimate) -> list[str]:
    """Sentences, where the model has such effects."""
    if result.model is None or len(result.p) != len(result.model.parameters):
        return []
    return [
        *_describe_gravity(result),
        *_describe_scales(result),
        *_describe_drift(result),
        *_describe_fixed_constants(result),
    ]


def _describe_drift(result: Estimate) -> list[str]:
    read = () if result.model is None else result.model.layout.channels
    said = {
        RUN: "offsets or friction differ from log to log; others are predicted with their mean",
        DRIFT: "the drift of friction holds for these logs alone; others are predicted with the"
        " friction of the middle",
    }
    return [text for kind, text in said.items() if any(x.startswith(kind) for x in read)]


def _describe_fixed_constants(result: Estimate) -> list[str]:
    """Constants that were given, or taken from the data, before the fit."""
    if result.model is None:
        return []
    fixed = {
        name: value
        for name, value in result.model.constants.items()
        if name not in result.model.searchable
    }
    said = join_names((f"{name} = {value:.4g}" for name, value in fixed.items()), 8)
    return [f"taken as known, given or determined by the data: {said}"] if fixed else []


def _locate_channels(result: Estimate, channels: Sequence[str]) -> dict[str, list[int]]:
    """{channel: places in p} of the parameters that multiply a channel as it is."""
    out: dict[str, list[int]] = {}
    layout = result.model.layout if result.model is not None else None
    for at, placed in zip(layout.at, layout.terms) if layout is not None else ():
        if (
            placed.term.law.reads == {placed.term.law.channel}
            and placed.term.law.channel in channels
        ):
            out.setdefault(placed.term.law.channel, []).append(at)
    return out


def _describe_gravity(result: Estimate) -> list[str]:
    found = _locate_channels(result, tuple(GRAVITY))
    if not found or result.model is None:
        return []
    nominal = np.array(result.model.robot.gravity, dtype=float)
    at = [places[0] for places in found.values()]
    across = np.zeros((3, len(at)))
    across[[GRAVITY[name] for name in found], range(len(at))] = 1.0
    g = nominal + across @ result.p[at]
    angle, slope = tilt(nominal, g)
    shown = f"gravity is ({', '.join(f'{x:.3g}' for x in g)}) m/s^2 in its frame"
    std = _compute_deviation(result, at, across.T @ slope)
    if std is None:
        return [f"the base seems tilted by {angle:.2g} deg (deviation not known): {shown}"]
    digits = max(1, -int(np.floor(np.log10(max(std, 1e-6)))))
    told = f"{angle:.{digits}f} deg (+- {std:.{digits}f})"
    if angle < SURE * std:
        return [f"the base seems level: tilted by {told}, no more than the data leave open"]
    return [f"the base seems tilted by {told}: {shown}"]


def tilt(nominal: Array, g: Array) -> tuple[float, Array]:
    """The angle between two directions of gravity (deg), and its gradient by g.

    cos(a) = u' w,   u = nominal / |nominal|,  w = g / |g|,   da/dg = (cos(a) w - u) / (|g| sin(a))
    """
    size = float(np.linalg.norm(g))
    u, w = nominal / np.linalg.norm(nominal), g / size
    cos, sin = float(u @ w), float(np.linalg.norm(np.cross(u, w)))
    angle = float(np.degrees(np.arctan2(sin, cos)))
    slope = (cos * w - u) / (size * max(sin, 1e-12))
    return angle, np.degrees(slope)


def _compute_deviation(result: Estimate, at: Sequence[int], slope: Array) -> float | None:
    """Of slope' p[at]; None where the covariance does not have these parameters by themselves."""
    names = [result.parameters[k] for k in at]
    if not set(names) <= set(result.names) - set(result.from_prior):
        return None
    rows = [result.names.index(name) for name in names]
    variance = float(slope @ result.covariance[np.ix_(rows, rows)] @ slope)
    return float(np.sqrt(variance)) if np.isfinite(variance) and variance > 0 else None


def _describe_scales(result: Estimate) -> list[str]:
    places = _locate_channels(result, (LOAD,)).get(LOAD, [])
    if not places or result.model is None:
        return []
    owners = [result.model.layout.parameters[k].owner for k in places]
    rest = [name for name in result.model.robot.actuated if name not in owners]
    said = [f"{name} {100 * result.p[k]:+.1f} %" for name, k in zip(owners, places)]
    return [
        f"torque scales are relative to {join_names(rest)}, whose torques are taken as measured:"
        f" {', '.join(said)}"
    ]
