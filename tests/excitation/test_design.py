"""Designed motions: what they reach, and that they keep every limit, judged by code of the tests'
own."""

from __future__ import annotations

import time

import numpy as np
import pytest

import dynid as di
from dynid.excitation import search as design_progress
from dynid.excitation.limited_quantities import KEPT, compute_singularity_distance
from dynid.papers.rodriguez2002 import rodriguez_robot as cft_robot
from motion_help import pose_jets

pytestmark = pytest.mark.slow(reason="long motions and searches")

PANDA_POSITION = [2.8973, 1.7628, 2.8973, (-3.0718, -0.0698), 2.8973, (-0.0175, 3.7525), 2.8973]
PANDA_VELOCITY = [2.175] * 4 + [2.61] * 3
PANDA_ACCELERATION = [15, 7.5, 10, 12.5, 15, 20, 20]
PANDA = di.Limits(position=PANDA_POSITION, velocity=PANDA_VELOCITY, acceleration=PANDA_ACCELERATION)
FINE = 20_011  # samples of the independent checks: no multiple of the design's


def dense(trajectory):
    return np.linspace(0.0, trajectory.duration, FINE)


def within(values, low, high, relative=1e-6):
    """low <= values <= high, to a millionth of the range."""
    low, high = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    room = relative * (high - low)
    assert (values.min(axis=0) >= low - room).all(), (values.min(axis=0), low)
    assert (values.max(axis=0) <= high + room).all(), (values.max(axis=0), high)


@pytest.fixture(scope="module")
def arm():
    """A quick design of the 7R arm under Panda's limits."""
    model = di.Model(di.load_robot("arm7"), [di.Viscous(), di.Coulomb()])
    return di.design_excitation(
        model, di.Fourier(10.0, 5), PANDA, starts=2, iterations=30, samples=150
    )


def test_the_arm_keeps_every_limit_between_the_samples_too(arm):
    robot = arm.model.robot
    q, qd, qdd = arm.trajectory.at(dense(arm.trajectory))
    pairs = np.array([(-x, x) if np.isscalar(x) else x for x in PANDA_POSITION])
    within(q, *pairs.T)
    for values, most in ((qd, PANDA_VELOCITY), (qdd, PANDA_ACCELERATION)):
        within(values, -np.array(most), np.array(most))
    rigid = di.Model(robot)
    effort = np.array([robot.joint(name).effort for name in robot.actuated])
    within(rigid.inverse_dynamics(q, qd, qdd, rigid.prior), -effort, effort)
    np.testing.assert_allclose(arm.velocity, np.abs(qd).max(axis=0), rtol=1e-4)
    np.testing.assert_allclose(arm.acceleration, np.abs(qdd).max(axis=0), rtol=1e-4)


def test_the_arm_is_well_excited(arm):
    """Far better than random motions under the same limits: those have a condition number of
    several hundred."""
    assert arm.condition_unit < 20
    assert arm.value < -3.5


def test_the_promised_numbers_hold(arm):
    """Condition numbers and standard deviations, computed anew from the trajectory."""
    model, base = arm.model, di.base_parameters(arm.model)
    t = np.arange(10_000) / 1000.0
    W = model.regressor(*arm.trajectory.at(t))[:, :, base.independent] / arm.noise[:, None]
    W = W.reshape(-1, len(base))
    assert arm.names == base.names
    s = np.linalg.svd(W, compute_uv=False)
    assert arm.condition == pytest.approx(s[0] / s[-1], rel=0.02)
    unit = np.linalg.svd(W / np.linalg.norm(W, axis=0), compute_uv=False)
    assert arm.condition_unit == pytest.approx(unit[0] / unit[-1], rel=0.02)
    std = np.sqrt(np.diag(np.linalg.inv(W.T @ W)))
    np.testing.assert_allclose(arm.predict_deviations(rate=1000.0), std, rtol=0.02)
    np.testing.assert_allclose(
        arm.predict_deviations(rate=250.0, repetitions=16),
        arm.predict_deviations(rate=1000.0) / 2,
        rtol=1e-12,
    )


def test_it_prints_what_a_person_wants_to_read(arm):
    text = str(arm)
    assert f"condition number {arm.condition_unit:.5g} (columns of norm 1)" in text
    assert f"{arm.condition:.5g} raw" not in text  # one number, the one that identify prints
    assert "torque of joint7" in text
    assert "position of joint4" in text
    assert f"{arm.predict_deviations()[-1]:.3g}" in text
    assert "\n" not in repr(arm)


