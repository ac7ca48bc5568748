"""Friction, rotors and springs of a model as C: a table for every parameter, over all coordinates,
and a line that uses it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from dynid.arrays import Array
from dynid.errors import DynidError, listing
from dynid.model.effects import (
    Coulomb,
    Effect,
    JointCoupling,
    Offset,
    RotorInertia,
    SmoothFriction,
    Spring,
    Stribeck,
    Viscous,
)
from dynid.model.model import Model

#: the C functions that effects go to, and the motion on which each depends
FUNCTIONS = {"add_rotors": "qdd", "add_friction_forces": "qd", "add_springs": "q"}
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

    def table(self, name: str, values: Array, unit: str) -> str:
        """A table over the coordinates; returns its name in C."""
        free, k = name.upper(), 2
        while free in self.taken:
            free, k = f"{name.upper()}_{k}", k + 1
        self.taken.add(free)
        rows = [f"    {float(v)!r}, /* {comment(c)} */" for v, c in zip(values, self.coordinates)]
        self.tables.append(
            f"static const double {free}[COORDINATES] = {{ /* {unit} */\n"
            + "\n".join(rows)
            + "\n};\n"
        )
        return free


def comment(text: str) -> str:
    """A text that ends no comment of C."""
    return text.replace("*/", "* /").replace("/*", "/ *")


def effects_code(model: Model, p: Array) -> str:
    """The tables and functions of all effects but payloads."""
    robot = model.robot
    lines, at = Lines(robot.coordinates), model.n_rigid
    for effect in model.effects:
        count = model.count(effect)
        if isinstance(effect, Effect):
            _add(lines, effect, model, p[at : at + count])
        at += count
    functions = [_function(lines, name, motion) for name, motion in FUNCTIONS.items()]
    text = "\n".join([*lines.tables, *functions])
    return (SIGN + "\n" if "sign(" in text else "") + text


def _function(lines: Lines, name: str, motion: str) -> str:
    inside, outside = lines.inside[name], lines.outside[name]
    body = (
        [
            "    int i;",
            "    for (i = 0; i < COORDINATES; i++) {",
            *(f"        {x}" for x in inside),
            "    }",
        ]
        if inside
        else []
    )
    body += [f"    {x}" for x in outside]
    if not body:
        body = [f"    (void){motion}; /* the model has none */", "    (void)f;"]
    return "\n".join(
        [f"static void {name}(const double *{motion}, double *f)", "{", *body, "}", ""]
    )


def _add(lines: Lines, effect: Effect, model: Model, values: Array) -> None:
    for kind, write in WRITERS.items():
        if type(effect) is kind:
            if isinstance(effect, JointCoupling):
                write(
                    lines,
                    effect,
                    [model.robot.coordinates.index(c) for c in effect.chosen(model.robot)],
                    values,
                )
                return
            each = np.zeros((len(effect.suffixes()), len(model.robot.coordinates)))
            places = [model.robot.coordinates.index(c) for c in effect.chosen(model.robot)]
            each[:, places] = values.reshape(len(places), -1).T
            write(lines, effect, each, values)
            return
    known = listing(kind.__name__ for kind in WRITERS)
    raise DynidError(
        f"the C export does not know the effect {type(effect).__name__}; it knows {known}."
    )


def _viscous(lines: Lines, effect: Viscous, each: Array, _: Array) -> None:
    names = [lines.table(s, row, "N m s/rad or N s/m") for s, row in zip(effect.suffixes(), each)]
    factor = (
        f"(qd[i] > 0.0 ? {names[0]}[i] : {names[-1]}[i])"
        if effect.directional
        else f"{names[0]}[i]"
    )
    lines.inside["add_friction_forces"].append(f"f[i] += {factor} * qd[i];")


def _coulomb(lines: Lines, effect: Coulomb, each: Array, _: Array) -> None:
    names = [lines.table(s, row, "N m or N") for s, row in zip(effect.suffixes(), each)]
    factor = (
        f"(qd[i] > 0.0 ? {names[0]}[i] : {names[-1]}[i])"
        if effect.directional
        else f"{names[0]}[i]"
    )
    step = f"tanh(qd[i] / {float(effect.width)!r})" if effect.width > 0 else "sign(qd[i])"
    lines.inside["add_friction_forces"].append(f"f[i] += {factor} * {step};")


def _offset(lines: Lines, effect: Offset, each: Array, _: Array) -> None:
    lines.inside["add_springs"].append(
        f"f[i] += {lines.table('torque_offset', each[0], 'N m or N')}[i];"
    )
    _mention(lines)


def _spring(lines: Lines, effect: Spring, each: Array, _: Array) -> None:
    k, t0 = (
        lines.table("stiffness", each[0], "N m/rad or N/m"),
        lines.table("spring_offset", each[1], "N m or N"),
    )
    lines.inside["add_springs"].append(f"f[i] += {k}[i] * q[i] + {t0}[i];")


def _mention(lines: Lines) -> None:
    """A function of constant torques alone does not use its motion, and compilers say so."""
    if "(void)q;" not in lines.outside["add_springs"]:
        lines.outside["add_springs"].append("(void)q;")


def _rotor(lines: Lines, effect: RotorInertia, each: Array, _: Array) -> None:
    lines.inside["add_rotors"].append(
        f"f[i] += {lines.table('rotor_inertia', each[0], 'kg m^2 or kg')}[i] * qdd[i];"
    )


def _smooth(lines: Lines, effect: SmoothFriction, each: Array, _: Array) -> None:
    Bv, Bf1, Bf2 = (lines.table(s, row, "SI") for s, row in zip(effect.suffixes(), each))
    steps = [
        f"{B}[i] * tanh({float(w)!r} * qd[i])" for B, w in ((Bf1, effect.w1), (Bf2, effect.w2))
    ]
    lines.inside["add_friction_forces"].append(f"f[i] += {Bv}[i] * qd[i] + {' + '.join(steps)};")


def _stribeck(lines: Lines, effect: Stribeck, each: Array, _: Array) -> None:
    Fc, Fs, Fv = (lines.table(s, row, "SI") for s, row in zip(effect.suffixes(), each))
    dip = f"exp(-pow(fabs(qd[i] / {float(effect.vs)!r}), {float(effect.delta)!r}))"
    lines.inside["add_friction_forces"].append(
        f"f[i] += sign(qd[i]) * ({Fc}[i] + {Fs}[i] * {dip}) + {Fv}[i] * qd[i];"
    )


def _coupling(lines: Lines, effect: JointCoupling, places: list[int], values: Array) -> None:
    (a, b), (Ia, Fv, Fc) = places, (repr(float(x)) for x in values)
    lines.outside["add_rotors"] += [f"f[{a}] += {Ia} * qdd[{b}];", f"f[{b}] += {Ia} * qdd[{a}];"]
    both = f"{Fc} * sign(qd[{a}] + qd[{b}])"
    lines.outside["add_friction_forces"] += [
        f"f[{a}] += {Fv} * qd[{b}] + {both};",
        f"f[{b}] += {Fv} * qd[{a}] + {both};",
    ]


WRITERS: dict[type[Effect], Callable] = {
    Viscous: _viscous,
    Coulomb: _coulomb,
    Offset: _offset,
    Spring: _spring,
    RotorInertia: _rotor,
    SmoothFriction: _smooth,
    Stribeck: _stribeck,
    JointCoupling: _coupling,
}
