"""What a worker makes of a log: read, checked and compressed where it lies; kilobytes come back."""

from __future__ import annotations

import json
import warnings
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.log import Log
from dynid.diagnostics.detectability import LITTLE
from dynid.diagnostics.examination import check
from dynid.errors import DynidError, InputError
from dynid.identification.compress import JointBlock
from dynid.identification.data_provenance import DataProvenance
from dynid.identification.problem import Problem
from dynid.model.base_reduction import BaseParameters
from dynid.model.effects import Payload
from dynid.model.model import Model
from dynid.parallel.task import Result
from dynid.records import from_json, list_class_files, to_json
from dynid.registry import load_file
from dynid.study.log_options import Processing, load_data, read_file
from dynid.study.study import Study

POINTS = 300  # of a plotted torque


def pack_base(base: BaseParameters) -> bytes:
    """The model and its base parameters, exactly, as every worker gets them."""
    return zlib.compress(json.dumps(to_json(base, BaseParameters), sort_keys=True).encode())


@lru_cache(maxsize=4)
def unpack_base(content: bytes) -> BaseParameters:
    """Users' files that it names were run where it was packed, and are run here."""
    record = json.loads(zlib.decompress(content))
    for path in list_class_files(record):
        load_file(Path(path) if Path(path).is_file() else Path(Path(path).name), "class")
    base: BaseParameters = from_json(record, BaseParameters)
    return base


def compress_log(
    files: Mapping[str, Path],
    base: bytes,
    file: str,
    study: Mapping[str, Any],
    payload: Any,
) -> Result:
    """The triangles of a log's joints, what diagnostics say of it, and how it was recorded."""
    found, processing, log, carried = _open_log(files, base, file, study, payload)
    model = found.model
    loaded = Model(model.robot, [*model.effects, carried], model.symmetric) if carried else model
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is noticed stands in notes and findings
        # ordinary work moves little: the fleet makes up for it
        told = [x for x in check(loaded, log, quick=True).sure if x.kind != LITTLE]
        certain = [finding for finding in told if finding.certainty == "certain"]
        if certain:
            raise InputError(f"excluded, because of a mistake in the log: {certain[0]}")
        data = _process_log(log, model, processing, carried)
        problem = Problem(model, data, found).drop_rows()
    assert problem.kept_inflations is not None
    blocks = problem.blocks
    triangles = [block.R[np.triu_indices(len(block.columns))] for block in blocks]
    return {
        # of all joints one after another: few arrays are read faster than many
        "R": np.concatenate(triangles),
        "z": np.concatenate([block.z for block in blocks]),
        "columns": np.concatenate([block.columns for block in blocks]),
        "counts": [len(block.columns) for block in blocks],
        "residual": np.array([block.residual for block in blocks]),
        "rows": np.array([block.n for block in blocks]),
        "square": np.array([block.square for block in blocks]),
        "inflations": problem.kept_inflations,
        "speed": np.sqrt(np.mean(data.qd**2, axis=0)),
        "spans": [list(span) for span in problem.origin.spans],
        "recordings": list(problem.origin.recordings),
        "samples": problem.origin.samples,
        "findings": [str(finding) for finding in told],
    }


def load_problem(result: Result, base: BaseParameters) -> Problem:
    """The problem of a log, as its worker compressed it."""
    blocks = []
    at = entries = 0
    for j, joint in enumerate(base.model.robot.actuated):
        k = result["counts"][j]
        here, size = slice(at, at + k), k * (k + 1) // 2
        R = np.zeros((k, k))
        R[np.triu_indices(k)] = result["R"][entries : entries + size]
        at, entries = at + k, entries + size
        left, n = float(result["residual"][j]), int(result["rows"][j])
        square = float(result["square"][j])
        blocks.append(
            JointBlock(joint, result["columns"][here], R, result["z"][here], left, n, square)
        )
    origin = DataProvenance(
        tuple((str(name), float(a), float(b)) for name, a, b in result["spans"]),
        tuple(result["recordings"]),
        (),
        None,
        int(result["samples"]),
    )
    return Problem.from_blocks(base, tuple(blocks), origin, result["inflations"])


def compare_torques(
    files: Mapping[str, Path],
    base: bytes,
    file: str,
    study: Mapping[str, Any],
    payload: Any,
    p: list[float],
) -> Result:
    """Measured torques of a log, and those that parameters p predict, at some hundred times."""
    found, processing, log, carried = _open_log(files, base, file, study, payload)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # filtered alone: for the eye
        data = _process_log(log, found.model, replace(processing, decimate=None), carried)
    tau: Array = found.model.inverse_dynamics(data.q, data.qd, data.qdd, np.array(p))
    some = np.linspace(0, len(data) - 1, min(POINTS, len(data))).astype(int)
    return {"t": data.t[some], "measured": data.tau[some], "predicted": tau[some]}


def _open_log(
    files: Mapping[str, Path], base: bytes, file: str, study: Mapping[str, Any], payload: Any
) -> tuple[BaseParameters, Processing, Log, Payload | None]:
    """The fleet's base parameters, how its logs are processed, a log, and what it carried."""
    found, path = unpack_base(base), files[file]
    processing = Study.from_dict(study).processing
    try:
        log = read_file(path, found.model.robot.actuated, processing)
    except DynidError as error:
        raise InputError(str(error).replace(str(path), file)) from None
    return found, processing, log, None if payload is None else from_json(payload, Payload)


def _process_log(
    log: Log, model: Model, processing: Processing, payload: Payload | None
) -> Dataset:
    data = load_data(model, [log], processing, None if payload is None else [payload])
    if data.free:
        raise InputError(
            f"{log.where}: got currents of {data.free[0]} without a gain, expected torques, or the"
            " gain (drives:)."
        )
    return data
