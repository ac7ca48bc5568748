"""How large an MJCF file becomes, told before MuJoCo expands it: a line can ask for a billion
bodies."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree.ElementTree import Element

from dynid.errors import RobotError
from dynid.files import check_source
from dynid.robot.files.xmlfile import read_xml

#: MuJoCo takes some seconds for as many; the time grows with the square
MOST_BODIES, MOST_ELEMENTS = 2_000, 20_000
#: {element: (attributes whose product is a count of numbers, the most of it)}
SIZES = {
    "texture": (("width", "height"), 10_000_000),
    "hfield": (("nrow", "ncol"), 10_000_000),
    "user": (("dim",), 10_000),
}
#: what <size> sets aside, each for itself
USER, MOST_USER = "nuser_", 1_000
SET_ASIDE = {"nkey": 10_000, "nuserdata": 10_000_000}
FILES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


def check_size(root: Element, path: Path) -> None:
    """Refuse what would be too large, and files it names that are none (pipes, devices)."""
    folders = _list_folders(root, path)
    included, models = {os.path.realpath(path)}, _collect_models(root)
    bodies = elements = 0
    largest = (1, "")
    waiting = [(root, 1)]
    while waiting:
        element, times = waiting.pop()
        _check_files(element, path, folders)
        _check_numbers(element, path)
        made = _count(element)
        times *= made
        largest = max(largest, (made, f" (<{element.tag} count='{element.get('count')}'>)"))
        makes_bodies = element.tag in ("body", "composite", "flexcomp")
        bodies, elements = bodies + times * makes_bodies, elements + times
        if bodies > MOST_BODIES or elements > MOST_ELEMENTS:
            raise RobotError(
                f"{path}: asks for more than {MOST_BODIES} bodies or {MOST_ELEMENTS} elements once"
                f" copies are made{largest[1]}, and dynid reads no more than that. Take out what"
                " is not the robot."
            )
        inner = list(element)
        if element.tag == "include":
            inner = _expand_included(element, folders, included)
        elif element.tag == "attach":
            inner = _expand_attached(element, models, folders)
        waiting += [(child, times) for child in inner]


def _count(element: Element) -> int:
    """How many times what is in an element is made."""
    if element.tag not in ("replicate", "composite", "flexcomp"):
        return 1
    product = 1
    for number in _parse_integers(element.get("count", "")):
        product *= max(number, 0)
    return product


def _parse_integers(text: str) -> list[int]:
    """Those of an attribute; what is none, MuJoCo refuses itself."""
    try:
        return [int(word) for word in text.split()]
    except ValueError:
        return []


def _check_numbers(element: Element, path: Path) -> None:
    asked = []
    if element.tag in SIZES:
        names, most = SIZES[element.tag]
        product = 1
        for name in names:
            product *= max([1, *_parse_integers(element.get(name, ""))])
        asked.append((" x ".join(names), product, most))
    elif element.tag == "size":
        limits = {name: MOST_USER for name in element.attrib if name.startswith(USER)} | SET_ASIDE
        for name, most in limits.items():
            asked += [(name, number, most) for number in _parse_integers(element.get(name, ""))]
    for name, number, most in asked:
        if number > most:
            raise RobotError(
                f"{path}: <{element.tag}> asks for {name} = {number}, expected at most {most}."
                " Correct the file."
            )


def _list_folders(root: Element, path: Path) -> list[Path]:
    """Where files may be that an element names."""
    names = ("meshdir", "texturedir", "assetdir")
    given = [x.get(name, "") for x in root.iter("compiler") for name in names]
    return [path.parent / name for name in dict.fromkeys(["", *given])]


def _list_places(element: Element, folders: list[Path]) -> list[Path]:
    names = [element.get(attribute, "") for attribute in FILES]
    names += [Path(name).name for name in names]
    return [folder / name for name in dict.fromkeys(names) if name for folder in folders]


def _check_files(element: Element, path: Path, folders: list[Path]) -> None:
    for place in _list_places(element, folders):
        try:
            check_source(place, "a file", RobotError)
        except RobotError as error:
            raise RobotError(f"{path}, <{element.tag}>: {error}") from None


def _expand_included(element: Element, folders: list[Path], included: set[str]) -> list[Element]:
    """What an included file holds, once; a file that is missing or comes twice is MuJoCo's to
    tell."""
    for place in _list_places(element, folders):
        real = os.path.realpath(place)
        if os.path.isfile(place) and real not in included:
            included.add(real)
            return list(read_xml(place))
    return []


def _collect_models(root: Element) -> dict[str, Element]:
    return {name: x for x in root.iter("model") if (name := x.get("name") or x.get("file"))}


def _expand_attached(
    element: Element, models: dict[str, Element], folders: list[Path]
) -> list[Element]:
    """The bodies of another file's model, which may attach others in turn."""
    model = models.get(element.get("model", ""))
    for place in [] if model is None else _list_places(model, folders):
        if os.path.isfile(place):
            root = read_xml(place)
            models.update(_collect_models(root))
            return list(root)
    return []
