"""dynid payload: what an identified robot carries, from a log or while it moves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.identify import FILES
from dynid.cli.logs import Reading, Settings, load_data
from dynid.cli.options import Json, answer
from dynid.cli.typed import number, pairs, words
from dynid.errors import InputError
from dynid.weighing.carrier import FRICTION

if TYPE_CHECKING:
    from dynid.identify.estimate import Estimate


def payload(
    result: Annotated[Path, typer.Argument(help="result.json of dynid identify, or its folder.")],
    reading: Reading,
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
    ] = FRICTION,
    slow: Annotated[
        str | None, typer.Option("--slow", help="As of dynid identify; default: as the result was.")
    ] = None,
    between: Annotated[
        str, typer.Option("--between", help="Only this stretch of the logs, in s: 0.1,7.5")
    ] = "",
    as_json: Json = False,
) -> None:
    """Weigh what the robot carries: mass, centre and inertia, with intervals."""
    from dynid.weighing.identify import identify_payload

    saved, about = loaded(result), known_of(known)
    if not runs:
        raise InputError("dynid payload: got no log, expected one with the load: LOG...")
    setup = saved.setup
    alike = {
        name: setup[name] for name in ("cutoff", "decimate", "delay", "velocity") if name in setup
    }
    kept = setup.get("slow", "auto") if slow is None else slow
    settings = Settings(**{**vars(reading), "payloads": {}}, **alike, slow=kept, between=between)
    data = load_data(model_of(saved, result), runs, settings)
    found = identify_payload(saved, data, about, frame, friction)
    answer(as_json, found.to_dict(), str(found))


def loaded(result: Path) -> Estimate:
    from dynid.identify.estimate import Estimate

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
