"""What is known of the parameters before the data, for the estimators that ask for it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, join_names, suggest_name
from dynid.study import yaml_values as check
from dynid.study.options import Group, declare_option
from dynid.study.text_values import make_named_numbers_reader

if TYPE_CHECKING:
    from dynid.identification.estimator_base import Estimator
    from dynid.model.model import Model
    from dynid.model.reduction import Reduction


@dataclass(frozen=True)
class KnownValues(Group):
    """Values by name or pattern. The last three stand in dynid.yaml only."""

    prior: Mapping[str, Any] = declare_option(
        {},
        check.check_table(check.check_solid, "arm1: {cylinder: ...}"),
        "--prior",
        check.read_solids,
        metavar="NAME=VALUE,...",
        help="Prior values of parameters and bodies, by name or pattern: link2.m=3.1,"
        "'arm*=cylinder(radius=0.02,length=0.5,mass=1,position=0.25 0 0,axis=x)' (method"
        " consistent).",
        details="For a body also `rod`, `box`, `sphere` with their measures; in the file several in"
        " a list add up, `{mass, com, inertia}`, or ten numbers.",
    )
    fixed: Mapping[str, float] = declare_option(
        {},
        check.check_table(check.number, "link2.m: 3.1"),
        "--fixed",
        make_named_numbers_reader(),
        metavar="PARAMETER=VALUE,...",
        help="Fixed values of parameters: link2.m=3.1 (method consistent).",
    )
    forms: Mapping[str, str] = declare_option(
        {},
        check.check_table(check.check_text, "strut*: slender strut x"),
        help="Reduced forms of bodies.",
        details="`{strut*: slender strut x}` ([consistency.md](consistency.md))",
    )
    mass: Mapping[str, Any] = declare_option(
        {},
        check.check_table(check.pair, "link2: [2, 4]"),
        help="Bounds of masses [kg].",
        details="`{link2: [2, 4]}`",
    )
    com: Mapping[str, Any] = declare_option(
        {},
        check.check_table(
            check.check_several(check.pair, "pairs"), "link2: [[0, 0.2], [0, 0], [0, 0]]"
        ),
        help="Bounds of centres of mass [m].",
        details="`{link2: [[0, 0.2], [-0.1, 0.1], [0, 0]]}`",
    )

    def apply_to(self, estimator: Estimator, model: Model, say: bool = True) -> Estimator:
        """The estimator, with what is known if it has a place for it; else that is said."""
        given = {
            f.name: getattr(self, f.name) for f in fields(KnownValues) if getattr(self, f.name)
        }
        if not given:
            return estimator
        if not is_dataclass(estimator) or not hasattr(estimator, "forms"):
            if say:
                warnings.warn(
                    f"{join_names(given)}: not used; only the method consistent uses it.",
                    stacklevel=2,
                )
            return estimator
        bodies = tuple(model.layout.bodies)
        places = {"forms": bodies, "mass": bodies, "com": bodies, "fixed": model.parameters}
        priors = given.pop("prior", {})
        use = {name: _expand_names(name, x, places[name]) for name, x in given.items()}
        if priors:  # a shape is of a body, a number of a parameter: arm* is arm1, not arm1.m
            shapes = {name: x for name, x in priors.items() if hasattr(x, "__len__")}
            values = {name: x for name, x in priors.items() if name not in shapes}
            use["prior"] = _expand_names("prior", shapes, bodies)
            use["prior"] |= _expand_names("prior", values, model.parameters)
        return replace(estimator, **use)


def make_reduction(
    model: Model, terms: Mapping[str, Mapping[str, float]] | None
) -> Reduction | None:
    """Fewer parameters of one's own, as dynid.yaml names them; None where it does not."""
    from dynid.model.reduction import Reduction

    if not terms:
        return None
    return Reduction(
        model,
        {
            name: _expand_names(f"reduction, {name}", x, model.parameters)
            for name, x in terms.items()
        },
    )


def _expand_names(what: str, given: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """{name: value} of patterns; the last that fits a name counts."""
    found: dict[str, Any] = {}
    for pattern, value in given.items():
        fits = [name for name in names if fnmatchcase(name, pattern)]
        if not fits:
            raise InputError(
                f"{what}: got '{pattern}', expected one of {join_names(names, 12)}; bodies that "
                f"share"
                f" their parameters go by the first one's name.{suggest_name(pattern, names)}"
            )
        found |= dict.fromkeys(fits, value)
    return found
