"""Effects that read the load of the joints: the torque of the bodies, which is being estimated.

The regressor takes the load from reference bodies x (`Model.set_load_reference`); a fit with that
load finds bodies g(x), and the estimate is the fixed point g(x) = x.
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.identification.estimator_base import Estimator, Fit
from dynid.identification.problem import Problem
from dynid.model.channels import GRAVITY, is_of_bodies
from dynid.model.gears import ZEROED
from dynid.model.terms import LOAD

LOOKS = 20  # fits at most
# change of a joint's load, in units of its RMS torque, that ends the iteration; and beyond which
# the torques that a fit predicts, by its own load, are not those that were fitted
SAME_LOAD, OWN_LOAD = 1e-4, 1e-2
MIXED = 5  # fits that are mixed: what older ones answered is out of date
INDEPENDENT = 1e-2  # of the largest: changes that are less different say nothing new
SHORTEST = 0.25  # step towards the answer of a fit
SAMPLES = 500  # along which loads are compared


def settle_load(problem: Problem, estimator: Estimator) -> Problem:
    """The problem whose joint load is that of its own fit, as far as the iteration finds it.

    With the answers g_i = g(x_i) to the last references and r_i = load(g_i) - load(x_i), Anderson's
    mixing goes on with

        x = sum_i c_i (x_i + b (g_i - x_i)),   sum_i c_i = 1,   |sum_i c_i r_i| least

    x = g(x) alone would swing: a torque scale s answers an error e of x by about -s e. Where the
    change grows all the same, the step b is halved and the mixing begins again.
    """
    model, data = problem.model, problem.data
    assert model is not None
    assert data is not None
    steps, changes, b, before = list[Array](), list[Array](), 1.0, np.inf
    for _ in range(LOOKS):
        x, g = _make_reference(problem), _complete_bodies(problem, estimator.fit(problem))
        change = _change(problem, g)
        if (size := _measure_change(change)) <= SAME_LOAD:
            return problem
        if size > before:
            steps, changes, b = [], [], max(b / 2, SHORTEST)
        before = size
        steps, changes = [*steps, x + b * (g - x)][-MIXED:], [*changes, change][-MIXED:]
        # c of the older ones: |r_n - sum_i c_i (r_n - r_i)| least
        D = np.reshape([change - r for r in changes[:-1]], (len(changes) - 1, change.size))
        c = np.linalg.lstsq(D.T, change.ravel(), rcond=INDEPENDENT)[0]
        mixed = np.tensordot(np.append(c, 1.0 - c.sum()), np.array(steps), 1)
        problem = Problem(model.set_load(mixed), data)
    return problem


def has_own_load(problem: Problem, fit: Fit) -> bool:
    """Whether the load that the problem was solved with is that of the bodies found."""
    return _measure_change(_change(problem, _complete_bodies(problem, fit))) <= OWN_LOAD


def _make_reference(problem: Problem) -> Array:
    assert problem.model is not None
    assert problem.model.reference is not None
    return problem.model.reference


def _complete_bodies(problem: Problem, fit: Fit) -> Array:
    assert problem.model is not None
    return problem.model.to_inertias(problem.to_parameters(fit.theta) if fit.p is None else fit.p)


def _change(problem: Problem, bodies: Array) -> Array:
    """(signals, samples, joints) by which the load of these bodies differs from the problem's, in
    units of each joint's RMS torque."""
    model, data = problem.model, problem.data
    assert model is not None
    assert data is not None
    some = slice(None, None, max(1, len(data) // SAMPLES))
    motion = data.q[some], data.qd[some], data.qdd[some]
    difference = model.set_load(bodies - _make_reference(problem))
    found = difference.channels(*motion, logged={x: y[some] for x, y in data.channels.items()})
    # those of gravity are of 1 m/s^2, those of zeros of 1 rad
    g = float(np.linalg.norm(model.robot.gravity)) or 1.0
    size = {LOAD: 1.0, **dict.fromkeys(GRAVITY, g)}
    signals = [size.get(name, ZEROED) * found[name] for name in found if is_of_bodies(name)]
    rms = np.sqrt(np.mean(data.tau**2, axis=0))
    return np.array(signals) / np.where(rms > 0.0, rms, np.inf)


def _measure_change(change: Array) -> float:
    """That of the joint, and the signal, that changes most."""
    return float(np.sqrt(np.mean(change**2, axis=1)).max())
