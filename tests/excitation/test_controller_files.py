"""Designed motions in the language of controllers, read again and compared with the motion."""

from __future__ import annotations

import re

import numpy as np
import pytest

import dynid as di
from dynid.errors import InputError
from dynid.excitation import SampledTrajectory
from dynid.excitation.controller_files import (
    FRANKA_LIMITS,
    UR_RATE,
    compute_peaks,
    write_franka_table,
    write_urscript,
)


def make_motion(joints, size=0.4, seconds=4.0, rest=True):
    """A bump that starts and ends at rest to the third derivative, and its analytic peaks."""
    t = np.linspace(0.0, seconds, int(400 * seconds) + 1)
    x = t / seconds
    s = 256 * x**4 * (1 - x) ** 4 if rest else np.sin(2 * np.pi * x)
    names = tuple(f"joint{k}" for k in range(joints))
    return SampledTrajectory(names, t, size * np.outer(s, np.linspace(1.0, 0.3, joints)) + 0.2)


def read_urscript(text):
    """The poses of a program: that of movej, and those of servoj."""
    pattern = r"^  (movej|servoj)\(\[(.*?)\], (.*)\)$"
    found = re.findall(pattern, text, re.M)
    assert [name for name, _, _ in found].count("movej") == 1
    assert {end for name, _, end in found if name == "servoj"} == {
        "t=0.008, lookahead_time=0.03, gain=1000"
    }
    return np.array([[float(x) for x in row.split(",")] for _, row, _ in found])


def test_urscript_has_the_motion_and_the_way_in():
    motion = make_motion(6)
    way = SampledTrajectory(motion.joints, [0.0, 2.0], np.vstack([np.zeros(6), motion.q[0]]))
    text = write_urscript(motion, way)
    q = read_urscript(text)
    wanted = np.vstack([way.sample(UR_RATE)[1][:-1], motion.sample(UR_RATE)[1]])
    np.testing.assert_allclose(q, wanted, rtol=0, atol=1e-9)
    assert text.startswith("def dynid_motion():")
    assert text.index("popup(") < text.index("movej(") < text.index("servoj(")
    with pytest.raises(InputError, match="URScript is for 6 joints, got 7"):
        write_urscript(make_motion(7))


def test_frankas_table_is_checked_by_differences():
    motion = make_motion(7)
    text = write_franka_table(motion)
    rows = text.splitlines()
    assert rows[0] == ",".join(motion.joints)
    q = np.array([[float(x) for x in row.split(",")] for row in rows[1:]])
    t, wanted, qd, _ = motion.sample(1000.0)
    assert len(q) == len(t) == 4001
    np.testing.assert_allclose(q, wanted, rtol=0, atol=1e-11)
    peaks = compute_peaks(q, 1000.0)
    np.testing.assert_allclose(peaks["speed"], np.abs(qd).max(axis=0), rtol=1e-3)
    curve = 0.4 * np.linspace(1.0, 0.3, 7)
    x = np.linspace(0, 1, 100001)
    s = np.polynomial.Polynomial([0, 1, -1]) ** 4 * 256
    np.testing.assert_allclose(
        peaks["jerk"], curve * np.abs(s.deriv(3)(x)).max() / 4.0**3, rtol=2e-2
    )


def test_what_franka_would_refuse_is_refused():
    with pytest.raises(InputError, match="'joint0': the motion has a speed of"):
        write_franka_table(make_motion(7, size=3.0, seconds=2.0))
    with pytest.raises(InputError, match=r"jerk|acceleration"):
        write_franka_table(make_motion(7, rest=False))
    assert all(len(limits) == 7 for limits in FRANKA_LIMITS.values())


def test_design_writes_them(tmp_path):
    study = di.Study("six_dof")
    from dynid.study.motion_design import DesignOptions

    options = DesignOptions(
        starts=1, harmonics=2, search_time=None, rate=100.0, iterations=5, controller="ur"
    )
    done = study.design(options, output=tmp_path / "out")
    assert tmp_path / "out" / "trajectory.script" in done.written
    q = read_urscript((tmp_path / "out" / "trajectory.script").read_text())
    motion = done.excitation.trajectory
    np.testing.assert_allclose(q[-1], motion.at([motion.duration])[0][0], rtol=0, atol=1e-6)
