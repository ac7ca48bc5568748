"""The inertia of a link of an SDF file: as written, by default, or of its collision shapes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from dynid.arrays import Array
from dynid.notes import Note
from dynid.robot.files.sdf_values import is_true, read_number, read_pose, read_values
from dynid.robot.files.urdf_notes import Notes
from dynid.robot.geometry import inertial, move_inertial

#: kg and kg m^2 on every axis, of what SDF gives to links that say nothing; kg/m^3 of shapes
MASS, INERTIA, DENSITY = 1.0, 1.0, 1000.0
_WITHOUT = ("unknown inertia",)
BY_DEFAULT = Note(
    "moving links without <inertial>, which SDF gives 1 kg and 1 kg m^2 about each axis",
    about=_WITHOUT,
)
NO_MASS = Note("moving links without <mass> in <inertial>, which SDF gives 1 kg", about=_WITHOUT)
NO_TENSOR = Note(
    "moving links without all of <inertia>, whose moments SDF takes as 1 kg m^2", about=_WITHOUT
)
NO_SHAPE = "moving links with an automatic inertia of shapes that have none, it is unknown"
FLUID = "moving links with <fluid_added_mass>, not read"


def link_inertia(
    link: Element, name: str, place: Callable[[Element | None], Array], folder: Path, notes: Notes
) -> Array | None:
    """The ten parameters about the link's frame; None where they are unknown. place: the pose of a
    <collision> in the link."""
    where = f"link '{name}'"
    element = link.find("inertial")
    if element is None:
        notes.add_name(BY_DEFAULT, name)
        return inertial(MASS, (0, 0, 0), INERTIA * np.eye(3))
    if element.find("fluid_added_mass") is not None:
        notes.add_name(FLUID, name)
    if is_true(element.get("auto")):
        return _from_shapes(link, element, name, place, folder, notes)
    if element.find("mass") is None:
        notes.add_name(NO_MASS, name)
    mass = read_number(element, "mass", MASS, where)
    tensor = element.find("inertia")
    moments = {
        key: read_number(tensor, key, INERTIA if key[1] == key[2] else 0.0, where)
        for key in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    }
    if any(tensor is None or tensor.find(key) is None for key in ("ixx", "iyy", "izz")):
        notes.add_name(NO_TENSOR, name)
    xx, yy, zz, xy, xz, yz = moments.values()
    p = inertial(mass, (0, 0, 0), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    T = read_pose(element.find("pose"), f"{where}, <inertial>")
    return move_inertial(p, T[:3, :3], T[:3, 3])


def _from_shapes(
    link: Element,
    element: Element,
    name: str,
    place: Callable[[Element | None], Array],
    folder: Path,
    notes: Notes,
) -> Array | None:
    """<inertial auto="true">: of the shapes' volumes, each with its density; a mass that is given
    scales the whole."""
    where = f"link '{name}'"
    usual = read_number(element, "density", DENSITY, where)
    total = np.zeros(10)
    for collision in link.findall("collision"):
        geometry = collision.find("geometry")
        shape = None if geometry is None else next(iter(geometry), None)
        p = (
            None
            if shape is None
            else _compute_solid_inertia(shape, f"{where}, <collision>", folder)
        )
        if p is None:
            notes.add_name(NO_SHAPE, name)
            return None
        T = place(collision.find("pose"))
        density = read_number(collision, "density", usual, where)
        total = total + density * move_inertial(p, T[:3, :3], T[:3, 3])
    if not total[0] > 0.0:
        notes.add_name(NO_SHAPE, name)
        return None
    scaled: Array = total * read_number(element, "mass", total[0], where) / total[0]
    return scaled


def _compute_solid_inertia(shape: Element, where: str, folder: Path) -> Array | None:
    """The ten parameters of a solid of density 1, about the frame of its shape; None where it is
    none."""
    r, l = (read_number(shape, tag, 1.0, where) for tag in ("radius", "length"))
    if shape.tag == "box":
        x, y, z = read_values(shape.find("size"), (1, 1, 1), where)
        return _convert_to_inertia(x * y * z, np.array([x * x, y * y, z * z]) / 12)
    if shape.tag == "sphere":
        return _convert_to_inertia(4 / 3 * np.pi * r**3, np.full(3, r * r / 5))
    if shape.tag == "ellipsoid":
        a = read_values(shape.find("radii"), (1, 1, 1), where)
        return _convert_to_inertia(4 / 3 * np.pi * float(np.prod(a)), a**2 / 5)
    if shape.tag == "cylinder":
        return _convert_to_inertia(np.pi * r**2 * l, np.array([r * r / 4, r * r / 4, l * l / 12]))
    if shape.tag == "capsule":
        rod, ball = np.pi * r**2 * l, 4 / 3 * np.pi * r**3
        # half a ball's mean height above its flat side is 3/8 r
        along = rod * l * l / 12 + ball * (r * r / 5 + l * l / 4 + 3 / 8 * l * r)
        across = rod * r * r / 4 + ball * r * r / 5
        return _convert_to_inertia(rod + ball, np.array([across, across, along]) / (rod + ball))
    if shape.tag == "cone":
        # its middle is at half its height, its centre of mass a quarter of that below it
        spread = np.array([3 / 20 * r * r, 3 / 20 * r * r, 3 / 80 * l * l])
        p = _convert_to_inertia(np.pi * r**2 * l / 3, spread)
        return move_inertial(p, np.eye(3), (0, 0, -l / 4))
    return _compute_mesh_inertia(shape, where, folder) if shape.tag == "mesh" else None


def _convert_to_inertia(volume: float, spread: Array) -> Array:
    """Of mean squares along the axes: I = V (tr(S) 1 - S)."""
    return inertial(float(volume), (0, 0, 0), volume * (spread.sum() - spread))


def _compute_mesh_inertia(shape: Element, where: str, folder: Path) -> Array | None:
    """Sums over the tetrahedra (0, a, b, c) of its triangles, D = det(a, b, c), s = a + b + c:

    V = D / 6,  h = D / 24 s,  S = D / 120 (a a' + b b' + c c' + s s'),  I = tr(S) 1 - S
    """
    from dynid.robot.shapes.meshes import MeshError, find_mesh, read_mesh

    file = find_mesh(shape.findtext("uri", "").strip(), folder)
    if file is None:
        return None
    try:
        points, triangles = read_mesh(file)
    except MeshError:
        return None
    points = points * read_values(shape.find("scale"), (1, 1, 1), where)
    corners = points[triangles]
    D, s = np.linalg.det(corners), corners.sum(axis=1)
    S = np.einsum("f,fki,fkj->ij", D, corners, corners) + np.einsum("f,fi,fj->ij", D, s, s)
    V, h, S = D.sum() / 6, (D[:, None] * s).sum(axis=0) / 24, S / 120
    I = np.trace(S) * np.eye(3) - S
    p = np.array([V, *h, I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])
    return p * np.sign(V) if V else None
