"""Robots written as USD, read by OpenUSD (usd-core: `make test-readers`): the torques of what it
reads are the robot's, to the single precision of UsdPhysics."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.errors import InputError, RobotError
from dynid.exports.mjcf_loops import compute_poses
from dynid.exports.sdf_writer import compute_zero
from dynid.exports.usd_writer import make_identifier
from dynid.robot.geometry import inertial, make_quaternion_rotation
from export_help import full_parameters, result_of
from urdf_help import random_urdf

SINGLE = 5e-7  # of the largest torque: single precision, through chains of ten joints


@pytest.fixture
def pxr():
    return pytest.importorskip("pxr", reason="needs usd-core: make test-readers")


def identify_tree(seed, tmp_path):
    source = tmp_path / "tree.urdf"
    source.write_text(random_urdf(seed))
    effects = [di.Viscous(), di.Coulomb(), di.RotorInertia()]
    model = di.Model(di.load_robot(source), effects)
    return model, full_parameters(model, seed)


def open_stage(path):
    from pxr import Usd

    return Usd.Stage.Open(str(path))


def read_robot(path, turns):
    """A robot of what OpenUSD says of bodies and joints. turns: the names of joints that turn."""
    from pxr import UsdPhysics

    stage = open_stage(path)
    own = {}
    for prim in stage.Traverse():
        if prim.HasAPI(UsdPhysics.MassAPI):
            mass = UsdPhysics.MassAPI(prim)
            R = make_quaternion_rotation(*_quaternion(mass.GetPrincipalAxesAttr().Get()))
            I = R @ np.diag(np.array(mass.GetDiagonalInertiaAttr().Get())) @ R.T
            centre = np.array(mass.GetCenterOfMassAttr().Get(), dtype=float)
            own[str(prim.GetPath())] = inertial(mass.GetMassAttr().Get(), centre, I)
    bodies, place = [], {"world": np.eye(4)}
    for prim in stage.Traverse():
        if not prim.IsA(UsdPhysics.Joint):
            continue
        joint = UsdPhysics.Joint(prim)
        ends = [
            [str(p) for p in rel.GetTargets()] for rel in (joint.GetBody0Rel(), joint.GetBody1Rel())
        ]
        parent, child = (end[0] if end else "world" for end in ends)
        A, B = (_frame(prim, k) for k in (0, 1))
        # the body's frame here is the joint's: that of the prim is B^-1 in it
        T = np.linalg.inv(place[parent]) @ A
        place[child] = B
        kind = "revolute" if prim.GetName() in turns else "prismatic"
        axis = np.eye(3)["XYZ".index(prim.GetAttribute("physics:axis").Get())]
        inside = np.linalg.inv(B)
        bodies.append(
            di.Body(
                child,
                parent,
                di.Joint(prim.GetName(), kind, axis, T[:3, 3], T[:3, :3]),
                _move(own[child], inside),
            )
        )
    scene = next(p for p in stage.Traverse() if p.IsA(UsdPhysics.Scene))
    g = UsdPhysics.Scene(scene)
    gravity = np.array(g.GetGravityDirectionAttr().Get()) * g.GetGravityMagnitudeAttr().Get()
    return di.Robot("read", tuple(bodies), gravity=gravity), stage


def _move(p, T):
    from dynid.robot.geometry import move_inertial

    return move_inertial(p, T[:3, :3], T[:3, 3])


def _quaternion(q):
    values = np.array([q.GetReal(), *q.GetImaginary()], dtype=float)
    return values / np.linalg.norm(values)


def _frame(prim, k):
    T = np.eye(4)
    T[:3, 3] = prim.GetAttribute(f"physics:localPos{k}").Get()
    T[:3, :3] = make_quaternion_rotation(
        *_quaternion(prim.GetAttribute(f"physics:localRot{k}").Get())
    )
    return T


@pytest.mark.parametrize("seed", range(4))
def test_openusd_reads_the_dynamics_of_trees(seed, pxr, tmp_path):
    model, p = identify_tree(seed, tmp_path)
    out = tmp_path / "tree.usda"
    said = di.export(result_of(model, p), out)
    assert any("single precision" in note for note in said.notes)
    robot = model.robot
    turns = [name for name in robot.coordinates if robot.joint(name).kind != "prismatic"]
    read, stage = read_robot(out, turns)
    assert read.coordinates == robot.coordinates
    q, qd, qdd = np.random.default_rng(1).uniform(-1, 1, (3, 6, robot.dof))
    bare = p.copy()
    bare[model.layout.others] = 0.0
    ours = model.inverse_dynamics(q, qd, qdd, bare)
    again = di.Model(read, [])
    theirs = again.inverse_dynamics(q, qd, qdd, again.prior)
    assert np.abs(theirs - ours).max() < SINGLE * np.abs(ours).max()
    _check_friction(stage, model, p)


def _check_friction(stage, model, p):
    """Viscous friction by degrees, dry friction and rotors as they are, for both readers."""
    value = dict(zip(model.parameters, p))
    for prim in stage.Traverse():
        name = prim.GetName()
        if name not in model.robot.coordinates:
            continue
        turns = model.robot.joint(name).kind != "prismatic"
        axis, rate = ("angular", np.pi / 180) if turns else ("linear", 1.0)
        assert (
            f"PhysxJointAxisAPI:{axis}" in prim.GetMetadata("apiSchemas").GetAddedOrExplicitItems()
        )
        for attribute, wanted in (
            ("newton:armature", value[f"{name}.rotor_inertia"]),
            ("newton:friction", value[f"{name}.coulomb"]),
            ("newton:damping", value[f"{name}.viscous"] * rate),
            ("physxJoint:armature", value[f"{name}.rotor_inertia"]),
            (f"physxJointAxis:{axis}:armature", value[f"{name}.rotor_inertia"]),
            (f"physxJointAxis:{axis}:staticFrictionEffort", value[f"{name}.coulomb"]),
            (f"physxJointAxis:{axis}:dynamicFrictionEffort", value[f"{name}.coulomb"]),
            (f"physxJointAxis:{axis}:viscousFrictionCoefficient", value[f"{name}.viscous"] * rate),
        ):
            assert prim.GetAttribute(attribute).Get() == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize("name", ["five_bar", "delta3", "rrr3"])
def test_loops_are_closed_by_joints_outside_of_the_articulation(name, pxr, tmp_path):
    """Where OpenUSD has the two frames of each joint, they are the same place (a hinge's axis)."""
    from pxr import UsdGeom, UsdPhysics

    robot = di.load_robot(name)
    di.export(robot, tmp_path / "loops.usda")
    stage = open_stage(tmp_path / "loops.usda")
    loops = 0
    for prim in stage.Traverse():
        if not prim.IsA(UsdPhysics.Joint):
            continue
        joint, places = UsdPhysics.Joint(prim), []
        for k, rel in enumerate((joint.GetBody0Rel(), joint.GetBody1Rel())):
            T = np.eye(4)
            for target in rel.GetTargets():
                body = UsdGeom.Xformable(stage.GetPrimAtPath(target))
                T = np.array(body.ComputeLocalToWorldTransform(0.0)).T
            places.append(T @ _frame(prim, k))
        if bool(prim.GetAttribute("physics:excludeFromArticulation").Get()):
            loops += 1
            np.testing.assert_allclose(places[0][:3, 3], places[1][:3, 3], rtol=0, atol=1e-6)
        if prim.IsA(UsdPhysics.RevoluteJoint):
            np.testing.assert_allclose(places[0][:3, 2], places[1][:3, 2], rtol=0, atol=1e-6)
    assert loops == len(robot.loops)
    closed = compute_poses(robot, compute_zero(robot))
    for body in robot.bodies:
        prim = stage.GetPrimAtPath(f"/{robot.name}/{make_identifier(body.name)}")
        T = np.array(UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(0.0)).T
        np.testing.assert_allclose(T, closed[body.name], rtol=0, atol=1e-12)


def test_a_layer_over_an_own_stage(pxr, tmp_path):
    """Only the dynamics change; the stage itself stays as it is."""
    model, p = identify_tree(0, tmp_path)
    own, out = tmp_path / "own.usda", tmp_path / "layer.usda"
    di.export(model.robot.replace(bodies=_make_known(model)), own)
    before = own.read_bytes()
    di.export(result_of(model, p), out, usd_of=own)
    assert own.read_bytes() == before
    assert "own.usda" in out.read_text()
    robot = model.robot
    turns = [name for name in robot.coordinates if robot.joint(name).kind != "prismatic"]
    read, stage = read_robot(out, turns)
    q, qd, qdd = np.random.default_rng(1).uniform(-1, 1, (3, 6, robot.dof))
    bare = p.copy()
    bare[model.layout.others] = 0.0
    ours = model.inverse_dynamics(q, qd, qdd, bare)
    again = di.Model(read, [])
    theirs = again.inverse_dynamics(q, qd, qdd, again.prior)
    assert np.abs(theirs - ours).max() < SINGLE * np.abs(ours).max()
    _check_friction(stage, model, p)
    with pytest.raises(RobotError, match="it lacks"):
        di.export(di.load_robot("six_dof"), tmp_path / "other.usda", usd_of=own)


def _make_known(model):
    """Bodies with some inertia, as the export of a robot needs."""
    from dataclasses import replace

    some = inertial(1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    return tuple(replace(body, inertia=some) for body in model.robot.bodies)


def test_without_usd_nothing_else_is_needed_but_for_a_layer(tmp_path):
    out = tmp_path / "arm.usda"
    di.export("arm7", out)
    assert out.read_text().startswith("#usda 1.0")
    with pytest.raises(InputError, match='expected kind="usd"'):
        di.export("arm7", tmp_path / "arm.xml", usd_of=out)
