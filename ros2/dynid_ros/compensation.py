"""What the robot carries and what pushes it, by the exported C. Needs no ROS."""

from __future__ import annotations

import ctypes
import re
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import dynid as di

DOUBLES = ctypes.POINTER(ctypes.c_double)


class Load(ctypes.Structure):
    """As in the exported header: kg, m, kg m^2 about the centre."""

    _fields_ = [
        ("mass", ctypes.c_double),
        ("com", ctypes.c_double * 3),
        ("inertia", ctypes.c_double * 6),
        ("deviation", ctypes.c_double * 4),
        ("low", ctypes.c_double * 4),
        ("high", ctypes.c_double * 4),
        ("contact", ctypes.c_int),
    ]


def _point(x: np.ndarray) -> object:
    return x.ctypes.data_as(DOUBLES)


class Code:
    """The folder of `dynid export --c` of a tree, compiled by cc."""

    def __init__(self, folder: Path, compiler: str = "cc") -> None:
        header = next(Path(folder).glob("*.h"))
        self.prefix, text = header.stem, header.read_text()
        if "_STATE" in text or "_memory" in text:
            raise ValueError(
                f"{folder}: expected the code of a tree without memory in its friction"
            )
        self.joints = tuple(re.search(r"tau: (.*)\.\n", text)[1].split(", "))
        self.has_payload = f"{self.prefix}_payload_start" in text
        with tempfile.TemporaryDirectory() as place:
            ask = f'#include "{header.name}"\nunsigned long size(void) {{ return sizeof(@); }}\n'
            kind = f"{self.prefix}_payload" if self.has_payload else "int"
            (Path(place) / "size.c").write_text(ask.replace("@", kind))
            files = [str(header.with_suffix(".c")), f"{place}/size.c"]
            flags = ["-std=c99", "-O2", "-shared", "-fPIC", f"-I{folder}"]
            library = f"{place}/lib.so"
            subprocess.run([compiler, *flags, *files, "-lm", "-o", library], check=True)
            self.library = ctypes.CDLL(library)
        self.library.size.restype = ctypes.c_ulong
        self.payload = ctypes.create_string_buffer(self.library.size())
        if self.has_payload:
            self._call("payload_start", self.payload)

    def _call(self, name: str, *arguments: object) -> int:
        return getattr(self.library, f"{self.prefix}_{name}")(*arguments)

    def inverse_dynamics(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        tau = np.empty(len(self.joints))
        self._call(
            "inverse_dynamics", *(_point(np.ascontiguousarray(x)) for x in (q, qd, qdd, tau))
        )
        return tau

    def push_payload(self, q: np.ndarray, tau: np.ndarray) -> None:
        self._call("payload_push", self.payload, _point(q), _point(tau))

    def get_payload(self) -> Load | None:
        load = Load()
        unknown = self._call("payload_value", self.payload, ctypes.byref(load))
        return None if unknown else load


@dataclass
class Compensator:
    """Joint states in; the load and the external wrench out.

    code     what computes torques
    robot    for the Jacobian of its tool
    rate     of the samples [Hz]
    half     samples on each side of the one that is looked at: its derivatives are those of a
             cubic through all of them
    """

    code: Code
    robot: di.Robot
    rate: float
    half: int = 10
    window: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)

    def __post_init__(self) -> None:
        t = np.arange(-self.half, self.half + 1) / self.rate
        # the coefficients of c0 + c1 t + c2 t^2 + c3 t^3 are K q
        self.K = np.linalg.pinv(np.vander(t, 4, increasing=True))

    def push(self, position: Mapping[str, float], effort: Mapping[str, float]) -> np.ndarray | None:
        """The force and torque (6,) that act on the tool, in the world's axes, `half` samples ago;
        None until the window is full."""
        q, tau = (np.array([x[n] for n in self.code.joints]) for x in (position, effort))
        if self.code.has_payload:
            self.code.push_payload(q, tau)
        self.window = [*self.window, (q, tau)][-(2 * self.half + 1) :]
        if len(self.window) < 2 * self.half + 1:
            return None
        c = self.K @ np.array([q for q, _ in self.window])
        q, tau = c[0], self.window[self.half][1]
        external = self.code.inverse_dynamics(q, c[1], 2 * c[2]) - tau
        J = di.closed_chains.compute_jacobian(self.robot, q[None])[0]
        # J' f = -(what the motors give too much)
        return np.linalg.lstsq(J.T, external, rcond=None)[0]
