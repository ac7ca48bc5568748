"""A calibrated geometry written back into the user's own URDF, MJCF or SDF: only the numbers that
changed.

A joint's frame T became T'. In the file it stands somewhere after fixed links, T = P O, so that the
origin there becomes O' = O T^-1 T'.
"""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, join_names
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.exports.urdf_writer import format_numbers, write_urdf_text
from dynid.exports.xmledit import Edits, Node, put_comment
from dynid.robot.files.xmlfile import read_mended
from dynid.robot.geometry import (
    compute_quaternion,
    compute_rpy,
    make_quaternion_rotation,
    make_rpy_rotation,
)
from dynid.robot.mechanism import Robot
from dynid.robot.poses import compute_body_poses

SAME = 1e-8  # m or rad: what changed less is as it was
READ_BACK = 1e-7
TURNS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")  # of a body in MJCF
SUFFIXES = (".urdf", ".xml", ".mjcf", ".sdf")


def write_geometry(
    source: str, nominal: Robot, robot: Robot, title: str
) -> tuple[str, bytes, list[str]]:
    """The name and content of the file of a calibrated robot, with notes on what it cannot hold;
    new where the robot came from no file, or its numbers cannot be changed one by one.

    Parameters
    ----------
    source
        the file of the robot, "" for none
    nominal
        the robot that was read from it
    robot
        the same with other geometry
    title
        the comment's first line
    """
    path, notes = Path(source), []
    if source and path.is_file() and path.suffix.lower() in SUFFIXES:
        try:
            edits = Edits(read_mended(path))
            editor = {"robot": _edit_urdf, "mujoco": _edit_mjcf, "sdf": _edit_sdf}[edits.root.tag]
            notes = [*_list_loop_notes(nominal, robot), *editor(edits, nominal, robot)]
            put_comment(edits, title, notes)
            data = edits.apply()
            check_read_back(path, data, nominal, robot)
            return path.name, data, notes
        except (RobotError, KeyError) as error:
            notes = [f"{path.name} was not changed number by number, a new file was made: {error}"]
    if robot.is_tree:
        return f"{robot.name}.urdf", write_urdf_text(robot).encode(), notes
    return f"{robot.name}.xml", write_mjcf_text(robot).encode(), notes


def _list_loop_notes(nominal: Robot, robot: Robot) -> list[str]:
    """Loops whose ends moved: formats hold them in ways of their own."""
    moved = [
        old.name
        for old, new in zip(nominal.loops, robot.loops)
        if any(
            np.abs(np.asarray(getattr(old, name)) - np.asarray(getattr(new, name))).max() > SAME
            for name in ("position_a", "position_b", "rotation_a", "rotation_b")
        )
    ]
    if moved:
        raise RobotError(f"the ends of its loops moved ({join_names(moved, 6)})")
    return []


def find_changes(nominal: Robot, robot: Robot) -> dict[str, Array]:
    """{joint: T^-1 T' (4, 4)} of the joints whose frames changed."""
    changes = {}
    for old, new in zip(nominal.bodies, robot.bodies):
        D = np.linalg.inv(_pose(old.joint.position, old.joint.rotation)) @ _pose(
            new.joint.position, new.joint.rotation
        )
        if np.abs(D - np.eye(4)).max() > SAME:
            changes[old.joint.name] = D
    return changes


def _pose(position: object, rotation: object) -> Array:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.asarray(rotation), np.asarray(position)
    return T


def _edit_urdf(edits: Edits, nominal: Robot, robot: Robot) -> list[str]:
    changes = find_changes(nominal, robot)
    for joint in edits.root.find("joint"):
        D = changes.pop(joint.attributes.get("name", ""), None)
        if D is None:
            continue
        origins = joint.find("origin")
        said = origins[0].attributes if origins else {}
        xyz, rpy = (np.array(said.get(n, "0 0 0").split(), dtype=float) for n in ("xyz", "rpy"))
        new = _pose(xyz, make_rpy_rotation(*rpy)) @ D
        values = {}
        if np.abs(new[:3, 3] - xyz).max() > SAME:
            values["xyz"] = format_numbers(new[:3, 3])
        if np.abs(D[:3, :3] - np.eye(3)).max() > SAME:
            values["rpy"] = format_numbers(compute_rpy(new[:3, :3]))
        if origins:
            edits.set(origins[0], values)
        else:
            text = " ".join(f'{name}="{value}"' for name, value in values.items())
            edits.insert(joint, [f"<origin {text}/>"], first=True)
    return _refuse_rest(changes)


