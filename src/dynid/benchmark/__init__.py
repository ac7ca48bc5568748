"""Comparison of estimators on simulated robots whose truth is known: many noises and starts."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.benchmark.benchmark_case import BenchmarkCase as BenchmarkCase
    from dynid.benchmark.benchmark_experiment import Experiment as Experiment
    from dynid.benchmark.benchmark_experiment import Protocol as Protocol
    from dynid.benchmark.benchmark_run import run_bench as run_bench
    from dynid.benchmark.benchmark_table import BenchmarkTable as BenchmarkTable
else:
    __getattr__, __all__ = make_namespace(__name__)
