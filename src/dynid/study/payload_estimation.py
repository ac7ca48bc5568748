"""What an identified robot carries, from logs or while it moves: what `dynid payload` does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError
from dynid.study.log_options import ColumnOptions, LogSource, Processing, load_data
from dynid.study.options import Group, declare_named_option
from dynid.study.record import ResultSource, load_result, name_result
from dynid.study.text_values import read_numbers_by_name

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate
    from dynid.model.model import Model
    from dynid.payload.payload_estimate import PayloadEstimate

WAIT = 5.0  # s
FRICTION = 0.3


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
        None, "The link or frame that carries it; default: the tool."
    )
    friction: float = declare_named_option(
        FRICTION,
        "Relative change of friction since identification that is allowed; default:"
        f" {FRICTION:g} (30 %).",
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
    source: str,
    reading: ColumnOptions,
    options: PayloadOptions,
    wait: float = WAIT,
) -> Iterator[LivePayload]:
    """The payload each second while samples come, from a CSV file that grows or from standard
    input ("-"); to the end of the samples, or Ctrl-C."""
    from dynid.data.live import StreamColumns, read_samples
    from dynid.payload.payload_stream import PayloadStream

    saved, _ = _load_with_model(result)
    stream = PayloadStream(saved, reading.rate, options.frame, options.friction)
    joints = stream.carrier.model.robot.actuated
    columns = StreamColumns(reading.columns, reading.units, reading.rate)
    t, count = 0.0, 0
    with suppress(KeyboardInterrupt):
        for sample in read_samples(source, joints, columns, wait):
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
