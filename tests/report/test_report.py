"""The report as a file: what it says, that it stays small and whole, and what it refuses. How it
looks: test_report_browser."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from cli_help import dynid
from dynid.excitation.excitation import Kept
from dynid.identification.parameter_plot import find_panel
from dynid.model.gears import Hysteresis
from dynid.model.layout import take_part
from dynid.plotting import compute_envelope, concatenate_times
from dynid.report.moving_robot import FRAMES, draw_picture, make_skeleton
from report_help import EVIL_IMAGE, EVIL_SCRIPT, evil, five_bar

KEYS = [
    "verdict",
    "torques",
    "joints",
    "parameters",
    "prior",
    "residuals",
    "identifiability",
    "robot",
    "motion",
    "data",
    "provenance",
]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    c = five_bar()
    di.write_report(path, c.result, c.problem, c.check)
    return path.read_text(encoding="utf-8")


def written(path, c, *arguments, **options):
    di.write_report(path, c.result, c.problem, *arguments, **options)
    return path.read_text(encoding="utf-8")


# ---- content


def test_every_link_leads_to_a_section(page):
    links = re.findall(r'<a href="#([a-z]+)">', page)
    assert len(links) == 10
    assert set(links) <= set(re.findall(r'<section id="([a-z]+)">', page))


def test_every_section_is_there_and_the_verdict_is_on_top(page):
    c = five_bar()
    assert re.findall(r'<section[^>]* id="(\w+)"', page) == KEYS
    sentence = re.search(r'<p class="sentence">(.*?)</p>', page)[1]
    assert sentence == str(di.judge(c.result, c.problem, c.check))
    assert page.index('class="tiles"') < page.index(sentence) < page.index('class="plot"')


def test_numbers_are_those_of_the_result(page):
    c = five_bar()
    for joint in c.check.joints:
        row = re.search(rf"<tr[^>]*><td[^>]*>{joint.joint}</td>.*?</tr>", page)[0]
        cells = re.findall(r"<td[^>]*>([^<]*)</td>", row)
        errors = (joint.relative, joint.moving, joint.raw, joint.without_filter)
        errors = [f"{x:.2f}" for x in errors]
        assert cells[2:] == [*errors, f"{joint.r2:.4f}", f"{joint.nrmse:.4f}", f"{joint.rmse:.4g}"]
    total = re.search(r"<tr[^>]*><td[^>]*>all</td>.*?</tr>", page)[0]
    for shown in (f"{c.check.relative:.2f}", f"{c.check.r2:.4f}", f"{c.check.nrmse:.4f}"):
        assert f">{shown}</td>" in total
    assert re.search(rf"<strong>{c.check.r2:.4f}</strong><span>R².*NRMSE {c.check.nrmse:.4f}", page)
    for name, value in zip(c.result.parameters, c.result.p):
        shown = f"{value:.5g}".replace("-", "−")
        assert re.search(rf"<td[^>]*>{re.escape(name)}</td><td[^>]*>{re.escape(shown)}</td>", page)
    for note in c.result.notes:
        assert note.split("'")[0].split("<")[0] in page
    assert c.result.method in page
    assert f"dynid {di.__version__}" in page


def test_one_error_is_one_number(tmp_path):
    """In the tile, the verdict, its reasons and the table, with the same digits; the raw error and
    that with both filtered are in the table alone, under their names."""
    c = five_bar()
    numbers = {"relative": 12.3456, "without_filter": 11.8, "by_filter": 1.2, "moving": 9.8765}
    numbers |= {"shipped": np.nan, "raw": 13.57}
    joint = replace(c.check.joints[0], relative=45.678, without_filter=44.2)
    check = replace(c.check, **numbers, joints=(joint, *c.check.joints[1:]))
    page = written(tmp_path / "r.html", c, check)
    text = re.sub(r"<script.*?</script>", "", page[: page.index('id="joints"')], flags=re.DOTALL)
    shown = re.findall(r"(?<![\d.])(?:1[123]|9|10|4[456])(?:\.\d+)?(?= %|</td>)", text)
    only_in_table = ("11.80", "13.57", "44.20")
    assert [shown.count(x) for x in only_in_table] == [1, 1, 1]
    assert "<th>raw %</th><th>both filtered %</th>" in re.sub(r' class="number"', "", text)
    assert {x for x in shown if float(x) > 11} - {*only_in_table} == {"12.35", "45.68"}
    assert {x for x in shown if 9 < float(x) < 11} == {"9.88"}
    assert shown.count("12.35") >= 4


def test_differences_are_drawn_also_where_they_do_not_count():
    """Slow samples have the largest errors; they are left out of a fit, not of its picture."""
    c = five_bar()
    use = np.abs(c.check.q - c.check.q.mean(axis=0)) > 0.2
    assert 0.1 < use.mean() < 0.95
    for joint, name in enumerate(j.joint for j in c.check.joints):
        figure = replace(c.check, use=use).plot(name)
        drawn = {trace.name: np.asarray(trace.y, dtype=float) for trace in figure.data}
        e = (c.check.measured - c.check.predicted)[:, joint]
        assert_allclose(drawn["not counted"], e, rtol=1e-5, atol=1e-5)
        counted = np.isfinite(drawn["difference"])
        assert_allclose(drawn["difference"][counted], e[use[:, joint]], rtol=1e-5, atol=1e-5)


def test_names_with_a_number_are_whole_in_titles():
    model = di.Model(di.load_robot("five_bar"), [Hysteresis(lengths=(0.003, 0.1))])
    units = model.layout.units
    titles = {find_panel(name, units) for name in model.parameters if "hyst" in name}
    assert titles == {"hysteresis 0.003 [N m]", "hysteresis 0.1 [N m]"}
    assert find_panel("left.hysteresis_1e-05 + 0.2 right.viscous", units) == "hysteresis 1e-05"
    assert find_panel("ball.rz.viscous", {"viscous": "N m s/rad"}) == "viscous [N m s/rad]"
    assert find_panel("link1.Izz + 0.04 link2.m", units) == "inertia [kg m²]"
    assert [take_part(each.name) for each in model.layout.parameters] == [
        each.part for each in model.layout.parameters
    ]


def test_plots_hold_the_torques_themselves(page):
    """Read back from the page: every trace of the first held-out plot against the validation."""
    import base64

    c = five_bar()
    blocks = [
        json.loads(text)
        for text in re.findall(r'<script type="application/json">(.*?)</script>', page)
    ]
    torque = next(b for b in blocks if "data" in b and b["data"][0]["name"] == "measured")

    def numbers(x):
        return (
            np.frombuffer(base64.b64decode(x["bdata"]), dtype=x["dtype"])
            if isinstance(x, dict)
            else np.array(x)
        )

    for trace, expected in zip(torque["data"], (c.check.measured, c.check.predicted)):
        assert_allclose(numbers(trace["y"]), expected[:, 0], rtol=1e-5, atol=1e-5)
        assert_allclose(numbers(trace["x"]), c.check.t, rtol=1e-5, atol=1e-5)


def test_the_picture_is_the_robot_with_its_loop_closed():
    """Ends of lines that a loop joins coincide in every frame; positions against forward
    kinematics."""
    c = five_bar()
    robot = c.model.robot
    shown = draw_picture(robot, c.problem.data)
    assert 30 <= len(shown["points"]) <= FRAMES
    x = np.array(shown["points"]).reshape(len(shown["points"]), -1, 3)
    places, _ = make_skeleton(robot)
    loop = robot.loops[0]
    ends = []
    for body, r in ((loop.body_a, loop.position_a), (loop.body_b, loop.position_b)):
        ends.append(
            next(
                k
                for k, (b, p) in enumerate(places)
                if b == body and np.allclose(p, r) and np.any(p)
            )
        )
    assert_allclose(x[:, ends[0]], x[:, ends[1]], atol=2e-4)
    assert np.ptp(x[:, ends[0]], axis=0).max() > 0.05  # and it moves


def test_the_picture_shows_sliding_legs():
    """Every leg of a Stewart platform is a line as long as its coordinate says."""
    from wobble_help import wobble

    model = di.Model(di.load_robot("stewart"))
    motion = wobble(model.robot, 500, 1)
    N, n = motion[0].shape
    data = di.Dataset(
        model,
        np.arange(N) / 1000,
        *motion,
        np.zeros((N, n)),
        np.zeros(N),
        np.ones((N, n), bool),
        1000.0,
    )
    shown = draw_picture(model.robot, data)
    x = np.array(shown["points"]).reshape(len(shown["points"]), -1, 3)
    frames = np.unique(np.linspace(0, N - 1, FRAMES).astype(int))
    lengths = [
        np.linalg.norm(x[:, a] - x[:, b], axis=1) * shown["size"] for a, b, _ in shown["lines"]
    ]
    for j in range(n):
        assert min(np.abs(length - motion[0][frames, j]).max() for length in lengths) < 2e-3


def test_without_held_out_data_it_says_so(tmp_path):
    text = written(tmp_path / "r.html", five_bar())
    assert "not checked on held-out data" in re.search(r'<p class="sentence">(.*?)</p>', text)[1]


def test_training_data_as_check_do_not_count_as_held_out(tmp_path):
    c = five_bar()
    text = written(tmp_path / "r.html", c, di.validate(c.result, c.problem.data))
    assert "not checked on held-out data" in text
    assert "training data" in text


def test_a_designed_excitation_is_told(tmp_path):
    @dataclass(frozen=True)
    class Designed:
        criterion: str = "logdet"
        value: float = -12.5
        condition: float = 4321.0
        condition_unit: float = 33.3
        kept: tuple = (Kept("left, position", -1.0, np.inf, -0.75, 0.5),)
        notes: tuple = ("found from 8 starts",)

    text = written(tmp_path / "r.html", five_bar(), None, Designed())
    for words in (
        "logdet = −12.5".replace("−", "-"),
        "left, position",
        "−0.75",
        "found from 8",
    ):
        assert words in text
    told = re.sub(r"<script.*?</script>", "", text, flags=re.S)
    assert "4321" not in told  # the condition number of the report is that of the data, alone
    assert text.count(f"condition number {five_bar().result.condition_shown}") == 2


def test_stepwise_shows_its_steps(tmp_path):
    c = five_bar()
    stepwise = replace(c, result=di.estimate(c.problem, di.Stepwise()))
    assert len(stepwise.result.history)
    text = written(tmp_path / "r.html", stepwise, c.check)
    assert "Reduction (" in text


# ---- safe, whole, small


def test_names_are_text_never_markup(tmp_path):
    text = written(tmp_path / "r.html", evil(), evil().check)
    assert EVIL_SCRIPT not in text
    assert EVIL_IMAGE not in text
    assert "<b>bold" not in text
    assert text.count("&lt;b&gt;bold") > 3
    scripts = re.findall(r"<script(?! type=.application/json)", text.split("<body>")[1])
    assert len(scripts) == 1


def test_nothing_points_outside(page):
    """The page's own code holds names of XML in texts; what dynid writes around it holds none, and
    the policy forbids all."""
    own = re.sub(r"<script>.*?</script>", "", page, flags=re.S)
    assert "http" not in own.replace("http-equiv", "")
    assert "default-src 'none'" in own


def test_same_input_same_bytes(tmp_path, page):
    c = five_bar()
    assert written(tmp_path / "again.html", c, c.check) == page
    dated = written(tmp_path / "dated.html", c, c.check, date="2031-05-06")
    assert "2031-05-06" in dated


@pytest.mark.slow(reason="long motions and searches")
def test_a_long_log_stays_small(tmp_path):
    """Three minutes at 1 kHz: a peak of one sample is still in the plot, and the page does not grow
    with the log."""
    c = five_bar()
    data = c.problem.data
    repeat = 180_000 // len(data)
    long = {x: np.tile(getattr(data, x), (repeat, 1)) for x in ("q", "qd", "qdd", "tau", "use")}
    N = len(long["q"])
    long["tau"][123_456, 0] += 77.0
    long |= {"t": np.arange(N) / 1000.0, "log": np.zeros(N, int), "channels": {}}
    long = replace(data, decimation=None, **long)
    problem = di.Problem(c.model, long)
    result = di.estimate(problem, di.OLS())
    check = di.validate(result, long)
    path = tmp_path / "r.html"
    di.write_report(path, result, problem, check)
    assert path.stat().st_size < 2e6
    peak = max(np.nanmax(trace.y) for trace in check.plot("left").data)
    assert peak > 60.0


def test_envelope_keeps_every_extreme_and_every_gap():
    rng = np.random.default_rng(0)
    t = np.arange(100_000) / 1000.0
    y = rng.normal(size=len(t))
    y[60_000:70_000] = np.nan
    x, v = compute_envelope(t, y, 1000)
    assert len(x) <= 1010
    assert np.all(np.diff(x) >= 0)
    assert np.nanmax(v) == np.nanmax(y)
    assert np.nanmin(v) == np.nanmin(y)
    assert np.isnan(v[(x > 60.2) & (x < 69.8)]).all()
    assert set(v[np.isfinite(v)]) <= set(y[np.isfinite(y)])


def test_logs_one_after_another():
    t = concatenate_times(np.array([0.0, 0.1, 0.2, 0.0, 0.1, 0.2, 1e6, 1e6 + 0.1]))
    assert_allclose(t, 0.1 * np.arange(8), atol=1e-9)


# ---- plots from Python


def test_figures_from_python():
    c = five_bar()
    figure = c.check.plot()
    assert len(figure.data) == 3 * len(c.check.joints)
    assert_allclose(figure.data[0].y, c.check.measured[:, 0], rtol=1e-6)
    with pytest.raises(di.InputError, match="left, right"):
        c.check.plot("elbow")
    parameters = c.result.plot()
    drawn = np.concatenate([trace.x for trace in parameters.data])
    assert_allclose(np.sort(drawn), np.sort(c.result.theta))
    for trace in parameters.data:
        for x, up, down in zip(trace.x, trace.error_x.array, trace.error_x.arrayminus):
            k = int(np.argmin(np.abs(c.result.theta - x)))
            assert_allclose([x - down, x + up], c.result.compute_interval()[k], rtol=1e-9)


# ---- refusals


def test_never_overwritten_unasked_and_nothing_half_written(tmp_path):
    c, path = five_bar(), tmp_path / "r.html"
    path.write_text("mine")
    with pytest.raises(di.DynidError, match="exists already"):
        di.write_report(path, c.result, c.problem)
    assert path.read_text() == "mine"
    with pytest.raises(di.DynidError, match="does not exist"):
        di.write_report(tmp_path / "none" / "r.html", c.result, c.problem)
    with pytest.raises(di.DynidError, match="is a folder"):
        di.write_report(tmp_path, c.result, c.problem)
    assert os.listdir(tmp_path) == ["r.html"]
    di.write_report(path, c.result, c.problem, overwrite=True)
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_result_without_its_data_is_refused(tmp_path):
    c = five_bar()
    rows = di.Problem.from_rows(np.eye(3)[:, None], np.ones((3, 1)))
    for wrong, word in (
        (c.problem.data, "Dataset"),
        (rows, "from_rows"),
        (evil().problem, "problem of the result"),
    ):
        with pytest.raises(di.InputError, match=word):
            di.write_report(tmp_path / "r.html", c.result, wrong)
    assert os.listdir(tmp_path) == []


# ---- the command line


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_identify_writes_the_report_and_ends_with_its_path(tmp_path):
    c = five_bar()
    from wobble_help import simulated_log

    for k in (1, 2):
        simulated_log(c.model, c.truth, 4000, k).save(tmp_path / f"run{k}.csv")
    options = ("--effects", "viscous,coulomb", "--method", "wls", "--test", "run2.csv", "-o", "out")
    done = dynid("identify", "five_bar", "run1.csv", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"wrote {os.path.join('out', 'report.html')}"
    text = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    result = di.Estimate.load(tmp_path / "out" / "result.json")
    digest = di.read_log(tmp_path / "run1.csv").sha256
    assert list(result.setup["files"].values()) == [digest]
    assert digest in text
    assert di.read_log(tmp_path / "run2.csv").sha256 in text  # what it was checked on
    assert (
        "dynid identify five_bar run1.csv --test run2.csv --effects viscous,coulomb --method wls"
        in text
    )
    again = dynid("identify", "five_bar", "run1.csv", *options, cwd=tmp_path)
    assert again.returncode == 2
    assert "--overwrite" in again.stderr
    assert (
        dynid("identify", "five_bar", "run1.csv", *options, "--force", cwd=tmp_path).returncode == 0
    )
    (tmp_path / "file").write_text("")
    wrong = dynid("identify", "five_bar", "run1.csv", "-o", "file", cwd=tmp_path)
    assert wrong.returncode == 2
    assert "expected a folder" in wrong.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_no_permission_is_said_before_the_work(tmp_path):
    tmp_path.chmod(0o500)
    done = dynid("identify", "five_bar", "missing.csv", "-o", str(tmp_path / "out"))
    assert done.returncode == 2
    assert "permission" in done.stderr
