"""Blocks of time, and which of them are left out together: what a choice is judged on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import InputError
from dynid.model.channels import name_load_channel
from dynid.selection.block_fits import Folds

BLOCKS = 6
FEWEST = 30  # samples a block


def cut_into_blocks(data: Dataset, counts: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(N,) the block of every sample: logs, where there are several; else parts of each, with as
    many samples at which something moves."""
    logs = data.logs
    parts = _count_blocks(data)
    out = np.zeros(len(data), dtype=np.int64)
    for k, samples in enumerate(logs):
        before: Array = np.cumsum(counts[samples]) - counts[samples]
        total = max(1, int(counts[samples].sum()))
        out[samples] = k * parts + np.minimum(before * parts // total, parts - 1)
    smallest = np.bincount(out, counts, parts * len(logs)).min()
    if smallest < FEWEST:
        raise InputError(
            f"effects cannot be chosen: the held-out blocks have {smallest:g}"
            f" samples of motion, expected at least {FEWEST}. Use a longer log, or name effects."
        )
    return out


def make_folds(data: Dataset) -> Folds:
    """Which blocks are left out together: whole logs where there are several, since friction
    changes from run to run; of two, single blocks as well, as one log alone may show too little. Of
    a log whose payload no other log has, only single blocks: its payload must stay in training."""
    parts, loaded = _count_blocks(data), _find_loaded_logs(data)
    logs = range(len(data.logs))
    blocks = [range(k * parts, (k + 1) * parts) for k in logs]
    single = [[range(b, b + 1) for b in of_log] for of_log in blocks]
    whole = [k for k in logs if len(logs) > 1 and k not in loaded]
    apart = [k for k in logs if len(logs) <= 2 or k in loaded]
    return [*(blocks[k] for k in whole), *(b for k in apart for b in single[k])]


def make_single_folds(data: Dataset) -> Folds:
    """Every block by itself; none where the logs are not cut into several."""
    parts = _count_blocks(data)
    return [range(b, b + 1) for b in range(parts * len(data.logs))] if parts > 1 else []


def _count_blocks(data: Dataset) -> int:
    """Blocks of a log."""
    logs = len(data.logs)
    return max(2 if _find_loaded_logs(data) else 1, -(-BLOCKS // logs))


def _find_loaded_logs(data: Dataset) -> set[int]:
    """Logs with an unknown payload that no other log has."""
    out = set[int]()
    for name in data.model.layout.changing:
        here = data.channels.get(name_load_channel(name), np.zeros((len(data), 1)))[:, 0] > 0
        with_it = [k for k, samples in enumerate(data.logs) if here[samples].any()]
        out |= set(with_it) if len(with_it) == 1 else set()
    return out
