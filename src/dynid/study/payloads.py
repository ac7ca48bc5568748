"""What single logs were recorded with: columns and units of their own; payloads, known or looked
for, of one log or shared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, join_names
from dynid.study.text_values import parse_payload

if TYPE_CHECKING:
    from dynid.data.drive_gains import Load
    from dynid.model.model import Model

#: {file: {"link": "tool0", "mass": 2.5, "com": (0, 0, 0.05)}}
Loads = Mapping[str, Mapping[str, Any]]
UNKNOWN = "unknown"
#: options that say something of single logs, {file: {...}}, beside what holds for all
OF_LOGS = ("payloads", "columns", "units")


class TypedLoads(dict[str, dict[str, Any]]):
    """Loads that were typed for this command; those of dynid.yaml may be of other logs."""


def parse_loads(where: str, texts: Sequence[str]) -> TypedLoads:
    """{"run2.csv": {"link": "tool0", "mass": 2.5}} of ["run2.csv:link=tool0,mass=2.5"]."""
    from dynid.study.yaml_values import load

    found = TypedLoads()
    for text in texts:
        file, colon, about = text.partition(":link=")
        if not file or not colon:
            raise InputError(
                f"{where}: got '{text}', expected the log, what carries and what is known of"
                " it, such"
                " as run2.csv:link=tool0,mass=2.5,com=0 0 0.05"
            )
        if file in found:
            raise InputError(f"{where}: got '{text}', and another of {file}; expected one per log.")
        found[file] = load(where, parse_payload(where, f"link={about}"))
    return found


def match_loads(loads: Loads, logs: Sequence[Path]) -> Loads:
    """The same by the paths of these logs; a log may be named by the end of its path as well, where
    no other log has it."""
    out: dict[str, Mapping[str, Any]] = {}
    for file, about in loads.items():
        parts = Path(file).parts
        fits = [path for path in logs if place(path) == place(file)]
        fits = fits or [path for path in logs if place(path).parts[-len(parts) :] == parts]
        places = {place(path) for path in fits}
        if isinstance(loads, TypedLoads) and len(places) != 1:
            what = f"several logs of the name '{file}'" if fits else f"no log '{file}'"
            raise InputError(
                f"got the payload of '{file}', but there is {what}; expected one of"
                f" {join_names(map(str, logs), 6)}."
            )
        if len(places) == 1 and str(fits[0]) in out:
            raise InputError(f"got two payloads of {fits[0]}; expected one per log.")
        out[str(fits[0]) if len(places) == 1 else file] = about
    return out


def select_of_log(values: Mapping[str, Any], log: Any) -> Mapping[str, Any]:
    """What is said of one log, in place of what is said of all."""
    own = {file: x for file, x in values.items() if isinstance(x, Mapping)}
    if not own:
        return values
    found: list[Mapping[str, Any]] = [x for file, x in own.items() if place(file) == place(log)]
    return found[0] if found else {name: x for name, x in values.items() if name not in own}


def rename_logs(values: Mapping[str, Any], rename: Callable[[str], str]) -> dict[str, Any]:
    """What is said of single logs, with other names of their files."""
    of_log = (Mapping, list)
    return {rename(key) if isinstance(x, of_log) else key: x for key, x in values.items()}


def place(source: Any) -> Path:
    """Where a file is, or the file that a log was read from."""
    return Path(getattr(source, "source", source)).resolve()


def is_known(about: Mapping[str, Any]) -> bool:
    """Whether mass and centre are known."""
    return "mass" in about and about.get("com") != UNKNOWN


def add_loads(model: Model, loads: Loads) -> Model:
    """The model, with the unknown payloads of single logs among its bodies."""
    from dynid.study.model_options import make_payload

    new: dict[str, Any] = {}
    for file, about in loads.items():
        if is_known(about):
            continue
        plain = {key: x for key, x in about.items() if key not in ("mass", "com", "inertia")}
        made = replace(make_payload(model.robot, plain), sometimes=True)
        other = new.setdefault(made.name, made)
        same = other.link == made.link and (other.map == made.map).all()
        if not same:
            raise InputError(
                f"{file}: the payload '{made.name}' is on '{made.link}' here, and elsewhere in"
                " another log; expected one place, or another name= for another payload."
            )
    there = set(model.layout.changing)
    return replace(
        model, effects=[*model.effects, *(x for name, x in new.items() if name not in there)]
    )


def list_known_masses(loads: Loads) -> dict[str, float]:
    """{"box.m": 2.5} of payloads of which only the mass is known."""
    found = {}
    for file, about in loads.items():
        if "mass" in about and not is_known(about):
            if not about["mass"] > 0:
                raise InputError(
                    f"{file}: got a payload of {about['mass']:g} kg, expected more than 0."
                )
            found[f"{about.get('name', 'payload')}.m"] = float(about["mass"])
    return found


def match_log_loads(model: Model, logs: Sequence[Path], loads: Loads) -> list[Load] | None:
    """What each log was recorded with; None where nothing is said of any of them."""
    from dynid.study.model_options import make_payload

    by_place = {place(file): about for file, about in loads.items()}
    out: list[Load] = []
    for path in logs:
        about = by_place.get(place(path))
        if about is None:
            out.append(None)
        elif is_known(about):
            out.append(make_payload(model.robot, about))
        else:
            out.append(str(about.get("name", "payload")))
    return out if any(x is not None for x in out) else None
