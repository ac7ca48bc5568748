"""expected.yaml: a robot as it was identified, with the limits within which a new log of it is as
expected. Written by `dynid expect`, read by `dynid test` and by the pytest plugin."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, suggest_name
from dynid.files import compute_sha256, load_yaml

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate
    from dynid.validation.prediction_check import Validation

FORMAT = "dynid expected 1"
AUTO = "auto"
_PLAIN = re.compile(r"[A-Za-z]([\w .+*/^²-]*\w)?")  # words that YAML needs no quotes for
_RESERVED = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}
DIGITS = 6  # of numbers in the file: copies for reading
TRAINING, HELD_OUT = "training log", "held-out log"
# The torque error of an unchanged machine on another motion is up to 6 times that of its training
# log, and about that of another held-out log (measured on LWR4+, KR300, Panda, TX40, UR10): limits
# are so many times the error, and at least so many % of the torque above it
TIMES = {TRAINING: 10.0, HELD_OUT: 3.0}
ABOVE = 2.0
HEAD = """\
# A robot as it was identified. Compare a new log with it: dynid test {name} NEW_LOG
# You may edit `limit` of each joint ("0.4 Nm" or "5 %"), `deviations`, and delete lines of
# `torque_error` and `parameters` that need no test. The other numbers are copies for reading:
# the test uses the result itself. To write this file again: dynid expect RESULT -o {name}
"""


@dataclass(frozen=True)
class ExpectedParameter:
    """A quantity that `dynid diff` compares, with its standard deviation.

    detectable   the change that another log like that of the result would show
    """

    name: str
    value: float
    deviation: float
    detectable: float
    unit: str = ""

    @classmethod
    def from_dict(cls, about: Mapping[str, Any]) -> ExpectedParameter:
        value, deviation, detectable = (
            float(about[key]) for key in ("value", "deviation", "detectable")
        )
        unit = str(about.get("unit", ""))
        return cls(str(about["name"]), value, deviation, detectable, unit)


@dataclass(frozen=True)
class ExpectedError:
    """The torque error of a joint over moving samples, and the limit for new logs.

    rmse, percent    RMS of the residual in `unit`, and as % of the RMS torque (nan: no torque)
    limit            in `unit`, or in % of the torque where `is_relative`
    """

    joint: str
    rmse: float
    percent: float
    unit: str
    limit: float
    is_relative: bool = False

    @property
    def name(self) -> str:
        return f"{self.joint} torque error"

    @property
    def limit_unit(self) -> str:
        return "%" if self.is_relative else self.unit

    @classmethod
    def from_dict(cls, about: Mapping[str, Any]) -> ExpectedError:
        joint, unit = str(about["joint"]), str(about["unit"])
        percent = math.nan if about.get("percent") is None else float(about["percent"])
        limit, of = _read_limit(joint, about["limit"], unit)
        return cls(joint, float(about["rmse"]), percent, unit, limit, of == "%")


@dataclass(frozen=True, eq=False)
class Expectation:
    """The content of expected.yaml.

    Parameters
    ----------
    robot
        its file or name
    result
        the saved result
    sha256
        of that file
    data
        where the torque errors come from: "training log" or "held-out log"
    logs
        their names
    errors
        of the torques, by joint
    parameters
        each with its limits
    deviations
        by how many standard deviations a parameter may differ; None: the criterion of `dynid diff`
    processing
        how logs are read, processed and identified: keys of dynid.yaml
    """

    robot: str
    result: Path
    sha256: str
    data: str
    logs: tuple[str, ...]
    errors: tuple[ExpectedError, ...]
    parameters: tuple[ExpectedParameter, ...]
    deviations: float | None = None
    processing: dict[str, Any] = field(default_factory=dict)

    @property
    def checks(self) -> tuple[str, ...]:
        """The names of the checks, in the order of the file."""
        return (*(each.name for each in self.errors), *(each.name for each in self.parameters))

    def to_dict(self, folder: Path) -> dict[str, Any]:
        """As the file has it, written into `folder`."""
        try:
            file = Path(os.path.relpath(self.result.resolve(), folder.resolve())).as_posix()
        except ValueError:  # on another drive
            file = str(self.result.resolve())
        return {
            "format": FORMAT,
            "robot": self.robot,
            "result": {"file": file, "sha256": self.sha256},
            "data": self.data,
            "logs": list(self.logs),
            "deviations": AUTO if self.deviations is None else self.deviations,
            "torque_error": [
                {
                    "joint": each.joint,
                    "rmse": _round_digits(each.rmse),
                    "unit": each.unit,
                    "percent": _round_digits(each.percent, 3),
                    "limit": f"{each.limit:.3g} {each.limit_unit}",
                }
                for each in self.errors
            ],
            "parameters": [
                {
                    "name": each.name,
                    "value": _round_digits(each.value),
                    "deviation": _round_digits(each.deviation, 3),
                    "detectable": _round_digits(each.detectable, 3),
                    "unit": each.unit,
                }
                for each in self.parameters
            ],
            "processing": self.processing,
        }

    def to_yaml(self, path: Path) -> str:
        """The text of the file of that name: a line for each joint and parameter."""
        lines = [HEAD.format(name=path.name)]
        for key, value in self.to_dict(path.parent).items():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                lines.append(f"{key}:\n" + "\n".join(f"  - {_format_flow(each)}" for each in value))
            elif isinstance(value, dict):
                inside = (f"  {_format_flow(k)}: {_format_flow(x)}" for k, x in value.items())
                lines.append(f"{key}:\n" + "\n".join(inside))
            else:
                lines.append(f"{key}: {_format_flow(value)}")
        return "\n".join(lines) + "\n"

    def load_result(self) -> Estimate:
        """The saved result, the same as when the expectation was written."""
        from dynid.identification.estimate import Estimate

        saved = Estimate.load(self.result)
        if compute_sha256(self.result) != self.sha256:
            raise InputError(
                f"'{self.result}' is not the file that was expected (its SHA-256 differs): write"
                " the expectation again with dynid expect, or bring back the result."
            )
        known = {each.name: each for each in list_parameters(saved)}
        for each in self.parameters:
            if each.name not in known:
                raise InputError(
                    f"parameters: got '{each.name}', which '{self.result}' does not determine."
                    f"{suggest_name(each.name, known)}"
                )
            value = known[each.name].value
            if not math.isclose(each.value, value, rel_tol=1e-4, abs_tol=1e-300):
                raise InputError(
                    f"parameters: got {each.value:g} of '{each.name}', but '{self.result}' has"
                    f" {value:g}. Values are copies for reading; edit limits only."
                )
        return saved


def _round_digits(x: float, digits: int = DIGITS) -> float | None:
    return float(f"{x:.{digits}g}") if math.isfinite(x) else None


def _format_flow(value: Any) -> str:
    """In one line; JSON is YAML."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _RESERVED:
        return value
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{_format_flow(k)}: {_format_flow(x)}" for k, x in value.items()) + "}"
        )
    return json.dumps(value, ensure_ascii=False)


