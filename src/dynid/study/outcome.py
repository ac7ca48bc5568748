"""What an identification led to: the result, what it is worth, and what was noticed."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from dynid.errors import DynidError
from dynid.files import check_folder, write_together, write_whole
from dynid.notebook import format_percent, format_ratio
from dynid.progress import Verbosity, show_stage

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.findings import Finding
    from dynid.identification.estimate import Estimate
    from dynid.identification.problem import Problem
    from dynid.model.model import Model
    from dynid.selection.selection_record import Selection
    from dynid.study.log_options import Processing
    from dynid.study.requirements import Requirement
    from dynid.validation.prediction_check import Validation
    from dynid.validation.verdict import Verdict

MOST = 10  # joints, and parameters, that the short answer shows
FILES = ("result.json", "report.html", "verdict.json")


@dataclass(frozen=True)
class Steps:
    """Steps after the fit: what fails there is kept, and does not lose the fit."""

    troubles: list[str] = field(default_factory=list)

    @contextmanager
    def guard(self, what: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if Verbosity.level > 0:
                traceback.print_exc()
            kind = "" if isinstance(error, DynidError) else f"{type(error).__name__}: "
            self.troubles.append(f"{what}: {kind}{error}")


@dataclass(frozen=True, eq=False)
class Fitted:
    """The data, the problem they make, how they were processed, and its solution."""

    data: Dataset
    problem: Any
    used: Processing
    result: Estimate

    @property
    def predicts(self) -> Model | None:
        """The model that predicts torques of other logs; None: the result has no whole bodies."""
        from dynid.identification.problem import Problem

        model = self.problem.model if isinstance(self.problem, Problem) else self.result.model
        whole = model is not None and len(self.result.p) == len(model.parameters)
        return model if whole else None

    def add_note(self, what: object) -> Fitted:
        if what is None:
            return self
        return replace(self, result=replace(self.result, notes=(*self.result.notes, str(what))))

    def note_elastic_joints(self, steps: Steps) -> Fitted:
        """With a note on each joint that looks elastic."""
        from dynid.identification.resonance import find_elastic_joints

        result = self.result
        with steps.guard("elastic joints were not searched for"), show_stage("identifying"):
            elastic = map(str, find_elastic_joints(result, self.data))
            result = replace(result, notes=(*result.notes, *elastic))
        return replace(self, result=result)


@dataclass(frozen=True, eq=False)
class Outcome:
    """An identification.

    Parameters
    ----------
    result
        the parameters with their uncertainty
    problem
        what they were fitted to
    selection
        how effects were selected; None where they were named
    training
        the result on its own logs
    validation
        on the test logs
    findings
        what was noticed in the robot's file and in the logs
    verdict
        how far the result can be trusted; None for methods that use no torques
    failures
        why the result is of no use, if it is not
    written
        files
    requirements
        what was required of it, and whether it is met

    Attributes
    ----------
    troubles
        steps after the fit that failed
    """

    result: Estimate
    problem: Any
    selection: Selection | None = None
    training: Validation | None = None
    validation: Validation | None = None
    findings: tuple[Finding, ...] = ()
    verdict: Verdict | None = None
    failures: tuple[str, ...] = ()
    has_bodies: bool = True
    tested: bool = False
    steps: Steps = field(default_factory=Steps)
    written: tuple[Path, ...] = ()
    requirements: tuple[Requirement, ...] = ()

    @property
    def troubles(self) -> tuple[str, ...]:
        return tuple(self.steps.troubles)

    @property
    def has_page(self) -> bool:
        """Whether there is a report: about torques, of a Problem, or about single bodies."""
        from dynid.estimators.per_body.per_body_estimator import HingeProblem
        from dynid.identification.problem import Problem

        return isinstance(self.problem, (Problem, HingeProblem))

    def write(self, folder: str | PathLike[str], overwrite: bool = False) -> Outcome:
        """Write result.json, report.html and verdict.json into a folder, made if it is new."""
        check_folder(Path(folder), FILES, overwrite)
        self.save_result(Path(folder), overwrite)
        return self.judge(Path(folder), overwrite)

    def save_result(self, folder: Path, overwrite: bool) -> None:
        """The result, before all that is said about it; the page of another one goes."""
        with write_together(folder, overwrite) as files, show_stage("writing"):
            self.result.save(files / FILES[0])
        for name in FILES[1:]:
            (folder / name).unlink(missing_ok=True)

    def write_page(self, path: Path | None, overwrite: bool = False) -> Outcome:
        """With the verdict, and with the page where a path is given: HTML, or PDF by its name."""
        if path is not None and path.suffix.lower() == ".pdf":
            from dynid.report.pdf import print_page

            with TemporaryDirectory(prefix="dynid-") as folder:
                made = self.write_page(Path(folder) / FILES[1])
                for page in made.written:
                    print_page(page, path, overwrite)
            return replace(made, written=(path,) if made.written else ())
        verdict = self._make_verdict(path, overwrite)
        there = () if path is None or not path.exists() else (path,)
        return replace(self, verdict=verdict, written=there)

    def judge(self, folder: Path | None, overwrite: bool) -> Outcome:
        """With the verdict; and with the page in a folder that has the result already."""
        page = folder / FILES[1] if folder is not None and self.has_page else None
        verdict = self._make_verdict(page, overwrite)
        there = [] if folder is None else [folder / FILES[0], *([page] if page else [])]
        if folder is not None and verdict is not None:
            with self.steps.guard(f"no {FILES[2]} was written"):
                text = json.dumps(verdict.to_dict(), indent=1)
                write_whole(folder / FILES[2], text, overwrite=True)
        written = tuple(path for path in there if path.exists())
        return replace(self, verdict=verdict, written=written)

    def _make_verdict(self, page: Path | None, overwrite: bool) -> Verdict | None:
        from dynid.identification.problem import Problem
        from dynid.report.body_section import write_body_report
        from dynid.report.report_files import write_report
        from dynid.validation.verdict import judge

        if page is not None:
            lost = f"{page} could not be made; {FILES[0]} next to it is complete"
            with self.steps.guard(lost), show_stage("writing"):
                how: dict[str, Any] = {"date": date.today().isoformat(), "overwrite": overwrite}
                if not isinstance(self.problem, Problem):
                    write_body_report(page, self.result, self.problem, **how)
                    return None
                how |= {"choice": self.selection, "noticed": self.findings, "train": self.training}
                return write_report(page, self.result, self.problem, self.validation, **how)
        if isinstance(self.problem, Problem):
            with self.steps.guard("the result was not judged"):
                return judge(
                    self.result, self.problem, self.validation, self.training, self.findings
                )
        return None

    def to_dict(self) -> dict[str, Any]:
        """For machines: what `dynid identify --json` prints."""
        from dynid.findings import save_findings
        from dynid.identification.saved_results import to_content

        content: dict[str, Any] = {"result": to_content(self.result)}
        content |= {"findings": save_findings(self.findings), "failures": list(self.failures)}
        parts: dict[str, Any] = {"choice": self.selection, "verdict": self.verdict}
        parts |= {"training": self.training, "validation": self.validation}
        content |= {name: x.to_dict() for name, x in parts.items() if x is not None}
        required = [asdict(each) for each in self.requirements]
        return content | ({"requirements": required} if required else {})

    def __str__(self) -> str:
        return "\n\n".join(self.list_lines())

    def list_lines(self, full: bool = False, hint: str = "") -> list[str]:
        """The answer in parts: verdict, selection, errors and friction by joint, findings, files;
        full: every step of the selection, every parameter, every note as well; hint: else, where
        these are."""
        from dynid.findings import list_findings
        from dynid.identification.problem import Problem

        said = [] if self.verdict is None else [str(self.verdict)]
        if self.selection is not None:
            said.append(str(self.selection) if full else self.selection.sentence)
        checks = [x for x in (self.training, self.validation) if x is not None]
        if full or not checks or not isinstance(self.problem, Problem):
            said.append(str(self.result))
            # joint by joint of the data that count most, and in a line of the others
            said += [x.sentence for x in checks[:-1]] + [str(x) for x in checks[-1:]]
        else:
            said.append("\n".join(list_joints(checks[-1])))
            said.append("\n".join(list_parameters(self.result, self.problem)))
        said += list_findings(self.findings)
        if self.tested and not self.has_bodies:
            said.append("not checked on the test logs: torques need the parameters of all bodies")
        if self.written and not self.has_page:
            said.append(f"no {FILES[1]}: it is about torques, which this method does not use")
        said += [hint] if hint and not full else []
        if self.written:
            said.append("\n".join(f"wrote {path}" for path in self.written))
        return said


def list_joints(check: Validation) -> list[str]:
    """The errors of the joints, of those with the largest ones where there are many."""
    from dynid.identification.estimate_text import shorten

    by_error = sorted(check.joints, key=lambda joint: -joint.relative)[:MOST]
    joints = [joint for joint in check.joints if joint in by_error]
    lines = [f"{'joint':<20} {'RMSE Nm, N':>10} {'error %':>8} {'R2':>8}"]
    for joint in joints:
        numbers = f"{format_percent(joint.relative):>8} {format_ratio(joint.r2):>8}"
        lines.append(f"{shorten(joint.joint, 20):<20} {joint.rmse:>10.4g} {numbers}")
    whole = f"{format_percent(check.relative):>8} {format_ratio(check.r2):>8}"
    return [*lines, f"{'all joints':<31} {whole}"]


def list_parameters(result: Estimate, problem: Problem) -> list[str]:
    """The parameters that cause most of the torque, with standard deviation and unit."""
    import numpy as np

    from dynid.identification.estimate_text import shorten
    from dynid.identification.lookup import find_unit

    # share_k^2 ~ theta_k^2 sum_j W_jk' W_jk / |tau_j|^2
    size = problem.sum_squared_errors(np.zeros(problem.size))
    weights = 1.0 / np.maximum(size, 1e-300)
    share = np.abs(result.theta) * np.sqrt(np.diag(problem.compute_gram(weights)))
    most = sorted(np.argsort(-share, kind="stable")[:MOST])
    lines = [f"{'parameters that cause most of the torque':<44} {'value':>11} {'+/-':>9} unit"]
    for k in most:
        name, std = result.names[k], result.std[k]
        size_text = "-" if std != std else f"{std:.2g}"
        value = f"{result.theta[k]:>11.5g} {size_text:>9} {find_unit(result, name)}"
        lines.append(f"{shorten(name):<44} {value}".rstrip())
    return lines
