"""The identification problem, compressed: one pass over the data, then every estimator works on
small triangles.

For each joint j, the rows  W_j theta = y_j  are reduced by QR to  R_j theta = z_j  and the norm of
                            what no theta can
explain: nothing that least squares needs is lost, and no digit either (normal equations would lose
half of them).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import DynidError, InputError
from dynid.model.base import BaseParameters, base_parameters
from dynid.model.model import Model

# singular values (columns scaled to 1) below this of the largest: the data do not show that
# direction
EXCITED = 1e-7


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


#: what is done with the rows of a chunk: number of its first row, Y (joints, columns, len), torque
#: and use (len, joints)
Consume = Callable[[int, Array, Array, NDArray[np.bool_]], None]


@dataclass(frozen=True, eq=False)
class Problem:
    """W theta = y for all data, compressed.

    Problem(model, data) for the base parameters of a model; Problem.from_rows(W, y) for any linear
    model.
    """

    names: tuple[str, ...]
    joints: tuple[str, ...]
    pattern: NDArray[np.bool_]
    blocks: tuple[JointBlock, ...]
    #: the column of Y that belongs to each theta, and a pass over the rows: each(consume) calls
    #: consume(start, Y, torque, use)
    select: NDArray[np.int64]
    each: Callable[[Consume], None]
    model: Model | None = None
    data: Dataset | None = None
    base: BaseParameters | None = None

    def __init__(self, model: Model, data: Dataset, base: BaseParameters | None = None) -> None:
        if data.model.robot is not model.robot:
            raise InputError(
                f"the data were processed for robot '{data.model.robot.name}', the model is of"
                f" '{model.robot.name}'; expected the same robot object."
            )
        if base is not None and base.model is not model:
            raise InputError(
                "the base parameters belong to another model; expected base_parameters(model) of"
                " this one."
            )
        base = base or base_parameters(model)

        def each(consume: Consume) -> None:
            each_chunk(model, data, consume)

        self._fill(base.names, model.robot.actuated, base.pattern, base.independent, each)
        for name, value in (("model", model), ("data", data), ("base", base)):
            object.__setattr__(self, name, value)
        if self.n <= len(base):
            raise InputError(
                f"the data have {self.n} rows for {len(base)} base parameters; expected many more."
                " Use a longer log, or leave out fewer samples."
            )

    @classmethod
    def from_rows(
        cls,
        W: ArrayLike,
        y: ArrayLike,
        names: Sequence[str] | None = None,
        joints: Sequence[str] | None = None,
    ) -> Problem:
        """A linear model given by its rows: W (N, joints, parameters), y (N, joints)."""
        W_, y_ = np.asarray(W, dtype=float), np.asarray(y, dtype=float)
        if (
            W_.ndim != 3
            or not W_.size
            or y_.shape != W_.shape[:2]
            or not (np.isfinite(W_).all() and np.isfinite(y_).all())
        ):
            raise InputError(
                f"got W of shape {W_.shape} and y of shape {y_.shape}, expected finite arrays (N,"
                " joints, parameters) and (N, joints)."
            )
        N, n, k = W_.shape
        if len(names or W_[0, 0]) != k or len(joints or y_[0]) != n:
            raise InputError(
                f"got {len(names or ())} names and {len(joints or ())} joints, expected {k} and"
                f" {n}."
            )

        def each(consume: Consume) -> None:
            for first in range(0, N, 1000):
                part = slice(first, first + 1000)
                consume(
                    first,
                    W_[part].transpose(1, 2, 0),
                    y_[part],
                    np.ones(y_[part].shape, dtype=bool),
                )

        problem = object.__new__(cls)
        problem._fill(
            tuple(names or (f"theta{i + 1}" for i in range(k))),
            tuple(joints or (f"joint{j + 1}" for j in range(n))),
            np.any(W_ != 0.0, axis=0),
            np.arange(k),
            each,
        )
        return problem

    def _fill(
        self,
        names: tuple[str, ...],
        joints: tuple[str, ...],
        pattern: NDArray[np.bool_],
        select: NDArray[np.int64],
        each: Callable[[Consume], None],
    ) -> None:
        fields = {
            "names": names,
            "joints": joints,
            "pattern": pattern,
            "select": select,
            "each": each,
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "blocks", compress(self))

    def residuals(self, Y: Array, y: Array, theta: Array) -> Array:
        """y - W theta (len, joints), for the rows of a chunk."""
        full = np.zeros(Y.shape[1])
        full[self.select] = theta
        return y - np.einsum("jcs,c->sj", Y, full, optimize=True)

    def weighted(self, weight: Callable[[Array, Array], Array]) -> Problem:
        """The same rows, each multiplied by weight(Y, y) (len, joints): one more pass over the
        data."""

        def each(consume: Consume) -> None:
            def scale(start: int, Y: Array, y: Array, use: NDArray[np.bool_]) -> None:
                w = weight(Y, y)
                consume(start, Y * w.T[:, None, :], y * w, use)

            self.each(scale)

        problem = object.__new__(Problem)
        problem._fill(self.names, self.joints, self.pattern, self.select, each)
        return problem

    @property
    def size(self) -> int:
        """Number of parameters theta."""
        return len(self.names)

    @property
    def n(self) -> int:
        """Number of rows (samples times joints that count)."""
        return sum(block.n for block in self.blocks)

    def stacked(self, weights: Array | None = None) -> tuple[Array, Array]:
        """W (rows, theta) and y with the same least-squares problem as all data; weights multiply
        the joints' rows."""
        w = np.ones(len(self.blocks)) if weights is None else np.asarray(weights, dtype=float)
        W = np.zeros((sum(len(b.z) for b in self.blocks), self.size))
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
        return np.array(
            [b.residual + np.sum((b.R @ theta[b.columns] - b.z) ** 2) for b in self.blocks]
        )

    def gram(self, weights: Array) -> Array:
        """sum_j w_j W_j' W_j."""
        A = np.zeros((self.size, self.size))
        for block, w in zip(self.blocks, weights):
            A[np.ix_(block.columns, block.columns)] += w * (block.R.T @ block.R)
        return A

    def directions(self, weights: Array | None = None) -> tuple[Array, Array]:
        """Singular values (theta,) of W with columns scaled to 1, and in rows the directions of
        theta that they belong to."""
        W, _ = self.stacked(weights)
        norm = np.linalg.norm(W, axis=0)
        _, s, Vt = np.linalg.svd(
            W / np.where(norm > 0, norm, 1.0), full_matrices=len(W) < self.size
        )
        return np.append(s, np.zeros(self.size - len(s))), Vt

    def weak_directions(self, weights: Array | None = None) -> tuple[float, list[str]]:
        """Condition number (columns scaled to 1) and, for every direction the data do not show,
        what it consists of."""
        s, Vt = self.directions(weights)
        weak = []
        for v in Vt[s <= EXCITED * s[0]]:
            largest = [k for k in np.argsort(-np.abs(v))[:4] if abs(v[k]) > 0.1]
            weak.append(" with ".join(self.names[k].split(" ")[0] for k in largest))
        return float(s[0] / s[-1]) if s[-1] > 0 else np.inf, weak

    def require_excitation(self) -> None:
        """Raise where the data show fewer directions than there are parameters."""
        _, weak = self.weak_directions()
        if weak:
            raise DynidError(
                f"the data show only {self.size - len(weak)} of {self.size} parameters; not shown:"
                f" {'; '.join(weak[:6])}. Move more joints, faster and together (an excitation"
                " trajectory), leave out effects, or use Ridge() or TruncatedSVD()."
            )

    def __repr__(self) -> str:
        return f"Problem({self.n} rows of {len(self.joints)} joints, {self.size} parameters)"


