"""What a user of Python has at hand: figures, tables of a notebook, parameters by their names."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser

import numpy as np
import pytest

import dynid as di
from dynid.robot.poses import compute_body_poses
from report_help import evil, five_bar

LOOPS = ("delta3", "delta4", "five_bar", "stewart", "prs3")


class Cells(HTMLParser):
    """The tags of a table, and the texts of its cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.cells: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.cells += [""] if tag in ("td", "th") else []

    def handle_data(self, text):
        if self.cells:
            self.cells[-1] += text


def log_of(case) -> di.Log:
    data = case.problem.data
    robot = case.model.robot
    return di.Log(robot.actuated, data.t, data.q, data.tau, data.qd)


def everything(case):
    return case.model.robot, log_of(case), case.problem.data, case.result, case.check


@pytest.mark.parametrize("name", LOOPS)
def test_a_robot_is_drawn_with_closed_loops(name):
    robot = di.load_robot(name)
    figure = robot.plot()
    drawn = {trace.name for trace in figure.data if trace.mode == "lines"}
    ends = {
        tuple(np.round(point, 6))
        for trace in figure.data
        if trace.mode == "lines"
        for point in np.stack([trace.x, trace.y, trace.z], axis=1)
        if np.isfinite(point).all()
    }
    q = di.close(robot, [[robot.home.get(c, 0.0) for c in robot.actuated]]).q
    poses = compute_body_poses(robot, q)
    for loop in robot.loops:
        for body, r in ((loop.body_a, loop.position_a), (loop.body_b, loop.position_b)):
            x = (poses[body][0] @ np.append(r, 1.0))[:3]
            near = min(np.linalg.norm(np.subtract(x, end)) for end in ends)
            assert near < 1e-5, (body, drawn)


def test_a_pose_moves_the_drawing_and_a_wrong_name_is_told():
    robot = di.load_robot("arm7")
    joint = robot.actuated[1]
    before, after = robot.plot(), robot.plot({joint: 1.0})
    assert not np.allclose(before.data[-1].z, after.data[-1].z)
    with pytest.raises(di.DynidError, match="unknown joint 'nonsense'"):
        robot.plot({"nonsense": 1.0})


def test_logs_and_data_are_drawn_with_every_joint_and_unit():
    case = five_bar()
    log = log_of(case)
    figure = log.plot()
    assert len(figure.data) == 3 * len(log.joints)
    for reach in (np.min, np.max):  # of a long series, no peak is lost
        np.testing.assert_allclose(reach(figure.data[0].y), reach(log.q[:, 0]), rtol=1e-6)
    titles = [axis.title.text for axis in figure.select_yaxes()]
    assert titles == ["position [rad, m]", "velocity [rad/s, m/s]", "torque [Nm, N]"]
    figure = case.problem.data.plot()
    assert len(figure.data) == 4 * len(log.joints)
    amperes = di.Log(log.joints, log.t, log.q, log.tau, currents=log.joints[:1])
    titles = [axis.title.text for axis in amperes.plot().select_yaxes()]
    assert titles == ["position [rad, m]", "torque [Nm, N]", "current [A]"]
    silent = di.Log(log.joints, log.t, log.q, 0.0 * log.tau, torqueless=log.joints)
    assert len(silent.plot().data) == len(log.joints)


@pytest.mark.parametrize("case", [five_bar, evil])
def test_notebooks_show_small_tables_with_names_as_text(case):
    for thing in everything(case()):
        page = Cells(thing._repr_html_())
        assert page.tags == {"div", "p", "table", "tr", "th", "td"}, type(thing)
        assert thing.plot().data, type(thing)
    names = case().model.robot.actuated
    for thing in (case().model.robot, log_of(case()), case().problem.data, case().check):
        assert set(names) <= set(Cells(thing._repr_html_()).cells)


def test_no_heavy_import_for_a_table():
    robot = di.load_robot("six_dof")
    before = {name for name in sys.modules if name.startswith(("plotly", "pandas"))}
    robot._repr_html_()
    assert {name for name in sys.modules if name.startswith(("plotly", "pandas"))} == before


def test_a_parameter_by_its_name():
    result = five_bar().result
    k = result.names.index("left.viscous")
    found = result["left.viscous"]
    assert found.value == result.theta[k]
    assert found.std == result.std[k]
    assert (found.low, found.high) == tuple(result.compute_interval()[k])
    assert found.unit == "N m s/rad"
    assert re.fullmatch(r"left\.viscous = \S+ .* \(95 %: \S+ \.\. \S+\)", str(found))
    mass = result["left_crank.m"]  # in the whole vector, but alone in no base parameter
    assert mass.value == result.p[result.parameters.index("left_crank.m")]
    assert mass.unit == "kg"
    with pytest.raises(di.InputError, match=r"Did you mean 'left\.viscous'\?"):
        _ = result["left.viscos"]
    with pytest.raises(di.InputError, match="got 0, expected the name"):
        _ = result[0]


def test_correlation_is_that_of_the_covariance():
    result = evil().result
    C = result.correlation
    std = np.sqrt(np.diag(result.covariance))
    np.testing.assert_allclose(C * np.outer(std, std), result.covariance, rtol=1e-12, atol=1e-18)
    np.testing.assert_allclose(np.diag(C), 1.0)
    assert np.abs(C).max() <= 1.0


def test_a_table_of_pandas():
    pandas = pytest.importorskip("pandas")
    result = five_bar().result
    frame = result.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert tuple(frame.index) == result.names
    np.testing.assert_array_equal(frame["value"], result.theta)
    np.testing.assert_array_equal(frame[["low", "high"]].to_numpy(), result.compute_interval())
    assert tuple(frame.index[frame["weak"]]) == result.weak
    assert frame.loc["left.viscous", "unit"] == result["left.viscous"].unit


def test_without_pandas_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(di.InputError, match=r"pip install 'dynid\[pandas\]'"):
        five_bar().result.to_frame()
