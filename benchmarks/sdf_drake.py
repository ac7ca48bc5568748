"""SDF files as Drake reads them: `python benchmarks/sdf_drake.py [--seeds N] [FILE ...]`.

The torques of inverse dynamics (gravity, springs, damping and rotors included) at random states by
dynid and by Drake, of N files at random (tests/help/sdf_variants.py), of the shared SDF files where
they are there, and of the given ones. `--write` keeps Drake's numbers of the random files for
tests/robot/test_sdf_drake.py, which needs no Drake. Needs `pip install drake`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import sys
import tempfile
import warnings
from pathlib import Path
from xml.etree.ElementTree import tostring

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "help"))

import dynid as di  # noqa: E402
from dynid.closed_chains.closing import close  # noqa: E402
from dynid.errors import IgnoredElementWarning  # noqa: E402
from dynid.robot.files.xmlfile import read_xml  # noqa: E402
from dynid.robot.geometry import compute_rpy, make_axis_rotation  # noqa: E402
from sdf_variants import MAIN, variant  # noqa: E402

KEPT = HERE.parent / "tests" / "robot" / "sdf_drake.json"
STATES = 2
EQUAL = 1e-9  # of the largest torque


def states(robot, seed=0):
    """q, qd, qdd (STATES, dof), the same in every version of numpy."""
    rng = np.random.Generator(np.random.MT19937(seed))
    return rng.random((3, STATES, robot.dof)) * 1.6 - 0.8


def torques(robot, motion):
    """By dynid, with all that the file says of joints but dry friction."""
    effects = []
    for kind, name in (
        (di.Viscous, "damping"),
        (di.RotorInertia, "armature"),
        (di.Spring, "stiffness"),
    ):
        joints = [c for c in robot.coordinates if getattr(robot.joint(c), name)]
        effects += [kind(joints)] if joints else []
    model = di.Model(robot, effects)
    return model.inverse_dynamics(*motion, model.prior)


def load(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IgnoredElementWarning)
        return di.load_robot(path)


def by_drake(path, robot, motion):
    """The torques of the robot's independent coordinates by Drake."""
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.multibody.tree import BodyIndex, MultibodyForces

    plant = MultibodyPlant(0.0)
    parser = Parser(plant)
    parser.package_map().PopulateFromFolder(str(Path(path).parent))
    parser.AddModels(str(path))
    if path.suffix == ".urdf":  # its root is the ground
        root = plant.get_body(BodyIndex(1))
        plant.WeldFrames(plant.world_frame(), root.body_frame())
    plant.mutable_gravity_field().set_gravity_vector(np.asarray(robot.gravity))
    plant.Finalize()
    context, out = plant.CreateDefaultContext(), []
    every = close(robot, *motion)
    names = list(robot.coordinates)
    G = coupling_matrix(robot)
    joints = drake_joints(plant, robot)
    for q, qd, qdd in zip(every.q, every.qd, every.qdd):
        at, rate = dict(zip(names, q)), dict(zip(names, qd))
        B = np.zeros((plant.num_velocities(), len(names)))
        vd = np.zeros(plant.num_velocities())
        for joint, prefix in joints:
            rows, columns, block, bend = moved(plant, context, joint, prefix, at, rate)
            columns = [names.index(name) for name in columns]
            B[np.ix_(rows, columns)] = block
            vd[rows] = block @ qdd[columns] + bend
        plant.SetVelocities(context, B @ qd)
        forces = MultibodyForces(plant)
        plant.CalcForceElementsContribution(context, forces)
        tau = plant.CalcInverseDynamics(context, vd, forces)
        out.append(G.T @ B.T @ tau)
    return np.array(out)


def coupling_matrix(robot):
    """d(all coordinates) / d(independent ones), of linear couplings."""
    names, leads = list(robot.coordinates), {c.joint: c for c in robot.couplings}
    G = np.zeros((len(names), robot.dof))
    for k, name in enumerate(names):
        factor = 1.0
        while name in leads:
            factor, name = factor * leads[name].coefficients[1], leads[name].of
        G[k, robot.actuated.index(name)] = factor
    return G


def drake_joints(plant, robot):
    """Drake's joints that the robot has, each with the start of its coordinates' names. Drake
    counts a joint to the model of its child, so that it is found by its own name alone."""
    starts = {name.partition(".")[0] for name in robot.coordinates}
    known = {start.rpartition("::")[2]: start for start in starts}
    carried = [body.name for body in robot.bodies if body.joint.name in robot.base[-1:]]
    base = {name.rpartition("::")[2]: robot.base[0].rpartition(".")[0] for name in carried}
    found = []
    for index in plant.GetJointIndices():
        joint = plant.get_joint(index)
        model = plant.GetModelInstanceName(joint.model_instance()).partition("::")[0]
        free = joint.type_name() == "quaternion_floating"
        name = (base if free else known).get(joint.child_body().name() if free else joint.name())
        if joint.num_velocities() and model == robot.name and name is not None:
            found.append((joint, name))
    if missing := starts - {name for _, name in found}:
        raise RuntimeError(f"Drake has {', '.join(missing)} elsewhere: it takes another base")
    return found


