"""How much a motion tells about the parameters: a number to make small, and its exact gradient.

With the base regressor W (rows weighted by 1 / noise, all samples stacked) and A = W'W / N, to
which what earlier logs say is added (`earlier_information`):

    logdet        - ln det A / b         the volume of the confidence ellipsoid
    cond          ln cond W              how uneven its axes are
    emin          - ln lambda_min(A)     its longest axis
    mass_matrix   ln tr(L A^-1) / 2      how well M(q) is known: L = mean of W_M'W_M

where the rows of W_M are those of M(q) qdd at random states, weighted by 1 / noise. Columns are
taken in SI units ("raw"), or each divided by its own norm ("unit"). While optimising,
the largest and the smallest eigenvalue are smoothed, ln (sum lambda^s) / s, so that the optimiser
can follow them where several meet.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.excitation.sampled_motion import Bars, MotionState
from dynid.model.base_reduction import compute_random_rows
from dynid.model.model import Model
from dynid.model.model_along_motion import compute_regressor_along, compute_regressor_cotangents
from dynid.model.random_states import draw_random_states

Index = NDArray[np.int64]

CRITERIA = ("logdet", "cond", "emin", "mass_matrix")
COLUMNS = ("raw", "unit")
WANTED = 200  # random states at which M(q) is to be known
STATES = 10  # random ones that show which parameter acts on which joint
SPARSE = 0.5  # of all pairs of joints and parameters
LEAST = 1e-14  # of the largest eigenvalue: less is round-off
SMOOTHING = 0.1  # of the speed limit: width of the sign of Coulomb friction while optimising


@dataclass(frozen=True, eq=False)
class Criterion:
    """name, columns    see above
    model               with friction smoothed, so that sign changes between samples are seen
    reduction           (P, b): W = Y reduction
    noise               (n,) torque noise, one standard deviation
    speeds, friction    friction * RMS of (qd / speeds) is subtracted: Gnad (9)
    sharpness           s in the smoothed eigenvalues
    earlier             (b, b) information of earlier logs, in parts of the samples to come
    """

    name: str
    columns: str
    model: Model
    reduction: Array
    noise: Array
    speeds: Array
    friction: float = 0.0
    sharpness: float = 4.0
    earlier: Array | None = None

    def __post_init__(self) -> None:
        if self.name not in CRITERIA:
            raise InputError(f"got criterion '{self.name}', expected one of {', '.join(CRITERIA)}.")
        if self.columns not in COLUMNS:
            raise InputError(f"got columns '{self.columns}', expected one of {', '.join(COLUMNS)}.")
        if not (np.isfinite(self.friction) and self.friction >= 0):
            raise InputError(
                f"got friction_weight {self.friction}, expected 0 or a positive number."
            )
        # one column of Y each (the usual case) is a choice, not a product
        chosen = np.argmax(self.reduction, axis=0)
        one = np.zeros_like(self.reduction)
        one[chosen, np.arange(len(chosen))] = 1.0
        object.__setattr__(self, "_chosen", chosen if (one == self.reduction).all() else None)
        object.__setattr__(self, "_acting", self._list_joint_columns())
        wanted = self._compute_wanted() if self.name == "mass_matrix" else None
        object.__setattr__(self, "_wanted", wanted)

    def _compute_wanted(self) -> Array:
        """L (b, b) of M(q) qdd = tau(q, 0, qdd) - tau(q, 0, 0)."""
        q, qd, qdd = draw_random_states(self.model.robot, WANTED)
        still = np.zeros_like(qd)
        Y = [compute_random_rows(self.model, (q, still, a)) for a in (qdd, still)]
        W_M = (Y[0] - Y[1]) @ self.reduction / self.noise[:, None]
        W_M = W_M.reshape(-1, W_M.shape[2])
        return np.asarray(W_M.T @ W_M / WANTED)

    def _list_joint_columns(self) -> list[Index] | None:
        """Of each joint of a tree, the judged columns that can act on it, where that is less than
        half of all: the others need no products."""
        chosen = self._chosen  # type: ignore[attr-defined]
        if chosen is None or not self.model.robot.is_tree:
            return None
        states = draw_random_states(self.model.robot, STATES)
        pattern = np.any(compute_random_rows(self.model, states) != 0.0, axis=0)[:, chosen]
        return [np.flatnonzero(acts) for acts in pattern] if pattern.mean() < SPARSE else None

    def compute_rows(self, state: MotionState) -> Array:
        """W (n, b, N), weighted."""
        Y = compute_regressor_along(self.model, state.closed).transpose(1, 2, 0)
        chosen = self._chosen  # type: ignore[attr-defined]
        W = (
            Y[:, chosen]
            if chosen is not None
            else np.einsum("jps,pb->jbs", Y, self.reduction, optimize=True)
        )
        W /= self.noise[:, None, None]
        return np.asarray(W)

    def compute_information(self, W: Array) -> Array:
        """A = sum_j W_j W_j' / N (b, b)."""
        acting = self._acting  # type: ignore[attr-defined]
        if acting is None:
            return np.asarray(sum(part @ part.T for part in W) / W.shape[2])
        A = np.zeros((W.shape[1], W.shape[1]))
        for part, k in zip(W, acting):
            some = part[k]
            A[np.ix_(k, k)] += some @ some.T
        information: Array = A / W.shape[2]
        return information

    def stack_rows(self, W: Array) -> Array:
        """(rows, b) with the product N (W'W / N + what earlier logs say)."""
        rows = W.transpose(0, 2, 1).reshape(-1, W.shape[1])
        if self.earlier is None:
            return rows
        norm = np.sqrt(np.maximum(np.diag(self.earlier), 1e-300))
        lam, V = np.linalg.eigh(self.earlier / np.outer(norm, norm))
        root = np.sqrt(W.shape[2] * np.maximum(lam, 0.0))[:, None] * V.T * norm
        return np.vstack([rows, root])

    def evaluate(self, state: MotionState) -> float:
        value = self._evaluate_information(self.compute_information(self.compute_rows(state)))[0]
        return value - self.friction * self._compute_speed(state)[0]

    def evaluate_with_gradient(self, state: MotionState) -> tuple[float, Bars]:
        """The criterion, and its cotangents of the described coordinates."""
        W = self.compute_rows(state)
        value, A_bar = self._evaluate_information(self.compute_information(W))
        # dJ = A_bar . dA,  dA = (dW W' + W dW') / N
        Y_bar = self._compute_regressor_bar(2.0 / W.shape[2] * A_bar, W)
        closed = compute_regressor_cotangents(self.model, state.closed, Y_bar.transpose(2, 0, 1))
        q_bar, qd_bar, qdd_bar = state.from_closed(closed)
        speed, speed_bar = self._compute_speed(state)
        qd_bar = qd_bar - self.friction * speed_bar
        return value - self.friction * speed, state.from_drives(q_bar, qd_bar, qdd_bar)

    def _compute_regressor_bar(self, C: Array, W: Array) -> Array:
        """(n, P, N) of W_bar = C W."""
        Y_bar = np.zeros((W.shape[0], len(self.model.parameters), W.shape[2]))
        chosen, acting = self._chosen, self._acting  # type: ignore[attr-defined]
        if acting is not None:
            for j, k in enumerate(acting):
                Y_bar[j, chosen[k]] = C[np.ix_(k, k)] @ W[j, k] / self.noise[j]
            return Y_bar
        W_bar = np.matmul(C, W) / self.noise[:, None, None]
        if chosen is not None:
            Y_bar[:, chosen] = W_bar
        else:
            Y_bar[:] = np.einsum("jbs,pb->jps", W_bar, self.reduction, optimize=True)
        return Y_bar

    def _compute_speed(self, state: MotionState) -> tuple[float, Array]:
        """sqrt(mean over samples of sum_j (qd_j / speed_j)^2), and its gradient."""
        qd = state.qd
        if self.friction == 0.0:
            return 0.0, np.zeros_like(qd)
        size = float(np.sqrt(((qd / self.speeds) ** 2).sum() / len(qd)))
        return size, qd / self.speeds**2 / (len(qd) * max(size, 1e-12))

    def _evaluate_information(self, A: Array) -> tuple[float, Array]:
        """The criterion of a motion's own A, and its gradient (b, b)."""
        A = A if self.earlier is None else A + self.earlier
        L = self._wanted  # type: ignore[attr-defined]
        if L is None:
            return self._evaluate_spectrum(A)
        d = np.diag(A)
        if not (np.isfinite(A).all() and (d > 0).all()):
            return np.inf, np.zeros_like(A)
        S = 1.0 / np.sqrt(d)
        lam, V = np.linalg.eigh(A * S[:, None] * S)
        V = S[:, None] * V / np.sqrt(np.maximum(lam, lam[-1] * LEAST))  # A^-1 = V V'
        P = V.T @ L @ V
        size = float(np.trace(P))
        # d ln tr(L A^-1) / 2 = - tr(A^-1 L A^-1 dA) / (2 tr(L A^-1))
        return 0.5 * float(np.log(size)), -(V @ P @ V.T) / (2.0 * size)

    def _evaluate_spectrum(self, A: Array) -> tuple[float, Array]:
        """The criterion of A, and its gradient (b, b); infinite where a parameter does not act.
        What can hardly be told from others counts as LEAST at least, so that a way leads out."""
        d = np.diag(A)
        if not (np.isfinite(A).all() and (d > 0).all()):
            return np.inf, np.zeros_like(A)
        unit = self.columns == "unit"
        # a determinant can take its scales out, and keeps more digits so
        S = 1.0 / np.sqrt(d) if unit or self.name == "logdet" else np.ones(len(A))
        scaled = A * S[:, None] * S
        lam, V = np.linalg.eigh(scaled)
        if lam[0] <= lam[-1] * LEAST:
            lam = np.maximum(lam, 0.0) + lam[-1] * LEAST
        value, slope = self._evaluate_eigenvalues(lam)
        B = (V * slope) @ V.T  # gradient by the scaled matrix
        A_bar = B * S[:, None] * S
        if unit:
            # the scales move too: dS_i / S_i = - dA_ii / (2 A_ii)
            A_bar -= np.diag((B * scaled).sum(axis=1) / d)
        elif self.name == "logdet":
            value -= float(np.log(d).mean())
        return value, A_bar

    def _evaluate_eigenvalues(self, lam: Array) -> tuple[float, Array]:
        if self.name == "logdet":
            return float(-np.log(lam).mean()), -1.0 / lam / len(lam)
        low, low_slope = self._smooth(1.0 / lam)  # ln of the largest 1 / lambda
        low_slope = -low_slope / lam**2
        if self.name == "emin":
            return low, low_slope
        high, high_slope = self._smooth(lam)
        return 0.5 * (low + high), 0.5 * (low_slope + high_slope)

    def _smooth(self, x: Array) -> tuple[float, Array]:
        """ln (sum x^s) / s >= ln max x, and its gradient."""
        s, most = self.sharpness, x.max()
        if np.isinf(s):  # the largest itself
            one = (np.arange(len(x)) == x.argmax()) / x
            return float(np.log(most)), one
        powers = (x / most) ** s
        return float(np.log(most) + np.log(powers.sum()) / s), powers / x / powers.sum()


def smooth_signs(model: Model, speeds: Array) -> Model:
    """The model with sharp signs of dry friction made tanh(qd / width), a width for each
    joint."""
    limit = dict(zip(model.robot.actuated, speeds))
    typical = float(np.min(speeds[np.isfinite(speeds)], initial=1.0))
    widths = {
        name: SMOOTHING * (limit[name] if np.isfinite(limit.get(name, np.inf)) else typical)
        for name in model.robot.coordinates
    }
    return model.smooth_signs(widths)


def compute_condition_numbers(W: Array) -> tuple[float, float]:
    """cond of the stacked rows (rows, b): as they are, and with every column divided by its
    norm."""
    norm = np.linalg.norm(W, axis=0)
    if not (norm > 0).all():
        return np.inf, np.inf
    raw, unit = (np.linalg.svd(M, compute_uv=False) for M in (W, W / norm))
    return float(raw[0] / max(raw[-1], 1e-300)), float(unit[0] / max(unit[-1], 1e-300))
