"""collision_shapes(robot): what the file of a robot says about the space that its bodies take."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np

from dynid.errors import RobotError
from dynid.robot.files.mjcf_compile import compile_mjcf, find_missing_meshes
from dynid.robot.files.mjcf_reader import MjcfTree
from dynid.robot.files.sdf_reader import SdfReader, open_world
from dynid.robot.files.sdf_values import read_number, read_values
from dynid.robot.files.urdf_notes import Notes, read_rotation
from dynid.robot.files.xmlfile import read_numbers
from dynid.robot.geometry import make_quaternion_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Frame
from dynid.robot.shapes.meshes import MeshError, find_mesh, read_mesh
from dynid.robot.shapes.shape import (
    Shape,
    Shapes,
    make_box,
    make_cylinder,
    make_ellipsoid,
    make_hull,
    make_segment,
    make_sphere,
)


@lru_cache(maxsize=16)
def read_collision_shapes(robot: Robot) -> Shapes:
    """The shapes in the file that a robot was read from, each on a body of the robot.

    A link that was merged into another body (fixed, or locked) is found by the frame that it left.
    A robot without a file has none.
    """
    path = Path(robot.source)
    if not robot.source or not path.is_file():
        return Shapes()
    found = _read_file_shapes(path)
    places = {WORLD: Frame(WORLD, WORLD)}
    places |= {frame.name: frame for frame in robot.frames}
    places |= {body.name: Frame(body.name, body.name) for body in robot.bodies}
    shapes: list[Shape] = []
    lost = [(places[link].body, why) for link, why in found.lost if link in places]
    lost += [(link, "the robot has no such body") for link, _ in found.lost if link not in places]
    for shape in found.shapes:
        at = places.get(shape.body)
        if at is None:
            lost.append((shape.body, "the robot has no such body"))
        else:
            shapes.append(shape.place(at.body, np.asarray(at.rotation), np.asarray(at.position)))
    return Shapes(tuple(shapes), tuple(dict.fromkeys(lost)), found.ground)


def _read_file_shapes(path: Path) -> Shapes:
    from dynid.robot.files.xmlfile import read_xml

    try:
        root = read_xml(path)
        if root.tag == "robot":
            return read_urdf_shapes(root, path)
        if root.tag == "mujoco":
            return read_mjcf_shapes(path)
        if root.tag == "sdf":
            return read_sdf_shapes(root, path)
    except RobotError:  # the file has changed since
        pass
    return Shapes()


# ---- The geoms of an MJCF file that collide, as MuJoCo compiles them.

LEVEL = 0.999  # cosine of the tilt of a plane that counts as a floor


def read_mjcf_shapes(path: Path) -> Shapes:
    """Of geoms that can touch others (contype or conaffinity), or of all where none can."""
    model, unknown, _ = compile_mjcf(path)
    tree = MjcfTree(model, unknown, True)
    for i in range(1, model.nbody):
        tree.add(i)
    touching = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    chosen = np.flatnonzero(touching) if touching.any() else np.arange(model.ngeom)
    gone = find_missing_meshes(path)
    shapes: list[Shape] = []
    lost: list[tuple[str, str]] = []
    ground = None
    for g in map(int, chosen):
        body = tree.names[model.geom_bodyid[g]]
        name = _get_mesh_name(model, g)
        if name in gone:
            lost.append((body, f"{gone[name]} is missing"))
            continue
        carrier, T = tree.find_carrier(
            int(model.geom_bodyid[g]), model.geom_pos[g], model.geom_quat[g]
        )
        if _get_kind(model, g) == "plane":
            level = make_quaternion_rotation(*model.geom_quat[g])[2, 2] > LEVEL
            ground = float(T[2, 3]) if level and carrier == WORLD else ground
            continue
        shape = _read_mjcf_shape(model, g)
        if shape is None:
            lost.append((body, f"its {_get_kind(model, g)} is not known"))
        else:
            shapes.append(shape.place(carrier, T[:3, :3], T[:3, 3]))
    return Shapes(tuple(shapes), tuple(lost), ground)


def _get_kind(model: Any, g: int) -> str:
    import mujoco

    return str(mujoco.mjtGeom(int(model.geom_type[g])).name.removeprefix("mjGEOM_").lower())


def _get_mesh_name(model: Any, g: int) -> str:
    return str(model.mesh(model.geom_dataid[g]).name) if _get_kind(model, g) == "mesh" else ""


def _read_mjcf_shape(model: Any, g: int) -> Shape | None:
    size, kind = np.array(model.geom_size[g]), _get_kind(model, g)
    if kind == "mesh":
        m = model.geom_dataid[g]
        first, count = model.mesh_vertadr[m], model.mesh_vertnum[m]
        # MuJoCo collides meshes by their convex hulls
        return make_hull(np.array(model.mesh_vert[first : first + count], dtype=float))
    solids = {
        "box": lambda: make_box(size),
        "sphere": lambda: make_sphere(float(size[0])),
        "capsule": lambda: make_segment(float(size[1]), float(size[0])),
        "cylinder": lambda: make_cylinder(float(size[0]), float(size[1])),
        "ellipsoid": lambda: make_ellipsoid(size),
    }
    return solids[kind]() if kind in solids else None


# ---- The <collision> elements of an SDF file.


def read_sdf_shapes(root: Element, path: Path) -> Shapes:
    """Every shape in the frame of the body that carries its link."""
    reader = SdfReader(open_world(root, path, Notes()), Notes())
    reader.assemble()
    shapes: list[Shape] = []
    lost: list[tuple[str, str]] = []
    for name, (carrier, at) in reader.placed.items():
        for collision in reader.list_collisions(name):
            try:
                T = np.linalg.inv(at) @ reader.place(name, collision.find("pose"))
                shape = _read_sdf_shape(
                    collision, reader.find_folder(name), f"link '{name}', <collision>"
                )
                shapes.append(shape.place(carrier, T[:3, :3], T[:3, 3]))
            except (MeshError, RobotError) as error:
                lost.append((carrier, str(error)))
    return Shapes(tuple(shapes), tuple(lost))


def _read_sdf_shape(collision: Element, folder: Path, where: str) -> Shape:
    geometry = collision.find("geometry")
    solid = next(iter(geometry), None) if geometry is not None else None
    if solid is None:
        raise MeshError("its <collision> has no geometry")
    r, l = (read_number(solid, tag, 1.0, where) for tag in ("radius", "length"))
    if solid.tag == "box":
        return make_box(read_values(solid.find("size"), (1, 1, 1), where) / 2)
    if solid.tag == "ellipsoid":
        return make_ellipsoid(read_values(solid.find("radii"), (1, 1, 1), where))
    solids = {
        "sphere": lambda: make_sphere(r),
        "cylinder": lambda: make_cylinder(r, l / 2),
        "cone": lambda: make_cylinder(r, l / 2),  # around it
        "capsule": lambda: make_segment(l / 2, r),
    }
    if solid.tag in solids:
        return solids[solid.tag]()
    if solid.tag != "mesh":
        raise MeshError(f"<{solid.tag}> is not known")
    name = solid.findtext("uri", "").strip()
    file = find_mesh(name, folder)
    if file is None:
        raise MeshError(f"{name or 'a mesh without a name'} is missing")
    points, triangles = read_mesh(file)
    return Shape("", points * read_values(solid.find("scale"), (1, 1, 1), where), triangles)


# ---- The <collision> elements of a URDF file.


def read_urdf_shapes(root: Element, path: Path) -> Shapes:
    """Every shape in the frame of its link, whose name it has for a body."""
    shapes: list[Shape] = []
    lost: list[tuple[str, str]] = []
    for link in root.findall("link"):
        name = link.get("name", "")
        for collision in link.findall("collision"):
            try:
                shapes.append(
                    _read_urdf_shape(collision, path, f"link '{name}', <collision>", name)
                )
            except (MeshError, RobotError) as error:
                lost.append((name, str(error)))
    return Shapes(tuple(shapes), tuple(lost))


def _read_urdf_shape(collision: Element, path: Path, where: str, name: str) -> Shape:
    geometry = collision.find("geometry")
    solid = next(iter(geometry), None) if geometry is not None else None
    if solid is None:
        raise MeshError("its <collision> has no geometry")
    origin = collision.find("origin")
    R = read_rotation(origin, where)
    r = read_numbers(origin, "xyz", 3, where, default=(0, 0, 0))
    return _read_solid(solid, path, where).place(name, R, r)


def _read_solid(solid: Element, path: Path, where: str) -> Shape:
    def number(attribute: str) -> float:
        return float(read_numbers(solid, attribute, 1, where)[0])

    if solid.tag == "box":
        return make_box(read_numbers(solid, "size", 3, where) / 2)
    if solid.tag == "cylinder":
        return make_cylinder(number("radius"), number("length") / 2)
    if solid.tag == "capsule":
        return make_segment(number("length") / 2, number("radius"))
    if solid.tag == "sphere":
        return make_sphere(number("radius"))
    if solid.tag != "mesh":
        raise MeshError(f"<{solid.tag}> is not known")
    name = solid.get("filename", "")
    file = find_mesh(name, path.absolute().parent)
    if file is None:
        raise MeshError(f"{name or 'a mesh without a name'} is missing")
    points, triangles = read_mesh(file)
    return Shape("", points * read_numbers(solid, "scale", 3, where, (1, 1, 1)), triangles)
