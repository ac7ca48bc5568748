"""The studio as it is used, in a real browser: a measured log of a Panda, a closed-loop robot,
names that are an attack, two windows, a server that is killed."""

from __future__ import annotations

import re
import time
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.report.html_page import read_asset
from report_help import EVIL_IMAGE, EVIL_SCRIPT
from studio_help import Studio, shared_or_skip
from wobble_help import as_built, simulated_log, true_parameters

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

pytest.importorskip("starlette", reason="no starlette (pip install '.[studio]')")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install '.[studio]')")

DRAWN = ".plot svg.chart path.line"
PLOTS = ".plots canvas"
FRAMES = """(() => {
  const times = []; let last = performance.now(), on = true;
  const step = now => { times.push(now - last); last = now; if (on) requestAnimationFrame(step); };
  requestAnimationFrame(step);
  window.stop = () => { on = false; return times; };
})()"""


@pytest.fixture(scope="module")
def delta_logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    model = di.Model(di.load_robot("delta4"), [di.Viscous(), di.Coulomb()])
    truth = as_built(model, true_parameters(model, 2000))
    for k in (1, 2):
        simulated_log(model, truth, 3000, k).save(folder / f"delta{k}.csv")
    return folder


def choose(window, robot):
    """A built-in robot, on the first screen."""
    window.page.select_option("select[aria-label='built-in robot']", robot)


def drag(window, box, start, end, shift=False):
    """Across a plot, from a part of its width to another one."""
    keyboard, mouse, y = window.page.keyboard, window.page.mouse, box["y"] + 0.3 * box["height"]
    if shift:
        keyboard.down("Shift")
    mouse.move(box["x"] + start * box["width"], y)
    mouse.down()
    mouse.move(box["x"] + end * box["width"], y, steps=5)
    mouse.up()
    if shift:
        keyboard.up("Shift")


def identify(window):
    """From the page Identify to the run's verdict."""
    if "Identify" not in window.page.inner_text("nav.tabs a.here"):
        window.tab("Identify")
    window.page.click("section button.primary:has-text('Identify')")
    window.page.wait_for_selector(".report .sentence")


def test_a_measured_log_of_a_panda_from_drop_to_torques(window, tmp_path):
    panda = shared_or_skip() / "panda_gaz"
    with Studio(tmp_path / "panda") as studio:
        w = window(studio)
        w.drop(panda / "robot.urdf")
        w.page.wait_for_selector(".slider >> nth=6")
        w.page.wait_for_selector("text=Check of the robot file")
        before = studio.seconds()
        w.drop(panda / "traj1.csv")
        w.page.wait_for_selector(PLOTS)
        w.page.wait_for_selector("text=20,544 samples")
        w.page.wait_for_selector(".picture output:has-text('s')")
        # the robot stands as it did where the pointer is
        box = w.page.locator(".u-over >> nth=0").bounding_box()
        w.page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.3 * box["height"])
        w.until("parseFloat(document.querySelector('.picture output').textContent) > 5")
        assert re.match(r"-?\d", w.page.inner_text(".leaf output >> nth=0"))
        # zoomed, and dragged along: finer lines come
        with w.page.expect_response("**/api/log?*from=*"):
            w.page.mouse.wheel(0, -500)
        drag(w, box, 0.5, 0.3, shift=True)
        identify(w)
        w.page.wait_for_selector(f"#torques {DRAWN}")
        # by the processor: alone on a machine the clock says less (benchmarks/studio.py)
        assert w.task_seconds() + studio.seconds() - before < 15
        error = re.search(r"([\d.]+) %", w.page.inner_text(".report .tile >> nth=0"))[1]
        assert float(error) < 2.0
        for place in ("#joints", "#residuals", "#parameters", "#identifiability"):
            assert w.page.locator(f".report {place} .plot").count() >= 1
        text = (studio.folder / "dynid.yaml").read_text()
        assert "robot: robot.urdf" in text
        assert "traj1.csv" in text
        w.quiet()


