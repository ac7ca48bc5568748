"""A study: the way from files to a verdict, as `dynid identify` goes it, for every door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError
from dynid.files import check_folder, check_target
from dynid.progress import show_stage
from dynid.study.command import write_command
from dynid.study.contact_options import drop_unloaded_effects, place_on_feet
from dynid.study.fit_options import COMPARED, SELECTS, FitOptions, make_estimator
from dynid.study.limit_options import LimitOptions
from dynid.study.locks import lock_joints_from_log
from dynid.study.log_examination import examine_logs
from dynid.study.log_options import (
    LogSource,
    Processing,
    RecordedMotion,
    load_data,
)
from dynid.study.model_options import USUAL, ModelOptions
from dynid.study.option_table import STUDY_KEYS, check_keys, collect_values, list_values
from dynid.study.options import NAME, Group, check_names, fill, fill_known, list_names, set_options
from dynid.study.outcome import FILES, Fitted, Outcome, Steps
from dynid.study.payloads import add_loads, list_known_masses
from dynid.study.project import Project
from dynid.study.record import (
    ResultSource,
    find_logs,
    list_kept_options,
    load_result,
    load_selection,
    make_setup,
    name_result,
    read_record,
)
from dynid.study.selection import AUTO, SelectedEffects, select_if_asked, settle_limbs
from dynid.study.slow_samples import load_training

if TYPE_CHECKING:
    from dynid.calibration.calibration_result import Calibration
    from dynid.calibration.pose_design import PoseDesign
    from dynid.data.dataset import Dataset
    from dynid.findings import Finding
    from dynid.identification.estimate import Estimate
    from dynid.identification.estimator_base import Estimator
    from dynid.model.model import Model
    from dynid.payload.payload_estimate import PayloadEstimate
    from dynid.study.inspection import Inspection, InspectOptions
    from dynid.study.log_examination import Examination
    from dynid.study.log_simulation import Simulated, SimulationOptions
    from dynid.study.motion_design import Design, DesignOptions
    from dynid.study.pose_options import PoseOptions
    from dynid.study.prediction import Prediction
    from dynid.study.simulator_fit import SimulatorFit
    from dynid.validation.comparison import Comparison


@dataclass(frozen=True)
class Study:
    """A robot, its model, how logs are read and processed, how parameters are fitted, and the
    limits that a designed motion keeps.

    Parameters
    ----------
    robot
        a URDF, MJCF or SDF file, a built-in robot, or file.py:build
    project
        the text of the dynid.yaml that some of it was taken from
    """

    robot: str
    model: ModelOptions = field(default_factory=ModelOptions)
    processing: Processing = field(default_factory=Processing)
    fit: FitOptions = field(default_factory=FitOptions)
    project: str | None = None
    limits: LimitOptions = field(default_factory=LimitOptions)

    @classmethod
    def make(cls, robot: str | PathLike[str], **options: Any) -> Study:
        """Of options by their names: values, or texts as on the command line."""
        return cls(str(robot)).replace(**options)

    def replace(self, **options: Any) -> Study:
        """The study with other options, as `make` takes them."""
        parts: dict[str, Any] = {x: y for x, y in vars(self).items() if isinstance(y, Group)}
        names = {name: key for key, group in parts.items() for name in list_names(type(group))}
        check_names(options, names)
        for name, value in options.items():
            key = names[name]
            parts[key] = set_options(parts[key], {name: value})
        return replace(self, **parts)

    @classmethod
    def load(
        cls, path: str | PathLike[str] = NAME
    ) -> tuple[Study, tuple[Path, ...], tuple[Path, ...]]:
        """Of a project file: the study, its logs and its test logs."""
        project = Project.load(Path(path))
        study = cls._from_values(project.robot, project.values)
        study = replace(study, project=Path(path).read_text("utf-8"))
        return study, project.logs, project.tests

    @classmethod
    def from_result(cls, result: ResultSource, **options: Any) -> Study:
        """Of a saved result (`Estimate`, its file or folder), to read and process other logs as
        its own were; options: what is to be otherwise, as `make` takes them."""
        setup = load_result(result).setup
        record = read_record(setup)
        if record is None:
            return cls.make(**list_kept_options(setup)).replace(**options)
        study = cls.from_dict(record, f"{name_result(result)}, study")
        # gains that a log needs, the result has itself
        reading = replace(study.processing.keep_for_others(), drives={})
        return replace(study, processing=reading).replace(**options)

    @property
    def groups(self) -> tuple[Group, ...]:
        return self.model, self.processing, self.fit, self.limits

    def to_dict(self) -> dict[str, Any]:
        """The robot and the options that differ from their defaults, by the keys of dynid.yaml, in
        plain values: as JSON for another process, and in result.json."""
        named = {"robot": self.robot} if self.robot else {}
        return {**named, **list_values(self.groups)}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any], where: str = "study") -> Study:
        """The study that `to_dict` described."""
        check_keys(content, (*STUDY_KEYS, "robot"), where)
        values = collect_values(content, where)
        return cls._from_values(values.pop("robot", ""), values)

    @classmethod
    def _from_values(cls, robot: str, values: Mapping[str, Any]) -> Study:
        kinds: list[Any] = [ModelOptions, Processing, FitOptions, LimitOptions]
        model, processing, fit, limits = (fill(kind, {}, values) for kind in kinds)
        return cls(robot, model, processing, fit, limits=limits)

    @property
    def selects_effects(self) -> bool:
        """Whether effects are selected by the logs."""
        named = self.model.effects
        return named == AUTO or (named is None and self.fit.method == SELECTS)

    def fit_to(self, logs: Sequence[LogSource], test: Sequence[LogSource] = ()) -> Study:
        """The study with what the logs decide before they are read: payloads by their paths, and
        joints that are locked where they stand."""
        processing = self.processing.match_loads([*logs, *test])
        about, processing = lock_joints_from_log(self.model, processing, self.robot, logs)
        fixed = {**list_known_masses(processing.payloads), **self.fit.fixed}
        return replace(self, model=about, processing=processing, fit=replace(self.fit, fixed=fixed))

    def build_model(self, logs: Sequence[LogSource], test: Sequence[LogSource] = ()) -> Model:
        """The model with the effects that are named, else the usual ones; with the payloads of
        single logs, on its feet."""
        how, equal = self.processing, self.fit.limbs != "each"
        model = self.model.make_model(self.robot, USUAL, equal, RecordedMotion(logs, how))
        return place_on_feet(add_loads(model, how.payloads), [*logs, *test], how)

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

        Parameters
        ----------
        output
            folder for result.json, which is there as soon as the fit is, and report.html
        overwrite
            replace files that are there
        force
            write in any case, also a result that fails on its own training logs
        """
        estimator, command = make_estimator(self.fit.method), write_command(self, logs, test)
        study, limbs = settle_limbs(self.fit_to(logs, test), logs)
        about = replace(study.model, effects=None) if study.selects_effects else study.model
        model = replace(study, model=about).build_model(logs, test)
        # effects are selected for machines that stand firm
        selects = study.selects_effects and not model.robot.base
        if study.model.effects is None:
            model = drop_unloaded_effects(model, logs, study.processing)
        if output is not None:
            check_folder(Path(output), FILES, overwrite or force)
        study.processing.check_unseen(logs, test)
        usual = SelectedEffects(model, study.processing)
        found = select_if_asked(model, logs, study.processing, test) if selects else usual
        try:
            fitted = study._fit(found, logs, test, command, estimator)
        except InputError as error:
            if found.choice is None:
                raise
            found = replace(usual, refusal=f"{error} So the usual effects were taken.")
            fitted = study._fit(found, logs, test, command, estimator)
        steps = Steps()
        fitted = fitted.note_elastic_joints(steps).add_note(limbs)
        outcome = study._check(found, fitted, steps)
        folder = None if output is None or (outcome.failures and not force) else Path(output)
        if folder is not None:
            outcome.save_result(folder, overwrite or force)
        outcome = study._look(outcome, found, fitted, logs, test)
        return outcome.judge(folder, overwrite or force)

    @classmethod
    def report(
        cls,
        result: ResultSource,
        logs: Sequence[LogSource] = (),
        test: Sequence[LogSource] = (),
        *,
        page: str | PathLike[str] | None = None,
        overwrite: bool = False,
    ) -> Outcome:
        """What `identify` said of a saved result, and its page, made again from its logs.

        Parameters
        ----------
        logs
            where they are now, if they are not where they were
        test
            held-out logs, if not those that it was checked on
        page
            the file to write, such as report.html; report.pdf is printed by the browser that is
            installed
        """
        if page is not None:
            check_target(page, overwrite)
        saved = load_result(result)
        record = read_record(saved.setup)
        if record is None or saved.model is None:
            raise InputError(
                f"{name_result(result)}: does not say how its logs were read; expected a result"
                " that dynid identify of this version saved: identify again."
            )
        found = find_logs(saved.setup, "files", logs)
        logs, test = list(found.values()), test or list(find_logs(saved.setup, "test").values())
        if not logs:
            raise InputError(f"{name_result(result)}: was identified from no files.")
        study = cls.from_dict(record, f"{name_result(result)}, study")
        study = replace(
            study,
            processing=study.processing.rename_logs(lambda name: str(found.get(Path(name), name))),
        )
        chosen = SelectedEffects(saved.model, study.processing, load_selection(saved))
        data, steps = load_data(saved.model, logs, study.processing), Steps()
        fitted = study._make_problem(data, study.processing.from_data(data), saved)
        outcome = study._check(chosen, fitted, steps)
        outcome = study._look(outcome, chosen, fitted, logs, test)
        return outcome.write_page(None if page is None else Path(page), overwrite)

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
        estimators = [study.fit.apply_to(each, model, say=False) for each in estimators]
        data, used = load_training(model, logs, study.processing)
        unseen = load_data(model, test, used) if test else None
        with show_stage("comparing"):
            return compare("all" if every else estimators, Problem(model, data), unseen)

    def inspect(self, how: InspectOptions | None = None, **options: Any) -> Inspection:
        """The robot's bodies, and the parameters that its motion can reveal. Options by the
        names of the command line's: symmetric, contacts, foot_radius."""
        from dynid.study.inspection import InspectOptions, inspect_robot

        how = fill_known(how or InspectOptions, self.groups, options)
        return inspect_robot(self.robot, self.model, how)

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
        from dynid.study.motion_design import DesignOptions, design_motion

        how = fill_known(how or DesignOptions, self.groups, options)
        return design_motion(self.robot, self.model, how, self.processing, output, overwrite)

    def design_poses(
        self,
        how: PoseOptions | None = None,
        *,
        output: str | PathLike[str] | None = None,
        overwrite: bool = False,
        **options: Any,
    ) -> PoseDesign:
        """Poses to measure for a calibration, within the limits; written into the folder `output`.
        Options by the names of the command line's: markers="1=hand", poses=20, goal="0.1mm",
        measured="poses.csv", ..."""
        from dynid.study.pose_options import PoseOptions, design_study_poses

        how = fill_known(how or PoseOptions, self.groups, options)
        return design_study_poses(self.robot, self.model, how, output, overwrite)

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
        from dynid.study.log_simulation import SimulationOptions, simulate_motion

        how = fill_known(how or SimulationOptions, self.groups, options)
        return simulate_motion(self.robot, self.model, trajectory, how, output, overwrite)

    def validate(self, result: ResultSource, logs: Sequence[LogSource]) -> Prediction:
        """Predict the torques of other logs by a saved result; the study: `Study.from_result`."""
        from dynid.study.prediction import validate_result

        return validate_result(result, logs, self.processing)

    def payload(
        self, result: ResultSource, logs: Sequence[LogSource], **options: Any
    ) -> PayloadEstimate:
        """The payload of a saved result's robot in logs; options: known={"mass": 2.5, "com":
        (0, 0, 0.05)}, frame="tool0", friction=0.3."""
        from dynid.study.payload_estimation import PayloadOptions, estimate_payload

        typed = set_options(PayloadOptions(), options)
        return estimate_payload(result, logs, self.processing, typed)

    def check(
        self,
        logs: Sequence[LogSource] = (),
        *,
        quick: bool = False,
        fix: bool = False,
        overwrite: bool = False,
    ) -> Examination:
        """Errors in the robot's file, and mistakes in the logs.

        Parameters
        ----------
        quick
            without the long search for orders, geometry and changes
        fix
            write copies of the file and the logs in which what is certain is repaired
        """
        from dynid.study.log_examination import examine_study

        return examine_study(self, logs, quick, fix, overwrite)

    def sim2real(
        self,
        log: LogSource | Sequence[LogSource],
        test: LogSource | None = None,
        *,
        output: str | PathLike[str] | None = None,
        overwrite: bool = False,
        force: bool = False,
        **options: Any,
    ) -> SimulatorFit:
        """Parameters of a simulator's motors from logs of commands and positions.

        Parameters
        ----------
        log
            a log, or several of one robot
        test
            a held-out log; then all of the others is used
        output
            folder for its files
        overwrite
            replace them
        force
            write also a result that does not move as its own log
        **options
            of `study.sim2real.Sim2RealOptions`: kp=20, kd=1.5, train=0.6
        """
        from dynid.study.simulator_fit import Sim2RealOptions, fit_simulator

        typed = set_options(Sim2RealOptions(), options)
        return fit_simulator(self, log, test, typed, output, overwrite, force)

    def calibrate(
        self,
        measurements: Any,
        test: Any = None,
        *,
        output: str | PathLike[str] | None = None,
        overwrite: bool = False,
        **options: Any,
    ) -> Calibration:
        """The robot's own geometry from a table of measured poses, checked on another one, `test`;
        written into the folder `output`. Options by the names of the command line's:
        markers={"1": "hand"}, errors="zeros", ..."""
        from dynid.study.calibration import CalibrationOptions, calibrate_study

        typed = set_options(CalibrationOptions(), options)
        return calibrate_study(self, measurements, test, typed, output, overwrite)

    def _fit(
        self,
        found: SelectedEffects,
        logs: Sequence[LogSource],
        test: Sequence[LogSource],
        command: str,
        estimator: Estimator,
    ) -> Fitted:
        from dynid.identification.estimate import solve
        from dynid.identification.problem import Problem

        model = found.model
        estimator = self.fit.apply_to(estimator, model)
        data, used = found.load_training(logs)
        with show_stage("identifying"):
            problem = self.fit.make_problem(estimator, model, data)
            named = self.model.effects if self.model.effects not in (None, AUTO) else USUAL
            named = named if model.effects else "none"
            effects = AUTO if found.choice is not None else str(named)
            setup = make_setup(self, effects, used, data, logs, test, command)
            result, problem = solve(problem, estimator, setup)
            found.confirm(result, problem, estimator)
            result = found.attach_to_result(result, problem, estimator)
            if data.free:
                return self._make_problem(data, used, result)
            if isinstance(problem, Problem) and problem.data is not None:
                data = problem.data  # of a model without the effects that had to be dropped
        return Fitted(data, problem, used, result)

    def _make_problem(self, data: Dataset, used: Processing, result: Estimate) -> Fitted:
        """Of a result, data in torques, and the problem that they make."""
        from dynid.identification.gain_records import apply_gains

        data = apply_gains(result, data)  # from here on, the currents are torques
        problem = self.fit.make_problem(make_estimator(self.fit.method), data.model, data)
        return Fitted(data, problem, used, result)

    def _check(self, found: SelectedEffects, fitted: Fitted, steps: Steps) -> Outcome:
        """What the fit is worth on its own logs."""
        from dynid.identification.problem import Problem
        from dynid.validation.prediction_check import validate
        from dynid.validation.verdict import find_training_failures

        problem, result, training = fitted.problem, fitted.result, None
        predicts = fitted.predicts
        if isinstance(problem, Problem) and predicts is not None:
            with steps.guard("the result was not checked on its own logs"):
                training = validate(result, fitted.data)
        failures = () if training is None else tuple(find_training_failures(training))
        how: dict[str, Any] = {"failures": failures, "has_bodies": predicts is not None}
        return Outcome(result, problem, found.choice, training, steps=steps, **how)

    def _look(
        self,
        outcome: Outcome,
        found: SelectedEffects,
        fitted: Fitted,
        logs: Sequence[LogSource],
        test: Sequence[LogSource],
    ) -> Outcome:
        """With the errors on test logs, which get the filter that the training data chose, and
        with what a short look at the logs says."""
        from dynid.validation.prediction_check import validate

        validation = None
        findings: tuple[Finding, ...] = ()
        if test and fitted.predicts is not None:
            with outcome.steps.guard("the result was not checked on the test logs"):
                unseen = load_data(fitted.predicts, test, fitted.used)
                validation = validate(outcome.result, unseen)
        with outcome.steps.guard("the logs were not examined"):
            findings = examine_logs(found.model, logs, found.settings)
        return replace(outcome, validation=validation, findings=findings, tested=bool(test))
