"""What an identified robot carries, from logs or while it moves: what `dynid payload` does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, join_names
from dynid.option_names import name_option
from dynid.study.column_options import ColumnOptions
from dynid.study.log_options import LogSource, Processing, load_data
from dynid.study.options import Group, declare_named_option, list_frames
from dynid.study.record import ResultSource, load_result, name_result
from dynid.study.text_values import read_numbers_by_name

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate
    from dynid.model.model import Model
    from dynid.payload.payload_estimate import PayloadEstimate

WAIT = 5.0  # s
FRICTION = 0.3
STREAMED = ("columns", "units", "rate")  # options that samples are read by


@dataclass(frozen=True)
class PayloadOptions(Group):
    """What is known of a payload, and of the robot that carries it."""

    known: Mapping[str, Any] = declare_named_option(
        {},
        "Known properties of the payload: mass, centre of mass, or both.",
        read=read_numbers_by_name,
        metavar="mass=KG,com=X Y Z",
    )
    frame: str | None = declare_named_option(
        None, "The link or frame that carries it; default: the tool.", choices=list_frames
    )
    friction: float = declare_named_option(
        FRICTION,
        "Relative change of friction since identification that is allowed; default:"
        f" {FRICTION:g} (30 %).",
    )


@dataclass(frozen=True)
class FollowOptions(Group):
    """Of a payload while the robot moves."""

    follow: str | None = declare_named_option(
        None,
        "Estimate while the robot moves: a CSV file that grows, or - for standard input.",
        metavar="FILE",
    )
    wait: float | None = declare_named_option(
        None,
        f"Stop when a followed file has not grown for this many s; default: {WAIT:g}.",
        kind=float,
    )

    def check(self, typed: Collection[str], options: PayloadOptions, others: bool) -> None:
        """Refuse what has no effect; typed: names of options about logs; others: whether logs or
        a page were named."""
        follow = name_option("follow")
        if self.follow is None:
            if self.wait is not None:
                wait = name_option("wait")
                raise InputError(f"payload: got {wait} without {follow}, expected both or neither.")
            return
        if others or options.known:
            raise InputError(
                f"payload: got {follow} with a log, with {name_option('known')} or with"
                f" {name_option('output')}, expected {follow} alone."
            )
        if unread := [name_option(name) for name in typed if name not in STREAMED]:
            raise InputError(
                f"payload: got {join_names(unread)} with {follow}, which reads"
                f" {join_names(map(name_option, STREAMED))} only; expected samples in torques,"
                " joint by joint."
            )


def estimate_payload(
    result: ResultSource,
    logs: Sequence[LogSource],
    processing: Processing,
    options: PayloadOptions,
) -> PayloadEstimate:
    """`Study.payload`, with logs processed so."""
    from dynid.identification.gain_records import apply_gains
    from dynid.payload.payload_identification import identify_payload

    saved, model = _load_with_model(result)
    data = apply_gains(saved, load_data(model, logs, processing))
    return identify_payload(saved, data, options.known, options.frame, options.friction)


@dataclass(frozen=True, eq=False)
class LivePayload:
    """The payload at a time, and whether something touches the robot."""

    t: float
    payload: PayloadEstimate
    contact: bool

    def to_dict(self) -> dict[str, Any]:
        return {"t": self.t, "contact": self.contact} | self.payload.to_dict()

    def __str__(self) -> str:
        touch = "; contact" if self.contact else ""
        return f"t = {self.t:.1f} s: {self.payload.sentence}{touch}"


def follow_payload(
    result: ResultSource,
    live: FollowOptions,
    reading: ColumnOptions,
    options: PayloadOptions,
) -> Iterator[LivePayload]:
    """The payload each second while samples come, from a CSV file that grows or from standard
    input ("-"); to the end of the samples, or Ctrl-C."""
    from dynid.data.live import StreamColumns, read_samples
    from dynid.payload.payload_stream import PayloadStream

    saved, _ = _load_with_model(result)
    stream = PayloadStream(saved, reading.rate, options.frame, options.friction)
    joints = stream.carrier.model.robot.actuated
    reading = reading.select_for(live.follow or "")
    columns = StreamColumns(reading.columns, reading.units, reading.rate)
    t, count, wait = 0.0, 0, live.wait or WAIT
    with suppress(KeyboardInterrupt):
        for sample in read_samples(live.follow or "-", joints, columns, wait):
            t = sample.t
            found = stream.push(t, sample.q, sample.tau, sample.qd)
            if found is not None:
                count += 1
                yield LivePayload(t, found, stream.contact)
    if not count:
        raise InputError(
            f"no payload was estimated until t = {t:g} s; expected more than a second of motion in"
            " which joints do not stick."
        )


def _load_with_model(result: ResultSource) -> tuple[Estimate, Model]:
    saved = load_result(result)
    if saved.model is None:
        raise InputError(
            f"{name_result(result)}: has no model of its robot; identify again with this version of"
            " dynid."
        )
    return saved, saved.model
