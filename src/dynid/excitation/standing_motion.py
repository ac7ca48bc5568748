"""Motions of a robot that stands on its feet: its base sways, its legs follow, and the feet stay on
the ground. Nobody drives the base, so what the feet need is computed, not asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from dynid.closed_chains.ground_contacts import check_balance, list_feet, release_feet
from dynid.closed_chains.kinematics import forward_kinematics
from dynid.errors import InputError
from dynid.excitation.contact_limits import ContactMargins, compute_contact_margins
from dynid.excitation.excitation import Excitation
from dynid.excitation.experiment_design import design_excitation
from dynid.excitation.motion_limits import Limits
from dynid.excitation.series import BSpline, Fourier
from dynid.model.model import Model

# of the distance from feet to base, and rad: how far the base sways at first
FAR, TURNED = 0.2, 0.35
SHARES = (1.0, 0.6, 0.35, 0.2)  # of that, one after the other, until the feet stay on the ground
RATE = 50.0  # Hz: samples at which it is asked what presses the feet


def design_swaying(
    model: Model,
    trajectory: Fourier | BSpline,
    limits: Limits,
    time: float | None = None,
    **how: Any,
) -> tuple[Excitation, ContactMargins | None]:
    """`design_excitation` for a robot that stands (see `standing`), and what its feet need. The
    range of the base is made smaller until they neither lift nor slip; limits of its positions that
    are given stay. time: of each try, of which there are four at most."""
    check_balance(model.robot)
    given = dict(limits.position) if isinstance(limits.position, Mapping) else {}
    own = any(name in given for name in model.robot.base)
    limits = replace(limits, floor=None) if limits.floor == "auto" else limits  # feet stand on it
    stands: ContactMargins | None = None
    for share in SHARES[-1:] if own else SHARES:
        position = given if own else {**_make_ranges(model, share), **given}
        kept = replace(limits, position=position)
        found = design_excitation(model, trajectory, kept, time=time, **how)
        stands = compute_contact_margins(model, *found.trajectory.sample(RATE)[1:])
        if stands is None or stands.stands:
            return found, stands
    within = "the given limits" if own else f"{SHARES[-1]:g} of the usual range"
    raise InputError(
        f"robot '{model.robot.name}': {stands}, though the base kept within {within}; expected feet"
        " that stay on the ground. Give a longer period, or limits of acceleration."
    )


def _make_ranges(model: Model, share: float) -> dict[str, tuple[float, float]]:
    """Of the base's independent coordinates, about home."""
    robot = model.robot
    free = release_feet(robot)
    home = np.array([[robot.home[name] for name in free.actuated]])
    base = home[0, [free.actuated.index(name) for name in robot.base[:3]]]
    feet = [forward_kinematics(free, home, frame)[0, :3, 3] for frame in list_feet(robot)]
    size = float(np.mean([np.linalg.norm(foot - base) for foot in feet]))
    found = {}
    for name in robot.base:
        if name in robot.actuated:
            far = share * (FAR * size if robot.joint(name).kind == "prismatic" else TURNED)
            found[name] = (robot.home[name] - far, robot.home[name] + far)
    return found
