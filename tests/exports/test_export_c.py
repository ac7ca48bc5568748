"""The exported C code, compiled without a warning and compared with the model it comes from."""

from __future__ import annotations

import shutil
import subprocess
import sys

import numpy as np
import pytest

import dynid as di
from c_help import COMPILER, STRICT, Compiled, assert_same, compare, pointer
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.redundant_motors import distribute_among_motors
from dynid.errors import DynidError
from dynid.exports.c_code import write_c_files
from dynid.model.random_states import draw_random_states
from export_help import full_parameters, result_of
from limbs_help import four_limbs

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler (gcc or cc) here")

FIELDS = ("body_a", "body_b", "position_a", "position_b", "rotation_a", "rotation_b")
PLAIN = [di.Viscous(), di.Coulomb(), di.RotorInertia(), di.Offset()]


def all_effects(robot):
    """Every kind of effect, on joints of its own where names would clash."""
    names = robot.coordinates
    return [
        di.Viscous([names[0]], directional=True),
        di.Coulomb([names[0]], directional=True, width=0.1),
        di.Viscous([names[1]]),
        di.Coulomb([names[1]]),
        di.Stribeck([names[2]], vs=0.3, delta=1.5),
        di.effects.SmoothFriction([names[3]], w1=20.0, w2=3.0),
        di.Coulomb([names[3]], directional=True),
        di.RotorInertia(),
        di.Offset(),
        di.Spring([names[0], names[3]]),
        di.effects.JointCoupling([names[1], names[2]]),
    ]


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize(
    "name", ["arm7", "pendulum", "six_dof", "five_bar", "delta4", "prs3", "cft", "stewart"]
)
def test_equal_to_the_model_on_random_states(name, tmp_path):
    model = di.Model(di.load_robot(name), PLAIN)
    compare(model, full_parameters(model), tmp_path / "code")


def test_every_effect_and_a_tree_with_slides_fixed_and_massless_bodies(tmp_path):
    rng = np.random.default_rng(2)
    bodies = []
    for k, kind in enumerate(
        ["revolute", "prismatic", "fixed", "revolute", "continuous", "prismatic"]
    ):
        joint = di.Joint(f"j{k}", kind, rng.normal(size=3), rng.normal(size=3), _turn(rng))
        parent = "world" if k == 0 else f"b{max(0, k - 1 - k % 2)}"
        bodies.append(di.Body(f"b{k}", parent, joint, None, massless=k == 3))
    robot = di.Robot(
        "odd name 7!",
        tuple(bodies),
        actuated=("j5", "j1", "j0", "j4", "j3"),
        gravity=(1.0, 2.0, -9.0),
    )
    payload = di.Payload(
        "b5", di.inertial(0.7, (0.1, 0.2, 0.0), (0.1, 0.1, 0.1)), position=(0.1, 0.0, 0.2)
    )
    model = di.Model(robot, [*all_effects(robot), payload])
    compare(model, full_parameters(model), tmp_path / "code")
    assert (tmp_path / "code" / "odd_name_7.h").exists()


def _turn(rng):
    Q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return Q * np.sign(np.linalg.det(Q))


@pytest.mark.slow(reason="long motions and searches")
def test_couplings_and_friction_of_passive_joints(tmp_path):
    five = di.load_robot("five_bar")
    extra = di.Body("geared", "world", di.Joint("gear", axis=(0, 1, 0)), None)
    coupling = di.Coupling("gear", "left", (0.1, -0.5, 0.2, 0.05))
    robot = five.replace(bodies=(*five.bodies, extra), couplings=(coupling,), symmetry=())
    model = di.Model(
        robot, [di.Viscous(robot.coordinates), di.Coulomb(robot.passive), di.Spring(["gear"])]
    )
    compare(model, full_parameters(model), tmp_path / "code")


@pytest.mark.slow(reason="long motions and searches")
def test_redundant_loops_are_solved_in_the_sense_of_least_squares(tmp_path):
    five = di.load_robot("five_bar")
    loop = five.loops[0]
    hinge = di.Loop("tip", *(getattr(loop, n) for n in FIELDS), kind="axis")
    model = di.Model(five.replace(loops=(hinge,)), PLAIN)
    text = write_c_files(model, full_parameters(model))["five_bar.c"]
    assert "ROWS = 5, DEPENDENT = 2" in text
    compare(model, full_parameters(model), tmp_path / "code")


