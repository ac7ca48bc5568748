"""Inertial parameters in other coordinates: against the matrix products, Pinocchio, and central
differences."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import dynid as di
from dynid.model.inertial import (
    PARAMETER_BASIS,
    PSEUDO_BASIS,
    from_com,
    from_com_jacobian,
    from_log_cholesky,
    from_log_cholesky_jacobian,
    from_pseudo_inertia,
    log_cholesky,
    log_cholesky_jacobian,
    make_cholesky_factor,
    to_com,
    to_com_jacobian,
    to_pseudo_inertia,
)
from dynid.robot.geometry import inertial, to_mass_com_inertia
from motion_help import random_parameters

FORMS = ("gnad", "rucker")


def bodies(count, seed=0):
    """p (count, 10) of physically consistent."""
    model = di.Model(di.load_robot("pendulum"))
    return np.array([random_parameters(model, seed + k)[:10] for k in range(count)])


def derivative(function, x, h=1e-6):
    """Fourth-order central differences of function: (10,) -> (10,)."""
    columns = []
    for step in np.eye(10) * h:
        columns.append(
            (
                8 * (function(x + step) - function(x - step))
                - (function(x + 2 * step) - function(x - 2 * step))
            )
            / (12 * h)
        )
    return np.stack(columns, axis=1)


@pytest.mark.parametrize("form", FORMS)
def test_closed_form_is_the_matrix_product(form):
    x = np.random.default_rng(0).normal(size=(2000, 10))
    U = make_cholesky_factor(x)
    T = np.swapaxes(U, -1, -2)
    J = T @ U if form == "gnad" else U @ T
    p, q = from_log_cholesky(x, form), from_pseudo_inertia(J)
    assert np.all(np.abs(p - q).max(axis=1) <= 1e-14 * np.abs(q).max(axis=1))
    assert np.all(
        np.abs(to_pseudo_inertia(p) - J).max(axis=(1, 2)) <= 1e-14 * np.abs(J).max(axis=(1, 2))
    )


def test_rucker_form_is_pinocchios():
    rng = np.random.default_rng(1)
    for _ in range(50):
        x = rng.normal(size=10)
        theirs = pin.LogCholeskyParameters(x)
        np.testing.assert_allclose(
            from_log_cholesky(x, "rucker"), theirs.toDynamicParameters(), rtol=1e-12, atol=1e-12
        )
        np.testing.assert_allclose(
            from_log_cholesky_jacobian(x, "rucker"),
            theirs.calculateJacobian(),
            rtol=1e-11,
            atol=1e-11,
        )


def test_pseudo_inertia_is_pinocchios():
    for p in bodies(20):
        np.testing.assert_allclose(
            to_pseudo_inertia(p), pin.PseudoInertia.FromDynamicParameters(p).toMatrix(), atol=1e-14
        )


def test_com_parameters_are_those_of_the_geometry():
    p = bodies(20)
    com = to_com(p)
    for ten, c in zip(p, com):
        m, centre, Ic = to_mass_com_inertia(ten)
        np.testing.assert_allclose(
            c, [m, *centre, *Ic[[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]], atol=1e-14
        )
        np.testing.assert_allclose(inertial(m, centre, Ic), from_com(c), atol=1e-14)


@pytest.mark.parametrize("form", FORMS)
def test_round_trips(form):
    p = bodies(500)
    np.testing.assert_allclose(
        from_log_cholesky(log_cholesky(p, form), form), p, rtol=1e-9, atol=1e-13
    )
    x = np.random.default_rng(2).normal(size=(500, 10))
    np.testing.assert_allclose(
        log_cholesky(from_log_cholesky(x, form), form), x, rtol=1e-7, atol=1e-7
    )
    np.testing.assert_allclose(from_pseudo_inertia(to_pseudo_inertia(p)), p, rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(from_com(to_com(p)), p, rtol=1e-13, atol=1e-15)


def test_jacobians_are_the_derivatives():
    p = bodies(4, seed=7)
    com = to_com(p)
    for k in range(4):
        pairs = [
            (from_com_jacobian(com)[k], derivative(from_com, com[k])),
            (to_com_jacobian(p)[k], derivative(to_com, p[k])),
        ]
        for form in FORMS:
            x = log_cholesky(p[k], form)
            pairs += [
                (
                    from_log_cholesky_jacobian(x, form),
                    derivative(lambda v, f=form: from_log_cholesky(v, f), x),
                ),
                (
                    log_cholesky_jacobian(p[k], form),
                    derivative(lambda v, f=form: log_cholesky(v, f), p[k]),
                ),
            ]
        for ours, numerical in pairs:
            np.testing.assert_allclose(ours, numerical, rtol=1e-6, atol=1e-7 * np.abs(ours).max())
    # the linear maps: their bases are inverse to each other
    np.testing.assert_allclose(
        np.einsum("kij,lij->kl", PARAMETER_BASIS, PSEUDO_BASIS), np.eye(10), atol=1e-15
    )


@pytest.mark.parametrize("form", FORMS)
def test_any_variables_are_a_possible_body(form):
    x = np.random.default_rng(3).normal(size=(10_000, 10))
    p = from_log_cholesky(x, form)
    answer = di.is_consistent(p)
    assert answer
    assert len(answer.margins) == 10_000
    # beyond positive eigenvalues: mass, and the triangle inequality about the centre of mass
    I = to_com(p)[:, 4:][:, [0, 1, 3, 1, 2, 4, 3, 4, 5]].reshape(-1, 3, 3)
    principal = np.linalg.eigvalsh(I)
    assert np.all(p[:, 0] > 0)
    assert np.all(principal[:, 0] + principal[:, 1] > principal[:, 2] * (1 - 1e-9))


def test_shapes_of_arrays():
    x = np.random.default_rng(4).normal(size=(2, 3, 10))
    for form in FORMS:
        assert from_log_cholesky(x, form).shape == (2, 3, 10)
        assert from_log_cholesky_jacobian(x, form).shape == (2, 3, 10, 10)
        np.testing.assert_array_equal(
            from_log_cholesky_jacobian(x, form)[1, 2], from_log_cholesky_jacobian(x[1, 2], form)
        )
        assert log_cholesky(from_log_cholesky(x, form), form).shape == (2, 3, 10)
    assert to_com_jacobian(from_com(np.abs(x))).shape == (2, 3, 10, 10)


def test_margins_by_body():
    good = inertial(2.0, (0.1, 0, 0), (0.02, 0.03, 0.04))
    bad = inertial(2.0, (0.1, 0, 0), (0.02, 0.03, 0.06))  # 0.02 + 0.03 < 0.06
    answer = di.is_consistent([good, bad])
    assert not answer
    assert answer.impossible == ("body2",)
    assert answer.margins["body2"] == pytest.approx(np.linalg.eigvalsh(to_pseudo_inertia(bad))[0])
    assert "body2 (margin -" in repr(answer)
    assert di.is_consistent(good)
    assert "smallest margin" in repr(di.is_consistent(good))
    # a thin rod lies on the boundary, and exists
    assert di.is_consistent(inertial(1.0, (0, 0, 0.5), (1 / 12, 1 / 12, 0)))
    assert not di.is_consistent(inertial(-1.0, (0, 0, 0), (0.1, 0.1, 0.1)))


def test_consistency_in_a_model():
    robot = di.load_robot("pendulum")
    effects = [di.Viscous(), di.Payload(robot.bodies[-1].name), di.Offset(), di.RotorInertia()]
    model = di.Model(robot, effects)
    p = np.concatenate(
        [
            random_parameters(model),
            [0.1],
            inertial(1.0, (0, 0, 0.1), (0.1, 0.1, 0.1)),
            [-3.0],
            [0.2],
        ]
    )
    answer = di.is_consistent(p, model)
    assert answer
    assert list(answer.margins) == [*model.group_names, "payload"]
    places = model.layout.bodies
    assert model.parameters[places["payload"]][0] == "payload.m"
    p[places["payload"].start] = -1.0
    p[model.layout.inertial.stop] = -0.1
    answer = di.is_consistent(p, model)
    assert answer.impossible == ("payload",)
    assert answer.below == {model.parameters[model.layout.inertial.stop]: -0.1}
    assert "below its bound" in repr(answer)


def test_bad_input():
    with pytest.raises(di.InputError, match=r"shape \(9,\)"):
        to_pseudo_inertia(np.zeros(9))
    with pytest.raises(di.InputError, match="finite"):
        from_log_cholesky([np.nan] * 10)
    with pytest.raises(di.InputError, match=r"\(\.\.\., 4, 4\)"):
        from_pseudo_inertia(np.zeros((3, 3)))
    with pytest.raises(di.InputError, match="gnad"):
        from_log_cholesky(np.zeros(10), "other")
    with pytest.raises(di.InputError, match="mass 0"):
        to_com(np.zeros(10))
    good, bad = inertial(1.0, (0, 0, 0), (1, 1, 1)), inertial(1.0, (0, 0, 0), (1, 1, 3))
    with pytest.raises(di.InputError, match=r"body 1 is not physically consistent.*-0\.5"):
        log_cholesky([good, bad])
    with pytest.raises(di.InputError, match="ten numbers per body"):
        di.is_consistent(np.ones(11))
    with pytest.raises(di.InputError, match="nan"):
        di.is_consistent(np.full(10, np.nan))
    model = di.Model(di.load_robot("pendulum"))
    with pytest.raises(di.InputError, match=r"model\.parameters"):
        di.is_consistent(np.ones(3), model)
