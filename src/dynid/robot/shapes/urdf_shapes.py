"""The <collision> elements of a URDF file."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

from dynid.errors import RobotError
from dynid.robot.files.urdf_notes import read_rotation
from dynid.robot.files.xmlfile import read_numbers
from dynid.robot.shapes.meshes import MeshError, find_mesh, read_mesh
from dynid.robot.shapes.shape import (
    Shape,
    Shapes,
    make_box,
    make_cylinder,
    make_segment,
    make_sphere,
)


def read_urdf_shapes(root: Element, path: Path) -> Shapes:
    """Every shape in the frame of its link, whose name it has for a body."""
    shapes: list[Shape] = []
    lost: list[tuple[str, str]] = []
    for link in root.findall("link"):
        name = link.get("name", "")
        for collision in link.findall("collision"):
            try:
                shapes.append(_shape(collision, path, f"link '{name}', <collision>", name))
            except (MeshError, RobotError) as error:
                lost.append((name, str(error)))
    return Shapes(tuple(shapes), tuple(lost))


def _shape(collision: Element, path: Path, where: str, name: str) -> Shape:
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
