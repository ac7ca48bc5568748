"""M, C, g and Y as SymPy and as C: equal to the model's, and to what positions alone say."""

from __future__ import annotations

import ctypes
import runpy
import subprocess

import numpy as np
import pytest

import dynid as di
from c_help import COMPILER, STRICT, assert_same, pointer
from dynid.closed_chains.closing import close
from dynid.errors import InputError
from dynid.model.gears import LoadFriction
from dynid.model.inertial import to_pseudo_inertia
from dynid.model.random_states import draw_random_states
from dynid.robot.poses import compute_body_poses
from export_help import full_parameters, result_of

pytest.importorskip("sympy", reason="SymPy is not installed: pip install 'dynid[symbolic]'")

STATES = 12
SLOW = pytest.mark.slow(reason="SymPy takes seconds")


def lumped_delta():
    """The Delta whose struts are half at the arms' ends, half at the platform."""
    robot = di.load_robot("delta3")
    bodies = []
    for body in robot.bodies:
        inertia = body.inertia
        if body.name.startswith("strut"):
            bodies.append(di.Body(body.name, body.parent, body.joint, massless=True))
            continue
        if body.name.startswith("arm"):
            inertia = inertia + di.inertial(0.15, (0.3, 0, 0), (0, 0, 0))
        elif body.name == "platform":
            inertia = inertia + di.inertial(0.45, (0, 0, 0), (0, 0, 0))
        bodies.append(di.Body(body.name, body.parent, body.joint, inertia, body.massless))
    symmetry = [group for group in robot.symmetry if not group[0].startswith("strut")]
    return robot.replace(bodies=tuple(bodies), symmetry=tuple(symmetry))


ROBOTS = {
    "pendulum": lambda: di.load_robot("pendulum"),
    "five_bar": lambda: di.load_robot("five_bar"),
    "cft": lambda: di.load_robot("cft"),
    "rrr3": lambda: di.load_robot("rrr3"),
    "delta3, lumped": lumped_delta,
}
QUICK = ("pendulum", "five_bar")
LATE = [pytest.param(name, marks=SLOW) for name in ROBOTS if name not in QUICK]


def make_model(robot):
    names = robot.coordinates
    effects = [
        di.RotorInertia(),
        di.Spring([names[0]]),
        di.Stribeck([names[-1]], vs=0.3, delta=1.5),
    ]
    if len(names) > 1:
        effects += [di.Viscous(names[1:-1]), di.Coulomb([names[0]], directional=True, width=0.05)]
    return di.Model(robot, effects)


def draw(model):
    q, qd, qdd = draw_random_states(model.robot, STATES, seed=3)
    return close(model.robot, q).q, q, qd, qdd


def list_wanted(model, p, q, qd, qdd):
    return {
        "M": model.mass_matrix(q, p),
        "C": model.coriolis(q, qd, p),
        "g": model.gravity(q, p),
        "Y": model.regressor(q, qd, qdd),
    }


def compare(got, wanted):
    if np.abs(wanted).max() == 0.0:  # C of a pendulum, gravity of a horizontal robot
        assert np.abs(got).max() == 0.0
    else:
        assert_same(got, wanted)


@pytest.mark.parametrize("name", [*QUICK, *LATE])
def test_equal_to_the_model(name):
    model = make_model(ROBOTS[name]())
    symbolic, p = di.exports.derive_symbolic(model), full_parameters(model)
    whole, q, qd, qdd = draw(model)
    for kind, wanted in list_wanted(model, p, q, qd, qdd).items():
        function = symbolic.compile(kind)
        got = np.array([function(*state, p) for state in zip(whole, qd, qdd)], dtype=float)
        compare(got, wanted)


