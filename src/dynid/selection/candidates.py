"""What is tried: groups of effects, and settings of dry friction's sign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.masks import REST_TIME, drop_short_runs
from dynid.errors import InputError, join_names
from dynid.identification.observability import WARMER, check_shown, list_arms
from dynid.model.base_reduction import base_parameters
from dynid.model.channels import LOGGED_TEMPERATURE, RECORDING
from dynid.model.effects import (
    Coulomb,
    Effect,
    Offset,
    RotorInertia,
    Smoothed,
    Spring,
    Viscous,
)
from dynid.model.gears import (
    EncoderOffset,
    GravityDirection,
    Hysteresis,
    LoadFriction,
    PositionFriction,
    PowerFriction,
    Ripple,
    SharedFriction,
    SharedMotor,
    TorqueScale,
)
from dynid.model.model import Model
from dynid.model.model_builder import list_described_effects
from dynid.model.temperature import PerRun, Temperature
from dynid.robot.mechanism import Robot
from dynid.robot.passive_joints import list_passive_groups, name_passive_group

BASE, HYSTERESIS, SHORT_HYSTERESIS = "base", "hysteresis", "short hysteresis"
LONG_HYSTERESIS, SPRINGS, RIPPLE = "long hysteresis", "springs", "ripple"
OVER_POSITION, TEMPERATURES = "friction over position", "temperature"
PER_RUN = RUN_OFFSETS, RUN_FRICTION = "offsets of single logs", "friction of single logs"
LOAD_FRICTION, SCALES, ZEROS = "load friction", "torque scales", "encoder offsets"
TILT = "gravity direction"
#: what changes all torques together, and so hides what single joints do: tried after the others
GLOBAL = (SCALES, TILT, ZEROS)
#: (rad) over which a gear winds up before it slips, and cables and seals; of a slide these parts of
#: what it moves
LENGTHS = (0.003, 0.01, 0.03, 0.1)
#: of bearings and gears that turn round: at rest they keep their direction, where the sign of the
#: velocity is noise
SHORT = (2e-5, 1e-4, 5e-4, 2e-3)
LONG = (0.3,)
HYSTERESES = {SHORT_HYSTERESIS: SHORT, HYSTERESIS: LENGTHS, LONG_HYSTERESIS: LONG}
TURN = 2.5  # rad, that joints usually move in a log
PASSES = 3.0  # of a place, before what it does can be told from what the time does
STILL = 1e-3  # rad or m: a joint that moves less has no memory to be seen
REST = 0.005  # of the largest speeds: with all joints slower for REST_TIME, the robot rests


Widths = tuple[float, ...]


class Setting(NamedTuple):
    """How dry friction acts near rest, in parts of each joint's largest speed.

    Attributes
    ----------
    widths
        of tanh(qd / width), one per joint; 0: a sharp sign
    slow
        below, samples do not count in training
    """

    widths: Widths
    slow: float = 0.0

    def compute_widths(self, robot: Robot, fastest: Mapping[str, float]) -> dict[str, float]:
        """{joint: width} in rad/s or m/s; of passive joints the mean part of the others."""
        parts, mean = dict(zip(robot.actuated, self.widths)), float(np.mean(self.widths))
        return {name: parts.get(name, mean) * speed for name, speed in fastest.items()}

    def __str__(self) -> str:
        low, high = (f"{100 * part:.2g}" for part in (min(self.widths), max(self.widths)))
        between = low if low == high else f"{low} to {high}"
        smooth = f"friction sign smoothed over {between} % of top speed"
        sign = smooth if any(self.widths) else "sharp friction sign"
        return sign + (f", without samples below {100 * self.slow:g} %" if self.slow else "")


#: widths that are tried for every joint, steps from the best of them, and what is tried around
#: that once more effects act
WIDTHS = (0.0, 0.003, 0.006, 0.012, 0.025, 0.05, 0.1, 0.2)
FINER = (1.5, 1.1)
AROUND = (1 / 3, 1.0, 3.0)
#: samples that a gear which sticks leaves out
SLOW = (0.0, 0.05, 0.1)
STICKING = 0.02  # the same where passive joints rub, each of which reverses at its own times


def find_rests(data: Dataset) -> NDArray[np.bool_]:
    """(N,) where the whole robot stands still; it does not train. All samples of a rest are one: a
    fit that has seen some of them knows the others, and what holds a joint there is any torque
    within its dry friction."""
    still, out = np.all(np.abs(data.qd) <= REST * compute_top_speeds(data), axis=1), []
    for samples in data.logs:
        out.append(drop_short_runs(still[samples], int(REST_TIME * data.rate) + 1))
    return np.concatenate(out)


def compute_top_speeds(data: Dataset) -> Array:
    """(n,) the largest speed of every joint."""
    fastest: Array = np.maximum(np.abs(data.qd).max(axis=0), 1e-12)
    return fastest


def list_base_effects() -> list[Effect]:
    """What every joint is taken to have."""
    return [Viscous(), Coulomb(), Offset(), RotorInertia()]


def list_effect_groups(data: Dataset) -> dict[str, list[Effect]]:
    """The groups of effects that these data could show, by name; the first is always there."""
    robot = data.model.robot
    names = [name for name in robot.actuated if name in robot.motors]
    moved = dict(zip(robot.actuated, np.ptp(data.q, axis=0)))
    sliding = {name for name in names if robot.joint(name).kind == "prismatic"}
    path = dict(zip(robot.actuated, np.abs(np.diff(data.q, axis=0))[~data.starts[1:]].sum(axis=0)))
    passed = [name for name in names if path[name] >= PASSES * moved[name]]
    springy = [name for name in passed if name not in robot.sprung]
    winding = [name for name in names if moved[name] > STILL]
    groups: dict[str, list[Effect]] = {
        BASE: [*list_base_effects(), *list_described_effects(robot)],
        "concave friction": [PowerFriction(power=0.5)],
        "convex friction": [PowerFriction(power=2.0)],
        LOAD_FRICTION: [LoadFriction([name]) for name in names],
        **{
            group: [
                Hysteresis([name], (length,))
                for name in winding
                for length in _select_hysteresis_lengths(
                    lengths, data, name, moved[name], name in sliding
                )
            ]
            for group, lengths in HYSTERESES.items()
        },
        SPRINGS: [Spring(springy, offset=False)] if springy else [],
        RIPPLE: [
            Ripple([name], waves)
            for name in passed
            if (waves := _select_wave_numbers(moved[name])) and name not in sliding
        ],
        OVER_POSITION: [
            PositionFriction([name], viscous=True)
            for name in passed
            if moved[name] > np.pi and name not in sliding
        ],
        TEMPERATURES: _list_temperature_effects(data),
        SCALES: _list_torque_scales(data),
        ZEROS: [EncoderOffset([name]) for name in list_identifiable_zeros(robot)],
        **_list_run_effects(data, names),
        TILT: [GravityDirection()] if np.any(robot.gravity) else [],
        **_list_passive_friction(robot),
    }
    if robot.is_tree:
        for pair in _list_neighbour_drives(robot):
            if not sliding & set(pair):
                for opposed, how in ((False, "motor"), (True, "opposed motor")):
                    name = f"{how} of {' and '.join(pair)}"
                    groups[name] = [SharedMotor(list(pair), opposed)]
    return {name: effects for name, effects in groups.items() if effects}


def _list_passive_friction(robot: Robot) -> dict[str, list[Effect]]:
    """Of a closed chain: joints that are alike in one group, with one friction for all."""
    out = {}
    for steps in list_passive_groups(robot):
        described = [robot.joint(name) for names in steps for name in names]
        if not any(joint.damping or joint.friction for joint in described):
            out[f"friction of {name_passive_group(steps)}"] = [
                effect
                for names in steps
                for effect in (
                    [SharedFriction(names)] if len(names) > 1 else [Viscous(names), Coulomb(names)]
                )
            ]
    return out


#: why a joint is not among those of a group
UNSEEN = {
    **dict.fromkeys(HYSTERESES, "it moves too little, or between gaps of the log"),
    SPRINGS: f"it does not pass its way {PASSES:g} times, or the robot's file has a spring there",
    RIPPLE: f"it moves through less than one period, or does not pass its way {PASSES:g} times",
    OVER_POSITION: "it moves through less than half a turn, or does not pass its way"
    f" {PASSES:g} times",
    TEMPERATURES: f"its temperature is not in every log, or stays within {WARMER:g} K",
}


def list_untried_effects(data: Dataset, groups: dict[str, list[Effect]]) -> tuple[str, ...]:
    """What these data cannot show, each with its joints and the reason."""
    robot, out = data.model.robot, []
    for group, why in UNSEEN.items():
        tried = {name for effect in groups.get(group, ()) for name in effect.chosen(robot)}
        rest = [name for name in robot.actuated if name in robot.motors and name not in tried]
        if group in (RIPPLE, OVER_POSITION):
            rest = [name for name in rest if robot.joint(name).kind != "prismatic"]
        if group == TEMPERATURES and LOGGED_TEMPERATURE not in data.channels:
            continue
        if rest:
            out.append(f"{group} at {join_names(rest)}: {why}")
    return tuple(out)


def _list_neighbour_drives(robot: Robot) -> list[tuple[str, str]]:
    """Drives of which one moves the body that carries the other."""
    of = {body.name: body.joint.name for body in robot.bodies}
    pairs = [(of.get(body.parent, ""), body.joint.name) for body in robot.bodies]
    return [pair for pair in pairs if set(pair) <= set(robot.actuated)]


def _select_hysteresis_lengths(
    lengths: tuple[float, ...], data: Dataset, joint: str, moved: float, slides: bool
) -> tuple[float, ...]:
    """Those over which the joint moves far enough between gaps of the log."""
    tried = tuple(float(x * moved / TURN) for x in lengths) if slides else lengths

    def is_observable(length: float) -> bool:
        try:
            check_shown(Model(data.model.robot, [Hysteresis([joint], (length,))]), data)
        except InputError:
            return False
        return True

    return tuple(length for length in tried if is_observable(length))


def _select_wave_numbers(moved: float) -> tuple[float, ...]:
    """Waves of which the joint moves through a whole one."""
    return tuple(k for k in (1.0, 2.0) if moved >= 2 * np.pi / k)


def _list_run_effects(data: Dataset, joints: list[str]) -> dict[str, list[Effect]]:
    """Of several logs."""
    if RECORDING not in data.channels:
        return {}
    runs = 1 + int(data.channels[RECORDING].max())
    return {name: [PerRun(joints, runs, name == RUN_FRICTION)] for name in PER_RUN}


def list_identifiable_zeros(robot: Robot) -> tuple[str, ...]:
    """Joints whose zero torques can show: with each of them there is one base parameter more. It is
    not for a joint on a vertical axis, nor for the last: there it is another frame of its body."""
    if not robot.is_tree or not np.any(robot.gravity):
        return ()
    found = tuple[str, ...]()
    rank = len(base_parameters(Model(robot)))
    for name in robot.motors:
        more = len(base_parameters(Model(robot, [EncoderOffset([*found, name])])))
        found, rank = ((*found, name), more) if more > rank else (found, rank)
    return found


def _list_torque_scales(data: Dataset) -> list[Effect]:
    """Against the joint with the largest torques, of every arm."""
    square = dict(zip(data.model.robot.actuated, (data.tau**2).sum(axis=0).tolist()))
    rest = [max(arm, key=square.__getitem__) for arm in list_arms(data.model.robot) if arm]
    others = [name for arm in list_arms(data.model.robot) for name in arm if name not in rest]
    return [TorqueScale([name]) for name in others]


def _list_temperature_effects(data: Dataset) -> list[Effect]:
    """Of the joints whose temperature was logged and changes; friction is stated at its mean."""
    robot, out = data.model.robot, list[Effect]()
    for name, T in zip(robot.actuated, data.channels.get(LOGGED_TEMPERATURE, np.zeros((0, 0))).T):
        if name in robot.motors and np.isfinite(T).all() and np.ptp(T) >= WARMER:
            out.append(Temperature([name], about=float(T.mean())))
    return out


def acts_globally(effects: Sequence[Effect], robot: Robot) -> bool:
    """Whether one parameter acts on several joints, or on all that a joint feels: gains of sensors,
    the direction of gravity, motors that joints share. Such a one can hide a local effect that is
    missing."""
    placed = [each for effect in effects for each in effect.place_terms(robot)]
    return any(
        each.term.law.of_sensor or len({j for act in each.acts for j, _ in act.on}) > 1
        for each in placed
    )


def smooth_friction_signs(effects: list[Effect], widths: dict[str, float]) -> list[Effect]:
    """With the sign of dry friction as wide as it was found."""
    if not any(widths.values()):
        return effects
    return [
        Smoothed(None, effect, widths) if any(term.law.dry for term in effect.terms()) else effect
        for effect in effects
    ]
