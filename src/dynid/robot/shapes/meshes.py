"""Triangles of mesh files: STL (binary and text) and OBJ."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import numpy as np

from dynid.arrays import Array, Ints
from dynid.files import is_lfs_pointer

LARGEST = 200_000_000  # bytes: more is no collision shape
_FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


class MeshError(ValueError):
    """Why a mesh cannot be used, in a few words."""


def read_mesh(path: Path) -> tuple[Array, Ints]:
    """Points (k, 3) and triangles (f, 3) of a file."""
    if is_lfs_pointer(path):
        raise MeshError(f"{path.name} is a git-lfs pointer (git lfs pull fetches it)")
    readers = {".stl": _parse_stl, ".obj": _parse_obj}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise MeshError(f"{path.name} is no STL or OBJ")
    try:
        if path.stat().st_size > LARGEST:
            raise MeshError(f"{path.name} is larger than {LARGEST // 10**6} MB")
        corners = reader(path.read_bytes())
    except (OSError, ValueError, IndexError) as error:
        said = error if isinstance(error, MeshError) else f"{path.name} cannot be read ({error})"
        raise MeshError(str(said)) from None
    if not len(corners) or not np.isfinite(corners).all():
        raise MeshError(f"{path.name} has no triangles, or numbers that are not finite")
    points, number = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    return points, number.reshape(-1, 3)


def _parse_stl(data: bytes) -> Array:
    """(f, 3, 3) corners."""
    count = int.from_bytes(data[80:84], "little")
    if len(data) == 84 + count * _FACET.itemsize:  # text has another length
        facets = np.frombuffer(data, dtype=_FACET, count=count, offset=84)
        return np.asarray(facets["corners"], dtype=float)
    words = [line.split() for line in data.decode("ascii", "replace").splitlines()]
    corners = [[float(x) for x in line[1:4]] for line in words if line[:1] == ["vertex"]]
    return np.array(corners).reshape(-1, 3, 3)


def _parse_obj(data: bytes) -> Array:
    points: list[list[float]] = []
    corners: list[list[list[float]]] = []
    for line in data.decode("utf-8", "replace").splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            points.append([float(x) for x in words[1:4]])
        elif words[:1] == ["f"]:
            number = [int(word.split("/")[0]) for word in words[1:]]
            face = [points[k - 1 if k > 0 else k] for k in number]
            # a polygon is a fan of triangles
            corners += [[face[0], b, c] for b, c in pairwise(face[1:])]
    return np.array(corners).reshape(-1, 3, 3)


def find_mesh(name: str, folder: Path) -> Path | None:
    """The file of "package://robot/meshes/x.stl", "file:///x.stl" or a path beside the robot's
    file: packages are estimated above that, and where ROS says they are."""
    if name.startswith("file://"):
        places = [Path(name.removeprefix("file://"))]
    elif name.startswith(("package://", "model://")):
        package, _, inner = name.partition("://")[2].partition("/")
        above = (folder, *folder.parents)
        places = [place / package / inner for place in above]
        places += [place / inner for place in above]
        for variable, share in (("ROS_PACKAGE_PATH", ""), ("AMENT_PREFIX_PATH", "share")):
            roots = [Path(r) for r in os.environ.get(variable, "").split(os.pathsep) if r]
            places += [root / share / package / inner for root in roots]
            places += [root / inner for root in roots if root.name == package]
    else:
        places = [folder / name]
    return next((place for place in places if _is_file(place)), None)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
