"""The geoms of an MJCF file that collide, as MuJoCo compiles them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from dynid.robot.files.mjcf_compile import compile_mjcf, find_missing_meshes
from dynid.robot.files.mjcf_reader import MjcfTree
from dynid.robot.geometry import make_quaternion_rotation
from dynid.robot.parts import WORLD
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
        shape = _shape(model, g)
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


def _shape(model: Any, g: int) -> Shape | None:
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
