"""What reading and writing logs share: packages asked for where used, and hashes."""

from __future__ import annotations

import hashlib
import importlib
from pathlib import Path
from typing import Any

from dynid.errors import DynidError


def need(package: str, extra: str, what: str) -> Any:
    """An optional package, or a DynidError that names the extra to install."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise DynidError(
            f"{what} needs the package '{package.partition('.')[0]}', which cannot be imported"
            f" ({error}); install it with: pip install 'dynid[{extra}]'"
        ) from error


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, read in blocks; of a folder, that of its files' relative names and
    hashes, in order."""
    if not path.is_dir():
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    whole = hashlib.sha256()
    for part in sorted(p for p in path.rglob("*") if p.is_file()):
        whole.update(f"{part.relative_to(path).as_posix()}\0{sha256_of(part)}\n".encode())
    return whole.hexdigest()
