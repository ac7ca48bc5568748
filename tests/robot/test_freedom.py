"""Freedoms, independent coordinates and closed homes of robots with loops, against MuJoCo."""

from __future__ import annotations

import warnings

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import close_home
from dynid.errors import IgnoredElementWarning, RobotError
from dynid.robot.degrees_of_freedom import count_freedom, find_closed_pose
from dynid.robot.loop_residuals import Closing

LINK = '<inertial pos=".2 0 .01" mass="1.3" diaginertia=".02 .03 .04"/>'
#: a four-bar with unequal links: crank .2, coupler .5, rocker .4, ground .45
FOUR_BAR = f"""
<mujoco><worldbody>
  <body name="crank"><joint name="crank" axis="0 1 0"/>{LINK}
    <body name="coupler" pos=".2 0 0"><joint name="elbow" axis="0 1 0"/>{LINK}</body></body>
  <body name="rocker" pos=".45 0 0"><joint name="rocker" axis="0 1 0"/>{LINK}</body>
</worldbody>
<equality><connect name="pin" site1="a" site2="b"/></equality>
<actuator>MOTORS</actuator></mujoco>
""".replace("</body></body>", '<site name="a" pos=".5 0 0"/></body></body>').replace(
    f'axis="0 1 0"/>{LINK}</body>\n</worldbody>',
    f'axis="0 1 0"/>{LINK}<site name="b" pos=".4 0 0"/></body>\n</worldbody>',
)
#: a pendulum that carries a rod with balls at both ends, whose other end hangs on a second one
ROD = f"""
<mujoco><worldbody>
  <body name="left"><joint name="left" axis="0 1 0"/>{LINK}
    <body name="rod" pos=".3 0 0"><joint name="ball" type="ball"/>
      <inertial pos="0 0 -.2" mass=".3" diaginertia=".01 .01 .001"/>
      <site name="a" pos="0 0 -.4"/></body></body>
  <body name="right" pos="0 .1 -.4"><joint name="right" axis="0 1 0"/>{LINK}
    <site name="b" pos=".3 -.05 0"/></body>
</worldbody>
<equality><connect name="pin" site1="a" site2="b"/></equality>
<actuator><motor joint="left"/></actuator></mujoco>
"""


def load(tmp_path, text, **how):
    path = tmp_path / "robot.xml"
    path.write_text(text)
    return path, di.load_robot(path, **how)


