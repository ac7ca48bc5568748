"""Which parameters are looked for, and where they stand in a vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array, Ints
from dynid.commands.plant import ParameterKind, Part, Values
from dynid.robot.geometry import PARAMETER_NAMES

#: kinds of parameters of a joint, with the kernel's number, unit and whether they are >= 0
KINDS = {
    "armature": (ParameterKind.ARMATURE, "kg m^2", True),
    "viscous": (ParameterKind.VISCOUS, "Nm s/rad", True),
    "dry": (ParameterKind.DRY, "Nm", True),
    "bias": (ParameterKind.BIAS, "rad", False),
    "kp": (ParameterKind.KP, "Nm/rad", True),
    "kd": (ParameterKind.KD, "Nm s/rad", True),
}
DELAY, BODIES = "delay", "bodies"
#: of the ten of a body
UNITS = ("kg", *["kg m"] * 3, *["kg m^2"] * 6)


@dataclass(frozen=True, eq=False)
class Free:
    """Free parameters: of a kind and a joint each, then the delay, then those of bodies.

    kinds, joints   (P,) which; the delay has the joint -1, a body its place in Values.bodies
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    joints: Ints

    def __len__(self) -> int:
        return len(self.names)

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(
            "s" if kind == DELAY else UNITS[j % 10] if kind == BODIES else KINDS[kind][1]
            for kind, j in zip(self.kinds, self.joints)
        )

    @property
    def lower(self) -> Array:
        bounded = [kind == DELAY or (kind != BODIES and KINDS[kind][2]) for kind in self.kinds]
        return np.where(bounded, 0.0, -np.inf)

    def vector(self, values: Values) -> Array:
        return np.array(
            [
                values.delay if kind == DELAY else getattr(values, kind)[j]
                for kind, j in zip(self.kinds, self.joints)
            ]
        )

    def put(self, values: Values, x: Array) -> Values:
        """`values` with the free ones of the vector."""
        changed: dict[str, Array] = {}
        for kind, j, number in zip(self.kinds, self.joints, x):
            if kind == DELAY:
                values = replace(values, delay=float(number))
                continue
            if kind not in changed:
                changed[kind] = getattr(values, kind).copy()
            changed[kind][j] = number
        return replace(values, **changed)  # type: ignore[arg-type]

    def without(self, left: set[str]) -> Free:
        keep = [k for k, name in enumerate(self.names) if name not in left]
        return Free(
            tuple(self.names[k] for k in keep),
            tuple(self.kinds[k] for k in keep),
            self.joints[keep],
        )

    def of_part(self, part: Part) -> tuple[Ints, Ints, Ints]:
        """Of a part, and of all: places in the vector, the kernel's kinds, joints (of bodies: the
        parameters) within the part."""
        at, numbers = list(part.at), range(part.bodies.start, part.bodies.stop)
        found = []
        for k, (kind, j) in enumerate(zip(self.kinds, self.joints)):
            if kind == DELAY:
                found.append((k, ParameterKind.DELAY, 0))
            elif kind == BODIES and j in numbers:
                found.append((k, ParameterKind.BODY, j - numbers[0]))
            elif kind != BODIES and j in at:
                found.append((k, KINDS[kind][0], at.index(j)))
        a, b, c = np.array(found, dtype=np.int64).reshape(-1, 3).T.copy()
        return a, b, c

    @property
    def of_bodies(self) -> Ints:
        """Where the parameters of bodies stand in the vector."""
        return np.flatnonzero([kind == BODIES for kind in self.kinds])

    def with_bodies(self, names: Sequence[str], which: Sequence[int]) -> Free:
        """These, and all ten of some bodies: their names, and their places among all."""
        each = [f"{name}.{word}" for name in names for word in PARAMETER_NAMES]
        at = [10 * k + i for k in which for i in range(10)]
        return Free(
            (*self.names, *each),
            (*self.kinds, *[BODIES] * len(each)),
            np.concatenate([self.joints, np.array(at, dtype=np.int64)]),
        )


def free_parameters(joints: tuple[str, ...], kinds: tuple[str, ...], delay: bool) -> Free:
    names = [f"{joint}.{kind}" for kind in kinds for joint in joints]
    of = [kind for kind in kinds for _ in joints]
    at = list(range(len(joints))) * len(kinds)
    if delay:
        names, of, at = [*names, DELAY], [*of, DELAY], [*at, -1]
    return Free(tuple(names), tuple(of), np.array(at, dtype=np.int64))
