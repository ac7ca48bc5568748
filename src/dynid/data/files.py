"""What reading and writing logs share: packages asked for where used, hashes, files written whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from dynid.errors import DynidError


def need(package: str, extra: str, what: str) -> Any:
    """An optional package, or a DynidError that names the extra to install."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise DynidError(
            f"{what} needs the package '{package.partition('.')[0]}', which cannot be imported ({error}); "
            f"install it with: pip install 'dynid[{extra}]'"
        ) from error


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, read in blocks; of a folder, that of its files' relative names and hashes, in order."""
    if not path.is_dir():
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    whole = hashlib.sha256()
    for part in sorted(p for p in path.rglob("*") if p.is_file()):
        whole.update(f"{part.relative_to(path).as_posix()}\0{sha256_of(part)}\n".encode())
    return whole.hexdigest()


def write_whole(path: str | os.PathLike[str], write: Callable[[BinaryIO], object], overwrite: bool = False) -> None:
    """Let `write` fill a file that takes its name only when it is complete.

    An existing file is kept, with a DynidError, unless `overwrite`.
    """
    path = Path(path)
    if path.is_dir():
        raise DynidError(f"cannot write '{path}': it is a folder; give the name of a file in it.")
    if not path.parent.is_dir():
        raise DynidError(f"cannot write '{path}': the folder '{path.parent}' does not exist; create it first.")
    if not overwrite and os.path.lexists(path):
        raise DynidError(f"'{path}' exists already and was left as it is; pass overwrite=True or choose another name.")
    target = path.resolve()  # through a symbolic link, so that the link stays one
    # in the target's folder, because os.replace is atomic only within one file system
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        with open(temporary, "x+b") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(temporary, target.stat().st_mode & 0o777)
        os.replace(temporary, target)
    except OSError as error:
        raise DynidError(f"cannot write '{path}': {error.strerror or error}; nothing was changed.") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
