"""The <include> elements of an SDF file: replaced by the models that they name, where these are
found around the file."""

from __future__ import annotations

import os
from copy import deepcopy
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from dynid.errors import RobotError
from dynid.robot.files.packages import find_package
from dynid.robot.files.urdf_notes import Notes
from dynid.robot.files.xmlfile import read_xml

#: attributes that tell of a model where it came from: version, folder, whether it is merged
VERSION, FOLDER, MERGE = "dynid:version", "dynid:folder", "dynid:merge"
MOST = 200  # models that a file may include, one in another too
#: folders of models, as Gazebo looks for them
VARIABLES = ("GZ_SIM_RESOURCE_PATH", "SDF_PATH", "GAZEBO_MODEL_PATH")
MISSING = "included models that were not found, their links are missing"
#: what every world includes
SCENERY = ("model://sun", "model://ground_plane")
#: what an <include> may change of the model
CHANGES = ("name", "pose", "static", "placement_frame", "uri", "plugin")


def write_out_includes(root: Element, path: Path, notes: Notes) -> None:
    """Put the model of every <include> in its place, named, placed and merged as it says."""
    count = 0
    inside: tuple[str, ...] = (os.path.realpath(path),)
    waiting = [(root, path.absolute().parent, inside)]
    while waiting:
        parent, folder, above = waiting.pop()
        for k, child in enumerate(parent):
            if child.tag != "include":
                waiting.append((child, folder, above))
                continue
            count += 1
            if count > MOST:
                raise RobotError(f"more than {MOST} models are included; expected one robot.")
            uri = child.findtext("uri", "").strip()
            file = _find(uri, folder)
            model = None if file is None else _load_model(child, file, above, notes)
            if file is None or model is None:
                if uri not in SCENERY:
                    notes.add_name(MISSING, uri)
                continue
            parent[k] = model
            waiting.append((model, file.parent, (*above, os.path.realpath(file))))


def _load_model(
    include: Element, file: Path, above: tuple[str, ...], notes: Notes
) -> Element | None:
    if os.path.realpath(file) in above:
        raise RobotError(f"'{file}' includes itself; expected a file without cycles.")
    root = read_xml(file)
    found = root.find("model")
    if root.tag != "sdf" or found is None:
        return None
    model = deepcopy(found)
    model.attrib |= {VERSION: root.get("version", ""), FOLDER: str(file.parent)}
    model.attrib[MERGE] = include.get("merge", "")
    for change in include:
        if change.tag == "name":
            model.set("name", (change.text or "").strip())
        elif change.tag == "placement_frame":
            model.set("placement_frame", (change.text or "").strip())
        elif change.tag in ("pose", "static"):
            for old in model.findall(change.tag):
                model.remove(old)
            SubElement(model, change.tag, change.attrib).text = change.text
        elif change.tag not in CHANGES:
            notes.ignored[change.tag] += 1
    return model


def _find(uri: str, folder: Path) -> Path | None:
    """The SDF file of "model://arm", "package://arm/arm.sdf", "file://arm.sdf" or "../arm": a file,
    or a folder with a model in it."""
    kind, _, rest = uri.rpartition("://")
    if kind in ("model", "package"):
        name, _, inner = rest.partition("/")
        roots = [Path(x) for v in VARIABLES for x in os.environ.get(v, "").split(os.pathsep) if x]
        above = (folder, *folder.parents) if kind == "model" else ()  # by the folder's own name
        places = [root / rest for root in (*roots, *above)]
        package = find_package(name, folder)
        places += [package / inner] if package else []
    elif kind in ("", "file"):
        places = [folder / rest]
    else:
        return None
    return next((file for place in places if (file := _find_file(place))), None)


def _find_file(place: Path) -> Path | None:
    """A file itself; of a folder what model.config names last, the newest, else model.sdf."""
    try:
        if place.is_file():
            return place
        config = place / "model.config"
        named = read_xml(config).findall("sdf") if config.is_file() else []
        names = [(element.text or "").strip() for element in named]
        files = [place / name for name in (*reversed(names), "model.sdf") if name]
        return next((file for file in files if file.is_file()), None)
    except (OSError, ValueError):
        return None
