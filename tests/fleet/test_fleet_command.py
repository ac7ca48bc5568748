"""dynid fleet: the manifest, the files, and what is refused."""

from __future__ import annotations

import json
import shutil

import pytest

import dynid as di
from cli_help import dynid
from dynid.errors import InputError
from dynid.fleet.manifest import load_manifest
from fleet_simulation import simulated_fleet, write_logs

LOCK = {f"joint{j}": 0.3 for j in (1, 3, 6, 7)}
HEAD = "robot: arm7\nlock: {joint1: 0.3, joint3: 0.3, joint6: 0.3, joint7: 0.3}\n"
HEAD += "effects: viscous,coulomb,rotor\ncutoff: 8\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    here = tmp_path_factory.mktemp("fleet")
    fleet = simulated_fleet(2, 3, lock=LOCK)
    write_logs(fleet, here / "logs", 2, days=(0.0, 30.0))
    return here


def manifest(folder, text, name="fleet.yaml", head=HEAD):
    path = folder / name
    path.write_text(head + text)
    return path


def test_a_pattern_names_machines_and_dates(folder):
    study, logs = load_manifest(manifest(folder, "logs: 'logs/{machine}_{date}.csv'\n"))
    told = [(log.machine, log.date) for log in logs]
    assert told[:2] == [("arm01", "2026-01-01"), ("arm01", "2026-01-31")]
    assert len(told) == 6
    assert study.processing.cutoff == 8.0
    assert study.model.load(study.robot).dof == 3


def test_lists_machines_payloads(folder):
    text = """
logs:
  - {file: logs/arm01_2026-01-01.csv, machine: arm01, date: 2026-01-01, temperature: 31}
machines:
  arm02:
    payload: {link: link5, mass: 2.0, com: [0, 0, 0.1]}
    logs:
      - logs/arm02_2026-01-01.csv
      - {file: logs/arm02_2026-01-31.csv, date: 2026-01-31T12:00:00}
  arm03: 'logs/arm03_{date}.csv'
"""
    _, logs = load_manifest(manifest(folder, text))
    by = {log.file.split("/")[-1]: log for log in logs}
    assert len(by) == 5
    assert by["arm01_2026-01-01.csv"].temperature == 31
    assert by["arm02_2026-01-01.csv"].payload.inertia[0] == 2.0
    assert by["arm02_2026-01-31.csv"].day == pytest.approx(by["arm01_2026-01-01.csv"].day + 30.5)
    assert by["arm03_2026-01-31.csv"].date == "2026-01-31"


def test_object_stores_are_listed(folder):
    fsspec = pytest.importorskip("fsspec")
    for name in ("a", "b"):
        with fsspec.open(f"memory://bucket/{name}/2026-01-01.csv", "wb") as file:
            file.write((folder / "logs" / "arm01_2026-01-01.csv").read_bytes())
    _, logs = load_manifest(manifest(folder, "logs: 'memory://bucket/{machine}/{date}.csv'\n"))
    assert [log.machine for log in logs] == ["a", "b"]
    assert logs[0].file.startswith("memory://")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the fleet is empty"),
        ("logs: []", "the fleet is empty"),
        ("logs: 'nowhere/{machine}.csv'", "no file matches"),
        ("logs: 'logs/*.csv'", "does not say which machine"),
        ("logs: 7", "a pattern"),
        ("machines: {arm01: {}}", "has no 'logs'"),
        ("machines: {a/b: logs/arm01_2026-01-01.csv}", "without slashes"),
        ("machines: {a: x.csv, a: y.csv}", 'duplicate key "a"'),
        ("machine: {a: x.csv}", "Did you mean 'machines'"),
        ("logs: [{file: x.csv, machine: a, payload: {link: link5}}]", "no mass"),
        ("logs: [{file: x.csv, machine: a, weather: bad}]", "weather"),
        ("robot: nonsense", "duplicate key"),
    ],
)
def test_bad_manifests(folder, text, said):
    with pytest.raises(InputError, match=said):
        load_manifest(manifest(folder, text + "\n", "bad.yaml"))


def test_no_robot(folder):
    with pytest.raises(InputError, match="no 'robot'"):
        load_manifest(manifest(folder, "logs: 'logs/{machine}_{date}.csv'\n", "bad.yaml", ""))


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_the_command(folder, tmp_path):
    """Files, a second run that goes on, a result that other commands take; clear refusals."""
    shutil.copytree(folder / "logs", tmp_path / "logs")
    (tmp_path / "logs" / "arm02_2026-02-30.csv").write_text("nonsense")
    manifest(tmp_path, "logs: 'logs/{machine}_{date}.csv'\n")
    done = dynid("fleet", "fleet.yaml", "-o", "out", "--workers", "1", cwd=tmp_path)
    assert done.returncode == 2
    assert "2026-02-30" in done.stderr
    assert done.stderr.count("\n") == 1
    (tmp_path / "logs" / "arm02_2026-02-30.csv").rename(tmp_path / "logs/arm02_2026-02-20.csv")
    done = dynid("fleet", "fleet.yaml", "-o", "out", "--workers", "2", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [m["name"] for m in told["machines"]] == ["arm01", "arm02", "arm03"]
    assert len(told["failed"]) == 1
    files = {str(p.relative_to(tmp_path / "out")) for p in (tmp_path / "out").rglob("*.[jh]*")}
    assert files >= {"fleet.json", "fleet.html", "model/result.json", "machines/arm01/result.json"}
    assert json.loads((tmp_path / "out" / "fleet.json").read_text()) == told
    di.Estimate.load(tmp_path / "out" / "machines" / "arm01" / "result.json")
    done = dynid("fleet", "fleet.yaml", "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert "--overwrite" in done.stderr
    (tmp_path / "logs" / "arm02_2026-02-20.csv").unlink()
    done = dynid(
        "fleet", "fleet.yaml", "-o", "out", "--force", "-v", "--workers", "1", cwd=tmp_path
    )
    assert done.stderr.count(": kept\n") == 6
    assert "3 machines, 6 logs used" in done.stdout


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_clear_lines(folder):
    manifest(folder, "logs: 'logs/{machine}_{date}.csv'\n")
    for typed, said in (
        (("fleet.yaml", "-o", "x", "--scheduler", "tcp://127.0.0.1:9"), "no Dask scheduler"),
        (
            ("fleet.yaml", "-o", "x", "--scheduler", "y", "--workers", "2"),
            "several of scheduler, workers",
        ),
        (("none.yaml", "-o", "x"), "none.yaml"),
    ):
        done = dynid("fleet", *typed, cwd=folder)
        assert done.returncode == 2
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert not (folder / "x" / "fleet.json").exists()
