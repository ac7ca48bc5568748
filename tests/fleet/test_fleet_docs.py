"""The commands of docs/fleet.md and docs/scale.md, typed as they stand there."""

from __future__ import annotations

import json

import pytest

from cli_help import dynid
from test_docs import DOCS, blocks, commands

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """What the page on fleets has a reader make."""
    page = DOCS / "fleet.md"
    monkeypatch.chdir(tmp_path)
    exec(compile(blocks(page)[0], "fleet.md", "exec"), {})
    (tmp_path / "fleet.yaml").write_text(blocks(page, "yaml")[0])
    return tmp_path


def test_the_page_on_fleets_can_be_typed(folder):
    first, second = commands(DOCS / "fleet.md")
    done = dynid(*first[1:], cwd=folder)
    assert done.returncode == 0, done.stderr
    told = json.loads((folder / "out" / "fleet.json").read_text())
    odd = {m["name"]: m["evidence"] for m in told["machines"] if m["verdict"] != "as the others"}
    assert list(odd) == ["pendulum3"]
    assert "friction of hinge changes by" in odd["pendulum3"][-1]
    again = dynid(*second[1:], "--json", cwd=folder)
    assert json.loads(again.stdout) == told


def test_the_page_on_scale_can_be_typed(folder):
    distributed = pytest.importorskip("distributed")
    on_cores, on_cluster = commands(DOCS / "scale.md")
    assert on_cores[-1] == "8"
    done = dynid(*on_cores[1:-1], "1", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        typed = [*on_cluster[1:-1], cluster.scheduler_address, "--json"]
        typed[typed.index("-o") + 1] = "other"
        other = dynid(*typed, cwd=folder)
    assert other.returncode == 0, other.stderr
    assert len(json.loads(other.stdout)["machines"]) == 6
    mine, theirs = (json.loads(x.stdout)["parameters"] for x in (done, other))
    assert all(abs(mine[k] - theirs[k]) <= 1e-10 * max(1.0, abs(mine[k])) for k in mine)
