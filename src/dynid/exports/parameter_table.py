"""All parameters in a form for people and other programs: JSON and YAML."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.exports.identified_robot import IdentifiedRobot
from dynid.identification.estimate import find_base
from dynid.robot.geometry import PARAMETER_NAMES, to_inertia_tensor, to_mass_com_inertia
from dynid.version import __version__

FORMAT = "dynid parameters 1"
UNITS = {
    "mass": "kg",
    "centre_of_mass": "m, in the body's joint frame",
    "inertia_about_centre_of_mass": "kg m^2, axes of the joint frame",
    "inertia_about_joint_frame": "kg m^2",
    "parameters": (
        "m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about the joint frame: kg, kg m, kg m^2"
    ),
    "intervals": "95 %",
    "from_prior": "parameters determined by the prior, not by the data: without interval",
    "residuals": "of the rows that were fitted: moving samples, torque and model filtered in "
    "the same way",
}


def write_json(done: IdentifiedRobot) -> str:
    return json.dumps(collect_content(done), indent=2, allow_nan=False, ensure_ascii=False) + "\n"


def write_yaml(done: IdentifiedRobot) -> str:
    return as_yaml(collect_content(done))


def as_yaml(what: dict[str, Any]) -> str:
    """YAML, vectors on one line; every number reads back exactly, in readers of YAML 1.1 (8e-05 is
    a text there) as well."""
    from ruamel.yaml import YAML
    from ruamel.yaml.representer import SafeRepresenter

    class Representer(SafeRepresenter):
        def represent_float(self, x: float) -> Any:
            text = repr(x)
            with_point = text if "." in text else text.replace("e", ".0e")
            return self.represent_scalar("tag:yaml.org,2002:float", with_point)

    Representer.add_representer(float, Representer.represent_float)
    yaml = YAML(typ="safe", pure=True)
    yaml.Representer = Representer
    yaml.default_flow_style = None
    yaml.width = 200
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    out = io.StringIO()
    yaml.dump(what, out)
    return out.getvalue()


def collect_content(done: IdentifiedRobot) -> dict[str, Any]:
    model, result = done.model, done.result
    robot, intervals = model.robot, _collect_intervals(done)
    terms = {placed.term.name: placed.term for placed in model.layout.terms}
    units = {
        name: f"{term.find_unit()}, or {term.find_unit(sliding=True)} for a prismatic joint"
        for name, term in terms.items()
    }
    out: dict[str, Any] = {
        "format": FORMAT,
        "robot": robot.name,
        "notes": list(done.notes),
        "units": UNITS | units,
        "gravity": np.asarray(robot.gravity).tolist(),
        "bodies": _collect_bodies(done, intervals),
        "joints": _collect_joints(done, intervals),
    }
    if result is not None:
        out["base_parameters"] = {
            name: {
                "value": float(value),
                "interval": None if not np.isfinite(pair).all() else pair.tolist(),
                **({"from_prior": True} if name in result.from_prior else {}),
            }
            for name, value, pair in zip(result.names, result.theta, result.compute_interval())
        }
    out["provenance"] = _collect_provenance(done)
    return out


def _collect_provenance(done: IdentifiedRobot) -> dict[str, Any]:
    result = done.result
    out: dict[str, Any] = {
        "dynid": __version__,
        "robot_file": done.model.robot.source,
        "values": done.title,
    }
    if result is not None:
        out |= {
            "method": result.method,
            "data": [{"log": name, "from": t0, "to": t1} for name, t0, t1 in result.sources],
            "settings": result.setup,
            "notes_of_the_estimate": list(result.notes),
            "residuals": {
                joint.joint: {
                    "rmse": joint.rmse,
                    "percent": joint.relative if np.isfinite(joint.relative) else None,
                }
                for joint in result.joints
            },
        }
    return out


def _collect_intervals(done: IdentifiedRobot) -> dict[str, list[float]]:
    """95 % intervals of single parameters: those of all, or those of the base parameters that stand
    alone."""
    result, model = done.result, done.model
    if result is None:
        return {}
    if done.own and result.p_interval is not None:
        return {
            name: pair.tolist()
            for name, pair in zip(model.parameters, result.p_interval)
            if np.isfinite(pair).all()
        }
    if find_base(result, model) is None:
        return {}
    alone = [name in model.parameters for name in result.names]
    pairs = zip(result.names, result.compute_interval(), alone)
    return {
        name: pair.tolist() for name, pair, single in pairs if single and np.isfinite(pair).all()
    }


def _collect_bodies(done: IdentifiedRobot, intervals: dict[str, list[float]]) -> dict[str, Any]:
    model = done.model
    places, prior = model.layout.bodies, _from_prior(done)
    out = {}
    for body, group in zip(model.robot.bodies, model.groups):
        if group < 0:
            continue
        leader = model.group_names[group]
        entry = _collect_body(done.p[places[leader]], leader, intervals, prior)
        if leader != body.name:
            entry = {"same_as": leader, **entry}
        out[body.name] = {"parent": body.parent, "joint": body.joint.name, **entry}
    for payload, _, _, own in model.layout.payloads:
        values = np.asarray(payload.inertia) if own is None else done.p[own]
        out[payload.name] = {
            "fixed_to": payload.link,
            **_collect_body(values, payload.name, intervals, prior),
        }
    return out


def _from_prior(done: IdentifiedRobot) -> set[str]:
    """Single parameters that the data do not tell: by the result where it found them all, else
    those that are no base parameter by themselves."""
    if done.result is None:
        return set()
    if done.own and done.result.margins:
        return set(done.result.from_prior)
    known = set(done.result.names) - set(done.result.from_prior)
    return {name for name in done.model.parameters if name not in known}


def _collect_body(
    p: Array, name: str, intervals: dict[str, list[float]], prior: set[str]
) -> dict[str, Any]:
    if np.isnan(p).any():
        return {"unknown": True}
    m, c, I = to_mass_com_inertia(p)
    known = {
        part: intervals[f"{name}.{part}"]
        for part in PARAMETER_NAMES
        if f"{name}.{part}" in intervals
    }
    guessed = [part for part in PARAMETER_NAMES if f"{name}.{part}" in prior]
    return {
        "mass": m,
        "centre_of_mass": c.tolist(),
        "inertia_about_centre_of_mass": I.tolist(),
        "inertia_about_joint_frame": to_inertia_tensor(p).tolist(),
        "parameters": {part: float(x) for part, x in zip(PARAMETER_NAMES, p)},
        **({"intervals": known} if known else {}),
        **({"from_prior": guessed} if guessed else {}),
    }


def _collect_joints(done: IdentifiedRobot, intervals: dict[str, list[float]]) -> dict[str, Any]:
    model, prior = done.model, _from_prior(done)
    out: dict[str, dict[str, Any]] = {
        name: {"actuated": name in model.robot.actuated} for name in model.robot.coordinates
    }
    for at, placed in zip(model.layout.at, model.layout.terms):
        if np.isfinite(done.p[at]):
            entry, part = out.setdefault(placed.joint, {}), placed.term.name
            entry[part] = float(done.p[at])
            if placed.name in prior:
                entry.setdefault("from_prior", []).append(part)
            if placed.name in intervals:
                entry.setdefault("intervals", {})[part] = intervals[placed.name]
    for joint, shape in model.list_joint_constants().items():
        out[joint]["shape"] = shape
    return out
