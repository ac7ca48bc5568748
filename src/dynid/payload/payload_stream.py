"""PayloadStream: what the robot carries, sample by sample while it moves."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.identification.estimate import Estimate
from dynid.identification.online_estimation import check_joint_values
from dynid.model.inertial import from_pseudo_inertia, to_pseudo_inertia
from dynid.payload.balance import Balance
from dynid.payload.carrier import FRICTION, make_carrier
from dynid.payload.consistent_load import LIGHTEST
from dynid.payload.load_knowledge import parse_knowledge
from dynid.payload.payload_estimate import PayloadEstimate
from dynid.payload.stream_settings import SLOW, SLOWEST, StreamSettings, make_settings
from dynid.robot.parts import Frame

LEARN = 20  # samples from whose stamps the rate is taken, where it is not given
EVEN = 0.5  # of a period: stamps that are farther off leave a gap
THIN = 1e-6  # of the size of a body: its second moments are kept above


#: q, tau, qd, qdd
Pushed = tuple[Array, Array, Array | None, Array | None]


class PayloadStream:
    """Weighs what an identified robot carries while it moves; memory and time are bounded.

        stream = PayloadStream(result)
        for t, q, tau in samples:
            load = stream.push(t, q, tau)  # a PayloadEstimate after each second, else None

    Positions are differentiated in a window, `lag` seconds late; torques and model are then taken
    at the same instant, and their means over the same samples are compared. Joints that may stick
    do not count. Rows that do not fit count less; `contact` says that the last did not fit at all.
    A contact of more than three seconds is taken for another load, and the estimate begins anew:
    `restart()` does the same at once, when the gripper closes.

    Parameters
    ----------
    result
        of the robot without the payload
    rate
        [Hz] of the samples; None: from the stamps of the first
    frame
        as of `identify_payload`
    friction
        as of `identify_payload`
    cutoff
        [Hz] of the derivatives; None: that of the result
    """

    def __init__(
        self,
        result: Estimate,
        rate: float | None = None,
        frame: str | Frame | None = None,
        friction: float = FRICTION,
        cutoff: float | None = None,
    ) -> None:
        self.result, self.cutoff = result, cutoff
        self.carrier = make_carrier(result, frame, friction)
        if channels := self.carrier.model.layout.channels:
            raise InputError(
                f"PayloadStream: the model's effects read {join_names(channels)}, which "
                f"a stream does not support; identify with plain friction, or estimate the "
                "payload from logs with identify_payload."
            )
        self.first: list[tuple[float, Pushed]] = []
        self.settings: StreamSettings | None = None
        self.last, self.since = -np.inf, -np.inf
        if rate is not None:
            self._begin(float(rate))

    def _begin(self, rate: float) -> None:
        self.settings = make_settings(self.result, self.carrier, rate, self.cutoff)
        self.balance = Balance(self.carrier, self.settings)
        self.fastest = np.zeros(self.carrier.model.robot.dof)
        self._forget()

    def _forget(self) -> None:
        """A gap: what was in the window does not go on."""
        assert self.settings is not None
        self.window: deque[Pushed] = deque(maxlen=2 * self.settings.half + 1)
        self.row: list[tuple[Array, ...]] = []

    def restart(self) -> None:
        """Another load, from now on."""
        if self.settings is not None:
            self.balance.restart()
            self._forget()

    def push(
        self,
        t: float,
        q: ArrayLike,
        tau: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
    ) -> PayloadEstimate | None:
        """One sample, in the order of result.model.robot.actuated; the load after each second.

        With qd, accelerations are its derivative; with qd and qdd nothing is differentiated, and
        nothing lags but the mean. A sample with nan is a gap.
        """
        joints = self.carrier.model.robot.actuated
        given = {"q": q, "tau": tau} | {
            name: x for name, x in (("qd", qd), ("qdd", qdd)) if x is not None
        }
        known = {name: check_joint_values(x, name, joints) for name, x in given.items()}
        sample = (known["q"], known["tau"], known.get("qd"), known.get("qdd"))
        if not float(t) > self.last:
            raise InputError(
                f"PayloadStream: got a sample at t = {t} after t = {self.last}; expected times that"
                " increase, in s."
            )
        if self.settings is None:
            self.last = float(t)
            self.first.append((float(t), sample))
            return self._learn_rate() if len(self.first) >= LEARN else None
        return self._push_sample(float(t), sample)

    def _learn_rate(self) -> PayloadEstimate | None:
        """The rate of the first samples, which then go through."""
        first, self.first = self.first, []
        rate = 1.0 / float(np.median(np.diff([t for t, _ in first])))
        self.last = -np.inf
        self._begin(rate)
        return [self._push_sample(t, sample) for t, sample in first][-1]

    def _push_sample(self, t: float, sample: Pushed) -> PayloadEstimate | None:
        assert self.settings is not None
        gap = abs((t - self.last) * self.settings.rate - 1.0) > EVEN
        broken = any(x is not None and not np.isfinite(x).all() for x in sample)
        if broken or (gap and np.isfinite(self.last)):
            self._forget()
        self.since = t if not np.isfinite(self.since) else self.since
        self.last = t
        if not broken:
            self._differentiate_sample(sample)
        if t - self.since < 1.0 - 0.5 / self.settings.rate:
            return None
        self.since += 1.0 if t - self.since < 1.5 else t - self.since
        return self.value

    def _differentiate_sample(self, sample: Pushed) -> None:
        q, tau, qd, qdd = sample
        assert self.settings is not None
        if qd is not None and qdd is not None:
            self._collect(q, qd, qdd, tau)
            return
        self.window.append(sample)
        half, (k0, k1, k2) = self.settings.half, self.settings.kernels
        if len(self.window) < 2 * half + 1:
            return
        q = np.array([x[0] for x in self.window])
        middle = self.window[half][1]
        if qd is None:
            self._collect(k0 @ q, k1 @ q, k2 @ q, middle)
        elif all(x[2] is not None for x in self.window):
            v = np.array([x[2] for x in self.window])
            self._collect(k0 @ q, k0 @ v, k1 @ v, middle)

    def _collect(self, q: Array, qd: Array, qdd: Array, tau: Array) -> None:
        """Samples of one row; the row, when it is complete."""
        assert self.settings is not None
        self.row.append((q, qd, qdd, tau))
        self.fastest = np.maximum(self.fastest, np.abs(qd))
        if len(self.row) < self.settings.step:
            return
        model, base = self.carrier.model, self.carrier.base
        Q, V, A, torque = (np.array(x) for x in zip(*self.row))
        self.row = []
        W = model.regressor(Q, V, A)[:, :, base.independent].mean(axis=0)
        if model.known:
            torque = torque - model.compute_known_torque(Q, V, A)
        slow = np.maximum(SLOW * self.fastest, SLOWEST)
        use = ~self.settings.dry | np.all(np.abs(V) >= slow, axis=0)
        self.balance.weigh(W, torque.mean(axis=0) - W @ self.carrier.theta, use)

    @property
    def lag(self) -> float:
        """[s] by which positions and torques are late, both alike; nan until the rate is known."""
        return np.nan if self.settings is None else self.settings.lag

    @property
    def contact(self) -> bool:
        """Whether the last row did not fit."""
        return self.settings is not None and self.balance.contact

    @property
    def value(self) -> PayloadEstimate | None:
        """The load as far as it is known; None before the first rows."""
        if self.settings is None or not self.balance.rows:
            return None
        phi, V = self.balance.load()
        notes = []
        if self.balance.contacts:
            seconds = self.balance.contacts * self.settings.step / self.settings.rate
            notes.append(f"contact, or another payload, for {seconds:.1f} s")
        if self.balance.restarts:
            notes.append(f"restarted {self.balance.restarts} times: the payload had changed")
        frame = self.carrier.frame
        args = (frame.name, frame.body, clip_second_moments(phi), phi, V, parse_knowledge(None))
        return PayloadEstimate(*args, notes=tuple(notes))


def clip_second_moments(phi: Array) -> Array:
    """The same mass and centre, with second moments about the centre that are not negative:
    S = Sigma - h h' / m, its eigenvalues at least THIN of the largest."""
    p = np.array(phi)
    if p[0] < LIGHTEST:
        p[1:4], p[0] = 0.0, LIGHTEST
    J = to_pseudo_inertia(p)
    steiner = np.outer(p[1:4], p[1:4]) / p[0]
    values, V = np.linalg.eigh(J[:3, :3] - steiner)
    least = THIN * max(values[-1], p[0] * THIN)
    J[:3, :3] = (V * np.maximum(values, least)) @ V.T + steiner
    return np.asarray(from_pseudo_inertia(J))
