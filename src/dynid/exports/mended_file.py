"""A robot's file with its impossible inertias made possible, everything else left as it is."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning
from dynid.exports.urdf_edit import edit_urdf
from dynid.exports.urdf_writer import format_numbers
from dynid.exports.xmledit import Edits, Node, put_comment
from dynid.model.consistency import is_consistent
from dynid.notes import Note
from dynid.robot.files.urdf_reader import make_urdf_robot
from dynid.robot.files.xmlfile import read_mended, read_xml
from dynid.robot.geometry import inertial, to_mass_com_inertia
from dynid.robot.parts import Body

# of the largest second moment: the least that is left to a body, as readers refuse round-off
LEAST = 1e-6
TITLE = "inconsistent inertias replaced by the nearest consistent ones"
#: the places of <inertial fullinertia="xx yy zz xy xz yz"> in the tensor
FULL = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def find_nearest_tensor(I: ArrayLike) -> Array | None:
    """The possible tensor about the centre of mass whose second moments are nearest to those of I;
    None where I holds none that are positive.

    Sigma = tr(I)/2 1 - I = V diag(s) V' must not be negative: s <- max(s, 0), I = tr(Sigma) 1 -
    Sigma. Mass and centre stay.
    """
    I = np.asarray(I, dtype=float)
    s, V = np.linalg.eigh(0.5 * np.trace(I) * np.eye(3) - I)
    if s[-1] <= 0.0 or s.sum() <= 0.0:
        return None
    Sigma = V @ np.diag(np.maximum(s, LEAST * s[-1])) @ V.T
    return np.asarray(np.trace(Sigma) * np.eye(3) - Sigma)


def mend_file(source: Path) -> tuple[bytes, list[Note]]:
    """The file, URDF or MJCF, and what was done to each body; nothing done: nothing is certain."""
    root = read_xml(source)
    return _mend_urdf(source, root) if root.tag == "robot" else _mend_mjcf(source)


def _mend_urdf(source: Path, root: Element) -> tuple[bytes, list[Note]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IgnoredElementWarning)
        robot = make_urdf_robot(root, source, lump_fixed=False)
    done: list[Note] = []
    # a body without inertia is left as it stands in the file
    bodies = tuple(replace(body, inertia=_make_possible(body, done)) for body in robot.bodies)
    if not done:
        return read_mended(source), []
    return edit_urdf(source, robot.replace(bodies=bodies), TITLE, list(done))[0], done


def _make_possible(body: Body, done: list[Note]) -> Array | None:
    """The ten parameters that an impossible body gets; None: it is possible, or has no mass."""
    if body.inertia is None or body.massless or not is_consistent(body.inertia).impossible:
        return None
    mass, centre, I = to_mass_com_inertia(body.inertia)
    new = find_nearest_tensor(I) if mass > 0.0 else None
    if new is None:
        return None
    done.append(_make_note(body.name, I, new))
    return inertial(mass, centre, new)


def _mend_mjcf(source: Path) -> tuple[bytes, list[Note]]:
    """MuJoCo reads no file with such bodies: the numbers of its text are changed."""
    edits = Edits(read_mended(source))
    done: list[Note] = []
    for node in edits.root.walk():
        if node.tag == "inertial" and sum(_parse_numbers(node, "mass")) > 0.0:
            _set(edits, node, done)
    if done:
        put_comment(edits, TITLE, done)
    return edits.apply(), done


def _set(edits: Edits, node: Node, done: list[Note]) -> None:
    name = node.parent.attributes.get("name", "") if node.parent is not None else ""
    for attribute in ("fullinertia", "diaginertia"):
        numbers = _parse_numbers(node, attribute)
        if len(numbers) != (6 if attribute == "fullinertia" else 3):
            continue
        I = _make_tensor(numbers)
        new = (
            find_nearest_tensor(I)
            if is_consistent(inertial(1.0, (0, 0, 0), I)).impossible
            else None
        )
        if new is not None:
            edits.set(node, {attribute: format_numbers([new[at] for at in FULL[: len(numbers)]])})
            done.append(_make_note(name, I, new))


def _parse_numbers(node: Node, attribute: str) -> list[float]:
    """Those of an attribute; none where it is not there, or is something else."""
    try:
        found = [float(x) for x in node.attributes.get(attribute, "").split()]
    except ValueError:
        return []
    return found if np.isfinite(found).all() else []


def _make_tensor(numbers: Sequence[float]) -> Array:
    I = np.zeros((3, 3))
    for (i, j), x in zip(FULL, numbers):
        I[i, j] = I[j, i] = x
    return I


def _make_note(name: str, old: Array, new: Array) -> Note:
    moved = 100 * np.linalg.norm(new - old) / np.linalg.norm(old)
    a, b = (", ".join(f"{x:.3g}" for x in np.linalg.eigvalsh(I)) for I in (old, new))
    said = f"'{name}': principal inertias ({a}) became ({b}), changed by {moved:.2g} %"
    return Note(said, about=("body", name))
