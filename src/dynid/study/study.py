"""A study: the way from files to a verdict, as `dynid identify` goes it, for every door."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.clock import stage
from dynid.errors import InputError
from dynid.files import check_folder
from dynid.study.feet import by_rows, on_feet
from dynid.study.fit import SELECTS, Fit, make_estimator
from dynid.study.locks import lock_joints_from_log
from dynid.study.logs import LogSource, Processing, Recorded, examine_logs, load_data
from dynid.study.options import Group, check_name, fill, find_changes, list_options, set_options
from dynid.study.outcome import FILES, Outcome, Steps
from dynid.study.payloads import weighed, with_loads
from dynid.study.project import NAME, Project
from dynid.study.robot import USUAL, ModelOptions
from dynid.study.selection import AUTO, Chosen, chosen
from dynid.study.table import STUDY_KEYS, check_keys, list_values, values_of
from dynid.study.text_values import absolute
from dynid.version import __version__

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.data.log import Log
    from dynid.identification.estimate import Estimate, Estimator
    from dynid.model.model import Model
    from dynid.study.design import Design, DesignOptions
    from dynid.study.inspect import Inspection, InspectOptions
    from dynid.study.simulate import Simulated, SimulationOptions
    from dynid.validation.comparison import Comparison

COMPARED = "consistent,ols,wls,huber,ridge,tsvd,tls,rls"


@dataclass(frozen=True)
class Study:
    """A robot, its model, how logs are read and processed, and how parameters are fitted.

    robot        a URDF, MJCF or SDF file, a built-in robot, or file.py:build
    project      the text of the dynid.yaml that some of it was taken from
    """

    robot: str
    model: ModelOptions = field(default_factory=ModelOptions)
    processing: Processing = field(default_factory=Processing)
    fit: Fit = field(default_factory=Fit)
    project: str | None = None

    @classmethod
    def make(cls, robot: str | PathLike[str], **options: Any) -> Study:
        """Of options by their names: values, or texts as on the command line."""
        return cls(str(robot)).change(**options)

    def change(self, **options: Any) -> Study:
        """The study with other options, by their names: values, or texts as on the command line."""
        parts: dict[str, Group] = {
            "model": self.model,
            "processing": self.processing,
            "fit": self.fit,
        }
        names = {name: key for key, group in parts.items() for name in _names(group)}
        for name, value in options.items():
            check_name(name, names)
            key = names[name]
            parts[key] = set_options(parts[key], {name: value})
        return replace(self, **parts)  # type: ignore[arg-type]

    @classmethod
    def load(
        cls, path: str | PathLike[str] = NAME
    ) -> tuple[Study, tuple[Path, ...], tuple[Path, ...]]:
        """Of a project file: the study, its logs and its test logs."""
        project = Project.load(Path(path))
        study = cls._of_values(project.robot, project.values)
        study = replace(study, project=Path(path).read_text("utf-8"))
        return study, project.logs, project.tests

    @property
    def groups(self) -> tuple[Group, ...]:
        return self.model, self.processing, self.fit

    def to_dict(self) -> dict[str, Any]:
        """The robot and the options that differ from their defaults, by the keys of dynid.yaml, in
        plain values: as JSON for another process, and in result.json."""
        return {"robot": self.robot, **list_values(self.groups)}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any], where: str = "study") -> Study:
        """The study that `to_dict` described."""
        check_keys(content, (*STUDY_KEYS, "robot"), where)
        values = values_of(content, where)
        return cls._of_values(values.pop("robot", ""), values)

    @classmethod
    def _of_values(cls, robot: str, values: Mapping[str, Any]) -> Study:
        model, fit = fill(ModelOptions, {}, values), fill(Fit, {}, values)
        return cls(robot, model, fill(Processing, {}, values), fit)

    @property
    def selects_effects(self) -> bool:
        """Whether effects are selected by the logs."""
        named = self.model.effects
        return named == AUTO or (named is None and self.fit.method == SELECTS)

    def fit_to(self, logs: Sequence[LogSource], test: Sequence[LogSource] = ()) -> Study:
        """The study with what the logs decide before they are read: payloads by their paths, and
        joints that are locked where they stand."""
        processing = self.processing.matched([*logs, *test])
        about, processing = lock_joints_from_log(self.model, processing, self.robot, logs)
        fixed = {**weighed(processing.payloads), **self.fit.fixed}
        return replace(self, model=about, processing=processing, fit=replace(self.fit, fixed=fixed))

    def build_model(self, logs: Sequence[LogSource], test: Sequence[LogSource] = ()) -> Model:
        """The model with the effects that are named, else the usual ones; with the payloads of
        single logs, on its feet."""
        model = self.model.model(self.robot, USUAL, logs=Recorded(logs, self.processing))
        model = with_loads(model, self.processing.payloads)
        return on_feet(model, [*logs, *test], self.processing)

    def identify(
        self,
        logs: Sequence[LogSource],
        test: Sequence[LogSource] = (),
        *,
        output: str | PathLike[str] | None = None,
        overwrite: bool = False,
        force: bool = False,
    ) -> Outcome:
        """Identify the parameters, check them, and say how far they can be trusted.

        output     folder for result.json, which is there as soon as the fit is, and report.html
        overwrite  replace files that are there
        force      write in any case, also a result that fails on its own training logs
        """
        estimator, command = make_estimator(self.fit.method), self.command("identify", logs, test)
        study = self.fit_to(logs, test)
        about = replace(study.model, effects=None) if study.selects_effects else study.model
        model = replace(study, model=about).build_model(logs, test)
        # effects are selected for machines that stand firm
        selects = study.selects_effects and not model.robot.base
        if study.model.effects is None:
            model = by_rows(model, logs, study.processing)
        if output is not None:
            check_folder(Path(output), FILES, overwrite or force)
        study.processing.check_unseen(logs, test)
        usual = Chosen(model, study.processing)
        found = chosen(model, logs, study.processing, test) if selects else usual
        try:
            fitted = study._fit(found, logs, command, estimator)
        except InputError as error:
            if found.choice is None:
                raise
            found = replace(usual, refusal=f"{error} So the usual effects were taken.")
            fitted = study._fit(found, logs, command, estimator)
        return study._check(found, fitted, logs, test, output, overwrite or force, force)

    def compare(
        self,
        logs: Sequence[LogSource],
        test: Sequence[LogSource] = (),
        methods: str | Iterable[str] = COMPARED,
    ) -> Comparison:
        """Several estimators on the same logs, with the effects that are named, else the usual
        ones; methods "all": every one that applies."""
        from dynid.identification.problem import Problem
        from dynid.validation.comparison import compare

        names = methods.split(",") if isinstance(methods, str) else list(methods)
        every = [name.strip().lower() for name in names] == ["all"]
        estimators = [] if every else [make_estimator(name) for name in names if name.strip()]
        study = self.fit_to(logs, test)
        model = study.build_model(logs, test)
        estimators = [study.fit.told(each, model, say=False) for each in estimators]
        data = load_data(model, logs, study.processing)
        unseen = load_data(model, test, study.processing.used(data)) if test else None
        with stage("comparing"):
            return compare("all" if every else estimators, Problem(model, data), unseen)

    def inspect(self, how: InspectOptions | None = None, **options: Any) -> Inspection:
        """What the robot is made of, and which parameters its motion can reveal. Options by the
        names of the command line's: symmetric, contacts, foot_radius."""
        from dynid.study.inspect import InspectOptions, inspect_robot

        return inspect_robot(self.robot, self.model, set_options(how or InspectOptions(), options))

    def design(
        self,
        how: DesignOptions | None = None,
        *,
        output: str | PathLike[str] | None = None,
        overwrite: bool = False,
        **options: Any,
    ) -> Design:
        """A motion that makes the parameters visible, within limits; written into the folder
        `output`. Options by the names of the command line's: period="5,15", limits={"velocity": 2},
        search_time=None (to the end), contacts="foot", ..."""
        from dynid.study.design import DesignOptions, design_motion

        how = set_options(how or DesignOptions(), options)
        return design_motion(self.robot, self.model, how, output, overwrite)

    def simulate(
        self,
        trajectory: Any,
        how: SimulationOptions | None = None,
        *,
        output: str | PathLike[str] | None = None,
        overwrite: bool = False,
        **options: Any,
    ) -> Simulated:
        """The log of the robot that follows a motion: a file, what `design` answers, or anything
        with at(t) and duration; written into the file `output`. Friction is viscous= and coulomb=
        alone, not the effects. Options by the names of the command line's: built=0.2, noise=0.01,
        rate=500.0, ..."""
        from dynid.study.simulate import SimulationOptions, simulate_motion

        how = set_options(how or SimulationOptions(), options)
        return simulate_motion(self.robot, self.model, trajectory, how, output, overwrite)

    def _fit(
        self,
        found: Chosen,
        logs: Sequence[LogSource],
        command: str,
        estimator: Estimator,
    ) -> Fitted:
        from dynid.identification.estimate import solve
        from dynid.identification.gains import in_torques
        from dynid.identification.problem import Problem

        model = found.model
        estimator = self.fit.told(estimator, model)
        data = load_data(model, logs, found.settings)
        used = found.settings.used(data)
        with stage("identifying"):
            problem = self.fit.problem(estimator, model, data)
            named = self.model.effects if self.model.effects not in (None, AUTO) else USUAL
            named = named if model.effects else "none"
            effects = AUTO if found.choice is not None else str(named)
            setup = self._setup(effects, used, data, command)
            result, problem = solve(problem, estimator, setup)
            found.confirm(result, problem, estimator)
            result = found.kept_with(result, problem, estimator)
            if data.free:  # from here on, the currents are torques
                data = in_torques(result, data)
                problem = self.fit.problem(estimator, model, data)
            if isinstance(problem, Problem) and problem.data is not None:
                data = problem.data  # of a model without the effects that had to be dropped
        return Fitted(data, problem, used, result)

    def _setup(self, effects: str, used: Processing, data: Dataset, command: str) -> dict[str, Any]:
        """How the result came about, kept with it."""
        return {
            "robot": absolute(self.robot),
            "effects": ",".join(map(absolute, effects.split(","))),
            **used.kept,
            "method": self.fit.method,
            "dynid": __version__,
            "files": dict(data.files),
            "folder": str(Path.cwd()),
            "command": command,
            **({} if self.project is None else {"project": self.project}),
        }

    def command(self, name: str, logs: Sequence[LogSource], test: Sequence[LogSource] = ()) -> str:
        """What to type for the same on the command line, with this dynid.yaml if there is one."""
        words = ["dynid", name, self.robot, *map(_name, logs)]
        for path in test:
            words += ["--test", _name(path)]
        for group in self.groups:
            for key, value in find_changes(group).items():
                words += _typed(group, key, value)
        return shlex.join(words)

    def _check(
        self,
        found: Chosen,
        fitted: Fitted,
        logs: Sequence[LogSource],
        test: Sequence[LogSource],
        output: str | PathLike[str] | None,
        replaces: bool,
        force: bool,
    ) -> Outcome:
        """What the fit is worth; it is saved first, where it can be."""
        from dynid.identification.problem import Problem
        from dynid.identification.resonance import elastic_joints
        from dynid.validation.check import validate
        from dynid.validation.verdict import find_training_failures

        steps, problem, data, result = Steps(), fitted.problem, fitted.data, fitted.result
        with steps.guard("no elastic joints were looked for"), stage("identifying"):
            elastic = map(str, elastic_joints(result, data))
            result = replace(result, notes=(*result.notes, *elastic))
        # the test logs get the filter that the training data chose
        predicts = problem.model if isinstance(problem, Problem) else result.model
        has_bodies = predicts is not None and len(result.p) == len(predicts.parameters)
        training = validation = None
        if isinstance(problem, Problem) and has_bodies:
            with steps.guard("the result was not checked on its own logs"):
                training = validate(result, data)
        outcome = Outcome(
            result, problem, found.choice, training, has_bodies=has_bodies, steps=steps
        )
        outcome = replace(
            outcome, failures=() if training is None else tuple(find_training_failures(training))
        )
        folder = None if output is None or (outcome.failures and not force) else Path(output)
        if folder is not None:
            outcome.save_result(folder, replaces)
        if test and predicts is not None and has_bodies:
            with steps.guard("the result was not checked on the test logs"):
                validation = validate(result, load_data(predicts, test, fitted.used))
        findings: tuple[Any, ...] = ()
        with steps.guard("the logs were not examined"):
            findings = examine_logs(found.model, logs, found.settings)
        outcome = replace(outcome, validation=validation, findings=findings, tested=bool(test))
        return outcome.judge(folder, replaces)


