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
from dynid.closed_chains.branch_tracking import (
    compute_scales,
    look_at,
    make_checked_constraints,
    make_closure,
)
from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.topology import (
    COUPLING,
    FIXED,
    PRISMATIC,
    REVOLUTE,
    ROTATION,
    TRANSLATION,
    Constraints,
    make_body_tree,
)
from dynid.exports.c_effects import clean_comment, has_position_friction, write_effects
from dynid.exports.c_gears import insert_gears, make_gear_code, write_header
from dynid.exports.c_payload import PayloadCode
from dynid.model.gears import set_zeros
from dynid.model.model import Model
from dynid.robot.geometry import PARAMETER_NAMES
from dynid.robot.mechanism import Robot
from dynid.version import __version__

#: with so many dependent coordinates or fewer, the sparse Q R of loops is written out
WRITTEN_OUT, FEW = ' _Pragma("GCC unroll 32")', 32
#: largest difference, relative to the largest torque, that the self-test accepts
SELF_TEST = 1e-9


def write_c_files(
    model: Model, p: ArrayLike, notes: Sequence[str] = (), payload: PayloadCode | None = None
) -> dict[str, str]:
    """{file name: text}: a header, the code, and a program that tests it; with what weighs a
    payload, where there is such."""
    prefix = make_c_name(model.robot.name)
    model, values = set_zeros(model, p)
    return {
        f"{prefix}.h": _write_header(model, prefix, values, notes, payload),
        f"{prefix}.c": _write_code(model, prefix, values, payload),
        "main.c": _write_self_test(model, prefix, values),
    }


def has_redundant_motors(robot: Robot) -> bool:
    """Whether motors can work against each other."""
    return set(robot.motors) > set(robot.actuated)


def make_c_name(name: str) -> str:
    """A robot's name as a name in C."""
    plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_").lower()
    fine = plain and not plain[0].isdigit() and plain != "main"  # main.c is the self-test
    return plain if fine else f"robot_{plain}".rstrip("_")


def _read_template(name: str) -> str:
    return files("dynid.exports").joinpath("c", name).read_text(encoding="utf-8")


def _write_code(model: Model, prefix: str, p: Array, payload: PayloadCode | None) -> str:
    robot, gears = model.robot, make_gear_code(model, p)
    parts = [
        (
            f"/* {clean_comment(robot.name)}: see {prefix}.h */\n{_unroll_tree(robot)}\n"
            f'#include "{prefix}.h"\n\n'
            "#include <math.h>\n"
        ),
        "/* ---- the robot: edit a value to change it ---- */\n",
        _write_sizes(model),
        _write_inertia_table(model, p),
        _write_tree_tables(model),
        write_effects(model, p),
        "" if gears is None else gears.code,
        "/* ---- the dynamics of any robot ---- */\n",
        _read_template("rigid.c"),
    ]
    if robot.is_tree:
        reads = has_position_friction(model)
        tree = _read_template("tree.c").replace(
            "@position@", "const double q[N], " if reads else ""
        )
        parts.append(tree.replace("@place@", "q[i]" if reads else "0.0"))
    else:
        parts[7:7] = [_write_loop_tables(robot)]
        parts.append(
            _read_template("loops.c")
            + (_read_template("motors.c") if has_redundant_motors(robot) else "")
        )
    whole = insert_gears(gears, "\n".join(parts), not robot.is_tree)
    whole += "" if payload is None else f"\n{payload.code}"
    return whole.replace("@prefix@", prefix)


def _unroll_tree(robot: Robot) -> str:
    few = 0 < len(robot.coordinates) - robot.dof <= FEW
    return _read_template("unroll.txt").replace("@unroll@", WRITTEN_OUT if few else "")


def _write_sizes(model: Model) -> str:
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
        + f" }};\nenum {{ FIXED = {FIXED}, REVOLUTE = {REVOLUTE}, PRISMATIC = {PRISMATIC} }};\n"
    )


