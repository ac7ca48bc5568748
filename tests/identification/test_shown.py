"""Effects that a log cannot show are refused by name; those of a gear are found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from dynid.errors import InputError
from dynid.identification.observability import list_arms
from dynid.model.gears import Hysteresis, LoadFriction, Ripple, TorqueScale
from dynid.model.model_builder import parse_effects
from dynid.robot.geometry import inertial
from dynid.robot.parts import Body, Joint, Loop
from dynid.selection.candidates import list_effect_groups, list_untried_effects
from dynid.selection.group_search import select_effects

ELBOW = Joint("j2", position=(0.4, 0, 0))
T = np.arange(0.0, 12.0, 0.005)


def dataset(model, p, swing, parts=None, noise=1e-3):
    """A plane arm that swings; `parts`: where the log is cut into pieces."""
    f = 2 * np.pi * np.array([0.13, 0.29, 0.17, 0.23])[: model.robot.dof]
    q = swing * np.sin(np.outer(T, f))
    qd, qdd = swing * f * np.cos(np.outer(T, f)), -swing * f**2 * np.sin(np.outer(T, f))
    tau = model.inverse_dynamics(q, qd, qdd, p)
    tau = tau + noise * np.random.default_rng(0).normal(size=tau.shape)
    log = di.Log(model.robot.actuated, T, q, tau, qd)
    logs = [log] if parts is None else [log.select_times(a, b) for a, b in parts]
    return di.process(logs, model, cutoff=20.0, velocity="measured", slow=None)


def planar(gravity=(0.0, -9.81, 0.0)):
    bodies = [
        Body("a", "world", Joint("j1"), inertial(2.0, (0.2, 0, 0), (0.02, 0.02, 0.03))),
        Body(
            "b", "a", Joint("j2", position=(0.4, 0, 0)), inertial(1.0, (0.1, 0.02, 0), (0.01,) * 3)
        ),
    ]
    return di.Robot("planar", tuple(bodies), gravity=gravity)


def vector(model, values):
    """The bodies of the file, these values, and zero elsewhere."""
    p = np.nan_to_num(np.array(model.prior))
    for name, value in values.items():
        p[model.parameters.index(name)] = value
    return p


def test_ripple_of_a_gear_is_found():
    """100 waves a turn, though the joint moves through half a turn only."""
    robot = planar()
    model = di.Model(robot, parse_effects("viscous,ripple(j2,waves=100 200)", robot))
    truth = {"j2.ripple_cos100": 0.3, "j2.ripple_sin100": -0.2, "j2.ripple_cos200": 0.1}
    p = vector(model, truth)
    result = di.estimate(di.Problem(model, dataset(model, p, 1.0)), di.OLS())
    found = dict(zip(result.names, result.theta))
    for name, value in truth.items():
        assert found[name] == pytest.approx(value, abs=1e-3)


@pytest.mark.parametrize(
    ("effect", "swing", "parts", "said"),
    [
        (Ripple(["j2"]), 0.5, None, "j2.ripple_cos1.*moves through less than one period"),
        (Hysteresis(["j2"], 0.4), 0.02, None, "hysteresis_0.4: the joint moves too little"),
        (
            Hysteresis(["j2"], 0.05),
            0.3,
            [(0.3 * k, 0.3 * k + 0.15) for k in range(20)],
            "hysteresis_0.05: ",
        ),
    ],
)
def test_what_the_log_cannot_show_is_refused(effect, swing, parts, said):
    robot = planar()
    model = di.Model(robot, [effect])
    p = di.Model(robot).prior
    data = dataset(di.Model(robot), p, swing, parts)
    with pytest.raises(InputError, match=said):
        di.estimate(di.Problem(model, data), di.OLS())


def light():
    """A balanced, light last body: friction alone moves its motor."""
    bodies = list(planar().bodies)
    bodies[1] = Body("b", "a", ELBOW, inertial(1e-3, (0, 0, 0), (1e-7, 1e-7, 1e-7)))
    return di.Robot("light", tuple(bodies), gravity=(0.0, -9.81, 0.0))


def test_a_choice_says_where_there_is_no_load():
    robot = light()
    friction = [di.Viscous(), di.Coulomb(width=0.1)]
    model = di.Model(robot, [*friction, LoadFriction(["j1"], width=0.1)])
    values = {f"j{k}.{name}": 1.0 for k in (1, 2) for name in ("viscous", "coulomb")}
    p = vector(model, values | {"j1.load_friction": 0.4})
    data = dataset(model, p, 1.0)
    choice = select_effects(replace(data, model=di.Model(robot)))
    assert "load friction" in choice.groups
    assert "untried load friction at j2: the load on it hardly changes" in str(choice)
    found = di.Model(robot, choice.effects).parameters
    assert "j1.load_friction" in found
    assert "j2.load_friction" not in found


def test_load_friction_of_a_joint_without_load_is_refused():
    robot = light()
    plain = di.Model(robot, [di.Viscous(), di.Coulomb(width=0.1)])
    p = vector(plain, {"j2.viscous": 1.0, "j2.coulomb": 2.0})
    data = dataset(plain, p, 1.0)
    model = di.Model(robot, [di.Viscous(), di.Coulomb(width=0.1), LoadFriction(width=0.1)])
    with pytest.raises(
        InputError, match=r"j2\.load_friction: the torque of the bodies changes by less than 1 %"
    ):
        di.estimate(di.Problem(model, data), di.Consistent())


def two_arms():
    """The plane arm twice, on one table: no torque of one tells anything about the other."""
    other = [
        Body(
            f"{body.name}_2",
            "world" if body.parent == "world" else f"{body.parent}_2",
            Joint(name, position=body.joint.position),
            body.inertia,
        )
        for name, body in zip(("j3", "j4"), planar().bodies)
    ]
    return di.Robot("two", (*planar().bodies, *other), gravity=(0.0, -9.81, 0.0))


@pytest.mark.parametrize(
    ("robot", "scaled", "said"),
    [
        (planar(), ["j1", "j2"], "j1, j2"),
        (two_arms(), ["j3", "j4"], "j3, j4"),
        (two_arms(), ["j1", "j2", "j4"], "j1, j2"),
    ],
)
def test_scales_of_all_motors_of_an_arm_are_refused(robot, scaled, said):
    """One effect for each joint, as a choice has them. Without the refusal the 20 % by which an
    arm's torques are too large became heavier bodies, and its gains were called 0.0 %."""
    model = di.Model(robot, [TorqueScale([name]) for name in scaled])
    data = dataset(di.Model(robot), di.Model(robot).prior, 1.0)
    with pytest.raises(InputError, match=f"'torque_scale' on {said}: .* heavier bodies"):
        di.estimate(di.Problem(model, data), di.OLS())


