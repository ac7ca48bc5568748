"""What is exported: a model with all its parameters, from a result or from a robot's own values;
and as a Robot again."""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.ground_contacts import release_feet
from dynid.errors import DynidError, InputError, join_names
from dynid.estimators.consistent.nearest import Nearest, find_nearest_consistent
from dynid.identification.estimate import Estimate, find_base
from dynid.model.base_reduction import base_parameters
from dynid.model.consistency import is_consistent
from dynid.model.effects import Coulomb, RotorInertia, Spring, Viscous
from dynid.model.gears import is_tilt, tilt_robot
from dynid.model.model import Model
from dynid.model.model_builder import build_model
from dynid.registry import Trust, trust_only
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Joint
from dynid.robot.robot_loading import load_robot

SPRING = ("stiffness", "spring_offset")  # parts of joints: k and t0 of k q + t0
RobotSource = str | os.PathLike[str] | Robot


@dataclass(frozen=True, eq=False)
class IdentifiedRobot:
    """A model, all its parameters, and what has to be said of them; `own`: they are the result's,
    not the nearest to it."""

    model: Model
    p: Array
    notes: tuple[str, ...] = ()
    result: Estimate | None = None
    own: bool = True

    @property
    def title(self) -> str:
        if self.result is None:
            return "nominal values"
        spans = ", ".join(
            f"{Path(name).name} {t0:g} to {t1:g} s" for name, t0, t1 in self.result.sources
        )
        return f"identified by {self.result.method}" + (f" from {spans}" if spans else "")


def load_identified(
    what: Estimate | RobotSource, model: Model | None = None, robot: RobotSource | None = None
) -> IdentifiedRobot:
    """From a result (an Estimate, its file, or the folder of that file), or from a robot (its
    nominal values)."""
    if isinstance(what, (str, os.PathLike)):
        path = Path(what)
        path = path / "result.json" if path.is_dir() else path
        if path.suffix.lower() == ".json":
            what = Estimate.load(path)
    if isinstance(what, Estimate):
        return _from_result(what, _find_model(what, model, robot))
    if not isinstance(what, (str, os.PathLike, Robot)):
        raise InputError(
            f"export: got {type(what).__name__}, expected an Estimate, a Robot, or the file of one"
            " of them."
        )
    return _from_robot(load_robot(what))


def _from_robot(robot: Robot) -> IdentifiedRobot:
    """The robot's own inertias, and an effect for what its joints say of friction and rotors."""
    joints = {name: robot.joint(name) for name in robot.coordinates}
    effects = []
    for kind, attribute in (
        (Viscous, "damping"),
        (Coulomb, "friction"),
        (RotorInertia, "armature"),
        (Spring, "stiffness"),
    ):
        known = [name for name, joint in joints.items() if getattr(joint, attribute) is not None]
        effects += [kind(known)] if known else []
    model = Model(robot, effects, symmetric=False)
    return IdentifiedRobot(model, model.prior)


def _load_named_model(robot: RobotSource, effects: str) -> Model:
    """Of names that stand in the file of a result: the caller has not typed them."""
    with trust_only(Trust.files or (), Trust.advice):
        return build_model(robot, effects)


def _find_model(result: Estimate, model: Model | None, robot: RobotSource | None) -> Model:
    """The model of a result: the given one, one of the given robot, its own, or the one that it was
    saved with."""
    if model is None and robot is not None:
        if result.model is not None:
            was = result.model.robot
            free = bool(was.base) and not isinstance(robot, Robot)
            again = load_robot(robot, lock=was.locked, floating=free)
            model = Model(again, result.model.effects, result.model.symmetric)
        elif "effects" in result.setup:
            model = _load_named_model(load_robot(robot), result.setup["effects"])
    elif model is None and result.model is not None:
        model = result.model
    elif model is None and {"robot", "effects"} <= set(result.setup):
        model = _load_named_model(result.setup["robot"], result.setup["effects"])
    if model is None:
        raise DynidError(
            "the model of this result is not known: it belongs to bare rows, or an older version"
            " saved it. Pass the model it was identified with: di.export(result, path,"
            " model=model)."
        )
    if model.parameters != result.parameters or model.known != result.known:
        ours, its = set(model.parameters), set(result.parameters)
        differ = [f"the robot has no {join_names(sorted(its - ours), 6)}"] if its - ours else []
        differ += [f"the result has no {join_names(sorted(ours - its), 6)}"] if ours - its else []
        differ = differ or ["their parameters come in another order, or their payloads differ"]
        raise DynidError(
            f"the robot '{model.robot.name}' does not fit this result of '{result.robot}':"
            f" {'; '.join(differ)}."
            " Give the robot (and effects) with which it was identified."
        )
    return model.set_constants(result.constants)


