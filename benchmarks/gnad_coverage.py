"""Gnad's method on another Delta that MuJoCo moves (tests/help/other_delta.py): errors and coverage
over several designed motions and noises: `python benchmarks/gnad_coverage.py [motions] [first]`.
Prints the numbers of docs/papers.md.

Two robots: limbs 1.5 % apart in mass; and in the lengths of arms and struts as well. Two models:
limbs taken as equal, as in the paper; each limb with parameters of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import dynid as di
from common import table

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "help"))

MOTIONS, FIRST, NOISES = 4, 10, 2
KINDS = ("viscous", "coulomb")


def report(motions: int = MOTIONS, first: int = FIRST) -> str:
    import other_delta as other

    friction = [f"{joint}.{kind}" for joint in other.JOINTS for kind in KINDS]
    rows = []
    for robot, lengths, model_lengths in (
        ("masses apart", other.LENGTHS, other.LENGTHS),
        ("lengths, too", other.UNEQUAL, other.UNEQUAL),
        ("lengths, not known", other.UNEQUAL, other.LENGTHS),
    ):
        drawn = other.delta(other.GUESS, lengths=model_lengths)
        models = [other.model_of(drawn, symmetric) for symmetric in (True, False)]
        bases = [di.base_parameters(model) for model in models]
        off, held, z = ([[], []] for _ in range(3))
        for motion in range(first, first + motions):
            path = other.motion(models[0], motion)
            for noise in range(NOISES):
                log = other.run(path, 100 * motion + noise, lengths=lengths)
                for k, (model, base) in enumerate(zip(models, bases)):
                    data = di.process(log, model, slow="2%")
                    problem = di.Problem(model, data, base)
                    found = di.estimate(problem, di.Consistent(forms=other.forms(model)))
                    error = other.errors(model, found.p, data.q[::20], lengths)
                    off[k].append([*error.values(), *other.slide_errors(found)])
                    held[k].append([other.inside(found, name) for name in friction])
                    z[k].append(np.abs(other.base_deviations(found, base)))
        for k, limbs in enumerate(("equal", "each its own")):
            worst, inside = np.array(off[k]), np.array(held[k])
            slide = inside[:, -2:]
            rows.append(
                [
                    robot,
                    limbs,
                    *(f"{x:.2f}" for x in worst[:, :3].max(axis=0)),
                    "yes" if worst[:, 3].min() > 0 else "no",
                    f"{worst[:, 4:].max():.1f}",
                    f"{slide.sum()} of {slide.size}",
                    f"{inside.sum()} of {inside.size}",
                    f"{100 * np.mean(np.concatenate(z[k]) < 1.96):.0f}",
                    f"{np.concatenate(z[k]).max():.1f}",
                ]
            )
    head = ["robot", "limbs in the model", "M diagonal %", "off-diagonal %", "drive friction %"]
    head += ["M > 0", "slide %", "slide held", "friction held", "base held %", "most deviations"]
    return "\n\n".join(
        [
            "### Gnad's method on another Delta",
            (
                f"MuJoCo (Runge-Kutta); motions designed with seeds {first} to"
                f" {first + motions - 1}, {NOISES} noises each, 6 s at 1 kHz, 1 % torque noise,"
                " encoders of 19 bits, priors by simple shapes. Largest errors; held: 95 %"
                " intervals that hold the truth; most deviations: of a base parameter."
            ),
            table(head, rows),
        ]
    )


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:])))
