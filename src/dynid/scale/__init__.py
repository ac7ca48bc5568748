"""Work by the thousand, on this machine or a cluster: functions handed to an executor."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Crew": "dynid.scale.workers",
        "Outcome": "dynid.scale.running",
        "Store": "dynid.scale.store",
        "Task": "dynid.scale.task",
        "crew": "dynid.scale.workers",
        "run": "dynid.scale.running",
    },
)
