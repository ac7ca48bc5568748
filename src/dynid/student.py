"""Student's t: how many standard deviations an interval reaches."""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

MANY = 3000.0  # degrees of freedom from which on a series in their inverse has all digits
#: z^9, z^7 ... z of the coefficients of 1/n, 1/n^2 ... in Cornish and Fisher's series
SERIES = (
    (4.0, (0, 0, 0, 1, 1)),
    (96.0, (0, 0, 5, 16, 3)),
    (384.0, (0, 3, 19, 17, -15)),
    (92160.0, (79, 776, 1482, -1920, -945)),
)
ROUNDS, SAME = 200, 1e-15  # at most, and the relative change that ends them


@lru_cache(maxsize=64)
def quantile(p: float, free: float) -> float:
    """x with P(t < x) = p, of `free` degrees of freedom; 0 < p < 1.

    SciPy's would take a tenth of a second to import.
    """
    if free > MANY:
        return _series(p, free)
    if p == 0.5:
        return 0.0
    beyond = min(p, 1.0 - p)
    low, high = 0.0, 1.0
    while _tail(high, free) > beyond:
        low, high = high, 2.0 * high
    x = abs(_series(p, free))
    x = x if low < x < high else 0.5 * (low + high)
    for _ in range(ROUNDS):  # Newton's steps, halves where they would leave the bracket
        over = _tail(x, free) - beyond
        low, high = (x, high) if over > 0 else (low, x)
        new = x + over / _density(x, free)
        new = new if low < new < high else 0.5 * (low + high)
        done, x = abs(new - x) <= SAME * x, new
        if done:
            break
    return x if p > 0.5 else -x


def _series(p: float, n: float) -> float:
    z = NormalDist().inv_cdf(p)
    x = z
    for k, (divisor, powers) in enumerate(SERIES, start=1):
        x += sum(c * z ** (9 - 2 * i) for i, c in enumerate(powers)) / divisor * (1.0 / n) ** k
    return x


def _density(x: float, n: float) -> float:
    of_beta = lgamma(0.5 * (n + 1.0)) - lgamma(0.5 * n) - lgamma(0.5)
    return exp(of_beta - 0.5 * (n + 1.0) * log1p(x * x / n)) / sqrt(n)


def _tail(x: float, n: float) -> float:
    """P(t > x), x > 0: 1/2 I_z(n/2, 1/2) with z = n / (n + x^2), the incomplete beta function."""
    a, b, z = 0.5 * n, 0.5, n / (n + x * x)
    # z^a (1 - z)^b / B(a, b)
    front = exp(
        lgamma(a + b) - lgamma(a) - lgamma(b) - a * log1p(x * x / n) + b * log(x * x / (n + x * x))
    )
    if z < (a + 1.0) / (a + b + 2.0):
        return 0.5 * front * _fraction(a, b, z) / a
    return 0.5 - 0.5 * front * _fraction(b, a, x * x / (n + x * x)) / b


def _fraction(a: float, b: float, z: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1.0 / ((1.0 - (a + b) * z / (a + 1.0)) or tiny)
    out = d
    for m in range(1, 10_000):
        for term in (
            m * (b - m) * z / ((a + 2 * m - 1.0) * (a + 2 * m)),
            -(a + m) * (a + b + m) * z / ((a + 2 * m) * (a + 2 * m + 1.0)),
        ):
            d = 1.0 / ((1.0 + term * d) or tiny)
            c = (1.0 + term / c) or tiny
            out *= c * d
        if abs(c * d - 1.0) < 1e-16:
            break
    return out
