"""Regression tests for a robot: what is expected of it, and whether a new log is as expected."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Expectation": "dynid.regression.expectation",
        "RegressionReport": "dynid.regression.report",
        "compare_logs": "dynid.regression.workflow",
        "compare_with_expectation": "dynid.regression.report",
        "expect_result": "dynid.regression.expectation",
        "expect_robot": "dynid.regression.workflow",
        "load_expectation": "dynid.regression.expectation",
    },
)
