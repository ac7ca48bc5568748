"""What `dynid design` does, apart from parsing and printing."""

from __future__ import annotations

import sys
from pathlib import Path

from dynid.commands import Answer, build_model
from dynid.errors import DynidError
from dynid.excite.design import design_excitation
from dynid.excite.limits import Limits
from dynid.excite.shapes import Shape
from dynid.files import write_whole

FILES = ("design.json", "trajectory.csv", "motion.html")


def design_robot(
    robot: str,
    shape: Shape,
    limits: Path | None,
    effects: str,
    criterion: str,
    starts: int,
    seed: int,
    time: float | None,
    output: Path | None,
) -> Answer:
    model = build_model(robot, effects)
    kept = None if limits is None else Limits.load(limits)
    _check_target(output)
    excitation = design_excitation(model, shape, kept, criterion, starts=starts, seed=seed, time=time)
    text = str(excitation)
    if output is not None:
        excitation.save(output)
        write_whole(output / FILES[2], excitation.plot().to_html(include_plotlyjs=True))
        text += f"\n\nwrote {', '.join(str(output / name) for name in FILES)}"
    elif sys.stdout.isatty():
        text += "\n\nnothing was written; give a folder with -o to keep the trajectory"
    return excitation.to_dict(), text


def _check_target(output: Path | None) -> None:
    """Where the files go; refused before the work, not after it."""
    if output is None:
        return
    if output.exists() and not output.is_dir():
        raise DynidError(f"cannot write into '{output}': it is a file; expected a folder.")
    for name in FILES:
        if (output / name).exists():
            raise DynidError(f"'{output / name}' exists already and was left as it is; choose another folder.")
