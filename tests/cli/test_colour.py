"""The verdict in the terminal."""

from __future__ import annotations

import sys

import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.cli.terminal import PLAIN, SHADES, WIDTH, apply_colour
from wobble_help import simulated_log, true_parameters

LONG = "Usable: " + "a reason that is long; " * 10


@pytest.mark.parametrize("level", [0, 1, 2])
def test_colour_only_in_a_terminal_that_wants_it(monkeypatch, level):
    assert apply_colour(LONG, level) == LONG
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = apply_colour(LONG, level)
    assert shown.startswith(SHADES[level])
    assert shown.endswith(PLAIN)
    monkeypatch.setenv("NO_COLOR", "1")
    bare = apply_colour(LONG, level)
    assert "\x1b" not in bare
    assert max(len(line) for line in bare.splitlines()) <= WIDTH
    assert bare.split() == LONG.split()


def test_identify_says_its_verdict_first(tmp_path):
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    log = tmp_path / "run.csv"
    simulated_log(model, true_parameters(model, 2000), 2000, seed=1).save(log)
    done = CliRunner().invoke(
        app, ["identify", "five_bar", str(log), "--effects", "viscous,coulomb"]
    )
    assert done.exit_code == 0, done.output
    assert done.stdout.split(":")[0] in ("Good", "Usable", "Not trustworthy")
