"""Logs of robots whose base floats, against MuJoCo: pose, IMU and wrenches become coordinates,
velocities, accelerations and forces of the base."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.ground_contacts import hold_feet
from dynid.data.contact_stance import stand_on_feet
from dynid.data.external_wrenches import compute_external_force
from dynid.data.floating_base import add_base_coordinates, compute_angles
from dynid.data.floating_base_columns import canonicalise_name, is_around
from dynid.data.imu import compute_rate_matrix, compute_rotation
from dynid.errors import InputError
from dynid.robot.lock import hold_base
from quadruped_help import quadruped

RATE = 500.0
FEET = ["FL_foot", "FR_foot", "RL_foot", "RR_foot"]


@pytest.fixture(scope="module")
def dog(tmp_path_factory):
    path = tmp_path_factory.mktemp("dog") / "dog.xml"
    path.write_text(quadruped())
    return di.load_robot(path)


@pytest.fixture(scope="module")
def flight():
    """MuJoCo's own robot along a smooth motion: columns of a log, and the forces that drive it."""
    model = mujoco.MjModel.from_xml_string(quadruped(armature=0.0))
    data, t, rng = mujoco.MjData(model), np.arange(0, 6, 1 / RATE), np.random.default_rng(3)
    f, phase = rng.uniform(0.3, 0.9, 18), rng.uniform(0, 6, 18)
    x = 0.3 * np.sin(2 * np.pi * f * t[:, None] + phase)
    qpos = np.zeros((len(t), model.nq))
    qpos[:, :3], qpos[:, 7:] = x[:, :3], x[:, 6:]
    for k in range(len(t)):
        mujoco.mju_euler2Quat(qpos[k, 3:7], x[k, 3:6] + (0, 0, 1.4 * t[k]), "xyz")
    qvel = np.zeros((len(t), model.nv))
    steps = [-2, -1, 1, 2]
    weights = np.array([1, -8, 8, -1]) / 12
    for k in range(2, len(t) - 2):
        for j, w in zip(steps, weights):
            step = np.zeros(model.nv)
            mujoco.mj_differentiatePos(model, step, 1.0, qpos[k], qpos[k + j])
            qvel[k] += w * step * RATE
    qacc = np.gradient(qvel, 1 / RATE, axis=0)
    qacc[4:-4] = sum(w * qvel[4 + j : len(t) - 4 + j] for j, w in zip(steps, weights)) * RATE
    force, imu = np.zeros_like(qvel), np.zeros((len(t), 6))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    for k in range(len(t)):
        data.qpos, data.qvel, data.qacc = qpos[k], qvel[k], qacc[k]
        mujoco.mj_inverse(model, data)
        force[k] = data.qfrc_inverse
        mujoco.mj_sensorVel(model, data)
        mujoco.mj_sensorAcc(model, data)
        imu[k] = np.concatenate([data.sensor("gyro").data, data.sensor("acc").data])
    joints = [model.joint(j).name for j in range(1, model.njnt)]
    names = [*(f"base_{x}" for x in "xyz"), *(f"base_q{x}" for x in "wxyz")]
    around = dict(zip(names, qpos[:, :7].T))
    around |= dict(zip((f"imu_{k}{x}@imu" for k in "wa" for x in "xyz"), imu.T))
    log = di.Log(joints, t, qpos[:, 7:], force[:, 6:], around=around)
    return log.select_times(0.099, 5.899), force[50:-50]


def wrench(force):
    """What drives the trunk, in MuJoCo's axes: force in those of the world, moment in its own."""
    names = [f"f{x}_trunk@world" for x in "xyz"] + [f"t{x}_trunk@trunk" for x in "xyz"]
    return dict(zip(names, force[:, :6].T))


def test_spellings():
    same = {
        "base_pos_x": "base_x",
        "root_quat_w": "base_qw",
        "base/pose/orientation/z": "base_qz",
        "imu_gyro_y": "imu_wy",
        "imu_linear_acceleration_z@chip": "imu_az@chip",
        "mx_foot@world": "tx_foot@world",
    }
    assert {name: canonicalise_name(name) for name in same} == same
    assert all(is_around(name) for name in same.values())
    assert not any(map(is_around, ("fx_joint1", "q_base_x", "base_roll", "fx_@world", "imu_wx@")))
    assert canonicalise_name("q_joint1") == "q_joint1"


