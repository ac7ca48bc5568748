"""Logs of real robots: every estimator, trained on one part and checked on another.

The cases, effects and cutoffs are those of the baseline beside the data; nothing is chosen on the
test part (measured or differentiated velocities: whichever fits the training part). Ridge to the
file's inertias means something where the file has them: kuka_lwr4 and staubli_tx40; elsewhere it
draws to zero. L1 is trained on 1500 evenly spaced samples. Error: 100 |tau - prediction| / |tau|
over all joints and all samples of the test part, against the filtered torque, and against the raw
one.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import dynid as di
from dynid.validation.comparison import compare

DATA = Path(os.environ.get("DYNID_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
END = 1e9
L1_SAMPLES = 1500


@dataclass(frozen=True)
class Case:
    name: str
    folder: str
    train: tuple[tuple[str, float, float], ...]  # file, from, to (s)
    test: tuple[str, float, float]
    cutoff: float
    baseline: float
    slow: str | None = None
    velocity: str = "positions"
    wrist: bool = False


CASES = (
    Case(
        "panda_gaz, t < 14 s -> rest",
        "panda_gaz",
        (("traj1.csv", 0, 14),),
        ("traj1.csv", 14, END),
        5,
        1.16,
    ),
    Case(
        "staubli_tx40, t < 5 s -> 5..7.5 s",
        "staubli_tx40",
        (("traj1.csv", 0.1, 5),),
        ("traj1.csv", 5, 7.5),
        20,
        9.06,
        slow="2%",
        wrist=True,
    ),
    Case(
        "kuka_lwr4, 1 -> 2", "kuka_lwr4", (("meas1.csv", 0, END),), ("meas2.csv", 0, END), 5, 2.03
    ),
    Case(
        "kuka_lwr4, 1 -> 3", "kuka_lwr4", (("meas1.csv", 0, END),), ("meas3.csv", 0, END), 5, 12.83
    ),
    Case(
        "kuka_kr300, A + B -> C",
        "kuka_kr300",
        (("A.csv", 0, END), ("B.csv", 0, END)),
        ("C.csv", 0, END),
        5,
        14.2,
    ),
    Case("kuka_kr300, A -> C", "kuka_kr300", (("A.csv", 0, END),), ("C.csv", 0, END), 5, 38.5),
)
#: with the counterbalance of the KR300 as a spring; the prior is the file's inertias (LWR4+, TX40)
#: or guessed shapes
CONSISTENT = (
    di.Consistent(draws=0),
    di.Consistent(weight="auto", draws=0),
    di.Stepwise(),
    di.Stepwise("bic"),
)
ESTIMATORS = (
    di.OLS(),
    di.WLS(),
    di.Huber(),
    di.Ridge(1e-4),
    di.Ridge(1e-2, "model"),
    di.estimators.DLS(0.1),
    di.estimators.TruncatedSVD(1e-3),
    di.estimators.TotalLeastSquares(),
    di.estimators.RecursiveLeastSquares(),
)


def model_of(case: Case, counterbalance: bool = False) -> di.Model:
    """The baseline's model; with `counterbalance` a spring on joint 2 of the KR300 as well."""
    robot = di.load_robot(DATA / case.folder / "robot.urdf")
    effects: list = [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()]
    if counterbalance and case.folder == "kuka_kr300":
        effects.append(di.Spring(joints=robot.actuated[1:2]))
    if case.wrist:
        effects.append(di.effects.JointCoupling(joints=robot.actuated[4:6]))
    return di.Model(robot, effects)


def load(case: Case, model: di.Model, parts: tuple[tuple[str, float, float], ...]) -> di.Dataset:
    logs = [
        di.read_log(DATA / case.folder / name).select_times(start, stop)
        for name, start, stop in parts
    ]
    return di.process(
        logs, model, case.cutoff, decimate=None, slow=case.slow, velocity=case.velocity
    )


def with_velocity(case: Case, model: di.Model) -> Case:
    """Derivative or measured velocities, whichever fits the TRAINING data better (where the log has
    both)."""
    name = case.train[0][0]
    if di.read_log(DATA / case.folder / name).qd is None:
        return case
    fits = {}
    for velocity in ("positions", "measured"):
        choice = replace(case, velocity=velocity)
        problem = di.Problem(model, load(choice, model, case.train))
        fits[velocity] = problem.sum_squared_errors(di.OLS().fit(problem).theta).sum()
    return replace(case, velocity=min(fits, key=fits.__getitem__))


def raw_error(case: Case, test: di.Dataset, result: di.Estimate) -> float:
    """Against the torque as it was recorded, interpolated to the samples of the test set."""
    name, start, stop = case.test
    log = (
        di.read_log(DATA / case.folder / name)
        .select_times(start, stop)
        .select(test.model.robot.actuated)
    )
    raw = np.column_stack([np.interp(test.t, log.t, column) for column in log.tau.T])
    e = raw - test.model.inverse_dynamics(test.q, test.qd, test.qdd, result.p)
    return float(100 * np.sqrt((e**2).sum() / (raw**2).sum()))


def every(data: di.Dataset | None, most: int) -> di.Dataset:
    """Evenly spaced samples of a data set, at most so many: the linear program of L1 takes minutes
    on whole logs."""
    assert data is not None
    step = -(-len(data) // most)
    part = {
        name: getattr(data, name)[::step] for name in ("t", "q", "qd", "qdd", "tau", "log", "use")
    }
    return replace(data, rate=data.rate / step, **part)


def run(case: Case) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = model_of(case)
        case = with_velocity(case, model)
        problem = di.Problem(model, load(case, model, case.train))
        test = load(case, model, (case.test,))
        table = compare(ESTIMATORS, problem, test)
        exact = compare(
            [di.estimators.L1()],
            di.Problem(model, every(problem.data, L1_SAMPLES), problem.base),
            test,
        )
        balanced = model_of(case, counterbalance=True)
        balanced_test = load(case, balanced, (case.test,))
        consistent = compare(
            CONSISTENT, di.Problem(balanced, load(case, balanced, case.train)), balanced_test
        )
    rows = []
    tables = ((table, test), (exact, test), (consistent, balanced_test))
    for line, result, unseen in (
        (x, y, data) for t, data in tables for x, y in zip(t.lines, t.estimates)
    ):
        name = (
            "Ridge to the file's inertias"
            if "'model'" in line.method
            else line.method.split("(")[0]
        )
        name += ", weight by cross-validation" if "auto" in line.method else ""
        if result is None or line.test is None:
            rows.append(
                f"| {case.name} ({case.velocity}) | {case.baseline} | {name} | - | - | - | - |"
            )
            continue
        raw = raw_error(case, unseen, result)
        values = f"{line.train:.2f} | {line.test:.2f} | {raw:.2f} | {line.seconds:.2f}"
        rows.append(f"| {case.name} ({case.velocity}) | {case.baseline} | {name} | {values} |")
    return rows


def report() -> str:
    title = "### Real robots: trained on one part, checked on another"
    if not DATA.is_dir():
        return f"{title}: no data in {DATA}; set DYNID_DATA"
    head = [
        (
            "| train -> test (velocities) | baseline % | estimator | train % | test % | raw test %"
            " | s |"
        ),
        "| --- " * 7 + "|",
    ]
    return f"{title}\n\n" + "\n".join(head + [row for case in CASES for row in run(case)])


if __name__ == "__main__":
    print(report())
