"""KalmanResult: parameters with their covariance, how they came about, and whether the filter may
be believed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.estimators.kalman.one_joint import FRICTION
from dynid.estimators.kalman.passes import FilterModel, Noises, Pass
from dynid.figures import make_subplots
from dynid.identification.correlation import compute_autocorrelation

LAGS = 20
ROUGH = 4.0  # variance of the torque, of the usual: such samples hardly count


@dataclass(frozen=True, eq=False)
class KalmanResult:
    """The result of a Kalman filter.

    Parameters
    ----------
    parameters
        their names
    p
        their values at the end of the last pass
    covariance
        of these values
    t, history, deviations
        (K,), (K, P), (K, P): values and standard deviations along the last pass
    innovations
        (N - 1, n) measured less predicted position, over its standard deviation: white and of
        variance 1 where model and noises are right
    log_likelihood
        of the positions, by the innovations: compares filters and starts without a truth
    """

    method: str
    robot: str
    joints: tuple[str, ...]
    parameters: tuple[str, ...]
    p: Array
    covariance: Array
    t: Array
    history: Array
    deviations: Array
    innovations: Array
    log_likelihood: float
    position_noise: Array
    torque_noise: Array
    #: largest speed (n,) in the log: the curve is known up to there
    speed: Array
    passes: int
    source: str = ""
    notes: tuple[str, ...] = ()

    @property
    def std(self) -> Array:
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    @property
    def coloured(self) -> float:
        """Share of the first 20 autocorrelations of the innovations outside white noise's 95 %
        band."""
        bound = 1.96 / np.sqrt(len(self.innovations))
        use = np.ones(len(self.innovations), dtype=bool)
        rho = [compute_autocorrelation(e, use, LAGS)[1:] for e in self.innovations.T]
        return float(np.mean(np.abs(rho) > bound))

    @property
    def consistency(self) -> float:
        """Mean square of the normalised innovations: 1 where the noises are right."""
        return float(np.mean(self.innovations**2))

    def get_value(self, name: str) -> float:
        if name not in self.parameters:
            raise InputError(
                f"got parameter '{name}', expected one of {', '.join(self.parameters)}."
            )
        return float(self.p[self.parameters.index(name)])

    def compute_friction(self, joint: str, qd: ArrayLike) -> tuple[Array, Array]:
        """The friction curve (13) at velocities qd, and its standard deviation.

        The data determine the curve: single coefficients can trade places, (B, w) -> (-B, -w)
        and 1 <-> 2.
        """
        names = [f"{joint}.{name}" for name in FRICTION]
        missing = [name for name in names if name not in self.parameters]
        if missing:
            raise InputError(
                f"joint '{joint}': this filter has not estimated {', '.join(missing)}."
            )
        at = [self.parameters.index(name) for name in names]
        v = np.asarray(qd, dtype=float)
        Bv, B1, B2, w1, w2 = self.p[at]
        t1, t2 = np.tanh(w1 * v), np.tanh(w2 * v)
        slope = np.stack([v, t1, t2, B1 * v * (1 - t1**2), B2 * v * (1 - t2**2)], axis=-1)
        variance = np.einsum("...a,ab,...b->...", slope, self.covariance[np.ix_(at, at)], slope)
        return Bv * v + B1 * t1 + B2 * t2, np.sqrt(np.maximum(variance, 0.0))

    def __str__(self) -> str:
        return (
            f"{', '.join(self.joints)}: {self.passes} passes over {len(self.innovations) + 1}"
            f" samples, log-likelihood {self.log_likelihood:.1f}"
        )

    def __repr__(self) -> str:
        return (
            f"KalmanResult({self.method}: {len(self.p)} parameters of {', '.join(self.joints)} of"
            f" {self.robot!r})"
        )

    def plot(self) -> Any:
        """A plotly figure: every parameter along the last pass, with its 95 % band; .show() opens
        it."""
        figure = make_subplots(rows=len(self.p), cols=1, shared_xaxes=True, vertical_spacing=0.01)
        for k, name in enumerate(self.parameters, start=1):
            value, half = self.history[:, k - 1], 1.96 * self.deviations[:, k - 1]
            for edge, fill in ((value - half, None), (value + half, "tonexty")):
                figure.add_scatter(
                    x=self.t, y=edge, line_width=0, fill=fill, fillcolor="#ccddee", row=k, col=1
                )
            figure.add_scatter(x=self.t, y=value, line_color="#224466", name=name, row=k, col=1)
            figure.update_yaxes(title_text=name, row=k, col=1)
        figure.update_xaxes(title_text="t [s]", row=len(self.p), col=1)
        figure.update_layout(title=self.method, showlegend=False, height=140 * len(self.p))
        return figure.to_plotly()


def make_kalman_result(
    method: str,
    plant: FilterModel,
    last: Pass,
    passes: int,
    noises: Noises,
    speed: Array,
    robot: str,
    source: str,
    settled: bool,
    covariance: Array | None = None,
) -> KalmanResult:
    """covariance: of z, stated in place of the last pass's own."""
    n = 2 * len(plant.joints)
    C = last.P[n:, n:] if covariance is None else covariance
    p, slope = plant.to_physical(last.x[n:])
    result = KalmanResult(
        method,
        robot,
        plant.joints,
        plant.parameters,
        p,
        slope[:, None] * C * slope,
        last.t,
        last.history,
        last.deviations,
        last.innovations,
        last.log_likelihood,
        np.sqrt(noises.position),
        np.sqrt(noises.torque),
        speed,
        passes,
        source,
    )
    return replace(result, notes=_list_notes(result, settled, noises, covariance is not None))


def _list_notes(
    result: KalmanResult, settled: bool, noises: Noises, widened: bool
) -> tuple[str, ...]:
    listed = zip(result.joints, result.position_noise, result.torque_noise)
    notes = [
        "noise taken:"
        f" {', '.join(f'{j} {q:.2g} rad or m, {tau:.2g} Nm or N' for j, q, tau in listed)};"
        f" torque {_describe_lag(noises.held)}"
    ]
    rough = 0.0 if noises.rough is None else float(np.mean(noises.rough > ROUGH))
    if rough > 0:
        notes.append(
            f"{100 * rough:.2g} % of the log count less: the model explains the motion there worse"
            " than elsewhere"
        )
    if not settled and result.passes > 1:
        notes.append(f"parameters still moved in pass {result.passes}: allow more passes")
    share, square = result.coloured, result.consistency
    notes.append(
        f"innovations: mean square {square:.2f} (1 where the noises are right), {100 * share:.0f} %"
        f" of their first {LAGS} autocorrelations outside the band of white noise"
    )
    if square > 1.5 or share > 0.5:
        then = "are widened for it" if widened else "are too small"
        notes.append(
            f"the model does not explain the motion to within its noise: deviations {then}"
        )
    return tuple(notes)


def _describe_lag(share: float) -> str:
    named = {0.0: "smooth between samples", 1.0: "held from sample to sample"}
    return named.get(share, f"{0.5 * share:.2f} samples late")
