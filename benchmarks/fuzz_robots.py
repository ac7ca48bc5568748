"""Damaged robot files: `python benchmarks/fuzz_robots.py --count 2000 --seed 1`.

URDF and MJCF of the built-in robots, SDF at random, and those of the folder of shared robots where
it is there. Each is read or refused with words, in time; what is read must be a robot: its
equations are numbers or refused with words. What was cut short must not be read.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np

from dynid.errors import DynidError
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.exports.urdf_writer import write_urdf_text
from dynid.robot.builtin import BUILTIN
from dynid.robot.robot_loading import load_robot
from fuzz import BYTES, Case, byte_damage, main, refused

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "help"))

from sdf_variants import variant

NUMBERS = (
    *("0", "-1", "1e300", "-1e300", "1e-300", "nan", "inf", "-inf", "", "abc", "1,5", "1_000"),
    *("0x10", "1 2", "1 2 3", "0 0 0", "9" * 400, "${x}", "1e999", "\u0661"),
)
NAMES = ("", " ", "a b", "../x", "\u00e9\u4e2d", "x" * 5000, "<&>", "world", "nan", "a\tb", "'\"")
STRUCTURE = (
    *("element lost", "element twice", "element moved", "tag changed", "tags exchanged"),
    *("attribute lost", "number changed", "name changed", "name taken", "values exchanged"),
    *("nested deeply", "copies asked for", "file named", "doctype", "numbers scaled"),
)
KINDS = (*BYTES, *STRUCTURE)
SDF = 30  # files at random, of which those that include others are left out
LARGE = 120  # parameters of a tree, up to which the combinations are looked for


@cache
def robots() -> dict[str, bytes]:
    found = {}
    for name, build in BUILTIN.items():
        robot = build()
        found[f"{name}.xml"] = write_mjcf_text(robot).encode()
        if robot.is_tree:
            found[f"{name}.urdf"] = write_urdf_text(robot).encode()
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("DYNID_DATA") or default).parent / "robots"
    for seed in range(SDF):
        files = variant(seed)
        found |= {f"sdf{seed}.sdf": text.encode() for text in files.values() if len(files) == 1}
    endings = ("*.urdf", "*.xml", "*.sdf")
    for path in sorted(path for ending in endings for path in folder.rglob(ending)):
        found[f"{path.parent.name}/{path.name}"] = path.read_bytes()
    return found


def undamaged() -> list[Case]:
    return [Case(name, "none", content) for name, content in robots().items()]


def cases(seed: int, number: int) -> Case:
    rng = np.random.default_rng([seed, number])
    files = robots()
    name = list(files)[rng.integers(len(files))]
    kind = KINDS[number % len(KINDS)]
    if kind in BYTES:
        return Case(name, kind, byte_damage(kind, files[name], rng))
    root = ET.fromstring(files[name])
    for _ in range(rng.integers(1, 4)):
        root = damaged(kind, root, rng)
    sys.setrecursionlimit(20_000)  # of who writes XML here, not of who reads it
    content = ET.tostring(root)
    sys.setrecursionlimit(1_000)
    if kind == "doctype":
        content = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + content
    return Case(name, kind, content)


def damaged(kind: str, root: ET.Element, rng: np.random.Generator) -> ET.Element:
    """The tree, damaged in one place."""

    def one(of: list) -> ET.Element:
        return of[rng.integers(len(of))]

    def with_attribute(pattern: str) -> tuple[ET.Element, str]:
        found = [(e, k) for e in root.iter() for k, v in e.attrib.items() if re.search(pattern, v)]
        return one(found or [(root, next(iter(root.attrib), "name"))])

    parents = [e for e in root.iter() if len(e)]
    parent = one(parents) if parents else root
    child = one(list(parent)) if len(parent) else parent
    if kind == "element lost" and len(parent):
        parent.remove(child)
    elif kind == "element twice":
        parent.insert(int(rng.integers(len(parent) + 1)), child)
    elif kind == "element moved" and len(parent):
        parent.remove(child)
        one(list(root.iter())).append(child)
    elif kind == "tag changed":
        child.tag = ("x", "joint", "body", "link", "inertial", "geom", "default")[rng.integers(7)]
    elif kind == "tags exchanged":
        other = one(list(root.iter()))
        child.tag, other.tag = other.tag, child.tag
    elif kind == "attribute lost":
        element, key = with_attribute("")
        element.attrib.pop(key, None)
    elif kind == "number changed":
        element, key = with_attribute(r"^[-+\d. e]+$")
        words = element.get(key, "0").split() or ["0"]
        words[rng.integers(len(words))] = NUMBERS[rng.integers(len(NUMBERS))]
        element.set(key, " ".join(words))
    elif kind == "numbers scaled":
        element, key = with_attribute(r"^[-+\d. e]+$")
        factor = float(10.0 ** rng.integers(-20, 21))
        words = [f"{float(w) * factor!r}" for w in element.get(key, "").split() if _number(w)]
        element.set(key, " ".join(words))
    elif kind == "name changed":
        element, key = with_attribute("[a-zA-Z]")
        element.set(key, NAMES[rng.integers(len(NAMES))])
    elif kind in ("name taken", "values exchanged"):
        (a, key), (b, other) = with_attribute("[a-zA-Z]"), with_attribute("[a-zA-Z]")
        if kind == "values exchanged":
            b.set(other, a.get(key, ""))
        a.set(key, b.get(other, ""))
    elif kind == "nested deeply":
        for _ in range(int(10 ** rng.uniform(1, 3.6))):
            child = ET.SubElement(child, child.tag, dict(child.attrib))
    elif kind == "copies asked for":
        tag = ("replicate", "composite", "flexcomp")[rng.integers(3)]
        count = str(int(10 ** rng.integers(0, 10)))
        made = ET.Element(tag, {"count": count, "offset": "0 0 1", "type": "grid", "name": "c"})
        made.append(ET.Element("geom", {"size": "1"}))
        parent.append(made)
    elif kind == "file named":
        path = ("/dev/zero", "/dev/stdin", "..", "/proc/self/mem", "gone.stl")[rng.integers(5)]
        tag = ("include", "mesh", "hfield", "texture", "model")[rng.integers(5)]
        parent.insert(0, ET.Element(tag, {"file": path, "name": "f"}))
    return root


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def judge(case: Case) -> str:
    from dynid.model.base_reduction import base_parameters
    from dynid.model.effects import Viscous
    from dynid.model.model import Model

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(case.name).name
        path.write_bytes(case.content)
        try:
            robot = load_robot(path)
            model = Model(robot, [Viscous()])
            q = np.array([[robot.home.get(name, 0.0) for name in robot.actuated]])
            Y = model.regressor(q, 0.1 + 0 * q, 0.2 + 0 * q)
            if robot.is_tree and len(model.parameters) <= LARGE:
                base_parameters(model)
        except DynidError as error:
            return refused(error)
    assert np.isfinite(Y).all(), "a robot whose equations are no numbers"
    whole = robots()[case.name].rstrip()
    half = case.kind == "cut short" and case.content.rstrip() != whole
    assert not half, "half a file was read"
    return "read"


if __name__ == "__main__":
    main("fuzz_robots", __doc__ or "")
