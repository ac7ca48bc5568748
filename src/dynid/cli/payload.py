"""dynid payload: what an identified robot carries, from a log or while it moves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.follow import samples
from dynid.cli.options import Force, Json, Page, answer, check_page, write_page
from dynid.errors import InputError, listing
from dynid.schemas.build import mark_schema
from dynid.study.logs import ColumnOptions, DriveOptions, Processing, load_data
from dynid.study.outcome import FILES
from dynid.study.text_values import number, pairs, words

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate

WAIT = 5.0  # s


def payload(
    result: Annotated[Path, typer.Argument(help="result.json of dynid identify, or its folder.")],
    reading: DriveOptions,
    runs: Annotated[
        list[Path] | None, typer.Argument(metavar="LOG...", help="Logs with the same load.")
    ] = None,
    known: Annotated[
        str,
        typer.Option(
            "--known", metavar="mass=KG,com=X Y Z", help="What is known of it: one, or both."
        ),
    ] = "",
    frame: Annotated[
        str | None,
        typer.Option("--frame", help="The link or frame that carries it; else the tool."),
    ] = None,
    friction: Annotated[
        float,
        typer.Option("--friction", help="By which part friction may differ from the result's."),
    ] = 0.3,
    slow: Annotated[
        str | None, typer.Option("--slow", help="As of dynid identify; default: as the result was.")
    ] = None,
    between: Annotated[
        str, typer.Option("--between", help="Only this stretch of the logs, in s: 0.1,7.5")
    ] = "",
    follow: Annotated[
        str | None,
        typer.Option(
            "--follow",
            metavar="FILE",
            help="Weigh while it moves: a CSV file that grows, or - for standard input.",
        ),
    ] = None,
    wait: Annotated[
        float | None,
        typer.Option(
            "--wait",
            help=f"End where a followed file does not grow for so many s; default: {WAIT:g}.",
        ),
    ] = None,
    output: Page = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Weigh what the robot carries: mass, centre and inertia, with intervals."""
    from dynid.weighing.identify import identify_payload

    check_page(output, force)
    saved, about = loaded(result), known_of(known)
    if follow is not None:
        if runs or about or output is not None:
            raise InputError(
                "dynid payload: got --follow with a log, with --known or with --output, expected"
                " --follow alone."
            )
        unread: dict[str, object] = {
            "--topic": reading.topic,
            "--clean": reading.clean,
            "--gain": reading.drives,
        }
        unread |= {"--joints": reading.joints, "--slow": slow, "--between": between}
        if named := [name for name, value in unread.items() if value]:
            raise InputError(
                f"dynid payload: got {listing(named)} with --follow, which reads --column, --unit"
                " and --rate only; expected samples in torques, joint by joint."
            )
        followed(saved, follow, reading, frame, friction, wait or WAIT, as_json)
        return
    if wait is not None:
        raise InputError("dynid payload: got --wait without --follow, expected both or neither.")
    if not runs:
        raise InputError("dynid payload: got no log, expected one with the load: LOG...")
    setup = {"slow": "auto", **saved.setup}
    settings = Processing.alike(reading, setup, slow=slow, between=between)
    data = load_data(model_of(saved, result), runs, settings)
    found = identify_payload(saved, data, about, frame, friction)
    if output is not None:
        from dynid.report.answers import payload_page

        write_page(output, payload_page(found, saved.robot), force)
    answer(as_json, found.to_dict(), str(found))


def followed(
    saved: Estimate,
    source: str,
    reading: ColumnOptions,
    frame: str | None,
    friction: float,
    wait: float,
    as_json: bool,
) -> None:
    """A line each second, until the samples end or Ctrl-C."""
    from dynid.weighing.stream import PayloadStream

    stream = PayloadStream(saved, reading.rate, frame, friction)
    joints = stream.carrier.model.robot.actuated
    t, seconds = 0.0, 0
    with suppress(KeyboardInterrupt):
        for sample in samples(source, joints, reading, wait):
            t = sample.t
            load = stream.push(t, sample.q, sample.tau, sample.qd)
            if load is None:
                continue
            seconds += 1
            about = {"t": t, "contact": stream.contact}
            touch = "; contact" if stream.contact else ""
            line = f"{load.sentence}{touch}"
            if as_json:
                line = json.dumps(mark_schema("payload", about | load.to_dict()))
            print(line if as_json else f"t = {t:.1f} s: {line}", flush=True)
    if not seconds:
        raise InputError(
            f"dynid payload: nothing was weighed until t = {t:g} s; expected more than a second of"
            " motion in which joints do not stick."
        )


def loaded(result: Path) -> Estimate:
    from dynid.identification.estimate import Estimate

    return Estimate.load(result / FILES[0] if result.is_dir() else result)


def model_of(saved: Estimate, path: Path) -> Any:
    if saved.model is None:
        raise InputError(
            f"{path}: has no model of its robot; identify again with this version of dynid."
        )
    return saved.model


def known_of(text: str) -> Mapping[str, Any]:
    """{"mass": 2.5, "com": [0, 0, 0.05]} of "mass=2.5,com=0 0 0.05"."""
    found: dict[str, Any] = {}
    for name, value in pairs("--known", words(text)).items():
        values = [number("--known", part) for part in value.split()]
        found[name] = values[0] if name == "mass" and len(values) == 1 else values
    return found
