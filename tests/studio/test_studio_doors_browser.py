"""The studio's other doors in a real browser: a simulator from commands, geometry from measured
poses, a payload, a log that is tested against a result. Each shows the command that repeats it."""

from __future__ import annotations

import json
import shlex

import numpy as np
import pytest

import dynid as di
from calibration_help import TIP, make_arm
from cli_help import dynid
from studio_help import Studio

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

pytest.importorskip("starlette", reason="no starlette (pip install '.[studio]')")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install '.[studio]')")


def repeat(studio, verb, folder):
    """What the command of the last job of a verb prints as JSON, in a copy of its files."""
    job = next(job for job in studio.get("state")["jobs"] if job["verb"] == verb)
    assert studio.job(job["id"])["state"] == "done", job
    words = shlex.split(job["command"])
    if "-o" in words:
        words[words.index("-o") + 1] = str(folder / verb)
    done = dynid(*words[1:], "--json", cwd=studio.folder)
    assert done.returncode in (0, 1), done.stderr
    return studio.get(f"jobs/{job['id']}")["result"], json.loads(done.stdout)


def without_files(answer):
    """An answer, but for the files that were written, and what is printed."""
    return {key: x for key, x in answer.items() if key not in ("written", "text", "output")}


def test_a_simulator_is_identified_from_commands(window, tmp_path):
    pytest.importorskip("mujoco", reason="no mujoco")
    from commands_help import KD, KP, recorded, robot_in, save

    robot_in(tmp_path)
    save(recorded(4.0), tmp_path / "commands.csv")
    with Studio(tmp_path / "new") as studio:
        w = window(studio)
        w.drop(tmp_path / "leg.xml")
        w.page.wait_for_selector(".slider")
        w.drop(tmp_path / "commands.csv")
        w.page.wait_for_url("**#/logs/**")
        w.tab("Tools")
        label = "log of commands and positions"
        w.page.click("button:text-is('Identify the simulator')")
        w.page.wait_for_selector(f".message:has-text('choose the {label}')")
        w.page.select_option(f"select[aria-label='{label}']", "commands.csv")
        w.page.click("section:has-text('Simulator') summary:has-text('All options') >> nth=0")
        w.page.fill("[aria-label=kp]", str(KP))
        w.page.fill("[aria-label=kd]", str(KD))
        w.page.click("button:text-is('Identify the simulator')")
        w.page.wait_for_selector(".printed:has-text('armature')")
        w.page.wait_for_selector("a:text-is('actuators.yaml')")
        here, there = repeat(studio, "sim2real", tmp_path)
        assert without_files(here) == without_files(there)
        w.quiet()


def test_geometry_is_calibrated_from_measured_poses(window, tmp_path):
    from dynid.exports.urdf_writer import write_urdf

    model, _, _, table = make_arm()
    write_urdf(model.robot, tmp_path / "arm.urdf")
    rows = np.column_stack(list(table.values()))
    np.savetxt(tmp_path / "poses.csv", rows, "%.12g", ",", header=",".join(table), comments="")
    with Studio(tmp_path / "new") as studio:
        w = window(studio)
        w.drop(tmp_path / "arm.urdf")
        w.page.wait_for_selector(".slider")
        w.drop(tmp_path / "poses.csv")
        w.page.wait_for_url("**#/logs/**")
        w.tab("Tools")
        w.page.select_option("select[aria-label='table of measured poses']", "poses.csv")
        w.page.click("section:has-text('Geometry') summary:has-text('All options') >> nth=-1")
        w.page.fill("[aria-label=markers]", f"1={TIP}")
        w.page.click("button:text-is('Calibrate')")
        w.page.wait_for_selector(".printed")
        w.page.wait_for_selector("a:text-is('arm.urdf')")
        here, there = repeat(studio, "calibrate", tmp_path)
        assert without_files(here) == without_files(there)
        assert di.load_robot(studio.folder / "exports" / "calibrate1" / "arm.urdf").dof == 7
        w.quiet()


def test_a_log_is_tested_and_what_it_carried_is_said(window, tmp_path):
    from test_studio_flows_browser import save_logs

    save_logs(tmp_path)
    with Studio(tmp_path / "new") as studio:
        w = window(studio)
        w.page.select_option("select[aria-label='built-in robot']", "pendulum")
        w.page.wait_for_selector(".slider")
        w.drop(tmp_path / "first.csv", tmp_path / "second.csv")
        w.page.wait_for_selector(".plots canvas")
        w.tab("Identify")
        w.page.click("section button.primary:has-text('Identify')")
        w.page.wait_for_selector(".report .sentence")
        w.page.select_option(".actions select[aria-label=log]", "second.csv")
        w.page.click("button:has-text('Test whether it is as expected')")
        w.page.wait_for_selector(".printed")
        here, there = repeat(studio, "test", tmp_path)
        assert here["sentence"] == there["sentence"]
        w.tab("Logs")
        w.page.click("summary[aria-label='more about second.csv']")
        w.page.fill("input[aria-label='payload of second.csv']", "link=none,mass=")
        w.page.press("input[aria-label='payload of second.csv']", "Enter")
        w.page.wait_for_selector(".view .message:not([hidden])")
        link = studio.get("robot")["bodies"][0]
        w.page.fill("input[aria-label='payload of second.csv']", f"link={link},mass=0.5,com=0 0 0")
        with w.page.expect_response("**/api/load"):
            w.page.press("input[aria-label='payload of second.csv']", "Enter")
        loads = studio.get("state")["project"]["payloads"]
        assert loads["second.csv"] == {"link": link, "mass": 0.5, "com": [0, 0, 0]}
        w.quiet()
