"""Effects that read the joint load, which is itself being estimated."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.identification import estimate as joint_load
from dynid.identification.estimate import find_base, make_final_problem, solve
from dynid.identification.prediction_error import compute_predicted_errors, explain_failure
from dynid.model.base_reduction import base_parameters, has_same_combinations
from dynid.model.gears import GravityDirection, LoadFriction, TorqueScale
from sines import dataset, random_sines

RATE = 50.0
BASE = [di.Viscous(), di.Coulomb(width=0.03), di.Offset(), di.RotorInertia()]
#: joint origins of a UR5: 0.39225 x 0.093 = 0.03647925 lies between two numbers of six digits
UR5 = (
    ("shoulder_pan", "0 0 0.089159", "0 0 0", "0 0 1"),
    ("shoulder_lift", "0 0.13585 0", "0 1.570796327 0", "0 1 0"),
    ("elbow", "0 -0.1197 0.425", "0 0 0", "0 1 0"),
    ("wrist_1", "0 0 0.39225", "0 1.570796327 0", "0 1 0"),
    ("wrist_2", "0 0.093 0", "0 0 0", "0 0 1"),
    ("wrist_3", "0 0 0.09465", "0 0 0", "0 1 0"),
)


@pytest.fixture(scope="module")
def ur5(tmp_path_factory):
    parts = ['<robot name="ur5"><link name="base"/>']
    for k, (name, xyz, rpy, axis) in enumerate(UR5):
        parent = f"link{k}" if k else "base"
        mass = 4.0 - 0.6 * k
        parts.append(
            f'<link name="link{k + 1}"><inertial><origin xyz="0.02 0 0.1"/><mass value="{mass}"/>'
            '<inertia ixx="0.03" iyy="0.03" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="{name}" type="revolute"><parent link="{parent}"/>'
            f'<child link="link{k + 1}"/><origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>'
            '<limit lower="-6" upper="6" effort="150" velocity="3"/></joint>'
        )
    path = tmp_path_factory.mktemp("ur5") / "ur5.urdf"
    path.write_text("".join([*parts, "</robot>"]))
    return di.load_robot(path)


@pytest.fixture(scope="module")
def arm():
    return di.load_robot("arm7")


def measured(robot, effects, own, seconds=30.0, seed=0):
    """Data of a machine with these effects, with noise of 1 % of every joint's torque."""
    rng, t = np.random.default_rng(seed), np.arange(0, seconds, 1 / RATE)
    motion = random_sines(rng, t, robot.dof, 4, 0.05, (0.2, 0.7))
    model = di.Model(robot, [*BASE, *effects])
    usual = {"viscous": 1.0, "coulomb": 2.0, "offset": 0.2, "rotor_inertia": 0.1}
    values = {f"{j}.{name}": x for j in robot.actuated for name, x in usual.items()}
    tau = model.inverse_dynamics(*motion, model.to_vector(values | own))
    tau = tau + 0.01 * tau.std(axis=0) * rng.normal(size=tau.shape)
    return di.Problem(model, dataset(model, t, motion, tau))


def scaled(robot, s):
    """All joints but the second measure 1 + s times their torque."""
    others = [name for name in robot.actuated if name != robot.actuated[1]]
    effects = [TorqueScale([name]) for name in others]
    return measured(robot, effects, {f"{name}.torque_scale": s for name in others})


@pytest.mark.parametrize("s", [0.95, 1.5, -0.5])
def test_scales_that_made_the_iteration_swing_are_found(arm, s):
    """x = g(x) answers an error e of the load by -s e: for s = 1.5 it left 41 % of a joint."""
    result, problem = solve(scaled(arm, s), di.Consistent(draws=0))
    fitted = np.array([joint.relative for joint in result.joints])
    assert fitted.max() < 1.2
    assert_allclose(compute_predicted_errors(result, problem.stream, problem), fitted, rtol=0.02)
    assert max(joint.relative for joint in di.validate(result, problem.data).joints) < 1.2
    found = dict(zip(result.parameters, result.p))
    assert [found[f"{name}.torque_scale"] for name in ("joint1", "joint3", "joint4")] == (
        pytest.approx([s] * 3, rel=0.03)
    )


@pytest.mark.parametrize(
    ("effects", "own"),
    [
        ([LoadFriction(width=0.03)], {f"joint{k}.load_friction": 0.9 for k in range(1, 8)}),
        ([GravityDirection()], {"gravity.x": 3.0, "gravity.y": 1.5}),
    ],
)
def test_the_load_is_that_of_the_result(arm, effects, own):
    problem = measured(arm, effects, own)
    result, solved = solve(problem, di.Consistent(draws=0))
    data = problem.data
    load = solved.model.channels(data.q, data.qd, data.qdd)
    same = problem.model.set_load_reference(result.p).channels(data.q, data.qd, data.qdd)
    for name, x in load.items():
        assert np.abs(x - same[name]).max() < 1e-3 * np.abs(x).max()
    found = dict(zip(result.parameters, result.p))
    assert [found[name] for name in own] == pytest.approx(list(own.values()), rel=0.05)


