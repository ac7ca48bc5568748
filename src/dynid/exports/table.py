"""All parameters in a form for people and other programs: JSON and YAML."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.exports.identified import Identified
from dynid.model.base import base_parameters
from dynid.model.consistency import body_columns
from dynid.model.effects import Effect, Payload
from dynid.robot.geometry import PARAMETER_NAMES, inertia_tensor, mass_com_inertia
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
    "viscous": "N m s/rad, or N s/m for a prismatic joint",
    "coulomb": "N m, or N",
    "offset": "N m, or N",
    "rotor_inertia": "kg m^2 at the joint, or kg",
    "intervals": "95 %",
}


def json_text(done: Identified) -> str:
    return json.dumps(content(done), indent=2, allow_nan=False, ensure_ascii=False) + "\n"


def yaml_text(done: Identified) -> str:
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
    yaml.dump(content(done), out)
    return out.getvalue()


def content(done: Identified) -> dict[str, Any]:
    model, result = done.model, done.result
    robot, intervals = model.robot, _intervals(done)
    out: dict[str, Any] = {
        "format": FORMAT,
        "robot": robot.name,
        "notes": list(done.notes),
        "units": UNITS,
        "gravity": np.asarray(robot.gravity).tolist(),
        "bodies": _bodies(done, intervals),
        "joints": _joints(done, intervals),
    }
    if result is not None:
        out["base_parameters"] = {
            name: {
                "value": float(value),
                "interval": None if not np.isfinite(pair).all() else pair.tolist(),
            }
            for name, value, pair in zip(result.names, result.theta, result.interval())
        }
    out["provenance"] = _provenance(done)
    return out


def _provenance(done: Identified) -> dict[str, Any]:
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
                joint.joint: {"rmse": joint.rmse, "percent": joint.relative}
                for joint in result.joints
            },
        }
    return out


def _intervals(done: Identified) -> dict[str, list[float]]:
    """95 % intervals of single parameters: those of all, or those of the base parameters that stand
    alone."""
    result, model = done.result, done.model
    if result is None:
        return {}
    if done.own and result.p_interval is not None:
        return {name: pair.tolist() for name, pair in zip(model.parameters, result.p_interval)}
    base = base_parameters(model)
    if result.names != base.names:
        return {}
    alone = [name in model.parameters for name in base.names]
    pairs = zip(base.names, result.interval(), alone)
    return {
        name: pair.tolist() for name, pair, single in pairs if single and np.isfinite(pair).all()
    }


def _bodies(done: Identified, intervals: dict[str, list[float]]) -> dict[str, Any]:
    model = done.model
    places = body_columns(model)
    out = {}
    for body, group in zip(model.robot.bodies, model.groups):
        if group < 0:
            continue
        leader = model.group_names[group]
        entry = _body(done.p[places[leader]], leader, intervals)
        if leader != body.name:
            entry = {"same_as": leader, **entry}
        out[body.name] = {"parent": body.parent, "joint": body.joint.name, **entry}
    for effect in model.effects:
        if isinstance(effect, Payload):
            own = effect.inertia if effect.inertia is not None else done.p[places[effect.name]]
            out[effect.name] = {
                "fixed_to": effect.link,
                **_body(np.asarray(own), effect.name, intervals),
            }
    return out


def _body(p: Array, name: str, intervals: dict[str, list[float]]) -> dict[str, Any]:
    if np.isnan(p).any():
        return {"unknown": True}
    m, c, I = mass_com_inertia(p)
    known = {
        part: intervals[f"{name}.{part}"]
        for part in PARAMETER_NAMES
        if f"{name}.{part}" in intervals
    }
    return {
        "mass": m,
        "centre_of_mass": c.tolist(),
        "inertia_about_centre_of_mass": I.tolist(),
        "inertia_about_joint_frame": inertia_tensor(p).tolist(),
        "parameters": {part: float(x) for part, x in zip(PARAMETER_NAMES, p)},
        **({"intervals": known} if known else {}),
    }


def _joints(done: Identified, intervals: dict[str, list[float]]) -> dict[str, Any]:
    model, at = done.model, done.model.n_rigid
    out: dict[str, dict[str, Any]] = {
        name: {"actuated": name in model.robot.actuated} for name in model.robot.coordinates
    }
    for effect in model.effects:
        count = model.count(effect)
        for name, value in zip(model.parameters[at : at + count], done.p[at:]):
            if isinstance(effect, Effect) and np.isfinite(value):
                joint, suffix = name.rsplit(".", 1)
                entry = out.setdefault(joint, {})
                entry[suffix] = float(value)
                if name in intervals:
                    entry.setdefault("intervals", {})[suffix] = intervals[name]
        if isinstance(effect, Effect) and effect.shape():
            for joint in effect.chosen(model.robot):
                out[joint].setdefault("shape", {}).update(effect.shape())
        at += count
    return out
