"""What the columns of a log are, guessed from their names and numbers: nobody types them twice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.data.column_map import CURRENT
from dynid.data.column_patterns import JOINT, NUMBER
from dynid.data.units import PER_SI

#: words in a column's name, and what they speak of
WORDS = {
    "qd": ("qd", "dq", "qdot", "vel", "velocity", "velocities", "speed", "omega", "dpos"),
    "tau": ("tau", "torque", "torques", "trq", "effort", "efforts", "eff", "moment", "force"),
    "current": ("current", "currents", "cur", "curr", "amp", "amps", "ampere", "amperes"),
    "q": ("q", "pos", "position", "positions", "angle", "angles", "theta", "joint"),
}
#: what was wanted, not what was
WANTED = ("cmd", "command", "commanded", "des", "desired", "ref", "reference", "target", "set")
TIMES = ("t", "time", "times", "timestamp", "stamp", "clock", "secs", "seconds")
RATES = (5.0, 20000.0)  # Hz: between these lies the rate of every log
LARGE_ANGLE = 30.0  # rad: nothing turns so far that is recorded in rad


@dataclass(frozen=True, eq=False)
class Guess:
    """columns, units as in dynid.yaml; joints that have both positions and torques; where the
    others stand, as far as the log tells; remarks; and whether there are currents instead of
    torques."""

    columns: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    joints: tuple[str, ...] = ()
    stands: Mapping[str, float] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    currents: bool = False


def split_words(name: str) -> list[str]:
    """["joint", "pos", "deg"] of "joint1.posDeg"."""
    parts = re.sub(r"([a-z])([A-Z])", r"\1 \2", name)
    return re.findall(r"[a-z]+", parts.lower())


def guess_kind(template: str) -> str:
    """q, qd, tau or current; "" where the words do not tell."""
    words = split_words(template.replace(JOINT, " ").replace(NUMBER, " "))
    found = [kind for kind, known in WORDS.items() if any(word in known for word in words)]
    return found[0] if found else ""


def guess(
    columns: Mapping[str, NDArray[Any]], joints: Sequence[str], turning: Sequence[str]
) -> Guess:
    """columns: of the file, by name; joints: the robot's drives; turning: those that turn."""
    matrices = {
        n: x for n, x in columns.items() if np.ndim(x) == 2 and np.shape(x)[1] == len(joints)
    }
    templates = _group_column_templates([n for n in columns if n not in matrices], joints)
    chosen: dict[str, dict[str, str]] = {}  # kind: {joint: column}
    names: dict[str, str] = {}
    for kind in ("q", "qd", "tau", CURRENT):
        fits = {t: found for t, found in templates.items() if guess_kind(t) == kind}
        if fits:
            names[kind] = max(fits, key=lambda t: (-_rank_unwanted(t), len(fits[t]), -len(t)))
            chosen[kind] = fits[names[kind]]
        elif plain := [n for n in matrices if guess_kind(n) == kind]:
            names[kind] = min(plain, key=_rank_unwanted)
            chosen[kind] = {}
    # currents stand for the torques that were not recorded
    if CURRENT in names and "tau" in names:
        del names[CURRENT], chosen[CURRENT]
    driven = CURRENT if CURRENT in names else "tau"
    time = _time(columns)
    remarks = [] if time or not columns else ["no column of time was found: give rate:"]
    whole = [j for j in joints if all(j in chosen.get(kind, {}) for kind in ("q", driven))]
    if {"q", driven} <= names.keys() and not chosen["q"]:
        whole = list(joints)
        remarks.append("the columns of its arrays are taken in the order of the robot's motors")
    units, said = _guess_units(columns, names, chosen, time, [j for j in whole if j in turning])
    stands = {
        j: float(np.median(columns[c])) for j, c in chosen.get("q", {}).items() if j not in whole
    }
    if time:
        names["t"] = time
    usual = {"t": "t"} | {kind: f"{kind}_{JOINT}" for kind in ("q", "qd", "tau", CURRENT)}
    return Guess(
        {k: v for k, v in names.items() if v not in (usual[k], k)},
        units,
        tuple(whole),
        stands,
        (*remarks, *said),
        CURRENT in names,
    )


