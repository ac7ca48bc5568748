"""A Robot as an MJCF file that MuJoCo simulates, loops and couplings included."""

from __future__ import annotations

import os
from collections import Counter
from xml.etree.ElementTree import Comment, Element, SubElement, indent, tostring

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_home import close_home
from dynid.errors import InputError, RobotError, join_names
from dynid.exports.mjcf_loops import (
    add_couplings,
    add_loops,
    check_degrees,
    compute_placement,
    format_numbers,
    place,
)
from dynid.files import write_whole
from dynid.robot.files.mjcf_reader import make_unique
from dynid.robot.geometry import compute_quaternion, to_mass_com_inertia
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint

#: mass and principal inertias of a moving body that has none: MuJoCo's mass matrix must stay
#: invertible
TINY_MASS, TINY_INERTIA = 1e-9, 1e-12

#: the same where a loop ends on the body, as a part of the whole robot's. MuJoCo makes a constraint
#: the softer the lighter its bodies are: a loop on a slider of 1e-9 kg opens by 0.5 m, on one of
#: 3e-5 of the robot by 0.02 mm
LOOP_END_PART = 3e-5

#: how far the inertia of a body may be from a possible one, relative to its size, and count as
#: rounding
INERTIA_TOLERANCE = 1e-8

#: least principal inertia of a body with mass: MuJoCo wants more than 1e-15
LEAST_INERTIA = 1e-14

#: MuJoCo's own bound on the joints of one body
MOST_JOINTS = 6

#: stiffness 1/s^2 and damping 1/s of an equality (negative: given directly), and MuJoCo's hardest
#: impedance
SOLREF, SOLIMP = (-1e6, -2e3), (0.9999, 0.9999, 0.001, 0.5, 2.0)

#: stands for the missing end of a one-sided joint limit
FAR = 1e10

#: what a joint without play gets, since MuJoCo refuses an empty range
LEAST_RANGE = 1e-9


def write_mjcf(
    robot: Robot,
    path: str | os.PathLike[str],
    p: ArrayLike | None = None,
    overwrite: bool = False,
    stiff: bool = True,
) -> None:
    """Write `write_mjcf_text` to a file, whole or not at all."""
    write_whole(path, write_mjcf_text(robot, p, stiff), overwrite)


def write_mjcf_text(robot: Robot, p: ArrayLike | None = None, stiff: bool = True) -> str:
    """The robot as MJCF: same names, same coordinates (qpos is q), the motors on the actuated
    joints.

    p      ten parameters for each body that is not massless, in their order, (n, 10); default the
           nominal ones
    stiff  make the loops so hard that they open by hundredths of a millimetre, not by MuJoCo's
           usual millimetres

    A massless body becomes one more joint of the body that it carries. Where that cannot be (it
    carries none or several, or a loop ends on it), it gets a negligible mass, and a comment in the
    file says so. MuJoCo's initial pose is the closed home pose of a robot with loops or couplings,
    and that of zeros for a tree.
    """
    parameters, initial = collect_parameters(robot, p, "MJCF"), _compute_initial_pose(robot)
    root = Element("mujoco", model=robot.name)
    SubElement(
        root,
        "compiler",
        angle="radian",
        autolimits="true",
        balanceinertia="false",
        inertiafromgeom="false",
    )
    option = SubElement(
        root,
        "option",
        gravity=format_numbers(robot.gravity),
        integrator="implicitfast",
        timestep="1e-4",
    )
    SubElement(option, "flag", contact="disable")
    if stiff:
        SubElement(
            SubElement(root, "default"),
            "equality",
            solref=format_numbers(SOLREF),
            solimp=format_numbers(SOLIMP),
        )
    worldbody = SubElement(root, "worldbody")
    elements, tiny = _add_bodies(robot, worldbody, parameters, initial)
    if tiny:
        bodies = ", ".join(f"{name} {mass:.3g} kg" for name, mass in tiny.items()).replace(
            "--", "- -"
        )
        root.insert(
            0,
            Comment(
                f" massless in the robot, but MuJoCo wants a mass for whatever moves: {bodies} "
            ),
        )
    _add_frames(robot, elements)
    if robot.loops or robot.couplings:
        equality = SubElement(root, "equality")
        add_loops(robot, root, equality, elements, initial)
        add_couplings(robot, equality, initial)
    actuator = SubElement(root, "actuator")
    for name in robot.motors:
        motor = SubElement(actuator, "motor", name=name, joint=name)
        if (
            0 < robot.joint(name).effort < np.inf
        ):  # files with effort="0" mean that nobody filled it in
            motor.set(
                "forcerange", format_numbers((-robot.joint(name).effort, robot.joint(name).effort))
            )
    _add_home(robot, root, worldbody)
    indent(root)
    return _check_mjcf(robot, tostring(root, encoding="unicode") + "\n")


