"""Excitation: series, trajectories, limits, workspaces, and the design of a motion."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.excitation.capsules import Capsule as Capsule
    from dynid.excitation.earlier_information import EarlierInformation as EarlierInformation
    from dynid.excitation.excitation import Excitation as Excitation
    from dynid.excitation.experiment_design import design_excitation as design_excitation
    from dynid.excitation.friction_motion import FrictionMotion as FrictionMotion
    from dynid.excitation.friction_motion import design_friction_motion as design_friction_motion
    from dynid.excitation.hung_design import design_suspended as design_suspended
    from dynid.excitation.hung_robot import hang as hang
    from dynid.excitation.hung_robot import simulate_swing as simulate_swing
    from dynid.excitation.motion_limits import Limits as Limits
    from dynid.excitation.reachable_workspace import find_largest_cylinder as find_largest_cylinder
    from dynid.excitation.reachable_workspace import (
        find_largest_hemisphere as find_largest_hemisphere,
    )
    from dynid.excitation.reachable_workspace import reach as reach
    from dynid.excitation.sampled_trajectory import SampledTrajectory as SampledTrajectory
    from dynid.excitation.series import BSpline as BSpline
    from dynid.excitation.series import Fourier as Fourier
    from dynid.excitation.trajectory import Trajectory as Trajectory
    from dynid.excitation.trajectory import load_trajectory as load_trajectory
    from dynid.excitation.workspace import Box as Box
    from dynid.excitation.workspace import Cylinder as Cylinder
    from dynid.excitation.workspace import Hemisphere as Hemisphere
    from dynid.excitation.workspace import SignedDistance as SignedDistance
    from dynid.excitation.workspace import Sphere as Sphere
else:
    __getattr__, __all__ = make_namespace(__name__)