def _group_column_templates(
    names: Sequence[str], joints: Sequence[str]
) -> dict[str, dict[str, str]]:
    """{"{joint}_pos": {joint: column}}: columns whose names differ in the joint's name or number
    only."""
    found: dict[str, dict[str, str]] = {}
    numbered: dict[str, dict[int, str]] = {}
    for name in names:
        inside = [
            j for j in joints if re.search(rf"(?<![A-Za-z0-9]){re.escape(j)}(?![A-Za-z0-9])", name)
        ]
        if inside:
            joint = max(inside, key=len)
            found.setdefault(name.replace(joint, JOINT, 1), {})[joint] = name
        elif digits := list(re.finditer(r"\d+", name)):
            a, b = digits[-1].span()
            numbered.setdefault(name[:a] + NUMBER + name[b:], {})[int(name[a:b])] = name
    for template, columns in numbered.items():
        first = 0 if 0 in columns else 1
        places = {k - first: column for k, column in columns.items()}
        # a gripper behind the joints "joint1" .. "joint7" need not be in the log
        named = zip(joints, sorted(columns))
        fits = len(columns) >= len(joints) or all(re.search(rf"(?<!\d){k}$", j) for j, k in named)
        if set(places) == set(range(len(places))) and fits and joints:
            found[template] = {j: places[k] for k, j in enumerate(joints) if k in places}
    return found


def _rank_unwanted(name: str) -> int:
    return sum(word in WANTED for word in split_words(name))


def _time(columns: Mapping[str, NDArray[Any]]) -> str:
    fits = [n for n, x in columns.items() if np.ndim(x) == 1 and set(split_words(n)) & {*TIMES}]
    rising = [n for n in fits if len(columns[n]) > 1 and np.all(np.diff(columns[n]) >= 0)]
    return min(rising, key=lambda n: (n != "t", len(n)), default="")


def _guess_units(
    columns: Mapping[str, NDArray[Any]],
    names: Mapping[str, str],
    chosen: Mapping[str, Mapping[str, str]],
    time: str,
    turning: Sequence[str],
) -> tuple[dict[str, str], list[str]]:
    units: dict[str, str] = {}
    remarks: list[str] = []
    t = columns[time].astype(float) if time else np.empty(0)
    if len(t) > 1:
        units["t"] = _guess_time_unit(time, float(np.median(np.diff(t))))
    of_q = {j: columns[c].astype(float) for j, c in chosen.get("q", {}).items() if j in turning}
    far = max((float(np.nanmax(np.abs(x))) for x in of_q.values()), default=0.0)
    if far > LARGE_ANGLE or "deg" in split_words(names.get("q", "")):
        units["q"] = "deg"
        remarks.append(f"positions reach {far:.4g}: taken as degrees")
    if of_q and "qd" in names and "t" in units:
        seconds = t / PER_SI["t"][units["t"]]
        joint = max(of_q, key=lambda j: float(np.ptp(of_q[j])))
        q = of_q[joint] / PER_SI["q"][units.get("q", "rad")]
        measured = columns[chosen["qd"][joint]].astype(float) if joint in chosen["qd"] else None
        if measured is not None:
            rate = np.gradient(q, np.maximum.accumulate(seconds) + 1e-12 * np.arange(len(q)))
            factor = float(np.nansum(measured * rate) / max(np.nansum(rate**2), 1e-300))
            for unit in ("deg/s", "rpm"):
                if 0.8 < factor / PER_SI["qd"][unit] < 1.25:
                    units["qd"] = unit
                    remarks.append(f"velocities are {factor:.3g} times rad/s: taken as {unit}")
    words = split_words(names.get("tau", ""))
    if "mnm" in words or "ncm" in words:
        units["tau"] = "mNm" if "mnm" in words else "Ncm"
    if CURRENT in names:
        if "ma" in split_words(names[CURRENT]) or "milliamp" in split_words(names[CURRENT]):
            units[CURRENT] = "mA"
        remarks.append(
            "motor currents, no torques: give the known gains in drives:; the others are"
            " identified, which needs a known payload in some of the logs"
        )
    return {kind: unit for kind, unit in units.items() if unit != "s"}, remarks


def _guess_time_unit(name: str, step: float) -> str:
    """By its name, else the unit in which the rate is one of a robot's log."""
    for unit in ("ms", "us", "ns"):
        if unit in split_words(name):
            return unit
    fits = [
        u for u in ("s", "ms", "us", "ns") if step and RATES[0] <= PER_SI["t"][u] / step <= RATES[1]
    ]
    return fits[0] if fits else "s"