def test_the_pose_becomes_coordinates_that_mujoco_has(dog, flight):
    log, _ = flight
    whole = add_base_coordinates(log, dog, [])
    q = whole.select(dog.actuated).q
    pose = di.closed_chains.forward_kinematics(dog, q, "trunk")
    assert (
        np.abs(pose[:, :3, 3] - np.stack([log.around[f"base_{x}"] for x in "xyz"], 1)).max() < 1e-12
    )
    D = np.stack([log.around[f"base_q{x}"] for x in "wxyz"], 1)
    R = np.zeros((len(log), 9))
    for k in range(len(log)):
        mujoco.mju_quat2Mat(R[k], D[k])
    assert np.abs(pose[:, :3, :3].reshape(-1, 9) - R).max() < 1e-12
    assert np.abs(np.diff(q, axis=0)).max() < 0.02  # more than a turn about z, and no jump
    assert np.ptp(q[:, dog.actuated.index("root.rz")]) > 7.0
    flipped = {
        k: x * (-1.0) ** np.arange(len(x)) if "_q" in k else x for k, x in log.around.items()
    }
    again = add_base_coordinates(replace(log, around=flipped), dog, []).select(dog.actuated).q
    assert np.allclose(again, q, atol=1e-12)


def test_turns_and_their_rates():
    rng = np.random.default_rng(0)
    e, rate, h = rng.uniform(-1, 1, (20, 3)), rng.uniform(-1, 1, (20, 3)), 1e-6
    R, ahead = compute_rotation(e), compute_rotation(e + h * rate)
    assert np.allclose(compute_angles(R[:1]), e[:1])
    skew = np.einsum("kji,kjl->kil", R, (ahead - R) / h)
    omega = np.einsum("kij,kj->ki", compute_rate_matrix(e), rate)
    assert np.allclose(omega, skew[:, [2, 0, 1], [1, 2, 0]], atol=1e-5)


@pytest.mark.parametrize("kinds", [("base_",), ("base_", "imu_"), ("base_q", "imu_")])
def test_forces_on_base_and_joints_are_mujocos(dog, flight, kinds):
    """The model's forces on the processed motion, by pose or by IMU, with the place or without."""
    log, force = flight
    around = {name: x for name, x in log.around.items() if name.startswith(kinds)}
    log = replace(log, around=around | wrench(force))
    model = di.Model(dog, [])
    data = di.process(log, model, cutoff=30.0, decimate=None)
    assert data.use.all()
    tau = model.inverse_dynamics(data.q, data.qd, data.qdd, model.prior)
    inside = slice(100, -100)  # the log ends in the middle of a motion, the filter with it
    e, size = (tau - data.tau)[inside], np.abs(data.tau).max(axis=0)
    assert (np.abs(e).max(axis=0) < 2e-3 * size).all()


def test_an_imu_is_used_and_its_offsets_are_found(dog, flight):
    """Of a poor pose: with the IMU, offsets added, accelerations are ten times better."""
    log, force = flight
    rng, model = np.random.default_rng(1), di.Model(dog, [])
    true = di.process(replace(log, around=log.around | wrench(force)), model, 8.0)
    rough = {
        name: x + (2e-4 * rng.normal(size=len(x)) if name.startswith("base") else 0.03)
        for name, x in log.around.items()
    }
    rough |= wrench(force)
    base = [dog.actuated.index(name) for name in dog.base]

    def error(columns):
        data = di.process(replace(log, around=columns), model, 8.0)
        return np.sqrt(np.mean((data.qdd - true.qdd)[:, base] ** 2, axis=0))

    alone = {name: x for name, x in rough.items() if not name.startswith("imu")}
    assert (error(rough) < 0.1 * error(alone)).all()


def test_offsets_without_a_place_from_rest_to_rest(dog):
    """Of a robot that only turns its joints: 0.3 m/s^2 of offset are found again."""
    t = np.arange(0, 8, 1 / RATE)
    q = 0.4 * np.outer((np.sin(np.pi * t / 8) ** 4) * np.sin(3 * t), np.ones(12))
    still = {f"base_q{x}": 0 * t + (x == "w") for x in "wxyz"}
    imu = {f"imu_w{x}": 0 * t for x in "xyz"} | {f"imu_a{x}": 0 * t + 0.3 for x in "xyz"}
    imu["imu_az"] = imu["imu_az"] + 9.81
    log = di.Log(dog.motors, t, q, np.sin(q), around=still | imu)
    data = di.process(log, di.Model(dog, []), 10.0)
    slides = [dog.actuated.index(name) for name in dog.base[:3]]
    assert np.abs(data.qdd[:, slides]).max() < 1e-9


