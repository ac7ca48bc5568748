"""Base parameters: the combinations of standard parameters that the torques can show, for the model
alone.

Decided on seeded random exact states, never on measured data. With the independent columns Y_b and
Y_d = Y_b K,

    tau = Y p = Y_b theta,   theta = p_b + K p_d
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.arrays import Array, one_blas_thread
from dynid.errors import DynidError, IgnoredElementWarning, InputError, join_names, require
from dynid.lapack import factor_qr, solve_triangular
from dynid.model.channels import is_of_bodies
from dynid.model.model import Model
from dynid.model.random_states import draw_random_states, set_regular_home
from dynid.option_names import name_option

SILENT = 1e-9  # columns below this of the largest never act
SMALLEST_GAP = 1e4  # a smaller gap in the singular values is no gap: the rank would be a guess
WEAK = 1e-5  # of the largest: what acts less beside the others, where there is no gap
NEGLIGIBLE = 1e-9  # coefficients below this are round-off
PRINTED = 1e-5  # relative difference of coefficients that six printed digits may hide
TOGETHER = 48  # columns that are projected in one product
MOST = 2.5e8  # numbers in the regressor of all states: 2 GB


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """Which combinations of parameters are identifiable.

    Parameters
    ----------
    model
        whose parameters they are
    independent
        indices of the parameters that represent a combination, in the order of theta
    dependent
        indices of those that only act through combinations
    silent
        indices of those that never act
    mixing
        K (independent, dependent), the coefficients
    gap
        ratio of the singular values on both sides of the rank
    singular_values
        of the regressor at random states
    pattern
        (n, theta) which base column can act on which joint
    """

    model: Model
    independent: NDArray[np.int64]
    dependent: NDArray[np.int64]
    silent: NDArray[np.int64]
    mixing: Array
    gap: float
    singular_values: Array
    #: (n, theta) which base column can act on which joint
    pattern: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.independent)

    @property
    def contributing(self) -> int:
        """How many standard parameters act at all."""
        return len(self.independent) + len(self.dependent)

    @property
    def map(self) -> Array:
        """B (theta, P) with theta = B p."""
        B = np.zeros((len(self), len(self.model.parameters)))
        B[np.arange(len(self)), self.independent] = 1.0
        B[:, self.dependent] = self.mixing
        return B

    def compute_theta(self, p: ArrayLike) -> Array:
        """theta of a full parameter vector."""
        theta: Array = self.map @ np.asarray(p, dtype=float)
        return theta

    def to_parameters(self, theta: ArrayLike) -> Array:
        """The parameter vector with this theta whose dependent and silent entries are zero (same
        torques, M, C, g)."""
        p = np.zeros(len(self.model.parameters))
        p[self.independent] = theta
        return p

    @property
    def names(self) -> tuple[str, ...]:
        """Readable sums: "link2.Ixx - link2.Iyy + 0.0506 link3.m"; coefficients rounded in print
        only."""
        return name_sums(self.model.parameters, self.independent, self.dependent, self.mixing)

    def classify(self, parameter: str) -> str:
        """ "alone", "in combination" or "not at all": how a standard parameter can be
        identified."""
        if parameter not in self.model.parameters:
            raise InputError(
                f"no parameter '{parameter}'; the model has "
                f"{join_names(self.model.parameters, 12)}."
            )
        k = self.model.parameters.index(parameter)
        if k in self.silent:
            return "not at all"
        if k in self.dependent:
            return "in combination"
        return "in combination" if np.any(self.mixing[list(self.independent).index(k)]) else "alone"

    def __repr__(self) -> str:
        return (
            f"BaseParameters({self.model.robot.name!r}: {len(self)} of {len(self.model.parameters)}"
            f" parameters, {self.contributing} contribute, gap {self.gap:.1e})"
        )


def name_sums(
    parameters: Sequence[str],
    independent: NDArray[np.int64],
    dependent: NDArray[np.int64],
    mixing: Array,
) -> tuple[str, ...]:
    """Readable sums "link2.Ixx - link2.Iyy + 0.0506 link3.m" of parameters."""
    out = []
    for row, k in zip(mixing, independent):
        text = parameters[k]
        for at in np.flatnonzero(row):
            size = abs(row[at])
            # round-off first: half a unit of the last digit (0.03647925) would go either way
            factor = "" if abs(size - 1.0) < 1e-9 else f"{float(f'{size:.9g}'):.6g} "
            text += f" {'-' if row[at] < 0 else '+'} {factor}{parameters[dependent[at]]}"
        out.append(text)
    return tuple(out)


def has_same_combinations(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether names of base parameters stand for the same combinations: of the same parameters,
    with coefficients that are equal to the digits printed."""
    if tuple(one) == tuple(other):
        return True
    if len(one) != len(other):
        return False
    a, b = ([_COEFFICIENT.split(name) for name in names] for names in (one, other))
    if any(x[::2] != y[::2] for x, y in zip(a, b)):
        return False
    pairs = [(float(x), float(y)) for s, t in zip(a, b) for x, y in zip(s[1::2], t[1::2])]
    return all(abs(x - y) <= PRINTED * abs(x) for x, y in pairs)


