"""Base parameters: counts and groupings known from papers, from Pinocchio, and from what they
mean."""

from __future__ import annotations

import warnings

import numpy as np
import pinocchio as pin
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from threadpoolctl import threadpool_limits

import dynid as di
from dynid.robot.builtin import BUILTIN, arm7, cft, delta4, pendulum, prs3, rps3, six_dof
from dynid.robot.dh import robot_from_dh
from motion_help import builtin, random_states
from tree_help import pinocchio_of, pinocchio_regressor, random_motion, random_tree, relative

SMALLEST_GAP = 1e10


@pytest.fixture(scope="module", autouse=True)
def one_blas_thread():
    """On a busy machine BLAS threads wait for each other: 1 s for a matrix of 546 x 84 instead of
    10 ms."""
    with threadpool_limits(1):
        yield


def states(robot, samples=20, seed=9):
    """Random states, not those on which the base parameters were decided."""
    if robot.is_tree:
        return random_motion(robot.dof, samples, seed)
    _, home, swing = builtin(robot.name)
    return random_states(home, swing / 2, samples, seed)


def rows(model, combinations):
    """(combinations, P): each {parameter: coefficient} as a row over the model's parameters."""
    index = {name: k for k, name in enumerate(model.parameters)}
    out = np.zeros((len(combinations), len(index)))
    for row, combination in zip(out, combinations):
        for name, coefficient in combination.items():
            row[index[name]] = coefficient
    return out


def assert_same_combinations(base, theirs):
    """Published combinations convert into ours and back: theta_theirs = T theta, T invertible,
    nothing left over."""
    T = theirs[:, base.independent]  # ours have exactly one independent parameter each
    assert_allclose(T @ base.map, theirs, rtol=0, atol=1e-6 * np.abs(theirs).max())
    assert T.shape == (len(base), len(base))
    assert np.linalg.cond(T) < 1e3


# ---- counts of the papers

DRIVES = (*delta4().actuated, "slide")
FRICTION = [di.Viscous(DRIVES), di.Coulomb(DRIVES)]
COUNTS = {
    # model: parameters, contributing (None: not published), base
    "delta4, identical limbs": (lambda: di.Model(delta4()), 60, None, 27),
    "delta4, friction": (lambda: di.Model(delta4(), FRICTION), 70, None, 37),
    "delta4, friction and motor 4": (
        lambda: di.Model(delta4(), [*FRICTION, di.RotorInertia(["psi"])]),
        71,
        None,
        37,
    ),
    "delta4, two struts a limb": (lambda: di.Model(delta4(struts=2)), 60, None, 27),
    "prs3, distinct legs": (lambda: di.Model(prs3(), symmetric=False), 70, 25, 19),
    "rps3, distinct legs": (lambda: di.Model(rps3(), symmetric=False), 70, 31, 25),
    "cft": (lambda: di.Model(cft()), 80, 47, 22),
    "arm7": (lambda: di.Model(arm7()), 70, None, 43),
    "six_dof": (lambda: di.Model(six_dof()), 60, None, 36),
    "six_dof, first axis not vertical": (lambda: di.Model(six_dof(tilt=0.3)), 60, None, 38),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name):
    build, parameters, contributing, count = COUNTS[name]
    model = build()
    base = di.base_parameters(model)
    assert (len(model.parameters), len(base)) == (parameters, count)
    assert contributing in (None, base.contributing)
    assert len(base.independent) + len(base.dependent) + len(base.silent) == parameters
    assert base.gap >= SMALLEST_GAP


def test_inertia_of_motor_4_is_that_of_the_end_effector():
    """Gnad: exactly collinear with the end effector's Theta_zz."""
    model = di.Model(delta4(), [di.RotorInertia(["psi"])])
    base = di.base_parameters(model)
    column = list(base.dependent).index(model.parameters.index("psi.rotor_inertia"))
    only = {model.parameters[k]: c for k, c in zip(base.independent, base.mixing[:, column]) if c}
    assert list(only) == ["end_effector.Izz"]
    assert only["end_effector.Izz"] == pytest.approx(1.0, abs=1e-10)


