"""Geometric calibration: what it finds of known errors, and what it is worth on measured poses.

    python benchmarks/calibration.py               # all parts
    python benchmarks/calibration.py arm real      # some of: arm, surfaces, parallel, dynamics,
                                                   # poses, real, speed
    python benchmarks/calibration.py arm --seeds 100

Measured poses are looked for in the folder that DYNID_DATA names, else beside the repository.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
import warnings
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import dynid as di
from dynid.calibration.error_model import make_error_model
from dynid.calibration.geometric_calibration import calibrate_robot, predict
from dynid.calibration.linearised_kinematics import Kinematics
from dynid.calibration.measurement_reading import (
    MeasurementLayout,
    find_axes,
    read_measurements,
)
from dynid.calibration.pose_space import PoseSpace
from dynid.calibration.rotations import find_nearest_rotation, make_rotation
from dynid.calibration.simulated_measurements import draw_errors, simulate_measurements
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.study.study import Study

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("DYNID_DATA", ROOT.parent / "shared" / "data"))
FRAMES, LENGTHS = ("positions", "zeros", "axes"), ("lengths", "zeros")
NOISE = 5e-5  # m, of a tracker


def draw_closed_poses(robot, count, span, seed):
    rng, home, poses = np.random.default_rng(seed), take_actuated_home(robot), []
    while len(poses) < count:
        q = home + rng.uniform(-span, span, robot.dof)
        try:
            di.close(robot, q[None], detours=None)
        except di.DynidError:
            continue
        poses.append(q)
    return np.array(poses)


def split(table, count):
    return {k: v[:count] for k, v in table.items()}, {k: v[count:] for k, v in table.items()}


def run_arm(seeds):
    """A 7R arm, 0.5 mm and 0.2 deg in every frame, 40 poses of a tracker with 0.05 mm."""
    robot = di.load_robot("arm7")
    model, layout = make_error_model(robot, FRAMES), MeasurementLayout(markers={"1": "link7"})
    left, inside, ratio = [], [], []
    for seed in range(seeds):
        x = draw_errors(model, 5e-4, np.deg2rad(0.2), seed)
        q = np.random.default_rng(seed).uniform(-1.5, 1.5, (240, 7))
        seen = split(simulate_measurements(model, x, q, {"1": "link7"}, NOISE, seed=seed), 40)[0]
        new = split(simulate_measurements(model, x, q, {"1": "link7"}, seed=seed), 40)[1]
        found = calibrate_robot(robot, seen, layout, test=new)
        (tested,) = found.tested
        left.append(tested.after / tested.before)
        at = [found.model.names.index(name) for name in model.names]
        deviation = np.sqrt(np.diag(found.fit.covariance))[at]
        inside.append(np.mean(np.abs(found.fit.x[at] - x) < 1.96 * deviation))
        rows = predict(found.fit, read_measurements(robot, new, layout)[1])
        S = found.fit.solution.covariance
        expected = np.einsum("ij,jk,ik->", rows.J, S, rows.J, optimize=True)
        ratio.append(np.sqrt(np.sum(rows.r**2) / expected))
    print(
        f"arm7, 40 poses, {seeds} seeds: error on new poses down by {100 * (1 - np.mean(left)):.1f}"
        f" % (least {100 * (1 - np.max(left)):.1f}), {np.mean(ratio):.2f} times what the covariance"
        f" expects (largest {np.max(ratio):.2f}); 95 % intervals cover"
        f" {100 * np.mean(inside):.1f} %"
    )


def reach_plane(model, x, q, height):
    """Poses whose tip touches the plane z = height: Newton's steps along the gradient."""
    at = Kinematics(model, q)
    for _ in range(40):
        at.q, at.start = q, q.copy()
        lin = at.linearise(x)
        P, V = lin.poses["link7"][:, :3, 3], lin.twists[:, :, :7]
        slope = (V[:, :3] + np.cross(V[:, 3:], P[:, :, None], axis=1))[:, 2]
        gap = P[:, 2] - height
        q = q - np.clip(slope * (gap / np.sum(slope**2, axis=1))[:, None], -0.3, 0.3)
    return q[np.abs(gap) < 1e-9]


