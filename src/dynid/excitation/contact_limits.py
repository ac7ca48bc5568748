"""Does a robot that stands keep its feet on the ground along a motion?

The ground's forces f on all feet balance what the motion asks of the free base, with the columns
J_b of the contacts' Jacobian that belong to it,

    J_b' f = b

Of those, the ones taken are least in the sum of f_z^2 + (f_x^2 + f_y^2) / mu^2: what legs of equal
stiffness come near to.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.closed_chains.frame_motion import compute_jacobian
from dynid.closed_chains.ground_contacts import list_feet, release_feet
from dynid.model.model import Model

FRICTION = 0.5  # of a foot on the ground: what is usual
#: of the mean force on a foot, what presses each at least: legs of other stiffness, and the errors
#: of their control, share the forces in another way
PRESSED = 0.3


@dataclass(frozen=True, eq=False)
class ContactMargins:
    """{foot: (N, 3)} forces of the ground in world axes, along a motion."""

    forces: dict[str, Array]

    @property
    def load(self) -> float:
        """The least force [N] that presses a foot on the ground."""
        return min(float(f[:, 2].min()) for f in self.forces.values())

    @property
    def friction(self) -> float:
        """The coefficient of friction that the feet need."""
        across = [np.hypot(f[:, 0], f[:, 1]) / f[:, 2] for f in self.forces.values()]
        return float(max(x.max() for x in across)) if self.load > 0 else float("inf")

    @property
    def stands(self) -> bool:
        return self.friction <= FRICTION and self.load >= PRESSED * self.mean

    @property
    def mean(self) -> float:
        """The mean force [N] that presses a foot on the ground."""
        return float(np.mean([f[:, 2].mean() for f in self.forces.values()]))

    def __str__(self) -> str:
        if self.load <= 0:
            return "a foot would lift"
        said = f"each foot is pressed on the ground by {self.load:.3g} N or more"
        slips = f", more than the usual {FRICTION:g}" if self.friction > FRICTION else ""
        light = f"; less than {PRESSED:g} of the mean" if self.load < PRESSED * self.mean else ""
        return f"{said} and needs friction of {self.friction:.2g}{slips}{light}"


def compute_contact_margins(
    model: Model, q: Array, qd: Array, qdd: Array, p: Array | None = None
) -> ContactMargins | None:
    """Of a robot that stands (see `standing`), along the motion (N, n) of its independent
    coordinates; None where the bodies of its file are not known, or other loops are in it. p:
    parameters of the model, where they are not those of the file."""
    robot = model.robot
    free = release_feet(robot)
    bodies = Model(free, [each.payload for each in model.layout.payloads], model.symmetric)
    known = bodies.nominal
    if p is not None:
        known[bodies.layout.inertial] = p[model.layout.inertial]
    if not free.is_tree or not np.isfinite(known).all():
        return None
    motion = close(robot, q, qd, qdd)
    order = [robot.coordinates.index(name) for name in free.actuated]
    all_q, all_qd, all_qdd = (x[:, order] for x in (motion.q, motion.qd, motion.qdd))
    base = [free.actuated.index(name) for name in free.base]
    b = bodies.inverse_dynamics(all_q, all_qd, all_qdd, known)[:, base]
    frames = list_feet(robot)
    J_b = [compute_jacobian(free, all_q, frame)[:, :3][:, :, base] for frame in frames]
    A = np.concatenate(J_b, axis=1).transpose(0, 2, 1)  # (N, 6, 3 feet)
    weight = np.tile([FRICTION**2, FRICTION**2, 1.0], len(frames))
    # f = W A' (A W A')^+ b; on fewer than three feet a force along their line is left open
    square = (A * weight) @ A.transpose(0, 2, 1)
    f = weight * np.einsum("kij,ki->kj", A, np.einsum("kij,kj->ki", np.linalg.pinv(square), b))
    return ContactMargins({x.name: f[:, 3 * k : 3 * k + 3] for k, x in enumerate(frames)})
