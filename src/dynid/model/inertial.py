"""A body's ten inertial parameters p in other coordinates, each map with its analytic Jacobian,
over bodies (..., 10).

    p       m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about the body's frame
    com     m, cx, cy, cz, and the same six moments about the centre of mass
    J       pseudo-inertia [[Sigma, h], [h', m]] (4, 4), h = m c, Sigma = tr(I)/2 1 - I; linear in p
    x       log-Cholesky variables a, d1, d2, d3, s12, s23, s13, t1, t2, t3 (Gnad 2024 (13)): any x
            is a physically consistent body

A body is physically consistent if and only if J is positive definite.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError

#: which product the log-Cholesky variables mean: J = U'U (Gnad 2024) or J = U U' (Rucker and
#: Wensing 2022, Pinocchio)
Form = Literal["gnad", "rucker"]

_SIX = (
    (0, 0),
    (0, 1),
    (1, 1),
    (0, 2),
    (1, 2),
    (2, 2),
)  # places of Ixx, Ixy, Iyy, Ixz, Iyz, Izz in the tensor


def _make_pseudo_basis() -> Array:
    """E (10, 4, 4) with J = sum_k p_k E_k."""
    E = np.zeros((10, 4, 4))
    E[0, 3, 3] = 1.0
    for k in range(3):
        E[1 + k, k, 3] = E[1 + k, 3, k] = 1.0
    for k, (i, j) in enumerate(_SIX, start=4):
        I = np.zeros((3, 3))
        I[i, j] = I[j, i] = 1.0
        E[k, :3, :3] = 0.5 * np.trace(I) * np.eye(3) - I
    return E


def _make_parameter_basis() -> Array:
    """F (10, 4, 4) with p_k = sum_ij F_kij J_ij: m = J44, h = (J14, J24, J34), I = tr(Sigma) 1 -
    Sigma."""
    F = np.zeros((10, 4, 4))
    F[0, 3, 3] = 1.0
    for k in range(3):
        F[1 + k, k, 3] = 1.0
    for k, (i, j) in enumerate(_SIX, start=4):
        F[k, i, j] -= 1.0
        if i == j:
            F[k, [0, 1, 2], [0, 1, 2]] += 1.0
    return F


#: J = sum_k p_k PSEUDO_BASIS[k]: the Jacobian of `to_pseudo_inertia`, the same for every body
PSEUDO_BASIS = _make_pseudo_basis()
#: p_k = sum_ij PARAMETER_BASIS[k, i, j] J_ij: the Jacobian of `from_pseudo_inertia`
PARAMETER_BASIS = _make_parameter_basis()
for _constant in (PSEUDO_BASIS, PARAMETER_BASIS):
    _constant.setflags(write=False)


def _check_ten(values: ArrayLike, what: str) -> Array:
    """An array (..., 10) of finite numbers."""
    array = np.asarray(values, dtype=float)
    if array.ndim < 1 or array.shape[-1] != 10 or not np.isfinite(array).all():
        raise InputError(
            f"{what}: got an array of shape {array.shape}, expected finite numbers of shape (...,"
            " 10)."
        )
    return array


def to_pseudo_inertia(p: ArrayLike) -> Array:
    """J (..., 4, 4) of p (..., 10)."""
    return np.tensordot(_check_ten(p, "inertial parameters p"), PSEUDO_BASIS, axes=1)


def from_pseudo_inertia(J: ArrayLike) -> Array:
    """p (..., 10) of symmetric J (..., 4, 4)."""
    J = np.asarray(J, dtype=float)
    if J.shape[-2:] != (4, 4) or not np.isfinite(J).all():
        raise InputError(
            f"pseudo-inertia J: got shape {J.shape}, expected finite numbers of shape (..., 4, 4)."
        )
    p: Array = np.einsum("kij,...ij->...k", PARAMETER_BASIS, 0.5 * (J + np.swapaxes(J, -1, -2)))
    return p


def _compute_steiner(c: Array) -> Array:
    """The six entries of c'c 1 - c c', for c (..., 3)."""
    x, y, z = np.moveaxis(c, -1, 0)
    return np.stack([y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y], axis=-1)


def _differentiate_steiner(c: Array) -> Array:
    """Its derivative (..., 6, 3)."""
    x, y, z = np.moveaxis(c, -1, 0)
    o = np.zeros_like(x)
    rows = [
        [o, 2 * y, 2 * z],
        [-y, -x, o],
        [2 * x, o, 2 * z],
        [-z, o, -x],
        [o, -z, -y],
        [2 * x, 2 * y, o],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def from_com(com: ArrayLike) -> Array:
    """p = (m, m c, Ic + m (c'c 1 - c c')) of com = (m, c, Ic), all (..., 10)."""
    com = _check_ten(com, "com parameters")
    m, c = com[..., :1], com[..., 1:4]
    return np.concatenate([m, m * c, com[..., 4:] + m * _compute_steiner(c)], axis=-1)


def from_com_jacobian(com: ArrayLike) -> Array:
    """dp/dcom (..., 10, 10)."""
    com = _check_ten(com, "com parameters")
    m, c = com[..., :1, None], com[..., 1:4]
    D = np.broadcast_to(np.eye(10), (*com.shape, 10)).copy()
    D[..., 1:4, 0] = c
    D[..., 1:4, 1:4] *= m
    D[..., 4:, 0] = _compute_steiner(c)
    D[..., 4:, 1:4] = m * _differentiate_steiner(c)
    return D


def to_com(p: ArrayLike) -> Array:
    """com = (m, h/m, I - (h'h 1 - h h')/m) of p = (m, h, I), all (..., 10)."""
    p = _check_ten(p, "inertial parameters p")
    m, h = _take_mass(p), p[..., 1:4]
    return np.concatenate([m, h / m, p[..., 4:] - _compute_steiner(h) / m], axis=-1)


def to_com_jacobian(p: ArrayLike) -> Array:
    """dcom/dp (..., 10, 10)."""
    p = _check_ten(p, "inertial parameters p")
    m, h = _take_mass(p), p[..., 1:4]
    D = np.broadcast_to(np.eye(10), (*p.shape, 10)).copy()
    D[..., 1:4, 0] = -h / m**2
    D[..., 1:4, 1:4] /= m[..., None]
    D[..., 4:, 0] = _compute_steiner(h) / m**2
    D[..., 4:, 1:4] = -_differentiate_steiner(h) / m[..., None]
    return D


def _take_mass(p: Array) -> Array:
    m = p[..., :1]
    if not np.all(m != 0):
        raise InputError("a body of mass 0 has no centre of mass; expected masses other than 0.")
    return m


def make_cholesky_factor(x: ArrayLike) -> Array:
    """U = e^a [[e^d1, s12, s13, t1], [0, e^d2, s23, t2], [0, 0, e^d3, t3], [0, 0, 0, 1]] (..., 4,
    4)."""
    x = _check_ten(x, "log-Cholesky variables x")
    a, d1, d2, d3, s12, s23, s13, t1, t2, t3 = np.moveaxis(x, -1, 0)
    U = np.zeros((*x.shape[:-1], 4, 4))
    U[..., 0, 0], U[..., 1, 1], U[..., 2, 2], U[..., 3, 3] = np.exp(d1), np.exp(d2), np.exp(d3), 1.0
    U[..., 0, 1], U[..., 1, 2], U[..., 0, 2] = s12, s23, s13
    U[..., 0, 3], U[..., 1, 3], U[..., 2, 3] = t1, t2, t3
    scaled: Array = np.exp(a)[..., None, None] * U
    return scaled


def from_log_cholesky(x: ArrayLike, form: Form = "gnad") -> Array:
    """p (..., 10) of x (..., 10), in closed form: Gnad 2024 (14) corrected, or Rucker and Wensing
    2022."""
    x = _check_ten(x, "log-Cholesky variables x")
    a, d1, d2, d3, s12, s23, s13, t1, t2, t3 = np.moveaxis(x, -1, 0)
    e1, e2, e3 = np.exp(d1), np.exp(d2), np.exp(d3)
    if _check_form(form) == "gnad":
        p = [
            t1**2 + t2**2 + t3**2 + 1.0,
            t1 * e1,
            t1 * s12 + t2 * e2,
            t1 * s13 + t2 * s23 + t3 * e3,
            s12**2 + s13**2 + s23**2 + e2**2 + e3**2,
            -s12 * e1,
            s13**2 + s23**2 + e1**2 + e3**2,
            -s13 * e1,
            -s12 * s13 - s23 * e2,
            s12**2 + e1**2 + e2**2,
        ]
    else:
        p = [
            np.ones_like(a),
            t1,
            t2,
            t3,
            s23**2 + t2**2 + t3**2 + e2**2 + e3**2,
            -s12 * e2 - s13 * s23 - t1 * t2,
            s12**2 + s13**2 + t1**2 + t3**2 + e1**2 + e3**2,
            -s13 * e3 - t1 * t3,
            -s23 * e3 - t2 * t3,
            s12**2 + s13**2 + s23**2 + t1**2 + t2**2 + e1**2 + e2**2,
        ]
    scaled: Array = np.exp(2.0 * a)[..., None] * np.stack(p, axis=-1)
    return scaled


def from_log_cholesky_jacobian(x: ArrayLike, form: Form = "gnad") -> Array:
    """dp/dx (..., 10, 10), from dJ = dU'U + U'dU (or dU U' + U dU')."""
    x = _check_ten(x, "log-Cholesky variables x")
    U, dU = make_cholesky_factor(x), _factor_derivatives(x)
    half = np.swapaxes(dU, -1, -2) @ U[..., None, :, :]
    if _check_form(form) == "rucker":
        half = dU @ np.swapaxes(U, -1, -2)[..., None, :, :]
    dp: Array = np.einsum("kij,...lij->...kl", PARAMETER_BASIS, half + np.swapaxes(half, -1, -2))
    return dp


def _factor_derivatives(x: Array) -> Array:
    """dU/dx_l (..., 10, 4, 4)."""
    scale, U = np.exp(x[..., 0]), make_cholesky_factor(x)
    dU = np.zeros((*x.shape, 4, 4))
    dU[..., 0, :, :] = U
    for l in range(3):
        dU[..., 1 + l, l, l] = U[..., l, l]
    for l, (i, j) in enumerate(((0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3)), start=4):
        dU[..., l, i, j] = scale
    return dU


def log_cholesky(p: ArrayLike, form: Form = "gnad") -> Array:
    """x (..., 10) of consistent p (..., 10); the inverse of `from_log_cholesky`."""
    p = _check_ten(p, "inertial parameters p")
    J = to_pseudo_inertia(p)
    flip = (
        _check_form(form) == "rucker"
    )  # J = U U' is the lower-triangular factorisation of J read backwards
    try:
        L = np.linalg.cholesky(J[..., ::-1, ::-1] if flip else J)
    except np.linalg.LinAlgError:
        raise InputError(_describe_not_positive(J)) from None
    U = L[..., ::-1, ::-1] if flip else np.swapaxes(L, -1, -2)
    scale = U[..., 3, 3]
    V = U / scale[..., None, None]
    d = np.log(np.stack([V[..., 0, 0], V[..., 1, 1], V[..., 2, 2]], axis=-1))
    s = np.stack([V[..., 0, 1], V[..., 1, 2], V[..., 0, 2]], axis=-1)
    return np.concatenate([np.log(scale)[..., None], d, s, V[..., :3, 3]], axis=-1)


def log_cholesky_jacobian(p: ArrayLike, form: Form = "gnad") -> Array:
    """dx/dp (..., 10, 10): the inverse of dp/dx."""
    return np.asarray(np.linalg.inv(from_log_cholesky_jacobian(log_cholesky(p, form), form)))


def _check_form(form: str) -> str:
    if form not in ("gnad", "rucker"):
        raise InputError(
            f"got form '{form}', expected \"gnad\" (J = U'U) or \"rucker\" (J = U U')."
        )
    return form


def _describe_not_positive(J: Array) -> str:
    least = np.linalg.eigvalsh(J)[..., 0]
    at = np.unravel_index(least.argmin(), least.shape)
    which = f"body {', '.join(map(str, at))}" if at else "the body"
    return (
        f"{which} is not physically consistent (smallest eigenvalue of its pseudo-inertia"
        f" {least.min():.3g}); expected positive definite ones, which alone have log-Cholesky"
        " variables."
    )
