"""Friction under load, gains, tilted gravity and hysteresis in the exported C, along a motion."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import dynid as di
from c_help import COMPILER, Compiled, compare, pointer
from dynid.model.gears import (
    EncoderOffset,
    GravityDirection,
    Hysteresis,
    LoadFriction,
    TorqueScale,
    set_zeros,
)
from export_help import full_parameters
from simulation_help import swing_of

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler (gcc or cc) here")


@pytest.mark.parametrize("name", ["arm7", "five_bar", "delta4"])
def test_equal_to_the_model_along_a_motion(name, tmp_path):
    robot, motion = swing_of(name, duration=2.0, frequency=0.8)
    effects = [
        di.Coulomb(),
        di.Offset(),
        di.RotorInertia(),
        LoadFriction(width=0.1, viscous=True),
        Hysteresis(lengths=(0.01, 0.2)),
        TorqueScale(robot.actuated[1:]),
        GravityDirection(),
    ]
    model = di.Model(robot, effects)
    p = full_parameters(model)
    code = Compiled(model, p, tmp_path / "code")
    assert code.said.returncode == 0, code.said.stdout + code.said.stderr
    q, qd, qdd = motion.at(np.linspace(0.0, 2.0, 400))
    # the controller runs 20 times as often, and sees every turn; the model follows them by itself
    finer = motion.at(np.linspace(0.0, 2.0, 399 * 20 + 1))[0]
    wanted = model.inverse_dynamics(q, qd, qdd, p)
    assert np.ptp(model.set_load_reference(p).channels(q, qd, qdd)["hysteresis 0.01"]) > 1.0

    class Memory(ctypes.Structure):
        _fields_ = [
            ("q", ctypes.c_double * robot.dof),
            ("z", ctypes.c_double * (2 * robot.dof)),
            ("moved", ctypes.c_int),
        ]

    memory, got = Memory(), np.empty_like(q)
    function = code._function
    function("rest")(ctypes.byref(memory))
    first = [] if code.state is None else [pointer(code.state)]
    for k in range(len(q)):
        rows = [np.ascontiguousarray(x[k]) for x in (q, qd, qdd)]
        for row in np.ascontiguousarray(finer[max(20 * k - 19, 0) : 20 * k + 1]):
            function("wind")(ctypes.byref(memory), pointer(row))
        function("inverse_dynamics")(
            ctypes.byref(memory), *first, *map(pointer, rows), pointer(got[k])
        )
    assert np.abs(got - wanted).max() < 1e-5 * np.abs(wanted).max()


def test_tilted_gravity_is_in_gravity_and_all_functions_fit(tmp_path):
    for name in ("arm7", "five_bar"):
        model = di.Model(di.load_robot(name), [di.Viscous(), GravityDirection()])
        p = full_parameters(model)
        compare(model, p, tmp_path / name)
        header = (tmp_path / name / f"{name}.h").read_text()
        assert "Gravity is tilted" in header
        assert "_memory" not in header


def test_zeros_of_joints_are_in_the_geometry(tmp_path):
    robot = di.load_robot("arm7")
    model = di.Model(robot, [di.Viscous(), EncoderOffset(robot.actuated[1:])])
    p = full_parameters(model)
    offsets = [k for k, name in enumerate(model.parameters) if name.endswith("encoder_offset")]
    p[offsets] = np.linspace(-0.1, 0.1, len(offsets))
    code = Compiled(model, p, tmp_path / "code")
    assert code.said.returncode == 0, code.said.stdout + code.said.stderr
    compare(*set_zeros(model, p), tmp_path / "same")
    assert (tmp_path / "same/arm7.c").read_text() == (tmp_path / "code/arm7.c").read_text()


def test_a_temperature_has_no_place_in_c(tmp_path):
    from dynid.model.effects import Effect
    from dynid.model.terms import Law, Term

    class Warm(Effect):
        def terms(self):
            return (Term("warm", Law(channel="temperature")),)

    model = di.Model(di.load_robot("pendulum"), [Warm()])
    with pytest.raises(di.InputError, match="reads 'temperature', which the C functions"):
        Compiled(model, full_parameters(model), tmp_path)