def test_table_1_of_diaz_rodriguez():
    """3-PRS: links 1, 2 = slider1, coupler1; 3 = platform; 4, 5 and 6, 7 the other legs. No axis
    needs turning: a coupler's
    x points to its ball joint, lr away; the platform's ball joints are at 0, (lx_p2, 0) and (lx_p3,
    ly_p3).
    """
    robot = prs3()
    lr = robot.loops[0].position_b[0]
    ball1, (lx_p2, *rest), (lx_p3, ly_p3, flat) = (loop.position_a for loop in robot.loops)
    assert_allclose([*ball1, *rest, flat], 0.0, atol=1e-15)
    links = ("slider1", "coupler1", "platform", "slider2", "coupler2", "slider3", "coupler3")

    def m(first, last, factor):
        return {f"{links[i - 1]}.m": factor for i in range(first, last + 1)}

    def plus(a, b):
        return {name: a.get(name, 0.0) + b.get(name, 0.0) for name in {**a, **b}}

    table = [
        {"coupler1.Izz": 1, **m(1, 2, -(lr**2))},
        {"coupler1.mx": 1, **m(1, 2, -lr)},
        {"coupler1.my": 1},
        {"platform.Ixx": 1, **m(1, 5, -(ly_p3**2))},
        {"platform.Ixy": 1, **m(1, 5, lx_p3 * ly_p3)},
        {"platform.Ixz": 1},
        {"platform.Iyy": 1, **plus(m(1, 5, -(lx_p3**2)), m(4, 5, lx_p2**2))},
        {"platform.Iyz": 1},
        {"platform.Izz": 1, **m(1, 3, -(lx_p2**2))},
        {"platform.mx": 1, **plus(m(1, 5, -lx_p3), m(4, 5, lx_p2))},
        {"platform.my": 1, **m(1, 5, -ly_p3)},
        {"platform.mz": 1},
        {"coupler2.Izz": 1, **m(4, 5, -(lr**2))},
        {"coupler2.mx": 1, **m(4, 5, -lr)},
        {"coupler2.my": 1},
        {"coupler3.Izz": 1, **m(1, 5, lr**2)},
        m(1, 7, 1.0),
        {"coupler3.mx": 1, **m(1, 5, lr)},
        {"coupler3.my": 1},
    ]
    model = di.Model(robot, symmetric=False)
    base = di.base_parameters(model)
    theirs = rows(model, table)
    assert_same_combinations(base, theirs)
    # where the two groupings coincide, the very coefficients
    ours = {model.parameters[k]: row for k, row in zip(base.independent, base.map)}
    for name in (
        "coupler1.my",
        "platform.mz",
        "coupler2.Izz",
        "coupler2.mx",
        "coupler2.my",
        "coupler3.my",
    ):
        (row,) = (row for row, combination in zip(theirs, table) if next(iter(combination)) == name)
        assert_allclose(ours[name], row, atol=1e-6)
    assert_allclose(ours["slider1.m"], theirs[16], atol=1e-6)  # number 17, the sum of all masses


# ---- serial arms

D3, RL4 = 0.45, 0.43
PUMA = np.array(
    [
        (0, 90, 0, 0),
        (0.4318, 0, 0, 0),
        (0.0203, -90, 0.15005, 0),
        (0, 90, 0.4318, 0),
        (0, -90, 0, 0),
        (0, 0, 0, 0),
    ]
)
RX90 = np.array(
    [(0, 0, 0, 0), (0, 90, 0, 0), (D3, 0, 0, 0), (0, -90, RL4, 0), (0, 90, 0, 0), (0, -90, 0, 0)]
)
DEGREES = (1, np.pi / 180, 1, np.pi / 180)


