"""Estimators beside each other on simulated robots whose truth is known: many noises and starts."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Bench": "dynid.bench.table",
        "Case": "dynid.bench.case",
        "Experiment": "dynid.bench.experiment",
        "Protocol": "dynid.bench.experiment",
        "run_bench": "dynid.bench.running",
    },
)
