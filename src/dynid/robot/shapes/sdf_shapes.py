"""The <collision> elements of an SDF file."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from dynid.errors import RobotError
from dynid.robot.files.sdf_reader import SdfReader, open_world
from dynid.robot.files.sdf_values import read_number, read_values
from dynid.robot.files.urdf_notes import Notes
from dynid.robot.shapes.meshes import MeshError, find_mesh, read_mesh
from dynid.robot.shapes.shape import (
    Shape,
    Shapes,
    make_box,
    make_cylinder,
    make_ellipsoid,
    make_segment,
    make_sphere,
)


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
                shape = _shape(collision, reader.find_folder(name), f"link '{name}', <collision>")
                shapes.append(shape.place(carrier, T[:3, :3], T[:3, 3]))
            except (MeshError, RobotError) as error:
                lost.append((carrier, str(error)))
    return Shapes(tuple(shapes), tuple(lost))


def _shape(collision: Element, folder: Path, where: str) -> Shape:
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
