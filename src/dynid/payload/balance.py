"""The sums of `law`, row after row: rows that do not fit count less, and contact is told.

A row of joint j leaves e = r - g x beside the last solution x, expected to be of size

    u^2 = e^2 / (v + g (N + P)^-1 g')

with the variance v of the joint's residuals, which follows them slowly and never falls below that
of the result. Huber's weight min(1, 2 / u) goes to the row. Where some joint has u > 6, the robot
touches something (or the load has changed): the row is left out. A contact that lasts is no
contact: the load is another, and everything begins anew.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.payload.carrier import Carrier
from dynid.payload.load_knowledge import (
    BEFORE,
    TEN,
    Sums,
    invert_plus_identity,
    parse_knowledge,
    solve_payload,
)
from dynid.payload.stream_settings import SOLVE, StreamSettings

HUBER, CONTACT = 2.0, 6.0
FOLLOWS = 100.0  # rows in which the variance follows
LASTS = 3.0  # s of contact after which everything begins anew


class Balance:
    """weigh(W, r, use) takes a row; `x`, `sums`, `contact` are what is known."""

    def __init__(self, carrier: Carrier, settings: StreamSettings) -> None:
        self.carrier, self.settings = carrier, settings
        self.Z = carrier.Z
        self.scale = np.concatenate([BEFORE, np.ones(self.Z.shape[1] - TEN)])
        self.variance = settings.deviations**2
        self.contacts, self.restarts = 0, 0
        self.restart()

    def restart(self) -> None:
        """Nothing is known of the load."""
        m, k = self.Z.shape[1], self.Z.shape[0]
        self.z, self.N, self.X = np.zeros(m), np.zeros((m, m)), np.zeros((m, k))
        self.x, self.G = np.zeros(m), np.diag(self.scale**2)
        self.rows, self.in_touch, self.contact = 0, 0, False

    def weigh(self, W: Array, r: Array, use: NDArray[np.bool_]) -> None:
        """W (n, theta), r (n,) left by the empty robot, and which joints count."""
        if not use.any():
            return
        g = W @ self.Z
        e = r - g @ self.x
        u = np.abs(e) / np.sqrt(self.variance + np.einsum("ja,ab,jb->j", g, self.G, g))
        u = np.where(use, u, 0.0)
        self.contact = bool(u.max() > CONTACT)
        if self.contact:
            self.contacts += 1
            self.in_touch += 1
            if self.in_touch * self.settings.step > LASTS * self.settings.rate:
                self.restarts += 1
                self.restart()
            return
        self.in_touch = 0
        # v <- v (1 + (min(u, 2)^2 - 1) / 100), not below that of the result
        change = np.where(use, (np.minimum(u, HUBER) ** 2 - 1.0) / FOLLOWS, 0.0)
        self.variance = np.maximum(self.variance * (1.0 + change), self.settings.deviations**2)
        weight = np.minimum(1.0, HUBER / np.maximum(u, HUBER))
        weight = np.where(use, weight / (self.settings.colour * self.variance), 0.0)
        weighted = g * weight[:, None]
        self.z += weighted.T @ r
        self.N += weighted.T @ g
        self.X += weighted.T @ W
        self.rows += 1
        if self.rows % SOLVE == 0:
            self.solve()

    def solve(self) -> None:
        """x, and (N + P)^-1."""
        T = self.scale
        self.G = T[:, None] * invert_plus_identity(T[:, None] * self.N * T) * T
        self.x = self.G @ self.z

    def load(self) -> tuple[Array, Array]:
        """phi and its covariance, the empty robot's uncertainty included."""
        sums = Sums(self.z, self.N, self.X, self.N)
        x, V = solve_payload(sums, self.carrier.covariance, parse_knowledge(None))
        return x[:TEN], V[:TEN, :TEN]
