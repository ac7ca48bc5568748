"""The general law of `terms`, compiled: one number a factor, for the steps of a simulation."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.compiling import kernel
from dynid.model.terms import Law

SIGN, WIDTH, SIDE, POWER, FADE, STEEPNESS, POSITION, WAVES, PHASE = range(9)
FIXED, TURNING, TOWARD, STRETCH = range(9, 13)  # of a rod
NUMBERS = 13


def numbers_of(law: Law) -> Array:
    """The row of numbers that `force_of` reads: all factors but acceleration, load and channel."""
    names = ("sign", "width", "side", "power", "fade", "steepness", "position", "waves", "phase")
    factors = [float(getattr(law, name)) for name in names]
    return np.array([*factors, *law.lever, float(law.stretch)])


@kernel
def force_of(row, q, v, way):
    """f and df/dv of the law in `row`, for a parameter of 1.

    way   the direction in which a sharp sign slips, 1 or -1; 0: that of v
    """
    sign = np.sign(v) if way == 0 else float(way)
    if row[SIDE] * sign < 0.0 or (row[SIDE] != 0.0 and sign == 0.0):
        return 0.0, 0.0
    size, f, slope = abs(v), 1.0, 0.0
    if row[SIGN] != 0.0:
        if row[WIDTH] == 0.0:
            f = sign
        else:
            f = np.tanh(v / row[WIDTH])
            slope = (1.0 - f * f) / row[WIDTH]
    a = row[POWER]
    if a != 0.0:
        power, rise = size, 1.0  # size^a and a size^(a - 1), of viscous friction
        if a != 1.0:
            power, rise = size**a, a * size ** (a - 1.0)
        if size > 0.0:
            slope = slope * power + f * rise * sign
        elif a == 1.0 and row[SIGN] != 0.0 and row[WIDTH] == 0.0:
            slope = 1.0
        f *= power
        if a == 1.0 and row[SIGN] != 0.0 and row[WIDTH] == 0.0:
            f = v
    if row[FADE] < np.inf and size > 0.0:
        ratio = size / row[FADE]
        fall = np.exp(-(ratio ** row[STEEPNESS]))
        down = -row[STEEPNESS] / row[FADE] * ratio ** (row[STEEPNESS] - 1.0) * fall * sign
        slope = slope * fall + f * down
        f *= fall
    factor = 1.0
    for _ in range(int(row[POSITION])):
        factor *= q
    if row[WAVES] != 0.0 or row[PHASE] != 0.0:
        factor *= np.cos(row[WAVES] * q + row[PHASE])
    a, b = row[FIXED], row[TURNING]
    if a != 0.0:
        l2 = a * a + b * b - 2.0 * a * b * np.cos(q + row[TOWARD])
        factor *= a * b * np.sin(q + row[TOWARD]) * l2 ** (0.5 * (row[STRETCH] - 1.0))
    return factor * f, factor * slope
