"""Robots under position commands: the parameters of a simulator, without torques."""

import sys
import warnings
from types import ModuleType
from typing import Any

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Drive": "dynid.sim2real.drive",
        "RolloutCheck": "dynid.sim2real.rollout_check",
        "Sim2Real": "dynid.sim2real.result",
        "hold_base": "dynid.robot.lock",
        "identify_simulator": "dynid.sim2real.identify",
        "make_command_log": "dynid.data.command_log",
        "read_commands": "dynid.data.command_log",
    },
)


class _Called(ModuleType):
    """`di.sim2real(robot, log, drive)` was the function's name: it answers until 0.3."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        from dynid.sim2real.identify import identify_simulator

        message = (
            "di.sim2real(...) is called di.identify_simulator(...); the old name ends with 0.3"
        )
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return identify_simulator(*args, **options)


sys.modules[__name__].__class__ = _Called
