"""The table that print(estimate) shows."""

from __future__ import annotations

from dataclasses import fields
from math import isnan
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate

PRIOR = "(prior)"  # stands where a deviation or an interval would
#: of the column of names, so that the table has 80 columns; longer sums are cut, and the whole
#: stands in the saved file
WIDTH = 44
NAME = 16  # of a body or joint


def shorten(name: str, width: int = WIDTH) -> str:
    """A sum is cut between its terms, a single name in its middle."""
    if len(name) <= width:
        return name
    if " " not in name[: width - 4]:
        return shorten_middle(name, width)
    return name[: width - 4].rsplit(" ", 1)[0] + " ..."


def shorten_middle(name: str, width: int = NAME) -> str:
    """A long name without its middle: both ends tell it from others."""
    if len(name) <= width:
        return name
    end = (width - 2) // 2
    return f"{name[: width - 2 - end]}..{name[-end:]}"


def format_changed_settings(estimator: Any) -> str:
    """An estimator as code, with the settings that are not its defaults: an estimator of many
    settings stays readable."""
    default = type(estimator)()
    settings = {f.name: repr(getattr(estimator, f.name)) for f in fields(estimator)}
    changed = [f"{k}={text}" for k, text in settings.items() if text != repr(getattr(default, k))]
    return f"{type(estimator).__name__}({', '.join(changed)})"


def estimate_table(result: Estimate, weak: float) -> str:
    """Parameter, value, standard deviation, %, weak ones and those of the prior marked; then
    joints; then notes."""
    gone, prior = set(result.eliminated), set(result.from_prior)
    kept = [k for k, name in enumerate(result.names) if name not in gone]
    rows = [
        (
            shorten(result.names[k]),
            result.theta[k],
            result.std[k],
            result.percent[k],
            result.names[k] in prior,
        )
        for k in kept
    ]
    width = max(
        [
            9,
            *(len(row[0]) for row in rows),
            *(len(shorten(name)) for name in (*gone, *result.constants_std)),
        ]
    )
    lines = [
        (
            f"{result.method} for '{result.robot}': {len(rows)} parameters"
            + (f", condition number {result.condition_shown}" if result.joints else "")
        ),
        "",
        f"{'parameter':<{width}} {'value':>12} {'+/-':>10} {'%':>8}",
    ]
    for name, value, std, percent, from_prior in rows:
        if from_prior:
            lines.append(f"{name:<{width}} {value:>12.5g} {PRIOR:>19}")
            continue
        mark = " *" if percent > weak else ""
        size = "-" if std != std else f"{std:.2g}"
        lines.append(
            f"{name:<{width}} {value:>12.5g} {size:>10} {_format_percent(percent):>8}{mark}"
        )
    lines += [
        f"{name:<{width}} {result.constants[name]:>12.5g} {std:>10.2g}"
        f" {_format_percent(100 * std / result.constants[name]):>8}"
        for name, std in result.constants_std.items()
    ]
    lines += _format_bodies(result)
    lines += _format_gains(result)
    lines += [
        f"{shorten(name):<{width}} {'eliminated':>12}" for name in result.names if name in gone
    ]
    if result.joints:
        head = f"{'joint':<16} {'rows':>9} {'RMSE':>10} {'rows %':>8} {'inflation':>10}"
        lines += ["", head]
    for joint in result.joints:
        part = "-" if isnan(joint.relative) else f"{joint.relative:.2f}"
        lines.append(
            f"{shorten_middle(joint.joint):<16} {joint.rows:>9} {joint.rmse:>10.4g} {part:>8}"
            f" {joint.inflation:>10.1f}"
        )
    if len(result.history):
        lines += ["", str(result.history)]
    if len(result.trace):
        lines += ["", str(result.trace)]
    if result.details is not None:
        lines += ["", str(result.details)]
    notes = [*result.notes]
    if result.joints:
        notes.insert(
            0,
            "rows %: error of the rows that were fitted (moving samples, torque and model filtered"
            " alike); that of all samples: validate",
        )
    if result.from_prior:
        notes.insert(
            0,
            f"{PRIOR}: the prior decides this value, or most of what is uncertain about it; such a"
            " value has no 95 % interval",
        )
    if any(row[3] > weak and not row[4] for row in rows):
        notes.insert(0, f"* weak: standard deviation above {weak:g} % of the value")
    if notes:
        lines += ["", *(f"[{k}] {note}" for k, note in enumerate(notes, start=1))]
    return "\n".join(lines)


def _format_bodies(result: Estimate) -> list[str]:
    """One line a body where all its parameters are found: mass with its 95 % interval, centre of
    mass, margin."""
    if not result.margins:
        return []
    width = max(len(shorten_middle(name)) for name in result.margins)
    lines = [
        "",
        f"{'body':<{width}} {'mass':>9} {'95 %':>18} {'centre of mass':>24} {'margin':>8}",
    ]
    for name, margin in result.margins.items():
        k = result.parameters.index(f"{name}.m")
        m, *h = result.p[k : k + 4]
        centre = " ".join(f"{x / m:.4f}" for x in h) if m > 0 else ""
        between = ""
        if f"{name}.m" in result.from_prior:
            between = PRIOR
        elif result.p_interval is not None:
            between = f"{result.p_interval[k, 0]:.4g} .. {result.p_interval[k, 1]:.4g}"
        lines.append(
            f"{shorten_middle(name):<{width}} {m:>9.4g} {between:>18} {centre:>24} {margin:>8.2g}"
        )
    return lines


def _format_gains(result: Estimate) -> list[str]:
    """One line for each joint whose current was logged."""
    if not result.gains:
        return []
    width = max(9, *(len(shorten_middle(gain.joint)) for gain in result.gains))
    lines = ["", f"{'gain of':<{width}} {'value':>12} {'95 %':>21} {'unit':>6}"]
    for gain in result.gains:
        found = gain.low == gain.low
        between = f"{gain.low:.4g} .. {gain.high:.4g}" if found else f"({gain.how})"
        lines.append(
            f"{shorten_middle(gain.joint):<{width}} {gain.value:>12.5g} {between:>21} "
            f"{gain.unit:>6}"
        )
    return lines


def _format_percent(value: float) -> str:
    """Of a value; "-" where no deviation is known."""
    return "-" if value != value else f"{value:.2f}" if value < 1000 else ">1000"
