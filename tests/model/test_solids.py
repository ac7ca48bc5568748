"""Inertias of solids: against integrals over their volume, MuJoCo's geoms, and Gnad 2024's
table."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dynid as di
from dynid.robot.geometry import inertial, to_mass_com_inertia

solids = di.solids
NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)


def interval(low, high):
    return (high - low) / 2 * NODES + (high + low) / 2, (high - low) / 2 * WEIGHTS


def integrated(points, weights, density):
    """The ten parameters of a density, from points (k, 3) and weights (k,) of a quadrature."""
    w = density * weights
    second = np.einsum("k,ki,kj->ij", w, points, points)
    I = np.trace(second) * np.eye(3) - second
    return np.array([w.sum(), *(w @ points), I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])


def grid(*axes):
    """All combinations of (nodes, weights) of three intervals: coordinates (3, k) and weights
    (k,)."""
    nodes = np.array([x.ravel() for x in np.meshgrid(*(a[0] for a in axes), indexing="ij")])
    weights = np.prod(
        [w.ravel() for w in np.meshgrid(*(a[1] for a in axes), indexing="ij")], axis=0
    )
    return nodes, weights


ANGLES = (
    2 * np.pi / 24 * np.arange(24),
    np.full(24, 2 * np.pi / 24),
)  # exact for these trigonometric polynomials


@pytest.mark.parametrize("inner", [0.0, 0.03])
def test_cylinder_is_its_integral(inner):
    R, position = Rotation.from_rotvec((0.3, -0.5, 0.8)).as_matrix(), np.array([0.1, -0.2, 0.3])
    (r, phi, z), w = grid(interval(inner, 0.05), ANGLES, interval(-0.2, 0.2))
    points = np.stack([r * np.cos(phi), r * np.sin(phi), z], axis=1) @ R.T + position
    ours = solids.cylinder(
        0.05, 0.4, inner_radius=inner, density=2700, position=position, axis=R[:, 2]
    )
    np.testing.assert_allclose(ours, integrated(points, r * w, 2700), rtol=1e-12, atol=1e-13)


def test_box_is_its_integral():
    R, position = Rotation.from_rotvec((0.3, -0.5, 0.8)).as_matrix(), np.array([0.1, -0.2, 0.3])
    points, w = grid(interval(-0.1, 0.1), interval(-0.15, 0.15), interval(-0.02, 0.02))
    ours = solids.box((0.2, 0.3, 0.04), density=7800, position=position, rotation=R)
    np.testing.assert_allclose(
        ours, integrated(points.T @ R.T + position, w, 7800), rtol=1e-12, atol=1e-13
    )


@pytest.mark.parametrize("inner", [0.0, 0.05])
def test_sphere_is_its_integral(inner):
    (r, phi, u), w = grid(interval(inner, 0.06), ANGLES, interval(-1, 1))
    s = np.sqrt(1 - u**2)
    points = np.stack([r * s * np.cos(phi), r * s * np.sin(phi), r * u], axis=1) + np.array(
        [0.2, 0.1, 0.0]
    )
    ours = solids.sphere(0.06, inner_radius=inner, density=1000, position=(0.2, 0.1, 0.0))
    np.testing.assert_allclose(ours, integrated(points, r**2 * w, 1000), rtol=1e-12, atol=1e-13)


def test_rod_is_its_integral_and_the_limit_of_a_cylinder():
    z, w = interval(-0.5, 0.5)
    points = np.outer(z, [0.6, 0.0, 0.8]) + np.array([0.1, 0.0, 0.2])
    ours = solids.rod(1.0, mass=0.5, position=(0.1, 0, 0.2), axis=(3, 0, 4))
    np.testing.assert_allclose(ours, integrated(points, w, 0.5), rtol=1e-12, atol=1e-14)
    thin = solids.cylinder(1e-6, 1.0, mass=0.5, position=(0.1, 0, 0.2), axis=(3, 0, 4))
    np.testing.assert_allclose(ours, thin, atol=1e-12)
    assert di.is_consistent(ours)


def test_textbook():
    _, _, I = to_mass_com_inertia(solids.sphere(0.1, mass=2.0, position=(1, 2, 3)))
    np.testing.assert_allclose(I, 0.4 * 2.0 * 0.1**2 * np.eye(3), atol=1e-14)
    np.testing.assert_allclose(
        solids.rod(1.2, mass=3.0, axis="x", position=(0.6, 0, 0))[6], 3.0 * 1.2**2 / 3
    )
    thin_shell = solids.sphere(0.1, inner_radius=0.1 - 1e-9, mass=1.0)
    np.testing.assert_allclose(thin_shell[4], 2 / 3 * 0.1**2, rtol=1e-6)


def test_mujoco_computes_the_same_of_a_sum_of_geoms():
    xml = """<mujoco><worldbody><body><freejoint/>
      <geom type="cylinder" size="0.05 0.2" pos="0.1 0 0.2" euler="90 0 0" density="2700"/>
      <geom type="box" size="0.1 0.15 0.02" pos="0 0.3 0.1" euler="0 0 30" density="7800"/>
      <geom type="sphere" size="0.06" pos="-0.2 0.1 0" density="1000"/>
    </body></worldbody></mujoco>"""
    model = mujoco.MjModel.from_xml_string(xml)
    theirs_R = Rotation.from_quat(model.body_iquat[1], scalar_first=True).as_matrix()
    theirs = inertial(
        model.body_mass[1],
        model.body_ipos[1],
        theirs_R @ np.diag(model.body_inertia[1]) @ theirs_R.T,
    )
    turned = Rotation.from_euler("z", 30, degrees=True).as_matrix()
    ours = (
        solids.cylinder(0.05, 0.4, density=2700, position=(0.1, 0, 0.2), axis="y")
        + solids.box((0.2, 0.3, 0.04), density=7800, position=(0, 0.3, 0.1), rotation=turned)
        + solids.sphere(0.06, density=1000, position=(-0.2, 0.1, 0))
    )
    np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-12)


def test_gnads_telescope():
    """Table I, 'RG geom': upper part 0.7 m, 8 mm, 0.9 kg; lower part 0.78 m, tube of 14 and 8 mm,
    0.6 kg."""
    upper = solids.cylinder(0.008, 0.7, mass=0.9, position=(0, 0, -0.35))
    assert upper[3] == pytest.approx(-0.315)
    assert upper[[4, 6]] == pytest.approx(0.147, abs=5e-4)
    assert upper[9] == pytest.approx(28.8e-6)
    lower = solids.cylinder(0.014, 0.78, inner_radius=0.008, mass=0.6, position=(0, 0, 0.39))
    assert lower[3] == pytest.approx(0.234)
    assert lower[[4, 6]] == pytest.approx(0.122, abs=5e-4)
    assert lower[9] == pytest.approx(78.0e-6)
    assert di.is_consistent([upper, lower])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: solids.cylinder(-1, 1, mass=1), "radius: got -1, expected a positive length"),
        (lambda: solids.cylinder(1, np.inf, mass=1), "length: got inf"),
        (lambda: solids.cylinder(0.1, 1, inner_radius=0.1, mass=1), "inner_radius 0.1"),
        (lambda: solids.cylinder(0.1, 1), "one of the two"),
        (lambda: solids.cylinder(0.1, 1, mass=1, density=1), "one of the two"),
        (lambda: solids.cylinder(0.1, 1, mass=1, axis="w"), "axis 'w'"),
        (lambda: solids.cylinder(0.1, 1, mass=1, axis=(0, 0, 0)), "other than zero"),
        (lambda: solids.sphere(0.1, mass=-1), "positive number of kg"),
        (lambda: solids.sphere(0.1, density=0.0), "positive number of kg"),
        (lambda: solids.sphere(0.1, mass=1, position=(0, 0)), "three numbers"),
        (lambda: solids.box((1, 2), mass=1), "three lengths"),
        (lambda: solids.box((1, 2, 0), mass=1), r"size\[2\]: got 0.0"),
        (lambda: solids.box((1, 2, 3), mass=1, rotation=np.ones((3, 3))), "rotation"),
        (lambda: solids.rod(0.0, mass=1), "rod length: got"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(di.InputError, match=message):
        call()
