"""SDF files against Drake: torques of inverse dynamics at random states. Its numbers are kept in
sdf_drake.json, written by `python benchmarks/sdf_drake.py --write`, which also compares live."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sdf_drake import KEPT, digest, load, states, torques, write_files
from sdf_variants import variant

EXPECTED = json.loads(KEPT.read_text())
SEEDS = [int(key) for key in EXPECTED if key.isdigit()]
FILES = [key for key in EXPECTED if not key.isdigit()]
EQUAL = 1e-9  # of the largest torque


def check(path, files, expected, seed):
    assert digest(files) == expected["digest"], "the file has changed: ask Drake again, see above"
    robot = load(path)
    assert list(robot.actuated) == expected["coordinates"]
    theirs = np.array(expected["torques"])
    ours = torques(robot, states(robot, seed))
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=EQUAL * np.abs(theirs).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_random_files_have_drakes_torques(seed, tmp_path):
    files = variant(seed)
    check(write_files(files, tmp_path), files, EXPECTED[str(seed)], seed)


@pytest.mark.parametrize("name", FILES)
def test_shared_files_have_drakes_torques(name, shared_robots):
    path = shared_robots / name
    check(path, {name: path.read_text()}, EXPECTED[name], 0)


def test_the_random_files_try_every_feature():
    whole = "".join(text for seed in SEEDS for text in variant(seed).values())
    for part in (
        *('version="1.4"', "use_parent_model_frame>1", "expressed_in", "relative_to", 'frame="'),
        *("quat_xyzw", "degrees", "placement_frame", "attached_to", "<include>", "merge="),
        *("<mimic", "spring_stiffness", "rotor_inertia", "<static>", 'auto="true"', "<density>"),
        *('"ball"', '"universal"', '"screw"', '"planar"', '"continuous"', "<world", "load::l"),
        *("<child>robot::",),
    ):
        assert part in whole, part
    assert len(SEEDS) >= 100
