"""Columns fx_ to mz_<joint> of six-axis sensors: read, converted, cut, saved, filtered."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.data.column_map import FORCES


def make(samples=60):
    rng = np.random.default_rng(0)
    t = np.arange(samples) * 0.01
    q, tau = rng.standard_normal((2, samples, 2))
    sensors = {name: rng.standard_normal((samples, 6)) for name in ("a", "b", "ring")}
    return di.Log(("a", "b"), t, q, tau, sensors=sensors)


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".txt", ".npz", ".parquet", ".h5", ".mat"])
def test_saved_and_read_bit_by_bit(tmp_path, ending):
    log = make()
    log.save(tmp_path / f"log{ending}")
    back = di.read_log(tmp_path / f"log{ending}")
    assert list(back.sensors) == ["a", "b", "ring"]
    for name, six in log.sensors.items():
        assert np.array_equal(back.sensors[name], six)
    assert np.array_equal(back.tau, log.tau)
    assert "forces in 3 joints" in repr(back)


def test_bags_hold_none(tmp_path):
    with pytest.raises(di.InputError, match="no forces of sensors"):
        make().save(tmp_path / "log.mcap")
    make().select_sensors(()).save(tmp_path / "log.mcap")


def text_of(log, names):
    columns = log.to_columns()
    header = ",".join(names.get(name, name) for name in columns)
    rows = [",".join(map(repr, row)) for row in np.column_stack([*columns.values()]).tolist()]
    return "\n".join([header, *rows])


def test_other_names_units_and_signs(tmp_path):
    """A sensor that tells what the child exerts on the parent: factor -1."""
    log = make()
    path = tmp_path / "log.csv"
    path.write_text(text_of(log, {"fx_a": "ATI.Fx"}))
    signs = dict.fromkeys(("fy", "fz", "mx", "my", "mz"), -1.0)
    back = di.read_log(path, columns={"fx_a": "ATI.Fx"}, units={"fx": "kN", "fx_b": -1.0, **signs})
    assert np.array_equal(back.sensors["a"][:, 1:], -log.sensors["a"][:, 1:])
    assert np.array_equal(back.sensors["a"][:, 0], log.sensors["a"][:, 0] / 1e-3)
    assert np.array_equal(back.sensors["b"], -log.sensors["b"])
    assert any("fx_a converted from kN" in note for note in back.notes)
    with pytest.raises(di.InputError, match="got 'Nm' for 'fx_a', expected one of N, mN, kN"):
        di.read_log(path, columns={"fx_a": "ATI.Fx"}, units={"fx": "Nm"})


def test_a_sensor_without_all_six_is_left_out_and_said(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(text_of(make(), {"my_b": "M2"}))
    log = di.read_log(path)
    assert list(log.sensors) == ["a", "ring"]
    assert any("forces in 'b' left out: no my_b" in note for note in log.notes)


def test_parts_keep_their_samples():
    log = make()
    part = log.select_times(0.1, 0.2).select(["b"])
    assert np.array_equal(part.sensors["ring"], log.sensors["ring"][10:21])
    assert log.select_sensors(["b"]).to_columns().keys() >= {f"{kind}_b" for kind in FORCES}


def test_what_is_wrong_is_named(tmp_path):
    log = make()
    with pytest.raises(di.InputError, match=r"sensor of a has shape \(60, 3\), expected \(60, 6\)"):
        di.Log(log.joints, log.t, log.q, log.tau, sensors={"a": np.zeros((60, 3))})
    six = np.array(log.sensors["a"])
    six[7, 4] = np.nan
    with pytest.raises(di.InputError, match=r"my_a is nan from t = 0\.07 s"):
        di.Log(log.joints, log.t, log.q, log.tau, sensors={"a": six})
    path = tmp_path / "log.csv"
    path.write_text(text_of(log, {}).replace(repr(float(log.sensors["b"][3, 2])), "nan"))
    clean = di.read_log(path, clean=True)
    assert len(clean) == 59
    assert np.array_equal(clean.sensors["ring"], np.delete(log.sensors["ring"], 3, axis=0))


def test_processed_as_the_positions_are():
    """Jitter, a pause, two logs: the forces are those of the motion at every sample left."""
    model = di.Model(di.load_robot("pendulum"))
    rng, logs = np.random.default_rng(1), []
    for start in (0.0, 20.0):
        t = start + np.cumsum(rng.uniform(0.7e-2, 1.3e-2, 1500))
        t[700:] += 1.0
        q = np.sin(2.0 * t)[:, None]
        tau = model.inverse_dynamics(q, 2 * np.cos(2 * t)[:, None], -4 * q, model.prior)
        six = np.sin(2.0 * t + np.arange(6)[:, None]).T
        extra = {"other": six} if start else {}
        logs.append(
            di.Log(model.robot.actuated, t, q, tau, sensors={model.robot.actuated[0]: six, **extra})
        )
    data = di.process(logs, model, cutoff=8.0)
    assert list(data.sensors) == [model.robot.actuated[0]]
    expected = np.sin(2.0 * data.t + np.arange(6)[:, None]).T
    assert np.abs(data.sensors[model.robot.actuated[0]] - expected).max() < 1e-3
    assert np.abs(data.q[:, 0] - np.sin(2.0 * data.t)).max() < 1e-3
