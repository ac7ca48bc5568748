"""A Robot as USD: a new stage in text, or a layer over a user's own stage.

UsdPhysics holds bodies and joints; the rest is written for each reader: PhysX (physxJoint,
physxJointAxis) and Newton (newton). Angles are in degrees there, and so are the rates of angular
damping: b [Nm s/rad] is b pi / 180. The numbers of UsdPhysics have single precision.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, RobotError, join_names
from dynid.exports.mjcf_loops import compute_placement, compute_poses
from dynid.exports.mjcf_writer import TINY_INERTIA, TINY_MASS, collect_parameters
from dynid.exports.sdf_writer import compute_zero, replace_line_loops
from dynid.robot.files.mjcf_reader import make_unique
from dynid.robot.files.urdf_tree import turn_z_to
from dynid.robot.geometry import compute_quaternion, inertial, to_mass_com_inertia
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Coupling, Joint

#: {attribute: (type in USD, value)}
Attributes = dict[str, tuple[str, object]]
DEGREE = np.pi / 180.0
#: the joint that closes a loop of a kind
CLOSING = {"rigid": "PhysicsFixedJoint", "point": "PhysicsSphericalJoint"}
CLOSING |= {"axis": "PhysicsRevoluteJoint"}
KINDS = {"prismatic": "PhysicsPrismaticJoint", "fixed": "PhysicsFixedJoint"}
BODY = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
SAME = 1e-4  # m, and of rotations: how well the poses of a stage have to agree with the robot


def list_body_attributes(p: Array) -> Attributes:
    """Of PhysicsMassAPI, for ten parameters about the frame of the prim."""
    m, c, I = to_mass_com_inertia(p)
    moments, axes = np.linalg.eigh(I)
    axes = axes * np.linalg.det(axes)
    return {
        "physics:mass": ("float", float(m)),
        "physics:centerOfMass": ("point3f", c),
        "physics:diagonalInertia": ("float3", moments),
        "physics:principalAxes": ("quatf", compute_quaternion(axes)),
    }


def list_joint_attributes(joint: Joint) -> Attributes:
    """Friction, rotor and limits of force and speed. The drive itself stays without gains: those
    are of the controller."""
    turns = joint.kind != "prismatic"
    axis, rate = ("angular", DEGREE) if turns else ("linear", 1.0)
    found: Attributes = {}
    if joint.armature is not None:
        for name in (f"physxJointAxis:{axis}", "physxJoint", "newton"):
            found[f"{name}:armature"] = ("float", joint.armature)
    if joint.friction is not None:
        for name in ("static", "dynamic"):
            found[f"physxJointAxis:{axis}:{name}FrictionEffort"] = ("float", joint.friction)
        found["newton:friction"] = ("float", joint.friction)
    if joint.damping is not None:
        damping = ("float", joint.damping * rate)
        found[f"physxJointAxis:{axis}:viscousFrictionCoefficient"] = damping
        found["newton:damping"] = damping
    if 0 < joint.effort < np.inf:
        found[f"drive:{axis}:physics:maxForce"] = ("float", joint.effort)
    if 0 < joint.velocity < np.inf:
        found[f"physxJointAxis:{axis}:maxJointVelocity"] = ("float", joint.velocity / rate)
    return found


def list_schemas(joint: Joint, attributes: Attributes) -> list[str]:
    """The API schemas to which attributes of a joint belong."""
    axis = "linear" if joint.kind == "prismatic" else "angular"
    schemas = {
        "physxJointAxis": f"PhysxJointAxisAPI:{axis}",
        "physxJoint": "PhysxJointAPI",
        "newton": "NewtonJointAPI",
        "drive": f"PhysicsDriveAPI:{axis}",
    }
    used = {name.partition(":")[0] for name in attributes}
    return [schema for name, schema in schemas.items() if name in used]


def list_lost(robot: Robot) -> list[str]:
    """Notes on what a stage has no place for."""
    springs = [name for name in robot.coordinates if robot.joint(name).stiffness]
    notes = [f"USD has no springs in joints, omitted: {join_names(springs, 8)}"] if springs else []
    return [*notes, "USD holds single precision: numbers are rounded to 6e-8 of their size"]


# ---- a new stage


def write_usd_text(robot: Robot, said: Sequence[str] = ()) -> str:
    """The robot as a stage of its own, in the closed home pose where there are loops. said: what
    its documentation says."""
    robot = replace_line_loops(robot)
    parameters, zero = collect_parameters(robot, None, "USD"), compute_zero(robot)
    g = np.asarray(robot.gravity, dtype=float)
    size = float(np.linalg.norm(g))
    taken: set[str] = set()
    root = make_unique(make_identifier(robot.name), taken)
    names = {body.name: make_unique(make_identifier(body.name), taken) for body in robot.bodies}
    poses = compute_poses(robot, zero)
    lines = [
        "#usda 1.0",
        "(",
        f"    doc = {_quote(said)}",
        f'    defaultPrim = "{root}"',
        "    kilogramsPerUnit = 1",
        "    metersPerUnit = 1",
        '    upAxis = "Z"',
        ")",
        "",
        'def PhysicsScene "physicsScene"',
        "{",
        f"    vector3f physics:gravityDirection = {_format(g / size if size else (0, 0, -1))}",
        f"    float physics:gravityMagnitude = {size!r}",
        "}",
        "",
        *_open("Xform", root, ["PhysicsArticulationRootAPI"]),
    ]
    for body in robot.bodies:
        if body.joint.name in robot.base[:-1]:  # one free body in USD
            continue
        if body.massless:
            p = inertial(TINY_MASS, (0, 0, 0), [TINY_INERTIA] * 3)
        else:
            p = parameters[body.name]
        T = poses[body.name]
        inside: Attributes = {
            "xformOp:translate": ("double3", T[:3, 3]),
            "xformOp:orient": ("quatd", compute_quaternion(T[:3, :3])),
        }
        lines += _indent(
            _open("Xform", names[body.name], ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
        )
        lines += _indent(_list_lines(inside | list_body_attributes(p)), 2)
        order = 'uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]'
        lines += [*_indent([order], 2), "    }"]
    lines += ["", *_indent(_open("Scope", make_unique("joints", taken), []))]
    path = {name: f"</{root}/{prim}>" for name, prim in names.items()}
    for part in (*_write_joints(robot, path), *_write_loops(robot, path, poses)):
        lines += _indent(part, 2)
    return "\n".join([*lines, "    }", "}", ""])


def make_identifier(name: str) -> str:
    """A name as that of a prim: letters, digits and _."""
    plain = re.sub(r"\W", "_", name, flags=re.ASCII)
    return plain if plain and not plain[0].isdigit() else f"_{plain}"


def _write_joints(robot: Robot, path: Mapping[str, str]) -> Iterator[list[str]]:
    couplings = {c.joint: c for c in robot.couplings}
    for body in robot.bodies:
        joint = body.joint
        if joint.name in robot.base:
            continue
        A = np.eye(4)
        if joint.moves:
            A[:3, :3] = turn_z_to(np.asarray(joint.axis))
        at = compute_placement(joint, {joint.name: 0.0}) @ A
        values, own, schemas = _place_ends(path, body.parent, body.name, at, A), {}, list[str]()
        if joint.moves:
            values["physics:axis"] = ("uniform token", '"Z"')
            scale = 1.0 if joint.kind == "prismatic" else DEGREE
            for key, limit in (("lower", joint.lower), ("upper", joint.upper)):
                if np.isfinite(limit):
                    values[f"physics:{key}Limit"] = ("float", limit / scale)
            own = list_joint_attributes(joint)
            schemas = list_schemas(joint, own)
        if joint.name in couplings:
            schemas.append("PhysxMimicJointAPI:rotZ")
            own |= _write_coupling(robot, couplings[joint.name], path)
        kind = KINDS.get(joint.kind, "PhysicsRevoluteJoint")
        name = make_identifier(joint.name)
        yield [*_open(kind, name, schemas), *_indent(_list_lines(values | own)), "}"]


def _write_coupling(robot: Robot, coupling: Coupling, path: Mapping[str, str]) -> Attributes:
    """Of PhysX:  q + gearing q_of + offset = 0"""
    c = [*coupling.coefficients, 0.0]
    kinds = {robot.joint(name).kind for name in (coupling.joint, coupling.of)}
    if any(c[2:]) or "prismatic" in kinds:
        raise RobotError(
            f"joint '{coupling.joint}' is coupled to '{coupling.of}' by a polynomial"
            f" {c[:-1]}, expected two joints that turn, and degree 1: USD holds no other."
        )
    of, start = make_identifier(coupling.of), "physxMimicJoint:rotZ"
    root = next(iter(path.values())).split("/")[1]
    return {
        f"{start}:gearing": ("float", -c[1]),
        f"{start}:offset": ("float", -c[0] / DEGREE),
        f"{start}:referenceJoint": ("rel", f"</{root}/joints/{of}>"),
        f"{start}:referenceJointAxis": ("uniform token", '"rotZ"'),
    }


def _write_loops(
    robot: Robot, path: Mapping[str, str], poses: Mapping[str, Array]
) -> Iterator[list[str]]:
    for loop in robot.loops:
        if loop.kind not in CLOSING:
            raise RobotError(
                f"robot '{robot.name}': loop '{loop.name}' is of kind '{loop.kind}', which no joint"
                " of USD can close. Export MJCF."
            )
        A, B = np.eye(4), np.eye(4)
        A[:3, :3], A[:3, 3] = loop.rotation_a, loop.position_a
        B[:3, :3], B[:3, 3] = loop.rotation_b, loop.position_b
        if loop.kind == "point":  # at rest the two frames are the same
            A[:3, :3] = poses[loop.body_a][:3, :3].T @ poses[loop.body_b][:3, :3] @ B[:3, :3]
        values = _place_ends(path, loop.body_a, loop.body_b, A, B)
        values["physics:excludeFromArticulation"] = ("bool", 1)
        if loop.kind == "axis":
            values["physics:axis"] = ("uniform token", '"Z"')
        name = f"loop_{make_identifier(loop.name)}"
        yield [*_open(CLOSING[loop.kind], name, []), *_indent(_list_lines(values)), "}"]


def _place_ends(path: Mapping[str, str], a: str, b: str, A: Array, B: Array) -> Attributes:
    """Where the frame of a joint is on its two bodies; the world has no prim."""
    found: Attributes = {}
    for k, (body, T) in enumerate(((a, A), (b, B))):
        if body != WORLD:
            found[f"physics:body{k}"] = ("rel", path[body])
        found[f"physics:localPos{k}"] = ("point3f", T[:3, 3])
        found[f"physics:localRot{k}"] = ("quatf", compute_quaternion(T[:3, :3]))
    return found


def _open(kind: str, name: str, schemas: list[str]) -> list[str]:
    listed = ", ".join(f'"{schema}"' for schema in schemas)
    said = ["(", f"    prepend apiSchemas = [{listed}]", ")"] if schemas else []
    head = f'def {kind} "{name}"'
    return [f"{head} (", *said[1:], "{"] if said else [head, "{"]


def _list_lines(attributes: Attributes) -> list[str]:
    return [f"{kind} {name} = {_format(value)}" for name, (kind, value) in attributes.items()]


def _format(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float, np.floating)):
        return repr(float(value)) if not isinstance(value, int) else str(int(value))
    numbers = np.asarray(value, dtype=float) + 0.0
    return f"({', '.join(repr(float(x)) for x in numbers)})"


def _quote(lines: Sequence[str]) -> str:
    return '"' + "; ".join(lines).replace("\\", "/").replace('"', "'").replace("\n", " ") + '"'


def _indent(lines: list[str], depth: int = 1) -> list[str]:
    return ["    " * depth + line if line else line for line in lines]


# ---- a layer over a user's own stage


def write_usd_layer(robot: Robot, source: Path, path: Path, said: Sequence[str] = ()) -> str:
    """A layer that changes masses, inertias and joints of the stage in `source`, which it sublayers
    and leaves as it is. path: where it will be."""
    try:
        from pxr import Sdf, Usd, UsdGeom, UsdPhysics
    except ImportError:
        raise InputError(
            "a user's own USD is read by usd-core, which is not installed: pip install usd-core."
        ) from None
    own = Usd.Stage.Open(str(source))
    units = UsdGeom.GetStageMetersPerUnit(own), UsdPhysics.GetStageKilogramsPerUnit(own)
    if units != (1.0, 1.0):
        raise RobotError(f"{source}: got the units {units} m and kg, expected a stage in m and kg.")
    prims = {prim.GetName(): prim for prim in own.Traverse()}
    bodies = _find_prims(source, prims, [b.name for b in robot.bodies if not b.massless])
    joints = _find_prims(source, prims, list(robot.coordinates))
    _check_poses(source, robot, {n: _read_pose(UsdGeom, prim) for n, prim in bodies.items()})
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.documentation = "; ".join(said)
    whole = str(source.absolute())  # what has no file yet can refer to no neighbour
    layer.subLayerPaths.append(whole)
    stage = Usd.Stage.Open(layer)
    stage.SetDefaultPrim(stage.GetPrimAtPath(own.GetDefaultPrim().GetPath()))
    for body in robot.bodies:
        if body.name in bodies and body.inertia is not None:
            prim = stage.GetPrimAtPath(bodies[body.name].GetPath())
            prim.AddAppliedSchema("PhysicsMassAPI")
            _set_attributes(Sdf, prim, list_body_attributes(np.asarray(body.inertia)))
        if body.joint.name in joints:
            prim = stage.GetPrimAtPath(joints[body.joint.name].GetPath())
            values = list_joint_attributes(body.joint)
            for schema in list_schemas(body.joint, values):
                prim.AddAppliedSchema(schema)
            _set_attributes(Sdf, prim, values)
    text: str = layer.ExportToString()
    return text.replace(f"@{whole}@", f"@{os.path.relpath(source, path.parent)}@")


def _find_prims(source: Path, prims: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    found = {name: prims.get(make_identifier(name)) for name in names}
    if lost := [name for name, prim in found.items() if prim is None]:
        raise RobotError(
            f"{source}: does not hold the robot that was identified; it lacks"
            f" {join_names(lost, 6)}; expected prims named as its bodies and joints."
        )
    return found


def _read_pose(geometry: Any, prim: Any) -> Array:
    """In the world; USD multiplies rows."""
    return np.array(geometry.Xformable(prim).ComputeLocalToWorldTransform(0.0)).T


def _check_poses(source: Path, robot: Robot, poses: Mapping[str, Array]) -> None:
    """The prims must be where the robot has its bodies, seen from the first of them: otherwise
    their inertias would be about other frames."""
    ours = compute_poses(replace_line_loops(robot), compute_zero(robot))
    first = next(iter(poses))
    for name, T in poses.items():
        wanted = np.linalg.inv(ours[first]) @ ours[name]
        got = np.linalg.inv(poses[first]) @ T
        if np.abs(wanted - got).max() > SAME:
            raise RobotError(
                f"{source}: '{name}' is not where the robot has it, seen from '{first}'; expected"
                " the same robot with its joints at zero."
            )


def _set_attributes(sdf: Any, prim: Any, attributes: Attributes) -> None:
    for name, (kind, value) in attributes.items():
        of = sdf.ValueTypeNames.Find(kind)
        numbers = np.atleast_1d(np.asarray(value, dtype=float)).tolist()
        made = of.type.pythonClass(*numbers) if len(numbers) > 1 else numbers[0]
        prim.CreateAttribute(name, of, False).Set(made)
