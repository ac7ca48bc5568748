"""Friction, rotors and springs of a model as C: a table for every term, over all coordinates, and a
line that uses it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from dynid.arrays import Array
from dynid.model.effects import Along, Placed
from dynid.model.model import Model
from dynid.model.terms import Law

#: the C functions that terms go to, and the motion that each is given
FUNCTIONS = {
    "add_rotors": ("qdd",),
    "add_friction_forces": ("q", "qd"),
    "add_springs": ("q",),
}
SIGN = "static double sign(double x)\n{\n    return (double)((x > 0.0) - (x < 0.0));\n}\n"


@dataclass
class Lines:
    """Tables, and for each function its statements in a loop over the coordinates i, and those
    outside of it."""

    coordinates: tuple[str, ...]
    tables: list[str] = field(default_factory=list)
    inside: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in FUNCTIONS})
    outside: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in FUNCTIONS})
    taken: set[str] = field(default_factory=set)

    def add_table(self, name: str, values: Array, unit: str) -> str:
        """A table over the coordinates; returns its name in C."""
        plain = re.sub(r"\W", "_", name.upper())
        free, k = plain, 2
        while free in self.taken:
            free, k = f"{plain}_{k}", k + 1
        self.taken.add(free)
        rows = [
            f"    {float(v)!r}, /* {clean_comment(c)} */" for v, c in zip(values, self.coordinates)
        ]
        self.tables.append(
            f"static const double {free}[COORDINATES] = {{ /* {clean_comment(unit)} */\n"
            + "\n".join(rows)
            + "\n};\n"
        )
        return free


def clean_comment(text: str) -> str:
    """A text that ends no comment of C; on one line, since a backslash would join two."""
    return " ".join(text.split()).replace("*/", "* /").replace("/*", "/ *")


def has_position_friction(model: Model) -> bool:
    return any({"q", "qd"} <= placed.term.law.reads for placed in model.layout.terms)


def write_effects(model: Model, p: Array) -> str:
    """The tables and functions of all effects but payloads."""
    lines = Lines(model.robot.coordinates)
    alike: dict[tuple[str, Law], list[tuple[Placed, float]]] = {}
    for at, placed in zip(model.layout.at, model.layout.terms):
        if placed.term.law.channels:
            continue  # see c_gears
        if _is_of_one_joint(placed):
            key = placed.term.name, placed.term.law
            alike.setdefault(key, []).append((placed, float(p[at])))
        else:
            _add_sum(lines, placed, float(p[at]))
    for (name, law), entries in alike.items():
        values = np.zeros(len(lines.coordinates))
        for placed, value in entries:
            values[lines.coordinates.index(placed.joint)] = value
        unit = " or ".join(law.find_unit(sliding) for sliding in (False, True))
        table = lines.add_table(name, values, unit)
        factors = [f"{table}[i]", law.to_c("q[i]", "qd[i]", "qdd[i]")]
        lines.inside[_write_law(law)].append(f"f[i] += {write_product(factors)};")
    text = "\n".join([*lines.tables, *(_write_function(lines, name) for name in FUNCTIONS)])
    return (SIGN + "\n" if "sign(" in text else "") + text


def _write_law(law: Law) -> str:
    if law.acceleration:
        return "add_rotors"
    return "add_friction_forces" if "qd" in law.reads else "add_springs"


def _is_of_one_joint(placed: Placed) -> bool:
    own = ((placed.joint, 1.0),)
    return all(act.on == own == act.of for act in placed.acts)


def _add_sum(lines: Lines, placed: Placed, value: float) -> None:
    """A term of several coordinates: its parameter and its sums are written out."""
    law = placed.term.law
    for act in placed.acts:
        q, qd, qdd = (write_sum(lines, name, act.of) for name in ("q", "qd", "qdd"))
        for joint, gain in act.on:
            factors = [repr(value * gain), law.to_c(q, qd, qdd)]
            c = lines.coordinates.index(joint)
            lines.outside[_write_law(law)].append(f"f[{c}] += {write_product(factors)};")


def write_sum(lines: Lines, name: str, along: Along) -> str:
    parts = [
        (f"{factor!r} * " if factor != 1.0 else "") + f"{name}[{lines.coordinates.index(joint)}]"
        for joint, factor in along
    ]
    return parts[0] if len(parts) == 1 and along[0][1] == 1.0 else f"({' + '.join(parts)})"


def write_product(factors: Iterable[str]) -> str:
    return " * ".join(filter(None, factors))


def _write_function(lines: Lines, name: str) -> str:
    inside, outside = lines.inside[name], lines.outside[name]
    body = [f"        {line}" for line in inside]
    if body:
        body = ["    int i;", "    for (i = 0; i < COORDINATES; i++) {", *body, "    }"]
    body += [f"    {line}" for line in outside]
    given, text = FUNCTIONS[name], "\n".join(body)
    unused = [x for x in (*given, "f") if not re.search(rf"\b{x}\[", text)]
    said = "" if body else " /* the model has none */"
    body += [f"    (void){x};{said}" for x in unused]
    arguments = ", ".join(f"const double *{x}" for x in given)
    return "\n".join([f"static void {name}({arguments}, double *f)", "{", *body, "}", ""])
