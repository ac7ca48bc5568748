"""What is in a column taucmd_ of a log of commands: arms that MuJoCo simulates, whose torque column
holds one thing or another, and what dynid says that it is.

The arms are random: three to five joints, a PD law with a delay, friction and armature; the model
that dynid has is nominal, its masses wrong by up to a fifth. A column is

    none          zeros
    gravity       added: gravity compensation of the nominal model
    inverse       added: inverse dynamics of the nominal model along the commands
    whole         reported: the whole torque of the controller
    motor, link   reported: measured, with noise of 2 %
    external      reported: what the nominal model does not explain of the controller's torque

    python benchmarks/command_columns.py --arms 100
    python benchmarks/command_columns.py --arms 500 --columns mutated
"""

from __future__ import annotations

import argparse
import tempfile
import warnings
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import mujoco
import numpy as np

import dynid as di
from dynid.errors import InputError

STEP, LAG, SECONDS = 0.002, 3, 10.0
#: what is right to say of a column; none of zeros may be said anything of
MEANING = {
    "none": "feed_forward",
    "gravity": "feed_forward",
    "inverse": "feed_forward",
    "whole": "commanded",
    "motor": "motor",
    "link": "link",
    "external": "external",
}
ASKED = ("none", "gravity", "inverse", "whole")
FAULTS = ("whole", "motor", "link", "external", "turned", "scaled", "shuffled", "late")


class Arm(NamedTuple):
    """A random arm: its MJCF with the nominal masses, and the factors of the true ones."""

    xml: str
    joints: tuple[str, ...]
    factors: np.ndarray
    kp: np.ndarray
    kd: np.ndarray
    armature: np.ndarray
    viscous: np.ndarray
    dry: np.ndarray


def make_arm(rng: np.random.Generator) -> Arm:
    n = int(rng.integers(3, 6))
    joints, text, ends = tuple(f"j{k}" for k in range(n)), "", ""
    for k, name in enumerate(joints):
        axis = ("0 0 1", "0 1 0", "1 0 0")[int(rng.integers(3)) if k else 0]
        length, mass = 0.15 + 0.15 * rng.random(), 3.0 * 0.6**k * (0.7 + 0.6 * rng.random())
        size = mass * length**2 / 12
        text += (
            f'<body name="b{k}" pos="{0.0 if k == 0 else length} 0 0"><inertial'
            f' pos="{0.5 * length} 0.01 0.01" mass="{mass}"'
            f' diaginertia="{0.3 * size} {size} {size}"/>'
            f'<joint name="{name}" axis="{axis}"/>'
        )
        ends += "</body>"
    drives = "".join(f'<motor name="{name}" joint="{name}"/>' for name in joints)
    xml = (
        f'<mujoco model="arm"><compiler angle="radian"/><option timestep="{STEP}"/>'
        f"<worldbody>{text}"
        f"{ends}</worldbody><actuator>{drives}</actuator></mujoco>"
    )
    M = compute_inertias(mujoco.MjModel.from_xml_string(xml))
    armature = (0.1 + 0.4 * rng.random(n)) * M + 0.005
    kp = (M + armature) * (2 * np.pi * (3 + 3 * rng.random(n))) ** 2
    kd = 2 * 0.6 * np.sqrt(kp * (M + armature))
    friction = 0.02 * kp * rng.random(n)
    return Arm(
        xml, joints, rng.uniform(0.8, 1.2, n), kp, kd, armature, 0.1 * kd * rng.random(n), friction
    )


def compute_inertias(model: mujoco.MjModel) -> np.ndarray:
    """(n,) of the diagonal of the mass matrix, at zero."""
    data, found = mujoco.MjData(model), []
    for qacc in (0 * np.eye(model.nv)[:1], np.eye(model.nv)):
        for row in qacc:
            data.qacc[:] = row
            mujoco.mj_inverse(model, data)
            found.append(data.qfrc_inverse.copy())
    return np.diag(np.array(found[1:]) - found[0])


