"""Completion of values in the shell: effects, methods, robots, joints and links of a file."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

import dynid as di
from dynid.testing.estimator_contract import make_problem

URDF = """<robot name="a"><link name="base"/><link name="upper_arm"/>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper_arm"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint></robot>"""


def complete(folder, line):
    """What bash gets for a line, as it asks."""
    words = line.split(" ")
    env = os.environ | {"_DYNID_COMPLETE": "complete_bash", "COMP_WORDS": line}
    done = subprocess.run(
        [sys.executable, "-c", "from dynid.cli.main import app; app(prog_name='dynid')"],
        env=env | {"COMP_CWORD": str(len(words) - 1)},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return done.stdout.split()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine.urdf").write_text(URDF)
    (tmp_path / "logs").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dynid identify fiv", ["five_bar"]),
        ("dynid identify mi", ["mine.urdf"]),
        ("dynid identify mine.urdf --method cons", ["consistent"]),
        ("dynid identify mine.urdf --effects viscous,cou", ["coulomb", "coupling", "counter"]),
        ("dynid identify mine.urdf --cutoff a", ["auto"]),
        ("dynid inspect mine.urdf --lock sh", ["shoulder"]),
        ("dynid inspect mine.urdf --tool up", ["upper_arm"]),
        ("dynid inspect mine.urdf --contacts up", ["upper_arm"]),
        ("dynid init mi", ["mine.urdf"]),
        ("dynid export mine", ["mine.urdf"]),
        ("dynid compare mine.urdf --methods ols,ri", ["ridge"]),
        ("dynid design mine.urdf --criterion c", ["cond"]),
        ("dynid design mine.urdf --coordinates t", ["task"]),
        ("dynid sim2real mine.urdf --effort com", ["commanded"]),
        ("dynid sim2real mine.urdf --inertias up", ["upper_arm"]),
        ("dynid convert log.bin -o log.csv --format par", ["parquet"]),
        ("dynid reproduce gn", ["gnad2024"]),
        ("dynid bench --robots five_bar,delta4", ["delta4"]),
        ("dynid inspect broken.urdf --lock sh", []),
    ],
)
def test_the_shell_completes_values(folder, line, expected):
    found = complete(folder, line)
    assert len(found) == len(expected)
    assert all(any(each in x for x in found) for each in expected)


def test_a_saved_result_names_its_robot(folder):
    result = di.estimate(make_problem(noise=0.1), di.OLS())
    (folder / "result").mkdir()
    setup = {"robot": str(folder / "mine.urdf")}
    replace(result, setup=setup).save(folder / "result" / "result.json")
    assert complete(folder, "dynid payload result run.csv --frame up") == ["upper_arm"]
    assert complete(folder, "dynid export result --payload-frame up") == ["upper_arm"]
    assert complete(folder, "dynid payload nothing.json --frame up") == []


def test_the_robot_of_the_project_completes_too(folder):
    (folder / "dynid.yaml").write_text("robot: mine.urdf\n")
    assert complete(folder, "dynid identify --lock sh") == ["shoulder"]
