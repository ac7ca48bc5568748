"""The identification problem, compressed: one pass over the data, then every estimator works on
small triangles (see `compress`); what needs the rows themselves reads them again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import DynidError, InputError, require
from dynid.identification.compress import (
    JointBlock,
    compress_in_time,
    merge_blocks,
    merge_triangles,
)
from dynid.identification.correlation import compute_inflations
from dynid.identification.data_provenance import NOWHERE, DataProvenance
from dynid.identification.regression_rows import Given, Joined, Rows, Stream, Weighted, make_stream
from dynid.identification.sensor_rows import (
    add_sensor_rows,
    list_used_sensors,
    sensor_base_parameters,
)
from dynid.model.base_reduction import BaseParameters, base_parameters, has_same_combinations
from dynid.model.channels import LOGGED_TEMPERATURE
from dynid.model.counterbalance import Counterbalance
from dynid.model.model import Model
from dynid.model.named_parameters import make_label
from dynid.model.reduction import Reduction
from dynid.model.temperature import Temperature
from dynid.model.terms import Law, Signals

# singular values (columns scaled to 1) below this of the largest: the data do not show that
# direction
EXCITED = 1e-7
SEEN = 1e-4  # of the largest singular value: what a first look at the load takes for shown
SAME_BASE = 1e-9  # relative difference of two machines' base parameters that is round-off


@dataclass(frozen=True, eq=False)
class Problem:
    """W theta = y for all data, compressed.

    Problem(model, data) for the base parameters of a model; Problem(model, data, Reduction(model,
    ...)) for a user-defined reduction; Problem.from_rows(W, y) for any linear model;
    Problem.merge(problems) for several logs or machines. Can be pickled.

    Parameters
    ----------
    model
        the model
    data
        what was measured
    base
        what theta stands for; None: the base parameters of the model
    sensors
        joints and loops whose force sensors (`data.sensors`) are fitted together with the torques;
        True: all that the data have. Which parameters they show is known before:
        `sensor_base_parameters(model, sensors)`

    Attributes
    ----------
    stream
        the rows, for what needs them; None in a compressed problem
    base
        what theta stands for; one of them, or neither for rows
    reduction
        what theta stands for; one of them, or neither for rows
    origin
        which logs they come from
    kept_inflations
        (joints,) those of the residuals, kept where the rows are gone
    in_time
        the blocks of each stretch of time, as `stretches` cuts it; none where the rows are gone, or
        have to be passed again for them
    """

    usage: ClassVar[str] = "Problem(model, data) for the base parameters of a model"

    names: tuple[str, ...]
    joints: tuple[str, ...]
    pattern: NDArray[np.bool_]
    blocks: tuple[JointBlock, ...]
    stream: Stream | None
    model: Model | None = None
    data: Dataset | None = None
    base: BaseParameters | None = None
    origin: DataProvenance = NOWHERE
    kept_inflations: Array | None = None
    reduction: Reduction | None = None
    in_time: tuple[tuple[JointBlock, ...], ...] = ()

    def __init__(
        self,
        model: Model,
        data: Dataset,
        base: BaseParameters | Reduction | None = None,
        sensors: Sequence[str] | bool = (),
    ) -> None:
        require("Problem", model, Model, "Problem(Model(robot, effects), data)")
        require("Problem", data, Dataset, "process(log, model)")
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
        named = list_used_sensors(data, sensors, base)
        components: tuple[str, ...] = ()
        if base is None:
            model = set_load(fit_levers(set_mean_temperature(model, data), data), data)
            told = np.asarray(data.use.any(axis=0))
            rows = [name for name, some in zip(model.robot.actuated, told) if some]
            known = rows if told.any() and not told.all() else None
            if named:
                base, components = sensor_base_parameters(model, named, known)
            else:
                base = base_parameters(model, rows=known)
        stream, joints = make_stream(model, data, base), (*model.robot.actuated, *components)
        if components and isinstance(base, BaseParameters):
            torques = replace(base, pattern=base.pattern[: model.robot.dof])
            stream = make_stream(model, data, torques)
            stream = add_sensor_rows(stream, model, data, base, components)
        blocks, in_time = compress_in_time(stream, joints, base.pattern)
        self._set(
            names=base.names,
            joints=joints,
            pattern=base.pattern,
            blocks=blocks,
            in_time=in_time,
            stream=stream,
            model=model,
            data=data,
            base=base if isinstance(base, BaseParameters) else None,
            reduction=base if isinstance(base, Reduction) else None,
            origin=DataProvenance.from_data(data),
        )
        if self.n <= len(base):
            raise InputError(
                f"the data have {self.n} rows for {len(base)} parameters; expected many more."
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
        _, n, k = W_.shape
        if len(names or W_[0, 0]) != k or len(joints or y_[0]) != n:
            raise InputError(
                f"got {len(names or ())} names and {len(joints or ())} joints, expected {k} and"
                f" {n}."
            )
        names = tuple(names or (f"theta{i + 1}" for i in range(k)))
        joints = tuple(joints or (f"joint{j + 1}" for j in range(n)))
        stream, pattern = Given(W_, y_), np.any(W_ != 0.0, axis=0)
        blocks, in_time = compress_in_time(stream, joints, pattern)
        fields = {"pattern": pattern, "blocks": blocks, "in_time": in_time, "stream": stream}
        return object.__new__(cls)._set(names=names, joints=joints, **fields)

    @classmethod
    def from_blocks(
        cls,
        base: BaseParameters,
        blocks: tuple[JointBlock, ...],
        origin: DataProvenance,
        inflations: Array,
    ) -> Problem:
        """A compressed problem, of what was kept of it."""
        return object.__new__(cls)._set(
            names=base.names,
            joints=base.model.robot.actuated,
            pattern=base.pattern,
            blocks=blocks,
            stream=None,
            model=base.model,
            base=base,
            origin=origin,
            kept_inflations=inflations,
        )

    def _set(self, **fields: object) -> Problem:
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        return self

    def replace(self, **fields: object) -> Problem:
        """The same problem with some fields changed."""
        return object.__new__(Problem)._set(**{**vars(self), **fields})

    @staticmethod
    def merge(problems: Sequence[Problem]) -> Problem:
        """One problem of several logs or machines, exactly: as if their data were one.

        Where one of them is compressed, the whole is. There is no single data set: `data` is None.
        """
        if not problems:
            raise InputError("Problem.merge: got no problem, expected at least one.")
        first = problems[0]
        for other in problems[1:]:
            first._check_alike(other)
        if not all(problem.stream for problem in problems):
            problems = [problem.drop_rows() for problem in problems]
        merged = problems[0].replace(
            pattern=np.any([problem.pattern for problem in problems], axis=0),
            blocks=tuple(map(merge_blocks, zip(*(problem.blocks for problem in problems)))),
            stream=Joined(tuple(problem.stream for problem in problems if problem.stream)),
            in_time=(),
            data=None,
            origin=DataProvenance.merge([problem.origin for problem in problems]),
        )
        if problems[0].stream:
            return merged
        # rows that are worth n / f white ones add up
        n = np.array([[block.n for block in problem.blocks] for problem in problems])
        worth = np.sum(n / [problem.kept_inflations for problem in problems], axis=0)
        inflations = np.where(worth > 0, n.sum(axis=0) / np.maximum(worth, 1e-300), 1.0)
        return merged.replace(stream=None, kept_inflations=inflations)

    def _check_alike(self, other: Problem) -> None:
        """Raise where another problem is not about the same parameters."""
        differs: list[str] = []
        for what in ("names", "joints"):
            mine, theirs = getattr(self, what), getattr(other, what)
            only = [f"'{name}'" for name in (*mine, *theirs) if (name in mine) != (name in theirs)]
            if not has_same_combinations(mine, theirs):
                differs.append(f"{what} ({', '.join(only[:4]) or 'another order'})")
        if not differs and self.base is not None and other.base is not None:
            a, b = self.base, other.base
            for what in ("parameters", "known", "constants"):
                if getattr(a.model, what) != getattr(b.model, what):
                    differs.append(f"the models' {what}")
            if not differs and not np.allclose(a.map, b.map, rtol=SAME_BASE, atol=SAME_BASE):
                differs.append("the base parameters (another geometry)")
        elif (self.base is None) != (other.base is None):
            differs.append("the base parameters (only some have a model)")
        terms = [None if x.reduction is None else x.reduction.terms for x in (self, other)]
        if terms[0] != terms[1]:
            differs.append("the reduction")
        if differs:
            raise InputError(
                f"Problem.merge: {self!r} and {other!r} differ in {' and '.join(differs)}; expected"
                " the same parameters and joints: the same robot file and effects for every log."
            )

    def drop_rows(self) -> Problem:
        """Without the rows: of a few kB, to be kept or sent. What looks at every row (Huber, L1)
        cannot be asked of it; how the residuals are correlated is kept, at their least squares."""
        if self.stream is None:
            return self
        W, y = self.stack_rows()
        norm = np.linalg.norm(W, axis=0)
        norm = np.where(norm > 0, norm, 1.0)
        theta = np.linalg.lstsq(W / norm, y, rcond=None)[0] / norm
        gone = {"stream": None, "data": None, "in_time": ()}
        return self.replace(**gone, kept_inflations=self.compute_inflations(theta))

    @property
    def rows(self) -> Stream:
        """rows.map(function) -> [function(rows of a chunk), ...]: one more pass over the data."""
        if self.stream is None:
            raise InputError(
                "the problem is compressed and its rows are gone: what looks at every row (Huber,"
                " L1, ParticleSwarm, RecursiveLeastSquares) cannot be used on it. Use OLS, WLS,"
                " Ridge, Stepwise or Consistent, or merge problems that still have their rows."
            )
        return self.stream

    def compute_residuals(self, theta: Array) -> tuple[Array, NDArray[np.bool_]]:
        """y - W theta (rows, joints) in the order of time, and which of them count."""
        return self.rows.compute_residuals(theta)

    def compute_inflations(self, theta: Array) -> Array:
        """(joints,) by how much the residuals' correlation in time inflates variances."""
        if self.kept_inflations is not None:
            return self.kept_inflations
        return compute_inflations(*self.compute_residuals(theta))

    def weigh_rows(self, weight: Callable[[Rows], Array]) -> Problem:
        """The same rows, each multiplied by weight(rows) (len, joints): one more pass over the
        data."""
        stream = Weighted(self.rows, weight)
        blocks, in_time = compress_in_time(stream, self.joints, self.pattern)
        gone = {"model": None, "data": None, "base": None, "reduction": None}
        return self.replace(stream=stream, blocks=blocks, in_time=in_time, **gone)

    def to_parameters(self, theta: Array) -> Array:
        """All parameters p of the model with this theta (see `BaseParameters.to_parameters`), p = S
        theta of a reduction; theta itself where there is no model."""
        of = self.base if self.base is not None else self.reduction
        return theta if of is None else of.to_parameters(theta)

    @property
    def size(self) -> int:
        """Number of parameters theta."""
        return len(self.names)

    @property
    def n(self) -> int:
        """Number of rows (samples times joints that count)."""
        return sum(block.n for block in self.blocks)

    def stack_rows(self, weights: Array | None = None) -> tuple[Array, Array]:
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

    def compute_triangle(self, weights: Array) -> tuple[Array, Array, float]:
        """R (theta, theta), z and rest with |W theta - y|^2 = |R theta - z|^2 + rest^2 of
        `stacked(weights)`, which has many more rows where there are many joints."""
        T = merge_triangles(self.blocks, weights, self.size)
        return T[:-1, :-1], T[:-1, -1], float(T[-1, -1])

    def sum_squared_errors(self, theta: Array) -> Array:
        """Sum of squared residuals of each joint, for any theta."""
        return np.array(
            [b.residual + np.sum((b.R @ theta[b.columns] - b.z) ** 2) for b in self.blocks]
        )

    def compute_gram(self, weights: Array) -> Array:
        """sum_j w_j W_j' W_j."""
        A = np.zeros((self.size, self.size))
        for block, w in zip(self.blocks, weights):
            A[np.ix_(block.columns, block.columns)] += w * (block.R.T @ block.R)
        return A

    def compute_directions(self, weights: Array | None = None) -> tuple[Array, Array]:
        """Singular values (theta,) of W with columns scaled to 1, and in rows the directions of
        theta that they belong to."""
        R, _, _ = self.compute_triangle(np.ones(len(self.blocks)) if weights is None else weights)
        norm = np.linalg.norm(R, axis=0)
        _, s, Vt = np.linalg.svd(R / np.where(norm > 0, norm, 1.0))
        return s, Vt

    def find_weak_directions(self, weights: Array | None = None) -> tuple[float, list[str]]:
        """Condition number (columns scaled to 1) and, for every direction the data do not
        determine, what it consists of."""
        s, Vt = self.compute_directions(weights)
        weak = []
        for v in Vt[s <= EXCITED * s[0]]:
            largest = [k for k in np.argsort(-np.abs(v))[:4] if abs(v[k]) > 0.1]
            weak.append(" with ".join(self.names[k].split(" ")[0] for k in largest))
        return float(s[0] / s[-1]) if s[-1] > 0 else np.inf, weak

    def require_excitation(self) -> None:
        """Raise where the data determine fewer directions than there are parameters."""
        _, weak = self.find_weak_directions()
        if weak:
            raise DynidError(
                f"the data determine only {self.size - len(weak)} of {self.size} parameters; not"
                f" identifiable: {'; '.join(weak[:6])}. Move more joints, faster and together"
                " (an excitation trajectory), omit effects, or use Ridge() or TruncatedSVD()."
            )

    def __repr__(self) -> str:
        return f"Problem({self.n} rows of {len(self.joints)} joints, {self.size} parameters)"


