"""Student's t: how many standard deviations an interval reaches.

As scipy.special has it, whose import takes a tenth of a second.
"""

from __future__ import annotations

import math

MANY = 3000.0  # degrees of freedom from which on a series in their inverse has all digits
STEPS, DIGITS = 100, 1e-15
#: z^9, z^7 ... z of the coefficients of 1/n, 1/n^2 ... in Cornish and Fisher's series
SERIES = (
    (4.0, (0, 0, 0, 1, 1)),
    (96.0, (0, 0, 5, 16, 3)),
    (384.0, (0, 3, 19, 17, -15)),
    (92160.0, (79, 776, 1482, -1920, -945)),
)


def quantile(p: float, free: float) -> float:
    """x with P(t < x) = p, of `free` degrees of freedom, any number from 1 on; 0 < p < 1."""
    if p == 0.5:
        return 0.0
    log_tail = math.log(min(p, 1.0 - p))
    z = _normal(log_tail)
    x = _many(z, free) if free > MANY else _few(z, log_tail, free)
    return math.copysign(x, p - 0.5)


def _many(z: float, n: float) -> float:
    x = z
    for k, (divisor, powers) in enumerate(SERIES, start=1):
        x += sum(c * z ** (9 - 2 * i) for i, c in enumerate(powers)) / (divisor * n**k)
    return x


def _few(z: float, log_tail: float, n: float) -> float:
    """By Newton's steps: the logarithm of the tail is nearly straight in that of x."""
    log_x = math.log(z)
    for _ in range(STEPS):
        x = math.exp(log_x)
        tail = _tail(x, n)
        change = tail * (math.log(tail) - log_tail) / (x * _density(x, n))
        log_x += change
        if abs(change) <= 8.0 * DIGITS:
            break
    return math.exp(log_x)


def _normal(log_tail: float) -> float:
    """z with P(normal > z) = tail < 1/2, by Newton's steps on its logarithm."""
    z = 1.0
    for _ in range(STEPS):
        tail = 0.5 * math.erfc(z / math.sqrt(2.0))
        density = math.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi)
        change = tail * (math.log(tail) - log_tail) / density
        z = max(z + change, 0.25 * z)
        if abs(change) <= 8.0 * DIGITS * z:
            break
    return z


def _density(x: float, n: float) -> float:
    log = math.lgamma(0.5 * (n + 1.0)) - math.lgamma(0.5 * n) - 0.5 * math.log(n * math.pi)
    return math.exp(log - 0.5 * (n + 1.0) * math.log1p(x * x / n))


def _tail(x: float, n: float) -> float:
    """P(t > x) = 1/2 I_y(n/2, 1/2), y = n / (n + x^2): the incomplete beta function."""
    y = n / (n + x * x)
    a, b = 0.5 * n, 0.5
    log = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) - a * math.log1p(x * x / n)
    front = math.exp(log + b * math.log(x * x / (n + x * x)))
    if y < (a + 1.0) / (a + b + 2.0):
        return 0.5 * front * _fraction(a, b, y) / a
    return 0.5 * (1.0 - front * _fraction(b, a, x * x / (n + x * x)) / b)


def _fraction(a: float, b: float, y: float) -> float:
    """The continued fraction of I_y(a, b), by Lentz's method."""
    c, d = 1.0, 1.0 / (1.0 - (a + b) * y / (a + 1.0))
    h = d
    for m in range(1, 10_000):
        even = m * (b - m) * y / ((a + 2 * m - 1.0) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * y / ((a + 2 * m) * (a + 2 * m + 1.0))
        for part in (even, odd):
            d, c = 1.0 / (1.0 + part * d), 1.0 + part / c
            h *= d * c
        if abs(d * c - 1.0) < DIGITS:
            break
    return h
