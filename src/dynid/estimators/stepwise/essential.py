"""essential_parameters(problem): the few parameters that make nearly all of the fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, one_blas_thread
from dynid.errors import InputError
from dynid.estimators.least_squares import compute_noise_weights
from dynid.estimators.stepwise.backward_elimination import ReducedFit, eliminate_backward
from dynid.estimators.stepwise.reduction_history import make_history
from dynid.identification.estimate_text import shorten
from dynid.identification.history import History
from dynid.identification.problem import Problem


@dataclass(frozen=True, eq=False)
class Essential:
    """The parameters that are left, their values fitted without the others, and how it came to
    them.

    Parameters
    ----------
    kept
        their indices in the problem's theta
    error
        100 |y - W theta| / |y| with them, of weighted rows; full_error with all parameters
    """

    names: tuple[str, ...]
    theta: Array
    kept: NDArray[np.int64]
    error: float
    full_error: float
    history: History

    def __str__(self) -> str:
        width = max(len(shorten(name)) for name in self.names)
        lines = [
            (
                f"{len(self.names)} of {self.history[0].count} parameters: error {self.error:.3f} %"
                f" of the torque ({self.full_error:.3f} % with all)"
            ),
            "",
        ]
        return "\n".join(
            lines
            + [f"{shorten(name):<{width}} {v:>12.5g}" for name, v in zip(self.names, self.theta)]
        )

    def __repr__(self) -> str:
        return (
            f"Essential({len(self.names)} of {self.history[0].count} parameters, error"
            f" {self.error:.3f} %)"
        )


def find_essential_parameters(
    problem: Problem, loss: float = 0.01, deviations: tuple[float, ...] | None = None
) -> Essential:
    """The smallest set S found with |y - W_S theta_S| <= |y - W theta| + loss |y|: at most a
    hundredth of the torque's norm is explained less, by default. Rows are weighted by the noise,
    as in WLS.

    Found by taking out, again and again, the parameter whose loss costs the fit least (all others
    refitted: the cost is exact, theta_i^2 / C_ii). That is greedy: the smallest of all sets can be
    smaller by one or two where columns are strongly correlated, and only a search through all sets
    would tell.

    Parameters
    ----------
    problem
        the problem, with all its parameters
    loss
        part of the torque's norm that may be explained less
    deviations
        of the torques, one for each joint; None: those of least squares with all parameters
    """
    if not 0 <= loss < 1:
        raise InputError(
            f"essential_parameters: got loss {loss}, expected a fraction of the torque such as"
            " 0.01."
        )
    with one_blas_thread():
        return _search_essential(problem, loss, deviations)


def _search_essential(
    problem: Problem, loss: float, deviations: tuple[float, ...] | None
) -> Essential:
    weights, _ = compute_noise_weights(problem, deviations)
    square = float(weights**2 @ [block.square for block in problem.blocks])
    states: list[ReducedFit] = []
    for state in eliminate_backward(problem, weights):
        if states and np.sqrt(state.rss) > np.sqrt(states[0].rss) + loss * np.sqrt(square):
            break
        states.append(state)
    last = states[-1]
    return Essential(
        tuple(problem.names[k] for k in last.kept),
        last.theta,
        last.kept,
        float(100.0 * np.sqrt(last.rss / square)),
        float(100.0 * np.sqrt(states[0].rss / square)),
        make_history(problem, weights, states, len(states) - 1, "loss"),
    )
