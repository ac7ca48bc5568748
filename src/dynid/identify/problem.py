"""The identification problem, compressed: one pass over the data, then every estimator works on small triangles.

For each joint j, the rows  W_j theta = y_j  are reduced by QR to  R_j theta = z_j  and the norm of what no theta can
explain: nothing that least squares needs is lost, and no digit either (normal equations would lose half of them).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.data.dataset import Dataset
from dynid.errors import DynidError, InputError
from dynid.identify.base import BaseParameters, base_parameters
from dynid.model.model import Model
from dynid.robot.geometry import Array

EXCITED = 1e-7  # singular values (columns scaled to 1) below this of the largest: the data do not show that direction


@dataclass(frozen=True, eq=False)
class JointBlock:
    """R theta[columns] = z, with residual: squared norm that no theta explains, and n rows."""

    joint: str
    columns: NDArray[np.int64]
    R: Array
    z: Array
    residual: float
    n: int
    #: squared norm of the torques
    square: float


@dataclass(frozen=True, eq=False)
class Problem:
    """model, data and their compressed rows, for the base parameters theta."""

    model: Model
    data: Dataset
    base: BaseParameters
    blocks: tuple[JointBlock, ...]

    def __init__(self, model: Model, data: Dataset, base: BaseParameters | None = None) -> None:
        if data.model.robot is not model.robot:
            raise InputError(
                f"the data were processed for robot '{data.model.robot.name}', the model is of '{model.robot.name}'; "
                "expected the same robot object."
            )
        object.__setattr__(self, "model", model)
        object.__setattr__(self, "data", data)
        object.__setattr__(self, "base", base or base_parameters(model))
        object.__setattr__(self, "blocks", compress(model, data, self.base))

    @property
    def n(self) -> int:
        """Number of rows (samples times joints that count)."""
        return sum(block.n for block in self.blocks)

    def stacked(self, weights: Array | None = None) -> tuple[Array, Array]:
        """W (rows, theta) and y with the same least-squares problem as all data; weights (n,) multiply the joints' rows."""
        w = np.ones(len(self.blocks)) if weights is None else np.asarray(weights, dtype=float)
        W = np.zeros((sum(len(b.z) for b in self.blocks), len(self.base)))
        y = np.zeros(len(W))
        at = 0
        for block, weight in zip(self.blocks, w):
            rows = slice(at, at + len(block.z))
            W[rows, block.columns] = weight * block.R
            y[rows] = weight * block.z
            at += len(block.z)
        return W, y

    def squared_errors(self, theta: Array) -> Array:
        """Sum of squared residuals of each joint, for any theta."""
        return np.array([b.residual + np.sum((b.R @ theta[b.columns] - b.z) ** 2) for b in self.blocks])

    def weak_directions(self, weights: Array | None = None) -> tuple[float, list[str]]:
        """Condition number (columns scaled to 1) and, for every direction the data do not show, what it consists of."""
        W, _ = self.stacked(weights)
        norm = np.linalg.norm(W, axis=0)
        scaled = W / np.where(norm > 0, norm, 1.0)
        _, s, Vt = np.linalg.svd(scaled, full_matrices=False)
        s = np.append(s, np.zeros(max(0, W.shape[1] - len(s))))
        weak = []
        for v in Vt[s[: len(Vt)] <= EXCITED * s[0]]:
            largest = np.argsort(-np.abs(v))[:4]
            weak.append(
                " ~ ".join(self.base.model.parameters[self.base.independent[k]] for k in largest if abs(v[k]) > 0.1)
            )
        return float(s[0] / s[-1]) if s[-1] > 0 else np.inf, weak

    def require_excitation(self) -> None:
        """Raise where the data show fewer directions than the model has base parameters."""
        condition, weak = self.weak_directions()
        if weak:
            raise DynidError(
                f"the data excite only {len(self.base) - len(weak)} of {len(self.base)} base parameters of "
                f"'{self.model.robot.name}'; not shown: {'; '.join(weak[:6])}. Move more joints, faster and together "
                "(an excitation trajectory), leave out effects, or use Ridge() or TruncatedSVD()."
            )

    def __repr__(self) -> str:
        return f"Problem({self.model.robot.name!r}: {self.n} rows, {len(self.base)} base parameters)"