def record(arm: Arm, column: str, seed: int) -> di.Log:
    """A log of a chirp, with that column."""
    rng, nominal = np.random.default_rng(seed), mujoco.MjModel.from_xml_string(arm.xml)
    true = mujoco.MjModel.from_xml_string(arm.xml)
    true.body_mass[1:] *= arm.factors
    true.body_inertia[1:] *= arm.factors[:, None]
    true.dof_armature[:], true.dof_damping[:] = arm.armature, arm.viscous
    true.dof_frictionloss[:] = arm.dry
    data, model_data = mujoco.MjData(true), mujoco.MjData(nominal)
    mujoco.mj_setConst(true, data)
    n, t = len(arm.joints), STEP * np.arange(round(SECONDS / STEP) + 1)
    phase = 2 * np.pi * (0.1 * t + (3.0 - 0.1) / (2 * t[-1]) * t**2)
    qcmd = 0.3 * np.sin(phase[:, None] + 1.3 * np.arange(n)) + rng.uniform(-0.5, 0.5, n)
    rate, second = np.gradient(qcmd, STEP, axis=0), np.zeros_like(qcmd)
    second[1:-1] = np.diff(qcmd, 2, axis=0) / STEP**2

    def invert(q, qd, qdd):
        model_data.qpos[:], model_data.qvel[:], model_data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(nominal, model_data)
        return model_data.qfrc_inverse.copy()

    still = np.zeros(n)
    feed = {
        "gravity": lambda k: invert(qcmd[k], still, still),
        "inverse": lambda k: invert(qcmd[k], rate[k], second[k]),
    }.get(column, lambda k: still)
    q, whole, link, inner, added = (np.empty_like(qcmd) for _ in range(5))
    data.qpos[:] = qcmd[0]
    for k in range(len(t)):
        q[k], added[k] = data.qpos, feed(k)
        at = max(k - LAG, 0)
        tau = arm.kp * (qcmd[at] - data.qpos) - arm.kd * data.qvel + added[at]
        data.ctrl[:], whole[k] = tau, tau
        mujoco.mj_step(true, data)
        rub = data.qfrc_constraint + data.qfrc_passive
        link[k] = tau + rub - arm.armature * data.qacc
        inner[k] = invert(data.qpos, data.qvel, data.qacc)
    columns = {
        "none": still + 0 * whole,
        "gravity": added,
        "inverse": added,
        "whole": whole,
        "motor": add_noise(whole, rng),
        "link": add_noise(link, rng),
        "external": inner - whole,
    }
    q = q + 5e-5 * rng.standard_normal(q.shape)
    return di.sim2real.make_command_log(arm.joints, t, q, qcmd, taucmd=columns[column])


def add_noise(x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return x + 0.02 * x.std(axis=0) * rng.standard_normal(x.shape)


def mutate(log: di.Log, fault: str, rng: np.random.Generator) -> di.Log:
    """An added column that is turned, scaled, shuffled or late."""
    c = log.commands["taucmd"]
    c = {
        "turned": lambda: -c,
        "scaled": lambda: c * rng.choice([0.1, 10.0, 57.3]),
        "shuffled": lambda: np.roll(c, 1, axis=1),
        "late": lambda: np.roll(c, round(0.5 / STEP), axis=0),
    }[fault]()
    return di.sim2real.make_command_log(log.joints, log.t, log.q, log.qcmd, taucmd=c)


VERBOSE = False


def say(arm: Arm, log: di.Log, folder: Path, known: bool) -> str:
    """What dynid says: a meaning, "refused" where it does not guess."""
    from dynid.sim2real.effort_meaning import find_meaning
    from dynid.sim2real.plant import make_plant
    from dynid.sim2real.rollout import RolloutSegment
    from dynid.sim2real.simulator import make_simulator
    from dynid.sim2real.simulator_identification import make_start

    (folder / "arm.xml").write_text(arm.xml)
    robot = di.load_robot(folder / "arm.xml")
    gains = [dict(zip(arm.joints, gain.tolist())) for gain in (arm.kp, arm.kd)]
    plant = make_plant(robot, di.Drive(*gains) if known else di.Drive(), make_simulator(robot))
    segment = RolloutSegment(plant, log, 0, len(log))
    try:
        start, free, _ = make_start(segment)
        found = find_meaning(segment, start, free)
        if VERBOSE:
            print(found.evidence)
        return found.meaning or "refused"
    except InputError as error:
        return f"error: {error}"[:60]


def run(arms: int, mutated: bool, seed: int) -> dict[str, Counter[str]]:
    """{column: how often what was said of it}."""
    said: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for k in range(arms):
            rng = np.random.default_rng(1000 * seed + k)
            arm, known = make_arm(rng), bool(k % 3)
            column = FAULTS[k % len(FAULTS)] if mutated else ASKED[k % len(ASKED)]
            wrong = column not in MEANING
            log = record(arm, "inverse" if wrong else column, k)
            log = mutate(log, column, rng) if wrong else log
            name = f"{column}, gains {'known' if known else 'unknown'}"
            said.setdefault(name, Counter())[say(arm, log, Path(folder), known)] += 1
    return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arms", type=int, default=100)
    parser.add_argument("--columns", choices=("asked", "mutated"), default="asked")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    said = run(args.arms, args.columns == "mutated", args.seed)
    right = silent = 0
    for name, counts in sorted(said.items()):
        column = name.split(",")[0]
        print(f"{name:<30} {dict(counts)}")
        right += counts[MEANING.get(column, "refused")]
        silent += counts["feed_forward"] if MEANING.get(column) != "feed_forward" else 0
    print(f"said right: {right} of {args.arms}; added though wrong: {silent}")


if __name__ == "__main__":
    main()
