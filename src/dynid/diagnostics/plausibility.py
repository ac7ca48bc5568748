"""Plausibility: whether the bodies of a robot's file can exist, whether what a fit finds can be;
what the masses of the file, where these explain a log at all, tell that a free fit cannot, as the
gain of all torques or the zero of the last joint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.diagnostics.hypotheses import list_hypotheses
from dynid.diagnostics.hypothesis_test import LEAST, SURE, find_faults
from dynid.diagnostics.missing_effects import list_leaf_bodies
from dynid.diagnostics.quick_fit import Movement, QuickFit
from dynid.diagnostics.scores import Score
from dynid.errors import join_names
from dynid.findings import THE_LOG, Change, Finding
from dynid.model.consistency import is_consistent
from dynid.model.model import Model
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

# m: robots are neither larger nor smaller
SIZES = (1e-3, 50.0)
FAR = 3.0  # sizes of the robot: no body's centre of mass is so far from its joint
HEAVY = 1e5  # kg

SHOWN = 0.05  # of a joint's torque: what acts less is not judged
#: kg/m^3: mass of an arm over its reach cubed, of all that are built, with a wide margin
DENSE = (0.1, 2e3)
LIFTS = 0.02  # of a rod's weight at full reach: motion that lifts less does not show it
MOTORS = "Torques may be those of motors before their gears, currents, or in kNm."
TURN = "Change the sign of all torques (read_log(units={'tau': -1.0}))"

# share of the torques that the file's bodies, each with a factor, may leave if they are to say
# anything, and if it is to be likely
BELIEVED = (0.1, 0.03)
AS_FREE = 1.5  # times what free bodies leave: the file's bodies, repaired, lack nothing
RIGHT = 1.5  # factor of a body whose file is right but for densities and covers
KNOWN = 0.1  # deviation of a factor that is known
OFF = 4 / 3  # times the file's masses: covers, cables and motors that a file lacks make less
# standard errors of the mean of the bodies' factors (logarithms): masses that are wrong each in its
# own way leave less
ALIKE = 10.0
ROUND_OFF = 1e-12  # of columns of length 1
#: of the mass of the body that carries it: a lighter tool may as well be an error of the file
TOOL = 0.25


# Bodies of the file


def check_bodies(robot: Robot) -> Iterator[Finding]:
    """Errors in a robot's file, before any log."""
    size = compute_robot_size(robot)
    if not SIZES[0] < size < SIZES[1]:
        evidence = f"The robot measures {size:.3g} m."
        repair = "Lengths are in metres in URDF and MJCF; a file in mm needs its scale."
        yield Finding("length unit", "likely", "origins of the joints", evidence, repair)
    known = {x.name: np.asarray(x.inertia) for x in robot.bodies if x.inertia is not None}
    for name, inertia in known.items():
        yield from _check_body(f"inertial of link '{name}'", inertia, size)
    heavy = [x for x in known.values() if x[0] > 0]
    if len(heavy) > 2 and len({tuple(np.round(x[[0, 4, 6, 9]], 12)) for x in heavy}) == 1:
        evidence = f"All {len(heavy)} bodies have the same mass, {heavy[0][0]:.3g} kg, and inertia."
        repair = (
            "They are placeholders, not a prior: remove them, or use the manufacturer's values."
        )
        yield Finding("placeholder masses", "possible", "inertias of all links", evidence, repair)
    for joint in (body.joint for body in robot.bodies):
        if joint.moves and joint.lower == joint.upper and np.isfinite(joint.lower):
            evidence = f"Its lower and its upper limit are both {joint.lower:g}."
            repair = "Fix the joint, or give it its limits."
            yield Finding("joint limits", "possible", f"joint '{joint.name}'", evidence, repair)


def _check_body(where: str, inertia: Array, size: float) -> Iterator[Finding]:
    mass = float(inertia[0])
    if not inertia.any():
        return  # nothing is known of it
    if mass <= 0 or mass > HEAVY:
        evidence, repair = f"It has {mass:.3g} kg.", "Give it its mass in kg."
        yield Finding("impossible mass", "certain", where, evidence, repair)
        return
    centre = float(np.linalg.norm(inertia[1:4])) / mass
    if centre > FAR * size:
        evidence = f"Its centre of mass lies {centre:.3g} m from its joint"
        evidence += f", on a robot of {size:.3g} m."
        yield Finding("length unit", "likely", where, evidence, "Is it in mm?")
    if is_consistent(inertia).impossible:
        yield Finding(
            "impossible inertia",
            "certain",
            where,
            "This inertia is not physically consistent: its moments of inertia"
            " violate the triangle inequality, or are not positive.",
            "Take them again from the manufacturer's data or the CAD model, about the "
            "centre of mass.",
        )


