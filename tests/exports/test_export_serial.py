"""A tree in the place of a leg with a linkage: checked in MuJoCo."""

from __future__ import annotations

import re

import mujoco
import numpy as np
import pytest

import dynid as di
from ankle_help import ankle
from dynid.errors import InputError
from dynid.exports.identified_robot import load_identified
from dynid.exports.serial import fit_serial_equivalent, select_serial_joints

JOINTS = ("knee", "ankle_pitch", "ankle_roll")


@pytest.fixture(scope="module")
def leg(tmp_path_factory):
    path = tmp_path_factory.mktemp("leg") / "leg.xml"
    path.write_text(ankle())
    return path


@pytest.fixture(scope="module")
def written(leg):
    out = leg.with_name("serial.xml")
    return out, di.export(di.load_robot(leg), out, kind="serial")


def states(path, ranges):
    """Random states of the joints of the tree, within the stated range."""
    rng, n = np.random.default_rng(7), 300
    low, high = np.array([ranges.get(name, (-1.5, 1.5)) for name in JOINTS]).T
    return rng.uniform(low, high, (n, 3)), *(k * rng.normal(size=(n, 3)) for k in (2.0, 10.0))


def by_mujoco(path, names, q, qd, qdd):
    m = mujoco.MjModel.from_xml_path(str(path))
    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    d = mujoco.MjData(m)
    at = [m.joint(name).qposadr[0] for name in names]
    out = []
    for k in range(len(q)):
        d.qpos[at], d.qvel[at], d.qacc[at] = q[k], qd[k], qdd[k]
        mujoco.mj_inverse(m, d)
        out.append(d.qfrc_inverse[at].copy())
    return np.array(out)


def test_the_joints_that_carry_most_stay(leg):
    assert select_serial_joints(di.load_robot(leg)) == JOINTS


def test_torques_are_those_of_the_linkage_within_two_percent(leg, written):
    """MuJoCo's mj_inverse of both files: of the tree, and of the open linkage, whose forces G
    brings to the joints that stay."""
    out, said = written
    ranges = {
        name: (float(low), float(high))
        for name, low, high in re.findall(r"(\w+) (-?[\d.]+) \.\. (-?[\d.]+)", str(said))
    }
    assert set(ranges) == {"ankle_pitch", "ankle_roll"}
    assert min(high - low for low, high in ranges.values()) > 0.3
    q, qd, qdd = states(out, ranges)
    robot = di.load_robot(leg)
    robot = robot.replace(actuated=JOINTS, motors=robot.motors)
    whole = di.close(robot, q, qd, qdd)
    open_ = by_mujoco(leg, robot.coordinates, whole.q, whole.qd, whole.qdd)
    expected = np.einsum("cnk,kc->kn", whole.G, open_)
    error = by_mujoco(out, JOINTS, q, qd, qdd) - expected
    part = np.sqrt((error**2).mean(axis=0) / (expected**2).mean(axis=0))
    assert part.max() < 0.02
    stated = [float(x) / 100 for x in re.findall(r"(?:knee|pitch|roll) ([\d.]+) %", str(said))]
    np.testing.assert_allclose(stated, part, rtol=0.25, atol=5e-4)


def test_rotors_reflect_by_the_square_of_the_ratio(leg, written):
    """At home both cranks (5 cm) move the heels (4 cm) alike: 2 (4/5)^2 of a motor's armature, and
    of its damping, on each axis of the ankle."""
    tree = di.load_robot(written[0])
    ratio = 2 * (4 / 5) ** 2
    for name in ("ankle_pitch", "ankle_roll"):
        assert tree.joint(name).damping == pytest.approx(ratio * 0.05 + 0.01, rel=0.05)
        assert tree.joint(name).effort == pytest.approx(2 * 0.8 * 20.0)
    assert tree.joint("knee").damping == pytest.approx(0.2, rel=0.01)


def test_a_wider_range_costs_more(leg):
    done = load_identified(di.load_robot(leg))
    narrow, wide = (fit_serial_equivalent(done, within) for within in (0.1, 0.35))
    assert max(narrow.errors.values()) < 0.5 * max(wide.errors.values())
    assert wide.range["ankle_pitch"] == pytest.approx((-0.35, 0.35))


def test_dry_friction_is_reflected_too(tmp_path):
    path = tmp_path / "leg.xml"
    path.write_text(ankle(friction=0.05))
    joint = fit_serial_equivalent(load_identified(di.load_robot(path)), 0.2).robot.joint(
        "ankle_pitch"
    )
    # 0.04 (sign(pitch' + roll') + sign(pitch' - roll')): with roll' of 2 rad/s, half of it is dry,
    # half damps; at pitch' of 2 rad/s, it is 0.08 times the share of smaller roll'
    expected = 0.08 * 0.6827
    more = joint.damping - (2 * 0.64 * 0.05 + 0.01)
    assert joint.friction > 0.005
    assert joint.friction + 2.0 * more == pytest.approx(expected, rel=0.15)


@pytest.mark.parametrize(("within", "said"), [(-1.0, "above 0"), (3.0, "smaller range")])
def test_ranges_that_cannot_be(tmp_path, within, said):
    path = tmp_path / "leg.xml"
    path.write_text(re.sub(' range="[^"]*"', "", ankle()))
    with pytest.raises(InputError, match=said):
        fit_serial_equivalent(load_identified(di.load_robot(path)), within)


def test_a_tree_has_no_linkage():
    with pytest.raises(InputError, match="has no loops"):
        di.export(di.load_robot("pendulum"), "x.xml", kind="serial")
