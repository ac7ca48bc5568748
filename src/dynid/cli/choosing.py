"""--effects auto: the effects that the logs themselves show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dynid.cli.logs import Settings, load_data

if TYPE_CHECKING:
    from dynid.choice.record import Choice
    from dynid.model.model import Model

AUTO = "auto"


def chosen(
    model: Model, logs: Sequence[Path], settings: Settings
) -> tuple[Model, Settings, Choice]:
    """The model with the effects that were found, how its logs are processed, and the search."""
    from dynid.choice.choose import choose_effects
    from dynid.clock import stage
    from dynid.model.model import Model

    every = replace(settings, decimate="none", slow="none")
    data = load_data(model, logs, every)
    with stage("choosing effects"):
        choice = choose_effects(data)
    carried = [each.payload for each in model.layout.payloads]
    found = Model(model.robot, [*choice.effects, *carried], model.symmetric)
    cutoff = every.used(data).cutoff
    return found, replace(every, cutoff=cutoff, slow=choice.slow or "none"), choice
