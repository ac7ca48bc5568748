"""What the page changes in the folder: the robot, what its logs are for, names, notes, the bin. All
but notes can be undone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from dynid.errors import DynidError, FileExists, InputError, join_names
from dynid.files import write_whole
from dynid.robot.mechanism import Robot
from dynid.studio import studio_project as project
from dynid.studio.jobs import PLACE, Jobs
from dynid.studio.requests import resolve_inside
from dynid.studio.undo_history import BIN, UndoHistory
from dynid.studio.uploads import make_safe_name
from dynid.study.log_options import ReadingArguments, read_driven
from dynid.study.model_options import RobotOptions
from dynid.study.option_table import collect_values
from dynid.study.options import NAME, fill
from dynid.study.payloads import parse_loads
from dynid.study.project_guess import GuessedColumns

ABOUT = ("note", "pinned")
LEG = Path(__file__).parent / "leg.urdf"
#: {example: its robot}
EXAMPLES = {"arm": "arm7", "delta": "delta4", "leg": LEG.name}


class FileNotes:
    """{file or folder: what somebody noted}, kept in the folder of the studio."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            content = json.loads(self._path.read_text(encoding="utf-8"))
            return content if isinstance(content, dict) else {}
        return {}

    def write(self, key: str, value: Any) -> None:
        """A value that is empty is taken out."""
        content = {**self.read(), key: value}
        kept = {name: x for name, x in content.items() if x}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._path, json.dumps(kept), overwrite=True)

    def move(self, source: str, target: str) -> None:
        if source in (content := self.read()):
            self.write(target, content[source])
            self.write(source, None)


