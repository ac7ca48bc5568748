"""MJCF files: MuJoCo itself parses and compiles them, and the compiled model is turned into a
Robot."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError
from dynid.robot.degrees_of_freedom import complete_robot
from dynid.robot.files.mjcf_actuators import (
    count_actuators,
    list_efforts,
    list_motors,
    sum_reflected,
)
from dynid.robot.files.mjcf_compile import compile_mjcf
from dynid.robot.files.mjcf_equality import LOOP_MARK, read_equalities
from dynid.robot.files.mjcf_home import read_home
from dynid.robot.files.mjcf_notes import list_ignored
from dynid.robot.files.mjcf_size import check_size
from dynid.robot.files.xmlfile import read_xml
from dynid.robot.geometry import (
    inertial,
    make_axis_rotation,
    make_quaternion_rotation,
    move_inertial,
    snap_right_angles,
)
from dynid.robot.lock import lock_joints
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint

#: a limit this large (SI) is none: MuJoCo wants both ends of a range
NO_LIMIT = 1e9

ROUND_OFF = 1e-12  # of rotations: what is nearer is equal

UNTURNED = (1.0, 0.0, 0.0, 0.0)

#: (suffix of the name, kind, axis) of the simple joints that make up a ball or a free joint
_AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
TURNS = tuple((f".r{name}", "revolute", axis) for name, axis in _AXES.items())
SLIDES = tuple((f".{name}", "prismatic", axis) for name, axis in _AXES.items())


def read_mjcf(
    path: str | os.PathLike[str], actuated: Sequence[str] | None = None, lump_fixed: bool = True
) -> Robot:
    """The robot of an MJCF file; equalities of bodies become loops, equalities of joints become
    couplings.

    A coordinate has the value of MuJoCo's qpos. A ball joint becomes three turns ("hip.rx",
    "hip.ry", "hip.rz"), a free joint three slides and three turns. The frame of a body stands at
    the anchor of its last joint, turned as MuJoCo's. A body without joints is merged with the one
    that carries it and stays as a Frame; with lump_fixed=False it stays a body. Motors of a robot
    with loops are the joints with actuators, unless `actuated` names others.
    """
    return make_mjcf_robot(read_xml(path), Path(path), actuated, lump_fixed)


def make_mjcf_robot(
    root: Element,
    path: Path,
    actuated: Sequence[str] | None = None,
    lump_fixed: bool = True,
    lock: Mapping[str, float] | None = None,
) -> Robot:
    """`read_mjcf` for a file that is parsed already (MuJoCo itself reads it again). Joints are
    locked before it is asked how the loops move the others."""
    if root.tag != "mujoco":
        raise RobotError(
            f"{path}: got the root element <{root.tag}>, expected <mujoco>; a URDF is read by"
            " read_urdf."
        )
    check_size(root, path)
    model, unknown, notes = compile_mjcf(path)
    tree = MjcfTree(model, unknown, lump_fixed)
    notes += list_ignored(tree)
    try:
        robot = _make_robot(root.get("model") or path.stem, tree, actuated, notes)
        robot = lock_joints(robot, lock) if lock else robot
        if robot.loops:
            motors = list_motors(tree) if actuated is None else tuple(actuated)
            robot = complete_robot(
                robot, [name for name in motors if name not in robot.locked], notes
            )
    except RobotError as error:
        raise RobotError(f"{path}: {error}") from error
    for note in notes:
        said = f"{path}: {note.rstrip('.')}."
        warnings.warn(IgnoredElementWarning(said, path), stacklevel=3)
    return replace(robot, source=str(path.absolute()))


def _make_robot(
    name: str, tree: MjcfTree, actuated: Sequence[str] | None, notes: list[str]
) -> Robot:
    model = tree.model
    for i in range(1, model.nbody):
        tree.add(i)
    for s in range(model.nsite):
        if model.site(s).name and not model.site(s).name.startswith(LOOP_MARK + ":"):
            tree.add_frame(model.site(s).name, *tree.find_site(s))
    _add_geoms(tree)
    loops, couplings = read_equalities(tree, notes)
    names = tuple(c for j in range(model.njnt) for c in tree.coordinates[j])
    return Robot(
        name=name,
        bodies=tree.make_bodies(),
        loops=loops,
        couplings=couplings,
        actuated=names if loops else tuple(actuated or ()),
        gravity=_read_gravity(model),
        home=dict(zip(names, read_home(tree), strict=True)),
        frames=tuple(tree.frames),
        base=_find_floating(tree),
        ideal=() if loops else _make_exact(tree),
    )


def _add_geoms(tree: MjcfTree) -> None:
    """Geoms that can touch something, as frames: feet are often nothing else. Those of a body or a
    site of the same name are that; balls without a name are called after their body,
    "shank.sphere"."""
    import mujoco

    m = tree.model
    for g in np.flatnonzero((m.geom_contype != 0) | (m.geom_conaffinity != 0)).tolist():
        i, name = int(m.geom_bodyid[g]), m.geom(g).name
        ball = m.geom_type[g] == mujoco.mjtGeom.mjGEOM_SPHERE
        carrier, T = tree.find_carrier(i, m.geom_pos[g], m.geom_quat[g])
        if carrier != WORLD and (name or ball) and not tree.is_taken(name):
            radius = float(m.geom_size[g, 0]) if ball else 0.0
            tree.add_frame(name or f"{tree.names[i]}.sphere", carrier, T, radius)


def _make_exact(tree: MjcfTree) -> tuple[Body, ...]:
    """The bodies with exact right angles, where the file rounds them; nothing where not."""
    exact = MjcfTree(tree.model, tree.unknown, tree.lump_fixed, exact=True)
    for i in range(1, tree.model.nbody):
        exact.add(i)
    changed = (
        not np.allclose(a.joint.rotation, b.joint.rotation, rtol=0.0, atol=ROUND_OFF)
        or not np.allclose(a.joint.axis, b.joint.axis, rtol=0.0, atol=ROUND_OFF)
        for a, b in zip(exact.make_bodies(), tree.make_bodies(), strict=True)
    )
    return exact.make_bodies() if any(changed) else ()


def _find_floating(tree: MjcfTree) -> tuple[str, ...]:
    """The coordinates of the free joint that carries most bodies, if it carries any."""
    import mujoco

    m = tree.model
    free = [j for j in range(m.njnt) if m.jnt_type[j] == mujoco.mjtJoint.mjJNT_FREE]
    free = [j for j in free if tree.coordinates[j]]
    carried = {j: int((m.body_rootid == m.body_rootid[m.jnt_bodyid[j]]).sum()) for j in free}
    most = max(free, key=carried.__getitem__, default=None)
    return () if most is None or carried[most] < 2 else tree.coordinates[most]


def pose(r: Array, quaternion: Iterable[float] = UNTURNED) -> Array:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = make_quaternion_rotation(*quaternion), r
    return T


def make_unique(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken already; taken from now on."""
    free, k = name, 2
    while free in taken:
        free, k = f"{name}_{k}", k + 1
    taken.add(free)
    return free


