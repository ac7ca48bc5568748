"""The Python of the documentation runs as it stands."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

import dynid as di
from dynid.identify.history import History
from wobble_help import simulated_log, true_parameters

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture
def names():
    """What a reader has at hand: di, and the problem of a small robot."""
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    data = di.process(simulated_log(model, true_parameters(model, 1000), 1000, seed=1), model)
    return {"di": di, "model": model, "problem": di.Problem(model, data)}


@pytest.mark.parametrize("page", ["consistency.md", "stepwise.md"])
def test_snippets_run(page, names, monkeypatch):
    shown = []

    class Figure:
        def show(self):
            shown.append(self)

    monkeypatch.setattr(History, "plot", lambda self: Figure())  # no browser
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(compile(block, page, "exec"), names)
        assert "print(" not in block or said.getvalue().strip()
    assert bool(shown) == (page == "stepwise.md")
    assert di.is_consistent(names["result"].p, names["model"]) or page != "consistency.md"
