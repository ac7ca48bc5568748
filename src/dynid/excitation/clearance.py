"""Limits that keep bodies apart: distances between capsules, and their heights over a floor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.excitation.capsule_ends import CapsuleEnds, Index
from dynid.excitation.capsules import find_closest_points
from dynid.excitation.collision_model import CollisionModel
from dynid.excitation.limit_family import LimitFamily
from dynid.excitation.peaks import mark_peaks
from dynid.excitation.sampled_motion import Bars, MotionState
from dynid.robot.mechanism import Robot

FAR = 1.0  # scales beyond its limit: there a lower bound of a distance will do
SAME = 0.1  # excess by which capsules of one pair of bodies may differ to be watched together
ROOM = 0.1  # m: scale of heights over a floor
AT_ONCE = 50_000  # distances: more need memory, and fall out of the cache


@dataclass(frozen=True, eq=False)
class Clearance(LimitFamily):
    """Distances between capsules first[k] and second[k], then heights of the lowest points around
    ends chosen[k]. Capsule k has the ends 2 k and 2 k + 1."""

    first: Index
    second: Index
    radii: Array  # of both capsules of a pair together
    chosen: Index
    radius: Array  # around the chosen ends
    ends: CapsuleEnds

    @cached_property
    def group(self) -> Index:
        """The number of the body, or of the pair of bodies, that a column belongs to."""
        return np.unique(self.labels, return_inverse=True)[1].reshape(-1)

    def compute_values(self, state: MotionState, exact: bool = False) -> Array:
        x = self.ends.compute_places(state.motion)
        N, P = x.shape[2], len(self.first)
        out = np.empty((len(self.labels), N))
        out[P:] = x[2, self.chosen] - self.radius[:, None]
        count = max(1, AT_ONCE // max(P, 1))
        for first in range(0, N, count):
            part = slice(first, first + count)
            out[:P, part] = self._compute_distances(x[:, :, part], exact)
        return out.T

    def _compute_distances(self, x: Array, exact: bool) -> Array:
        """(pairs, samples) for ends at x (3, ends, samples)."""
        middle, half = 0.5 * (x[:, ::2] + x[:, 1::2]), 0.5 * (x[:, 1::2] - x[:, ::2])
        length = np.sqrt((half[:, :, 0] ** 2).sum(axis=0))
        # spheres around both: most pairs are far apart most of the time
        apart = np.sqrt(((middle[:, self.first] - middle[:, self.second]) ** 2).sum(axis=0))
        apart -= (self.radii + length[self.first] + length[self.second])[:, None]
        far = (self.low + FAR * self.scale)[: len(self.first)]
        pair, sample = np.nonzero((apart < far[:, None]) | exact)
        a, b = 2 * self.first[pair], 2 * self.second[pair]
        ends = (x[:, end, sample] for end in (a, a + 1, b, b + 1))
        apart[pair, sample] = find_closest_points(*ends)[0] - self.radii[pair]
        return np.asarray(apart)

    def select_nearest(self, excess: Array, stride: int) -> NDArray[np.bool_]:
        """(N, k) of each pair of bodies, which have many capsules, the nearest ones, about the
        times at which they are nearest, and at every `stride`-th sample."""
        group = self.group
        worst = np.full((len(excess), group.max() + 1), -np.inf)
        for column, number in enumerate(group):
            np.maximum(worst[:, number], excess[:, column], out=worst[:, number])
        peak = mark_peaks(worst)
        peak[:-1] &= worst[:-1] > worst[1:]  # of a plateau only its end
        peak |= np.roll(peak, 1, axis=0) | np.roll(peak, -1, axis=0)
        peak |= np.arange(len(excess))[:, None] % stride == 0
        return np.asarray(peak[:, group] & (excess > worst[:, group] - SAME))

    def compute_extremes(self, state: MotionState) -> Array:
        return self.compute_values(state, exact=True)

    def compute_gradients(self, state: MotionState, column: Index) -> Bars:
        x, P = self.ends.compute_places(state.motion), len(self.first)
        n, at = np.tile([0.0, 0.0, 1.0], (len(column), 1)), np.empty((len(column), 3))
        a, b = np.zeros((2, len(column)), dtype=np.int64)  # the ground
        over = np.flatnonzero(column >= P)
        end = self.chosen[column[over] - P]
        at[over], a[over] = x[:, end, over].T, self.ends.body[end]
        of = np.flatnonzero(column < P)
        i, j = 2 * self.first[column[of]], 2 * self.second[column[of]]
        a0, a1, b0, b1 = (x[:, end, of] for end in (i, i + 1, j, j + 1))
        # the closest points slide along their segments, but that does not change the distance to
        # first order
        _, direction, s, _ = find_closest_points(a0, a1, b0, b1)
        n[of], at[of] = direction.T, (a0 + s * (a1 - a0)).T
        a[of], b[of] = self.ends.body[i], self.ends.body[j]
        q_bar = self.ends.pull(state.motion.q, a, b, n, at)
        none = np.zeros_like(q_bar)
        return state.from_all(q_bar, none, none)


def make_clearance(robot: Robot, guard: CollisionModel) -> Clearance:
    """What a guard asks of a motion."""
    capsules = guard.capsules
    radius = np.array([capsule.radius for capsule in capsules])
    first, second = np.array(guard.pairs, dtype=np.int64).reshape(-1, 2).T
    both = np.repeat(np.array(guard.above, dtype=np.int64), 2)
    chosen = 2 * both + np.tile([0, 1], len(guard.above))
    radii = radius[first] + radius[second]
    return Clearance(
        (
            *(f"distance {capsules[i].body} - {capsules[j].body}" for i, j in guard.pairs),
            *(f"height of {capsules[k].body}" for k in both),
        ),
        np.concatenate([guard.gaps, np.repeat(guard.heights, 2)]),
        np.full(len(radii) + len(both), np.inf),
        np.concatenate([radii, np.full(len(both), ROOM)]),
        first,
        second,
        radii,
        chosen,
        radius[both],
        CapsuleEnds.from_capsules(robot, capsules),
    )
