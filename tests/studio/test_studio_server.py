"""The studio's server: who is let in, what is taken, what is refused, what it leaves in its
folder."""

from __future__ import annotations

import json
import socket
import subprocess
import sys

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from cli_help import dynid
from dynid.studio.scenes import Stage, Strips
from dynid.studio.uploads import LARGEST, make_safe_name
from studio_help import Studio, arm_with_meshes, packed

pytest.importorskip("starlette", reason="no starlette (pip install '.[studio]')")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install '.[studio]')")


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    with Studio(tmp_path_factory.mktemp("studio") / "new") as running:
        yield running


# ---- who is let in


def test_only_who_knows_the_token_is_let_in(studio):
    assert studio.ask("GET", "")[0] == 200
    for path in ("", "api/state", "x" * 32 + "/api/state"):
        status, text = studio.ask("GET", path, token=False)
        assert status == 403
        assert b"dynid" not in text or b"address" in text


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Host": "127.0.0.1"}, {"Origin": "http://evil.example"},
     {"Origin": "null"}],
)  # fmt: skip
def test_other_names_and_other_sites_are_refused(studio, headers):
    for method in ("GET", "POST"):
        assert studio.ask(method, "api/state", headers=headers)[0] == 403


def test_no_other_site_may_read_and_the_page_asks_nobody_else(studio):
    import http.client
    from urllib.parse import urlsplit

    there = urlsplit(studio.address)
    connection = http.client.HTTPConnection(there.hostname, there.port)
    connection.request("GET", there.path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.getheader("Access-Control-Allow-Origin") is None
    policy = answer.getheader("Content-Security-Policy")
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "unsafe-eval" not in policy


def test_it_listens_on_this_machine_alone(studio):
    port = int(studio.address.split(":")[2].split("/")[0])
    others = {x[4][0] for x in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for other in others - {"127.0.0.1", "127.0.1.1"}:
        with pytest.raises(OSError), socket.create_connection((other, port), 2):
            pass


# ---- what is taken


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/run.csv", "run.csv"),
        ("..\\..\\run.csv", "run.csv"),
        (".hidden.csv", "hidden.csv"),
        ("<img src=x>.csv", "_img_src_x_.csv"),
        ("--force.csv", "force.csv"),
        ("Prüfstand 7.CSV", "Prüfstand_7.csv"),
    ],
)
def test_names_stay_in_the_folder(name, safe):
    assert make_safe_name(name) == safe


def test_uploads_land_in_the_folder_and_overwrite_nothing_unasked(studio):
    assert studio.upload("../../a.csv", b"t\n1\n") == (200, {"files": ["a.csv"]})
    status, answer = studio.upload("a.csv", b"other")
    assert status == 409
    assert answer["exists"]
    assert (studio.folder / "a.csv").read_bytes() == b"t\n1\n"
    assert studio.upload("a.csv", b"other", replace=True)[0] == 200
    assert (studio.folder / "a.csv").read_bytes() == b"other"
    for name in ("run.sh", "dynid.yaml", "own.py", "...", "x"):
        status, answer = studio.upload(name, b"")
        assert status == 422
        assert "expected" in answer["error"]


@pytest.mark.parametrize(
    "path", ["../out.stl", "/out.stl", "a/../../out.stl", "..\\out.stl", "C:/out.stl"]
)
def test_a_zip_that_leads_out_is_refused_as_a_whole(studio, path):
    status, answer = studio.upload("meshes.zip", packed({"robot.urdf": "<robot/>", path: "x"}))
    assert status == 422
    assert "leads out" in answer["error"]
    assert not (studio.folder / "meshes").exists()
    assert not (studio.folder.parent / "out.stl").exists()


def test_a_zip_that_is_none_and_one_that_lies_about_its_size(studio):
    assert "cannot be unpacked" in studio.upload("bad.zip", b"PK nothing")[1]["error"]
    bomb = bytearray(packed({"robot.urdf": "x" * 1000}))
    assert "no robot" in studio.upload("text.zip", packed({"readme.md": "x"}))[1]["error"]
    at = bomb.index(b"PK\x01\x02") + 24  # the size in the directory of the archive
    bomb[at : at + 4] = (LARGEST + 1).to_bytes(4, "little")
    assert "at most" in studio.upload("bomb.zip", bytes(bomb))[1]["error"]


def test_two_gigabytes_are_refused_before_they_are_sent(studio):
    status, text = studio.ask(
        "POST", "api/upload?name=big.csv", headers={"Content-Length": str(2 * 10**9)}
    )
    assert status == 422
    assert "at most 600 MB" in json.loads(text)["error"]


