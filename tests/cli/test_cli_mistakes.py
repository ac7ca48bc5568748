"""What a user mistypes on the command line: the option at fault is named, and a close name
proposed."""

import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app

ARM = """<robot name="bare"><link name="base"/><link name="a"/>
<joint name="j" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" velocity="1" effort="1"/></joint></robot>"""


def refusal(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    assert isinstance(done.exception, di.DynidError), (done.output, done.exception)
    return str(done.exception)


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text(
        "t,q_joint1,tau_joint1\n" + "".join(f"{k / 100},{k % 7},{k % 5}\n" for k in range(50))
    )
    return path


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--method", "olss"], "Did you mean 'ols'?"),
        (["--effects", "viscus"], "Did you mean 'viscous'?"),
        (["--cutoff", "high"], "--cutoff: got 'high', expected Hz or auto."),
        (["--decimate", "x"], "--decimate: got 'x', expected a whole number, auto or none."),
        (["--between", "5"], "--between: got '5', expected two times in s, such as 0.1,7.5."),
    ],
)
def test_the_option_at_fault_is_named(log, words, expected):
    assert expected in refusal("identify", "pendulum", log, *words)


def test_a_paper_with_a_close_name():
    assert "Did you mean 'kim2022'?" in refusal("reproduce", "kim2021")


def test_a_log_with_other_names_points_to_convert(tmp_path):
    path = tmp_path / "raw.csv"
    path.write_text("time_ms,pos,cur\n0,1,2\n1,1,2\n")
    assert "Set --column or --unit, or convert it first" in refusal("identify", "pendulum", path)


def test_what_is_no_result_is_told(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    assert "Expected the result.json of dynid identify" in refusal("validate", path, path)


def test_a_robot_without_inertias_cannot_be_simulated(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    assert "no inertia is known of a, which a simulation needs" in refusal(
        "simulate", path, tmp_path / "motion.csv", "-o", tmp_path / "run.csv"
    )


def test_design_refuses_a_folder_without_permission_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may write anywhere
    assert "no permission to write" in refusal("design", "pendulum", "-o", tmp_path / "new")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["design", "--starts", "99999999999999999999"], "expected a whole number from 1 to"),
        (["design", "--period", "1e-320"], "expected a positive number of"),
        (["identify", "LOG", "--decimate", "99999999999999999999"], "decimate: got 9999"),
        (["identify", "LOG", "--rate", "1e-320"], "expected samples per second"),
        (["identify", "LOG", "--unit", "tau=1e308"], "tau_hinge is inf"),
        (["inspect", "--effects", "OWN:fails"], "it does not run (KeyError('boom'))"),
        (["inspect", "--effects", "OWN:leaves"], "it does not run (SystemExit(7))"),
    ],
)
@pytest.mark.filterwarnings("ignore", "error::RuntimeWarning")
def test_numbers_beyond_all_measure_and_own_files_that_fail(tmp_path, words, expected):
    log = "".join(f"{k / 100},{k % 7},{k % 5}\n" for k in range(50))
    (tmp_path / "run.csv").write_text("t,q_hinge,tau_hinge\n" + log)
    own = tmp_path / "own.py"
    own.write_text(
        "def fails():\n    raise KeyError('boom')\ndef leaves():\n    raise SystemExit(7)"
    )
    places = {"LOG": str(tmp_path / "run.csv")}
    command, *rest = (places.get(w, w.replace("OWN", str(own))) for w in words)
    assert expected in refusal(command, "pendulum", *rest)


def test_a_file_that_leaves_python_is_no_robot(tmp_path):
    (tmp_path / "own.py").write_text("raise SystemExit(3)")
    assert "the file does not run (SystemExit(3))" in refusal("inspect", tmp_path / "own.py:x")


def test_an_export_without_inertias_says_what_to_type(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    said = refusal("export", path, tmp_path / "arm.xml")
    assert "the inertias of a are unknown" in said
    assert "identify the robot and export the result" in said


def test_a_log_without_one_possible_number_is_told(tmp_path):
    path = tmp_path / "run.csv"
    rows = "".join(f"{k / 100},1e300,{k}\n" for k in range(500))
    path.write_text("t,q_hinge,tau_hinge\n" + rows)
    done = CliRunner().invoke(app, ["check", "pendulum", str(path)])
    assert "every value of q_hinge is impossible" in done.output
