"""What a release needs beside the code: one version everywhere, files that others' tools read, data
that may be handed on."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tomllib
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook
from ruamel.yaml import YAML

import dynid as di
import pack_data
import release_check
from dynid.namespaces import read_names

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def load_yaml(path):
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def test_one_version_everywhere():
    assert PROJECT["version"] == di.__version__ == load_yaml(ROOT / "CITATION.cff")["version"]
    assert f"## {di.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_an_installed_package_is_imported_under_pytest(request, monkeypatch):
    """pytest rewrites packages that bring a plugin; its loader knows no get_source."""
    module, names = sys.modules["dynid"], read_names("dynid")
    hook = AssertionRewritingHook(request.config)
    assert not hasattr(hook, "get_source")
    monkeypatch.setattr(module, "__spec__", ModuleSpec("dynid", hook, origin=module.__file__))
    assert read_names("dynid") == names


def test_no_platform_is_claimed_on_which_nothing_was_run():
    systems = [each for each in PROJECT["classifiers"] if each.startswith("Operating System")]
    assert systems == ["Operating System :: POSIX :: Linux"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_call_targets_that_exist(path):
    steps = [step for job in load_yaml(path)["jobs"].values() for step in job["steps"]]
    assert all(("run" in step) != ("uses" in step) for step in steps)
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for step in steps:
        words = step.get("run", "").split()
        if words[:1] == ["make"]:
            assert set(words[1:]) <= targets


def test_every_citation_of_the_paper_is_in_its_list():
    text = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
    listed = set(
        re.findall(r"^@\w+\{(\w+),", (ROOT / "paper" / "paper.bib").read_text("utf-8"), re.M)
    )
    assert set(re.findall(r"@(\w+)", text.split("---", 2)[2])) == listed
    assert {"# Summary", "# Statement of need", "# References"} <= set(text.splitlines())


def test_data_with_a_licence_are_packed_and_checked(tmp_path, capsys):
    for name, files in {"free": ("log.csv", "LICENSE"), "quoted": ("log.csv",)}.items():
        (tmp_path / "data" / name).mkdir(parents=True)
        for file in files:
            (tmp_path / "data" / name / file).write_text(f"{name} {file}")
    first, second = tmp_path / "a.tar.gz", tmp_path / "b.tar.gz"
    for archive in (first, second):
        pack_data.pack(tmp_path / "data", archive)
    assert first.read_bytes() == second.read_bytes()
    told = capsys.readouterr().out
    assert "quoted (its README" in told
    assert hashlib.sha256(first.read_bytes()).hexdigest() in told
    subprocess.run(["tar", "xzf", first, "-C", tmp_path], check=True)
    unpacked = tmp_path / pack_data.TOP
    assert sorted(path.name for path in unpacked.iterdir()) == [pack_data.SUMS, "free"]
    assert list(pack_data.find_changes(unpacked)) == []
    (unpacked / "free" / "log.csv").write_text("altered")
    assert list(pack_data.find_changes(unpacked)) == ["free/log.csv: differs from its checksum"]
    (unpacked / "free" / "log.csv").unlink()
    script = [sys.executable, pack_data.__file__, "check", str(unpacked)]
    done = subprocess.run(script, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "free/log.csv: is missing\n"


def test_a_failed_step_of_the_check_is_a_row_and_an_exit_code(monkeypatch, capsys):
    def two_rows():
        yield "fails", lambda: release_check.run(sys.executable, "-c", "1/0", cwd=ROOT)
        yield "works", lambda: "done"

    monkeypatch.setattr(release_check, "STEPS", {"both": two_rows})
    monkeypatch.setattr(sys, "argv", ["release_check.py"])
    with pytest.raises(SystemExit) as end:
        release_check.main()
    rows = capsys.readouterr().out.splitlines()
    assert end.value.code
    assert "FAILED" in rows[2]
    assert "ZeroDivisionError" in rows[2]
    assert rows[3].startswith("| works | done |")
