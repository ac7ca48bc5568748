"""Where the packages of ROS are that a robot file names: folders around it."""

from __future__ import annotations

import os
import re
from itertools import islice
from pathlib import Path

#: folders above the file beside which packages are looked for by what is in them: of a workspace,
#: src/repository/package/urdf/parts
LEVELS = 5
MOST = 500  # folders that are looked at beside each of them
DESCRIPTION = "package.xml"  # the file that names a package
NAME = re.compile(rb"<name>\s*([^<]*?)\s*</name>")
LONGEST = 100_000  # bytes of such a file that are read


def find_package(name: str, folder: Path) -> Path | None:
    """The folder of a package, the nearest to `folder`: above it or beside those above, by the name
    in its description, else by its own; or where the variables of ROS say."""
    for level, above in enumerate((folder, *folder.parents)):
        for place in (above, above / name):
            if _is_named(place, name):
                return place
        beside = _list_folders(above) if level < LEVELS else []
        further = [inner for each in beside for inner in _list_folders(each)]
        for place in islice((*beside, *further), MOST):
            if read_package_name(place) == name:
                return place
    for variable, share in (("ROS_PACKAGE_PATH", ""), ("AMENT_PREFIX_PATH", "share")):
        for root in filter(None, os.environ.get(variable, "").split(os.pathsep)):
            for place in (Path(root), Path(root) / share / name):
                if _is_named(place, name):
                    return place
    return None


def _is_named(place: Path, name: str) -> bool:
    """By its description, or by its own name where it has none."""
    try:
        return place.is_dir() and (read_package_name(place) or place.name) == name
    except (OSError, ValueError):
        return False


def read_package_name(folder: Path) -> str | None:
    description = folder / DESCRIPTION
    try:
        if not description.is_file():  # a pipe would not end
            return None
        with open(description, "rb") as file:
            found = NAME.search(file.read(LONGEST))
    except (OSError, ValueError):
        return None
    return found.group(1).decode("utf-8", "replace") if found else None


def _list_folders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            some = islice(entries, MOST)
            names = [x.name for x in some if x.is_dir() and not x.name.startswith(".")]
    except OSError:
        return []
    return [folder / name for name in sorted(names)]