def test_wrenches_are_the_jacobians_of_mujoco(dog, flight):
    log, _ = flight
    q = add_base_coordinates(log, dog, []).select(dog.actuated).q[::200]
    rng, model = np.random.default_rng(5), mujoco.MjModel.from_xml_string(quadruped())
    data = mujoco.MjData(model)
    f, m, shift = rng.normal(size=(3, len(q), 3))
    columns = dict(zip((f"f{x}_FL_foot@FL_shank" for x in "xyz"), f.T))
    columns |= dict(zip((f"t{x}_FL_foot@FL_shank" for x in "xyz"), m.T))
    columns |= dict(zip((f"p{x}_FL_foot@FL_shank" for x in "xyz"), shift.T))
    found = compute_external_force(dog, q, columns, "log")
    D = np.stack([log.around[f"base_q{x}"][::200] for x in "wxyz"], 1)
    for k in range(len(q)):
        data.qpos = np.concatenate([q[k, :3], D[k], q[k, 6:]])
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        shank = model.body("FL_shank").id
        R, o = data.xmat[shank].reshape(3, 3), data.xpos[shank]
        Jp, Jr = np.zeros((2, 3, model.nv))
        mujoco.mj_jac(model, data, Jp, Jr, o + R @ shift[k], shank)
        force = Jp.T @ R @ f[k] + Jr.T @ R @ m[k]
        assert np.allclose(found[k, :3], force[:3], atol=1e-12)
        assert np.allclose(found[k, 6:], force[6:], atol=1e-12)
        turned = compute_rate_matrix(q[k : k + 1, 3:6])[0].T @ force[3:6]
        assert np.allclose(found[k, 3:6], turned, atol=1e-12)


def test_files_keep_what_is_around(dog, flight, tmp_path):
    log, force = flight
    log = replace(log, around=log.around | wrench(force), tau=0 * log.tau)
    log = replace(log, torqueless=log.joints)
    log.save(tmp_path / "log.csv")
    again = di.read_log(tmp_path / "log.csv")
    assert again.torqueless == log.joints
    assert set(again.around) == set(log.around)
    assert all(np.array_equal(again.around[name], x) for name, x in log.around.items())


def without(log, *names):
    return replace(log, around={k: x for k, x in log.around.items() if not k.startswith(names)})


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".npz", ".h5", ".mat"])
@pytest.mark.parametrize("silent", [0, 2, 3])
def test_every_format_keeps_pose_and_missing_torques(tmp_path, ending, silent):
    """Of three joints, some without a torque; arrays of all joints cannot say so, columns can."""
    t, joints = np.linspace(0.0, 1.0, 30), ("a", "b", "c")
    q = np.sin(t[:, None] + np.arange(3))
    tau = np.where(np.arange(3) < silent, 0.0, q)
    around = {"base_qw": np.cos(t), "base_qz": np.sin(t), "fx_foot@world": t}
    log = di.Log(joints, t, q, tau, around=around, torqueless=joints[:silent])
    log.save(tmp_path / f"log{ending}")
    again = di.read_log(tmp_path / f"log{ending}")
    assert (again.joints, again.torqueless) == (joints, joints[:silent])
    assert again.around.keys() == around.keys()
    assert all(np.array_equal(again.around[name], x) for name, x in around.items())
    assert np.array_equal(again.q, q)


def test_a_bag_does_not_lose_the_pose_in_silence(tmp_path):
    t = np.linspace(0.0, 1.0, 30)
    log = di.Log(("a",), t, t[:, None], t[:, None], around={"base_x": t})
    with pytest.raises(InputError, match="no pose of a base"):
        log.save(tmp_path / "log.mcap")


