"""An excitation criterion with its gradient: dynid's reverse sweep against differences over a loop
of Pinocchio."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from threadpoolctl import threadpool_limits

from common import Case, Timing, interleave, multisine, pinocchio_model, table
from dynid.arrays import Array
from dynid.model.base_reduction import base_parameters
from dynid.model.model import Model
from dynid.robot.builtin import arm7, delta4

N, PERIOD, HARMONICS = 200, 10.0, 5
N_DELTA = 500
REPEATS, SWEEPS = 11, 50  # a sweep is too short to be timed alone
STEP = 1e-5  # of a coefficient, for central differences
TOLERANCE = 1e-6
HEADS = ("", "median ms", "best ms", "CPU ms", "x (medians)", "x (bests)", "note")


def fourier() -> Array:
    """B (3, N, 2 harmonics + 1) with q = B[0] c, qd = B[1] c, qdd = B[2] c for coefficients c (2
    harmonics + 1, n)."""
    t, w = np.arange(N)[:, None] * PERIOD / N, 2 * np.pi / PERIOD * np.arange(1, HARMONICS + 1)
    sine, cosine, one = np.sin(w * t), np.cos(w * t), np.ones((N, 1))
    return np.array(
        [
            np.hstack([one, sine, cosine]),
            np.hstack([0 * one, w * cosine, -w * sine]),
            np.hstack([0 * one, -(w**2) * sine, -(w**2) * cosine]),
        ]
    )


class Criterion:
    """J(c) = log det(W'W) over the base columns of the regressor along a Fourier series."""

    def __init__(self, model: Model) -> None:
        self.model, self.B = model, fourier()
        self.base = base_parameters(model).independent
        self.Y_bar = np.zeros(
            (model.robot.dof, len(model.parameters), N)
        )  # only base columns change

    def value_and_gradient(self, c: Array) -> tuple[float, Array]:
        """J and dJ/dc; dJ/dY = 2 Y (W'W)^-1 in the base columns, then one sweep back."""
        q, qd, qdd = self.B @ c
        Y = self.model.regressor(q, qd, qdd).transpose(1, 2, 0)  # (n, P, N), as in memory
        W = Y[:, self.base]
        gram = (W @ W.transpose(0, 2, 1)).sum(axis=0)
        self.Y_bar[:, self.base] = 2 * np.linalg.inv(gram) @ W
        bars = self.model.regressor_gradient(q, qd, qdd, self.Y_bar.transpose(2, 0, 1))
        return float(np.linalg.slogdet(gram)[1]), (self.B.transpose(0, 2, 1) @ np.array(bars)).sum(
            axis=0
        )

    def pinocchio(self) -> Callable[[Array], float]:
        """J(c) by a Python loop over Pinocchio's regressor."""
        import pinocchio as pin

        tree, _ = pinocchio_model(self.model.robot)
        data, compute = tree.createData(), pin.computeJointTorqueRegressor
        W = np.empty((N, self.model.robot.dof, len(self.model.parameters)))

        def value(c: Array) -> float:
            for k, (q, qd, qdd) in enumerate(zip(*(self.B @ c))):
                W[k] = compute(tree, data, q, qd, qdd)
            base = W.reshape(-1, W.shape[2])[:, self.base]
            return float(np.linalg.slogdet(base.T @ base)[1])

        return value


def differences(value: Callable[[Array], float], c: Array) -> Array:
    """Central differences: two values for each coefficient."""
    gradient = np.empty(c.shape)
    for index in np.ndindex(*c.shape):
        step = np.zeros(c.shape)
        step[index] = STEP
        gradient[index] = (value(c + step) - value(c - step)) / (2 * STEP)
    return gradient


def row(timing: Timing, against: Timing, note: str) -> list[str]:
    times = (f"{t / 1000:.3g}" for t in (timing.median, timing.best, timing.cpu))
    ratios = (f"{timing.median / against.median:.1f}", f"{timing.best / against.best:.1f}")
    return [timing.case.name, *times, *ratios, note]


def arm() -> str:
    criterion = Criterion(Model(arm7()))
    c = np.random.default_rng(0).normal(size=(2 * HARMONICS + 1, criterion.model.robot.dof)) / 2
    size = f"{c.size} coefficients, {N} points, {len(criterion.base)} base columns"
    title = f"### log det(W'W) with its gradient, 7-DOF arm ({size})"

    def sweeps() -> None:
        for _ in range(SWEEPS):
            criterion.value_and_gradient(c)

    cases, notes = [Case("dynid, reverse sweep", sweeps, SWEEPS)], [""]
    try:
        value = criterion.pinocchio()
    except ImportError as error:
        return f"{title}\n\nPinocchio: not installed ({error})"
    J, exact = criterion.value_and_gradient(c)
    gap = np.abs(exact - differences(value, c)).max() / np.abs(exact).max()
    assert abs(J - value(c)) <= TOLERANCE * abs(J), f"the criteria differ: {J} and {value(c)}"
    assert gap <= TOLERANCE, f"the gradients differ by {gap:.1e}"
    cases.append(
        Case("central differences over a Pinocchio loop", lambda: differences(value, c), 1)
    )
    notes.append(f"differs by {gap:.0e}")
    times, conditions = interleave(cases, REPEATS)
    rows = [row(time, times[0], note) for time, note in zip(times, notes)]
    return f"{title}\n\n{table(HEADS, rows)}\n\nBLAS in one thread. {conditions}"


def delta() -> str:
    model = Model(delta4())
    motion = multisine(model.robot, N_DELTA)
    Y_bar = (
        np.random.default_rng(0)
        .normal(size=(model.robot.dof, len(model.parameters), N_DELTA))
        .transpose(2, 0, 1)
    )
    cases = [
        Case("regressor, loops closed", lambda: model.regressor(*motion), 1),
        Case("gradient, loops closed", lambda: model.regressor_gradient(*motion, Y_bar), 1),
    ]
    times, conditions = interleave(cases, 20 * REPEATS)
    rows = [row(time, times[0], "") for time in times]
    return (
        f"### Gradient of a function of the regressor, delta4, {N_DELTA}"
        f" points\n\n{table(HEADS, rows)}\n\n{conditions}"
    )


def report() -> str:
    with threadpool_limits(1):
        return arm() + "\n\n" + delta()


if __name__ == "__main__":
    print(report())