def list_names(given: Sequence[str], prefix: str) -> list[str]:
    """The names in the file, and "prefix<number>" for what has none."""
    taken = set(given)
    return [name or make_unique(f"{prefix}{i}", taken) for i, name in enumerate(given)]


@dataclass
class MjcfTree:
    """The bodies built so far, and where each body of MuJoCo has gone."""

    model: Any
    unknown: set[int]  # MuJoCo's bodies whose inertia cannot be known
    lump_fixed: bool
    exact: bool = False  # right angles that the file rounds made exact
    coordinates: dict[int, tuple[str, ...]] = field(default_factory=dict)  # of MuJoCo's joints
    beside: set[int] = field(default_factory=set)  # bodies that stand still: of things, of cloths
    things: set[int] = field(default_factory=set)  # ... that are not the robot
    frames: list[Frame] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of MuJoCo's bodies
    joint_names: list[str] = field(default_factory=list)  # of MuJoCo's joints
    _place: dict[int, tuple[str, Array]] = field(
        default_factory=dict
    )  # carrier, and pose of MuJoCo's frame in it
    _links: list[tuple[str, str, Joint]] = field(default_factory=list)  # body, parent, joint
    _inertia: dict[str, Array | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        m = self.model
        self._place[0] = (WORLD, np.eye(4))
        self.names = list_names([m.body(i).name for i in range(m.nbody)], "body")
        self.joint_names = list_names([m.joint(j).name for j in range(m.njnt)], "joint")
        self._taken, self._joints_taken = set(self.names), set(self.joint_names)
        self.things = find_loose_things(m)
        self.beside = self.things | find_soft_corners(m, self.things)
        self._effort = list_efforts(m)
        self._reflected = {name: sum_reflected(m, name) for name in ("armature", "damping")}

    def add(self, i: int) -> None:
        """Body i of MuJoCo, whose parent is there already."""
        m, name = self.model, self.names[i]
        parent, T = self._place[m.body_parentid[i]]
        turned = pose(m.body_pos[i], m.body_quat[i])
        if self.exact:
            turned[:3, :3] = snap_right_angles(turned[:3, :3])
        T = T @ turned
        joints = range(m.body_jntadr[i], m.body_jntadr[i] + m.body_jntnum[i])
        if i in self.beside:
            self.coordinates |= dict.fromkeys(joints, ())
            joints = range(0)
        if joints:
            self._place[i] = self._hang(name, parent, T, joints)
        elif self.lump_fixed or parent == WORLD:
            self._place[i] = (parent, T)
            self.frames.append(Frame(name, parent, T[:3, 3], T[:3, :3]))
        else:
            self._place[i] = (name, np.eye(4))
            joint = Joint(
                make_unique(f"{name}_fixed", self._joints_taken),
                "fixed",
                position=T[:3, 3],
                rotation=T[:3, :3],
            )
            self._links.append((name, parent, joint))
        self._add_inertia(i)

    def _hang(self, name: str, parent: str, T: Array, joints: range) -> tuple[str, Array]:
        """A chain of bodies, one a simple joint, massless but for the last; returns MuJoCo's frame
        in the last.

        MuJoCo moves its body at pose T by its joints in turn, each about an anchor in the body's
        frame:
        T exp_1 exp_2 ...,  exp_k = shift(anchor) exp(axis (q - q0)) shift(-anchor)
        """
        steps = [step for j in joints for step in self._list_steps(j)]
        if len(steps) > 3 and len(joints) == 1:
            # a free joint: qpos is the pose in the world, not the motion from the initial one
            T = np.eye(4)
        for k, (joint, anchor, q0) in enumerate(steps):
            body = name if k == len(steps) - 1 else make_unique(f"{name}_{joint.name}", self._taken)
            R, r = T[:3, :3], T[:3, 3] + T[:3, :3] @ anchor
            if q0 and joint.kind == "prismatic":
                r = r - R @ np.asarray(joint.axis) * q0
            elif q0:
                R = R @ make_axis_rotation(joint.axis, -q0)
            self._links.append((body, parent, replace(joint, position=r, rotation=R)))
            parent, T = body, pose(-anchor)
        return name, T

    def _list_steps(self, j: int) -> list[tuple[Joint, Array, float]]:
        """The simple joints of joint j, each with its anchor and its coordinate in MuJoCo's initial
        pose."""
        import mujoco

        m, name, kind = self.model, self.joint_names[j], int(self.model.jnt_type[j])
        anchor = np.array(m.jnt_pos[j])
        if kind in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE):
            self.coordinates[j] = (name,)
            lower, upper = m.jnt_range[j] if m.jnt_limited[j] else (-np.inf, np.inf)
            joint = Joint(
                name,
                "revolute" if kind == mujoco.mjtJoint.mjJNT_HINGE else "prismatic",
                snap_right_angles(m.jnt_axis[j]) if self.exact else m.jnt_axis[j],
                lower=lower if lower > -NO_LIMIT else -np.inf,
                upper=upper if upper < NO_LIMIT else np.inf,
                effort=self._effort[j],
                **self._read_dynamics(j),
                **self._read_spring(j),
            )
            return [(joint, anchor, float(m.qpos0[m.jnt_qposadr[j]]))]
        parts = TURNS if kind == mujoco.mjtJoint.mjJNT_BALL else SLIDES + TURNS
        self.coordinates[j] = tuple(name + suffix for suffix, _, _ in parts)
        return [(Joint(name + suffix, part, axis), anchor, 0.0) for suffix, part, axis in parts]

    def _read_dynamics(self, j: int) -> dict[str, float]:
        """What is zero counts as unknown: it is what MuJoCo puts where a file says nothing."""
        import mujoco

        m, dof = self.model, int(self.model.jnt_dofadr[j])
        damped = not m.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_DAMPER
        found = {
            "damping": (m.dof_damping[dof] + self._reflected["damping"][j]) * damped,
            "friction": m.dof_frictionloss[dof],
            "armature": m.dof_armature[dof] + self._reflected["armature"][j],
        }
        return {name: float(value) for name, value in found.items() if value > 0}

    def _read_spring(self, j: int) -> dict[str, float]:
        import mujoco

        m = self.model
        if m.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_SPRING:
            return {}
        k, rest = float(m.jnt_stiffness[j]), float(m.qpos_spring[m.jnt_qposadr[j]])
        return {"stiffness": k, "rest": rest} if k > 0 else {}

    def _add_inertia(self, i: int) -> None:
        m = self.model
        carrier, T = self._place[i]
        if carrier == WORLD:
            return
        R = make_quaternion_rotation(*m.body_iquat[i])
        p = inertial(float(m.body_mass[i]), m.body_ipos[i], R @ np.diag(m.body_inertia[i]) @ R.T)
        so_far = self._inertia.get(carrier, np.zeros(10))
        if i in self.unknown or so_far is None:
            self._inertia[carrier] = None
        else:
            self._inertia[carrier] = so_far + move_inertial(p, T[:3, :3], T[:3, 3])

    def make_bodies(self) -> tuple[Body, ...]:
        bodies = []
        for name, parent, joint in self._links:
            p = self._inertia.get(name, np.zeros(10))
            massless = p is not None and not p.any()
            bodies.append(Body(name, parent, joint, None if massless else p, massless))
        return tuple(bodies)

    def find_carrier(
        self, i: int, r: Array, quaternion: Iterable[float] = UNTURNED
    ) -> tuple[str, Array]:
        """Carrier, and pose in it, of a frame given in MuJoCo's body i."""
        carrier, T = self._place[i]
        return carrier, T @ pose(r, quaternion)

    def find_site(self, s: int) -> tuple[str, Array]:
        m = self.model
        return self.find_carrier(m.site_bodyid[s], m.site_pos[s], m.site_quat[s])

    def is_taken(self, name: str) -> bool:
        """Whether a body or a frame has this name."""
        return name in self._taken

    def add_frame(self, name: str, carrier: str, T: Array, radius: float = 0.0) -> None:
        name = make_unique(name, self._taken)
        self.frames.append(Frame(name, carrier, T[:3, 3], T[:3, :3], radius))


