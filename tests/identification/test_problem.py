"""A problem is one stream of rows and its triangles: pickled, merged, compressed, cut apart."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.signal import firwin

import dynid as di
from dynid.data.decimation import Decimation
from dynid.errors import InputError
from dynid.identification.folds import split_folds
from estimators_help import case, dataset
from wobble_help import wobble


def lstsq(W, y):
    norm = np.linalg.norm(W, axis=0)
    return np.linalg.lstsq(W / norm, y, rcond=None)[0] / norm


def logs(name, noise=0.1, **changes):
    """A model, and data sets of three logs that differ in motion, noise and masks."""
    model, p = case(name)[0], case(name)[3]
    rng, found = np.random.default_rng(3), []
    for k in range(3):
        motion = [x[::4] for x in wobble(model.robot, 6000 - 400 * k, seed=k)]
        tau = model.inverse_dynamics(*motion, p)
        tau = tau + noise * rng.normal(size=tau.shape)
        use = rng.uniform(size=tau.shape) < 0.99
        found.append(dataset(model, motion, tau, use=use, sources=(f"log{k}",), **changes))
    return model, found


def both(name="arm7", **changes):
    """One problem over all data, and those of the single logs, with bases of their own."""
    model, (a, b, c) = logs(name, **changes)
    return di.Problem(model, a + b + c), [di.Problem(model, data) for data in (a, b, c)]


def assert_same_problem(one, other):
    for a, b in zip(one.blocks, other.blocks, strict=True):
        assert a.n == b.n
        assert a.square == pytest.approx(b.square, rel=1e-12)
        assert_array_equal(a.columns, b.columns)
        # triangles are the same up to the signs of their rows, and to what a column that depends
        # on others takes of the residual: all products of columns and torque are the same
        A, B = a.whole.T @ a.whole, b.whole.T @ b.whole
        norm = np.sqrt(np.diag(A))
        assert np.abs(A - B).max() <= 1e-12 * norm.max() ** 2
        assert (np.abs(A - B) <= 1e-12 * np.outer(norm, norm)).all()


@pytest.mark.parametrize("name", ["arm7", "five_bar"])
@pytest.mark.parametrize("decimation", [None, Decimation(firwin(11, 0.3), 3)])
def test_merged_logs_are_one_problem(name, decimation):
    whole, parts = both(name, decimation=decimation, variance=None)
    merged = di.Problem.merge(parts)
    assert_same_problem(whole, merged)
    for estimator in (di.OLS(), di.WLS(), di.Huber(), di.Ridge(), di.Consistent(draws=0)):
        one, other = (di.estimate(problem, estimator) for problem in (whole, merged))
        assert_allclose(other.theta, one.theta, rtol=0, atol=1e-9 * np.abs(one.theta).max())
        assert_allclose(other.std, one.std, rtol=1e-6)
        assert (one.sources, one.recordings, one.notes) == (
            other.sources,
            other.recordings,
            other.notes,
        )


def test_merged_least_squares_to_the_last_digits():
    """1e-12, of one problem over all data and of numpy's least squares over all rows."""
    whole, parts = both()
    theta = [di.OLS().fit(problem).theta for problem in (whole, di.Problem.merge(parts))]
    assert_allclose(theta[1], theta[0], rtol=0, atol=1e-12 * np.abs(theta[0]).max())
    chunks = whole.rows.map(lambda rows: (rows.W.transpose(2, 0, 1)[rows.use], rows.y[rows.use]))
    W, y = (np.concatenate(x) for x in zip(*chunks))
    assert_allclose(theta[1], lstsq(W, y), rtol=0, atol=1e-12 * np.abs(theta[0]).max())


def test_pickled_problems_are_the_same(tmp_path):
    """In another process, rows included; and compressed there, merged here."""
    whole, parts = both()
    for problem in (*parts, di.Problem.merge(parts)):
        again = pickle.loads(pickle.dumps(problem))
        for estimator in (
            di.OLS(),
            di.Huber(),
            di.estimators.L1() if problem.n < 5000 else di.WLS(),
        ):
            assert_array_equal(estimator.fit(again).theta, estimator.fit(problem).theta)
    (tmp_path / "parts").write_bytes(pickle.dumps(parts))
    code = (
        "import pickle, sys, pathlib; p = pathlib.Path(sys.argv[1]);"
        "parts = pickle.loads(p.read_bytes());"
        "p.write_bytes(pickle.dumps([part.compressed() for part in parts]))"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path / "parts"], check=True)
    small = pickle.loads((tmp_path / "parts").read_bytes())
    merged = di.Problem.merge([small[0], parts[1], small[2]])
    assert merged.stream is None
    one, other = (di.OLS().fit(problem).theta for problem in (whole, merged))
    assert_allclose(other, one, rtol=0, atol=1e-12 * np.abs(one).max())


