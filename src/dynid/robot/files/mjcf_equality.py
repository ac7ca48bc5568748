"""The <equality> elements of a compiled MJCF model, as loops and couplings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.polynomial import Polynomial

from dynid.arrays import Array
from dynid.errors import RobotError
from dynid.robot.files.mjcf_notes import list_counted
from dynid.robot.parts import LOOP_ROWS, Coupling, Loop

if TYPE_CHECKING:
    from dynid.robot.files.mjcf_reader import MjcfTree

#: a tuple named "dynid:<kind>:<loop>" in our own exports holds the two sites of a loop, then the
#: equalities it became
LOOP_MARK = "dynid"


def read_equalities(
    tree: MjcfTree, notes: list[str]
) -> tuple[tuple[Loop, ...], tuple[Coupling, ...]]:
    import mujoco

    m, kinds = tree.model, mujoco.mjtEq
    loops, done = _find_marked_loops(tree)
    couplings: list[Coupling] = []
    inactive: list[str] = []
    for i in range(m.neq):
        name = m.equality(i).name or f"equality{i}"
        if i in done:
            continue
        if not m.eq_active0[i] or m.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_EQUALITY:
            inactive.append(f"'{name}'")
        elif int(m.eq_type[i]) in (kinds.mjEQ_CONNECT, kinds.mjEQ_WELD):
            # a weld with torquescale 0 (eq_data[10]) leaves the rotation free
            rigid = m.eq_type[i] == kinds.mjEQ_WELD and m.eq_data[i, 10] != 0
            (body_a, A), (body_b, B) = _find_ends(tree, i)
            if _is_mocap(m, i):
                notes.append(f"ignored the equality '{name}' with a mocap body: no mechanism")
                continue
            if body_a == body_b:
                notes.append(
                    f"ignored the equality '{name}', which joins two parts of one rigid body"
                )
                continue
            loops.append(_make_loop(name, "rigid" if rigid else "point", (body_a, A), (body_b, B)))
        elif m.eq_type[i] == kinds.mjEQ_JOINT:
            ends = [int(k) for k in (m.eq_obj1id[i], m.eq_obj2id[i])]
            _add(tree, name, ends, m.eq_data[i, :5], couplings, notes)
        elif m.eq_type[i] == kinds.mjEQ_TENDON and (found := _read_tendons(m, i)) is not None:
            _add(tree, name, *found, couplings, notes)
        else:
            notes.append(f"ignored the equality '{name}' of tendons or flexes")
    notes += list_counted("ignored inactive equalities", inactive)
    return tuple(loops), tuple(couplings)


def _add(
    tree: MjcfTree,
    name: str,
    joints: list[int],
    a: Array,
    couplings: list[Coupling],
    notes: list[str],
) -> None:
    """A further coupling, unless it ties what others tie already, or a thing beside the robot."""
    if not tree.coordinates[joints[0]]:
        return
    new = _make_coupling(tree, joints, a, {c.joint for c in couplings})
    if new.of in _list_tied(new.joint, couplings) and any(new.coefficients[1:]):
        notes.append(f"ignored the equality '{name}': others tie its joints already")
    else:
        couplings.append(new)


def _list_tied(joint: str, couplings: list[Coupling]) -> set[str]:
    """The joints that couplings tie to this one, over others or not."""
    tied = {joint}
    real = [{c.joint, c.of} for c in couplings if any(c.coefficients[1:])]
    for _ in real:
        tied = tied.union(*(pair for pair in real if pair & tied))
    return tied


def _read_tendons(m: Any, i: int) -> tuple[list[int], Array] | None:
    """The two joints that an equality of fixed tendons ties, and its polynomial as one of these;
    None where it ties more.

    sum_j c1_j (q_j - q0_j) = a0 + a1 sum_k c2_k (q_k - q0_k) + a2 (...)^2 + ...
    """
    tendons = [int(k) for k in (m.eq_obj1id[i], m.eq_obj2id[i]) if k >= 0]
    parts = [_list_weights(m, t) for t in tendons]
    a = np.array(m.eq_data[i, :5])
    if not all(parts):
        return None
    one, other = [*parts, {}][:2]
    if not a[2:].any():  # linear: all on one side
        for joint, c in other.items():
            one[joint] = one.get(joint, 0.0) - a[1] * c
        one = {joint: c for joint, c in one.items() if c}
        if len(one) not in (1, 2):
            return None
        (y, cy), (x, cx) = [*one.items(), (-1, 0.0)][:2]
        return [y, x], np.array([a[0], -cx, 0, 0, 0]) / cy
    if len(one) != 1 or len(other) != 1:
        return None
    ((y, cy),), ((x, cx),) = one.items(), other.items()
    return [y, x], a * cx ** np.arange(5) / cy


def _list_weights(m: Any, tendon: int) -> dict[int, float]:
    """{joint: its part} of a fixed tendon; nothing of a rope."""
    import mujoco

    each = range(m.tendon_adr[tendon], m.tendon_adr[tendon] + m.tendon_num[tendon])
    if any(int(m.wrap_type[w]) != mujoco.mjtWrap.mjWRAP_JOINT for w in each):
        return {}
    out: dict[int, float] = {}
    for w in each:
        joint = int(m.wrap_objid[w])
        out[joint] = out.get(joint, 0.0) + float(m.wrap_prm[w])
    return out


def _is_mocap(m: Any, i: int) -> bool:
    """Whether an equality drags something along by a body that a program or a mouse moves."""
    import mujoco

    ends = [int(m.eq_obj1id[i]), int(m.eq_obj2id[i])]
    if m.eq_objtype[i] == mujoco.mjtObj.mjOBJ_SITE:
        ends = [int(m.site_bodyid[s]) for s in ends]
    return any(m.body_mocapid[m.body_rootid[b]] >= 0 or m.body_mocapid[b] >= 0 for b in ends)


def _make_loop(name: str, kind: str, a: tuple[str, Array], b: tuple[str, Array]) -> Loop:
    (body_a, A), (body_b, B) = a, b
    return Loop(name, body_a, body_b, A[:3, 3], B[:3, 3], A[:3, :3], B[:3, :3], kind)


def _find_ends(tree: MjcfTree, i: int) -> tuple[tuple[str, Array], tuple[str, Array]]:
    """Carrier and pose of the two frames that equality i brings together."""
    import mujoco

    m = tree.model
    a, b, data = int(m.eq_obj1id[i]), int(m.eq_obj2id[i]), m.eq_data[i]
    if m.eq_objtype[i] == mujoco.mjtObj.mjOBJ_SITE:
        return tree.find_site(a), tree.find_site(b)
    if m.eq_type[i] == mujoco.mjtEq.mjEQ_CONNECT:
        return tree.find_carrier(a, data[0:3]), tree.find_carrier(b, data[3:6])
    # weld: the anchor on b comes first, then where a holds it: position and quaternion
    return tree.find_carrier(a, data[3:6], data[6:10]), tree.find_carrier(b, data[0:3])


def _make_coupling(tree: MjcfTree, joints: list[int], a: Array, coupled: set[str]) -> Coupling:
    """y - y0 = a0 + a1 (x - x0) + ... + a4 (x - x0)^4, written out in x."""
    m = tree.model

    def find_joint(k: int) -> tuple[str, float]:
        return tree.coordinates[k][0], float(m.qpos0[m.jnt_qposadr[k]])

    y, y0 = find_joint(joints[0])
    if joints[1] < 0:  # a constant: no slope on any other coordinate
        others = [c for names in tree.coordinates.values() for c in names if c != y]
        if not others:
            raise RobotError(
                f"an equality holds '{y}', the only joint; expected a robot that moves. Remove it."
            )
        return Coupling(y, others[0], (float(y0 + a[0]),))
    x, x0 = find_joint(joints[1])
    c = (Polynomial(a)(Polynomial([-x0, 1.0])) + y0).trim().coef.tolist()
    if y in coupled and x not in coupled and len(c) == 2:
        return Coupling(
            x, y, (-c[0] / c[1], 1 / c[1])
        )  # y follows another already, so let x follow y
    return Coupling(y, x, c)


def _find_marked_loops(tree: MjcfTree) -> tuple[list[Loop], set[int]]:
    """Loops of any kind in a file that dynid wrote, and the equalities that stand for them."""
    import mujoco

    m: Any = tree.model
    loops, done = [], set()
    for t in range(m.ntuple):
        mark, kind, name = [*m.tuple(t).name.split(":", 2), "", ""][:3]
        if mark != LOOP_MARK or kind not in LOOP_ROWS:
            continue
        members = slice(m.tuple_adr[t], m.tuple_adr[t] + m.tuple_size[t])
        objects = list(zip(m.tuple_objtype[members], m.tuple_objid[members]))
        sites = [int(k) for what, k in objects if what == mujoco.mjtObj.mjOBJ_SITE]
        rows = {int(k) for what, k in objects if what == mujoco.mjtObj.mjOBJ_EQUALITY}
        if len(sites) == 2 and all(m.eq_active0[i] for i in rows):
            loops.append(_make_loop(name, kind, tree.find_site(sites[0]), tree.find_site(sites[1])))
            done |= rows
    return loops, done