def freedoms_by_mujoco(path, robot):
    """nv - rank of MuJoCo's own Jacobian of the equalities, at our closed pose."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    values = dict(zip(robot.coordinates, close_home(robot)))
    for j in range(model.njnt):
        at, name = model.jnt_qposadr[j], model.joint(j).name
        if model.jnt_type[j] == mujoco.mjtJoint.mjJNT_BALL:
            quaternion = np.array([1.0, 0, 0, 0])
            for k, axis in enumerate(np.eye(3)):
                turn, product = np.zeros(4), np.zeros(4)
                mujoco.mju_axisAngle2Quat(turn, axis, values[f"{name}.r{'xyz'[k]}"])
                mujoco.mju_mulQuat(product, quaternion, turn)
                quaternion = product
            data.qpos[at : at + 4] = quaternion
        else:
            data.qpos[at] = values[name]
    model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
    mujoco.mj_forward(model, data)
    equalities = data.efc_type[: data.nefc] == mujoco.mjtConstraint.mjCNSTR_EQUALITY
    J = data.efc_J.reshape(data.nefc, model.nv)[equalities]
    assert np.abs(data.efc_pos[: data.nefc][equalities]).max() < 1e-8  # MuJoCo calls it closed too
    return model.nv - np.linalg.matrix_rank(J, tol=1e-8)


@pytest.mark.parametrize(
    ("motors", "independent", "said"),
    [
        ('<motor joint="rocker"/>', ("rocker",), None),
        ('<motor joint="rocker"/><motor joint="crank"/>', ("rocker",), "redundant motors"),
        ("", ("crank",), "found no motors; took crank"),
    ],
)
def test_independent_coordinates_are_chosen_motors_first(tmp_path, motors, independent, said):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        path, robot = load(tmp_path, FOUR_BAR.replace("MOTORS", motors))
    assert robot.actuated == independent
    assert [said in str(w.message) for w in heard] == ([] if said is None else [True])
    assert freedoms_by_mujoco(path, robot) == 1
    named = ("rocker", "crank") if "crank" in motors else independent
    assert robot.motors == named


def test_a_user_may_name_another_coordinate(tmp_path):
    _, robot = load(tmp_path, FOUR_BAR.replace("MOTORS", ""), actuated=("elbow",))
    assert robot.actuated == robot.motors == ("elbow",)


def test_a_floating_base_is_independent_but_has_no_motors(tmp_path):
    text = FOUR_BAR.replace("MOTORS", '<motor joint="crank"/>')
    text = text.replace(
        "<worldbody>", '<worldbody><body name="base"><freejoint name="root"/>' + LINK
    )
    text = text.replace("</worldbody>", "</body></worldbody>")
    with pytest.warns(
        IgnoredElementWarning, match="7 degrees of freedom, 1 motors: root.x, .* move freely"
    ):
        _, robot = load(tmp_path, text)
    assert robot.base == tuple(f"root.{k}" for k in ("x", "y", "z", "rx", "ry", "rz"))
    assert robot.actuated == (*robot.base, "crank")
    assert robot.motors == ("crank",)


def test_a_rod_that_only_spins_is_held(tmp_path):
    with pytest.warns(IgnoredElementWarning, match="held ball.rz: rods that only spin"):
        path, robot = load(tmp_path, ROD)
    assert freedoms_by_mujoco(path, robot) == 2  # the pendulum, and the spin
    assert robot.actuated == ("left",)
    assert [c.joint for c in robot.couplings] == ["ball.rz"]
    p = di.Model(robot).prior
    tau = di.Model(robot).inverse_dynamics([[0.1]], [[0.3]], [[0.2]], p)
    assert np.isfinite(tau).all()


def test_loops_without_motion_are_refused(tmp_path):
    text = FOUR_BAR.replace("MOTORS", "").replace(
        "</equality>", '<joint joint1="crank"/></equality>'
    )
    with pytest.raises(RobotError, match="its loops leave no motion"):
        load(tmp_path, text)


def test_a_pose_is_found_from_far_away_and_not_turned_over():
    """Legs of a platform that hangs far off; welds and hinges measured as angles."""
    robot = di.load_robot("stewart")
    home = np.array(close_home(robot))
    rng = np.random.default_rng(2)
    away = dict(zip(robot.coordinates, home + rng.uniform(-0.4, 0.4, len(home))))
    closing = Closing(robot.replace(home=away))
    q = find_closed_pose(closing)
    assert np.abs(closing(q)[0]).max() < 1e-9
    assert count_freedom(closing, q).count == 6


@pytest.mark.parametrize("name", ["delta4", "five_bar", "stewart", "prs3", "rps3"])
def test_jacobian_is_the_slope_of_the_equations(name):
    robot = di.load_robot(name)
    closing, q = Closing(robot), np.array(close_home(robot))
    h = 1e-6
    slope = [(closing(q + h * e)[0] - closing(q - h * e)[0]) / (2 * h) for e in np.eye(len(q))]
    np.testing.assert_allclose(closing(q)[1], np.array(slope).T, atol=1e-8)
    assert count_freedom(closing, q).count == robot.dof


@pytest.mark.parametrize(
    ("path", "independent", "motors"),
    [
        ("agility_cassie/cassie.xml", 20, 10),
        ("robotiq_2f85/2f85.xml", 3, 1),
        ("toddlerbot_2xc/toddlerbot_2xc.xml", 38, 30),
        ("ufactory_xarm7/xarm7.xml", 8, 8),
        ("four_bar_two_motors/four_bar_linkage.xml", 1, 2),
        ("anybotics_anymal_c/anymal_c.xml", 18, 12),
        ("parallel_5bar_linkage_iso6d/robot.urdf", 2, 2),
        ("parallel_digit_like/robot.urdf", 6, 6),
        ("parallel_digit_like_2legs/robot.urdf", 12, 12),
        ("parallel_talos_like/robot.urdf", 6, 6),
        ("parallel_robot_delta/robot.urdf", 2, 2),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_public_robots_load_close_and_give_base_parameters(
    shared_robots, path, independent, motors
):
    robot = di.load_robot(shared_robots / path)
    assert (robot.dof, len(robot.motors)) == (independent, motors)
    open_by = np.abs(Closing(robot)(np.array(close_home(robot)))[0])
    assert open_by.max(initial=0.0) < 1e-7
    assert di.base_parameters(di.Model(robot)).names
