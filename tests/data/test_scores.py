"""Which candidates are as good as the best: by how much the blocks of a log disagree."""

from __future__ import annotations

import numpy as np
import pytest

from dynid.data.block_scores import ALIKE, BlockScore, select_as_good


def score(mean, spread=0.0, seed=0, shared=None, blocks=60):
    """Two joints; every block's squares scatter about a mean, alike in all candidates (shared) and
    each for itself (spread)."""
    rng = np.random.default_rng(seed)
    common = np.ones((blocks, 2)) if shared is None else shared
    return BlockScore(
        mean * common * rng.uniform(1 - spread, 1 + spread, (blocks, 2)), np.full(2, 60)
    )


def test_the_error_is_the_geometric_mean_of_the_joints():
    squares = np.array([[1.0, 8.0], [3.0, 24.0]])
    by_hand = np.sqrt(np.sqrt(4.0 / 2 * 32.0 / 2))
    assert BlockScore(squares, np.array([2, 2])).error == pytest.approx(by_hand)


def test_standard_error_against_new_draws():
    """The blocks tell how much the difference would scatter over logs."""
    drawn = [score(1.0, 0.5, k).compare_with(score(1.1, 0.5, 1000 + k)) for k in range(300)]
    D, deviation = np.array(drawn).T
    assert np.mean(deviation) == pytest.approx(D.std(), rel=0.15)
    assert D.mean() == pytest.approx(-np.log(1.1), abs=0.02)


def test_what_all_have_in_common_does_not_blur_the_difference():
    shared = np.random.default_rng(0).uniform(0.1, 5.0, (60, 2))
    scores = [score(m, 0.02, k, shared) for k, m in enumerate((1.3, 1.0, 1.1, 1.3))]
    assert select_as_good(scores) == [1]


def test_a_flat_region_is_found_whole_and_only_next_to_the_best():
    scores = [score(m, 0.3, k) for k, m in enumerate((3.0, 1.01, 1.0, 1.01, 1.0, 3.0, 1.0))]
    alike = select_as_good(scores)
    assert alike == list(range(alike[0], alike[-1] + 1))
    assert 0 not in alike
    assert 5 not in alike
    sure = [score(m) for m in (1.0, ALIKE**2 * 0.999, ALIKE**2 * 1.01)]
    assert select_as_good(sure) == [0, 1]
