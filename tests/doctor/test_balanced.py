"""What is said as possible only: springs that hold a joint up, torques that were filtered."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.signal import butter, sosfiltfilt

import dynid as di
from dynid.doctor.balanced import balanced
from dynid.doctor.bench import make_bench
from dynid.doctor.spectrum import filtered
from dynid.robot.parts import WORLD
from simulated_logs import clean_log


def upright_arm():
    """Two links that turn about level axes, the first of them long."""
    link = di.inertial(6.0, (0.25, 0.0, 0.0), (0.02, 0.15, 0.15))
    hand = di.inertial(4.0, (0.15, 0.0, 0.0), (0.01, 0.05, 0.05))
    y = np.array([0.0, 1.0, 0.0])
    upper = di.Body("upper", WORLD, di.Joint("lift", axis=y), link)
    place = np.array([0.6, 0.0, 0.0])
    fore = di.Body("fore", "upper", di.Joint("elbow", axis=y, position=place), hand)
    return di.Robot("lifter", (upper, fore))


def test_a_counterbalance_is_named_and_an_arm_without_is_not():
    robot = upright_arm()
    model = di.Model(robot, [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()])
    rng = np.random.default_rng(2)
    t = np.arange(2500) / 125.0
    w = np.array([[1.1, 2.3, 3.7], [1.7, 2.9, 4.3]])
    q = np.stack([np.sin(np.outer(t, x) + 3 * rng.random(3)) @ [0.5, 0.3, 0.15] for x in w], axis=1)
    q += [-1.3, 0.8]
    qd, qdd = np.gradient(q, t, axis=0), np.gradient(np.gradient(q, t, axis=0), t, axis=0)
    p = np.nan_to_num(model.prior)
    tau = model.inverse_dynamics(q, qd, qdd, p) + 0.05 * rng.normal(size=q.shape)
    plain = di.Log(robot.actuated, t, q, tau, source="plain.csv")
    assert list(balanced(make_bench(model, plain))) == []
    # a spring that carries twice the moment of the arm: 6 * 0.25 + 4 * 0.6 kg m
    held = tau + np.stack([2.0 * 9.81 * 3.9 * np.cos(q[:, 0]), np.zeros(len(t))], axis=1)
    (finding,) = balanced(make_bench(model, replace(plain, tau=held)))
    assert (finding.kind, finding.certainty, finding.where) == ("spring", "possible", "lift")
    assert "-3.9 +-" in finding.evidence


def test_filtered_torques_are_said_and_raw_ones_are_not():
    log = clean_log("random3_5", 4).log
    assert list(filtered(log)) == []
    low = sosfiltfilt(butter(8, 8.0, fs=log.rate, output="sos"), log.tau, axis=0)
    (finding,) = filtered(replace(log, tau=low))
    assert (finding.kind, finding.certainty) == ("filtered torques", "possible")
