"""Gnad's method on another Delta that MuJoCo moves (tests/help/other_delta.py): errors and coverage
over several designed motions and noises. Prints the numbers of docs/papers.md."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import dynid as di

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "help"))

DESIGNS, SEEDS = range(4), (1, 2)


def main() -> None:
    import other_delta as other

    model = other.model_of(other.delta(other.GUESS))
    base, true = di.base_parameters(model), other.truth()
    friction = [f"{joint}.{kind}" for joint in other.JOINTS for kind in ("viscous", "coulomb")]
    for design in DESIGNS:
        path = other.motion(model, design)
        for seed in SEEDS:
            data = di.process(other.run(path, seed), model, slow="2%")
            found = di.estimate(di.Problem(model, data, base), di.Consistent(forms=other.FORMS))
            off = other.errors(model, found.p, data.q[::20])
            at = [model.parameters.index(f"slide.{kind}") for kind in ("viscous", "coulomb")]
            slide = 100 * np.abs(found.p[at] / true[at] - 1)
            free = found.std > 1e-9  # the forms fix the others
            z = (found.theta - base.of(true))[free] / found.std[free]
            held = [other.inside(found, name) for name in friction]
            print(
                f"motion {design}, noise {seed}:",
                ", ".join(f"{name} {value:.2g}" for name, value in off.items()),
                f"; slide {slide[0]:.2g}, {slide[1]:.2g} %, held {held[-2:]};"
                f" {np.mean(np.abs(z) < 1.96):.2f} of base parameters and {sum(held)} of"
                f" {len(held)} of friction within their intervals",
                flush=True,
            )


if __name__ == "__main__":
    main()
