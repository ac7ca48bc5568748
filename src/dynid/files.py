"""Writing a file whole or not at all, and the hash of one."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from dynid.errors import DynidError


def check_target(path: str | os.PathLike[str], overwrite: bool = False) -> Path:
    """Refuse what cannot be written, before the work and not after it."""
    path = Path(path)
    if path.is_dir():
        raise DynidError(f"cannot write '{path}': it is a folder; give the name of a file in it.")
    if not path.parent.is_dir():
        raise DynidError(
            f"cannot write '{path}': the folder '{path.parent}' does not exist; create it first."
        )
    if not overwrite and os.path.lexists(path):
        raise DynidError(
            f"'{path}' exists already and was left as it is; pass overwrite=True (--force) or"
            " choose another name."
        )
    return path


def check_folder(folder: Path, names: Sequence[str], overwrite: bool = False) -> None:
    """Whether files of these names can be written into a folder that may not exist yet; refused
    before the work."""
    if folder.exists() and not folder.is_dir():
        raise DynidError(f"cannot write into '{folder}': it is a file; expected a folder.")
    there = [folder / name for name in names if os.path.lexists(folder / name)]
    if there and not overwrite:
        raise DynidError(
            f"'{there[0]}' exists already and was left as it is; choose another folder, or --force."
        )
    above = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not os.access(above, os.W_OK):
        raise DynidError(
            f"cannot write into '{folder}': no permission to write in '{above}'; choose another"
            " folder."
        )


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DynidError(
            f"cannot make the folder '{folder}': {error.strerror or error}."
        ) from error


def write_whole(
    path: str | os.PathLike[str],
    content: str | bytes | Callable[[BinaryIO], object],
    overwrite: bool = False,
) -> None:
    """Write a text (UTF-8) or bytes, or let a function fill the file, which takes its name only
    when it is complete.

    An existing file is kept, with a DynidError, unless `overwrite`.
    """
    path = check_target(path, overwrite)
    target = path.resolve()  # through a symbolic link, so that the link stays one
    # in the target's folder, because os.replace is atomic only within one file system
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        with open(temporary, "x+b") as file:
            if isinstance(content, (str, bytes)):
                file.write(content.encode() if isinstance(content, str) else content)
            else:
                content(file)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(temporary, target.stat().st_mode & 0o777)
        os.replace(temporary, target)
    except OSError as error:
        raise DynidError(
            f"cannot write '{path}': {error.strerror or error}; nothing was changed."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def check_target_folder(
    path: str | os.PathLike[str], names: Iterable[str], overwrite: bool = False
) -> Path:
    """`check_target` for files with these names in a folder, which may be new in one that
    exists."""
    path = Path(path)
    if path.exists() and not path.is_dir():
        raise DynidError(
            f"cannot write into '{path}': it is a file; expected a folder, or a new name."
        )
    if not path.absolute().parent.is_dir():
        raise DynidError(
            f"cannot write '{path}': the folder '{path.parent}' does not exist; create it first."
        )
    for name in names if path.is_dir() else ():
        check_target(path / name, overwrite)
    return path


def write_folder(
    path: str | os.PathLike[str], texts: Mapping[str, str], overwrite: bool = False
) -> None:
    """Write several files {name: text} into a folder: a new one appears with all of them or not at
    all.

    In a folder that is there already, other files stay; the given ones are written only where none
    of them exists, or with `overwrite`.
    """
    path = check_target_folder(path, texts, overwrite)
    if path.is_dir():
        for name, text in texts.items():
            write_whole(path / name, text, overwrite)
        return
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        temporary.mkdir()
        for name, text in texts.items():
            write_whole(temporary / name, text)
        os.replace(temporary, path)
    except OSError as error:
        raise DynidError(
            f"cannot write '{path}': {error.strerror or error}; nothing was changed."
        ) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


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
