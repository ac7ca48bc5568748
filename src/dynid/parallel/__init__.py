"""Work by the thousand, on this machine or a cluster: functions handed to an executor."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.parallel.result_store import Store as Store
    from dynid.parallel.task import Task as Task
    from dynid.parallel.task_runner import TaskOutcome as TaskOutcome
    from dynid.parallel.task_runner import run as run
    from dynid.parallel.workers import Crew as Crew
    from dynid.parallel.workers import open_crew as open_crew
else:
    __getattr__, __all__ = make_namespace(__name__)
