"""Effects beside the rigid bodies: columns against formulas written by hand, through loops, in M
and C, and bad input."""

from __future__ import annotations

from dataclasses import replace
from math import copysign, exp

import numpy as np
import pinocchio as pin
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.transform import Rotation

import dynid as di
from dynid.robot.builtin import arm7, delta4, six_dof
from motion_help import builtin, random_states
from tree_help import random_inertia, random_motion, random_tree, relative

N = 40


def sgn(v):
    """By hand: 0 at rest."""
    return [0.0 if x == 0 else copysign(1.0, x) for x in v]


def step13(w, v):
    """1 - 2 / (1 + e^(2 w v)), as in (13) of Rodriguez-Angeles."""
    return [1 - 2 / (1 + exp(2 * w * x)) for x in v]


#: effect on joint q1 of three; its parameters and, for unit values, its force on that joint; and
#: their lower bounds
COLUMNS = [
    (di.Viscous(["q1"]), {"viscous": lambda q, v, a: v}, [0]),
    (di.Coulomb(["q1"]), {"coulomb": lambda q, v, a: sgn(v)}, [0]),
    # (6) of Diaz-Rodriguez; as printed, -Fc- - Fv- v for v < 0, the viscous part would drive: there
    # v means |v|
    (
        di.Viscous(["q1"], directional=True),
        {
            "viscous_plus": lambda q, v, a: [x if x > 0 else 0 for x in v],
            "viscous_minus": lambda q, v, a: [-abs(x) if x < 0 else 0 for x in v],
        },
        [0, 0],
    ),
    (
        di.Coulomb(["q1"], directional=True),
        {
            "coulomb_plus": lambda q, v, a: [1 if x > 0 else 0 for x in v],
            "coulomb_minus": lambda q, v, a: [-1 if x < 0 else 0 for x in v],
        },
        [0, 0],
    ),
    (di.Coulomb(["q1"], width=0.4), {"coulomb": lambda q, v, a: step13(1 / 0.4, v)}, [0]),
    (di.Offset(["q1"]), {"offset": lambda q, v, a: [1.0] * len(v)}, [-np.inf]),
    (di.RotorInertia(["q1"]), {"rotor_inertia": lambda q, v, a: a}, [0]),
    (
        di.Spring(["q1"]),
        {"stiffness": lambda q, v, a: q, "spring_offset": lambda q, v, a: [1.0] * len(v)},
        [-np.inf, -np.inf],
    ),
    (
        di.effects.SmoothFriction(["q1"], w1=3.0, w2=0.7),
        {
            "Bv": lambda q, v, a: v,
            "Bf1": lambda q, v, a: step13(3.0, v),
            "Bf2": lambda q, v, a: step13(0.7, v),
        },
        [0, -np.inf, -np.inf],
    ),
    (
        di.Stribeck(["q1"], vs=0.8, delta=1.5),
        {
            "coulomb": lambda q, v, a: sgn(v),
            "stribeck": lambda q, v, a: [
                s * exp(-((abs(x) / 0.8) ** 1.5)) for s, x in zip(sgn(v), v)
            ],
            "viscous": lambda q, v, a: v,
        },
        [0, 0, 0],
    ),
]


MOTION = random_motion(3, N)
MOTION[1][3] = 0.0  # a sample at rest


@pytest.mark.parametrize(
    ("effect", "forces", "lower"), COLUMNS, ids=[repr(effect) for effect, *_ in COLUMNS]
)
def test_columns(effect, forces, lower):
    """On its own joint the formula, on the others nothing; beside them the bodies' columns as
    without the effect."""
    robot = random_tree(3, seed=1)
    model = di.Model(robot, [effect])
    assert model.parameters[30:] == tuple(f"q1.{name}" for name in forces)
    Y = model.regressor(*MOTION)
    for k, force in enumerate(forces.values(), start=30):
        expected = np.zeros((N, 3))
        expected[:, 1] = force(*(x[:, 1] for x in MOTION))
        assert_allclose(Y[:, :, k], expected, rtol=1e-14, atol=1e-15)
    assert_array_equal(Y[:, :, :30], di.Model(robot).regressor(*MOTION))
    assert_array_equal(model.lower, [-np.inf] * 30 + lower)


