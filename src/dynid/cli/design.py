"""What `dynid design` does, apart from parsing and printing."""

from __future__ import annotations

import sys
from pathlib import Path

from dynid.cli.commands import Answer, build_model
from dynid.excite.design import design_excitation
from dynid.excite.limits import Limits
from dynid.excite.shapes import Shape
from dynid.files import check_folder, write_whole

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
    force: bool = False,
) -> Answer:
    model = build_model(robot, effects)
    kept = None if limits is None else Limits.load(limits)
    if output is not None:
        check_folder(output, FILES, force)
    excitation = design_excitation(
        model, shape, kept, criterion, starts=starts, seed=seed, time=time
    )
    text = str(excitation)
    if output is not None:
        excitation.save(output, overwrite=force)
        write_whole(
            output / FILES[2], excitation.plot().to_html(include_plotlyjs=True), overwrite=force
        )
        text += f"\n\nwrote {', '.join(str(output / name) for name in FILES)}"
    elif sys.stdout.isatty():
        text += "\n\nnothing was written; give a folder with -o to keep the trajectory"
    return excitation.to_dict(), text
