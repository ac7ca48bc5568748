"""What diagnostics say of logs of real robots is true: see docs/check.md for why."""

from __future__ import annotations

import warnings

import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")

#: what is known of them: findings that must be there, and the only other ones that may be
KNOWN = {
    ("staubli_tx40", "traj1.csv"): ({"coupling"}, {"little motion"}),
    ("panda_gaz", "traj1.csv"): ({"stamps jitter"}, set()),
    ("kuka_lwr4", "meas1.csv"): (
        {"little motion", "filtered torques", "stamps jitter"},
        {"spring", "friction law", "times that differ"},
    ),
    ("kuka_lwr4", "meas2.csv"): (
        {"filtered torques", "stamps jitter"},
        {"little motion", "spring", "friction law", "times that differ"},
    ),
    ("kuka_lwr4", "meas3.csv"): (
        {"little motion", "filtered torques", "stamps jitter"},
        {"spring", "friction law", "times that differ"},
    ),
    ("kuka_kr300", "A.csv"): ({"little motion"}, {"spring", "friction law", "times that differ"}),
    ("kuka_kr300", "B.csv"): ({"little motion"}, {"spring", "friction law", "times that differ"}),
    ("kuka_kr300", "C.csv"): ({"little motion"}, {"spring", "friction law", "times that differ"}),
    ("ur10", "log.csv"): ({"filtered torques"}, {"friction law", "spring"}),
}
#: no mistakes: the robot has them, and the model lacks them, or the motion is poor
TRUE = {"coupling", "little motion"}


@pytest.mark.parametrize(("folder", "file"), KNOWN)
def test_real_logs(shared_data, folder, file):
    must, may = KNOWN[folder, file]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robot = di.load_robot(shared_data / folder / "robot.urdf")
        found = di.check(robot, di.read_log(shared_data / folder / file))
    kinds = {finding.kind for finding in found.findings}
    assert must <= kinds <= must | may, str(found)
    assert {finding.kind for finding in found.sure} <= TRUE, str(found)


def said(*words):
    done = CliRunner().invoke(app, ["check", *map(str, words)])
    assert done.exit_code == 1, done.output
    return done.stdout


def test_joints_that_the_log_does_not_have_are_to_be_locked(shared_data):
    folder = shared_data / "tiago"
    text = said(folder / "robot.urdf", folder / "log.csv")
    assert "--lock 'suspension_*,wheel_*,caster_*,head_*,gripper_finger_joint=0.002'" in text
    # true: its moments of inertia, 0.00156, 0.00598 and 0.00777, break the triangle inequality
    assert "impossible inertia (inertial of link 'arm_1_link')" in text
    assert text.count("certain: ") == 2


def test_currents_with_their_factors_are_read(shared_data):
    """The wrist's torques come in steps of 1 mA, some 4 % of what little they have."""
    folder = shared_data / "tiago"
    factors = {"torso_lift": 1, "arm_1": 13.6, "arm_2": 13.6, "arm_3": -8.7, "arm_4": -8.7}
    factors |= {f"arm_{k}": -20.6 for k in (5, 6, 7)}
    units = [word for name, x in factors.items() for word in ("--unit", f"tau_{name}_joint={x}")]
    locked = "suspension*,wheel*,caster*,head*,gripper*=0.01"
    words = ["--lock", locked, "--column", "tau=current_{j}", *units, "--quick"]
    text = said(folder / "robot.urdf", folder / "log.csv", *words)
    assert text.count("likely: quantisation") == 3
    assert all(f"tau_arm_{k}_joint). Its values come in steps of 0.0206" in text for k in (5, 6, 7))


def test_a_log_of_commands_is_refused_in_a_sentence(shared_data):
    folder = shared_data / "unitree_go2"
    text = said(folder / "robot.xml", folder / "log.csv")
    assert "it has positions of 12 joints, q_<joint>, but no torques: qcmd_<joint> are" in text
    assert text.count("certain: ") == 1