@pytest.mark.slow(reason="long motions and searches")
def test_code_follows_a_motion_and_says_where_it_cannot(tmp_path):
    """A pose outside the workspace gives 1 and leaves the state; the next good pose works again."""
    model = di.Model(di.load_robot("delta3"), PLAIN)
    p = full_parameters(model)
    code = compare(model, p, tmp_path / "code")
    function, before = code._function("gravity"), code.state.copy()
    far, out = take_actuated_home(model.robot), np.full(3, 7.0)
    far[0] += 2.5
    with pytest.raises(di.errors.LoopClosureError):
        model.gravity(far, p)
    assert function(pointer(code.state), pointer(far), pointer(out)) == 1
    assert np.array_equal(code.state, before)
    assert np.array_equal(out, [7.0, 7.0, 7.0])
    q, qd, qdd = draw_random_states(model.robot, 5, seed=1)
    assert_same(code("inverse_dynamics", q, qd, qdd), model.inverse_dynamics(q, qd, qdd, p))


@pytest.mark.parametrize("name", ["tree", "add", "main", "7 axes", "double", "mass"])
def test_no_name_of_a_robot_clashes(name, tmp_path):
    model = di.Model(di.load_robot("pendulum").replace(name=name), PLAIN)
    assert Compiled(model, full_parameters(model), tmp_path / "code").said.returncode == 0


def test_self_test_fails_where_a_parameter_was_edited(tmp_path):
    model = di.Model(di.load_robot("pendulum"))
    p = full_parameters(model)
    di.export(result_of(model, p), tmp_path / "code", kind="c")
    path = tmp_path / "code" / "pendulum.c"
    text = path.read_text()
    assert text.count(repr(float(p[6]))) == 1
    path.write_text(text.replace(repr(float(p[6])), repr(float(p[6]) * 1.01)))
    subprocess.run(
        [COMPILER, *STRICT, "pendulum.c", "main.c", "-lm", "-o", "t"], cwd=path.parent, check=True
    )
    assert subprocess.run([path.parent / "t"], capture_output=True).returncode == 1


@pytest.mark.skipif(sys.platform != "linux", reason="a compiler for C++ with gcc's options")
def test_header_serves_cpp_as_well(tmp_path):
    if shutil.which("g++") is None:
        pytest.skip("no g++ here")
    model = di.Model(di.load_robot("five_bar"))
    di.export(result_of(model, full_parameters(model)), tmp_path / "code", kind="c")
    (tmp_path / "code" / "use.cpp").write_text(
        '#include "five_bar.h"\nint main() { return FIVE_BAR_N - 2; }\n'
    )
    subprocess.run(
        ["g++", "-Wall", "-Werror", "use.cpp", "-o", "use"], cwd=tmp_path / "code", check=True
    )


def test_code_allocates_nothing_and_needs_math_alone():
    model = di.Model(di.load_robot("delta4"), PLAIN)
    text = write_c_files(model, full_parameters(model))["delta4.c"]
    assert [line for line in text.splitlines() if line.startswith("#include")] == [
        '#include "delta4.h"',
        "#include <math.h>",
    ]
    assert "malloc" not in text


def test_what_the_functions_are_not_given_is_named():
    class Warm(di.Effect):
        def terms(self):
            return (di.Term("warm", di.Law(sign=True, channel="temperature")),)

    model = di.Model(di.load_robot("pendulum"), [Warm()])
    with pytest.raises(DynidError, match="'temperature'"):
        write_c_files(model, full_parameters(model))


@pytest.mark.filterwarnings("ignore:.*redundant motors")
def test_torques_are_shared_among_motors_that_are_more_than_the_freedoms(tmp_path):
    (tmp_path / "limbs.xml").write_text(four_limbs())
    robot = di.load_robot(tmp_path / "limbs.xml").replace(name="limbs")
    model = di.Model(robot, [di.Viscous()])
    p = full_parameters(model)
    code = compare(model, p, tmp_path / "code")
    q = draw_random_states(robot, 20, seed=2)[0]
    tau, preload = np.random.default_rng(0).normal(size=(2, 20, 4))
    tau = tau[:, :2]
    got = code("motor_torques", q, tau, preload, size=4)
    for k in range(20):
        wanted = distribute_among_motors(robot, q[k : k + 1], tau[k : k + 1], preload[k])
        assert_same(got[k : k + 1], wanted, 1e-9)
    header = (tmp_path / "code" / "limbs.h").read_text()
    assert "more motors than degrees of freedom, motor0, motor1, motor2, motor3" in header


def test_a_name_adds_no_code(tmp_path):
    """Not even by a line that a backslash joins with the next."""
    rod = di.inertial(1.0, (0.2, 0, 0), np.diag([0.002, 0.01, 0.01]))
    name = "arm *\\\n/ #error added\n/* */ #error added"
    robot = di.Robot(name, (di.Body(name, "world", di.Joint(name, axis=(0, 1, 0)), rod),))
    di.export(robot, tmp_path / "code", kind="c")
    files = sorted((tmp_path / "code").glob("*.c"))
    done = subprocess.run([COMPILER, *STRICT, "-c", *files], cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()[:1000]
