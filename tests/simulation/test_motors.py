"""Motors driven by voltage, and PID control: against SciPy, MuJoCo, and the equations
themselves."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dynid as di
from dynid.exports.mjcf_writer import write_mjcf_text
from other_robots import rrr3, scara
from simulation_help import Swing, slider, swing_of

MASS, LENGTH, VISCOUS = 1.0, 0.5, 0.03
MOTOR = {"torque_constant": 0.05, "resistance": 1.3, "ratio": 60.0, "back_emf": 0.05, "limit": 12.0}


@pytest.fixture(scope="module")
def pendulum():
    model = di.Model(di.load_robot("pendulum"), [di.Viscous()])
    return model, model.to_vector({"hinge.viscous": VISCOUS})


def by_scipy(ask, t, q0, motor):
    """q (N,) of the pendulum, the voltage held between samples, the back EMF not."""
    K = motor["ratio"] * motor["torque_constant"] / motor["resistance"]
    inertia = MASS * LENGTH**2 + 1e-6
    x, path, volts = np.array([q0, 0.0]), [], []
    for k, now in enumerate(t):
        u = float(np.clip(ask(k, x), -motor["limit"], motor["limit"]))
        path.append(x[0])
        volts.append(u)

        def rate(_, y, u=u):
            tau = K * (u - motor["ratio"] * motor["back_emf"] * y[1])
            weight = MASS * 9.81 * LENGTH * np.sin(y[0])
            return [y[1], (tau - weight - VISCOUS * y[1]) / inertia]

        x = solve_ivp(rate, (now, now + t[1]), x, rtol=1e-11, atol=1e-12).y[:, -1]
    return np.array(path), np.array(volts)


def test_a_pid_with_a_motor_as_by_scipy(pendulum):
    """Saturates at first; the integral waits meanwhile."""
    model, p = pendulum
    motion = Swing([1.0], [0.5], duration=1.5, frequency=0.6)
    kp, ki, kd = 60.0, 150.0, 3.0
    drive = di.simulation.VoltageDrive(di.simulation.PID(motion, kp, ki, kd), **MOTOR)
    truth = di.simulate(model, p, drive, rate=200.0, q0=[0.0], qd0=[0.0]).truth
    q_d, qd_d, _ = (x[:, 0] for x in motion.at(truth.t))
    integral = [0.0]

    def ask(k, x):
        e = q_d[k] - x[0]
        u = kp * e + integral[0] + ki * e / 200.0 + kd * (qd_d[k] - x[1])
        if abs(u) > 12.0 and u * e > 0:
            return u - ki * e / 200.0
        integral[0] += ki * e / 200.0
        return u

    q, volts = by_scipy(ask, truth.t, 0.0, MOTOR)
    assert (np.abs(volts) == 12.0).sum() > 20
    assert (np.abs(volts) < 11.0).sum() > 100
    np.testing.assert_allclose(truth.q[:, 0], q, atol=1e-7)
    np.testing.assert_allclose(truth.volts[:, 0], volts, atol=1e-4)
    # the torque is that of the motor: the robot's own inverse dynamics
    tau = model.inverse_dynamics(truth.q, truth.qd, truth.qdd, p)
    np.testing.assert_allclose(truth.tau, tau, atol=1e-9)


def test_the_integral_does_not_wind_up(pendulum):
    """Half a second at the limit: with an integral that goes on the overshoot is many times
    larger."""
    model, p = pendulum
    goal = Swing([1.2], [0.0], duration=4.0)
    pid = di.simulation.PID(goal, 30.0, 60.0, 4.0)
    limited = di.Measurement(saturation=5.0)  # 4.6 N m hold it there
    kept = di.simulate(model, p, pid, q0=[0.0], rate=250.0, measurement=limited).truth

    wound = [0.0]

    def naive(t, q, qd):
        wound[0] += 60.0 * (1.2 - q[0]) / 250.0
        return [30.0 * (1.2 - q[0]) + wound[0] - 4.0 * qd[0]]

    free = di.simulate(model, p, naive, 4.0, 250.0, q0=[0.0], measurement=limited).truth
    assert (kept.tau == 5.0).sum() > 50
    assert kept.q[-1, 0] == pytest.approx(1.2, abs=2e-3)
    over, more = kept.q.max() - 1.2, free.q.max() - 1.2
    assert more > 0.3
    assert over < 0.2 * more


def test_without_limit_the_integral_is_the_sum(pendulum):
    model, p = pendulum
    goal = Swing([0.4], [0.2], duration=1.0)
    sum_of = [0.0]

    def by_hand(t, q, qd):
        q_d, qd_d, _ = (x[0] for x in goal.at(np.array([t])))
        sum_of[0] += 50.0 * (q_d - q)[0] / 1000.0
        return 40.0 * (q_d - q) + sum_of[0] + 2.0 * (qd_d - qd)

    ours = di.simulate(model, p, di.simulation.PID(goal, 40.0, 50.0, 2.0), q0=[0.3]).truth
    same = di.simulate(model, p, by_hand, 1.0, q0=[0.3], qd0=goal.at(np.zeros(1))[1][0]).truth
    np.testing.assert_allclose(ours.q, same.q, atol=1e-12)


@pytest.mark.parametrize("build", [scara, rrr3])
def test_motors_as_in_mujoco(build):
    """A general actuator with gain and bias is a DC motor; the voltages are our controller's, asked
    again in MuJoCo every 5 ms."""
    robot = build()
    n = robot.dof
    model = di.Model(robot, [di.Viscous()])
    p = model.to_vector({f"{j}.viscous": 0.2 for j in robot.actuated})
    home = np.array([robot.home.get(j, 0.3) for j in robot.actuated])
    motion = Swing(home, np.resize([0.4, -0.3, 0.15, 0.5], n), duration=0.6, frequency=1.0)
    K_T, R, r, K_E, most, kp, kd = 0.06, 0.8, 40.0, 0.06, 15.0, 150.0, 2.0
    drive = di.simulation.VoltageDrive(di.simulation.PD(motion, kp, kd), K_T, R, r, K_E, limit=most)
    start = home + 0.15
    truth = di.simulate(model, p, drive, rate=200.0, q0=start, qd0=np.zeros(n)).truth
    assert (np.abs(truth.volts) == most).any()

    closed = dict(zip(robot.coordinates, di.close(robot, start[None]).q[0]))
    spec = mujoco.MjSpec.from_string(write_mjcf_text(robot.replace(home=closed)))
    for actuator in list(spec.actuators):
        spec.delete(actuator)
    for joint in robot.actuated:
        own = spec.add_actuator(name=f"motor {joint}", target=joint)
        own.trntype = mujoco.mjtTrn.mjTRN_JOINT
        own.gaintype, own.biastype = mujoco.mjtGain.mjGAIN_FIXED, mujoco.mjtBias.mjBIAS_AFFINE
        own.gainprm[0] = r * K_T / R
        own.biasprm[:3] = 0.0, 0.0, -(r**2) * K_T * K_E / R
        own.ctrllimited, own.ctrlrange = True, (-most, most)
    spec.option.timestep = 2.5e-5
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICIT
    theirs = spec.compile()
    data = mujoco.MjData(theirs)
    at = [theirs.joint(j).qposadr[0] for j in robot.actuated]
    dof = [theirs.joint(j).dofadr[0] for j in robot.actuated]
    theirs.dof_damping[:] = 0.0
    theirs.dof_damping[dof] = 0.2
    for c, value in closed.items():
        data.qpos[theirs.joint(c).qposadr[0]] = value
    q_d, qd_d, _ = motion.at(truth.t)
    path = []
    for k in range(len(truth.t)):
        q, qd = data.qpos[at], data.qvel[dof]
        path.append(q.copy())
        data.ctrl[:] = kp * (q_d[k] - q) + kd * (qd_d[k] - qd)
        mujoco.mj_step(theirs, data, 200)
    moved = np.abs(truth.q - start).max()
    assert moved > 0.1
    np.testing.assert_allclose(
        np.array(path), truth.q, atol=3e-4 * moved
    )  # falls with MuJoCo's step


def test_computed_torque_through_motors_asks_the_voltage_it_needs():
    """With voltage enough the motion is that of computed torque at the start of every sample, back
    EMF made up for."""
    robot, motion = swing_of("five_bar", duration=0.5)
    model = di.Model(robot, [di.Viscous()])
    p = model.to_vector({f"{j}.viscous": 0.1 for j in robot.actuated})
    drive = di.simulation.VoltageDrive(motion, 0.05, 1.0, 50.0, 0.05)
    truth = di.simulate(model, p, drive, rate=1000.0).truth
    np.testing.assert_allclose(truth.q, motion.at(truth.t)[0], atol=2e-4)
    # other parameters in the controller: its own model knows no back EMF, the motors do
    own = di.simulation.ComputedTorque(motion, p=p)
    again = di.simulate(model, p, di.simulation.VoltageDrive(own, 0.05, 1.0, 50.0, 0.05)).truth
    np.testing.assert_allclose(again.q, truth.q, atol=1e-10)
    tau = model.inverse_dynamics(truth.q, truth.qd, truth.qdd, p)
    np.testing.assert_allclose(truth.tau, tau, atol=1e-9 * np.abs(tau).max())
    stall = 50.0 * 0.05 / 1.0
    np.testing.assert_allclose(
        truth.tau, stall * (truth.volts - 50.0 * 0.05 * truth.qd), atol=1e-10
    )


def test_the_logged_torque_fits_the_motion_to_second_order():
    """With back EMF as without: half the period, a quarter of the error."""
    model = di.Model(slider(2.0))
    motion = Swing([0.0], [0.4], duration=1.0, frequency=1.0)

    def error(rate):
        drive = di.simulation.VoltageDrive(
            di.simulation.PD(motion, 40.0, 4.0), **MOTOR | {"limit": 1e3}
        )
        log = di.simulate(model, model.prior, drive, rate=rate, qd0=[0.0])
        data = np.gradient(np.gradient(log.truth.q, log.t, axis=0), log.t, axis=0)
        late = log.t > 0.3
        return np.abs(2.0 * data - log.tau)[late][2:-2].max()

    coarse, fine = error(500.0), error(1000.0)
    assert 3.0 < coarse / fine < 5.0


def test_motors_on_other_coordinates():
    """A transmission J: the work of the motors' forces is that of the torques."""
    robot, motion = swing_of("five_bar", duration=0.3)
    model = di.Model(robot)

    def J(q):
        return di.closed_chains.compute_jacobian(robot, q[None])[0][[0, 2]]  # x and z of the tool

    def volts(t, q, qd):
        z = di.forward_kinematics(robot, q[None])[0, [0, 2], 3]
        return 400.0 * (goal - z) - 40.0 * (J(q) @ qd)

    q0 = motion.at(np.zeros(1))[0][0]
    goal = di.forward_kinematics(robot, q0[None])[0, [0, 2], 3] + [0.02, 0.03]
    drive = di.simulation.VoltageDrive(volts, 2.0, transmission=J, limit=20.0)
    truth = di.simulate(model, model.prior, drive, 0.8, 250.0, q0=q0).truth
    forces = 2.0 * truth.volts
    tau = np.array([J(q).T @ f for q, f in zip(truth.q, forces)])
    np.testing.assert_allclose(truth.tau, tau, atol=1e-12)
    task = di.model.task_dynamics(model, truth.q, truth.qd, model.prior)
    xdd = np.einsum("kij,kj->ki", task.J, truth.qdd) + np.einsum(
        "kij,kj->ki", task.J_rate, truth.qd
    )
    np.testing.assert_allclose(task.force(xdd), forces, atol=1e-8 * np.abs(forces).max())
    # it comes to rest where the springs of the controller hold the weight
    sag = task.G[-1] / 800.0
    end = di.forward_kinematics(robot, truth.q[-1:])[0, [0, 2], 3]
    np.testing.assert_allclose(end, goal - sag, atol=1e-3)