def run_surfaces(seeds):
    """A touch probe on an unknown plane, a ball bar: no metrology."""
    robot = di.load_robot("arm7")
    model = make_error_model(robot, FRAMES)
    for kind in ("plane", "distance"):
        left = []
        for seed in range(min(seeds, 5)):
            rng = np.random.default_rng(seed)
            x = draw_errors(model, 5e-4, np.deg2rad(0.2), seed)
            q, anchor = rng.uniform(-1.2, 1.2, (160, 7)), np.array([0.4, 0.1, 0.3])
            q = reach_plane(model, x, q, 0.3) if kind == "plane" else q
            P = Kinematics(model, q).linearise(x).poses["link7"][:, :3, 3]
            table = {f"q_{name}": column for name, column in zip(robot.actuated, q.T)}
            gap = np.linalg.norm(P - anchor, axis=1) + 2e-5 * rng.normal(size=len(q))
            table[f"{kind}_link7"] = np.ones(len(q)) if kind == "plane" else gap
            seen, new = split(table, len(q) * 3 // 4)
            found = calibrate_robot(robot, seen, errors=FRAMES, test=new)
            (tested,) = found.tested
            left.append(tested.after / tested.before)
        print(
            f"arm7, {kind} alone: its error on new poses down by {100 * (1 - np.mean(left)):.1f} %;"
            f" {len(found.identifiable)} of {len(found.model)} errors identifiable in sums"
        )


def compare_tools(model, x, found, q):
    """RMS [m] of the tool's place, nominal and calibrated against the true one, after the rigid
    motion of the whole robot that its own encoders cannot see."""
    body = model.robot.tool.body
    places = [
        Kinematics(each, q).linearise(errors).poses[body][:, :3, 3]
        for each, errors in ((model, x), (model, 0 * x), (found.model, found.fit.x))
    ]
    true, *others = (p - p.mean(axis=0) for p in places)
    turned = [true @ find_nearest_rotation(p.T @ true).T for p in others]
    return [float(np.sqrt(np.mean(np.sum((p - t) ** 2, axis=1)))) for p, t in zip(others, turned)]


def split_tool_error(model, x, found, q):
    """By how much [%] the errors that the poses can show, as far as they move the tool, went down;
    and what share [%] of the tool's error comes of errors that change nothing measured."""
    scale = np.where([error.turns for error in model.first], np.deg2rad(0.5), 5e-3)
    _, s, V = np.linalg.svd(found.fit.rows.J[:, : len(x)] * scale)
    V = V[: int(np.sum(s > 1e-9 * s[0]))]
    lin, body = Kinematics(model, q).linearise(x), model.robot.tool.body
    P, twist = lin.poses[body][:, :3, 3], lin.find_twist(body) @ model.ties
    J = (twist[:, :3] + np.cross(twist[:, 3:], P[:, :, None], axis=1)).reshape(-1, len(x)) * scale
    turns = np.cross(np.eye(3)[None], (P - P.mean(axis=0))[:, None]).transpose(0, 2, 1)
    rigid = np.concatenate([np.tile(np.eye(3), (len(P), 1)), turns.reshape(-1, 3)], axis=1)
    U, size, _ = np.linalg.svd(rigid, full_matrices=False)
    U = U[:, size > 1e-9 * size[0]]
    J = J - U @ (U.T @ J)
    before, after = x / scale, (found.fit.x - x) / scale
    left = np.linalg.norm(J @ (V.T @ (V @ after))) / np.linalg.norm(J @ (V.T @ (V @ before)))
    unseen = np.linalg.norm(J @ (before - V.T @ (V @ before))) / np.linalg.norm(J @ before)
    return 100 * (1 - left), 100 * unseen


def run_parallel(seeds):
    """Parallel robots by a tracker, and by encoders of passive joints alone."""
    cases = [
        ("delta3", 30, 0.6, 1, ()),
        ("delta4", 30, 0.6, 1, ()),
        ("stewart", 30, 0.12, 3, ()),
        ("five_bar", 30, 0.5, 1, ()),
        ("delta3", 60, 0.6, 0, ("strut1.ry", "strut2.ry")),
        ("stewart", 60, 0.12, 0, tuple(f"foot{k}.rx" for k in range(1, 7))),
        ("five_bar", 60, 0.5, 0, ("left_elbow", "right_elbow")),
    ]
    for name, count, span, marks, passive in cases:
        robot = di.load_robot(name)
        model = make_error_model(robot, LENGTHS)
        markers = {str(k): robot.tool.name for k in range(1, marks + 1)}
        before, after, cpu, parts = [], [], [], []
        for seed in range(min(seeds, 5)):
            x = draw_errors(model, 5e-3, np.deg2rad(0.5), seed)
            q = draw_closed_poses(robot, count + 100, span, seed)
            how = {"passive": passive, "seed": seed}
            noisy = simulate_measurements(model, x, q, markers, NOISE, encoder_noise=1e-5, **how)
            new = split(simulate_measurements(model, x, q, markers, **how), count)[1]
            layout, start = MeasurementLayout(markers=markers), time.process_time()
            seen = split(noisy, count)[0]
            found = calibrate_robot(robot, seen, layout, errors=LENGTHS, test=new)
            cpu.append(time.process_time() - start)
            (tested,) = found.tested
            errors = tested.before, tested.after
            if passive:  # no instrument: the tool's error in the robot's base frame
                errors = compare_tools(model, x, found, q[count:])
                parts.append(split_tool_error(model, x, found, q[count:]))
            before.append(errors[0])
            after.append(errors[1])
        by = f"passive encoders {', '.join(passive)} alone" if passive else "a tracker"
        down = 100 * (1 - np.array(after) / before)
        print(
            f"{name}, {count} poses, {by}: error on new poses down by {np.mean(down):.1f} %"
            f" (least {down.min():.1f}), {np.median(cpu):.1f} s of CPU"
        )
        if parts:
            (seen, unseen), least = np.mean(parts, axis=0), np.min(parts, axis=0)[0]
            print(
                f"    of that, what the encoders can show: down by {seen:.1f} % (least"
                f" {least:.1f}); {unseen:.0f} % of the tool's error changes no encoder"
            )


def read_real(name):
    """Robot, table and layout of measured poses."""
    folder = DATA / "calibration"
    path, file, link, count = {
        "TIAGo": (DATA / "tiago" / "robot.urdf", "tiago_markers.csv", "arm_7_link", 4),
        "UR10": (folder / "ur10.urdf", "ur10_poses.csv", "wrist_3_link", 1),
    }[name]
    with open(folder / file, encoding="utf-8") as lines:
        rows = list(csv.reader(lines))
    values = np.array(rows[1:], dtype=float)
    table = {column: values[:, k] for k, column in enumerate(rows[0])}
    return di.load_robot(path), table, MeasurementLayout({str(k + 1): link for k in range(count)})


def list_marker_errors(fit, data, table, poses):
    """Lengths [m] of the errors of all markers, of a pose of three of them too."""
    lin = Kinematics(fit.model, data.q).linearise(fit.x)
    parts = [channel.compute(lin, fit.unknowns)[0] for channel in data.channels]
    if len(parts) == 1:
        return np.linalg.norm(parts[0], axis=1)
    Y = np.stack([[table[f"{a}{k}"][poses] for a in "xyz"] for k in (1, 2, 3)]).transpose(2, 0, 1)
    R = find_axes(Y)
    local = np.einsum("kji,kmj->kmi", R, Y - Y.mean(axis=1)[:, None])
    turned = np.einsum("kij,kjl,kml->kmi", R, make_rotation(parts[1]) - np.eye(3), local)
    return np.linalg.norm(parts[0][:, None] + turned, axis=2).ravel()


def run_real(_):
    """Measured poses in five folds: RMS of poses left out."""
    warnings.simplefilter("ignore")
    for name in ("TIAGo", "UR10"):
        if not (DATA / "calibration").is_dir():
            print(f"{name}: no measured poses in {DATA}, skipped")
            continue
        robot, table, layout = read_real(name)
        count = len(next(iter(table.values())))
        for label, fold in (
            ("every fifth", np.arange(count) % 5),
            *((f"random {s}", np.random.default_rng(s).permutation(count) % 5) for s in range(3)),
        ):
            errors = {"frames alone": [], "calibrated": []}
            chosen = []
            for k in range(5):
                seen = {n: v[fold != k] for n, v in table.items()}
                found = calibrate_robot(robot, seen, layout)
                chosen.append(found.selection.chosen.name)
                new = {n: v[fold == k] for n, v in table.items()}
                data = read_measurements(found.nominal, new, layout)[1]
                for fit, out in zip((found.frames, found.fit), errors.values()):
                    out.append(list_marker_errors(fit, data, table, fold == k))
            rms = [1e3 * np.sqrt(np.mean(np.concatenate(e) ** 2)) for e in errors.values()]
            print(
                f"{name}, folds {label}: {rms[0]:.2f} mm with frames alone, {rms[1]:.2f} mm"
                f" calibrated ({', '.join(sorted(set(chosen)))})"
            )


def make_torque_log(model, p, seed):
    """10 s of five harmonics, torques with 1 % of noise."""
    t, home = np.arange(0.0, 10.0, 0.002), take_actuated_home(model.robot)
    rng, k = np.random.default_rng(seed), 0.2 * np.pi * np.arange(1, 6)
    a, b = rng.normal(size=(2, 5, model.robot.dof)) / k[:, None]
    c, s = np.cos(np.outer(t, k)), np.sin(np.outer(t, k))
    most = np.abs(s @ a + (c - 1) @ b).max() / 0.5
    a, b = a / most, b / most
    q = home + s @ a + (c - 1) @ b
    qd = c @ (k[:, None] * a) - s @ (k[:, None] * b)
    qdd = -s @ (k[:, None] ** 2 * a) - c @ (k[:, None] ** 2 * b)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    noise = 0.01 * np.sqrt(np.mean(tau**2, axis=0)) * rng.normal(size=tau.shape)
    return di.Log(model.robot.actuated, t, q, tau + noise), q[::250]


def run_dynamics(seeds):
    """A Delta whose lengths are 2 % wrong: M identified with the file's lengths and with calibrated
    ones; and its torque error."""
    robot, effects = di.load_robot("delta3"), [di.Viscous(), di.Coulomb()]
    errors = make_error_model(robot, LENGTHS)
    places = {body.joint.name: body.joint.position for body in robot.bodies}
    for loop in robot.loops:
        places |= {loop.name + "a": loop.position_a, loop.name + "b": loop.position_b}
    long = np.zeros(len(errors))
    for k, e in enumerate(errors.errors):
        place = places[e.owner if e.part == "joint" else e.owner + e.part]
        long[k] = 0.0 if e.turns or not e.long else e.direction @ np.asarray(place)
    found = []
    for seed in range(min(seeds, 10)):
        x = 0.02 * long * np.random.default_rng(seed).choice([-1.0, 1.0], len(errors))
        true = di.Model(errors.apply(x), effects)
        p = true.prior.copy()
        p[true.layout.others] = 0.3
        log, at = make_torque_log(true, p, seed)
        q, layout = draw_closed_poses(robot, 30, 0.6, seed), MeasurementLayout({"1": "platform"})
        seen = simulate_measurements(errors, x, q, {"1": "platform"}, NOISE, seed=seed)
        calibrated = calibrate_robot(robot, seen, layout, errors=LENGTHS).robot
        M = true.mass_matrix(at, p)
        for each in (robot, calibrated):
            model = di.Model(each, effects)
            result = di.estimate(di.Problem(model, di.process(log, model)))
            wrong = model.mass_matrix(at, result.p) - M
            found.append(
                [
                    100 * np.linalg.norm(wrong) / np.linalg.norm(M),
                    np.mean([x.relative for x in result.joints]),
                ]
            )
    (M, rest), (M2, rest2) = np.mean(np.reshape(found, (-1, 2, 2)), axis=0)
    worst = np.max(np.reshape(found, (-1, 2, 2))[:, 1, 0])
    print(
        f"delta3, lengths 2 % wrong, {len(found) // 2} seeds: M {M:.1f} % off, torque error"
        f" {rest:.2f} %; calibrated before: M {M2:.2f} % (largest {worst:.2f}), torque"
        f" {rest2:.2f} %"
    )


def run_poses(seeds):
    """Designed poses against twice as many random ones: at 300 other poses the largest error that
    the covariance expects, and the root mean square that comes."""
    for name, count, how in (
        ("arm7", 16, {"markers": {"1": "link7"}}),
        ("arm7", 20, {"markers": {"1": "link7"}}),
        ("delta3", 12, {"markers": {"1": "platform"}}),
    ):
        robot = di.load_robot(name)
        kinds = LENGTHS if robot.loops else FRAMES
        model, layout = make_error_model(robot, kinds), MeasurementLayout(**how)
        space = PoseSpace(di.Model(robot, []))
        others = space.draw(300, 1)
        for criterion in ("logdet", "tool"):
            study = Study.make(name)
            made = study.design_poses(poses=count, criterion=criterion, errors=kinds, **how)
            errors = []
            for seed in range(seeds):
                x = draw_errors(model, 5e-4, np.deg2rad(0.2), seed)
                for q in (made.poses, space.draw(2 * count, 100 + seed)):
                    both = np.vstack([q, others])
                    noisy = simulate_measurements(model, x, both, how["markers"], NOISE, seed=seed)
                    clean = simulate_measurements(model, x, both, how["markers"], seed=seed)
                    seen, new = split(noisy, len(q))[0], split(clean, len(q))[1]
                    found = calibrate_robot(robot, seen, layout, errors=kinds)
                    rows = predict(found.fit, read_measurements(robot, new, layout)[1])
                    S = found.fit.solution.covariance
                    variance = np.einsum("ij,jk,ik->i", rows.J, S, rows.J, optimize=True)
                    expected = np.sqrt(variance.reshape(-1, 3).sum(axis=1))
                    errors.append([np.sqrt(3 * np.mean(rows.r**2)), expected.max()])
            (rms, worst), (rms2, worst2) = 1e3 * np.mean(np.reshape(errors, (-1, 2, 2)), axis=0)
            print(
                f"{name}, {seeds} seeds, {criterion}: {count} designed poses: {worst:.4f} mm at"
                f" most, rms {rms:.4f}; {2 * count} random ones: {worst2:.4f} mm, rms {rms2:.4f}"
            )


def run_speed(_):
    """200 poses of an arm, 100 of a hexapod with three markers."""
    for name, body, count, span, marks in (
        ("arm7", "link7", 200, 1.5, 1),
        ("stewart", "tool", 100, 0.12, 3),
    ):
        robot = di.load_robot(name)
        model = make_error_model(robot, LENGTHS if robot.loops else FRAMES)
        x = draw_errors(model, 5e-4, np.deg2rad(0.2), 0)
        q = draw_closed_poses(robot, count, span, 0)
        markers = {str(k): body for k in range(1, marks + 1)}
        table = simulate_measurements(model, x, q, markers, NOISE)
        start = time.process_time()
        found = calibrate_robot(robot, table, MeasurementLayout(markers=markers))
        cpu = time.process_time() - start
        print(f"{name}, {count} poses: {cpu:.2f} s of CPU ({found.selection.chosen.name})")


PARTS = {
    "arm": run_arm,
    "surfaces": run_surfaces,
    "parallel": run_parallel,
    "dynamics": run_dynamics,
    "poses": run_poses,
    "real": run_real,
    "speed": run_speed,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--seeds", type=int, default=20)
    typed = parser.parse_args()
    for part in typed.parts or PARTS:
        PARTS[part](typed.seeds)
        sys.stdout.flush()
