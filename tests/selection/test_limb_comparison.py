"""Equal limbs against limbs with parameters of their own: the F statistic against its formula
written out on all rows, how often chance alone is called a difference, and the command."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest
from scipy.stats import f as f_distribution
from typer.testing import CliRunner

import dynid as di
from dynid.benchmark.benchmark_experiment import make_sines
from dynid.cli.main import app
from dynid.selection import compare_limbs

EFFECTS = [di.Viscous(), di.Coulomb(width=0.01)]


@cache
def motion(name):
    robot = di.load_robot(name)
    t = np.arange(0, 8.0, 0.01)
    return robot, t, make_sines(robot, 8.0, 1.0, 3).at(t)


def record(name, part, seed, noise=0.02):
    """A log whose second limb is heavier by a part; white noise, no filter needed."""
    robot, t, states = motion(name)
    each = di.Model(robot, EFFECTS, symmetric=False)
    p = each.nominal
    for body, place in each.layout.bodies.items():
        p[place] *= 1.0 + part * body.endswith("2")
    p[each.layout.others] = 0.4
    tau = each.inverse_dynamics(*states, p)
    rng = np.random.default_rng(seed)
    tau += noise * np.sqrt((tau**2).mean(axis=0)) * rng.normal(size=tau.shape)
    return di.Log(robot.actuated, t, states[0], tau, states[1])


def data_of(name, part, seed):
    model = di.Model(motion(name)[0], EFFECTS)
    return di.process(record(name, part, seed), model)


def test_the_statistic_is_that_of_all_rows():
    data = data_of("delta3", 0.0, 0)
    found = compare_limbs(data)
    squares, sizes = [], []
    deviation = None
    for symmetric in (False, True):
        model = di.Model(data.model.robot, EFFECTS, symmetric=symmetric)
        rows = di.Problem(model, di.process(record("delta3", 0.0, 0), model))
        W, y = rows.stack_rows(None if deviation is None else 1.0 / deviation)
        if deviation is None:
            theta = np.linalg.lstsq(W, y, rcond=None)[0]
            n = np.array([block.n for block in rows.blocks]) / rows.compute_inflations(theta)
            deviation = np.sqrt(rows.sum_squared_errors(theta) / n)
            W, y = rows.stack_rows(1.0 / deviation)
        theta = np.linalg.lstsq(W, y, rcond=None)[0]
        squares.append((rows.sum_squared_errors(theta) / deviation**2).sum())
        sizes.append(np.linalg.matrix_rank(W / np.linalg.norm(W, axis=0)))
    assert [found.each, found.equal] == sizes
    more, free = sizes[0] - sizes[1], n.sum() - sizes[0]
    F = (squares[1] - squares[0]) / more / (squares[0] / free)
    assert pytest.approx(F, rel=0.1) == found.F  # weights, and correlation
    assert found.probability == pytest.approx(f_distribution.sf(found.F, more, found.free))


def test_chance_is_no_difference_and_two_percent_are():
    probabilities = [
        compare_limbs(data_of("five_bar", 0.0, seed)).probability for seed in range(40)
    ]
    assert 0.25 < np.mean(probabilities) < 0.75
    assert np.mean(np.array(probabilities) < 0.05) < 0.2
    for seed in range(3):
        found = compare_limbs(data_of("delta3", 0.03, seed))
        assert found.differ
        assert str(found).startswith("limbs differ: F(22, ")
        assert not compare_limbs(data_of("delta3", 0.0, seed)).differ


def test_robots_without_limbs_are_refused():
    model = di.Model(di.load_robot("pendulum"))
    log = di.Log(
        model.robot.actuated, np.arange(300) / 100, *(np.ones((300, model.robot.dof)),) * 2
    )
    with pytest.raises(di.errors.InputError, match="no groups of identical bodies"):
        compare_limbs(di.process(log, model))


@pytest.mark.parametrize("part", [0.0, 0.03])
def test_the_command_decides(part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    record("delta3", part, 1).save("run.csv")
    words = (
        "identify delta3 run.csv --effects viscous,coulomb --limbs auto -o out --json --slow none"
    )
    done = CliRunner().invoke(app, words.split())
    assert done.exit_code == 0, done.output
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert ("arm2.m" in result["parameters"]) == bool(part)
    said = "limbs differ" if part else "limbs may share"
    assert any(note.startswith(said) for note in result["notes"])
