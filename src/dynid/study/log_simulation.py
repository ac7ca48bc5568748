"""The log of a robot that follows a motion: what is simulated, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, join_names
from dynid.files import check_target
from dynid.option_names import name_option
from dynid.progress import show_bar
from dynid.study import yaml_values as check
from dynid.study.contact_options import SupportOptions
from dynid.study.model_options import ModelOptions, hold_passive, make_payload
from dynid.study.options import declare_named_option
from dynid.study.text_values import make_named_numbers_reader

if TYPE_CHECKING:
    from dynid.data.log import Log
    from dynid.excitation.contact_limits import ContactMargins
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot
    from dynid.simulation.simulated_log import SimulatedLog

LARGEST = 1e9  # SI: no friction and no noise is larger
#: of options whose values are bounded; none is negative
MOST = {"viscous": LARGEST, "coulomb": LARGEST, "noise": LARGEST, "built": 0.9, "encoder": 1.0}


@dataclass(frozen=True)
class SimulationOptions(SupportOptions):
    """How the real robot differs from its file, what carries it, and how it is recorded."""

    apart = ("rate", "payload")

    viscous: float = declare_named_option(0.0, "Viscous friction of every drive [N m s or N s/m].")
    coulomb: float = declare_named_option(0.0, "Dry friction of every drive [N m or N].")
    built: float = declare_named_option(
        0.0, "Bodies heavier or lighter than drawn by up to this part."
    )
    payload: tuple[Mapping[str, Any], ...] = declare_named_option(
        (), "Payload of a link.", list[str], check.parse_payloads, "link=LINK,mass=KG,com=X Y Z"
    )
    duration: float | None = declare_named_option(
        None, "Seconds; the motion's own if not given. A periodic design goes on.", float
    )
    rate: float = declare_named_option(1000.0, "Rate of control and log, in samples per second.")
    noise: float = declare_named_option(0.0, "Torque noise, as a part of each torque's RMS.")
    encoder: float = declare_named_option(0.0, "Resolution of the positions [rad or m].")
    seed: int = declare_named_option(0, "Seed of the noise.")
    springs: bool = declare_named_option(
        False, "Let joints without motors move, which are else held."
    )
    forces: bool = declare_named_option(
        False, "Record the reaction forces and moments of all joints and loops."
    )
    preload: Mapping[str, float] | None = declare_named_option(
        None,
        "Of motors that work against each other: torques to be near to; else the least.",
        str,
        make_named_numbers_reader(),
        "JOINT=TORQUE,...",
    )

    def __post_init__(self) -> None:
        for name, most in MOST.items():
            if not 0.0 <= getattr(self, name) <= most:
                raise InputError(
                    f"{name_option(name)}: got {getattr(self, name)}, expected a number from 0"
                    f" to {most:g}."
                )

    def build_model(self, name: str, about: ModelOptions) -> Model:
        """The robot as it is built: with friction in its motors and what its file says of joints,
        and with what it carries."""
        from dynid.model.model import Model
        from dynid.model.model_builder import list_described_effects, parse_effects

        robot = about.load(name)
        robot = robot if self.springs else hold_passive(robot, ())
        loads = (*about.payload, *self.payload)
        carried = [make_payload(robot, load) for load in loads]
        if lacking := [each.link for each in carried if each.inertia is None]:
            raise InputError(f"got a payload on '{lacking[0]}' without a mass, expected its mass.")
        acting = [
            *parse_effects("viscous,coulomb", robot),
            *list_described_effects(robot, rotors=True),
        ]
        return Model(robot, [*acting, *carried])

    def read_preload(self, robot: Robot) -> list[float] | None:
        """Of each motor."""
        if self.preload is None:
            return None
        if unknown := [name for name in self.preload if name not in robot.motors]:
            raise InputError(
                f"preload: got {join_names(unknown)}, expected some of {join_names(robot.motors)}."
            )
        return [self.preload.get(name, 0.0) for name in robot.motors]


@dataclass(frozen=True, eq=False)
class Simulated:
    """A simulation.

    log       what was simulated, with the truth; recorded: as the robot has it, which is the log of
              a floating one with the pose of its base
    distance  {joint: the largest from the motion}
    feet      what presses the feet of a robot that stands
    written   the log's file
    """

    log: SimulatedLog
    recorded: Log
    robot: str
    distance: Mapping[str, float]
    feet: ContactMargins | None = None
    written: Path | None = None

    def __str__(self) -> str:
        lines = [repr(self.log)]
        if self.feet is not None:
            held = "; the simulation held it there, a real robot would not stay"
            lines.insert(0, f"feet: {self.feet}{'' if self.feet.stands else held}")
        far = ", ".join(f"{name} {x:.2g}" for name, x in self.distance.items())
        lines.append(f"largest distance from the trajectory: {far}")
        if self.reactions:
            most = ", ".join(f"{name} {x:.3g}" for name, x in self.reactions.items())
            lines.append(f"largest reaction force [N]: {most}")
        return "\n".join([*lines, *([f"wrote {self.written}"] if self.written else ())])

    def to_dict(self) -> dict[str, Any]:
        """For machines: what `dynid simulate --json` prints."""
        content: dict[str, Any] = {
            "robot": self.robot,
            "samples": len(self.log),
            "duration": self.log.duration,
            "largest_tracking_error": dict(self.distance),
        }
        content |= {} if self.written is None else {"output": str(self.written)}
        if self.reactions:
            content["largest_reaction_force"] = self.reactions
        if self.feet is not None:
            content["feet"] = {"load": self.feet.load, "friction": self.feet.friction}
        return content

    @property
    def reactions(self) -> dict[str, float]:
        """{joint or loop: the largest force [N] that it transmits}, where these were recorded."""
        import numpy as np

        sensors = self.log.sensors.items()
        return {x: float(np.linalg.norm(six[:, :3], axis=1).max()) for x, six in sensors}

    def write(self, path: str | PathLike[str], overwrite: bool = False) -> Simulated:
        """Write the log, in any format that dynid reads."""
        self.recorded.save(path, overwrite)
        return replace(self, written=Path(path))


def simulate_motion(
    robot: str,
    about: ModelOptions,
    trajectory: Any,
    options: SimulationOptions,
    output: str | PathLike[str] | None = None,
    overwrite: bool = False,
) -> Simulated:
    """A robot that follows a file, or a motion, by computed torque."""
    import numpy as np

    from dynid.closed_chains.ground_contacts import check_balance
    from dynid.excitation.contact_limits import compute_contact_margins
    from dynid.excitation.trajectory import load_trajectory
    from dynid.simulation.controllers import sample_reference
    from dynid.simulation.measurement import Measurement
    from dynid.simulation.simulation_run import simulate
    from dynid.simulation.specimen import complete_parameters, vary_bodies

    if output is not None:
        check_target(output, overwrite)
    model = options.build_model(robot, about)
    p, n = complete_parameters(model), len(model.robot.motors)
    model, hangs = options.hold(model)
    if options.contacts:
        check_balance(model.robot)
    motion = getattr(trajectory, "excitation", trajectory)
    motion = getattr(motion, "trajectory", motion)
    if isinstance(trajectory, (str, PathLike)):
        follows = hangs.clamped.robot if hangs else model.robot
        motion = load_trajectory(fspath(trajectory), follows)
    p[model.layout.others][: 2 * n] = np.repeat([options.viscous, options.coulomb], n)
    p[model.layout.inertial] *= vary_bodies(len(model.group_names), options.built)
    start, floats = None, model.robot
    if hangs is not None:
        at = dict(zip(motion.joints, motion.at([0.0])[0][0]))
        model, turns, floats = hangs.swinging, hangs.compute_rest_turns(at, p), hangs.model.robot
        start = [*turns, *(at.get(name, 0.0) for name in model.robot.actuated[3:])]
    with show_bar("simulating", options.duration or motion.duration) as progress:
        log = simulate(
            model,
            p,
            motion,
            options.duration,
            rate=options.rate,
            q0=start,
            measurement=Measurement(encoder=options.encoder, relative_noise=options.noise),
            seed=options.seed,
            progress=progress,
            preload=options.read_preload(model.robot),
            record="hinge_wrenches" if options.forces else (),
        )
    done = log.truth
    assert done is not None  # it was simulated to its end
    off = np.abs(done.q - sample_reference(motion, model.robot, log.t)[0]).max(axis=0)
    found = Simulated(
        log,
        _add_pose(log, floats) if floats.base else log,
        model.robot.name,
        {name: float(off[model.robot.actuated.index(name)]) for name in motion.joints},
        compute_contact_margins(model, done.q, done.qd, done.qdd, p) if options.contacts else None,
    )
    return found if output is None else found.write(output, overwrite)


def _add_pose(log: SimulatedLog, robot: Robot) -> Log:
    """The log as a robot with a free base has it: the exact pose of the base in place of its
    coordinates."""
    from dynid.data.floating_base import pose_columns, take_base_motion

    assert log.truth is not None
    pose = pose_columns(robot, take_base_motion(robot, log.truth.q))
    return replace(log.select([x for x in log.joints if x not in robot.base]), around=pose)
