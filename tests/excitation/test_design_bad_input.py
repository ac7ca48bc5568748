"""What cannot be designed is refused with one clear message, before any work."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

import dynid as di

ARM, BAR = di.load_robot("arm7"), di.load_robot("five_bar")
SHAPE = di.Fourier(4.0, 3)


def design(robot=BAR, shape=SHAPE, limits=None, effects=(), **settings):
    return di.design_excitation(
        di.Model(robot, effects),
        shape,
        limits,
        **{"starts": 1, "iterations": 1, "samples": 60, **settings},
    )


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"position": {"left": (1.0, -1.0)}}, r"position of 'left' runs from 1 to -1: crossed"),
        ({"velocity": -2.0}, r"velocity of 'left' runs from 2 to -2: crossed"),
        ({"velocity": {"left": (1.0, 2.0)}}, "passes through 0"),
        ({"velocity": [1.0, 2.0, 3.0]}, "got 3 velocity limits, expected 2: left, right"),
        (
            {"velocity": {"midle": 1.0}},
            "velocity of midle, but robot 'five_bar' has left, left_elbow",
        ),
        ({"velocity": "fast"}, "expected a number"),
        ({"velocity": {"left": np.nan}}, "expected a number"),
        ({"tool_speed": -1.0}, "tool_speed -1.0, expected a positive"),
        ({"tool_speed": "x"}, "tool_speed 'x', expected a positive"),
        ({"tool_acceleration": [1, 2]}, r"tool_acceleration \[1, 2\], expected a positive"),
        ({"tolerance": None}, "tolerance None"),
        ({"floor": [0.1]}, r"floor \[0.1\], expected a height"),
        ({"shapes": "no"}, "shapes 'no', expected true or false"),
        ({"velocity": 10**400}, "expected a number"),
        ({"p": "x", "torque": 5.0}, "p 'x', expected a number for each"),
        ({"clearance": -0.1}, "clearance -0.1"),
        ({"workspace": "box"}, "expected Box"),
        (
            {"jerk": {"left_elbow": 10.0}},
            "jerk of left_elbow, but the trajectory describes left, right",
        ),
        ({"capsules": (di.excitation.Capsule("arm", (0, 0, 0), (1, 0, 0), 0.1),)}, "no body 'arm'"),
        ({"torque": 5.0, "p": [1.0, 2.0]}, r"Limits\(p=...\)"),
    ],
)
def test_bad_limits(limits, words):
    with pytest.raises(di.DynidError, match=words):
        design(limits=di.Limits(**limits))


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: di.excitation.Sphere((0, 0), 1.0), "three finite numbers"),
        (lambda: di.excitation.Sphere((0, 0, 0), -1.0), "positive length"),
        (lambda: di.excitation.Hemisphere((0, 0, 0), 1.0, direction=(0, 0, 0)), "zero direction"),
        (lambda: di.excitation.Cylinder((0, 0, 0), 1.0, 0.0), "height 0.0"),
        (lambda: di.excitation.Box((0, 0, 0), (1, 1, -1)), "swap them"),
        (lambda: di.excitation.Capsule("link1", (0, 0, 0), (1, 0, 0), 0.0), "radius 0.0"),
        (lambda: di.excitation.Capsule("link1", (0, 0), (1, 0, 0), 0.1), "three finite numbers"),
        (lambda: di.excitation.Capsule(["a"], (0, 0, 0), (1, 0, 0), 0.1), "expected its name"),
        (lambda: di.excitation.Sphere("x", 1.0), "three finite numbers"),
        (lambda: di.excitation.Sphere((0, 0, 0), "x"), "positive length"),
    ],
)
def test_bad_workspaces_and_capsules(build, words):
    with pytest.raises(di.InputError, match=words):
        build()


@pytest.mark.slow(reason="long motions and searches")
def test_a_signed_distance_must_have_the_right_shape():
    with pytest.raises(di.InputError, match="expected"):
        design(
            limits=di.Limits(workspace=di.excitation.SignedDistance(lambda x: (x[:, 0], x[:, 0])))
        )


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"shape": "fourier"}, r"expected Fourier\(...\) or BSpline"),
        ({"limits": {"velocity": 1.0}}, r"expected Limits\(...\)"),
        ({"criterion": "det"}, "logdet, cond, emin"),
        ({"columns": "norm"}, "raw, unit"),
        ({"starts": 0}, "starts 0"),
        ({"iterations": 0}, "iterations 0"),
        ({"time": -1.0}, "time -1.0"),
        ({"seed": -1}, "seed -1, expected a whole number"),
        ({"seed": "x"}, "seed 'x', expected a whole number"),
        ({"noise": 0.0}, "expected a positive torque"),
        ({"noise": [1.0, 2.0, 3.0]}, "or 2 of them"),
        ({"friction_weight": -1.0}, "friction_weight -1.0"),
        ({"base": ["left_crank.m", "nothing"]}, "no parameter nothing"),
        ({"base": np.eye(3)}, r"expected \(\d+, b\)"),
        ({"samples": 2}, "expected at least"),
    ],
)
def test_bad_settings(settings, words):
    with pytest.raises(di.InputError, match=words):
        design(**settings)


def test_too_few_harmonics_for_the_rank():
    """One harmonic of one joint cannot tell a spring, an offset and gravity apart."""
    effects = [di.Spring(), di.Viscous(), di.RotorInertia()]
    with pytest.raises(di.InputError, match=r"identify only \d+ of \d+ parameters.*more harmonics"):
        design(ARM, di.Fourier(4.0, 1), effects=effects, samples=20)


@pytest.mark.slow(reason="long motions and searches")
def test_an_unreachable_workspace_says_by_how_much():
    with pytest.raises(
        di.DynidError, match=r"no pose at rest keeps all limits.*workspace is .* by 1\.\d"
    ):
        design(limits=di.Limits(workspace=di.excitation.Sphere((0, 0, 2.0), 0.2)))


@pytest.mark.slow(reason="long motions and searches")
def test_limits_that_exclude_home_are_met_elsewhere_if_they_can_be():
    home = {name: BAR.home[name] for name in BAR.actuated}
    limits = di.Limits(position={"left": (home["left"] + 0.1, home["left"] + 0.8)}, velocity=2.0)
    found = design(limits=limits, iterations=5)
    q = found.trajectory.at(np.linspace(0, 4, 500))[0]
    assert q[:, 0].min() >= home["left"] + 0.1 - 1e-6
    with pytest.raises(di.DynidError, match=r"position of tool.z is .*, beyond 2 by 1\.\d"):
        design(limits=di.Limits(position={"tool.z": (2.0, 2.1)}))


def test_torque_limits_below_gravity_say_by_how_much():
    with pytest.raises(di.DynidError, match=r"torque of joint\d is .* by"):
        design(ARM, limits=di.Limits(position={"joint2": (1.4, 1.6), "joint4": 0.1}, torque=1.0))


def test_what_is_not_known_is_said():
    found = design(limits=None, iterations=2)
    assert any(
        "no velocity limit given, so assumed" in note and "left 2" in note for note in found.notes
    )
    assert "note: no velocity limit" in str(found)
    bodies = tuple(di.Body(b.name, b.parent, b.joint) for b in ARM.bodies)
    bare = design(ARM.replace(bodies=bodies), iterations=1)
    assert any("torque limits are not kept" in note for note in bare.notes)


LIMITS = """
velocity: {left: 2, right: 2.5e0}
acceleration: 2e1
workspace: {box: {lower: [-0.2, -1, 0.1], upper: [0.2, 1, 0.6]}}
capsules:
  - {body: left_crank, start: [0, 0, 0], end: [0.25, 0, 0], radius: 1e-2}
  - {body: right_crank, start: [0, 0, 0], end: [0.25, 0, 0], radius: 1e-2}