def test_it_saves_itself(arm, tmp_path):
    arm.save(tmp_path / "new", rate=200.0)
    again = di.excitation.load_trajectory(tmp_path / "new" / "design.json")
    assert (again.coefficients == arm.trajectory.coefficients).all()
    samples = di.excitation.load_trajectory(tmp_path / "new" / "trajectory.csv")
    np.testing.assert_allclose(samples.q[123], arm.trajectory.at([123 / 200])[0][0], atol=1e-12)
    with pytest.raises(di.DynidError, match="exists already"):
        arm.save(tmp_path / "new")


def test_a_folder_that_cannot_be_made_is_told(arm, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(di.DynidError, match="cannot make the folder"):
        arm.save(tmp_path / "file" / "new")


def test_it_plots(arm):
    figure = arm.plot()
    names = [trace.name for trace in figure.data]
    assert names.count("joint1") == 3
    # one colour a joint in all three panels, as the legend of the first tells
    for joint in arm.model.robot.actuated:
        assert len({trace.line.color for trace in figure.data if trace.name == joint}) == 1, joint
    assert (
        len({trace.line.color for trace in figure.data if trace.name in arm.model.robot.actuated})
        == 7
    )
    assert figure.layout.yaxis.title.text == "rad"  # no metres for revolute joints
    path = next(trace for trace in figure.data if trace.name == "path")
    t = np.linspace(0, 10.0, len(path.x))
    place = di.forward_kinematics(arm.model.robot, arm.trajectory.at(t)[0])[:, :3, 3]
    np.testing.assert_allclose(np.stack([path.x, path.y, path.z], axis=1), place, atol=1e-12)


def test_the_seed_decides(arm):
    """The same design again, whatever the threads do; another seed, another motion."""
    shape, limits = di.Fourier(4.0, 3), di.Limits(velocity=2.0)
    model = di.Model(di.load_robot("six_dof"))
    first, second, other = (
        di.design_excitation(model, shape, limits, starts=2, iterations=5, samples=60, seed=seed)
        for seed in (0, 0, 1)
    )
    assert (first.trajectory.coefficients == second.trajectory.coefficients).all()
    assert np.abs(first.trajectory.coefficients - other.trajectory.coefficients).max() > 1e-3


@pytest.mark.parametrize(
    "shape", [di.Fourier(4.0, 4, coordinates="task"), di.Fourier(4.0, 4)], ids=["task", "drives"]
)
def test_the_delta_stays_in_its_hemisphere(shape):
    """Gnad's workspace, with tool speed and acceleration, joint velocities, and the singularity
    kept away."""
    limits = di.Limits(
        workspace=di.excitation.Hemisphere((0, 0, -0.9), 0.45),
        velocity={"arm1": 5.0, "arm2": 5.0, "arm3": 5.0, "psi": 10.0},
        tool_speed=2.5,
        tool_acceleration=25.0,
    )
    model = di.Model(di.load_robot("delta4"), [di.Viscous()])
    found = di.design_excitation(model, shape, limits, starts=1, iterations=25, samples=80)
    t = dense(found.trajectory)[::2]
    q, qd, qdd = found.trajectory.at(t)
    motion = di.close(model.robot, q, qd, qdd)
    place, speed, half = pose_jets(model.robot, motion.q, motion.qd, motion.qdd)["end_effector"][
        :, :, :3, 3
    ]
    r = np.linalg.norm(place - (0, 0, -0.9), axis=1)
    assert r.max() <= 0.45 * (1 + 1e-6)
    assert place[:, 2].max() <= -0.9 + 1e-6
    assert np.linalg.norm(speed, axis=1).max() <= 2.5 * (1 + 1e-6)
    assert np.linalg.norm(2 * half, axis=1).max() <= 25.0 * (1 + 1e-6)
    within(qd, [-5, -5, -5, -10], [5, 5, 5, 10])
    assert motion.margin.min() > 0.01
    slide = motion.q[:, model.robot.coordinates.index("slide")]
    assert slide.min() >= 0.0
    assert r.max() > 0.4  # and the workspace is used
    labels = {kept.label for kept in found.kept}
    assert {
        "workspace",
        "tool velocity",
        "tool acceleration",
        "distance to singularity",
        "margin of the loops",
    } <= labels


@pytest.mark.filterwarnings("ignore::dynid.errors.SingularityWarning")
def test_where_branches_meet_the_distance_is_blind_and_the_margin_is_not():
    """Past the pose in which both couplers are stretched, the nearer the higher the accelerations:
    a trap for a criterion."""
    robot, shape = di.load_robot("five_bar"), di.Fourier(5.0, 1)
    home = di.close(robot, [[robot.home[name] for name in robot.actuated]])
    passing = []
    for miss in (1e-2, 1e-3, 1e-4):
        c = np.array([[-np.pi + miss, miss], [0.3, -0.3], [0.0, 0.0]])  # nearest at t = 0
        passing.append(di.Trajectory(robot, shape, c).close_motion(np.arange(0, 5, 1e-3)))
    assert all(
        compute_singularity_distance(motion).min() > 0.5 * compute_singularity_distance(home)[0]
        for motion in passing
    )
    wild = np.array([np.abs(motion.qdd).max() for motion in passing])
    np.testing.assert_allclose(wild[1:] / wild[:-1], 10, rtol=0.05)
    margins = np.array([motion.margin.min() for motion in passing]) / home.margin
    np.testing.assert_allclose(margins[:-1] / margins[1:], 10, rtol=0.05)
    assert margins[0] < KEPT


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("stop", [None, 1.0])
def test_a_five_bar_without_ranges_stays_on_its_branch(seed, stop):
    """Converged or out of time, the loops keep their margin between the samples as well, and the
    robot can be simulated."""
    robot = di.load_robot("five_bar")
    model = di.Model(robot, [di.Viscous(), di.Coulomb()])
    found = di.design_excitation(
        model, di.Fourier(5.0, 5), starts=2, iterations=40, seed=seed, time=stop
    )
    (kept,) = (kept for kept in found.kept if kept.label == "margin of the loops")
    margin = found.trajectory.close_motion(dense(found.trajectory)).margin.min()
    assert margin == pytest.approx(kept.least, rel=1e-3)
    assert margin >= kept.low * (1 - 1e-6)
    assert (
        len(di.simulate(di.Model(robot), di.Model(robot).prior, found.trajectory, rate=200)) == 1001
    )


@pytest.mark.parametrize("criterion", ["logdet", "cond", "emin"])
def test_every_criterion_improves(criterion):
    """Five iterations make some way, twenty more make more; friction and motor inertia included."""
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    limits = di.Limits(velocity=3.0, acceleration=20.0)
    values = [
        di.design_excitation(
            model,
            di.excitation.BSpline(4.0, 10),
            limits,
            criterion,
            starts=1,
            iterations=n,
            samples=80,
        ).value
        for n in (3, 60)
    ]
    assert values[1] < values[0] - 0.05


def test_the_velocity_term_of_gnad_raises_velocities():
    model = di.Model(di.load_robot("five_bar"))
    limits = di.Limits(velocity=3.0)

    def speed(weight):
        found = di.design_excitation(
            model,
            di.Fourier(4.0, 3),
            limits,
            friction_weight=weight,
            starts=1,
            iterations=30,
            samples=80,
        )
        return np.sqrt((found.trajectory.at(np.linspace(0, 4, 400))[1] ** 2).mean())

    assert speed(30.0) > 1.02 * speed(0.0)


def test_capsules_keep_apart():
    """A 2R arm over a post: brute-force distances between points on the segments."""
    link = di.inertial(1.0, (0.2, 0, 0), (1e-3, 1e-2, 1e-2))
    robot = di.Robot(
        "two",
        (
            di.Body(
                "upper",
                "world",
                di.Joint("shoulder", axis=(0, 1, 0), lower=-3, upper=3),
                inertia=link,
            ),
            di.Body(
                "fore",
                "upper",
                di.Joint("elbow", axis=(0, 1, 0), position=(0.4, 0, 0), lower=-3, upper=3),
                inertia=link,
            ),
        ),
        tool=di.Frame("tip", "fore", (0.4, 0, 0)),
    )
    post = di.excitation.Capsule("world", (0.5, 0, -0.6), (0.5, 0, -0.2), 0.05)
    fore = di.excitation.Capsule("fore", (0, 0, 0), (0.4, 0, 0), 0.04)
    limits = di.Limits(velocity=2.0, capsules=(post, fore), clearance=0.03)
    free = di.Limits(velocity=2.0)
    model = di.Model(robot)

    def nearest(limits):
        found = di.design_excitation(
            model, di.Fourier(6.0, 4), limits, starts=2, iterations=40, samples=100
        )
        pose = di.forward_kinematics(robot, found.trajectory.at(np.linspace(0, 6, 1500))[0], "fore")
        s = np.linspace(0, 1, 81)
        arm = pose[:, None, :3, 3] + pose[:, None, :3, 0] * (0.4 * s)[:, None]
        stand = np.array([0.5, 0, -0.6]) + np.array([0, 0, 0.4]) * s[:, None]
        gaps = [np.linalg.norm(a[:, None] - stand[None], axis=2).min() for a in arm]
        return min(gaps) - 0.09

    assert nearest(limits) > 0.03 - 1e-4
    assert nearest(free) < 0.0


def test_jerk_and_passive_limits():
    model = di.Model(di.load_robot("prs3"))
    limits = di.Limits(
        position={
            "platform.rx": 0.2,
            "platform.ry": 0.2,
            "slider1": 0.15,
            "slider2": 0.15,
            "slider3": 0.15,
        },
        velocity={"slider1": 0.4, "slider2": 0.4, "slider3": 0.4, "coupler1": 1.0},
        jerk=15.0,
    )
    shape = di.Fourier(3.0, 3, rest=True)
    found = di.design_excitation(model, shape, limits, starts=1, iterations=25, samples=60)
    t = dense(found.trajectory)[::4]
    motion = di.close(model.robot, *found.trajectory.at(t))
    column = {name: k for k, name in enumerate(model.robot.coordinates)}
    within(motion.q[:, [column["platform.rx"], column["platform.ry"]]], [-0.2] * 2, [0.2] * 2)
    within(motion.qd[:, [column["coupler1"]]], [-1.0], [1.0])
    within(found.trajectory.sample_described(t, 3), [-15.0] * 3, [15.0] * 3)
    _, qd, qdd = found.trajectory.at([0.0, 3.0])
    assert np.abs(np.vstack([qd, qdd])).max() < 1e-10


def test_table_3_has_the_condition_numbers_of_the_errata():
    """159.1 raw, 91.7 with columns of norm 1, for any number of samples from 20 on."""
    trajectory = cft_robot.make_table_3()
    model = di.Model(trajectory.robot)
    index = [model.parameters.index(name) for name in cft_robot.CARRIER]
    for N in (20, 400):
        W = model.regressor(*trajectory.at(np.arange(N) / N * 2.5))[:, :, index].reshape(-1, 12)
        assert np.linalg.cond(W) == pytest.approx(159.1, rel=0.005)
        assert np.linalg.cond(W / np.linalg.norm(W, axis=0)) == pytest.approx(91.7, rel=0.005)


@pytest.mark.parametrize(("columns", "target"), [("raw", 115.0), ("unit", 60.0)])
@pytest.mark.parametrize("in_task", [True, False], ids=["peaks of x_c", "peaks of the joints"])
def test_the_cft_is_excited_better_than_by_table_3(columns, target, in_task):
    """Under the velocities and accelerations of Table 3 itself, be they counted in Cartesian or in
    joint coordinates."""
    limits = cft_robot.make_table_3_limits(in_task)
    model = di.Model(di.load_robot("cft"))
    found = di.design_excitation(
        model,
        cft_robot.SHAPE,
        limits,
        "cond",
        columns=columns,
        base=cft_robot.CARRIER,
        noise=1.0,
        starts=2,
        seed=1,
        samples=60,
        iterations=150,
    )
    trajectory = found.trajectory
    t = dense(trajectory)[::4]
    index = [model.parameters.index(name) for name in cft_robot.CARRIER]
    W = model.regressor(*trajectory.at(t[:-1]))[:, :, index].reshape(-1, 12)
    W = W if columns == "raw" else W / np.linalg.norm(W, axis=0)
    assert np.linalg.cond(W) < target
    z = [trajectory.sample_described(t, k) for k in range(3)]
    within(z[0], *np.array([limits.position[name] for name in model.robot.task]).T)
    q = z if in_task else trajectory.at(t)
    for values, most in zip(q[1:], (limits.velocity, limits.acceleration)):
        within(values, -np.array(list(most.values())), np.array(list(most.values())))


def test_the_clock_is_kept():
    model = di.Model(di.load_robot("arm7"), [di.Viscous(), di.Coulomb()])
    di.design_excitation(
        model, di.Fourier(10.0, 5), PANDA, starts=1, iterations=1
    )  # loads the kernels
    began = time.perf_counter()
    found = di.design_excitation(model, di.Fourier(10.0, 5), PANDA, starts=50, time=2.0)
    assert time.perf_counter() - began < 5.0  # a busy machine is slow at the last look
    assert any(note.startswith("the time limit ended the search") for note in found.notes)
    q = found.trajectory.at(dense(found.trajectory))[0]
    pairs = np.array([(-x, x) if np.isscalar(x) else x for x in PANDA_POSITION])
    within(q, *pairs.T)


def test_ctrl_c_keeps_the_best_motion(monkeypatch):
    """An interrupt while waiting: what the starts have until then is brought within the limits and
    returned."""
    waits = []

    def interrupted(bar):
        waits.append(bar)
        if len(waits) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(design_progress.Bar, "update", interrupted)
    model = di.Model(di.load_robot("five_bar"), [di.Viscous()])
    found = di.design_excitation(
        model, di.Fourier(4.0, 3), di.Limits(velocity=2.0), starts=20, samples=80
    )
    assert any("interrupted" in note for note in found.notes)
    within(found.trajectory.at(dense(found.trajectory))[1], [-2, -2], [2, 2])
    assert waits
