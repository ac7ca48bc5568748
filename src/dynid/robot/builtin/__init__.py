"""The built-in robots: name -> builder. Each builder takes its geometry as arguments and cites its
defaults."""

from __future__ import annotations

from collections.abc import Callable

from dynid.robot.builtin.arms import arm7, pendulum, six_dof
from dynid.robot.builtin.cft import cft
from dynid.robot.builtin.delta import delta3, delta4
from dynid.robot.builtin.parallel import five_bar, prs3, rps3, stewart
from dynid.robot.mechanism import Robot

BUILTIN: dict[str, Callable[..., Robot]] = {
    builder.__name__: builder
    for builder in (delta3, delta4, prs3, rps3, cft, six_dof, pendulum, five_bar, stewart, arm7)
}
