"""Which parameters are looked for, and where they stand in a vector."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array, Ints
from dynid.commands import slopes
from dynid.commands.plant import Values

#: kinds of parameters of a joint, with the kernel's number, unit and whether they are >= 0
KINDS = {
    "armature": (slopes.ARMATURE, "kg m^2", True),
    "viscous": (slopes.VISCOUS, "Nm s/rad", True),
    "dry": (slopes.DRY, "Nm", True),
    "bias": (slopes.BIAS, "rad", False),
    "kp": (slopes.KP, "Nm/rad", True),
    "kd": (slopes.KD, "Nm s/rad", True),
}
DELAY = "delay"


@dataclass(frozen=True, eq=False)
class Free:
    """Free parameters: of a kind and a joint each, the delay last.

    kinds, joints   (P,) which; the delay has the joint -1
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    joints: Ints

    def __len__(self) -> int:
        return len(self.names)

    @property
    def units(self) -> tuple[str, ...]:
        return tuple("s" if kind == DELAY else KINDS[kind][1] for kind in self.kinds)

    @property
    def lower(self) -> Array:
        bounded = [kind == DELAY or KINDS[kind][2] for kind in self.kinds]
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

    def of_part(self, at: Array) -> tuple[Ints, Ints, Ints]:
        """Of joints `at`, and of all: places in the vector, the kernel's kinds, joints within the
        part."""
        places = {int(j): k for k, j in enumerate(at)}
        own = [k for k, j in enumerate(self.joints) if j < 0 or int(j) in places]
        kinds = [slopes.DELAY if self.kinds[k] == DELAY else KINDS[self.kinds[k]][0] for k in own]
        joints = [places.get(int(self.joints[k]), 0) for k in own]
        a, b, c = (np.array(x, dtype=np.int64) for x in (own, kinds, joints))
        return a, b, c


def free_parameters(joints: tuple[str, ...], kinds: tuple[str, ...], delay: bool) -> Free:
    names = [f"{joint}.{kind}" for kind in kinds for joint in joints]
    of = [kind for kind in kinds for _ in joints]
    at = list(range(len(joints))) * len(kinds)
    if delay:
        names, of, at = [*names, DELAY], [*of, DELAY], [*at, -1]
    return Free(tuple(names), tuple(of), np.array(at, dtype=np.int64))
