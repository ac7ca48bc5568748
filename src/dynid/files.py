"""Writing a file, or several that belong together, whole or not at all; and what may be read.

What is being written has a name that ends in .part and is locked. A set of files that is complete
is renamed once, to .whole, and from then on moved to its place, if need be by the next run. What
a killed run left behind is not locked: the next run that writes there removes it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from dynid.errors import DynidError, FileExists, InputError, WriteError
from dynid.option_names import name_option

#: how a file begins that stands in for one of git-lfs
LFS = b"version https://git-lfs.github.com/spec/"
YAML_LARGEST = 1_000_000  # bytes: what a person writes is shorter
#: a number that Python refuses to read
_LONG_NUMBER = re.compile(r"\d{4300}")
TOO_MANY = "a number has too many digits"
_LEFT = re.compile(r"\..+\.[0-9a-f]{32}\.(part|whole)")


#: the last files and folders that this process wrote: whoever interrupts it is told of them
WRITTEN: deque[Path] = deque(maxlen=50)


def list_written() -> list[str]:
    """Of WRITTEN, what is there still: no part of a folder that was never finished."""
    return [str(path) for path in dict.fromkeys(WRITTEN) if path.exists()]


def check_source(
    path: str | os.PathLike[str], what: str, error: type[DynidError] = DynidError
) -> None:
    """Refuse named pipes, sockets and devices, which may never end or never begin; what is not
    there is left to who opens it."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return
    kinds = {"a named pipe": stat.S_ISFIFO, "a socket": stat.S_ISSOCK}
    kinds |= {"a device": lambda mode: stat.S_ISCHR(mode) or stat.S_ISBLK(mode)}
    for kind, is_kind in kinds.items():
        if is_kind(mode):
            raise error(
                f"'{path}' is {kind}, expected {what}; write what comes from it into a file first."
            )


def is_lfs_pointer(path: str | os.PathLike[str]) -> bool:
    """Whether a file stands in for one that git-lfs has not fetched."""
    try:
        with open(path, "rb") as file:
            return file.read(len(LFS)) == LFS
    except OSError:
        return False


def load_yaml(path: Path, what: str) -> Any:
    """The content of a YAML file that a person wrote; what: that is expected. Refused with a
    sentence, whatever is wrong with it."""
    from ruamel.yaml import YAML

    check_source(path, what)
    text = ""
    try:
        if path.stat().st_size > YAML_LARGEST:
            raise InputError(f"{path}: is larger than {YAML_LARGEST} bytes; expected {what}.")
        text = path.read_text(encoding="utf-8")
        content = YAML(typ="safe", pure=True).load(text)
        _check_sizes(content)
    except InputError:
        raise
    except RecursionError:
        raise InputError(
            f"{path}: cannot be read as YAML (brackets nested too deeply); expected {what}."
        ) from None
    except Exception as error:  # the parser's own errors, and what dates and numbers raise in it
        too_long = isinstance(error, ValueError) and _LONG_NUMBER.search(text)
        said = TOO_MANY if too_long else " ".join(str(error).split())
        raise InputError(f"{path}: cannot be read as YAML ({said}); expected {what}.") from None
    return content


def _check_sizes(content: Any) -> None:
    """Refuse whole numbers that no float can hold; each part once, as anchors may share parts."""
    waiting, seen = [content], set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, int) and part.bit_length() > 1023:  # 2^1023 = 0.9e308
            raise ValueError(TOO_MANY)
        if isinstance(part, (dict, list)) and id(part) not in seen:
            seen.add(id(part))
            waiting += [*part, *part.values()] if isinstance(part, dict) else part


def check_target(path: str | os.PathLike[str], overwrite: bool = False) -> Path:
    """Refuse what cannot be written, before the work and not after it."""
    path = Path(path)
    if path.is_dir():
        raise WriteError(path, "it is a folder; give the name of a file in it.")
    if not path.parent.is_dir():
        raise WriteError(path, "its folder does not exist; create it first.")
    if not overwrite and os.path.lexists(path):
        raise FileExists(path, f"choose another name, or {name_option('overwrite')}.")
    return path


