"""URDF files with macros: expanded by the `xacro` package, where it is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from xml.etree.ElementTree import Element, fromstring

from dynid.errors import RobotError, listing
from dynid.robot.files.macro_expressions import restrict_expressions

HARMLESS = ("xacro:property", "xacro:arg")
ROS = "ament_index_python"  # what xacro asks where packages are
PICTURES = ("visual", "collision", "material", "gazebo")


def expanded(root: Element, path: Path) -> Element:
    """The root with its macros expanded. Definitions without effect and macros in pictures may
    stay; others hide links or joints."""
    pictures = {id(e) for tag in PICTURES for each in root.iter(tag) for e in each.iter()}
    macros = {
        e.tag
        for e in root.iter()
        if e.tag.startswith("xacro:") and e.tag not in HARMLESS and id(e) not in pictures
    }
    if not macros and path.suffix != ".xacro":
        return root
    try:
        import xacro
    except ImportError:
        raise RobotError(
            f"{path}: got unexpanded macros ({listing(sorted(macros))}), expected plain URDF; pip"
            f" install xacro, or run it yourself: xacro {path.name} > robot.urdf"
        ) from None
    restrict_expressions(xacro)
    missing: list[str] = []
    try:
        with _packages_beside(path, missing):
            return fromstring(xacro.process_file(str(path)).toxml())
    except Exception as error:  # of any kind: macros are small programs
        why = " ".join(str(error).split()) or type(error).__name__
        if missing:
            why = f"the package '{missing[0]}' is no folder around the file, and ROS is not there"
        raise RobotError(
            f"{path}: got macros ({listing(sorted(macros))}) that xacro cannot expand: {why}."
            f" Correct the file, or expand it yourself: xacro {path.name} > robot.urdf"
        ) from error


@contextmanager
def _packages_beside(path: Path, missing: list[str]) -> Iterator[None]:
    """Where ROS is not installed, $(find package) finds folders of that name around the file;
    `missing` takes the names of those that are not there."""
    if find_spec(ROS) is not None:
        yield
        return

    def found(name: str) -> str:
        for folder in path.absolute().parents:
            for place in (folder, folder / name):
                if place.name == name and place.is_dir():
                    return str(place)
        missing.append(name)
        raise LookupError(name)

    index, packages = ModuleType(ROS), ModuleType(f"{ROS}.packages")
    packages.__dict__["get_package_share_directory"] = found
    sys.modules |= {ROS: index, f"{ROS}.packages": packages}
    try:
        yield
    finally:
        del sys.modules[ROS], sys.modules[f"{ROS}.packages"]
