"""Closing the loops of a robot, and what follows from it: poses, motions of points and
frames, gradients."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.closed_chains.body_points import point_gradient as point_gradient
    from dynid.closed_chains.body_points import point_motion as point_motion
    from dynid.closed_chains.closed_motion import Motion as Motion
    from dynid.closed_chains.closing import close as close
    from dynid.closed_chains.closure_gradient import close_gradient as close_gradient
    from dynid.closed_chains.frame_motion import compute_jacobian as compute_jacobian
    from dynid.closed_chains.frame_motion import jacobian_rate as jacobian_rate
    from dynid.closed_chains.kinematics import forward_kinematics as forward_kinematics
    from dynid.closed_chains.kinematics import inverse_kinematics as inverse_kinematics
    from dynid.closed_chains.motion_landmarks import follow_motions as follow_motions
    from dynid.closed_chains.redundant_motors import compute_preload as compute_preload
    from dynid.closed_chains.redundant_motors import (
        distribute_among_motors as distribute_among_motors,
    )
    from dynid.closed_chains.redundant_motors import map_to_freedoms as map_to_freedoms
    from dynid.closed_chains.redundant_motors import motor_gains as motor_gains
else:
    __getattr__, __all__ = make_namespace(__name__)
