"""Cheng 2022: each body by itself, from the forces and moments in its joints (simulated, or
measured by force sensors).

With the net force F and moment N of all joints of a body, about its origin in its own axes, d the
acceleration of the origin less gravity, h = m c:

    F = m d + alpha x h + omega x (omega x h),        N = h x d + I alpha + omega x I omega

linear in the ten parameters. Where the centre of mass and the principal axes are known (Cheng's
cylinders), about the centre

    F = m a_c (direction by direction of the world),        N_c = J alpha + omega x J omega    with
    J = diag(J11, J22, J33)

(17)-(27), corrected: right-hand sides turned into the body's axes, the empty constraint row left
out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import InputError, join_names
from dynid.identification.data_provenance import NOWHERE, DataProvenance, Spans
from dynid.identification.estimator_base import Estimator, Fit
from dynid.model.model import Model
from dynid.robot.geometry import PARAMETER_NAMES
from dynid.robot.quaternions import to_rotations

# singular values below this of the largest (columns in natural units): that direction is not shown
SHOWN = 1e-5
LEAST_NOISE = 1e-3  # of the noisiest axis: no row is trusted more than this allows
PRINCIPAL = ("m(e1)", "m(e2)", "m(e3)", "J11", "J22", "J33")


@dataclass(frozen=True, eq=False)
class BodyEstimate:
    """One body: values (nan where not identifiable) and deviations, the rank of its equations and
    what they leave open; `least`: all values, with the least part in what is left open."""

    body: str
    names: tuple[str, ...]
    values: Array
    std: Array
    rank: int
    singular_values: Array
    least: Array

    @property
    def identifiable(self) -> NDArray[np.bool_]:
        return ~np.isnan(self.values)

    def __str__(self) -> str:
        rows = [
            (
                f"  {name:<6} {value:>14.7g} +/- {std:.2g}"
                if np.isfinite(value)
                else f"  {name:<6} not identifiable"
            )
            for name, value, std in zip(self.names, self.values, self.std)
        ]
        return "\n".join([f"{self.body}: rank {self.rank} of {len(self.names)}", *rows])


@dataclass(frozen=True, eq=False)
class PerBody:
    """The bodies, in the order of the robot."""

    bodies: tuple[BodyEstimate, ...]
    samples: int

    def __getitem__(self, body: str) -> BodyEstimate:
        for one in self.bodies:
            if one.body == body:
                return one
        raise InputError(
            f"no body '{body}'; there are {join_names([b.body for b in self.bodies])}."
        )

    def __str__(self) -> str:
        return "\n".join(
            [f"Newton-Euler per body, {self.samples} samples", *(str(body) for body in self.bodies)]
        )


@dataclass(frozen=True, eq=False)
class HingeProblem:
    """HingeProblem(wrenches): forces and moments in every joint, those of di.simulate(model, p,
    motion, record="hinge_wrenches"), or of force sensors: HingeProblem.of(di.process(log, model)),
    or with orientations as quaternions: `compute_quaternion_wrenches`.

    Parameters
    ----------
    samples
        those to identify from (Cheng takes five); None: all
    model
        of the bodies, where it is known: the result then has its p, and can be validated
    origin
        the logs, where they come from some
    """

    usage: ClassVar[str] = (
        "HingeProblem(wrenches), with the wrenches of di.simulate(model, p, motion,"
        ' record="hinge_wrenches"), or HingeProblem.of(di.process(log, model)) where joints have'
        " force sensors"
    )

    wrenches: Wrenches
    samples: Sequence[int] | None = None
    model: Model | None = None
    origin: DataProvenance = NOWHERE

    @classmethod
    def from_data(cls, data: Dataset) -> HingeProblem:
        """From logs with the columns of six-axis sensors. Where these passed a low-pass, as many
        samples are used as it leaves independent."""
        from dynid.estimators.per_body.measured_wrenches import make_measured_wrenches

        wrenches = make_measured_wrenches(data)
        step = 1 if data.cutoff is None else max(1, int(data.rate / (2.0 * data.cutoff)))
        bodies, origin = Model(data.model.robot, symmetric=False), DataProvenance.from_data(data)
        said = (
            f"forces of sensors: through the filter of the positions, one sample in {step} used;"
            " notes on torques do not apply to them"
        )
        origin = replace(origin, notes=(*origin.notes, said))
        return cls(wrenches, range(0, len(data), step), bodies, origin)

    @property
    def sources(self) -> Spans:
        return self.origin.spans

    @property
    def recordings(self) -> tuple[str, ...]:
        return self.origin.recordings

    def __post_init__(self) -> None:
        if not hasattr(self.wrenches, "sum_wrenches"):
            found = getattr(self.wrenches, "wrenches", None)
            if found is None:
                raise InputError(
                    f"got {type(self.wrenches).__name__} without hinge forces and moments, expected"
                    ' those of di.simulate(model, p, motion, record="hinge_wrenches").wrenches, or'
                    " of force sensors in every joint."
                )
            object.__setattr__(self, "wrenches", found)
        N, rows = len(self.wrenches.quaternion), self.rows
        if rows.ndim != 1 or not len(rows) or rows.min() < 0 or rows.max() >= N:
            raise InputError(f"got samples {self.samples!r}, expected numbers from 0 to {N - 1}.")

    @property
    def rows(self) -> NDArray[np.int64]:
        if self.samples is None:
            return np.arange(len(self.wrenches.quaternion))
        return np.asarray(self.samples, dtype=np.int64)

    def list_hidden_notes(self, measured: Sequence[int]) -> tuple[str, ...]:
        left = [name for i, name in enumerate(self.wrenches.bodies) if i not in measured]
        if not left:
            return ()
        return (f"bodies {join_names(left)} left out: not all forces on them were measured",)

    def __repr__(self) -> str:
        return f"HingeProblem({len(self.rows)} samples of {join_names(self.wrenches.bodies)})"


@dataclass(frozen=True)
class NewtonEulerPerBody(Estimator):
    """Masses and inertias of each body from hinge forces and moments. The joints' own torques alone
    do not suffice.

    Parameters
    ----------
    centres
        {body: centre of mass in its frame}: of these bodies masses (in each direction of the world)
        and principal moments of inertia are found; of the others all ten parameters
    axes
        {body: rotation whose columns are the principal axes}, where they are not those of the frame
    """

    centres: Mapping[str, ArrayLike] = field(default_factory=dict)
    axes: Mapping[str, ArrayLike] = field(default_factory=dict)

    needs: ClassVar[type] = HingeProblem

    def fit(self, problem: HingeProblem) -> Fit:
        """theta are the values that are identifiable; `details` of the result, a PerBody, has all
        bodies."""
        wrenches, rows = problem.wrenches, problem.rows
        unknown = [name for name in (*self.centres, *self.axes) if name not in wrenches.bodies]
        if unknown:
            raise InputError(
                f"no body {join_names(unknown)}; there are {join_names(wrenches.bodies)}."
            )
        moment, force, measured = self._sum_body_wrenches(wrenches, rows)
        found = PerBody(
            tuple(self._fit_body(wrenches, i, rows, force[:, i], moment[:, i]) for i in measured),
            len(rows),
        )
        shown = [body.identifiable for body in found.bodies]
        names = [f"{b.body}.{n}" for b in found.bodies for n in b.names]
        known = np.concatenate(shown)
        hidden = [name for name, seen in zip(names, known) if not seen]
        values, std = (
            np.concatenate([getattr(body, x) for body in found.bodies])[known]
            for x in ("values", "std")
        )
        notes = (*problem.origin.notes, *problem.list_hidden_notes(measured))
        if hidden:
            notes += (f"not identifiable from these motions: {join_names(hidden, 12)}",)
        return Fit(
            values,
            p=_complete_parameters(problem.model, found),
            covariance=np.diag(std**2),
            names=tuple(name for name, seen in zip(names, known) if seen),
            notes=notes,
            details=found,
        )

    def _sum_body_wrenches(
        self, wrenches: Wrenches, rows: NDArray[np.int64]
    ) -> tuple[Array, Array, list[int]]:
        """Moments, forces, and the bodies all of whose joints were measured: of the others all is
        nan."""
        F, N = wrenches.sum_wrenches()
        both = np.concatenate([F, N], axis=2)
        measured = np.flatnonzero(~np.isnan(both).all(axis=(0, 2)))
        if not len(measured) or not np.isfinite(both[:, measured]).all():
            raise InputError(
                "some hinge forces or moments are nan or infinite; expected finite numbers."
            )
        return N[rows], F[rows], measured.tolist()

    def _fit_body(
        self, wrenches: Wrenches, i: int, rows: NDArray[np.int64], F: Array, N: Array
    ) -> BodyEstimate:
        name = wrenches.bodies[i]
        R = to_rotations(wrenches.quaternion[rows, i])
        d, omega, alpha = take_body_motion(wrenches, i, rows)
        if name not in self.centres:
            return _fit_weighted(name, PARAMETER_NAMES, *make_full_rows(d, omega, alpha, F, N))
        c, A = (
            np.asarray(self.centres[name], dtype=float),
            np.asarray(self.axes.get(name, np.eye(3)), dtype=float),
        )
        if c.shape != (3,) or A.shape != (3, 3) or not np.allclose(A.T @ A, np.eye(3), atol=1e-6):
            raise InputError(
                f"body '{name}': expected a centre of three numbers and principal axes as a 3x3"
                " rotation."
            )
        # acceleration and moment at the centre of mass
        a_c = d + np.cross(alpha, c) + np.cross(omega, np.cross(omega, c))
        N_c = N - np.cross(c, F)
        W_m, y_m = make_mass_rows(np.einsum("nij,nj->ni", R, a_c), np.einsum("nij,nj->ni", R, F))
        W_J, y_J = make_inertia_rows(omega @ A, alpha @ A, N_c @ A)
        masses, inertias = (
            _solve(name, PRINCIPAL[:3], W_m, y_m),
            _solve(name, PRINCIPAL[3:], W_J, y_J),
        )
        both = [
            np.concatenate([getattr(masses, x), getattr(inertias, x)])
            for x in ("values", "std", "singular_values", "least")
        ]
        rank = masses.rank + inertias.rank
        return BodyEstimate(name, PRINCIPAL, both[0], both[1], rank, both[2], both[3])


def predict_body_wrench(problem: HingeProblem, body: BodyEstimate) -> tuple[Array, Array]:
    """(samples, 6) net force and moment on a body, measured and by its ten parameters."""
    wrenches, rows = problem.wrenches, problem.rows
    i = wrenches.bodies.index(body.body)
    F, N = wrenches.sum_wrenches()
    W, y = make_full_rows(*take_body_motion(wrenches, i, rows), F[rows, i], N[rows, i])
    return y.reshape(-1, 6), (W @ body.least).reshape(-1, 6)


def _complete_parameters(model: Model | None, found: PerBody) -> Array | None:
    """p of all bodies, where all ten parameters of each were sought."""
    known = {body.body: body.least for body in found.bodies if len(body.names) == 10}
    if model is None or not set(model.group_names) <= set(known):
        return None
    return np.concatenate([known[name] for name in model.group_names])


def _fit_weighted(name: str, names: tuple[str, ...], W: Array, y: Array) -> BodyEstimate:
    """Once with all rows alike, then each of the six axes by what the first solution left of it:
    forces and moments have noise of their own."""
    first = _solve(name, names, W, y)
    sigma = np.sqrt(np.mean((y - W @ first.least).reshape(-1, 6) ** 2, axis=0))
    weights = 1.0 / np.maximum(sigma, max(LEAST_NOISE * sigma.max(), 1e-300))
    weights = np.tile(weights / weights.max(), len(y) // 6)
    return _solve(name, names, W * weights[:, None], y * weights)


def _solve(name: str, names: tuple[str, ...], W: Array, y: Array) -> BodyEstimate:
    """Least squares in the directions that the rows show; a parameter with a part in the others is
    not identifiable."""
    U, s, Vt = np.linalg.svd(W, full_matrices=False)
    shown = s > SHOWN * s[0] if s[0] > 0 else np.zeros(len(s), dtype=bool)
    V = Vt[shown].T / s[shown] if shown.any() else np.zeros((len(names), 0))
    x = V @ (U[:, shown].T @ y)
    # the part of each parameter that lies in the directions shown
    part = np.sum(Vt[shown] ** 2, axis=0)
    free = max(len(y) - int(shown.sum()), 1)
    std = np.sqrt(np.sum((y - W @ x) ** 2) / free * np.sum(V**2, axis=1))
    known = part > 1.0 - 1e-6
    nan = np.full(len(names), np.nan)
    return BodyEstimate(
        name, names, np.where(known, x, nan), np.where(known, std, nan), int(shown.sum()), s, x
    )


# ---- The equations of one body, linear in its parameters (see `estimator`).


class Wrenches(Protocol):
    """What di.simulate(..., record="hinge_wrenches").wrenches holds; arrays (N, bodies, ...),
    vectors in each body's axes."""

    @property
    def bodies(self) -> tuple[str, ...]: ...
    @property
    def gravity(self) -> Array: ...
    @property
    def angular_velocity(self) -> Array: ...
    @property
    def angular_acceleration(self) -> Array: ...
    @property
    def acceleration(self) -> Array: ...
    @property
    def quaternion(self) -> Array: ...

    def sum_wrenches(self) -> tuple[Array, Array]: ...


