"""Logs of robots with loops, thinned, reversed, cut: none is refused. Many more: `python
benchmarks/loop_logs.py`."""

from __future__ import annotations

import pytest

from dynid.robot.robot_loading import load_robot
from loop_logs import tried

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")


@pytest.mark.parametrize(
    ("name", "seed", "kind"),
    [
        # no straight line leads from home to the first sample
        ("par4", 500_003, "reversed"),
        ("delta4", 500_028, "reversed thinned"),
        # smoothed positions leave the workspace
        ("rps3", 500_077, "reversed thinned"),
        ("stewart", 500_105, "cut thinned"),
        # a repair that `check` tries does
        ("prs3", 500_085, "cut"),
    ],
)
def test_none_is_refused(name, seed, kind):
    case = tried(name, load_robot(name), seed)
    assert (case.kind, case.checked, case.identified) == (kind, "", "")
