"""What sim2real found, for simulators: the user's own MJCF with joints and actuators, and tables
for Isaac Lab and mjlab."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, join_names
from dynid.exports.mjcf_edit import CannotEdit, edit_mjcf
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.exports.parameter_table import as_yaml
from dynid.exports.xmledit import Edits, Node
from dynid.robot.geometry import is_possible
from dynid.robot.mechanism import Robot
from dynid.robot.robot_loading import load_robot
from dynid.sim2real.result import Sim2Real
from dynid.sim2real.simulator import SHARP
from dynid.version import __version__

#: step of a file that `write_mjcf_text` writes [s]
FINE = 1e-4
#: turns of a body other than by quat, which a held base would need removed
TURNS = ("euler", "axisangle", "xyaxes", "zaxis")
SHORTCUTS = ("motor", "position", "velocity", "general", "intvelocity", "damper", "pid")


def drive_files(result: Sim2Real) -> tuple[dict[str, str | bytes], list[str]]:
    """{name: content} of robot.xml, robot_held.xml where the base was held, actuators.json and
    actuators.yaml; and notes."""
    table = list_actuators(result)
    files: dict[str, str | bytes] = {
        "actuators.json": json.dumps(table, indent=2) + "\n",
        "actuators.yaml": as_yaml(table),
    }
    whole, notes = write_mjcf(result, held=False)
    files["robot.xml"] = whole
    if any(name.endswith(".rx") for name in result.plant.robot.locked):
        files["robot_held.xml"] = write_mjcf(result, held=True)[0]
    return files, notes


def list_actuators(result: Sim2Real) -> dict[str, Any]:
    """Numbers of every joint, and as the configurations of Isaac Lab and mjlab take them."""
    v, joints, plant = result.values, result.joints, result.plant
    limit = {joint: float(x) for joint, x in zip(joints, v.limit) if np.isfinite(x)}
    steps = round(v.delay / plant.simulator.step)

    def round_each(values: Any) -> dict[str, float]:
        return {joint: float(x) for joint, x in zip(joints, values)}

    shared = {
        "stiffness": round_each(v.kp),
        "damping": round_each(v.kd),
        "armature": round_each(v.armature),
    }
    delays = {"min_delay": steps, "max_delay": steps}
    return {
        "dynid": __version__,
        "robot": plant.robot.name,
        "delay_seconds": float(v.delay),
        "physics_dt": plant.simulator.step,
        "bias": {"of": plant.drive.bias, **round_each(v.bias)},
        "joints": {
            joint: {
                "stiffness": float(v.kp[j]),
                "damping": float(v.kd[j]),
                "armature": float(v.armature[j]),
                "viscous_friction": float(v.viscous[j]),
                "dry_friction": float(v.dry[j]),
                "load_friction": float(v.load[j]),
                "effort_limit": limit.get(joint),
            }
            for j, joint in enumerate(joints)
        },
        "isaaclab": {
            "class": "DelayedPDActuatorCfg",
            "joint_names_expr": list(joints),
            **shared,
            "friction": round_each(v.dry),
            "dynamic_friction": round_each(v.dry),
            "viscous_friction": round_each(v.viscous),
            "effort_limit": limit,
            **delays,
        },
        "mjlab": [
            {
                "class": "BuiltinPositionActuatorCfg",
                "target_names_expr": [joint],
                "stiffness": float(v.kp[j]),
                "damping": float(v.kd[j]),
                "armature": float(v.armature[j]),
                "frictionloss": float(v.dry[j]),
                "effort_limit": limit.get(joint),
                "delay_min_lag": steps,
                "delay_max_lag": steps,
            }
            for j, joint in enumerate(joints)
        ],
    }


def write_mjcf(result: Sim2Real, held: bool) -> tuple[bytes, list[str]]:
    """The robot's own MJCF with what was found, or a new one where it has none; `held`: without
    its free joint."""
    robot, title = _set_values(result), f"sim2real, dynid {__version__}"
    source = Path(robot.source) if robot.source else None
    notes: list[str] = []
    data = None
    if source is not None and source.is_file() and source.suffix.lower() in (".xml", ".mjcf"):
        try:
            whole = _unlock_robot(robot, source, result.changed)
            data, notes = edit_mjcf(source, whole, title, list(result.notes))
            notes = [note for note in notes if note not in result.notes]
        except CannotEdit as error:
            notes = [f"a new file, because {str(error).rstrip('.')}"]
    fresh = data is None
    if data is None:
        data = write_mjcf_text(robot).encode()
    edits = Edits(data)
    step = FINE if fresh else result.plant.simulator.step
    notes += _put_actuators(edits, result, step)
    if not fresh:
        _put_options(edits, result, held)
    if held and not fresh:
        _hold(edits)
    if result.plant.simulator.sharp:
        _sharpen(edits, result, step)
    return edits.apply(), notes


def _set_values(result: Sim2Real) -> Robot:
    robot, v = result.plant.robot, result.values
    at, changed = {joint: j for j, joint in enumerate(result.joints)}, result.changed
    bodies = []
    for body in robot.bodies:
        j = at.get(body.joint.name)
        if j is not None:
            joint = replace(
                body.joint,
                armature=float(v.armature[j]),
                damping=float(v.viscous[j]),
                friction=float(v.dry[j]),
            )
            body = replace(body, joint=joint)
        if body.name in changed:
            body = replace(body, inertia=np.asarray(body.inertia) + changed[body.name])
        bodies.append(body)
    return robot.replace(bodies=tuple(bodies))


def _unlock_robot(robot: Robot, source: Path, changed: dict[str, Array]) -> Robot:
    """The robot of the file, in which locked joints move, with the joints of this one; inertias
    stay as the file has them (None), but for what was found to be more or less."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IgnoredElementWarning)
        try:
            whole = load_robot(source)
        except RobotError:  # loops without actuators
            whole = load_robot(source, actuated=(*robot.actuated, *robot.locked))
    found = {body.joint.name: body.joint for body in robot.bodies}
    kept = ("armature", "damping", "friction")
    bodies = tuple(
        replace(
            body,
            inertia=np.asarray(body.inertia) + changed[body.name] if body.name in changed else None,
            massless=False,
            joint=replace(body.joint, **{k: getattr(found[body.joint.name], k) for k in kept})
            if body.joint.name in found
            else body.joint,
        )
        for body in whole.bodies
    )
    merged = [
        body.name for body in bodies if body.inertia is not None and not is_possible(body.inertia)
    ]
    if merged:  # with what a locked joint holds it is a body, alone it is none
        raise CannotEdit(f"{join_names(merged, 4)} and what locked joints hold to it are one body")
    return whole.replace(bodies=bodies)


