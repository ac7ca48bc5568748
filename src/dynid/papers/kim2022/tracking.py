"""Kim 2022, section 2: what wrong parameters cost a controller that computes its torques."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.loops.kinematics import forward_kinematics
from dynid.papers.claims import Claim, Row
from dynid.papers.kim2022.comparison import Comparison
from dynid.papers.kim2022.delta import PASSIVE_36, lumped, path, rubbing_model
from dynid.simulation.controllers import ComputedTorque
from dynid.simulation.simulate import simulate

BANDWIDTHS = (25.0, 50.0)  # rad/s, of the controller's errors
SETTLED = 0.2  # s, after which the error counts


def tracking_rows(done: Comparison) -> list[Claim]:
    """The validation path, followed with torques computed from Table 1 and from what was
    identified."""
    given, identified = lumped(rubbing_model(), done.table_1), done.swarm.p
    errors = {w: (followed(given, w), followed(identified, w)) for w in BANDWIDTHS}
    told = "; ".join(f"{a:.2g} against {b:.2g} mm at {w:g} rad/s" for w, (a, b) in errors.items())
    return [
        Row("Sec. 2", "imprecise torques never track well").holds(
            "never",
            told,
            all(a > 3 * b for a, b in errors.values()),
            "RMS of the platform's place, computed torque with Table 1 and as identified;"
            " the robot was simulated with (36), and a higher bandwidth makes both smaller",
        )
    ]


def followed(p: Array, bandwidth: float) -> float:
    """RMS distance [mm] of the platform from the path, of a controller that takes p for true."""
    model, motion = rubbing_model(), path(2)
    drive = ComputedTorque(motion, bandwidth=bandwidth, model=model, p=p)
    log = simulate(model, lumped(model, PASSIVE_36), drive)
    assert log.truth is not None
    late = log.truth.t >= SETTLED
    wanted, reached = (
        forward_kinematics(model.robot, q[late])[:, :3, 3]
        for q in (motion.at(log.truth.t)[0], log.truth.q)
    )
    return float(1e3 * np.sqrt(((wanted - reached) ** 2).sum(axis=1).mean()))
