"""URDF files with macros: expanded by the `xacro` package, where it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, fromstring

from dynid.errors import RobotError, join_names

HARMLESS = ("xacro:property", "xacro:arg")
PICTURES = ("visual", "collision", "material", "gazebo")
PROCESS = "dynid.robot.files.macros_process"
#: the largest robots take some seconds and some 100 MB
SECONDS, BYTES = 20, 2 * 10**9
LONGEST = 20_000_000  # characters: no robot has so many links


def expand_macros(root: Element, path: Path) -> Element:
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
    got = f"got macros ({join_names(sorted(macros))})" if macros else "got macros"
    if find_spec("xacro") is None:
        raise RobotError(
            f"{path}: {got}, expected plain URDF; pip install xacro, or run it yourself: xacro"
            f" {path.name} > robot.urdf"
        )
    answer = _expand(path)
    try:
        if "text" in answer:
            return fromstring(answer["text"])
        why = answer["error"]
    except ParseError as error:
        why = str(error)
    raise RobotError(
        f"{path}: {got} that xacro cannot expand: {why}. Correct the file, or expand it yourself:"
        f" xacro {path.name} > robot.urdf"
    )


def _expand(path: Path) -> dict[str, str]:
    """{"text": ...} or {"error": ...}: in a process with limits, for macros are small programs."""
    command = [sys.executable, "-P", "-m", PROCESS, str(path.absolute())]
    command += map(str, (SECONDS, BYTES, LONGEST))
    # the same packages as here
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, env=env
        )
        answer: dict[str, str] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        # ended by the limit of its time, or of its memory
        return {"error": f"it takes more than {SECONDS} s or {BYTES // 10**9} GB of memory"}
    if "too_large" in answer:
        return {"error": f"it takes more than {BYTES // 10**9} GB of memory"}
    if "too_long" in answer:
        return {"error": f"it becomes longer than {LONGEST // 10**6} million characters"}
    if "missing" in answer:
        package = answer["missing"]
        return {
            "error": f"the package '{package}' is no folder around the file, and ROS is not there"
        }
    return answer
