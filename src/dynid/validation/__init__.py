"""Checking a result: errors on other data, comparisons, the verdict."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Comparison": "dynid.validation.comparison",
        "Validation": "dynid.validation.check",
        "Verdict": "dynid.validation.verdict",
        "compare": "dynid.validation.comparison",
        "judge": "dynid.validation.verdict",
        "validate": "dynid.validation.check",
    },
)
