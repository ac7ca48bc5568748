"""Friction that changes with temperature, or along the log: against MuJoCo's inverse dynamics."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.model.temperature import Drift, Temperature
from dynid.selection.group_search import select_effects
from dynid.study.log_options import Processing
from dynid.study.selection import select_if_asked

ARM = """
<mujoco>
  <compiler angle="radian"/>
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <body name="upper">
      <joint name="shoulder" type="hinge" axis="0 1 0"/>
      <inertial pos="0.2 0 0.01" mass="3" diaginertia="0.02 0.05 0.05"/>
      <body name="fore" pos="0.4 0 0">
        <joint name="elbow" type="hinge" axis="0 1 0"/>
        <inertial pos="0.15 0 0.02" mass="1.5" diaginertia="0.01 0.02 0.02"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
JOINTS = ("shoulder", "elbow")
RATE, SECONDS, T0 = 200.0, 40.0, 30.0
VISCOUS, COULOMB = np.array([1.2, 0.5]), np.array([2.0, 0.8])
#: by how much they change in a kelvin
COLDER, DRIER = np.array([-0.03, -0.01]), np.array([-0.02, 0.012])


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    path = tmp_path_factory.mktemp("warm") / "arm.xml"
    path.write_text(ARM)
    return di.load_robot(path)


def motion(t, seed):
    rng = np.random.default_rng(seed)
    q, qd, qdd = (np.zeros((len(t), 2)) for _ in range(3))
    for k in range(1, 6):
        a, phase, w = rng.uniform(0.1, 0.4, 2), rng.uniform(0, 6, 2), 2 * np.pi * 0.13 * k
        x = w * t[:, None] + phase
        q += a * np.sin(x)
        qd += a * w * np.cos(x)
        qdd -= a * w**2 * np.sin(x)
    return q, qd, qdd


def measured(warmer, seed=0):
    """A log of MuJoCo: damping and dry friction changed sample by sample, with `warmer` (N, 2)."""
    t = np.arange(int(SECONDS * RATE)) / RATE
    q, qd, qdd = motion(t, seed)
    arm = mujoco.MjModel.from_xml_string(ARM)
    data, tau = mujoco.MjData(arm), np.empty_like(q)
    for k in range(len(t)):
        arm.dof_damping[:] = VISCOUS + COLDER * warmer[k]
        data.qpos[:], data.qvel[:], data.qacc[:] = q[k], qd[k], qdd[k]
        mujoco.mj_inverse(arm, data)
        tau[k] = data.qfrc_inverse + (COULOMB + DRIER * warmer[k]) * np.sign(qd[k])
    tau += np.random.default_rng(seed + 1).normal(0.0, 0.02, tau.shape)
    return di.Log(JOINTS, t, q, tau, source=f"run{seed}")


def warming(seed=0):
    t = np.arange(int(SECONDS * RATE)) / RATE
    return np.column_stack([18 * (1 - np.exp(-t / 12)), 12 * (1 - np.exp(-t / 20))]) - 5.0 - seed


def logged(warmer, seed=0):
    log = measured(warmer, seed)
    return replace(log, channels={f"temp_{x}": T0 + warmer[:, k] for k, x in enumerate(JOINTS)})


def identified(robot, log, effect):
    effects = [di.Viscous(), di.Coulomb(), effect]
    model = di.Model(robot, effects)
    data = di.process(log, model, cutoff=10.0, slow="3%")
    return di.estimate(di.Problem(model, data), di.OLS()), data


def found(result, part):
    """The values of both joints, and their deviations."""
    at = [result.names.index(f"{joint}.{part}") for joint in JOINTS]
    return result.theta[at], result.std[at]


