"""Kernels in C++, several samples at a time. See native/README.md."""

import numpy
import numpy.typing

def level() -> str:
    """The level in use."""

def width() -> int:
    """Samples in a pack of the level in use."""

def levels() -> list[str]:
    """The levels of this build that this processor runs, the best last."""

def use_level(level: str) -> None:
    """Use another level from now on, in all threads."""

class Tree:
    """A tree of bodies: constants of a robot, checked."""

    def __init__(
        self,
        parent: numpy.typing.NDArray[numpy.int64],
        kind: numpy.typing.NDArray[numpy.int64],
        coordinate: numpy.typing.NDArray[numpy.int64],
        M: numpy.typing.NDArray[numpy.float64],
        r: numpy.typing.NDArray[numpy.float64],
        axis: numpy.typing.NDArray[numpy.float64],
        gravity: numpy.typing.NDArray[numpy.float64],
    ) -> None: ...

class Plan:
    """Which independent coordinate moves which body of a tree."""

    def __init__(
        self,
        tree: Tree,
        start: numpy.typing.NDArray[numpy.int64],
        row: numpy.typing.NDArray[numpy.int64],
        up: numpy.typing.NDArray[numpy.int64],
        own: numpy.typing.NDArray[numpy.int64],
        adds: numpy.typing.NDArray[numpy.int64],
        group: numpy.typing.NDArray[numpy.int64],
    ) -> None: ...
    @property
    def written(self) -> int:
        """Slots that write their entries of the regressor."""

def regressor(
    plan: Plan,
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    qdd: numpy.typing.NDArray[numpy.float64],
    gains: numpy.typing.NDArray[numpy.float64] | None,
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """
    out[j, p, s]: regressor of the bodies; gains are read if the plan has joints of loops.
    """

def regressor_adjoint(
    plan: Plan,
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    qdd: numpy.typing.NDArray[numpy.float64],
    gains: numpy.typing.NDArray[numpy.float64] | None,
    Y_bar: numpy.typing.NDArray[numpy.float64],
    q_bar: numpy.typing.NDArray[numpy.float64],
    qd_bar: numpy.typing.NDArray[numpy.float64],
    qdd_bar: numpy.typing.NDArray[numpy.float64],
    gains_bar: numpy.typing.NDArray[numpy.float64],
) -> None:
    """Cotangents of the motion and of the gains, for those of the regressor."""

def inverse_dynamics(
    tree: Tree,
    inertia: numpy.typing.NDArray[numpy.float64],
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    qdd: numpy.typing.NDArray[numpy.float64],
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out (samples, coordinates): generalised forces of all joints."""

def mass_matrix(
    plan: Plan,
    inertia: numpy.typing.NDArray[numpy.float64],
    q: numpy.typing.NDArray[numpy.float64],
    gains: numpy.typing.NDArray[numpy.float64] | None,
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out (samples, rows, rows)"""

def coriolis(
    plan: Plan,
    inertia: numpy.typing.NDArray[numpy.float64],
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    gains: numpy.typing.NDArray[numpy.float64] | None,
    gain_rates: numpy.typing.NDArray[numpy.float64] | None,
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out (samples, rows, rows): C with Mdot - 2C skew."""

def sincos(
    q: numpy.typing.NDArray[numpy.float64],
    sine: numpy.typing.NDArray[numpy.float64],
    cosine: numpy.typing.NDArray[numpy.float64],
) -> None:
    """The sine and cosine of all kernels."""
