"""The logs of identify, validate and compare: read, and processed as the options say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.cli.drives import Drives, gains_of, typed_drives
from dynid.cli.groups import Group, as_typed, option
from dynid.cli.loads import Loads, loads_of, place, typed_loads
from dynid.cli.typed import pairs, unit, words
from dynid.errors import InputError

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.data.log import Log
    from dynid.doctor.findings import Finding
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot

KEPT = 5e7  # bytes of files whose logs are kept: they are asked for more than once
STICKING = "5%"  # of a joint's largest speed: below, it may stick


def _units(texts: Sequence[str]) -> dict[str, float | str]:
    return {name: unit(value) for name, value in pairs("--unit", texts).items()}


@dataclass(frozen=True)
class Columns(Group):
    """What stands in log files, and where."""

    columns: Mapping[str, str | int] = option(
        {},
        lambda texts: pairs("--column", texts),
        "--column",
        kind=list[str],
        metavar="NAME=COLUMN",
        help="What the log calls otherwise: t=time_ms, q=pos_{joint} or q=joint_{j}_pos.",
    )
    units: Mapping[str, Any] = option(
        {},
        _units,
        "--unit",
        kind=list[str],
        metavar="NAME=UNIT",
        help="What is not in SI: t=ms, q=deg, tau_joint1=6.24 (Nm per A).",
    )
    rate: float | None = option(
        None, float, "--rate", kind=float, help="Samples a second, where no time was recorded."
    )
    joints: tuple[str, ...] | None = option(
        None, words, "--joints", metavar="JOINT,...", help="Names of the columns of arrays."
    )
    clean: bool = option(
        False,
        as_typed,
        "--clean",
        kind=bool,
        help="Leave out repeated rows and rows with NaN.",
    )


@dataclass(frozen=True)
class Recording(Columns):
    """And how they were recorded."""

    topic: str | None = option(None, as_typed, "--topic", help="Of a ROS bag with several.")
    drives: Drives = option(
        {},
        typed_drives,
        "--gain",
        metavar="JOINT=GAIN,...",
        help="Nm per A of joints with currents: joint1=13.6, joint2=0.136*100 (constant, ratio), a"
        " start joint3=~9; the others are looked for.",
    )


@dataclass(frozen=True)
class Reading(Recording):
    """And what was carried."""

    payloads: Loads = option(
        {},
        typed_loads,
        "--load",
        kind=list[str],
        metavar="LOG:link=LINK,mass=KG,com=X Y Z",
        help="What a link carries in one log; without a mass it is looked for, logs with the same"
        " name=... share it; com=unknown: only its mass is known.",
    )


@dataclass(frozen=True)
class Settings(Reading):
    """And how they are processed, as typed."""

    cutoff: str = option(
        "auto", as_typed, "--cutoff", help="Low-pass in Hz, or auto: chosen from the data and said."
    )
    decimate: str = option(
        "auto",
        as_typed,
        "--decimate",
        help="Filter torque and model alike, keep every k-th sample: auto, a number, or none.",
    )
    slow: str = option(
        "auto",
        as_typed,
        "--slow",
        help="Leave out a joint's samples slower than this: rad/s or m/s, 2% of its fastest, none;"
        " auto: 5% with dry friction, none where friction acts at low speed (stribeck).",
    )
    between: str = option(
        "",
        as_typed,
        "--between",
        help="Only this stretch of the logs, in seconds: 0.1,7.5",
    )
    delay: str = option(
        "none",
        as_typed,
        "--delay",
        help="Seconds by which torques were recorded late: 0.004, auto (found), or none.",
    )
    velocity: str = option(
        "positions",
        as_typed,
        "--velocity",
        help="positions: their derivative; measured: the log's own velocities.",
    )
    repetitions: bool = option(
        False,
        as_typed,
        "--repetitions",
        kind=bool,
        help="The logs are repetitions of one motion: take their mean, and its deviation.",
    )

    rows: str | None = option(
        None,
        as_typed,
        "--rows",
        help="Of a robot whose base floats: base (no torque of a joint is needed), joints, or both;"
        " else those whose forces the log has.",
    )
    contacts: tuple[str, ...] = option(
        (),
        words,
        "--contacts",
        metavar="FOOT,...",
        help="Feet that stay in place and whose forces were not recorded: frames or links, or"
        " points of links, 'shank=0.1 0 -0.3'.",
    )

    foot_radius: float = option(
        0.0,
        float,
        "--foot-radius",
        kind=float,
        metavar="METRES",
        help="Of --contacts that are balls and roll on level ground.",
    )

    def used(self, data: Dataset) -> Settings:
        """What training data led to, for other logs. Which samples are kept follows from the cutoff
        and each log's own rate."""
        cutoff = self.cutoff if data.cutoff is None else repr(float(data.cutoff))
        decimate = "none" if data.decimation is None else self.decimate
        return replace(self, cutoff=cutoff, decimate=decimate, between="", repetitions=False)

    def check_unseen(self, logs: Sequence[Path], test: Sequence[Path] | None) -> None:
        """Refuse to check the mean of repetitions on one of them: it has been seen."""
        if self.repetitions and (both := {*map(place, logs)} & {*map(place, test or ())}):
            raise InputError(
                f"got '{both.pop()}' among the repetitions and as a test log; expected other motion"
                " to check on."
            )

    @property
    def kept(self) -> dict[str, str]:
        """What a result remembers, so that other logs are processed alike."""
        names = ("cutoff", "decimate", "slow", "delay", "velocity", "rows")
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}


