"""What changed between two results: nothing where nothing did, and what did where it did."""

from __future__ import annotations

import inspect
import json
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.diff import diff
from dynid.cli.main import app
from dynid.data.lowpass import filter_lowpass
from dynid.identification.friction_level import compute_braking_forces, compute_friction_errors
from dynid.model.model_builder import parse_effects
from dynid.validation.result_changes import LEVEL, difference
from dynid.validation.significance import compute_half_widths
from estimators_help import case, dataset

NOISE = 0.02


def result(seed, change=None, effects=None, robot="arm7", estimator=None, rows=slice(None)):
    """Of a noisy log of its own."""
    model, motion, tau, p = case(robot)
    if change is not None:
        p = p.copy()
        for name, by in change.items():
            p[model.parameters.index(name)] += by
        tau = model.inverse_dynamics(*motion, p)
    noise = NOISE * np.abs(tau).max(axis=0) * np.random.default_rng(seed).normal(size=tau.shape)
    fitted = model if effects is None else di.Model(model.robot, effects)
    motion = tuple(x[rows] for x in motion)
    data = dataset(fitted, motion, (tau + noise)[rows])
    return di.estimate(di.Problem(fitted, data), estimator or di.WLS())


@pytest.fixture(scope="module")
def first():
    return result(1)


def test_nothing_changed(first):
    found = difference(first, result(2))
    assert found.changed is False
    # friction counts as the braking torque of each joint, not term by term
    terms = [name for name in first.names if name.endswith((".viscous", ".coulomb"))]
    assert len(found.judged) == len(first.names) - len(terms) + len(terms) // 2
    assert not any(change.changed for change in found.changes)
    assert "No change: none of" in str(found)
    assert " *\n" not in str(found)


def test_what_changed_is_named(first):
    found = difference(first, result(2, {"joint3.viscous": 0.8}))
    assert found.changed is True
    (change,) = (change for change in found.changes if change.changed)
    speed = np.sqrt(np.mean(case("arm7")[1][1][:, 2] ** 2))
    assert change.name == f"joint3 friction at {speed:.2g} rad/s"
    assert abs(change.difference - 0.8 * speed) < change.half_width
    assert f"Changed (*): {change.name}" in found.describe_verdict()
    assert "temperature" in str(found)


def test_another_split_of_the_same_combination_is_no_change(first):
    """Mass moved from link to link along what no motion shows; the result is saved with it."""
    base = di.base_parameters(first.model)
    _, _, V = np.linalg.svd(base.map)
    other = replace(result(2), p=result(2).p + 5.0 * V[-1] + 3.0 * V[-2])
    assert np.abs(other.p - first.p).max() > 1
    assert difference(first, other).changed is False


