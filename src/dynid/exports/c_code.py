"""A model with its parameters as standalone C99: inverse dynamics, mass matrix, gravity and
friction; loops are closed.

The code is the same for all robots (exports/c/*.c), the tables are the robot's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.arrays import Array
from dynid.exports.c_effects import comment, effects_code, friction_reads_positions
from dynid.exports.c_gears import gears_of, header_of, with_gears
from dynid.exports.c_payload import PayloadCode
from dynid.loops.follower import checked_constraints, closure_of, look_at, scales
from dynid.loops.home import closed_home
from dynid.loops.topology import Constraints, tree_of
from dynid.model.model import Model
from dynid.robot.geometry import PARAMETER_NAMES
from dynid.robot.mechanism import Robot
from dynid.version import __version__

#: with so many dependent coordinates or fewer, the sparse Q R of loops is written out
WRITTEN_OUT, FEW = ' _Pragma("GCC unroll 32")', 32
#: largest difference, relative to the largest torque, that the self-test accepts
SELF_TEST = 1e-9


def c_files(
    model: Model, p: ArrayLike, notes: Sequence[str] = (), payload: PayloadCode | None = None
) -> dict[str, str]:
    """{file name: text}: a header, the code, and a program that tests it; with what weighs a
    payload, where there is such."""
    prefix = c_name(model.robot.name)
    values = np.asarray(p, dtype=float)
    return {
        f"{prefix}.h": _header(model, prefix, values, notes, payload),
        f"{prefix}.c": _code(model, prefix, values, payload),
        "main.c": _self_test(model, prefix, values),
    }


def redundant(robot: Robot) -> bool:
    """Whether motors can work against each other."""
    return set(robot.motors) > set(robot.actuated)


def c_name(name: str) -> str:
    """A robot's name as a name in C."""
    plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_").lower()
    fine = plain and not plain[0].isdigit() and plain != "main"  # main.c is the self-test
    return plain if fine else f"robot_{plain}".rstrip("_")


def _template(name: str) -> str:
    return files("dynid.exports").joinpath("c", name).read_text(encoding="utf-8")


def _code(model: Model, prefix: str, p: Array, payload: PayloadCode | None) -> str:
    robot, gears = model.robot, gears_of(model, p)
    parts = [
        (
            f"/* {comment(robot.name)}: see {prefix}.h */\n{_unrolled(robot)}\n"
            f'#include "{prefix}.h"\n\n'
            "#include <math.h>\n"
        ),
        "/* ---- the robot: edit a value to change it ---- */\n",
        _sizes(model),
        _inertia_table(model, p),
        _tree_tables(model),
        effects_code(model, p),
        "" if gears is None else gears.code,
        "/* ---- the dynamics of any robot ---- */\n",
        _template("rigid.c"),
    ]
    if robot.is_tree:
        reads = friction_reads_positions(model)
        tree = _template("tree.c").replace("@position@", "const double q[N], " if reads else "")
        parts.append(tree.replace("@place@", "q[i]" if reads else "0.0"))
    else:
        parts[7:7] = [_loop_tables(robot)]
        parts.append(_template("loops.c") + (_template("motors.c") if redundant(robot) else ""))
    whole = with_gears(gears, "\n".join(parts), not robot.is_tree)
    whole += "" if payload is None else f"\n{payload.code}"
    return whole.replace("@prefix@", prefix)


def _unrolled(robot: Robot) -> str:
    few = 0 < len(robot.coordinates) - robot.dof <= FEW
    return _template("unroll.txt").replace("@unroll@", WRITTEN_OUT if few else "")


def _sizes(model: Model) -> str:
    robot = model.robot
    sizes = {
        "BODIES": len(robot.bodies),
        "GROUND": len(robot.bodies),
        "COORDINATES": len(robot.coordinates),
        "N": robot.dof,
        "GROUPS": len(model.group_names),
    }
    return (
        "enum { "
        + ", ".join(f"{name} = {value}" for name, value in sizes.items())
        + " };\nenum { FIXED = 0, REVOLUTE = 1, PRISMATIC = 2 };\n"
    )


def numbers_of(values: ArrayLike) -> str:
    return ", ".join(repr(float(x)) for x in np.asarray(values, dtype=float).ravel())


def _table(name: str, size: str, values: ArrayLike, names: Sequence[str] | None = None) -> str:
    """A table of numbers: one line for a vector, a line each row for a matrix."""
    array = np.asarray(values)
    if array.dtype.kind in "iub":
        return f"static const int {name}[{size}] = {{{', '.join(str(int(x)) for x in array)}}};\n"
    if array.ndim == 1:
        return f"static const double {name}[{size}] = {{{numbers_of(array)}}};\n"
    told = [f" /* {comment(n)} */" for n in names] if names is not None else [""] * len(array)
    rows = "\n".join(f"    {{{numbers_of(row)}}},{said}" for row, said in zip(array, told))
    return f"static const double {name}[{size}][{array.shape[1]}] = {{\n{rows}\n}};\n"


