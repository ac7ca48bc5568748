"""Measured logs as small fleets: each log a machine, models of its first seconds."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.fleet.fleet_logs import FleetLog

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

EFFECTS = (di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia())


def error(model, rest, p):
    left = model.inverse_dynamics(rest.q, rest.qd, rest.qdd, p) - rest.tau
    return 100 * np.linalg.norm(left) / np.linalg.norm(rest.tau)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("robot", "names", "seconds", "worst"),
    [
        ("kuka_lwr4", ("meas1", "meas2", "meas3"), 8.0, 1.3),
        ("kuka_kr300", ("A", "B", "C"), 5.0, 1.1),
    ],
)
def test_the_fleet_helps_or_does_little_harm(shared_data, robot, names, seconds, worst):
    """On the rest of the logs, against each log's own fit; in the mean it helps where one log alone
    shows too little (KR300)."""
    file = shared_data / robot / "robot.urdf"
    model = di.Model(di.load_robot(file), EFFECTS)
    logs = [FleetLog(str(shared_data / robot / f"{name}.csv"), name) for name in names]
    how = {"slow": "5%", "cutoff": 5.0, "between": (0.0, seconds)}
    study = di.Study.make(file, effects="viscous,coulomb,offset,rotor", **how)
    found = di.identify_fleet(study, logs)
    assert not found.failed
    ratios = []
    for log in logs:
        read = di.read_log(log.file)
        own = di.estimate(di.Problem(model, di.process(read, model, **how)), di.Consistent(draws=0))
        rest = di.process(
            read, model, cutoff=5.0, decimate=None, between=(seconds, float(read.t[-1]))
        )
        result = found[log.machine].result
        assert min(result.margins.values()) > -1e-9
        ratios.append(error(model, rest, result.p) / error(model, rest, own.p))
    assert max(ratios) < worst
    if robot == "kuka_kr300":
        assert np.mean(ratios) < 0.75