#: in "link2.Ixx - link2.Iyy + 0.0506 link3.m"
_COEFFICIENT = re.compile(r"(?<= [+-] )(\d[\d.]*(?:e[+-]\d+)?)(?= )")


def base_parameters(
    model: Model,
    seed: int = 0,
    rows: Sequence[str] | None = None,
    more: Callable[[Model, tuple[Array, Array, Array]], Array] | None = None,
) -> BaseParameters:
    """The base parameters of a model: rank by the gap in the singular values, first independent
    columns in order.

    Parameters
    ----------
    model
        the model
    seed
        of the random states at which the rank is found
    rows
        the actuated coordinates whose torques are known; None: all
    more
        rows (N, m, P) of other sensors at states (q, qd, qdd), next to those of the torques
    """
    require("base_parameters", model, Model, "Model(robot, [Viscous(), Coulomb()])")
    count = 40 + 6 * len(model.parameters) // model.robot.dof
    if count * model.robot.dof * len(model.parameters) > MOST:
        raise InputError(
            f"model of '{model.robot.name}': got {model.robot.dof} degrees of freedom and"
            f" {len(model.parameters)} parameters, too many to judge at once. Lock joints that are"
            f" not to be identified ({name_option('lock')}), or take out what is not the robot."
        )
    states = draw_random_states(model.robot, count, seed)
    regular = replace(model, robot=set_regular_home(model.robot))
    with one_blas_thread():
        ideal = _make_ideal(regular)
        Y = compute_random_rows(ideal, states)
        if rows is not None:
            Y = np.where(np.isin(model.robot.actuated, rows)[:, None], Y, 0.0)
        if more is not None:
            Y = np.concatenate([Y, more(ideal, states)], axis=1)
        return _decompose(model, Y)


def _make_ideal(model: Model) -> Model:
    """The model of the robot that its file means: 1.5708 is a right angle."""
    robot = model.robot
    return (
        replace(model, robot=robot.replace(bodies=robot.ideal, ideal=())) if robot.ideal else model
    )


def compute_random_rows(model: Model, states: tuple[Array, Array, Array]) -> Array:
    """The regressor at unrelated states: signals in addition to the motion are what they like
    there, and the load on the joints, where it is not known, that of bodies of 1 kg somewhere.
    What can be told apart does not depend on it."""
    if not model.layout.channels:
        return np.asarray(model.regressor(*states))
    rng = np.random.default_rng(0)
    if model.reference is None:
        bodies = rng.uniform(-0.1, 0.1, (len(model.robot.bodies), 10))
        bodies[:, 0], bodies[:, [4, 6, 9]] = 1.0, 0.1
        model = model.set_load(bodies)
    others = [name for name in model.layout.channels if not is_of_bodies(name)]
    logged = {name: rng.uniform(-1.0, 1.0, states[0].shape) for name in others}
    return np.asarray(model.regressor(*states, model.channels(*states, logged=logged)))


def _decompose(model: Model, Y: Array) -> BaseParameters:
    """The base parameters that a regressor (N, n, P) at exact states shows."""
    Y = _normalise_joints(Y)
    P = Y.shape[2]
    W = Y.transpose(2, 1, 0).reshape(P, -1).T
    # masses come last, so that they are what is combined into others: sums read as in the textbooks
    masses = np.array([name.endswith(".m") for name in model.parameters])
    found = reduce_columns(W, masses, f"model of '{model.robot.name}'")
    return BaseParameters(
        model,
        independent=found.independent,
        dependent=found.dependent,
        silent=found.silent,
        mixing=found.mixing,
        gap=found.gap,
        singular_values=found.singular_values,
        pattern=_mark_acting_columns(Y, found.independent),
    )


@dataclass(frozen=True, eq=False)
class ColumnReduction:
    """The independent columns of a matrix, the others as their combinations W_d = W_b K, and those
    that are zero; with the gap of the singular values at the rank."""

    independent: NDArray[np.int64]
    dependent: NDArray[np.int64]
    silent: NDArray[np.int64]
    mixing: Array
    gap: float
    singular_values: Array