def expect_result(
    saved: Estimate,
    path: Path,
    check: Validation | None = None,
    processing: Mapping[str, Any] | None = None,
) -> Expectation:
    """Make the expectation of a robot from a saved result.

    Parameters
    ----------
    saved
        the result
    path
        of the saved result
    check
        on held-out logs, whose torque errors are expected then; else those of the training
    processing
        how new logs are processed; None: as those of the result
    """
    if check is None:
        found = {fit.joint: (fit.rmse, fit.relative) for fit in saved.joints}
        logs = tuple(name for name, _, _ in saved.sources)
    else:
        found = compute_torque_errors(check)
        logs = tuple(name for name, _ in check.files)
    if not found:
        raise InputError(
            f"{path}: has no torque residuals (method {saved.method}); expected a result of a"
            " method that fits torques, such as consistent."
        )
    kind = TRAINING if check is None or not check.held_out else HELD_OUT
    return Expectation(
        robot=saved.robot,
        result=path,
        sha256=compute_sha256(path),
        data=kind,
        logs=logs,
        errors=tuple(_expect_error(saved, kind, joint, *both) for joint, both in found.items()),
        parameters=list_parameters(saved),
        processing=dict(processing or {}),
    )


def list_parameters(saved: Estimate) -> tuple[ExpectedParameter, ...]:
    """The quantities that `dynid diff` judges: friction of each joint first."""
    from dynid.identification.lookup import find_unit
    from dynid.validation.result_changes import difference

    frictions: list[ExpectedParameter] = []
    others: list[ExpectedParameter] = []
    for each in difference(saved, saved).judged:
        # of one result beside itself: variance v + v
        deviation = each.deviation / math.sqrt(2.0)
        unit = find_torque_unit(saved, each.joint) if each.joint else find_unit(saved, each.name)
        made = ExpectedParameter(each.quantity, each.first, deviation, each.threshold, unit)
        (frictions if each.joint else others).append(made)
    return (*frictions, *others)


