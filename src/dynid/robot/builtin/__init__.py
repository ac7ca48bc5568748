"""The built-in robots, public as di.robots: functions of their geometry, which cite the sources of
their defaults. di.robots.delta4(arm=0.4) and di.load_robot("delta4", arm=0.4) are the same.

BUILTIN is the one registry: the command line and the tests read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace
from dynid.registry import Registry

BUILTIN = Registry(
    "robot",
    {
        "delta3": "dynid.robot.builtin.delta:delta3",
        "delta4": "dynid.robot.builtin.delta:delta4",
        "linear_delta": "dynid.robot.builtin.delta_like:linear_delta",
        "par4": "dynid.robot.builtin.delta_like:par4",
        "h4": "dynid.robot.builtin.delta_like:h4",
        "i4": "dynid.robot.builtin.delta_like:i4",
        "prs3": "dynid.robot.builtin.parallel:prs3",
        "rps3": "dynid.robot.builtin.parallel:rps3",
        "cft": "dynid.robot.builtin.transposer:cft",
        "six_dof": "dynid.robot.builtin.arms:six_dof",
        "pendulum": "dynid.robot.builtin.arms:pendulum",
        "five_bar": "dynid.robot.builtin.parallel:five_bar",
        "stewart": "dynid.robot.builtin.parallel:stewart",
        "rus6": "dynid.robot.builtin.parallel:rus6",
        "rrr3": "dynid.robot.builtin.planar:rrr3",
        "prr3": "dynid.robot.builtin.planar:prr3",
        "arm7": "dynid.robot.builtin.arms:arm7",
    },
)

if TYPE_CHECKING:
    from dynid.robot.builtin.arms import arm7 as arm7
    from dynid.robot.builtin.arms import pendulum as pendulum
    from dynid.robot.builtin.arms import six_dof as six_dof
    from dynid.robot.builtin.delta import delta3 as delta3
    from dynid.robot.builtin.delta import delta4 as delta4
    from dynid.robot.builtin.delta_like import h4 as h4
    from dynid.robot.builtin.delta_like import i4 as i4
    from dynid.robot.builtin.delta_like import linear_delta as linear_delta
    from dynid.robot.builtin.delta_like import par4 as par4
    from dynid.robot.builtin.parallel import five_bar as five_bar
    from dynid.robot.builtin.parallel import prs3 as prs3
    from dynid.robot.builtin.parallel import rps3 as rps3
    from dynid.robot.builtin.parallel import rus6 as rus6
    from dynid.robot.builtin.parallel import stewart as stewart
    from dynid.robot.builtin.planar import prr3 as prr3
    from dynid.robot.builtin.planar import rrr3 as rrr3
    from dynid.robot.builtin.transposer import cft as cft
    from dynid.robot.chains import chain as chain
    from dynid.robot.dh import robot_from_dh as robot_from_dh
else:
    __getattr__, __all__ = make_namespace(__name__)