def test_files_outside_cannot_be_fetched(studio):
    for path in ("files/../../secret", "files/%2e%2e/%2e%2e/etc/passwd", "files/.studio/open"):
        status, text = studio.ask("GET", path)
        assert status in (404, 422), text
    for name in ("../x.csv", "/etc/passwd", ".studio/open"):
        status, answer = studio.post(
            "jobs", {"verb": "validate", "results": [name], "logs": [name]}
        )
        assert status == 422
        assert "of this project" in answer["error"]


def test_the_page_names_robots_and_logs_of_the_folder_alone(studio):
    (studio.folder / "own.py").write_text("raise SystemExit('run by a page')")
    for keys in ({"robot": "own.py:build"}, {"robot": "/etc/passwd"}, {"logs": ["../x.csv"]},
                 {"effects": "own.py:Effect"}, {"test": [{"file": "../../x.csv"}]}):  # fmt: skip
        status, answer = studio.post("project", keys)
        assert status == 422
        assert "expected" in answer["error"]
    assert studio.get("state")["version"] == di.__version__


@pytest.mark.parametrize(
    ("options", "said"),
    [({"cutoff": "5; rm"}, "got '5; rm', expected Hz or auto"),
     ({"cutoff": ["5"]}, "expected it as it is typed"),
     ({"prior": "link2.m"}, "expected NAME=NUMBER")],
)  # fmt: skip
def test_values_are_read_as_by_the_commands(studio, options, said):
    studio.post("project", {"robot": "pendulum"})
    status, answer = studio.post("jobs", {"verb": "identify", "options": options})
    assert status == 422
    assert said in answer["error"]


def test_a_page_names_no_program_and_no_file_of_others(studio):
    studio.post("project", {"robot": "pendulum"})
    asked = {"verb": "identify", "options": {"method": "own.py:X"}}
    job = studio.job(studio.post("jobs", asked)[1]["id"])
    assert job["state"] == "failed"
    for verb, name in (("identify", "output"), ("design", "limits"), ("payload", "follow")):
        asked = {"verb": verb, "options": {name: "/tmp/x"}, "results": ["own.py"], "logs": []}
        status, answer = studio.post("jobs", asked)
        assert status == 422
        assert f"got the key '{name}'" in answer["error"]
    status, answer = studio.post("project", {"limits": "../limits.yaml"})
    assert status == 422
    assert "of this project" in answer["error"]


def test_hostile_xml_is_refused_as_by_the_commands(studio):
    laughs = "".join(f'<!ENTITY a{k + 1} "{f"&a{k};" * 10}">' for k in range(9))
    text = f'<!DOCTYPE r [<!ENTITY a0 "lol">{laughs}]><robot name="&a9;"/>'
    assert studio.upload("laughs.urdf", text.encode())[0] == 200
    studio.post("project", {"robot": "laughs.urdf"})
    status, content = studio.ask("GET", "api/robot")
    assert status == 422
    assert "error" in json.loads(content)


# ---- what it shows


def test_poses_are_closed_by_the_server(studio):
    studio.post("project", {"robot": "delta4"})
    assert studio.get("robot")["actuated"] == ["arm1", "arm2", "arm3", "psi"]
    q = [0.2, 0.4, 0.1, 0.3]
    _, found = studio.post("pose", {"q": q})
    robot = di.load_robot("delta4")
    assert_allclose(found["coordinates"][0], di.close(robot, [q]).q[0], atol=1e-5)
    status, answer = studio.post("pose", {"q": [3.1, 0, 0, 0]})
    assert status == 422
    assert "stays open" in answer["error"]


def test_a_million_samples_are_sent_as_their_envelope():
    """No peak of one sample is lost, at any range, and a range costs milliseconds."""
    from time import perf_counter

    robot = di.load_robot("pendulum")
    N = 1_000_000
    t = np.arange(N) / 1000.0
    tau = np.random.default_rng(0).normal(size=(N, 1))
    tau[654_321] = 99.0
    log = di.Log(robot.actuated, t, np.sin(t)[:, None], tau)
    strips = Strips(log, robot.actuated)
    for low, high in ((None, None), (600.0, 700.0), (654.0, 655.0)):
        lines = list(strips.signals.values())
        begin = perf_counter()
        times, drawn = strips.draw_lines(low, high, 1600, lines)
        assert perf_counter() - begin < 0.2
        y = dict(zip(strips.signals, drawn))["tau", "hinge"]
        assert y.max() == 99.0
        assert y.min() == tau[(t >= times[0]) & (t <= times[-1])].min()
        assert len(y) == len(times) <= 1600
        assert (np.diff(times) > 0).all()
    assert len(strips.describe_motion(Stage(robot))["points"]) == 240


