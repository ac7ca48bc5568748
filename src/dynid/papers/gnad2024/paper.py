"""Gnad et al. 2024: a 4-DOF Delta's dynamics, physically consistent. Counts, excitation, a
simulated robot (section VII), and the
industrial robot (section VIII), simulated with the parameters and residuals that the paper reports.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from dynid.arrays import Array, Triple, one_blas_thread
from dynid.estimators.consistent.consistent_estimator import Consistent
from dynid.estimators.consistent.log_cholesky import free_variables
from dynid.estimators.consistent.objective import Objective
from dynid.estimators.consistent.prior import make_prior
from dynid.estimators.consistent.restrictions import make_restricted_cone
from dynid.excitation.excitation import Excitation
from dynid.excitation.reachable_workspace import find_largest_hemisphere, make_half_sphere, reach
from dynid.excitation.workspace import Hemisphere
from dynid.figures import Figure
from dynid.identification.estimator_base import Fit
from dynid.identification.problem import Problem
from dynid.model.base_reduction import BaseParameters, base_parameters
from dynid.model.consistency import is_consistent
from dynid.model.inertial import from_log_cholesky, from_log_cholesky_jacobian, log_cholesky
from dynid.model.model import Model
from dynid.papers.claims import ORDER, RECOVERED, Claim, Picture, Reproduction, Row
from dynid.papers.gnad2024 import gnad_robot as gnad
from dynid.papers.gnad2024 import pictures
from dynid.papers.gnad2024.counts import (
    FAST,
    HEMISPHERE,
    SLOW,
    check_counts,
    check_excitation,
    check_transformation,
    design,
)
from dynid.papers.gnad2024.gnad_robot import TABLE_I, list_nominal, make_delta_model
from dynid.papers.gnad2024.industrial import Industrial
from dynid.papers.gnad2024.table_1 import check_geometry, check_table
from dynid.plotting import MEASURED, finish, get_colour, to_single_precision

PAPER = (
    "D. Gnad, H. Gattringer, A. Müller, W. Höbarth, R. Riepl, L. Messner: Dedicated Dynamic"
    " Parameter Identification for Delta-Like Robots, IEEE Robotics and Automation Letters, 2024."
)
SETTING = (
    "Neither the geometry (beyond lengths) nor any data of the paper are public: dynid's delta4"
    " represents the robot, with the bodies of Table I (ID geom). Section VII: torques with 1 %"
    " white noise along a designed motion (the paper does not give its noise: a smaller error here"
    " does not show a better method). Section VIII: the robot is simulated under control (500 Hz,"
    " encoders of 1e-5 rad) with the friction of section VIII-B, a friction curve in drive 4 as"
    " Fig. 8 describes it, and torque residuals of the paper's size, correlated in "
    "time (20 Hz); its torques"
    " and motion are then filtered alike."
)
BELOW, ABOVE = 0.7, 1.3  # RG1 and RG2, as parts of the nominal values


def run() -> Reproduction:
    model = make_delta_model()
    base = base_parameters(model)
    fast, slow = design(model, FAST, seed=0), design(model, SLOW, seed=1)
    with one_blas_thread():
        first, second = Surrogate.identify(base, fast), Industrial.identify(base, fast, slow)
        reached, sketch = check_workspace(model)
        claims = [
            *check_counts(base),
            *check_transformation(),
            *reached,
            *check_excitation(base, fast, slow),
        ]
        claims += [*check_friction_term(model), *first.check_claims(), *check_table(base)]
        claims += [*check_geometry(), *second.check_claims()]
    return Reproduction(
        "gnad2024",
        PAPER,
        SETTING,
        tuple(claims),
        (*sketch, *first.draw_pictures(), *second.draw_pictures()),
    )


# ---- section VII


def fit_consistent(problem: Problem, prior: Array, **settings: Any) -> Fit:
    """(15) with the reduced forms of section VI."""
    return Consistent(prior=prior, forms=gnad.FORMS, draws=0, **settings).fit(problem)


def fit_parameters(problem: Problem, prior: Array, **settings: Any) -> Array:
    """Its parameters."""
    p = fit_consistent(problem, prior, **settings).p
    assert p is not None
    return p


@dataclass(frozen=True)
class Surrogate:
    """Example 1: the simulated robot, identified from below (ID1) and from above (ID2) the nominal
    values."""

    motion: Triple
    found: dict[str, Array]
    exact: Array  # ID1 from torques without noise
    others: list[Array]  # from other regularisations, and from none
    #: J as a part of the optimum, steps of it and of the interior point method, evaluations of
    #: scipy's Levenberg-Marquardt until J is within 1e-3 of the optimum
    log_cholesky: tuple[float, int, int, int]

    @classmethod
    def identify(cls, base: BaseParameters, fast: Excitation) -> Surrogate:
        model = base.model
        motion = fast.trajectory.at(np.arange(10_000) / gnad.RATE)
        tau = model.inverse_dynamics(*motion, list_nominal())
        noisy, clean = (
            Problem(
                model, gnad.make_dataset(motion, gnad.add_noise(tau, part, 1), "section VII"), base
            )
            for part in (0.01, 0.0)
        )

        rng = np.random.default_rng(0)
        priors = []
        for _ in range(5):
            factors = np.repeat(rng.uniform(0.5, 1.5, len(model.group_names)), 10)
            priors.append(
                np.append(list_nominal()[model.layout.inertial] * factors, np.full(11, np.nan))
            )
        below, above = gnad.make_regularisation(BELOW), gnad.make_regularisation(ABOVE)
        nothing = np.full(len(model.parameters), np.nan)
        best, slow = (
            fit_consistent(noisy, below),
            fit_consistent(noisy, below, solver="log_cholesky"),
        )
        assert best.p is not None
        assert best.minimum is not None
        assert slow.minimum is not None
        ratio = slow.minimum.value / best.minimum.value
        plain = count_plain_evaluations(noisy, below, best)
        return cls(
            (motion[0][::10], motion[1][::10], motion[2][::10]),
            {"ID1": best.p, "ID2": fit_parameters(noisy, above)},
            fit_parameters(clean, below, weight=1e-6),
            [fit_parameters(noisy, prior) for prior in (*priors, nothing)],
            (ratio, slow.minimum.iterations, best.minimum.iterations, plain),
        )

    def check_claims(self) -> list[Claim]:
        e = [gnad.collect_errors(p, self.motion) for p in self.found.values()]
        worst = {key: max(x[key] for x in e) for key in e[0]}
        off = [
            gnad.compute_mass_matrix_errors(p, list_nominal(), self.motion[0])[
                :, [0, 0, 1], [1, 2, 2]
            ]
            for p in self.found.values()
        ]
        others = [gnad.collect_errors(p, self.motion) for p in self.others]
        diagonal = [max(x["M diagonal 1-3"], x["M44"]) for x in others]
        M = [
            make_delta_model().mass_matrix(self.motion[0], p)
            for p in (*self.found.values(), *self.others)
        ]
        definite = all(is_positive_definite(x) for x in M)
        bodies = [
            bool(is_consistent(p, make_delta_model())) for p in (*self.found.values(), *self.others)
        ]
        ratio, slow, quick, plain = self.log_cholesky
        return [
            *self.check_parameters(),
            check_bound("Sec. VII", "drive friction, largest error", 2.2, worst["drive friction"]),
            check_bound(
                "Fig. 4",
                "diagonal of M, largest error",
                1.0,
                max(worst["M diagonal 1-3"], worst["M44"]),
            ),
            check_bound(
                "Fig. 4", "off-diagonal of M, largest error", 2.0, float(np.abs(off).max())
            ),
            *self.check_torques(),
            Row(
                "Sec. VII", "M positive definite along the motion (Cholesky), symmetric"
            ).judge_statement(
                "yes",
                f"least eigenvalue {min(x['smallest eigenvalue of M'] for x in e):.2g}",
                definite and all(np.abs(x - np.swapaxes(x, 1, 2)).max() < 1e-12 for x in M),
            ),
            Row("Sec. VII", "every body physically consistent").judge_statement(
                "all", f"{sum(bodies)} of {len(bodies)} results", all(bodies)
            ),
            Row("Sec. VII", "several regularisations: always similar", RECOVERED).judge_statement(
                "similar",
                f"diagonal of M within {max(diagonal[:-1]):.2g} %",
                max(diagonal[:-1]) < 1.0,
                "5 regularisations, bodies scaled by 0.5 .. 1.5",
            ),
            Row("Abstract", "no CAD data needed", RECOVERED).judge_statement(
                "none",
                f"diagonal of M within {diagonal[-1]:.2g} %",
                diagonal[-1] < 1.0,
                "no prior at all: bodies guessed from the kinematics",
            ),
            Row("Sec. IX", "unconstrained optimisation in (13) efficient").judge_statement(
                "efficient",
                f"{plain} evaluations to 1.001 J, {slow} steps to {1 + max(ratio - 1, 0):.7g} J",
                ratio < 1 + 1e-6 and plain < 100,
                "plain Levenberg-Marquardt (scipy), then dynid's with a vanishing barrier; J of the"
                f" optimum, on the boundary: the interior point method takes {quick} steps",
            ),
            self.forward_claim(),
        ]

    def check_parameters(self) -> list[Claim]:
        """Fig. 3."""
        names, true = make_delta_model().parameters, list_nominal()
        shown = [names.index(name) for name in TABLE_I]
        rows = []
        for (key, p), factor in zip(self.found.items(), (BELOW, ABOVE)):
            off = np.abs(p[shown] / true[shown] - 1)
            ours = (
                f"{(off < 0.05).sum()} of {len(off)} within 5 %, {(off > 0.1).sum()} more than 10"
                " % off"
            )
            some = bool(0 < (off < 0.05).sum() < len(off))
            rows.append(
                Row("Fig. 3", f"{key}: some converge, some do not", ORDER).judge_statement(
                    "some", ours, some, f"from {factor} x nominal"
                )
            )
        m = names.index("platform.m")
        off_m = 100 * (self.found["ID1"][m] / true[m] - 1)
        rows.append(
            Row("Fig. 3", "platform mass does not converge (ID1)", ORDER).judge_statement(
                "does not", f"{off_m:+.0f} %", abs(off_m) > 5
            )
        )
        return rows

    def check_torques(self) -> list[Claim]:
        true, rows = gnad.compute_terms(list_nominal(), self.motion), []
        found = [gnad.compute_terms(p, self.motion) for p in self.found.values()]
        exact = gnad.compute_terms(self.exact, self.motion)
        off = {
            kind: [100 * np.abs(x[kind] - true[kind]).max(axis=0) for x in (*found, exact)]
            for kind in true
        }
        size = {kind: np.abs(true[kind]).max(axis=0) for kind in true}
        for where, kind in (("Fig. 5", "Coriolis"), ("Fig. 6", "acceleration")):
            noisy = float(max((x / size[kind])[:3].max() for x in off[kind][:2]))
            rows.append(check_bound(where, f"{kind} torque, drives 1-3, at any time", 1.0, noisy))
            fourth = max(float((x / size[kind])[3]) for x in off[kind][:2])
            clean = float((off[kind][2] / size[kind])[3])
            rows.append(
                Row(where, f"{kind} torque, drive 4", RECOVERED).judge_statement(
                    "under 1 %",
                    f"{fourth:.2g} %; {clean:.1g} % without noise",
                    fourth < 1.0,
                    f"of a peak of {size[kind][3]:.2g} Nm"
                    + (", too small for the noise" if fourth > 1.0 else ""),
                )
            )
        for kind, drives in (("gravity", slice(0, 3)), ("friction", slice(0, 4))):
            worst = float(max((x / size[kind])[drives].max() for x in off[kind][:2]))
            rows.append(
                Row("Abstract", f"{kind} term well approximated", RECOVERED).judge_statement(
                    "well", f"{worst:.2g} % of its peak", worst < 1.0
                )
            )
        return rows

    def forward_claim(self) -> Claim:
        """Accelerations that the identified model gives for the true torques."""
        model, (q, qd, qdd) = make_delta_model(), self.motion
        tau = model.inverse_dynamics(q, qd, qdd, list_nominal())
        off = [model.forward_dynamics(q, qd, tau, p) - qdd for p in self.found.values()]
        part = 100 * max(
            float(np.max(np.linalg.norm(e, axis=0) / np.linalg.norm(qdd, axis=0))) for e in off
        )
        return Row("Sec. IX", "basis for forward dynamics", RECOVERED).judge_statement(
            "basis", f"accelerations to {part:.2g} % RMS", part < 2.0
        )

    def draw_pictures(self) -> list[Picture]:
        q = self.motion[0]
        priors = {"RG1": gnad.make_regularisation(BELOW), "RG2": gnad.make_regularisation(ABOVE)}
        bars = {"nominal": list_nominal(), **priors, **self.found}
        series = {
            key: gnad.compute_mass_matrix_errors(p, list_nominal(), q)
            for key, p in self.found.items()
        }
        t = np.arange(len(q)) * 10 / gnad.RATE
        models = {"nominal": list_nominal(), **self.found}

        def compute_term(kind: str) -> dict[str, Array]:
            return {key: gnad.compute_terms(p, self.motion)[kind] for key, p in models.items()}

        both = "torques of the nominal model and both identified ones"
        return [
            Picture(
                "Fig. 3",
                f"Parameters relative to nominal; without bar, because zero:"
                f" {find_zeros(self.found)}",
                lambda: pictures.draw_parameter_bars(bars, tuple(TABLE_I)),
            ),
            Picture(
                "Fig. 4",
                "Errors of M relative to its mean entries",
                lambda: pictures.draw_mass_matrix(t, series),
            ),
            Picture(
                "Fig. 5",
                f"Coriolis {both}",
                lambda: pictures.draw_drives(t, compute_term("Coriolis")),
            ),
            Picture(
                "Fig. 6",
                f"Acceleration {both}",
                lambda: pictures.draw_drives(t, compute_term("acceleration")),
            ),
        ]


def find_zeros(found: Mapping[str, Array], part: float = 1e-3) -> str:
    """Which parameters of Table I are less than a part of their nominal values, in words."""
    at = [make_delta_model().parameters.index(name) for name in TABLE_I]
    truth = list_nominal()[at]
    zeros = {
        key: [name for name, x in zip(TABLE_I, np.abs(p[at] / truth)) if x < part]
        for key, p in found.items()
    }
    return "; ".join(f"{', '.join(names) or 'none'} of {key}" for key, names in zeros.items())


def check_bound(where: str, what: str, most: float, ours: float) -> Claim:
    """An error against the paper's bound; the paper does not give its noise."""
    return Row(where, what, RECOVERED).judge_statement(
        f"{most:g} %",
        f"{ours:.3g} %",
        ours <= most,
        "the larger of ID1 and ID2; the paper's noise is unknown",
    )


