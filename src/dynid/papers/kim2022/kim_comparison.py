"""Kim 2022: everything identified on one path, and what it predicts on both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.estimators.least_squares import DLS, OLS, TruncatedSVD
from dynid.estimators.recursive import RecursiveLeastSquares
from dynid.estimators.robust import L1
from dynid.estimators.swarm.swarm_estimator import ParticleSwarm
from dynid.figures import Figure
from dynid.identification.estimate import Estimate, estimate
from dynid.identification.estimator_base import Estimator
from dynid.identification.problem import Problem
from dynid.model.analytic_delta import ArmState
from dynid.papers.claims import Picture
from dynid.papers.kim2022 import kim_delta as kim
from dynid.papers.kim2022.kim_delta import (
    JOINTS,
    NAMES_26,
    RATE,
    ArmMotion,
    append_friction,
    compute_fitness,
    compute_regressor_26,
    compute_regressor_37,
    make_reduction,
    make_rubbing_model,
    simulate_measurement,
)
from dynid.papers.paper_style import draw_curves, get_shade
from dynid.plotting import finish, to_single_precision

#: around (36), both signs of friction allowed
BOUNDS = ((0.0, 10.0), (0.0, 30.0), *[(0.0, 2.0)] * 3, *[(-10.0, 10.0)] * 3, *[(-20.0, 20.0)] * 3)
TABLE_2 = {
    "PSO": (0.9240, 0.9053, 0.9228),
    "RLS": (0.8724, 0.8679, 0.8761),
    "DLS": (0.8714, 0.8684, 0.8751),
    "SVD": (0.8545, 0.8001, 0.8604),
}
FIGURES = {"RLS": "Fig. 7", "DLS": "Fig. 8", "SVD": "Fig. 9"}
OTHERS: dict[str, Estimator] = {
    "RLS": RecursiveLeastSquares(),
    "DLS": DLS(0.1),
    "SVD": TruncatedSVD(1e-2),
}


Regressor = Callable[[ArmState], Array]


@dataclass(frozen=True)
class MethodComparison:
    """Everything identified on one path, and both paths."""

    train: ArmMotion
    test: ArmMotion
    swarm: Estimate
    classical: Estimate
    optimum: float  # of (33), by linear programming
    baselines: dict[str, Array]  # of (37): theta
    same_model: dict[str, Array]  # of (26), by the same methods and OLS: theta
    friction_added: Array  # of (37) with friction, by OLS
    table_1: Array  # theta of (26) that Table 1 gives, without friction

    @classmethod
    def make(cls) -> MethodComparison:
        # rmse = (1 - fitness) range, Table 2
        noise = (1 - np.array(TABLE_2["PSO"])) * np.ptp(simulate_measurement(2, 0.0).clean, axis=0)
        train, test = simulate_measurement(1, noise), simulate_measurement(2, noise)

        def make_problem(regressor: Regressor) -> Problem:
            return Problem.from_rows(regressor(train.state), train.tau, joints=JOINTS)

        # (26) is a restriction of the model of all bodies
        model = make_rubbing_model()
        ours = Problem(model, train.make_dataset(model), make_reduction(model))
        swarm = estimate(ours, ParticleSwarm(bounds=BOUNDS))
        rows = Problem.from_rows(compute_regressor_26(train.state), train.tau, NAMES_26, JOINTS)
        ols = OLS().fit(rows).theta
        theirs = make_problem(compute_regressor_37)
        best = L1().fit(ours).theta
        return cls(
            train,
            test,
            swarm,
            estimate(ours, ParticleSwarm(bounds=BOUNDS, neighbours=None)),
            float(np.abs(train.tau - compute_regressor_26(train.state) @ best).sum()),
            {name: how.fit(theirs).theta for name, how in OTHERS.items()},
            {"OLS": ols} | {name: how.fit(ours).theta for name, how in OTHERS.items()},
            OLS().fit(make_problem(append_friction)).theta,
            np.array([kim.m_P, kim.T_g, *[kim.I_A] * 3, *[0.0] * 6]),
        )

    def predict(self, name: str, log: ArmMotion) -> Array:
        """Torques (N, 3) of a method of Table 2, or of Table 1's parameters."""
        if name in self.baselines:
            return np.asarray(compute_regressor_37(log.state) @ self.baselines[name])
        theta = self.swarm.theta if name == "PSO" else self.table_1
        return np.asarray(compute_regressor_26(log.state) @ theta)

    def draw_pictures(self) -> list[Picture]:
        t = np.arange(len(self.train.tau)) / RATE
        paths = {"identification": self.train.state.P, "validation": self.test.state.P}
        ours = {
            name: compute_fitness(self.test.tau, self.predict(name, self.test))[0]
            for name in TABLE_2
        }

        def list_lines(log: ArmMotion, *names: str) -> dict[str, Array]:
            return {"measured": log.tau} | {name: self.predict(name, log) for name in names}

        def draw(name: str) -> Any:
            return draw_arms(t, list_lines(self.train, name, "PSO"))

        compared = "Torques on the identification path"
        return [
            Picture(
                "Fig. 3",
                "Table 1 and the identified model",
                lambda: draw_arms(t, list_lines(self.train, "Table 1", "PSO")),
            ),
            Picture("Fig. 5", "Paths of the platform", lambda: draw_paths(paths)),
            Picture(
                "(33)",
                "Convergence of the swarms",
                lambda: draw_convergence(self.collect_traces(), self.optimum),
            ),
            Picture(
                "Fig. 6",
                f"{compared}: PSO",
                lambda: draw_arms(t, list_lines(self.train, "PSO")),
            ),
            *(
                Picture(figure, f"{compared}: {name}", partial(draw, name))
                for name, figure in FIGURES.items()
            ),
            Picture(
                "Fig. 10",
                "Torques on the validation path; on the right how far the methods are from the"
                " torque without noise",
                lambda: draw_arms(t, list_lines(self.test, *TABLE_2), self.test.clean),
            ),
            Picture(
                "Table 2",
                "Fitness by (41), the paper's and here",
                lambda: draw_fitness(TABLE_2, ours),
            ),
        ]

    def collect_traces(self) -> dict[str, Sequence[float]]:
        return {"PSO": self.swarm.trace.best, "classical swarm": self.classical.trace.best}


