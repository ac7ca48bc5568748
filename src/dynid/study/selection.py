"""The effects that the logs themselves show: what identify does unless it is told some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, join_names
from dynid.option_names import name_option
from dynid.study.log_options import LogSource, Processing, load_data
from dynid.study.slow_samples import leave_out_slow_samples, load_training

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.identification.estimate import Estimate
    from dynid.identification.estimator_base import Estimator
    from dynid.model.model import Model
    from dynid.selection.limb_comparison import LimbComparison
    from dynid.selection.selection_record import Selection
    from dynid.study.study import Study

AUTO = "auto"


@dataclass(frozen=True)
class SelectedEffects:
    """The model with the effects that were selected, how its logs are processed, the selection and
    its data; or the model as it was, and why nothing was selected."""

    model: Model
    settings: Processing
    choice: Selection | None = None
    data: Dataset | None = None
    refusal: str = ""

    def load_training(self, logs: Sequence[LogSource]) -> tuple[Dataset, Processing]:
        """What the model is fitted to: the data of the selection, where they are processed alike,
        and how other logs are."""
        data, slow = self.data, self.settings.slow
        if data is None or self.settings.decimate is not None or slow == AUTO:
            return load_training(self.model, logs, self.settings)
        data = replace(data, model=self.model)
        if slow is not None:
            data = leave_out_slow_samples(data, slow)
        return data, self.settings.from_data(data)

    def confirm(self, result: Estimate, problem: Any, estimator: Estimator) -> None:
        """Raise where the usual effects would serve better than those selected."""
        from dynid.identification.problem import Problem
        from dynid.selection.held_out import confirm_choice

        if self.choice is not None and self.data is not None and isinstance(problem, Problem):
            confirm_choice(self.choice, self.data, result, problem, estimator)

    def attach_to_result(self, result: Estimate, problem: Any, estimator: Estimator) -> Estimate:
        """The result that remembers this."""
        if self.choice is not None:
            return self.choice.attach_to_result(result, problem, estimator)
        notes = (*result.notes, self.refusal) if self.refusal else result.notes
        return replace(result, notes=notes)


def settle_limbs(study: Study, logs: Sequence[LogSource]) -> tuple[Study, LimbComparison | None]:
    """The study with equal limbs, or each its own, where the logs are to decide; and what they
    say."""
    from dynid.selection.limb_comparison import compare_limbs

    if study.fit.limbs != AUTO:
        return study, None
    about = replace(study.model, effects=None) if study.selects_effects else study.model
    model, found = replace(study, model=about).build_model(logs), None
    if model.robot.symmetry:
        found = compare_limbs(load_data(model, logs, study.processing))
    limbs = "each" if found is not None and found.differ else "equal"
    return replace(study, fit=replace(study.fit, limbs=limbs)), found


def select_if_asked(
    model: Model, logs: Sequence[Path], settings: Processing, test: Sequence[Path] = ()
) -> SelectedEffects:
    """What was typed of slow and decimate stays. Of the test logs it is only asked of which
    joints they have temperatures, where the training has some."""
    import numpy as np

    from dynid.data.masks import list_rubbing_joints
    from dynid.model.channels import LOGGED_TEMPERATURE
    from dynid.model.model import Model
    from dynid.progress import show_stage
    from dynid.selection.group_search import select_effects

    every = replace(settings, decimate=None, slow=None)
    data = load_data(model, logs, every)
    if (T := data.channels.get(LOGGED_TEMPERATURE)) is not None and test:
        other = load_data(model, test, every).channels.get(LOGGED_TEMPERATURE, np.nan * T[:1])
        known = np.where(np.isnan(other).any(axis=0), np.nan, T)
        data = replace(data, channels={**data.channels, LOGGED_TEMPERATURE: known})
    try:
        if data.free:
            raise InputError(
                f"Effects cannot be chosen in currents of {join_names(data.free)} without gains;"
                " expected torques: give the gains that are found now ("
                f"{name_option('drives')}) in another run."
            )
        with show_stage("choosing effects"):
            choice = select_effects(data)
    except InputError as error:
        return SelectedEffects(model, settings, refusal=f"{error} So the usual effects were taken.")
    carried = [each.payload for each in model.layout.payloads]
    found = Model(model.robot, [*choice.effects, *carried], model.symmetric)
    if found.reads_load:
        p = np.zeros(len(found.parameters))
        p[found.layout.inertial] = choice.bodies
        found = found.set_load_reference(p)
    slow = choice.slow if settings.slow == AUTO else settings.slow
    if list_rubbing_joints(found):
        # passive joints reverse amid the motion, where a filtered torque smears their dry friction:
        # the cutoff is chosen once more, with their friction known, and the rows are filtered too
        return SelectedEffects(found, replace(settings, slow=slow), choice, data)
    used = replace(
        settings,
        cutoff=every.from_data(data).cutoff,
        decimate=None if settings.decimate == AUTO else settings.decimate,
        slow=slow,
    )
    return SelectedEffects(found, used, choice, data)
