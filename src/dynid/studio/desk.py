"""What the page shows of a folder: files, project, robot, logs, runs. Only what is on disk counts;
what was read is kept until it changes there."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.excitation.workspace import load_workspace
from dynid.excitation.workspace_outline import draw_outline
from dynid.robot.builtin import BUILTIN
from dynid.robot.files import SUFFIXES as ROBOTS
from dynid.studio import studio_project
from dynid.studio.changes import Changes
from dynid.studio.jobs import PLACE, Jobs
from dynid.studio.requests import ANSWERS, EXPORTS, MOTIONS, RUNS, resolve_inside
from dynid.studio.scenes import Stage, Strips, describe_robot, to_numbers
from dynid.studio.uploads import LOGS
from dynid.study.log_options import ReadingArguments, read_driven
from dynid.study.model_options import USUAL, RobotOptions
from dynid.study.options import NAME, fill, find_changes
from dynid.study.prediction import predict_logs
from dynid.study.project import Project
from dynid.study.project_guess import GuessedColumns
from dynid.study.record import list_options_for, load_result
from dynid.study.study import Study
from dynid.version import __version__

MOST = 500  # files that are listed
MOST_DRAWN = 6  # predictions of a log that are kept
WRITTEN = (RUNS, MOTIONS, EXPORTS, ANSWERS)


class Desk:
    """folder: the current one; trusted: Python files that may be run."""

    def __init__(self, folder: Path, trusted: Sequence[str] = ()) -> None:
        self.folder = folder.resolve()
        self.jobs = Jobs(self.folder, trusted)
        self.changes = Changes(self.folder, self.jobs)
        self.busy = threading.Lock()  # the kernels of one robot, one at a time
        self._robot: tuple[Any, Stage] | None = None
        self._runs: dict[Path, tuple[Any, dict[str, Any]]] = {}
        self._logs: dict[str, tuple[Any, Strips]] = {}
        self._predictions: dict[Any, dict[tuple[str, str], Array]] = {}

    # ---- what is there

    def state(self) -> dict[str, Any]:
        files = sorted(
            str(path.relative_to(self.folder))
            for path in self.folder.rglob("*")
            if path.is_file() and not self._is_hidden(path)
        )[:MOST]
        return {
            "version": __version__,
            "folder": str(self.folder),
            "project": studio_project.read(self.folder),
            "robots": [f for f in files if Path(f).suffix.lower() in ROBOTS],
            "logs": [f for f in files if Path(f).suffix.lower() in LOGS],
            "builtin": sorted(BUILTIN),
            "usual": USUAL.split(","),
            "runs": [self._run(path) for path in self._list_folders(RUNS, "result.json")],
            "motions": [path.name for path in self._list_folders(MOTIONS, "design.json")],
            "jobs": self.jobs.to_dict(),
            "notes": self.changes.notes.read(),
            "history": self.changes.history.to_dict(),
            "bin": self.changes.history.list_bin(),
            "text": self.changes.history.read(),
        }

    def list_changes(self) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
        """{address: what changes the folder}."""
        changes = self.changes
        return {
            "project": changes.set_keys,
            "text": changes.set_text,
            "choose": changes.choose_robot,
            "add": changes.add_logs,
            "example": changes.choose_example,
            "load": changes.set_load,
            "rename": changes.rename,
            "remove": changes.remove,
            "restore": changes.restore,
            "annotate": changes.write_note,
            "undo": lambda _: changes.history.undo(),
            "redo": lambda _: changes.history.redo(),
        }

    def compare_runs(self, runs: str) -> list[dict[str, Any]]:
        """Parameters of runs, with half the width of their 95 % intervals; None: not known."""
        found = []
        for run in runs.split(","):
            result = load_result(self.folder / resolve_inside(self.folder, f"{RUNS}/{run}"))
            half = [to_numbers(np.array([1.96 * x]))[0] for x in result.std]
            rows = zip(result.names, result.theta, half)
            found.append(
                {
                    "run": run,
                    "parameters": [
                        {"name": name, "value": float(x), "half": each} for name, x, each in rows
                    ],
                }
            )
        return found

    def list_folder(self, name: str) -> dict[str, list[str]]:
        path = self.folder / resolve_inside(self.folder, name)
        return {"files": sorted(x.name for x in path.iterdir() if x.is_file())}

    def collect_news(self) -> dict[str, Any]:
        """Jobs, and a mark that changes with the folder: by another window, or by a command."""
        places = (
            self.folder,
            self.folder / NAME,
            *(self.folder / x for x in WRITTEN),
            *(self.folder / PLACE / f"{x}.json" for x in ("notes", "history")),
        )
        return {"jobs": self.jobs.to_dict(), "mark": str([self._mark(path) for path in places])}

    def _is_hidden(self, path: Path) -> bool:
        parts = path.relative_to(self.folder).parts
        return parts[0] in WRITTEN or any(part.startswith(".") for part in parts)

    def _list_folders(self, kind: str, file: str) -> list[Path]:
        found = (self.folder / kind).glob(f"*/{file}")
        return [path.parent for path in sorted(found, key=lambda p: p.stat().st_mtime)]

    def _run(self, path: Path) -> dict[str, Any]:
        key = [self._mark(path / name) for name in ("result.json", "report.html", "verdict.json")]
        if path not in self._runs or self._runs[path][0] != key:
            self._runs[path] = key, self._read_run(path)
        return self._runs[path][1]

    def _read_run(self, path: Path) -> dict[str, Any]:
        about: dict[str, Any] = {"name": path.name, "report": (path / "report.html").is_file()}
        about["date"] = (path / "result.json").stat().st_mtime
        with suppress(OSError, ValueError, KeyError, TypeError):
            content = json.loads((path / "result.json").read_text(encoding="utf-8"))
            setup = content["setup"]
            about |= {"command": setup["command"], "method": setup["method"]}
            about["effects"] = setup["effects"]
            about["logs"] = list(setup["files"])
            acting = [each["type"].rpartition(":")[2] for each in content["model"]["effects"]]
            about["effects"] = ", ".join(dict.fromkeys(acting))
        with suppress(OSError, ValueError, KeyError, TypeError):
            verdict = json.loads((path / "verdict.json").read_text(encoding="utf-8"))
            about["verdict"] = str(verdict["verdict"])
            about["errors"] = verdict.get("errors", {})
        return about

    # ---- the robot

    def make_stage(self) -> Stage:
        named = studio_project.read(self.folder).get("robot")
        if not named:
            raise InputError("no robot yet: drop a URDF or MJCF file, or choose a built-in robot.")
        key = (self._mark(self.folder / NAME), self._mark(self.folder / str(named)))
        if self._robot is None or self._robot[0] != key:
            here = Project.load_here()
            robot = fill(RobotOptions, {}, here.values).load(here.robot)
            self._robot = (key, Stage(robot))
        return self._robot[1]

    @staticmethod
    def _mark(path: Path) -> Any:
        with suppress(OSError, ValueError):
            found = path.stat()
            return str(path), found.st_mtime_ns, found.st_size
        return str(path), 0, 0

    def describe_robot(self) -> dict[str, Any]:
        with self.busy:
            stage = self.make_stage()
            about = describe_robot(stage.robot) | {
                "home": stage.home.tolist(),
                "at": stage.find_tool(),
            }
            try:
                about["scene"] = stage.to_dict() | {"region": self._list_region(stage)}
            except InputError as error:
                about["scene_error"] = str(error)
            return about

    def _list_region(self, stage: Stage) -> list[list[float]]:
        given = studio_project.read(self.folder).get("workspace")
        return stage.convert_region(draw_outline(load_workspace(given))) if given else []

    def draw_region(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """A workspace as it would be drawn."""
        with self.busy:
            stage = self.make_stage()
            given = asked.get("workspace")
            return {
                "region": stage.convert_region(draw_outline(load_workspace(given))) if given else []
            }

    def pose(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        with self.busy:
            stage = self.make_stage()
            q = np.asarray(asked.get("q"), dtype=float)
            if q.shape != stage.home.shape:
                raise InputError(
                    f"got {q.size} positions, expected {stage.home.size}: one a drive."
                )
            return stage.pose(q[None])

    # ---- logs

    def make_strips(self, name: str) -> Strips:
        path = self.folder / resolve_inside(self.folder, name)
        key = (self._mark(path), self._mark(self.folder / NAME))
        if name not in self._logs or self._logs[name][0] != key:
            robot = self.make_stage().robot
            log = read_driven(
                Path(name), robot, fill(ReadingArguments, {}, Project.load_here().values)
            )
            self._logs[name] = (key, Strips(log, robot.actuated))
            while len(self._logs) > 3:
                del self._logs[next(iter(self._logs))]
        return self._logs[name][1]

    def log(self, name: str, asked: Mapping[str, str]) -> dict[str, Any]:
        """A log as lines; runs: whose predictions are drawn over it; other: another log."""
        with self.busy:
            strips = self.make_strips(name)
            low, high = (float(asked[k]) if k in asked else None for k in ("from", "to"))
            points = min(4000, max(100, int(asked.get("points", 1500))))
            lines = {("", *key): y for key, y in strips.signals.items()}
            for run in filter(None, asked.get("runs", "").split(",")):
                for key, y in self._predict(run, name, strips).items():
                    lines[run, *key] = y
            if other := asked.get("other"):
                more = self.make_strips(other)
                t = more.log.t - more.log.t[0] + strips.log.t[0]
                for key, y in more.signals.items():
                    lines[other, *key] = strips.follow(t, {"": y})[""]
            t, drawn = strips.draw_lines(low, high, points, list(lines.values()))
            digits = 9 if abs(t[-1]) < 1e6 else 4
            return {
                "samples": len(strips.log),
                "rate": strips.log.rate,
                "joints": strips.joints,
                "notes": list(strips.log.notes),
                "span": [float(strips.log.t[0]), float(strips.log.t[-1])],
                "t": np.round(t, digits).tolist(),
                "lines": [
                    {"of": of, "kind": kind, "joint": joint, "y": to_numbers(y)}
                    for (of, kind, joint), y in zip(lines, drawn)
                ],
            }

    def _predict(self, run: str, name: str, strips: Strips) -> dict[tuple[str, str], Array]:
        """Torques that a result predicts of a log, and what it leaves."""
        path = self.folder / resolve_inside(self.folder, f"{RUNS}/{run}")
        key = run, name, self._mark(path), id(strips)
        if key not in self._predictions:
            result = load_result(path)
            here = Project.load_here().values
            project = find_changes(fill(ReadingArguments, {}, here))
            study = Study.from_result(result, **list_options_for(result.setup, {}, project))
            whole = replace(study.processing, between=None)
            found = predict_logs(result, [Path(name)], whole)[0]
            names = [each.joint for each in found.joints]
            drawn = {}
            for kind, x in (
                ("predicted", found.predicted),
                ("residual", found.measured - found.predicted),
            ):
                for joint, y in strips.follow(found.t, dict(zip(names, x.T))).items():
                    drawn[kind, joint] = y
            self._predictions[key] = drawn
            while len(self._predictions) > MOST_DRAWN:
                del self._predictions[next(iter(self._predictions))]
        return self._predictions[key]

    def describe_motion(self, name: str) -> dict[str, Any]:
        with self.busy:
            return self.make_strips(name).describe_motion(self.make_stage())

    def describe_columns(self, name: str) -> dict[str, Any]:
        with self.busy:
            path = Path(resolve_inside(self.folder, name))
            return GuessedColumns.from_log(path, self.make_stage().robot).to_dict()