def test_effects_without_a_load_of_their_own_are_dropped_and_named(arm, monkeypatch, tmp_path):
    problem = scaled(arm, 1.5)
    monkeypatch.setattr(joint_load, "LOOKS", 1)  # far too few
    result = di.estimate(problem, di.Consistent(draws=0))
    assert not [name for name in result.parameters if "torque_scale" in name]
    (note,) = [note for note in result.notes if note.startswith("dropped")]
    assert "joint1.torque_scale" in note
    assert "joint load" in note
    # what goes on with the problem and the data that were given
    train = di.validate(result, problem.data)
    assert train.relative == pytest.approx(
        di.validate(result, make_final_problem(result, problem).data).relative
    )
    verdict = di.write_report(tmp_path / "report.html", result, problem)
    assert "own torques" not in [finding.kind for finding in verdict.findings]


def test_a_result_that_does_not_predict_its_rows_is_a_failure(arm, monkeypatch):
    """The load was not that of the result, as it once was kept."""
    problem = scaled(arm, 1.5)
    monkeypatch.setattr(joint_load, "LOOKS", 1)
    monkeypatch.setattr(joint_load, "OWN_LOAD", np.inf)
    result, solved = solve(problem, di.Consistent(draws=0))
    assert "the identified model predicts the same samples" in explain_failure(result, solved)
    verdict = di.judge(result, solved)
    assert verdict.word == "not trustworthy"
    assert "own torques" in [finding.kind for finding in verdict.findings if finding.level == 2]


def test_names_do_not_depend_on_the_load(ur5):
    model = di.Model(ur5, [*BASE, LoadFriction()])
    rng = np.random.default_rng(0)
    names = set()
    for _ in range(8):
        bodies = rng.uniform(-0.1, 0.1, (len(ur5.bodies), 10))
        bodies[:, 0], bodies[:, [4, 6, 9]] = rng.uniform(1, 5), 0.1
        names.add(base_parameters(model.set_load(bodies)).names)
    assert len(names) == 1
    assert "0.0364792 " in " ".join(names.pop())  # 0.03647925, as near to 0.0364793


def test_combinations_are_compared_by_numbers():
    names = ("link2.Ixx - 0.0364792 link3.m + link4.m", "joint1.viscous")
    other = ("link2.Ixx - 0.0364793 link3.m + link4.m", "joint1.viscous")
    assert has_same_combinations(names, other)
    for wrong in (
        ("link2.Ixx - 0.0365793 link3.m + link4.m", "joint1.viscous"),
        ("link2.Ixx + 0.0364792 link3.m + link4.m", "joint1.viscous"),
        ("link2.Ixx - 0.0364792 link3.m + link5.m", "joint1.viscous"),
        ("link2.Ixx - 0.0364792 link3.m + link4.m",),
        ("link2.Ixx - 0.0364792 link3.m + link4.m", "joint2.viscous"),
    ):
        assert not has_same_combinations(names, wrong)
    assert has_same_combinations(("a - 1.2e-05 b",), ("a - 1.2e-05 b",))
    assert not has_same_combinations(("a - 1.2e-05 b",), ("a - 1.2e-06 b",))


@pytest.mark.parametrize(
    ("effects", "own"),
    [
        ([LoadFriction(width=0.03)], {f"{name}.load_friction": 0.1 for name, *_ in UR5[:4]}),
        ([GravityDirection()], {"gravity.x": 0.4}),
        ([TorqueScale(["elbow"])], {"elbow.torque_scale": 0.2}),
    ],
)
def test_a_page_is_made_of_the_problem_that_was_given(ur5, effects, own, tmp_path):
    """As a user of Python has them: the problem before it was solved at another load."""
    problem = measured(ur5, effects, own, seconds=12.0)
    result = di.estimate(problem, di.Consistent(draws=0))
    result.save(tmp_path / "result.json")
    for k, each in enumerate((result, di.Estimate.load(tmp_path / "result.json"))):
        di.write_report(tmp_path / f"{k}.html", each, problem)
        base = find_base(each)
        assert base is not None
        assert_allclose(base.compute_theta(each.p), each.theta, rtol=1e-6, atol=1e-9)


def test_a_page_of_a_real_arm(shared_robots, tmp_path):
    """xArm7, whose lengths have products of seven digits; its gripper stands still."""
    path = shared_robots / "ufactory_xarm7" / "xarm7.xml"
    fingers = [name for name in di.load_robot(path).coordinates if not name.startswith("joint")]
    robot = di.load_robot(path, lock=dict.fromkeys(fingers, 0.0))
    problem = measured(robot, [GravityDirection()], {"gravity.x": 0.4}, seconds=12.0)
    di.write_report(tmp_path / "r.html", di.estimate(problem, di.Consistent(draws=0)), problem)


def test_a_page_of_a_real_log_whose_load_swung(shared_data, monkeypatch, tmp_path):
    """TIAGo: friction of its wrist joints exceeds their load, so that x = g(x) runs in a circle of
    three fits."""
    import real_effects

    monkeypatch.setattr(real_effects, "DATA", shared_data)
    parts, robot = (("log.csv", 0, 48.13),), real_effects.robot_of("tiago")
    loaded = [LoadFriction([f"arm_{k}_joint"]) for k in range(1, 8)]
    model = di.Model(robot, [*real_effects.USUAL, *loaded])
    problem = di.Problem(model, real_effects.data_of(model, "tiago", parts, 2, "5%"))
    result, solved = solve(problem, di.Consistent(draws=0))
    assert not [note for note in result.notes if note.startswith("dropped")]
    own = compute_predicted_errors(result, solved.stream, solved)
    assert_allclose(own, [joint.relative for joint in result.joints], rtol=0.005)
    di.write_report(tmp_path / "r.html", result, problem)
