"""A model's parameters by name: their places, bounds and nominal values, and the constants of its
effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import number_array
from dynid.errors import InputError, join_names, require, suggest_name
from dynid.model.channels import is_of_bodies
from dynid.model.effects import Effect, Payload, Smoothed
from dynid.model.layout import Layout, make_layout
from dynid.robot.mechanism import Robot

if TYPE_CHECKING:
    from typing import Self


def make_label(effect: Effect) -> str:
    """How a constant's name begins: "Stribeck", or "Stribeck(joint1, joint2)" where the joints were
    chosen."""
    joints = "" if effect.joints is None else f"({', '.join(effect.joints)})"
    return type(effect).__name__ + joints


@dataclass(frozen=True, eq=False)
class NamedParameters:
    """Robot, effects and the places of their parameters: what a Model is made of."""

    robot: Robot
    effects: Sequence[Effect | Payload] = ()
    symmetric: bool = True
    reference: Array | None = None
    layout: Layout = field(init=False, repr=False)

    def __post_init__(self) -> None:
        require("Model", self.robot, Robot, 'load_robot("arm.urdf")')
        alone = isinstance(self.effects, (Effect, Payload, str, type))
        effects = (self.effects,) if alone else tuple(self.effects)
        object.__setattr__(self, "effects", effects)
        object.__setattr__(self, "layout", make_layout(self.robot, effects, self.symmetric))

    def set_load_reference(self, p: ArrayLike) -> Self:
        """The same model; in its regressor the load on the joints is that of the bodies in p. The
        torques of `inverse_dynamics` take it from their own p."""
        return self.set_load(self.to_inertias(p))

    def set_load(self, bodies: Array | None) -> Self:
        """The same of inertias (bodies, 10). Nothing else changes: parameters stay where they
        are."""
        out = copy(self)
        object.__setattr__(out, "reference", bodies)
        return out

    @property
    def reads_load(self) -> bool:
        """Whether effects depend on the torque of the bodies, so that tau is not linear in p."""
        return any(map(is_of_bodies, self.layout.channels))

    @property
    def plain(self) -> Self:
        """The same model without the effects that read more than the motion."""
        return self._drop_effects(lambda channel: True)

    @property
    def without_load(self) -> Self:
        """The same model without the effects that read the load of the joints."""
        return self._drop_effects(is_of_bodies)

    def _drop_effects(self, is_read: Callable[[str], bool]) -> Self:
        """Without the effects that read such a channel."""
        effects = [
            effect
            for effect in self.effects
            if isinstance(effect, Payload)
            or not any(is_read(channel) for t in effect.terms() for channel in t.law.channels)
        ]
        return self if len(effects) == len(self.effects) else replace(self, effects=effects)

    @property
    def parameters(self) -> tuple[str, ...]:
        """All parameters by name, in the order of p."""
        return self.layout.names

    @property
    def groups(self) -> tuple[int, ...]:
        return self.layout.groups

    @property
    def group_names(self) -> tuple[str, ...]:
        return self.layout.group_names

    @property
    def lower(self) -> Array:
        """Lower bounds of the parameters: friction and rotor inertia are >= 0; the rest is free (or
        bound per body)."""
        return np.array([parameter.lower for parameter in self.layout.parameters])

    @property
    def prior(self) -> Array:
        """Nominal values, nan where the robot's description gives none. Tied bodies: their mean."""
        return np.array([parameter.prior for parameter in self.layout.parameters])

    @property
    def nominal(self) -> Array:
        """`prior`, with friction and the like at zero where the description gives none."""
        p = self.prior
        p[self.layout.others] = np.nan_to_num(p[self.layout.others])
        return p

    def to_vector(self, values: Mapping[str, float], start: ArrayLike | None = None) -> Array:
        """p with some parameters given by name, {"joint1.viscous": 0.05}, the others as in `start`
        (default: `nominal`)."""
        p = self.nominal if start is None else np.array(start, dtype=float)
        places = {name: k for k, name in enumerate(self.parameters)}
        unknown = [name for name in values if name not in places]
        if unknown:
            raise InputError(
                f"model of '{self.robot.name}': no parameter {join_names(unknown, 8)}; see"
                f" model.parameters.{suggest_name(unknown[0], places)}"
            )
        for name, value in values.items():
            p[places[name]] = value
        return p

    def to_values(self, p: ArrayLike) -> dict[str, float]:
        """{"joint1.viscous": 0.05, ...} of a vector p."""
        given = np.asarray(p, dtype=float)
        if given.shape != (len(self.parameters),):
            raise InputError(_describe_wrong_size(given, self))
        return dict(zip(self.parameters, given.tolist()))

    @property
    def constants(self) -> dict[str, float]:
        """The constants that the torque is not linear in, by name: {"Stribeck.vs": 0.05};
        "Stribeck(joint1).vs" with chosen joints."""
        return {
            f"{make_label(effect)}.{key}": value
            for effect in self.nonlinear
            for key, value in effect.constants().items()
        }

    @property
    def searchable(self) -> tuple[str, ...]:
        """The constants that estimators may look for: those with a range (`Effect.ranges`)."""
        return tuple(
            f"{make_label(effect)}.{key}" for effect in self.nonlinear for key in effect.ranges(1.0)
        )

    def list_joint_constants(self) -> dict[str, dict[str, float]]:
        """{joint: {"vs": 0.05}} of the effects that act on it."""
        out: dict[str, dict[str, float]] = {}
        for effect in self.nonlinear:
            for joint in effect.chosen(self.robot):
                out.setdefault(joint, {}).update(effect.constants())
        return out

    def set_constants(self, values: Mapping[str, float]) -> Self:
        """The same model with other values of some of its `constants`."""
        now = self.constants
        unknown = [name for name in values if name not in now]
        if unknown:
            raise InputError(
                f"model of '{self.robot.name}': no constant {join_names(unknown)}; it has"
                f" {join_names(now)}."
            )
        if all(now[name] == value for name, value in values.items()):
            return self

        def replace_constants(effect: Effect | Payload) -> Effect | Payload:
            if isinstance(effect, Payload):
                return effect
            names = {key: f"{make_label(effect)}.{key}" for key in effect.constants()}
            new = {key: float(values[name]) for key, name in names.items() if name in values}
            return effect.set_constants(**new) if new else effect

        return replace(self, effects=[replace_constants(effect) for effect in self.effects])

    def smooth_signs(self, widths: Mapping[str, float]) -> Self:
        """The same model, its dry friction smoothed: tanh(qd / width), {joint: width}."""
        effects = [
            Smoothed(None, effect, widths) if isinstance(effect, Effect) else effect
            for effect in self.effects
        ]
        return replace(self, effects=effects)

    def split_effects(self, kind: type[Effect]) -> tuple[list[Effect], Self]:
        """The effects of one kind, and the model without them."""
        own = [effect for effect in self.effects if isinstance(effect, kind)]
        if not own:
            return [], self
        rest = [effect for effect in self.effects if not isinstance(effect, kind)]
        return own, replace(self, effects=rest)

    @property
    def nonlinear(self) -> list[Effect]:
        """The effects that the torque is not linear in some constants of."""
        effects = [effect for effect in self.effects if isinstance(effect, Effect)]
        return [effect for effect in effects if effect.constants()]

    def check_parameters(self, p: ArrayLike) -> Array:
        """p as an array; raises where it has another size, or values that are not finite."""
        values = number_array(p, "parameters p")
        if values.shape != (len(self.layout.parameters),):
            raise InputError(_describe_wrong_size(values, self))
        bad = np.flatnonzero(~np.isfinite(values))
        if bad.size:
            raise InputError(
                f"parameters p: {join_names([self.parameters[k] for k in bad], 10)} are nan or"
                " infinite; expected finite numbers (model.prior is nan where nothing is known:"
                " bodies without inertia, effects)."
            )
        return values

    def to_inertias(self, p: ArrayLike) -> Array:
        """The ten parameters of every body (bodies, 10), payloads of all logs included."""
        values = self.check_parameters(p)
        # the last row, -1: massless bodies
        table = np.vstack([values[self.layout.inertial].reshape(-1, 10), np.zeros(10)])
        inertia = np.ascontiguousarray(table[list(self.groups)])
        for payload, node, _, own in self.layout.payloads:
            if not payload.sometimes:
                inertia[node] += payload.move_to_link(
                    payload.inertia if own is None else values[own]
                )
        return inertia

    @property
    def known(self) -> str:
        """Payloads that are taken as known: part of the model, though no parameter tells."""
        known = [carried.payload for carried in self.layout.payloads if carried.own is None]
        return "; ".join(
            f"{e.name} on {e.link}: {e.move_to_link(e.inertia).tolist()}" for e in known
        )


def _describe_wrong_size(p: Array, model: NamedParameters) -> str:
    return (
        f"parameters p: got an array of shape {p.shape}, expected ({len(model.parameters)},), in"
        " the order of model.parameters."
    )
