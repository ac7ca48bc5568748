"""What several test files share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dynid._native as native
from dynid.arrays import Array
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD


def pytest_configure() -> None:
    """Kernels that are older than their sources are not tested."""
    built = Path(native.__file__).stat().st_mtime
    for source in (Path(__file__).parents[1] / "native").rglob("*.*"):
        if source.suffix in (".cpp", ".hpp", ".def") and source.stat().st_mtime > built:
            raise pytest.UsageError(
                f"{source} has changed since it was compiled: run `make native`."
            )


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of measured logs and real robot files, which stands beside the repository, not in
    it."""
    default = Path(__file__).resolve().parents[1].parent / "shared" / "data"
    folder = Path(os.environ.get("DYNID_DATA") or default)
    if not folder.is_dir():
        pytest.skip(f"no shared data in {folder}; set DYNID_DATA")
    return folder


@pytest.fixture(scope="session")
def shared_robots(shared_data: Path) -> Path:
    """Difficult public robot files, beside the logs."""
    folder = shared_data.parent / "robots"
    if not folder.is_dir():
        pytest.skip(f"no robot files in {folder}")
    return folder


@pytest.fixture(scope="session")
def poses() -> Callable[[Robot, Mapping[str, float]], dict[str, Array]]:
    """Forward kinematics from the definition alone: pose (4, 4) of every body for {coordinate:
    value}."""

    def compute(robot: Robot, q: Mapping[str, float]) -> dict[str, Array]:
        placed = {WORLD: np.eye(4)}
        for body in robot.bodies:
            joint = body.joint
            fixed, motion = np.eye(4), np.eye(4)
            fixed[:3, :3], fixed[:3, 3] = joint.rotation, joint.position
            step = np.asarray(joint.axis) * q.get(joint.name, 0.0)
            if joint.kind in ("revolute", "continuous"):
                motion[:3, :3] = Rotation.from_rotvec(step).as_matrix()
            elif joint.kind == "prismatic":
                motion[:3, 3] = step
            placed[body.name] = placed[body.parent] @ fixed @ motion
        return placed

    return compute


@pytest.fixture
def urdf(tmp_path: Path) -> Callable[..., Path]:
    """Writes the given parts, within <robot>, to a file."""

    def write(*parts: str) -> Path:
        path = tmp_path / "arm.urdf"
        path.write_text(f'<robot name="arm">{"".join(parts)}</robot>', encoding="utf-8")
        return path

    return write