def list_actuator_attributes(result: Sim2Real, j: int, step: float) -> dict[str, str]:
    """tau = Kp (ctrl - q) - Kd qd + Kp b, as MuJoCo's <position> has it, and its bias beside."""
    v, plant = result.values, result.plant
    kp, kd = float(v.kp[j]), float(v.kd[j])
    bias = kp * (plant.drive.acts - plant.drive.sees) * float(v.bias[j])
    found = {
        "joint": result.joints[j],
        "gear": "1",
        "ctrllimited": "false",
        "gaintype": "fixed",
        "gainprm": repr(kp),
        "biastype": "affine",
        "biasprm": f"{bias!r} {-kp!r} {-kd!r}",
    }
    if np.isfinite(v.limit[j]):
        most = float(v.limit[j])
        found |= {"forcelimited": "true", "forcerange": f"{-most!r} {most!r}"}
    if v.delay > 0:
        steps = int(np.ceil(v.delay / step)) + 2
        found |= {"delay": repr(v.delay), "nsample": str(steps), "interp": "linear"}
    return found


def _put_actuators(edits: Edits, result: Sim2Real, step: float) -> list[str]:
    nodes = [n for part in edits.root.find("actuator") for n in part.children]
    by_joint: dict[str, list[Node]] = {}
    for node in nodes:
        if node.tag in SHORTCUTS and "joint" in node.attributes:
            by_joint.setdefault(node.attributes["joint"], []).append(node)
    new, doubled = [], []
    for j, joint in enumerate(result.joints):
        own = by_joint.get(joint, [])
        name = own[0].attributes.get("name", joint) if own else joint
        about = {"name": name, **list_actuator_attributes(result, j, step)}
        line = "<general " + " ".join(f'{k}="{x}"' for k, x in about.items()) + "/>"
        if own:
            edits.replace(own[0], [line])
            doubled += [joint] if len(own) > 1 else []
        else:
            new.append(line)
    if new:
        sections = edits.root.find("actuator")
        if sections:
            edits.insert(sections[-1], new, first=False)
        else:
            edits.insert(edits.root, ["<actuator>", *(f"  {x}" for x in new), "</actuator>"], False)
    notes = ["actuators take position commands: Kp (ctrl - q) - Kd qd, with the delay"]
    if doubled:
        notes.append(f"other actuators act on {join_names(doubled, 8)} as well: remove them")
    return notes


def _put_options(edits: Edits, result: Sim2Real, held: bool) -> None:
    """The step that was simulated; and Euler where a drive outside of the simulator was: with it
    MuJoCo takes the torque of its own actuators as it takes one from outside."""
    sim, robot = result.plant.simulator, result.plant.robot
    options = edits.root.find("option")
    values = {"timestep": repr(sim.step)}
    if sim.held and not sim.centred:
        values["integrator"] = "Euler"
    if held:
        values["gravity"] = " ".join(repr(float(x)) for x in np.asarray(robot.gravity))
    if options:
        edits.set(options[-1], values)
    else:
        line = "<option " + " ".join(f'{k}="{x}"' for k, x in values.items()) + "/>"
        edits.insert(edits.root, [line], first=False)


def _sharpen(edits: Edits, result: Sim2Real, step: float) -> None:
    """Dry friction that stops a joint within a step; MuJoCo's own takes twenty milliseconds."""
    hard = {
        "solreffriction": f"{2 * step!r} 1",
        "solimpfriction": f"{SHARP} {SHARP} 0.001 0.5 2",
    }
    for part in edits.root.find("worldbody"):
        for node in part.walk():
            if node.tag == "joint" and node.attributes.get("name") in result.joints:
                edits.set(node, hard)


def _hold(edits: Edits) -> None:
    """Without the free joint of the base, and level."""
    for part in edits.root.find("worldbody"):
        for body in part.find("body"):
            joints = [
                n
                for n in body.children
                if n.tag == "freejoint" or (n.tag == "joint" and n.attributes.get("type") == "free")
            ]
            if not joints:
                continue
            if turned := [name for name in TURNS if name in body.attributes]:
                raise CannotEdit(f"the base is turned by {turned[0]}, expected quat or nothing")
            for node in joints:
                edits.remove(node)
            edits.set(body, {"quat": "1 0 0 0"})
    for node in edits.root.find("keyframe"):
        edits.remove(node)
