"""Robot files of others, as far as they are installed or shared: `python
benchmarks/public_files.py`."""

from __future__ import annotations

import pytest

import public_files

pytestmark = pytest.mark.slow(reason="all robot files that are installed")


def test_robots_of_others_load_move_and_have_base_parameters():
    found = [out for out in map(public_files.examined, public_files.files([])) if out.moves]
    if len(found) < 10:
        pytest.skip("pip install example-robot-data, or set DYNID_DATA")
    assert [out for out in found if out.traceback] == []
    assert sum(out.loaded for out in found) >= 0.98 * len(found)
    compared = [out.torques for out in found if out.torques is not None]
    assert max(compared) <= public_files.EQUAL
    assert [out for out in found if out.loaded and not (out.base and out.closed)] == []
