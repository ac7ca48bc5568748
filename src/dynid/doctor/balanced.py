"""Joints that something holds up: a spring, a hydraulic counterbalance, a counterweight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.doctor.bench import Bench
from dynid.doctor.findings import Finding
from dynid.doctor.sheet import FOLDS
from dynid.loops.topology import robot_size
from dynid.model.base import BaseParameters, base_parameters
from dynid.robot.parts import Body

SURE = 3.5  # deviations, over fits to four fifths of the log
LEAST = 0.3  # of the joint's torque (RMS): what gravity does less is not judged
LONG = 0.5  # of the robot's size: short links may well have their mass behind their joint


def balanced(bench: Bench) -> Iterator[Finding]:
    """Links that gravity seems to lift as they lean out.

    A link with the first moment h = m c carries all masses M beyond the joint at r on its end. The
    torques show h + M r alone; along r it is positive on every arm, unless the link has a
    counterweight heavier than all that it carries, or a spring holds it.
    """
    model, g = bench.model, float(np.linalg.norm(np.asarray(bench.model.robot.gravity)))
    if not model.robot.is_tree or g == 0.0 or bench.mix is not None:
        return
    base, size = base_parameters(model), robot_size(model.robot)
    nominal = base.of(np.nan_to_num(model.prior))
    fits = _fits(bench, base)
    rms = np.sqrt(np.mean(bench.tau**2, axis=0))
    for body, child in _pairs(bench):
        seen = _along(base, body, child)
        length = float(np.linalg.norm(child.joint.position))
        # a file that knows of the weight behind the joint is right
        if seen is None or length < LONG * size or seen @ nominal < 0.0:
            continue
        h, parts = float(seen @ fits[0]), fits[1:] @ seen
        # the fits overlap: by the jack-knife
        deviation = np.sqrt((FOLDS - 1) / FOLDS * np.sum((parts - parts.mean()) ** 2))
        j = bench.joints.index(body.joint.name)
        if h < -SURE * deviation and g * abs(h) > LEAST * rms[j]:
            yield Finding(
                "spring",
                "possible",
                body.joint.name,
                f"Gravity seems to lift '{body.name}' as it leans out: the moment of its mass and"
                f" of all that it carries comes out as {h:.3g} +- {2 * deviation:.2g} kg m towards"
                f" '{child.name}'.",
                "A spring, a counterbalance or a counterweight holds it: add it to the model"
                " (effects spring) if the robot has one.",
            )


def _fits(bench: Bench, base: BaseParameters) -> Array:
    """(1 + FOLDS, theta): base parameters of the whole log, and without each fold of it."""
    Y, P = bench.rows(), len(bench.model.parameters)
    own = bench.columns < P
    found = []
    for f in (None, *range(FOLDS)):
        use = bench.use if f is None else bench.use & (bench.block % FOLDS != f)[:, None]
        p = np.zeros(P)
        theta = replace(bench, use=use).score(Y).theta[: len(bench.columns)]
        p[bench.columns[own]] = theta[own]
        found.append(base.of(p))
    return np.array(found)


def _pairs(bench: Bench) -> Iterator[tuple[Body, Body]]:
    """Each driven link that turns, and the one that turns on it."""
    bodies = bench.model.robot.bodies
    for body in bodies:
        carried = [x for x in bodies if x.parent == body.name and x.joint.kind != "prismatic"]
        turns = body.joint.name in bench.joints and body.joint.kind != "prismatic"
        if turns and len(carried) == 1:
            yield body, carried[0]


def _along(base: BaseParameters, body: Body, child: Body) -> Array | None:
    """u (theta,) with u' theta = the first moment of all that `body` carries, along the way to the
    joint of the child and across the own axis; None where the base parameters hold no such one."""
    axis = np.asarray(body.joint.axis, dtype=float)
    r = np.asarray(child.joint.position, dtype=float)
    across = r - axis * (axis @ r) / (axis @ axis)
    length = float(np.linalg.norm(across))
    if length == 0.0:
        return None
    names = list(base.model.parameters)
    lead = {int(k): i for i, k in enumerate(base.independent)}
    u = np.zeros(len(base))
    for x, part in zip("xyz", across / length):
        k = names.index(f"{body.name}.m{x}") if f"{body.name}.m{x}" in names else -1
        if abs(part) < 1e-9:
            continue
        if k not in lead:
            return None
        u[lead[k]] = part
    # the mass of the child must count in it as one at its joint
    mass = f"{child.name}.m"
    if mass not in names or abs(float(u @ base.map[:, names.index(mass)]) - length) > 1e-6 * length:
        return None
    return u
