"""What a calibration found: the robot with its own geometry, how far it is now from measurements
that the fit has not seen, and how sure every number is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.calibration.error_model import ErrorModel
from dynid.calibration.error_selection import NONE, ErrorSelection
from dynid.calibration.geometry_fit import GeometryFit
from dynid.calibration.identifiability import Identifiable
from dynid.calibration.linearised_kinematics import Kinematics
from dynid.calibration.measurements import Measurements
from dynid.calibration.printed_units import PRINTED, QUANTILE, UNITS
from dynid.closed_chains.kinematics import find_frame
from dynid.files import check_folder, write_together
from dynid.findings import Finding, list_findings, save_findings
from dynid.robot.mechanism import Robot

FILES = ("calibration.json", "report.html")
SHOWN = 12  # lines of a table unless all are asked for


@dataclass(frozen=True)
class Accuracy:
    """Root mean squares of one kind of measurement, a pose at a time: with the nominal geometry and
    the calibrated one, and what the covariance expects."""

    kind: str
    before: float
    after: float

    def __str__(self) -> str:
        name, unit, factor = PRINTED[self.kind]
        return f"{name} {factor * self.before:.3g} {unit} -> {factor * self.after:.3g} {unit}"


@dataclass(frozen=True)
class EstimatedError:
    """An error of the geometry [m, rad or a share], with one standard deviation.

    Parameters
    ----------
    name
        of the error
    value
        in SI units
    deviation
        one standard deviation
    unit
        "m", "rad", "" of gear ratios, "rad/Nm" or "m/N" of sag
    determined
        share that the measurements decide, 0: the tolerance alone
    """

    name: str
    value: float
    deviation: float
    unit: str
    determined: float

    def __str__(self) -> str:
        unit, factor = UNITS[self.unit]
        low, high = (self.value + sign * QUANTILE * self.deviation for sign in (-1, 1))
        weak = "" if self.determined >= 0.5 else "  (prior)"
        return (
            f"{self.name:32s} {factor * self.value:10.4g}  {factor * low:10.4g} .."
            f" {factor * high:.4g} {unit}{weak}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Calibration:
    """A calibrated robot.

    Parameters
    ----------
    robot
        with its own geometry
    nominal
        the robot as its file has it, without joints that nothing was measured of
    data
        what was measured
    frames
        the fit of instruments and markers alone
    fit
        with the geometry
    selection
        which errors were taken, and why
    identifiable
        sums of errors that the poses show; None: none
    left_out
        accuracy on poses that the fit has not seen, folds of the measurements
    tested
        the same on other measurements; empty: there were none
    findings
        what was noticed
    source
        the file of the robot
    """

    robot: Robot
    nominal: Robot
    data: Measurements
    frames: GeometryFit
    fit: GeometryFit
    selection: ErrorSelection
    identifiable: Identifiable | None
    left_out: tuple[Accuracy, ...]
    tested: tuple[Accuracy, ...] = ()
    findings: tuple[Finding, ...] = ()
    source: str = ""
    written: tuple[Path, ...] = field(default=())

    @property
    def model(self) -> ErrorModel:
        return self.fit.model

    @property
    def changed(self) -> bool:
        """Whether the geometry differs from the nominal one."""
        return self.selection.chosen.name != NONE

    @property
    def errors(self) -> tuple[EstimatedError, ...]:
        """The selected errors, largest in units of their tolerances first."""
        fit = self.fit
        deviations = np.sqrt(np.diag(fit.covariance))
        precision = fit.solution.precision(fit.prior)[: len(fit.x)]
        return tuple(
            EstimatedError(
                self.model.names[k],
                float(fit.x[k]),
                float(deviations[k]),
                self.model.first[k].unit,
                float(1.0 - deviations[k] ** 2 * precision[k]),
            )
            for k in self._order
        )

    @property
    def _order(self) -> list[int]:
        """Of the selected errors."""
        order = np.argsort(-np.abs(self.fit.x / self.model.tolerances), kind="stable")
        return [int(k) for k in order if self.selection.chosen.has(self.model.first[k])]

    @property
    def geometry(self) -> Mapping[str, float]:
        """{error: value} in SI units."""
        return {each.name: each.value for each in self.errors}

    @property
    def sentence(self) -> str:
        """The verdict."""
        where = "on held-out measurements" if self.tested else "on poses left out of the fit"
        shown = ", ".join(map(str, self.tested or self.left_out))
        if not self.changed:
            return f"Geometry unchanged: {self.selection.sentence} ({shown} {where})."
        return f"Calibrated: {shown} {where} ({len(self.data)} poses)."

    def compute_tool_deviation(self, q: ArrayLike, frame: str | None = None) -> Array:
        """(N,) one standard deviation of a frame's position [m] by what is uncertain of the
        geometry.

        Parameters
        ----------
        q
            (N, actuated) poses
        frame
            of the robot; None: the tool
        """
        where = find_frame(self.nominal, frame)
        lin = Kinematics(self.model, np.asarray(q, dtype=float)).linearise(self.fit.x)
        T, V = lin.poses[where.body], lin.find_twist(where.body) @ self.model.ties
        P = T[:, :3, 3] + T[:, :3, :3] @ np.asarray(where.position)
        J = V[:, :3] + np.cross(V[:, 3:], P[:, :, None], axis=1)
        variance = np.einsum("nix,xy,niy->n", J, self.fit.covariance, J, optimize=True)
        return np.asarray(np.sqrt(variance))

    def __str__(self) -> str:
        lines = [self.sentence, *self.data.notes, self.selection.sentence]
        noise = [
            f"{PRINTED[kind][2] * s:.3g} {PRINTED[kind][1]} ({kind})"
            for kind, s in self.fit.noise.items()
        ]
        lines.append(f"noise of the measurements, a value: {', '.join(noise)}")
        if self.changed:
            known = f"{self.fit.solution.determined:.0f}"
            if self.identifiable is not None:
                known += f" of {len(self.identifiable)} identifiable sums"
                known += f" (gap {self.identifiable.gap:.0e})"
            lines += [f"determined by the measurements: {known}", ""]
            lines.append(f"{'error':32s} {'value':>10s}  95 % interval")
            lines += [str(each) for each in self.errors[:SHOWN]]
            if len(self.errors) > SHOWN:
                lines.append(f"... {len(self.errors) - SHOWN} more in calibration.json")
        wrote = [f"wrote {', '.join(map(str, self.written))}"] if self.written else []
        return "\n\n".join(["\n".join(lines), *wrote, *list_findings(self.findings)])

    def __repr__(self) -> str:
        return f"Calibration({self.nominal.name!r}: {self.sentence})"

    def to_dict(self) -> dict[str, Any]:
        """For machines: what `dynid calibrate --json` prints."""

        def save(found: tuple[Accuracy, ...]) -> list[dict[str, Any]]:
            return [{"kind": x.kind, "before": x.before, "after": x.after} for x in found]

        known = self.identifiable
        return {
            "robot": self.nominal.name,
            "verdict": self.sentence,
            "changed": self.changed,
            "poses": len(self.data),
            "errors_selected": self.selection.chosen.name,
            "left_out": save(self.left_out),
            "tested": save(self.tested),
            "noise": dict(self.fit.noise),
            "parameters": [
                {
                    "name": x.name,
                    "value": x.value,
                    "deviation": x.deviation,
                    "unit": x.unit,
                    "determined": x.determined,
                }
                for x in self.errors
            ],
            "covariance": self.fit.covariance[np.ix_(self._order, self._order)].tolist(),
            "identifiable": [] if known is None else list(known.names),
            "unknowns": {n: self.fit.unknowns[n].value.tolist() for n in self.fit.columns},
            "findings": save_findings(self.findings),
        }

    def write(self, folder: str | PathLike[str], overwrite: bool = False) -> Calibration:
        """Write calibration.json, report.html and the robot's file with the changed numbers into a
        folder.

        Parameters
        ----------
        folder
            made if it is new
        overwrite
            replace files that are there
        """
        import json
        from dataclasses import replace

        from dynid.calibration.calibration_page import render_calibration_page
        from dynid.exports.geometry_edit import write_geometry
        from dynid.schemas.schema_builder import mark_schema

        name, data, notes = write_geometry(self.source, self.nominal, self.robot, self.sentence)
        names = (*FILES, name)
        check_folder(Path(folder), names, overwrite)
        content = json.dumps(mark_schema("calibrate", self.to_dict()), indent=2)
        with write_together(Path(folder), overwrite) as files:
            (files / FILES[0]).write_text(content + "\n", "utf-8")
            (files / FILES[1]).write_text(render_calibration_page(self, notes), "utf-8")
            (files / name).write_bytes(data)
        return replace(self, written=tuple(Path(folder) / each for each in names))
