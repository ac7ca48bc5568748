"""Cheng 2022: its tables, the simulated motion of its six cylinders, and data with seven digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.estimators.per_body.per_body_estimator import HingeProblem, NewtonEulerPerBody, PerBody
from dynid.identification.estimate import estimate
from dynid.model.model import Model
from dynid.robot.builtin import BUILTIN
from dynid.robot.geometry import to_mass_com_inertia
from dynid.robot.mechanism import Robot
from dynid.robot.quaternions import to_rotations
from dynid.simulation.wrenches import HingeWrenches, compute_hinge_wrenches

TABLE_1 = {  # m, J11, J22 = J33
    "B1": (6402.6012, 800.3251, 982.8126),
    "B2": (2746.0726, 123.5733, 416.4934),
    "B3": (1186.1661, 23.7233, 156.5838),
    "B4": (308.7953, 6.1759, 5.6413),
    "B5": (284.2877, 5.6858, 4.8353),
    "B6": (661.7042, 29.7767, 19.8511),
}
#: m by the three directions of the world, J11, J22, J33; nan where the paper has a dash
TABLE_2 = {
    "B1": (np.nan, np.nan, 6402.6044, 800.3250, 982.8128, 982.8128),
    "B2": (2746.0722, 2746.0723, 2746.0723, 123.5954, 416.4670, 416.4991),
    "B3": (1186.1661, 1186.1661, 1186.1660, 23.7230, 156.5862, 156.5844),
    "B4": (308.7955, 308.7955, 308.7955, 6.1756, 5.6405, 5.6404),
    "B5": (284.2877, 284.2875, 284.2877, 5.6862, 4.8355, 4.8368),
    "B6": (661.7043, 661.7043, 661.7042, 29.7768, 19.8512, 19.8514),
}
TABLE_3 = {
    "B1": (np.nan, np.nan, 0.0032, -0.0001, 0.0002, 0.0002),
    "B2": (-0.0004, -0.0003, -0.0003, 0.0224, -0.0264, 0.0057),
    "B3": (0.0, 0.0, -0.0001, -0.0003, 0.0024, 0.0006),
    "B4": (0.0002, 0.0002, 0.0002, -0.0003, -0.0008, -0.0009),
    "B5": (0.0, -0.0002, 0.0, 0.0004, 0.0002, 0.0015),
    "B6": (0.0001, 0.0001, 0.0, 0.0001, 0.0001, 0.0003),
}
TIMES = np.array([0.3, 0.6, 0.9, 1.2, 1.5])  # s, of the five samples
PUSH = np.deg2rad(30.0)  # rad/s^2; the paper's 9.5493 is 30 / pi
STILL = np.zeros(6)


def list_six_values() -> Array:
    """(6 bodies, 6) Table 1 as Table 2 is laid out."""
    return np.array([[m, m, m, along, across, across] for m, along, across in TABLE_1.values()])


def make_motion(
    times: Sequence[float] | Array, posture: Array = STILL, moving: Sequence[int] = (0, 1)
) -> tuple[Array, Array, Array]:
    """From rest, some hinges at 30 deg/s^2, the others locked."""
    push = np.zeros(6)
    push[list(moving)] = PUSH
    t = np.asarray(times, dtype=float)[:, None]
    return posture + push * t**2 / 2, push * t, np.repeat(push[None], len(t), axis=0)


def make_wrenches(
    robot: Robot | None = None,
    posture: Array = STILL,
    moving: Sequence[int] = (0, 1),
    times: Sequence[float] | Array = TIMES,
) -> HingeWrenches:
    """Forces and moments in the hinges along that motion."""
    model = Model(robot or BUILTIN["six_dof"]())
    return compute_hinge_wrenches(model, model.prior, *make_motion(times, posture, moving))


def make_leaning_robot() -> Robot:
    """The first axis tilted against its body, so that it has parts along all its principal axes."""
    robot: Robot = BUILTIN["six_dof"]()
    first = robot.bodies[0]
    axis = np.array([1.0, 0.5, 0.3]) / np.linalg.norm([1.0, 0.5, 0.3])
    tilted = replace(first, joint=replace(first.joint, axis=tuple(axis)))
    return robot.replace(bodies=(tilted, *robot.bodies[1:]))


def make_method(robot: Robot | None = None) -> NewtonEulerPerBody:
    """The paper's: centres of mass and principal axes are known."""
    robot = robot or BUILTIN["six_dof"]()
    return NewtonEulerPerBody(
        centres={body.name: c for body, (_, c, _) in zip(robot.bodies, make_cylinders())}
    )


def make_cylinders() -> list[tuple[float, Array, Array]]:
    """Mass, centre and inertia about the centre of every body."""
    return [to_mass_com_inertia(np.asarray(body.inertia)) for body in BUILTIN["six_dof"]().bodies]


def round_digits(x: Array, digits: int = 7) -> Array:
    """To so many significant digits, as the simulation program of the paper prints."""
    size = np.where(
        x == 0, 1.0, 10.0 ** (digits - 1 - np.floor(np.log10(np.maximum(np.abs(x), 1e-300))))
    )
    return np.round(x * size) / size


def round_measurements(w: HingeWrenches) -> HingeWrenches:
    """Forces, moments, rates and quaternions with seven digits; where the hinges sit in their
    bodies is known geometry."""
    names = (
        "force",
        "moment",
        "angular_velocity",
        "angular_acceleration",
        "acceleration",
        "quaternion",
    )
    digits: dict[str, Any] = {name: round_digits(getattr(w, name)) for name in names}
    w = replace(w, **digits)
    return replace(
        w,
        rotation=to_rotations(w.quaternion / np.linalg.norm(w.quaternion, axis=-1, keepdims=True)),
    )


def estimate_bodies(wrenches: HingeWrenches, how: NewtonEulerPerBody | None = None) -> PerBody:
    """The bodies by the paper's method."""
    result = estimate(HingeProblem(wrenches), how or make_method()).details
    assert isinstance(result, PerBody)
    return result


def list_found_values(result: PerBody) -> Array:
    """(6 bodies, 6) as Table 2; nan where not identifiable."""
    return np.array([result[body].values for body in TABLE_1])


def compute_relative_errors(result: PerBody) -> Array:
    """(6 bodies, 6) against Table 1."""
    return np.abs(list_found_values(result) / list_six_values() - 1)


def draw_selections(count: int, many: int) -> list[Array]:
    """Random times among the 100 steps."""
    rng = np.random.default_rng(0)
    return [
        0.02 * np.sort(rng.choice(np.arange(1, 101), count, replace=False)) for _ in range(many)
    ]


def compute_errors_by_count(counts: tuple[int, ...]) -> dict[int, Array]:
    """Largest relative errors of 20 random selections of so many samples."""
    return {
        n: np.array(
            [
                np.nanmax(
                    compute_relative_errors(
                        estimate_bodies(round_measurements(make_wrenches(times=t)))
                    )
                )
                for t in draw_selections(n, 20)
            ]
        )
        for n in counts
    }
