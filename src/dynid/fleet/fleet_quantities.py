"""What a machine is compared with others by: friction of a joint, its drive, its rotor, the load.

Each is a direction H in which the machine's parameters may lie off the centre of the fleet, all
else being scattered as the fleet is (covariance L of theta):

    r = b - A theta_mu,   S = 1 + A L,   Q = S^-1 A,   g = S^-1 r
    a = (H' Q H)^-1 H' g      with covariance (H' Q H)^-1

A drive whose torque is not what it says scales the rows of its joint. That is no theta: theta is
extended by alpha_j, whose column is the torque W_j theta_mu of joint j.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from dynid.arrays import Array
from dynid.estimators.consistent.prior import compute_natural_scale, make_consistent
from dynid.fleet.spread import Evidence, Spread
from dynid.model.model import Model
from dynid.model.terms import Signals

FRICTION, DRIVE, ROTOR, PAYLOAD, UNEXPLAINED = "friction", "drive", "rotor", "payload", "residual"
#: what a deviation must amount to, to be worth a word: parts; kg as a part of the robot's mass
MATTERS = {FRICTION: 0.2, DRIVE: 0.03, ROTOR: 0.2, PAYLOAD: 0.01, UNEXPLAINED: 0.5}
LEAST_LEFT = 0.05  # of the fleet's friction: below, its logarithm says nothing


@dataclass(frozen=True, eq=False)
class Quantity:
    """kind and joint ("" of the payload); H (K + n, d) in extended theta; weights (d,) that make
    one number of it, and what that is in the fleet; own: parameters whose spread is its own; loose:
    (d,) deviations within which entries are drawn to zero (inf: not); sizes: {place in p: how
    large it is where the quantity is 1}."""

    kind: str
    joint: str
    H: Array
    weights: Array
    fleet: float
    own: tuple[int, ...] = ()
    loose: Array | None = None
    sizes: Mapping[int, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.joint} {self.kind}".strip()


@dataclass(frozen=True, eq=False)
class Extended:
    """A and r of theta extended by the motors."""

    A: Array
    r: Array

    @classmethod
    def from_evidence(cls, evidence: Evidence, theta: Array) -> Extended:
        K, n = len(theta), len(evidence.of_joints)
        A, r = np.zeros((K + n, K + n)), np.zeros(K + n)
        A[:K, :K], r[:K] = evidence.A, evidence.b - evidence.A @ theta
        for j, (Aj, bj) in enumerate(evidence.of_joints):
            A[:K, K + j] = A[K + j, :K] = Aj @ theta
            A[K + j, K + j] = theta @ Aj @ theta
            r[K + j] = theta @ (bj - Aj @ theta)
        return cls(A, r)


@dataclass(frozen=True, eq=False)
class DeviationEstimate:
    """a, its covariance, and how much more likely it makes the data, less what as many free numbers
    do by chance (Akaike): 2 (log L_1 - log L_0 - d)."""

    a: Array
    covariance: Array
    likelier: float


def estimate_deviation(
    data: Extended, L: Array, H: Array, loose: Array | None = None
) -> DeviationEstimate:
    """The deviation of a machine in the directions H; L: covariance of the rest."""
    S = np.eye(len(data.A)) + data.A @ L
    solved = np.linalg.solve(S, np.column_stack([data.A, data.r]))
    Q, g = solved[:, :-1], solved[:, -1]
    F = H.T @ Q @ H
    scale = np.sqrt(np.maximum(np.diag(F), 1e-300))
    if loose is not None:
        F = F + np.diag(1.0 / loose**2)
    covariance = np.linalg.pinv(F / np.outer(scale, scale), rcond=1e-10, hermitian=True)
    covariance /= np.outer(scale, scale)
    a = covariance @ (H.T @ g)
    return DeviationEstimate(a, covariance, float(a @ (H.T @ g)) - 2.0 * H.shape[1])


def list_quantities(model: Model, spread: Spread, speeds: Array) -> tuple[Quantity, ...]:
    """All that the model can tell; speeds: the joints' usual ones."""
    B, mu = spread.B, spread.centre
    K, joints = len(B), model.robot.actuated
    n = len(joints)
    extended = np.vstack([B, np.zeros((n, B.shape[1]))])
    out = []
    for j, joint in enumerate(joints):
        at, forces = locate_friction(model, joint, speeds[j])
        fleet = float(forces @ mu[at]) if at else 0.0
        if fleet > 0:
            sizes = {k: float(abs(mu[k])) for k in at}
            out.append(
                Quantity(FRICTION, joint, extended[:, at], forces, fleet, tuple(at), sizes=sizes)
            )
        rotor = [
            k
            for k, placed in zip(model.layout.at, model.layout.terms)
            if placed.joint == joint and placed.term.law.acceleration
        ]
        if len(rotor) == 1 and mu[rotor[0]] > 0 and np.abs(B[:, rotor]).any():
            fleet, sizes = float(mu[rotor[0]]), {rotor[0]: float(mu[rotor[0]])}
            H = extended[:, rotor]
            out.append(Quantity(ROTOR, joint, H, np.ones(1), fleet, tuple(rotor), sizes=sizes))
        # friction may be anything beside: what weighs and turns tells whether a drive is right
        free = np.column_stack([np.eye(K + n)[K + j], extended[:, at]])
        out.append(Quantity(DRIVE, joint, free, np.eye(free.shape[1])[0], 1.0))
    place = find_last_body(model)
    if np.abs(B[:, place]).any():
        body = make_consistent(mu[place])[0]
        loose = np.append(np.full(4, np.inf), compute_natural_scale(body)[4:])
        # of 1 kg, spread as the body is
        sizes = dict(zip(range(place.start, place.stop), compute_natural_scale(body) / body[0]))
        mass = float(sum(mu[where][0] for where in model.layout.bodies.values()))
        pick = np.eye(10)[0]
        H = extended[:, place]
        out.append(Quantity(PAYLOAD, "", H, pick, mass, loose=loose, sizes=sizes))
    return tuple(out)