def format_numbers(values: ArrayLike) -> str:
    return ", ".join(repr(float(x)) for x in np.asarray(values, dtype=float).ravel())


def _write_table(
    name: str, size: str, values: ArrayLike, names: Sequence[str] | None = None
) -> str:
    """A table of numbers: one line for a vector, a line each row for a matrix."""
    array = np.asarray(values)
    if array.dtype.kind in "iub":
        return f"static const int {name}[{size}] = {{{', '.join(str(int(x)) for x in array)}}};\n"
    if array.ndim == 1:
        return f"static const double {name}[{size}] = {{{format_numbers(array)}}};\n"
    told = [f" /* {clean_comment(n)} */" for n in names] if names is not None else [""] * len(array)
    rows = "\n".join(f"    {{{format_numbers(row)}}},{said}" for row, said in zip(array, told))
    return f"static const double {name}[{size}][{array.shape[1]}] = {{\n{rows}\n}};\n"


def _write_inertia_table(model: Model, p: Array) -> str:
    """Ten numbers for every group of bodies, payloads included."""
    inertia, named = model.to_inertias(p), []
    rows = np.zeros((len(model.group_names), 10))
    for k in range(len(rows)):
        members = [i for i, group in enumerate(model.groups) if group == k]
        rows[k] = inertia[members[0]]
        named.append(", ".join(model.robot.bodies[i].name for i in members))
    title = f"/* {', '.join(PARAMETER_NAMES)} about the body's joint frame: kg, kg m, kg m^2 */\n"
    return title + _write_table("INERTIA", "GROUPS", rows, named)


def _write_tree_tables(model: Model) -> str:
    robot, tree = model.robot, make_body_tree(model.robot)
    names = [body.name for body in robot.bodies]
    ground = np.where(tree.parent < 0, len(names), tree.parent)
    home = close_home(robot) if not robot.is_tree else None
    return "\n".join(
        [
            "static const double GRAVITY[3] = {"
            + format_numbers(tree.gravity)
            + "}; /* m/s^2 */\n",
            "/* the tree: parent, joint, coordinate and row of INERTIA (-1: none) of every body */",
            _write_table("PARENT", "BODIES", ground)
            + _write_table("KIND", "BODIES", tree.kind)
            + _write_table("COORDINATE", "BODIES", tree.coordinate)
            + _write_table("GROUP", "BODIES", np.array(model.groups)),
            (
                "/* rotation and origin in the parent: M0 + M1 cos q + M2 sin q (row by row), r0 +"
                " r1 q; and the joint's axis */"
            ),
            _write_table("PLACEMENT", "BODIES", tree.M, names),
            _write_table("ORIGIN", "BODIES", tree.r, names),
            _write_table("AXIS", "BODIES", tree.axis, names),
            f"/* coordinates: {clean_comment(', '.join(robot.coordinates))} */",
            _write_table(
                "ACTUATED", "N", np.array([robot.coordinates.index(c) for c in robot.actuated])
            ),
            *(
                []
                if home is None
                else ["/* a closed pose */\n" + _write_table("HOME", "COORDINATES", np.array(home))]
            ),
        ]
    )