def test_a_parallel_robot_identified_checked_compared_exported(window, delta_logs, tmp_path):
    with Studio(tmp_path / "delta") as studio:
        w = window(studio)
        choose(w, "delta4")
        slider = w.page.locator(".slider input >> nth=0")
        slider.wait_for()
        before = w.page.evaluate("document.querySelector('canvas').toDataURL()")
        slider.evaluate("s => { s.value = 0.6; s.dispatchEvent(new Event('input')); }")
        w.page.wait_for_selector(".passive:has-text('strut1')")  # closed by the server
        assert w.page.evaluate("document.querySelector('canvas').toDataURL()") != before
        w.drop(delta_logs / "delta1.csv", delta_logs / "delta2.csv")
        w.page.wait_for_selector(PLOTS)
        use = w.page.locator("select[aria-label='use of delta2.csv']")
        assert use.input_value() == "test"  # of two that are dropped the second one validates
        identify(w)
        assert "held-out" in w.page.inner_text(".report .sentence")
        w.tab("Identify")
        w.page.check("input[aria-label='method ols']")
        identify(w)
        w.page.wait_for_selector(".file.here:has-text('run2')")
        w.page.select_option(".actions select[aria-label=log]", "delta2.csv")
        w.page.click("text=Validate on this log")
        w.page.wait_for_selector("section .report >> text=of the torque, all samples")
        w.page.click("text=Estimate the payload")  # there is none
        w.page.wait_for_selector("section .report >> text=No payload is detected")
        w.page.select_option("select[aria-label='other run']", "run1")
        w.page.click('text="Compare"')
        w.page.wait_for_selector("h2:has-text('From run1 to run2')")
        w.page.select_option("select[aria-label=format]", "mjcf")
        w.page.click("button:text-is('Export')")
        w.page.wait_for_selector("a:has-text('Save exports/run2_1.xml')")
        assert di.load_robot(studio.folder / "exports" / "run2_1.xml").dof == 4
        assert {path.name for path in (studio.folder / "runs").iterdir()} == {"run1", "run2"}
        assert {path.name for path in (studio.folder / "answers").iterdir()} == {
            "run2_validate_1.html",
            "run2_payload_1.html",
        }
        words = w.page.locator(".file .word").all_text_contents()
        assert len(words) == 2
        assert set(words) <= {"good", "usable"}
        done = {job["verb"]: job for job in studio.get("state")["jobs"]}
        assert studio.job(done["diff"]["id"])["state"] == "done"
        # a cell of a table sorts it
        head = w.page.locator("#torques th >> nth=1")
        head.click()
        assert head.get_attribute("aria-sort") == "ascending"
        w.quiet()


def evil_urdf():
    def link(name):
        return (
            f"<link name={quoteattr(name)}><inertial><mass value='1'/><inertia ixx='.1' iyy='.1'"
            " izz='.1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
        )

    return (
        f"<robot name={quoteattr(EVIL_SCRIPT)}>{link('base')}{link(EVIL_IMAGE)}<joint"
        f" name={quoteattr(EVIL_IMAGE)} type='revolute'><parent link='base'/><child"
        f" link={quoteattr(EVIL_IMAGE)}/><axis xyz='0 1 0'/><limit lower='-2' upper='2' effort='9'"
        " velocity='9'/></joint></robot>"
    )


def test_hostile_names_and_bad_files_are_words_on_the_page(window, tmp_path):
    with Studio(tmp_path / "evil") as studio:
        evil = tmp_path / "<img src=x onerror=alert(1)>.urdf"
        evil.write_text(evil_urdf())
        w = window(studio, width=390, height=844, dark=True)
        w.drop(evil)
        w.page.wait_for_selector(".slider")
        assert EVIL_SCRIPT in w.page.inner_text(".side h2")
        assert EVIL_IMAGE in w.page.inner_text(".slider span")
        assert w.page.locator("img").count() == 0
        assert "stolen" not in w.page.title()
        w.quiet()
        bad = tmp_path / "none.urdf"
        bad.write_text("no robot at all")
        w.drop(bad)
        # not while it is being copied: what is said then would take the next message away
        w.page.wait_for_selector(".message:has-text('none.urdf'):not(:has-text('being copied'))")
        sheet = tmp_path / "letter.docx"
        sheet.write_text("x")
        w.drop(sheet)
        w.page.wait_for_selector(".message:has-text('expected a robot')")
        w.quiet()


def test_two_windows_and_a_killed_server_lose_nothing(window, delta_logs, tmp_path):
    folder = tmp_path / "both"
    with Studio(folder) as studio:
        first, second = window(studio), window(studio)
        choose(first, "delta4")
        first.page.wait_for_selector(".slider")
        first.drop(delta_logs / "delta1.csv")
        first.page.wait_for_selector(PLOTS)
        second.page.wait_for_selector("nav.tabs a:has-text('Logs') small")
        first.tab("Identify")
        first.page.check("input[aria-label='method ols']")
        first.page.click("section button.primary:has-text('Identify')")
        second.page.wait_for_selector(".work .job:has-text('dynid identify')")
        assert first.errors == second.errors == []
        first.close()  # the browser is closed while it works, and then the server dies
        studio.kill()
        second.page.wait_for_selector("text=The studio does not answer")
    result = folder / "runs" / "run1" / "result.json"
    end = time.monotonic() + 60
    while not result.is_file():
        assert time.monotonic() < end
        time.sleep(0.2)
    with Studio(folder) as again:
        state = again.get("state")
        assert [run["name"] for run in state["runs"]] == ["run1"]
        assert state["project"]["robot"] == "delta4"
        job = next(job for job in state["jobs"] if job["verb"] == "identify")
        assert again.job(job["id"])["state"] == "done"
        w = window(again)
        w.tab("Runs")
        w.page.wait_for_selector(".report .sentence")
        # work that is no longer wanted ends
        w.tab("Identify")
        w.page.click("section button.primary:has-text('Identify')")
        w.page.click(".job.running button:has-text('Cancel')")
        w.page.wait_for_selector(".job.cancelled")
        assert not (folder / "runs" / "run2" / "result.json").exists()
        w.quiet()


