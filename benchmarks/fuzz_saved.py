"""Damaged saved files: `python benchmarks/fuzz_saved.py --count 2000 --seed 1`.

Results (result.json), designs (design.json), trajectories (.csv) and limits (.yaml). Each is read
or refused with words, in time. A result or a design that is read holds all that the file says: it
is saved again, and compared with the file.
"""

from __future__ import annotations

import copy
import io
import json
import math
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from dynid.errors import DynidError
from fuzz import BYTES, Case, byte_damage, main, refused

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 1e300, -1e300, 10**400, "nan", "inf", "-inf", "", "x", [], {}),
    *([[]], [1], {"type": "x"}, {"a": 1}, [None], "\u0000", "1", [[1, 2], [3]]),
)
TYPES = (
    *("", "dynid", "dynid.cli.main:main", "dynid.__main__:main", "os:system", "gone.py:Name"),
    *("dynid.model.effects:Viscous", "dynid.model.effects:Nothing", "dynid.nothing:Viscous", ":"),
    *(
        "dynid.errors:suggest_name",
        "dynid.identification.estimate:Estimate",
        "dynid.robot.parts:Joint",
    ),
)
STRUCTURE = (
    *("entry lost", "entry twice", "entry added", "entry odd", "entries exchanged", "list shorter"),
    *("list longer", "number changed", "type changed", "text changed", "nested deeply"),
)
KINDS = (*BYTES, *STRUCTURE)


@cache
def saved() -> dict[str, bytes]:
    """What is saved of a small closed loop, by three estimators, and of a design."""
    from dynid.data.dataset import Dataset
    from dynid.estimators.consistent.consistent_estimator import Consistent
    from dynid.estimators.least_squares import WLS
    from dynid.estimators.stepwise.stepwise_estimator import Stepwise
    from dynid.excitation.series import Fourier
    from dynid.excitation.trajectory import Trajectory
    from dynid.identification.estimate import estimate
    from dynid.identification.problem import Problem
    from dynid.model.effects import Coulomb, Viscous
    from dynid.model.model import Model
    from dynid.robot.builtin import BUILTIN

    rng = np.random.default_rng(0)
    model = Model(BUILTIN["pendulum"](), [Viscous(), Coulomb()])
    series = Fourier(2.0, 3)
    motion = Trajectory(model.robot, series, 0.3 * rng.normal(size=(7, 1)))
    t = np.arange(0.0, 2.0, 0.01)
    q, qd, qdd = motion.at(t)
    p = np.nan_to_num(model.prior, nan=0.1)
    tau = model.inverse_dynamics(q, qd, qdd, p) + 0.01 * rng.normal(size=q.shape)
    data = Dataset(
        *(model,), q=q, qd=qd, qdd=qdd, tau=tau, t=t, log=0 * t, use=1 + 0 * tau, rate=100.0,
        sources=("run.csv",),
    )  # fmt: skip
    problem, found = Problem(model, data), {}
    with tempfile.TemporaryDirectory() as folder:
        for estimator in (WLS(), Consistent(), Stepwise()):
            path = Path(folder) / f"{type(estimator).__name__}.json"
            estimate(problem, estimator, {"robot": "pendulum"}).save(path)
            found[path.name] = path.read_bytes()
        for name in ("trajectory.json", "trajectory.csv"):
            motion.save(Path(folder) / name, rate=50.0)
            found[name] = (Path(folder) / name).read_bytes()
    found["limits.yaml"] = (
        b"velocity: {hinge: 3.0}\nacceleration: 20.0\nposition: {hinge: [-1.0, 1.0]}\n"
        b"workspace: {sphere: {center: [0, 0, -0.9], radius: 0.45}}\n"
    )
    return found


def undamaged() -> list[Case]:
    return [Case(name, "none", content) for name, content in saved().items()]


def cases(seed: int, number: int) -> Case:
    rng = np.random.default_rng([seed, number])
    kind, files = KINDS[number % len(KINDS)], saved()
    names = [name for name in files if kind in BYTES or name.endswith(".json")]
    name = names[rng.integers(len(names))]
    if kind in BYTES:
        return Case(name, kind, byte_damage(kind, files[name], rng))
    content = json.loads(files[name])
    for _ in range(rng.integers(1, 4)):
        damage(kind, content, rng)
    sys.setrecursionlimit(20_000)  # of who writes JSON here, not of who reads it
    written = json.dumps(content).encode()
    sys.setrecursionlimit(1_000)
    return Case(name, kind, written)


def places(content: Any) -> list[tuple[Any, Any]]:
    """(container, key) of everything in it."""
    found, waiting = [], [content]
    while waiting:
        holder = waiting.pop(0)
        keys = range(len(holder)) if isinstance(holder, list) else list(holder)
        found += [(holder, key) for key in keys]
        waiting += [holder[key] for key in keys if isinstance(holder[key], (dict, list))]
    return found


