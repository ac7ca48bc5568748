"""Gains of drives from currents alone: an arm like a UR5, simulated by Pinocchio.

    python benchmarks/drive_gains.py [seeds] [first seed]

Every seed is another specimen (masses, centres, friction, gains), with other motions and other
noise, and three logs of currents: empty, with 2.5 kg that are known, and with a box that is not.
All gains, the dynamics and the box are found in one fit. Printed are the errors of gains and box,
how often 95 % intervals hold the truth, and how many gains are positive.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import dynid as di
from dynid.arrays import Array

JOINTS = ("pan", "lift", "elbow", "wrist1", "wrist2", "wrist3")
#: place of each joint in the link before, its axis; mass, centre and half lengths of its link
LINKS: tuple[tuple[Any, ...], ...] = (
    ((0, 0, 0.163), (0, 0, 1), 3.76, (0, -0.02, 0), (0.06, 0.06, 0.07)),
    ((0, 0.138, 0), (0, 1, 0), 8.06, (0, -0.02, 0.2), (0.05, 0.05, 0.25)),
    ((0, -0.131, 0.425), (0, 1, 0), 2.85, (0, 0, 0.17), (0.045, 0.045, 0.2)),
    ((0, 0, 0.392), (0, 1, 0), 1.37, (0, 0.11, 0), (0.045, 0.05, 0.045)),
    ((0, 0.127, 0), (0, 0, 1), 1.3, (0, 0, 0.1), (0.045, 0.05, 0.045)),
    ((0, 0, 0.1), (0, 1, 0), 0.365, (0, 0.08, 0), (0.04, 0.03, 0.04)),
)
GAINS = np.array([13.2, 13.2, 10.4, 8.6, 8.6, 8.6])  # Nm/A
LOAD, BOX = (2.5, (0.02, 0.15, 0.03)), (1.8, (-0.03, 0.14, 0.02))
SIZE = (0.05, 0.05, 0.05)  # half lengths of what is carried
RATE, SECONDS, NOISE = 125.0, 16.0, 0.02  # Hz, s, of a current's deviation
EFFECTS = (di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia())


@dataclass(frozen=True)
class Arm:
    """A specimen: its Pinocchio models by load (None, "load", "box"), friction, gains."""

    models: dict[str | None, Any]
    friction: Array  # (4, 6) viscous, Coulomb, offset, rotor
    gains: Array

    def currents(self, load: str | None, q: Array, qd: Array, qdd: Array) -> Array:
        import pinocchio as pin

        model = self.models[load]
        data = model.createData()
        rigid = np.array([pin.rnea(model, data, *x) for x in zip(q, qd, qdd)])
        viscous, coulomb, offset, rotor = self.friction
        tau = rigid + viscous * qd + coulomb * np.sign(qd) + offset + rotor * qdd
        return np.asarray(tau / self.gains)


def urdf(scale: Array | None = None, carried: tuple[float, Any] | None = None) -> str:
    """The arm's file; scale (6,) of the masses; carried: mass and centre on the last link."""
    scale = np.ones(6) if scale is None else scale
    text = ['<robot name="ur_like"><link name="base"/>']
    for k, (place, axis, m, com, half) in enumerate(LINKS):
        parent = "base" if k == 0 else f"link{k}"
        text.append(_link(f"link{k + 1}", m * scale[k], com, half))
        text.append(
            f'<joint name="{JOINTS[k]}" type="revolute"><parent link="{parent}"/>'
            f'<child link="link{k + 1}"/><origin xyz="{_words(place)}"/>'
            f'<axis xyz="{_words(axis)}"/>'
            '<limit lower="-6.2" upper="6.2" effort="150" velocity="3.2"/></joint>'
        )
    if carried is not None:
        text.append(_link("carried", carried[0], carried[1], SIZE))
        text.append(
            '<joint name="hold" type="fixed"><parent link="link6"/><child link="carried"/></joint>'
        )
    return "".join([*text, "</robot>"])


def _words(x: Any) -> str:
    return " ".join(map(str, x))


def _moments(m: float, half: Any) -> Array:
    """Of a box."""
    square = np.square(half)
    return np.asarray(m / 3.0 * (square.sum() - square))


def _link(name: str, m: float, com: Any, half: Any) -> str:
    xx, yy, zz = _moments(m, half)
    return (
        f'<link name="{name}"><inertial><origin xyz="{_words(com)}"/><mass value="{m}"/><inertia'
        f' ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"/></inertial></link>'
    )


