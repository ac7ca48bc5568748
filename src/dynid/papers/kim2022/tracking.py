"""Kim 2022, section 2: what wrong parameters cost a controller that computes its torques."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.kinematics import forward_kinematics
from dynid.papers.claims import Claim, Row
from dynid.papers.kim2022.kim_comparison import MethodComparison
from dynid.papers.kim2022.kim_delta import PASSIVE_36, expand_lumped, make_path, make_rubbing_model
from dynid.simulation.controllers import ComputedTorque
from dynid.simulation.simulation_run import simulate

BANDWIDTHS = (25.0, 50.0)  # rad/s, of the controller's errors
SETTLED = 0.2  # s, after which the error counts


def check_tracking(done: MethodComparison) -> list[Claim]:
    """The validation path, followed with torques computed from Table 1 and from what was
    identified."""
    given, identified = expand_lumped(make_rubbing_model(), done.table_1), done.swarm.p
    errors = {w: (measure_tracking(given, w), measure_tracking(identified, w)) for w in BANDWIDTHS}
    told = "; ".join(f"{a:.2g} against {b:.2g} mm at {w:g} rad/s" for w, (a, b) in errors.items())
    return [
        Row("Sec. 2", "imprecise torques never track well").judge_statement(
            "never",
            told,
            all(a > 3 * b for a, b in errors.values()),
            "RMS of the platform's place, computed torque with Table 1 and as identified;"
            " the robot was simulated with (36), and a higher bandwidth makes both smaller",
        )
    ]


def measure_tracking(p: Array, bandwidth: float) -> float:
    """RMS distance [mm] of the platform from the path, of a controller that takes p for true."""
    model, motion = make_rubbing_model(), make_path(2)
    drive = ComputedTorque(motion, bandwidth=bandwidth, model=model, p=p)
    log = simulate(model, expand_lumped(model, PASSIVE_36), drive)
    assert log.truth is not None
    late = log.truth.t >= SETTLED
    wanted, reached = (
        forward_kinematics(model.robot, q[late])[:, :3, 3]
        for q in (motion.at(log.truth.t)[0], log.truth.q)
    )
    return float(1e3 * np.sqrt(((wanted - reached) ** 2).sum(axis=1).mean()))
