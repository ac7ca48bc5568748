"""Files that are dropped on the page: into the project's folder, under names that stay there."""

from __future__ import annotations

import asyncio
import re
import stat
import unicodedata
import uuid
import zipfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path, PurePosixPath

from dynid.errors import FileExists, InputError
from dynid.files import check_target, write_together
from dynid.robot.files import SUFFIXES as ROBOTS

LOGS = (".csv", ".txt", ".tsv", ".dat", ".parquet", ".npz", ".h5", ".hdf5", ".mat", ".bag", ".mcap")
MESHES = (".stl", ".obj", ".dae")
#: what is taken in a zip only, next to a robot
ALONG = (".mtl", ".png", ".jpg", ".yaml", ".yml")
LARGEST = 600_000_000  # bytes of a file, and of all that is in a zip
FILES = 5000  # in a zip
LONGEST = 100  # letters of a name


def make_safe_name(name: str) -> str:
    """The last part of a name, of letters, digits, ".", "_" and "-"; never hidden, never empty."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    clean = re.sub(r"[^\w.-]+", "_", last).lstrip(".-")
    stem, suffix = Path(clean).stem[:LONGEST], Path(clean).suffix.lower()
    if not stem:
        raise InputError(f"got a file named '{name}', expected a name with letters or digits.")
    return stem + suffix


def check_name(name: str) -> str:
    """The safe name of something that the studio takes."""
    safe = make_safe_name(name)
    known = (*ROBOTS, *LOGS, *MESHES, ".zip")
    if Path(safe).suffix not in known or safe == "dynid.yaml":
        raise InputError(
            f"'{safe}' is not understood: expected a robot ({', '.join(ROBOTS)}), a log"
            f" ({', '.join(LOGS)}), a mesh ({', '.join(MESHES)}), or a zip of them."
        )
    return safe


def make_too_large_error(size: int) -> InputError:
    return InputError(
        f"got {size / 1e6:.0f} MB or more, expected at most {LARGEST / 1e6:.0f} MB. Put larger logs"
        " into the folder yourself: the studio sees them there."
    )


async def read_at_most(parts: AsyncIterator[bytes], most: int) -> bytes:
    """All parts of a request's body, whatever length it announced."""
    content = bytearray()
    async for piece in parts:
        content += piece
        if len(content) > most:
            raise InputError(f"got more than {most} bytes of JSON, expected at most so many.")
    return bytes(content)


async def take(
    folder: Path,
    name: str,
    parts: AsyncIterator[bytes],
    replace: Callable[[Path, Path], None] | None,
) -> list[str]:
    """The files that came of one that was dropped, relative to the folder; replace(new, old): what
    happens to one that is there, None: it is refused."""
    target = folder / check_name(name)
    is_zip = target.suffix == ".zip"
    if not is_zip:
        check_target(target, replace is not None)
    part = folder / f".{target.name}.{uuid.uuid4().hex}.part"
    try:
        with part.open("wb") as file:
            size = 0
            async for piece in parts:
                size += len(piece)
                if size > LARGEST:
                    raise make_too_large_error(size)
                file.write(piece)
        if is_zip:
            # elsewhere, so that other requests are answered meanwhile
            return await asyncio.to_thread(unpack, part, folder, folder / target.stem)
        if replace is not None and target.exists():
            await asyncio.to_thread(replace, part, target)
        else:
            part.replace(target)
        return [target.name]
    finally:
        part.unlink(missing_ok=True)


def unpack(source: Path, folder: Path, target: Path) -> list[str]:
    """The useful files of a zip, in a folder of its name; one that leads out of it is refused as a
    whole."""
    if target.exists():
        raise FileExists(target.name, "rename the zip, or remove that folder.")
    try:
        with zipfile.ZipFile(source) as archive:
            members = [m for m in archive.infolist() if not m.is_dir()]
            _check(members)
            useful = [
                m
                for m in members
                if PurePosixPath(m.filename).suffix.lower() in (*ROBOTS, *LOGS, *MESHES, *ALONG)
            ]
            if not useful:
                raise InputError("the zip holds no robot, no mesh and no log.")
            with write_together(target) as stage:
                for member in useful:
                    place = stage / member.filename
                    place.parent.mkdir(parents=True, exist_ok=True)
                    with archive.open(member) as packed, place.open("wb") as file:
                        _copy(packed, file, member.file_size)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise InputError(f"the zip cannot be unpacked ({error}); pack it again.") from None
    return [str((target / m.filename).relative_to(folder)) for m in useful]


def _check(members: list[zipfile.ZipInfo]) -> None:
    total = sum(member.file_size for member in members)
    if total > LARGEST:
        raise make_too_large_error(total)
    if len(members) > FILES:
        raise InputError(f"got a zip of {len(members)} files, expected at most {FILES}.")
    for member in members:
        name = member.filename
        parts = PurePosixPath(name.replace("\\", "/")).parts
        link = stat.S_ISLNK(member.external_attr >> 16)
        if link or name.startswith(("/", "\\")) or ".." in parts or ":" in name or "\0" in name:
            raise InputError(
                f"got a zip with the path '{name}', which leads out of its folder; nothing of it"
                " was unpacked."
            )


def _copy(packed: object, file: object, size: int) -> None:
    """No more than the archive says: what it says was counted."""
    left = size
    while piece := packed.read(min(1 << 20, left + 1)):  # type: ignore[attr-defined]
        left -= len(piece)
        if left < 0:
            raise InputError("the zip holds more than it says; nothing of it was unpacked.")
        file.write(piece)  # type: ignore[attr-defined]
