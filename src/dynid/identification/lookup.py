"""One parameter of an estimate by its name, and all of them as a table of pandas or a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.data.frames import import_pandas
from dynid.errors import InputError, suggest_name
from dynid.identification.estimate_records import WEAK
from dynid.identification.estimate_text import shorten
from dynid.model.layout import take_part
from dynid.notebook import format_span, render_small_table

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate


@dataclass(frozen=True)
class ParameterEstimate:
    """A value that was found, with its 95 % interval.

    std, low, high  nan where they are not known: the prior decides the value (`from_prior`), or the
                    data show it only in sums with others
    unit            "" where it is not known
    """

    name: str
    value: float
    std: float
    low: float
    high: float
    unit: str = ""
    from_prior: bool = False

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        if np.isfinite(self.low + self.high):
            return (
                f"{self.name} = {self.value:.5g}{unit} (95 %: {format_span(self.low, self.high)})"
            )
        why = "the prior decides it" if self.from_prior else "no interval is known"
        return f"{self.name} = {self.value:.5g}{unit} ({why})"


def look_up(result: Estimate, name: str) -> ParameterEstimate:
    """Of the base parameters; else of all parameters of the model; else of the constants."""
    if name in result.names:
        k = result.names.index(name)
        numbers = result.theta[k], result.std[k], *result.compute_interval()[k]
    elif name in result.parameters:
        k = result.parameters.index(name)
        between = (np.nan, np.nan) if result.p_interval is None else result.p_interval[k]
        numbers = result.p[k], np.nan, *between
    elif name in result.constants:
        std = result.constants_std.get(name, np.nan)
        value, half = result.constants[name], result.compute_deviations() * std
        numbers = value, std, value - half, value + half
    else:
        known = (*result.names, *result.parameters, *result.constants)
        raise InputError(
            f"result[...]: got {name!r}, expected the name of a parameter, one of result.names,"
            f" result.parameters or result.constants.{suggest_name(str(name), known)}"
        )
    value, std, low, high = (float(x) for x in numbers)
    prior = name in result.from_prior
    return ParameterEstimate(name, value, std, low, high, find_unit(result, name), prior)


def find_unit(result: Estimate, name: str) -> str:
    """By the part of the first of the parameters that a name is the sum of."""
    kind = take_part(name)
    bodies = {"m": "kg"} | dict.fromkeys(("mx", "my", "mz"), "kg m")
    bodies |= dict.fromkeys(("Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"), "kg m²")
    joints = {} if result.model is None else result.model.layout.units
    return bodies.get(kind) or joints.get(kind, "")


def as_frame(result: Estimate, full: bool = False) -> Any:
    """A row for each of `names`; with `full` for each of `parameters` and `constants`."""
    pandas = import_pandas("result.to_frame")
    names = (*result.parameters, *result.constants) if full else result.names
    found = [look_up(result, name) for name in names]
    gone, single = set(result.eliminated), {*result.names, *result.constants_std}
    percent = [100.0 * p.std / max(abs(p.value), 1e-300) for p in found]
    columns = {
        "value": [p.value for p in found],
        "std": [p.std for p in found],
        "percent": percent,
        "low": [p.low for p in found],
        "high": [p.high for p in found],
        "unit": [p.unit for p in found],
        "kind": [take_part(name) for name in names],
        # by the data, and by itself: of `parameters`, many act only in sums with others
        "identifiable": [p.name in single - gone and not p.from_prior for p in found],
        "weak": [part > WEAK for part in percent],
        "from_prior": [p.from_prior for p in found],
        "eliminated": [name in gone for name in names],
    }
    return pandas.DataFrame(columns, index=pandas.Index(names, name="parameter"))


def estimate_html(result: Estimate) -> str:
    gone = set(result.eliminated)
    found = [look_up(result, name) for name in result.names if name not in gone]
    rows = [
        (
            shorten(p.name),
            f"{p.value:.5g}",
            format_span(p.low, p.high) if np.isfinite(p.low + p.high) else "(prior)" * p.from_prior,
            p.unit,
        )
        for p in found
    ]
    return render_small_table(repr(result), ("parameter", "value", "95 %", "unit"), rows)