def _inertia_table(model: Model, p: Array) -> str:
    """Ten numbers for every group of bodies, payloads included."""
    inertia, named = model.inertias(p), []
    rows = np.zeros((len(model.group_names), 10))
    for k in range(len(rows)):
        members = [i for i, group in enumerate(model.groups) if group == k]
        rows[k] = inertia[members[0]]
        named.append(", ".join(model.robot.bodies[i].name for i in members))
    title = f"/* {', '.join(PARAMETER_NAMES)} about the body's joint frame: kg, kg m, kg m^2 */\n"
    return title + _table("INERTIA", "GROUPS", rows, named)


def _tree_tables(model: Model) -> str:
    robot, tree = model.robot, tree_of(model.robot)
    names = [body.name for body in robot.bodies]
    ground = np.where(tree.parent < 0, len(names), tree.parent)
    home = closed_home(robot) if not robot.is_tree else None
    return "\n".join(
        [
            "static const double GRAVITY[3] = {" + numbers_of(tree.gravity) + "}; /* m/s^2 */\n",
            "/* the tree: parent, joint, coordinate and row of INERTIA (-1: none) of every body */",
            _table("PARENT", "BODIES", ground)
            + _table("KIND", "BODIES", tree.kind)
            + _table("COORDINATE", "BODIES", tree.coordinate)
            + _table("GROUP", "BODIES", np.array(model.groups)),
            (
                "/* rotation and origin in the parent: M0 + M1 cos q + M2 sin q (row by row), r0 +"
                " r1 q; and the joint's axis */"
            ),
            _table("PLACEMENT", "BODIES", tree.M, names),
            _table("ORIGIN", "BODIES", tree.r, names),
            _table("AXIS", "BODIES", tree.axis, names),
            f"/* coordinates: {comment(', '.join(robot.coordinates))} */",
            _table("ACTUATED", "N", np.array([robot.coordinates.index(c) for c in robot.actuated])),
            *(
                []
                if home is None
                else ["/* a closed pose */\n" + _table("HOME", "COORDINATES", np.array(home))]
            ),
        ]
    )


def _loop_tables(robot: Robot) -> str:
    con = checked_constraints(robot, robot.actuated)
    scale = scales(robot, con)
    column = np.empty(len(robot.coordinates), dtype=np.int64)
    column[con.solved] = np.arange(len(con.solved))
    column[con.given] = len(con.solved) + np.arange(len(con.given))
    named = [
        *(loop.name for loop in robot.loops),
        *(f"coupling of {c.joint}" for c in robot.couplings),
    ]
    rows = [named[k] for k in con.loop]
    # a row has either a point or a direction in b
    vector_b = np.where((con.kind == 0)[:, None], con.point_b, con.v)
    told = np.column_stack([con.kind, con.node_a, con.node_b, con.point_a, vector_b])
    same = np.append(False, np.all(told[1:] == told[:-1], axis=1)) & (con.kind < 2)
    return "\n".join(
        [
            "/* ---- the loops: what ends A and B of every row keep together ---- */\n",
            _loop_sizes(robot, con) + (_motor_table(robot) if redundant(robot) else ""),
            (
                "/* on which side of the singular poses the home pose lies: the product of the"
                " signs of R's diagonal there */"
            ),
            f"enum {{ HOME_SIDE = {home_side(robot)} }};\n",
            "enum { TRANSLATION = 0, ROTATION = 1, COUPLING = 2 };\n",
            _table("ROW_KIND", "ROWS", con.kind)
            + _table("END_A", "ROWS", con.node_a)
            + _table("END_B", "ROWS", con.node_b)
            + _table("SAME_POINTS", "ROWS", same),
            _table("DIRECTION_A", "ROWS", con.u, rows),
            _table("POINT_A", "ROWS", con.point_a, rows),
            _table("VECTOR_B", "ROWS", vector_b, rows),
            _table("POLYNOMIAL", "ROWS", con.polynomial),
            (
                "/* dependent coordinates in the order of elimination, the column of every"
                " coordinate, and rad or m to one scale */"
            ),
            _table("SOLVED", "DEPENDENT", con.solved)
            + _table("COLUMN", "COORDINATES", column)
            + _table("STEP_SCALE", "DEPENDENT", scale),
            "/* which rows and columns every step of the sparse Q R mixes */",
            _table("QR_ROWS", "QR_SIZE", con.rows)
            + _table("QR_ROW_START", "DEPENDENT + 1", con.row_start)
            + _table("QR_COLUMNS", str(max(len(con.columns), 1)), _filled(con.columns))
            + _table("QR_COLUMN_START", "DEPENDENT + 1", con.column_start),
        ]
    )


def home_side(robot: Robot) -> int:
    closure, con = closure_of(robot, robot.actuated), checked_constraints(robot, robot.actuated)
    _, side, _ = look_at(closure, closed_home(robot)[None])
    # the C code reflects single rows too (R_kk = -x), native/ leaves them as they are (R_kk = x)
    single = int(np.sum(np.diff(con.row_start) == 1))
    return int(side[0]) * (-1) ** single


