"""Comparison of estimators on simulated robots whose truth is known: many noises and starts."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "BenchmarkTable": "dynid.benchmark.benchmark_table",
        "BenchmarkCase": "dynid.benchmark.benchmark_case",
        "Experiment": "dynid.benchmark.benchmark_experiment",
        "Protocol": "dynid.benchmark.benchmark_experiment",
        "run_bench": "dynid.benchmark.benchmark_run",
    },
)
