"""A task: a function, what it is told, and the files that it reads; named by the content of all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from dynid.errors import InputError
from dynid.files import compute_sha256
from dynid.version import __version__

#: kinds of stores that only hold files; fsspec knows others, which run what they find
STORES = (
    *("s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "http", "https", "hdfs", "sftp", "ftp"),
    *("file", "memory"),
)
#: arrays, and what JSON knows
Result = dict[str, Any]
Function = Callable[..., Result]


@dataclass(frozen=True, eq=False)
class Task:
    """function(files, **settings) -> {name: array or what JSON knows}.

    Parameters
    ----------
    name
        for messages
    function
        at the top of a module, so that workers find it; files: {what `reads` calls it: Path}
    settings
        numbers, texts, lists and dictionaries of them, and bytes
    reads
        files, folders, or addresses of object stores (s3://...)
    """

    name: str
    function: Function
    settings: Mapping[str, Any] = field(default_factory=dict)
    reads: tuple[str, ...] = ()

    @cached_property
    def key(self) -> str:
        """Of function, settings, content of the files and version of dynid: the same where the
        result is the same."""
        told = {
            "function": f"{self.function.__module__}:{self.function.__qualname__}",
            "version": __version__,
            "settings": {name: _digest_value(x) for name, x in self.settings.items()},
            "reads": [identify_content(path) for path in self.reads],
        }
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _digest_value(value: Any) -> Any:
    return hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else value


def is_address(path: str) -> bool:
    return "://" in path


def identify_content(path: str) -> str:
    """What tells the content of a file from others: its digest, or an object store's own mark."""
    if is_address(path):
        system, inside = open_file_system(path)
        try:
            return f"{path} {system.ukey(inside)}"
        except FileNotFoundError:
            raise InputError(f"there is nothing at '{path}'; expected a log.") from None
        except Exception as error:
            raise InputError(
                f"'{path}' cannot be asked for ({type(error).__name__}: {error}); check the"
                " address and the rights to read it."
            ) from None
    place = Path(path)
    if not place.exists():
        raise InputError(f"there is no file '{path}' (looked in {Path.cwd()}).")
    return compute_sha256(place)


def open_file_system(address: str) -> tuple[Any, str]:
    """The store of an address, and what the address is called in it."""
    kind = address.partition("://")[0]
    if kind not in STORES:
        raise InputError(f"'{address}': got '{kind}://', expected one of {', '.join(STORES)}.")
    try:
        import fsspec
    except ImportError:
        raise InputError(
            f"'{address}' is in an object store, which needs the package fsspec (and s3fs, gcsfs or"
            " adlfs for the store): pip install fsspec."
        ) from None
    try:
        system, inside = fsspec.core.url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise InputError(f"'{address}' cannot be opened ({error}).") from None
    return system, str(inside)
