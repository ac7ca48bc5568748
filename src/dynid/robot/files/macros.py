"""URDF files with macros: expanded by the `xacro` package, where it is installed."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from dynid.errors import RobotError, listing

HARMLESS = ("xacro:property", "xacro:arg")
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
    try:
        return fromstring(xacro.process_file(str(path)).toxml())
    except Exception as error:  # of any kind: macros are small programs
        why = " ".join(str(error).split()) or type(error).__name__
        raise RobotError(
            f"{path}: got macros ({listing(sorted(macros))}) that xacro cannot expand: {why}."
            f" Correct the file, or expand it yourself: xacro {path.name} > robot.urdf"
        ) from error
