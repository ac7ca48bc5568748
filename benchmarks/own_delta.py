"""Plain `dynid identify` on a Delta whose slide rubs, moved by MuJoCo (tests/help/other_delta.py):
`python benchmarks/own_delta.py [seeds] [first]`.

Two struts a limb, limbs 2 % apart in mass, priors by simple shapes, PD with feed-forward of the
drawn robot, encoders of 19 bits, torques with 3 % of noise of 5 Hz bandwidth. Each seed: two logs
of 20 s to identify from, one of 6 s to test on. No option is given: whether passive joints rub,
dynid has to find out.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np
from scipy.signal import lfilter

import dynid as di
from common import table
from dynid.arrays import Array

HELP = Path(__file__).resolve().parents[1] / "tests" / "help"
sys.path.append(str(HELP))

SEEDS, FIRST, MOTIONS = 20, 0, 4
SECONDS, NOISE, BANDWIDTH = 20.0, 0.03, 5.0
APART = (0.98, 1.0, 1.02)
#: % that the worst seed may have: M's diagonal, off its diagonal, gravity
LIMITS = (1.5, 3.0, 2.0)


@cache
def move(motion: int) -> tuple[Array, Array, Array]:
    import other_delta as other

    path = other.motion(other.model_of(other.drawn()), 20 + motion)
    return other.move(path, SECONDS, apart=APART)  # type: ignore[no-any-return]


def make_log(motion: int, seed: int, seconds: float = SECONDS) -> di.Log:
    """Coloured noise: x_k+1 = a x_k + sqrt(1 - a^2) w_k."""
    import other_delta as other

    t, q, tau = (x[: round(seconds * other.RATE)] for x in move(motion))
    a = np.exp(-2 * np.pi * BANDWIDTH / other.RATE)
    w = np.random.default_rng(seed).normal(size=tau.shape)
    noise = lfilter([np.sqrt(1 - a * a)], [1.0, -a], w, axis=0)
    measured = tau + NOISE * np.sqrt((tau**2).mean(axis=0)) * noise
    return di.Log(other.JOINTS[:4], t, np.round(q / other.ENCODER) * other.ENCODER, measured)


def judge(result: di.Estimate, q: Array) -> tuple[list[float], list[bool]]:
    """Errors in %, of M against the mean of its entries, and of gravity in the arms against its
    RMS; and which 95 % intervals of friction hold the truth."""
    import other_delta as other

    model = result.model
    exact = other.model_of(other.delta(other.TRUE, APART, friction=True), symmetric=False)
    M, M_true = model.mass_matrix(q, result.p), exact.mass_matrix(q, exact.prior)
    e = 100 * np.abs(M - M_true).max(axis=0) / np.abs(M_true.mean(axis=0))
    g, g_true = (x.gravity(q, p)[:, :3] for x, p in ((model, result.p), (exact, exact.prior)))
    gravity = 100 * np.sqrt(np.mean((g - g_true) ** 2) / np.mean(g_true**2))
    inside, true = [], dict(zip(exact.parameters, exact.prior.tolist()))
    for name in (f"{joint}.{kind}" for joint in other.JOINTS for kind in ("viscous", "coulomb")):
        low, high = np.inf, np.inf
        if name in result.parameters:
            low, high = result.p_interval[result.parameters.index(name)]
        inside.append(bool(low <= true[name] <= high))
    return [np.diag(e).max(), max(e[0, 1], e[0, 2], e[1, 2]), float(gravity)], inside


def report(seeds: int = SEEDS, first: int = FIRST) -> str:
    errors, held, found = [], [], 0
    for seed in range(first, first + seeds):
        a, b, c = ((seed + k) % MOTIONS for k in range(3))
        logs, test = [make_log(a, seed), make_log(b, 100 + seed)], make_log(c, 200 + seed, 6.0)
        result = di.identify(f"{HELP / 'other_delta.py'}:drawn", logs, test=[test]).result
        off, inside = judge(result, move(a)[1][::80])
        print(f"{seed}: {', '.join(f'{x:.2f}' for x in off)} %, {sum(inside)} of {len(inside)}")
        errors.append(off)
        held.append(inside)
        found += "slide.coulomb" in result.parameters
    worst, typical, inside = np.max(errors, axis=0), np.median(errors, axis=0), np.array(held)
    kinds = ["M, diagonal", "M, off diagonal", "gravity"]
    rows = [
        [kind, f"{x:.2f}", f"{y:.2f}", f"{limit:g}", "yes" if y <= limit else "no"]
        for kind, x, y, limit in zip(kinds, typical, worst, LIMITS)
    ]
    return "\n\n".join(
        [
            "### A Delta with a rubbing slide, no option given",
            f"MuJoCo; seeds {first} to {first + seeds - 1}, two logs of {SECONDS:g} s each, 3 % of"
            f" noise of {BANDWIDTH:g} Hz. The friction of the slide was found in {found} of"
            f" {seeds}; intervals of friction that hold the truth:"
            f" {100 * inside.mean():.0f} % of {inside.size}, of the slide"
            f" {100 * inside[:, -2:].mean():.0f} %.",
            table(["% off", "median", "largest", "aim", "reached"], rows),
        ]
    )


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:])))
