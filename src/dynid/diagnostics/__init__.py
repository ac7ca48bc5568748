"""Diagnostics: what is impossible in a robot's file, mistakes in logs, and their repair."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Change": "dynid.findings",
        "ContinuousFault": "dynid.diagnostics.continuous_faults",
        "Diagnosis": "dynid.diagnostics.examination",
        "RuleFinding": "dynid.findings",
        "MissingEffect": "dynid.diagnostics.missing_effects",
        "check": "dynid.diagnostics.examination",
        "repair_log": "dynid.diagnostics.repairs",
    },
    {"repaired": "repair_log"},
)
