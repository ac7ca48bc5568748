"""Slow samples: where joints stick, and where laws act that cannot be found without them
(Stribeck's)."""

from __future__ import annotations

import numpy as np

from dynid.data.dataset import Dataset
from dynid.data.masks import list_rubbing_joints
from dynid.data.process_settings import PerJoint
from dynid.errors import InputError, join_names
from dynid.model.model import Model
from dynid.option_names import name_option

STICKING = "5%"  # of a joint's largest speed: below, it may stick
SHOWN = 0.25  # of the samples where such a law acts: with fewer that count, its value is a guess


def list_sticking_joints(model: Model) -> PerJoint | None:
    """Below which speeds joints may stick, where dry friction is not sign(qd); None of a model
    without any. A joint whose friction acts at low speed needs such samples."""
    laws = [(placed.joint, placed.term.law) for placed in model.layout.terms]
    if not any(law.dry for _, law in laws):
        return None
    slow = {joint for joint, law in laws if law.fade < float("inf")}
    every = (*model.robot.actuated, *list_rubbing_joints(model))
    kept = {joint: STICKING for joint in every if joint not in slow}
    return STICKING if len(kept) == len(every) else kept or None


def check_low_speed(model: Model, data: Dataset) -> None:
    """Raise where a law fades out with speed and the samples at which it acts do not count."""
    joints = model.robot.actuated
    hidden = {}
    for placed in model.layout.terms:
        if placed.term.law.fade == np.inf or placed.joint not in joints:
            continue
        j = joints.index(placed.joint)
        acts = np.abs(data.qd[:, j]) < placed.term.law.fade
        if acts.any() and np.mean(data.use[acts, j]) < SHOWN:
            hidden[placed.name] = placed.term.law.fade
    if hidden:
        names = [f"{name} (below {speed:.3g})" for name, speed in hidden.items()]
        raise InputError(
            f"{join_names(names, 4)} [rad/s or m/s]: this friction acts at low speed, and the "
            f"samples"
            " there are left out as slow, so that its value would be a guess. Keep them,"
            f" {name_option('slow', 'none')}, or leave out the effect (coulomb instead of"
            " stribeck)."
        )