def _filled(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """C has no empty arrays."""
    return values if len(values) else np.zeros(1, dtype=np.int64)


def _motor_table(robot: Robot) -> str:
    places = np.array([robot.coordinates.index(name) for name in robot.motors])
    return f"enum {{ MOTORS = {len(places)} }};\n" + _table("MOTOR", "MOTORS", places)


def _state_size(robot: Robot) -> int:
    """A closed pose, dq_d/dq of its dependent coordinates, and half a step ahead."""
    return len(robot.coordinates) + 2 * (len(robot.coordinates) - robot.dof) * robot.dof


def _loop_sizes(robot: Robot, con: Constraints) -> str:
    sizes = {
        "ROWS": len(con.kind),
        "DEPENDENT": len(con.solved),
        "DEGREE": con.polynomial.shape[1] - 1,
        "QR_SIZE": len(con.rows),
        "STATE": _state_size(robot),
    }
    return "enum { " + ", ".join(f"{name} = {value}" for name, value in sizes.items()) + " };\n"


def _header(
    model: Model, prefix: str, p: Array, notes: Sequence[str], payload: PayloadCode | None
) -> str:
    robot, P = model.robot, prefix.upper()
    loops = not robot.is_tree
    state, answer = (f"double state[{P}_STATE], ", "int ") if loops else ("", "void ")
    q, qd, qdd, tau = (
        f"{'double' if x == 'tau' else 'const double'} {x}[{P}_N]"
        for x in ("q", "qd", "qdd", "tau")
    )
    reads = friction_reads_positions(model)
    said, declared = header_of(model, gears_of(model, p), prefix)
    memory = f"const {prefix}_memory *memory, " if declared else ""
    functions = {
        "inverse_dynamics": f"{memory}{state}{q}, {qd}, {qdd}, {tau}",
        "mass_matrix": f"{state}{q}, double M[{P}_N * {P}_N]",
        "gravity": f"{state}{q}, {tau}",
        "friction": f"{state}{q}, {qd}, {tau}" if loops or reads else f"{qd}, {tau}",
    }
    sizes = [f"#define {P}_N {robot.dof}"]
    if redundant(robot):
        sizes.append(f"#define {P}_MOTORS {len(robot.motors)}")
        given = ", ".join(f"const double {x}" for x in (f"tau[{P}_N]", f"preload[{P}_MOTORS]"))
        functions["motor_torques"] = f"{state}{q}, {given}, double tau_m[{P}_MOTORS]"
    if loops:
        sizes += [
            f"#define {P}_STATE {_state_size(robot)}",
            "",
            f"void {prefix}_start(double state[{P}_STATE]);",
        ]
    sizes += ["", declared] if declared else []
    values = {
        "gears": said,
        "robot": comment(robot.name),
        "version": __version__,
        "order": comment(", ".join(robot.actuated)),
        "loops": _about_loops(robot) if loops else " *",
        "notes": "\n".join(f" *   - {comment(note)}" for note in notes),
        "sizes": "\n".join(sizes),
        "functions": "\n".join(
            f"{answer}{prefix}_{name}({given});" for name, given in functions.items()
        )
        + ("" if payload is None else f"\n{payload.header.rstrip()}"),
    }
    return _filled_in("header.h", prefix, values)


def _about_loops(robot: Robot) -> str:
    said = _template("loops.txt").rstrip()
    if redundant(robot):
        motors = _template("motors.txt").replace("@motors@", comment(", ".join(robot.motors)))
        said = f"{said[: said.rindex(' *')].rstrip()}\n{motors.rstrip()}\n *"
    return said


def _self_test(model: Model, prefix: str, p: Array) -> str:
    """A program that prints the torques of one state, and those that dynid computes for it."""
    robot, P = model.robot, prefix.upper()
    loops = not robot.is_tree
    home = closed_home(robot) if loops else np.full(len(robot.coordinates), 0.1)
    q = np.array([home[robot.coordinates.index(c)] for c in robot.actuated])
    qd, qdd = 0.3 + 0.1 * np.arange(robot.dof), 1.0 - 0.2 * np.arange(robot.dof)
    motion = {"q": q, "qd": qd, "qdd": qdd, "expected": model.inverse_dynamics(q, qd, qdd, p)[0]}
    call = _template("call_loops.txt" if loops else "call_tree.txt").rstrip()
    gears = gears_of(model, p)
    remembers = gears is not None and bool(gears.rows)
    if remembers:
        call = call.replace("inverse_dynamics(", "inverse_dynamics(&memory, ")
        call = f"    {prefix}_rest(&memory);\n    {prefix}_wind(&memory, q);\n{call}"
    values = {
        "robot": comment(robot.name),
        "motion": "\n".join(
            f"    const double {name}[{P}_N] = {{{numbers_of(x)}}};" for name, x in motion.items()
        ),
        "state": f"    double state[{P}_STATE];\n" if loops else "",
        "memory": f"    {prefix}_memory memory;\n" if remembers else "",
        "call": call,
        "accepted": repr(SELF_TEST),
    }
    return _filled_in("main.c", prefix, values)


def _filled_in(name: str, prefix: str, values: Mapping[str, str]) -> str:
    text = _template(name)
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text.replace("@prefix@", prefix).replace("@PREFIX@", prefix.upper())
