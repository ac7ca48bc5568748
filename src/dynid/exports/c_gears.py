"""Friction under load, gains of sensors, tilted gravity and hysteresis of a model as C: what reads
more than the motion of one moment."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from dynid.arrays import Array
from dynid.model.channels import GRAVITY, HYSTERESIS, is_always_zero
from dynid.model.model import Model
from dynid.model.terms import LOAD

START = """
void @prefix@_rest(@prefix@_memory *memory)
{
    int e;
    memory->moved = 0;
    for (e = 0; e < ELEMENTS; e++)
        memory->z[e] = 0.0;
}

void @prefix@_wind(@prefix@_memory *memory, const double q[N])
{
    int e, i;
    for (e = 0; e < ELEMENTS && memory->moved; e++) {
        /* z = s + (z0 - s) exp(-|q - q0| / length),   s = sign(q - q0) */
        const double way = q[ELEMENT_ROW[e]] - memory->q[ELEMENT_ROW[e]];
        const double s = (double)((way > 0.0) - (way < 0.0));
        memory->z[e] = s + (memory->z[e] - s) * exp(-fabs(way) / ELEMENT_LENGTH[e]);
    }
    for (i = 0; i < N; i++)
        memory->q[i] = q[i];
    memory->moved = 1;
}
"""
TREE = """    {
        static const double still[COORDINATES];
        double load[COORDINATES], further[COORDINATES];
        for (i = 0; i < COORDINATES; i++)
            load[i] = f[i];
        newton_euler(&pose, still, still, TILT, further);
        add_gears(x, v, load, further, @z@, f);
    }
"""
LOOPS = """    {
        static const double still[COORDINATES];
        double load[COORDINATES] = {0.0}, further[COORDINATES];
        project(G, f, tau);
        for (k = 0; k < N; k++)
            load[ACTUATED[k]] = tau[k];
        newton_euler(&at.pose, still, still, TILT, further);
        project(G, further, tau);
        for (k = 0; k < N; k++)
            further[ACTUATED[k]] = tau[k];
        add_gears(state, v, load, further, @z@, f);
    }
"""
TREE_GRAVITY = """    {
        double further[COORDINATES];
        newton_euler(&pose, still, still, TILT, further);
        for (i = 0; i < COORDINATES; i++)
            f[i] += TILTED[i] * further[i];
    }
"""
LOOPS_GRAVITY = """    {
        double further[COORDINATES];
        int k;
        newton_euler(&at.pose, still, still, TILT, further);
        project(G, further, tau);
        for (k = 0; k < N; k++)
            f[ACTUATED[k]] += TILTED[ACTUATED[k]] * tau[k];
    }
"""
AT_ZERO = """ *
 * Friction is that of the temperature at which the model states it, of the middle of
 * a drift, and of the mean of recordings.
"""
UNDER_LOAD = """ *
 * Friction under load and gains of torque sensors are part of inverse_dynamics alone: they read
 * the torque of the rigid bodies, so that neither friction nor M and gravity have them.
 * Gravity is tilted as the model says.
"""
MEMORY = """ *
 * The gears wind up (hysteresis), so that torques depend on the way. A @prefix@_memory holds what
 * is wound, one for each robot: call @prefix@_rest once, then @prefix@_wind with the new q once a
 * step, before inverse_dynamics. It changes nothing when q has not changed. friction has no part of
 * it.
