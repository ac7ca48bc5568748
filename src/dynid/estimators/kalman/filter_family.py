"""The rest of the Kalman family, with the settings of `filters.Kalman`: central differences,
square-root forms, particles. What each does from sample to sample stands in rules.py and
particles.py.

Of one joint, the parameters are improved by the innovations of the extended or unscented filter
(whichever is alike), and the filter itself runs once over the log from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.estimators.kalman.filter_problem import KalmanProblem
from dynid.estimators.kalman.kalman_filters import ExtendedKalman, Kalman, UnscentedKalman
from dynid.estimators.kalman.online_filter import OnlineKalman
from dynid.estimators.kalman.particles import sweep_particles
from dynid.estimators.kalman.passes import FilterModel, Noises, Sweep
from dynid.estimators.kalman.recording import Recording

FEWEST = 50  # particles


@dataclass(frozen=True)
class SquareRootExtended(ExtendedKalman):
    """The extended Kalman filter, carrying a square root of the covariance: never indefinite."""

    @property
    def rule(self) -> str:
        return "rooted extended"


@dataclass(frozen=True)
class SquareRootUnscented(UnscentedKalman):
    """The unscented Kalman filter, carrying a square root of the covariance: never indefinite."""

    @property
    def rule(self) -> str:
        return f"rooted {super().rule}"


@dataclass(frozen=True)
class CentralDifference(Kalman):
    """The central-difference Kalman filter: the equations of motion by Stirling's interpolation
    through 2 (nx + n) + 1 points, at +- sqrt(3) deviations."""

    like: ClassVar[str] = "unscented"

    @property
    def rule(self) -> str:
        return "central"


@dataclass(frozen=True)
class SquareRootCentral(CentralDifference):
    """The central-difference Kalman filter, carrying a square root of the covariance."""

    @property
    def rule(self) -> str:
        return "rooted central"


@dataclass(frozen=True)
class ParticleFilter(Kalman):
    """The particle filter: `particles` states, each with a normal distribution about itself that
    is carried as by an extended Kalman filter (Rao-Blackwellised: a mixture of Kalman filters),
    counted by how likely they make the positions, and drawn again.

    Parameters
    ----------
    particles
        their number
    seed
        of the draws
    """

    particles: int = 100
    seed: int = 0
    like: ClassVar[str] = "extended"

    def start_online(self, problem: KalmanProblem) -> OnlineKalman:
        raise InputError(
            "ParticleFilter: got a running robot, expected a whole"
            " log. For a running robot use ExtendedKalman().online(problem)."
        )

    def _sweep(
        self, plant: FilterModel, recording: Recording, x: Array, P: Array, noises: Noises
    ) -> Sweep:
        return sweep_particles(plant, recording, x, P, noises, self.particles, self.seed)

    def _check(self) -> None:
        super()._check()
        if not (isinstance(self.particles, int) and self.particles >= FEWEST):
            raise InputError(
                f"particles: got {self.particles!r}, expected a whole number of at least {FEWEST}."
            )