def test_puma_560_has_36():
    """Gautier and Khalil 1990: 1 + 7 * 5, the first axis vertical."""
    base = di.base_parameters(di.Model(robot_from_dh(PUMA * DEGREES)))
    assert len(base) == 36
    assert base.gap >= SMALLEST_GAP


def test_rx90_has_the_40_of_khalil_and_dombre():
    """Modeling, Identification and Control of Robots, table 9.4: the groupings of the Staubli RX-90
    with its rotors."""
    model = di.Model(robot_from_dh(RX90 * DEGREES, "modified"), [di.RotorInertia()])

    def m(first, factor):
        return {f"link{i}.m": factor for i in range(first, 7)}

    table = [
        {"link1.Izz": 1, "joint1.rotor_inertia": 1, "link2.Iyy": 1, "link3.Iyy": 1, **m(3, D3**2)},
        {"link2.Ixx": 1, "link2.Iyy": -1, **m(3, -(D3**2))},
        {"link2.Ixz": 1, "link3.mz": -D3},
        {"link2.Izz": 1, "joint2.rotor_inertia": 1, **m(3, D3**2)},
        {"link2.mx": 1, **m(3, D3)},
        {"link3.Ixx": 1, "link3.Iyy": -1, "link4.Iyy": 1, "link4.mz": 2 * RL4, **m(4, RL4**2)},
        {"link3.Izz": 1, "link4.Iyy": 1, "link4.mz": 2 * RL4, **m(4, RL4**2)},
        {"link3.my": 1, "link4.mz": 1, **m(4, RL4)},
        {"link4.Ixx": 1, "link4.Iyy": -1, "link5.Iyy": 1},
        {"link4.Izz": 1, "link5.Iyy": 1},
        {"link4.my": 1, "link5.mz": -1},
        {"link5.Ixx": 1, "link5.Iyy": -1, "link6.Iyy": 1},
        {"link5.Izz": 1, "link6.Iyy": 1},
        {"link5.my": 1, "link6.mz": 1},
        {"link6.Ixx": 1, "link6.Iyy": -1},
        {"link6.Izz": 1},
        *({f"link{i}.{name}": 1} for i in (2, 3, 4, 5, 6) for name in ("Ixy", "Iyz")),
        *({f"link{i}.Ixz": 1} for i in (3, 4, 5, 6)),
        *({f"link{i}.mx": 1} for i in (3, 4, 5, 6)),
        *({f"link{i}.my": 1} for i in (2, 6)),
        *({f"joint{i}.rotor_inertia": 1} for i in (3, 4, 5, 6)),
    ]
    assert len(table) == 40
    assert_same_combinations(di.base_parameters(model), rows(model, table))


def pinocchio_rank(model, data, samples=200):
    """Rank of Pinocchio's regressor on random states, columns of length 1."""
    rng = np.random.default_rng(5)
    q = [
        pin.integrate(model, pin.neutral(model), rng.uniform(-3, 3, model.nv))
        for _ in range(samples)
    ]
    W = pinocchio_regressor(model, data, q, *rng.normal(size=(2, samples, model.nv))).reshape(
        -1, 10 * model.nv
    )
    norm = np.linalg.norm(W, axis=0)
    return np.linalg.matrix_rank(W[:, norm > 1e-9] / norm[norm > 1e-9], tol=1e-8)


@pytest.mark.parametrize(
    "robot", [arm7(), six_dof(), six_dof(tilt=0.3), *(random_tree(n, n) for n in (2, 5, 8, 11))]
)
def test_as_many_as_pinocchio(robot):
    base = di.base_parameters(di.Model(robot))
    assert len(base) == pinocchio_rank(*pinocchio_of(robot))
    assert base.gap >= SMALLEST_GAP


