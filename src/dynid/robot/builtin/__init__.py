"""The built-in robots, public as di.robots: functions of their geometry, which cite the sources of
their defaults. di.robots.delta4(arm=0.4) and di.load_robot("delta4", arm=0.4) are the same.

BUILTIN is the one registry: the command line and the tests read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dynid.registry import Registry, make_namespace

BUILTIN = Registry(
    "robot",
    {
        "delta3": "dynid.robot.builtin.delta:delta3",
        "delta4": "dynid.robot.builtin.delta:delta4",
        "linear_delta": "dynid.robot.builtin.delta_like:linear_delta",
        "par4": "dynid.robot.builtin.delta_like:par4",
        "prs3": "dynid.robot.builtin.parallel:prs3",
        "rps3": "dynid.robot.builtin.parallel:rps3",
        "cft": "dynid.robot.builtin.transposer:cft",
        "six_dof": "dynid.robot.builtin.arms:six_dof",
        "pendulum": "dynid.robot.builtin.arms:pendulum",
        "five_bar": "dynid.robot.builtin.parallel:five_bar",
        "stewart": "dynid.robot.builtin.parallel:stewart",
        "arm7": "dynid.robot.builtin.arms:arm7",
    },
)

#: what one's own are made with, beside Robot, Body, Joint
_MORE = {"chain": "dynid.robot.chains", "robot_from_dh": "dynid.robot.dh"}

__getattr__, __all__ = make_namespace(
    __name__, _MORE | {name: place.partition(":")[0] for name, place in BUILTIN.places.items()}
)

if TYPE_CHECKING:
    from dynid.robot.builtin.arms import arm7, pendulum, six_dof
    from dynid.robot.builtin.delta import delta3, delta4
    from dynid.robot.builtin.delta_like import linear_delta, par4
    from dynid.robot.builtin.parallel import five_bar, prs3, rps3, stewart
    from dynid.robot.builtin.transposer import cft