def collect_parameters(robot: Robot, p: ArrayLike | None, of: str) -> dict[str, Array]:
    """The ten parameters of every body that is not massless."""
    bodies = [body for body in robot.bodies if not body.massless]
    if p is None:
        unknown = [body.name for body in bodies if body.inertia is None]
        if unknown:
            raise RobotError(
                f"robot '{robot.name}': the inertias of {join_names(unknown)} are unknown, which"
                f" {of} needs; write them into the robot's file, or identify the robot and export"
                f" the result (in Python: p, an array ({len(bodies)}, 10))."
            )
        return {body.name: np.asarray(body.inertia) for body in bodies}
    values = np.asarray(p, dtype=float)
    if values.shape != (len(bodies), 10) or not np.isfinite(values).all():
        raise InputError(
            f"p: got shape {values.shape}, all finite: {np.isfinite(values).all()}; expected finite"
            f" numbers ({len(bodies)}, 10), a row each for "
            f"{join_names(body.name for body in bodies)}."
        )
    return {body.name: row for body, row in zip(bodies, values)}


def _compute_initial_pose(robot: Robot) -> dict[str, float]:
    """All coordinates in MuJoCo's initial pose.

    It has to be an assembled one: MuJoCo takes there how much each row of a loop moves, and makes
    it as hard as that. Elsewhere a row may not move at all, which makes the loop so hard that the
    simulation explodes.
    """
    if robot.is_tree:
        return dict.fromkeys(robot.coordinates, 0.0)
    check_degrees(robot)
    return dict(zip(robot.coordinates, close_home(robot).tolist(), strict=True))


def find_absorbed(robot: Robot) -> set[str]:
    """Massless bodies that only carry one other body: their joint can become a joint of that
    body."""
    children = Counter(body.parent for body in robot.bodies)
    frames = (*robot.frames, *((robot.tool,) if robot.tool else ()))
    needed = {name for loop in robot.loops for name in (loop.body_a, loop.body_b)} | {
        frame.body for frame in frames
    }
    return {
        b.name
        for b in robot.bodies
        if b.massless and children[b.name] == 1 and b.name not in needed
    }


def _add_bodies(
    robot: Robot, worldbody: Element, parameters: dict[str, Array], initial: dict[str, float]
) -> tuple[dict[str, Element], dict[str, float]]:
    """One element a body, but none for absorbed ones. Also the masses of the bodies that should
    have none.

    T = P1 exp_1 P2 exp_2 ... Pn exp_n, with massless bodies between, is the motion of one MuJoCo
    body. With Q_k the value of P_k exp_k in the initial pose, it is placed at Q1 Q2 ... Qn, and its
    joint k, which moves from there, has the axis and the anchor of frame Q1 ... Qk, seen from Q1
    ... Qn.
    """
    absorbed = find_absorbed(robot)
    elements, tiny = {WORLD: worldbody}, dict[str, float]()
    chains: dict[
        str, tuple[str, Array, list[tuple[Joint, Array]]]
    ] = {}  # carrier, pose in it, joints seen from there
    for body in robot.bodies:
        carrier, T, joints = chains.pop(body.parent, (body.parent, np.eye(4), []))
        Q = compute_placement(body.joint, initial)
        T, joints = T @ Q, [(joint, np.linalg.inv(Q) @ seen) for joint, seen in joints]
        if body.joint.moves:
            joints.append((body.joint, np.eye(4)))
        if body.name in absorbed and len(joints) < MOST_JOINTS:
            chains[body.name] = (carrier, T, joints)
            continue
        element = elements[body.name] = SubElement(elements[carrier], "body", name=body.name)
        place(element, T[:3, 3], T[:3, :3])
        for joint, seen in joints:
            _add_joint(element, joint, seen, initial[joint.name])
        if not body.massless:
            SubElement(
                element,
                "inertial",
                format_inertial(robot.name, body.name, parameters[body.name]),
            )
        elif joints:
            tiny[body.name], I = _make_stand_in(robot, body, parameters)
            SubElement(
                element,
                "inertial",
                pos="0 0 0",
                mass=format_numbers(tiny[body.name]),
                diaginertia=format_numbers([I] * 3),
            )
    return elements, tiny


