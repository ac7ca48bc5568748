"""Contract check of an effect: terms, parameters, columns, power, gradient."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.model.effects import Effect
from dynid.model.model import Model
from dynid.model.random_states import draw_random_states
from dynid.model.terms import Law, Signals, Term
from dynid.robot.mechanism import Robot
from dynid.robot.robot_loading import load_robot
from dynid.testing.contract_errors import require, require_no_error

STATES = 40  # random states at which an effect is looked at


def check_effect(effect: Effect, robot: Robot | str = "arm7", *, tolerance: float = 1e-9) -> None:
    """Raise a ContractError unless an effect does what every effect must do: its terms are
    lists of laws with names, units and bounds; its columns of the regressor are these laws; the
    torque is linear in its parameters; friction and damping dissipate power; its
    gradient is that of finite differences; forward dynamics inverts inverse dynamics.

    Parameters
    ----------
    effect
        an object of the class to check
    robot
        a robot that has the joints of the effect, or the name of a built-in one
    tolerance
        relative, of what must be equal to round-off
    """
    called = f"check_effect({effect!r})"
    require(
        callable(getattr(effect, "terms", None)) and not isinstance(effect, type),
        called,
        "an object of a class that derives from di.Effect, such as di.Viscous()",
        f"{effect!r}",
    )
    _require_terms(effect)
    machine = load_robot(robot)
    with require_no_error(f"di.Model({machine.name!r}, [{effect!r}])", "a model"):
        model = Model(machine, [effect])
    _require_parameters(effect, model)
    _require_constants(effect)
    _require_columns(effect, model, tolerance)
    if not model.layout.channels:
        _require_power(effect, model)
        _require_gradient(effect, model)
        _require_inverse(effect, model)


def _require_terms(effect: Effect) -> None:
    called = f"{type(effect).__name__}.terms()"
    with require_no_error(called, "a tuple of di.Term"):
        terms = tuple(effect.terms())
        again = tuple(effect.terms())
    for term in terms:
        good = isinstance(term, Term) and isinstance(term.law, Law)
        require(good, called, "di.Term(name, di.Law(...))", repr(term))
    names = [term.name for term in terms]
    require(len(set(names)) == len(names), called, "different names", names)
    require(terms == again, called, "the same terms at every call", again)


def _require_parameters(effect: Effect, model: Model) -> None:
    called, first = f"{effect!r} in a model", model.layout.inertial.stop
    added = model.layout.parameters[first:]
    require(added, called, "at least one parameter more than those of the bodies", "none")
    names = [parameter.name for parameter in added]
    require(len(set(names)) == len(names), called, "different parameters", names)
    for parameter in added:
        require(parameter.unit, f"{called}: {parameter.name}", "a unit", repr(parameter.unit))
        bound = parameter.lower
        require(bound <= 0 or np.isfinite(bound), f"{called}: {parameter.name}", "a bound", bound)


def _require_constants(effect: Effect) -> None:
    called = f"{type(effect).__name__}.ranges(speed)"
    with require_no_error(called, "{field: (least, largest)}"):
        ranges = effect.ranges(1.0)
        held = effect.constants()
        again = effect.set_constants(**held) if held else effect
    for name, (least, largest) in ranges.items():
        require(0 < least < largest, f"{called}[{name!r}]", "0 < least < largest", (least, largest))
        require(held[name] > 0, f"{effect!r}.constants()", f"{name} > 0", held[name])
    kept = type(again) is type(effect) and again.constants() == held
    require(kept, f"{effect!r}.set_constants(**constants())", repr(effect), repr(again))


def _make_states(model: Model) -> tuple[tuple[Array, Array, Array], dict[str, Array]]:
    """Random states, and numbers for what the laws read beside them."""
    motion = draw_random_states(model.robot, STATES)
    rng = np.random.default_rng(7)
    channels = {name: rng.uniform(0.5, 2.0, motion[0].shape) for name in model.layout.channels}
    return motion, channels


def _require_columns(effect: Effect, model: Model, tolerance: float) -> None:
    """Each column is the law, by the law's own formula, on the joints it acts on; on a tree, where
    a coordinate is an actuated joint."""
    motion, channels = _make_states(model)
    called, first = f"di.Model(..., [{effect!r}]).regressor", model.layout.inertial.stop
    with require_no_error(called, "an array"):
        Y = model.regressor(*motion, channels=channels)
    require(np.isfinite(Y).all(), called, "finite numbers", "nan or infinite ones")
    p = np.random.default_rng(3).uniform(0.1, 1.0, len(model.parameters))
    both = np.einsum("nik,k->ni", Y, p), model.predict(*motion, p, channels=channels)
    off, size = np.abs(both[0] - both[1]).max(), np.abs(both[1]).max()
    require(off <= tolerance * size, f"{called} @ p", "the torque of `predict`", f"{off:.3g} off")
    robot = model.robot
    if set(robot.coordinates) != set(robot.actuated):
        return
    at = {name: k for k, name in enumerate(robot.actuated)}
    wanted = np.zeros((len(motion[0]), robot.dof, len(model.parameters) - first))
    index = {parameter.name: k for k, parameter in enumerate(model.layout.parameters[first:])}
    for placed in effect.place_terms(robot):
        for act in placed.acts:
            read = [
                np.sum([gain * x[:, at[name]] for name, gain in act.of], axis=0) for x in motion
            ]
            on = act.on[0][0]
            beside = {name: x[:, at[on]] for name, x in channels.items()}
            force = placed.term.law.force(Signals(read[0], read[1], read[2], beside))
            for name, gain in act.on:
                wanted[:, at[name], index[placed.name]] += gain * force
    off = np.abs(Y[:, :, first:] - wanted).max(initial=0.0)
    limit = tolerance * max(1.0, np.abs(wanted).max(initial=0.0))
    require(off <= limit, called, "the columns of its laws", f"{off:.3g} off")


def _require_power(effect: Effect, model: Model) -> None:
    """What stands for friction or damping, with a bound of 0, never drives."""
    motion, _ = _make_states(model)
    first = model.layout.inertial.stop
    for placed in effect.place_terms(model.robot):
        if placed.term.stands_for not in ("friction", "damping") or placed.term.lower < 0:
            continue
        p = np.zeros(len(model.parameters))
        p[first + [x.name for x in model.layout.parameters[first:]].index(placed.name)] = 1.0
        power = (model.predict(*motion, p) * motion[1]).sum(axis=1)
        require(
            power.min() >= -1e-9 * np.abs(power).max(),
            f"{effect!r}: {placed.name}, which stands for {placed.term.stands_for}",
            "that it takes power at every velocity (or lower=-inf, or another sign)",
            f"{power.min():.3g} W",
        )


def _require_gradient(effect: Effect, model: Model) -> None:
    """The gradient of the regressor against central differences; jumps of a sign are smoothed, as
    where a motion is designed."""
    smooth = model.smooth_signs(dict.fromkeys(model.robot.coordinates, 0.3))
    motion, _ = _make_states(smooth)
    rng, called = np.random.default_rng(2), f"{effect!r}: the gradient of the regressor"
    weights = rng.normal(size=smooth.regressor(*motion).shape)
    weights[:, :, : smooth.layout.inertial.stop] = 0.0
    found = smooth.regressor_gradient(*motion, weights)
    for level, bar in enumerate(found):
        step = 1e-5 * rng.normal(size=bar.shape)
        ends = []
        for sign in (1.0, -1.0):
            moved = [x + sign * step if k == level else x for k, x in enumerate(motion)]
            ends.append((smooth.regressor(moved[0], moved[1], moved[2]) * weights).sum(axis=(1, 2)))
        slope, own = ends[0] - ends[1], 2 * (bar * step).sum(axis=1)
        # where |v| has a kink, a difference across it is none of the slope's
        off, size = np.abs(slope - own), max(np.abs(own).max(), 1e-9 * np.abs(ends[0]).max())
        wrong = np.median(off) > 1e-4 * size
        require(not wrong, called, "that of finite differences", f"{np.median(off):.3g} off")


def _require_inverse(effect: Effect, model: Model) -> None:
    (q, qd, qdd), _ = _make_states(model)
    p = np.where(np.isfinite(model.prior), model.prior, 0.5)
    called = f"{effect!r}: forward_dynamics of inverse_dynamics"
    with require_no_error(called, "the accelerations"):
        back = model.forward_dynamics(q, qd, model.inverse_dynamics(q, qd, qdd, p), p)
    off = np.abs(back - qdd).max() / np.abs(qdd).max()
    require(off <= 1e-6, called, "the accelerations", f"{off:.3g} (relative) off")
