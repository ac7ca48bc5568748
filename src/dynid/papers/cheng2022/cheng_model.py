"""Cheng 2022: its multibody model in quaternions, corrected, against recursive Newton-Euler."""

from __future__ import annotations

import numpy as np

from dynid.model.model import Model
from dynid.papers.claims import Claim, Row
from dynid.robot.builtin import BUILTIN
from dynid.simulation.quaternion_model import QuaternionModel


def check_model() -> list[Claim]:
    """Accelerations of the six hinges at random states, through many turns."""
    model, rng = Model(BUILTIN["six_dof"]()), np.random.default_rng(0)
    q, qd, push = (size * rng.normal(size=(20, 6)) for size in (30.0, 2.0, 1e4))
    right = model.forward_dynamics(q, qd, push, model.prior)
    found = QuaternionModel(model, model.prior).forward_dynamics(q, qd, push)
    off = float(np.abs(found - right).max() / np.abs(right).max())
    return [
        Row("(13)-(16)", "the multibody model, hinge forces as multipliers").judge_statement(
            "A qdd = B",
            f"{off:.0e} off",
            off < 1e-9,
            "with (14) corrected, against recursive Newton-Euler; the paper takes the hinge forces"
            " as given",
        )
    ]
