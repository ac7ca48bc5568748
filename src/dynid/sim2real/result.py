"""The result of sim2real: values with their intervals, identifiability, the held-out rollout."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.files import write_whole
from dynid.model.layout import BODY_UNITS
from dynid.robot.geometry import PARAMETER_NAMES
from dynid.sim2real.effort_meaning import EffortMeaning
from dynid.sim2real.free_parameters import KINDS, FreeParameters, Values
from dynid.sim2real.plant import Plant
from dynid.sim2real.rollout_check import RolloutCheck, format_error, replace_infinite
from dynid.sim2real.uncertainty import IDENTIFIABLE, Identifiability
from dynid.version import __version__

INTERVAL = 1.96  # deviations: 95 %


@dataclass(frozen=True, eq=False)
class Run:
    """A log that was fitted: its file, and the bias (n,) that its joints had."""

    source: str
    sha256: str
    bias: Array


@dataclass(frozen=True, eq=False)
class Sim2Real:
    """The parameters of a simulator.

    Parameters
    ----------
    plant
        robot, drives and simulator they belong to
    values
        all of them
    shipped
        those of the file, its own actuators included
    free
        which were estimated
    covariance
        (P, P) of these
    identifiability
        before the fit: what the log determines
    method
        "output error", or "regression" where that predicted better
    cutoff
        [Hz] of the regression's filter
    train_error
        RMSE of the rollout of the training part [rad or m]
    rollout_check
        the held-out rollout; None where all was used
    notes
        for people
    source
        the log's file
    sha256
        of that file
    failures
        why the values are of no use, where they are not: the rollout of the training log is off, or
        no drive has them
    effort
        what the torque columns of the log are; None where it has none
    runs
        the logs; with several, `values` have the mean of their biases, and its intervals are for a
        further run
    """

    plant: Plant
    values: Values
    shipped: Values
    free: FreeParameters
    covariance: Array
    identifiability: tuple[Identifiability, ...]
    method: str
    cutoff: float
    train_error: float
    rollout_check: RolloutCheck | None
    notes: tuple[str, ...]
    source: str = ""
    sha256: str = ""
    failures: tuple[str, ...] = ()
    effort: EffortMeaning | None = None
    runs: tuple[Run, ...] = ()

    @property
    def joints(self) -> tuple[str, ...]:
        return self.plant.joints

    @property
    def changed(self) -> dict[str, Array]:
        """{body: (10,) estimate less the file's} of the bodies that were estimated."""
        more = (self.values.bodies - self.plant.inertias).reshape(-1, 10)
        which = dict.fromkeys(int(k) // 10 for k in self.free.in_bodies)
        return {self.plant.robot.bodies[k].name: more[k] for k in which}

    @property
    def deviations(self) -> dict[str, float]:
        return dict(zip(self.free.names, np.sqrt(np.diag(self.covariance)).tolist()))

    def compute_interval(self, name: str) -> tuple[float, float]:
        """95 %: from, to."""
        k = self.free.names.index(name)
        x, half = self.free.to_vector(self.values)[k], INTERVAL * self.deviations[name]
        return float(max(x - half, self.free.lower[k])), float(x + half)

    def to_dict(self) -> dict[str, Any]:
        values = zip(self.free.names, self.free.to_vector(self.values), self.free.known)
        return {
            "dynid": __version__,
            "robot": self.plant.robot.name,
            "log": {"file": self.source, "sha256": self.sha256},
            "simulator": self.plant.simulator.name,
            "method": self.method,
            "bias_of": self.plant.drive.bias,
            "effort": None if self.effort is None else self.effort.to_dict(),
            "delay": self.values.delay,
            "joints": self._group_by_joint(self.values),
            "found": {
                name: {
                    "value": float(x),
                    "interval": list(self.compute_interval(name)),
                    "unit": p.unit,
                }
                for name, x, p in values
            },
            "identifiable": {
                each.name: {
                    "word": each.word,
                    "reason": each.reason,
                    "expected_deviation": replace_infinite(each.deviation),
                }
                for each in self.identifiability
            },
            "as_shipped": self._group_by_joint(self.shipped),
            "failures": list(self.failures),
            "train_rmse": replace_infinite(self.train_error),
            "proof": None if self.rollout_check is None else self.rollout_check.to_dict(),
            "runs": [
                {"file": run.source, "sha256": run.sha256, "bias": dict(zip(self.joints, run.bias))}
                for run in self.runs
            ],
            "notes": list(self.notes),
        }

    def _group_by_joint(self, values: Values) -> dict[str, dict[str, float]]:
        return {
            joint: {
                kind: float(x)
                for kind in KINDS
                if np.isfinite(x := getattr(values, kind)[j])  # none is a limit that is none
            }
            for j, joint in enumerate(self.joints)
        }

    def save(self, path: str | os.PathLike[str], overwrite: bool = False) -> None:
        write_whole(path, json.dumps(self.to_dict(), indent=2) + "\n", overwrite)

    def __str__(self) -> str:
        parts = (
            "\n".join(f"FAILED: {reason}" for reason in self.failures),
            self.format_identifiability(),
            self.format_parameters(),
            self.format_inertias(),
            str(self.rollout_check or ""),
            "\n".join(f"note: {note}" for note in self.notes),
        )
        return "\n\n".join(filter(None, parts))

    def format_identifiability(self) -> str:
        """The parameters that the log determines, for people."""
        weak = [each for each in self.identifiability if each.word != IDENTIFIABLE]
        total = len(self.identifiability)
        lines = [f"the log determines {total - len(weak)} of {total} parameters well"]
        lines += [f"  {each.name}: {each.word}; {each.reason}" for each in weak]
        return "\n".join(lines)

    def make_head(self) -> dict[str, str]:
        """{kind: its unit} of the joints' parameters that were estimated."""
        known = self.free.known
        units = {kind: dict.fromkeys(p.unit for p in known if p.part == kind) for kind in KINDS}
        return {kind: ", ".join(each) for kind, each in units.items() if each}

    def format_parameters(self) -> str:
        wide, off = max(len(joint) for joint in self.joints), self.deviations
        head = [f"{f'{kind} [{unit}]':>24}" for kind, unit in self.make_head().items()]
        lines = [(" " * wide + "".join(head)).rstrip()]
        for j, joint in enumerate(self.joints):
            line = f"{joint:<{wide}}"
            for kind in self.make_head():
                name, value = f"{joint}.{kind}", getattr(self.values, kind)[j]
                known = f"+- {INTERVAL * off[name]:.2g}" if name in off else "held"
                line += f"{f'{value:.4g} {known}':>24}"
            lines.append(line)
        delay = f"delay {1e3 * self.values.delay:.4g} ms"
        if "delay" in off:
            delay += f" +- {1e3 * INTERVAL * off['delay']:.2g}"
        lines.append(
            f"{delay}; by {self.method}, cutoff {self.cutoff:g} Hz, for"
            f" {self.plant.simulator.name};"
            f" training RMSE {format_error(self.train_error)}"
        )
        return "\n".join(lines)

    def format_inertias(self) -> str:
        """Mass and centre times mass of the bodies that were estimated, and the file's."""
        if not self.changed:
            return ""
        wide, words = max(len(name) for name in self.changed), PARAMETER_NAMES[:4]
        head = [f"{f'{word} [{unit}]':>20}" for word, unit in zip(words, BODY_UNITS)]
        lines = [" " * wide + "".join(head)]
        of = dict(zip(self.free.names, self.free.to_vector(self.values)))
        for name, more in self.changed.items():
            own, file = f"{name:<{wide}}", " " * wide
            for word, difference in zip(words, more):
                x, off = of[f"{name}.{word}"], self.deviations[f"{name}.{word}"]
                own += f"{f'{x:.4g} +- {INTERVAL * off:.2g}':>20}"
                file += f"{f'file {x - difference:.4g}':>20}"
            lines += [own, file]
        return "\n".join(lines)
