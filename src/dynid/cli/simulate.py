"""dynid simulate: the log of a robot that follows a trajectory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dynid.cli.options import Contacts, FootRadius, Force, Hang, Json, LogFile, RobotName, answer
from dynid.clock import bar
from dynid.errors import FileExists, InputError, listing
from dynid.study.feet import check_support, hanging_at, standing_at_home
from dynid.study.robot import RobotOptions, held, payload_of
from dynid.study.text_values import named_numbers, payloads

if TYPE_CHECKING:
    from dynid.arrays import Array
    from dynid.data.log import Log
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot
    from dynid.simulation.result import SimulatedLog


WATER = 1000.0  # kg/m^3
LARGEST = 1e9  # SI: no friction and no noise is larger


def simulate(
    robot: RobotName,
    trajectory: Annotated[
        Path,
        typer.Argument(
            help="Motion to follow: design.json, or a CSV with t, q_<joint> [, qd_, qdd_]."
        ),
    ],
    output: LogFile,
    about: RobotOptions,
    viscous: Annotated[
        float,
        typer.Option(min=0, max=LARGEST, help="Viscous friction of every drive [N m s or N s/m]."),
    ] = 0.0,
    coulomb: Annotated[
        float, typer.Option(min=0, max=LARGEST, help="Dry friction of every drive [N m or N].")
    ] = 0.0,
    built: Annotated[
        float,
        typer.Option(
            min=0, max=0.9, help="Bodies heavier or lighter than drawn by up to this part."
        ),
    ] = 0.0,
    payload: Annotated[
        list[str] | None,
        typer.Option(
            "--payload", metavar="link=LINK,mass=KG,com=X Y Z", help="What a link carries."
        ),
    ] = None,
    duration: Annotated[
        float | None,
        typer.Option(help="Seconds; the motion's own if not given. A periodic design goes on."),
    ] = None,
    rate: Annotated[float, typer.Option(help="Samples a second, of control and log.")] = 1000.0,
    noise: Annotated[
        float,
        typer.Option(min=0, max=LARGEST, help="Torque noise, as a part of each torque's RMS."),
    ] = 0.0,
    encoder: Annotated[
        float, typer.Option(min=0, max=1, help="Resolution of the positions [rad or m].")
    ] = 0.0,
    seed: Annotated[int, typer.Option(min=0, help="Of the noise.")] = 0,
    springs: Annotated[
        bool,
        typer.Option("--springs", help="Let joints without motors move, which are else held."),
    ] = False,
    contacts: Contacts = "",
    foot_radius: FootRadius = None,
    hang: Hang = "",
    preload: Annotated[
        str | None,
        typer.Option(
            metavar="JOINT=TORQUE,...",
            help="Of motors that work against each other: torques to be near to; else the least.",
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Simulate a robot that follows a trajectory by computed torque, and write its log. One with a
    free base stands on feet that are held, or hangs; its log has the pose of the base."""
    import numpy as np

    from dynid.excite.footing import footing
    from dynid.excite.trajectory import load_trajectory
    from dynid.loops.feet import check_balance
    from dynid.model.build import described, effects_of
    from dynid.model.model import Model
    from dynid.simulation.controllers import reference
    from dynid.simulation.measurement import Measurement
    from dynid.simulation.simulate import simulate

    if output.exists() and not force:
        raise FileExists(output, "choose another name, or --overwrite (--force).")
    machine = about.load(robot)
    machine = machine if springs else held(machine, ())
    check_support(machine, contacts, hang)
    acting = [*effects_of("viscous,coulomb", machine), *described(machine, rotors=True)]
    model = Model(machine, acting)
    carried = [payload_of(model.robot, load) for load in payloads(payload or ())]
    if lacking := [each.link for each in carried if each.inertia is None]:
        raise InputError(f"got --payload on '{lacking[0]}' without a mass, expected its mass.")
    model = replace(model, effects=(*model.effects, *carried))
    p, n = whole(model), len(model.robot.motors)
    hangs = hanging_at(model, hang) if hang else None
    model = standing_at_home(model, contacts, foot_radius)
    if contacts:
        check_balance(model.robot)
    motion = load_trajectory(trajectory, hangs.clamped.robot if hangs else model.robot)
    p[model.layout.others][: 2 * n] = np.repeat([viscous, coulomb], n)
    p[model.layout.inertial] *= as_built(len(model.group_names), built)
    sensors, start = Measurement(encoder=encoder, relative_noise=noise), None
    if hangs is not None:
        at = dict(zip(motion.joints, motion.at([0.0])[0][0]))
        model, turns = hangs.swinging, hangs.rest_turns(at, p)
        start = [*turns, *(at.get(name, 0.0) for name in model.robot.actuated[3:])]
    with bar("simulating", duration or motion.duration) as progress:
        log = simulate(
            model,
            p,
            motion,
            duration,
            rate=rate,
            q0=start,
            measurement=sensors,
            seed=seed,
            progress=progress,
            preload=_preload(model.robot, preload),
        )
    assert log.truth is not None  # it was simulated to its end
    floats = hangs.model.robot if hangs else model.robot
    (with_pose(log, floats) if floats.base else log).save(output, force)
    joints, done = motion.joints, log.truth
    off = np.abs(done.q - reference(motion, model.robot, log.t)[0]).max(axis=0)
    off = off[[model.robot.actuated.index(name) for name in joints]]
    feet = footing(model, done.q, done.qd, done.qdd, p) if contacts else None
    content = {
        "robot": model.robot.name,
        "samples": len(log),
        "duration": log.duration,
        "largest_tracking_error": dict(zip(joints, off.tolist())),
        "output": str(output),
    }
    far = ", ".join(f"{name} {x:.2g}" for name, x in zip(joints, off))
    text = f"{log!r}\nlargest distance from the trajectory: {far}\nwrote {output}"
    if feet is not None:
        content["feet"] = {"load": feet.load, "friction": feet.friction}
        kept = "" if feet.stands else "; the simulation held it there, a real robot would not stay"
        text = f"feet: {feet}{kept}\n{text}"
    answer(as_json, content, text)


