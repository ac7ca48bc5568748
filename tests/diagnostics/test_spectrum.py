"""What is said as possible only: torques that were filtered before they were written."""

from __future__ import annotations

from dataclasses import replace

from scipy.signal import butter, sosfiltfilt

from dynid.diagnostics.columns import find_filtering
from simulated_logs import clean_log


def test_filtered_torques_are_said_and_raw_ones_are_not():
    log = clean_log("random3_5", 4).log
    assert list(find_filtering(log)) == []
    low = sosfiltfilt(butter(8, 8.0, fs=log.rate, output="sos"), log.tau, axis=0)
    (finding,) = find_filtering(replace(log, tau=low))
    assert (finding.kind, finding.certainty) == ("filtered torques", "possible")
