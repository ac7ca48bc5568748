"""Results in a folder, each under the key of its task, whole or not at all."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dynid.files import make_folder, write_whole
from dynid.parallel.task import Result

FACTS = "facts.json"


@dataclass(frozen=True)
class Store:
    """store.get(key) -> what was put there, or None.

    Parameters
    ----------
    folder
        where it is
    """

    folder: Path

    def find_path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.npz"

    def has(self, key: str) -> bool:
        """Whether a whole result is there: a damaged one is none."""
        try:
            with zipfile.ZipFile(self.find_path(key)) as file:
                return f"{FACTS}.npy" in file.namelist()
        except (OSError, zipfile.BadZipFile):
            return False

    def get(self, key: str) -> Result | None:
        with contextlib.suppress(OSError, ValueError, KeyError, zipfile.BadZipFile):
            with np.load(self.find_path(key), allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            return {**json.loads(arrays.pop(FACTS).tobytes()), **arrays}
        return None

    def put(self, key: str, result: Result) -> None:
        path = self.find_path(key)
        make_folder(path.parent)
        write_whole(path, pack_result(result), overwrite=True)


def pack_result(result: Result) -> bytes:
    arrays = {name: x for name, x in result.items() if isinstance(x, np.ndarray)}
    facts = json.dumps({name: x for name, x in result.items() if name not in arrays})
    out = io.BytesIO()
    arrays[FACTS] = np.frombuffer(facts.encode(), dtype=np.uint8)
    np.savez(out, allow_pickle=False, **arrays)
    return out.getvalue()
