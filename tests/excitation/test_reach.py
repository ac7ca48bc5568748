"""How far a tool reaches, against the closed form of a Delta (Kim 2022, Appendix B), and a design
whose period is free."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from dynid.errors import InputError
from dynid.excitation.reachable_workspace import make_half_sphere, round_wall
from dynid.papers.kim2022.kim_delta import DOWN, TABLE_1

pytestmark = pytest.mark.slow(reason="many fits, for statistics")


@pytest.fixture(scope="module")
def found():
    return di.excitation.find_largest_hemisphere(TABLE_1.make_robot())


def test_the_hemisphere_is_within_reach(found):
    """Inside, the closed form of the inverse kinematics has a solution everywhere, and the elbows
    are not stretched."""
    rng = np.random.default_rng(0)
    rays = make_half_sphere(2000, np.array([0.0, 0.0, -1.0]))
    x = found.center + found.radius * rng.uniform(0, 1, (2000, 1)) ** (1 / 3) * rays
    assert np.isfinite(TABLE_1.compute_angles(x * DOWN)).all()


def test_it_cannot_be_larger(found):
    """A little farther out than its radius something is reached no more, from any other centre
    near."""
    robot, rays = TABLE_1.make_robot(), make_half_sphere(200, np.array([0.0, 0.0, -1.0]))
    assert di.excitation.reach(robot, found.center, rays).min() == pytest.approx(
        found.radius, rel=0.01
    )
    for shift in (-0.05, 0.05):
        centre = found.center + np.array([0.0, 0.0, shift])
        assert (
            not di.excitation.reach(robot, centre, rays).min() >= found.radius
        )  # nan: not reached


def test_limits_of_joints_are_kept():
    """Arms that turn by 0.6 rad at most: every pose of the hemisphere has such angles."""
    free = TABLE_1.make_robot()
    bodies = [
        replace(body, joint=replace(body.joint, lower=-0.3, upper=0.9))
        if body.name.startswith("arm")
        else body
        for body in free.bodies
    ]
    found = di.excitation.find_largest_hemisphere(free.replace(bodies=tuple(bodies)))
    rays = make_half_sphere(500, np.array([0.0, 0.0, -1.0]))
    angles = TABLE_1.compute_angles((found.center + found.radius * rays) * DOWN)
    assert -0.31 < angles.min() < -0.25 or 0.85 < angles.max() < 0.91  # touches one of the limits
    assert angles.min() > -0.31
    assert angles.max() < 0.91


def test_a_robot_without_a_place_is_refused():
    with pytest.raises(InputError, match="expected three of them to be the tool's place"):
        di.excitation.find_largest_hemisphere(di.load_robot("five_bar"))


@pytest.fixture(scope="module")
def lopsided():
    """Kim's Delta with one arm that turns less far than the others."""
    free = TABLE_1.make_robot()
    first = next(body.name for body in free.bodies if body.name.startswith("arm"))
    bodies = [
        replace(body, joint=replace(body.joint, lower=-0.3, upper=0.9))
        if body.name == first
        else body
        for body in free.bodies
    ]
    return free.replace(bodies=tuple(bodies))


def test_a_centre_that_moves_sideways_finds_more(lopsided):
    """And all of it is within reach, by another set of rays."""
    on_line = di.excitation.find_largest_hemisphere(lopsided, rays=60)
    beside = di.excitation.find_largest_hemisphere(lopsided, rays=60, sideways=True)
    assert beside.radius > 1.03 * on_line.radius
    assert np.linalg.norm(beside.center[:2]) > 0.01
    rays = make_half_sphere(150, np.array([0.0, 0.0, -1.0]))
    assert di.excitation.reach(lopsided, beside.center, rays).min() > 0.98 * beside.radius


