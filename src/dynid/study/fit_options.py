"""How parameters are fitted: the estimator by name, and what is known before the data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from dynid.errors import InputError, join_names
from dynid.estimators import ESTIMATORS, FROM_SENSORS, METHODS
from dynid.study import yaml_values as check
from dynid.study.knowledge import KnownValues, make_reduction
from dynid.study.options import OWN, declare_option

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.identification.estimator_base import Estimator
    from dynid.model.model import Model

SELECTS = "consistent"  # the method that selects effects by the logs unless some are named
LIMBS = ("equal", "each", "auto")
COMPARED = "consistent,ols,wls,huber,ridge,tsvd,tls,rls"  # where none are named


@dataclass(frozen=True)
class FitOptions(KnownValues):
    """The estimator, by name. `reduction`, fewer parameters of one's own, is in dynid.yaml only."""

    method: str = declare_option(
        SELECTS,
        check.check_text,
        "--method",
        help=f"Estimator: {join_names((*METHODS, *FROM_SENSORS), 99)}; {OWN}.",
        choices=(*METHODS, *FROM_SENSORS),
    )
    reduction: Mapping[str, Mapping[str, float]] | None = declare_option(
        None,
        check.reduction,
        help="User-defined parameters in place of the base parameters, each a weighted sum.",
        details='`{m_P: {platform.m: 1}, T_g: {"arm*.mx": 0.102}}`; parameters in none of them are'
        " zero. For `method: wls` and similar, not `consistent`; `dynid design` excites these.",
    )

    limbs: str = declare_option(
        "equal",
        lambda where, text: check.check_word(where, text, *LIMBS),
        "--limbs",
        help="Bodies of one symmetry group: equal (they share parameters), each (its own), or auto:"
        " an F test on the logs and held-out blocks decide.",
        choices=LIMBS,
    )

    def make_problem(self, estimator: Estimator, model: Model, data: Dataset) -> Any:
        """What the estimator needs: a Problem, or what its kind of problem makes of the data."""
        from dynid.identification.problem import Problem

        make = getattr(getattr(estimator, "needs", Problem), "of", None)
        return (
            Problem(model, data, make_reduction(model, self.reduction))
            if make is None
            else make(data)
        )


def make_estimator(method: str) -> Estimator:
    made = ESTIMATORS.make(method)
    if not hasattr(made, "fit"):
        raise InputError(
            f"method '{method}': got {type(made).__name__}, expected an estimator, which has"
            " fit(problem)."
        )
    return cast("Estimator", made)