def test_linkages_make_arms_of_the_chains_that_they_join():
    """Two five-bars on one table are two arms; a bar between them makes one of them; what closes
    to the ground joins nothing."""
    sides = [(f"{side}{k}", f"{side}{k}'") for k in (1, 2) for side in ("a", "b")]
    bodies = []
    for k, (near, far) in enumerate(sides):
        bodies += [
            Body(near, "world", Joint(f"m_{near}", position=(0.3 * k, 0, 0))),
            Body(far, near, Joint(f"p_{near}", position=(0.2, 0, 0))),
        ]
    bodies += [Body("c", "world", Joint("m_c")), Body("c'", "c", Joint("p_c", position=(1, 0, 0)))]
    pins = [Loop(f"pin{k}", f"a{k}'", f"b{k}'", (0.2, 0, 0), (0.2, 0, 0)) for k in (1, 2)]
    pins.append(Loop("slot", "world", "c'", kind="line"))
    motors = tuple(f"m_{name}" for name in ("a1", "b1", "a2", "b2", "c"))
    robot = di.Robot("linkages", tuple(bodies), tuple(pins), actuated=motors)
    assert list_arms(robot) == [motors[:2], motors[2:4], motors[4:]]
    joined = robot.replace(loops=(*pins, Loop("bar", "a1", "a2", kind="plane")), actuated=motors)
    assert list_arms(joined) == [motors[:4], motors[4:]]


def test_a_scale_within_an_arm_is_found_again_beside_another_arm():
    robot = two_arms()
    model = di.Model(robot, [TorqueScale(["j2", "j4"])])
    p = vector(model, {"j2.torque_scale": 0.2, "j4.torque_scale": -0.1})
    result = di.estimate(di.Problem(model, dataset(model, p, 1.0)), di.OLS())
    found = dict(zip(result.names, result.theta))
    assert found["j2.torque_scale"] == pytest.approx(0.2, abs=2e-3)
    assert found["j4.torque_scale"] == pytest.approx(-0.1, abs=2e-3)


def test_a_choice_does_not_try_what_the_log_cannot_show_and_says_so():
    robot = two_arms()
    plain = di.Model(robot)

    def tried(swing, parts=None, channels=None):
        data = replace(dataset(plain, plain.prior, swing, parts), channels=channels or {})
        groups = list_effect_groups(data)
        return groups, "; ".join(list_untried_effects(data, groups))

    short, said = tried(0.5)
    assert not {"ripple", "friction over position", "temperature"} & set(short)
    assert "ripple at j1, j2, j3, j4: it moves through less than one period" in said
    assert "temperature" not in said
    (one,), (other,) = (effect.joints for effect in short["torque scales"])
    assert one in ("j1", "j2")
    assert other in ("j3", "j4")

    far, said = tried(3.2)
    assert {"ripple", "friction over position"} <= set(far)
    assert "hysteresis" not in said

    torn, said = tried(0.3, [(0.3 * k, 0.3 * k + 0.15) for k in range(20)])
    assert "long hysteresis" not in torn
    assert 0.1 not in {length for effect in torn["hysteresis"] for length in effect.lengths}
    assert "long hysteresis at j1, j2, j3, j4: it moves too little, or between gaps" in said

    T = 30.0 + np.outer(np.linspace(0.0, 1.0, len(dataset(plain, plain.prior, 1.0))), [9, 9, 0, 9])
    warm, said = tried(1.0, channels={"temp": T})
    assert [effect.joints for effect in warm["temperature"]] == [["j1"], ["j2"], ["j4"]]
    assert "temperature at j3: its temperature is not in every log, or stays within 0.5 K" in said


@pytest.mark.parametrize(
    "words", ["ripple(j1,waves=much)", "ripple(j1,waves=0)", "hysteresis(lengths=-1)"]
)
def test_constants_that_are_no_numbers_are_refused(words):
    with pytest.raises(InputError, match="expected positive numbers"):
        parse_effects(words, planar())
