"""robot.yaml beside a URDF: the same mechanism as MuJoCo's with the same numbers."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import close_home
from dynid.errors import RobotError
from urdf_help import joint, link

INERTIAL = (
    '<inertial><origin xyz=".2 0 .01"/><mass value="1.3"/>'
    '<inertia ixx=".02" iyy=".03" izz=".04"/></inertial>'
)
Y = '<axis xyz="0 1 0"/>'
PARTS = (
    *("<link name='ground'/>", *(link(n, INERTIAL) for n in ("crank", "coupler", "rocker"))),
    "<link name='a'/><link name='b'/>",
    joint("crank_joint", "ground", "crank", inside=Y),
    joint("elbow", "crank", "coupler", inside=f'<origin xyz=".2 0 0"/>{Y}'),
    joint("rocker_joint", "ground", "rocker", inside=f'<origin xyz=".45 0 0"/>{Y}'),
    joint("a_fixed", "coupler", "a", "fixed", inside='<origin xyz=".5 0 0"/>'),
    joint("b_fixed", "rocker", "b", "fixed", inside='<origin xyz=".4 0 0"/>'),
)
LINK = '<inertial pos=".2 0 .01" mass="1.3" diaginertia=".02 .03 .04"/>'
MJCF = f"""<mujoco><option gravity="0 0 -9.81"/><worldbody>
  <body name="crank"><joint name="crank_joint" axis="0 1 0"/>{LINK}
    <body name="coupler" pos=".2 0 0"><joint name="elbow" axis="0 1 0"/>{LINK}</body></body>
  <body name="rocker" pos=".45 0 0"><joint name="rocker_joint" axis="0 1 0"/>{LINK}</body>
</worldbody></mujoco>"""


def load(urdf, text):
    path = urdf(*PARTS)
    path.with_name("robot.yaml").write_text(text)
    return di.load_robot(path)


GOOD = "closed_loop: [[a, b]]\ntype: [3d]\nname_mot: [crank_joint]\n"


@pytest.mark.filterwarnings("ignore")
def test_torques_are_mujocos_projected_on_the_motor(urdf):
    robot = load(urdf, GOOD)
    assert robot.actuated == ("crank_joint",)
    model = mujoco.MjModel.from_xml_string(MJCF)
    data = mujoco.MjData(model)
    rng, own = np.random.default_rng(0), di.Model(robot)
    q0 = close_home(robot)[robot.coordinates.index("crank_joint")]
    q, qd, qdd = (
        q0 + rng.uniform(-0.2, 0.2, (5, 1)),
        rng.normal(size=(5, 1)),
        rng.normal(size=(5, 1)),
    )
    motion = di.close(robot, q, qd, qdd)
    tau = own.inverse_dynamics(q, qd, qdd, own.prior)
    for k in range(5):
        for name, values in (("qpos", motion.q), ("qvel", motion.qd), ("qacc", motion.qdd)):
            for j, coordinate in enumerate(robot.coordinates):
                getattr(data, name)[model.joint(coordinate).id] = values[k, j]
        mujoco.mj_inverse(model, data)
        force = [data.qfrc_inverse[model.joint(c).id] for c in robot.coordinates]
        assert tau[k, 0] == pytest.approx(float(motion.G[:, 0, k] @ force), rel=1e-9)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("closed_loop: [[a, b]]\ntype: [5d]\n", "expected type: 6d or 3d"),
        ("closed_loop: [[a]]\n", "expected closed_loop: pairs of names"),
        ("closed_loop: [[a, c]]\n", "names 'c', which is no link or joint"),
        (GOOD.replace("crank_joint", "motor"), "name_mot names motor, which are no moving joints"),
        ("closed_loop: [[a, b]\n", "cannot be read as YAML"),
        ("closed_loop: 3\n", "closed_loop: a list"),
        ("closed_loop: " + 5000 * "[", "brackets nested too deeply"),
        (f"{GOOD}joint_name: [elbow]\njoint_type: [ROPE]\n", "expected joint_type: SPHERICAL"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_bad_descriptions_are_refused(urdf, text, said):
    with pytest.raises(RobotError, match=said):
        load(urdf, text)


@pytest.mark.filterwarnings("ignore")
def test_a_yaml_about_something_else_is_left_alone(urdf):
    assert load(urdf, "controllers: [a, b]\n").is_tree
