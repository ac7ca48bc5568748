"""Records as JSON and back: whole models, to the last bit, also with a user's own effect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass

import numpy as np
import pytest

import dynid as di
from dynid.arrays import Array, Flags
from dynid.records import from_json, list_class_files, to_json
from dynid.registry import load_own
from dynid.robot.builtin import BUILTIN

CUBIC = """
from dataclasses import dataclass
import numpy as np
from dynid.model.effects import Offset

@dataclass(frozen=True)
class Cubic(Offset):
    size: float = 1.0
"""


def through(value, kind):
    """As a file would have it."""
    return from_json(json.loads(json.dumps(to_json(value, kind), allow_nan=False)), kind)


def assert_same(a, b, where=""):
    """Equal in type and value, to the last bit, however deep."""
    if is_dataclass(a):
        assert type(a) is type(b), where
        for one in fields(a):
            assert_same(getattr(a, one.name), getattr(b, one.name), f"{where}.{one.name}")
    elif isinstance(a, Mapping):
        assert list(a) == list(b), where
        for key in a:
            assert_same(a[key], b[key], f"{where}[{key}]")
    elif isinstance(a, (tuple, list)):
        assert len(a) == len(b), where
        for k, (x, y) in enumerate(zip(a, b)):
            assert_same(x, y, f"{where}[{k}]")
    else:
        np.testing.assert_array_equal(a, b, err_msg=where)


@pytest.mark.parametrize("name", BUILTIN)
def test_every_built_in_robot_comes_back(name):
    model = di.Model(BUILTIN[name](), [di.Viscous(directional=True), di.Coulomb(width=0.02)])
    again = through(model, di.Model)
    assert_same(model, again)
    assert repr(again.robot) == repr(model.robot)


def test_effects_with_their_settings_and_payloads():
    robot = di.load_robot("arm7")
    joints = list(robot.actuated)
    tool = di.Payload("link7", di.inertial(0.3, (0, 0, 0.1), np.full(3, 1e-3)), (0, 0, 0.1))
    effects = [
        di.Stribeck(joints[:2], vs=0.07, delta=1.5),
        di.effects.SmoothFriction([joints[2]], w1=31.0, w2=3.0),
        di.effects.JointCoupling(joints[3:5]),
        di.RotorInertia(),
        di.Spring([joints[0]]),
        tool,
        di.Payload("link6", name="unknown"),
    ]
    model = di.Model(robot, effects, symmetric=False)
    again = through(model, di.Model)
    assert_same(model, again)
    assert again.known == model.known
    q = np.random.default_rng(0).normal(size=(3, 4, 7))
    p = np.random.default_rng(1).uniform(size=len(model.parameters))
    np.testing.assert_array_equal(
        again.inverse_dynamics(*q, p), model.inverse_dynamics(*q, p), strict=True
    )


def test_a_users_own_effect_comes_from_its_file(tmp_path):
    (tmp_path / "my_effects.py").write_text(CUBIC)
    cubic = load_own(str(tmp_path / "my_effects.py"), "Cubic", "effect")
    model = di.Model(di.load_robot("pendulum"), [cubic(size=2.5)])
    content = to_json(model, di.Model)
    assert content["effects"][0]["type"] == f"{tmp_path / 'my_effects.py'}:Cubic"
    assert list_class_files(content) == {str(tmp_path / "my_effects.py")}
    assert_same(from_json(content, di.Model), model)
    # it was another file of that name, on another machine
    content["effects"][0]["type"] = "/gone/my_effects.py:Cubic"
    assert from_json(content, di.Model).effects[0].size == 2.5


def test_a_file_that_nobody_named_is_not_run(tmp_path, monkeypatch):
    (tmp_path / "other_effects.py").write_text("raise SystemExit('run')")
    content = to_json(di.Model(di.load_robot("pendulum"), [di.Viscous()]), di.Model)
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / "other_effects.py", "/gone/other_effects.py"):
        content["effects"][0]["type"] = f"{path}:Cubic"
        with pytest.raises(di.InputError, match="import it before: import other_effects"):
            from_json(content, di.Model)


def test_what_cannot_be_found_again_is_not_written():
    @dataclass(frozen=True)
    class Inside(di.Offset):
        pass

    model = di.Model(di.load_robot("pendulum"), [Inside()])
    with pytest.raises(
        di.InputError, match=r"Inside cannot be saved.*into a file such as my_effects.py"
    ):
        to_json(model, di.Model)
    with pytest.raises(di.InputError, match="expected numbers, texts"):
        to_json({"a": object()})


@dataclass(frozen=True, eq=False)
class Everything:
    numbers: Array
    flags: Flags
    pairs: tuple[tuple[str, float], ...] = ()
    either: float | None = None
    table: dict[str, Array] = field(default_factory=dict)
    whatever: object = None
    made: float = field(init=False, default=3.0)


def test_numbers_come_back_exactly():
    rng = np.random.default_rng(0)
    some = Everything(
        np.array([[np.inf, -np.inf], [np.nan, 0.1 + 0.2]]),
        np.array([True, False]),
        (("a", -np.inf), ("b", 1e-320)),
        np.nan,
        {"x": rng.normal(size=(3, 2)) ** 9},
        {"deep": (1, "two", None, 0.1)},
    )
    assert_same(through(some, Everything), some)
    assert through(some, Everything).flags.dtype == bool


@pytest.mark.parametrize(
    "content",
    [
        {"numbers": [1.0]},
        {"numbers": ["a"], "flags": []},
        {"numbers": [], "flags": [], "more": 1},
        {"numbers": [], "flags": [], "pairs": [["a", 1.0, 2.0]]},
        {"numbers": [], "flags": [], "pairs": [[1, 1.0]]},
        {"numbers": [], "flags": [], "pairs": "a"},
        {"numbers": [], "flags": [], "whatever": {"type": "os:system"}},
    ],
)
def test_what_does_not_fit_is_refused(content):
    with pytest.raises((TypeError, ValueError)):
        from_json(content, Everything)
