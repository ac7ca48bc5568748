"""The doctor: what is impossible in a robot's file, and what a log is not, with the repair."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Change": "dynid.doctor.findings",
        "Diagnosis": "dynid.doctor.findings",
        "Finding": "dynid.doctor.findings",
        "check": "dynid.doctor.examine",
        "repaired": "dynid.doctor.repair",
    },
)
