"""What stands in an MJCF file beside the robot: things to grasp, balls, cubes."""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.robot.files.mjcf_actuators import count_actuators


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
