"""A saved result on other logs: what `dynid validate` does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dynid.errors import DynidError
from dynid.study.log_examination import examine_logs
from dynid.study.log_options import LogSource, Processing, load_data
from dynid.study.record import ResultSource, load_result, name_result

if TYPE_CHECKING:
    from dynid.findings import Finding
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot
    from dynid.validation.prediction_check import Validation


@dataclass(frozen=True, eq=False)
class Prediction:
    """Torques of logs, predicted by a saved result: their errors, and what a short look at the logs
    noticed."""

    validation: Validation
    findings: tuple[Finding, ...]
    robot: Robot

    def to_dict(self) -> dict[str, Any]:
        from dynid.findings import save_findings

        return self.validation.to_dict() | {"findings": save_findings(self.findings)}

    def to_page(self) -> str:
        from dynid.report.short_pages import render_validation_page

        return render_validation_page(self.validation, self.robot, self.findings)

    def __str__(self) -> str:
        from dynid.findings import list_findings

        return "\n\n".join([str(self.validation), *list_findings(self.findings)])


def validate_result(
    result: ResultSource, logs: Sequence[LogSource], processing: Processing
) -> Prediction:
    """`Study.validate`, with logs processed so."""
    check, model, processing = predict_logs(result, logs, processing)
    return Prediction(check, examine_logs(model, logs, processing), model.robot)


def predict_logs(
    result: ResultSource, logs: Sequence[LogSource], processing: Processing
) -> tuple[Validation, Model, Processing]:
    """Torques of logs by a saved result, its model, and how the logs were processed."""
    from dynid.model.model_builder import build_model
    from dynid.validation.prediction_check import validate

    saved = load_result(result)
    setup, model = saved.setup, saved.model
    if not {"cutoff", "decimate", *(() if model else ("robot", "effects"))} <= set(setup):
        raise DynidError(
            f"{name_result(result)}: was not saved by 'dynid identify', so robot and effects are"
            " not known; use Python."
        )
    model = model or build_model(setup["robot"], setup["effects"])
    processing = processing.match_loads(logs)
    return validate(saved, load_data(model, logs, processing)), model, processing