def meant_by(model: Model, typed: Settings) -> dict[str, Any]:
    """Arguments of di.process."""
    none = {"auto": "auto", "none": None}
    slow = "auto, a speed such as 0.02, a part such as 5%, or none"
    delay = "seconds, such as 0.004, auto or none"
    return {
        "cutoff": _meant("--cutoff", typed.cutoff, float, "Hz or auto", {"auto": "auto"}),
        "decimate": _meant("--decimate", typed.decimate, int, "a whole number, auto or none", none),
        "slow": _meant("--slow", typed.slow, _speed, slow, none | {"auto": _sticking(model)}),
        "between": _meant(
            "--between", typed.between, _span, "two times in s, such as 0.1,7.5", {"": None}
        ),
        "delay": _meant("--delay", typed.delay, float, delay, none),
    }


def load_data(model: Model, logs: Sequence[Path], typed: Settings) -> Dataset:
    import numpy as np

    from dynid.clock import stage
    from dynid.data.process import process

    how = meant_by(model, typed)
    with stage("reading"):
        read = [read_one(path, model.robot.actuated, typed, model.robot.free) for path in logs]
        deviations = None
        if typed.repetitions:
            from dynid.data.repeated import repetitions

            if payloads := [name for name in typed.payloads if place(name) in map(place, logs)]:
                raise InputError(
                    f"got a payload of {payloads[0]} and repetitions; expected the payload of all"
                    " of them (payload: beside logs:)."
                )
            mean = repetitions(read)
            read, deviations = [mean.log], mean.deviations
    known, start = gains_of(typed.drives, model.robot.actuated)
    with stage("processing"):
        data = process(
            read,
            model,
            **how,
            velocity=typed.velocity,
            gains=known,
            start=start,
            rows=typed.rows,
            payloads=None if deviations is not None else loads_of(model, logs, typed.payloads),
        )
    if deviations is not None:
        data = replace(data, variance=np.square(deviations))
    return data


def recorded_in(logs: Sequence[Path], typed: Reading) -> Callable[[Robot], Collection[str]]:
    """The joints that all logs have, of a robot with freedoms that no motor drives; of others
    nobody asks."""

    def joints(robot: Robot) -> Collection[str]:
        there = [p for p in logs if p.exists()] if robot.free else []
        seen = [set(read_one(path, robot.actuated, typed, robot.free).joints) for path in there]
        return set.intersection(*seen) if seen else ()

    return joints