@pytest.mark.parametrize("name", ["kuka_kr300", "kuka_lwr4", "panda_gaz", "staubli_tx40"])
def test_as_many_as_pinocchio_reads(name, shared_data):
    path = shared_data / name / "robot.urdf"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        base = di.base_parameters(di.Model(di.load_robot(path)))
    theirs = pin.buildModelFromUrdf(str(path))
    assert len(base) == pinocchio_rank(theirs, theirs.createData())
    assert base.gap >= SMALLEST_GAP


# ---- what they mean


@pytest.fixture(scope="module", params=list(BUILTIN))
def base(request):
    model = di.Model(BUILTIN[request.param](), [di.Viscous(), di.RotorInertia()])
    return di.base_parameters(model)


def test_null_space_vectors_have_no_mass_and_no_weight(base):
    """Vectors that no torque shows, [-K; 1] and the silent ones, give M = 0 and g = 0: to 1e-12 of
    their
    parts, or of 1."""
    model, robot = base.model, base.model.robot
    q, units = states(robot, 4)[0], np.eye(len(base.model.parameters))
    M = np.stack([model.mass_matrix(q, e) for e in units])
    g = np.stack([model.gravity(q, e) for e in units])
    null = np.vstack(
        [units[base.dependent] - base.mixing.T @ units[base.independent], units[base.silent]]
    )
    for unit_values, whole in ((M, model.mass_matrix), (g, model.gravity)):
        largest = np.abs(unit_values).max(axis=tuple(range(1, unit_values.ndim)))
        for v in null:
            assert np.abs(whole(q, v)).max() <= 1e-12 * max(1.0, (np.abs(v) * largest).max())


def test_theta_holds_all_that_torques_show(base):
    """tau(p) = tau(full(theta)), theta = B p, on new states."""
    model = base.model
    p = np.random.default_rng(2).normal(size=len(model.parameters))
    theta = base.compute_theta(p)
    motion = states(model.robot)
    assert (
        relative(
            model.inverse_dynamics(*motion, base.to_parameters(theta)),
            model.inverse_dynamics(*motion, p),
        )
        < 1e-9
    )
    assert_allclose(base.compute_theta(base.to_parameters(theta)), theta, rtol=1e-14)


def test_names_read_back(base):
    """Each printed sum, parsed, is its row of B."""
    index = {name: k for k, name in enumerate(base.model.parameters)}
    for text, expected in zip(base.names, base.map, strict=True):
        row, sign, factor = np.zeros(len(index)), 1.0, 1.0
        for word in text.split(" "):
            if word in "+-":
                sign, factor = (1.0 if word == "+" else -1.0), 1.0
            elif word in index:
                row[index[word]] += sign * factor
            else:
                factor = float(word)
        assert_allclose(row, expected, rtol=1e-5, atol=0)


def test_seeds_do_not_matter(base):
    for seed in (1, 2):
        other = di.base_parameters(base.model, seed)
        assert_array_equal(other.independent, base.independent)
        assert np.abs(other.mixing - base.mixing).max(initial=0.0) <= 1e-8 * np.abs(
            base.mixing
        ).max(initial=1.0)
        assert other.gap >= SMALLEST_GAP


def test_kinds_of_parameters():
    base = di.base_parameters(di.Model(arm7(), [di.Viscous()]))
    assert base.classify("joint3.viscous") == "alone"
    assert base.classify("link7.Ixy") == "alone"
    assert base.classify("link1.m") == "not at all"  # turns on the spot
    assert base.classify("link1.Ixx") == "not at all"
    assert base.classify("link1.Izz") == base.classify("link7.m") == "in combination"
    kinds = [base.classify(name) for name in base.model.parameters]
    assert kinds.count("not at all") == len(base.silent)
    assert len(kinds) - kinds.count("not at all") == base.contributing


def test_friction_that_acts_near_rest_is_found():
    assert (
        di.base_parameters(di.Model(pendulum(), [di.Stribeck(vs=0.001)])).classify("hinge.stribeck")
        == "alone"
    )
