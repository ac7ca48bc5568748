"""The public logs that the tests read, as one archive that may be handed on, with checksums.

    python benchmarks/pack_data.py pack dynid-data.tar.gz    # of DYNID_DATA, or ../shared/data
    python benchmarks/pack_data.py check FOLDER              # unpacked, against its checksums

Taken are the folders whose licence lies beside the files; the others are named, with where they can
be had (their README). Equal files make an equal archive. To use it: unpack it, and set DYNID_DATA
to the folder before `make test`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

from golden_json import DATA

SUMS, TOP = "SHA256SUMS", "dynid-data"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("verb", choices=("pack", "check"))
    parser.add_argument("path", type=Path)
    given = parser.parse_args()
    if given.verb == "pack":
        if given.path.exists():
            sys.exit(f"{given.path} exists already: give another name, or remove it")
        pack(DATA, given.path)
    elif wrong := list(find_changes(given.path)):
        sys.exit("\n".join(wrong))


def split_by_licence(folder: Path) -> tuple[list[Path], list[Path]]:
    """Folders with their licence beside the files, and folders without."""
    folders = sorted(path for path in folder.iterdir() if path.is_dir())
    free = [each for each in folders if list(each.glob("LICENSE*"))]
    return free, [each for each in folders if each not in free]


def pack(folder: Path, archive: Path) -> None:
    free, kept_out = split_by_licence(folder)
    files = [path for each in free for path in sorted(each.rglob("*")) if path.is_file()]
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    if (folder / "README.md").is_file():
        contents["README.md"] = (folder / "README.md").read_bytes()
    sums = (f"{hashlib.sha256(text).hexdigest()}  {name}" for name, text in contents.items())
    contents[SUMS] = ("\n".join(sums) + "\n").encode()
    out = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w") as tar,
    ):
        for name, text in sorted(contents.items()):
            member = tarfile.TarInfo(f"{TOP}/{name}")
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    part = archive.with_name(archive.name + ".part")
    part.write_bytes(out.getvalue())
    part.replace(archive)
    digest = hashlib.sha256(out.getvalue()).hexdigest()
    print(f"{archive}: {len(free)} data sets, {len(contents)} files, sha256 {digest}")
    for each in kept_out:
        print(f"left out, no licence beside the files: {each.name} (its README says from where)")


def find_changes(folder: Path) -> Iterator[str]:
    for line in (folder / SUMS).read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        path = folder / name
        if not path.is_file():
            yield f"{name}: is missing"
        elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            yield f"{name}: differs from its checksum"


if __name__ == "__main__":
    main()
