"""The one check that every builder of a robot makes of its lengths."""

from __future__ import annotations

import numpy as np

from dynid.errors import RobotError


def check_lengths(robot: str, **lengths: float) -> None:
    bad = {name: value for name, value in lengths.items() if not (np.isfinite(value) and value > 0)}
    if bad:
        raise RobotError(f"{robot}: got {bad}, expected positive lengths in metres.")
