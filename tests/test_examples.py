"""Every script in examples/ runs, and finds what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")

EXAMPLES = sorted((Path(__file__).resolve().parents[1] / "examples").glob("*.py"))
SAID = {
    "serial_arm.py": r"Good: 0\.\d+ % torque error on the held-out logs",
    "parallel_robot.py": r"wrote .*linkage_identified.xml",
    "design_excitation.py": r"401 samples for the controller",
    "compare_estimators.py": r"Consistent +\d\.\d+ +[01]\.\d+",
    "export_c.py": r"wrote .*five_bar.json",
    "own_format.py": r"Log\(.run.jsonl.: 1 joint, 101 samples",
    "own_effect.py": r"left\.ripple: 0\.[01]\d+ \+- 0\.\d+, truth 0\.1",
    "own_estimator.py": r"Lasso +0\.\d+",
    "redundant_drive.py": r"reversals of motor torques: [1-9]\d* alone, 0 with the preload",
    "friction_constants.py": r"Stribeck.vs: 0\.1[45]\d",
}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_runs(path, tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(SAID[path.name], done.stdout), done.stdout
