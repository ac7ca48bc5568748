"""Which errors a robot has: several sets of them predict poses that were left out, and the best is
taken where it is better than none beyond chance.

Without that a fit of all frames makes a good robot worse (UR10, 23 poses: 4.71 mm against 4.31).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, Ints, one_blas_thread
from dynid.calibration.error_model import GEARS, LENGTHS, SAG, ZEROS, ErrorModel, GeometryError
from dynid.calibration.geometry_fit import FitSettings, GeometryFit, fit_geometry
from dynid.calibration.linear_evidence import FREE, ErrorPrior, LinearRows, predict_folds
from dynid.calibration.measurements import Measurements, Unknown

FOLDS = 10
#: standard errors by which a set has to predict better than none: one in a hundred of each
BEYOND_CHANCE = 2.5
NONE = "none"


@dataclass(frozen=True)
class ErrorSet:
    """Some errors, and which of them are wrong by one factor: all lengths and all angles, or all of
    a joint (a part that was badly mounted)."""

    name: str
    kinds: tuple[str, ...]
    by_joint: bool = False

    def has(self, error: GeometryError) -> bool:
        return error.kind in self.kinds or (LENGTHS in self.kinds and error.long)

    def find_group(self, error: GeometryError) -> str:
        """How much a joint gives way says nothing of another one; zeros and axes are angles of the
        same parts."""
        if error.kind in (SAG, GEARS):
            return error.name if error.kind == SAG else error.kind
        return error.owner if self.by_joint else "angles" if error.turns else "lengths"


@dataclass(frozen=True, eq=False)
class ErrorSelection:
    """What was selected, and why.

    Parameters
    ----------
    chosen
        the set of errors
    prior
        of the columns
    gains
        {set: (log likelihood of poses left out against none, its standard error)}
    residuals
        {set: (R,) of poses left out}: of none and of the one that was chosen
    """

    chosen: ErrorSet
    prior: ErrorPrior
    gains: Mapping[str, tuple[float, float]]
    residuals: Mapping[str, Array]

    @property
    def sentence(self) -> str:
        if self.chosen.name == NONE:
            return "these poses show no error of the geometry beyond chance: it was left as it is"
        gain, error = self.gains[self.chosen.name]
        return (
            f"errors selected by cross-validation over poses: {self.chosen.name}"
            f" ({gain / max(error, 1e-12):.1f} standard errors better than none)"
        )


def list_sets(model: ErrorModel) -> list[ErrorSet]:
    """The sets of errors that are compared, simple ones first."""
    kinds = tuple(dict.fromkeys(error.kind for error in model.first))
    rigid = tuple(kind for kind in kinds if kind != SAG)
    shifted = tuple(kind for kind in kinds if kind != "axes")
    sets = [
        ErrorSet("encoder zeros", (ZEROS,)),
        ErrorSet("lengths and zeros", (LENGTHS, ZEROS)),
        ErrorSet("all frames", rigid),
        ErrorSet("all", kinds),
        ErrorSet("positions and zeros by joint", shifted, True),
        ErrorSet("all by joint", kinds, True),
    ]
    return [each for each in sets if any(each.has(error) for error in model.first)]


def restrict_prior(prior: ErrorPrior, model: ErrorModel, errors: ErrorSet) -> ErrorPrior:
    """The prior with the other errors taken as zero."""
    fixed = np.zeros(len(prior.tolerance), dtype=bool)
    fixed[: len(model)] = [not errors.has(error) for error in model.first]
    names = list(dict.fromkeys(errors.find_group(x) for x in model.first if errors.has(x)))
    group = np.full(len(prior.group), FREE)
    group[: len(model)] = [
        names.index(errors.find_group(x)) if errors.has(x) else FREE for x in model.first
    ]
    return prior.restrict(fixed, group)


def select_errors(
    model: ErrorModel, data: Measurements, frames: GeometryFit, settings: FitSettings
) -> tuple[ErrorSelection, GeometryFit]:
    """The set that predicts best, and the fit with it."""
    whole = fit_geometry(model, data, frames.unknowns, settings)
    prior, rows = whole.prior, whole.rows
    sets = list_sets(model)
    priors = {each.name: restrict_prior(prior, model, each) for each in sets}
    priors[NONE] = restrict_prior(prior, model, ErrorSet(NONE, ()))
    folds = split_poses(rows)
    with one_blas_thread():
        left = {name: predict_folds(rows, each, folds) for name, each in priors.items()}
    scores = {name: score_poses(rows, r) for name, r in left.items()}
    gains = {name: _compare(score, scores[NONE]) for name, score in scores.items() if name != NONE}
    best = max(sets, key=lambda each: gains[each.name][0])
    for simpler in sets[: sets.index(best)]:
        gain, error = _compare(scores[best.name], scores[simpler.name])
        if gain < error:
            best = simpler
            break
    gain, error = gains[best.name]
    if gain < BEYOND_CHANCE * error or gain <= 0.0:
        best = ErrorSet(NONE, ())
    kept = {name: left[name] for name in {NONE, best.name}}
    chosen = ErrorSelection(best, priors[best.name], gains, kept)
    return chosen, fit_geometry(model, data, frames.unknowns, settings, chosen.prior)


def make_named_selection(
    model: ErrorModel, data: Measurements, unknowns: Mapping[str, Unknown], settings: FitSettings
) -> tuple[ErrorSelection, GeometryFit]:
    """All errors of a model, which the user named; with residuals of poses left out."""
    kinds = tuple(dict.fromkeys(error.kind for error in model.first))
    named = ErrorSet("as named", kinds)
    whole = fit_geometry(model, data, unknowns, settings)
    prior = restrict_prior(whole.prior, model, named)
    fit = fit_geometry(model, data, unknowns, settings, prior)
    none = restrict_prior(whole.prior, model, ErrorSet(NONE, ()))
    folds = split_poses(fit.rows)
    left = {n: predict_folds(fit.rows, p, folds) for n, p in ((NONE, none), (named.name, prior))}
    scores = {name: score_poses(fit.rows, r) for name, r in left.items()}
    gains = {named.name: _compare(scores[named.name], scores[NONE])}
    return ErrorSelection(named, prior, gains, left), fit


def split_poses(rows: LinearRows) -> list[Ints]:
    """Every FOLDS-th pose: those recorded one after the other may be alike, and of the same day."""
    poses = np.unique(rows.pose)
    count = min(FOLDS, len(poses))
    return [poses[k::count] for k in range(count)]


def score_poses(rows: LinearRows, r: Array) -> Array:
    """(poses,) log likelihood of residuals, as noisy as they are in the middle: a pose that is
    wrong in all sets decides nothing."""
    n = int(rows.pose.max()) + 1
    score = np.zeros(n)
    for k in np.unique(rows.kind):
        mine: NDArray[np.bool_] = rows.kind == k
        variance = float(np.mean(r[mine] ** 2))
        loss = 0.5 * r[mine] ** 2 / variance + 0.5 * np.log(variance)
        score -= np.bincount(rows.pose[mine], loss, minlength=n)
    return score


def _compare(score: Array, none: Array) -> tuple[float, float]:
    gain = score - none
    return float(gain.sum()), float(np.std(gain) * np.sqrt(len(gain)))
