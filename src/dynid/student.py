"""Student's t: how many standard deviations an interval reaches."""

from __future__ import annotations

from statistics import NormalDist

MANY = 3000.0  # degrees of freedom from which on a series in their inverse has all digits
#: z^9, z^7 ... z of the coefficients of 1/n, 1/n^2 ... in Cornish and Fisher's series
SERIES = (
    (4.0, (0, 0, 0, 1, 1)),
    (96.0, (0, 0, 5, 16, 3)),
    (384.0, (0, 3, 19, 17, -15)),
    (92160.0, (79, 776, 1482, -1920, -945)),
)


def quantile(p: float, free: float) -> float:
    """x with P(t < x) = p, of `free` degrees of freedom; 0 < p < 1.

    A log has many, and then SciPy, which takes a tenth of a second to import, is not needed.
    """
    if free <= MANY:
        from scipy.special import stdtrit

        return float(stdtrit(free, p))
    z = NormalDist().inv_cdf(p)
    x = z
    for k, (divisor, powers) in enumerate(SERIES, start=1):
        x += sum(c * z ** (9 - 2 * i) for i, c in enumerate(powers)) / (divisor * free**k)
    return x