def test_every_actuated_joint_by_default():
    model = di.Model(random_tree(3, seed=1), [di.Viscous(), di.Coulomb()])
    assert model.parameters[30:] == tuple(
        f"q{j}.{name}" for name in ("viscous", "coulomb") for j in range(3)
    )
    Y = model.regressor(*MOTION)[:, :, 30:]
    expected = np.concatenate(
        [MOTION[1][:, :, None] * np.eye(3), np.sign(MOTION[1])[:, :, None] * np.eye(3)], axis=2
    )
    assert_array_equal(Y, expected)


def test_coupled_wrist_of_the_tx40():
    """Joints 5 and 6 share Iam6 a, fvm6 v (each of the other joint), fsm6 sign(v5 + v6)."""
    model = di.Model(six_dof(), [di.effects.JointCoupling(["O5", "O6"])])
    q, qd, qdd = random_motion(6, N)
    assert model.parameters[60:] == (
        "O5+O6.coupled_inertia",
        "O5+O6.coupled_viscous",
        "O5+O6.coupled_coulomb",
    )
    Iam6, fvm6, fsm6 = 0.3, 0.7, 1.1
    tau = model.inverse_dynamics(q, qd, qdd, np.array([*np.zeros(60), Iam6, fvm6, fsm6]))
    both = fsm6 * np.sign(qd[:, 4] + qd[:, 5])
    assert_array_equal(tau[:, :4], 0.0)
    assert_allclose(tau[:, 4], Iam6 * qdd[:, 5] + fvm6 * qd[:, 5] + both, rtol=1e-14)
    assert_allclose(tau[:, 5], Iam6 * qdd[:, 4] + fvm6 * qd[:, 4] + both, rtol=1e-14)


# ---- payloads


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_payload_is_an_inertia_moved_into_the_link(known):
    """Moved by Pinocchio."""
    robot, rng = arm7(), np.random.default_rng(0)
    own, friction = random_inertia(rng), rng.uniform(size=7)
    R, r = Rotation.random(random_state=3).as_matrix(), np.array([0.1, -0.2, 0.3])
    payload = di.Payload("link7", own if known else None, r, R)
    plain, loaded = di.Model(robot, [di.Viscous()]), di.Model(robot, [payload, di.Viscous()])
    assert len(loaded.parameters) == (77 if known else 87)
    q, qd, qdd = random_motion(7, N)
    p = np.concatenate([di.Model(robot).prior, friction])
    carried = p.copy()
    carried[60:70] += (
        pin.Inertia.FromDynamicParameters(own).se3Action(pin.SE3(R, r)).toDynamicParameters()
    )
    p_loaded = p if known else np.concatenate([p[:70], own, friction])
    assert (
        relative(
            loaded.inverse_dynamics(q, qd, qdd, p_loaded),
            plain.inverse_dynamics(q, qd, qdd, carried),
        )
        < 1e-13
    )
    assert relative(loaded.mass_matrix(q, p_loaded), plain.mass_matrix(q, carried)) < 1e-13
    assert relative(loaded.coriolis(q, qd, p_loaded), plain.coriolis(q, qd, carried)) < 1e-12
    assert bool(loaded.known) == known
    added = plain.inverse_dynamics(q, qd, qdd, carried) - plain.inverse_dynamics(q, qd, qdd, p)
    if known:
        assert relative(loaded.compute_known_torque(q, qd, qdd), added) < 1e-12
    else:
        assert relative(loaded.regressor(q, qd, qdd)[:, :, 70:80] @ own, added) < 1e-12
        assert_array_equal(loaded.compute_known_torque(q, qd, qdd), 0.0)


def test_regressor_and_known_torque_make_the_inverse_dynamics():
    robot, home, swing = builtin("delta4")
    everywhere = robot.coordinates
    known = di.Payload("end_effector", di.inertial(1.3, (0.01, 0.02, -0.1), (0.01, 0.02, 0.03)))
    effects = [
        di.Viscous(everywhere),
        di.Spring(["slide"]),
        di.RotorInertia(everywhere),
        di.Offset(),
        known,
    ]
    model = di.Model(robot, [*effects, di.Payload("platform", name="tool_changer")])
    p = np.random.default_rng(1).normal(size=len(model.parameters))
    motion = random_states(home, swing / 2, N)
    tau = model.inverse_dynamics(*motion, p)
    assert relative(model.regressor(*motion) @ p + model.compute_known_torque(*motion), tau) < 1e-12


# ---- friction of passive joints, through the loops


