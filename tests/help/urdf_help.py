"""URDF texts, and the comparison of a Robot with Pinocchio's model of the same file."""

from __future__ import annotations

import warnings

import numpy as np
import pinocchio as pin

from dynid.errors import IgnoredElementWarning
from dynid.robot.files.urdf_reader import read_urdf

BOX = '<inertia ixx="0.3" ixy="0.01" ixz="-0.02" iyy="0.25" iyz="0.03" izz="0.2"/>'
TENSOR = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
LIMIT = '<limit lower="-1.5" upper="2.5" velocity="3" effort="40"/>'


def inertial_text(mass=1.5, origin='<origin xyz="0.1 -0.2 0.3" rpy="0.4 0.5 -0.6"/>', tensor=BOX):
    return f'<inertial>{origin}<mass value="{mass}"/>{tensor}</inertial>'


def link(name, inside=""):
    return f'<link name="{name}">{inside}</link>'


def joint(name, parent, child, kind="revolute", inside='<axis xyz="0 0 1"/>' + LIMIT):
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child'
        f' link="{child}"/>{inside}</joint>'
    )


def numbers(values):
    return " ".join(repr(float(v)) for v in values)


def random_urdf(seed: int) -> str:
    """A branched tree of twelve links: all simple joints, skew axes, rotated inertials, some links
    without any."""
    rng = np.random.default_rng(seed)
    parts = [link("link0", inertial_text())]
    for k in range(1, 13):
        # the first joint moves, then one in three is fixed
        kind = ("revolute", "continuous", "prismatic", "fixed", "fixed", "revolute")[
            k % 6 if k > 1 else 0
        ]
        A = rng.normal(size=(3, 3))
        I = (
            np.trace(A @ A.T) * np.eye(3) - A @ A.T
        )  # of a cloud of points: a tensor that a body can have
        tensor = "".join(f' {n}="{float(x)!r}"' for n, x in zip(TENSOR, I[np.triu_indices(3)]))
        origin = (
            f'<origin xyz="{numbers(rng.normal(size=3))}" rpy="{numbers(rng.uniform(-3, 3, 3))}"/>'
        )
        place = (
            f'<origin xyz="{numbers(rng.normal(size=3))}" rpy="{numbers(rng.uniform(-3, 3, 3))}"/>'
        )
        axis = f'<axis xyz="{numbers(rng.normal(size=3))}"/>' if kind != "fixed" else ""
        body = (
            inertial_text(rng.uniform(0.1, 9), origin, f"<inertia{tensor}/>")
            if rng.random() < 0.8
            else ""
        )
        parts.append(link(f"link{k}", body))
        limit = LIMIT if kind in ("revolute", "prismatic") else ""
        parts.append(
            joint(
                f"j{k}",
                f"link{rng.integers(max(0, k - 4), k)}",
                f"link{k}",
                kind,
                place + axis + limit,
            )
        )
    return f'<robot name="tree">{"".join(parts)}</robot>'


def pinocchio_q(model, values):
    """Pinocchio's configuration, which holds (cos, sin) for a continuous joint."""
    q = pin.neutral(model)
    for name, value in values.items():
        j = model.joints[model.getJointId(name)]
        q[j.idx_q : j.idx_q + j.nq] = value if j.nq == 1 else (np.cos(value), np.sin(value))
    return q


def assert_inertias_agree(robot, model):
    for body in robot.bodies:
        theirs = model.inertias[model.getJointId(body.joint.name)].toDynamicParameters()
        ours = np.zeros(10) if body.inertia is None else np.asarray(body.inertia)
        np.testing.assert_allclose(
            ours, theirs, rtol=0, atol=1e-12 * max(np.abs(theirs).max(), 1e-300)
        )


def assert_poses_agree(robot, model, poses, given, values):
    """Bodies, and links kept as frames, in the same places, for the coordinates `given` to
    Pinocchio."""
    data = model.createData()
    pin.framesForwardKinematics(model, data, pinocchio_q(model, given))
    ours = poses(robot, values)
    for body in robot.bodies:
        theirs = data.oMi[model.getJointId(body.joint.name)].homogeneous
        np.testing.assert_allclose(ours[body.name], theirs, rtol=0, atol=1e-12)
    for frame in robot.frames:
        place = pin.SE3(np.array(frame.rotation), np.array(frame.position)).homogeneous
        theirs = data.oMf[model.getFrameId(frame.name, pin.FrameType.BODY)].homogeneous
        np.testing.assert_allclose(ours[frame.body] @ place, theirs, rtol=0, atol=1e-12)


def assert_like_pinocchio(path, poses):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IgnoredElementWarning)
        robot = read_urdf(path)
    model = pin.buildModelFromUrdf(str(path))
    assert sorted(robot.coordinates) == sorted(model.names[1:])
    links = {f.name for f in model.frames if f.type == pin.FrameType.BODY}
    assert {b.name for b in robot.bodies} | {f.name for f in robot.frames} == links - {"world"}
    assert_inertias_agree(robot, model)
    for q in np.random.default_rng(0).uniform(-2, 2, (3, len(robot.coordinates))):
        values = dict(zip(robot.coordinates, q))
        assert_poses_agree(robot, model, poses, values, values)
    return robot
