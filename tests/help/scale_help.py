"""Functions that tests hand to workers."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import numpy as np

from dynid.errors import InputError


def counted(files, folder, x):
    """The square of x; leaves a file for every time that it is called."""
    Path(folder, f"{x}.{os.getpid()}.{time.monotonic_ns()}").touch()
    return {"square": np.array([x * x], dtype=float), "word": f"x = {x}"}


def mortal(files, folder, x, dies):
    """The same; the first time, number `dies` kills its worker in the middle."""
    mark = Path(folder, f"died_{x}")
    if x == dies and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.02)
    return counted(files, folder, x)


def deadly(files, x):
    if x == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"x": x}


def failing(files, x):
    if x == 1:
        raise InputError("x is 1, expected another.")
    if x == 2:
        raise ZeroDivisionError("two")
    return {"x": x}


def reads(files, name):
    """What a file holds, and where it was read."""
    return {"text": files[name].read_text(), "place": str(files[name])}


def threads(files):
    from threadpoolctl import threadpool_info

    np.zeros((2, 2)) @ np.zeros((2, 2))
    return {"threads": [pool["num_threads"] for pool in threadpool_info()]}
