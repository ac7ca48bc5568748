"""Contract check of a log format: it opens what it saves, twice the same, and refuses damage."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from dynid.data.formats.format_base import Format, make_format
from dynid.data.log import Log
from dynid.data.log_reading import read_log
from dynid.errors import DynidError, InputError
from dynid.testing.contract_errors import ContractError, require, require_no_error


def check_format(
    format: Format | type[Format] | str,
    path: str | Path | None = None,
    *,
    units: Mapping[str, str | float] | None = None,
    tolerance: float = 0.0,
) -> None:
    """Raise a ContractError unless a log format does what every format must do: what it saves it
    opens again, with all joints and numbers, under every ending; a file opens twice as the same
    log; a damaged file is an error in words.

    Parameters
    ----------
    format
        the class to check, an object of it, or its name
    path
        a file to open; needed for a format that is only read
    units
        the units of its files, as for `read_log`
    tolerance
        relative, of numbers that come back: 1e-6 for a file of float32
    """
    made = make_format(format)
    called = f"check_format({type(made).__name__}())"
    dots = all(ending.startswith(".") and ending == ending.lower() for ending in made.endings)
    require(dots, f"{called}: endings", "small letters after a dot", made.endings)
    saves = type(made).save is not Format.save
    opens = type(made).open is not Format.open
    require(saves or opens, called, "a method `open`", "neither `open` nor `save`")
    if not saves and path is None:
        raise InputError(
            f"{called}: the format is only read; expected a file as well: check_format(format,"
            " path)."
        )
    with tempfile.TemporaryDirectory() as folder:
        files = [] if path is None else [Path(path)]
        for ending in made.endings if saves else ():
            for name, log in _make_logs().items():
                file = Path(folder) / f"{name}{ending}"
                with require_no_error(f"log.save('{file.name}', format={made.name})", "a file"):
                    log.save(file, format=made)
                files.append(file)
                if opens:
                    back = _read(made, file, units)
                    _require_log(f"the log '{file.name}' that was saved", back, log, tolerance)
        for file in files if opens else ():
            one, other = _read(made, file, units), _read(made, file, units)
            _require_log(f"'{file.name}', opened a second time", other, one, 0.0)
            if file.is_file():
                _require_clear_damage(made, file, Path(folder), units)


def _make_logs() -> dict[str, Log]:
    """Numbers with all their bits in use; times that whole nanoseconds and float32 hold."""
    q, qd, tau = np.random.default_rng(5).standard_normal((3, 40, 2))
    t, joints = np.arange(40.0) / 128, ("joint1", "joint2")
    return {
        "with_velocities": Log(joints, t, q=q, tau=tau, qd=qd),
        "without_velocities": Log(joints, t, q=q, tau=tau),
    }


def _read(made: Format, file: Path, units: Mapping[str, str | float] | None) -> Log:
    with require_no_error(f"di.read_log('{file.name}', format={made.name})", "a log"):
        return read_log(file, units=units, format=made)


def _require_log(called: str, back: Log, log: Log, tolerance: float) -> None:
    """Joints and columns of another log; a velocity may be missing, never another."""
    require(back.joints == log.joints, f"{called}: joints", log.joints, back.joints)
    wanted, got = log.to_columns(), back.to_columns()
    missing = [name for name in wanted if name not in got and not name.startswith("qd_")]
    require(not missing, f"{called}: columns", list(wanted), list(got))
    for name in set(wanted) & set(got):
        same = wanted[name].shape == got[name].shape
        require(same, f"{called}: {name}", wanted[name].shape, got[name].shape)
        off = np.abs(wanted[name] - got[name]).max(initial=0.0)
        limit = tolerance * np.abs(wanted[name]).max(initial=0.0)
        require(off <= limit, f"{called}: {name}", f"the same to {limit:.3g}", f"{off:.3g} off")


def _require_clear_damage(
    made: Format, file: Path, folder: Path, units: Mapping[str, str | float] | None
) -> None:
    """A file that ends early is a shorter log, or an error of dynid."""
    torn = folder / f"torn{file.suffix}"
    torn.write_bytes(file.read_bytes()[: file.stat().st_size // 3])
    called = f"di.read_log of the first third of '{file.name}', format={made.name}"
    try:
        read_log(torn, units=units, format=made)
    except DynidError:
        pass
    except Exception as error:
        raise ContractError(
            f"{called}: expected a log or an InputError, got {type(error).__name__}: {error}"
        ) from error
