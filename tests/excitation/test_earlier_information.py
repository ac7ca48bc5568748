"""Designs that start from earlier logs: against weighted least squares of all rows, written out."""

from __future__ import annotations

import json

import numpy as np
import pytest
from test_excitation_gradients import direction, problem_of
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.excitation.earlier_information import invert_information
from dynid.identification import compute_information
from dynid.model.random_states import draw_random_states
from motion_help import derivative

NOISE, RATE = 0.05, 500.0
SHAPE = di.Fourier(2.0, 2)


def five_bar(*effects):
    return di.Model(di.load_robot("five_bar"), effects)


def record(model, seed=0, **how):
    """A motion, and a log of it with white noise."""
    motion = di.design_excitation(
        model, SHAPE, starts=1, iterations=3, samples=100, noise=0.1, seed=seed, **how
    )
    noise = di.simulation.Measurement(noise=NOISE)
    log = di.simulate(
        model, model.nominal, motion.trajectory, 24.0, rate=RATE, measurement=noise, seed=seed
    )
    return motion, log


def rows(model, motion, rate=1000.0):
    t = np.arange(round(rate * motion.trajectory.duration)) / rate
    Y = model.regressor(*motion.trajectory.at(t))[:, :, di.base_parameters(model).independent]
    return Y.reshape(-1, Y.shape[2])


@pytest.fixture(scope="module")
def recorded():
    model = five_bar(di.Viscous(), di.Coulomb())
    motion, log = record(model)
    return model, motion, di.Problem(model, di.process(log, model))


def test_a_problem_and_its_result_say_the_same(recorded):
    """As much as W'W / s^2 of the samples of the log does, with noise of the same density."""
    model, motion, problem = recorded
    R = np.eye(len(model.parameters))[:, di.base_parameters(model).independent]
    W = np.tile(rows(model, motion, RATE), (12, 1)) / NOISE
    expected = np.sqrt(np.diag(np.linalg.inv(W.T @ W)))
    for source in (problem, di.estimate(problem, di.WLS())):
        known = compute_information(source)
        std = np.sqrt(np.diag(np.linalg.inv(known.project(model, R))))
        np.testing.assert_allclose(std, expected, rtol=0.15)
        for name in model.robot.actuated:  # at 1000 Hz, half of the samples are new
            assert known.noise[name] == pytest.approx(NOISE * np.sqrt(2), rel=0.1)


def test_the_promise_is_that_of_both_motions(recorded):
    model, _, problem = recorded
    known = compute_information(problem)
    second = di.design_excitation(
        model, SHAPE, starts=1, iterations=3, samples=100, earlier=known, repetitions=2
    )
    noise = [known.noise[name] for name in model.robot.actuated]
    np.testing.assert_allclose(second.noise, noise)
    W = rows(model, second) / np.tile(noise, 2000)[:, None]
    R = np.eye(len(model.parameters))[:, di.base_parameters(model).independent]
    both = 2 * W.T @ W + R.T @ known.matrix @ R
    expected = np.sqrt(np.diag(np.linalg.inv(both)))
    np.testing.assert_allclose(second.predict_deviations(repetitions=2), expected, rtol=0.02)
    assert "together with the earlier logs" in str(second)


def test_the_motion_shows_what_the_log_did_not(recorded):
    """All but friction is known: what the motion then shows of friction is better than that of a
    motion that is to show everything."""
    model, _, problem = recorded
    known = compute_information(problem)
    friction = [name.endswith(("viscous", "coulomb")) for name in model.parameters]
    firm = np.where(friction, 1.0, 1e4)
    rigid = di.excitation.EarlierInformation(
        known.robot, known.parameters, known.matrix * np.outer(firm, firm), known.noise
    )
    how = {"starts": 2, "iterations": 60, "samples": 100}
    noise = np.array([known.noise[name] for name in model.robot.actuated])
    second = di.design_excitation(model, SHAPE, earlier=rigid, **how)
    other = di.design_excitation(model, SHAPE, noise=noise, **how)
    base = di.base_parameters(model)
    at = [k for k, name in enumerate(base.names) if name.endswith(("viscous", "coulomb"))]
    R = np.eye(len(model.parameters))[:, base.independent]
    M = 1000.0 * SHAPE.period
    both = M * other.information + rigid.project(model, R)
    det = [
        np.linalg.slogdet(invert_information(A))[1]
        for A in (M * second.information + rigid.project(model, R), both)
    ]
    assert det[0] < det[1]
    mine, theirs = second.predict_deviations()[at], np.sqrt(np.diag(np.linalg.inv(both)))[at]
    assert np.log(mine / theirs).mean() < 0.0


