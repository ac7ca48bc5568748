"""Robots under position commands: the parameters of a simulator, without torques."""

import sys
import warnings
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.data.command_log import make_command_log as make_command_log
    from dynid.data.command_log import read_commands as read_commands
    from dynid.robot.lock import hold_base as hold_base
    from dynid.sim2real.drive import Drive as Drive
    from dynid.sim2real.result import Sim2Real as Sim2Real
    from dynid.sim2real.rollout_check import RolloutCheck as RolloutCheck
    from dynid.sim2real.simulator_identification import identify_simulator as identify_simulator
else:
    __getattr__, __all__ = make_namespace(__name__)


class _Called(ModuleType):
    """`di.sim2real(robot, log, drive)` was the function's name: it answers until 0.3."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        from dynid.sim2real.simulator_identification import identify_simulator

        message = (
            "di.sim2real(...) is called di.identify_simulator(...); the old name ends with 0.3"
        )
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return identify_simulator(*args, **options)


sys.modules[__name__].__class__ = _Called