def test_what_a_kelvin_changes_is_found_again(robot):
    result, _ = identified(robot, logged(warming()), Temperature(about=T0))
    for part, truth in (
        ("viscous", VISCOUS),
        ("coulomb", COULOMB),
        ("viscous_temperature", COLDER),
        ("coulomb_temperature", DRIER),
    ):
        value, std = found(result, part)
        assert_allclose(value, truth, atol=max(4 * std.max(), 0.02 * np.abs(truth).max()))
    assert (np.abs(found(result, "viscous_temperature")[0]) > 10 * std).all()
    unit = dict(zip(result.model.parameters, result.model.layout.parameters))
    assert unit["elbow.viscous_temperature"].unit == "N m s/(rad K)"
    assert unit["elbow.coulomb_temperature"].unit == "N m/K"


def test_another_log_is_predicted_by_its_own_temperature_and_none_is_refused(robot):
    """The torques do not depend on the temperature at which friction is stated."""
    other = logged(warming(4), seed=4)
    errors = []
    for about in (T0, 0.0):
        result, data = identified(robot, logged(warming()), Temperature(about=about))
        errors.append(
            di.validate(result, di.process(other, data.model, cutoff=10.0, slow="3%")).moving
        )
    plain, data = identified(robot, measured(warming()), di.Offset())
    usual = di.validate(plain, di.process(other, data.model, cutoff=10.0, slow="3%")).moving
    assert errors[0] == pytest.approx(errors[1], rel=1e-6)
    assert errors[0] < 0.6 * usual
    bare = di.process(other.select_channels(()), result.model, cutoff=10.0)
    with pytest.raises(di.InputError, match="changes with temperature, and the data have none"):
        di.validate(result, bare)


def test_a_temperature_that_never_changes_or_is_missing_is_refused(robot):
    log = logged(warming())
    flat = replace(log, channels={**log.channels, "temp_elbow": np.full(len(log), 41.0)})
    with pytest.raises(di.InputError, match=r"'temperature' on elbow.*stays within 0.5 K"):
        identified(robot, flat, Temperature())
    half = log.select_channels(["temp_shoulder"])
    with pytest.raises(di.InputError, match=r"on elbow: the log has no temperature of it"):
        identified(robot, half, Temperature())
    with pytest.raises(di.InputError, match="temp_shoulder"):
        identified(robot, log.select_channels(()), Temperature())
    result, _ = identified(robot, half, Temperature(["shoulder"], about=T0))
    at = result.names.index("shoulder.coulomb_temperature")
    assert result.theta[at] == pytest.approx(DRIER[0], abs=4 * result.std[at])


@pytest.mark.parametrize(("part", "groups"), [(1.0, ("temperature",)), (0.0, ())])
def test_it_is_found_blind_where_friction_follows_it_alone(robot, part, groups):
    """`part`: of what a kelvin changes; 0: the joints warm up, and their friction stays."""
    log = measured(part * warming())
    temps = {f"temp_{x}": T0 + warming()[:, k] for k, x in enumerate(JOINTS)}
    data = di.process(replace(log, channels=temps), di.Model(robot), cutoff=10.0, slow=None)
    choice = select_effects(data)
    assert choice.groups == groups
    if groups:
        assert choice.after < 0.2 * choice.before


@pytest.mark.parametrize("names", [("temp_shoulder", "temp_elbow"), ("temp_shoulder",), ()])
def test_the_command_chooses_it_only_where_the_test_log_has_it_too(robot, names, tmp_path):
    paths = [tmp_path / "train.csv"], Processing(cutoff=10.0), [tmp_path / "test.csv"]
    logged(warming()).save(paths[0][0])
    logged(warming(1), 1).select_channels(names).save(paths[2][0])
    found = select_if_asked(di.Model(robot), *paths)
    assert found.choice is not None
    warm = {x.joint for x in found.model.layout.terms if x.term.name == "coulomb_temperature"}
    assert warm == {name.removeprefix("temp_") for name in names}


