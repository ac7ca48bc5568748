"""The estimators and their variants that a bench knows: each a name, a family, and how it is made
for a case. Those that search begin at the start of the case; those that have a prior take it for
that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.benchmark.benchmark_case import BenchmarkCase
from dynid.errors import InputError, join_names, suggest_name
from dynid.estimators import ESTIMATORS
from dynid.identification.estimator_base import Estimator

#: (problem, estimator) of a case
Made = tuple[Any, Estimator]
PULL = 1e-9  # weight of a prior that only decides what the data do not show
DISTANCES = ("relative", "euclidean", "entropic", "riemannian")
FILTERS = ("ekf", "sr-ekf", "ukf", "sr-ukf", "cdkf", "sr-cdkf")
SPREAD = ("ukf", "sr-ukf")
#: what the registry has beside, and why it is not here
ELSEWHERE = {
    "separable": "no constant of friction is unknown here",
    "two-stage": "it needs motions of every joint alone",
    "per-body": "it needs forces measured in the joints",
    "output-error": "it is didim",
}


@dataclass(frozen=True)
class Variant:
    """slow: takes minutes, and is left out of a quick bench."""

    name: str
    family: str
    make: Callable[[BenchmarkCase], Made]
    slow: bool = False


def _make_plain_variant(method: str, **settings: Any) -> Callable[[BenchmarkCase], Made]:
    return lambda case: (case.problem, ESTIMATORS.make(method, **settings))


def _make_prior_variant(**settings: Any) -> Callable[[BenchmarkCase], Made]:
    """With the start as the prior; intervals from the curvature."""

    def make(case: BenchmarkCase) -> Made:
        given = dict(settings)
        if given.pop("alike", False):  # all rows alike, as in OLS
            given["deviations"] = tuple(np.ones(len(case.problem.joints)).tolist())
        return case.problem, ESTIMATORS.make("consistent", prior=case.p0, draws=0, **given)

    return make


def _make_simulation_variant(
    method: str, start: bool = True, distance: str = ""
) -> Callable[[BenchmarkCase], Made]:
    """By simulation of the loop, from the start or from a first fit (the default)."""

    def make(case: BenchmarkCase) -> Made:
        given: dict[str, Any] = {"drive": case.experiment.drive}
        if start:
            given["start"] = case.first
        if distance:
            given["solver"] = _make_prior_variant(distance=distance)(case)[1]
        return case.problem, ESTIMATORS.make(method, **given)

    return make


def _make_likelihood_estimator(case: BenchmarkCase) -> Made:
    position, _ = case.experiment.compute_noise(case.level)
    noise = tuple(np.maximum(position, 1e-12).tolist())
    return case.problem, ESTIMATORS.make("ml", position_noise=noise, start=case.first)


def _filter(method: str, passes: int = 1, **settings: Any) -> Callable[[BenchmarkCase], Made]:
    def make(case: BenchmarkCase) -> Made:
        problem, spread = case.make_filter_problem()
        given = {"together": spread, "passes": passes, **settings}
        return problem, ESTIMATORS.make(method, **given)

    return make


def _make_swarm_variant(objective: str) -> Callable[[BenchmarkCase], Made]:
    def make(case: BenchmarkCase) -> Made:
        start = tuple(case.first.theta.tolist())
        settings = {"objective": objective, "start": start, "iterations": 300, "particles": 100}
        return case.problem, ESTIMATORS.make("swarm", neighbours=20, **settings)

    return make


def _list_variants() -> tuple[Variant, ...]:
    squares, bodies, loop, filters = (
        "least squares",
        "physically consistent",
        "closed loop",
        "filters",
    )
    return (
        Variant("ols", squares, _make_plain_variant("ols")),
        Variant("wls", squares, _make_plain_variant("wls")),
        Variant("irls", squares, _make_plain_variant("irls")),
        Variant("irls-cauchy", squares, _make_plain_variant("irls", weight="cauchy")),
        Variant("huber", squares, _make_plain_variant("huber")),
        Variant("l1", squares, _make_plain_variant("l1"), slow=True),
        Variant("tls", squares, _make_plain_variant("tls")),
        Variant("ridge", squares, _make_plain_variant("ridge")),
        Variant("dls", squares, _make_plain_variant("dls")),
        Variant("tsvd", squares, _make_plain_variant("tsvd")),
        Variant("rls", squares, _make_plain_variant("rls")),
        Variant("rls-forgetting", squares, _make_plain_variant("rls", forgetting=0.999)),
        Variant("stepwise", squares, _make_plain_variant("stepwise"), slow=True),
        Variant("stepwise-bic", squares, _make_plain_variant("stepwise", stop="bic")),
        Variant("stepwise-f", squares, _make_plain_variant("stepwise", stop="f-test")),
        Variant("swarm-l1", squares, _make_swarm_variant("l1"), slow=True),
        Variant("swarm-l2", squares, _make_swarm_variant("l2"), slow=True),
        Variant("ml", squares, _make_likelihood_estimator),
        Variant("pc-ols", bodies, _make_prior_variant(alike=True, weight=PULL)),
        Variant("pc-wls", bodies, _make_prior_variant(weight=PULL)),
        *(Variant(f"pc-{d}", bodies, _make_prior_variant(distance=d)) for d in DISTANCES),
        Variant("pc-cross-validated", bodies, _make_prior_variant(weight="auto"), slow=True),
        Variant("pc-clarabel", bodies, _make_prior_variant(solver="clarabel")),
        Variant("pc-log-cholesky", bodies, _make_prior_variant(solver="log_cholesky"), slow=True),
        Variant("iv", loop, _make_simulation_variant("iv")),
        Variant("iv-consistent-start", loop, _make_simulation_variant("iv", start=False)),
        Variant("didim", loop, _make_simulation_variant("didim")),
        Variant("didim-consistent-start", loop, _make_simulation_variant("didim", start=False)),
        *(
            Variant(f"pc-didim-{d}", loop, _make_simulation_variant("didim", distance=d))
            for d in DISTANCES
        ),
        Variant("clie", loop, _make_simulation_variant("clie")),
        Variant("cloe", loop, _make_simulation_variant("cloe")),
        *(Variant(f, filters, _filter(f), slow=f != "ekf") for f in FILTERS),
        *(Variant(f"{f}-near", filters, _filter(f, near=True), slow=True) for f in SPREAD),
        Variant("ekf-5-passes", filters, _filter("ekf", 5), slow=True),
        Variant("sr-ekf-5-passes", filters, _filter("sr-ekf", 5), slow=True),
        Variant("particles", filters, _filter("particles"), slow=True),
    )


VARIANTS = {variant.name: variant for variant in _list_variants()}


def select_variants(methods: str | Sequence[str], quick: bool = False) -> tuple[Variant, ...]:
    """By names, separated by commas; "all"; or a family."""
    words = [w.strip() for w in (methods.split(",") if isinstance(methods, str) else methods)]
    found: dict[str, Variant] = {}
    for word in filter(None, words):
        alike = [v for v in VARIANTS.values() if word in ("all", v.family, v.name)]
        if not alike:
            why = f" ({ELSEWHERE[word]})" if word in ELSEWHERE else ""
            raise InputError(
                f"method '{word}' is not in the bench{why}; expected all, or some of"
                f" {join_names(VARIANTS, 60)}.{suggest_name(word, VARIANTS)}"
            )
        found |= {v.name: v for v in alike if not (quick and v.slow and word != v.name)}
    if not found:
        raise InputError("methods: got none, expected all, or names separated by commas.")
    return tuple(found.values())
