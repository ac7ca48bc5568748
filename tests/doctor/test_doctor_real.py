"""What the doctor says of logs of real robots is true."""

from __future__ import annotations

import warnings

import pytest

import dynid as di

#: what is known of them: findings that must be there, and the only ones that may be sure
KNOWN = {
    ("staubli_tx40", "traj1.csv"): ({"coupling"}, {"coupling", "little motion"}),
    ("panda_gaz", "traj1.csv"): ({"stamps jitter"}, set()),
    ("kuka_lwr4", "meas1.csv"): ({"little motion", "filtered torques"}, {"little motion"}),
    ("kuka_kr300", "A.csv"): ({"little motion"}, {"little motion"}),
    ("ur10", "log.csv"): ({"filtered torques"}, set()),
}


@pytest.mark.parametrize(("folder", "file"), KNOWN)
def test_real_logs(shared_data, folder, file):
    must, may = KNOWN[folder, file]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robot = di.load_robot(shared_data / folder / "robot.urdf")
        found = di.check(robot, di.read_log(shared_data / folder / file))
    assert must <= {finding.kind for finding in found.findings}, str(found)
    assert {finding.kind for finding in found.sure} <= may, str(found)
