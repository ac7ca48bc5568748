"""Options that describe a robot and its model, for every command that takes one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, join_names, suggest_name
from dynid.model.model_builder import EFFECTS
from dynid.option_names import name_option
from dynid.study import yaml_values as check
from dynid.study.options import OWN, Group, declare_option, list_frames, list_joints
from dynid.study.text_values import (
    make_named_numbers_reader,
    make_vector_reader,
    read_words,
)

if TYPE_CHECKING:
    from dynid.model.effects import Payload
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot
    from dynid.robot.parts import Frame, Loop
    from dynid.study.log_options import RecordedMotion

USUAL = "viscous,coulomb,offset,rotor"


@dataclass(frozen=True)
class JointOptions(Group):
    """Which joints a robot has, and which of them move. The last four stand in dynid.yaml only."""

    lock: Mapping[str, float] | None = declare_option(
        None,
        check.lock,
        "--lock",
        make_named_numbers_reader(alone=0.0, told={"log": nan}),
        metavar="JOINT=VALUE,...",
        help="Lock joints, by name or pattern, at a position [rad or m]: 'gripper*=0.02,wheel_*'"
        " (default position: 0); 'gripper*=log': their position in the logs.",
        choices=list_joints,
        details="In the file names with values, `{gripper*: 0.02}`, or a list for 0. Bodies that"
        " locked joints carry become part of the body before them, exactly.",
    )
    actuated: tuple[str, ...] | None = declare_option(
        None,
        check.names,
        "--actuated",
        read_words,
        metavar="JOINT,...",
        help="Joints whose motion determines all others, in a robot with closed loops.",
        choices=list_joints,
    )
    base: str | None = declare_option(
        None,
        check.check_base,
        "--base",
        lambda where, text: check.check_word(where, text, "fixed", "floating"),
        metavar="fixed|floating",
        help="fixed: fix the base of a robot whose file has a floating one (tilt"
        " rotates it); floating: let the root link of a URDF move freely.",
        choices=("fixed", "floating"),
        details="In the file also `{fixed: true, tilt: [roll, pitch]}` [rad] and `{gravity: [x, y,"
        " z]}` ([floating.md](floating.md)).",
    )
    geometry: Mapping[str, Any] = declare_option(
        {},
        check.check_table(check.check_anything, "arm: 0.4"),
        help="Arguments of a built-in robot or of a user-defined function.",
        details="`{arm: 0.4}`",
    )
    loops: tuple[Mapping[str, Any], ...] = declare_option(
        (),
        check.check_several(check.loop, "loops"),
        help="Close kinematic loops, which a URDF cannot describe.",
        details="`[{name: tip, a: left_tip, b: right_coupler, position_b: [0.35, 0, 0], kind:"
        " point}]`; `a` and `b` are bodies or frames.",
    )
    home: Mapping[str, float] | None = declare_option(
        None,
        check.check_table(check.number, "motor: -0.5"),
        help="A pose on the wanted assembly branch.",
        details="`{left: -2.0, left_elbow: 1.05}`",
    )
    symmetry: tuple[tuple[str, ...], ...] | None = declare_option(
        None,
        check.check_symmetry,
        help="Groups of bodies with equal parameters; none: no group.",
        details="`[[arm1, arm2, arm3]]`",
    )

    def load(self, name: str) -> Robot:
        from dynid.robot.lock import hold_base, lock_joints
        from dynid.robot.robot_loading import load_robot

        if asked := [name for name, value in (self.lock or {}).items() if isnan(value)]:
            raise InputError(
                f"{name_option('lock', f'{asked[0]}=log')}: no log is read for it; expected a"
                " number."
            )
        drives = None if self.loops else self.actuated
        at_once = None if self.loops or self.symmetry else self.lock
        robot = load_robot(name, drives, at_once, self.base == "floating", **self.geometry)
        robot = hold_base(robot) if self.base == "fixed" else robot
        changes: dict[str, Any] = {}
        if self.loops:
            changes["loops"] = (*robot.loops, *(_make_loop(robot, about) for about in self.loops))
            changes["actuated"] = self.actuated or ()
        if self.home is not None:
            changes["home"] = {**robot.home, **self.home}
        if self.symmetry is not None:
            changes["symmetry"] = self.symmetry
        robot = robot.replace(**changes) if changes else robot
        return lock_joints(robot, self.lock) if self.lock and not at_once else robot


@dataclass(frozen=True)
class RobotOptions(JointOptions):
    """How a robot differs from its file."""

    tilt: tuple[float, ...] | None = declare_option(
        None,
        None,
        "--tilt",
        make_vector_reader(2, "0.2,0 or 12deg,0deg"),
        metavar="ROLL,PITCH",
        help="Turn the base about its x, then its y axis [rad], or 12deg,0deg; default: level.",
    )
    gravity: tuple[float, ...] | None = declare_option(
        None,
        None,
        "--gravity",
        make_vector_reader(3, "0,0,-9.81"),
        metavar="X,Y,Z",
        help="Gravity [m/s^2] in the axes of the base; default: that of the file.",
    )
    tool: str | None = declare_option(
        None,
        check.check_text,
        "--tool",
        metavar="FRAME",
        help="Link or frame that is the tool; default: that of the file.",
        choices=list_frames,
    )

    def __bool__(self) -> bool:
        return any(getattr(self, f.name) for f in fields(RobotOptions)) or self.symmetry == ()

    def load(self, name: str) -> Robot:
        robot = super().load(name)
        if self.gravity is not None:
            robot = robot.replace(gravity=self.gravity)
        if self.tilt is not None:
            robot = robot.replace(gravity=_tilt_gravity(robot, self.tilt))
        return robot if self.tool is None else robot.replace(tool=find_frame(robot, self.tool))


@dataclass(frozen=True)
class ModelOptions(RobotOptions):
    """And what acts beside its bodies."""

    effects: str | None = declare_option(
        None,
        check.check_effects,
        "--effects",
        help="Joint effects of the model, separated by commas, on some joints and with constants"
        f" where you like: 'viscous,coulomb(joint1,slide,width=0.02)'; {join_names(EFFECTS)}; none;"
        f" {OWN}; auto: selected by cross-validation. Default: auto (identify), none (inspect),"
        f" else {USUAL}.",
        choices=("auto", "none", *EFFECTS),
        details="In the file also as a list with patterns, `coulomb: {joints: [slide], width:"
        " 0.02}`. `coupling(joint5,joint6)`: two joints that share a motor, as in the wrist of a"
        " Staubli TX40.",
    )
    payload: tuple[Mapping[str, Any], ...] = declare_option(
        (),
        check.payloads,
        "--payload",
        check.parse_payloads,
        list[str],
        metavar="link=LINK,mass=KG,com=X Y Z",
        help="Payload [kg, m] of a link in all logs; without a mass it is identified.",
        details="Further keys: `inertia`, `position`, `rpy`.",
    )

    def make_model(
        self, name: str, effects: str, symmetric: bool = True, logs: RecordedMotion | None = None
    ) -> Model:
        """effects: where none were given, and what the file says of joints beside its motors."""
        from dynid.model.model import Model
        from dynid.model.model_builder import list_described_effects, parse_effects

        robot = self.load(name)
        if logs is not None:
            robot = logs.follow(hold_passive(robot, logs.list_moved_joints(robot)))
        acting = parse_effects(self.effects or effects, robot)
        acting += (
            list_described_effects(robot) if self.effects is None and effects != "none" else []
        )
        carried = [make_payload(robot, about) for about in self.payload]
        return Model(robot, [*acting, *carried], symmetric)


def hold_passive(robot: Robot, moved: Collection[str]) -> Robot:
    """The robot with what no motor drives held, unless it is among the joints that move."""
    import warnings

    from dynid.errors import IgnoredElementWarning
    from dynid.robot.lock import hold_free

    free = [name for name in robot.free if name not in moved]
    if not free:
        return robot
    springs = " (springs as if they were stiff)" if robot.sprung else ""
    warnings.warn(
        f"robot '{robot.name}': held {join_names(free)}, which no motor moves{springs}. A log with"
        " their positions (q_...) lets them move.",
        IgnoredElementWarning,
        stacklevel=2,
    )
    return hold_free(robot, free)


def find_frame(robot: Robot, name: str) -> Frame:
    """A frame of the robot by its name, or that of a body."""
    from dynid.robot.parts import Frame

    frames = {body.name: Frame(body.name, body.name) for body in robot.bodies}
    frames |= {frame.name: frame for frame in robot.frames}
    if name not in frames:
        raise InputError(
            f"robot '{robot.name}' has no frame or body '{name}'; it has"
            f" {join_names(frames)}.{suggest_name(name, frames)}"
        )
    return frames[name]


def make_payload(robot: Robot, about: Mapping[str, Any]) -> Payload:
    """{"link": "tool0", "mass": 1.2, "com": (0, 0, 0.05)}, at a body or at a frame of one; `com`,
    `inertia` about it, and `position`, `rpy` in the link's own frame."""
    from dynid.model.effects import Payload
    from dynid.robot.geometry import inertial, make_rpy_rotation
    from dynid.robot.place import Place

    frame = find_frame(robot, about["link"])
    turn = make_rpy_rotation(*about.get("rpy", (0, 0, 0)))
    at = Place(frame.body).append(frame.rotation, frame.position)
    at = at.append(turn, about.get("position", (0, 0, 0)))
    ten = None
    if "mass" in about:
        ten = inertial(about["mass"], about.get("com", (0, 0, 0)), about.get("inertia", (0, 0, 0)))
    elif "com" in about or "inertia" in about:
        raise InputError(
            f"payload on '{about['link']}': got com or inertia without a mass; expected a mass as"
            " well, or neither if the payload is to be identified."
        )
    # as they come back from a saved result
    position, rotation = tuple(at.position.tolist()), tuple(map(tuple, at.rotation.tolist()))
    return Payload(frame.body, ten, position, rotation, about.get("name", "payload"))


def _make_loop(robot: Robot, about: Mapping[str, Any]) -> Loop:
    """{"a": body or frame, "b": ..., "position_a": ..., "kind": "point"}."""
    from dynid.robot.parts import Loop
    from dynid.robot.place import Place

    ends = []
    for end in "ab":
        frame = find_frame(robot, about[end])
        at = Place(frame.body).append(frame.rotation, frame.position)
        ends.append(
            at.append([[1, 0, 0], [0, 1, 0], [0, 0, 1]], about.get(f"position_{end}", (0, 0, 0)))
        )
    a, b = ends
    name = about.get("name", f"{about['a']}-{about['b']}")
    places = (a.carrier, b.carrier, a.position, b.position, a.rotation, b.rotation)
    return Loop(name, *places, about.get("kind", "point"))


def _tilt_gravity(robot: Robot, tilt: tuple[float, ...]) -> Any:
    """g in the axes of a base that stands in the world by R = Ry(pitch) Rx(roll): R' g."""
    import numpy as np

    from dynid.robot.geometry import make_rpy_rotation

    return make_rpy_rotation(tilt[0], tilt[1], 0.0).T @ np.asarray(robot.gravity)