def _sticking(model: Model) -> Any:
    """What is left out of itself: where a joint sticks, dry friction is not sign(qd), and these
    samples mislead. A joint whose friction acts at low speed needs them."""
    from dynid.data.masks import rubbing

    laws = [(placed.joint, placed.term.law) for placed in model.layout.terms]
    if not any(law.dry for _, law in laws):
        return None
    slow = {joint for joint, law in laws if law.fade < float("inf")}
    every = (*model.robot.actuated, *rubbing(model))
    kept = {joint: STICKING for joint in every if joint not in slow}
    return STICKING if len(kept) == len(every) else kept or None


def noticed_in(model: Model, logs: Sequence[Path], typed: Reading) -> tuple[Finding, ...]:
    """What a short look says of the robot and its logs; those with a load of their own are left
    out."""
    from dynid.doctor.hints import hints

    loaded = {place(name) for name in typed.payloads}
    plain = [path for path in logs if place(path) not in loaded]
    return hints(model, [read_driven(path, model.robot, typed) for path in plain])


def read_driven(path: Path, robot: Robot, typed: Recording) -> Log:
    """A log, with torques for currents where all gains are known."""
    joints = robot.actuated
    log = read_one(path, joints, typed, robot.free)
    known, _ = gains_of(typed.drives, joints)
    driven = [name for name in log.currents if name in joints]
    return log.as_torques(known) if all(name in known for name in driven) else log


def _meant(
    option: str, text: str, read: Callable[[str], Any], expected: str, words: Mapping[str, Any]
) -> Any:
    """What an option says: one of some words, or something to read."""
    try:
        return words[text] if text in words else read(text)
    except ValueError:
        raise InputError(f"got {option} {text}, expected {expected}.") from None


def _speed(text: str) -> float | str:
    return text if text.endswith("%") else float(text)


def _span(text: str) -> tuple[float, float]:
    start, stop = map(float, text.split(","))
    return start, stop


_READ: dict[Any, Log] = {}


def read_one(path: Path, joints: Sequence[str], typed: Recording, free: Sequence[str] = ()) -> Log:
    """A log, read as the options say; joints: those that patterns of columns stand for; free: those
    without motor. Read once in a run, unless the file changes or is long."""
    how = (typed.columns, typed.units, typed.rate, typed.joints, typed.topic, typed.clean)
    try:
        there = path.stat()
    except OSError:
        return _read(path, joints, typed, free)  # says what is wrong
    if not path.is_file() or there.st_size > KEPT:
        return _read(path, joints, typed, free)
    key = (path, there.st_mtime_ns, there.st_size, *joints, "free", *free, repr(how))
    if key not in _READ:
        if sum(each[2] for each in _READ) + there.st_size > KEPT:
            _READ.clear()
        _READ[key] = _read(path, joints, typed, free)
    return _READ[key]


def _read(path: Path, joints: Sequence[str], typed: Recording, free: Sequence[str]) -> Log:
    from dynid.data.patterns import expanded
    from dynid.data.read import column_names, read_log

    if typed.rate is not None and not typed.rate > 0:
        raise InputError(f"got --rate {typed.rate:g}, expected samples a second, such as 500.")
    try:
        patterns = any("{" in str(name) for name in typed.columns.values())
        there = column_names(path, typed.topic) if patterns else ()
        return read_log(
            path,
            expanded(typed.columns, joints, there, str(path)),
            typed.units,
            joints=typed.joints or None,
            topic=typed.topic,
            clean=typed.clean,
            rate=typed.rate,
            free=free,
        )
    except InputError as error:
        if not path.exists():
            raise
        raise InputError(
            f"{error} On the command line: --column, --unit, or see dynid convert --help."
        ) from error