def specimen(rng: np.random.Generator) -> Arm:
    import pinocchio as pin

    scale = rng.uniform(0.8, 1.2, 6)
    size = np.array([8.0, 10.0, 6.0, 2.0, 2.0, 1.5]) * rng.uniform(0.5, 1.5, 6)
    friction = np.stack([size, 0.8 * size, 0.1 * size * rng.normal(size=6), 0.15 * size])
    loads = {None: None, "load": LOAD, "box": BOX}
    models = {name: pin.buildModelFromXML(urdf(scale, carried)) for name, carried in loads.items()}
    return Arm(models, friction, GAINS * rng.uniform(0.7, 1.4, 6))


def motion(rng: np.random.Generator, seconds: float = SECONDS) -> tuple[Array, Array, Array, Array]:
    """Four harmonics of a joint each, fast enough for the payload's inertia to be felt."""
    t = np.arange(0.0, seconds, 1.0 / RATE)
    w = 2.0 * np.pi * np.arange(1, 5)[:, None] / 8.0
    a = rng.normal(size=(4, 6)) * np.array([0.8, 0.5, 0.6, 0.9, 0.9, 1.0]) / np.sqrt(w)
    phase = rng.uniform(0.0, 2.0 * np.pi, (4, 6))
    x = w * t[:, None, None] + phase
    q = np.array([0.0, -1.0, 1.2, 0.3, 0.2, 0.0]) + (a * np.sin(x)).sum(axis=1)
    return t, q, (a * w * np.cos(x)).sum(axis=1), -(a * w**2 * np.sin(x)).sum(axis=1)


def log_of(
    arm: Arm, load: str | None, rng: np.random.Generator, noise: float = NOISE, **how: float
) -> di.Log:
    t, q, qd, qdd = motion(rng, **how)
    i = arm.currents(load, q, qd, qdd)
    i = i + noise * i.std(axis=0) * rng.normal(size=i.shape)
    return di.Log(JOINTS, t, q, i, source=f"{load or 'empty'}", currents=JOINTS)


def payload(carried: tuple[float, Any]) -> di.Payload:
    m, com = carried
    return di.Payload("link6", di.inertial(m, com, _moments(m, SIZE)), name="load")


def robot() -> di.Robot:
    """As drawn: the specimens are up to 20 % heavier or lighter."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ur_like.urdf"
        path.write_text(urdf())
        return di.load_robot(path)


def one(seed: int, estimator: di.Estimator) -> tuple[Array, Array, float, bool, float]:
    """Relative errors of the gains, whether their intervals hold; the same of the box; seconds."""
    rng = np.random.default_rng(seed)
    arm = specimen(rng)
    box = di.Payload("link6", name="box", sometimes=True)
    model = di.Model(robot(), [*EFFECTS, box])
    logs = [log_of(arm, load, rng) for load in (None, "load", "box")]
    began = time.process_time()
    data = di.process(logs, model, cutoff=15.0, slow="5%", payloads=[None, payload(LOAD), "box"])
    result = di.estimate(di.Problem(model, data), estimator)
    took = time.process_time() - began
    values = np.array([gain.value for gain in result.gains])
    truth = arm.gains[[JOINTS.index(gain.joint) for gain in result.gains]]
    inside = np.array([gain.low <= g <= gain.high for gain, g in zip(result.gains, truth)])
    k = result.parameters.index("box.m")
    low, high = result.p_interval[k] if result.p_interval is not None else (np.nan, np.nan)
    return values / truth - 1.0, inside, result.p[k] / BOX[0] - 1.0, low <= BOX[0] <= high, took


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    found = [one(seed, di.Consistent()) for seed in range(first, first + count)]
    errors, inside = np.array([x[0] for x in found]), np.array([x[1] for x in found])
    box, held = np.array([x[2] for x in found]), np.array([x[3] for x in found])
    print(f"{count} seeds from {first}, {np.mean([x[4] for x in found]):.2f} s of CPU each")
    print(f"gains positive: {int((errors > -1.0).all(axis=1).sum())} of {count}")
    for j, name in enumerate(JOINTS):
        e = 100.0 * np.abs(errors[:, j])
        print(
            f"  {name:8s} median {np.median(e):.2f} %, largest {e.max():.2f} %, within 1 %:"
            f" {int((e < 1.0).sum())}, interval holds {100 * inside[:, j].mean():.0f} %"
        )
    print(f"all gains: intervals hold {100 * inside.mean():.1f} %")
    e = 100.0 * np.abs(box)
    print(
        f"box: median {np.median(e):.2f} %, largest {e.max():.2f} %, within 1 %:"
        f" {int((e < 1.0).sum())}, interval holds {100 * held.mean():.0f} %"
    )


if __name__ == "__main__":
    main()