def _write_loop_tables(robot: Robot) -> str:
    con = make_checked_constraints(robot, robot.actuated)
    scale = compute_scales(robot, con)
    column = np.empty(len(robot.coordinates), dtype=np.int64)
    column[con.solved] = np.arange(len(con.solved))
    column[con.given] = len(con.solved) + np.arange(len(con.given))
    named = [
        *(loop.name for loop in robot.loops),
        *(f"coupling of {c.joint}" for c in robot.couplings),
    ]
    rows = [named[k] for k in con.loop]
    # a row has either a point or a direction in b
    vector_b = np.where((con.kind == TRANSLATION)[:, None], con.point_b, con.v)
    told = np.column_stack([con.kind, con.node_a, con.node_b, con.point_a, vector_b])
    same = np.append(False, np.all(told[1:] == told[:-1], axis=1)) & (con.kind != COUPLING)
    return "\n".join(
        [
            "/* ---- the loops: what ends A and B of every row keep together ---- */\n",
            _write_loop_sizes(robot, con)
            + (_write_motor_table(robot) if has_redundant_motors(robot) else ""),
            (
                "/* on which side of the singular poses the home pose lies: the product of the"
                " signs of R's diagonal there */"
            ),
            f"enum {{ HOME_SIDE = {find_home_side(robot)} }};\n",
            f"enum {{ TRANSLATION = {TRANSLATION}, ROTATION = {ROTATION},"
            f" COUPLING = {COUPLING} }};\n",
            _write_table("ROW_KIND", "ROWS", con.kind)
            + _write_table("END_A", "ROWS", con.node_a)
            + _write_table("END_B", "ROWS", con.node_b)
            + _write_table("SAME_POINTS", "ROWS", same),
            _write_table("DIRECTION_A", "ROWS", con.u, rows),
            _write_table("POINT_A", "ROWS", con.point_a, rows),
            _write_table("VECTOR_B", "ROWS", vector_b, rows),
            _write_table("POLYNOMIAL", "ROWS", con.polynomial),
            (
                "/* dependent coordinates in the order of elimination, the column of every"
                " coordinate, and rad or m to one scale */"
            ),
            _write_table("SOLVED", "DEPENDENT", con.solved)
            + _write_table("COLUMN", "COORDINATES", column)
            + _write_table("STEP_SCALE", "DEPENDENT", scale),
            "/* which rows and columns every step of the sparse Q R mixes */",
            _write_table("QR_ROWS", "QR_SIZE", con.rows)
            + _write_table("QR_ROW_START", "DEPENDENT + 1", con.row_start)
            + _write_table("QR_COLUMNS", str(max(len(con.columns), 1)), _fill_empty(con.columns))
            + _write_table("QR_COLUMN_START", "DEPENDENT + 1", con.column_start),
        ]
    )


def find_home_side(robot: Robot) -> int:
    closure, con = (
        make_closure(robot, robot.actuated),
        make_checked_constraints(robot, robot.actuated),
    )
    _, side, _ = look_at(closure, close_home(robot)[None])
    # the C code reflects single rows too (R_kk = -x), native/ leaves them as they are (R_kk = x)
    single = int(np.sum(np.diff(con.row_start) == 1))
    home: int = int(side[0]) * (-1) ** single
    return home


