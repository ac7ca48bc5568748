"""An estimator of your own: a frozen dataclass with one method. Everything else follows from
di.estimate: residuals, notes, printing, saving, comparison with others.

    python examples/own_estimator.py, or  dynid identify ... --method own_estimator.py:Lasso
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import dynid as di


@dataclass(frozen=True)
class Lasso(di.Estimator):
    """min |W theta - y|^2 / 2 + cost sum_k |norm_k theta_k|: what hardly acts becomes zero."""

    penalty: float = 1e-3  # of the penalty at which all parameters are zero

    def fit(self, problem: di.Problem) -> di.Fit:
        if not self.penalty > 0:
            raise di.InputError(f"Lasso: got penalty {self.penalty}, expected a positive number.")
        W, y = problem.stack_rows()  # the same least squares as all rows of the data
        norm = np.linalg.norm(W, axis=0) + 1e-300
        G, c = (W / norm).T @ (W / norm), (W / norm).T @ y
        cost, x = self.penalty * np.abs(c).max(), np.zeros(len(c))
        for _ in range(20_000 // len(x)):  # coordinate by coordinate, each to its own optimum
            for k in range(len(x)):
                rest = c[k] - G[k] @ x + x[k]
                x[k] = rest - np.clip(rest, -cost, cost)
        return di.Fit(x / norm, notes=(f"{np.sum(x == 0)} of {len(x)} parameters are zero",))


if __name__ == "__main__":
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb(), di.Offset()])
    motion = di.design_excitation(
        model, di.Fourier(period=4.0, harmonics=3), starts=1, iterations=3
    )
    p = np.nan_to_num(model.prior, nan=0.2)
    drive = di.simulation.PD(motion.trajectory, kp=200.0, kd=20.0)
    log = di.simulate(model, p, drive, measurement=di.Measurement(relative_noise=0.01))
    problem = di.Problem(model, di.process(log, model))
    print(di.estimate(problem, Lasso(1e-4)))
    print(di.compare([Lasso(1e-4), di.OLS(), di.Consistent()], problem))
