"""At the edge of the workspace of a robot with loops, smoothed positions may lie beyond it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closing import close
from dynid.closed_chains.roadmap import can_close
from dynid.data.log import Log
from dynid.data.process import process
from dynid.diagnostics.examination import check
from dynid.errors import LoopClosureError
from dynid.model.effects import Coulomb, Viscous
from dynid.model.model import Model
from dynid.robot.builtin.lengths import make_rod
from dynid.robot.robot_loading import load_robot

RATE = 100.0


@pytest.fixture(scope="module")
def model():
    """The built-in one knows the masses of its own lengths only: these are rods."""
    robot, rods = load_robot("five_bar", coupler=0.25), (make_rod(0.8, 0.25), make_rod(0.5, 0.25))
    bodies = [replace(body, inertia=rods["coupler" in body.name]) for body in robot.bodies]
    return Model(robot.replace(bodies=tuple(bodies)), [Viscous(), Coulomb()])


def to_the_edge(model, share):
    """A log of fast moves from home, some of them to a share of the way to where the couplers are
    stretched: a low-pass goes too far there."""
    robot, rng = model.robot, np.random.default_rng(0)
    home, way = take_actuated_home(robot), np.array([-1.0, 0.8])
    far = np.linspace(0.0, 2.0, 2001)
    edge = far[np.flatnonzero(can_close(robot, home + far[:, None] * way))[-1]]
    q = [np.zeros((50, 2))]
    for k in range(24):
        to = share * edge * way if k % 8 == 3 else 0.3 * rng.uniform(-1.0, 1.0, 2)
        s = np.clip(np.arange(100.0) / 12.0, 0.0, 1.0)[:, None]
        s = s * s * (3.0 - 2.0 * s)
        q.append(q[-1][-1] + s * (to - q[-1][-1]))
    q = home + np.concatenate(q)
    qd = np.gradient(q, 1 / RATE, axis=0)
    tau = model.inverse_dynamics(q, qd, np.gradient(qd, 1 / RATE, axis=0), model.nominal)
    return Log(robot.actuated, np.arange(len(q)) / RATE, q, tau, source="edge.csv")


def test_samples_beyond_it_are_left_out_and_the_rest_is_kept(model):
    log = to_the_edge(model, 0.98)
    close(model.robot, log.q)
    data = process(log, model, cutoff=3.0)
    (note,) = [note for note in data.notes if "beyond the workspace" in note]
    left = int(note.split(": ")[1].split()[0])
    assert 0 < left < 0.1 * len(log.t)
    assert len(data.sources) > 1  # what is between them
    close(model.robot, data.q, data.qd, data.qdd)


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_a_cutoff_is_chosen_all_the_same(model):
    log = to_the_edge(model, 0.98)
    data = process(log, model)
    assert data.cutoff > 3.0
    assert [finding for finding in check(model, log).findings if finding.kind == "refused"] == []


def test_recorded_poses_beyond_it_are_refused(model):
    home = take_actuated_home(model.robot)
    log = to_the_edge(model, 0.98)
    log = replace(log, q=home + 1.1 * (log.q - home))
    for options in ({}, {"cutoff": 5.0}):
        with pytest.raises(LoopClosureError, match=r"log 'edge.csv', t = 3.* stays open by"):
            process(log, model, **options)
    assert "refused" in [finding.kind for finding in check(model, log).findings]