def test_a_drift_is_found_and_not_carried_to_other_logs(robot):
    """Friction that falls in proportion to time: u from -1 to 1, without a thermometer."""
    t = np.arange(int(SECONDS * RATE)) / RATE
    warmer = np.tile((8.0 * (2 * t / t[-1] - 1))[:, None], (1, 2))
    result, data = identified(robot, measured(warmer), Drift())
    for part, truth in (("viscous_drift", 8 * COLDER), ("coulomb_drift", 8 * DRIER)):
        value, std = found(result, part)
        assert_allclose(value, truth, atol=max(4 * std.max(), 0.02 * np.abs(truth).max()))
    assert any("holds for these logs alone" in note for note in result.notes)
    still = measured(np.zeros((len(t), 2)), seed=7)
    check = di.validate(result, di.process(still, data.model, cutoff=10.0, slow="3%"))
    assert check.held_out
    plain, bare = identified(robot, measured(warmer), di.Offset())
    usual = di.validate(plain, di.process(still, bare.model, cutoff=10.0, slow="3%"))
    assert check.moving < 1.05 * usual.moving
    own = di.validate(result, data)
    assert own.moving < 0.7 * di.validate(plain, bare).moving


@pytest.mark.parametrize("ending", ["csv", "npz", "mat", "h5", "parquet"])
def test_temperatures_stand_in_files_of_all_formats(robot, ending, tmp_path):
    log = logged(warming()).select_times(0.0, 1.0)
    log.save(tmp_path / f"run.{ending}")
    again = di.read_log(tmp_path / f"run.{ending}")
    assert list(again.channels) == ["temp_shoulder", "temp_elbow"]
    assert_allclose(again.channels["temp_elbow"], log.channels["temp_elbow"], rtol=0, atol=0)
    assert again.select(["elbow"]).channels.keys() == {"temp_elbow"}


def test_arrays_other_names_and_holes(tmp_path):
    t = np.arange(50) / 100
    q = np.column_stack([np.sin(t), np.cos(t)])
    np.savez(tmp_path / "run.npz", t=t, q=q, tau=q, temp=20 + q, joints=list(JOINTS))
    assert_allclose(
        di.read_log(tmp_path / "run.npz").channels["temp_elbow"], 20 + q[:, 1], atol=0, rtol=0
    )
    rows = ["t,q_a,tau_a,motor", *(f"{x},{x},{x},{x + 20}" for x in t)]
    (tmp_path / "run.csv").write_text("\n".join(rows))
    named = di.read_log(tmp_path / "run.csv", columns={"temp_a": "motor"})
    assert_allclose(named.channels["temp_a"], t + 20)
    rows[3] = rows[3].rpartition(",")[0] + ",nan"
    (tmp_path / "run.csv").write_text("\n".join(rows))
    holes = di.read_log(tmp_path / "run.csv", columns={"temp_a": "motor"})
    assert not holes.channels
    assert any("temp_a ignored" in note for note in holes.notes)
    with pytest.raises(di.InputError, match="got the channel 'temp_b'"):
        di.Log(("a",), t, q[:, :1], q[:, :1], channels={"temp_b": t})


def test_simulated_and_exported_it_is_that_of_its_own_temperature(robot):
    """Outside of a log nothing is warmer than what friction is stated at."""
    model = di.Model(robot, [di.Viscous(), Temperature(), Drift()])
    p = model.to_vector({"elbow.viscous": 0.5, "elbow.coulomb_temperature": 3.0})
    plain = di.Model(robot, [di.Viscous()])
    own = plain.to_vector({"elbow.viscous": 0.5})
    start = {"q0": [0.3, 0.2], "duration": 0.3, "rate": 100.0}
    assert_allclose(di.simulate(model, p, **start).q, di.simulate(plain, own, **start).q, atol=0)
    from dynid.exports.c_gears import make_gear_code, write_header

    assert make_gear_code(model, p) is None
    assert "temperature at which the model states it" in write_header(model, None, "arm")[0]
