"""What is set by mouse in the studio, in a real browser: how a robot stands, where its tool may be,
what a motion keeps; and how soon the page is there."""

from __future__ import annotations

import json
from base64 import b64encode
from contextlib import contextmanager

import numpy as np
import pytest
from numpy.testing import assert_allclose
from ruamel.yaml import YAML

import dynid as di
from studio_help import Studio, arm_with_meshes, packed

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

pytest.importorskip("starlette", reason="no starlette (pip install '.[studio]')")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install '.[studio]')")

DROP = """([name, content]) => {
  const bytes = Uint8Array.from(atob(content), c => c.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], name));
  document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, dataTransfer: data }));
  const seen = document.body.classList.contains('dropping');
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }));
  return seen;
}"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def project(studio):
    return YAML(typ="safe").load((studio.folder / "dynid.yaml").read_text())


@contextmanager
def shown_again(w):
    """The robot is asked for after a change, and what stands beside it made anew."""
    with w.page.expect_response("**/api/robot"):
        yield
    w.page.wait_for_timeout(100)


def test_a_zip_is_dropped_and_the_robot_stands_as_told(window, tmp_path):
    """Tool, tilt, lock and unlock by mouse: the project says it, and the commands read it."""
    content = b64encode(packed(arm_with_meshes())).decode()
    with Studio(tmp_path / "arm") as studio:
        w = window(studio)
        assert w.page.is_visible("text=Drop a robot file and its logs here")
        assert w.page.evaluate(DROP, ["arm.zip", content])
        w.page.wait_for_selector(".slider >> nth=1")
        drawn = w.page.evaluate("document.querySelector('canvas').toDataURL()")
        w.page.click("summary:has-text('Setup: tool')")
        with shown_again(w):
            w.slide("input[aria-label='roll of the base']", 0.75)
        w.page.wait_for_selector(".standing[open] output:has-text('45°')")
        assert_allclose(project(studio)["base"]["tilt"], [np.pi / 4, 0], atol=0.02)
        tilt = project(studio)["base"]["tilt"][0]
        gravity = 9.81 * np.array([0, -np.sin(tilt), -np.cos(tilt)])
        assert_allclose(studio.get("robot")["gravity"], gravity, atol=0.01)
        with shown_again(w):
            w.page.select_option("select[aria-label=tool]", "tip")
        w.slide(".slider input[aria-label=slide]", 0.9)
        w.page.click(".slider:has-text('slide') button:has-text('Lock')")
        w.page.wait_for_selector(".chip:has-text('slide = ')")
        assert_allclose(project(studio)["lock"]["slide"], 0.8, atol=0.03)
        assert project(studio)["tool"] == "tip"
        assert studio.get("robot")["actuated"] == ["hinge"]
        assert w.page.evaluate("document.querySelector('canvas').toDataURL()") != drawn
        w.page.click(".chip button:has-text('Unlock')")
        w.page.wait_for_selector(".slider input[aria-label=slide]")
        assert "lock" not in project(studio)
        w.quiet()


def test_driven_joints_of_a_loop_are_chosen(window, tmp_path):
    with Studio(tmp_path / "loop") as studio:
        w = window(studio, width=390, height=844)
        w.page.select_option("select[aria-label='built-in robot']", "five_bar")
        w.page.wait_for_selector(".slider")
        scene = studio.get("robot")["scene"]
        assert len(scene["closed"]) == 1
        assert len(scene["axes"]) == 2
        w.page.click("summary:has-text('Setup: tool')")
        joints = [each["name"] for each in studio.get("robot")["joints"]]
        before = studio.get("robot")["actuated"]
        other = next(name for name in joints if name not in before)
        w.page.uncheck(f"input[aria-label='{before[1]} has a motor']")
        w.page.check(f"input[aria-label='{other} has a motor']")
        w.page.click("text=Set the motors")
        w.page.wait_for_selector(f".sliders input[aria-label='{other}']")
        assert set(project(studio)["actuated"]) == {before[0], other}
        w.page.click("text=As in the file")
        w.page.wait_for_selector(f".sliders input[aria-label='{before[1]}']")
        w.quiet()


def test_a_motion_is_designed_within_what_is_set_and_played(window, tmp_path):
    with Studio(tmp_path / "motion") as studio:
        w = window(studio)
        w.page.select_option("select[aria-label='built-in robot']", "pendulum")
        w.page.wait_for_selector(".slider")
        w.tab("Motion")
        w.page.select_option("select[aria-label=workspace]", "sphere")
        w.until("document.querySelectorAll('input[aria-label$=\"of the workspace\"]').length == 4")
        before = w.page.evaluate("document.querySelector('canvas').toDataURL()")
        w.slide("input[aria-label='radius of the workspace']", 0.8)
        w.page.wait_for_timeout(200)
        assert w.page.evaluate("document.querySelector('canvas').toDataURL()") != before
        given = project(studio)["workspace"]["sphere"]
        assert given["radius"] > 0.5
        w.page.fill("[aria-label=velocity]", "fast")
        w.page.click("button:text-is('Design')")
        w.page.wait_for_selector(".message:has-text(\"got 'fast'\")")
        w.page.fill("[aria-label=velocity]", "2")
        w.page.fill("[aria-label=acceleration]", "20")
        w.page.fill("[aria-label=harmonics]", "3")
        w.page.fill("[aria-label='search time']", "2")
        w.page.click("button:text-is('Design')")
        # the search of a pendulum may be over before the page asks again
        w.page.wait_for_selector(".stages li:has-text('designing')", state="attached")
        w.page.wait_for_selector(".report #drives svg.chart")
        job = next(job for job in studio.get("state")["jobs"] if job["verb"] == "design")
        assert studio.job(job["id"])["stages"][0]["stage"] == "designing"
        w.page.click(".report .picture button")
        w.until("parseFloat(document.querySelector('.report .picture output').textContent) > 0.2")
        assert w.page.is_visible("text=The tool stays within the region")
        with w.page.expect_download() as saved:
            w.page.click("a:has-text('trajectory.csv')")
        assert saved.value.suggested_filename == "trajectory.csv"
        found = json.loads((studio.folder / "motions" / "motion1" / "design.json").read_text())
        assert "workspace" in json.dumps(found)
        log = np.genfromtxt(saved.value.path(), delimiter=",", names=True)
        q = np.stack([log[name] for name in log.dtype.names if name.startswith("q_")], axis=1)
        robot = di.load_robot("pendulum")
        tool = di.closed_chains.point_motion(robot, di.close(robot, q), robot.tool)[0]
        assert np.linalg.norm(tool - given["center"], axis=1).max() <= given["radius"] + 1e-6
        speed = np.abs(np.gradient(q[:, 0], log[log.dtype.names[0]])).max()
        assert 0.5 < speed < 2.01
        w.quiet()


def test_the_first_paint_comes_within_a_second(window, tmp_path):
    """The best of three: other work of the machine counts, too."""
    with Studio(tmp_path / "new") as studio:
        w = window(studio)
        times = []
        for _ in range(3):
            w.page.reload()
            w.page.wait_for_selector("nav.tabs a")
            w.until(f"{PAINT} > 0")
            times.append(w.page.evaluate(PAINT))
        assert min(times) < 1000


def test_a_joint_is_shown_alone_and_its_signals_are_chosen(window, tmp_path):
    folder = tmp_path / "legend"
    folder.mkdir()
    robot = di.load_robot("arm7")
    t = np.arange(500) / 100.0
    q = np.sin(t[:, None] + np.arange(7))
    di.Log(robot.actuated, t, q, q).save(folder / "log.csv")
    with Studio(folder) as studio:
        w = window(studio)
        w.page.select_option("select[aria-label='built-in robot']", "arm7")
        w.page.wait_for_selector(".slider")
        w.tab("Logs")
        w.page.wait_for_selector(".plots canvas")
        series = "document.querySelectorAll('.plots .u-over').length"
        assert w.page.evaluate(series) == 2  # positions, torques
        w.page.check(".branch > input[aria-label='velocity']")
        w.until(f"{series} == 3")
        w.page.click(".leaf button:text-is('joint3') >> nth=0")
        w.page.wait_for_selector("button:has-text('All joints (now joint3)')")
        w.page.click("button:has-text('All joints')")
        w.page.wait_for_selector(".leaf.here", state="detached")
        # the bar between two panes is moved by keys, and stays where it was
        wide = "document.querySelector('.signals').getBoundingClientRect().width"
        before = w.page.evaluate(wide)
        w.page.focus(".splitter >> nth=0")
        for _ in range(4):
            w.page.keyboard.press("ArrowRight")
        assert w.page.evaluate(wide) == before + 64
        w.page.reload()
        w.page.wait_for_selector(".plots canvas")
        assert w.page.evaluate(wide) == before + 64
        w.quiet()