def _make_stand_in(robot: Robot, body: Body, parameters: dict[str, Array]) -> tuple[float, float]:
    """Mass and principal inertia for a massless body that has to have some."""
    if not any(body.name in (loop.body_a, loop.body_b) for loop in robot.loops):
        return TINY_MASS, TINY_INERTIA
    parts = [to_mass_com_inertia(p) for p in parameters.values()]
    mass, inertia = sum(m for m, _, _ in parts), sum(float(np.trace(I)) / 3 for _, _, I in parts)
    return max(LOOP_END_PART * mass, TINY_MASS), max(LOOP_END_PART * inertia, TINY_INERTIA)


def _add_joint(element: Element, joint: Joint, P: Array, initial: float) -> None:
    """A joint whose frame is P in the body's frame, and its value in MuJoCo's initial pose."""
    kind = "slide" if joint.kind == "prismatic" else "hinge"
    axis = P[:3, :3] @ np.asarray(joint.axis)
    item = SubElement(element, "joint", name=joint.name, type=kind, axis=format_numbers(axis))
    if np.any(P[:3, 3]):
        item.set("pos", format_numbers(P[:3, 3]))
    if initial:
        item.set("ref", format_numbers(initial))
    if np.isfinite([joint.lower, joint.upper]).any():
        lower, upper = np.clip((joint.lower, joint.upper), -FAR, FAR)
        item.set("range", format_numbers((lower, max(upper, lower + LEAST_RANGE))))
    for name, value in format_joint_dynamics(joint).items():
        item.set(name, value)


def format_joint_dynamics(joint: Joint) -> dict[str, str]:
    """The attributes of MuJoCo's joint for what is known of friction, rotor and spring."""
    known = {"damping": joint.damping, "frictionloss": joint.friction, "armature": joint.armature}
    if joint.stiffness:
        known |= {"stiffness": joint.stiffness, "springref": joint.rest}
    return {name: format_numbers(value) for name, value in known.items() if value is not None}


def format_inertial(robot: str, body: str, p: Array) -> dict[str, str]:
    """The attributes of <inertial> for ten parameters p about the frame of MuJoCo's body."""
    m, c, I = to_mass_com_inertia(p)
    # a body of non-negative density has principal inertias A <= B <= C with A + B >= C; what it may
    # be wrong by comes from rounding in I = I_frame - m [c]x'[c]x, hence is measured against
    # I_frame
    size = float(np.abs(p[4:10]).max())
    (A, B, C), axes = np.linalg.eigh(I)
    slack = A + B - C
    if m < 0 or (m == 0 and p[1:4].any()) or slack < -INERTIA_TOLERANCE * size:
        raise RobotError(
            f"robot '{robot}': no body can have the inertia of '{body}': mass {m:.6g}, principal"
            f" inertias {A:.6g}, {B:.6g}, {C:.6g} about the centre of mass; expected mass > 0 and A"
            " + B >= C. Use a physically consistent estimate."
        )
    # MuJoCo checks the same without tolerance
    A, B, C = np.maximum((A, B, C), LEAST_INERTIA)
    # diagonal here, because MuJoCo's own diagonalisation of `fullinertia` is good to 1e-8 only in
    # some versions
    axes = axes * np.linalg.det(axes)
    return {
        "pos": format_numbers(c),
        "mass": format_numbers(max(m, TINY_MASS)),
        "quat": format_numbers(compute_quaternion(axes)),
        "diaginertia": format_numbers((A, B, min(C, A + B))),
    }


def _add_frames(robot: Robot, elements: dict[str, Element]) -> None:
    taken: set[str] = set()
    frames: list[Frame] = [*robot.frames]
    if robot.tool is not None and robot.tool.name not in {frame.name for frame in frames}:
        frames.append(robot.tool)
    for frame in frames:
        site = SubElement(elements[frame.body], "site", name=make_unique(frame.name, taken))
        place(site, frame.position, frame.rotation)


def _add_home(robot: Robot, root: Element, worldbody: Element) -> None:
    if robot.home:
        qpos = [robot.home.get(joint.get("name", ""), 0.0) for joint in worldbody.iter("joint")]
        SubElement(SubElement(root, "keyframe"), "key", name="home", qpos=format_numbers(qpos))


def _check_mjcf(robot: Robot, text: str) -> str:
    import mujoco

    try:
        mujoco.MjModel.from_xml_string(text)
    except (ValueError, mujoco.FatalError) as error:
        raise RobotError(
            f"robot '{robot.name}': MuJoCo does not accept it: {' '.join(str(error).split())}. "
            "Correct the part that it names."
        ) from error
    return text