def test_other_combinations_of_the_same_parameters_are_compared(first):
    """The same result in other combinations, under names that say nothing of them but the
    parameters do."""
    other = result(2, {"joint3.viscous": 0.8})
    base = di.base_parameters(other.model)
    rng = np.random.default_rng(0)
    M = rng.normal(size=(len(other.names),) * 2)

    def rows(estimate):
        return M @ base.map if estimate is mixed else base.map

    mixed = replace(
        other,
        names=tuple(f"mixed{k}" for k in range(len(M))),
        theta=M @ other.theta,
        covariance=M @ other.covariance @ M.T,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dynid.validation.result_changes._list_rows", rows)
        found = difference(first, mixed)
    direct = difference(first, other)
    for a, b in zip(found.changes, direct.changes):
        assert a.name == b.name
        np.testing.assert_allclose([a.second, a.half_width], [b.second, b.half_width], rtol=1e-6)


def test_other_effects_leave_what_both_know(first):
    """Offsets in one alone; rotor inertias in the other, which join some combinations."""
    second = result(2, effects=[di.Viscous(), di.Coulomb(), di.RotorInertia()])
    found = difference(first, second)
    offsets = {name for name in first.names if name.endswith("offset")}
    assert offsets <= set(found.only_first)
    assert any("rotor" in name for name in found.only_second)
    compared = {change.name for change in found.changes if " friction at " not in change.name}
    assert compared | set(found.only_first) == set(first.names)
    assert {"joint3.viscous", "joint3.coulomb"} <= compared
    assert all("rotor" not in name for name in compared)


def test_other_robots_have_nothing_in_common(first):
    with pytest.raises(di.InputError, match="determine no combination of parameters in common"):
        difference(first, result(1, robot="five_bar"))


def test_a_robot_that_was_moved_is_told(first):
    robot = first.model.robot
    bodies = list(robot.bodies)
    joint = replace(bodies[2].joint, position=np.asarray(bodies[2].joint.position) + 0.1)
    bodies[2] = replace(bodies[2], joint=joint)
    other = replace(first, model=di.Model(replace(robot, bodies=tuple(bodies))))
    assert any(f"differ in where {bodies[2].name} sit" in n for n in difference(first, other).notes)


def test_no_deviations_no_judgement(first):
    bare = replace(first, covariance=np.full_like(first.covariance, np.nan))
    found = difference(bare, result(2))
    assert found.changed is None
    assert "No deviations are known" in str(found)
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["changed"] is None


def test_what_one_log_does_not_show_is_not_judged(first):
    lost = first.covariance.copy()
    lost[3, 3] = np.inf
    found = difference(replace(first, covariance=lost), result(2))
    assert np.isnan(found.changes[3].half_width)
    assert found.changes[3].changed is None
    assert found.changed is False


def test_the_same_log_twice_is_told(first):
    once = replace(first, recordings=("abc",))
    assert any("same log" in note for note in difference(once, once).notes)
    assert difference(once, once).changed is False


def test_the_level_holds():
    """400 pairs of fits with few samples each: one in twenty at most names a parameter wrongly."""
    rng, named = np.random.default_rng(3), 0
    n, k = 40, 6
    for _ in range(400):
        parts = []
        for _ in range(2):
            W = rng.normal(size=(n, k)) * np.logspace(0, 2, k)
            theta, square, *_ = np.linalg.lstsq(W, rng.normal(size=n), rcond=None)
            parts.append((theta, square[0] / (n - k) * np.diag(np.linalg.inv(W.T @ W))))
        (a, v1), (b, v2) = parts
        half = compute_half_widths(v1, v2, (n - k, n - k), 1.0 - 0.05 / k)
        named += bool((np.abs(b - a) > half).any())
    assert named <= 0.05 * 400 + 2 * np.sqrt(0.05 * 0.95 * 400)


def test_one_parameter_is_the_test_of_welch():
    from scipy.stats import ttest_ind

    rng = np.random.default_rng(0)
    x, y = rng.normal(size=12), rng.normal(0.5, 3.0, size=30)
    v = [np.array([z.var(ddof=1) / len(z)]) for z in (x, y)]
    interval = ttest_ind(y, x, equal_var=False).confidence_interval(0.95)
    half = compute_half_widths(*v, (11.0, 29.0), 0.95)
    assert half[0] == pytest.approx(0.5 * (interval.high - interval.low))


def test_on_the_command_line(first, tmp_path):
    def dynid(*arguments):
        return CliRunner().invoke(app, ["diff", *map(str, arguments)])

    first.save(tmp_path / "result.json")
    (tmp_path / "new").mkdir()
    result(2, {"joint3.viscous": 0.8}).save(tmp_path / "new" / "result.json")
    done = dynid(tmp_path, tmp_path / "new")
    assert done.exit_code == 0, done.output
    assert "Changed (*): joint3 friction" in done.stdout
    content = json.loads(dynid(tmp_path, tmp_path / "new", "--json").stdout)
    assert content["changed"] is True
    assert {x["name"] for x in content["parameters"]} > {*first.names}
    stars = [x["name"] for x in content["parameters"] if x["changed"]]
    assert all(name in done.stdout.split("Changed (*): ")[1] for name in stars)
    missing = dynid(tmp_path, tmp_path / "nothing.json").exception
    assert isinstance(missing, di.DynidError)
    assert "nothing.json'; expected result.json of an identification" in str(missing)
    assert "expected a probability" in str(dynid(tmp_path, tmp_path, "--level", "95").exception)


def test_other_friction_terms_of_the_same_friction_are_no_change(first):
    """Friction that bends takes its part from the other two; the joints brake as before."""
    effects = [
        di.Viscous(),
        di.Coulomb(),
        di.Offset(),
        *parse_effects("concave", first.model.robot),
    ]
    second = result(2, effects=effects)
    found = difference(first, second)
    terms = {c.name: c for c in found.changes if c.name.endswith((".viscous", ".coulomb"))}
    moved = [abs(c.difference) / abs(c.first) for c in terms.values()]
    assert max(moved) > 0.3
    assert all(c.changed is None for c in terms.values())
    assert sum(" friction at " in c.name for c in found.judged) == 7
    assert found.changed is False


def test_the_friction_of_a_joint_is_what_the_model_says():
    """Of every kind, against the torques of the model in steady motion."""
    robot = di.load_robot("arm7")
    text = "viscous,directional_coulomb,concave,load_friction,hysteresis,coupling(joint2,joint3)"
    model = di.Model(robot, parse_effects(text, robot))
    p = np.zeros(len(model.parameters))
    p[model.layout.inertial.stop :] = np.random.default_rng(0).uniform(
        0.5, 2.0, len(p) - model.layout.inertial.stop
    )
    speed, j = 0.7, 1
    t = np.linspace(0.0, 8.0, 2001)
    tau = []
    for sign in (1.0, -1.0):  # long enough for memories to wind up
        q, qd = np.zeros((len(t), 7)), np.zeros((len(t), 7))
        q[:, j], qd[:, j] = sign * speed * t, sign * speed
        tau.append(model.inverse_dynamics(q, qd, 0 * q, p)[-1, j])
    forces = compute_braking_forces(model, "joint2", speed, 0.0)
    assert {"joint2.viscous", "joint2.load_friction"} <= {*forces}
    got = sum(force * p[model.parameters.index(name)] for name, force in forces.items())
    assert got == pytest.approx((tau[0] - tau[1]) / 2.0, rel=1e-9)
    assert compute_braking_forces(model, "joint2", speed, 3.0)["joint2.load_friction"] == 3.0


def test_the_model_error_is_what_the_model_lacks():
    """A spring that the model does not have, beside noise; and noise alone."""
    model, motion, tau, _ = case("arm7")
    rng = np.random.default_rng(0)
    noise = 0.01 * tau.std(axis=0) * rng.normal(size=tau.shape)
    missing = np.zeros_like(tau)
    missing[:, 3] = 0.3 * tau[:, 3].std() * np.sin(3.0 * motion[0][:, 3])
    for lack, size in ((missing, missing[:, 3].std()), (0.0 * missing, 0.0)):
        data = dataset(model, motion, tau + noise + lack)
        found = di.estimate(di.Problem(model, data), di.OLS())
        error = found.joints[3].model_error
        assert abs(error - size) < 0.4 * size + 1.2 * noise[:, 3].std()
        at = found.names.index("joint4.offset")  # a torque as it is
        assert found.model_error[at] == pytest.approx(error, rel=1e-6)


def test_what_is_smaller_than_the_model_error_is_no_change():
    """A machine with a spring that no model has: 15 % more friction, as of a colder gear, is
    beyond its deviations and yet no change; twice as much is one."""
    found = []
    for seed, more in ((1, 1.0), (2, 1.15), (3, 2.0)):
        model, motion, _, p = case("arm7")
        p = p.copy()
        for term in ("viscous", "coulomb"):
            p[model.parameters.index(f"joint3.{term}")] *= more
        tau = model.inverse_dynamics(*motion, p)
        spring = 0.05 * tau.std(axis=0) * np.sin(9.0 * motion[0])
        noise = 1e-3 * tau.std(axis=0) * np.random.default_rng(seed).normal(size=tau.shape)
        data = dataset(model, motion, tau + spring + noise)
        found.append(di.estimate(di.Problem(model, data), di.WLS()))
    slight, much = difference(found[0], found[1]), difference(found[0], found[2])
    (joint3,) = (c for c in slight.changes if c.name.startswith("joint3 friction"))
    assert 2.0 * joint3.deviation < abs(joint3.difference) < joint3.threshold
    assert slight.changed is False
    assert [c.name.split(" at")[0] for c in much.changes if c.changed] == ["joint3 friction"]


def test_the_friction_error_is_the_work_of_the_residual():
    """Of a spring, by hand: strokes from -1 to 1, quarters whose mean forces are 0.75 and 0.25."""
    t = np.linspace(0.0, 4.0 * np.pi, 200_001)
    q, v = -np.cos(t)[:, None], np.sin(t)[:, None]
    use = np.ones(q.shape, dtype=bool)
    by_hand = np.sqrt((0.75**2 + 0.25**2) / 2)
    assert compute_friction_errors(q, v, use)[0] == pytest.approx(by_hand, rel=1e-3)
    # friction itself, and a torque at the reversals alone, which does hardly any work
    assert compute_friction_errors(np.sign(v), v, use)[0] == pytest.approx(1.0, rel=1e-3)
    spikes = np.where(np.abs(v) < 0.1, 1.0, 0.0)
    assert np.sqrt(np.mean(spikes**2)) > 0.2
    assert compute_friction_errors(spikes, v, use)[0] < 0.03
    assert compute_friction_errors(spikes, v, np.abs(v) > 0.1)[0] == 0.0
    assert np.isnan(compute_friction_errors(q, 0.0 * v, use)[0])


@pytest.mark.parametrize("cutoff", [None, 12.5, 4.0])
def test_noise_through_the_filter_is_no_friction_error(cutoff):
    """On average, of many joints: far less than what noise makes of the parts' braking torques."""
    N, joints, rate = 4000, 200, 200.0
    t = np.arange(N) / rate
    v = np.repeat(np.cos(2.0 * np.pi * 0.4 * t)[:, None], joints, axis=1)
    e = np.random.default_rng(0).normal(size=(N, joints))
    e = e if cutoff is None else filter_lowpass(e, cutoff, rate)
    use = np.ones(e.shape, dtype=bool)
    known = 1.0 if cutoff is None else rate / (2.0 * cutoff)
    square, all_of_it = (np.mean(compute_friction_errors(e, v, use, f) ** 2) for f in (known, 0.0))
    assert square < 0.15 * all_of_it
    lacking = e + 0.5 * np.sign(v) * np.sin(t)[:, None]
    found = np.median(compute_friction_errors(lacking, v, use, known))
    assert found == pytest.approx(0.5 * np.sqrt(np.mean(np.sin(t) ** 2)), rel=0.03)


def test_noise_through_the_filter_hides_no_change():
    """15 % more friction of a joint is found, although nearly all of the residual is correlated;
    and no change where there is none."""
    found = []
    for seed, more in ((1, 1.0), (2, 1.0), (3, 1.0), (4, 1.15)):
        model, period, _, p = case("arm7")
        motion = tuple(np.tile(x, (4, 1)) for x in period)
        p = p.copy()
        for term in ("viscous", "coulomb"):
            p[model.parameters.index(f"joint3.{term}")] *= more
        tau = model.inverse_dynamics(*motion, p)
        white = 0.03 * tau.std(axis=0) * np.random.default_rng(seed).normal(size=tau.shape)
        data = dataset(model, motion, tau + filter_lowpass(white, 8.0, 100.0), cutoff=8.0)
        found.append(di.estimate(di.Problem(model, data), di.WLS()))
    first, *same, changed = found
    (joint3,) = (fit for fit in first.joints if fit.joint == "joint3")
    assert joint3.model_error > 0.9 * joint3.rmse > 5.0 * joint3.friction_error
    assert [difference(first, other).changed for other in same] == [False, False]
    (change,) = (c for c in difference(first, changed).changes if c.changed)
    assert change.joint == "joint3"


def test_the_risk_is_the_same_everywhere():
    assert inspect.signature(diff).parameters["level"].default == LEVEL


def test_a_result_of_an_older_version_is_told(first, tmp_path):
    first.save(tmp_path / "result.json")
    content = json.loads((tmp_path / "result.json").read_text())
    del content["model_error"], content["alternatives"]
    for joint in content["joints"]:
        del joint["speed"], joint["model_error"], joint["friction_spread"], joint["friction_error"]
    (tmp_path / "old.json").write_text(json.dumps(content))
    found = difference(di.Estimate.load(tmp_path / "old.json"), result(2))
    assert any("saved by an older dynid" in note for note in found.notes)
    assert found.changed is False
    assert not any(" friction at " in c.name for c in found.changes)
    assert {c.changed for c in found.changes if c.name.endswith("viscous")} == {False}


def test_a_result_without_friction_errors_is_compared_by_its_residuals(first, tmp_path):
    first.save(tmp_path / "result.json")
    content = json.loads((tmp_path / "result.json").read_text())
    for joint in content["joints"]:
        del joint["friction_error"]
    (tmp_path / "old.json").write_text(json.dumps(content))
    old = di.Estimate.load(tmp_path / "old.json")
    found = difference(old, old)
    for fit in old.joints:
        (change,) = (c for c in found.changes if c.joint == fit.joint)
        assert change.threshold > 2.0 * fit.model_error
    assert found.changed is False


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize(
    ("folder", "logs"),
    [("kuka_lwr4", ("meas1", "meas2", "meas3")), ("kr300_benchmark", ("train00", "val"))],
)
def test_recordings_of_a_machine_are_no_change(shared_data, tmp_path, folder, logs):
    """As identify finds them; the first of the benchmark's is of a cold robot: friction is 10 %
    more."""
    place = shared_data / folder
    for log in logs:
        words = ["identify", place / "robot.urdf", place / f"{log}.csv", "-o", tmp_path / log]
        assert CliRunner().invoke(app, list(map(str, words))).exit_code == 0
    for a, b in combinations(logs, 2):
        said = CliRunner().invoke(app, ["diff", str(tmp_path / a), str(tmp_path / b)]).stdout
        assert "No change: none of" in said
        assert " *\n" not in said