# What a fit finds


def check_estimates(fit: QuickFit, score: Score) -> Iterator[Finding]:
    """Whether inertia and friction have the right sign, and masses the right size."""
    rms = np.sqrt(score.squares.sum(axis=0) / np.maximum(fit.use.sum(axis=0), 1))
    size = np.maximum(fit.predict(score.theta).std(axis=0), 1e-300)
    inertia, friction = _split_torque(fit, score.theta)
    backwards = _find_opposed(inertia, fit.move.qdd, size, rms)
    driving = _find_opposed(friction, fit.move.qd, size, rms)
    names = np.array(fit.joints)
    most = 0.5 * len(names)  # one alone may be a poor fit
    every = tuple(f"tau_{name}" for name in fit.joints)
    if (backwards > 0).sum() >= most and (backwards < 0).sum() < 0.5 * (backwards > 0).sum():
        loaded = bool(fit.model.plain.known)
        clear = bool(np.all(backwards[backwards != 0] > 0)) and not loaded
        yield Finding(
            "torque sign",
            "certain" if clear else "likely",
            THE_LOG,
            f"The inertia that {join_names(names[backwards > 0])} would have is negative: torques"
            " accelerate against their direction.",
            f"{TURN}, or check the given payload: it may be too heavy." if loaded else f"{TURN}.",
            None if loaded else Change("negate", every),
        )
    elif (driving > 0).sum() >= most and (driving < 0).sum() < 0.5 * (driving > 0).sum():
        # torques of the wrong sign; or a log that runs backwards, whose inertias and weights are
        # right
        factors, inert = find_file_factors(fit), bool((backwards < 0).any())
        turned = not inert and not (len(factors) and np.all(factors > 0))
        open_ = turned and not (len(factors) and np.all(factors < 0))
        clear = bool(np.all(driving[driving != 0] > 0)) and len(names) > 1 and not open_
        cause = "torques of the wrong sign show" if turned else "a log shows that runs backwards"
        repair = (
            TURN
            if turned
            else "Reverse the order of the rows, or the signs of positions or torques"
        )
        yield Finding(
            "torque sign" if turned else "time reversed",
            "certain" if clear else "likely",
            THE_LOG,
            f"Friction drives {join_names(names[driving > 0])}, instead of braking: x {cause}"
            f"{', or a log that runs backwards' * open_}.",
            f"{repair}{', or reverse the order of the rows' * open_}.",
            None if open_ else Change("negate", every) if turned else Change("reverse", ("t",)),
        )
    yield from _check_weight(fit, score, rms)


def _split_torque(fit: QuickFit, theta: Array) -> tuple[Array, Array]:
    """(K, n) torques of each joint's own acceleration, and of its friction."""
    move, n = fit.move, fit.n
    full = fit.expand(theta)
    zero = np.zeros_like(move.q)

    def compute_torque(qdd: Array) -> Array:
        alone = replace(fit, move=Movement(move.q, zero, qdd, zero), extra=None, mix=None)
        return alone.predict(theta)

    still, inertia = compute_torque(zero), np.empty_like(move.q)
    for j in range(n):
        unit = zero.copy()
        unit[:, j] = move.qdd[:, j]
        inertia[:, j] = (compute_torque(unit) - still)[:, j]
    own = full[-4 * n :].reshape(n, 4)
    return inertia, move.qd * own[:, 0] + move.turns * own[:, 1]


def _find_opposed(part: Array, along: Array, size: Array, residual: Array) -> Array:
    """(n,) 1: this part of the torque acts against its motion; -1: along; 0: too small to tell."""
    power = np.mean(part * along, axis=0)
    rms = np.sqrt(np.mean(part**2, axis=0))
    known = (rms > SHOWN * size) & (rms > 3.0 * residual)
    along_rms = np.sqrt(np.mean(along**2, axis=0))
    clear = np.abs(power) > 0.5 * rms * along_rms
    return np.where(known & clear, -np.sign(power), 0.0)


