"""How far a tool reaches, against the closed form of a Delta (Kim 2022, Appendix B), and a design
whose period is free."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from dynid.errors import InputError
from dynid.excite.reachable import half_sphere
from dynid.papers.kim2022.delta import DOWN, TABLE_1


@pytest.fixture(scope="module")
def found():
    return di.excite.largest_hemisphere(TABLE_1.robot())


def test_the_hemisphere_is_within_reach(found):
    """Inside, the closed form of the inverse kinematics has a solution everywhere, and the elbows
    are not stretched."""
    rng = np.random.default_rng(0)
    rays = half_sphere(2000, np.array([0.0, 0.0, -1.0]))
    x = found.center + found.radius * rng.uniform(0, 1, (2000, 1)) ** (1 / 3) * rays
    assert np.isfinite(TABLE_1.angles(x * DOWN)).all()


def test_it_cannot_be_larger(found):
    """A little farther out than its radius something is reached no more, from any other centre
    near."""
    robot, rays = TABLE_1.robot(), half_sphere(200, np.array([0.0, 0.0, -1.0]))
    assert di.excite.reach(robot, found.center, rays).min() == pytest.approx(found.radius, rel=0.01)
    for shift in (-0.05, 0.05):
        centre = found.center + np.array([0.0, 0.0, shift])
        assert not di.excite.reach(robot, centre, rays).min() >= found.radius  # nan: not reached


def test_limits_of_joints_are_kept():
    """Arms that turn by 0.6 rad at most: every pose of the hemisphere has such angles."""
    free = TABLE_1.robot()
    bodies = [
        replace(body, joint=replace(body.joint, lower=-0.3, upper=0.9))
        if body.name.startswith("arm")
        else body
        for body in free.bodies
    ]
    found = di.excite.largest_hemisphere(free.with_(bodies=tuple(bodies)))
    rays = half_sphere(500, np.array([0.0, 0.0, -1.0]))
    angles = TABLE_1.angles((found.center + found.radius * rays) * DOWN)
    assert -0.31 < angles.min() < -0.25 or 0.85 < angles.max() < 0.91  # touches one of the limits
    assert angles.min() > -0.31
    assert angles.max() < 0.91


def test_a_robot_without_a_place_is_refused():
    with pytest.raises(InputError, match="expected three of them to be the tool's place"):
        di.excite.largest_hemisphere(di.load_robot("five_bar"))


def test_the_period_is_a_variable_of_the_design():
    """Limits of acceleration alone: the longer the period, the larger and the faster the motion,
    until limits of position bind. The best of the range is at least as good as both ends."""
    model = di.Model(di.load_robot("pendulum"), [di.Viscous(), di.Coulomb()])
    limits = di.Limits(position=1.5, velocity=6.0, acceleration=20.0)

    def design(**more):
        return di.design_excitation(
            model, di.Fourier(2.0, 3), limits, starts=1, iterations=20, noise=0.1, **more
        )

    found = design(period=(1.0, 16.0))
    T = found.trajectory.series.period
    assert 1.0 <= T <= 16.0
    ends = [
        di.design_excitation(
            model, di.Fourier(end, 3), limits, starts=1, iterations=20, noise=0.1
        ).value
        for end in (1.0, 16.0)
    ]
    assert found.value <= min(ends)
    assert "criterion by period" in found.notes[-1]
    with pytest.raises(InputError, match="shortest, longest"):
        design(period=(5.0, 2.0))
