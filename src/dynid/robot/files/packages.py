"""Where the packages of ROS are, and the models of Gazebo, that a robot file names: folders around
it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

#: folders beside the file and beside its parents whose description is opened, nearest first
MOST = 2_000
#: the files that name a package or a model, and where in them its name is
DESCRIPTIONS = ("package.xml", "model.config")
NAME = re.compile(rb"<name>\s*([^<]*?)\s*</name>")
LONGEST = 100_000  # bytes of a description that are read


def find_package(name: str, folder: Path) -> Path | None:
    """The folder of a package: one above `folder` or beside those, by the name in its description
    (package.xml, model.config), else by its own; or where the variables of ROS say."""
    above = (folder, *folder.parents)
    for place in islice(_around(above), MOST):
        if described_name(place) == name:
            return place
    for place in above:
        for named in (place, place / name):
            if named.name == name and _is_folder(named):
                return named
    for variable, share in (("ROS_PACKAGE_PATH", ""), ("AMENT_PREFIX_PATH", "share")):
        for root in os.environ.get(variable, "").split(os.pathsep):
            named = Path(root) / share / name
            named = Path(root) if root and Path(root).name == name else named
            if root and _is_folder(named):
                return named
    return None


def described_name(folder: Path) -> str | None:
    for description in DESCRIPTIONS:
        try:
            with open(folder / description, "rb") as file:
                found = NAME.search(file.read(LONGEST))
        except (OSError, ValueError):
            continue
        if found:
            return found.group(1).decode("utf-8", "replace")
    return None


def _around(above: tuple[Path, ...]) -> Iterator[Path]:
    """Folders above the file, those in them, and those in these."""
    for folder in above:
        yield folder
        inner = _folders(folder)
        yield from inner
        for each in inner:
            yield from _folders(each)


def _folders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            found = [x.name for x in islice(entries, MOST) if x.is_dir() and x.name[0] != "."]
    except OSError:
        return []
    return [folder / name for name in sorted(found)]


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
