"""A log of three samples that every reader must give back, and the message that a bad file must
get."""

from __future__ import annotations

import pytest

from dynid.data.log_reading import read_log
from dynid.errors import InputError

T, Q, TAU = [0.0, 0.5, 1.0], [0.1, 0.2, 0.4], [1.5, 2.5, -0.03]


def check(log, joints=("a",)):
    assert log.joints == tuple(joints)
    assert log.t.tolist() == T
    assert log.q[:, 0].tolist() == Q
    assert log.tau[:, 0].tolist() == TAU
    return log


def says(words, path, **options):
    with pytest.raises(InputError) as caught:
        read_log(path, **options)
    for word in words:
        assert word in str(caught.value)
