"""Do the limbs of a robot that calls them identical have the same parameters? A test on the data.

The model whose limbs share their parameters is nested in the one where each has its own. With the
squared errors S of both, each joint in units of its residuals' deviation, correlation counted
(s_j^2 f_j), and d parameters,

    F = (S_equal - S_each) / (d_each - d_equal) / (S_each / (n - d_each)),   n = sum_j n_j / f_j

Held-out blocks say whether the parameters of single limbs also predict better.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dynid.data.dataset import Dataset
from dynid.errors import InputError, require
from dynid.estimators.least_squares import WLS
from dynid.identification.covariance import estimate_correlated_deviation
from dynid.identification.linear import compute_pseudo_inverse
from dynid.identification.problem import Problem
from dynid.model.model import Model
from dynid.selection.candidates import Setting
from dynid.selection.group_search import compare_blocks
from dynid.selection.held_out import compute_held_out_errors
from dynid.selection.selection_record import SelectionStep

SURE = 0.01  # probability of chance, below which limbs differ


@dataclass(frozen=True)
class LimbComparison:
    """Limbs with equal parameters against limbs with their own.

    Parameters
    ----------
    equal, each
        numbers of base parameters of both models
    F
        the statistic, with `each - equal` and `free` degrees of freedom
    free
        effective samples less parameters
    probability
        of an F as large, if the limbs are equal
    held_out
        by how much the squared error on held-out blocks falls with parameters of each limb
    """

    equal: int
    each: int
    F: float
    free: float
    probability: float
    held_out: SelectionStep

    @property
    def differ(self) -> bool:
        """Surely, and held-out blocks are predicted better."""
        return self.probability < SURE and self.held_out.gain > self.held_out.error

    def __str__(self) -> str:
        fall, error = self.held_out.percent
        verdict = "limbs differ" if self.differ else "limbs may share their parameters"
        return (
            f"{verdict}: F({self.each - self.equal}, {self.free:.0f}) = {self.F:.3g}, p ="
            f" {self.probability:.2g}; with parameters for each limb ({self.each} in place of"
            f" {self.equal}) the squared error on held-out blocks is {-fall:+.2g} +- {error:.1g} %"
        )


def compare_limbs(data: Dataset) -> LimbComparison:
    """Whether limbs of one symmetry group of the robot have the same parameters.

    Parameters
    ----------
    data
        of a model with the effects that act: `process(log, Model(robot, effects))`
    """
    require("compare_limbs", data, Dataset, "process(log, model)")
    robot, effects = data.model.robot, data.model.effects
    if not robot.symmetry:
        raise InputError(
            f"robot '{robot.name}' has no groups of identical bodies, expected some: symmetry."
        )
    models = [Model(robot, effects, symmetric=same) for same in (True, False)]
    problems = [Problem(model, replace(data, model=model)) for model in models]
    deviation = estimate_correlated_deviation(problems[1])
    n = sum(
        block.n / f
        for block, f in zip(
            problems[1].blocks, problems[1].compute_inflations(WLS().fit(problems[1]).theta)
        )
    )
    squares, sizes, errors = [], [], []
    for model, problem in zip(models, problems):
        W, y = problem.stack_rows(1.0 / deviation)
        inverse, _, rank = compute_pseudo_inverse(W, 1e-9)
        theta = inverse @ y
        squares.append(float((problem.sum_squared_errors(theta) / deviation**2).sum()))
        sizes.append(rank)
        p = problem.to_parameters(theta)
        errors.append(compute_held_out_errors(data, model, 0.0, p, WLS()))
    more, free = sizes[1] - sizes[0], n - sizes[1]
    if more <= 0 or free <= 0:
        raise InputError(
            f"limbs cannot be compared: {n:.0f} effective samples for {sizes[1]} parameters,"
            f" {sizes[0]} with equal limbs; expected a longer motion."
        )
    from scipy.stats import f as f_distribution

    F = max(squares[0] - squares[1], 0.0) / more / (squares[1] / free)
    step = compare_blocks("limbs", Setting(()), *errors)
    probability = float(f_distribution.sf(F, more, free))
    return LimbComparison(sizes[0], sizes[1], F, free, probability, step)
