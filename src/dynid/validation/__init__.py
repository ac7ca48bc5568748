"""Checking a result: errors on other data, comparisons, the verdict."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Comparison": "dynid.validation.comparison",
        "Difference": "dynid.validation.changes",
        "Validation": "dynid.validation.check",
        "Verdict": "dynid.validation.verdict",
        "compare": "dynid.validation.comparison",
        "difference": "dynid.validation.changes",
        "judge": "dynid.validation.verdict",
        "validate": "dynid.validation.check",
    },
)