@dataclass(frozen=True, eq=False)
class Fitted:
    """The data, the problem they make, how they were processed, and its solution."""

    data: Dataset
    problem: Any
    used: Processing
    result: Estimate


def identify(
    robot: str | PathLike[str],
    logs: LogSource | Sequence[LogSource],
    test: LogSource | Sequence[LogSource] = (),
    *,
    output: str | PathLike[str] | None = None,
    overwrite: bool = False,
    force: bool = False,
    **options: Any,
) -> Outcome:
    """Identify a robot's parameters from logs, with their uncertainty: what `dynid identify` does.

    robot      a URDF, MJCF or SDF file, a built-in robot, or file.py:build
    logs       files, logs (`read_log`) or DataFrames, one or several; test: others, to check on
    output     folder for result.json and report.html; overwrite: replace them if they are there;
               force: write also a result that fails on its own training logs
    options    by the names of the command line's, as values or as texts: effects="viscous,coulomb",
               cutoff=12.0, slow="5%", method="wls", lock={"gripper": 0.02}
    """
    study = Study.make(robot, **options)
    how: dict[str, Any] = {"output": output, "overwrite": overwrite, "force": force}
    reading = study.processing
    return study.identify(_sources(logs, reading), _sources(test, reading), **how)


def _sources(logs: Any, reading: Processing) -> list[LogSource]:
    """Files as paths, logs as they are, DataFrames as logs."""
    from dynid.data.log import Log

    several = logs if isinstance(logs, (list, tuple)) else [logs]
    found: list[LogSource] = []
    for source in several:
        if isinstance(source, (str, PathLike)):
            found.append(Path(source))
        elif isinstance(source, Log):
            found.append(source)
        elif type(source).__name__ == "DataFrame":
            found.append(_read_frame(source, reading))
        else:
            raise InputError(
                f"logs: got {type(source).__name__}, expected files, logs (see read_log) or"
                " DataFrames, or a list of them."
            )
    return found