def reduce_columns(W: Array, last: NDArray[np.bool_], what: str) -> ColumnReduction:
    """The rank of a matrix by the gap in its singular values, and its first independent columns.

    Parameters
    ----------
    W
        (rows, columns)
    last
        (columns,) which are to be independent only where no others are
    what
        whose columns they are, for warnings
    """
    norm = np.sqrt(np.einsum("kp,kp->p", W, W))
    acts = norm > SILENT * norm.max()
    columns = np.flatnonzero(acts)
    # W = Q R: all that follows asks for angles and lengths of columns only, which R has as well
    R = _compute_triangle(W[:, columns] / norm[columns])
    s: Array = np.asarray(np.linalg.svd(R, compute_uv=False), dtype=float)
    rank, gap, clear = _rank(s, what)
    order = np.argsort(last[columns], kind="stable")
    middle = np.sqrt(
        s[rank - 1] * max(s[rank] if rank < len(s) else 0.0, np.finfo(float).eps * s[0])
    )
    chosen = np.sort(order[_select_independent(R[:, order], rank, middle, clear)])
    rest = np.setdiff1d(np.arange(len(columns)), chosen)
    # W_d = W_b K, solved by QR of the independent columns; scaling undone afterwards
    K = _solve_by_qr(R[:, chosen], R[:, rest])
    K = K * norm[columns[rest]] / norm[columns[chosen]][:, None]
    scale = norm[columns[chosen]][:, None] / norm[columns[rest]]
    small = np.abs(K) < NEGLIGIBLE * np.abs(K).max(axis=0, initial=0.0)
    K[small | (np.abs(K * scale) < NEGLIGIBLE)] = 0.0
    places = columns[chosen], columns[rest], np.flatnonzero(~acts)
    return ColumnReduction(*places, K, gap, s)


def _compute_triangle(W: Array) -> Array:
    """R (columns, columns) of W = Q R, or W itself where it has fewer rows."""
    return W if W.shape[1] >= len(W) else factor_qr(W)


def _solve_by_qr(A: Array, b: Array) -> Array:
    """x with A x = b in the sense of least squares, by QR."""
    Q, R = np.linalg.qr(A)
    return np.asarray(solve_triangular(R, Q.T @ b), dtype=float)


def _normalise_joints(Y: Array) -> Array:
    """Each joint in units of its own torque: a wrist's small rows must count as much as a
    shoulder's."""
    T = Y.transpose(1, 2, 0)  # (n, P, N), as it lies in memory
    mean = np.array([np.vdot(rows, rows) for rows in T]) / T[0].size
    units = np.maximum(np.sqrt(mean), 1e-300)
    return np.asarray((T / units[:, None, None]).transpose(2, 0, 1))


def find_acting_columns(Y: Array, columns: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(n, columns) which column of a regressor acts on which joint."""
    return _mark_acting_columns(_normalise_joints(Y), columns)


def _mark_acting_columns(Y: Array, columns: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The same in units of the joints' own torques."""
    T = Y.transpose(1, 2, 0)
    largest = np.maximum(T.max(axis=2), -T.min(axis=2))  # (n, P)
    return np.asarray(largest[:, columns] > SILENT * largest.max())


def _rank(s: Array, what: str) -> tuple[int, float, bool]:
    """The rank: where consecutive singular values fall by the largest factor (round-off taken as a
    floor), that factor, and whether it is clear. A mechanism that is almost a special one (a
    parallelogram with rounded lengths) has none: then what acts less than WEAK beside the others
    does not count."""
    floor = np.finfo(float).eps * s[0]
    values = np.append(np.maximum(s, 1e-3 * floor), 1e-3 * floor)
    ratios = values[:-1] / values[1:]
    rank = int(ratios.argmax()) + 1
    gap = float(ratios[rank - 1])
    if gap >= SMALLEST_GAP:
        return rank, gap, True
    rank = int((s > WEAK * s[0]).sum())
    warnings.warn(
        f"{what}: which parameters act is not clear (the singular values of"
        f" its regressor fall by steps of {gap:.0e} at most): some lengths or angles are almost,"
        f" not quite, special ones. Effects below {WEAK:g} relative to the others are omitted.",
        IgnoredElementWarning,
        stacklevel=2,
    )
    return rank, float(ratios[rank - 1]), False


def _select_independent(W: Array, rank: int, threshold: float, clear: bool) -> NDArray[np.int64]:
    """The first `rank` columns (where that is not `clear`: at most), in order, that are independent
    of those before: what is left of each after projection, some of them at a time."""
    Q = np.zeros((W.shape[0], rank), order="F")
    chosen: list[int] = []
    for first in range(0, W.shape[1], TOGETHER):
        known = len(chosen)
        some = _project_out(Q[:, :known], W[:, first : first + TOGETHER])
        for k in range(some.shape[1]):
            if len(chosen) == rank:
                break
            remainder = _project_out(Q[:, known : len(chosen)], some[:, k])
            left = np.linalg.norm(remainder)
            if left > threshold:
                Q[:, len(chosen)] = remainder / left
                chosen.append(first + k)
    if clear and len(chosen) < rank:
        raise DynidError(
            f"only {len(chosen)} of {rank} independent columns were found; the parameters are badly"
            " scaled."
        )
    return np.array(chosen, dtype=np.int64)


def _project_out(basis: Array, x: Array) -> Array:
    """What an orthonormal basis leaves of x."""
    for _ in range(2):  # twice is enough
        x = x - basis @ (basis.T @ x)
    return x
