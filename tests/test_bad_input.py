"""Bad input: a clear error with what was got, what was expected and the remedy; no traceback from
deep inside."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Coupling, Frame, Joint, Loop


def link(name, parent, **joint):
    return Body(name, parent, Joint(f"j_{name}", **joint))


ARM = (link("a", WORLD), link("b", "a", position=(1, 0, 0)))


def case(build, *words):
    return pytest.param(build, words, id=" ".join(words)[:50])


ROBOTS = [
    case(lambda: Joint("j", axis=(0, 0, 0)), "zero axis", "'j'"),
    case(lambda: Joint("j", axis=(0, np.nan, 1)), "axis", "finite"),
    case(lambda: Joint("j", axis=(0, 1)), "shape (2,)", "(3,)"),
    case(lambda: Joint("j", position=(np.inf, 0, 0)), "position", "finite"),
    case(lambda: Joint("j", rotation=2 * np.eye(3)), "rotation matrix"),
    case(lambda: Joint("j", rotation=np.diag([1, 1, -1.0])), "rotation matrix"),
    case(lambda: Joint("j", kind="screw"), "'screw'", "revolute, continuous, prismatic, fixed"),
    case(lambda: Joint("j", lower=1.0, upper=-1.0), "lower limit", "swap"),
    case(lambda: Joint("j", velocity=float("nan")), "'velocity' is nan"),
    case(lambda: Body("b", WORLD, Joint("j"), inertia=np.ones(9)), "shape (9,)", "(10,)"),
    case(lambda: Body("b", WORLD, Joint("j"), inertia=np.full(10, np.nan)), "'b'", "finite"),
    case(lambda: Loop("l", "a", "a"), "with itself"),
    case(lambda: Loop("l", "a", "b", kind="glue"), "'glue'", "point, rigid"),
    case(lambda: Loop("l", "a", "b", position_a=(0, 0)), "'l'", "(3,)"),
    case(lambda: Coupling("x", "x"), "itself"),
    case(lambda: Coupling("x", "y", (np.nan,)), "finite"),
    case(lambda: Robot("r", ()), "no moving joint"),
    case(lambda: Robot("r", (link("a", WORLD), link("a", WORLD))), "'a'", "used twice"),
    case(
        lambda: Robot("r", (link("a", WORLD), Body("b", "a", Joint("j_a")))), "named twice", "j_a"
    ),
    case(lambda: Robot("r", (link("a", "b"), link("b", "a"))), "cycle", "a, b"),
    case(
        lambda: Robot("r", (link("a", WORLD), link("b", "c"))),
        "unknown parent 'c'",
        "world",
        "a, b",
    ),
    case(lambda: Robot("r", (link("world", WORLD),)), "reserved name"),
    case(
        lambda: Robot("r", ARM, loops=(Loop("l", "a", "z"),), actuated=("j_a",)),
        "loop 'l'",
        "'z'",
        "a, b, world",
    ),
    case(lambda: Robot("r", ARM, loops=(Loop("l", "world", "b"),)), "actuated=(...)", "j_a, j_b"),
    case(lambda: Robot("r", ARM, actuated=("j_a", "nope")), "'nope'", "j_a, j_b"),
    case(lambda: Robot("r", ARM, actuated=("j_a",)), "1 passive coordinates", "j_b"),
    case(lambda: Robot("r", ARM, actuated=("j_a", "j_a")), "named twice"),
    case(
        lambda: Robot("r", ARM, couplings=(Coupling("j_a", "j_z"),)), "coupling of 'j_a'", "'j_z'"
    ),
    case(
        lambda: Robot("r", ARM, couplings=(Coupling("j_a", "j_b"), Coupling("j_b", "j_a"))),
        "every coordinate",
    ),
    case(lambda: Robot("r", ARM, symmetry=(("a", "z"),)), "'z'", "no body with inertia"),
    case(lambda: Robot("r", ARM, symmetry=(("a",), ("a", "b"))), "two symmetry groups"),
    case(lambda: Robot("r", ARM, home={"j_q": 0.0}), "home", "'j_q'"),
    case(lambda: Robot("r", ARM, task=("j_a",)), "1 task coordinates for 2"),
    case(lambda: Robot("r", ARM, tool=Frame("t", "z")), "frame 't'", "'z'"),
    case(lambda: Robot("r", ARM, gravity=(0, 0, np.nan)), "gravity", "finite"),
    case(lambda: di.load_robot("delt4"), "'delt4'", "Did you mean 'delta4'"),
    case(lambda: di.load_robot("nowhere/arm.urdf"), "arm.urdf"),
    case(lambda: di.load_robot("arm7").joint("elbow"), "'elbow'", "joint1"),
    case(lambda: di.load_robot("arm7").body("elbow"), "'elbow'", "link1"),
    case(lambda: di.load_robot("arm7", actuated=("joint1",)), "passive coordinates", "joint2"),
]


@pytest.mark.parametrize(("build", "words"), ROBOTS)
def test_impossible_robots(build, words):
    with pytest.raises(di.errors.RobotError) as error:
        build()
    for word in words:
        assert word in str(error.value)
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize(
    "builder",
    [
        *("delta3", "delta4", "linear_delta", "par4", "h4", "i4", "rus6", "rrr3", "prr3"),
        *("prs3", "rps3", "five_bar", "stewart"),
    ],
)
@pytest.mark.parametrize("value", [-0.1, 0.0, float("nan"), float("inf")])
def test_impossible_lengths(builder, value):
    import inspect

    from dynid.robot.builtin import BUILTIN

    first = next(iter(inspect.signature(BUILTIN[builder]).parameters))
    with pytest.raises(di.errors.RobotError, match="positive lengths"):
        BUILTIN[builder](**{first: value})


def test_limbs_that_cannot_meet():
    from dynid.robot.builtin import BUILTIN

    with pytest.raises(di.errors.RobotError, match="cannot reach the platform"):
        BUILTIN["delta4"](strut=0.3)
    with pytest.raises(di.errors.RobotError, match="cannot span"):
        BUILTIN["prs3"](coupler=0.1)
    with pytest.raises(di.errors.RobotError, match=r"expected 1 .* or 2"):
        BUILTIN["delta4"](struts=3)


Q = np.zeros((5, 7))
ARRAYS = [
    case(lambda m: m.regressor(np.zeros((5, 6))), "shape (5, 6)", "(N, 7)", "joint1"),
    case(lambda m: m.regressor(np.zeros(6)), "shape (6,)", "(N, 7)"),
    case(lambda m: m.regressor(np.zeros((2, 5, 7))), "(2, 5, 7)"),
    case(lambda m: m.regressor("abc"), "str", "array of numbers"),
    case(lambda m: m.regressor(Q, np.zeros((4, 7))), "velocities qd", "(4, 7)", "(5, 7)"),
    case(
        lambda m: m.regressor(Q, Q, np.full((5, 7), np.inf)),
        "accelerations qdd",
        "nan or infinite",
        "'joint1'",
    ),
    case(lambda m: m.regressor(np.where(np.eye(5, 7), np.nan, 0.0)), "5 values", "sample 0"),
    case(
        lambda m: m.inverse_dynamics(Q, Q, Q, np.zeros(69)),
        "shape (69,)",
        "(70,)",
        "model.parameters",
    ),
    case(lambda m: m.mass_matrix(Q, np.full(70, np.nan)), "link1.m", "nan"),
    case(lambda m: m.forward_dynamics(Q, Q, np.zeros((5, 2)), m.prior), "torques tau", "(5, 2)"),
    case(
        lambda m: m.forward_dynamics(Q, Q, Q, np.zeros(70)), "mass matrix is singular", "consistent"
    ),
    case(lambda m: di.Model(m.robot, effects=("glue",)), "glue"),
    case(lambda m: di.close(m.robot, Q, given=("joint9",)), "shape (5, 7)"),
    case(lambda m: di.forward_kinematics(m.robot, Q, "hand"), "'hand'", "link7"),
    case(lambda m: di.inverse_kinematics(m.robot, Q), "no task coordinates"),
    case(lambda m: m.regressor(Q, Q, Q, channels={"temp": Q[:3]}), "'temp'", "(3, 7)", "(5, 7)"),
    case(lambda m: warm(m).channels(Q, Q, Q, logged=[1]), "expected a dictionary"),
    case(lambda m: warm(m).regressor(Q, Q, Q, channels={"temp": Q}), "temperature 20.0"),
    case(lambda m: warm(m).channels(Q, Q, Q, starts=[True]), "starts", "(1,)", "(5,)"),
    case(lambda m: dataset(m, q=Q[:, 0]), "dataset, q", "(5,)", "(5, 7)"),
    case(lambda m: dataset(m, q="x"), "dataset, q", "no array of numbers"),
    case(lambda m: dataset(m, t=None), "dataset, t", "(N,)"),
    case(lambda m: dataset(m, log=np.full(5, np.nan)), "dataset, log"),
    case(lambda m: dataset(m, rate=0.0), "rate 0.0", "samples per second"),
    case(lambda m: dataset(m, variance=[1.0]), "dataset, variance", "(1,)", "(7,)"),
    case(lambda m: dataset(m, channels={"temp": Q[:, 0]}), "'temp'", "(5,)", "(5, 7)"),
    case(lambda m: dataset(m, channels=[Q]), "dataset, channels", "expected a dictionary"),
    case(lambda m: dataset(m, sensors={"joint1": Q}), "'joint1'", "(5, 7)", "(5, 6)"),
    case(lambda m: dataset(m, carried=Q[:3]), "dataset, carried", "(3, 7)"),
    case(lambda m: dataset(m, free=("joint1",)), "joint1", "no gain"),
    case(lambda m: dataset(m, sources=None), "dataset, sources"),
    case(lambda m: dataset(m.robot), "expected a Model"),
    case(lambda m: log(m, channels=[1]), "log, channels", "expected a dictionary"),
    case(lambda m: log(m, joints=3), "log, joints"),
    case(lambda m: di.base_parameters(m, seed=-1), "seed -1", "0 or more"),
]


def dataset(model, **changes):
    arrays = dict.fromkeys(("q", "qd", "qdd", "tau", "use"), Q)
    about = {**arrays, "t": np.arange(5.0), "log": np.zeros(5), "rate": 1.0}
    return di.data.Dataset(model, **{**about, **changes})


def log(model, **changes):
    about = {"joints": model.robot.actuated, "t": np.arange(5.0), "q": Q, "tau": Q}
    return di.Log(**{**about, **changes})


def warm(model):
    return di.Model(model.robot, [di.Viscous(), di.gears.Temperature(about=20.0)])


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize(("call", "words"), ARRAYS)
def test_wrong_arrays(call, words):
    with pytest.raises(di.InputError) as error:
        call(di.Model(di.load_robot("arm7")))
    for word in words:
        assert word in str(error.value)


def test_one_sample_may_be_flat():
    model = di.Model(di.load_robot("arm7"))
    assert model.regressor(np.zeros(7), np.zeros(7), np.zeros(7)).shape == (1, 7, 70)


def test_read_only_and_other_layouts_are_welcome():
    model = di.Model(di.load_robot("delta4"))
    start = np.array([[0.3, 0.3, 0.3, 0.0]] * 6)
    expected = model.gravity(start, model.prior)
    frozen = np.asfortranarray(start)
    frozen.setflags(write=False)
    assert np.array_equal(model.gravity(frozen, model.prior), expected)
    assert np.array_equal(
        model.gravity(start.astype(np.float32).tolist(), model.prior).shape, expected.shape
    )
