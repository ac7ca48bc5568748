"""The geoms of an MJCF file that collide, as MuJoCo compiles them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from dynid.robot.files.mjcf import MjcfTree
from dynid.robot.files.mjcf_compile import compile_mjcf, missing_meshes
from dynid.robot.geometry import rotation_quaternion
from dynid.robot.parts import WORLD
from dynid.robot.shapes.shape import Shape, Shapes, box, cylinder, ellipsoid, hull, segment, sphere

LEVEL = 0.999  # cosine of the tilt of a plane that counts as a floor


def mjcf_shapes(path: Path) -> Shapes:
    """Of geoms that can touch others (contype or conaffinity), or of all where none can."""
    model, unknown, _ = compile_mjcf(path)
    tree = MjcfTree(model, unknown, True)
    for i in range(1, model.nbody):
        tree.add(i)
    touching = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    chosen = np.flatnonzero(touching) if touching.any() else np.arange(model.ngeom)
    gone = missing_meshes(path)
    shapes: list[Shape] = []
    lost: list[tuple[str, str]] = []
    ground = None
    for g in map(int, chosen):
        body = tree.names[model.geom_bodyid[g]]
        name = _mesh_name(model, g)
        if name in gone:
            lost.append((body, f"{gone[name]} is missing"))
            continue
        carrier, T = tree.on(int(model.geom_bodyid[g]), model.geom_pos[g], model.geom_quat[g])
        if _kind(model, g) == "plane":
            level = rotation_quaternion(*model.geom_quat[g])[2, 2] > LEVEL
            ground = float(T[2, 3]) if level and carrier == WORLD else ground
            continue
        shape = _shape(model, g)
        if shape is None:
            lost.append((body, f"its {_kind(model, g)} is not known"))
        else:
            shapes.append(shape.placed(carrier, T[:3, :3], T[:3, 3]))
    return Shapes(tuple(shapes), tuple(lost), ground)


def _kind(model: Any, g: int) -> str:
    import mujoco

    return str(mujoco.mjtGeom(int(model.geom_type[g])).name.removeprefix("mjGEOM_").lower())


def _mesh_name(model: Any, g: int) -> str:
    return str(model.mesh(model.geom_dataid[g]).name) if _kind(model, g) == "mesh" else ""


def _shape(model: Any, g: int) -> Shape | None:
    size, kind = np.array(model.geom_size[g]), _kind(model, g)
    if kind == "mesh":
        m = model.geom_dataid[g]
        first, count = model.mesh_vertadr[m], model.mesh_vertnum[m]
        # MuJoCo collides meshes by their convex hulls
        return hull(np.array(model.mesh_vert[first : first + count], dtype=float))
    solids = {
        "box": lambda: box(size),
        "sphere": lambda: sphere(float(size[0])),
        "capsule": lambda: segment(float(size[1]), float(size[0])),
        "cylinder": lambda: cylinder(float(size[0]), float(size[1])),
        "ellipsoid": lambda: ellipsoid(size),
    }
    return solids[kind]() if kind in solids else None
