"""The studio from an empty folder, as a new user goes: examples, a stretch, several runs, undo."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from ruamel.yaml import YAML

import dynid as di
from studio_help import Studio

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

pytest.importorskip("starlette", reason="no starlette (pip install '.[studio]')")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install '.[studio]')")


def project(studio):
    return YAML(typ="safe").load((studio.folder / "dynid.yaml").read_text())


def save_logs(folder):
    """A pendulum with friction, twice."""
    t = np.arange(6000) / 500.0
    for k, name in enumerate(("first.csv", "second.csv")):
        rng = np.random.default_rng(k)
        phase = rng.uniform(0, 6, 4)
        q = sum(np.sin(2 * np.pi * f * t + p) / f for f, p in zip((0.2, 0.5, 0.8, 1.1), phase)) / 3
        qd, qdd = np.gradient(q, t), np.gradient(np.gradient(q, t), t)
        tau = 0.5 * qdd + 6.0 * np.sin(q) + 0.3 * qd + 0.4 * np.tanh(qd / 0.02)
        noise = 0.02 * rng.normal(size=len(t))
        di.Log(("hinge",), t, q[:, None], (tau + noise)[:, None]).save(folder / name)


def test_from_an_empty_folder_to_runs_that_are_compared(window, tmp_path):
    save_logs(tmp_path)
    photo = tmp_path / "photo.png"
    photo.write_bytes(b"\x89PNG")
    broken = tmp_path / "broken.urdf"
    broken.write_text("<robot>")
    with Studio(tmp_path / "new") as studio:
        w = window(studio, width=1440)
        page = w.page
        page.select_option("select[aria-label='built-in robot']", "pendulum")
        page.wait_for_selector(".slider")
        w.drop(broken, photo)
        page.wait_for_selector(".message:has-text(\"'pendulum' is still the robot\")")
        page.wait_for_selector(".message:has-text(\"'photo.png' is not understood\")")
        assert project(studio) == {"robot": "pendulum"}
        w.drop(photo)
        page.wait_for_selector(".message:has-text(\"'photo.png' is not understood\")")
        w.drop(tmp_path / "first.csv", tmp_path / "second.csv")
        page.wait_for_selector(".plots canvas")
        found = project(studio)
        assert (found["logs"], found["test"]) == (["first.csv"], ["second.csv"])
        # looking at the other log changes nothing
        page.click("a:text-is('second.csv')")
        page.wait_for_selector(".middle h2:text-is('second.csv')")
        assert project(studio) == found
        page.click("a:text-is('first.csv')")
        page.wait_for_selector(".middle h2:text-is('first.csv')")
        # a stretch is selected, masked, and that is undone by Ctrl-Z
        box = page.locator(".u-over >> nth=0").bounding_box()
        page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 40)
        page.mouse.down()
        page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 40, steps=4)
        page.mouse.up()
        page.click(".stretch button:text-is('Mask it')")
        page.wait_for_selector(".masks:has-text('Used')")
        (low, a), (b, high) = project(studio)["between"]["first.csv"]
        np.testing.assert_allclose([low, a, b, high], [0, 3, 6, 12], atol=0.2)
        page.keyboard.press("Control+z")
        page.wait_for_selector(".told:has-text('undone')")
        assert project(studio) == found
        # three runs, which wait for each other if they must, though nobody waits for them
        w.tab("Identify")
        for method in ("consistent", "ols", "wls"):
            page.check(f"input[aria-label='method {method}']")
            status, _ = studio.post(
                "jobs", {"verb": "identify", "options": {"method": method, "effects": "viscous"}}
            )
            assert status == 200
        end = time.monotonic() + 120
        while len(studio.get("state")["runs"]) < 3 or any(
            job["state"] in ("running", "waiting") for job in studio.get("state")["jobs"]
        ):
            assert time.monotonic() < end
            time.sleep(0.3)
        w.tab("Runs")
        page.wait_for_selector("table.runs tbody tr >> nth=2")
        rows = page.locator("table.runs tbody tr")
        assert rows.count() == 3
        assert "%" in rows.first.inner_text()
        page.fill("input[aria-label='filter runs']", "wls")
        w.until("document.querySelectorAll('table.runs tbody tr').length == 1")
        page.fill("input[aria-label='filter runs']", "")
        page.click("table.runs th:has-text('held-out error')")
        assert page.get_attribute("table.runs th:has-text('held-out error')", "aria-sort") == (
            "ascending"
        )
        for name in ("run1", "run2", "run3"):
            page.check(f"input[aria-label='compare {name}']")
        page.click("button:has-text('Compare 3 runs')")
        page.wait_for_selector("table.compared td:has-text('±')")
        page.click("button[aria-label='pin run2']")
        w.until("document.querySelector('table.runs tbody tr td.name').textContent == 'run2'")
        # a note, another name, the bin, and back
        page.click("summary[aria-label='more about run1']")
        page.fill("input[aria-label='note on run1']", "new grease")
        page.press("input[aria-label='note on run1']", "Enter")
        page.wait_for_selector("table.runs td:has-text('new grease')")
        page.click("summary[aria-label='more about run1']")
        page.fill("input[aria-label='name of run1']", "baseline")
        page.press("input[aria-label='name of run1']", "Enter")
        page.wait_for_selector("a:text-is('baseline')")
        page.click("summary[aria-label='more about run3']")
        page.click("tr:has-text('run3') button:text-is('Remove')")
        w.until("document.querySelectorAll('table.runs tbody tr').length == 2")
        w.tab("Project")
        page.click(".file:has-text('runs/run3') button:text-is('Restore')")
        page.wait_for_selector("text=Empty. What you remove")
        page.fill("textarea", "robot: pendulum\nlogs: [first.csv]\ncutof: 5\n")
        page.click("button:text-is('Save')")
        page.wait_for_selector(".message:has-text(\"got the key 'cutof'\")")
        w.tab("Runs")
        w.until("document.querySelectorAll('table.runs tbody tr').length == 3")
        # torques of three runs over the measured ones
        for name in ("baseline", "run2", "run3"):
            page.check(f"input[aria-label='compare {name}']")
        page.click("button:has-text('Overlay their torques')")
        for name in ("baseline", "run2", "run3"):
            page.wait_for_selector(f".tree summary:has-text('predicted, {name}')")
        w.quiet()


@pytest.mark.parametrize("name", ["arm", "delta", "leg"])
def test_an_example_runs_in_one_click(window, tmp_path, name):
    with Studio(tmp_path / "new") as studio:
        w = window(studio)
        title = {"arm": "A 7-joint arm", "delta": "A Delta robot", "leg": "A leg"}[name]
        w.page.click(f"button.example:has-text('{title}')")
        w.page.wait_for_selector(".report .sentence")
        run = studio.get("state")["runs"][-1]
        assert run["verdict"] in ("good", "usable")
        assert run["errors"]["held_out"] < min(3.0, run["errors"]["shipped"])
        job = next(job for job in studio.get("state")["jobs"] if job["verb"] == "demo")
        assert job["command"].startswith("dynid demo ")
        w.quiet()


AXE = Path(__file__).resolve().parents[2] / "frontend/node_modules/axe-core/axe.min.js"


@pytest.mark.parametrize("dark", [False, True])
def test_no_page_has_an_accessibility_violation(window, tmp_path, dark):
    if not AXE.is_file():
        pytest.skip("no axe-core (cd frontend && npm install)")
    save_logs(tmp_path)
    with Studio(tmp_path / "new") as studio:
        w = window(studio, width=390 if dark else 1440, dark=dark)
        found = {}

        def look(page):
            w.page.wait_for_timeout(300)
            session = w.context.new_cdp_session(w.page)  # the page's policy lets no script in
            session.send("Runtime.evaluate", {"expression": AXE.read_text("utf-8")})
            what = "v => [v.id, v.nodes.map(n => n.html.slice(0, 120))]"
            run = f"axe.run().then(x => JSON.stringify(x.violations.map({what})))"
            answer = session.send("Runtime.evaluate", {"expression": run, "awaitPromise": True})
            found[page] = answer["result"]["value"]

        look("first screen")
        w.page.select_option("select[aria-label='built-in robot']", "pendulum")
        w.page.wait_for_selector(".slider")
        w.page.wait_for_selector("text=nothing found")
        look("robot")
        w.drop(tmp_path / "first.csv", tmp_path / "second.csv")
        w.page.wait_for_selector(".plots canvas")
        look("workbench")
        for tab in ("Motion", "Identify", "Project"):
            w.tab(tab)
            look(tab)
        w.tab("Identify")
        w.page.click("section button.primary:has-text('Identify')")
        w.page.wait_for_selector(".report .sentence")
        look("runs")
        assert {page: text for page, text in found.items() if text != "[]"} == {}
        w.quiet()