def test_a_compressed_problem_needs_no_rows():
    whole, parts = both()
    small = di.Problem.merge([part.drop_rows() for part in parts])
    assert len(pickle.dumps(small)) < 0.1 * len(pickle.dumps(whole))
    for estimator in (di.OLS(), di.WLS(), di.Ridge(), di.Stepwise("bic"), di.Consistent(draws=0)):
        one, other = (di.estimate(problem, estimator) for problem in (whole, small))
        if isinstance(estimator, (di.OLS, di.WLS, di.Ridge)):
            assert_allclose(other.theta, one.theta, rtol=0, atol=1e-9 * np.abs(one.theta).max())
        # the noise is white: its correlation in every single log is as small as in all of them
        shown = one.std > 0
        assert (np.abs(other.theta - one.theta) <= 0.3 * one.std + 1e-9)[shown].all()
        assert_allclose(other.std[shown], one.std[shown], rtol=0.15)
        assert other.sources == one.sources
    for estimator in (di.Huber(), di.estimators.L1(), di.estimators.RecursiveLeastSquares()):
        with pytest.raises(InputError, match=r"compressed and its rows are gone.*Use OLS"):
            estimator.fit(small)


def test_rows_of_any_linear_model_merge():
    """A column that acts in one part only; against numpy."""
    rng = np.random.default_rng(0)
    W, y = rng.normal(size=(400, 2, 6)), rng.normal(size=(400, 2))
    W[:250, 0, 5] = W[100:, 1, 2] = 0.0
    parts = [di.Problem.from_rows(W[at], y[at]) for at in np.split(np.arange(400), [100, 250])]
    for merged in (di.Problem.merge(parts), di.Problem.merge([p.drop_rows() for p in parts])):
        assert_allclose(di.OLS().fit(merged).theta, lstsq(W.reshape(-1, 6), y.ravel()), rtol=1e-11)
        assert_allclose(
            merged.sum_squared_errors(np.ones(6)), ((W @ np.ones(6) - y) ** 2).sum(axis=0)
        )
    assert_array_equal(
        di.estimators.L1().fit(di.Problem.merge(parts)).theta,
        di.estimators.L1().fit(di.Problem.from_rows(W, y)).theta,
    )


def test_only_problems_of_the_same_parameters_merge():
    model, (data, *_) = logs("arm7")
    problem = di.Problem(model, data)
    viscous = di.Model(model.robot, [di.Viscous(), di.Offset()])
    other = di.Problem(viscous, dataset(viscous, [data.q, data.qd, data.qdd], data.tau))
    with pytest.raises(InputError, match=r"differ in names \('.*coulomb'"):
        di.Problem.merge([problem, other])
    W, y = np.ones((5, 1, 1)), np.arange(5.0)[:, None]
    a, b = di.Problem.from_rows(W, y, joints=["a"]), di.Problem.from_rows(W, y, joints=["b"])
    with pytest.raises(InputError, match="differ in joints \\('a', 'b'\\)"):
        di.Problem.merge([a, b])
    W = np.ones((50, 7, problem.size)) * np.random.default_rng(0).normal(size=problem.size)
    bare = di.Problem.from_rows(W, W[..., 0], problem.names, problem.joints)
    with pytest.raises(InputError, match="only some have a model"):
        di.Problem.merge([problem, bare])
    longer = problem.replace(base=replace(problem.base, mixing=1.001 * problem.base.mixing))
    with pytest.raises(InputError, match="base parameters \\(another geometry\\)"):
        di.Problem.merge([problem, longer])
    with pytest.raises(InputError, match="got no problem"):
        di.Problem.merge([])


def test_parts_of_a_motion_are_the_whole():
    for decimation in (None, Decimation(firwin(11, 0.3), 3)):
        whole, _ = both(decimation=decimation)
        parts = split_folds(whole, 4)
        assert min(part.n for part in parts) > 0.2 * whole.n
        assert_same_problem(whole, di.Problem.merge(parts))


def test_merging_takes_little_memory():
    """A hundred logs of 2,000 samples, compressed one by one: all rows would take 717 MB."""
    model, motion, tau, _ = case("arm7")
    data = dataset(model, [np.tile(x, (4, 1)) for x in motion], np.tile(tau, (4, 1)))
    small = di.Problem(model, data).drop_rows()
    tracemalloc.start()
    merged = di.Problem.merge([pickle.loads(pickle.dumps(small)) for _ in range(100)])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert merged.n == 100 * small.n
    assert peak < 100e6
    assert_allclose(di.OLS().fit(merged).theta, di.OLS().fit(small).theta, rtol=1e-9)
