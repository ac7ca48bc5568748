"""Checking a result: errors on other data, comparisons, the verdict."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.validation.comparison import Comparison as Comparison
    from dynid.validation.comparison import compare as compare
    from dynid.validation.prediction_check import Validation as Validation
    from dynid.validation.prediction_check import validate as validate
    from dynid.validation.result_changes import Difference as Difference
    from dynid.validation.result_changes import difference as difference
    from dynid.validation.verdict import Verdict as Verdict
    from dynid.validation.verdict import judge as judge
else:
    __getattr__, __all__ = make_namespace(__name__)