def set_load(model: Model, data: Dataset) -> Model:
    """The model, with the load on the joints as plain least squares see it, where effects read it
    and it is not known."""
    if model.reference is not None or not model.reads_load:
        return model
    plain = Problem(model.plain, data)
    W, y = plain.stack_rows()
    norm = np.linalg.norm(W, axis=0)
    norm = np.where(norm > 0, norm, 1.0)
    theta = np.linalg.lstsq(W / norm, y, rcond=SEEN)[0] / norm
    return model.set_load_reference(
        model.to_vector(model.plain.to_values(plain.to_parameters(theta)))
    )


# ---- Constants of effects that follow from the training data before anything is fitted: the
# temperature at which friction is stated, the geometry of a counterbalance.

SAMPLES = 4000  # that a geometry is looked for in
RATIOS, TURNS = np.linspace(0.05, 0.95, 19), np.linspace(0.0, 2 * np.pi, 37)[:-1]
STARTS = 3  # places of that grid from which the search goes on
RANK = 1e-9  # of the largest singular value: columns that other columns make up


def set_mean_temperature(model: Model, data: Dataset) -> Model:
    """The model, friction stated at the mean temperature of its joints where none was given."""
    found = {}
    for effect in model.split_effects(Temperature)[0]:
        logged = data.channels.get(LOGGED_TEMPERATURE)
        if np.isnan(effect.constants()["about"]) and logged is not None:
            at = [model.robot.actuated.index(name) for name in effect.chosen(model.robot)]
            T = logged[:, at]
            known = T[np.isfinite(T)]
            found[f"{make_label(effect)}.about"] = float(known.mean()) if known.size else 0.0
    return model.set_constants(found)


