"""Regression tests of robots in pytest: each check of an expected.yaml is a test.

    pytest --dynid-log new.csv expected.yaml

The log is tested once for a file, as `dynid test` does it; until then, pytest loads nothing of
dynid.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

MARK = b"format: dynid expected"
HEAD = 2000  # bytes of a file in which the mark stands
LOG = "the log can be tested"  # the first test of a file


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dynid", "regression tests of robots")
    group.addoption(
        "--dynid-log",
        action="append",
        default=[],
        metavar="LOG",
        help="A new log to compare with expected.yaml files; several: give it again.",
    )
    parser.addini("dynid_logs", "New logs to compare with expected.yaml files.", "paths", [])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix not in (".yaml", ".yml"):
        return None
    if not list_logs(parent.config) and not parent.session.isinitpath(file_path):
        return None
    with open(file_path, "rb") as file:
        if MARK not in file.read(HEAD):
            return None
    return ExpectationFile.from_parent(parent, path=file_path)


def list_logs(config: pytest.Config) -> list[Path]:
    """Those of the command line, else those of the ini file."""
    typed = config.getoption("--dynid-log")
    return [config.invocation_params.dir / log for log in typed] or config.getini("dynid_logs")


class ExpectationFile(pytest.File):
    """An expected.yaml: whether the log can be tested, then a test for each check."""

    def collect(self) -> Iterator[pytest.Item]:
        from dynid.errors import DynidError
        from dynid.regression.expectation import load_expectation

        if not list_logs(self.config):
            raise self.CollectError(
                "no log to test; expected pytest --dynid-log NEW_LOG, or dynid_logs in the ini file"
            )
        try:
            expected = load_expectation(self.path)
        except DynidError as error:
            raise self.CollectError(str(error)) from None
        for name in (LOG, *expected.checks):
            yield CheckItem.from_parent(self, name=name)

    @cached_property
    def report(self) -> dict[str, Any]:
        """What `dynid test --json` says."""
        from dynid.progress import Verbosity
        from dynid.registry import trust_only
        from dynid.regression.regression_report import refuse_test
        from dynid.regression.workflow import compare_logs, describe_error

        loudness, Verbosity.level = Verbosity.level, -1
        try:
            with trust_only((), "import it in conftest.py"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return compare_logs(self.path, list_logs(self.config)).to_dict()
        except Exception as error:
            return refuse_test(describe_error(error))
        finally:
            Verbosity.level = loudness


class RegressionFailure(Exception):
    """A sentence that says what changed."""


class CheckItem(pytest.Item):
    """One check; fails with a sentence, and is skipped where the log cannot tell."""

    def runtest(self) -> None:
        assert isinstance(self.parent, ExpectationFile)
        report = self.parent.report
        checks = {each["name"]: each for each in report["checks"]}
        if self.name == LOG:
            if not checks:
                raise RegressionFailure(report["sentence"])
            return
        found = checks.get(self.name)
        if found is None:
            pytest.skip("the log could not be tested")
        if found["passed"] is None:
            pytest.skip(found["sentence"])
        if not found["passed"]:
            raise RegressionFailure(found["sentence"])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, RegressionFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.name}: {self.name}"
