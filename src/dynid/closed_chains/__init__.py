"""Closing the loops of a robot, and what follows from it: poses, motions of points and
frames, gradients."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Motion": "dynid.closed_chains.closed_motion",
        "distribute_among_motors": "dynid.closed_chains.redundant_motors",
        "close": "dynid.closed_chains.closing",
        "close_gradient": "dynid.closed_chains.closure_gradient",
        "motor_gains": "dynid.closed_chains.redundant_motors",
        "map_to_freedoms": "dynid.closed_chains.redundant_motors",
        "compute_preload": "dynid.closed_chains.redundant_motors",
        "follow_motions": "dynid.closed_chains.motion_landmarks",
        "forward_kinematics": "dynid.closed_chains.kinematics",
        "inverse_kinematics": "dynid.closed_chains.kinematics",
        "compute_jacobian": "dynid.closed_chains.frame_motion",
        "jacobian_rate": "dynid.closed_chains.frame_motion",
        "point_gradient": "dynid.closed_chains.body_points",
        "point_motion": "dynid.closed_chains.body_points",
    },
)