def _read_gravity(model: Any) -> Array:
    import mujoco

    off = model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_GRAVITY
    return np.zeros(3) if off else np.array(model.opt.gravity)


# ---- What stands in an MJCF file beside the robot: things to grasp, balls, cubes.


def find_loose_things(model: Any) -> set[int]:
    """The bodies of trees that float, that nothing drives, and that nothing ties to another tree:
    rigid ones beside anything that has joints, others beside what is driven. Where all are such,
    they are the robot."""
    import mujoco

    m = model
    trees = {int(m.body_rootid[m.jnt_bodyid[j]]) for j in range(m.njnt)}
    free, rigid = mujoco.mjtJoint.mjJNT_FREE, trees.copy()
    floating = set()
    for j in range(m.njnt):
        root = int(m.body_rootid[m.jnt_bodyid[j]])
        if m.jnt_type[j] == free:
            floating.add(root)
        else:
            rigid.discard(root)
    driven = _find_driven(m) & trees
    loose = floating - driven - _find_tied(m)
    things = loose if driven - loose else loose & rigid
    if not (trees - things) - (floating & rigid - driven):
        return set()  # nothing with joints or motors would be left
    return {i for i in range(1, m.nbody) if int(m.body_rootid[i]) in things}


def find_soft_corners(model: Any, beside: set[int]) -> set[int]:
    """The bodies that MuJoCo makes of the corners of cloths and other soft bodies, each with its
    slides; where nothing else moves, none."""
    import mujoco

    m = model
    soft = {f for f in range(m.nflex) if not m.flex_rigid[f]}
    found = set()
    for f in soft:
        for first, count, bodies in (
            (m.flex_vertadr[f], m.flex_vertnum[f], m.flex_vertbodyid),
            (m.flex_nodeadr[f], m.flex_nodenum[f], m.flex_nodebodyid),
        ):
            found |= {int(i) for i in bodies[first : first + count] if i > 0}
    parents, driven = set(map(int, m.body_parentid)), _find_driven(m)
    slides = {
        i
        for i in found
        if i not in parents
        and int(m.body_rootid[i]) not in driven
        and m.body_jntnum[i] > 1
        and all(
            m.jnt_type[j] == mujoco.mjtJoint.mjJNT_SLIDE
            for j in range(m.body_jntadr[i], m.body_jntadr[i] + m.body_jntnum[i])
        )
    }
    moving = {int(i) for i in m.jnt_bodyid} - slides - beside
    return slides if moving else set()


