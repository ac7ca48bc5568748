"""A loop that cannot close is given up after a bounded search."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET

import pytest

import dynid as di
from dynid.errors import LoopClosureError
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.robot.degrees_of_freedom import LOOKS, find_closed_pose
from dynid.robot.loop_residuals import Closing

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")


def test_a_loop_that_cannot_close_is_refused_in_seconds(tmp_path, monkeypatch):
    root = ET.fromstring(write_mjcf_text(di.load_robot("prs3")))
    body = next(root.iter("body"))
    body.set("pos", " ".join(repr(10 * float(x)) for x in body.get("pos").split()))
    path = tmp_path / "open.xml"
    path.write_bytes(ET.tostring(root))
    looks = []
    plain = Closing.__call__
    monkeypatch.setattr(Closing, "__call__", lambda self, q: looks.append(0) or plain(self, q))
    began = time.process_time()
    robot = di.load_robot(path)
    assert time.process_time() - began < 10.0  # 2 s on an idle machine
    assert len(looks) < 3 * LOOKS
    with pytest.raises(LoopClosureError, match=r"cannot be closed, from .* poses; loop"):
        find_closed_pose(Closing(robot))
