"""A fleet of small arms from logs to verdicts, on any number of workers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dynid as di
from dynid.errors import DynidError, InputError
from dynid.fleet.fleet_logs import FleetLog
from dynid.fleet.fleet_page import render_fleet_page
from dynid.fleet.log_compression import compress_log, load_problem, pack_base
from dynid.identification.problem import Problem
from dynid.model.base_reduction import base_parameters
from fleet_simulation import Faults, held_out_error, simulated_fleet, write_logs

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

#: the other joints of the arm stand still: a log takes a fraction of a second
LOCK = {f"joint{j}": 0.3 for j in (1, 3, 6, 7)}
HOW = {"slow": "5%", "cutoff": 8.0}
DAYS = (0.0, 120.0, 240.0)
FAULTS = Faults(worn={1: (0, 3.0)}, payload={4: 2.0}, drive={6: (1, 1.15)}, drift={8: (2, 2.2)})


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fleet")
    fleet = simulated_fleet(5, 12, faults=FAULTS, lock=LOCK)
    logs = write_logs(fleet, folder / "logs", 5, days=DAYS)
    (folder / "logs" / "bad.csv").write_text("t,q_joint2\n0,1\n")
    bad = [FleetLog(str(folder / "logs" / "bad.csv"), "arm01", "2026-02-01")]
    bad += [FleetLog(str(folder / "nowhere.csv"), "arm13")]
    found = di.identify_fleet(fleet.study(**HOW), [*logs, *bad], folder=folder / "work")
    return fleet, logs, folder, found


def test_planted_faults_are_found_and_nothing_else(small):
    *_, found = small
    verdicts = {m.name: m.verdict for m in found.machines if m.verdict != "as the others"}
    assert verdicts == {
        "arm02": "outlier",
        "arm05": "outlier",
        "arm07": "outlier",
        "arm09": "drifts",
        "arm13": "no log",
    }
    worn, loaded, swapped = (found[name].deviations[0] for name in ("arm02", "arm05", "arm07"))
    assert (worn.kind, worn.joint) == ("friction", "joint2")
    assert loaded.kind == "payload"
    assert loaded.low < 2.0 < loaded.high
    assert (swapped.kind, swapped.joint) == ("drive", "joint4")
    assert abs(swapped.value / 1.15 - 1.0) < 0.02
    (trend,) = found["arm09"].drifting
    assert (trend.kind, trend.joint) == ("friction", "joint5")
    assert found["arm09"].torques is not None


def test_a_payload_that_is_told_is_no_outlier(small):
    fleet, logs, folder, _ = small
    link = fleet.model.group_names[-1]
    box = di.Payload(link, di.inertial(2.0, (0.02, 0.0, 0.15), np.full(3, 0.004)))
    told = [replace(log, payload=box if log.machine == "arm05" else None) for log in logs]
    found = di.identify_fleet(fleet.study(**HOW), told, folder=folder / "work")
    assert found["arm05"].verdict == "as the others"
    assert found["arm02"].verdict == "outlier"


def test_temperatures_of_the_manifest_reach_the_trends(small):
    fleet, logs, folder, _ = small
    warm = {"2026-01-01": 18.0, "2026-05-01": 25.0, "2026-08-29": 31.0}
    told = [replace(log, temperature=warm[log.date]) for log in logs]
    found = di.identify_fleet(fleet.study(**HOW), told, folder=folder / "work")
    assert {p.temperature for p in found["arm01"].points} == set(warm.values())
    assert found.to_dict()["machines"][0]["points"][0]["temperature"] == 18.0


def test_logs_of_no_use_are_told(small):
    *_, found = small
    reasons = list(found.failed.values())
    assert len(reasons) == 2
    assert any("no torques" in reason or "tau" in reason for reason in reasons)
    assert any("no file" in reason for reason in reasons)


def test_machines_are_known_better_than_from_their_own_logs(tmp_path):
    """On motion that is in no log, without noise; own: what dynid identify finds in the same 5 s.
    Forty arms, with faults: benchmarks/fleet.py."""
    fleet = simulated_fleet(3, 10)
    logs = write_logs(fleet, tmp_path, 3)
    found = di.identify_fleet(fleet.study(**HOW), logs)
    assert not found.remarkable
    ratios = []
    for m, log in enumerate(logs):
        machine = found[log.machine].result
        data = di.process(di.read_log(log.file), fleet.model, **HOW)
        own = di.estimate(di.Problem(fleet.model, data), di.Consistent(draws=0))
        ratios.append(held_out_error(fleet, m, machine.p) / held_out_error(fleet, m, own.p))
        assert min(machine.margins.values()) > 0
    assert np.median(ratios) < 0.7


def test_compressed_logs_merge_exactly(small):
    fleet, logs, *_ = small
    base = base_parameters(fleet.model)
    some, how = logs[:3], {"cutoff": 8.0, "decimate": 4, "slow": 0.05}
    told = {"base": pack_base(base), "study": fleet.study(**how).to_dict(), "payload": None}
    parts = [
        load_problem(compress_log({log.file: Path(log.file)}, file=log.file, **told), base)
        for log in some
    ]
    data = di.process([di.read_log(log.file) for log in some], fleet.model, **how)
    whole = di.estimate(di.Problem(fleet.model, data, base), di.OLS())
    merged = di.estimate(Problem.merge(parts), di.OLS())
    np.testing.assert_allclose(merged.theta, whole.theta, rtol=1e-9, atol=1e-9)


def test_one_log_in_every_format(small, tmp_path):
    """CSV, a Parquet set, MCAP, an object store: the same recording, the same answer."""
    fsspec = pytest.importorskip("fsspec")
    fleet, logs, *_ = small
    log = di.read_log(logs[0].file)
    pieces = tmp_path / "set"
    pieces.mkdir()
    log.select_times(0.0, 1.9975).save(pieces / "part-0.parquet")
    log.select_times(1.9975, 9.0).save(pieces / "part-1.parquet")
    log.save(tmp_path / "log.mcap")
    with fsspec.open("memory://machines/log.csv", "wb") as file:
        file.write(Path(logs[0].file).read_bytes())
    for part in pieces.iterdir():
        with fsspec.open(f"memory://machines/set/{part.name}", "wb") as file:
            file.write(part.read_bytes())
    places = [logs[0].file, str(pieces), str(tmp_path / "log.mcap"), "memory://machines/log.csv"]
    places.append("memory://machines/set")
    each = [
        di.identify_fleet(fleet.study(**HOW), [FleetLog(place, "one")])["one"].result.p
        for place in places
    ]
    for p in each[1:]:
        np.testing.assert_allclose(p, each[0], rtol=1e-6, atol=1e-9)


def numbers(content):
    if isinstance(content, dict):
        return [x for value in content.values() for x in numbers(value)]
    if isinstance(content, list):
        return [x for value in content for x in numbers(value)]
    return [content] if isinstance(content, float) else []


def test_the_answer_is_the_same_for_any_number_of_workers(small, tmp_path):
    fleet, logs, *_ = small
    some = [log for log in logs if log.date == "2026-01-01"][:6]
    answers = []
    for workers in (None, 1, 2, 4):
        found = di.identify_fleet(
            fleet.study(**HOW),
            some,
            folder=tmp_path / str(workers),
            workers=workers,
        )
        answers.append(np.array(numbers(found.to_dict())))
    for other in answers[1:]:
        np.testing.assert_allclose(other, answers[0], rtol=1e-10, atol=1e-10)


def test_report_table_and_json(small):
    *_, found = small
    text = str(found)
    assert max(map(len, text.splitlines())) <= 80
    assert "friction of joint2" in text
    page = render_fleet_page(found)
    assert page.count('class="plot"') >= 4
    assert "default-src 'none'" in page
    assert not re.search(r"(?:src|href)=.?http", page)
    content = json.loads(json.dumps(found.to_dict()))
    assert [m["name"] for m in content["machines"]][:2] == ["arm01", "arm02"]
    names = replace(found, robot="<b>&")
    assert "<b>&" not in render_fleet_page(names)


def test_bad_fleets(small):
    fleet, logs, *_ = small
    study = fleet.study()
    with pytest.raises(InputError, match=r"expected a Study"):
        di.identify_fleet(fleet.model, logs)
    with pytest.raises(InputError, match="empty"):
        di.identify_fleet(study, [])
    with pytest.raises(InputError, match="each log once"):
        di.identify_fleet(study, [logs[0], replace(logs[0], machine="other")])
    with pytest.raises(InputError, match="date"):
        di.identify_fleet(study, [replace(logs[0], date="yesterday")])
    with pytest.raises(DynidError, match="none of 1 logs"):
        di.identify_fleet(study, [FleetLog("nowhere.csv", "a")])
    with pytest.raises(InputError, match="temperature"):
        di.identify_fleet(study, [replace(logs[0], temperature=float("nan"))])
    with pytest.raises(InputError, match="alarm"):
        di.identify_fleet(study, logs, alarm=2)
