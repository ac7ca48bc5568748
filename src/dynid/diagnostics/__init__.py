"""Diagnostics: what is impossible in a robot's file, mistakes in logs, and their repair."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.diagnostics.continuous_faults import ContinuousFault as ContinuousFault
    from dynid.diagnostics.examination import Diagnosis as Diagnosis
    from dynid.diagnostics.examination import check as check
    from dynid.diagnostics.missing_effects import MissingEffect as MissingEffect
    from dynid.diagnostics.repairs import repair_log as repair_log
    from dynid.findings import Change as Change
    from dynid.findings import Finding as Finding
else:
    __getattr__, __all__ = make_namespace(__name__)
