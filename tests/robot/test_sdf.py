"""SDF files: the same torques as Pinocchio's of the same robot in URDF, loops as MuJoCo's."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import numpy as np
import pinocchio as pin
import pytest

import dynid as di
from dynid.closed_chains.closed_home import close_home
from dynid.errors import RobotError
from dynid.robot.degrees_of_freedom import count_freedom
from dynid.robot.geometry import compute_rpy, make_rpy_rotation
from dynid.robot.loop_residuals import Closing
from urdf_help import numbers, pinocchio_q, random_urdf

#: what a link without <inertial> has in URDF; in SDF it would weigh 1 kg
NOTHING = (
    "<inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>"
)
ON_GROUND = '<joint name="ground" type="fixed"><parent>world</parent><child>{}</child></joint>'


def pose_text(T, relative=""):
    rpy = compute_rpy(T[:3, :3])
    to = f' relative_to="{relative}"' if relative else ""
    return f"<pose{to}>{numbers(T[:3, 3])} {numbers(rpy)}</pose>"


def origin(element):
    T = np.eye(4)
    found = None if element is None else element.find("origin")
    if found is not None:
        T[:3, 3] = [float(x) for x in found.get("xyz").split()]
        T[:3, :3] = make_rpy_rotation(*(float(x) for x in found.get("rpy").split()))
    return T


def sdf_of(urdf, rng):
    """The same robot, every link's frame somewhere else than its joint's."""
    root = fromstring(urdf)
    joints = {j.find("child").get("link"): j for j in root.findall("joint")}
    at, text = {}, ""
    for link in root.findall("link"):
        name = link.get("name")
        joint = joints.get(name)
        before = np.eye(4) if joint is None else at[joint.find("parent").get("link")]
        at[name] = before @ origin(joint)
        off = np.eye(4)
        off[:3, :3], off[:3, 3] = make_rpy_rotation(*rng.uniform(-3, 3, 3)), rng.normal(size=3)
        inertial = link.find("inertial")
        inside = NOTHING
        if inertial is not None:
            tensor = "".join(f"<{k}>{v}</{k}>" for k, v in inertial.find("inertia").attrib.items())
            inside = (
                f"<inertial>{pose_text(np.linalg.inv(off) @ origin(inertial))}<mass>"
                f"{inertial.find('mass').get('value')}</mass><inertia>{tensor}</inertia></inertial>"
            )
        text += f'<link name="{name}">{pose_text(at[name] @ off)}{inside}</link>'
        if joint is not None:
            axis = joint.find("axis")
            xyz = "" if axis is None else f"<axis><xyz>{axis.get('xyz')}</xyz></axis>"
            text += (
                f'<joint name="{joint.get("name")}" type="{joint.get("type")}">'
                f"{pose_text(np.linalg.inv(off), name)}"
                f"<parent>{joint.find('parent').get('link')}</parent><child>{name}</child>"
                f"{xyz}</joint>"
            )
    text += ON_GROUND.format("link0")
    return f'<sdf version="1.9"><model name="tree">{text}</model></sdf>'


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.filterwarnings("ignore")
def test_torques_are_pinocchios_of_the_same_robot_in_urdf(tmp_path, seed):
    urdf, rng = random_urdf(seed), np.random.default_rng(seed)
    (tmp_path / "r.urdf").write_text(urdf)
    (tmp_path / "r.sdf").write_text(sdf_of(urdf, rng))
    robot = di.load_robot(tmp_path / "r.sdf")
    other = pin.buildModelFromUrdf(str(tmp_path / "r.urdf"))
    zeros = np.zeros(10)
    p = np.concatenate([zeros if b.inertia is None else b.inertia for b in robot.bodies])
    model = di.Model(robot)
    for _ in range(3):
        q, qd, qdd = rng.uniform(-2, 2, (3, robot.dof))
        tau = model.inverse_dynamics(q[None], qd[None], qdd[None], p)[0]
        at = [other.joints[other.getJointId(name)].idx_v for name in robot.actuated]
        v, a = np.zeros(other.nv), np.zeros(other.nv)
        v[at], a[at] = qd, qdd
        values = dict(zip(robot.actuated, q))
        want = pin.rnea(other, other.createData(), pinocchio_q(other, values), v, a)[at]
        np.testing.assert_allclose(tau, want, rtol=1e-9, atol=1e-9)


FOUR_BAR = """<sdf version="1.9"><model name="bar">
<link name="crank"><inertial><mass>1</mass></inertial></link>
<link name="coupler"><pose>.2 0 0 0 0 0</pose></link>
<link name="rocker"><pose>.45 0 0 0 -1.7 0</pose></link>
<joint name="a" type="revolute"><parent>world</parent><child>crank</child>
  <axis><xyz>0 1 0</xyz></axis></joint>
<joint name="b" type="revolute"><parent>crank</parent><child>coupler</child>
  <axis><xyz>0 1 0</xyz></axis></joint>
<joint name="c" type="revolute"><parent>world</parent><child>rocker</child>
  <axis><xyz>0 1 0</xyz></axis></joint>
<joint name="d" type="TYPE"><pose>.4 0 0 0 0 0</pose><parent>coupler</parent><child>rocker</child>
  <axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>"""


@pytest.mark.parametrize(("kind", "closes"), [("revolute", "axis"), ("ball", "point")])
@pytest.mark.filterwarnings("ignore")
def test_a_joint_whose_child_hangs_already_closes_a_loop(tmp_path, kind, closes):
    path = tmp_path / "bar.sdf"
    path.write_text(FOUR_BAR.replace("TYPE", kind))
    robot = di.load_robot(path)
    assert [loop.kind for loop in robot.loops] == [closes]
    closing, q = Closing(robot), np.array(close_home(robot))
    np.testing.assert_allclose(q, 0.0, atol=1e-12)  # SDF's own pose is assembled
    assert count_freedom(closing, q).count == robot.dof == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("TYPE", "gearbox", "got type 'gearbox', expected one of"),
        ("TYPE", "screw", "'d' of type 'screw' closes a loop; expected one of"),
        ("<child>rocker</child>", "<child>stone</child>", "has the child 'stone'"),
        ("<mass>1<", "<mass>much<", "<mass>: got 'much', expected one number"),
        (".45 0 0", "1e999 0 0", "expected 6 numbers"),
        ("<xyz>0 1 0", "<xyz>0 0 0", "got the zero axis"),
        ("<pose>.45", "<pose relative_to='d'>.45", "'rocker', 'd' refer to each other|in a cycle"),
        ("<child>crank<", "<child>world<", "joins 'world' with itself"),
        ("</model>", "<link name='crank'/></model>", "link named twice: crank"),
        ('version="1.9"', 'version="1.2"', "version before 1.3"),
        (">.2 0 0 0 0 0<", ">.2 0 zero<", "expected 6 numbers"),
        ('type="revolute"', 'type="gearbox"', "got type 'gearbox'"),
    ],
)
def test_bad_files_are_refused_with_the_file_named(tmp_path, old, new, said):
    path = tmp_path / "bar.sdf"
    path.write_text(FOUR_BAR.replace(old, new).replace("TYPE", "revolute"))
    with pytest.raises(RobotError, match=rf"bar\.sdf: .*{said}"):
        di.load_robot(path)
