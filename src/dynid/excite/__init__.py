"""Excitation: series, trajectories, limits, workspaces, and the design of a motion."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "BSpline": "dynid.excite.series",
        "Box": "dynid.excite.workspace",
        "Capsule": "dynid.excite.capsules",
        "Cylinder": "dynid.excite.workspace",
        "Excitation": "dynid.excite.excitation",
        "Fourier": "dynid.excite.series",
        "Hemisphere": "dynid.excite.workspace",
        "Limits": "dynid.excite.limits",
        "SampledTrajectory": "dynid.excite.sampled",
        "SignedDistance": "dynid.excite.workspace",
        "Sphere": "dynid.excite.workspace",
        "Trajectory": "dynid.excite.trajectory",
        "design_excitation": "dynid.excite.design",
        "design_suspended": "dynid.excite.suspended",
        "hang": "dynid.excite.hanging",
        "largest_cylinder": "dynid.excite.reachable",
        "largest_hemisphere": "dynid.excite.reachable",
        "load_trajectory": "dynid.excite.trajectory",
        "reach": "dynid.excite.reachable",
        "swing": "dynid.excite.hanging",
    },
)
