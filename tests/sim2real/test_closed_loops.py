"""A leg whose knee is turned by a crank and a rod, against MuJoCo's <connect>."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.errors import InputError
from dynid.sim2real.free_parameters import USUAL, free_parameters
from dynid.sim2real.plant import make_plant
from dynid.sim2real.rollout import RolloutSegment
from dynid.sim2real.simulator import make_simulator
from linkage_help import JOINTS, KD, KP, LAG, TRUTH, recorded, robot_in, true_values

#: largest error [rad] of 4 s: MuJoCo holds its loops softly, and more so with longer steps
CASES = [
    (1e-3, "Euler", "motor", 3e-5),
    (2e-4, "Euler", "motor", 6e-6),
    (1e-3, "implicitfast", "position", 1e-4),
    (1e-3, "RK4", "motor", 3e-4),  # a step of second order against one of fourth
]


@pytest.mark.parametrize(("step", "integrator", "actuator", "within"), CASES)
def test_a_rollout_is_mujocos(tmp_path, step, integrator, actuator, within):
    about = {"step": step, "integrator": integrator, "actuator": actuator}
    robot = robot_in(tmp_path, **about)
    log = recorded(4.0, every=round(1e-3 / step), noise=0.0, **about)
    plant = make_plant(robot, di.Drive(KP, KD), make_simulator(robot))
    start = np.array([log.q[0], 0 * log.q[0]])
    done = RolloutSegment(plant, log, 0, len(log)).predict_rollout(true_values(plant), start)
    assert robot.passive == ("rod", "knee")
    assert np.abs(done.q - log.q).max() < within
    assert np.ptp(log.q, axis=0).min() > 0.4


def test_friction_of_a_passive_joint_acts(tmp_path):
    """Of MuJoCo, whose dry friction gives way as ours at joints without a drive is smooth."""
    for knee, within in (
        ('damping="2" armature="0.02" stiffness="3" springref="0.1"', 5e-5),
        ('frictionloss="0.8"', 4e-3),
    ):
        robot, log = robot_in(tmp_path, knee=knee), recorded(3.0, noise=0.0, knee=knee)
        plant = make_plant(robot, di.Drive(KP, KD), make_simulator(robot))
        start, off = np.array([log.q[0], 0 * log.q[0]]), []
        for each in (plant, make_plant(robot_in(tmp_path), di.Drive(KP, KD), plant.simulator)):
            segment = RolloutSegment(each, log, 0, len(log))
            done = segment.predict_rollout(true_values(each), start)
            off.append(np.abs(done.q - log.q).max())
        assert off[0] < within
        assert off[1] > 3 * off[0]


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_derivatives_are_differences(tmp_path, integrator):
    knee = 'damping="2" armature="0.02" stiffness="3" springref="0.1"'
    robot = robot_in(tmp_path, integrator=integrator, knee=knee)
    log = recorded(1.0, noise=0.0, knee=knee)
    plant = make_plant(robot, di.Drive(KP, KD, between="linear"), make_simulator(robot))
    values = true_values(plant)
    free = free_parameters(plant.parameters, USUAL, True).add_bodies(["rod", "shank"])
    segment, start = RolloutSegment(plant, log, 0, len(log)), np.array([log.q[0], 0 * log.q[0]])
    (slope,) = segment.predict_rollout(values, start).compute_slopes(free)
    x = free.to_vector(values)
    for k, name in enumerate(free.names):
        h = 1e-5 * max(abs(x[k]), 0.01)
        plus, minus = (
            segment.predict_rollout(free.put(values, x + s * h * np.eye(len(x))[k]), start).q
            for s in (1, -1)
        )
        expected, got = (plus - minus) / (2 * h), slope.D[:, :, k]
        size = max(np.abs(expected).max(), np.abs(got).max())
        # what friction gives way by depends on the inertias a little, which is left out
        within = 0.03 if "armature" in name or k in free.of_bodies else 0.01
        assert np.abs(expected - got).max() < within * size, name


def test_twenty_values_come_back_with_their_intervals(tmp_path):
    """Armature, viscous and dry friction, bias of four drives, the delay, and masses."""
    factors = {"shank": 1.15, "foot": 1.2, "thigh": 0.9}
    robot, inside, off = robot_in(tmp_path), [], {}
    for seed in range(3):
        log = recorded(12.0, seed=seed, masses=factors)
        found = di.identify_simulator(
            robot, log, di.Drive(KP, KD), inertias=["thigh", "shank", "foot"]
        )
        assert found.rollout_check.total < 6e-4 < 0.05 < found.rollout_check.total_shipped
        true = {f"{j}.{kind}": x[k] for kind, x in TRUTH.items() for k, j in enumerate(JOINTS)}
        true["delay"] = LAG * 1e-3
        true |= {f"{name}.m": f * robot.body(name).inertia[0] for name, f in factors.items()}
        assert len(true) == 20
        value = dict(zip(found.free.names, found.free.to_vector(found.values)))
        for name, x in true.items():
            low, high = found.compute_interval(name)
            inside.append(low <= x <= high)
            off[name] = abs(value[name] / x - 1)
    assert np.mean(inside) >= 0.9, [n for n, fine in zip(3 * [*true], inside) if not fine]
    # armatures of hip joints and inertias of what they turn are one, but for their priors
    friction = [x for name, x in off.items() if not name.endswith((".m", ".armature"))]
    assert max(friction) < 0.02, off


def test_a_motor_for_each_degree_of_freedom():
    robot = di.load_robot("delta3")
    wrong = robot.replace(motors=robot.actuated[:2])
    with pytest.raises(InputError, match="a motor for each degree of freedom"):
        make_plant(wrong, di.Drive(1, 1), None)
