"""MuJoCo's initial pose in exported files: the assembled one, in which nothing else changes."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from dynid.closed_chains.closed_home import close_home
from dynid.errors import LoopClosureError
from dynid.exports.mjcf_writer import write_mjcf, write_mjcf_text
from dynid.robot.builtin import BUILTIN
from dynid.robot.builtin.arms import arm7
from dynid.robot.chains import FREE, UNIVERSAL, chain
from dynid.robot.files.mjcf_reader import read_mjcf
from dynid.robot.geometry import inertial, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Body, Coupling, Joint
from mjcf_help import poses, residuals
from motion_help import PARALLEL

SHAPE = inertial(1.5, (0.05, 0.1, -0.02), (0.02, 0.03, 0.04))


def coupled_chains():
    """Six joints merged into one body and three into the next, skewed frames and offsets between
    them, couplings."""
    R = make_axis_rotation((1, 2, 3), 0.7)
    bodies = (
        *chain("brick", "world", "free", FREE, (0.1, 0.2, 0.3), R, SHAPE),
        Body(
            "lean", "brick", Joint("lean", "prismatic", (1, 1, 0), (0.3, 0, 0.1), R), massless=True
        ),
        Body(
            "spacer",
            "lean",
            Joint("stuck", "fixed", position=(0, 0.1, 0.2), rotation=R),
            massless=True,
        ),
        *chain("tail", "spacer", "hip", UNIVERSAL, (0.1, -0.2, 0.3), R.T, SHAPE),
    )
    home = dict(zip((b.joint.name for b in bodies if b.joint.moves), np.linspace(-1.1, 1.3, 9)))
    couplings = (
        Coupling("free.rx", "free.x", (0.3, -1.5, 0.25, 0.1, -0.7)),
        Coupling("hip.rx", "lean", (-0.4, 2.0)),
        Coupling("free.z", "hip.ry", (0.7,)),
    )
    return Robot("coupled", bodies, couplings=couplings, home=home)


def compiled(robot):
    model = mujoco.MjModel.from_xml_string(write_mjcf_text(robot))
    return model, mujoco.MjData(model)


@pytest.mark.parametrize("make", [coupled_chains, *(BUILTIN[name] for name in PARALLEL)])
def test_the_initial_pose_is_the_closed_home(make):
    robot = make()
    model, data = compiled(robot)
    assert dict(zip(robot.coordinates, close_home(robot))) == {
        n: model.joint(n).qpos0[0] for n in robot.coordinates
    }
    mujoco.mj_forward(model, data)
    assert np.abs(residuals(data)[0]).max() < 1e-12
    assert np.all(
        model.tendon_invweight0 > 1e-3
    )  # else MuJoCo makes its equality too hard to simulate


@pytest.mark.parametrize("make", [coupled_chains, *(BUILTIN[name] for name in PARALLEL)])
def test_coordinates_keep_their_meaning(make):
    robot = make()
    model, data = compiled(robot)
    rng = np.random.default_rng(0)
    for _ in range(5):
        q = dict(zip(robot.coordinates, rng.uniform(-2, 2, len(robot.coordinates))))
        for name, value in q.items():
            data.joint(name).qpos = value
        mujoco.mj_forward(model, data)
        T = poses(robot, q)
        for i in range(1, model.nbody):
            S = T[model.body(i).name]
            np.testing.assert_allclose(data.xpos[i], S[:3, 3], rtol=0, atol=1e-13)
            np.testing.assert_allclose(data.xmat[i], S[:3, :3].ravel(), rtol=0, atol=1e-13)
        mine = [q[c.joint] - np.polyval(c.coefficients[::-1], q[c.of]) for c in robot.couplings]
        rows = residuals(data)[0]
        np.testing.assert_allclose(rows[len(rows) - len(mine) :], mine, rtol=0, atol=1e-13)


def test_couplings_about_another_pose_are_read_back(tmp_path):
    robot = coupled_chains()
    write_mjcf(robot, tmp_path / "robot.xml")
    back = read_mjcf(tmp_path / "robot.xml")
    assert back.home == robot.home
    for mine, again in zip(robot.couplings, back.couplings, strict=True):
        np.testing.assert_allclose(again.coefficients, mine.coefficients, rtol=0, atol=1e-14)


def test_a_tree_starts_at_zero():
    robot = arm7().replace(home={name: 0.3 for name in arm7().coordinates})
    model, _ = compiled(robot)
    assert not model.qpos0.any()
    assert model.key("home").qpos.tolist() == [0.3] * 7


def test_loops_that_cannot_be_closed_are_refused():
    robot = BUILTIN["five_bar"]()
    (loop,) = robot.loops
    far = robot.replace(loops=(type(loop)("tip", loop.body_a, loop.body_b, (3, 0, 0), (9, 0, 0)),))
    with pytest.raises(LoopClosureError, match="loop 'tip' stays open by"):
        write_mjcf_text(far)