def fit_levers(model: Model, data: Dataset) -> Model:
    """The model, with the geometry of its counterbalances where that was not given: what leaves the
    least of the joint's torque to be explained, beside everything else that acts on the joint.

    The stiffness alone cannot be distinguished from gravity on a level axis, so that it is the
    bend of dl/dq that shows the geometry.
    """
    own, rest = model.split_effects(Counterbalance)
    found: dict[str, float] = {}
    for effect in own:
        if effect.constants()["b"] == 0.0:
            joint = model.robot.actuated.index(effect.chosen(model.robot)[0])
            reach = effect.terms()[0].law.lever[0]
            ratio, phase = _fit_lever(rest.plain, data, joint)
            found |= {
                f"{make_label(effect)}.b": ratio * reach,
                f"{make_label(effect)}.phase": phase,
            }
    return model.set_constants(found)


def _fit_lever(model: Model, data: Dataset, joint: int) -> tuple[float, float]:
    """b / a and the phase."""
    from scipy.optimize import minimize

    counted = np.flatnonzero(data.use[:, joint])
    at = counted[:: max(1, len(counted) // SAMPLES)]
    motion = (data.q[at], data.qd[at], data.qdd[at])
    Y = np.asarray(model.regressor(*motion))[:, joint]
    norm = np.linalg.norm(Y, axis=0)
    U, s, _ = np.linalg.svd(Y[:, norm > 0] / norm[norm > 0], full_matrices=False)
    Q = U[:, s > RANK * s.max(initial=0.0)]
    y = data.smooth_tau[at, joint]
    left = y - Q @ (Q.T @ y)
    q = motion[0][:, joint]
    signals = Signals(q, q, q)

    def evaluate_lever(x: Array) -> float:
        """-(c' e)^2 / c' c: by how much the squares fall with this lever."""
        ratio, phase = float(np.clip(x[0], RATIOS[0] / 5, 0.99)), float(x[1])
        c = Law(lever=(1.0, ratio, phase)).force(signals)
        size = float(c @ c)
        c = c - Q @ (Q.T @ c)
        return -(float(c @ left) ** 2) / max(float(c @ c), 1e-12 * size)

    grid = sorted((evaluate_lever(np.array(x)), *x) for x in product(RATIOS, TURNS))
    ends = [
        minimize(
            evaluate_lever,
            np.array(start),
            method="Nelder-Mead",
            options={"xatol": 1e-7, "fatol": 1e-12 * float(y @ y), "maxiter": 400},
        )
        for _, *start in grid[:STARTS]
    ]
    best = min(ends, key=lambda end: float(end.fun)).x
    return float(np.clip(best[0], RATIOS[0] / 5, 0.99)), float(best[1] % (2 * np.pi))
