"""Effects that a log cannot show are refused, each with a sentence that names it."""

from __future__ import annotations

import numpy as np

from dynid.data.dataset import Dataset
from dynid.errors import InputError, join_names
from dynid.identification.low_speed import check_low_speed
from dynid.model.channels import HYSTERESIS, LOGGED_TEMPERATURE, TEMPERATURE
from dynid.model.effects import Placed
from dynid.model.model import Model
from dynid.model.terms import LOAD
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

WARMER = 0.5  # K: a temperature that changes less tells nothing
FRESH = 0.5  # of the samples: where more are near a start, memory is mostly a guess
NEAR = 2.0  # lengths of the way from a start on which it matters what was wound up before
WEIGHS = 0.01  # of a joint's torque: what the bodies ask for must change by more than that


def check_shown(model: Model, data: Dataset) -> None:
    """Raise where an effect of the model leaves no trace in the data."""
    check_low_speed(model, data)
    at = {name: j for j, name in enumerate(model.robot.actuated)}
    terms = [(placed, at[placed.joint]) for placed in model.layout.terms if placed.joint in at]
    _check_temperature(terms, data)
    _check_waves(terms, data)
    _check_memory(terms, data)
    _check_scales(terms, model.robot)
    _check_load(terms, model, data)


def _list_joints(terms: list[tuple[Placed, int]]) -> str:
    return join_names(dict.fromkeys(placed.joint for placed, _ in terms))


def _check_temperature(terms: list[tuple[Placed, int]], data: Dataset) -> None:
    reading = [each for each in terms if each[0].term.law.channel.startswith(TEMPERATURE)]
    if not reading or LOGGED_TEMPERATURE not in data.channels:
        return  # none at all: said where it is read
    T = data.channels[LOGGED_TEMPERATURE]
    if missing := [each for each in reading if np.isnan(T[:, each[1]]).any()]:
        raise InputError(
            f"effect 'temperature' on {_list_joints(missing)}: the log has no temperature of it;"
            " expected the column temp_<joint>. Name the joints that have one:"
            " temperature(joint1,joint2)."
        )
    if still := [each for each in reading if np.ptp(T[:, each[1]]) < WARMER]:
        raise InputError(
            f"effect 'temperature' on {_list_joints(still)}: its temperature stays within "
            f"{WARMER:g} K"
            " in these logs, so they do not show what it changes. Leave it out there, or record"
            " from cold to warm."
        )


def _check_waves(terms: list[tuple[Placed, int]], data: Dataset) -> None:
    short = []
    for placed, j in terms:
        waves = abs(placed.term.law.waves)
        if (
            placed.term.law.reads == {"q"}
            and waves
            and np.ptp(data.q[:, j]) < 2 * np.pi / waves * (1 - 1e-6)
        ):
            short.append(f"{placed.name} (a period is {2 * np.pi / waves:.3g})")
    if short:
        raise InputError(
            f"{join_names(short, 4)}: the joint moves through less than one period of this ripple, "
            f"so that it cannot be distinguished from gravity, springs or offsets. Omit "
            "it, or move the"
            " joint further."
        )


def _check_memory(terms: list[tuple[Placed, int]], data: Dataset) -> None:
    reading = [each for each in terms if each[0].term.law.channel.startswith(HYSTERESIS)]
    if not reading:
        return
    starts = data.starts
    first = np.maximum.accumulate(np.where(starts, np.arange(len(data)), 0))
    step = np.abs(np.diff(data.q, axis=0, prepend=data.q[:1]))
    way = np.cumsum(np.where(starts[:, None], 0.0, step), axis=0)
    since = way - way[first]
    lost = []
    for placed, j in reading:
        length = float(placed.term.law.channel.removeprefix(HYSTERESIS))
        if np.mean(since[:, j] < NEAR * length) > FRESH:
            lost.append(placed)
    if lost:
        gaps = int(starts.sum()) - len(np.unique(data.log))
        why = f"the log has {gaps} gaps" if gaps else "the joint moves too little"
        raise InputError(
            f"{join_names((each.name for each in lost), 4)}: {why}, so that for most samples it is "
            f"not"
            " known how far the gear was wound up before. Leave this hysteresis out, or record"
            " longer stretches without pauses."
        )


def list_arms(robot: Robot) -> list[tuple[str, ...]]:
    """The motors, those together that move bodies in common: of two arms on one table, or two legs
    of one pelvis that is held, each; unless the bodies of one tell those of the other."""
    names = [name for name in robot.actuated if name in robot.motors]
    if robot.symmetry:
        return [tuple(names)]
    root: dict[str, str] = {}
    for body in robot.bodies:  # parents first
        root[body.name] = root.get(body.parent, body.name)
    of_joint = {body.joint.name: body.name for body in robot.bodies}
    pairs = [(loop.body_a, loop.body_b) for loop in robot.loops]
    pairs += [(of_joint[tied.joint], of_joint[tied.of]) for tied in robot.couplings]
    for a, b in pairs:
        if WORLD not in (a, b):
            root = {name: root[a] if top == root[b] else top for name, top in root.items()}
    out: dict[str, list[str]] = {}
    for name in names:
        out.setdefault(root[of_joint[name]], []).append(name)
    return [tuple(own) for own in out.values()]


def _check_scales(terms: list[tuple[Placed, int]], robot: Robot) -> None:
    """tau = (1 + s) L of all motors of an arm are the torques of bodies 1 + s times as heavy."""
    scaled = {placed.joint for placed, _ in terms if placed.term.law.reads == {LOAD}}
    for arm in list_arms(robot):
        if arm and set(arm) <= scaled:
            raise InputError(
                f"effect 'torque_scale' on {join_names(arm)}: got all motors that move these "
                f"bodies,"
                " expected one of them left out: a scale of all their torques cannot"
                " be distinguished from heavier bodies."
            )


def _check_load(terms: list[tuple[Placed, int]], model: Model, data: Dataset) -> None:
    reading = [each for each in terms if LOAD in each[0].term.law.channels]
    if not reading or model.reference is None:
        return
    hardly = list_unloaded_joints(model, data)
    if light := [each for each in reading if each[0].joint in hardly]:
        raise InputError(
            f"{join_names((each.name for each, _ in light), 4)}: the torque of the bodies"
            f" changes by less than {100 * WEIGHS:g} % of this joint's torque, so that"
            " no load-dependent effect is identifiable. Omit the effect at this joint."
        )


def list_unloaded_joints(model: Model, data: Dataset, part: float = WEIGHS) -> list[str]:
    """The joints at which the torque of the bodies changes by less than this part of the whole
    torque: friction that depends on a load which stays is dry friction, and its scale an offset.
    The model has effects that read the load, and a reference for it."""
    some = slice(None, None, max(1, len(data) // 2000))
    load = model.channels(
        data.q[some],
        data.qd[some],
        data.qdd[some],
        logged={name: x[some] for name, x in data.channels.items()},
    )[LOAD]
    size = np.std(load, axis=0), np.sqrt(np.mean(data.tau**2, axis=0))
    return [name for name, a, b in zip(model.robot.actuated, *size) if a <= part * b]
