"""Numba, set up once: free of the interpreter lock, cached on disk where nobody else can write, and
said aloud when it compiles."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

DIGEST = hashlib.sha256().digest_size  # bytes at the end of every file of the cache
WAIT = "a minute or two"


class _Announce(event.Listener):
    """Says once that kernels are compiled, so that nobody wonders why a run is slow, and why it is
    not the last slow one where that is so."""

    said = False

    def on_start(self, event: event.Event) -> None:
        function = getattr(event.data.get("dispatcher"), "py_func", None)
        if not _Announce.said and getattr(function, "__module__", "").startswith("dynid."):
            _Announce.said = True
            _, why_not = cache_folder()
            again = f"again at every run, for {why_not}" if why_not else "later runs use the cache"
            _say(f"compiling kernels, {'without a cache' if why_not else 'once'} ({WAIT}; {again})")

    def on_end(self, event: event.Event) -> None:
        pass


event.register("numba:compile", _Announce())


def _say(text: str) -> None:
    with suppress(OSError):
        print(f"dynid: {text}", file=sys.stderr)


@cache
def cache_folder() -> tuple[str, str]:
    """The folder of this version's compiled kernels, and "" ; or "" and why there is none.

    What is cached is run, so only a folder will do that belongs to this user and that nobody else
    can write to or exchange. Numba checks only the file of the outer function, not of the functions
    it calls, so the folder's name carries a hash of all kernel sources: an upgraded dynid never
    runs stale machine code.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        text = source.read_bytes()
        if b"from dynid.compiling import" in text:
            digest.update(text)
    try:
        given = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
        place = Path(given).absolute() if given else Path.home() / ".cache"
        folder = place / "dynid" / f"kernels-{digest.hexdigest()[:16]}"
        place.mkdir(parents=True, exist_ok=True)
        for each in (folder.parent, folder):
            each.mkdir(mode=0o700, exist_ok=True)
        folder = folder.resolve()
    except RuntimeError:
        return "", "this user has no home directory; set NUMBA_CACHE_DIR to a folder of your own"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return "", f"no folder can be made for it ({reason}); set NUMBA_CACHE_DIR to one"
    if not os.access(folder, os.W_OK):
        return "", f"'{folder}' cannot be written to; set NUMBA_CACHE_DIR to a folder of your own"
    if why_not := _others_may_write(folder):
        return "", f"{why_not}; mend that, or set NUMBA_CACHE_DIR to a folder of your own"
    return str(folder), ""


def _others_may_write(folder: Path) -> str:
    """How somebody else could put a file into this folder, or another folder in its place; ""
    where nobody can. Windows keeps the folders of users apart by other means than modes."""
    if not hasattr(os, "getuid"):
        return ""
    for place in (folder, *folder.parents):
        found = os.lstat(place)
        own = found.st_uid == os.getuid()
        if not (own or (place != folder and found.st_uid == 0)):
            return f"'{place}' belongs to another user"
        # in a sticky folder, such as /tmp, nobody but the owner can rename what is in it
        sticky = found.st_mode & stat.S_ISVTX and place != folder
        group = found.st_mode & stat.S_IWGRP and not _of_me_alone(found.st_gid)
        if (group or found.st_mode & stat.S_IWOTH) and not sticky:
            return f"others may write to '{place}'"
    return ""


def _of_me_alone(gid: int) -> bool:
    """Whether a group is the one that many systems make for each user, with nobody else in it."""
    import grp
    import pwd

    try:
        group, me = grp.getgrgid(gid), pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return False
    return group.gr_name == me and set(group.gr_mem) <= {me}


class _Damaged(Exception):
    pass


class _CheckedFiles(IndexDataCacheFile):
    """Numba's files, each with the SHA-256 of its content at its end: what was cut short or
    changed is told before it is unpickled. (Unpickling stops before the end, and does not see
    it.)"""

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        content = io.BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(content.getvalue() + hashlib.sha256(content.getvalue()).digest())

    def _load_index(self) -> Any:
        _check_file(self._index_path)
        return super()._load_index()

    def _load_data(self, name: str) -> Any:
        _check_file(self._data_path(name))
        return super()._load_data(name)

    def remove(self) -> None:
        with suppress(OSError):
            os.unlink(self._index_path)


def _check_file(path: str) -> None:
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    shut = os.name == "nt" or not found.st_mode & stat.S_IWOTH
    if not (stat.S_ISREG(found.st_mode) and mine and shut):
        raise _Damaged
    content = Path(path).read_bytes()
    if hashlib.sha256(content[:-DIGEST]).digest() != content[-DIGEST:]:
        raise _Damaged


class _InFolder(CompileResultCacheImpl):
    """Only the folder that was given, none of those that Numba would try after it."""

    _locator_classes = CompileResultCacheImpl._locator_classes[:1]


class _Kernels(FunctionCache):
    """Numba's cache, which a damaged file or a full disk does not stop: what cannot be read is
    compiled again, what cannot be written is not."""

    _impl_class = _InFolder
    said = False

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file: _CheckedFiles = _CheckedFiles(
            self._cache_path, self._impl.filename_base, stamp
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # of a damaged file, unpickling and linking raise nearly anything
            self._cache_file.remove()
            self._tell("rebuilding compiled kernels: a file of the cache is damaged")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except _Damaged:
            self._cache_file.remove()
        except OSError as error:
            self._tell(f"compiled kernels could not be cached ({error.strerror or error})")

    def _tell(self, what: str) -> None:
        if not _Kernels.said:
            _Kernels.said = True
            _say(f"{what} (in {self._cache_path})")


def _compile(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    # fused multiply-add is the one liberty taken with floating point: it changes the last bit only
    compiled: Any = numba.njit(nogil=True, error_model="numpy", fastmath={"contract"}, **options)(
        function
    )
    folder, _ = cache_folder()
    if folder:
        config: Any = numba.config
        before = config.CACHE_DIR, getattr(config, "CACHE_LOCATOR_CLASSES", "")
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = folder, ""
        try:
            with suppress(RuntimeError):  # no file can be made there: compiled without a cache
                compiled._cache = _Kernels(function)
        finally:
            config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
    made: Callable[..., Any] = compiled
    return made


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function."""
    return _compile(function)


def lean(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that allocates nothing: it then counts no references, which would cost
    more than short loops.

    Scratch arrays are handed in, by a `kernel`. (`_nrt` is the switch that Numba's own library uses
    for such functions.)
    """
    return _compile(function, _nrt=False)


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a small function into its callers: a call costs a reference count for each array it
    is handed."""
    return _compile(function, inline="always")
