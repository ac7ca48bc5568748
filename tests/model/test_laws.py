"""Every law three times: for arrays, compiled, and in C; and against formulas written by hand."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from dataclasses import replace
from math import cos, exp, inf, tanh

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid._native import law_force
from dynid.exports.c_effects import SIGN
from dynid.model.effects import JointCoupling
from dynid.model.model_builder import EFFECTS
from dynid.model.terms import Law, Signals, pack_law

COMPILER = shutil.which("gcc") or shutil.which("cc")


def sgn(v):
    return float((v > 0) - (v < 0))


#: a law, and its force written by hand
BY_HAND = {
    Law(): lambda q, v: 1.0,
    Law(sign=True): lambda q, v: sgn(v),
    Law(sign=True, power=1): lambda q, v: v,
    Law(sign=True, power=3): lambda q, v: v**3,
    Law(sign=True, power=0.5): lambda q, v: sgn(v) * abs(v) ** 0.5,
    Law(power=2): lambda q, v: v**2,
    Law(sign=True, width=0.3): lambda q, v: tanh(v / 0.3),
    Law(sign=True, width=0.3, power=2): lambda q, v: tanh(v / 0.3) * v**2,
    Law(sign=True, side=1): lambda q, v: 1.0 if v > 0 else 0.0,
    Law(sign=True, power=1, side=-1): lambda q, v: v if v < 0 else 0.0,
    Law(sign=True, fade=0.4, steepness=1.5): lambda q, v: sgn(v) * exp(-((abs(v) / 0.4) ** 1.5)),
    Law(fade=0.4): lambda q, v: exp(-((v / 0.4) ** 2)),
    Law(position=1): lambda q, v: q,
    Law(position=3): lambda q, v: q**3,
    Law(waves=4.0, phase=0.3): lambda q, v: cos(4 * q + 0.3),
    Law(phase=1.0): lambda q, v: cos(1.0),
    Law(sign=True, waves=2.0): lambda q, v: sgn(v) * cos(2 * q),
    Law(sign=True, width=0.2, power=0.5, fade=1.0, position=2, waves=3.0): (
        lambda q, v: tanh(v / 0.2) * abs(v) ** 0.5 * exp(-(v**2)) * q**2 * cos(3 * q)
    ),
}
MADE = [EFFECTS[name](joints=["a", "b"]) for name in EFFECTS]
assert JointCoupling in map(type, MADE)
REGISTERED = {term.law for made in MADE for term in made.terms() if not term.law.acceleration}
REGISTERED = {law for law in REGISTERED if not law.channels}
REGISTERED |= {term.law for term in di.Coulomb(directional=True, width=0.1).terms()}
LAWS = [*BY_HAND, *(law for law in sorted(REGISTERED, key=repr) if law not in BY_HAND)]


@pytest.fixture(scope="module")
def states():
    rng = np.random.default_rng(0)
    # not so slow that the step of the differences would matter
    q, v = rng.uniform(-2, 2, 60), rng.uniform(0.05, 1.5, 60) * rng.choice([-1, 1], 60)
    v[:3] = 0.0
    return q, v


@pytest.mark.parametrize("robot", ["arm7", "five_bar"])
@pytest.mark.parametrize("name", EFFECTS)
def test_every_effect_keeps_the_contract(name, robot):
    machine = di.load_robot(robot)
    alone = name in ("counterbalance", "torque_scale")  # of one joint; not of all
    effect = EFFECTS[name](joints=machine.actuated[: 1 if alone else 2])
    if name == "encoder_offset" and machine.loops:
        with pytest.raises(di.InputError, match="has loops, expected a tree"):
            di.Model(machine, [effect])
    else:
        di.testing.check_effect(effect, machine)


@pytest.mark.parametrize("law", BY_HAND, ids=repr)
def test_arrays_against_the_formula(law, states):
    q, v = states
    want = [BY_HAND[law](*x) for x in zip(q.tolist(), v.tolist())]
    assert_allclose(law.force(Signals(q, v, np.zeros_like(q))), want, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("law", LAWS, ids=repr)
def test_compiled_is_the_same(law, states):
    q, v = states
    x = Signals(q, v, np.zeros_like(q))
    row, slopes = pack_law(law), law.compute_slopes(x)
    found = np.array([law_force(row, *each, 0) for each in zip(q, v)])
    assert_allclose(found[:, 0], law.force(x), rtol=1e-12, atol=1e-13)
    slope = np.zeros_like(v) if slopes.v is None else slopes.v
    assert_allclose(found[3:, 1], slope[3:], rtol=1e-12, atol=1e-12)
    if law.dry:  # about to slip, from rest
        ways = [law_force(row, q[0], 0.0, way)[0] for way in (1, -1)]
        near = [law.force(Signals(q[:1], np.array([s]), q[:1]))[0] for s in (1e-300, -1e-300)]
        assert_allclose(ways, near, rtol=1e-12)


@pytest.mark.parametrize("law", LAWS, ids=repr)
def test_slopes_are_derivatives(law, states):
    q, v = (x[3:] for x in states)
    h, a = 1e-6, np.zeros_like(q)
    slopes = law.compute_slopes(Signals(q, v, a))
    for level, step in enumerate(np.eye(3)[:2]):
        up = Signals(q + h * step[0], v + h * step[1], a)
        down = Signals(q - h * step[0], v - h * step[1], a)
        want = (law.force(up) - law.force(down)) / (2 * h)
        found = np.zeros_like(q) if slopes[level] is None else slopes[level]
        assert_allclose(found, want, rtol=1e-6, atol=1e-6)


@pytest.mark.skipif(COMPILER is None, reason="no C compiler (gcc or cc) here")
def test_c_is_the_same(states, tmp_path):
    lines = [
        f"double law{k}(double q, double v, double a)\n{{\n    (void)q; (void)v; (void)a;\n"
        f"    return {law.to_c('q', 'v', 'a') or '1.0'};\n}}\n"
        for k, law in enumerate(LAWS)
    ]
    (tmp_path / "laws.c").write_text("#include <math.h>\n" + SIGN + "\n".join(lines))
    flags = ("-std=c99", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror", "-shared", "-fPIC")
    subprocess.run([COMPILER, *flags, "laws.c", "-lm", "-o", "laws.so"], cwd=tmp_path, check=True)
    library = ctypes.CDLL(str(tmp_path / "laws.so"))
    for k, law in enumerate(LAWS):
        function = getattr(library, f"law{k}")
        function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * 3
        q, v = states
        found = [function(*x, 0.0) for x in zip(q, v)]
        want = law.force(Signals(q, v, np.zeros_like(q)))
        assert_allclose(found, want, rtol=1e-12, atol=1e-13, err_msg=repr(law))


def test_load_and_channels_are_read_where_they_are_given(states):
    q, v = states
    load = np.linspace(-3, 3, len(q))
    law = Law(sign=True, load=1.0, channel="warm")
    assert law.reads == {"qd", "load", "warm"}
    found = law.force(Signals(q, v, q, {"load": load, "warm": load**2}))
    assert_allclose(found, np.sign(v) * np.abs(load) * load**2)
    with pytest.raises(di.InputError, match="'load'"):
        law.force(Signals(q, v, q))
    with pytest.raises(di.InputError, match="'warm'"):
        replace(law, load=0.0).force(Signals(q, v, q))


def test_units_follow_from_the_law():
    assert Law(sign=True, power=1).find_unit(False) == "N m s/rad"
    assert Law(sign=True, power=3).find_unit(True) == "N s^3/m^3"
    assert Law(position=1).find_unit(False) == "N m/rad"
    assert Law(sign=True).find_unit(True) == "N"
    assert Law(acceleration=True).find_unit(False) == "kg m^2"
    assert Law(sign=True, load=1.0).find_unit(False) == "1"


@pytest.mark.parametrize(
    "wrong",
    [
        {"power": -1},
        {"fade": 0},
        {"position": 0.5},
        {"side": 2},
        {"steepness": 0},
        {"waves": inf},
        {"acceleration": True, "sign": True},
    ],
    ids=repr,
)
def test_a_law_that_cannot_be_is_refused(wrong):
    with pytest.raises(di.InputError, match=f"got {next(iter(wrong))}"):
        Law(**wrong)