def compress(model: Model, data: Dataset, base: BaseParameters) -> tuple[JointBlock, ...]:
    """The triangles of all joints: each thread stacks chunk after chunk under its own and reduces again."""
    from threadpoolctl import threadpool_limits

    n = model.robot.dof
    columns = [np.flatnonzero(base.pattern[j]) for j in range(n)]
    local = threading.local()
    triangles: list[list[Array]] = []
    lock = threading.Lock()
    counts, squares = np.zeros(n, dtype=np.int64), np.zeros(n)

    def reduce(Y: Array, tau: Array, use: NDArray[np.bool_]) -> None:
        if not hasattr(local, "R"):
            local.R = [np.zeros((0, len(c) + 1)) for c in columns]
            with lock:
                triangles.append(local.R)
        for j, c in enumerate(columns):
            rows, y = Y[j][base.independent[c]], tau[:, j]
            if not use[:, j].all():
                rows, y = rows[:, use[:, j]], y[use[:, j]]
            local.R[j] = stack_and_reduce(local.R[j], rows, y)
            with lock:
                counts[j] += len(y)
                squares[j] += float(y @ y)

    with threadpool_limits(1):  # the threads are ours: BLAS must not start more
        each_chunk(model, data, reduce)
        whole = [triangle(np.concatenate([R[j] for R in triangles])) for j in range(n)]
    return tuple(
        JointBlock(
            model.robot.actuated[j],
            columns[j],
            R=whole[j][:-1, :-1],
            z=whole[j][:-1, -1],
            residual=float(whole[j][-1, -1] ** 2),
            n=int(counts[j]),
            square=float(squares[j]),
        )
        for j in range(n)
    )


def stack_and_reduce(R: Array, rows: Array, y: Array) -> Array:
    """The triangle of [R; rows' y], for rows (k, len)."""
    A = np.empty((len(R) + len(y), len(rows) + 1), order="F")
    A[: len(R)] = R
    A[len(R) :, :-1] = rows.T
    A[len(R) :, -1] = y
    return triangle(A)


def triangle(A: Array) -> Array:
    """R (k, k) of the QR of A (m, k), filled up with zero rows where m < k."""
    from scipy.linalg.lapack import dgeqrf

    k = A.shape[1]
    out = np.zeros((k, k))
    if len(A):
        R = dgeqrf(A, overwrite_a=1)[0][:k]
        out[: len(R)] = np.triu(R)
    return out


#: what is done with the rows of a chunk: Y (n, P, len), torque (len, n), use (len, n)
Consume = Callable[[Array, Array, NDArray[np.bool_]], None]


def each_chunk(model: Model, data: Dataset, consume: Consume) -> None:
    """Call consume for the rows of consecutive chunks, in threads; thinned by the data set's filter where it has one."""
    if not len(data):
        return
    tau = data.tau - model.known_torque(data.q, data.qd, data.qdd) if model.has_known else data.tau
    if data.thinning is None:

        def plain(part: slice, Y: Array) -> None:
            consume(Y.transpose(1, 2, 0), tau[part], data.use[part])

        model.map_regressor(plain, data.q, data.qd, data.qdd)
        return
    taps, step = data.thinning.taps, data.thinning.step
    for log in np.unique(data.log):
        samples = np.flatnonzero(data.log == log)
        width = step * max(1, 1000 // step)
        for first in range(0, len(samples) - len(taps) + 1, width):
            part = samples[first : first + width + len(taps) - 1]
            Y = np.asarray(model.regressor(data.q[part], data.qd[part], data.qdd[part])).transpose(1, 2, 0)
            rows = thin(Y, taps, step)
            mask = thin((~data.use[part]).T.astype(float), np.ones(len(taps)), step).T < 0.5
            consume(rows, thin(tau[part].T, taps, step).T, mask)


def thin(x: Array, taps: Array, step: int) -> Array:
    """Filter along the last axis (only where the whole filter fits) and keep every step-th sample."""
    from scipy.signal import upfirdn

    whole = upfirdn(taps, x, axis=-1)[..., len(taps) - 1 : x.shape[-1]]
    return np.asarray(whole[..., ::step])
