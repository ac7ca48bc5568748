"""A motion that makes a robot's parameters visible: its options, and what they lead to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError
from dynid.files import check_folder, write_together, write_whole
from dynid.option_names import name_option
from dynid.study.contact_options import SupportOptions
from dynid.study.knowledge import make_reduction
from dynid.study.limit_options import LimitOptions
from dynid.study.log_options import RecordedMotion
from dynid.study.model_options import USUAL, ModelOptions
from dynid.study.options import declare_named_option, declare_option

if TYPE_CHECKING:
    from dynid.excitation.contact_limits import ContactMargins
    from dynid.excitation.earlier_information import EarlierInformation
    from dynid.excitation.excitation import Excitation
    from dynid.excitation.hung_design import HungDesign
    from dynid.excitation.sampled_trajectory import SampledTrajectory
    from dynid.findings import Finding
    from dynid.model.model import Model
    from dynid.study.log_options import Processing

TABLES = ("design.json", "trajectory.csv", "trajectory.yaml", "lead_in.csv")
FILES = (*TABLES, "motion.html", "joints.csv")  # the last: of a robot that stands


def _read_period(where: str, text: str) -> float | tuple[float, ...]:
    try:
        values = tuple(float(word) for word in text.split(","))
    except ValueError:
        values = ()
    if len(values) not in (1, 2):
        raise InputError(
            f"{where}: got '{text}', expected a number of seconds, or the shortest and the longest:"
            " 5,15."
        )
    return values if len(values) == 2 else values[0]


@dataclass(frozen=True)
class DesignOptions(SupportOptions, LimitOptions):
    """The limits that a motion keeps, its series, and the search for it; `iterations` of each
    start is for Python only."""

    apart = ("rate", "repetitions", "controller")

    period: Any = declare_named_option(
        10.0, "Seconds of one period, or shortest,longest: 5,15.", str, _read_period
    )
    harmonics: int = declare_named_option(5, "Harmonics of the Fourier series of each coordinate.")
    coordinates: str = declare_named_option(
        "actuated",
        "Coordinates of the series: actuated or task.",
        choices=("actuated", "task"),
    )
    rest: bool = declare_named_option(True, "Start and end at rest.")
    starts: int = declare_named_option(8, "Number of random starts.")
    seed: int = declare_named_option(0, "Seed of the random starts.")
    search_time: float | None = declare_named_option(
        30.0, "Time limit of the search in s; the best motion so far is taken."
    )
    iterations: int = declare_option(300)
    repetitions: int = declare_named_option(
        1, "Number of runs of the motion, for the predicted standard deviations."
    )
    rate: float = declare_named_option(1000.0, "Rate of the written files, in samples per second.")
    controller: str | None = declare_named_option(
        None,
        "Also write the motion for a controller: ur (URScript), franka (positions at 1 kHz).",
        choices=("ur", "franka"),
    )

    def __post_init__(self) -> None:
        if self.repetitions < 1:
            raise InputError(f"got {self.repetitions} repetitions, expected at least one.")


@dataclass(frozen=True, eq=False)
class Design:
    """A designed motion.

    excitation   the motion, what it promises, and the limits it keeps
    options      what was asked for
    start        about the way from home to its first pose; lead_in: that way, None where none is
                 known
    feet         what presses the feet of a robot that stands
    hanging      what the motion does to a robot that hangs
    findings     what was noticed in the robot's file
    written      files
    """

    excitation: Excitation
    options: DesignOptions
    start: str
    lead_in: SampledTrajectory | None = None
    feet: ContactMargins | None = None
    hanging: HungDesign | None = None
    findings: tuple[Finding, ...] = ()
    written: tuple[Path, ...] = ()

    def __str__(self) -> str:
        from dynid.findings import list_findings

        lines = [self.excitation.describe(self.options.repetitions), f"start: {self.start}"]
        if self.options.contacts:
            unknown = "neither the contact forces nor the inertias are known"
            lines.append(f"feet: {self.feet or unknown}")
        if self.hanging is not None:
            lines.append(self.hanging.describe(self.excitation))
        wrote = [f"wrote {', '.join(map(str, self.written))}"] if self.written else []
        return "\n\n".join(["\n".join(lines), *wrote, *list_findings(self.findings)])

    def to_dict(self) -> dict[str, Any]:
        """For machines: what `dynid design --json` prints."""
        from dynid.findings import save_findings

        times = self.options.repetitions
        std = self.excitation.predict_deviations(repetitions=times).tolist()
        content = {**self.excitation.to_dict(), "std": std, "repetitions": times}
        content |= {"start": self.start, "findings": save_findings(self.findings)}
        if self.feet is not None:
            content["feet"] = {"load": self.feet.load, "friction": self.feet.friction}
        if self.hanging is not None:
            content["hanging"] = self.hanging.to_dict()
        return content

    def write(self, folder: str | PathLike[str], overwrite: bool = False) -> Design:
        """Write the motion into a folder, made if it is new: exactly, as samples for the robot,
        as a page."""
        from dynid.excitation.controller_files import CONTROLLERS
        from dynid.excitation.trajectory import sample_closed
        from dynid.report.motion_page import render_motion_page

        found, rate, way = self.excitation, self.options.rate, self.lead_in
        machine, stands = found.model.robot, bool(self.options.contacts)
        with write_together(Path(folder), overwrite) as files:
            found.save(files, rate)
            if self.hanging is not None:
                write_whole(
                    files / FILES[1], self.hanging.format_table(found, rate), overwrite=True
                )
            if way is not None:
                way = sample_closed(way, machine, machine.logged, rate) if stands else way
                way.save(files / FILES[3], rate)
            if stands:  # no motor drives the base: what is sent to the robot is of its joints
                driven = sample_closed(found.trajectory, machine, machine.motors, rate)
                driven.save(files / FILES[2], rate, overwrite=True)
                driven.save(files / FILES[5], rate)
            write_whole(files / FILES[4], render_motion_page(found))
            extra: tuple[str, ...] = ()
            if self.options.controller is not None:
                name, write = CONTROLLERS[self.options.controller]
                write_whole(files / name, write(found.trajectory, way))
                extra = (name,)
        absent = {*(() if way is not None else FILES[3:4]), *(() if stands else FILES[5:])}
        return replace(
            self,
            written=tuple(Path(folder) / n for n in (*FILES, *extra) if n not in absent),
        )


def design_motion(
    robot: str,
    about: ModelOptions,
    options: DesignOptions,
    reading: Processing,
    output: str | PathLike[str] | None = None,
    overwrite: bool = False,
) -> Design:
    """The motion that shows most within the limits; of a robot that stands or hangs, too."""
    from dynid.diagnostics.examination import find_mistakes
    from dynid.excitation.controller_files import CONTROLLERS
    from dynid.excitation.experiment_design import design_excitation
    from dynid.excitation.hung_design import design_suspended
    from dynid.excitation.series import Fourier
    from dynid.excitation.standing_motion import design_swaying

    given = options.period
    period = tuple(map(float, given if isinstance(given, (tuple, list)) else [given]))
    series = Fourier(period[0], options.harmonics, options.coordinates, options.rest)
    kept = options.make_limits()
    model, hangs = options.hold(about.make_model(robot, USUAL, logs=RecordedMotion()))
    model = model if hangs is None else hangs.clamped
    if output is not None:
        named = [CONTROLLERS[options.controller][0]] if options.controller is not None else []
        check_folder(Path(output), [*FILES, *named], overwrite)
    how: dict[str, Any] = {"criterion": options.criterion, "starts": options.starts}
    how |= {"seed": options.seed, "time": options.search_time, "iterations": options.iterations}
    how |= {"friction_weight": options.friction_weight, "repetitions": options.repetitions}
    how["earlier"] = [read_earlier_information(name, model, reading) for name in options.earlier]
    how |= {
        "base": make_reduction(model, options.reduction),
        "period": period if len(period) == 2 else None,
    }
    stands = swings = None
    if hangs is not None:
        found, swings = design_suspended(hangs, series, kept, **how)
    elif options.contacts:
        found, stands = design_swaying(model, series, kept, **how)
    else:
        found = design_excitation(model, series, kept, **how)
    way, start = found.lead_in()
    design = Design(found, options, start, way, stands, swings, find_mistakes(model))
    return design if output is None else design.write(output, overwrite)


def read_earlier_information(name: str, model: Model, reading: Processing) -> EarlierInformation:
    """Of a result, its file or folder, or of a log, read as dynid.yaml says."""
    from dynid.identification.information import compute_information
    from dynid.identification.problem import Problem
    from dynid.study.log_options import load_data
    from dynid.study.record import load_result

    if model.robot.base:
        raise InputError(
            f"{name_option('earlier')}: the base of robot '{model.robot.name}' floats; expected one"
            " with a fixed base."
        )
    if Path(name).is_dir() or Path(name).suffix == ".json":
        return compute_information(load_result(name))
    return compute_information(Problem(model, load_data(model, [Path(name)], reading)))
