"""Effects chosen blind where it is hard: parts of logs, last parts first, low rates, noise, delays,
long rests, cutoffs too low or found in the log. Beside plain least squares and the usual effects.

    python benchmarks/stressed_effects.py [words that a row contains]

None of these rows stood before the rules of the choice were made. The error is that of
real_effects: in % of the torque, all samples of the test part, which is never disturbed.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

import dynid as di
from real_data import DATA
from real_effects import GONE, USUAL, errors, log_of, robot_of, select_and_fit

#: folder, file, from and to (s), Hz of the test part's low-pass
LOGS: tuple[tuple[str, str, float, float, float], ...] = (
    ("panda_gaz", "traj1.csv", 0, 21, 5),
    ("kuka_lwr4", "meas1.csv", 0, 25, 5),
    ("kuka_lwr4", "meas3.csv", 0, 25, 5),
    ("staubli_tx40", "traj1.csv", 0.1, 7.5, 20),
    ("kuka_kr300", "A.csv", 0, 10, 5),
    ("kuka_kr300", "C.csv", 0, 10, 5),
    ("ur10", "log.csv", 0, 27.5, 5),
    ("tiago", "log.csv", 0, 80.2, 2),
)
WORSE = 1.02  # times the better of the others: a row that fails
Part = tuple[float, float]
Change = Callable[[di.Log], di.Log]


def same(log: di.Log) -> di.Log:
    return log


def every(k: int) -> Change:
    """A lower rate."""

    def change(log: di.Log) -> di.Log:
        qd = None if log.qd is None else log.qd[::k]
        return di.Log(log.joints, log.t[::k], log.q[::k], log.tau[::k], qd)

    return change


def noisy(part: float) -> Change:
    """White noise on torques, of this part of their deviation, and 1e-4 rad on positions."""

    def change(log: di.Log) -> di.Log:
        rng = np.random.default_rng(0)
        tau = log.tau + part * log.tau.std(axis=0) * rng.standard_normal(log.tau.shape)
        return replace(log, tau=tau, q=log.q + 1e-4 * rng.standard_normal(log.q.shape))

    return change


def late(seconds: float) -> Change:
    """Torques that were recorded late."""

    def change(log: di.Log) -> di.Log:
        tau = [np.interp(log.t - seconds, log.t, column) for column in log.tau.T]
        return replace(log, tau=np.column_stack(tau))

    return change


def resting(part: float) -> Change:
    """A rest in the middle, this part of the log: the sample where the joints are slowest lasts."""

    def change(log: di.Log) -> di.Log:
        speed = np.abs(np.gradient(log.q, log.t, axis=0))
        middle = slice(len(log.t) // 3, 2 * len(log.t) // 3)
        at = middle.start + int((speed / speed.max(axis=0)).max(axis=1)[middle].argmin())
        step = float(np.median(np.diff(log.t)))
        k = int(part * len(log.t))
        at_all = np.concatenate([np.arange(at), np.full(k, at), np.arange(at, len(log.t))])
        t = np.concatenate([log.t[:at], log.t[at] + step * np.arange(k), log.t[at:] + step * k])
        qd = None if log.qd is None else log.qd[at_all]
        return di.Log(log.joints, t, log.q[at_all], log.tau[at_all], qd)

    return change


def cases() -> Iterator[tuple[str, str, str, tuple[Part, ...], tuple[Part, ...], Change, object]]:
    """label, folder, file, training, test, change of the training log, cutoff of the training."""
    for folder, name, a, b, cutoff in LOGS:

        def at(x: float, a: float = a, b: float = b) -> float:
            return a + (b - a) * x

        def parts(*ends: float) -> tuple[Part, ...]:
            return tuple((at(x), at(y)) for x, y in zip(ends[::2], ends[1::2]))

        for what, train, test, change, hz in (
            ("last third -> rest", parts(2 / 3, 1), parts(0, 2 / 3), same, cutoff),
            ("middle third -> rest", parts(1 / 3, 2 / 3), parts(0, 1 / 3, 2 / 3, 1), same, cutoff),
            ("ends -> middle third", parts(0, 1 / 3, 2 / 3, 1), parts(1 / 3, 2 / 3), same, cutoff),
            ("last 60 % -> first", parts(0.4, 1), parts(0, 0.4), same, cutoff),
            ("last 60 %, own cutoff", parts(0.4, 1), parts(0, 0.4), same, "auto"),
            ("last 60 %, half cutoff", parts(0.4, 1), parts(0, 0.4), same, cutoff / 2),
            ("first 60 %, rate / 4", parts(0, 0.6), parts(0.6, 1), every(4), "auto"),
            ("first 60 %, noise 5 %", parts(0, 0.6), parts(0.6, 1), noisy(0.05), cutoff),
            ("first 60 %, noise 20 %", parts(0, 0.6), parts(0.6, 1), noisy(0.2), cutoff),
            ("first 60 %, late 20 ms", parts(0, 0.6), parts(0.6, 1), late(0.02), cutoff),
            ("first 60 %, rests", parts(0, 0.6), parts(0.6, 1), resting(0.5), cutoff),
        ):
            yield f"{folder} {name}: {what}", folder, name, train, test, change, hz


def row(
    label: str,
    folder: str,
    name: str,
    train: tuple[Part, ...],
    test: tuple[Part, ...],
    change: Change,
    cutoff: object,
) -> tuple[str, float]:
    robot = robot_of(folder)
    log, plain = log_of(robot, folder, name), di.Model(robot, USUAL)
    hz = next(each[-1] for each in LOGS if each[0] == folder)
    unseen = di.process([log.select_times(*x) for x in test], plain, hz, decimate=None, slow=None)
    logs = [change(log.select_times(*x)) for x in train]
    data = di.process(logs, plain, cutoff, decimate=None)
    free = errors(di.estimate(di.Problem(plain, data), di.OLS()), unseen)[0]
    masked = di.process(logs, plain, cutoff, decimate=None, slow="5%")
    usual = errors(di.estimate(di.Problem(plain, masked), di.Consistent(draws=0)), unseen)[0]
    start = time.process_time()
    choice, result = select_and_fit(
        data, lambda model, slow: di.process(logs, model, cutoff, decimate=None, slow=slow)
    )
    auto, gone = (usual, GONE) if result is None else (errors(result, unseen)[0], "")
    took, ratio = time.process_time() - start, auto / min(free, usual)
    mark = " WORSE" if ratio > WORSE else ""
    text = (
        f"| {label} | {free:.2f} | {usual:.2f} | {auto:.2f} | {ratio:.2f}{mark} | {took:.1f} |"
        f" {gone}{', '.join(choice.groups) or 'none'}; {choice.setting} |"
    )
    return text, ratio


def report(words: tuple[str, ...] = ()) -> None:
    print("| training -> test | OLS % | usual % | auto % | ratio | CPU s | chosen |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    ratios = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in cases():
            if not all(word in case[0] for word in words):
                continue
            try:
                text, ratio = row(*case)
            except di.DynidError as error:
                print(f"| {case[0]} | {error} |", flush=True)
                continue
            ratios.append(ratio)
            print(text, flush=True)
    worse = sum(ratio > WORSE for ratio in ratios)
    mean = float(np.exp(np.mean(np.log(ratios))))
    print(
        f"\n{worse} of {len(ratios)} worse than the better of the others by more than 2 %; mean"
        f" ratio {mean:.3f}, largest {max(ratios):.3f}"
    )


if __name__ == "__main__":
    if DATA.is_dir():
        report(tuple(sys.argv[1:]))
    else:
        print(f"no data in {DATA}; set DYNID_DATA")
