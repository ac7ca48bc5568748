"""The gains of drives in a result: taken out of its parameters, and used on other data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dynid.data.dataset import Dataset
from dynid.errors import InputError, join_names
from dynid.identification.estimate_records import Gain
from dynid.identification.gain_fit import GainFit
from dynid.notes import get_subject
from dynid.option_names import name_option

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate
    from dynid.model.model import Model


def list_known_gains(data: Dataset | None) -> tuple[Gain, ...]:
    """Of a data set: those that made its torques."""
    if data is None:
        return ()
    units = {x: find_unit(data.model, x) for x in data.gains}
    return tuple(Gain(x, value, unit=units[x]) for x, value in data.gains.items())


def find_unit(model: Model, joint: str) -> str:
    return "N/A" if model.robot.joint(joint).kind == "prismatic" else "Nm/A"


def remove_gains(found: Estimate, driven: GainFit) -> Estimate:
    """The estimate of the model itself, the gains beside its parameters."""
    wide, model = driven.problem.model, driven.model
    assert wide is not None
    names = {wide.parameters[k]: joint for joint, k in wide.layout.gains.items()}
    intervals = dict(zip(found.names, found.compute_interval()))
    if found.p_interval is not None:
        intervals |= dict(zip(found.parameters, found.p_interval))
    gains = []
    for joint, value in driven.gains.items():
        unit = find_unit(model, joint)
        name = next((x for x, j in names.items() if j == joint), "")
        if not name:
            gains.append(Gain(joint, value, unit=unit))
        elif joint in driven.untold or name in found.from_prior:
            gains.append(Gain(joint, value, unit=unit, how="prior"))
        else:
            # g = g^0 / (1 + delta), and delta > -1
            ends = sorted(value / (1.0 + max(float(x), -0.999)) for x in intervals[name])
            last = value / (1.0 + float(found.p[found.parameters.index(name)]))
            gains.append(Gain(joint, last, ends[0], ends[1], unit, "found"))
    order = list(driven.gains)
    keep = np.array([name not in names for name in found.names])
    kept = np.array([name not in names for name in found.parameters])
    return replace(
        found,
        names=tuple(name for name in found.names if name not in names),
        theta=found.theta[keep],
        covariance=found.covariance[np.ix_(keep, keep)],
        model_error=found.model_error[keep] if len(found.model_error) else found.model_error,
        parameters=model.parameters,
        p=found.p[kept],
        p_interval=None if found.p_interval is None else found.p_interval[kept],
        from_prior=tuple(name for name in found.from_prior if name not in names),
        active=tuple(x for x in found.active if not names.keys() & set(get_subject(x))),
        gains=tuple(sorted(gains, key=lambda gain: order.index(gain.joint))),
        notes=(*found.notes, *driven.notes),
        model=model,
    )


def apply_gains(result: Estimate, data: Dataset) -> Dataset:
    """The data, with the gains of a result where their own are not known."""
    if not data.free:
        return data
    known = {gain.joint: gain.value for gain in result.gains}
    if missing := [joint for joint in data.free if joint not in known]:
        raise InputError(
            f"the data have currents of {join_names(missing)}, and the result no gains of them;"
            f" expected them ({name_option('drives')}; gains= in process), or a result that was"
            " found from currents."
        )
    return data.set_gains({joint: known[joint] for joint in data.free})
