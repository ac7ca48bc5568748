"""dynid bench: what it measures beside the same computed otherwise; failures, interruptions,
workers, files, mistakes."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from typer.testing import CliRunner

import dynid as di
from dynid.benchmark.benchmark_case import BenchmarkCase, disturb_parameters, make_case
from dynid.benchmark.benchmark_experiment import Protocol, load_experiment
from dynid.benchmark.benchmark_files import write_bench, write_runs_table
from dynid.benchmark.benchmark_run import list_tasks, run_bench
from dynid.benchmark.benchmark_table import BenchmarkTable, compute_median_interval
from dynid.benchmark.single_run import collect_settings, run_case
from dynid.benchmark.variants import ELSEWHERE, VARIANTS, Variant, select_variants
from dynid.cli.main import app
from dynid.estimators import ESTIMATORS
from dynid.model.consistency import is_consistent

SHORT = Protocol(rate=100.0, duration=3.0)
FEW = {"robots": ["pendulum"], "methods": "ols,wls,pc-relative", "noise": [0.3, 3.0], "starts": 2}


ARM = """<robot name="two"><link name="world"/>
<link name="a"><inertial><origin xyz="0 0 -0.2"/><mass value="2"/><inertia ixx="0.02"
iyy="0.02" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="world"/><child link="a"/><axis xyz="0 1 0"/>
<limit lower="-0.5" upper="0.5" effort="9" velocity="9"/></joint></robot>"""


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    (path := tmp_path_factory.mktemp("arm") / "arm.urdf").write_text(ARM)
    return str(path)


def bench(folder, **other):
    return run_bench(folder, **{**FEW, "protocol": SHORT, **other})


def numbers(found):
    """All but the time it took."""
    return [{k: v for k, v in record.items() if k != "seconds"} for record in found.records]


# ---- the experiment


def test_the_robot_moves_as_its_truth_says():
    """Its torques are those of the inverse dynamics; noise and starts are as large as told."""
    of = load_experiment("five_bar", SHORT)
    truth = of.truth
    tau = of.model.inverse_dynamics(truth.q, truth.qd, truth.qdd, of.p)
    assert_allclose(tau[5:-1], truth.tau[5:-1], atol=0.02 * np.abs(truth.tau).max())
    assert not np.array_equal(of.drive.motion.a, of.test_drive.motion.a)
    seen = BenchmarkCase(of, 2.0, 0).log
    for noise, size in zip((seen.q - truth.q, seen.tau - of.tau), of.compute_noise(2.0)):
        assert_allclose(noise.std(axis=0), size, rtol=0.15)
    assert_allclose(of.compute_noise(2.0)[1], 0.02 * np.sqrt(np.mean(of.tau**2, axis=0)))
    again, louder = BenchmarkCase(of, 2.0, 0).log, BenchmarkCase(of, 4.0, 0).log
    assert np.array_equal(again.q, seen.q)
    assert_allclose(louder.q - truth.q, 2.0 * (seen.q - truth.q), atol=1e-12)
    assert not np.array_equal(BenchmarkCase(of, 2.0, 1).log.q, seen.q)


def test_starts_are_robots_that_can_exist():
    of = load_experiment("five_bar", SHORT)
    rng = np.random.default_rng(0)
    some = np.array([disturb_parameters(of, rng) for _ in range(50)])
    assert all(is_consistent(p, of.model) for p in some)
    m = of.model.parameters.index(next(x for x in of.model.parameters if x.endswith(".m")))
    assert 0.1 < some[:, m].std() / of.p[m] < 0.4


# ---- the methods


def test_every_estimator_is_here_and_there_are_enough():
    assert len(VARIANTS) >= 39
    of = make_case("pendulum", SHORT, 1.0, 0)
    kinds = {type(variant.make(of)[1]) for variant in VARIANTS.values()}
    there = {name for name, kind in ESTIMATORS.items() if kind in kinds}
    assert there | set(ELSEWHERE) == set(ESTIMATORS)
    assert not {v.name for v in select_variants("all", quick=True)} & {"ukf", "particles"}
    assert [v.name for v in select_variants("ukf,ols", quick=True)] == ["ukf", "ols"]


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("method", VARIANTS)
def test_every_method_finds_an_arm(method, arm):
    """Torques within 3 % at a small noise, from a start that is off by far more."""
    told = collect_settings(arm, method, 0.1, 0, SHORT)
    record = run_case({}, **told)
    assert record["failed"] == ""
    assert record["torque"] < 3.0
    assert record["parameters"] < 5.0
    assert record["seconds"] > 0


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_entropic_distances_on_a_robot_with_loops():
    """Its first weight is far from the start: more steps than a round has led there."""
    record = run_case({}, **collect_settings("delta4", "pc-entropic", 1.0, 0, Protocol()))
    assert record["failed"] == ""
    assert record["torque"] < 0.5


def test_errors_are_those_of_the_answer():
    """Parameters, torque and coverage by other lines."""
    of, told = (
        make_case("five_bar", SHORT, 1.0, 0),
        collect_settings("five_bar", "wls", 1.0, 0, SHORT),
    )
    record, exp = run_case({}, **told), of.experiment
    found = di.estimate(of.problem, di.WLS())
    motion = exp.test.q, exp.test.qd, exp.test.qdd
    truth, ours = (exp.model.inverse_dynamics(*motion, p) for p in (exp.p, found.p))
    relative = np.sqrt(np.mean((ours - truth) ** 2, axis=0) / np.mean(truth**2, axis=0))
    assert_allclose(record["torque"], 100 * np.sqrt(np.mean(relative**2)), rtol=1e-6)
    low, high = (found.theta - 1.96 * found.std, found.theta + 1.96 * found.std)
    inside = (low <= exp.theta) & (exp.theta <= high)
    assert_allclose(record["coverage"], 100 * inside.mean())
    # each parameter by the torque of its column
    Y = exp.model.regressor(*motion)[:, :, exp.base.independent]
    Y = Y / np.sqrt(np.mean(truth**2, axis=0))[:, None]
    sizes = np.array([np.linalg.norm(Y[:, :, k]) for k in range(Y.shape[2])])
    error = np.linalg.norm(sizes * (found.theta - exp.theta)) / np.linalg.norm(sizes * exp.theta)
    assert_allclose(record["parameters"], 100 * error, rtol=1e-9)
    assert 0 < record["motion"] < 5


def test_the_truth_has_no_error():
    from dynid.benchmark.single_run import measure_errors

    of = make_case("five_bar", SHORT, 1.0, 0)
    base, p = of.experiment.base, of.experiment.p
    exact = replace(di.estimate(of.problem, di.WLS()), theta=base.compute_theta(p), p=p)
    errors = measure_errors(of, exact)
    assert errors["parameters"] < 1e-9
    assert errors["torque"] < 1e-9
    assert errors["motion"] < 1e-3
    assert errors["coverage"] == 100.0


# ---- many runs


def test_what_is_done_is_not_done_again(tmp_path, monkeypatch):
    first = bench(tmp_path)
    assert len(first.records) == 3 * 2 * 2
    kept = sorted((tmp_path / "runs").rglob("*.*"))
    assert len(kept) == 12
    kept[3].unlink()
    kept[5].write_text("{")  # a damaged one is none
    done = []
    for name, variant in list(VARIANTS.items()):
        make = variant.make
        monkeypatch.setitem(
            VARIANTS, name, replace(variant, make=lambda of, m=make: (done.append(1), m(of))[1])
        )
    assert numbers(bench(tmp_path)) == numbers(first)
    assert len(done) == 2
    assert len(bench(tmp_path, starts=3).records) == 18
    assert len(done) == 2 + 6


def test_a_method_that_fails_stops_nothing(tmp_path, monkeypatch):
    def refuses(of):
        class Refuses(di.Estimator):
            def fit(self, problem):
                raise di.DynidError("no drive was given.")

        return of.problem, Refuses()

    def breaks(of):
        raise RuntimeError("out of order")

    monkeypatch.setitem(VARIANTS, "refuses", Variant("refuses", "own", refuses))
    monkeypatch.setitem(VARIANTS, "breaks", Variant("breaks", "own", breaks))
    found = bench(tmp_path, methods="refuses,wls,breaks")
    lines = {(line.method, line.noise): line for line in found.list_lines()}
    assert lines["refuses", 0.3].failed == lines["breaks", 3.0].failed == 2
    assert lines["wls", 3.0].failed == 0
    text = str(found)
    assert "refuses failed: no drive was given." in text
    assert "breaks failed: RuntimeError: out of order" in text
    write_bench(found, tmp_path)


def test_any_executor_gives_the_same(tmp_path):
    alone = bench(tmp_path / "alone")
    with ThreadPoolExecutor(2) as pool:
        shared = bench(tmp_path / "shared", executor=pool)
    assert numbers(shared) == numbers(alone)


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_two_processes_give_the_same(tmp_path):
    alone, two = bench(tmp_path / "alone"), bench(tmp_path / "two", workers=2)
    assert numbers(two) == numbers(alone)


# ---- table and files


def made(count=40, seed=0):
    rng = np.random.default_rng(seed)
    records = []
    for method, size in (("ols", 2.0), ("wls", 1.0)):
        for start in range(count):
            error = size * rng.lognormal()
            records.append(
                {"robot": "arm", "method": method, "family": "f", "noise": 1.0, "start": start,
                 "parameters": error, "torque": error, "motion": error, "coverage": 95.0,
                 "seconds": 0.1, "failed": "", "unmoved": ""}
            )  # fmt: skip
    return BenchmarkTable(tuple(records), SHORT)


def test_medians_with_their_intervals():
    x = np.random.default_rng(0).lognormal(size=41)
    middle, low, high = compute_median_interval(x)
    assert middle == np.median(x)
    # the order statistics between which the median lies in 95 of 100 cases: the 14th and 28th
    ordered = np.sort(x)
    assert ordered[11] <= low <= ordered[16]
    assert ordered[24] <= high <= ordered[29]
    assert np.isnan(compute_median_interval(np.array([np.nan]))).all()


def test_the_table_fits_a_terminal():
    text = str(made())
    assert max(map(len, text.splitlines())) <= 80
    assert "arm, noise 1, 40 starts" in text
    assert "| ols |" in made().to_markdown()
    assert json.loads(json.dumps(made().to_dict()))["runs"] == 80


def test_all_runs_are_written(tmp_path, monkeypatch):
    found = made()
    pq = pytest.importorskip("pyarrow.parquet")
    assert set(write_bench(found, tmp_path)) >= {"table.md", "bench.json", "figures.html"}
    table = pq.read_table(tmp_path / "runs.parquet").to_pylist()
    assert [row["torque"] for row in table] == [record["torque"] for record in found.records]
    page = (tmp_path / "figures.html").read_text(encoding="utf-8")
    assert "error of the torque" in page
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    name, content = write_runs_table(found)
    assert name == "runs.csv"
    assert len(content.decode().splitlines()) == 81


# ---- the command, and mistakes


def test_the_command(tmp_path):
    options = ["--methods", "wls,irls", "--noise", "1", "--starts", "2", "--quick"]
    result = CliRunner().invoke(
        app, ["bench", "--robots", "pendulum", *options, "-o", str(tmp_path / "out")]
    )
    assert result.exit_code == 0, result.output
    assert "pendulum, noise 1, 2 starts" in result.output
    assert max(map(len, result.output.split("\nwritten")[0].splitlines())) <= 80
    result = CliRunner().invoke(
        app, ["bench", "--robots", "pendulum", *options, "-o", str(tmp_path / "out"), "--json"]
    )
    assert json.loads(result.stdout)["runs"] == 4


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"methods": "olss"}, "method 'olss' is not in the bench.*Did you mean"),
        ({"methods": "per-body"}, "needs forces measured in the joints"),
        ({"methods": ","}, "methods: got none"),
        ({"noise": [0.0]}, "noise: got"),
        ({"noise": [1.0, 1.0]}, "each once"),
        ({"starts": 0}, "starts: got 0, expected a whole number"),
        ({"robots": ["pendulum", "pendulum"]}, "robots: got"),
        ({"robots": ["nothing"]}, "nothing"),
        ({"workers": 0}, "workers: got 0"),
        ({"scheduler": "tcp://127.0.0.1:1"}, "no Dask scheduler answers|needs Dask"),
    ],
)
def test_mistakes_are_told(tmp_path, wrong, said):
    with pytest.raises(di.DynidError, match=said):
        bench(tmp_path / "out", **wrong)


def test_an_own_file(tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM)
    path = str(tmp_path / "arm.urdf")
    found = bench(tmp_path / "out", robots=[path], methods="wls", noise=[0.1], starts=1)
    (record,) = found.records
    assert record["robot"] == "two"
    assert record["torque"] < 1.0
    assert np.abs(load_experiment(path, SHORT).truth.q).max() < 0.5
    (task,) = list_tasks([path], ["wls"], [0.1], 1, SHORT)
    key = task.key
    (tmp_path / "arm.urdf").write_text((tmp_path / "arm.urdf").read_text().replace('"2"', '"3"'))
    (other,) = list_tasks([path], ["wls"], [0.1], 1, SHORT)
    assert key != other.key
    assert run_case({}, **task.settings)["torque"] != record["torque"]
