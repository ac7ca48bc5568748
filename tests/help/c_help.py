"""The exported C code of a model, compiled without a warning and called."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np

import dynid as di
from dynid.exports.c_code import make_c_name
from dynid.exports.c_effects import has_position_friction
from dynid.model.random_states import draw_random_states
from export_help import result_of

COMPILER = shutil.which("gcc") or shutil.which("cc")
STRICT = ("-std=c99", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror")


class Compiled:
    """The functions of a model's C code."""

    def __init__(self, model, p, folder: Path):
        di.export(result_of(model, p), folder, kind="c")
        self.model, prefix = model, make_c_name(model.robot.name)
        files = [f"{prefix}.c", "main.c"]
        done = subprocess.run(
            [COMPILER, *STRICT, *files, "-lm", "-o", "t"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        self.said = subprocess.run([folder / "t"], capture_output=True, text=True)
        subprocess.run(
            [COMPILER, *STRICT, "-shared", "-fPIC", files[0], "-lm", "-o", "lib.so"],
            cwd=folder,
            check=True,
        )
        library = ctypes.CDLL(str(folder / "lib.so"))
        self._function = lambda name: getattr(library, f"{prefix}_{name}")
        self.state = None
        if not model.robot.is_tree:
            header = (folder / f"{prefix}.h").read_text(encoding="utf-8")
            self.state = np.zeros(int(re.search(r"_STATE (\d+)", header)[1]))
            self._function("start")(pointer(self.state))

    def __call__(self, name, *arguments, size=None):
        """The function's result for every row of its arguments."""
        out = np.full((len(arguments[0]), size or self.model.robot.dof), np.nan)
        first = [] if self.state is None else [pointer(self.state)]
        for k in range(len(out)):
            rows = [np.ascontiguousarray(a[k]) for a in arguments]
            answer = self._function(name)(*first, *map(pointer, rows), pointer(out[k]))
            assert self.state is None or answer == 0
        return out


def pointer(a):
    return a.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def assert_same(got, wanted, tolerance=1e-12):
    """Relative to the largest torque of the sample."""
    got, wanted = got.reshape(len(got), -1), wanted.reshape(len(wanted), -1)
    error = np.abs(got - wanted).max(axis=1) / np.abs(wanted).max(axis=1)
    assert error.max() <= tolerance, error.max()


def compare(model, p, folder, count=40):
    code = Compiled(model, p, folder)
    assert code.said.returncode == 0, code.said.stdout
    q, qd, qdd = draw_random_states(model.robot, count, seed=5)
    n = model.robot.dof
    assert_same(code("inverse_dynamics", q, qd, qdd), model.inverse_dynamics(q, qd, qdd, p))
    assert_same(code("gravity", q), model.gravity(q, p))
    M = code("mass_matrix", q, size=n * n).reshape(-1, n, n)
    assert_same(M, model.mass_matrix(q, p))
    friction = code(
        "friction",
        *([q, qd] if has_position_friction(model) or not model.robot.is_tree else [qd]),
    )
    # the rest of the model, taken apart by itself: tau = M qdd + C qd + g + friction
    rest = (
        (M @ qdd[:, :, None])[:, :, 0]
        + (model.coriolis(q, qd, p) @ qd[:, :, None])[:, :, 0]
        + model.gravity(q, p)
    )
    assert_same(friction + rest, model.inverse_dynamics(q, qd, qdd, p))
    return code
