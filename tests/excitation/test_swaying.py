"""Motions for a robot that stands: its feet stay on the ground, in MuJoCo as well."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import dynid as di
from cli_help import dynid
from dynid.closed_chains.ground_contacts import hold_feet, list_feet, release_feet
from dynid.errors import InputError
from dynid.excitation.contact_limits import ContactMargins, compute_contact_margins
from quadruped_help import LEGS, STAND, quadruped, sway

FEET = [f"{leg}_foot" for leg in LEGS]
POSE = np.array([[0, 0, 0.2926, 0, 0, 0, *STAND * 4]])


@pytest.fixture(scope="module")
def dog(tmp_path_factory):
    path = tmp_path_factory.mktemp("dog") / "dog.xml"
    path.write_text(quadruped())
    return di.load_robot(path)


def test_forces_of_the_ground_balance_the_robot(dog):
    """At rest they carry its weight through its centre; the legs share it, none pulls."""
    stood = hold_feet(dog, FEET, POSE)
    assert [frame.name for frame in list_feet(stood)] == FEET
    assert release_feet(stood).actuated == dog.actuated
    found = compute_contact_margins(
        di.Model(stood, []), POSE[:, :6], 0 * POSE[:, :6], 0 * POSE[:, :6]
    )
    total = sum(found.forces.values())[0]
    mass = sum(np.asarray(b.inertia)[0] for b in dog.bodies if not b.massless)
    assert np.allclose(total, (0, 0, 9.81 * mass), atol=1e-9)
    assert found.stands
    assert 0.15 * total[2] < found.load < 0.25 * total[2]


def test_along_a_motion_they_are_mujocos_in_sum(dog):
    """Force and moment of all feet together, which do not depend on how the legs share them."""
    run = sway(quadruped(), 6.0)
    columns = run.columns(np.random.default_rng(0), 0.0)
    names = [f"base_{x}" for x in ("x", "y", "z", "qw", "qx", "qy", "qz")]
    around = {name: columns[name] for name in names}
    around |= {name: x for name, x in columns.items() if name.startswith("imu")}
    log = di.Log(run.joints, run.t, run.q, run.tau, around=around)
    stood = di.data.stand_on_feet(dog, FEET, log)
    data = di.process(log, di.Model(stood, []), 15.0)
    found = compute_contact_margins(data.model, data.q, data.qd, data.qdd)
    at = np.rint(data.t * 500).astype(int)
    force = sum(found.forces.values())
    places = {frame: run.point[frame][at] for frame in FEET}
    theirs = sum(run.force[foot][at] for foot in FEET)
    moment = sum(np.cross(places[foot], found.forces[foot]) for foot in FEET)
    their_moment = sum(np.cross(places[foot], run.force[foot][at]) for foot in FEET)
    inside = slice(100, -100)
    assert np.abs((force - theirs)[inside]).max() < 1.0  # N, of 149
    assert np.abs((moment - their_moment)[inside]).max() < 0.3  # Nm: feet of 4 mm, which yield


def test_lifting_and_slipping_are_said():
    up, across = np.array([[[0.0, 0.0, 20.0]], [[15.0, 0.0, 20.0]]])
    assert "lift" in str(ContactMargins({"a": up, "b": -up}))
    assert not ContactMargins({"a": across}).stands
    assert "0.75, more than the usual 0.5" in str(ContactMargins({"a": across}))


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_the_command_and_its_motion_in_mujoco(dog, tmp_path):
    """The designed angles, driven by position control: no foot lifts, none slips."""
    (tmp_path / "dog.xml").write_text(quadruped())
    alone = dynid("design", "dog.xml", "--search-time", "2", cwd=tmp_path)
    assert alone.returncode == 2
    assert "which no motor moves" in alone.stderr
    how = ("--contacts", ",".join(FEET), "--search-time", "3", "--effects", "none", "-o", "sway")
    done = dynid("design", "dog.xml", *how, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "feet: each foot is pressed on the ground" in done.stdout
    path = tmp_path / "sway" / "joints.csv"
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    head = path.read_text().splitlines()[0].split(",")
    assert head[1:13] == [f"q_{name}" for name in dog.motors]
    lead_in = di.excitation.load_trajectory(tmp_path / "sway" / "lead_in.csv")
    assert {*dog.motors} < {*lead_in.joints}
    at = [lead_in.joints.index(name) for name in dog.motors]
    assert np.abs(lead_in.q[0, at] - np.tile(STAND, 4)).max() < 1e-6
    assert np.abs(lead_in.q[-1, at] - table[0, 1:13]).max() < 1e-6
    yaml = (tmp_path / "sway" / "trajectory.yaml").read_text()
    assert yaml.splitlines()[1] == f"joint_names: {json.dumps(dog.motors)}"
    angles = CubicSpline(table[:, 0], table[:, 1:13])
    run = sway(quadruped(), table[-1, 0], wanted=(angles, angles.derivative()))
    assert np.ptp(run.q, axis=0).max() > 0.05
    for foot in FEET:
        assert run.force[foot][:, 2].min() > 1.0
        assert np.abs(run.point[foot] - run.point[foot].mean(axis=0)).max() < 0.01


def test_what_cannot_stand_is_said(dog):
    with pytest.raises(InputError, match="each foot once"):
        hold_feet(dog, ["FL_foot", "FL_foot"], POSE)