def _check_weight(fit: QuickFit, score: Score, rms: Array) -> Iterator[Finding]:
    """The weight that the torques of gravity imply, against the size of the robot: the joint that
    lifts most shows how many times heavier it is than one of rods of 1 kg in the same motion."""
    robot, model = fit.model.robot, fit.model
    g = float(np.linalg.norm(fit.gravity))
    if g == 0.0:
        return
    zero = np.zeros_like(fit.move.q)
    Y = model.regressor(fit.move.q, zero, zero)
    p = fit.expand(score.theta)[: Y.shape[2]]
    pull, rods = np.std(Y @ p, axis=0), np.std(Y @ _make_rods(model), axis=0)
    turning = [robot.joint(name).kind != "prismatic" for name in fit.joints]
    j = int(np.argmax(np.where(turning, rods, 0.0)))
    reach = _measure_reach(robot)
    if pull[j] < 3.0 * rms[j] or rods[j] < LIFTS * g * reach:
        return
    mass = float(pull[j] / rods[j]) * len(robot.bodies)
    density = mass / reach**3
    if not DENSE[0] < density < DENSE[1]:
        evidence = f"The torques of gravity are those of some {mass:.2g} kg on a robot that reaches"
        evidence += f" {reach:.2g} m."
        repair = "Torques may be in mNm, or lengths in mm." if density > DENSE[1] else MOTORS
        yield Finding("torque unit", "likely", THE_LOG, evidence, repair)


def _measure_reach(robot: Robot) -> float:
    """Length of the longest chain of joints, from the first one on [m]."""
    far = {WORLD: 0.0}
    for body in robot.bodies:
        own = 0.0 if body.parent == WORLD else float(np.linalg.norm(body.joint.position))
        far[body.name] = far[body.parent] + own
    return max(far.values()) or compute_robot_size(robot)


def _make_rods(model: Model) -> Array:
    """Parameters of a robot whose bodies have 1 kg each, half-way to the next joint."""
    ends = {x.parent: 0.5 * np.asarray(x.joint.position, dtype=float) for x in model.robot.bodies}
    p = np.zeros(len(model.parameters))
    for k, name in enumerate(model.parameters):
        owner, _, kind = name.rpartition(".")
        if kind in ("m", "mx", "my", "mz"):
            p[k] = (1.0, *ends.get(owner, np.zeros(3)))[("m", "mx", "my", "mz").index(kind)]
    return p


# The log against the masses of the file