def check_folder(folder: Path, names: Sequence[str], overwrite: bool = False) -> None:
    """Whether files of these names can be written into a folder that may not exist yet; refused
    before the work."""
    if folder.exists() and not folder.is_dir():
        raise WriteError(folder, "it is a file; expected a folder.")
    there = [folder / name for name in names if os.path.lexists(folder / name)]
    if there and not overwrite:
        raise FileExists(there[0], f"choose another folder, or {name_option('overwrite')}.")
    above = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not os.access(above, os.W_OK):
        raise WriteError(folder, f"no permission to write in '{above}'; choose another folder.")


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

    An existing file is kept, with FileExists, unless `overwrite`.
    """
    path = check_target(path, overwrite)
    target = path.resolve()  # through a symbolic link, so that the link stays one
    settle(target.parent)
    # in the target's folder, because os.replace is atomic only within one file system
    temporary = _make_sibling(target)
    try:
        with open(temporary, "x+b") as file:
            _lock(file.fileno())
            if isinstance(content, (str, bytes)):
                file.write(content.encode() if isinstance(content, str) else content)
            else:
                content(file)
            file.flush()
            os.fsync(file.fileno())
            if os.name != "nt":
                _put(temporary, target)
        if os.name == "nt":  # an open file cannot be renamed there
            _put(temporary, target)
    except OSError as error:
        raise WriteError(path, f"{error.strerror or error}; nothing was changed.") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    WRITTEN.append(path)


@contextlib.contextmanager
def write_together(folder: str | os.PathLike[str], overwrite: bool = False) -> Iterator[Path]:
    """A folder to write files into that belong together: they are in `folder`, made if new, when
    all of them are complete, and none of them if not.

    In a folder that is there already, other files stay; existing ones of the same names only give
    way with `overwrite`.
    """
    folder = Path(folder)
    new = not folder.is_dir()
    if not (above := folder.absolute().parent).is_dir():
        make_folder(above)
    settle(above)
    settle(folder)
    stage = _make_sibling(folder.absolute()) if new else folder / f".dynid.{uuid.uuid4().hex}.part"
    descriptor = -1
    try:
        stage.mkdir()
        if os.name != "nt":  # folders cannot be opened there
            descriptor = os.open(stage, os.O_RDONLY)
            _lock(descriptor)
        yield stage
        for path in stage.iterdir():
            if folder.is_dir():
                check_target(folder / path.name, overwrite)
        if new and not folder.exists():
            os.replace(stage, folder)
        else:
            whole = folder / f".dynid.{uuid.uuid4().hex}.whole"
            os.replace(stage, whole)  # from here on the files count as written
            stage = whole
            _move_out(whole, folder)
        WRITTEN.append(folder)
    except OSError as error:
        where = "nothing was changed"
        if stage.suffix == ".whole":
            where = f"the whole of it is in '{stage}', and moved by the next run that writes here"
        raise WriteError(folder, f"{error.strerror or error}; {where}.") from error
    except WriteError as error:
        if not error.path.is_relative_to(stage):
            raise
        # of the name that the files have for the moment, nobody needs to know
        raise type(error)(folder / error.path.relative_to(stage), error.why) from error
    finally:
        if stage.suffix == ".part":
            shutil.rmtree(stage, ignore_errors=True)
        if descriptor >= 0:
            os.close(descriptor)


def write_folders(
    folders: Mapping[Path, Mapping[str, str | bytes]], overwrite: bool = False
) -> None:
    """Write files {folder: {name: content}}, all of them or none: no folder gets its own before
    those of all are complete (`together`)."""
    with contextlib.ExitStack() as stages:
        for folder, contents in folders.items():
            stage = stages.enter_context(write_together(folder, overwrite))
            for name, content in contents.items():
                write_whole(stage / name, content)


def settle(folder: Path) -> None:
    """Bring to an end what a killed run left in a folder: a set of files that was complete is
    moved to its place, what was not is removed."""
    try:
        left = [entry for entry in os.scandir(folder) if _LEFT.fullmatch(entry.name)]
    except OSError:
        return
    for entry in left:
        path = Path(entry.path)
        with contextlib.suppress(OSError, DynidError), _is_abandoned(path) as abandoned:
            if not abandoned:
                continue
            if path.suffix == ".whole":
                _move_out(path, folder)
            elif entry.is_dir(follow_symlinks=False):
                shutil.rmtree(path)
            else:
                path.unlink()


def _make_sibling(target: Path) -> Path:
    return target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")


def _put(temporary: Path, target: Path) -> None:
    if target.exists():
        os.chmod(temporary, target.stat().st_mode & 0o777)
    os.replace(temporary, target)


def _move_out(whole: Path, folder: Path) -> None:
    for path in sorted(whole.iterdir()):
        target = folder / path.name
        if target.is_symlink():  # to another file system, perhaps
            write_whole(target, path.read_bytes(), overwrite=True)
            path.unlink()
        else:
            _put(path, target)
    whole.rmdir()


def _lock(descriptor: int) -> bool:
    """Mark a file as in use for as long as it is open; whether nobody else did. Locks end with
    the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows: an open file cannot be removed there anyway
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: better litter than a file removed in use
        return False
    return True


@contextlib.contextmanager
def _is_abandoned(path: Path) -> Iterator[bool]:
    """Whether this user's process that wrote here has ended."""
    found = os.lstat(path)
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    if not mine or not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
        yield False
        return
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    try:
        yield _lock(descriptor)
    finally:
        os.close(descriptor)


def check_target_folder(
    path: str | os.PathLike[str], names: Iterable[str], overwrite: bool = False
) -> Path:
    """`check_target` for files with these names in a folder, which may be new in one that
    exists."""
    path = Path(path)
    if path.exists() and not path.is_dir():
        raise WriteError(path, "it is a file; expected a folder, or a new name.")
    if not path.absolute().parent.is_dir():
        raise WriteError(path, "its folder does not exist; create it first.")
    for name in names if path.is_dir() else ():
        check_target(path / name, overwrite)
    return path


def compute_sha256(path: Path) -> str:
    """The SHA-256 of a file, read in blocks; of a folder, that of its files' relative names and
    hashes, in order."""
    import hashlib

    if not path.is_dir():
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    whole = hashlib.sha256()
    for part in sorted(p for p in path.rglob("*") if p.is_file()):
        whole.update(f"{part.relative_to(path).as_posix()}\0{compute_sha256(part)}\n".encode())
    return whole.hexdigest()
