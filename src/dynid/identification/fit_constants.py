"""Constants of effects that follow from the training data before anything is fitted: the
temperature at which friction is stated, the geometry of a counterbalance."""

from __future__ import annotations

from itertools import product

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.model.channels import LOGGED_TEMPERATURE
from dynid.model.counterbalance import Counterbalance
from dynid.model.model import Model
from dynid.model.named_parameters import make_label
from dynid.model.temperature import Temperature
from dynid.model.terms import Law, Signals

SAMPLES = 4000  # that a geometry is looked for in
RATIOS, TURNS = np.linspace(0.05, 0.95, 19), np.linspace(0.0, 2 * np.pi, 37)[:-1]
STARTS = 3  # places of that grid from which the search goes on
RANK = 1e-9  # of the largest singular value: columns that other columns make up


def set_mean_temperature(model: Model, data: Dataset) -> Model:
    """The model, friction stated at the mean temperature of its joints where none was given."""
    found = {}
    for effect in model.split_effects(Temperature)[0]:
        logged = data.channels.get(LOGGED_TEMPERATURE)
        if np.isnan(effect.constants()["about"]) and logged is not None:
            at = [model.robot.actuated.index(name) for name in effect.chosen(model.robot)]
            T = logged[:, at]
            known = T[np.isfinite(T)]
            found[f"{make_label(effect)}.about"] = float(known.mean()) if known.size else 0.0
    return model.set_constants(found)


def fit_levers(model: Model, data: Dataset) -> Model:
    """The model, with the geometry of its counterbalances where that was not given: what leaves the
    least of the joint's torque to be explained, beside everything else that acts on the joint.

    The stiffness alone cannot be distinguished from gravity on a level axis, so that it is the
    bend of dl/dq that shows the geometry.
    """
    own, rest = model.split_effects(Counterbalance)
    found: dict[str, float] = {}
    for effect in own:
        if effect.constants()["b"] == 0.0:
            joint = model.robot.actuated.index(effect.chosen(model.robot)[0])
            reach = effect.terms()[0].law.lever[0]
            ratio, phase = _fit_lever(rest.plain, data, joint)
            found |= {
                f"{make_label(effect)}.b": ratio * reach,
                f"{make_label(effect)}.phase": phase,
            }
    return model.set_constants(found)


def _fit_lever(model: Model, data: Dataset, joint: int) -> tuple[float, float]:
    """b / a and the phase."""
    from scipy.optimize import minimize

    counted = np.flatnonzero(data.use[:, joint])
    at = counted[:: max(1, len(counted) // SAMPLES)]
    motion = (data.q[at], data.qd[at], data.qdd[at])
    Y = np.asarray(model.regressor(*motion))[:, joint]
    norm = np.linalg.norm(Y, axis=0)
    U, s, _ = np.linalg.svd(Y[:, norm > 0] / norm[norm > 0], full_matrices=False)
    Q = U[:, s > RANK * s.max(initial=0.0)]
    y = data.smooth_tau[at, joint]
    left = y - Q @ (Q.T @ y)
    q = motion[0][:, joint]
    signals = Signals(q, q, q)

    def evaluate_lever(x: Array) -> float:
        """-(c' e)^2 / c' c: by how much the squares fall with this lever."""
        ratio, phase = float(np.clip(x[0], RATIOS[0] / 5, 0.99)), float(x[1])
        c = Law(lever=(1.0, ratio, phase)).force(signals)
        size = float(c @ c)
        c = c - Q @ (Q.T @ c)
        return -(float(c @ left) ** 2) / max(float(c @ c), 1e-12 * size)

    grid = sorted((evaluate_lever(np.array(x)), *x) for x in product(RATIOS, TURNS))
    ends = [
        minimize(
            evaluate_lever,
            np.array(start),
            method="Nelder-Mead",
            options={"xatol": 1e-7, "fatol": 1e-12 * float(y @ y), "maxiter": 400},
        )
        for _, *start in grid[:STARTS]
    ]
    best = min(ends, key=lambda end: float(end.fun)).x
    return float(np.clip(best[0], RATIOS[0] / 5, 0.99)), float(best[1] % (2 * np.pi))
