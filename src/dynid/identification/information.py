"""What logs have told about the parameters, for the design of the next motion."""

from __future__ import annotations

import numpy as np

from dynid.errors import InputError
from dynid.excitation.earlier_information import EarlierInformation, invert_information
from dynid.excitation.excitation import RATE
from dynid.identification.covariance import estimate_correlated_deviation
from dynid.identification.estimate import Estimate, find_base
from dynid.identification.problem import Problem


def compute_information(source: Estimate | Problem) -> EarlierInformation:
    """The information of a result, or of a problem, on the parameters of its model:
    `design_excitation(..., earlier=...)` starts from it.

    Of a result it is the inverse of its covariance. Of a problem, which logs need not determine, it
    is `sum_j W_j'W_j / (s_j^2 f_j)` with the residuals' variance s_j^2 and inflation f_j by
    correlation.

    Parameters
    ----------
    source
        an Estimate of base parameters, or Problem(model, data)
    """
    model = source.model
    base = find_base(source) if isinstance(source, Estimate) else source.base
    if model is None or base is None:
        raise InputError(
            "earlier: got a result without a model and base parameters, expected that of"
            " estimate(Problem(model, data)), or Problem(model, data)."
        )
    if isinstance(source, Estimate):
        A = invert_information(np.asarray(source.covariance))
        length = sum(last - first for _, first, last in source.sources)
        noise = {
            fit.joint: fit.rmse * np.sqrt(fit.inflation * RATE * length / max(fit.rows, 1))
            for fit in source.joints
        }
    else:
        deviation = estimate_correlated_deviation(source)
        A = source.compute_gram(1.0 / deviation**2)
        length = sum(last - first for _, first, last in source.origin.spans)
        noise = {
            name: s * np.sqrt(RATE * length / max(block.n, 1))
            for name, s, block in zip(source.joints, deviation, source.blocks)
        }
    B = base.map
    kept = {name: float(s) for name, s in noise.items() if np.isfinite(s) and s > 0}
    return EarlierInformation(model.robot.name, model.parameters, B.T @ A @ B, kept)