def compare_with_file(fit: QuickFit, deep: bool = True) -> Iterator[Finding]:
    """A fit of one factor a body, with friction; a file of placeholders explains nothing, and is
    not asked further. A load that the file lacks is estimated first."""
    made = _mix_bodies(fit)
    if made is None or fit.n < 2:
        return
    mix, bodies = made
    nominal = replace(fit, mix=mix)
    carried = _find_load(nominal)
    if carried is not None:
        finding, load = carried
        yield finding
        extra = [load] if fit.extra is None else [fit.extra, load]
        nominal = replace(nominal, extra=np.concatenate(extra, axis=2))
    outcome = find_faults(nominal, deep)
    left = fit.compute_residual_share(outcome.score)
    if left > BELIEVED[0]:
        return
    free = fit.compute_residual_share(fit.score(fit.compute_rows()))
    factors = _find_factors(outcome.fit, bodies)
    right = bool(np.all((factors > 1 / RIGHT) & (factors < RIGHT)))
    whole = left < BELIEVED[1] and left < AS_FREE * free and right
    least = {x.kind: getattr(x, "negligible", None) for x in list_hypotheses(fit.hypotheses)}
    found = [x for x in outcome.findings if x.sure and least[x.kind] is not None]
    for finding in found:
        large = _measure_change(fit, finding) > (least[finding.kind] or 0.0)
        certainty = "likely" if whole and large else "possible"
        evidence = f"According to the masses of the robot's file: {finding.evidence}"
        yield replace(finding, certainty=certainty, evidence=evidence)
    if not found and carried is None and len(factors) >= max(2, bodies // 2):
        yield from _compare_all(fit, factors)


def find_file_factors(fit: QuickFit) -> Array:
    """Factors of the file's bodies that the log determines; none where the file has no masses, or
    these do not explain the log."""
    made = _mix_bodies(fit)
    if made is None:
        return np.zeros(0)
    nominal = replace(fit, mix=made[0])
    believed = fit.compute_residual_share(nominal.score(nominal.compute_rows())) < BELIEVED[0]
    return _find_factors(nominal, made[1]) if believed else np.zeros(0)


def _find_load(nominal: QuickFit) -> tuple[Finding, Array] | None:
    """A tool or payload that the file does not have, where one explains the torques better; and
    its columns."""
    Y, whole, mix = nominal.compute_rows(), nominal.compute_model_rows(), nominal.mix
    score = nominal.score(Y)
    assert mix is not None
    for end, columns in list_leaf_bodies(nominal):
        load = whole[:, :, columns]
        full = nominal.score(np.concatenate([Y, load], axis=2))
        gain, deviation = full.compute_gain(score, nominal.floor)
        # of the body: its factor times the file's, and the load
        mass = mix[columns[0]] @ full.theta[: mix.shape[1]] + full.theta[-10]
        file = float(nominal.model.prior[columns[0]])
        more = float(mass - file)
        if gain > max(LEAST, SURE * deviation) and more > TOOL * file:
            after, before = (100 * nominal.compute_residual_share(x) for x in (full, score))
            finding = Finding(
                "payload or tool",
                "possible",
                end,
                f"The torques are those of a robot that carries {more:.2g} kg more on '{end}' than"
                f" its file says: with it the masses of the file leave {after:.2g} % of the torques"
                f" instead of {before:.2g} %.",
                f"If it carries a payload, give it"
                f" (option payload: link={end}), or add it to the file.",
            )
            return finding, load
    return None


def _find_factors(fit: QuickFit, bodies: int) -> Array:
    """Those factors of the file's bodies that the log determines."""
    Y = fit.compute_rows()
    score = fit.score(Y)
    W = (Y / score.unit[:, None])[fit.use]
    size = np.maximum(np.linalg.norm(W, axis=0), ROUND_OFF)
    S = (W / size).T @ (W / size)
    # variance of a factor: c (W'W)^-1, c for errors correlated in time
    own = np.diag(np.linalg.inv(S + ROUND_OFF * np.eye(len(S))))[:bodies]
    deviation = np.sqrt(fit.correlated * own) / size[:bodies]
    return np.asarray(score.theta[:bodies][deviation < KNOWN * np.abs(score.theta[:bodies])])


def _measure_change(fit: QuickFit, finding: Finding) -> float:
    """The size of a repair, as hypotheses measure what is negligible: rad or m, logarithms, share
    of gravity."""
    if finding.change is None or not finding.change.values:
        return np.inf
    if finding.change.do == "gravity":
        change = np.linalg.norm(finding.change.values - fit.gravity)
        return float(change / np.linalg.norm(fit.gravity))
    value = abs(finding.change.values[0])
    return value if finding.change.do == "add" else abs(float(np.log(value)))


def _mix_bodies(fit: QuickFit) -> tuple[Array, int] | None:
    """(whole rows, bodies + 4 n): the file's bodies as one column each, and their number; None
    where it has none."""
    model = fit.model
    prior = model.prior[model.layout.inertial]
    P, n = len(model.parameters), fit.n
    if not np.isfinite(prior).all() or not np.any(prior):
        return None
    inertial = np.arange(P)[model.layout.inertial]
    bodies = [model.parameters[k].partition(".")[0] for k in inertial]
    names = list(dict.fromkeys(bodies))
    mix = np.zeros((P + 4 * n, len(names) + 4 * n))
    for value, body, k in zip(prior, bodies, inertial):
        mix[k, names.index(body)] = value
    mix[P:, len(names) :] = np.eye(4 * n)
    # what the model has beside bodies and plain friction stays free
    others = np.setdiff1d(fit.columns[fit.columns < P], inertial)
    loads = [np.arange(P)[x.own] for x in model.layout.payloads if x.own is not None]
    others = np.unique(np.concatenate([others, *loads]))
    free = np.zeros((P + 4 * n, len(others)))
    free[others, np.arange(len(others))] = 1.0
    return np.concatenate([mix, free], axis=1), len(names)


def _compare_all(fit: QuickFit, factors: Array) -> Iterator[Finding]:
    """Torques of all joints that are a multiple of the file's: all bodies have one factor."""
    if not (np.all(factors > 0) or np.all(factors < 0)):
        return
    names = tuple(f"tau_{x}" for x in fit.joints)
    if factors[0] < 0:
        evidence = (
            "All torques have the opposite sign of those that the masses of the robot's file give."
        )
        change = Change("negate", names)
        yield Finding("torque sign", "likely", THE_LOG, evidence, f"{TURN}.", change)
        return
    logs = np.log(factors)
    factor = float(np.exp(logs.mean()))
    if abs(logs.mean()) < np.log(OFF):
        return
    alike = abs(logs.mean()) > ALIKE * logs.std() / np.sqrt(len(logs))
    yield Finding(
        "torque gain of all",
        "likely" if alike else "possible",
        THE_LOG,
        f"All torques are {factor:.3g} times what the masses of the robot's file give.",
        "Check the unit or constant of the torques, or the masses of the file.",
        Change("scale", names, (1.0 / factor,)),
    )