def compute_torque_errors(check: Validation) -> dict[str, tuple[float, float]]:
    """{joint: (RMSE, % of the torque)} over the samples that count, decimated: as the residuals of
    a fit are. e = tau - prediction, rmse = sqrt(mean e^2), percent = 100 |e| / |tau|."""
    import numpy as np

    found = {}
    for j, each in enumerate(check.joints):
        use = check.use[:, j]
        tau = check.measured[use, j]
        e = tau - check.predicted[use, j]
        rmse = float(np.sqrt(np.mean(e**2))) if len(e) else math.nan
        size = float(np.sqrt(np.mean(tau**2))) if len(e) else 0.0
        found[each.joint] = rmse, 100.0 * rmse / size if size > 0 else math.nan
    return found


def find_torque_unit(saved: Estimate, joint: str) -> str:
    bodies = () if saved.model is None else saved.model.robot.bodies
    slides = any(body.joint.name == joint and body.joint.kind == "prismatic" for body in bodies)
    return "N" if slides else "Nm"


def _expect_error(
    saved: Estimate, kind: str, joint: str, rmse: float, percent: float
) -> ExpectedError:
    # the RMS torque is 100 rmse / percent
    torque = 100.0 * rmse / percent if percent > 0 else 0.0
    limit = max(TIMES[kind] * rmse, rmse + ABOVE / 100.0 * torque)
    return ExpectedError(joint, rmse, percent, find_torque_unit(saved, joint), limit)


def load_expectation(path: Path) -> Expectation:
    """What `dynid expect` wrote, with limits that may have been edited.

    Parameters
    ----------
    path
        of the file
    """
    content = load_yaml(path, "a file of dynid expect")
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(
            f"{path}: expected a file of dynid expect, which begins with 'format: {FORMAT}'."
        )
    try:
        about = content["result"]
        deviations = content.get("deviations", AUTO)
        return Expectation(
            robot=str(content["robot"]),
            result=path.parent / str(about["file"]),
            sha256=str(about["sha256"]),
            data=str(content["data"]),
            logs=tuple(map(str, content["logs"])),
            errors=tuple(map(ExpectedError.from_dict, content.get("torque_error") or ())),
            parameters=tuple(map(ExpectedParameter.from_dict, content.get("parameters") or ())),
            deviations=None if deviations == AUTO else _read_positive(deviations),
            processing=dict(content.get("processing") or {}),
        )
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except KeyError as error:
        raise InputError(f"{path}: has no {error}; write it again with dynid expect.") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"{path}: is damaged ({error}); write it again with dynid expect."
        ) from None


def _read_positive(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
        raise InputError(f"deviations: got {value!r}, expected auto or a number above 0.")
    return float(value)


def _read_limit(joint: str, text: Any, unit: str) -> tuple[float, str]:
    number, _, of = str(text).strip().replace("%", " %").partition(" ")
    of = of.strip() or unit
    try:
        limit = float(number)
    except ValueError:
        limit = math.nan
    if not 0 < limit < math.inf or of not in (unit, "%"):
        raise InputError(f'{joint}: got the limit "{text}", expected "0.4 {unit}" or "5 %".')
    return limit, of
