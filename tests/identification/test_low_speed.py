"""Friction that acts at low speed is not fitted where the slow samples are left out."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.study.log_options import Processing, load_data
from process_help import multi_sine, simulated, uniform_times


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    """Two joints with Stribeck friction of 3 Nm, as a file."""
    model = di.Model(di.load_robot("five_bar"), [di.Stribeck(vs=0.05)])
    values = {"coulomb": 2.0, "stribeck": 3.0, "viscous": 0.5}
    p = np.array([values.get(x.split(".")[1], v) for x, v in zip(model.parameters, model.prior)])
    motion = multi_sine(model.robot, seed=1, period=4.0)
    log = simulated(model, p, motion, uniform_times(20.0, 500.0), q_noise=1e-6, tau_noise=0.01)
    path = tmp_path_factory.mktemp("stribeck") / "log.csv"
    log.save(path)
    return model, path


def found(model, data):
    result = di.estimate(di.Problem(model, data), di.OLS())
    return [result.p[k] for k, x in enumerate(model.parameters) if x.endswith(".stribeck")]


def test_refused_where_its_samples_are_left_out(case):
    model, path = case
    data = di.process(di.read_log(path), model, cutoff=10.0, slow="5%")
    with pytest.raises(di.InputError, match=r"left.stribeck \(below 0.05\).*slow='none'"):
        found(model, data)
    whole = di.process(di.read_log(path), model, cutoff=10.0)
    np.testing.assert_allclose(found(model, whole), 3.0, rtol=0.05)


def test_a_law_that_reaches_beyond_the_mask_is_fitted(case):
    """Left out is what is slower than a tenth of its velocity."""
    model, path = case
    data = di.process(di.read_log(path), model, cutoff=10.0, slow=0.005)
    np.testing.assert_allclose(found(model, data), 3.0, rtol=0.1)


def test_the_command_line_keeps_the_samples_that_it_needs(case):
    """--slow auto leaves slow samples out for dry friction, but not of joints with Stribeck's."""
    model, path = case
    assert load_data(model, [path], Processing(cutoff=10.0)).use.all()
    mixed = di.Model(model.robot, [di.Stribeck(joints=("left",)), di.Coulomb(joints=("right",))])
    use = load_data(mixed, [path], Processing(cutoff=10.0)).use
    assert use[:, 0].all()
    assert not use[:, 1].all()
    plain = di.Model(model.robot, [di.Viscous(), di.Coulomb()])
    assert not load_data(plain, [path], Processing(cutoff=10.0)).use.all(axis=0).any()
