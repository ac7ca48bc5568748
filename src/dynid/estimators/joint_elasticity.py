"""Joints with two encoders: elasticity, play and friction between the motor and the link.

With the position qm of the motor, in turns of the joint, beside that of the link q, the torque of
the motor is

    tau = Jm qmdd + Fv qmd + Fc sign(qmd) + offset + transmitted
    transmitted = K x + D x',    x = qm - q, or with play what is beyond -play / 2 .. play / 2 of it

linear in all but the play, and of one joint alone: no body is needed. The friction on the side of
the link is that of an identification with the transmitted torque
(`Elasticity.replace_motor_torque`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, product

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.log import Log
from dynid.data.process import process
from dynid.data.resampling import differentiate
from dynid.errors import InputError, join_names, require
from dynid.identification.correlation import compute_inflation
from dynid.model.model import Model

NAMES = ("motor_inertia", "motor_viscous", "motor_coulomb", "offset", "stiffness", "damping")
UNITS = ("kg m^2", "N m s/rad", "N m", "N m", "N m/rad", "N m s/rad")
SLIDING = ("kg", "N s/m", "N", "N", "N/m", "N s/m")
PLAY = "play"
TURNS = 0.05  # by which qm and q may differ, as a part of the way
LOOSE = np.linspace(0.0, 0.45, 7)[1:]  # of the range of x: half a play that is tried
CENTRES = np.linspace(0.1, 0.9, 13)  # and its middle
EDGE = 4  # samples at the ends of a stretch without derivatives
MARGIN = 4.0  # of a likelihood ratio, beyond what two constants take of any data
NORMAL = 1.96


@dataclass(frozen=True, eq=False)
class ElasticJoint:
    """What a joint with two encoders has between motor and link.

    names, units, values, std   of its parameters, the play last where there is one
    centre      of the play: x = qm - q - centre (rad or m); 0 without
    error       % of the torque that is left
    """

    joint: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    values: Array
    std: Array
    centre: float
    error: float

    def __getitem__(self, name: str) -> float:
        return float(self.values[self.names.index(name)])

    def compute_interval(self, name: str) -> tuple[float, float]:
        """95 %."""
        k = self.names.index(name)
        wide = NORMAL * float(self.std[k])
        return float(self.values[k]) - wide, float(self.values[k]) + wide

    @property
    def play(self) -> float:
        """The whole of it (rad or m); 0 where none was seen."""
        return self[PLAY] if PLAY in self.names else 0.0

    def force(self, x: Array, rate: Array) -> Array:
        """K x + D x', beyond the play; for x = qm - q."""
        beyond, engaged = _split_play(x - self.centre, 0.5 * self.play)
        return np.asarray(self["stiffness"] * beyond + self["damping"] * engaged * rate)


@dataclass(frozen=True, eq=False)
class Elasticity:
    """The joints with two encoders, by name."""

    joints: Mapping[str, ElasticJoint]

    def replace_motor_torque(self, log: Log) -> Log:
        """The log with the torque that reaches the link in place of the motor's, at joints with two
        encoders: what bodies and the friction on the side of the link are identified from."""
        tau = np.array(log.tau)
        for name, joint in self.joints.items():
            k = log.joints.index(name)
            x = log.channels[f"qm_{name}"] - log.q[:, k]
            tau[:, k] = joint.force(x, np.gradient(x, log.t))
        joints = join_names(self.joints)
        note = f"torques of {joints} are those that the gears transmit, by two encoders"
        return replace(log, tau=tau, sha256="", notes=(*log.notes, note))

    def to_dict(self) -> dict[str, object]:
        return {
            name: {
                part: {
                    "value": float(value),
                    "interval": list(joint.compute_interval(part)),
                    "unit": unit,
                }
                for part, value, unit in zip(joint.names, joint.values, joint.units)
            }
            | {"error_percent": joint.error}
            for name, joint in self.joints.items()
        }

    def __str__(self) -> str:
        lines = [f"{'parameter':<32} {'value':>12} {'95 %':>25}  unit"]
        for joint in self.joints.values():
            for part, value, unit in zip(joint.names, joint.values, joint.units):
                low, high = joint.compute_interval(part)
                name = f"{joint.joint}.{part}"
                lines.append(f"{name:<32} {value:>12.5g} {low:>12.5g} {high:>12.5g}  {unit}")
            lines.append(f"{joint.joint}: {joint.error:.2g} % of the torque is left")
        return "\n".join(lines)