def test_what_the_new_model_lacks_is_unknown():
    """Marginal information: that of the inverse of the covariance's part."""
    model = five_bar(di.Viscous())
    names = (*model.parameters, "left.other")
    rng = np.random.default_rng(0)
    A = rng.normal(size=(60, len(names)))
    I = A.T @ A
    known = di.excitation.EarlierInformation("five_bar", names, I, {})
    expected = np.linalg.inv(np.linalg.inv(I)[:-1, :-1])
    np.testing.assert_allclose(
        known.project(model, np.eye(len(model.parameters))), expected, rtol=1e-8, atol=1e-9
    )
    with pytest.raises(di.errors.InputError, match="expected that of 'delta3'"):
        known.project(di.Model(di.load_robot("delta3")), np.eye(40))


@pytest.mark.parametrize("criterion", ["logdet", "mass_matrix"])
def test_the_gradient_with_earlier_logs(criterion):
    problem, values = problem_of("five_bar", criterion, samples=40)
    b = problem.criterion.reduction.shape[1]
    A = np.random.default_rng(1).normal(size=(2 * b, b))
    object.__setattr__(problem.criterion, "earlier", A.T @ A / b)
    _, g = problem.evaluate_with_gradient(values)
    d = direction(len(g))
    slope = derivative(lambda h: problem.evaluate(problem.evaluate_limits(values.x + h * d)), 2e-3)
    assert abs(g @ d - slope) < 1e-6 * np.linalg.norm(g)


def test_the_mass_matrix_is_known_as_the_criterion_says():
    """exp(value) is the RMS of the error of M(q) qdd over the noise: of drawn parameters."""
    problem, values = problem_of("five_bar", "mass_matrix", samples=40)
    judge = problem.criterion
    A = judge.compute_information(judge.compute_rows(values.state))
    rng = np.random.default_rng(0)
    theta = rng.multivariate_normal(np.zeros(len(A)), np.linalg.inv(A), size=2000)
    model, states = judge.model, draw_random_states(judge.model.robot, 200)
    square = 0.0
    for each in theta[:400]:
        M = model.mass_matrix(states[0], judge.reduction @ each)
        error = np.einsum("kij,kj->ki", M, states[2]) / judge.noise
        square += (error**2).sum() / 200 / 400
    assert judge.evaluate(values.state) == pytest.approx(0.5 * np.log(square), abs=0.1)


def test_the_command_reads_logs_and_results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = five_bar(di.Viscous(), di.Coulomb())
    _, log = record(model)
    log.save("run.csv")
    problem = di.Problem(model, di.process(di.read_log("run.csv"), model))
    di.estimate(problem, di.WLS()).save("result.json")
    words = "design five_bar --effects viscous,coulomb --starts 1 --harmonics 2 --period 2 --json"
    std = {}
    for source in ("", "run.csv", "result.json"):
        more = ["--earlier", source] if source else []
        done = CliRunner().invoke(app, [*words.split(), "--search-time", "1", *more])
        assert done.exit_code == 0, done.output
        std[source] = np.array(json.loads(done.stdout)["std"])
    np.testing.assert_allclose(std["run.csv"], std["result.json"], rtol=0.5)
    (tmp_path / "dynid.yaml").write_text(
        "robot: five_bar\neffects: viscous,coulomb\ncriterion: mass_matrix\nfriction_weight: 0.1\n"
        "workspace: box(lower=-0.15 -1 0.2,upper=0.15 1 0.5)\nearlier: [run.csv]\n"
    )
    done = CliRunner().invoke(app, ["design", "--search-time", "1", "--starts", "1", "--json"])
    told = json.loads(done.stdout)
    assert told["criterion"] == "mass_matrix"
    assert told["limits"]["workspace"]["box"]["upper"] == [0.15, 1, 0.5]
