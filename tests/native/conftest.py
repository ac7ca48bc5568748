from __future__ import annotations

import pytest

import dynid._native as native


@pytest.fixture(params=native.levels())
def level(request):
    """The test runs on every level of this processor."""
    before = native.level()
    native.use_level(request.param)
    yield request.param
    native.use_level(before)
