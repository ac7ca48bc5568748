"""Excitation: series, trajectories, limits, workspaces, and the design of a motion."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "BSpline": "dynid.excitation.series",
        "Box": "dynid.excitation.workspace",
        "Capsule": "dynid.excitation.capsules",
        "Cylinder": "dynid.excitation.workspace",
        "Excitation": "dynid.excitation.excitation",
        "Fourier": "dynid.excitation.series",
        "Hemisphere": "dynid.excitation.workspace",
        "Limits": "dynid.excitation.motion_limits",
        "SampledTrajectory": "dynid.excitation.sampled_trajectory",
        "SignedDistance": "dynid.excitation.workspace",
        "Sphere": "dynid.excitation.workspace",
        "Trajectory": "dynid.excitation.trajectory",
        "design_excitation": "dynid.excitation.experiment_design",
        "design_suspended": "dynid.excitation.hung_design",
        "hang": "dynid.excitation.hung_robot",
        "find_largest_cylinder": "dynid.excitation.reachable_workspace",
        "find_largest_hemisphere": "dynid.excitation.reachable_workspace",
        "load_trajectory": "dynid.excitation.trajectory",
        "reach": "dynid.excitation.reachable_workspace",
        "simulate_swing": "dynid.excitation.hung_robot",
    },
)
