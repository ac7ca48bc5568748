"""Public data sets: plain least squares, the usual effects, dynid's default and what others have
published, in one run; into docs/leaderboard.md, and build/leaderboard.html with the same figures.

    python benchmarks/leaderboard.py [--fresh] [folder ...]

Only what is not kept in benchmarks/results/ is measured; with --fresh everything, or the folders
named. Data: the folder that DYNID_DATA names, else shared/data beside the repository.

Every method predicts the whole test part, slow samples too, from its positions alone (low-passed at
the cutoff of the row). dynid: `dynid identify` without options, which chooses effects, cutoff and
masks in the training logs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

import numpy as np

import dynid as di
import leaderboard_page
import public_data
import real_data
import staubli
from dynid.arrays import Array
from dynid.robot.lock import hold_base
from dynid.validation.prediction_check import compute_percent, predict, score_prediction
from measured_pages import Json, measure_or_read
from public_data import CommandSet, DataSet, Row
from real_effects import STILL, USUAL, Parts, log_of, robot_of

KIND = "leaderboard"
COMMAND = "python benchmarks/leaderboard.py"


def read_parts(robot: di.Robot, folder: str, parts: Parts) -> list[di.Log]:
    return [log_of(robot, folder, name).select_times(a, b) for name, a, b in parts]


class Split:
    """A row's robot, logs and data; spans: the times of the test log at which the machine repeats
    itself."""

    def __init__(self, row: Row, spans: Sequence[tuple[float, float]] = ()) -> None:
        self.row, self.robot, self.spans = row, robot_of(row.folder), spans
        self.train = read_parts(self.robot, row.folder, row.train)
        self.test = read_parts(self.robot, row.folder, row.test)
        self.model = di.Model(self.robot, USUAL)
        chosen = di.process(self.train, self.model).cutoff if row.cutoff is None else row.cutoff
        self.cutoff = float(chosen or 0.0)

    def process(self, logs: Sequence[di.Log], model: di.Model, **how: object) -> di.Dataset:
        return di.process(list(logs), model, self.cutoff, **how)  # type: ignore[arg-type]

    def score(self, data: di.Dataset, prediction: Array) -> Json:
        """The errors of a prediction on the test data, joint by joint and of all; NRMSE and R2 are
        the official ones of the KR300 benchmark, on every recorded sample: at the ends, where the
        filter leaves none, the nearest prediction stands."""
        log = self.test[0].select(self.robot.actuated)
        tau, smooth = data.smooth_tau, data.filter_low_pass(prediction)
        raw = np.column_stack([np.interp(log.t, data.t, y) for y in prediction.T])
        scores = [score_prediction(x, y) for x, y in zip(log.tau.T, raw.T)]
        rmse = np.sqrt(np.mean((tau - prediction) ** 2, axis=0))
        again = np.any([(data.t >= a) & (data.t <= b) for a, b in self.spans], axis=0)
        repeated = compute_percent((tau - prediction)[again], tau[again]) if self.spans else None
        limits = np.array([2 * self.robot.joint(name).effort for name in self.robot.actuated])
        nrms = np.mean(np.sqrt(np.mean((log.tau - raw) ** 2, axis=0)) / limits)
        return {
            "error": compute_percent(tau - prediction, tau),
            "raw": compute_percent(log.tau - raw, log.tau),
            "both_filtered": compute_percent(tau - smooth, tau),
            "where_repeated": repeated,
            "nrmse": np.mean([nrmse for nrmse, _ in scores]),
            "r2": 100 * np.mean([r2 for _, r2 in scores]),
            "nrms": 100 * nrms if "limits" in self.row.more else None,
            "joints": {
                name: {"rmse": rmse[j], "nrmse": scores[j][0], "r2": 100 * scores[j][1]}
                for j, name in enumerate(self.robot.actuated)
            },
        }

    def score_estimate(self, result: di.Estimate) -> Json:
        assert result.model is not None
        data = self.process(self.test, result.model)
        return self.score(data, predict(result, data))


# ---- methods


def fit_least_squares(split: Split, *effects: di.effects.Effect) -> Json:
    model = di.Model(split.robot, (*USUAL, *effects))
    problem = di.Problem(model, split.process(split.train, model, slow=None))
    return split.score_estimate(di.estimate(problem, di.OLS()))


def fit_usual(split: Split) -> Json:
    data = split.process(split.train, split.model, slow="5%")
    return split.score_estimate(di.estimate(di.Problem(split.model, data), di.Consistent(draws=0)))


def fit_default(split: Split) -> Json:
    """`dynid identify` without options (but for TIAGo's joints that stand still)."""
    folder = split.row.folder
    lock = {"lock": STILL} if folder == "tiago" else {}
    found = di.identify(
        str(real_data.DATA / folder / "robot.urdf"), split.train, split.test, **lock
    )
    chosen = found.selection
    return split.score_estimate(found.result) | {
        "effects": [] if chosen is None else list(chosen.groups),
        "cutoff": None if found.training is None else found.training.cutoff,
        "verdict": None if found.verdict is None else found.verdict.word,
    }


def fit_linear(split: Split) -> Json:
    """tau = A [q; qd; qdd] + b: the kind of the KR300 benchmark's own baseline."""

    def stack(data: di.Dataset) -> Array:
        return np.hstack([data.q, data.qd, data.qdd, np.ones((len(data), 1))])

    train, test = (split.process(logs, split.model) for logs in (split.train, split.test))
    A = np.linalg.lstsq(stack(train), train.smooth_tau, rcond=None)[0]
    return split.score(test, stack(test) @ A)


def fit_wrist(split: Split) -> Json:
    """With the TX40's coupled wrist told."""
    coupling = di.effects.JointCoupling(joints=split.robot.actuated[4:6])
    return fit_least_squares(split, coupling)


def take_published(split: Split) -> Json:
    """The TX40's published base parameters, by weighted least squares on the whole log."""
    model = staubli.build()[0]
    _, B, values = staubli.published(model)
    p = np.linalg.lstsq(B, values[:, 2], rcond=None)[0]
    data = split.process(split.test, model)
    return split.score(data, np.asarray(model.inverse_dynamics(data.q, data.qd, data.qdd, p)))


METHODS: dict[str, Callable[[Split], Json]] = {
    "least squares": fit_least_squares,
    "usual effects": fit_usual,
    "dynid": fit_default,
}
#: further ones, by their word in `Row.more`
MORE: dict[str, tuple[str, Callable[[Split], Json]]] = {
    "linear": ("linear model of q, qd, qdd", fit_linear),
    "wrist": ("least squares, wrist terms", fit_wrist),
    "published": ("published parameters", take_published),
}


def list_spans(each: DataSet, row: Row) -> list[tuple[float, float]]:
    """Where the test log of a row is repeated, or is a repeat; the whole log where only another log
    of the machine is."""
    parts = [part for pair in each.repeats for stretch in pair for part in stretch]
    spans = [(a, b) for name, a, b in parts if name == row.test[0][0]]
    return spans or [row.test[0][1:] for _ in each.repeats[:1]]


def measure_row(each: DataSet, row: Row) -> Json:
    split = Split(row, list_spans(each, row))
    methods = METHODS | {MORE[word][0]: MORE[word][1] for word in row.more if word in MORE}
    scores: Json = {}
    for name, fit in methods.items():
        began = time.process_time()
        try:
            scores[name] = fit(split)
        except di.DynidError as error:
            scores[name] = {"failed": str(error)}
        scores[name]["cpu"] = time.process_time() - began
    units = {
        j: "N" if split.robot.joint(j).kind == "prismatic" else "Nm" for j in split.robot.actuated
    }
    return {"label": row.label, "cutoff": split.cutoff, "methods": scores, "units": units}


# ---- repeats


def compare_repeats(
    a: di.Dataset, b: di.Dataset, longest: float = 2.0
) -> tuple[Array, Array, float]:
    """The torque below the cutoff of one run at the phase of another: its difference and itself at
    common samples, and how far the positions are apart (RMS); the phase is the shift, up to
    `longest` seconds, at which the positions agree best."""

    def overlap(x: Array, y: Array, shift: int) -> tuple[Array, Array]:
        n = min(len(x), len(y)) - abs(shift)
        return x[max(0, shift) :][:n], y[max(0, -shift) :][:n]

    def distance(shift: int) -> float:
        x, y = overlap(a.q, b.q, shift)
        return float(np.sqrt(np.mean((x - y) ** 2)))

    most = int(longest * a.rate)
    shift = min(range(-most, most + 1), key=distance)
    x, y = overlap(a.smooth_tau, b.smooth_tau, shift)
    return x - y, x, distance(shift)


def measure_repeats(each: DataSet) -> Json | None:
    """100 |tau1 - tau2| / |tau1| over all stretches, below the cutoff of the first row."""
    if not each.repeats:
        return None
    split = Split(each.rows[0])
    differences, torques, parts = [], [], []
    for pair in each.repeats:
        a, b = (
            split.process(read_parts(split.robot, each.folder, part), split.model) for part in pair
        )
        e, tau, apart = compare_repeats(a, b)
        differences.append(e)
        torques.append(tau)
        parts.append({"percent": compute_percent(e, tau), "positions": apart})
    e, tau = np.vstack(differences), np.vstack(torques)
    nrmse = np.sqrt(np.mean(e**2, axis=0)) / np.std(tau, axis=0, ddof=1)
    return {"percent": compute_percent(e, tau), "nrmse": nrmse.mean(), "parts": parts}


def measure_data_set(each: DataSet) -> Json:
    return {"rows": [measure_row(each, row) for row in each.rows], "repeats": measure_repeats(each)}


# ---- commands and positions


def build_commanded_robot(each: CommandSet) -> di.Robot:
    folder = real_data.DATA / each.folder
    log = di.read_commands(folder / each.train)
    still = {name: float(log.q[:, log.joints.index(name)].mean()) for name in each.lock}
    robot = di.load_robot(folder / "robot.xml", lock=still or None)
    return hold_base(robot) if each.floating else robot


def measure_commands(each: CommandSet) -> Json:
    folder = real_data.DATA / each.folder
    robot, drive = build_commanded_robot(each), di.Drive(each.kp, each.kd)
    log = di.read_commands(folder / each.train).select(robot.actuated)
    test = (
        None if each.test is None else di.read_commands(folder / each.test).select(robot.actuated)
    )
    found = di.identify_simulator(robot, log, drive, train=each.part, test=test)
    check = found.rollout_check
    assert check is not None
    return {
        "error": 1e3 * check.total,
        "shipped": 1e3 * check.total_shipped,
        "joints": {
            name: {"error": 1e3 * a, "shipped": 1e3 * b}
            for name, a, b in zip(check.joints, check.rmse, check.rmse_shipped)
        },
    }


def main(typed: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", help="only these are measured again")
    parser.add_argument("--fresh", action="store_true", help="measure again what is kept")
    asked = parser.parse_args(typed)

    def run(folder: str, measure: Callable[[], Json]) -> Json | None:
        fresh = asked.fresh and (not asked.folders or folder in asked.folders)
        there = (real_data.DATA / folder).is_dir()
        return measure_or_read(KIND, folder, measure, there, fresh)

    torques = {
        x.folder: run(x.folder, lambda x=x: measure_data_set(x)) for x in public_data.DATA_SETS
    }
    commands = {
        x.folder: run(x.folder, lambda x=x: measure_commands(x)) for x in public_data.COMMAND_SETS
    }
    for path in leaderboard_page.make_page(torques, commands).write():
        print(path)


if __name__ == "__main__":
    main()
