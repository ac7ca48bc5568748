"""The family `simulation` at its border: arrays that are shown, wrong arguments, levels. What a
simulation does is tested in tests/simulation, against SciPy, MuJoCo and formulas."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import dynid as di
import dynid._native as native
from dynid.model.terms import Law, pack_law
from dynid.robot.builtin import five_bar
from dynid.simulation.integrate import Integrator


def make_plant():
    model = di.Model(five_bar(), [di.Viscous(), di.Coulomb(), di.RotorInertia()])
    p = model.prior
    p[model.layout.others] = 0.01
    home = np.array([model.robot.home[name] for name in model.robot.actuated])
    return Integrator(model, p, home, np.array([0.3, -0.2]), None)


def test_levels_agree(level):
    plant = make_plant()
    plant.trial.A[:] = plant.now.qdd
    assert plant.native.step(1e-3) == 0
    native.use_level(native.levels()[0])
    other = make_plant()
    other.trial.A[:] = other.now.qdd
    assert other.native.step(1e-3) == 0
    np.testing.assert_allclose(plant.trial.A, other.trial.A, rtol=1e-9)
    np.testing.assert_allclose(plant.states.M, other.states.M, rtol=1e-12)


def test_arrays_are_views_that_outlive_their_owner():
    plant = make_plant()
    q = plant.native.array("now.q")
    q[0] += 1.0
    assert plant.now.q[0] == q[0]
    del plant
    gc.collect()
    assert np.isfinite(q).all()


def test_wrong_arguments():
    plant = make_plant()
    with pytest.raises(ValueError, match=r"^name: got 'now.x'"):
        plant.native.array("now.x")
    with pytest.raises(ValueError, match=r"^held"):
        plant.native.hold(np.array([2]))
    plant.mode[0] = 7
    with pytest.raises(ValueError, match=r"^mode"):
        plant.native.look()
    plant.mode[0] = 0
    n, zeros = 2, np.zeros(2)
    row = np.zeros((1, n))
    control = native.Controller(row, row, row, zeros, zeros, zeros, zeros, False)
    with pytest.raises(ValueError, match=r"^at, last"):
        plant.native.run(control, plant.record, 0, 1)
    with pytest.raises(ValueError, match=r"^feed"):
        native.Controller(row, row, np.zeros((2, n)), zeros, zeros, zeros, zeros, False)
    empty = np.zeros((0, n))
    with pytest.raises(ValueError, match=r"^q"):
        native.Controller(empty, empty, empty, zeros, zeros, zeros, zeros, False)
    wide = native.Controller(*np.zeros((3, 1, 3)), *np.zeros((4, 3)), False)
    with pytest.raises(ValueError, match=r"^control"):
        plant.native.ask(wide, plant.record, 0)
    other = native.Record(np.zeros(3), zeros, zeros, np.zeros(2, dtype=bool), *np.zeros((2, 5)))
    with pytest.raises(ValueError, match=r"^record"):
        plant.native.glide(other, 1e-3)
    with pytest.raises(ValueError, match=r"^law"):
        native.law_force(np.zeros(12), 0.0, 0.0, 0)
    for power in (0.5, -1.0, 1e308, np.nan):
        law = pack_law(Law())
        law[6] = power
        with pytest.raises(ValueError, match=r"^law: expected a whole power of the position"):
            native.law_force(law, 0.0, 0.0, 0)


def test_a_law_without_factors_is_one():
    assert native.law_force(pack_law(Law()), 0.3, -0.2, 0) == (1.0, 0.0)