def with_pose(log: SimulatedLog, robot: Robot) -> Log:
    """The log as a robot with a free base has it: the exact pose of the base in place of its
    coordinates."""
    from dynid.data.base import base_motion, pose_columns

    assert log.truth is not None
    pose = pose_columns(robot, base_motion(robot, log.truth.q))
    return replace(log.select([x for x in log.joints if x not in robot.base]), around=pose)


def _preload(robot: Robot, text: str | None) -> list[float] | None:
    if text is None:
        return None
    given = named_numbers("--preload")(text)
    if unknown := [name for name in given if name not in robot.motors]:
        raise InputError(
            f"--preload: got {listing(unknown)}, expected some of {listing(robot.motors)}."
        )
    return [given.get(name, 0.0) for name in robot.motors]


def whole(model: Model) -> Array:
    """The nominal parameters; bodies of which nothing is known, beside others that are, are
    cylinders between their joints, of water."""
    import warnings

    import numpy as np

    from dynid.errors import IgnoredElementWarning
    from dynid.estimators.consistent.solid_guess import unit_solids

    p, robot = model.nominal, model.robot
    ten = p[model.layout.inertial].reshape(-1, 10)
    unknown = [name for name, row in zip(model.group_names, ten) if np.isnan(row).any()]
    if len(unknown) == len(ten):
        raise InputError(
            f"robot '{robot.name}': no inertia is known of {listing(unknown, 8)}, which a"
            " simulation needs; write it into the robot's file, or simulate an identified robot"
            " (dynid export RESULT --urdf or --mjcf)."
        )
    if unknown:
        warnings.warn(
            f"robot '{robot.name}': no inertia is known of {listing(unknown, 8)}; cylinders of"
            f" {WATER:g} kg/m^3 between their joints stand in.",
            IgnoredElementWarning,
            stacklevel=2,
        )
        for name, solid in unit_solids(model, unknown).items():
            p[model.layout.bodies[name]] = WATER * solid
    return p


def as_built(bodies: int, part: float) -> Array:
    """(10 bodies,) factors of a specimen: each body up to this part heavier or lighter than drawn,
    and so still possible; one and the same specimen in every run."""
    import numpy as np

    return np.repeat(1.0 + part * np.random.default_rng(0).uniform(-1.0, 1.0, bodies), 10)