def test_bad_input(dog, flight):
    log, force = flight
    model, full = di.Model(dog, []), log.around | wrench(force)
    log = replace(log, around=full)
    long = {k: 1.1 * x if "_q" in k else x for k, x in full.items()}
    down = {**full, "base_qw": 0 * log.t + 0.5**0.5, "base_qy": 0 * log.t + 0.5**0.5}
    down |= {"base_qx": 0 * log.t, "base_qz": 0 * log.t}
    lost = {k.replace("@imu", "@chip"): x for k, x in full.items()}
    leg = {k.replace("@imu", "@FL_shank"): x for k, x in full.items()}
    half = {k: x for k, x in full.items() if k != "fy_trunk@world"}
    tail = {k.replace("trunk@world", "tail@world"): x for k, x in full.items()}
    untold = replace(log, torqueless=log.joints)
    for bad, words, more in (
        (without(log, "base_q"), ["no base_qw, base_qx", "trunk", "base='fixed'"], {}),
        (without(log, "base_z", "imu_"), ["no base_z", "imu_ax"], {}),
        (replace(log, around=long), ["has the length 1.1 at t"], {}),
        (replace(log, around=down), ["the base is rotated by", "singular"], {}),
        (replace(log, around=lost), ["no frame or body 'chip'"], {}),
        (replace(log, around=leg), ["'FL_shank' sits on 'FL_shank'", "'trunk'"], {}),
        (without(log, "imu_wy"), ["no imu_wy"], {}),
        (replace(log, around=half), ["no fy_trunk@world", "columns of trunk@world"], {}),
        (replace(log, around=tail), ["no frame or body 'tail'"], {}),
        (log, ["rows: got 'feet', expected base, joints or both"], {"rows": "feet"}),
        (untold, ["rows: got 'both'", "no torque of FL_roll"], {"rows": "both"}),
        (without(untold, "fx", "fy", "fz", "tx", "ty", "tz"), ["no force was recorded"], {}),
    ):
        with pytest.raises(InputError) as error:
            di.process(bad, model, 10.0, **more)
        assert all(word in str(error.value) for word in words), str(error.value)
    arm = di.load_robot("arm7")
    with pytest.raises(InputError, match="does not float"):
        stand_on_feet(arm, ["link7"], log)
    with pytest.raises(InputError, match="no frame or body 'paw'"):
        stand_on_feet(dog, ["paw"], log)
    with pytest.raises(InputError, match="feet of radius -1 m"):
        hold_feet(dog, FEET, np.zeros((1, 18)), -1.0)
    point = {f"p{x}_trunk@world": 0 * log.t for x in "xyz"}
    with pytest.raises(InputError, match="points in the world"):
        di.process(without(replace(log, around=full | point), "base_z"), model, 10.0)
    with pytest.raises(InputError, match=r"FL_foot' moves by .* mm"):
        stand_on_feet(dog, FEET, log)
    with pytest.raises(InputError, match=r"root\.x"):
        di.Model(dog, [di.Viscous(["root.x"])])


def test_a_robot_that_is_held_needs_torques(flight, tmp_path):
    """What is around it is left aside; a log without torques is refused."""
    log, _ = flight
    path = tmp_path / "dog.xml"
    path.write_text(quadruped())
    model = di.Model(hold_base(di.load_robot(path)), [])
    assert di.process(log, model, 10.0).q.shape[1] == 12
    with pytest.raises(InputError, match=r"no torque of FL_roll.*is fixed"):
        di.process(replace(log, torqueless=log.joints), model, 10.0)


def test_several_logs_share_what_all_have(dog, flight):
    log, force = flight
    first = replace(log, around=log.around | wrench(force))
    second = without(first, "imu_")
    data = di.process([first, second], di.Model(dog, []), 10.0)
    middle = len(data) // 2
    assert np.allclose(data.qdd[:middle], data.qdd[middle:], atol=1e-9)


def test_rows_that_count(dog, flight):
    log, force = flight
    pushed = replace(log, around=log.around | wrench(force))
    model, base = di.Model(dog, []), np.isin(dog.actuated, dog.base)
    for one, rows, counts in (
        (pushed, None, base | True),
        (pushed, "base", base),
        (pushed, "joints", ~base),
        (log, None, ~base),  # nothing is known of what pushes it
        (log, "both", base | True),  # it flies
        (replace(pushed, torqueless=log.joints), None, base),
    ):
        data = di.process(one, model, 10.0, rows=rows)
        assert np.array_equal(data.use.all(axis=0), counts)
        assert np.array_equal(data.use.any(axis=0), counts)