def _from_result(result: Estimate, model: Model) -> IdentifiedRobot:
    if not np.isfinite(result.p).all():
        raise DynidError("the result holds parameters that are nan or infinite; identify again.")
    driven: tuple[str, ...] = ()
    if result.gains:
        factors = join_names(
            [f"{gain.joint} {gain.value:.6g} {gain.unit}" for gain in result.gains], 99
        )
        driven = (f"the logs held currents: current = torque / gain, with the gains {factors}",)
    if is_consistent(result.p, model):
        return IdentifiedRobot(model, result.p, driven, result=result)
    own = find_base(result, model)
    base = base_parameters(model) if own is None else own
    covariance = np.zeros((len(base), len(base))) if own is None else result.covariance
    found = find_nearest_consistent(base, base.compute_theta(result.p), covariance)
    return IdentifiedRobot(model, found.p, (_note(found, base.names), *driven), result, own=False)


def _note(found: Nearest, names: tuple[str, ...]) -> str:
    prior = (
        f"a guess of uniform bodies ({join_names(found.guessed, 6)})"
        if found.guessed
        else "the robot's nominal values"
    )
    if found.exact:
        return (
            "the estimate has base parameters only; these are the physically consistent "
            "bodies nearest to "
            f"{prior} among those with exactly the same torques"
        )
    worst = int(np.abs(found.deviations).argmax())
    return (
        "no physically consistent bodies have exactly the estimated base parameters; these are the"
        f" nearest ones, closest to {prior} in the undetermined directions: base "
        "parameters differ by up to"
        f" {abs(found.deviations[worst]):.2g} standard deviations ({names[worst].split(' ')[0]}),"
        " and so do the torques. Consistent() fits physically consistent bodies to the data"
    )


def as_robot(done: IdentifiedRobot, gravity: bool = False) -> tuple[Robot, list[str]]:
    """The robot with the exported values as its nominal ones, and notes on what a robot file has no
    place for; `gravity`: the file has a place for gravity."""
    model = done.model
    robot = tilt_robot(model, done.p) if gravity else model.robot
    places = model.layout.bodies
    bodies = []
    values, notes = collect_joint_values(model, done.p, gravity)
    for body, group in zip(robot.bodies, model.groups):
        inertia = body.inertia if group < 0 else done.p[places[model.group_names[group]]]
        known = None if inertia is None or np.isnan(inertia).any() else inertia
        bodies.append(
            replace(
                body, inertia=known, joint=_set_joint_values(body.joint, values[body.joint.name])
            )
        )
    left = [
        f"{name} of {joint.name}"
        for joint in (robot.joint(c) for c in robot.coordinates)
        for name in ("damping", "friction", "armature", "stiffness")
        if getattr(joint, name) and name not in values[joint.name]
    ]
    if left:
        notes.append(
            f"not in the model, unchanged from the robot description: {join_names(left, 8)}"
        )
    payloads = [carried.payload.name for carried in model.layout.payloads]
    if payloads:
        notes.append(f"the robot is written without its payload ({join_names(payloads)})")
    # feet that stand, or a hook, belong to the log and not to the robot
    return release_feet(robot.replace(bodies=tuple(bodies))), notes


def _set_joint_values(joint: Joint, values: dict[str, float]) -> Joint:
    return replace(joint, **values)  # type: ignore[arg-type]


def collect_joint_values(
    model: Model, p: Array, gravity: bool = False
) -> tuple[dict[str, dict[str, float]], list[str]]:
    """{joint: {damping, friction, armature}} of the effects, and notes on what joints of a robot
    file (which has a place for `gravity`, and so for springs) cannot have."""
    values: dict[str, dict[str, float]] = defaultdict(dict)
    lost, averaged, smooth = [], [], []
    for at, placed in zip(model.layout.at, model.layout.terms):
        term, value = placed.term, float(p[at])
        spring = term.stands_for in SPRING
        if not (term.stands_for and placed.joints) or (spring and not gravity):
            kept = gravity and is_tilt(model, placed)
            lost += [placed.name] if value != 0.0 and not kept else []
            continue
        for joint in placed.joints:
            own = values[joint]
            own[term.stands_for] = own.get(term.stands_for, 0.0) + term.share * value
            averaged += [joint] if term.share != 1.0 else []
            smooth += [joint] if term.stands_for == "friction" and not term.law.sharp else []
    for name, of_joint in values.items():
        k, t0 = (of_joint.pop(part, 0.0) for part in SPRING)
        of_joint.update({kind: max(value, 0.0) for kind, value in of_joint.items()})
        if k > 0.0:  # k q + t0 = k (q - rest)
            of_joint |= {"stiffness": k, "rest": -t0 / k}
        elif k or t0:
            lost.append(f"{name}.stiffness")
    notes = [f"not representable in a robot file, omitted: {join_names(lost, 8)}"] if lost else []
    if averaged:
        notes.append(
            "friction that depends on the direction is written as its mean:"
            f" {join_names(dict.fromkeys(averaged), 8)}"
        )
    if smooth:
        notes.append(
            f"smooth friction is written as Coulomb friction: "
            f"{join_names(dict.fromkeys(smooth), 8)}"
        )
    return values, notes
