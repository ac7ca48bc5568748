"""What process() says of logs and arguments that cannot be right; each message names the cause and
the remedy."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

import dynid as di
from dynid.data.log import Log
from dynid.data.process import process
from dynid.data.torque_checks import DataWarning
from dynid.errors import InputError, LoopClosureError
from process_help import friction_model, multi_sine, noted, rigid_model, simulated, uniform_times


@pytest.fixture(scope="module")
def arm():
    model, p = friction_model("arm7")
    return model, simulated(
        model, p, multi_sine(model.robot, seed=1, period=5.0), uniform_times(5.0, 500.0), qd=True
    )


def changed(log, **arrays):
    parts = {"t": log.t, "q": log.q, "tau": log.tau, "qd": log.qd, **arrays}
    return Log(log.joints, parts["t"], parts["q"], parts["tau"], parts["qd"], "run.csv")


# --- arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "kalman"}, "method: got 'kalman', expected one of filter, savgol, fourier"),
        (
            {"velocity": "guessed"},
            "velocity: got 'guessed', expected 'positions' (their derivative) or 'measured'",
        ),
        ({"velocity": "measured", "method": "fourier"}, "cannot be combined with method='fourier'"),
        ({"average": True}, "belong to method='fourier'"),
        ({"period": 2.0}, "belong to method='fourier'"),
        ({"harmonics": 3}, "belong to method='fourier'"),
        ({"cutoff": -1.0}, "cutoff: got -1.0, expected a frequency in Hz, or 'auto'"),
        ({"cutoff": "best"}, "cutoff: got 'best'"),
        ({"cutoff": np.nan}, "cutoff: got nan"),
        ({"cutoff": True}, "cutoff: got True"),
        ({"cutoff": 300.0}, "cutoff: got 300 Hz for logs at 500 Hz, expected less than half"),
        ({"decimate": 0}, "decimate: got 0, expected a whole number >= 1"),
        ({"decimate": 2.5}, "decimate: got 2.5"),
        ({"decimate": 500, "cutoff": 10.0}, "filter of 6001 samples, the longest stretch has 2400"),
        ({"delay": "yes"}, "delay: got 'yes', expected a time in s"),
        ({"method": "fourier", "period": 0.0}, "period: got 0.0"),
        ({"method": "fourier", "harmonics": 0}, "harmonics: got 0"),
        (
            {"slow": -0.1, "cutoff": 10.0},
            "slow: got -0.1, expected a number >= 0, a share such as '2%'",
        ),
        ({"slow": "fast", "cutoff": 10.0}, "slow: got 'fast'"),
        (
            {"slow": {"elbow": 0.1}, "cutoff": 10.0},
            "slow: got elbow, expected some of the joints joint1",
        ),
        ({"saturation": {"elbow": 5.0}}, "saturation: got elbow"),
        ({"between": (7.0, 9.0)}, "samples between t = 7 and 9 s"),
    ],
)
def test_arguments(arm, arguments, message):
    model, log = arm
    with pytest.raises(InputError, match=re.escape(message)):
        process(log, model, **arguments)


@pytest.mark.parametrize("log", ["run.csv", [], ["run.csv"], None])
def test_not_a_log(arm, log):
    with pytest.raises(InputError, match="expected a Log"):
        process(log, arm[0])


# --- joints and length


def test_missing_joint_names_robot_and_log(arm):
    model, log = arm
    with pytest.raises(
        InputError,
        match=r"no joint joint7, which robot 'arm7' actuates; the log has joint1.*columns=",
    ):
        process(log.select(log.joints[:6]), model, cutoff=10.0)


def test_measured_velocities_that_are_not_there(arm):
    model, log = arm
    with pytest.raises(
        InputError, match=r"run\.csv.*no measured velocities \(columns qd_<joint>\)"
    ):
        process(changed(log, qd=None), model, cutoff=10.0, velocity="measured")


def test_too_short(arm):
    model, log = arm
    with pytest.raises(
        InputError, match=r"lasts 0\.5 s.*too short for a cutoff of 5 Hz: expected more than 0\.6 s"
    ):
        process(log.select_times(1.0, 1.5), model, cutoff=5.0)
    with pytest.raises(InputError, match="no stretch of the logs is long enough"):
        process(log.select_times(1.0, 1.02), model)
    with pytest.raises(
        InputError, match=r"lasts 0\.03 s.*too short for a cutoff of 100 Hz"
    ):  # nothing to choose from
        process(log.select_times(1.0, 1.03), model)


def test_shortest_log_that_can_be_processed(arm):
    """Just over three times 1 / (the highest cutoff): one candidate, no crash."""
    model, log = arm
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = process(log.select_times(1.0, 1.05), model, decimate=None)
    assert data.cutoff == pytest.approx(60.0, rel=0.01)
    assert len(data) > 5
    assert len(process(log.select_times(1.0, 1.05), model)) >= len(data)  # unfiltered
    with pytest.raises(InputError, match=r"needs a filter of 61 samples.*decimate=None"):
        process(log.select_times(1.0, 1.05), model, decimate=5)


def test_joint_that_rests_is_not_judged_by_its_noise(arm):
    model, log = arm
    rng = np.random.default_rng(0)
    q, qd = log.q.copy(), log.qd.copy()
    q[:, 6], qd[:, 6] = 0.3 + 1e-5 * rng.normal(size=len(q)), 1e-3 * rng.normal(size=len(q))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = process(changed(log, q=q, qd=qd), model, cutoff=10.0)
    assert noted(data, "measured velocities, not used, differ")


def test_short_stretches_are_left_out_with_a_note(arm):
    model, log = arm
    keep = (log.t < 3.0) | ((log.t > 3.2) & (log.t < 3.4)) | (log.t > 3.6)
    data = process(
        changed(log, t=log.t[keep], q=log.q[keep], tau=log.tau[keep], qd=None), model, cutoff=10.0
    )
    assert len(data.sources) == 2
    assert noted(data, "1 stretch(es) shorter than 0.3 s left out")


def test_average_needs_periods(arm):
    model, log = arm
    with pytest.raises(InputError, match="got 1 whole period of 5 s, expected two whole periods"):
        process(log, model, method="fourier", period=5.0, average=True)
    with pytest.raises(InputError, match=r"lasts 4\.998 s, less than one period of 6 s"):
        process(log, model, method="fourier", period=6.0)
    with pytest.raises(InputError, match="no period found"):
        process(log.select_times(0.0, 3.0), model, method="fourier")
    with pytest.raises(
        InputError, match=r"2000 harmonics of 0\.2 Hz cannot be distinguished at 500 Hz"
    ):
        process(log, model, method="fourier", period=5.0, harmonics=2000)


def test_average_does_not_bridge_pauses():
    model, p = rigid_model("pendulum")
    t = uniform_times(10.0, 500.0)
    t = t[(t < 5.5) | (t > 5.7)]
    log = simulated(model, p, multi_sine(model.robot, period=2.5), t)
    with pytest.raises(InputError, match="2 stretches between pauses"):
        process(log, model, method="fourier", period=2.5, average=True)


def test_joining_what_does_not_belong_together(arm):
    model, log = arm
    one = process(log, model, cutoff=10.0)
    other = process(changed(log, t=2 * log.t, qd=None), model, cutoff=10.0)
    with pytest.raises(InputError, match="one rate: got 500 and 250 Hz"):
        _ = one + other
    with pytest.raises(InputError, match="same processing"):
        _ = one + process(log, model, cutoff=10.0, decimate=None)
    with pytest.raises(InputError, match="no samples between t = 50 and 60 s"):
        one.select_times(50, 60)


# --- units and signs


@pytest.mark.parametrize("velocity", ["positions", "measured"])
def test_velocities_in_degrees(arm, velocity):
    model, log = arm
    with pytest.raises(
        InputError,
        match=r"57\.3 times the derivative.*velocities are in deg/s.*units={'qd': 'deg/s'}",
    ):
        process(changed(log, qd=np.rad2deg(log.qd)), model, cutoff=10.0, velocity=velocity)


def test_positions_in_degrees(arm):
    """Told with certainty by the measured velocities; without them the size of the angles is a
    warning."""
    model, log = arm
    wrong = changed(log, q=np.rad2deg(log.q))
    with (
        pytest.warns(DataWarning, match=r"positions reach joint1 \(45\.8\).*units={'q': 'deg'}"),
        pytest.raises(
            InputError, match=r"0\.01745 times.*positions are in degrees.*units={'q': 'deg'}"
        ),
    ):
        process(wrong, model, cutoff=10.0)
    with pytest.warns(DataWarning, match="five turns or more"):
        data = process(changed(wrong, qd=None), model, cutoff=10.0)
    assert noted(data, "five turns or more")


@pytest.mark.parametrize(("factor", "told"), [(-1.0, "joint3 -1"), (100.0, "joint3 100")])
def test_velocity_of_one_joint_is_something_else(arm, factor, told):
    model, log = arm
    qd = log.qd * np.where(np.arange(7) == 2, factor, 1.0)
    with pytest.warns(
        DataWarning, match=f"not the derivative of the positions.*: {told}; expected 1"
    ):
        data = process(changed(log, qd=qd), model, cutoff=10.0)
    assert noted(data, told)


def test_time_in_milliseconds(arm):
    model, log = arm
    with pytest.warns(DataWarning, match=r"0\.5 samples per second.*units={'t': 'ms'}"):
        process(changed(log, t=1e3 * log.t, qd=None), model, cutoff=0.01)


@pytest.mark.parametrize("prior", [True, False])
@pytest.mark.parametrize("name", ["arm7", "pendulum", "delta4"])
def test_torques_of_the_wrong_sign(name, prior):
    """With nominal inertias the torques oppose them; without, they imply a negative mass matrix."""
    truth, p = friction_model(name)
    robot = truth.robot
    if not prior:
        bodies = tuple(di.Body(b.name, b.parent, b.joint, None, b.massless) for b in robot.bodies)
        robot = robot.replace(bodies=bodies)
    model = di.Model(robot)
    log = simulated(
        truth,
        p,
        multi_sine(robot, seed=2, period=3.0),
        uniform_times(9.0, 500.0),
        q_noise=1e-6,
        tau_noise=0.01,
    )
    with pytest.warns(DataWarning, match="wrong sign.*units={'tau': -1.0}"):
        data = process(changed(log, tau=-log.tau), model, cutoff=15.0)
    assert noted(data, "wrong sign")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        process(log, model, cutoff=15.0)


def test_torque_of_one_joint_of_the_wrong_sign(arm):
    model, log = arm
    tau = log.tau * np.where(np.arange(7) == 1, -1.0, 1.0)
    with pytest.warns(DataWarning, match="torques of joint2 seem to have the wrong sign"):
        process(changed(log, tau=tau), model, cutoff=10.0)


@pytest.mark.parametrize("factor", [1000.0, 1 / 160])
def test_torques_in_other_units(arm, factor):
    model, log = arm
    with pytest.warns(
        DataWarning,
        match=r"multiple of what the nominal inertias give: .*joint2 (9|1\d)\d\d|joint2 0\.00",
    ):
        data = process(changed(log, tau=factor * log.tau), model, cutoff=10.0)
    assert noted(data, "motor side without its gear ratio")


@pytest.mark.parametrize("seed", range(4))
def test_strong_friction_is_no_unit(seed):
    """Five times the nominal torque of the wrist is friction: no reason to suspect its units or
    sign."""
    model, p = friction_model("arm7", viscous=3.0, coulomb=5.0)
    log = simulated(
        model,
        p,
        multi_sine(model.robot, seed=seed, period=3.0),
        uniform_times(6.0, 500.0),
        tau_noise=0.02,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = process(log, model, cutoff=15.0)
    assert not noted(data, "multiple of what")


def test_constant_columns_are_noted(arm):
    model, log = arm
    tau = log.tau.copy()
    tau[:, 6] = 0.0
    q = log.q.copy()
    q[:, 6] = 0.3
    data = process(changed(log, q=q, tau=tau, qd=None), model, cutoff=10.0)
    assert noted(data, "run.csv", "joint 'joint7' does not move")
    assert noted(data, "run.csv", "tau_joint7 is constant")


@pytest.mark.parametrize("cutoff", [10.0, "auto"])
def test_still_joints_do_no_harm(arm, cutoff):
    """A joint that neither moves nor pulls: everything else is processed as usual."""
    model, log = arm
    q, tau = log.q.copy(), log.tau.copy()
    q[:, 6], tau[:, 6] = 0.3, 0.0
    data = process(
        changed(log, q=q, tau=tau, qd=None),
        model,
        cutoff=cutoff,
        delay="auto",
        slow="2%",
        saturation=True,
    )
    assert np.isfinite(data.qdd).all()
    assert data.use[:, :6].mean() > 0.9


def test_a_locked_joint_that_moves(arm):
    """A joint of a gripper that flutters may be locked, one of the arm that moves may not."""
    _, log = arm
    robot = di.load_robot("arm7", lock={"joint3": 0.0})
    message = r"joint 'joint3' is locked at 0, but moves from -?[\d.]+ to [\d.]+ in the log"
    with pytest.raises(InputError, match=message):
        process(log, di.Model(robot), cutoff=10.0)
    q = np.where(np.arange(7) == 2, 0.02 * log.q, log.q)
    assert len(process(changed(log, q=q, qd=None), di.Model(robot), cutoff=10.0)) > 0


# --- loops


@pytest.mark.parametrize("arguments", [{"cutoff": 10.0}, {}, {"cutoff": 10.0, "delay": "auto"}])
def test_open_loops_name_log_time_and_pose(arguments):
    model, p = rigid_model("delta4")
    motion = multi_sine(model.robot, seed=3)
    log = simulated(model, p, motion, uniform_times(6.0, 200.0))
    q = log.q.copy()
    q[:, 0] += 3.0 * np.exp(-((log.t - 4.0) ** 2) / 0.2)  # one arm swings far out around t = 4 s
    with pytest.raises(
        LoopClosureError, match=r"log 'run.csv', t = 3\.\d+ s: robot 'delta4', sample \d+: loop"
    ) as caught:
        process(changed(log, q=q), model, **arguments)
    text = str(caught.value)
    sample, time = (
        int(text.split("sample ")[1].split(":")[0]),
        float(text.split("t = ")[1].split(" s")[0]),
    )
    first = (
        0.1 if arguments == {"cutoff": 10.0} else 0.0
    )  # with something to choose, the log itself is looked at
    assert time == pytest.approx(first + sample / 200)
