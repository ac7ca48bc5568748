"""A model from names, as a user types them and as results are saved."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, join_names, suggest_name
from dynid.registry import Registry

if TYPE_CHECKING:
    from dynid.model.effects import Effect
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot

#: the one registry of effects: the command line, its help and the documentation read it
EFFECTS = Registry(
    "effect",
    {
        "viscous": "dynid.model.effects:Viscous",
        "coulomb": "dynid.model.effects:Coulomb",
        "offset": "dynid.model.effects:Offset",
        "rotor": "dynid.model.effects:RotorInertia",
        "spring": "dynid.model.effects:Spring",
        "stribeck": "dynid.model.effects:Stribeck",
        "smooth": "dynid.model.effects:SmoothFriction",
        "coupling": "dynid.model.effects:JointCoupling",
        "directional_viscous": "dynid.model.gears:directional_viscous",
        "directional_coulomb": "dynid.model.gears:directional_coulomb",
        "concave": "dynid.model.gears:concave",
        "convex": "dynid.model.gears:convex",
        "load_friction": "dynid.model.gears:LoadFriction",
        "hysteresis": "dynid.model.gears:Hysteresis",
        "ripple": "dynid.model.gears:Ripple",
        "position_friction": "dynid.model.gears:PositionFriction",
        "temperature": "dynid.model.temperature:Temperature",
        "drift": "dynid.model.temperature:Drift",
        "per_run": "dynid.model.temperature:PerRun",
        "counterbalance": "dynid.model.counterbalance:Counterbalance",
        "lugre": "dynid.model.lugre:LuGre",
        "shared_motor": "dynid.model.gears:SharedMotor",
        "shared_friction": "dynid.model.gears:SharedFriction",
        "torque_scale": "dynid.model.gears:TorqueScale",
        "encoder_offset": "dynid.model.gears:EncoderOffset",
        "gravity_direction": "dynid.model.gears:GravityDirection",
    },
)
#: one word of a list: a name, and in brackets joints and constants
WORD = re.compile(r"\s*([^,(]+?)\s*(?:\(([^()]*)\)\s*)?(?:,|$)")


def build_model(
    robot: str | os.PathLike[str] | Robot, effects: str, symmetric: bool = True
) -> Model:
    """build_model("arm.urdf", "viscous,coulomb(joint1,slide),my_effects.py:Cubic")."""
    from dynid.model.model import Model
    from dynid.robot.robot_loading import load_robot

    made = load_robot(robot)
    return Model(made, parse_effects(effects, made), symmetric)


def parse_effects(text: str, robot: Robot) -> list[Effect]:
    """The effects of a text: "viscous, coulomb(arm*, slide, width=0.02), coupling(joint5, joint6)".
    In brackets stand joints (passive ones too; none: all motors) and constants."""
    words, at = [], 0
    while text[at:].strip():
        found = WORD.match(text, at)
        if found is None or found.end() == at:
            raise InputError(
                f"got the effects '{text}', expected names with commas between them, joints and"
                " constants in brackets: viscous,coulomb(joint1,joint2,width=0.02)."
            )
        words.append(found)
        at = found.end()
    made = []
    for found in words:
        inside = [part.strip() for part in (found[2] or "").split(",") if part.strip()]
        joints = [part for part in inside if "=" not in part]
        pairs = [part.partition("=") for part in inside if "=" in part]
        constants = {name.strip(): _parse_value(value.strip()) for name, _, value in pairs}
        if found[1] != "none":
            made.append(make_effect(robot, found[1], joints or None, constants))
    return made


def list_described_effects(robot: Robot, rotors: bool = False) -> list[Effect]:
    """What the robot's file says of joints beside its motors: springs, damping, friction, rotors
    (`rotors`: those of motors too). Their nominal values are the file's."""
    passive = set(robot.coordinates) - set(robot.motors)
    every = {"stiffness": robot.coordinates} | ({"armature": robot.coordinates} if rotors else {})
    return describe_joints(robot, passive, every)


def describe_joints(
    robot: Robot, joints: Collection[str], others: Mapping[str, Collection[str]] | None = None
) -> list[Effect]:
    """The springs, damping, friction and rotors that the robot's file gives to joints; others:
    {kind: joints} where these are others."""
    from dynid.model.effects import Coulomb, RotorInertia, Spring, Viscous

    effects: dict[str, Callable[[list[str]], Effect]] = {
        "stiffness": Spring,
        "damping": Viscous,
        "friction": Coulomb,
        "armature": RotorInertia,
    }
    found: list[Effect] = []
    for kind, effect in effects.items():
        some = (others or {}).get(kind, joints)
        names = [c for c in robot.coordinates if c in some and getattr(robot.joint(c), kind)]
        found += [effect(names)] if names else []
    return found


def make_effect(
    robot: Robot,
    name: str,
    joints: Sequence[str] | None = None,
    constants: Mapping[str, Any] | None = None,
) -> Effect:
    """One effect by its name, on joints by name or pattern."""
    given = dict(constants or {})
    if joints is not None:
        given["joints"] = tuple(_match_joints(robot, name, joints))
    effect: Effect = EFFECTS.make(name, **given)
    return effect


def _match_joints(robot: Robot, effect: str, patterns: Iterable[str]) -> list[str]:
    found: list[str] = []
    for pattern in patterns:
        fits = [name for name in robot.coordinates if fnmatchcase(name, pattern)]
        if not fits:
            locked = " (it is locked)" if pattern in robot.locked else ""
            raise InputError(
                f"effect '{effect}': robot '{robot.name}' has no joint '{pattern}'{locked}; it has"
                f" {join_names(robot.coordinates)}.{suggest_name(pattern, robot.coordinates)}"
            )
        found += [name for name in fits if name not in found]
    return found


def _parse_value(text: str) -> float | bool | str | tuple[float, ...]:
    """A number, several with blanks between them, true or false; else the word itself."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        numbers = tuple(float(word) for word in text.split())
    except ValueError:
        return text
    return numbers[0] if len(numbers) == 1 else numbers