def identify_elasticity(
    log: Log, model: Model, cutoff: float = 60.0, play: bool | None = None
) -> Elasticity:
    """Stiffness, damping, play and the friction on the motor's side of all joints of a log that
    have the column `qm_<joint>`, with intervals.

    Parameters
    ----------
    log
        with the column `qm_<joint>`; its tau is the motor's torque (current times gain), at the
        joint
    model
        the model of the robot
    cutoff
        Hz of the low-pass that all signals pass alike, at most a fifth of the rate; well above the
        resonance, which is what shows rotor and damping
    play
        None: where it leaves clearly less of the torque; True, False: always, never
    """
    require("identify_elasticity", log, Log, 'read_log("run1.csv")')
    require("identify_elasticity", model, Model, "Model(robot)")
    data = process(log, model, cutoff=min(cutoff, 0.2 * log.rate), decimate=None)
    motors = data.channels.get("qm")
    joints = model.robot.actuated
    counted = [j for j, name in enumerate(joints) if name not in log.untrusted]
    both = [] if motors is None else [j for j in counted if _is_known(motors[:, j])]
    if not both:
        wanted = join_names(f"qm_{joints[j]}" for j in counted)
        raise InputError(
            f"{log.where}: no joint has a second encoder; expected columns {wanted}, the position"
            " of the motor in turns of the joint."
        )
    return Elasticity({joints[j]: _fit_joint(data, j, play) for j in both})


def _is_known(column: Array) -> bool:
    return bool(np.isfinite(column).all())


def _fit_joint(data: Dataset, j: int, play: bool | None) -> ElasticJoint:
    name = data.model.robot.actuated[j]
    q, qm = data.q[:, j], data.channels["qm"][:, j]
    _check_turns(name, q, qm)
    motor, inside = _differentiate_motor(data, qm)
    rate = motor[0] - data.qd[:, j]
    y = data.filter_low_pass(data.tau)[inside, j]
    x = qm - q

    alone = np.column_stack([motor[1], motor[0], np.sign(motor[0]), np.ones_like(x)])
    of_motor = data.filter_low_pass(alone)[inside]

    def make_columns(centre: float, half: float) -> Array:
        """(samples, 6), through the low-pass of the torque."""
        beyond, engaged = _split_play(x - centre, half)
        gear = data.filter_low_pass(np.column_stack([beyond, engaged * rate]))[inside]
        return np.column_stack([of_motor, gear])

    W = make_columns(0.0, 0.0)
    theta, e = _solve_least_squares(W, y)
    centre = 0.0
    names: tuple[str, ...] = NAMES
    if play is not False:
        found = _look_for_play(make_columns, x[inside], y)
        W1 = make_columns(*found)
        theta1, e1 = _solve_least_squares(W1, y)
        if play or _is_clearly_less(e, e1):
            centre, half = found
            beyond, engaged = _split_play(x - centre, half)
            K = theta1[NAMES.index("stiffness")]
            # of K beyond by the whole play, and by its middle
            slopes = np.column_stack([-0.5 * K * np.sign(beyond), -K * engaged])
            W = np.column_stack([W1, data.filter_low_pass(slopes)[inside]])
            theta, e, names = np.append(theta1, 2.0 * half), e1, (*NAMES, PLAY)
    worth = len(y) / compute_inflation(e, np.ones(len(e), dtype=bool))
    norm = np.linalg.norm(W, axis=0)
    norm = np.where(norm > 0, norm, 1.0)
    C = np.linalg.pinv((W / norm).T @ (W / norm), hermitian=True) / np.outer(norm, norm)
    # s^2 of the residuals, times by how many times fewer of them are independent
    variance = float(e @ e) / max(worth - W.shape[1], 1.0)
    std = np.sqrt(variance * np.diag(C))[: len(names)]
    sliding = data.model.robot.joint(name).kind == "prismatic"
    units = (*(SLIDING if sliding else UNITS), "m" if sliding else "rad")[: len(names)]
    error = 100.0 * float(np.linalg.norm(e)) / max(float(np.linalg.norm(y)), 1e-300)
    return ElasticJoint(name, names, units, theta, std, centre, error)


