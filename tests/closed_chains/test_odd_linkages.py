"""Linkages at the edge: near a singular pose, pressed against a limit, almost special, hardly held
by their motors."""

from __future__ import annotations

import re

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import close_home, make_follower_at_home
from dynid.errors import IgnoredElementWarning
from dynid.model.random_states import draw_random_states

FIVE_BAR = """<mujoco model="five"><compiler angle="radian" autolimits="true"/><worldbody>
  <body name="left_crank" pos="-0.1 0 0"><joint name="left" axis="0 1 0"/>
    <inertial pos="0.12 0 0" mass="0.8" diaginertia="1e-4 4e-3 4e-3"/>%s
    <body name="left_coupler" pos="0.25 0 0"><joint name="left_elbow" axis="0 1 0"/>
      <inertial pos="0.17 0 0" mass="0.5" diaginertia="1e-4 5e-3 5e-3"/>
      <site name="tip_left" pos="0.35 0 0"/></body></body>
  <body name="right_crank" pos="0.1 0 0"><joint name="right" axis="0 1 0"/>
    <inertial pos="0.12 0 0" mass="0.8" diaginertia="1e-4 4e-3 4e-3"/>
    <body name="right_coupler" pos="0.25 0 0"><joint name="right_elbow" axis="0 1 0"/>
      <inertial pos="0.17 0 0" mass="0.5" diaginertia="1e-4 5e-3 5e-3"/>
      <site name="tip_right" pos="0.35 0 0"/></body></body></worldbody>
  <equality><connect name="tip" site1="tip_left" site2="tip_right"/></equality>
  <actuator>%s</actuator><keyframe><key name="home" qpos="%s"/></keyframe></mujoco>"""
BOTH = '<motor joint="left"/><motor joint="right"/>'


def saved(tmp_path, text):
    path = tmp_path / "linkage.xml"
    path.write_text(text)
    return path


def test_states_spread_though_home_is_almost_singular(tmp_path):
    """Both couplers nearly stretched: the margin at home is small, the workspace is not."""
    home = "-3.09 3.05 -0.05 3.23"
    robot = di.load_robot(saved(tmp_path, FIVE_BAR % ("", BOTH, home)))
    assert make_follower_at_home(robot, robot.actuated).margin < 0.15
    far, near = (draw_random_states(robot, 200, seed)[0] for seed in (0, 1))
    for q in (far, near):
        assert q.std(axis=0).min() > 0.25
        assert di.close(robot, q).margin.min() > 0.005


@pytest.mark.parametrize("motor", ["left", "right"])
def test_a_spring_that_presses_a_joint_against_its_limit_holds_it_there(tmp_path, motor):
    """One motor, two freedoms: the other crank's spring turns one way, and the elbow's limit on
    that side, not the other, stops it."""
    text = FIVE_BAR % ("", f'<motor joint="{motor}"/>', "-2.0 1.05 -1.14 -1.05")
    other = "right" if motor == "left" else "left"
    text = text.replace(f'name="{other}"', f'name="{other}" stiffness="0.1" springref="1"')
    free = []
    at = dict(zip(*_home(tmp_path, text)))[f"{other}_elbow"]
    for ends in ((at - 1.0, at), (at, at + 1.0)):
        limited = text.replace(
            f'name="{other}_elbow"', f'name="{other}_elbow" range="{ends[0]!r} {ends[1]!r}"'
        )
        with pytest.warns(IgnoredElementWarning, match="move freely"):
            free += di.load_robot(saved(tmp_path, limited)).free
    assert sorted(free) == sorted([other, f"{other}_elbow"])


def _home(tmp_path, text):
    with pytest.warns(IgnoredElementWarning, match="move freely"):
        robot = di.load_robot(saved(tmp_path, text))
    return robot.coordinates, close_home(robot).tolist()


def test_an_almost_special_linkage_gets_parameters_and_a_warning(tmp_path):
    """Parallelograms, one exact and each other off by some powers of ten: no gap between what acts
    and what does not."""
    parts, pins, motors = "", "", ""
    for k, off in enumerate((0.0, 1e-3, 1e-5, 1e-7, 1e-9)):
        parts += f"""<body name="a{k}" pos="{k} 0 0"><joint name="m{k}" axis="0 1 0"/>
          <inertial pos=".02 0 .1" mass="1" diaginertia=".01 .01 .01"/>
          <body name="b{k}" pos="0 0 .2"><joint name="p{k}" axis="0 1 0"/>
            <inertial pos=".1 0 .03" mass=".7" diaginertia=".01 .02 .01"/>
            <site name="e{k}" pos=".3 0 0"/></body></body>
          <body name="c{k}" pos="{k + 0.3} 0 0"><joint name="r{k}" axis="0 1 0"/>
            <inertial pos=".01 0 .09" mass=".9" diaginertia=".01 .01 .01"/>
            <site name="f{k}" pos="0 0 {0.2 + off}"/></body>"""
        pins += f'<connect name="l{k}" site1="e{k}" site2="f{k}"/>'
        motors += f'<motor joint="m{k}"/>'
    text = (
        f"<mujoco><worldbody>{parts}</worldbody><equality>{pins}</equality>"
        f"<actuator>{motors}</actuator></mujoco>"
    )
    model = di.Model(di.load_robot(saved(tmp_path, text)))
    with pytest.warns(IgnoredElementWarning, match="which parameters act is not clear"):
        base = di.base_parameters(model)
    states = draw_random_states(model.robot, 50, seed=9)
    Y = model.regressor(*states)
    tau = Y @ model.prior
    left = tau - Y[:, :, base.independent] @ base.compute_theta(model.prior)
    assert np.abs(left).max() < 1e-3 * np.abs(tau).max()


def test_torques_that_cannot_hold_the_robot_are_set_aside_and_said(tmp_path):
    """Files of exporters say 1 where nobody filled it in."""
    weak = re.sub("<motor ", '<motor ctrlrange="-.01 .01" ', BOTH)
    model = di.Model(di.load_robot(saved(tmp_path, FIVE_BAR % ("", weak, "-2.0 1.05 -1.14 -1.05"))))
    assert model.robot.joint("left").effort == 0.01
    arguments = {"starts": 1, "iterations": 2}
    found = di.design_excitation(model, di.Fourier(5.0, 2), di.Limits(), **arguments)
    assert "so they are not kept: left 0.01, right 0.01" in " ".join(found.notes)
    assert np.isfinite(found.value)
    with pytest.raises(di.errors.DynidError, match="no pose at rest keeps all limits"):
        di.design_excitation(model, di.Fourier(5.0, 2), di.Limits(torque=0.01), **arguments)
