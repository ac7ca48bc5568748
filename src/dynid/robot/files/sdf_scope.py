"""The names of an SDF file: models in models, and where their links, joints and frames are.

Every model has a frame of its own, "__model__", in which poses are given that name no other. What
is in an inner model is called "inner::name" outside of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from dynid.arrays import Array
from dynid.errors import RobotError, join_names
from dynid.robot.files.sdf_includes import FOLDER, MERGE, VERSION
from dynid.robot.files.sdf_values import is_true, read_name, read_pose, read_relative_to
from dynid.robot.parts import WORLD

MODEL = "__model__"
DRAKE = "drake:"
LATEST = (1, 12)


class Scope:
    """A model, or the world: its links, joints and frames by name, and the models in it."""

    def __init__(self, element: Element, outer: Scope | None = None, exact: bool = False) -> None:
        self.element, self.outer, self.exact = element, outer, exact
        self.is_world = outer is None
        self.alone = False  # of a world: its one model gives the names
        held = outer is not None and outer.static
        self.static: bool = held or is_true(element.findtext("static"))
        self.links = self._index_by_name("link")
        self.joints = self._index_by_name("joint") | self._index_by_name(f"{DRAKE}joint")
        self.frames = self._index_by_name("frame")
        self.inner: dict[str, Scope] = {}
        self.merged: list[Scope] = []
        for model in element.findall("model"):
            scope = Scope(model, self, exact)
            if is_true(model.get(MERGE)):
                self.merged.append(scope)
            else:
                self.inner[read_name(model)] = scope
        self._poses: dict[str, Array] = {MODEL: np.eye(4)}
        self._busy: set[str] = set()

    def _index_by_name(self, tag: str) -> dict[str, Element]:
        found: dict[str, Element] = {}
        for element in self.element.findall(tag):
            if read_name(element) in found:
                raise RobotError(f"{tag} named twice: {read_name(element)}; rename one.")
            found[read_name(element)] = element
        return found

    @property
    def version(self) -> tuple[int, ...]:
        text = self.element.get(VERSION, "")
        if self.outer is not None and not text:
            return self.outer.version
        numbers = [int(word) for word in text.split(".") if word.isdigit()]
        return tuple(numbers) if len(numbers) > 1 else LATEST

    @property
    def folder(self) -> Path:
        """Of the file that it stands in."""
        if self.outer is not None and FOLDER not in self.element.attrib:
            return self.outer.folder
        return Path(self.element.get(FOLDER, ""))

    @property
    def prefix(self) -> str:
        """Of the names of its members, seen from the robot."""
        if self.outer is None or (self.outer.is_world and self.outer.alone):
            return ""
        return self.outer.prefix + ("" if self in self.outer.merged else f"{self.name}::")

    @property
    def name(self) -> str:
        return read_name(self.element)

    @property
    def scopes(self) -> Iterator[Scope]:
        """Itself and all models in it, in the order of the file."""
        yield self
        for scope in (*self.merged, *self.inner.values()):
            yield from scope.scopes

    def find_scope(self, name: str) -> tuple[Scope, str]:
        """The scope that has a name itself, and the name there."""
        outer, _, rest = name.partition("::")
        if rest and outer in self.inner:
            return self.inner[outer].find_scope(rest)
        if not self._has(name):
            for scope in self.merged:
                found, local = scope.find_scope(name)
                if found._has(local):
                    return found, local
        return self, name

    def _has(self, name: str) -> bool:
        return any(name in part for part in (self.links, self.joints, self.frames, self.inner))

    # ---- where everything is

    @property
    def in_world(self) -> Array:
        if self.outer is None:
            return np.eye(4)
        return np.asarray(self.outer.in_world @ self.outer.place(self))

    def place(self, inner: Scope) -> Array:
        """The pose of an inner model's frame in this one's. With a placement frame P:
        the given pose is that of P,  T_M = T_P (T_MP)^-1"""
        pose, key = inner.element.find("pose"), f"::{id(inner)}"
        if key not in self._poses:
            if key in self._busy:
                raise RobotError(f"the pose of model '{inner.name}' refers to itself.")
            self._busy.add(key)
            given = read_pose(pose, f"model '{inner.name}'", self.exact)
            T = self.pose(read_relative_to(pose, MODEL)) @ given
            frame = (inner.element.get("placement_frame") or MODEL).strip()
            self._poses[key] = T @ np.linalg.inv(inner.pose(frame))
        return self._poses[key]

    def pose(self, name: str) -> Array:
        """Of a link, joint, frame or model, in this model's frame."""
        chain: list[tuple[str, Array]] = []
        while name not in self._poses:
            if any(name == before for before, _ in chain):
                names = join_names([before for before, _ in chain])
                raise RobotError(f"the poses of {names} refer to each other in a cycle.")
            scope, local = self.find_scope(name)
            if name == WORLD:
                self._poses[WORLD] = np.asarray(np.linalg.inv(self.in_world), dtype=float)
            elif scope is not self:
                self._poses[name] = self._locate_scope(scope) @ scope.pose(local)
            elif local in self.inner:
                self._poses[name] = self.place(self.inner[local])
            else:
                element, default = self._find_element(local)
                pose = element.find("pose")
                where = f"{element.tag} '{local}'"
                chain.append((name, read_pose(pose, where, self.exact)))
                name = read_relative_to(pose, default)
        for before, T in reversed(chain):
            self._poses[before] = self._poses[name] @ T
            name = before
        return self._poses[name]

    def _locate_scope(self, scope: Scope) -> Array:
        """The frame of a model somewhere in this one."""
        if scope is self or scope.outer is None:
            return np.eye(4)
        return np.asarray(self._locate_scope(scope.outer) @ scope.outer.place(scope))

    def _find_element(self, name: str) -> tuple[Element, str]:
        """A member, and what its pose is relative to where it does not say."""
        if name in self.links:
            return self.links[name], MODEL
        if name in self.joints:
            return self.joints[name], read_end(self.joints[name], "child")
        if name in self.frames:
            return self.frames[name], self.frames[name].get("attached_to") or MODEL
        raise RobotError(f"a pose refers to '{name}', which is not in the model.")

    # ---- what carries what

    def find_carrier(self, name: str, seen: frozenset[str] = frozenset()) -> str:
        """The link, by its full name, that a frame, joint or model is fixed to, or the world."""
        scope, local = self.find_scope(name)
        if name == WORLD:
            return WORLD
        if scope is not self:
            return scope.find_carrier(local)
        if name in seen:
            raise RobotError(f"frames {join_names(sorted(seen))} are attached to each other.")
        if name in self.links:
            return self.prefix + name
        if name in self.inner:
            return self.inner[name].find_carrier(MODEL)
        if name in self.joints:
            return self.find_carrier(read_end(self.joints[name], "child"), seen | {name})
        if name in self.frames:
            attached = (self.frames[name].get("attached_to") or MODEL).strip()
            return self.find_carrier(attached, seen | {name})
        if name == MODEL:
            return self._find_canonical()
        known = join_names([*self.links, *(f"{inner}::..." for inner in self.inner)])
        raise RobotError(f"there is no '{name}'; expected one of {known}.")

    def _find_canonical(self) -> str:
        """The link that carries the model's own frame: the one it names, else the first."""
        if self.is_world:
            return WORLD
        if named := (self.element.get("canonical_link") or "").strip():
            return self.find_carrier(named)
        for scope in self.scopes:
            if scope.links:
                return scope.prefix + next(iter(scope.links))
        raise RobotError(f"model '{self.name}' has no <link>.")


def read_end(joint: Element, tag: str) -> str:
    """The name in <parent> or <child>, those of Drake's own joints too."""
    return joint.findtext(tag, joint.findtext(f"{DRAKE}{tag}", "")).strip()
