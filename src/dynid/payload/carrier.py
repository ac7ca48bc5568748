"""The identified robot as a balance: how a load, and friction that is not as it was, move its
base parameters, and how well the empty ones are known.

    theta_loaded = theta + B phi + D d + error

phi are the ten parameters of the load in its frame, B = map_link T that part of the map to base
parameters which belongs to the body that carries it; d are the changes of friction since the robot
was identified, in units of their spreads (in D); the error has the covariance C of the result.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.kinematics import find_frame
from dynid.errors import InputError, join_names, require
from dynid.identification.estimate import Estimate, find_base
from dynid.model.base_reduction import BaseParameters
from dynid.model.effects import Payload
from dynid.model.model import Model
from dynid.robot.parts import Frame

#: by which friction may differ from that of the result: a part of itself
FRICTION = 0.3
MOST = 1e6  # of it: more is no change of friction
#: variance of what no data have shown, over the square of its value (or of 1)
UNKNOWN = 1e6


@dataclass(frozen=True, eq=False)
class Carrier:
    """The letters of the module's docstring; `frame`: that of phi. `Z` = [B D]."""

    model: Model
    base: BaseParameters
    theta: Array
    covariance: Array
    deviations: Array
    B: Array
    D: Array
    frame: Frame

    @property
    def Z(self) -> Array:
        return np.hstack([self.B, self.D])

    @property
    def p(self) -> Array:
        """Parameters of the empty robot."""
        return self.base.to_parameters(self.theta)


def make_carrier(
    result: Estimate, frame: str | Frame | None = None, friction: float = FRICTION
) -> Carrier:
    """frame: of a body or a named one, default the tool, else the last body; friction: see
    FRICTION."""
    require("payload", result, Estimate, 'Estimate.load("result/result.json")')
    if not (isinstance(friction, (int, float)) and 0 <= friction <= MOST):
        raise InputError(
            f"payload: got a change of friction of {friction!r}, expected a fraction, such as"
            f" {FRICTION:g}."
        )
    model, base, covariance = _take_known(result)
    where = _place(model, frame)
    payload = Payload(where.body, None, where.position, where.rotation)
    payload.check(model.robot, model.groups)
    group = model.group_names[model.groups[payload.find_node(model.robot)]]
    S, at = _make_spreads(model, result, friction)
    return Carrier(
        model,
        base,
        result.theta,
        covariance,
        np.array([joint.rmse for joint in result.joints]),
        base.map[:, model.layout.bodies[group]] @ payload.map,
        base.map[:, at] * S,
        where,
    )


def _take_known(result: Estimate) -> tuple[Model, BaseParameters, Array]:
    """The model, its base parameters and their covariance, finite."""
    if result.model is None or len(result.p) != len(result.model.parameters):
        raise InputError(
            "payload: the result has no model of the whole robot; expected that of estimate(Problem"
            "(model, data), ...), or the result.json of 'dynid identify'."
        )
    base = find_base(result)
    if base is None:
        raise InputError(
            f"payload: the result has other parameters ({len(result.names)}) than the base"
            " parameters of its robot; expected a result of base parameters: omit the reduction."
        )
    if np.isnan(result.p).any():
        lost = [name for name, x in zip(result.parameters, result.p) if np.isnan(x)]
        raise InputError(
            f"payload: the result has no value of {join_names(lost, 8)}; identify again."
        )
    C = np.array(result.covariance)
    if np.isnan(C).any():
        raise InputError(
            "payload: the result has no covariance, so no interval would hold; expected that of an"
            " estimator with deviations: identify with the method consistent, wls or ols."
        )
    unknown = ~np.isfinite(np.diag(C))
    C[unknown], C[:, unknown] = 0.0, 0.0
    C[unknown, unknown] = UNKNOWN * np.maximum(result.theta[unknown] ** 2, 1.0)
    return base.model, base, C


def _place(model: Model, frame: str | Frame | None) -> Frame:
    """The frame that was asked for; else the tool, else the last body that has a mass."""
    robot = model.robot
    if frame is None and robot.tool is None:
        last = [body.name for body, group in zip(robot.bodies, model.groups) if group >= 0][-1]
        return Frame(last, last)
    return find_frame(robot, frame)


def _make_spreads(model: Model, result: Estimate, friction: float) -> tuple[Array, list[int]]:
    """Spreads of the friction parameters (those of constant forces and of what reads the speed),
    and their places in p. An offset may change by the joint's dry friction."""
    rmse = {joint.joint: joint.rmse for joint in result.joints}
    sizes = np.abs(result.p)
    dry: dict[str, float] = {}
    acting = [
        (at, placed)
        for at, placed in zip(model.layout.at, model.layout.terms)
        if "qd" in placed.term.law.reads or not placed.term.law.reads
    ]
    for at, placed in acting:
        if placed.term.law.sign and not placed.term.law.power:
            dry[placed.joint] = dry.get(placed.joint, 0.0) + sizes[at]
    spreads = []
    for at, placed in acting:
        least = rmse.get(placed.joint, 0.0)
        if not placed.term.law.power:
            least = max(least, dry.get(placed.joint, 0.0))
        spreads.append(friction * max(sizes[at], least))
    return np.array(spreads), [at for at, _ in acting]