@pytest.mark.skipif(COMPILER is None, reason="no C compiler (gcc or cc) here")
@pytest.mark.parametrize("name", ["five_bar", *LATE])
def test_c_is_equal_to_the_model_and_closes_its_loops(name, tmp_path):
    model = make_model(ROBOTS[name]())
    p, (whole, q, qd, qdd) = full_parameters(model), draw(model)
    di.export(result_of(model, p), tmp_path / "code", kind="symbolic")
    (source,) = (tmp_path / "code").glob("*.c")
    library = tmp_path / "lib.so"
    command = [COMPILER, *STRICT, "-shared", "-fPIC", source, "-lm", "-o", library]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    code, prefix = ctypes.CDLL(str(library)), source.stem
    values = (ctypes.c_double * len(p)).in_dll(code, f"{prefix}_p")
    np.testing.assert_array_equal(values, p)

    def call(kind, size, *given):
        out = np.full(size, np.nan)
        getattr(code, f"{prefix}_{kind}")(
            *(pointer(np.ascontiguousarray(x)) for x in given), pointer(out)
        )
        return out

    given = {"M": "qp", "C": "qvp", "g": "qp", "Y": "qva"}
    for kind, wanted in list_wanted(model, p, q, qd, qdd).items():
        rows = [
            call(kind, wanted[0].size, *(dict(q=a, v=b, a=c, p=p)[x] for x in given[kind]))
            for a, b, c in zip(whole, qd, qdd)
        ]
        compare(np.array(rows), wanted)
    # Newton's steps from 0.01 rad or m beside the closed pose lead back to it
    passive = [model.robot.coordinates.index(name) for name in model.robot.passive]
    beside = whole[0].copy()
    beside[passive] += 0.01
    for _ in range(6):
        beside[passive] += call("correction", len(passive), beside)
    np.testing.assert_allclose(beside, whole[0], atol=1e-12)
    rows = model.robot.loops and call("closure", 30, beside)
    assert np.nanmax(np.abs(rows)) < 1e-12


def test_the_mass_matrix_is_that_of_positions_alone():
    """1/2 qd' M qd against masses at differences of body poses: no Jacobian, no regressor."""
    robot = di.load_robot("five_bar")
    model = di.Model(robot)
    symbolic = di.exports.derive_symbolic(model)
    whole, q, qd, qdd = draw(model)
    compute = symbolic.compile("M")
    M = np.array([compute(*state, model.prior) for state in zip(whole, qd, qdd)], dtype=float)
    h = 1e-5
    before, after = (compute_body_poses(robot, close(robot, q + s * h * qd).q) for s in (-1, 1))
    T = np.zeros(STATES)
    for body in robot.bodies:
        P = to_pseudo_inertia(np.asarray(body.inertia))
        V = (after[body.name] - before[body.name])[:, :3] / (2 * h)
        T += 0.5 * np.einsum("kij,jl,kil->k", V, P, V)
    np.testing.assert_allclose(0.5 * np.einsum("ki,kij,kj->k", qd, M, qd), T, rtol=1e-7)


def test_the_sympy_file_says_the_same(tmp_path):
    model = di.Model(di.load_robot("five_bar"), [di.Viscous()])
    p, (whole, q, qd, qdd) = full_parameters(model), draw(model)
    di.export(result_of(model, p), tmp_path / "code", kind="symbolic")
    read = runpy.run_path(str(tmp_path / "code" / "five_bar_symbolic.py"))
    values = (
        dict(zip(read["q"], whole[0]))
        | dict(zip(read["qd"], qd[0]))
        | dict(zip(read["qdd"], qdd[0]))
    )
    values |= read["values"]
    for kind, wanted in list_wanted(model, p, q[:1], qd[:1], qdd[:1]).items():
        at = dict(values)
        for symbol, expression in read["steps"]:
            at[symbol] = expression.xreplace(at)
        compare(np.array(read[kind].xreplace(at), dtype=float).reshape(1, -1), wanted)


def test_what_was_expanded_holds_no_steps():
    symbolic = di.exports.derive_symbolic(di.Model(di.load_robot("pendulum")))
    assert symbolic.expand(symbolic.g).free_symbols <= {*symbolic.q, *symbolic.p}
    assert "9.81" in str(symbolic.expand(symbolic.g))


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (lambda: di.Model(di.load_robot("stewart")), "144 Jacobian columns.*at most 80"),
        (lambda: di.Model(di.load_robot("pendulum"), [LoadFriction()]), "read"),
        (lambda: 3, "expected a Model"),
    ],
)
def test_what_is_refused(model, said):
    with pytest.raises(InputError, match=said):
        di.exports.derive_symbolic(model())
