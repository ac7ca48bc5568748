"""What the sensors add to a simulated motion; logs in every format; forces and moments at the
joints."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pinocchio as pin
import pytest
from scipy.signal import welch

import dynid as di
from dynid.robot.geometry import to_inertia_tensor
from dynid.simulation.measurement import measure
from motion_help import take_actuated_home
from simulation_help import Swing, slider, swing_of
from tree_help import pinocchio_of, random_tree


@pytest.fixture(scope="module")
def moved():
    """A motion of two joints for 20 s at 1 kHz, made up: t, (q, qd, qdd), tau."""
    t = np.arange(20_000) / 1000
    motion = Swing([0.2, -0.4], [0.8, 1.1], 20.0).at(t)
    return t, motion, np.column_stack([5 * np.sin(3 * t), 20 * np.cos(2 * t)])


def log_of(moved, seed=0, **arguments):
    robot = di.load_robot("five_bar")
    return measure(robot.actuated, di.Measurement(**arguments), *moved, seed)


def test_a_perfect_sensor_adds_nothing(moved):
    q, tau, qd = log_of(moved)
    assert (q == moved[1][0]).all()
    assert (tau == moved[2]).all()
    assert qd is None
    assert (log_of(moved, velocity=True)[2] == moved[1][1]).all()


def test_encoders_count(moved):
    q, _, _ = log_of(moved, encoder=(1e-3, 2e-3))
    counts = q / [1e-3, 2e-3]
    np.testing.assert_allclose(counts, np.round(counts), atol=1e-9)
    error = q - moved[1][0]
    assert (np.abs(error) <= [0.5e-3 * (1 + 1e-9), 1e-3 * (1 + 1e-9)]).all()
    np.testing.assert_allclose(error.std(axis=0), np.array([1e-3, 2e-3]) / np.sqrt(12), rtol=0.05)


def test_white_noise(moved):
    noise = log_of(moved, noise=(0.1, 0.3))[1] - moved[2]
    np.testing.assert_allclose(noise.std(axis=0), [0.1, 0.3], rtol=0.03)
    assert np.abs(noise.mean(axis=0) / [0.1, 0.3]).max() < 4 / np.sqrt(len(noise))
    for x in noise.T:
        assert abs(np.corrcoef(x[1:], x[:-1])[0, 1]) < 0.03
    assert abs(np.corrcoef(noise.T)[0, 1]) < 0.03
    relative = log_of(moved, relative_noise=0.02)[1] - moved[2]
    np.testing.assert_allclose(
        relative.std(axis=0), 0.02 * np.sqrt((moved[2] ** 2).mean(axis=0)), rtol=0.03
    )
    both = log_of(moved, noise=0.3, relative_noise=0.02)[1] - moved[2]
    np.testing.assert_allclose(both.std(axis=0), np.hypot(0.3, relative.std(axis=0)), rtol=0.05)
    assert (log_of(moved, seed=1, noise=0.1)[1] != log_of(moved, seed=2, noise=0.1)[1]).all()
    assert (log_of(moved, seed=1, noise=0.1)[1] == log_of(moved, seed=1, noise=0.1)[1]).all()


def test_coloured_noise_has_its_bandwidth_and_its_size(moved):
    tau = moved[2]
    tiles = np.concatenate(
        [log_of(moved, seed=k, noise=1.0, bandwidth=20.0)[1] - tau for k in range(6)], axis=1
    )
    assert tiles.std() == pytest.approx(1.0, rel=0.03)
    assert tiles[0].std() < 3  # no start-up: the first sample is as large as the others
    frequency, power = welch(tiles, fs=1000, nperseg=2000, axis=0)
    power = power.mean(axis=1)
    at = np.interp([1.0, 20.0, 100.0], frequency[1:], power[1:])
    # the power of a first-order low-pass: half at the bandwidth, 1 / (1 + 25) at five times that
    # (sampled: a bit more)
    assert at[1] / at[0] == pytest.approx(0.5, rel=0.15)
    assert at[2] / at[0] == pytest.approx(1 / 26, rel=0.25)


def test_torques_come_late(moved):
    t, _, tau = moved
    late = log_of(moved, delay=0.0123)[1]
    exact = np.column_stack([5 * np.sin(3 * (t - 0.0123)), 20 * np.cos(2 * (t - 0.0123))])
    np.testing.assert_allclose(late[20:], exact[20:], atol=2e-5)
    assert (late[:5] == tau[0]).all()


def test_instants_of_sampling_wander(moved):
    q, qd, _ = moved[1]
    error = log_of(moved, jitter=1e-4)[0] - q
    wander = error[np.abs(qd) > 0.3] / qd[np.abs(qd) > 0.3]
    assert wander.std() == pytest.approx(1e-4, rel=0.03)
    assert np.abs(wander).max() < 3.1e-4
    fast = (np.abs(qd) > 0.3).all(axis=1)
    both = error[fast] / qd[fast]
    np.testing.assert_allclose(
        both[:, 0], both[:, 1], rtol=0.02, atol=1e-6
    )  # one clock for all joints


def test_saturation_acts_on_the_drive():
    robot, motion = swing_of("five_bar")
    model = di.Model(robot)
    free = di.simulate(model, model.prior, motion, rate=500)
    peak = np.abs(free.truth.tau).max(axis=0)
    limit = 0.7 * peak
    tied = di.simulate(
        model, model.prior, motion, 0.4, rate=500, measurement=di.Measurement(saturation=limit)
    )
    assert (np.abs(tied.truth.tau) <= limit).all()
    assert (np.abs(np.abs(tied.truth.tau) - limit) < 1e-12).any()
    part = slice(0, len(tied))
    assert np.abs(tied.truth.q - free.truth.q[part]).max() > 1e-3  # the motion is another one


def test_sensors_are_checked():
    for arguments in (
        {"encoder": -1},
        {"jitter": np.nan},
        {"noise": (-1, 1)},
        {"bandwidth": 0},
        {"delay": -0.1},
        {"saturation": 0},
        {"jitter": (1, 2)},
    ):
        with pytest.raises(di.InputError, match=f"Measurement: got {next(iter(arguments))}"):
            di.Measurement(**arguments)
    model = di.Model(slider())
    with pytest.raises(di.InputError, match=r"encoder has shape \(3,\)"):
        di.simulate(model, model.prior, None, 0.1, measurement=di.Measurement(encoder=(1, 2, 3)))


@pytest.mark.parametrize(
    "suffix", ["csv", "tsv", "txt", "npz", "parquet", "h5", "hdf5", "mat", "bag", "db3", "mcap"]
)
def test_a_simulated_log_comes_back_from_every_format(suffix, tmp_path):
    robot, motion = swing_of("five_bar", duration=0.1)
    model = di.Model(robot)
    sensors = di.Measurement(encoder=1e-5, noise=0.1, velocity=True)
    log = di.simulate(model, model.prior, motion, measurement=sensors)
    path = tmp_path / f"run.{suffix}"
    log.save(path)
    back = di.read_log(path)
    assert back.joints == log.joints
    for name in ("q", "qd", "tau"):
        assert (getattr(back, name) == getattr(log, name)).all()
    np.testing.assert_allclose(
        back.t, log.t, rtol=0, atol=1e-9 if suffix in ("bag", "db3", "mcap") else 0
    )
    with pytest.raises(di.DynidError, match="exists already"):
        log.save(path)


@pytest.mark.parametrize("seed", [0, 1])
def test_hinge_wrenches_are_pinocchios(seed):
    robot = random_tree(6, seed)
    model = di.Model(robot, [di.Viscous()])
    p = model.prior
    p[model.layout.others] = 0.5
    log = di.simulate(
        model, p, None, 0.2, rate=200, qd0=np.linspace(-1, 1, 6), record="hinge_wrenches"
    )
    tree, data = pinocchio_of(robot)
    order = [tree.names[j] for j in range(1, tree.njoints)]
    columns = [robot.actuated.index(name) for name in order]
    w, truth = log.wrenches, log.truth
    for k in range(0, len(log), 10):
        state = truth.q[k, columns], truth.qd[k, columns], truth.qdd[k, columns]
        pin.rnea(tree, data, *state)
        pin.forwardKinematics(tree, data, *state)
        for i, body in enumerate(robot.bodies):
            j = tree.getJointId(body.joint.name)
            size = 1e-9 * (1 + np.abs(data.f[j].vector).max())
            np.testing.assert_allclose(w.force[k, i], data.f[j].linear, atol=size)
            np.testing.assert_allclose(w.moment[k, i], data.f[j].angular, atol=size)
            np.testing.assert_allclose(w.angular_velocity[k, i], data.v[j].angular, atol=1e-9)
            np.testing.assert_allclose(w.angular_acceleration[k, i], data.a[j].angular, atol=1e-7)
            np.testing.assert_allclose(w.rotation[k, i], data.oMi[j].rotation, atol=1e-9)
            np.testing.assert_allclose(w.position[k, i], data.oMi[j].translation, atol=1e-9)


def test_each_body_obeys_newton_and_euler_on_its_own():
    """The net wrench, body by body, from the recorded motion alone: what an identification of
    single bodies uses."""
    robot = random_tree(5, 4)
    model = di.Model(robot)
    w = di.simulate(model, model.prior, None, 0.3, rate=100, record=["hinge_wrenches"]).wrenches
    F, N = w.sum_wrenches()
    for i, body in enumerate(robot.bodies):
        m, h, I = body.inertia[0], body.inertia[1:4], to_inertia_tensor(body.inertia)
        om, a = w.angular_velocity[:, i], w.angular_acceleration[:, i]
        d = w.acceleration[:, i] - np.einsum("nji,j->ni", w.rotation[:, i], w.gravity)
        np.testing.assert_allclose(
            F[:, i], m * d + np.cross(a, h) + np.cross(om, np.cross(om, h)), atol=1e-9
        )
        np.testing.assert_allclose(
            N[:, i], np.cross(h, d) + a @ I + np.cross(om, om @ I), atol=1e-9
        )
    # quaternions without jumps, of the same rotations; their rate is half of w
    Q = w.quaternion
    assert np.abs(np.linalg.norm(Q, axis=2) - 1).max() < 1e-12
    assert (np.abs(np.diff(Q, axis=0)) < 0.3).all()
    rate = np.gradient(Q, 0.01, axis=0)[5:-5]
    s, v = Q[5:-5, :, :1], Q[5:-5, :, 1:]
    turn = 2 * (s * rate[..., 1:] - rate[..., :1] * v - np.cross(v, rate[..., 1:]))
    assert np.abs(turn - w.angular_velocity[5:-5]).max() < 0.05 * np.abs(w.angular_velocity).max()


def test_a_motion_through_samples():
    t = np.linspace(0, 2, 201)
    q, qd, qdd = Swing([0.1, 0.2], [1.0, 2.0]).at(t)
    fine = np.linspace(0, 2, 1999)
    exact = Swing([0.1, 0.2], [1.0, 2.0]).at(fine)
    for more, size in (
        ((qd, qdd), (1e-9, 1e-7, 1e-4)),
        ((qd,), (1e-7, 1e-5, 1e-2)),
        ((), (1e-8, 1e-5, 1e-2)),
    ):
        track = di.excitation.SampledTrajectory(("a", "b"), t + 3.0, q, *more)
        assert track.duration == pytest.approx(2.0)
        for got, wanted, tolerance in zip(track.at(fine), exact, size):
            np.testing.assert_allclose(got, wanted, atol=tolerance)


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_the_command(tmp_path):
    robot = di.load_robot("five_bar")
    t = np.linspace(0, 0.5, 101)
    q, _, _ = Swing(take_actuated_home(robot), [0.3, 0.2]).at(t)
    rows = [f"{a:.17g}," + ",".join(f"{x:.17g}" for x in row) for a, row in zip(t, q)]
    motion = tmp_path / "motion.csv"
    motion.write_text("# a comment\nt,q_left,q_right\n" + "\n".join(rows) + "\n", encoding="utf-8")

    def run(*arguments):
        command = [
            sys.executable,
            "-m",
            "dynid.cli.main",
            "simulate",
            "five_bar",
            *map(str, arguments),
        ]
        return subprocess.run(command, capture_output=True, text=True, timeout=300)

    log = tmp_path / "log.parquet"
    options = [
        "--viscous",
        "0.1",
        "--coulomb",
        "0.05",
        "--noise",
        "0.01",
        "--encoder",
        "1e-5",
        "--json",
    ]
    done = run(motion, "-o", log, *options)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["samples"] == 501
    assert max(json.loads(done.stdout)["largest_tracking_error"].values()) < 0.05
    assert di.read_log(log).joints == ("left", "right")
    again = run(motion, "-o", log)
    assert again.returncode == 2
    assert "exists already" in again.stderr
    motion.write_text("t,q_left\n0,1\n1,2\n", encoding="utf-8")
    wrong = run(motion, "-o", tmp_path / "x.csv")
    assert "missing: q_right" in wrong.stderr
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_the_command_follows_a_saved_design_for_several_periods(tmp_path):
    robot = di.load_robot("five_bar")
    shape = di.Fourier(period=0.4, harmonics=2)
    home = take_actuated_home(robot)
    c = shape.make_coefficients(home, [[0.02, 0.01], [-0.01, 0.02]], np.zeros((2, 2)))
    di.Trajectory(robot, shape, c).save(tmp_path / "design.json")
    command = [
        sys.executable,
        "-m",
        "dynid.cli.main",
        "simulate",
        "five_bar",
        str(tmp_path / "design.json"),
        "--json",
    ]
    command += ["-o", str(tmp_path / "log.csv"), "--duration", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    log = di.read_log(tmp_path / "log.csv")
    assert len(log) == 1001
    assert (
        np.abs(log.q - shape.compute_basis(log.t) @ c).max() < 1e-3
    )  # 0.03 rad of swing, two and a half times


def test_bad_tracks_are_told(tmp_path):
    robot = di.load_robot("five_bar")
    with pytest.raises(di.DynidError, match="cannot be read as a trajectory"):
        di.excitation.load_trajectory(tmp_path / "none.csv", robot)
    path = tmp_path / "motion.csv"
    path.write_text("t,q_left,q_right\n0,1,x\n", encoding="utf-8")
    with pytest.raises(di.InputError, match="no table of numbers"):
        di.excitation.load_trajectory(path, robot)
    path.write_text("t,q_left,q_right\n0,1,2\n0,1,2\n", encoding="utf-8")
    with pytest.raises(di.InputError, match="strictly increasing"):
        di.excitation.load_trajectory(path, robot)
    path.write_text("t,q_left,q_right\n0,1,2\n1,1\n", encoding="utf-8")
    with pytest.raises(di.InputError, match="no table of numbers"):
        di.excitation.load_trajectory(path, robot)
