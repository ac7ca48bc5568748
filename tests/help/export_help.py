"""Results for the tests of exports: parameters given, not identified, so that every number is
known."""

from __future__ import annotations

import numpy as np

import dynid as di
from dynid.identification.estimate import Estimate
from dynid.identification.estimate_records import JointFit
from urdf_help import inertial_text, joint, link


def full_parameters(model: di.Model, seed: int = 0) -> np.ndarray:
    """Possible parameters that differ from the nominal ones: every body as a random cloud of
    points, friction > 0."""
    rng = np.random.default_rng(seed)
    p = rng.uniform(0.05, 0.5, len(model.parameters))
    for k in range(len(model.group_names)):
        mass, points = (
            rng.uniform(0.2, 3.0),
            rng.normal(size=(6, 3)) * 0.1 + rng.normal(size=3) * 0.1,
        )
        centre = points.mean(axis=0)
        second = (points - centre).T @ (points - centre) / len(points)
        p[10 * k : 10 * k + 10] = di.inertial(
            mass, centre, mass * (np.trace(second) * np.eye(3) - second)
        )
    return p


def result_of(
    model: di.Model, p: np.ndarray, base_only: bool = False, std: float = 0.01
) -> Estimate:
    """An Estimate as `estimate` makes it, with p as a full set, or with base parameters only."""
    base = di.base_parameters(model)
    theta = base.compute_theta(p)
    covariance = np.diag((std * np.maximum(np.abs(theta), 1e-3)) ** 2)
    joints = tuple(JointFit(name, 100, 0.1, 1.0, 1.0) for name in model.robot.actuated)
    return Estimate(
        method="OLS()" if base_only else "Consistent()",
        names=base.names,
        theta=theta,
        covariance=covariance,
        joints=joints,
        condition=10.0,
        degrees_of_freedom=1000.0,
        parameters=model.parameters,
        p=base.to_parameters(theta) if base_only else p,
        robot=model.robot.name,
        sources=(("run1.csv", 0.0, 10.0),),
        known=model.known,
        model=model,
    )


TWO_LINKS = (
    '<robot name="tree">'
    + link("base")
    + link("upper", inertial_text())
    + link("lower")
    + link("tool", inertial_text(0.4))
    + joint("j1", "base", "upper", "continuous", '<axis xyz="0 1 0"/>')
    + joint("j2", "upper", "lower", "continuous", '<origin xyz="0.3 0 0.1"/><axis xyz="1 0 0"/>')
    + joint("j3", "lower", "tool", "fixed", '<origin xyz="0 0 0.2" rpy="0.1 0.2 0.3"/>')
    + "</robot>"
)
