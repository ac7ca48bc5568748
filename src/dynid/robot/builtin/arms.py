"""Serial arms: a pendulum, the 6-DOF robot of Cheng 2022, a generic 7R arm."""

from __future__ import annotations

import numpy as np

from dynid.robot.geometry import inertial, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def pendulum(mass: float = 1.0, length: float = 0.5) -> Robot:
    """A point mass on a light rod, hinged about a horizontal axis; hangs straight down at angle 0.

    Parameters
    ----------
    mass
        of the point [kg]
    length
        of the rod [m]; both are round numbers
    """
    body = Body(
        "rod",
        WORLD,
        Joint("hinge", axis=Y),
        inertia=inertial(mass, (0, 0, -length), np.full(3, 1e-6)),
    )
    return Robot(
        "pendulum",
        (body,),
        tool=Frame("tool", "rod", (0, 0, -length)),
        description="a simple pendulum",
    )


def six_dof(
    lengths: tuple[float, ...] = (1.045, 1.245, 1.21, 0.315, 0.29, 0.3),
    radii: tuple[float, ...] = (0.5, 0.3, 0.2, 0.2, 0.2, 0.3),
    density: float = 7801.0,
    tilt: float = 0.0,
) -> Robot:
    """6-DOF serial robot of homogeneous steel cylinders: Cheng et al. 2022.

    Body i's frame lies at its inner hinge with x along the cylinder. The axes alternate as on an
    industrial arm: about the cylinder (1, 4, 6) or across it (2, 3, 5).

    Parameters
    ----------
    lengths
        of the six cylinders [m]: Table 1
    radii
        of the cylinders [m]: Table 1
    density
        of the cylinders [kg/m^3]: by the masses of Table 1
    tilt
        of the first axis from the vertical, about world y [rad]: upright
    """
    axes = (X, Z, Z, X, Z, X)
    # at zero: body 1 upright, body 2 upright, bodies 3 to 6 level
    turns = (
        make_axis_rotation(Y, tilt - np.pi / 2),
        np.eye(3),
        make_axis_rotation(Z, -np.pi / 2),
        np.eye(3),
        np.eye(3),
        np.eye(3),
    )
    bodies = []
    for i, (l, R) in enumerate(zip(lengths, radii)):
        m = density * np.pi * R**2 * l
        across = m * (3 * R**2 + l**2) / 12
        bodies.append(
            Body(
                f"B{i + 1}",
                f"B{i}" if i else WORLD,
                Joint(
                    f"O{i + 1}",
                    axis=axes[i],
                    position=(lengths[i - 1], 0, 0) if i else (0, 0, 0),
                    rotation=turns[i],
                ),
                inertia=inertial(m, (l / 2, 0, 0), (m * R**2 / 2, across, across)),
            )
        )
    return Robot(
        "six_dof",
        tuple(bodies),
        gravity=(0, 0, -9.80665),
        tool=Frame("tool", "B6", (lengths[-1], 0, 0)),
        description="6-DOF serial robot of steel cylinders (Cheng 2022)",
    )


def arm7() -> Robot:
    """A generic 7R arm of human size: axes z, y, z, y, z, y, z, with offsets at the elbow and
    plausible inertias. It takes no arguments: it stands for any such arm, not for one."""
    offsets = (
        (0, 0, 0.34),
        (0, 0, 0),
        (0, 0, 0.31),
        (0.08, 0, 0),
        (-0.08, 0, 0.38),
        (0, 0, 0),
        (0.09, 0, 0.1),
    )
    masses = (4.2, 3.8, 3.2, 2.9, 2.2, 1.6, 0.7)
    coms = (
        (0, -0.03, -0.07),
        (0, 0.05, 0.06),
        (0.03, 0.02, -0.08),
        (-0.04, -0.03, 0.07),
        (0, 0.04, -0.11),
        (0.05, 0.0, 0.01),
        (0.01, 0.005, 0.06),
    )
    limits = (2.9, 1.8, 2.9, 2.6, 2.9, 2.0, 2.9)
    bodies = []
    for i in range(7):
        m = masses[i]
        # tilts the principal axes a little, so that no product of inertia is zero by accident
        spin = 0.01 * i
        R = make_axis_rotation(X, 0.2 + spin) @ make_axis_rotation(Z, 0.3 - spin)
        Ic = R @ np.diag(m * np.array([0.008, 0.007, 0.003])) @ R.T
        bodies.append(
            Body(
                f"link{i + 1}",
                f"link{i}" if i else WORLD,
                Joint(
                    f"joint{i + 1}",
                    axis=Z if i % 2 == 0 else Y,
                    position=offsets[i],
                    lower=-limits[i],
                    upper=limits[i],
                    velocity=2.5,
                    effort=200.0 / (1 + i),
                ),
                inertia=inertial(m, coms[i], Ic),
            )
        )
    return Robot(
        "arm7",
        tuple(bodies),
        tool=Frame("tool", "link7", (0, 0, 0.12)),
        description="a generic 7R arm of human size",
    )
