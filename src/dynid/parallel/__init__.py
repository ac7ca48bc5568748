"""Work by the thousand, on this machine or a cluster: functions handed to an executor."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Crew": "dynid.parallel.workers",
        "TaskOutcome": "dynid.parallel.task_runner",
        "Store": "dynid.parallel.result_store",
        "Task": "dynid.parallel.task",
        "open_crew": "dynid.parallel.workers",
        "run": "dynid.parallel.task_runner",
    },
)