def _check_turns(name: str, q: Array, qm: Array) -> None:
    turns = float(np.cov(q, qm)[0, 1] / max(np.var(q, ddof=1), 1e-300))
    if abs(turns - 1.0) > TURNS:
        raise InputError(
            f"qm_{name} moves {turns:.4g} times as far as q_{name}; expected turns of the joint."
            f" Divide by the gear ratio: units={{'qm_{name}': {1.0 / turns if turns else 1.0:.6g}}}"
            " in read_log."
        )


def _differentiate_motor(data: Dataset, qm: Array) -> tuple[tuple[Array, Array], Array]:
    """Velocity and acceleration of the motor, stretch by stretch, and the samples that have
    them."""
    qmd, qmdd, inside = np.zeros_like(qm), np.zeros_like(qm), []
    edges = [*np.flatnonzero(data.starts), len(qm)]
    for first, stop in pairwise(edges):
        part = slice(first, stop)
        qmd[part], qmdd[part] = (d[:, 0] for d in differentiate(qm[part, None], 1.0 / data.rate))
        inside.append(np.arange(first + EDGE, stop - EDGE))
    return (qmd, qmdd), np.concatenate(inside)


def _split_play(x: Array, half: float) -> tuple[Array, Array]:
    """What is beyond -half .. half, and 1.0 where there is something."""
    beyond = x - np.clip(x, -half, half)
    return beyond, np.ones_like(x) if half == 0.0 else (beyond != 0.0).astype(float)


def _solve_least_squares(W: Array, y: Array) -> tuple[Array, Array]:
    norm = np.linalg.norm(W, axis=0)
    norm = np.where(norm > 0, norm, 1.0)
    theta = np.linalg.lstsq(W / norm, y, rcond=None)[0] / norm
    return theta, y - W @ theta


def _look_for_play(
    columns: Callable[[float, float], Array], x: Array, y: Array
) -> tuple[float, float]:
    """Its middle and its half that leave the least of y."""
    from scipy.optimize import minimize

    low, high = map(float, np.quantile(x, [0.005, 0.995]))
    span = high - low

    def compute_residual(at: Array) -> float:
        half = float(np.clip(at[1], 0.0, 0.49))
        W = columns(low + float(at[0]) * span, half * span)
        e = _solve_least_squares(W, y)[1]
        return float(e @ e)

    start = min((np.array(at) for at in product(CENTRES, LOOSE)), key=compute_residual)
    best = minimize(
        compute_residual, start, method="Nelder-Mead", options={"xatol": 1e-5, "maxiter": 300}
    ).x
    return float(low + best[0] * span), float(np.clip(best[1], 0.0, 0.49) * span)


def _is_clearly_less(e0: Array, e1: Array) -> bool:
    """Whether two more constants are worth it (BIC, with as many samples as are independent)."""
    worth = len(e1) / compute_inflation(e1, np.ones(len(e1), dtype=bool))
    before, after = float(e0 @ e0), float(e1 @ e1)
    return worth * float(np.log(before / after)) > MARGIN + 2.0 * float(np.log(worth))