def is_positive_definite(M: Array) -> bool:
    try:
        np.linalg.cholesky(M)
    except np.linalg.LinAlgError:
        return False
    return True


# ---- Gnad 2024, section IX: (15) by plain Levenberg-Marquardt in the variables (13), as scipy has
# it.

MOST = 200  # evaluations


def count_plain_evaluations(problem: Problem, prior: Array, best: Fit, near: float = 1e-3) -> int:
    """How many evaluations of J it takes until J lies within a part `near` of the optimum; MOST if
    it takes more."""
    from scipy.optimize import least_squares

    assert best.minimum is not None
    assert best.weights is not None
    assert problem.model is not None
    full = make_prior(problem, prior, True)
    cone, start = make_restricted_cone(problem.model, full, {}, {}, {}, gnad.FORMS)
    deviations = 1.0 / np.asarray(best.weights)
    J = Objective(problem, full, cone, start, deviations, "relative", "auto", best.minimum.weight)
    A, b = J.rows
    columns = cone.body_columns
    free = [free_variables(cone, i, which) for i, (which, _) in enumerate(columns)]
    inertial = sum(map(len, free))
    others = np.setdiff1d(np.arange(len(cone.free)), np.concatenate([c for _, c in columns]))

    def to_bodies(x: Array) -> Array:
        out, at = np.zeros((len(free), 10)), 0
        for k, each in enumerate(free):
            out[k, each] = x[at : at + len(each)]
            at += len(each)
        return out

    def to_free(x: Array) -> Array:
        out, p = np.zeros(len(cone.free)), from_log_cholesky(to_bodies(x))
        for k, (which, place) in enumerate(columns):
            out[place] = p[k, which]
        out[others] = np.exp(x[inertial:])
        return out

    def compute_slope(x: Array) -> Array:
        D, dp, at = np.zeros((len(cone.free), len(x))), from_log_cholesky_jacobian(to_bodies(x)), 0
        for k, (which, place) in enumerate(columns):
            D[place, at : at + len(free[k])] = dp[k][np.ix_(which, free[k])]
            at += len(free[k])
        D[others, np.arange(inertial, len(x))] = np.exp(x[inertial:])
        return np.asarray(A @ D)

    values: list[float] = []

    def compute_residual(x: Array) -> Array:
        e = np.asarray(A @ to_free(x) - b)
        values.append(0.5 * float(e @ e))
        return e

    ten = log_cholesky(cone.to_parameters(start)[cone.bodies])
    first = [row[each] for row, each in zip(ten, free)]
    with np.errstate(over="ignore"):
        least_squares(
            compute_residual,
            np.concatenate([*first, np.log(start[others])]),
            compute_slope,
            method="lm",
            max_nfev=MOST,
        )
    # scipy evaluates the start once more by itself: the k-th value is that of evaluation k
    reached = (k for k, value in enumerate(values) if value <= (1 + near) * best.minimum.value)
    return next(reached, MOST)