clearance: 5e-3
"""


def test_limits_from_yaml(tmp_path):
    (tmp_path / "limits.yaml").write_text(LIMITS)
    limits = di.Limits.load(tmp_path / "limits.yaml")
    assert limits.velocity == {"left": 2, "right": 2.5}
    assert limits.acceleration == 20.0
    assert limits.capsules[0].radius == 0.01
    assert limits.clearance == 0.005
    assert limits.to_dict()["workspace"]["box"]["upper"] == [0.2, 1, 0.6]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("speed: 2", "got speed, expected some of"),
        ("- 1", "got list"),
        ("velocity: {a: 1", "cannot be read"),
        ("workspace: {ball: {radius: 1}}", "expected one of sphere, hemisphere"),
        ("workspace: {sphere: {size: 1}}", "expected center, radius"),
        ("capsules: [{body: a}]", "need body, start, end and radius"),
        ("tool_speed: x", "got tool_speed 'x', expected a positive number"),
        ("velocity: " + 5000 * "9", "a number has too many digits"),
        ("velocity: " + 5000 * "[", "brackets nested too deeply"),
    ],
)
def test_bad_yaml(tmp_path, text, words):
    (tmp_path / "limits.yaml").write_text(text)
    with pytest.raises(di.DynidError, match=words):
        di.Limits.load(tmp_path / "limits.yaml")


def dynid(*arguments, cwd):
    return subprocess.run(
        [sys.executable, "-m", "dynid.cli.main", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=300,
    )


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_the_command(tmp_path):
    """Files appear, hold the limits, and are not overwritten."""
    (tmp_path / "limits.yaml").write_text(LIMITS)
    options = [
        "design",
        "five_bar",
        "--period",
        "4",
        "--harmonics",
        "3",
        "--limits",
        "limits.yaml",
        "--starts",
        "1",
    ]
    options += ["--search-time", "3", "--effects", "viscous", "-o", "out"]
    done = dynid(*options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "condition number" in done.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "design.json",
        "lead_in.csv",
        "motion.html",
        "trajectory.csv",
        "trajectory.yaml",
    ]
    content = json.loads((tmp_path / "out" / "design.json").read_text())
    assert max(content["velocity"]) <= 2.5
    motion = di.excitation.load_trajectory(tmp_path / "out" / "trajectory.csv")
    assert np.abs(motion.qd[:, 0]).max() <= 2.0
    again = dynid(*options, cwd=tmp_path)
    assert again.returncode == 2
    assert "exists already" in again.stderr
    assert "Traceback" not in again.stderr


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["five_bar", "--period", "-3"], "period -3.0"),
        (["five_bar", "--period", "5,x"], "5,15"),
        (["five_bar", "--floor", "low"], "--floor: got 'low', expected a height in m"),
        (["five_bar", "--floor", "0.5"], "a floor at 0.5 m, which hardly any pose keeps"),
        (["arm7", "--floor", "2"], "the lowest point of 'link7' comes to 1."),
        (["delta4", "--floor", "-0.2"], "expected a lower floor, or none (--floor none)"),
        (["five_bar", "--tool", "hand"], "no frame or body 'hand'"),
        (["five_bar", "--limits", "none.yaml"], "none.yaml"),
        (["five_bar", "--criterion", "best"], "logdet, cond, emin"),
        (["arm7", "--coordinates", "task"], "no task coordinates"),
    ],
)
def test_the_command_refuses(tmp_path, options, words):
    done = dynid("design", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