def _refuse_rest(changes: dict[str, Array]) -> list[str]:
    if changes:
        raise RobotError(f"it has no element of its own for {join_names(changes, 6)}")
    return []


def _edit_mjcf(edits: Edits, nominal: Robot, robot: Robot) -> list[str]:
    changes = find_changes(nominal, robot)
    for node in [n for part in edits.root.find("worldbody") for n in part.walk()]:
        joints = node.find("joint") if node.tag == "body" else []
        names = [joint.attributes.get("name", "") for joint in joints]
        if not set(names) & changes.keys():
            continue
        if len(names) > 1:
            raise RobotError(f"a body has several joints: {join_names(names)}")
        D = changes.pop(names[0])
        X = _pose(_read_numbers(joints[0], "pos"), np.eye(3))
        old = node.attributes
        if others := [name for name in TURNS[1:] if name in old]:
            turned = np.abs(D[:3, :3] - np.eye(3)).max() > SAME
            if turned or X[:3, 3].any():
                raise RobotError(f"a body is turned by {others[0]}, expected quat")
            R = np.eye(3)
        else:
            quat = np.array(old.get("quat", "1 0 0 0").split(), dtype=float)
            R = make_quaternion_rotation(*quat)
        if others and np.abs(D[:3, 3]).max() > SAME:
            raise RobotError(f"a body is turned by {others[0]}, expected quat")
        new = _pose(_read_numbers(node, "pos"), R) @ X @ D @ np.linalg.inv(X)
        values = {"pos": format_numbers(new[:3, 3])}
        if np.abs(D[:3, :3] - np.eye(3)).max() > SAME:
            values["quat"] = format_numbers(compute_quaternion(new[:3, :3]))
        edits.set(node, values)
    return _refuse_rest(changes)


def _read_numbers(node: Node, attribute: str) -> Array:
    return np.array(node.attributes.get(attribute, "0 0 0").split(), dtype=float)


def _edit_sdf(edits: Edits, nominal: Robot, robot: Robot) -> list[str]:
    """Poses of links stand in the model's frame: all that a joint carries moves with it."""
    if any("relative_to" in node.attributes for node in edits.root.walk() if node.tag == "pose"):
        raise RobotError("it has poses relative to others")
    q = np.zeros((1, len(nominal.coordinates)))
    old, new = compute_body_poses(nominal, q), compute_body_poses(robot, q)
    carrier = {frame.name: frame.body for frame in nominal.frames}
    for link in (n for n in edits.root.walk() if n.tag == "link"):
        name = link.attributes.get("name", "")
        body = name if name in old else carrier.get(name)
        if body is None or body not in old:
            continue
        poses = link.find("pose")
        if poses and poses[0].attributes:
            raise RobotError(f"the pose of '{name}' has attributes")
        text = edits.data[poses[0].inside : poses[0].close].decode() if poses else "0 0 0 0 0 0"
        x, y, z, roll, pitch, yaw = map(float, text.split())
        T = _pose((x, y, z), make_rpy_rotation(roll, pitch, yaw))
        moved = new[body][0] @ np.linalg.inv(old[body][0]) @ T
        if np.abs(moved - T).max() < SAME:
            continue
        said = format_numbers([*moved[:3, 3], *compute_rpy(moved[:3, :3])])
        if poses:
            edits.set_text(poses[0], said)
        else:
            edits.insert(link, [f"<pose>{said}</pose>"], first=True)
    return []


def check_read_back(source: Path, data: bytes, nominal: Robot, robot: Robot) -> None:
    """The written file must give the changed poses, an error here would be silent everywhere."""
    from dynid.robot.lock import lock_joints
    from dynid.robot.robot_loading import load_robot

    # beside the file, where its meshes are
    with tempfile.TemporaryDirectory(dir=_find_writable(source)) as folder:
        path = Path(folder) / source.name
        path.write_bytes(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IgnoredElementWarning)
            read = load_robot(str(path))
            held = {name: x for name, x in nominal.locked.items() if name in read.coordinates}
            read = lock_joints(read, held) if held else read
    q = np.full((1, len(nominal.coordinates)), 0.1)
    wanted = compute_body_poses(robot, q)
    got = compute_body_poses(read, q) if read.coordinates == robot.coordinates else {}
    lost = [name for name in wanted if name not in got]
    if lost or any(np.abs(wanted[n] - got[n]).max() > READ_BACK for n in wanted):
        raise RobotError("it does not read back as it was written")


def _find_writable(source: Path) -> str | None:
    import os

    return str(source.parent) if os.access(source.parent, os.W_OK) else None