def test_the_largest_cylinder_is_within_reach():
    """Inside, the closed form has a solution everywhere; one of the same shape, larger by 3 %, is
    not reached."""
    robot = TABLE_1.make_robot()
    found = di.excitation.find_largest_cylinder(robot, rays=40)
    half, up = found.height / found.radius / 2, np.array([0.0, 0.0, 1.0])
    wall = round_wall(400, half, up)
    assert np.isfinite(
        TABLE_1.compute_angles((found.center + 0.99 * found.radius * wall) * DOWN)
    ).all()
    inner = np.linspace(0.1, 0.9, 9)[:, None, None] * wall[::10]
    assert np.isfinite(
        TABLE_1.compute_angles((found.center + found.radius * inner.reshape(-1, 3)) * DOWN)
    ).all()
    few = wall[::4]
    reached = di.excitation.reach(robot, found.center, few) / np.linalg.norm(few, axis=1)
    assert 0.97 * found.radius < reached.min() < 1.03 * found.radius


def test_the_surface_of_a_cylinder():
    for half in (0.3, 1.0, 2.0):
        wall = round_wall(200, half, np.array([0.0, 0.0, 1.0]))
        r, z = np.linalg.norm(wall[:, :2], axis=1), np.abs(wall[:, 2])
        np.testing.assert_allclose(np.maximum(r, z / half), 1.0, atol=1e-12)
        assert ((r > 0.999) & (z > 0.999 * half)).sum() >= 60  # the rims
        assert (z > 0.999 * half).sum() > 60  # lids
        assert ((r > 0.999) & (z < 0.9 * half)).sum() > 20  # the wall


def seven(model, series, limits, low, high, **settings):
    """The best of designs for seven periods: five in equal ratios, and one on either side of the
    best."""
    tried = {}

    def at(log_period):
        T = float(np.clip(np.exp(log_period), low, high))
        if T not in tried:
            shape = replace(series, period=T)
            tried[T] = di.design_excitation(model, shape, limits, **settings).value
        return tried[T]

    logs = np.linspace(np.log(low), np.log(high), 5)
    best = min(logs, key=at)
    half = 0.5 * (logs[1] - logs[0])
    return min(at(best), at(best - half), at(best + half))


@pytest.mark.parametrize(
    ("name", "series", "limits", "period"),
    [
        (
            "pendulum",
            di.Fourier(2.0, 3),
            di.Limits(position=1.5, velocity=6.0, acceleration=20.0),
            (1.0, 16.0),
        ),
        ("six_dof", di.Fourier(4.0, 3), di.Limits(velocity=2.0, acceleration=8.0), (2.0, 15.0)),
    ],
)
def test_a_free_period_is_as_good_as_the_best_of_seven(name, series, limits, period):
    """With as much work: seven starts of one design against one start of seven."""
    model = di.Model(di.load_robot(name), [di.Viscous()])
    settings = {"iterations": 40, "noise": 0.1, "seed": 1, "samples": 100}
    found = di.design_excitation(model, series, limits, starts=7, period=period, **settings)
    assert period[0] <= found.trajectory.series.period <= period[1]
    assert found.value <= seven(model, series, limits, *period, starts=1, **settings)
    assert f"found between {period[0]:g} and {period[1]:g} s" in found.notes[-1]
    _, qd, qdd = found.trajectory.at(np.linspace(0, found.trajectory.duration, 3001))
    assert np.abs(qdd).max() <= limits.acceleration * (1 + 1e-6)
    assert np.abs(qd).max() <= limits.velocity * (1 + 1e-6)


def test_the_period_stays_in_its_range():
    """Where slower is always better, or faster, the end of the range is found."""
    model = di.Model(di.load_robot("pendulum"), [di.Viscous(), di.Coulomb()])
    limits = di.Limits(position=1.5, velocity=6.0, acceleration=20.0)

    def period(*between):
        found = di.design_excitation(
            model, di.Fourier(2.0, 3), limits, starts=2, iterations=40, noise=0.1, period=between
        )
        return found.trajectory.series.period

    assert period(0.3, 0.6) == pytest.approx(0.6, rel=1e-3)
    assert period(30.0, 60.0) == pytest.approx(30.0, rel=1e-3)
    for bad in ((5.0, 2.0), 3.0, (0.0, 2.0)):
        with pytest.raises(InputError, match="shortest, longest"):
            di.design_excitation(model, di.Fourier(2.0, 3), limits, period=bad)
