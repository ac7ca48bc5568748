"""Checking a result: errors on other data, comparisons, the verdict."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Comparison": "dynid.validation.comparison",
        "Difference": "dynid.validation.result_changes",
        "Validation": "dynid.validation.prediction_check",
        "Verdict": "dynid.validation.verdict",
        "compare": "dynid.validation.comparison",
        "difference": "dynid.validation.result_changes",
        "judge": "dynid.validation.verdict",
        "validate": "dynid.validation.prediction_check",
    },
)