def test_friction_of_passive_joints_is_projected():
    """Gnad (6), (7): column = d theta_j / d q_a * theta_j_dot, or its sign; derivatives by finite
    differences of close."""
    robot, home, swing = builtin("delta4")
    joints = ("slide", "strut2.ry", "bar.rx", "platform.z")
    model = di.Model(robot, [di.Viscous(joints), di.Coulomb(joints)])
    q, qd, qdd = random_states(home, swing / 2, N)
    index = [robot.coordinates.index(name) for name in joints]

    def theta(step):
        return di.close(robot, q + step).q[:, index]

    h = 1e-5
    rate = (theta(h * qd) - theta(-h * qd)) / (2 * h)  # (N, 4)
    slope = np.stack(
        [(theta(h * e) - theta(-h * e)) / (2 * h) for e in np.eye(4)], axis=1
    )  # (N, actuated, joints)
    Y = model.regressor(q, qd, qdd)[:, :, 60:]
    assert relative(Y[:, :, :4], slope * rate[:, None]) < 1e-8
    assert relative(Y[:, :, 4:], slope * np.sign(rate)[:, None]) < 1e-8


FRICTION = [
    (effect, law)
    for effect, law, *_ in COLUMNS
    if isinstance(effect, (di.Viscous, di.Coulomb, di.effects.SmoothFriction, di.Stribeck))
]


@pytest.mark.parametrize(("effect", "law"), FRICTION, ids=[repr(effect) for effect, _ in FRICTION])
def test_friction_takes_power(effect, law):
    """Power of the drives = sum of what every joint, passive ones too, turns into heat >= 0."""
    robot, home, swing = builtin("delta4")
    model = di.Model(robot, [replace(effect, joints=robot.coordinates)])
    q, qd, qdd = random_states(home, swing / 2, N)
    values = np.random.default_rng(2).uniform(0.1, 1.0, (len(robot.coordinates), len(law)))
    tau = model.inverse_dynamics(q, qd, qdd, np.concatenate([np.zeros(60), values.ravel()]))
    v = di.close(robot, q, qd).qd
    force = sum(
        values[:, k] * np.reshape(f(None, v.ravel(), None), v.shape)
        for k, f in enumerate(law.values())
    )
    assert_allclose(np.sum(tau * qd, axis=1), np.sum(force * v, axis=1), rtol=1e-10)
    assert np.all(np.sum(tau * qd, axis=1) > 0)


def test_coupled_coulomb_takes_power():
    model = di.Model(six_dof(), [di.effects.JointCoupling(["O5", "O6"])])
    q, qd, qdd = random_motion(6, N)
    tau = model.inverse_dynamics(q, qd, qdd, np.array([*np.zeros(62), 1.0]))
    assert_allclose(np.sum(tau * qd, axis=1), np.abs(qd[:, 4] + qd[:, 5]), rtol=1e-13)


# ---- rotor inertia in M, C and forward dynamics


@pytest.fixture(scope="module", params=["delta4, all joints", "arm7, coupled wrist"])
def rotors(request):
    """A model with inertias in its joints (passive ones, or coupling two), friction, springs;
    parameters and states."""
    if request.param.startswith("delta4"):
        robot, home, swing = builtin("delta4")
        motion = random_states(home, swing / 2, N)
        more = [
            di.RotorInertia(robot.coordinates),
            di.Viscous(robot.coordinates),
            di.Spring(["slide"]),
        ]
    else:
        robot, motion = arm7(), random_motion(7, N)
        more = [
            di.RotorInertia(),
            di.effects.JointCoupling(["joint6", "joint7"]),
            di.Coulomb(),
            di.Offset(),
        ]
    model = di.Model(robot, more)
    effects = np.random.default_rng(3).uniform(
        0.5, 1.5, len(model.parameters) - model.layout.inertial.stop
    )
    p = np.concatenate([di.Model(robot).prior, effects])
    p[[name.endswith("coupled_inertia") for name in model.parameters]] = 0.2
    return model, p, motion


def test_torque_is_the_sum_of_its_terms(rotors):
    """tau = M qdd + C qd + g + friction."""
    model, p, (q, qd, qdd) = rotors
    friction = np.array([name.endswith(("viscous", "coulomb")) for name in model.parameters])
    M, C = model.mass_matrix(q, p), model.coriolis(q, qd, p)
    terms = np.einsum("kij,kj->ki", M, qdd) + np.einsum("kij,kj->ki", C, qd) + model.gravity(q, p)
    terms += model.regressor(q, qd)[:, :, friction] @ p[friction]
    assert relative(model.inverse_dynamics(q, qd, qdd, p), terms) < 1e-10
    assert (
        relative(model.forward_dynamics(q, qd, model.inverse_dynamics(q, qd, qdd, p), p), qdd)
        < 1e-9
    )


