"""Closing the loops of a robot, and what follows from it: poses, motions of points and
frames, gradients."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Motion": "dynid.loops.motion",
        "among_motors": "dynid.loops.motors",
        "close": "dynid.loops.closure",
        "close_gradient": "dynid.loops.gradient",
        "motor_gains": "dynid.loops.motors",
        "on_freedoms": "dynid.loops.motors",
        "preload_of": "dynid.loops.motors",
        "follow_motions": "dynid.loops.landmarks",
        "forward_kinematics": "dynid.loops.kinematics",
        "inverse_kinematics": "dynid.loops.kinematics",
        "jacobian": "dynid.loops.frame_motion",
        "jacobian_rate": "dynid.loops.frame_motion",
        "point_gradient": "dynid.loops.points",
        "point_motion": "dynid.loops.points",
    },
)
