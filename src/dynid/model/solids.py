"""Inertias of simple solids, as priors where no CAD data are at hand (as Gnad 2024, section VIII,
builds them).

Each function returns the ten parameters about the body's frame; a body of several parts is their
sum:

    arm = solids.cylinder(0.02, 0.5, inner_radius=0.017, density=1600, position=(0.25, 0, 0),
    axis="x") arm = arm + solids.sphere(0.03, mass=0.2, position=(0.5, 0, 0))
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.robot.geometry import inertial, move_inertial

__all__ = ["box", "cylinder", "rod", "sphere"]

Axis = str | ArrayLike
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def cylinder(
    radius: float,
    length: float,
    *,
    inner_radius: float = 0.0,
    mass: float | None = None,
    density: float | None = None,
    position: ArrayLike = (0.0, 0.0, 0.0),
    axis: Axis = "z",
) -> Array:
    """A cylinder, or a tube with `inner_radius`; its centre at `position`, along `axis` ("x", "y",
    "z" or a vector).

    I_along = m/2 (R^2 + r^2),   I_across = m/12 (L^2 + 3 (R^2 + r^2))

    Parameters
    ----------
    radius
        [m]
    length
        [m]
    inner_radius
        of a tube [m]
    mass
        [kg]; or `density`
    density
        [kg/m^3]; or `mass`
    position
        of the centre, in the body's frame [m]
    axis
        "x", "y", "z" or a vector
    """
    R, L = _check_length("cylinder radius", radius), _check_length("cylinder length", length)
    r = _check_inner_radius("cylinder", inner_radius, R)
    m = _compute_mass("cylinder", mass, density, np.pi * (R**2 - r**2) * L)
    along, across = m / 2 * (R**2 + r**2), m / 12 * (L**2 + 3 * (R**2 + r**2))
    return _place_solid(m, (across, across, along), _turn("cylinder", axis), position)


def rod(
    length: float, *, mass: float, position: ArrayLike = (0.0, 0.0, 0.0), axis: Axis = "z"
) -> Array:
    """A slender rod with its centre at `position`: I_across = m L^2 / 12, none along (on the
    boundary of what exists).

    Parameters
    ----------
    length
        [m]
    mass
        [kg]
    position
        of the centre, in the body's frame [m]
    axis
        "x", "y", "z" or a vector
    """
    L = _check_length("rod length", length)
    m = _compute_mass("rod", mass, None, 1.0)
    return _place_solid(m, (m * L**2 / 12, m * L**2 / 12, 0.0), _turn("rod", axis), position)


def box(
    size: ArrayLike,
    *,
    mass: float | None = None,
    density: float | None = None,
    position: ArrayLike = (0.0, 0.0, 0.0),
    rotation: ArrayLike = np.eye(3),
) -> Array:
    """A box of edges size = (a, b, c) along its own x, y, z, which `rotation` turns: Ixx = m/12
    (b^2 + c^2), and so on.

    Parameters
    ----------
    size
        the edges (a, b, c) [m]
    mass
        [kg]; or `density`
    density
        [kg/m^3]; or `mass`
    position
        of the centre, in the body's frame [m]
    rotation
        (3, 3) of its axes in the body's frame
    """
    edges = np.asarray(size, dtype=float)
    if edges.shape != (3,):
        raise InputError(f"box: got size {size!r}, expected three lengths.")
    a, b, c = (_check_length(f"box size[{k}]", edge) for k, edge in enumerate(edges))
    m = _compute_mass("box", mass, density, a * b * c)
    R = np.asarray(rotation, dtype=float)
    if R.shape != (3, 3) or not np.allclose(R @ R.T, np.eye(3), atol=1e-6) or np.linalg.det(R) < 0:
        raise InputError(
            "box: got a rotation that is none, expected a 3x3 rotation matrix (see rotation_rpy)."
        )
    return _place_solid(m, m / 12 * np.array([b**2 + c**2, a**2 + c**2, a**2 + b**2]), R, position)


def sphere(
    radius: float,
    *,
    inner_radius: float = 0.0,
    mass: float | None = None,
    density: float | None = None,
    position: ArrayLike = (0.0, 0.0, 0.0),
) -> Array:
    """A ball, or a shell with `inner_radius`: I = 2/5 m (R^5 - r^5) / (R^3 - r^3).

    Parameters
    ----------
    radius
        [m]
    inner_radius
        of a shell [m]
    mass
        [kg]; or `density`
    density
        [kg/m^3]; or `mass`
    position
        of the centre, in the body's frame [m]
    """
    R = _check_length("sphere radius", radius)
    r = _check_inner_radius("sphere", inner_radius, R)
    m = _compute_mass("sphere", mass, density, 4 / 3 * np.pi * (R**3 - r**3))
    I = 2 / 5 * m * (R**5 - r**5) / (R**3 - r**3)
    return _place_solid(m, (I, I, I), np.eye(3), position)


def _place_solid(m: float, principal: ArrayLike, R: Array, position: ArrayLike) -> Array:
    r = np.asarray(position, dtype=float)
    if r.shape != (3,) or not np.isfinite(r).all():
        raise InputError(
            f"got position {position!r}, expected three numbers: the centre of the shape in the"
            " body's frame."
        )
    return move_inertial(inertial(m, (0, 0, 0), principal), R, r)


def _turn(shape: str, axis: Axis) -> Array:
    """A rotation that takes z to the axis."""
    known = AXES.get(axis) if isinstance(axis, str) else axis
    a = np.zeros(0) if known is None else np.asarray(known, dtype=float)
    if a.shape != (3,) or not np.isfinite(a).all() or not np.any(a):
        raise InputError(
            f'{shape}: got axis {axis!r}, expected "x", "y", "z" or a vector other than zero.'
        )
    z = a / np.linalg.norm(a)
    x = np.cross(np.eye(3)[np.abs(z).argmin()], z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)


def _check_length(what: str, value: float) -> float:
    if not (np.isfinite(value) and value > 0):
        raise InputError(f"{what}: got {value}, expected a positive length in metres.")
    return float(value)


def _check_inner_radius(shape: str, inner_radius: float, radius: float) -> float:
    if not 0 <= inner_radius < radius:
        raise InputError(
            f"{shape}: got inner_radius {inner_radius}, expected 0 (solid) up to the radius"
            f" {radius}."
        )
    return float(inner_radius)


def _compute_mass(shape: str, mass: float | None, density: float | None, volume: float) -> float:
    if (mass is None) == (density is None):
        raise InputError(
            f"{shape}: got mass={mass} and density={density}, expected one of the two."
        )
    m = mass if mass is not None else float(density or 0.0) * volume
    if not (np.isfinite(m) and m > 0):
        raise InputError(
            f"{shape}: got mass={mass}, density={density}; expected a positive number of kg or"
            " kg/m^3."
        )
    return float(m)