def take_body_motion(
    wrenches: Wrenches, i: int, rows: NDArray[np.int64]
) -> tuple[Array, Array, Array]:
    """d, omega and alpha of body i, in its axes."""
    R = to_rotations(wrenches.quaternion[rows, i])
    d = wrenches.acceleration[rows, i] - np.einsum("nji,j->ni", R, wrenches.gravity)
    return d, wrenches.angular_velocity[rows, i], wrenches.angular_acceleration[rows, i]


def make_mass_rows(a: Array, F: Array) -> tuple[Array, Array]:
    """(17): F_k = m(e_k) a_k, a mass for each direction of the world."""
    W = np.zeros((len(a), 3, 3))
    W[:, [0, 1, 2], [0, 1, 2]] = a
    return W.reshape(-1, 3), F.ravel()


def make_inertia_rows(omega: Array, alpha: Array, N: Array) -> tuple[Array, Array]:
    """(20): N1 = J11 alpha1 + (J33 - J22) omega2 omega3, and so on around."""
    W = np.zeros((len(N), 3, 3))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        W[:, i, i] = alpha[:, i]
        W[:, i, j] = -omega[:, j] * omega[:, k]
        W[:, i, k] = omega[:, j] * omega[:, k]
    return W.reshape(-1, 3), N.ravel()


def make_full_rows(d: Array, omega: Array, alpha: Array, F: Array, N: Array) -> tuple[Array, Array]:
    """F and N of the ten parameters m, h, Ixx, Ixy, Iyy, Ixz, Iyz, Izz."""
    W = np.zeros((len(d), 6, 10))
    W[:, :3, 0] = d
    for k, e in enumerate(np.eye(3)):
        W[:, :3, 1 + k] = np.cross(alpha, e) + np.cross(omega, np.cross(omega, e))
        W[:, 3:, 1 + k] = np.cross(e, d)
    for k, (i, j) in enumerate(((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)), start=4):
        I = np.zeros((3, 3))
        I[i, j] = I[j, i] = 1.0
        W[:, 3:, k] = alpha @ I + np.cross(omega, omega @ I)
    return W.reshape(-1, 10), np.concatenate([F, N], axis=1).ravel()
