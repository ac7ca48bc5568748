"""What sim2real found: values with their intervals, how well they are told, and the proof."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.commands.free import KINDS, UNITS, Free
from dynid.commands.identifiable import IDENTIFIABLE, Judged
from dynid.commands.plant import Plant, Values
from dynid.commands.proof import Proof, format_error
from dynid.files import write_whole
from dynid.robot.geometry import PARAMETER_NAMES
from dynid.version import __version__

INTERVAL = 1.96  # deviations: 95 %


@dataclass(frozen=True, eq=False)
class Sim2Real:
    """The parameters of a simulator.

    plant        robot, drives and simulator they belong to
    values       all of them; `shipped`: those of the file, its own actuators included
    free         which were looked for; covariance (P, P) of these
    judged       before the fit: what the log can tell
    method       "output error", or "regression" where that predicted better
    cutoff       [Hz] of the regression's filter
    train_error  RMSE of the rollout of the training part [rad or m]
    proof        the rollout of what was not used; None where all was used
    notes        what has to be said
    failures     why the values are of no use, where they are not: the rollout of the training log
                 is off, or no drive has them
    """

    plant: Plant
    values: Values
    shipped: Values
    free: Free
    covariance: Array
    judged: tuple[Judged, ...]
    method: str
    cutoff: float
    train_error: float
    proof: Proof | None
    notes: tuple[str, ...]
    source: str = ""
    sha256: str = ""
    failures: tuple[str, ...] = ()

    @property
    def joints(self) -> tuple[str, ...]:
        return self.plant.joints

    @property
    def changed(self) -> dict[str, Array]:
        """{body: (10,) found less what the file says} of the bodies that were looked for."""
        more = (self.values.bodies - self.plant.inertias).reshape(-1, 10)
        which = dict.fromkeys(int(j) // 10 for j in self.free.joints[self.free.of_bodies])
        return {self.plant.bodies[k].name: more[k] for k in which}

    @property
    def deviations(self) -> dict[str, float]:
        return dict(zip(self.free.names, np.sqrt(np.diag(self.covariance)).tolist()))

    def interval(self, name: str) -> tuple[float, float]:
        """95 %: from, to."""
        k = self.free.names.index(name)
        x, half = self.free.vector(self.values)[k], INTERVAL * self.deviations[name]
        return float(max(x - half, self.free.lower[k])), float(x + half)

    def to_dict(self) -> dict[str, Any]:
        x = self.free.vector(self.values)
        return {
            "dynid": __version__,
            "robot": self.plant.robot.name,
            "log": {"file": self.source, "sha256": self.sha256},
            "simulator": self.plant.simulator.name,
            "method": self.method,
            "bias_of": self.plant.drive.bias,
            "delay": self.values.delay,
            "joints": {
                joint: {kind: float(getattr(self.values, kind)[j]) for kind in KINDS}
                for j, joint in enumerate(self.joints)
            },
            "found": {
                name: {
                    "value": float(x[k]),
                    "interval": list(self.interval(name)),
                    "unit": self.free.units[k],
                }
                for k, name in enumerate(self.free.names)
            },
            "identifiable": {
                each.name: {
                    "word": each.word,
                    "reason": each.reason,
                    "expected_deviation": each.deviation if np.isfinite(each.deviation) else None,
                }
                for each in self.judged
            },
            "as_shipped": {
                joint: {kind: float(getattr(self.shipped, kind)[j]) for kind in KINDS}
                for j, joint in enumerate(self.joints)
            },
            "failures": list(self.failures),
            "train_rmse": self.train_error if np.isfinite(self.train_error) else None,
            "proof": None if self.proof is None else self.proof.to_dict(),
            "notes": list(self.notes),
        }

    def save(self, path: str | os.PathLike[str], overwrite: bool = False) -> None:
        write_whole(path, json.dumps(self.to_dict(), indent=2) + "\n", overwrite)

    def __str__(self) -> str:
        return "\n\n".join(
            part
            for part in (
                "\n".join(f"FAILED: {reason}" for reason in self.failures),
                self.before(),
                self.table(),
                self.table_of_bodies(),
                str(self.proof or ""),
                self.said(),
            )
            if part
        )

    def before(self) -> str:
        """What the log can tell, for people."""
        told = sum(each.word == IDENTIFIABLE for each in self.judged)
        lines = [f"the log tells {told} of {len(self.judged)} parameters well"]
        lines += [
            f"  {each.name}: {each.word}; {each.reason}"
            for each in self.judged
            if each.word != IDENTIFIABLE
        ]
        return "\n".join(lines)

    def table(self) -> str:
        kinds = [kind for kind in KINDS if kind in self.free.kinds]
        wide = max(len(joint) for joint in self.joints)
        head = f"{'':<{wide}}" + "".join(f"{f'{k} [{KINDS[k][1]}]':>24}" for k in kinds)
        lines = [head.rstrip()]
        off = self.deviations
        for j, joint in enumerate(self.joints):
            cells = []
            for kind in kinds:
                name, value = f"{joint}.{kind}", getattr(self.values, kind)[j]
                known = f"+- {INTERVAL * off[name]:.2g}" if name in off else "held"
                cells.append(f"{f'{value:.4g} {known}':>24}")
            lines.append(f"{joint:<{wide}}" + "".join(cells))
        delay = f"delay {1e3 * self.values.delay:.4g} ms"
        if "delay" in off:
            delay += f" +- {1e3 * INTERVAL * off['delay']:.2g}"
        lines.append(
            f"{delay}; by {self.method}, cutoff {self.cutoff:g} Hz, for"
            f" {self.plant.simulator.name};"
            f" training RMSE {format_error(self.train_error)}"
        )
        return "\n".join(lines)

    def table_of_bodies(self) -> str:
        """Mass and centre times mass of the bodies that were looked for, and the file's."""
        if not self.changed:
            return ""
        wide = max(len(name) for name in self.changed)
        head = [f"{f'{word} [{unit}]':>20}" for word, unit in zip(PARAMETER_NAMES[:4], UNITS)]
        lines = [f"{'':<{wide}}" + "".join(head)]
        of = dict(zip(self.free.names, self.free.vector(self.values)))
        for name, more in self.changed.items():
            words = [f"{name}.{word}" for word in PARAMETER_NAMES[:4]]
            own = [f"{of[x]:.4g} +- {INTERVAL * self.deviations[x]:.2g}" for x in words]
            lines.append(f"{name:<{wide}}" + "".join(f"{cell:>20}" for cell in own))
            file = [f"file {of[x] - d:.4g}" for x, d in zip(words, more)]
            lines.append(f"{'':<{wide}}" + "".join(f"{cell:>20}" for cell in file))
        return "\n".join(lines)

    def said(self) -> str:
        return "\n".join(f"note: {note}" for note in self.notes)
