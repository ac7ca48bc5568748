"""How many kernels a command will still need: what the bar of the compiler counts to. An estimate;
`benchmarks/cold.py` names those that a command compiles."""

from __future__ import annotations

from collections.abc import Collection

BODIES = ("dynamics.kernel.regressor", "dynamics.forces.inverse_dynamics")
LOGS = ("data.lowpass_kernel.both_ways", *BODIES)
FIT = tuple(
    f"estimators.consistent.barrier_kernel.{name}"
    for name in ("pulled", "state", "scaled_rows", "step", "moved")
)
CHOICE = ("choice.products_kernel.embedded", "choice.products_kernel.squares")
MOTION = (*BODIES, "dynamics.adjoint_kernel.regressor_adjoint")
SIMULATION = (
    *("loops.drive.drive", "model.law_kernel.force_of"),
    "simulation.samples.move",
)
#: by command, of any robot
EVERY = {
    "inspect": BODIES[:1],
    "check": LOGS,
    "validate": LOGS,
    "identify": (*LOGS, *CHOICE, *FIT),
    "compare": (*LOGS, *FIT),
    "design": MOTION,
    "simulate": (*SIMULATION, *BODIES[1:]),
    "demo": (*MOTION, *SIMULATION, *LOGS, *FIT),
}
#: beside those, of a robot with loops
CLOSED = {
    "design": ("loops.jets.points", "loops.adjoint.pull_back", "loops.jets.points_adjoint"),
    "demo": ("loops.jets.points", "loops.adjoint.pull_back", "loops.jets.points_adjoint"),
}


def left(command: str, met: Collection[str]) -> int:
    """How many are to come, after those that were met. What is about loops or about a choice of
    effects comes early, or not at all."""
    needed = {*EVERY.get(command, ())}
    if "loops.jets.points" in met or next(iter(met), "").startswith("loops."):
        needed |= {*CLOSED.get(command, ())}
    if not {*CHOICE} & {*met}:
        needed -= {*CHOICE}
    return len(needed - {*met})
