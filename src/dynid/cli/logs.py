"""The logs of identify, validate and compare: read, and processed as the options say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.data.log import Log
    from dynid.model.model import Model

STICKING = "5%"  # of a joint's largest speed: below, it may stick


@dataclass(frozen=True)
class Settings:
    """How logs are processed, as typed."""

    cutoff: str
    decimate: str
    slow: str
    between: str = ""

    def used(self, data: Dataset) -> Settings:
        """What training data led to, for other logs. Which samples are kept follows from the cutoff
        and each log's own rate."""
        cutoff = self.cutoff if data.cutoff is None else repr(float(data.cutoff))
        return Settings(cutoff, "none" if data.decimation is None else self.decimate, self.slow)


def load_data(model: Model, logs: Sequence[Path], typed: Settings) -> Dataset:
    from dynid.clock import stage
    from dynid.data.process import process

    cutoff = _meant("--cutoff", typed.cutoff, float, "Hz or auto", {"auto": "auto"})
    expected, words = "a whole number, auto or none", {"auto": "auto", "none": None}
    decimate = _meant("--decimate", typed.decimate, int, expected, words)
    expected = "auto, a speed such as 0.02, a part such as 5%, or none"
    words = {"auto": _sticking(model), "none": None}
    slow = _meant("--slow", typed.slow, _speed, expected, words)
    expected = "two times in s, such as 0.1,7.5"
    between = _meant("--between", typed.between, _span, expected, {"": None})
    with stage("reading"):
        read = [_read(path) for path in logs]
    with stage("processing"):
        return process(read, model, cutoff=cutoff, decimate=decimate, slow=slow, between=between)


def _sticking(model: Model) -> Any:
    """What is left out of itself: where a joint sticks, dry friction is not sign(qd), and these
    samples mislead. A joint whose friction acts at low speed needs them."""
    from dynid.data.masks import rubbing

    laws = [(placed.joint, placed.term.law) for placed in model.layout.terms]
    if not any(law.dry for _, law in laws):
        return None
    slow = {joint for joint, law in laws if law.fade < float("inf")}
    every = (*model.robot.actuated, *rubbing(model))
    kept = {joint: STICKING for joint in every if joint not in slow}
    return STICKING if len(kept) == len(every) else kept or None


def _meant(
    option: str, text: str, read: Callable[[str], Any], expected: str, words: dict[str, Any]
) -> Any:
    """What an option says: one of some words, or something to read."""
    try:
        return words[text] if text in words else read(text)
    except ValueError:
        raise InputError(f"got {option} {text}, expected {expected}.") from None


def _speed(text: str) -> float | str:
    return text if text.endswith("%") else float(text)


def _span(text: str) -> tuple[float, float]:
    start, stop = map(float, text.split(","))
    return start, stop


def _read(path: Path) -> Log:
    from dynid.data.read import read_log

    try:
        return read_log(path)
    except InputError as error:
        if not path.exists():
            raise
        raise InputError(f"{error} On the command line: see dynid convert --help.") from error