class Changes:
    """Of the folder of a studio, which is the current one."""

    def __init__(self, folder: Path, jobs: Jobs) -> None:
        self.folder, self.jobs = folder, jobs
        self.notes = FileNotes(folder / PLACE / "notes.json")
        self._setups = FileNotes(folder / PLACE / "setups.json")
        self.history = UndoHistory(folder, self.notes.move)

    def set_keys(self, keys: Mapping[str, Any]) -> None:
        project.read(self.folder)  # whether it is sound
        project.check_changes(self.folder, keys)
        self._edit(f"change of {', '.join(keys)}", project.set_keys(keys))

    def set_text(self, asked: Mapping[str, Any]) -> None:
        text = str(asked["text"])
        project.check_text(text)
        self._edit(f"change of {NAME}", lambda _: text)

    def choose_robot(self, asked: Mapping[str, Any]) -> None:
        """Another robot, which can be read; what was set up of it before is there again, else what
        was set up of the last one, as far as it fits. Logs stay."""
        name, now = str(asked["name"]), project.read(self.folder)
        project.check_changes(self.folder, {"robot": name})
        try:
            RobotOptions().load(name)
        except DynidError as error:
            kept = now.get("robot")
            stays = f" '{kept}' is still the robot." if kept else ""
            raise InputError(f"'{name}' cannot be used as the robot: {error}{stays}") from error
        if now.get("robot") == name:
            return
        before = {key: now[key] for key in project.OF_ROBOT if key in now}
        if now.get("robot"):
            self._setups.write(str(now["robot"]), {"setup": before})
        saved = self._setups.read().get(name)
        setup = saved["setup"] if saved else self._keep_fitting(name, before)
        keys = {"robot": name} | {key: setup.get(key) for key in project.OF_ROBOT}
        self._edit(f"choice of the robot {name}", project.set_keys(keys))

    def choose_example(self, asked: Mapping[str, Any]) -> None:
        """The robot of an example, as the robot."""
        name = str(asked["name"])
        if name not in EXAMPLES:
            raise InputError(f"got '{name}', expected one of {join_names(EXAMPLES)}.")
        robot = EXAMPLES[name]
        if robot == LEG.name and not (self.folder / robot).exists():
            write_whole(self.folder / robot, LEG.read_bytes())
        self.choose_robot({"name": robot})

    def _keep_fitting(self, robot: str, setup: Mapping[str, Any]) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        for key, value in setup.items():
            with suppress(DynidError):
                _load_robot({"robot": robot, **kept, key: value})
                kept[key] = value
        return kept

    def add_logs(self, asked: Mapping[str, Any]) -> list[str]:
        """Columns and units of new logs, as guessed; the first one that can be read is for
        training, a second one for validation, unless others are. Returns what is wrong with them.

        asked    names; roles: whether they may get one
        """
        now, problems = project.read(self.folder), []
        before = json.dumps(now)
        for name in asked["names"]:
            file = resolve_inside(self.folder, str(name))
            try:
                now = self._add_log(now, file, bool(asked.get("roles")))
            except DynidError as error:
                problems.append(f"{file}: {error}")
        if json.dumps(now) != before:
            names = ("columns", "units", "lock", "logs", "test")
            keys = {key: now.get(key) for key in names}
            self._edit(f"new logs {', '.join(asked['names'])}", project.set_keys(keys))
        return problems

    def _add_log(self, now: dict[str, Any], file: str, roles: bool) -> dict[str, Any]:
        used = {project.get_file(log) for key in project.FILES for log in now.get(key) or ()}
        own = {key for key in ("columns", "units") if file in (now.get(key) or {})}
        first = roles and not now.get("logs")
        common = {key: _list_common(now.get(key) or {}) for key in ("columns", "units")}
        if not own and not (any(common.values()) and _can_be_read(now, file)):
            guess = GuessedColumns.from_log(Path(file), _load_robot(now)).to_dict()
            said = {key: guess[key] for key in ("columns", "units") if guess[key] or common[key]}
            now |= {key: {**(now.get(key) or {}), file: x} for key, x in said.items()}
            if first and guess["lock"]:
                now |= {"lock": {**_read_lock(now), **guess["lock"]}}
        if roles and file not in used and _load_robot(now):
            _read_log(now, file)  # one that cannot be read is for nothing
            key = "logs" if first else "test"
            if first or not now.get("test"):
                now |= {key: [*(now.get(key) or ()), file]}
        return now

    def set_load(self, asked: Mapping[str, Any]) -> None:
        """What a log was recorded with, as it is typed: link=tool0,mass=1.2; "": nothing."""
        log = resolve_inside(self.folder, str(asked["log"]))
        loads = dict(project.read(self.folder).get("payloads") or {})
        loads.pop(log, None)
        if text := str(asked["text"]).strip():
            loads |= parse_loads("payload", [f"{log}:{text}"])
        self.set_keys({"payloads": json.loads(json.dumps(loads))})  # lists, no tuples

    # ---- names, notes, the bin

    def rename(self, asked: Mapping[str, Any]) -> str:
        """Its new name."""
        path = Path(self._find(asked))
        safe = make_safe_name(str(asked["name"]))
        if path.suffix and (self.folder / path).is_file():
            safe = Path(safe).stem + path.suffix if Path(safe).suffix != path.suffix else safe
        old, new = str(path), str(path.parent / safe)
        if old == new:
            return new
        if (self.folder / new).exists():
            raise FileExists(new, "choose another name.")
        with self.history.record(
            f"new name {new} of {old}", project.rename_file(old, new), [(old, new)]
        ):
            self._setups.move(old, new)
        return new

    def remove(self, asked: Mapping[str, Any]) -> None:
        """Into the bin."""
        old = self._find(asked)
        moves = [(old, self.history.name_in_bin(old))]
        with self.history.record(f"removal of {old}", project.rename_file(old, None), moves):
            pass

    def restore(self, asked: Mapping[str, Any]) -> None:
        """Out of the bin."""
        inside = str(asked["path"])
        if inside not in self.history.list_bin():
            raise InputError(f"got '{inside}', expected something in the bin.")
        name = inside.partition("/")[2]
        moves = [(f"{BIN}/{inside}", name)]
        with self.history.record(f"return of {name} from the bin", lambda text: text, moves):
            pass

    def replace(self, part: Path, target: Path) -> None:
        """A file by one that was dropped; the old one goes into the bin."""
        name = str(target.relative_to(self.folder))
        new = self.history.name_in_bin(name)
        (self.folder / new).parent.mkdir(parents=True)
        part.replace(self.folder / new)
        moves = [(name, self.history.name_in_bin(name)), (new, name)]
        with self.history.record(f"replacement of {name}", lambda text: text, moves):
            pass

    def write_note(self, asked: Mapping[str, Any]) -> None:
        path = resolve_inside(self.folder, str(asked["path"]))
        about = {**self.notes.read().get(path, {}), **{k: asked[k] for k in ABOUT if k in asked}}
        self.notes.write(path, {key: x for key, x in about.items() if x})

    def _find(self, asked: Mapping[str, Any]) -> str:
        path = resolve_inside(self.folder, str(asked["path"]))
        if path == NAME or not path.strip("./"):
            raise InputError(f"got '{path}', expected a robot, a log or a result.")
        if path in {job.output for job in self.jobs.all.values() if job.runs}:
            raise InputError(f"'{path}' is being written; cancel its job first.")
        return path

    def _edit(self, what: str, edit: Any) -> None:
        with self.history.record(what, edit):
            pass


def _list_common(values: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of all logs."""
    units = ("current", "voltage", "counts")
    own = (x for x in values.items() if not isinstance(x[1], Mapping) or set(x[1]) & {*units})
    return dict(own)


def _read_lock(now: Mapping[str, Any]) -> dict[str, Any]:
    found = collect_values({"lock": now["lock"]}, NAME)["lock"] if now.get("lock") else {}
    return dict(found)


def _load_robot(now: Mapping[str, Any]) -> Robot:
    values = collect_values(now, NAME)
    return fill(RobotOptions, {}, values).load(str(values["robot"]))


def _read_log(now: Mapping[str, Any], file: str) -> None:
    log = read_driven(
        Path(file), robot := _load_robot(now), fill(ReadingArguments, {}, collect_values(now, NAME))
    )
    if not any(name in log.joints for name in robot.actuated):
        raise InputError(
            f"got columns of {join_names(log.joints, 8)} (such as 'q_{log.joints[0]}'), none of"
            " them a joint of the robot; set its columns under Logs."
        )


def _can_be_read(now: Mapping[str, Any], file: str) -> bool:
    with suppress(DynidError):
        _read_log(now, file)
        return True
    return False
