"""Results as files: written whole, read with words for what is wrong with them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from dynid.errors import DynidError
from dynid.files import check_source, settle, write_whole
from dynid.records import from_json, to_json

FORMAT, BEFORE = "dynid estimate 2", "dynid estimate 1"
LARGEST = 1e50  # SI: no value or variance of a robot is larger, and the fourth power still a number
CORRELATED = 1.01  # of two values, at most 1 but for rounding
_DAMAGED = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def to_content(result: Any) -> dict[str, Any]:
    """A result as JSON has it."""
    return {"format": FORMAT, **to_json(result, type(result))}


def save_record(result: Any, path: str | os.PathLike[str], overwrite: bool) -> None:
    write_whole(
        path, json.dumps(to_content(result), indent=1, allow_nan=False), overwrite=overwrite
    )


def load_record(kind: type, path: str | os.PathLike[str]) -> Any:
    content = _read_content(path)
    try:
        if content.pop("format") == BEFORE:
            content = _upgrade_content(content)
        result = from_json(content, kind)
        n, P = len(result.names), len(result.parameters)
        shapes = {"theta": (n,), "covariance": (n, n), "p": (P,)}
        shapes |= {} if result.p_interval is None else {"p_interval": (P, 2)}
        shapes |= {"model_error": (n,)} if len(result.model_error) else {}
        count = len(result.alternatives)
        shapes |= {"alternatives": (count, n)} if count else {}
        wrong = [name for name, shape in shapes.items() if getattr(result, name).shape != shape]
        if wrong:
            raise ValueError(f"{wrong[0]} does not have an entry for each name")
        _check_numbers(result)
        if result.constants_std.keys() - result.constants.keys():
            raise ValueError("constants_std has names that constants has not")
        if lost := [body for body in result.margins if f"{body}.m" not in result.parameters]:
            raise ValueError(f"margins has the body {lost[0]!r}, which has no mass")
        return result
    except DynidError as error:
        raise DynidError(f"{path}: {error}") from error
    except (*_DAMAGED, OverflowError, RecursionError, ImportError) as error:
        raise DynidError(
            f"{path}: is damaged or incomplete ({error!r}); save the estimate again."
        ) from None


def _check_numbers(result: Any) -> None:
    """Refuse numbers that no estimate has: they would overflow far from here, without a word."""
    theta, C = result.theta, result.covariance
    if not np.isfinite(theta).all() or np.isinf(result.p).any():
        raise ValueError("theta or p is not finite")
    for name, values in (("theta", theta), ("p", result.p), ("covariance", C)):
        if (np.abs(values[np.isfinite(values)]) > LARGEST).any():
            raise ValueError(f"{name} has numbers beyond {LARGEST:g}")
    variance = np.diag(C)
    if (variance < 0).any():
        raise ValueError("covariance has negative variances")
    # |C_ij| <= sqrt(C_ii C_jj); what has no variance, or an infinite one, is not looked at
    known = np.isfinite(variance)
    std = np.sqrt(variance[known])
    if (np.abs(C[np.ix_(known, known)]) > CORRELATED * np.outer(std, std)).any():
        raise ValueError("covariance has correlations beyond 1")


def _read_content(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The contents of a file that says it is a saved estimate."""
    text = ""
    check_source(path, "a saved estimate")
    settle(Path(path).parent)
    try:
        text = Path(path).read_text(encoding="utf-8")
        content = json.loads(text)
    except OSError as error:
        raise DynidError(
            f"{path}: cannot be read as a saved estimate ({error.strerror})."
        ) from None
    except (ValueError, RecursionError) as error:
        begun = text.lstrip().startswith("{") and not text.rstrip().endswith("}")
        hint = (
            " The file is cut short: save the estimate again."
            if begun
            else " Expected the result.json of dynid identify, or what .save() of a result wrote."
        )
        raise DynidError(f"{path}: cannot be read as a saved estimate ({error}).{hint}") from None
    found = content.get("format") if isinstance(content, dict) else None
    if found in (FORMAT, BEFORE):
        return dict(content)
    if isinstance(found, str) and found.startswith(FORMAT.rsplit(" ", 1)[0]):
        raise DynidError(
            f"{path}: was saved in the format '{found}' of another version of dynid, expected"
            f" '{FORMAT}'; read it with that version, or identify again."
        )
    raise DynidError(f"{path}: is no saved estimate; expected a JSON file with format '{FORMAT}'.")


def _upgrade_content(content: dict[str, Any]) -> dict[str, Any]:
    """Format 1 had no model, std beside the covariance, and null for infinity."""
    new = {key: x for key, x in content.items() if key != "std"}
    covariance = np.array(content["covariance"], dtype=float)
    new["covariance"] = np.where(np.isnan(covariance), np.inf, covariance).tolist()
    new["condition"] = np.inf if content["condition"] is None else content["condition"]
    new["constants_std"] = {
        key: np.inf if x is None else x for key, x in content.get("constants_std", {}).items()
    }
    for step in content.get("history", {}).get("steps", ()):
        step["sigma"] = np.inf if step["sigma"] is None else step["sigma"]
        lost = step["margin"] is None and step["feasible"] is False
        step["margin"] = -np.inf if lost else step["margin"]
    return new