# ---- Gnad 2024, section IV: the hemisphere of Fig. 2, and what the velocity term of (9) does.

WEIGHTS, SEEDS = (0.0, 2.0), (0, 1)  # w of (9); of the designs' starts
KINDS = ("viscous", "coulomb")
CLEARLY = 0.9  # smaller differences are those between starts, and between machines


def check_workspace(model: Model) -> tuple[list[Claim], list[Picture]]:
    """Fig. 2: the largest hemisphere that the tool reaches; that of the designs lies within."""
    found = find_largest_hemisphere(model.robot)
    rim = HEMISPHERE.center + HEMISPHERE.radius * make_half_sphere(400, HEMISPHERE.direction)
    inside = bool(np.all(found.compute_walls(rim)[0] <= 1e-9))
    row = Row("Fig. 2", "a hemisphere within the workspace").judge_statement(
        "B, no figures",
        f"largest: {found.radius:.2f} m, centre at z = {found.center[2]:.2f} m",
        inside,
        f"by the reach of dynid's delta4, without limits of its motors; that of the designs here"
        f" ({HEMISPHERE.radius} m at z = {HEMISPHERE.center[2]}) lies within",
    )
    caption = "What the tool reaches, and the largest hemisphere within"
    return [row], [Picture("Fig. 2", caption, partial(draw_section, model, found))]


