"""Random trees, and the same tree as a Pinocchio model: the oracle for everything without loops."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from scipy.spatial.transform import Rotation

from dynid.robot.geometry import inertial
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Joint


def random_inertia(rng: np.random.Generator) -> np.ndarray:
    """Of a cloud of points: an inertia that a body can have."""
    points = rng.normal(size=(6, 3)) * 0.2 + rng.normal(size=3) * 0.1
    masses = rng.uniform(0.1, 1.0, size=6)
    return sum(inertial(m, x) for m, x in zip(masses, points))


def random_tree(n: int, seed: int, prismatic: float = 0.25, branching: float = 0.4) -> Robot:
    """n bodies with skew axes; some joints slide, some bodies hang on an ancestor of the last one
    (depth first, as
    Pinocchio wants its joints)."""
    rng = np.random.default_rng(seed)
    bodies, parent = [], [-1] * n
    for k in range(n):
        back = k - 1
        while back >= 0 and rng.random() < branching:
            back = parent[back]
        parent[k] = back
        kind = "prismatic" if rng.random() < prismatic else "revolute"
        joint = Joint(
            f"q{k}",
            kind,
            axis=rng.normal(size=3),
            position=0.3 * rng.normal(size=3),
            rotation=Rotation.random(random_state=rng.integers(1 << 31)).as_matrix(),
        )
        bodies.append(Body(f"b{k}", f"b{back}" if back >= 0 else WORLD, joint, random_inertia(rng)))
    return Robot(f"tree{n}", tuple(bodies), gravity=(0.3, -0.2, -9.7))


def pinocchio_of(robot: Robot) -> tuple[pin.Model, pin.Data]:
    model = pin.Model()
    model.gravity.linear = np.array(robot.gravity)
    ids = {WORLD: 0}
    for body in robot.bodies:
        joint, axis = body.joint, np.asarray(body.joint.axis)
        turns = joint.kind in ("revolute", "continuous")
        motion = (
            pin.JointModelRevoluteUnaligned(axis)
            if turns
            else pin.JointModelPrismaticUnaligned(axis)
        )
        placement = pin.SE3(np.asarray(joint.rotation), np.asarray(joint.position))
        ids[body.name] = model.addJoint(ids[body.parent], motion, placement, joint.name)
        if body.inertia is not None:
            inertia = pin.Inertia.FromDynamicParameters(np.array(body.inertia))
            model.appendBodyToJoint(ids[body.name], inertia, pin.SE3.Identity())
    return model, model.createData()


def random_motion(n: int, samples: int, seed: int = 0) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(samples, n)) * scale for scale in (1.0, 2.0, 5.0)]


def pinocchio_regressor(model: pin.Model, data: pin.Data, q, qd, qdd) -> np.ndarray:
    """(N, n, 10 n); Pinocchio drops the dimension of a single joint."""
    each = [pin.computeJointTorqueRegressor(model, data, *x).copy() for x in zip(q, qd, qdd)]
    return np.reshape(each, (len(q), model.nv, 10 * model.nv))


def relative(a: np.ndarray, b: np.ndarray) -> float:
    """Largest difference, against the largest entry of b."""
    return float(np.abs(a - b).max() / np.abs(b).max())