"""


@dataclass
class GearCode:
    """The statements that add the forces to f[i], and the tables that they need."""

    lines: list[str] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    tilt: Array = field(default_factory=lambda: np.zeros(3))
    tilted: list[int] = field(default_factory=list)

    @property
    def code(self) -> str:
        """Tables and the function add_gears."""
        text = [
            f"static const double TILT[3] = {{{', '.join(map(repr, self.tilt.tolist()))}}};"
            " /* m/s^2, added to GRAVITY */\n",
            f"static const double TILTED[COORDINATES] = {{{', '.join(map(str, self.tilted))}}};\n",
        ]
        if self.rows:
            text += [
                "/* hysteresis: the joint of every element, and over which way it winds up */",
                f"enum {{ ELEMENTS = {len(self.rows)} }};",
                f"static const int ELEMENT_ROW[ELEMENTS] = {{{', '.join(map(str, self.rows))}}};",
                "static const double ELEMENT_LENGTH[ELEMENTS] ="
                f" {{{', '.join(map(repr, self.lengths))}}};\n",
            ]
        given = ("q", "qd", "load", "further", "z")
        body = "\n".join(["    int i;", "    for (i = 0; i < COORDINATES; i++)"])
        body += "\n        f[i] += TILTED[i] * further[i];\n"
        body += "".join(f"    {line}\n" for line in self.lines)
        body += "".join(f"    (void){x};\n" for x in given if f"{x}[" not in "".join(self.lines))
        body = body.replace("    (void)further;\n", "")
        arguments = ", ".join(f"const double *{x}" for x in given)
        text += [f"static void add_gears({arguments}, double *f)\n{{\n{body}}}\n"]
        return "\n".join(text)


def make_gear_code(model: Model, p: Array) -> GearCode | None:
    """What reads the load, the past or gravity; None where nothing does (a temperature
    stays at that of the model)."""
    reads = [batch.law for batch in model.layout.batches if batch.law.channels]
    if all(is_always_zero(law) for law in reads):
        return None
    names, actuated, out = model.robot.coordinates, model.robot.actuated, GearCode()
    out.tilted = [0] * len(names)
    for at, placed in zip(model.layout.at, model.layout.terms):
        law, value = placed.term.law, float(p[at])
        if not law.channels or is_always_zero(law):
            continue
        for act in placed.acts:
            joint = act.on[0][0]
            c = names.index(joint)
            if law.channel in GRAVITY:
                out.tilt[GRAVITY[law.channel]] = value
                out.tilted[c] = 1
                continue
            given = {LOAD: f"load[{c}]"}
            if law.channel.startswith(HYSTERESIS):
                given[law.channel] = f"z[{len(out.rows)}]"
                out.rows.append(actuated.index(joint))
                out.lengths.append(float(law.channel.removeprefix(HYSTERESIS)))
            force = law.to_c(f"q[{c}]", f"qd[{c}]", "", given)
            out.lines.append(f"f[{c}] += {value!r} * {force}; /* {placed.name} */")
    return out


def insert_gears(gears: GearCode | None, text: str, loops: bool) -> str:
    """The code of a robot with its gears filled in."""
    blocks = {"gears": "", "tilt": "", "memory": "", "wind": ""}
    if gears is not None:
        z = "memory->z" if gears.rows else "0"
        blocks["gears"] = (LOOPS if loops else TREE).replace("@z@", z)
        blocks["tilt"] = LOOPS_GRAVITY if loops else TREE_GRAVITY
        if gears.rows:
            blocks |= {"memory": "const @prefix@_memory *memory, ", "wind": START}
    for name, block in blocks.items():
        text = text.replace(f"@{name}@", block)
    return text


def write_header(model: Model, gears: GearCode | None, prefix: str) -> tuple[str, str]:
    """What the header says about gears, and what it declares."""
    said = AT_ZERO if any(is_always_zero(each.term.law) for each in model.layout.terms) else ""
    if gears is None:
        return said, ""
    said += UNDER_LOAD
    if not gears.rows:
        return said, ""
    P = prefix.upper()
    declared = "\n".join(
        [
            "typedef struct {",
            f"    double q[{P}_N];",
            f"    double z[{len(gears.rows)}];",
            "    int moved;",
            f"}} {prefix}_memory;",
            "",
            f"void {prefix}_rest({prefix}_memory *memory);",
            f"void {prefix}_wind({prefix}_memory *memory, const double q[{P}_N]);",
        ]
    )
    return said + MEMORY.replace("@prefix@", prefix), declared
