"""Effects chosen blind on logs of real robots: beside plain least squares and the usual effects.

    python benchmarks/real_effects.py [all] [beginnings of rows]

Errors in % of the torque over ALL samples of the test part, against the torque low-passed at the
cutoff of the row; "moving": samples above 2 % of a joint's largest speed. Nothing is chosen on the
test part. With `all`: every log of a machine as training, halves and quarters of logs.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np

import dynid as di
from dynid.selection.group_search import select_effects
from dynid.study.slow_samples import leave_out_slow_samples, masking_pays
from real_data import DATA, END

USUAL = (di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia())
Parts = tuple[tuple[str, float, float], ...]
#: folder, training, test, cutoff, goal
MAIN: tuple[tuple[str, str, Parts, Parts, float, float], ...] = (
    ("Panda < 14 s", "panda_gaz", (("traj1.csv", 0, 14),), (("traj1.csv", 14, END),), 5, 0.95),
    ("LWR 1 -> 2", "kuka_lwr4", (("meas1.csv", 0, END),), (("meas2.csv", 0, END),), 5, 1.9),
    ("LWR 1 -> 3", "kuka_lwr4", (("meas1.csv", 0, END),), (("meas3.csv", 0, END),), 5, 3.8),
    ("TX40 < 5 s", "staubli_tx40", (("traj1.csv", 0.1, 5),), (("traj1.csv", 5, 7.5),), 20, 7.5),
    ("KR300 A -> C", "kuka_kr300", (("A.csv", 0, END),), (("C.csv", 0, END),), 5, 13.5),
    (
        "KR300 A + B -> C",
        "kuka_kr300",
        (("A.csv", 0, END), ("B.csv", 0, END)),
        (("C.csv", 0, END),),
        5,
        12.3,
    ),
    ("UR10 < 18 s", "ur10", (("log.csv", 0, 18),), (("log.csv", 18, END),), 5, 5.0),
    ("TIAGo < 60 %", "tiago", (("log.csv", 0, 48.13),), (("log.csv", 48.13, END),), 2, 1.5),
)
#: TIAGo's log has currents, of 8 joints: Nm per A (gear ratio times motor constant), joints that
#: stand still
AMPERES = {
    f"arm_{k}_joint": ratio * constant
    for k, (ratio, constant) in enumerate(
        [*[(100, 0.136)] * 2, *[(100, -0.087)] * 2, *[(336, -0.0613)] * 3], start=1
    )
}
STILL = {"suspension_*": 0, "wheel_*": 0, "caster_*": 0, "head_*": 0, "gripper_finger_joint": 0.002}
TORSO = "torso_lift_joint"
GONE = "usual effects, not "


def others() -> list[tuple[str, str, Parts, Parts, float, float]]:
    """Every log of a machine as training, and parts of logs."""
    out = []
    for folder, names in (
        ("kuka_lwr4", ("meas1.csv", "meas2.csv", "meas3.csv")),
        ("kuka_kr300", ("A.csv", "B.csv", "C.csv")),
    ):
        for train in names:
            for test in names:
                if train != test:
                    label = f"{folder} {train} -> {test}"
                    out.append((label, folder, ((train, 0, END),), ((test, 0, END),), 5.0, np.nan))
        for test in names:
            both = tuple((name, 0, END) for name in names if name != test)
            out.append((f"{folder} others -> {test}", folder, both, ((test, 0, END),), 5.0, np.nan))
    for folder, name, start, stop, cutoff in (
        ("panda_gaz", "traj1.csv", 0.0, 21.0, 5.0),
        ("ur10", "log.csv", 0.0, 27.5, 5.0),
        ("staubli_tx40", "traj1.csv", 0.1, 7.5, 20.0),
    ):
        middle, quarter = (start + stop) / 2, start + (stop - start) / 4
        for label, train, test in (
            ("first half -> second", (start, middle), (middle, stop)),
            ("second half -> first", (middle, stop), (start, middle)),
            ("first quarter -> rest", (start, quarter), (quarter, stop)),
        ):
            row = (f"{folder}, {label}", folder, ((name, *train),), ((name, *test),))
            out.append((*row, cutoff, np.nan))
    return out


def robot_of(folder: str) -> di.Robot:
    return di.load_robot(DATA / folder / "robot.urdf", lock=STILL if folder == "tiago" else None)


def log_of(robot: di.Robot, folder: str, name: str) -> di.Log:
    path = DATA / folder / name
    if folder != "tiago":
        return di.read_log(path)
    columns = {f"tau_{joint}": f"current_{joint}" for joint in (TORSO, *AMPERES)}
    log = di.read_log(path, columns, {f"tau_{joint}": x for joint, x in AMPERES.items()})
    # the driver gives the lift's force without the weight of what it carries
    weight = 9.81 * sum(body.inertia[0] for body in robot.bodies)
    return replace(log, tau=log.tau + weight * (np.array(log.joints) == TORSO))


def data_of(model: di.Model, folder: str, parts: Parts, cutoff: float, slow=None) -> di.Dataset:
    logs = [log_of(model.robot, folder, name).select_times(a, b) for name, a, b in parts]
    return di.process(logs, model, cutoff, decimate=None, slow=slow)


def errors(result: di.Estimate, test: di.Dataset) -> tuple[float, float]:
    """Over all samples, and over moving ones."""
    assert result.model is not None
    guess = result.model.inverse_dynamics(test.q, test.qd, test.qdd, result.p, test.starts)
    moving = np.abs(test.qd) > 0.02 * np.abs(test.qd).max(axis=0)
    e, tau = test.tau - guess, test.tau
    return tuple(
        100 * float(np.sqrt((e[use] ** 2).sum() / (tau[use] ** 2).sum()))
        for use in (np.ones_like(moving), moving)
    )


def select_and_fit(
    data: di.Dataset, process: Callable[[di.Model, str | None], di.Dataset]
) -> tuple[di.selection.Selection, di.Estimate | None]:
    """As dynid identify does it: None where the usual effects serve better."""
    choice = select_effects(data)
    model = di.Model(data.model.robot, choice.effects)
    problem = di.Problem(model, process(model, choice.slow))
    result = di.estimate(problem, di.Consistent(draws=0))
    try:
        di.selection.confirm_choice(choice, data, result, problem, di.Consistent(draws=0))
    except di.InputError:
        return choice, None
    return choice, result


def row(label: str, folder: str, train: Parts, test: Parts, cutoff: float, goal: float) -> str:
    robot = robot_of(folder)
    plain = di.Model(robot, USUAL)
    data, unseen = (data_of(plain, folder, parts, cutoff) for parts in (train, test))
    free = errors(di.estimate(di.Problem(plain, data), di.OLS()), unseen)
    masked = leave_out_slow_samples(data, "5%")
    seen = masked if masking_pays(data, masked) else data
    usual = errors(di.estimate(di.Problem(plain, seen), di.Consistent(draws=0)), unseen)
    start = time.process_time()
    choice, result = select_and_fit(
        data, lambda model, slow: data_of(model, folder, train, cutoff, slow)
    )
    auto, gone = (usual, GONE) if result is None else (errors(result, unseen), "")
    took = time.process_time() - start
    shown = "" if np.isnan(goal) else f"{goal:g}"
    return (
        f"| {label} | {free[0]:.2f} | {usual[0]:.2f} | {auto[0]:.2f} | {auto[1]:.2f} | {shown} |"
        f" {took:.1f} | {gone}{', '.join(choice.groups) or 'none'}; {choice.setting} |"
    )


def report(everything: bool = False, words: tuple[str, ...] = ("",)) -> None:
    if not DATA.is_dir():
        print(f"no data in {DATA}; set DYNID_DATA")
        return
    print("| train -> test | OLS % | usual % | auto % | moving % | goal | CPU s | chosen |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in (*MAIN, *(others() if everything else ())):
            if not case[0].startswith(words):
                continue
            try:
                print(row(*case), flush=True)
            except di.DynidError as error:
                print(f"| {case[0]} | {error} |", flush=True)


if __name__ == "__main__":
    typed = sys.argv[1:]
    report("all" in typed, tuple(word for word in typed if word != "all") or ("",))
