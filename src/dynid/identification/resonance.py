"""Joints that look elastic, from one encoder: a warning, with the frequency of the resonance.

Let the encoder sit on the motor's side of a gear of stiffness K, and L be the torque that the
bodies ask for. The bodies lag behind by L / K, so that the torque is that of a rigid joint through

    1 / (1 - (f / fa)^2),   (2 pi fa)^2 = K / J of the bodies

and well below fa the rigid model leaves -c L'', with c = (2 pi fa)^-2 > 0. Late torques leave the
first derivative of the whole torque, which is fitted beside it; filters with some damping and noise
in accelerations leave c < 0. Low-passed columns and torque of one joint are compared in several
bands: in high ones noise wins over what little a motion has there. The deviation of c is the
jackknife's over blocks of time, everything fitted again without one of them: what one part of the
motion tells must hold in the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

import dynid._native as native
from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.lowpass import compute_butterworth_sections, compute_settled_state
from dynid.identification.estimate import Estimate
from dynid.model.base_reduction import base_parameters

BANDS = (1.5, 3.0, 6.0, 12.0, 24.0)  # Hz
BLOCKS = 10
SURE, GAIN = 4.5, 0.02  # deviations of c above 0; of what the rigid model leaves: less is none
BELOW = 1.2  # times the band's end: a resonance nearer is no longer "well above"
PER_PERIOD, FINER = 8.0, 20.0  # samples a period of a band; of the highest of all
REFLECTED = 12  # samples at both ends
MOST = 8000  # samples, after that
DEPENDENT = 1e-7  # of a column's norm, beside the others: round-off


@dataclass(frozen=True)
class Elastic:
    """A joint, about which frequency [Hz] it resonates, and how many deviations that is sure."""

    joint: str
    frequency: float
    sure: float

    def __str__(self) -> str:
        return (
            f"{self.joint} seems elastic: what the rigid model leaves of its torque grows with"
            f" frequency as towards a resonance at about {self.frequency:.2g} Hz; keep motions and"
            " cutoff well below, or log the link's side as well (qm_<joint>, dynid elasticity)"
        )


def find_elastic_joints(result: Estimate, data: Dataset) -> tuple[Elastic, ...]:
    """Joints of a result whose residuals in these data look like those of an elastic gear.

    Parameters
    ----------
    result
        the estimate
    data
        a data set, that of the estimate or another
    """
    model = result.model
    if model is None or len(result.p) != len(model.parameters) or not model.robot.is_tree:
        return ()
    data = _thin_samples(data)
    ref = model.set_load_reference(result.p) if model.reads_load else model
    channels = ref.channels(data.q, data.qd, data.qdd, data.starts, data.channels)
    # (n, P, N), as it lies in memory
    Y = ref.regressor(data.q, data.qd, data.qdd, channels).transpose(1, 2, 0)
    base = base_parameters(ref)
    L = model.load(data.q, data.qd, data.qdd, result.p)
    out = []
    for j, joint in enumerate(model.robot.actuated):
        if not data.tau[:, j].any():
            continue  # no torque was recorded, as of a base that floats
        W = Y[j, base.independent[base.pattern[j]]].T
        found = [
            Elastic(joint, f, sure)
            for end, f, sure, gain in _scan_bands(W, L[:, j], data.tau[:, j], data)
            if sure >= SURE and gain >= GAIN and f >= BELOW * end
        ]
        out += sorted(found, key=lambda each: -each.sure)[:1]
    return tuple(out)


def _thin_samples(data: Dataset) -> Dataset:
    """As many samples as the highest band needs, torques low-passed before."""
    top = min(BANDS[-1], data.cutoff or data.rate / 4)
    step = max(1, int(data.rate / (FINER * top)))
    part = slice(0, step * MOST, step)
    tau = data.tau
    if data.decimation is not None:  # not yet filtered
        tau = np.concatenate([_filter_low_pass(tau[x], top, data.rate) for x in data.logs])
    names = ("t", "q", "qd", "qdd", "log", "use")
    return replace(
        data,
        rate=data.rate / step,
        decimation=None,
        tau=tau[part],
        channels={name: x[part] for name, x in data.channels.items()},
        sensors={},
        carried=None if data.carried is None else data.carried[part],
        **{name: getattr(data, name)[part] for name in names},
    )


def _filter_low_pass(x: Array, end: float, rate: float) -> Array:
    """By a Butterworth filter of order 2, forwards and backwards, from odd reflections on."""
    sections = compute_butterworth_sections(min(end, 0.45 * rate), rate, order=2)
    pad = min(len(x) - 1, REFLECTED)
    before, after = 2 * x[0] - x[pad:0:-1], 2 * x[-1] - x[-2 : -2 - pad : -1]
    whole = np.ascontiguousarray(np.concatenate([before, x, after]))
    native.filter_both_ways(sections, compute_settled_state(sections), whole)
    return whole[pad : pad + len(x)]


def _scan_bands(
    W: Array, L: Array, tau: Array, data: Dataset
) -> Iterator[tuple[float, float, float, float]]:
    """Of every band: its end and the resonance [Hz], c in deviations of itself, and by which part
    it lowers the squared residuals."""
    norm = np.linalg.norm(W, axis=0)
    norm = np.where(norm > 0.0, norm, 1.0)  # of a payload that is not in these samples
    rigid = W @ (np.linalg.lstsq(W / norm, tau, rcond=DEPENDENT)[0] / norm)
    whole = np.column_stack([W, rigid, L, tau])
    edges = [*np.flatnonzero(data.starts), len(data)]
    for end in BANDS:
        if end > (data.cutoff or data.rate / 4):
            return
        margin, step = int(0.5 * data.rate / end), max(1, int(data.rate / (PER_PERIOD * end)))
        parts = []
        for a, b in pairwise(edges):
            if b - a > 8 * margin:
                X = _filter_low_pass(whole[a:b], end, data.rate)
                late = np.gradient(X[:, -3]) * data.rate
                bent = -np.gradient(np.gradient(X[:, -2])) * data.rate**2
                rows = np.column_stack([X[:, :-3], late, bent, X[:, -1]])
                parts.append(rows[margin:-margin:step])
        rows = np.concatenate(parts) if parts else np.empty((0, W.shape[1] + 3))
        if len(rows) > 3 * (rows.shape[1] + BLOCKS):
            c, s, gain = _fit_slope(rows[:, :-2], rows[:, -2], rows[:, -1])
            if c > 0 and s > 0:
                yield end, 1.0 / (2 * np.pi * float(np.sqrt(c))), c / s, gain


def _fit_slope(A: Array, x: Array, y: Array) -> tuple[float, float, float]:
    """c of y = A p + c x, its deviation, and the part of the squared residuals that it explains."""
    U, values, _ = np.linalg.svd(A / np.maximum(np.linalg.norm(A, axis=0), 1e-300), False)
    Q = U[:, values > DEPENDENT * values[0]]
    e, own = y - Q @ (Q.T @ y), x - Q @ (Q.T @ x)
    square = float(own @ own)
    if square <= DEPENDENT * float(x @ x):
        return 0.0, 0.0, 0.0
    c = float(own @ e) / square
    left = e - c * own
    # without block b, of the orthonormal Z = [Q, own / |own|]: (1 - Z_b'Z_b) v = Z'e - Z_b'e_b
    size = float(np.sqrt(square))
    Z = np.column_stack([Q, own / size])
    whole, without = Z.T @ e, []
    for part in np.array_split(np.arange(len(e)), BLOCKS):
        G = np.eye(Z.shape[1]) - Z[part].T @ Z[part]
        without.append(np.linalg.lstsq(G, whole - Z[part].T @ e[part], rcond=1e-9)[0][-1] / size)
    s = float(np.sqrt((BLOCKS - 1) / BLOCKS * np.sum((np.array(without) - c) ** 2)))
    return c, s, 1.0 - float(left @ left) / float(e @ e)
