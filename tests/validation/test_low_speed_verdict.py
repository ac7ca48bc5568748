"""Friction of low speed that was asked for by name, and is not there."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from sines import dataset, random_sines


@pytest.mark.parametrize(("force", "level"), [(1.5, None), (0.0, 1)])
@pytest.mark.parametrize("method", [di.Consistent(), di.WLS()])
def test_a_dip_that_is_not_there_is_named(force, level, method):
    robot = di.load_robot("arm7")
    model = di.Model(robot, [di.Stribeck(vs=0.05)])
    rng, t = np.random.default_rng(0), np.arange(0, 20, 0.01)
    motion = random_sines(rng, t, robot.dof, 4, 0.1, (0.05, 0.2))
    own = {"coulomb": 2.0, "stribeck": force, "viscous": 1.0}
    p = model.to_vector({f"{j}.{name}": x for j in robot.actuated for name, x in own.items()})
    tau = model.inverse_dynamics(*motion, p)
    tau += 0.005 * tau.std(axis=0) * rng.normal(size=tau.shape)
    problem = di.Problem(model, dataset(model, t, motion, tau))
    verdict = di.judge(di.estimate(problem, method), problem)
    found = [finding for finding in verdict.findings if finding.kind == "low speed"]
    assert [finding.level for finding in found] == ([] if level is None else [level])
    if found:
        assert "joint1.stribeck" in found[0].evidence
        assert "Stribeck.vs = 0.05" in found[0].evidence
        assert "method separable" in found[0].repair
        assert verdict.word != "good"