def turning(a, b, rates):
    """w = [e_x, Rx e_y, Rx Ry e_z] (a', b', c'), and what its derivative has beside it."""
    Rx = make_axis_rotation((1, 0, 0), a)
    columns = np.column_stack(
        [(1, 0, 0), Rx @ (0, 1, 0), Rx @ make_axis_rotation((0, 1, 0), b) @ (0, 0, 1)]
    )
    first = columns[:, 0] * rates[0]
    bend = np.cross(first, columns[:, 1]) * rates[1]
    bend += np.cross(first + columns[:, 1] * rates[1], columns[:, 2]) * rates[2]
    return columns, bend


def moved(plant, context, joint, name, at, rate):
    """Put a joint where it is: the rows of its velocities, the names of the coordinates, the matrix
    between their rates, and what accelerations have beside it."""
    from pydrake.math import RigidTransform, RotationMatrix

    start = joint.velocity_start()
    rows = list(range(start, start + joint.num_velocities()))
    kind, none = joint.type_name(), np.zeros(len(rows))
    turns = [f"{name}.r{axis}" for axis in "xyz"]
    if kind in ("quaternion_floating", "ball_rpy"):
        a, b, c = (at[n] for n in turns)
        R = make_axis_rotation((1, 0, 0), a) @ make_axis_rotation((0, 1, 0), b)
        R = R @ make_axis_rotation((0, 0, 1), c)
        block, bend = turning(a, b, [rate[n] for n in turns])
        if kind == "ball_rpy":
            joint.set_angles(context, np.array(compute_rpy(R)))
            return rows, turns, block, bend
        slides = [f"{name}.{axis}" for axis in "xyz"]
        pose = RigidTransform(RotationMatrix(R), [at[n] for n in slides])
        plant.SetFreeBodyPose(context, joint.child_body(), pose)
        whole = np.zeros((6, 6))
        whole[:3, :3], whole[3:, 3:] = block, np.eye(3)
        return rows, [*turns, *slides], whole, np.concatenate([bend, np.zeros(3)])
    parts = {"universal": ("1", "2"), "planar": ("x", "y", "rz")}.get(kind)
    names = [f"{name}.{part}" for part in parts] if parts else [name]
    q = plant.GetPositions(context)
    first = joint.position_start()
    q[first : first + len(names)] = [at[n] for n in names]
    plant.SetPositions(context, q)
    return rows, names, np.eye(len(names)), none


def difference(ours, theirs):
    return float(np.abs(ours - theirs).max() / max(np.abs(theirs).max(), 1e-9))


def of_file(path, robot):
    """Drake's torques of a file, without the sensors, plugins and pictures that it may refuse."""
    root = read_xml(path)
    for parent in list(root.iter()):
        for tag in ("sensor", "plugin", "visual"):
            for child in parent.findall(tag):
                parent.remove(child)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / path.name
        plain.write_bytes(tostring(root))
        return by_drake(plain, robot, states(robot))


def write_files(files, folder):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder / MAIN


def digest(files):
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]


def record(files, robot, torques):
    """What is kept of Drake's numbers."""
    rows = [[float(f"{x:.13g}") for x in row] for row in torques]
    return {"digest": digest(files), "coordinates": list(robot.actuated), "torques": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seeds", type=int, default=150)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    logging.getLogger("drake").setLevel(logging.ERROR)
    kept, bad = {}, []
    shared = HERE.parents[1] / "shared" / "robots"
    paths = [*sorted(shared.glob("sdf_*/*.sdf")), *sorted(shared.glob("urdf_drake*/*.urdf"))]
    for path in [*paths, *options.files]:
        robot = load(path)
        theirs = of_file(path, robot)
        off = difference(torques(robot, states(robot)), theirs)
        bad += [str(path)] if off > EQUAL else []
        print(f"{off:9.1e}  {robot!r}  {path.name}")
        if path in paths:
            name = str(path.relative_to(shared))
            kept[name] = record({name: path.read_text()}, robot, theirs)
    refused = 0
    for seed in range(options.seeds):
        with tempfile.TemporaryDirectory() as folder:
            files = variant(seed)
            path = write_files(files, Path(folder))
            robot = load(path)
            try:
                theirs = by_drake(path, robot, states(robot, seed))
            except RuntimeError as error:
                refused += 1
                print(f"  refused  {seed}: {' '.join(str(error).split())[:150]}")
                continue
            off = difference(torques(robot, states(robot, seed)), theirs)
        print(f"{off:9.1e}  {seed}: {robot!r}")
        bad += [f"seed {seed}"] if off > EQUAL else []
        kept[str(seed)] = record(files, robot, theirs)
    print(f"{options.seeds - refused} of {options.seeds} random files read by Drake")
    print(f"differ: {', '.join(bad) or 'none'}")
    if options.write:
        lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in kept.items()]
        KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
