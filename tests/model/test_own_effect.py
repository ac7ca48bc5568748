"""A friction law in a user's own file: everything that the package does with its own laws."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from c_help import COMPILER, compare
from cli_help import dynid
from dynid.model.random_states import draw_random_states
from gradient_help import assert_slopes

FILE = Path(__file__).resolve().parents[2] / "examples" / "own_effect.py"
JOINTS = ("left", "right")
TRUE = {"even": 0.4, "ripple": 0.1, "drag": 0.02}


def own():
    spec = importlib.util.spec_from_file_location("own_effect", FILE)
    module = sys.modules.setdefault("own_effect", importlib.util.module_from_spec(spec))
    spec.loader.exec_module(module)
    return module.Uneven


@pytest.fixture(scope="module")
def model():
    return di.Model(di.load_robot("five_bar"), [own()()])


@pytest.fixture(scope="module")
def truth(model):
    values = {f"{joint}.{name}": value for joint in JOINTS for name, value in TRUE.items()}
    return model.to_vector(values)


def test_it_is_short_and_known_to_no_file_of_the_package():
    text = FILE.read_text(encoding="utf-8")
    lines = text[text.index("class Uneven") : text.index("if __name__")].strip().splitlines()
    assert len(lines) <= 10
    source = Path(di.__file__).parent
    assert not any("Uneven" in path.read_text(encoding="utf-8") for path in source.rglob("*.py"))


def test_columns_are_the_formula(model, truth):
    q, qd, qdd = draw_random_states(model.robot, 50)
    tau = model.inverse_dynamics(q, qd, qdd, truth)
    bare = di.Model(model.robot)
    rest = bare.inverse_dynamics(q, qd, qdd, bare.nominal)
    want = np.sign(qd) * (0.4 + 0.1 * np.cos(8 * q)) + 0.02 * qd**3
    assert_allclose(tau - rest, want, rtol=1e-10, atol=1e-12)


def test_units_and_names(model):
    units = {parameter.name: parameter.unit for parameter in model.layout.parameters}
    assert units["left.drag"] == "N m s^3/rad^3"
    assert model.layout.units == {"even": "N m", "ripple": "N m", "drag": "N m s^3/rad^3"}


def test_exact_gradient(model, truth):
    q, qd, qdd = Wave(model).at(np.linspace(0.1, 5.0, 20))
    states = q, qd + 0.3 * np.sign(qd), qdd  # no difference may cross the jump of the sign
    smooth = model.smooth_signs(dict.fromkeys(model.robot.coordinates, 0.3))
    Y_bar = np.random.default_rng(0).normal(size=(20, 2, len(model.parameters)))
    for each in (model, smooth):
        gradient = each.regressor_gradient(*states, Y_bar)
        value = lambda *x, each=each: (each.regressor(*x) * Y_bar).sum(axis=(1, 2))  # noqa: E731
        assert_slopes(value, states, gradient)


@pytest.fixture(scope="module")
def log(model, truth):
    return di.simulate(model, truth, Wave(model), rate=500.0)


class Wave:
    """Two sines about the home pose, which turn round often."""

    duration = 6.0

    def __init__(self, model):
        self.home = np.array([model.robot.home.get(name, 0.0) for name in model.robot.actuated])

    def at(self, t):
        t = np.asarray(t)[:, None]
        w, a = np.array([2.1, 3.3]), np.array([0.25, 0.2])
        q = self.home + a * (np.sin(w * t) + 0.3 * np.sin(2.7 * w * t))
        qd = a * w * (np.cos(w * t) + 0.81 * np.cos(2.7 * w * t))
        qdd = -a * w**2 * (np.sin(w * t) + 2.187 * np.sin(2.7 * w * t))
        return q, qd, qdd


def test_it_sticks_and_slips_by_events(model, truth):
    """Held below its own break-away at that pose, it stays; above it, it moves."""
    bare = di.Model(model.robot)
    q0 = Wave(model).home
    hold = bare.gravity(q0[None], bare.nominal)[0]
    level = 0.4 + 0.1 * np.cos(8 * q0)
    for part, moves in ((0.98, False), (1.02, True)):
        push = hold + np.array([part * level[0], 0.0])
        done = di.simulate(
            model, truth, di.simulation.OpenLoop(lambda t, push=push: push), 0.2, q0=q0
        )
        assert (np.abs(done.truth.q - q0).max() > 1e-6) == moves


def test_simulated_and_found_again(model, truth, log, tmp_path):
    data = di.process(log, model, cutoff=20.0, slow="5%")
    result = di.estimate(di.Problem(model, data), di.OLS())
    found = dict(zip(result.names, zip(result.theta, result.std)))
    for name, value in model.to_values(truth).items():
        if name.split(".")[-1] in TRUE:
            assert abs(found[name][0] - value) < 0.01
    result.save(tmp_path / "result.json")
    again = di.Estimate.load(tmp_path / "result.json")
    assert_allclose(again.theta, result.theta, rtol=0)
    assert again.model is not None
    assert again.model.parameters == model.parameters
    q, qd, qdd = draw_random_states(model.robot, 5)
    assert_allclose(again.model.regressor(q, qd, qdd), model.regressor(q, qd, qdd), rtol=1e-13)


@pytest.mark.skipif(COMPILER is None, reason="no C compiler (gcc or cc) here")
def test_c_code(model, truth, tmp_path):
    compare(model, truth, tmp_path / "loops")
    tree = di.Model(di.load_robot("arm7"), [own()(), di.RotorInertia()])
    p = tree.to_vector({name: 0.1 for name in tree.parameters if name.startswith("joint")})
    compare(tree, p, tmp_path / "tree")


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_command_line_and_report(model, log, tmp_path):
    log.save(tmp_path / "run.csv")
    (tmp_path / "mine.py").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    done = dynid(
        *("identify", "five_bar", "run.csv", "--effects", "mine.py:Uneven", "--method", "ols"),
        *("-o", "out"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    saved = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert "left.ripple" in json.dumps(saved)
    report = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Uneven" in report
    assert "left.drag" in report
    assert "drag [N m s^3" in report
