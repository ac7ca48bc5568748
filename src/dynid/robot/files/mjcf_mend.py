"""MJCF files that MuJoCo refuses for what says nothing of how the robot moves: contacts with a
floor that stands in another file, sensors, colours, options of older versions. They are read
without it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, tostring

from dynid.robot.files.xmlfile import read_xml

MOST = 20  # things that may be mended in a file
ASSETS = ("mesh", "texture", "material", "hfield", "skin")
#: {what MuJoCo's message holds: (sections that are left out, as they are told)}
SECTIONS = {
    r"not found in (collision|contact|pair|exclude)": ("contact", "its contacts"),
    r"(sensorized object|[Ss]ensor|in sensor)": ("sensor", "its sensors"),
    r"(invalid (qpos|qvel|act|ctrl|mpos|mquat) size|keyframe)": ("keyframe", "its keyframes"),
}
#: {what MuJoCo's message holds: (attribute that is left out everywhere, as it is told)}
ATTRIBUTES = {
    r"material '[^']*' not found": ("material", "its materials"),
    r"texture '[^']*' not found": ("texture", "its textures"),
}
#: kg, kg m^2: what bodies without any get, little more than MuJoCo takes for nothing
LEAST = 1e-12


class Mended:
    """A file from which things are taken out until MuJoCo reads it; `told` says what."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.told: list[str] = []
        self._root: Element | None = None
        self._weightless = False

    def make_spec(self) -> Any:
        import mujoco

        spec = mujoco.MjSpec.from_string(tostring(self.root, encoding="unicode"))
        spec.modelfiledir = str(self.path.parent.absolute())
        if self._weightless:
            spec.compiler.boundmass = spec.compiler.boundinertia = LEAST
        return spec

    def find_massless(self, model: Any) -> set[int]:
        """The moving bodies without mass, of the compiled model."""
        if not self._weightless:
            return set()
        m, mass = model, [float(x) for x in model.body_mass]
        for i in reversed(range(1, m.nbody)):
            if not m.body_jntnum[i]:
                mass[m.body_parentid[i]] += mass[i]
        few = LEAST * m.nbody * 2
        return {i for i in range(1, m.nbody) if m.body_jntnum[i] and mass[i] < few}

    @property
    def root(self) -> Element:
        if self._root is None:
            self._root = read_xml(self.path)
            _write_out_includes(self._root, self.path.parent, {self.path.resolve()})
        return self._root

    def mend(self, message: str) -> bool:
        """Take out what the message is about; False where that is unknown, or happened before."""
        what = self._mend(" ".join(message.split()))
        if not what or what in self.told or len(self.told) >= MOST:
            return False
        self.told.append(what)
        return True

    def _mend(self, message: str) -> str:
        if found := re.search(r"unrecognized attribute: '(\w+)' Element '(\w+)'", message):
            name, tag = found.groups()
            for element in self.root.iter(tag):
                element.attrib.pop(name, None)
            return f"'{name}' of <{tag}>"
        if found := re.search(r"repeated name '([^']*)' in (\w+)", message):
            name, tag = found.groups()
            return f"a second {tag} '{name}'" if self._drop_later(tag, name) else ""
        if found := re.search(r"Element '(light|camera)'", message):
            self._drop(found.group(1))
            return f"its {found.group(1)}s"
        if re.search(r"invalid keyword: 'fixed' Element 'joint'", message):
            self._drop("joint", "type", "fixed")
            return "joints of type 'fixed'"
        if "must be larger than mjMINVAL" in message:
            self._weightless = True
            return "moving bodies without mass, whose inertia is unknown"
        for pattern, (name, told) in ATTRIBUTES.items():
            if re.search(pattern, message):
                for element in self.root.iter():
                    element.attrib.pop(name, None)
                return told
        for pattern, (tag, told) in SECTIONS.items():
            if re.search(pattern, message):
                for section in self.root.findall(tag):
                    self.root.remove(section)
                return told
        return ""

    def _drop(self, tag: str, attribute: str = "", value: str | None = None) -> None:
        for parent in list(self.root.iter()):
            for child in parent.findall(tag):
                if child.get(attribute) == value:
                    parent.remove(child)

    def _drop_later(self, tag: str, name: str) -> bool:
        """All assets of a name but the first."""
        if tag not in ASSETS:
            return False
        seen = False
        for parent in self.root.iter("asset"):
            for child in parent.findall(tag):
                if (child.get("name") or Path(child.get("file", "")).stem) == name:
                    if seen:
                        parent.remove(child)
                    seen = True
        return seen


def _write_out_includes(parent: Element, folder: Path, included: set[Path]) -> None:
    """Put the children of included files in the place of <include>, as MuJoCo does, each file once;
    those that are missing stay, for MuJoCo to tell. Models that are attached are named in full."""
    for k, child in reversed(list(enumerate(parent))):
        place = folder / child.get("file", "")
        if child.tag != "include":
            _write_out_includes(child, folder, included)
            if child.tag == "model" and "file" in child.attrib:
                child.attrib |= {"file": str(place.absolute()), "content_type": "text/xml"}
        elif place.is_file() and place.resolve() not in included:
            part = read_xml(place)
            _write_out_includes(part, folder, included | {place.resolve()})
            parent[k : k + 1] = list(part)
        else:
            child.set("file", str(place.absolute()))