def _find_driven(m: Any) -> set[int]:
    """The trees on which actuators act."""
    import mujoco

    kinds, found = mujoco.mjtTrn, set()
    for a in range(count_actuators(m)):
        kind, k = int(m.actuator_trntype[a]), int(m.actuator_trnid[a, 0])
        if kind in (kinds.mjTRN_JOINT, kinds.mjTRN_JOINTINPARENT):
            found.add(int(m.body_rootid[m.jnt_bodyid[k]]))
        elif kind == kinds.mjTRN_TENDON:
            found |= _find_tendon_trees(m, k)
        elif kind in (kinds.mjTRN_SITE, kinds.mjTRN_SLIDERCRANK):
            found.add(int(m.body_rootid[m.site_bodyid[k]]))
        elif kind == kinds.mjTRN_BODY:
            found.add(int(m.body_rootid[k]))
    return found


def _find_tendon_trees(m: Any, tendon: int) -> set[int]:
    """The trees that a tendon touches."""
    import mujoco

    kinds, found = mujoco.mjtWrap, set()
    for w in range(m.tendon_adr[tendon], m.tendon_adr[tendon] + m.tendon_num[tendon]):
        kind, k = int(m.wrap_type[w]), int(m.wrap_objid[w])
        if kind == kinds.mjWRAP_JOINT:
            found.add(int(m.body_rootid[m.jnt_bodyid[k]]))
        elif kind == kinds.mjWRAP_SITE:
            found.add(int(m.body_rootid[m.site_bodyid[k]]))
    return found