def test_rate_of_the_mass_matrix_minus_2c_is_skew(rotors):
    model, p, (q, qd, _) = rotors
    h = 1e-5
    Mdot = (model.mass_matrix(q + h * qd, p) - model.mass_matrix(q - h * qd, p)) / (2 * h)
    S = Mdot - 2 * model.coriolis(q, qd, p)
    assert np.abs(S + S.transpose(0, 2, 1)).max() < 1e-7 * np.abs(Mdot).max()


def test_rotors_of_passive_joints_reach_the_mass_matrix():
    """M with rotors - M without = G' J G, G = dq/dq_a by finite differences of close."""
    robot, home, swing = builtin("delta4")
    q, h = random_states(home, swing / 2, N)[0], 1e-5
    J = np.random.default_rng(4).uniform(0.5, 1.5, len(robot.coordinates))
    model, plain = di.Model(robot, [di.RotorInertia(robot.coordinates)]), di.Model(robot)
    G = np.stack(
        [
            (di.close(robot, q + h * e).q - di.close(robot, q - h * e).q) / (2 * h)
            for e in np.eye(4)
        ],
        axis=2,
    )
    M = model.mass_matrix(q, np.concatenate([plain.prior, J])) - plain.mass_matrix(q, plain.prior)
    assert relative(M, np.einsum("kci,c,kcj->kij", G, J, G)) < 1e-8


def test_constants_of_nonlinear_effects():
    assert di.Stribeck(vs=0.2, delta=1.0).constants() == {"vs": 0.2, "delta": 1.0}
    assert di.Stribeck(["q1"]).set_constants(vs=0.3) == di.Stribeck(["q1"], vs=0.3)
    assert di.effects.SmoothFriction().set_constants(w1=5.0, w2=1.0) == di.effects.SmoothFriction(
        w1=5.0, w2=1.0
    )


# ---- bad input


BAD = [
    (lambda: di.Model(arm7(), [di.Viscous(["joint8"])]), "no joint joint8", "joint1, joint2"),
    (lambda: di.Model(delta4(), [di.Coulomb(["slide", "nowhere"])]), "no joint nowhere"),
    (
        lambda: di.Model(arm7(), [di.Viscous(), di.Viscous(["joint2"])]),
        "same parameters joint2.viscous",
    ),
    (lambda: di.Model(arm7(), [di.Coulomb(), di.Stribeck()]), "same parameters joint1.coulomb"),
    (lambda: di.Model(arm7(), [di.Offset(["joint1", "joint1"])]), "same parameters joint1.offset"),
    (lambda: di.Model(arm7(), ["viscous"]), "'viscous'", "Viscous()"),
    (lambda: di.Coulomb(width=-1.0), "width -1.0", "0"),
    (lambda: di.Coulomb(width=float("nan")), "width nan"),
    (lambda: di.Stribeck(vs=0.0), "vs=0.0", "positive"),
    (lambda: di.Stribeck(delta=-1.0), "delta=-1.0"),
    (lambda: di.effects.JointCoupling(), "two coupled joints"),
    (lambda: di.effects.JointCoupling(["a", "b", "c"]), "two coupled joints"),
    (lambda: di.Model(arm7(), [di.effects.JointCoupling(["joint6", "joint8"])]), "no joint joint8"),
    (lambda: di.Payload("link7", inertia=np.ones(9)), "ten finite numbers"),
    (lambda: di.Payload("link7", inertia=np.full(10, np.nan)), "ten finite numbers"),
    (lambda: di.Model(arm7(), [di.Payload("hand")]), "no body 'hand'", "link7"),
    (lambda: di.Model(delta4(), [di.Payload("arm2")]), "shares its parameters", "symmetric=False"),
    (lambda: di.Model(delta4(), [di.Payload("spindle")]), "no inertia of its own"),
    (
        lambda: di.Model(arm7(), [di.Payload("link6"), di.Payload("link7")]),
        "same parameters payload.m",
    ),
]


@pytest.mark.parametrize(("build", "words"), [(b, w) for b, *w in BAD], ids=[w[0] for _, *w in BAD])
def test_bad_input(build, words):
    with pytest.raises(di.DynidError) as caught:
        build()
    assert all(word in str(caught.value) for word in words), caught.value
