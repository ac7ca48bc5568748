"""Data sets and parameters for the tests of estimators."""

from __future__ import annotations

import numpy as np

import dynid as di
from tree_help import random_inertia


def dataset(model, motion, tau, **changes):
    """As `process` makes it, one log at 100 Hz."""
    N = len(tau)
    names = {
        "t": np.arange(N) / 100,
        "log": np.zeros(N),
        "use": np.ones(tau.shape),
        "rate": 100.0,
        "sources": ("a",),
    }
    return di.Dataset(
        model, **{**dict(zip(("q", "qd", "qdd"), motion)), **names, "tau": tau, **changes}
    )


def truth(model):
    """Inertias that bodies can have, friction and offsets near 1: no parameter is zero."""
    rng = np.random.default_rng(0)
    rigid = [random_inertia(rng) for _ in model.group_names]
    return np.concatenate([*rigid, rng.uniform(0.5, 2.0, len(model.parameters) - model.n_rigid)])