def compress(problem: Problem) -> tuple[JointBlock, ...]:
    """The triangles of all joints: each thread stacks chunk after chunk under its own and reduces
    again."""
    from threadpoolctl import threadpool_limits

    n = len(problem.joints)
    columns = [np.flatnonzero(problem.pattern[j]) for j in range(n)]
    local = threading.local()
    triangles: list[list[Array]] = []
    lock = threading.Lock()
    counts, squares = np.zeros(n, dtype=np.int64), np.zeros(n)

    def reduce(start: int, Y: Array, tau: Array, use: NDArray[np.bool_]) -> None:
        if not hasattr(local, "R"):
            local.R = [np.zeros((0, len(c) + 1)) for c in columns]
            with lock:
                triangles.append(local.R)
        for j, c in enumerate(columns):
            rows, y = Y[j][problem.select[c]], tau[:, j]
            if not use[:, j].all():
                rows, y = rows[:, use[:, j]], y[use[:, j]]
            local.R[j] = stack_and_reduce(local.R[j], rows, y)
            with lock:
                counts[j] += len(y)
                squares[j] += float(y @ y)

    with threadpool_limits(1):  # the threads are ours: BLAS must not start more
        problem.each(reduce)
        empty = [np.zeros((0, len(c) + 1)) for c in columns]
        whole = [triangle(np.concatenate([empty[j], *(R[j] for R in triangles)])) for j in range(n)]
    return tuple(
        JointBlock(
            problem.joints[j],
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
        R = dgeqrf(A, lwork=64 * k, overwrite_a=1)[0][
            :k
        ]  # scipy's default work space would make LAPACK go column by column
        out[: len(R)] = np.triu(R)
    return out


def each_chunk(model: Model, data: Dataset, consume: Consume) -> None:
    """Call consume(start, Y (n, P, len), torque, use) for consecutive chunks, in threads; thinned
    where the data set says so."""
    if not len(data):
        return
    tau = data.tau - model.known_torque(data.q, data.qd, data.qdd) if model.known else data.tau
    use = np.asarray(data.use, dtype=bool)
    if data.thinning is None:

        def plain(part: slice, Y: Array) -> None:
            consume(part.start, Y.transpose(1, 2, 0), tau[part], use[part])

        model.map_regressor(plain, data.q, data.qd, data.qdd)
        return
    taps, step = data.thinning.taps, data.thinning.step
    for log in np.unique(data.log):
        samples = np.flatnonzero(data.log == log)
        width = step * max(1, 1000 // step)
        for first in range(0, len(samples) - len(taps) + 1, width):
            part = samples[first : first + width + len(taps) - 1]
            Y = np.asarray(model.regressor(data.q[part], data.qd[part], data.qdd[part])).transpose(
                1, 2, 0
            )
            rows = thin(Y, taps, step)
            mask = thin((~use[part]).T.astype(float), np.ones(len(taps)), step).T < 0.5
            consume(int(part[0]), rows, thin(tau[part].T, taps, step).T, mask)


def thin(x: Array, taps: Array, step: int) -> Array:
    """Filter along the last axis (only where the whole filter fits) and keep every step-th
    sample."""
    from scipy.signal import upfirdn

    before = (
        -(len(taps) - 1) % step
    )  # zeros in front, so that the first whole sample is one of those kept
    first, last = (len(taps) - 1 + before) // step, (x.shape[-1] - 1 + before) // step
    padded = np.concatenate([np.zeros((*x.shape[:-1], before)), x], axis=-1)
    return np.asarray(upfirdn(taps, padded, down=step, axis=-1)[..., first : last + 1])