# ---- Figures like those of Kim 2022.


def draw_arms(t: Array, lines: Mapping[str, Array], exact: Array | None = None) -> Any:
    """Torques (N, 3), arm by arm; the first is the measured one."""
    return draw_curves(t, lines, [f"τ<sub>{i}</sub> [Nm]" for i in (1, 2, 3)], exact)


def draw_paths(found: Mapping[str, Array]) -> Any:
    """Fig. 5: P (N, 3), z downward as in the paper's equations."""
    figure = Figure()
    for name, P in found.items():
        x, y, z = to_single_precision(P[::4].T)
        figure.add_scatter3d(
            x=x, y=y, z=z, name=name, mode="lines", line={"color": get_shade(name), "width": 4}
        )
    figure.update_scenes(
        xaxis_title="x [m]", yaxis_title="y [m]", zaxis_title="z [m]", zaxis_autorange="reversed"
    )
    return finish(figure, 460)


def draw_convergence(traces: Mapping[str, Sequence[float]], optimum: float) -> Any:
    """How far above the optimum of (33), in %, after every iteration."""
    figure = Figure()
    for name, best in traces.items():
        above = np.maximum(100 * (np.array(best) / optimum - 1), 1e-9)
        figure.add_scatter(
            y=to_single_precision(above), name=name, mode="lines", line={"color": get_shade(name)}
        )
    figure.update_yaxes(type="log", title_text="above the optimum [%]", exponentformat="power")
    figure.update_xaxes(title_text="iteration")
    return finish(figure, 380)


def draw_fitness(
    paper: Mapping[str, Sequence[float]], ours: Mapping[str, Sequence[float] | Array]
) -> Any:
    """Table 2: every arm, method by method."""
    figure = Figure()
    for name in paper:
        for whose, values, opacity in (("paper", paper[name], 0.45), ("here", ours[name], 1.0)):
            looks = {
                "name": f"{name}, {whose}",
                "opacity": opacity,
                "marker_color": get_shade(name),
            }
            figure.add_bar(
                x=["arm 1", "arm 2", "arm 3"], y=to_single_precision(np.asarray(values)), **looks
            )
    figure.update_yaxes(title_text="fitness (41)", range=[0.0, 1.0])
    return finish(figure, 400, barmode="group")
