"""A robot in lines of eighty columns: its joints with axes and limits, its masses, and what is not
known or cannot be."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from dynid.errors import join_names

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot
    from dynid.robot.parts import Body, Joint

WIDTH = 80
NAME = 27  # columns for a name
MOST = 5  # names in a line
HEAD = f"{'joint':<{NAME}} {'axis':>5} {'from':>8} {'to':>8} {'speed':>7} {'force':>7} {'mass':>8}"
LIMITS = ("lower", "upper", "velocity", "effort")
EFFECTS = ("damping", "friction", "armature")


def fold_text(label: str, text: str) -> list[str]:
    """Lines no longer than the terminal's, those after the first one under the text."""
    indent = " " * (1 + max(len(label), 12))
    lines = wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent) or [indent]
    return [(label + lines[0][len(label) :]).rstrip(), *lines[1:]]


def format_joint_lines(robot: Robot) -> list[str]:
    """One a joint that moves; in SI units, a dash for what is not known."""
    lines = [HEAD]
    for body in robot.bodies:
        joint = body.joint
        if not joint.moves:
            continue
        cells = [_number(getattr(joint, x), width) for x, width in zip(LIMITS, (8, 8, 7, 7))]
        lines.append(
            f"{_shorten_name(joint.name):<{NAME}} {_format_axis(joint):>5} {' '.join(cells)} "
            f"{_format_mass(body):>8}"
            f"{' !' if _is_inconsistent(body) else ''}"
        )
    return lines


def remark_lines(robot: Robot) -> list[str]:
    """What is not known, what no body can have, what was read as something else."""
    about = collect_facts(robot)
    total = f"{about['mass']:.4g} kg in {about['bodies_known']} bodies"
    lines = fold_text("mass", total + (", as far as it is known" if about["unknown"] else ""))
    said = {
        "impossible": (
            about["impossible"],
            "bodies that are not physically consistent; dynid check says more",
        ),
        "unknown": (about["unknown"], "bodies of unknown inertia"),
        "no range": (about["no_range"], "joints without limits"),
        "no speed": (about["no_speed"], "joints whose speed is not limited"),
        "no force": (about["no_force"], "joints whose torque or force is not limited"),
    }
    for label, (names, what) in said.items():
        if names:
            lines += fold_text(label, f"{len(names)} {what}: {join_names(names, MOST)}")
    given = [f"{what} of {about[what]} joints" for what in EFFECTS if about[what]]
    if given:
        lines += fold_text("given", join_names(given))
    if about["rounded"]:
        lines += fold_text("rounded", "angles such as 1.5708 count as exact for base parameters")
    return lines


def collect_facts(robot: Robot) -> dict[str, Any]:
    """For machines: masses, and names of what is not known."""
    import numpy as np

    joints = [body.joint for body in robot.bodies if body.joint.moves]
    known = [body for body in robot.bodies if body.inertia is not None]
    return {
        "mass": float(sum(float(np.asarray(body.inertia)[0]) for body in known)),
        "bodies_known": len(known),
        "unknown": [b.name for b in robot.bodies if b.inertia is None and not b.massless],
        "impossible": [body.name for body in robot.bodies if _is_inconsistent(body)],
        "no_range": [j.name for j in joints if np.isinf(j.lower) and np.isinf(j.upper)],
        "no_speed": [j.name for j in joints if np.isinf(j.velocity)],
        "no_force": [j.name for j in joints if np.isinf(j.effort)],
        "rounded": bool(robot.ideal),
        **{what: sum(bool(getattr(j, what)) for j in joints) for what in EFFECTS},
    }


def list_motors(robot: Robot) -> list[str]:
    """What the motors are, and what moves freely, where that is not the same as the degrees of
    freedom."""
    if set(robot.motors) == set(robot.actuated):
        same = robot.actuated == robot.coordinates
        return [] if same else fold_text("actuated", join_names(robot.actuated, MOST))
    free = [name for name in robot.actuated if name not in robot.motors and name not in robot.base]
    lines = [
        *fold_text("motors", join_names(robot.motors, MOST)),
        *fold_text("independent", join_names(robot.actuated, MOST)),
    ]
    if robot.base:
        lines += fold_text("floating", join_names(robot.base))
    return [*lines, *fold_text("free", join_names(free, MOST))] if free else lines


def record_joints(robot: Robot) -> list[dict[str, Any]]:
    """For machines, of every joint that moves: its body, axis and limits; None: not known."""
    import numpy as np

    found: list[dict[str, Any]] = []
    for body in robot.bodies:
        joint = body.joint
        if joint.moves:
            numbers = {name: float(getattr(joint, name)) for name in LIMITS}
            axis = np.asarray(joint.axis).tolist()
            found.append({"name": joint.name, "body": body.name, "kind": joint.kind, "axis": axis})
            found[-1] |= {name: x if np.isfinite(x) else None for name, x in numbers.items()}
    return found


def _is_inconsistent(body: Body) -> bool:
    import numpy as np

    from dynid.robot.geometry import is_possible

    if body.inertia is None or not np.any(body.inertia):
        return False
    return not is_possible(body.inertia)


def _format_mass(body: Body) -> str:
    import numpy as np

    if body.massless:
        return "0"
    return "?" if body.inertia is None else f"{float(np.asarray(body.inertia)[0]):.4g}"


def _format_axis(joint: Joint) -> str:
    """x, -z, or xy for an axis between x and y; a slide has an arrow."""
    import numpy as np

    axis = np.asarray(joint.axis)
    along = [k for k in range(3) if abs(axis[k]) > 1e-3]
    sign = "-" if len(along) == 1 and axis[along[0]] < 0 else ""
    return ("->" if joint.kind == "prismatic" else "") + sign + "".join("xyz"[k] for k in along)


def _number(value: float, width: int) -> str:
    import numpy as np

    return f"{value:>{width}.4g}" if np.isfinite(value) else f"{'-':>{width}}"


def _shorten_name(name: str) -> str:
    """The beginning and the end of a long name."""
    if len(name) <= NAME:
        return name
    return f"{name[: NAME // 2 - 1]}..{name[-(NAME // 2 - 1) :]}"
