"""validate, compare, payload and check write their answer as a page, whole and with names as
text."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.diagnostics.detectability import ParameterRating
from dynid.diagnostics.examination import Diagnosis
from dynid.findings import Finding
from dynid.payload.load_knowledge import parse_knowledge
from dynid.payload.payload_estimate import NAMES, PayloadEstimate
from dynid.report.short_pages import (
    render_comparison_page,
    render_diagnosis_page,
    render_payload_page,
    render_validation_page,
)
from report_help import EVIL_IMAGE, EVIL_SCRIPT, evil
from wobble_help import simulated_log, true_parameters


class Read(HTMLParser):
    """A page as a browser reads it: tags, ids of sections, cells, figures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.cells: list[str] = []
        self.data: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        given = dict(attributes)
        self.ids += [given["id"]] if tag == "section" else []
        self.cells += [""] if tag in ("td", "th") else []
        self.data += [""] if tag == "script" and given.get("type") == "application/json" else []
        self.open += [tag] if tag not in ("meta", "input") else []

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        if self.open[-1:] == ["td"] or self.open[-1:] == ["th"]:
            self.cells[-1] += text
        elif self.open[-1:] == ["script"] and self.data and not self.data[-1]:
            self.data[-1] = text

    def whole(self) -> bool:
        return not self.open and self.tags.count("footer") == 1 and "img" not in self.tags


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two runs of a five-bar, and a result."""
    where = tmp_path_factory.mktemp("pages")
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    truth = true_parameters(model, 4000)
    for k in (1, 2):
        simulated_log(model, truth, 4000, seed=k).save(where / f"run{k}.csv")
    run("identify", "five_bar", where / "run1.csv", "--effects", "viscous,coulomb", "-o", where)
    return where


def run(*words):
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done


def refusal(*words) -> str:
    return str(CliRunner().invoke(app, [str(word) for word in words]).exception)


def test_a_validation(folder):
    page = folder / "validation.html"
    done = run("validate", folder, folder / "run2.csv", "-o", page, "--json")
    said = json.loads(done.stdout)
    text = page.read_text()
    read = Read(text)
    assert read.whole()
    assert read.ids == ["verdict", "torques", "residuals", "files"]
    joints = [line["joint"] for line in said["joints"]]
    assert set(joints) <= set(read.cells)
    assert f"{said['relative']:.2f} %" in text
    for line in (said, *said["joints"]):
        assert {f"{line['r2']:.4f}", f"{line['nrmse']:.4f}"} <= set(read.cells)
    assert len(read.data) == 1 + len(joints) + 2  # the robot, the torques, spectrum, correlation
    assert all(json.loads(block) for block in read.data)
    assert str(folder / "run2.csv") in text
    before = page.stat().st_mtime_ns
    assert "exists already" in refusal("validate", folder, folder / "run2.csv", "-o", page)
    assert page.stat().st_mtime_ns == before
    run("validate", folder, folder / "run2.csv", "-o", page, "--force")
    assert page.stat().st_mtime_ns > before
    refused = refusal("validate", folder, folder / "run2.csv", "-o", folder / "page.pdf")
    assert "expected the name of a page, such as page.html" in refused


def test_a_comparison(folder):
    page = folder / "comparison.html"
    words = ("--effects", "viscous,coulomb", "--methods", "ols,wls", "--test", folder / "run2.csv")
    run("compare", "five_bar", folder / "run1.csv", *words, "-o", page)
    read = Read(page.read_text())
    assert read.whole()
    assert read.ids == ["verdict", "methods"]
    assert {"OLS()", "WLS()"} <= {cell.split("(")[0] + "()" for cell in read.cells}


def test_a_payload(folder):
    page = folder / "payload.html"
    model = di.Model(di.load_robot("six_dof"), [di.Viscous(), di.Coulomb()])
    log = simulated_log(model, true_parameters(model, 2000), 2000, seed=1)
    log.save(folder / "arm.csv")
    result = di.estimate(di.Problem(model, di.process(log, model)), di.OLS())
    result.save(folder / "arm.json")
    words = ("--frame", model.robot.bodies[-1].name, "-o", page, "--json")
    said = json.loads(run("payload", folder / "arm.json", folder / "arm.csv", *words).stdout)
    read = Read(page.read_text())
    assert read.whole()
    assert read.ids == ["verdict", "values"]
    assert set(NAMES) <= set(read.cells)
    assert f"{said['mass']:.4g} kg" in page.read_text()
    refused = refusal("payload", folder, "--follow", "x.csv", "-o", folder / "other.html")
    assert "expected --follow alone" in refused


def test_a_diagnosis(folder):
    page = folder / "check.html"
    done = run("check", "five_bar", folder / "run1.csv", "--json", "-o", page)
    read = Read(page.read_text())
    assert read.whole()
    assert read.ids[:2] == ["verdict", "findings"]
    shown = {one["parameter"] for one in json.loads(done.stdout)["parameters"]}
    assert shown
    assert shown <= set(read.cells)


@pytest.mark.parametrize(
    ("error", "held_out", "tone"),
    [(5.0, True, "good"), (5.0, False, "usable"), (15.0, True, "usable"), (60.0, True, "bad")],
)
def test_a_large_error_is_not_green(error, held_out, tone):
    case = evil()
    check = replace(case.check, relative=error, held_out=held_out)
    assert f'class="verdict {tone}"' in render_validation_page(check, case.model.robot)


def pages_of_an_attack():
    case = evil()
    finding = Finding(EVIL_SCRIPT, "certain", EVIL_IMAGE, EVIL_SCRIPT, EVIL_IMAGE, None, "<b>")
    shown = (ParameterRating(EVIL_IMAGE, "weak", 0.1),)
    p = np.array([1.0, 0, 0, 0, 0.01, 0, 0.01, 0, 0, 0.01])
    known = parse_knowledge(None)
    load = PayloadEstimate(
        EVIL_SCRIPT, EVIL_IMAGE, p, p, 1e-6 * np.eye(10), known, notes=(EVIL_IMAGE,)
    )
    yield render_validation_page(case.check, case.model.robot, [finding])
    yield render_comparison_page(di.compare([case.result, di.OLS()], case.problem), EVIL_SCRIPT)
    yield render_payload_page(load, EVIL_SCRIPT)
    unexplained = {EVIL_SCRIPT: {EVIL_IMAGE: 0.1}}
    yield render_diagnosis_page(
        Diagnosis(EVIL_SCRIPT, ("<b>",), (finding,), shown, unexplained, (EVIL_IMAGE,))
    )


def test_names_stay_text():
    for text in pages_of_an_attack():
        read = Read(text)
        assert read.whole()
        assert read.tags.count("script") == 1 + len(read.data)
        assert "b" not in read.tags
        assert EVIL_SCRIPT not in text