def _find_tied(m: Any) -> set[int]:
    """The trees that an equality or a tendon ties to another, or to the ground; what a mocap body
    drags along is not tied."""
    import mujoco

    kinds, pairs = mujoco.mjtEq, []
    for i in np.flatnonzero(m.eq_active0):
        kind, ends = int(m.eq_type[i]), (int(m.eq_obj1id[i]), int(m.eq_obj2id[i]))
        if kind in (kinds.mjEQ_CONNECT, kinds.mjEQ_WELD):
            of_sites = m.eq_objtype[i] == mujoco.mjtObj.mjOBJ_SITE
            bodies = [int(m.site_bodyid[k]) if of_sites else k for k in ends]
            if not any(m.body_mocapid[m.body_rootid[b]] >= 0 for b in bodies):
                pairs.append({int(m.body_rootid[b]) for b in bodies})
        elif kind == kinds.mjEQ_JOINT:
            pairs.append({int(m.body_rootid[m.jnt_bodyid[k]]) for k in ends if k >= 0})
        elif kind == kinds.mjEQ_TENDON:
            pairs.append(set().union(*(_find_tendon_trees(m, k) for k in ends if k >= 0)))
    pairs += [_find_tendon_trees(m, t) for t in range(m.ntendon)]
    return set().union(*(pair for pair in pairs if len(pair) > 1))
