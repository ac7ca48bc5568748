"""Signals in addition to the motion that laws read, each (N, actuated joints), by name:

load                of the joint: the torque of the rigid bodies, L = rigid(q, qd, qdd)
gravity x, y, z     the torque that gravity of 1 m/s^2 along that axis of the base would ask for
zero joint3         dL/dq of that joint: by how much torques change where its zero is off by 1
                    rad or m
carried box         1 where the payload "box" is carried, 0 elsewhere, and where nobody says
hysteresis 0.01     z in -1 .. 1, the memory of a gear that winds up over 0.01 before it slips (see
                    `memory`)
run 2               1 in the recording 2, -1 in the recording 0, 0 in all others, and in logs that
                    are not those of the training
drift               -1 where a log begins to 1 where it ends
temperature 25.0    how much warmer the joint was than 25 degrees: logged as temp, less 25

All others have to be logged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from dynid.arrays import Array, check_array_shape
from dynid.closed_chains.closed_motion import check_shape, number_array
from dynid.dynamics import evaluate
from dynid.dynamics.evaluate import Samples
from dynid.errors import InputError, join_names, require
from dynid.model.memory import Starts, trace_paths, wind
from dynid.model.terms import LOAD, Law
from dynid.robot.mechanism import Robot

GRAVITY = {f"gravity {axis}": k for k, axis in enumerate("xyz")}
HYSTERESIS = "hysteresis "
CARRIED = "carried "
DRIFT, TEMPERATURE, LOGGED_TEMPERATURE = "drift", "temperature ", "temp"
RUN, RECORDING = "run ", "recording"  # the latter: (N, n) the number of the recording
LUGRE = "lugre "  # see `lugre`
ZERO = "zero "
# dL/dq as sum of w (L(q + h) - L(q - h)): exact, for torques are quadratic in cos(q) and sin(q) of
# a joint that turns, and in q of one that slides
TURNS = ((np.pi / 4, 1.0), (np.pi / 2, 0.5 - np.sqrt(0.5)))
SLIDES = ((1.0, 0.5),)


def name_hysteresis_channel(length: float) -> str:
    return f"{HYSTERESIS}{length!r}"


def name_load_channel(payload: str) -> str:
    return f"{CARRIED}{payload}"


def name_temperature_channel(about: float) -> str:
    return f"{TEMPERATURE}{about!r}"


def is_of_bodies(name: str) -> bool:
    """Whether a channel follows from the parameters of the bodies."""
    return name == LOAD or name in GRAVITY or name.startswith(ZERO)


def is_always_zero(law: Law) -> bool:
    """Whether a law has no force outside of logs: at the temperature that friction is stated at, in
    the middle of a drift, on average over recordings."""
    return law.channel == DRIFT or law.channel.startswith((TEMPERATURE, RUN))


def compute_channels(
    names: Iterable[str],
    samples: Samples,
    inertia: Array | None,
    starts: Starts = None,
    logged: Mapping[str, Array] | None = None,
) -> dict[str, Array]:
    """Every signal that is asked for.

    inertia   (bodies, 10): what the load is computed from
    starts    (N,) where a stretch of motion begins; memory starts afresh there
    logged    None: no log at all, so temperature and drift are 0, what friction is stated at
    """
    logged = None if logged is None else check_channels(logged, samples)
    if starts is not None:
        starts = check_array_shape(starts, (len(samples),), "starts", bool)
    names, out = tuple(names), {}
    winds = any(name.startswith(HYSTERESIS) for name in names)
    paths = trace_paths(samples.q, samples.qd, starts) if winds else []
    for name in names:
        if logged is not None and name in logged:
            out[name] = logged[name]
        elif is_of_bodies(name):
            if inertia is None:
                raise InputError(
                    "the load on the joints follows from the bodies, which are not known yet: use"
                    " model.with_reference(p), or estimate(), which does so automatically."
                )
            out[name] = _compute_rigid_channel(samples, name, inertia)
        elif name.startswith(CARRIED):
            out[name] = np.zeros_like(samples.q)
        elif name.startswith(RUN):
            k = (logged or {}).get(RECORDING, np.full(samples.q.shape, np.nan))
            out[name] = (k == int(name.removeprefix(RUN))).astype(float) - (k == 0)
        elif name.startswith(HYSTERESIS):
            out[name] = wind(paths, float(name.removeprefix(HYSTERESIS)))
        elif logged is None and (name == DRIFT or name.startswith(TEMPERATURE)):
            out[name] = np.zeros(samples.q.shape)
        elif name.startswith(TEMPERATURE):
            T0, T = float(name.removeprefix(TEMPERATURE)), _read_temperature(logged, samples)
            if np.isnan(T0):
                raise InputError(
                    "it is not known at which temperature the model states its friction; expected"
                    " Temperature(about=30), or Problem(model, data), which takes the mean."
                )
            out[name] = T - T0
        elif name.startswith(LUGRE):
            raise InputError(
                "LuGre friction is one for simulations: its bristles move too little to be followed"
                " in a log, so that it is not identified. Expected Hysteresis(), the word"
                " hysteresis, which is linear in its parameters and takes its place."
            )
        else:
            raise InputError(
                f"a law of the model reads '{name}', which is not known here; expected it among the"
                " logged channels."
            )
    return out


def _read_temperature(logged: Mapping[str, Array] | None, samples: Samples) -> Array:
    if logged is None or LOGGED_TEMPERATURE not in logged:
        joints = join_names(f"temp_{name}" for name in samples.robot.actuated)
        raise InputError(
            f"friction of the model changes with temperature, and the data have none; expected"
            f" columns {joints} (degrees Celsius), or a model without that effect."
        )
    return logged[LOGGED_TEMPERATURE]


def check_channels(given: Mapping[str, Array], samples: Samples) -> dict[str, Array]:
    """(N, n) each, nan where a signal is not known."""
    require("channels", given, (dict, Mapping), "{name: array}")
    arrays = {name: number_array(x, f"channel '{name}'") for name, x in given.items()}
    for name, array in arrays.items():
        check_shape(array, samples.q.shape, f"channel '{name}'")
    return arrays


def _compute_rigid_channel(samples: Samples, name: str, inertia: Array) -> Array:
    if name == LOAD:
        return evaluate.compute_inverse_dynamics(samples, inertia)
    if name.startswith(ZERO):
        return sum(
            (
                w * evaluate.compute_inverse_dynamics(replace(samples, q=samples.q + h), inertia)
                for h, w in list_zero_shifts(samples.robot, name)
            ),
            np.zeros_like(samples.q),
        )
    still = np.zeros_like(samples.q)
    return evaluate.compute_inverse_dynamics(
        Samples(tilt_gravity(samples.robot, GRAVITY[name]), samples.q, still, still), inertia
    )


def list_zero_shifts(robot: Robot, name: str) -> list[tuple[Array, float]]:
    """(shift h (n,), weight w) with dL/dq of the joint of this channel = sum of w L(q + h)."""
    joint = name.removeprefix(ZERO)
    own = np.array(robot.actuated) == joint
    shifts = SLIDES if robot.joint(joint).kind == "prismatic" else TURNS
    return [(side * h * own, side * w) for h, w in shifts for side in (1.0, -1.0)]


@lru_cache(maxsize=24)
def tilt_gravity(robot: Robot, axis: int) -> Robot:
    """The robot in gravity of 1 m/s^2 along an axis of its base."""
    return robot.replace(gravity=tuple(np.eye(3)[axis]))