def damage(kind: str, content: Any, rng: np.random.Generator) -> None:
    def one(wanted: Any = None) -> tuple[Any, Any]:
        found = [x for x in places(content) if wanted is None or wanted(x[0][x[1]])]
        return found[rng.integers(len(found))] if found else (content, next(iter(content)))

    def lists(x: Any) -> bool:
        return isinstance(x, list) and len(x) > 0

    holder, key = one()
    if kind == "entry lost":
        del holder[key]
    elif kind == "entry twice":
        if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            holder[f"{key}_2"] = copy.deepcopy(holder[key])
    elif kind == "entry added":
        holder, key = one(lambda x: isinstance(x, dict))
        where = holder[key] if isinstance(holder[key], dict) else content
        where["more"] = copy.deepcopy(ODD[rng.integers(len(ODD))])
    elif kind == "entry odd":
        holder[key] = copy.deepcopy(ODD[rng.integers(len(ODD))])
    elif kind == "entries exchanged":
        other, at = one()
        value, there = copy.deepcopy(holder[key]), copy.deepcopy(other[at])
        holder[key] = there
        other[at] = value
    elif kind == "list shorter":
        holder, key = one(lists)
        holder[key] = holder[key][:-1] if isinstance(holder[key], list) else holder[key]
    elif kind == "list longer":
        holder, key = one(lists)
        holder[key] = [*holder[key], holder[key][-1]] if lists(holder[key]) else holder[key]
    elif kind == "number changed":
        holder, key = one(lambda x: isinstance(x, float))
        holder[key] = (0.0, -1.0, 1e300, 1e-300, math.inf, math.nan, 10**400)[rng.integers(7)]
    elif kind == "type changed":
        found = [x for x in places(content) if x[1] == "type"] or [(content, "type")]
        holder, key = found[rng.integers(len(found))]
        holder[key] = TYPES[rng.integers(len(TYPES))]
    elif kind == "text changed":
        holder, key = one(lambda x: isinstance(x, str))
        holder[key] = ("", "x" * 9999, "\u0000", "../..", "nan", "1")[rng.integers(6)]
    elif kind == "nested deeply":
        deep: Any = []
        for _ in range(int(10 ** rng.uniform(1, 2.9))):
            deep = [deep]
        holder[key] = deep


def judge(case: Case) -> str:
    from dynid.excitation.motion_limits import Limits
    from dynid.excitation.trajectory import load_trajectory
    from dynid.identification.estimate import Estimate
    from dynid.identification.saved_results import to_content
    from dynid.robot.builtin import BUILTIN

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / case.name
        path.write_bytes(case.content)
        try:
            if case.name == "limits.yaml":
                Limits.load(path)
            elif case.name.startswith("trajectory"):
                read = load_trajectory(path, BUILTIN["pendulum"]())
                if path.suffix == ".json":  # the name of a robot that is given does not count
                    _same(read.to_dict() | {"robot": 0}, json.loads(case.content) | {"robot": 0})
                read.save(Path(folder) / "again.csv", rate=20.0)
            else:
                result = Estimate.load(path)
                _same(to_content(result), json.loads(case.content))
                print(result, result.compute_interval(), file=io.StringIO())
                result.save(Path(folder) / "again.json")
        except DynidError as error:
            return refused(error)
    lines = case.name.endswith((".csv", ".yaml"))  # what was cut at the end of a line is whole
    half = case.kind == "cut short" and not lines
    assert not half or json.loads(case.content), "half a file was read"
    return "read"


#: what is brought into a form of its own: axes get the length 1, no drives mean all
FORMED = ("/axis", "/actuated", "/rotation")


def _same(read: Any, written: Any, where: str = "") -> None:
    """Everything in the file is in what was read; numbers may be other numbers of the same
    value."""
    if where.endswith(FORMED):
        return
    if isinstance(written, dict) and isinstance(read, dict):
        assert written.keys() <= read.keys(), f"{where}: {set(written) - set(read)} was not read"
        for key, value in written.items():
            _same(read[key], value, f"{where}/{key}")
    elif isinstance(written, list) and isinstance(read, list):
        assert len(written) == len(read), f"{where}: {len(read)} of {len(written)} were read"
        for k, value in enumerate(written):
            _same(read[k], value, f"{where}/{k}")
    else:
        texts = [json.dumps(float(x)) if _number(x) else json.dumps(x) for x in (read, written)]
        assert texts[0] == texts[1], f"{where}: {texts[1][:60]} was read as {texts[0][:60]}"


def _number(x: Any) -> bool:
    if isinstance(x, str):
        return x in ("nan", "inf", "-inf")
    return isinstance(x, (int, float)) and not isinstance(x, bool) and abs(x) < 10**308


if __name__ == "__main__":
    main("fuzz_saved", __doc__ or "")
