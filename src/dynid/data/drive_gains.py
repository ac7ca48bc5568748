"""What drives and payloads make of logs: currents with their gains, and what was carried in which
log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dynid.data.log import Log
from dynid.errors import InputError, join_names, suggest_name
from dynid.model.channels import name_load_channel
from dynid.model.effects import Payload
from dynid.model.model import Model
from dynid.option_names import name_option

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset

#: what a log was recorded with: nothing, a known payload, or an unknown one of the model by name
Load = Payload | str | None


def check_gains(
    what: str, gains: Mapping[str, float] | None, joints: Sequence[str]
) -> dict[str, float]:
    """{joint: torque of a unit of current}, of joints of the robot."""
    given = dict(gains or {})
    for name, value in given.items():
        if name not in joints:
            raise InputError(
                f"{what}: got '{name}', expected some of the joints"
                f" {join_names(joints, 12)}.{suggest_name(name, joints)}"
            )
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not np.isfinite(value) or value == 0.0:
            raise InputError(
                f"{what}: got {value!r} for '{name}', expected the torque of a unit of current (Nm"
                " per A, gear included): a number other than 0, negative where a positive current"
                " turns the joint backwards."
            )
    return {name: float(value) for name, value in given.items()}


def as_torques(
    logs: Sequence[Log], known: Mapping[str, float], start: Mapping[str, float]
) -> tuple[list[Log], dict[str, float], tuple[str, ...]]:
    """The logs with torques in place of currents; the gains that made them, and the joints whose
    gain is no more than a start."""
    driven = {name for log in logs for name in log.currents}
    if idle := [name for name in (*known, *start) if name not in driven]:
        raise InputError(
            f"got a gain of {join_names(idle)}, whose torques were logged; expected currents"
            f" (columns current_{idle[0]}, or units={{'tau_{idle[0]}': 'A'}})."
        )
    free = tuple(name for name in logs[0].joints if name in driven and name not in known)
    for name in free:
        if whole := [log.where for log in logs if name not in log.currents]:
            raise InputError(
                f"{whole[0]} has torques of '{name}', another log its currents; expected one kind"
                " in all of them, or the gain that makes torques of the currents."
            )
    gains = {
        name: known.get(name, start.get(name, 1.0)) for name in logs[0].joints if name in driven
    }
    return [log.as_torques(gains) for log in logs], gains, free


def subtract_payloads(data: Dataset, logs: Sequence[Log], payloads: Sequence[Load]) -> Dataset:
    """The data, without the torques of known payloads, and with marks where unknown ones are."""
    if len(payloads) != len(logs):
        raise InputError(
            f"payloads: got {len(payloads)} for {len(logs)} logs; expected one each, None where"
            " there was no payload."
        )
    model = data.model
    known: dict[str, Load] = {}
    carried = np.zeros_like(data.tau)
    channels = {name_load_channel(name): np.zeros_like(data.tau) for name in model.layout.changing}
    notes = list(data.notes)
    for log, payload in zip(logs, payloads):
        if payload is None:
            continue
        own = [k for k, recording in enumerate(data.recordings) if recording == log.recording]
        at = np.isin(data.log, own)
        if known.setdefault(log.recording, payload) is not payload:
            raise InputError(f"{log.where}: got two payloads for one recording, expected one.")
        if isinstance(payload, str) or payload.inertia is None:
            name = payload if isinstance(payload, str) else payload.name
            if name not in model.layout.changing:
                raise InputError(
                    f"payloads: got '{name}', expected an unknown payload of the model that some"
                    f" logs carry, Payload(link, name='{name}', sometimes=True); it has"
                    f" {join_names(model.layout.changing) or 'none'}."
                )
            channels[name_load_channel(name)][at] = 1.0
            notes.append(f"{log.where}: carries '{name}', which is to be identified")
        else:
            alone = Model(model.robot, [payload], symmetric=False)
            carried[at] = alone.compute_known_torque(data.q[at], data.qd[at], data.qdd[at])
            notes.append(
                f"{log.where}: torques of its payload ({payload.inertia[0]:g} kg) subtracted"
            )
    return replace(
        data,
        tau=data.tau - carried,
        carried=carried if carried.any() else None,
        channels={**data.channels, **channels},
        notes=tuple(notes),
    )


def check_moves(data: Dataset) -> None:
    """A gain that is estimated needs motion of its joint."""
    joints = data.model.robot.actuated
    still = [x for x in data.free if np.ptp(data.q[:, joints.index(x)]) == 0.0]
    if still:
        raise InputError(
            f"{join_names(still)} never {'moves' if len(still) == 1 else 'move'}, so "
            f"the gain of the current is not identifiable: give it"
            f" ({name_option('drives')}), or lock the joint at its position"
            f" ({name_option('lock')})."
        )
