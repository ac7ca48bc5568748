"""fleet.yaml: a robot, how its logs are read, and which log is of which machine."""

from __future__ import annotations

import datetime
import glob
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError
from dynid.fleet.fleet_logs import FleetLog
from dynid.parallel.task import is_address, open_file_system
from dynid.study.model_options import make_payload
from dynid.study.option_table import KEYS
from dynid.study.project import read_yaml
from dynid.study.study import Study
from dynid.study.yaml_values import check_text, number, payload, record, refuse

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot

#: keys of dynid.yaml that say nothing of a fleet
NOT = {"method", "forms", "prior", "fixed", "mass", "com", "reduction", "test", "repetitions"}
NOT |= {"payloads", "limits", "workspace", "floor", "tolerance", "require", "max_error"}
LOGS = ("logs", "machines")
ALLOWED = [*(key for key in KEYS if key not in NOT), "machines"]
PLACES = re.compile(r"\{(machine|date)\}")
EXAMPLE = "'logs/{machine}/{date}.csv'"


def date(where: str, value: Any) -> str:
    """YAML makes dates of what looks like one."""
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return check_text(where, value)


def check_machine_name(where: str, value: Any) -> str:
    name = check_text(where, value)
    if name in (".", "..") or re.search(r"[/\\\0]", name):
        raise refuse(where, value, "a name without slashes: a folder is named by it")
    return name


ENTRY = {
    "file": check_text,
    "machine": check_machine_name,
    "date": date,
    "payload": payload,
    "temperature": number,
}


def load_manifest(path: str | Path) -> tuple[Study, tuple[FleetLog, ...]]:
    """The study of a fleet and its logs.

    Parameters
    ----------
    path
        of the file that names the robot, the options and the logs of each machine
    """
    path = Path(path)
    content = read_yaml(path, "a manifest of a fleet", ALLOWED)
    if not content.get("robot"):
        raise InputError(f"{path}: has no 'robot'; expected its file, or a built-in name.")
    study = Study.from_dict({k: x for k, x in content.items() if k not in LOGS}, str(path))
    if (beside := path.parent / study.robot).exists():
        study = replace(study, robot=str(beside))
    entries = [
        *_parse_entries(path, content.get("logs")),
        *_parse_machines(path, content.get("machines")),
    ]
    if not entries:
        raise InputError(
            f"{path}: the fleet is empty: got no logs; expected logs: {EXAMPLE}, or a list of"
            " {file: ..., machine: ...}."
        )
    robot = study.model.load(study.robot)
    return study, tuple(log for entry in entries for log in _list_logs(path, entry, robot))


def _parse_entries(path: Path, value: Any) -> list[dict[str, Any]]:
    where = f"{path}, logs"
    if value is None:
        return []
    if isinstance(value, str):
        return [{"file": value}]
    if not isinstance(value, list):
        raise refuse(where, value, f"a pattern such as {EXAMPLE}, or a list of logs")
    items = [{"file": item} if isinstance(item, str) else item for item in value]
    return [record(ENTRY, ("file",))(f"{where}[{k}]", item) for k, item in enumerate(items)]


def _parse_machines(path: Path, value: Any) -> list[dict[str, Any]]:
    """{name: {logs: ..., payload: ..., temperature: ...}}."""
    if value is None:
        return []
    if not isinstance(value, dict):
        raise refuse(f"{path}, machines", value, "names, each with its logs: {logs: [...]}")
    out = []
    for name, about in value.items():
        where = f"{path}, machines.{name}"
        if isinstance(about, (str, list)):
            about = {"logs": about}
        kinds = {"logs": lambda _, x: x, "payload": payload, "temperature": number}
        known = record(kinds, ("logs",))(where, about)
        for entry in _parse_entries(path, known.pop("logs")):
            if entry.get("machine", str(name)) != str(name):
                raise InputError(f"{where}: has a log of machine '{entry['machine']}'.")
            out.append({**known, **entry, "machine": check_machine_name(where, name)})
    return out


def _list_logs(path: Path, entry: Mapping[str, Any], robot: Robot) -> Iterator[FleetLog]:
    carried = None
    if "payload" in entry:
        if "mass" not in entry["payload"]:
            raise InputError(f"{path}: the payload of '{entry['file']}' has no mass.")
        carried = make_payload(robot, entry["payload"])
    for file, told in _list_files(path, entry["file"]):
        machine = entry.get("machine", told.get("machine"))
        if machine is None:
            raise InputError(
                f"{path}: '{entry['file']}' does not say which machine it is of; expected machine:"
                f" next to file:, or a pattern such as {EXAMPLE}."
            )
        day = entry.get("date", told.get("date"))
        yield FleetLog(file, machine, day, carried, entry.get("temperature"))


def _list_files(path: Path, pattern: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The files of a name or pattern, and what their names say."""
    wanted = pattern if is_address(pattern) else str(path.parent / pattern)
    if not PLACES.search(wanted) and not glob.has_magic(wanted):
        yield wanted, {}
        return
    system, wanted = open_file_system(wanted) if is_address(wanted) else (None, wanted)
    names = _match_files(PLACES.sub("*", wanted), system)
    if not names:
        raise InputError(f"{path}: no file matches '{pattern}' (looked in '{path.parent}').")
    parts = re.split(r"(\{machine\}|\{date\}|\*\*/|\*|\?)", wanted)
    special = {"**/": "(?:.*/)?", "*": "[^/]*", "?": "[^/]"}
    seen: set[str] = set()
    shape = ""
    for part in parts:
        if PLACES.fullmatch(part):
            name = part[1:-1]
            shape += f"(?P={name})" if name in seen else f"(?P<{name}>[^/]+?)"
            seen.add(name)
        else:
            shape += special.get(part, re.escape(part))
    for name in names:
        if found := re.fullmatch(shape, name):
            yield name if system is None else system.unstrip_protocol(name), found.groupdict()


def _match_files(pattern: str, system: Any) -> list[str]:
    """In an object store, or in this machine's own file system."""
    if system is None:
        return sorted(glob.glob(pattern, recursive=True))
    try:
        return sorted(map(str, system.glob(pattern)))
    except Exception as error:
        raise InputError(
            f"'{pattern}' cannot be listed ({type(error).__name__}: {error}); check the address and"
            " the rights to read it."
        ) from None