def locate_friction(model: Model, joint: str, speed: float) -> tuple[list[int], Array]:
    """Places in p of a joint's friction, and the force of each, for 1, at a speed."""
    at, forces = [], []
    here = Signals(np.zeros((1, 1)), np.full((1, 1), speed), np.zeros((1, 1)))
    for k, placed in zip(model.layout.at, model.layout.terms):
        law = placed.term.law
        if placed.joint == joint and law.sign and not law.channels and placed.term.lower == 0.0:
            at.append(k)
            forces.append(float(np.ravel(law.force(here))[0]))
    return at, np.array(forces)


def find_last_body(model: Model) -> slice:
    """Of what carries the load: the tool's body, else the last one."""
    tool = model.robot.tool
    names = [body.name for body in model.robot.bodies]
    node = names.index(tool.body) if tool is not None and tool.body in names else len(names) - 1
    group = model.groups[node]
    return model.layout.bodies[model.group_names[group if group >= 0 else -1]]


@dataclass(frozen=True, eq=False)
class Value:
    """A quantity of a machine: its deviation from the fleet's (a part of it, or kg), and the
    standard deviation that the data leave; likelier: see `Found`."""

    x: float
    std: float
    likelier: float


def estimate_value(
    quantity: Quantity, data: Extended, spread: Spread, more: Sequence[Array] = ()
) -> Value:
    """more: directions that are taken as free beside."""
    L = _extend_spread(spread, len(data.A), quantity.own)
    for H in more:  # free: a spread beyond everything that is seen
        L = L + H @ H.T * 1e4
    hit = estimate_deviation(data, L, quantity.H, quantity.loose)
    size = quantity.fleet if quantity.kind in (FRICTION, ROTOR) else 1.0
    x = float(quantity.weights @ hit.a) / size
    std = float(np.sqrt(quantity.weights @ hit.covariance @ quantity.weights)) / size
    return Value(x, std, hit.likelier)


def _extend_spread(spread: Spread, size: int, own: Sequence[int]) -> Array:
    L = spread.covariance
    L[list(own)] = 0.0
    L[:, list(own)] = 0.0
    out = np.zeros((size, size))
    K = len(spread.B)
    out[:K, :K] = spread.B @ L @ spread.B.T
    return out
