"""Bodies beside the drives, where they are asked for: by output error, from the file's on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from dynid.commands.free import Free
from dynid.commands.logs import CommandLog
from dynid.commands.plant import Plant, Values
from dynid.commands.proof import error_of
from dynid.commands.refine import refine
from dynid.errors import InputError, listing, near
from dynid.estimators.consistent.prior import THINNEST, possible
from dynid.robot.geometry import is_possible

ROUGHLY = 1e-4  # of the cost: near enough to compare
LEAST = 0.97  # of the error before, that is worth other bodies than the file's


def chosen_bodies(plant: Plant, patterns: Sequence[str], free: Free) -> list[int]:
    """The places of the bodies that these patterns name."""
    moved = {body.name: k for k, body in enumerate(plant.bodies) if body.inertia is not None}
    found: list[int] = []
    for pattern in patterns:
        own = [k for name, k in moved.items() if fnmatchcase(name, pattern)]
        if not own:
            raise InputError(
                f"inertias: '{pattern}' fits no body that moves; they are {listing(moved, 12)}."
                f"{near(pattern, moved)}"
            )
        found += [k for k in own if k not in found]
    if found and "kp" in free.kinds:
        raise InputError(
            "inertias: got drives whose Kp is not known; it is only found relative to the inertias"
            " of the robot's file. Give --kp, or leave the bodies as the file has them."
        )
    known = plant.inertias.reshape(-1, 10)
    wrong = [plant.bodies[k].name for k in found if not is_possible(known[k])]
    if wrong:
        raise InputError(
            f"inertias: the file's values of {listing(wrong, 8)} belong to no possible body, so"
            " they are no prior; repair them first: dynid check --repair."
        )
    return sorted(found)


def bodies_too(
    plant: Plant,
    log: CommandLog,
    values: Values,
    free: Free,
    asked: list[int],
    middle: int,
    last: int,
) -> tuple[Free, Values, tuple[str, ...]]:
    """What is looked for now, a start for it, and what has to be said: fits to samples up to
    `middle`, with the file's bodies and with others, predict those up to `last`."""
    more = free.with_bodies([plant.bodies[k].name for k in asked], asked)
    plain = refine(plant, log, values, free, 0, middle, ROUGHLY).values
    begin = plain.bodies.reshape(-1, 10).copy()
    begin[asked] = [possible(begin[k], 10 * THINNEST)[0] for k in asked]
    begun = replace(plain, bodies=begin.ravel())
    with_them = refine(plant, log, begun, more, 0, middle, ROUGHLY).values
    before, after = (error_of(plant, log, each, middle, last) for each in (plain, with_them))
    told = (
        f"on a part of the training log that no fit has seen, bodies of their own give"
        f" {1e3 * after:.3g} mrad, those of the file {1e3 * before:.3g}"
    )
    if after > LEAST * before:
        return free, values, (f"{told}: the file's stay",)
    return more, with_them, (told,)