def test_a_million_samples_are_dragged_and_what_is_wrong_is_marked(window, tmp_path):
    """Frames of the page while the pointer drags; and a torque that freezes, on the time axis."""
    folder = tmp_path / "long"
    folder.mkdir()
    robot = di.load_robot("pendulum")
    t = np.arange(1_000_000) / 1000.0
    q = (np.sin(t) + 0.3 * np.sin(3.1 * t))[:, None]
    noise = 0.01 * np.random.default_rng(0).normal(size=q.shape)
    di.Log(robot.actuated, t, q, 5 * np.sin(q) + noise).save(folder / "long.npz")
    frozen = 5 * np.sin(q[:12_000]) + noise[:12_000]
    frozen[8000:11_000] = frozen[8000]
    di.Log(robot.actuated, t[:12_000], q[:12_000], frozen).save(folder / "frozen.csv")
    with Studio(folder) as studio:
        w = window(studio)
        choose(w, "pendulum")
        w.page.wait_for_selector(".slider")
        w.page.goto(f"{studio.address}#/logs/long.npz")
        w.page.wait_for_selector("text=1,000,000 samples")
        w.page.wait_for_selector(PLOTS)
        box = w.page.locator(".u-over >> nth=0").bounding_box()
        at = [box["x"] + 0.5 * box["width"], box["y"] + 80]
        w.page.mouse.move(*at)
        w.page.mouse.wheel(0, -700)
        w.page.evaluate(FRAMES)
        w.page.keyboard.down("Shift")
        w.page.mouse.down()
        for k in range(40):
            w.page.mouse.move(at[0] + 6 * (k % 20) - 3 * k, at[1])
        w.page.mouse.up()
        w.page.keyboard.up("Shift")
        frames = w.page.evaluate("stop()")
        assert np.median(frames) < 50  # ms: by eye, no stutter
        w.page.goto(f"{studio.address}#/logs/frozen.csv")
        w.page.wait_for_selector("h2:has-text('frozen.csv')")
        w.page.click("text=Check this log")
        w.page.wait_for_selector("text=Check of the log")
        assert w.page.locator("section li .mark").count() >= 1
        band = w.page.locator(".masks button:has-text('contact')").first
        found = re.findall(r"[\d.]+", band.inner_text())  # of 12 s, some 3 s from 8 s on
        assert_allclose(np.array(found, float), [8, 11], atol=0.5)
        w.quiet()


def test_columns_are_guessed_and_a_log_of_another_robot_is_told(window, tmp_path):
    t = np.arange(4000)
    q = np.sin(t / 500) + 0.3 * np.sin(t / 130)
    rows = np.stack([t, np.rad2deg(q), 5 * np.sin(q)], axis=1)
    head = "time_ms,pos_1,effort_1"
    np.savetxt(tmp_path / "odd.csv", rows, "%.9g", ",", header=head, comments="")
    np.savetxt(
        tmp_path / "other.csv", rows[:99], "%.9g", ",", header="t,q_elbow,tau_elbow", comments=""
    )
    with Studio(tmp_path / "odd") as studio:
        w = window(studio)
        choose(w, "pendulum")
        w.page.wait_for_selector(".slider")
        w.drop(tmp_path / "odd.csv")
        w.page.wait_for_selector("text=4,000 samples at 1000 Hz")
        project = studio.get("state")["project"]
        own = {"t": "time_ms", "q": "pos_{j}", "tau": "effort_{j}"}
        assert project["columns"] == {"odd.csv": own}
        assert project["units"] == {"odd.csv": {"t": "ms", "q": "deg"}}
        assert "".join(project["logs"]) == "odd.csv"
        w.drop(tmp_path / "other.csv")
        w.page.wait_for_selector(".message:has-text('q_elbow')")
        w.page.wait_for_selector(".mapping input[aria-label='column of torques']")
        w.quiet()


def test_the_page_is_small():
    assert len(read_asset("page.js").encode()) < 800_000
    assert not re.search(r"(src|href)=.?https?:", read_asset("page.js"))
    assert Path(di.__file__).parent.joinpath("report", "page.css").stat().st_size < 30_000