def _read_frame(frame: Any, reading: Processing) -> Log:
    from dynid.data.read import read_log

    names = ("columns", "units", "rate", "joints", "clean")
    given = {name: value for name in names if (value := getattr(reading, name))}
    return read_log(frame, **given)


def _names(group: Group) -> list[str]:
    return [name for name, _, _ in list_options(type(group))]


def _name(log: LogSource) -> str:
    return str(getattr(log, "source", log))


def _typed(group: Group, key: str, value: Any) -> list[str]:
    """The words that give an option its value; none where it has no flag."""
    about = next(x for name, x, _ in list_options(type(group)) if name == key)
    if not about.flag:
        return []
    if about.kind is bool:
        return [about.flag]
    return [word for text in _texts(key, value) for word in (about.flag, text)]


def _texts(key: str, value: Any) -> list[str]:
    """A value as it is typed."""
    if key in ("payload", "payloads"):
        items = value.items() if isinstance(value, Mapping) else (("", x) for x in value)
        return [(f"{file}:" if file else "") + _load_text(about) for file, about in items]
    if key in ("columns", "units"):
        return [f"{name}={x}" for name, x in value.items()]
    if isinstance(value, Mapping):
        short = {name: _number(x) for name, x in value.items() if isinstance(x, (float, int, dict))}
        return [",".join(f"{name}={x}" for name, x in short.items())] if short else []
    if isinstance(value, (tuple, list)):
        return [",".join(map(str, value))]
    return ["none" if value is None else str(value)]


def _load_text(about: Mapping[str, Any]) -> str:
    lists = (list, tuple)
    words = {k: " ".join(map(str, x)) if isinstance(x, lists) else x for k, x in about.items()}
    return ",".join(f"{name}={x}" for name, x in words.items())


def _number(value: Any) -> str:
    """Of --lock, --prior, --fixed a number; of --gain {"gain": 13.6} or {"start": 9.0}."""
    if isinstance(value, Mapping):
        return f"~{value['start']}" if "start" in value else str(value["gain"])
    return "log" if value != value else str(value)