def test_voltages_of_time_are_held(pendulum):
    model, p = pendulum
    drive = di.simulation.VoltageDrive(
        di.simulation.OpenLoop(lambda t: [20.0 * np.sin(9.0 * t)]), **MOTOR
    )
    truth = di.simulate(model, p, drive, 0.5, 200.0).truth
    q, volts = by_scipy(lambda k, x: 20.0 * np.sin(9.0 * truth.t[k]), truth.t, 0.0, MOTOR)
    np.testing.assert_allclose(truth.volts[:, 0], volts, atol=1e-12)
    np.testing.assert_allclose(truth.q[:, 0], q, atol=1e-7)


def test_bad_motors_are_refused(pendulum):
    model, p = pendulum
    motion = Swing([0.4], [0.2])
    for wrong, message in [
        ({"torque_constant": 0.0}, "torque_constant=0.0, expected a number > 0"),
        ({"torque_constant": 1.0, "resistance": (1.0, 2.0)}, "resistance"),
        ({"torque_constant": 1.0, "ratio": -3.0}, "ratio"),
        ({"torque_constant": 1.0, "limit": np.nan}, "limit"),
        ({"torque_constant": 1.0, "back_emf": -1.0}, "back_emf"),
        ({"torque_constant": 1.0, "transmission": lambda q: np.eye(2)}, "transmission has shape"),
        (
            {"torque_constant": 1.0, "back_emf": 1.0, "transmission": lambda q: np.eye(1)},
            "expected one of them",
        ),
    ]:
        with pytest.raises(di.InputError, match=message):
            di.simulate(
                model, p, di.simulation.VoltageDrive(di.simulation.PD(motion, 1.0), **wrong)
            )
    with pytest.raises(di.InputError, match="a voltage for each motor"):
        di.simulate(model, p, di.simulation.VoltageDrive(lambda t, q, qd: [1, 2], 1.0), 1.0)
    with pytest.raises(di.InputError, match="ki"):
        di.simulate(model, p, di.simulation.PID(motion, 1.0, ki=-1.0))
