"""How well candidates predict the blocks of a log that they were not fitted to, and which of them
are as good as the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array

EXACT = 1e-20  # squared share of the torque: a smaller error is round-off
DEVIATIONS = 1.0  # standard errors: what lies closer to the best is as good
ALIKE = 1.002  # times the least error: as good, however sure the difference is


@dataclass(frozen=True, eq=False)
class BlockScore:
    """The squared errors S_bj of block b and joint j, and the number n_j of a joint's samples.

    error   exp(1/2 mean_j log(sum_b S_bj / n_j)), the geometric mean over the joints: a joint that
            no candidate explains has no more say than the others
    """

    squares: Array
    counts: Array

    @property
    def logarithms(self) -> Array:
        """(joints,) of the mean squares."""
        mean = self.squares.sum(axis=0) / self.counts
        return np.asarray(np.log(np.maximum(mean, EXACT)))

    @property
    def error(self) -> float:
        return float(np.exp(0.5 * self.logarithms.mean())) if len(self.counts) else 0.0

    def compute_shares(self) -> Array:
        """(blocks,) that the blocks have in the error: d log(sum_b S_b) = dS_b / sum_b S_b."""
        whole = np.maximum(self.squares.sum(axis=0), EXACT * self.counts)
        return np.asarray((self.squares / whole).mean(axis=1))

    def compare_with(self, best: BlockScore) -> tuple[float, float]:
        """D, the difference of the logarithms of the mean squares, and its standard error from how
        much the blocks disagree about it."""
        if not len(self.counts):
            return 0.0, 0.0
        D = float((self.logarithms - best.logarithms).mean())
        r = self.compute_shares() - best.compute_shares()
        B = len(r)
        return D, float(np.sqrt(B / (B - 1) * np.sum((r - r.mean()) ** 2)))


def select_as_good(scores: Sequence[BlockScore]) -> list[int]:
    """The neighbours of the best one that the blocks do not tell from it, in their order."""
    best = int(np.argmin([score.error for score in scores]))

    def is_tied(k: int) -> bool:
        D, deviation = scores[k].compare_with(scores[best])
        return bool(max(D, 0.0) <= max(DEVIATIONS * deviation, 2.0 * np.log(ALIKE)))

    first = last = best
    while first > 0 and is_tied(first - 1):
        first -= 1
    while last < len(scores) - 1 and is_tied(last + 1):
        last += 1
    return list(range(first, last + 1))
