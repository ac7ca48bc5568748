"""Regression tests for a robot: what is expected of it, and whether a new log is as expected."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.regression.expectation import Expectation as Expectation
    from dynid.regression.expectation import expect_result as expect_result
    from dynid.regression.expectation import load_expectation as load_expectation
    from dynid.regression.regression_report import RegressionReport as RegressionReport
    from dynid.regression.regression_report import (
        compare_with_expectation as compare_with_expectation,
    )
    from dynid.regression.workflow import compare_logs as compare_logs
    from dynid.regression.workflow import expect_robot as expect_robot
else:
    __getattr__, __all__ = make_namespace(__name__)
