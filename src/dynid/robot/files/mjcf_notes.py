"""What changes the motion in MuJoCo but has no place in a Robot, what matters most first: one line
a kind, with the names of those it is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dynid.errors import join_names
from dynid.robot.files.mjcf_actuators import count_actuators, is_shared_tendon, list_driven

if TYPE_CHECKING:
    from dynid.robot.files.mjcf_reader import MjcfTree

Mask = NDArray[np.bool_]

MOST = 6  # names in a note
#: what a ball or a free joint may have, by the field of the compiled model
OF_TURNS = {
    "damping": "dof_damping",
    "armature": "dof_armature",
    "friction": "dof_frictionloss",
}
OF_TENDONS = {
    "springs": ("tendon_stiffness",),
    "damping": ("tendon_damping", "tendon_dampingpoly"),
    "armature": ("tendon_armature",),
    "friction": ("tendon_frictionloss",),
    "limits": ("tendon_limited", "tendon_actfrclimited"),
}


def list_counted(what: str, names: Iterable[str]) -> list[str]:
    """["ignored the springs of joints (2): hip, knee; ..."], or nothing where there are no
    names."""
    all_names = list(names)
    return [f"{what} ({len(all_names)}): {join_names(all_names, MOST)}"] if all_names else []


def list_ignored(tree: MjcfTree) -> list[str]:
    """Forces first, then what drives, then limits."""
    m = tree.model
    return [
        *_list_springs(tree),
        *_list_ball_dynamics(tree),
        *(
            note
            for what in ("springs", "damping", "armature", "friction")
            for note in _list_ignored_kind(m, what)
        ),
        *_list_surroundings(m),
        *list_counted(
            "took only the linear part of the damping of joints",
            _list_joints(tree, _mark_nonzero(m, "dof_dampingpoly")[m.jnt_dofadr]),
        ),
        *list_counted(
            "ignored damping or rotors below zero", _list_joints(tree, _mark_negative(m))
        ),
        *list_counted(
            "ignored the gravity compensation of bodies", _list_bodies(tree, m.body_gravcomp != 0)
        ),
        *list_counted(
            "ignored what plugins do", _list_names(m, "plugin", np.ones(m.nplugin, dtype=bool))
        ),
        *list_counted(
            "took soft bodies as rigid"
            if tree.beside - tree.things
            else "took as points the corners of soft bodies",
            _list_names(m, "flex", _mark_soft(m)),
        ),
        *_list_loose_things(tree),
        *_list_motor_notes(m),
        *_list_ignored_kind(m, "limits"),
        *list_counted(
            "ignored the limits of ball joints", _list_joints(tree, _mark_limited_balls(m))
        ),
        *list_counted("took mocap bodies as fixed", _list_bodies(tree, m.body_mocapid >= 0)),
    ]


def _list_springs(tree: MjcfTree) -> list[str]:
    import mujoco

    m = tree.model
    if m.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_SPRING:
        return []
    turning = (m.jnt_stiffness != 0) & ~_mark_simple(m)
    return [
        *list_counted("ignored the springs of ball and free joints", _list_joints(tree, turning)),
        *list_counted(
            "took only the linear part of springs",
            _list_joints(tree, _mark_nonzero(m, "jnt_stiffnesspoly")),
        ),
    ]


def _list_ball_dynamics(tree: MjcfTree) -> list[str]:
    """Damping and so on of ball and free joints: they act on the angular velocity, not on the rates
    of the three turns that the joint is read as."""
    m, simple = tree.model, _mark_simple(tree.model)
    found: list[str] = []
    for what, name in OF_TURNS.items():
        values = np.zeros(m.njnt)
        np.maximum.at(values, m.dof_jntid, np.abs(getattr(m, name)))
        found += list_counted(
            f"ignored the {what} of ball and free joints",
            _list_joints(tree, (values > 0) & ~simple),
        )
    return found


def _list_ignored_kind(m: Any, what: str) -> list[str]:
    has = np.any([_mark_nonzero(m, name) for name in OF_TENDONS[what]], axis=0)
    return list_counted(f"ignored the {what} of tendons", _list_names(m, "tendon", has))


def _list_surroundings(m: Any) -> list[str]:
    o = m.opt
    if not (o.density or o.viscosity):
        return []
    return [f"ignored the fluid around it (density {o.density:g}, viscosity {o.viscosity:g})"]


def _list_loose_things(tree: MjcfTree) -> list[str]:
    """Things that float beside the robot, by the body that carries the rest of each."""
    roots = sorted({int(tree.model.body_rootid[i]) for i in tree.things})
    return list_counted(
        "ignored free-floating bodies that are not the robot", [tree.names[i] for i in roots]
    )


def _list_motor_notes(m: Any) -> list[str]:
    joints = {a for a, _, _ in list_driven(m)}
    others = np.array([a not in joints for a in range(count_actuators(m))], dtype=bool)
    shared = np.array(
        [a in joints and is_shared_tendon(m, a) for a in range(count_actuators(m))], dtype=bool
    )
    return [
        *list_counted(
            "ignored actuators that drive no hinge or slide (sites, ball joints, ropes, muscles)",
            _list_names(m, "actuator", others),
        ),
        *list_counted(
            "took motors of tendons that join several joints as motors of the first of these",
            _list_names(m, "actuator", shared),
        ),
    ]


def _mark_negative(m: Any) -> Mask:
    """No machine has it; some fitted files do."""
    values = np.minimum(m.dof_damping, np.minimum(m.dof_armature, m.dof_frictionloss))
    out = np.zeros(m.njnt, dtype=bool)
    out[m.dof_jntid[values < 0]] = True
    return out


def _mark_limited_balls(m: Any) -> Mask:
    import mujoco

    return np.asarray((m.jnt_type == mujoco.mjtJoint.mjJNT_BALL) & (m.jnt_limited != 0))


def _mark_soft(m: Any) -> Mask:
    """Flexes that are not one rigid body."""
    return np.asarray(m.flex_rigid) == 0 if m.nflex else np.zeros(0, dtype=bool)


def _mark_simple(m: Any) -> Mask:
    import mujoco

    kinds = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
    return np.isin(m.jnt_type, kinds)


def _mark_nonzero(m: Any, field: str) -> Mask:
    """Whether a row of a field is not zero; the oldest MuJoCo lacks some."""
    values = np.asarray(getattr(m, field, 0.0), dtype=float)
    counts = {"tendon": m.ntendon, "dof": m.nv, "jnt": m.njnt, "actuator": count_actuators(m)}
    if values.ndim == 0:
        return np.zeros(counts[field.partition("_")[0]], dtype=bool)
    return np.asarray(values.any(axis=tuple(range(1, values.ndim))), dtype=bool)


def _list_joints(tree: MjcfTree, which: Mask) -> list[str]:
    of_robot = [j for j in np.flatnonzero(which) if tree.model.jnt_bodyid[j] not in tree.beside]
    return [tree.joint_names[j] for j in of_robot]


def _list_bodies(tree: MjcfTree, which: Mask) -> list[str]:
    return [tree.names[i] for i in np.flatnonzero(which) if i not in tree.beside]


def _list_names(m: Any, kind: str, which: Mask) -> list[str]:
    import mujoco

    what = getattr(mujoco.mjtObj, f"mjOBJ_{kind.upper()}")
    return [
        mujoco.mj_id2name(m, what, int(i)) or f"{kind}{i}"
        for i in np.flatnonzero(np.asarray(which))
    ]
