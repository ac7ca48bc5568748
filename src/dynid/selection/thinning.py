"""Fewer samples: what is compared, and not reported, need not be found from all of them."""

from __future__ import annotations

from dataclasses import replace

from dynid.data.dataset import Dataset

PER_PERIOD = 10.0  # samples a period of the cutoff: more tell nothing new
MOST = 42_000  # rows: samples times joints


def thin_samples(data: Dataset, enough: int = 0) -> Dataset:
    """Fewer samples, evenly: a filtered log has many that tell the same. With `enough`, no fewer
    rows than that."""
    wanted = PER_PERIOD * data.cutoff if data.cutoff else data.rate
    step = max(1, int(data.rate / wanted), -(-data.tau.size // MOST))
    step = max(1, min(step, data.tau.size // enough)) if enough else step
    names = ("t", "q", "qd", "qdd", "tau", "log", "use")
    return replace(
        data,
        rate=data.rate / step,
        decimation=None,
        channels={name: x[::step] for name, x in data.channels.items()},
        sensors={},
        carried=None if data.carried is None else data.carried[::step],
        **{name: getattr(data, name)[::step] for name in names},
    )
