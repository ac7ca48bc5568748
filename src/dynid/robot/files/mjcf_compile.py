"""Compiling an MJCF file with MuJoCo, also where files it names (meshes, pictures) are missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from dynid.errors import RobotError, join_names
from dynid.files import is_lfs_pointer
from dynid.robot.files.mjcf_mend import Mended

#: stands in for a missing mesh: any solid will do, for what follows from its shape is thrown away
POINTERS = "left out what needs files that are git-lfs pointers (git lfs pull fetches them)"
TETRAHEDRON = (0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1)


def compile_mjcf(path: Path) -> tuple[Any, set[int], list[str]]:
    """MuJoCo's model, the bodies whose inertia depends on a missing mesh, and notes on what was
    missing."""
    import mujoco

    failures = (ValueError, mujoco.FatalError, mujoco.UnexpectedError, RecursionError)
    with _collect_warnings() as said:
        return _try_compile(path, failures, said)


@contextmanager
def _collect_warnings() -> Iterator[list[str]]:
    """What MuJoCo warns of meanwhile, which it would otherwise write into the working folder."""
    import mujoco

    said: list[str] = []
    listen = getattr(mujoco, "set_mju_user_warning", lambda _: None)
    listen(said.append)
    try:
        yield said
    finally:
        listen(None)


def _try_compile(
    path: Path, failures: tuple[type[Exception], ...], said: list[str]
) -> tuple[Any, set[int], list[str]]:
    mended = Mended(path)
    try:
        model = _load(path, mended).compile()
        return model, set(), [f"MuJoCo says: {' '.join(text.split())}" for text in said]
    except failures as error:
        first = error
    model = None
    while model is None:
        try:
            spec = _configure(mended.make_spec())
            missing, pointers, unknown = _replace_missing(spec, path.parent)
            model = spec.compile()
        except failures as error:
            if not mended.mend(str(error)):
                said_first = error if mended.told else first
                raise RobotError(
                    f"{path}: MuJoCo does not compile it: {' '.join(str(said_first).split())}."
                    " Correct the file until MuJoCo's own viewer opens it (python -m"
                    " mujoco.viewer)."
                ) from error
    why = " ".join(str(first).split()).partition(" Element ")[0]
    notes = (
        [f"MuJoCo refuses it ({why}); read without {join_names(mended.told)}"]
        if mended.told
        else []
    )
    notes += [f"left out what needs the missing files {join_names(missing)}"] if missing else []
    notes += [f"{POINTERS}: {join_names(pointers)}"] if pointers else []
    if unknown:
        names = join_names(body.name or f"body{body.id}" for body in unknown)
        notes.append(f"the inertia of {names}, whose shape is missing, is unknown")
    return model, {body.id for body in unknown} | mended.find_massless(model), notes


def _load(path: Path, mended: Mended) -> Any:
    """MuJoCo opens files named .xml only, whatever they hold."""
    import mujoco

    if mended.told or path.suffix != ".xml":
        return _configure(mended.make_spec())
    return _configure(mujoco.MjSpec.from_file(str(path)))


def _configure(spec: Any) -> Any:
    spec.compiler.fusestatic = False  # fixed bodies are merged later, where they leave a Frame
    return spec


def find_missing_meshes(path: Path) -> dict[str, str]:
    """{name of a mesh: its file} of those whose file is not there."""
    import mujoco

    mended, spec = Mended(path), None
    while spec is None:
        try:
            spec = _load(path, mended)
        except (ValueError, mujoco.FatalError, mujoco.UnexpectedError) as error:
            if not mended.mend(str(error)):
                raise
    folder = path.parent / spec.meshdir
    found = {}
    for mesh in spec.meshes:
        name = Path(mesh.file).name if spec.strippath else mesh.file
        if mesh.file and not _is_there(folder / name):
            found[mesh.name or Path(mesh.file).stem] = mesh.file
    return found


def _is_there(path: Path) -> bool:
    return os.path.isfile(path) and not is_lfs_pointer(path)


def _replace_missing(spec: Any, folder: Path) -> tuple[list[str], list[str], list[Any]]:
    """Put something in the place of every asset whose file is missing, so that all references to it
    stay valid; returns these files, those of them that are git-lfs pointers, and the bodies whose
    inertia depends on them."""
    import mujoco

    missing: list[str] = []
    pointers: list[str] = []

    def is_missing(asset: Any, directory: str) -> bool:
        name = Path(asset.file).name if spec.strippath else asset.file
        place = folder / directory / name
        if not asset.file or _is_there(place):
            return False
        (pointers if os.path.isfile(place) else missing).append(asset.file)
        asset.name = asset.name or Path(asset.file).stem  # the name it would have had from its file
        asset.file, asset.content_type = "", ""
        return True

    lost = []
    for mesh in spec.meshes:
        if is_missing(mesh, spec.meshdir):
            mesh.uservert, mesh.scale = TETRAHEDRON, (1, 1, 1)
            lost.append(mesh.name)
    for field in spec.hfields:
        if is_missing(field, spec.meshdir):
            field.nrow = field.ncol = 2
            field.userdata = np.zeros(4)
    for skin in spec.skins:
        if skin.file and not _is_there(folder / spec.meshdir / skin.file):
            missing.append(skin.file)
            spec.delete(skin)
    for texture in spec.textures:
        cube = [
            name
            for name in texture.cubefiles
            if name and not _is_there(folder / spec.texturedir / name)
        ]
        if is_missing(texture, spec.texturedir) or cube:
            missing += cube
            texture.cubefiles = [""] * 6
            texture.builtin, texture.width, texture.height = mujoco.mjtBuiltin.mjBUILTIN_FLAT, 8, 8
    return missing, pointers, _list_mesh_bodies(spec, lost)


def _list_mesh_bodies(spec: Any, meshes: list[str]) -> list[Any]:
    """The bodies whose mass comes from geoms with one of these meshes."""
    import mujoco

    how = spec.compiler.inertiafromgeom
    low, high = spec.compiler.inertiagrouprange
    bodies = []
    for geom in spec.geoms:
        body = geom.parent
        from_file = how == mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE or (
            how == mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_AUTO and body.explicitinertial
        )
        weightless = (
            geom.mass == 0
            or (np.isnan(geom.mass) and geom.density == 0)
            or not low <= geom.group <= high
        )
        if geom.meshname in meshes and not from_file and not weightless and body not in bodies:
            bodies.append(body)
    return bodies