def test_a_zip_with_meshes_stands_there_with_them(studio):
    members = arm_with_meshes()
    status, answer = studio.upload("arm.zip", packed(members))
    assert (status, answer["files"]) == (200, ["arm/arm/urdf/arm.urdf", "arm/arm/meshes/link.stl"])
    assert not (studio.folder / "arm" / "arm" / "run.sh").exists()
    studio.post("project", {"robot": "arm/arm/urdf/arm.urdf"})
    scene = studio.get("robot")["scene"]
    assert [mesh["body"] for mesh in scene["meshes"]] == [1]
    assert len(scene["meshes"][0]["triangles"]) == 12
    _, turned = studio.post("pose", {"q": [0.5, 0.0]})
    rows = np.array(turned["poses"]["1"][0]).reshape(3, 4)[:, :3]
    size = np.linalg.norm(rows[:, 0])
    assert_allclose(rows / size, [[np.cos(0.5), 0, np.sin(0.5)], [0, 1, 0],
                                  [-np.sin(0.5), 0, np.cos(0.5)]], atol=1e-4)  # fmt: skip
    # locked by the page: it is part of the ground then
    _, answer = studio.post("project", {"lock": {"hinge": 0.2}})
    assert answer["state"]["project"]["lock"] == {"hinge": 0.2}
    studio.post("project", {"lock": None})


# ---- the terminal


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_second_studio_a_used_port_and_a_file_are_told(studio, tmp_path):
    second = dynid("studio", str(studio.folder), "--no-browser")
    assert second.returncode == 2
    assert studio.address in second.stderr
    port = studio.address.split(":")[2].split("/")[0]
    used = dynid("studio", str(tmp_path / "other"), "--no-browser", "--port", port)
    assert used.returncode == 2
    assert f"port {port} cannot be used" in used.stderr
    (tmp_path / "file").write_text("")
    wrong = dynid("studio", str(tmp_path / "file"), "--no-browser")
    assert wrong.returncode == 2
    assert "expected a folder" in wrong.stderr


def test_the_bundle_is_made_of_the_sources():
    """`npm run build` in frontend/ writes the mark of its sources into page.js."""
    import hashlib
    from pathlib import Path

    root = Path(__file__).resolve().parents[2] / "frontend" / "src"
    mark = hashlib.sha256()
    names = sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
    for name in names:
        mark.update(f"{name}\0".encode())
        mark.update((root / name).read_bytes())
    head = (Path(di.__file__).parent / "report" / "page.js").read_text("utf-8")[:3000]
    assert mark.hexdigest() in head, "run: cd frontend && npm install && npm run build"
    assert "MIT License" in head  # of three.js
    long = [name for name in names if (root / name).read_text("utf-8").count("\n") > 350]
    assert long == []


def test_without_the_extra_it_is_told():
    code = (
        "import sys; sys.modules['uvicorn'] = None; sys.argv = ['dynid', 'studio', '--no-browser'];"
        "import importlib.util as u; f = u.find_spec; u.find_spec = lambda n, *a:"
        " None if n == 'uvicorn' else f(n, *a); from dynid.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "dynid[studio]" in done.stderr


def test_the_forms_are_made_of_the_options(studio):
    """Those of the command, one by one, but for what names a file; with the defaults that hold."""
    from typer.main import get_command

    from dynid.cli.main import app
    from dynid.study.options import list_options
    from dynid.study.pose_options import PoseOptions

    forms = studio.get("options")
    poses = {about.flag for _, about, _ in list_options(PoseOptions)}  # of dynid design alone
    for verb in ("identify", "design", "validate", "payload"):
        known = {flag for each in get_command(app).commands[verb].params for flag in each.opts}
        flags = {each["flag"].split("/")[0] for each in forms[verb]}
        assert flags <= known
        files = {
            "--limits",
            "--output",
            "-o",
            "--test",
            "--trust",
            "--follow",
            "--wait",
            "--time",
            "--earlier",
            *poses,
        }
        others = {"--force", "--overwrite", "--json", "--quiet", "-q", "--verbose", "-v", "--help"}
        # poses for a calibration are designed in the shell
        poses = {"--calibration", "--column", "--errors", "--goal", "--marker", "--measure"}
        poses |= {"--measured", "--noise", "--poses", "--tied", "--tracker", "--unit"}
        files |= poses if verb == "design" else set()
        assert {flag for flag in known - flags if flag.startswith("-")} <= files | others | {"-h"}
    method = next(each for each in forms["identify"] if each["name"] == "method")
    assert method["default"] == "consistent"
    assert "wls" in method["choices"]
    slow = next(each for each in forms["validate"] if each["name"] == "slow")
    assert not slow["in_project"]
