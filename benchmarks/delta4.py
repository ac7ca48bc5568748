"""The reduced regressor of a Delta, its loops closed on the way, against Pinocchio in a Python loop
with NumPy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from common import HEADS, Case, difference, interleave, multisine, pinocchio_model, table
from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closing import THREADS, close
from dynid.model.model import Model
from dynid.robot.builtin import delta4
from dynid.robot.mechanism import Robot

N = 100_000  # at 1 kHz
N_REFERENCE = 4_000  # samples of them, evenly spread, that the references work through
REPEATS = 11
TOLERANCE = 1e-9


class Reference:
    """Y = (K_i + X' K_d) S on a given closed motion: K by Pinocchio on the tree, X = -A_d^-1 A_i, S
    adds up ties.

    With G = (1; X) in the order of the coordinates, K_i + X' K_d = G' K is one product: the fastest
    way in NumPy.
    """

    def __init__(self, model: Model, motion: Motion) -> None:
        import pinocchio as pin

        self.pin, self.robot, self.motion = pin, model.robot, motion
        self.tree, joints = pinocchio_model(model.robot)
        names = model.robot.coordinates
        self.n = len(names)
        self.independent = np.array([names.index(c) for c in model.robot.actuated])
        self.dependent = np.array([names.index(c) for c in model.robot.passive])
        self.frames = self._frames(joints)
        self.data = self.tree.createData()
        self.G = np.zeros((self.n, len(self.independent)))
        self.G[self.independent, range(len(self.independent))] = 1.0
        # the couplings' rows are constant: q_j - c1 q_k = const
        self.A = np.zeros((3 * len(self.frames) + len(model.robot.couplings), self.n))
        for k, coupling in enumerate(model.robot.couplings, start=3 * len(self.frames)):
            assert len(coupling.coefficients) == 2, "the reference knows linear couplings only"
            self.A[k, names.index(coupling.joint)] = 1.0
            self.A[k, names.index(coupling.of)] = -coupling.coefficients[1]
        self.S = np.zeros((10 * len(model.robot.bodies), len(model.parameters)))
        for body, group in enumerate(model.groups):
            if group >= 0:  # massless bodies have no parameters
                self.S[10 * body : 10 * body + 10, 10 * group : 10 * group + 10] = np.eye(10)

    def _frames(self, joints: dict[str, int]) -> list[tuple[int, int]]:
        """A Pinocchio frame at each end of every loop."""
        pin = self.pin

        def add(name: str, body: str, position: Array) -> int:
            place = pin.SE3(np.eye(3), np.array(position))
            number: int = self.tree.addFrame(
                pin.Frame(name, joints[body], 0, place, pin.FrameType.OP_FRAME)
            )
            return number

        frames = []
        for loop in self.robot.loops:
            assert loop.kind == "point", "the reference knows point loops only"
            a = add(f"{loop.name}_a", loop.body_a, np.asarray(loop.position_a))
            frames.append((a, add(f"{loop.name}_b", loop.body_b, np.asarray(loop.position_b))))
        return frames

    def gains(self, q: Array) -> Array:
        """G = dq/dq_i, from the Jacobians of both ends of every loop."""
        pin, tree, data, A = self.pin, self.tree, self.data, self.A
        pin.computeJointJacobians(tree, data, q)
        world = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        for k, (a, b) in enumerate(self.frames):
            J_a, J_b = (
                pin.getFrameJacobian(tree, data, a, world),
                pin.getFrameJacobian(tree, data, b, world),
            )
            np.subtract(J_b[:3], J_a[:3], out=A[3 * k : 3 * k + 3])
        self.G[self.dependent] = -np.linalg.solve(
            A.take(self.dependent, 1), A.take(self.independent, 1)
        )
        return self.G

    def with_jacobians(self, use: Callable[[Array], object]) -> None:
        """Variant A: positions, velocities and accelerations are given; the loops' Jacobians and X
        are worked out."""
        compute, tree, data, S = self.pin.computeJointTorqueRegressor, self.tree, self.data, self.S
        for q, qd, qdd in zip(self.motion.q, self.motion.qd, self.motion.qdd):
            K = compute(tree, data, q, qd, qdd)
            use(self.gains(q).T @ K @ S)

    def with_gains(self, use: Callable[[Array], object]) -> None:
        """Variant B: X is given too; what is left is the tree's regressor and the projection."""
        compute, tree, data, S = self.pin.computeJointTorqueRegressor, self.tree, self.data, self.S
        assert self.motion.G is not None
        transposed = np.ascontiguousarray(self.motion.G.transpose(2, 1, 0))
        for q, qd, qdd, G in zip(self.motion.q, self.motion.qd, self.motion.qdd, transposed):
            use(G @ compute(tree, data, q, qd, qdd) @ S)


def spread(robot: Robot, motion: tuple[Array, Array, Array], step: int) -> Motion:
    """Every step-th sample of the closed motion."""
    closed = close(robot, *motion)
    assert closed.G is not None
    q, qd, qdd = (np.ascontiguousarray(x[::step]) for x in (closed.q, closed.qd, closed.qdd))
    return Motion(robot, q, qd, qdd, closed.G[:, :, ::step])


def report() -> str:
    model = Model(delta4())
    motion, step = multisine(model.robot, N), N // N_REFERENCE
    try:
        reference = Reference(model, spread(model.robot, motion, step))
    except ImportError as error:
        return f"### Reduced regressor, delta4\n\nPinocchio: not installed ({error})"

    def drop(*_: object) -> None:
        """The result is not kept, on either side."""

    cases = [
        Case(
            f"dynid streamed, {THREADS} threads, loops closed",
            lambda: model.map_regressor(drop, *motion),
            N,
        ),
        Case(
            "A: Pinocchio + Jacobians + solve + projection",
            lambda: reference.with_jacobians(drop),
            N_REFERENCE,
        ),
        Case("B: Pinocchio + projection, X given", lambda: reference.with_gains(drop), N_REFERENCE),
    ]
    kept = model.map_regressor(lambda part, Y: Y[-part.start % step :: step].copy(), *motion)
    Y, notes = np.concatenate(kept), [""]
    for run in (reference.with_jacobians, reference.with_gains):
        found: list[Array] = []
        run(found.append)
        gap = difference(Y, np.array(found))
        assert gap <= TOLERANCE, f"delta4: dynid and the reference differ by {gap:.1e}"
        notes.append(f"differs by {gap:.0e}")
    times, conditions = interleave(cases, REPEATS)
    rows = [time.row(times[0], text) for time, text in zip(times, notes)]
    return "\n\n".join(
        [
            (
                f"### Reduced regressor, delta4 ({model.robot.dof} rows, {len(model.parameters)}"
                " parameters)"
            ),
            table(HEADS, rows),
            (
                "dynid is given the actuated motion and closes the loops; the references are given"
                " the closed q, qd, qdd,\nand B the matrix X of the loops as well. Pinocchio's tree"
                " has dynid's joints, one coordinate each.\nMotion: sines up to 1 Hz, 0.3 rad, at 1"
                " kHz."
            ),
            conditions,
        ]
    )


if __name__ == "__main__":
    print(report())