def _fill_empty(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """C has no empty arrays."""
    return values if len(values) else np.zeros(1, dtype=np.int64)


def _write_motor_table(robot: Robot) -> str:
    places = np.array([robot.coordinates.index(name) for name in robot.motors])
    return f"enum {{ MOTORS = {len(places)} }};\n" + _write_table("MOTOR", "MOTORS", places)


def count_state(robot: Robot) -> int:
    """A closed pose, dq_d/dq of its dependent coordinates, and half a step ahead."""
    return len(robot.coordinates) + 2 * (len(robot.coordinates) - robot.dof) * robot.dof


def _write_loop_sizes(robot: Robot, con: Constraints) -> str:
    sizes = {
        "ROWS": len(con.kind),
        "DEPENDENT": len(con.solved),
        "DEGREE": con.polynomial.shape[1] - 1,
        "QR_SIZE": len(con.rows),
        "STATE": count_state(robot),
    }
    return "enum { " + ", ".join(f"{name} = {value}" for name, value in sizes.items()) + " };\n"


def _write_header(
    model: Model, prefix: str, p: Array, notes: Sequence[str], payload: PayloadCode | None
) -> str:
    robot, P = model.robot, prefix.upper()
    loops = not robot.is_tree
    state, answer = (f"double state[{P}_STATE], ", "int ") if loops else ("", "void ")
    q, qd, qdd, tau = (
        f"{'double' if x == 'tau' else 'const double'} {x}[{P}_N]"
        for x in ("q", "qd", "qdd", "tau")
    )
    reads = has_position_friction(model)
    said, declared = write_header(model, make_gear_code(model, p), prefix)
    memory = f"const {prefix}_memory *memory, " if declared else ""
    functions = {
        "inverse_dynamics": f"{memory}{state}{q}, {qd}, {qdd}, {tau}",
        "mass_matrix": f"{state}{q}, double M[{P}_N * {P}_N]",
        "gravity": f"{state}{q}, {tau}",
        "friction": f"{state}{q}, {qd}, {tau}" if loops or reads else f"{qd}, {tau}",
    }
    sizes = [f"#define {P}_N {robot.dof}"]
    if has_redundant_motors(robot):
        sizes.append(f"#define {P}_MOTORS {len(robot.motors)}")
        given = ", ".join(f"const double {x}" for x in (f"tau[{P}_N]", f"preload[{P}_MOTORS]"))
        functions["motor_torques"] = f"{state}{q}, {given}, double tau_m[{P}_MOTORS]"
    if loops:
        sizes += [
            f"#define {P}_STATE {count_state(robot)}",
            "",
            f"void {prefix}_start(double state[{P}_STATE]);",
        ]
    sizes += ["", declared] if declared else []
    values = {
        "gears": said,
        "robot": clean_comment(robot.name),
        "version": __version__,
        "order": clean_comment(", ".join(robot.actuated)),
        "loops": _describe_loops(robot) if loops else " *",
        "notes": "\n".join(f" *   - {clean_comment(note)}" for note in notes),
        "sizes": "\n".join(sizes),
        "functions": "\n".join(
            f"{answer}{prefix}_{name}({given});" for name, given in functions.items()
        )
        + ("" if payload is None else f"\n{payload.header.rstrip()}"),
    }
    return fill_template("header.h", prefix, values)


def _describe_loops(robot: Robot) -> str:
    said = _read_template("loops.txt").rstrip()
    if has_redundant_motors(robot):
        motors = _read_template("motors.txt").replace(
            "@motors@", clean_comment(", ".join(robot.motors))
        )
        said = f"{said[: said.rindex(' *')].rstrip()}\n{motors.rstrip()}\n *"
    return said


def _write_self_test(model: Model, prefix: str, p: Array) -> str:
    """A program that prints the torques of one state, and those that dynid computes for it."""
    robot, P = model.robot, prefix.upper()
    loops = not robot.is_tree
    home = close_home(robot) if loops else np.full(len(robot.coordinates), 0.1)
    q = np.array([home[robot.coordinates.index(c)] for c in robot.actuated])
    qd, qdd = 0.3 + 0.1 * np.arange(robot.dof), 1.0 - 0.2 * np.arange(robot.dof)
    motion = {"q": q, "qd": qd, "qdd": qdd, "expected": model.inverse_dynamics(q, qd, qdd, p)[0]}
    call = _read_template("call_loops.txt" if loops else "call_tree.txt").rstrip()
    gears = make_gear_code(model, p)
    remembers = gears is not None and bool(gears.rows)
    if remembers:
        call = call.replace("inverse_dynamics(", "inverse_dynamics(&memory, ")
        call = f"    {prefix}_rest(&memory);\n    {prefix}_wind(&memory, q);\n{call}"
    values = {
        "robot": clean_comment(robot.name),
        "motion": "\n".join(
            f"    const double {name}[{P}_N] = {{{format_numbers(x)}}};"
            for name, x in motion.items()
        ),
        "state": f"    double state[{P}_STATE];\n" if loops else "",
        "memory": f"    {prefix}_memory memory;\n" if remembers else "",
        "call": call,
        "accepted": repr(SELF_TEST),
    }
    return fill_template("main.c", prefix, values)


def fill_template(name: str, prefix: str, values: Mapping[str, str]) -> str:
    text = _read_template(name)
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text.replace("@prefix@", prefix).replace("@PREFIX@", prefix.upper())