def draw_section(model: Model, found: Hemisphere) -> Any:
    """The plane through an arm: how far the tool gets from the hemisphere's centre."""
    angle = np.linspace(0, 2 * np.pi, 181)
    rays = np.stack([np.cos(angle), 0 * angle, np.sin(angle)], axis=1)
    edge = found.center + reach(model.robot, found.center, rays)[:, None] * rays
    figure = Figure()
    parts = {"reach": (edge, MEASURED)}
    for k, (name, shape) in enumerate({"largest": found, "of the designs": HEMISPHERE}.items()):
        parts[name] = (_draw_outline(shape), get_colour(k))
    for name, (points, shade) in parts.items():
        x, _, z = to_single_precision(points.T)
        figure.add_scatter(x=x, y=z, name=name, mode="lines", line={"color": shade})
    figure.update_xaxes(title_text="x [m]")
    figure.update_yaxes(title_text="z [m]", scaleanchor="x")
    return finish(figure, 460)


def _draw_outline(shape: Hemisphere) -> Array:
    down = np.linspace(np.pi, 2 * np.pi, 91)
    arc = np.stack([np.cos(down), 0 * down, np.sin(down)], axis=1)
    return np.asarray(shape.center + shape.radius * np.vstack([arc, arc[:1]]))


def check_friction_term(model: Model) -> list[Claim]:
    """(9): designs with and without the velocity term, and the deviations they predict for the
    friction of the motors."""
    found = [[design(model, FAST, seed, weight=w) for w in WEIGHTS] for seed in SEEDS]
    deviations = [[compute_friction_deviation(each) for each in pair] for pair in found]
    speeds = np.array([[np.sqrt((each.velocity[:3] ** 2).mean()) for each in x] for x in found])
    return [
        Row("(9)", "the velocity term aids the identification of friction").judge_statement(
            "aids",
            "; ".join(f"{a:.3g} -> {b:.3g} %" for a, b in deviations),
            all(b < CLEARLY * a for a, b in deviations),
            "predicted deviation, mean of the motors' viscous and Coulomb friction, of designs from"
            f" {len(SEEDS)} starts, w = {WEIGHTS[0]:g} -> {WEIGHTS[1]:g}; peak speed of the arms"
            f" {speeds[:, 0].mean():.2g} -> {speeds[:, 1].mean():.2g} rad/s",
        )
    ]


def compute_friction_deviation(found: Excitation) -> float:
    """In %, the mean of the drives'."""
    names = [f"{joint}.{kind}" for joint in found.trajectory.joints for kind in KINDS]
    std = [found.predict_deviations()[found.names.index(name)] for name in names]
    true = [list_nominal()[make_delta_model().parameters.index(name)] for name in names]
    return float(100 * np.mean(np.array(std) / true))
