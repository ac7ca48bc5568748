"""Constant parameters of one joint from the innovations of all samples together, and how far to
trust them.

At parameters z (and a lag of the torque) the filter of position and velocity alone leaves
innovations e_k of variances S_k. Their weighted squares are minimised by Gauss-Newton:

    J_k = de_k/dz,   H = sum J_k J_k' / S_k,   dz = -H^-1 sum J_k e_k / S_k

Unlike a pass with growing certainty this cannot become sure of a wrong start in its first samples.
Noise and model are never quite right, so the covariance is H^-1 or what the estimate varies by when
one block of the log after the other is left out, whichever is larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.estimators.kalman.one_joint import OneJoint
from dynid.estimators.kalman.passes import Noises
from dynid.estimators.kalman.recording import Recording

FROZEN = 1e-9  # deviation of a parameter that is held fixed, of its scale
STEP, LAG_STEP = 1e-5, 1e-3  # of differences: of the scale, and of `held`
HALVINGS, DONE = 6, 0.05  # of a step that leads nowhere; of a deviation: settled
ROUGHENED = 3  # steps before which the roughness is looked at again; then it stays
WINDOW = 0.05  # s, whose innovations are summed: what a wrong torque leaves adds up
BLOCKS = 20  # of the log, that are left out one by one
LOOSE = 10.0
HELD = (0.5, 0.5)  # of `held` before the log is seen: between smooth and held


@dataclass(frozen=True, eq=False)
class Settled:
    """z and its covariance, the noises with the lag and the roughness that were found, how many
    steps, and whether they ended."""

    z: Array
    covariance: Array
    noises: Noises
    steps: int
    settled: bool


@dataclass(frozen=True, eq=False)
class FixedParameterPass:
    """Innovations e (N - 1,) and their variances S at fixed parameters."""

    e: Array
    S: Array
    log_likelihood: float


def filter_at(
    plant: OneJoint, rule: str, recording: Recording, z: Array, scale: Array, noises: Noises
) -> FixedParameterPass | None:
    """The filter of q and v at parameters z; None where it is lost."""
    state, spread = recording.estimate_first_state(np.sqrt(noises.position))
    x, P = np.concatenate([state, z]), np.diag(np.concatenate([spread, (FROZEN * scale) ** 2]))
    still = replace(noises, drift=np.zeros(len(z)))
    done = plant.sweep(rule, recording, x, P, still)
    if done.lost:
        return None
    # x+ = x + P / S e,  P+ = P R / S  with  S = P + R:  S = R^2 / (R - P+),  e = (q - x+) S / R
    R = noises.position[0]
    S = R**2 / np.maximum(R - done.variances[:, 0], 1e-12 * R)
    e = (recording.q[1:, 0] - done.states[:, 0]) * S / R
    return FixedParameterPass(e, S, done.log_likelihood)


@dataclass(frozen=True, eq=False)
class Innovations:
    """What is asked of a filter while its parameters settle.

    scale       of z, for differences
    centre, precision   what a user knows of z beforehand
    free_lag    `held` is estimated as well
    """

    plant: OneJoint
    rule: str
    recording: Recording
    scale: Array
    centre: Array
    precision: Array
    free_lag: bool

    def filter_at(self, z: Array, noises: Noises) -> FixedParameterPass | None:
        return filter_at(self.plant, self.rule, self.recording, z, self.scale, noises)

    def compute_slopes(self, z: Array, noises: Noises) -> Array | None:
        """de/dz (N - 1, k), and de/dheld as its last column, by differences of the extended
        filter."""
        n = len(z)
        steps = np.append(STEP * self.scale, LAG_STEP)[: n + self.free_lag]
        here = filter_at(self.plant, "extended", self.recording, z, self.scale, noises)
        if here is None:
            return None
        columns = []
        for k, h in enumerate(steps):
            dz, there = np.zeros(n), noises
            if k < n:
                dz[k] = h
            else:
                there = replace(noises, held=noises.held + h)
            beside = filter_at(self.plant, "extended", self.recording, z + dz, self.scale, there)
            if beside is None:
                return None
            columns.append((beside.e - here.e) / h)
        return np.column_stack(columns)

    def compute_information(
        self, J: Array, now: FixedParameterPass, z: Array, noises: Noises
    ) -> tuple[Array, Array]:
        """H and the gradient, with what is known beforehand; what no data tell keeps a deviation of
        LOOSE scales."""
        W, n = J / np.sqrt(now.S)[:, None], len(z)
        H, g = W.T @ W, W.T @ (now.e / np.sqrt(now.S))
        H[range(n), range(n)] += self.precision + 1.0 / (LOOSE * self.scale) ** 2
        g[:n] += self.precision * (z - self.centre)
        if self.free_lag:
            mean, spread = HELD
            H[n, n] += 1.0 / spread**2
            g[n] += (noises.held - mean) / spread**2
        return H, g

    def take_step(
        self, z: Array, noises: Noises, step: Array, now: FixedParameterPass
    ) -> tuple[Array, Noises]:
        """The step, or the longest of its halves that makes the squares less; none if they are
        least here."""
        n, least = len(z), self._sum_squares(z, noises, now, now)
        for k in range(HALVINGS):
            part = step * 0.5**k
            new, there = z + part[:n], replace(noises, held=noises.held + float(part[n:].sum()))
            found = self.filter_at(new, there)
            if found is not None and self._sum_squares(new, there, found, now) < least:
                return new, there
        return z, noises

    def _sum_squares(
        self, z: Array, noises: Noises, there: FixedParameterPass, now: FixedParameterPass
    ) -> float:
        """Weighted by the variances of `now`, and with what is known beforehand."""
        known = float(self.precision @ (z - self.centre) ** 2)
        lag = ((noises.held - HELD[0]) / HELD[1]) ** 2 if self.free_lag else 0.0
        return float(np.sum(there.e**2 / now.S)) + known + lag


def find_likeliest(
    plant: OneJoint, recording: Recording, starts: Sequence[Array], scale: Array, noises: Noises
) -> Array | None:
    """The start with the likeliest innovations; None if the filter is lost from all of them."""
    tried = [(filter_at(plant, "extended", recording, z, scale, noises), z) for z in starts]
    sound = [(run.log_likelihood, k) for k, (run, _) in enumerate(tried) if run is not None]
    return tried[max(sound)[1]][1] if sound else None


def settle(innovations: Innovations, z: Array, noises: Noises, most: int) -> Settled | None:
    """From z on, in at most so many steps; None where the filter is lost already there."""
    n, k, ended = len(z), 0, False
    for k in range(1, most + 1):
        now = innovations.filter_at(z, noises)
        if now is not None and k <= ROUGHENED:
            noises = replace(noises, rough=_estimate_roughness(now, innovations.recording, noises))
            now = innovations.filter_at(z, noises)
        J = innovations.compute_slopes(z, noises)
        if now is None or J is None:
            return None
        H, g = innovations.compute_information(J, now, z, noises)
        covariance = _compute_covariance(H, J, now)
        step = _solve_within_range(H, g, noises.held, n)
        moved = np.abs(step) / np.sqrt(np.maximum(np.diag(covariance), 1e-300))
        before = z
        z, noises = innovations.take_step(z, noises, step, now)
        ended = bool(moved[:n].max() < DONE) or (k > ROUGHENED and z is before)
        if ended:
            break
    return Settled(z, covariance[:n, :n], noises, k, ended)


def _solve_within_range(H: Array, g: Array, held: float, n: int) -> Array:
    """-H^-1 g; a lag that would leave its range goes to the end of it, and the others follow."""
    step = np.asarray(-np.linalg.solve(H, g), dtype=float)
    if len(step) > n:
        last = np.clip(held + step[n], 0.0, 1.0) - held
        step[:n] = -np.linalg.solve(H[:n, :n], g[:n] + H[:n, n] * last)
        step[n] = last
    return step


def _compute_covariance(H: Array, J: Array, now: FixedParameterPass) -> Array:
    """The noises' own, s^2 H^-1 with s^2 the mean square of the innovations, or that of the blocks:
    in every direction whichever is larger."""
    square = float(np.mean(now.e**2 / now.S))
    # A A' = H^-1: in the coordinates of A it is the unit matrix
    norm = np.sqrt(np.diag(H))
    value, U = np.linalg.eigh(H / np.outer(norm, norm))
    value = np.maximum(value, 1e-14 * value[-1])
    A, back = U / np.sqrt(value) / norm[:, None], (U * np.sqrt(value)).T * norm
    value, V = np.linalg.eigh(back @ _compute_jackknife(H, J, now) @ back.T)
    A = A @ V
    return np.asarray((A * np.maximum(value, square)) @ A.T)


def _compute_jackknife(H: Array, J: Array, now: FixedParameterPass) -> Array:
    """(B - 1) / B sum d_b d_b', with d_b = (H - H_b)^-1 g_b how far the estimate goes when block b
    of B is left out."""
    W, r = J / np.sqrt(now.S)[:, None], now.e / np.sqrt(now.S)
    out = np.zeros_like(H)
    for part in np.array_split(np.arange(len(r)), BLOCKS):
        rest = H - W[part].T @ W[part]
        d = np.linalg.lstsq(rest, W[part].T @ r[part], rcond=1e-14)[0]
        out += (BLOCKS - 1) / BLOCKS * np.outer(d, d)
    return out


def _estimate_roughness(now: FixedParameterPass, recording: Recording, noises: Noises) -> Array:
    """Factors of the torque's variance: where sums of innovations over a window are larger than
    those of white ones, by so much."""
    step = float(np.median(np.diff(recording.t)))
    n = max(4, round(WINDOW / step))
    box = np.ones(n)
    sums = np.convolve(now.e / np.sqrt(now.S), box, mode="same") / np.sqrt(n)
    local = np.convolve(sums**2, np.ones(4 * n) / (4 * n), mode="same")
    N = len(recording.t)
    before = noises.roughen(N)
    roughness: Array = np.clip(before * np.append(local, local[-1]), 1.0, 1e4)
    return roughness
