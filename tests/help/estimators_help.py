"""Data sets and parameters for the tests of estimators."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

import dynid as di
from dynid import arrays
from dynid.robot.builtin import BUILTIN
from tree_help import random_inertia
from wobble_help import wobble


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
    return np.concatenate(
        [*rigid, rng.uniform(0.5, 2.0, len(model.parameters) - model.layout.inertial.stop)]
    )


@lru_cache
def case(name):
    """A robot with friction and offsets moves through one period (5 s at 100 Hz): model, motion,
    exact torque, truth."""
    model = di.Model(BUILTIN[name](), [di.Viscous(), di.Coulomb(), di.Offset()])
    motion = tuple(x[::10] for x in wobble(model.robot, 5000, seed=1))
    p = truth(model)
    return model, motion, model.inverse_dynamics(*motion, p), p


@lru_cache
def exact(name):
    model, motion, tau, p = case(name)
    return di.Problem(model, dataset(model, motion, tau)), p


def one_blas_thread():
    """A fixture's body: small matrices, for which more threads only wait for each other."""
    with arrays.one_blas_thread():
        yield


def noisy_rows():
    """Dense rows (N, 2 joints, 6) and torques with noise, that of the second joint ten times
    smaller, and a few outliers."""
    rng = np.random.default_rng(1)
    W, theta = rng.normal(size=(400, 2, 6)), np.array([3.0, -2.0, 0.5, 1.0, -0.1, 4.0])
    W[:, 1, 4:] = 0.0
    y = W @ theta + rng.normal(size=(400, 2)) * (1.0, 0.1)
    y[::40] += 20.0
    return W, y
