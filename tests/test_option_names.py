"""An option is named as whoever reads the message sets it: a flag in the shell, an argument in
Python, a field in the studio. No message holds a flag of itself."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from commands_help import ARM
from dynid.cli.main import COMMANDS, app
from dynid.cli.option_groups import make_flag_speech
from dynid.errors import DynidError
from dynid.option_names import name_field, name_option, speak_as
from dynid.studio.requests import Folder, make_request
from dynid.study.option_table import GROUPS
from dynid.study.options import list_options
from dynid.study.simulator_fit import Sim2RealOptions
from dynid.study.worker import carry_out

SOURCE = Path(di.__file__).parent
FLAG = re.compile(r"(?<![\w-])--[a-z]")
#: folders and files whose texts are about the shell: commands, what to type, how answers are
#: documented; and calls that make an option, whose flag is an argument
SHELL = ("cli/", "schemas/command_schemas.py", "study/command.py", "regression/pytest_plugin.py")
DECLARES = {"declare_option", "declare_named_option", "add_argument", "addoption", "getoption"}
#: a flag that is none of an option of a verb: (file, text)
ALLOWED = {
    # the studio itself is started from a shell, and only there files are trusted
    ("study/worker.py", "end the studio and start it with: dynid studio --trust {file}"),
    ("studio/requests.py", "--trust"),
    ("studio/requests.py", "--test"),  # of the command that repeats a job
    ("studio/requests.py", "--no-"),
    ("study/options.py", "/--no-"),
}


def list_texts(path):
    """The texts of a file that somebody may read: no docstrings, no flags of declarations."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in DECLARES:
            flags = [*node.args, *(x.value for x in node.keywords if x.arg == "flag")]
            names = [x for x in flags if isinstance(x, ast.Constant)]
            skipped |= {id(x) for x in names if " " not in str(x.value)}
    texts = [x for x in ast.walk(tree) if isinstance(x, ast.Constant) and id(x) not in skipped]
    return [(x.lineno, x.value) for x in texts if isinstance(x.value, str)]


#: variables of CSS, options of a browser
OF_OTHERS = ("fleet/fleet_page.py", "report/pdf.py")


def test_no_message_holds_a_flag():
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name.startswith(SHELL) or name in OF_OTHERS:
            continue
        for line, text in list_texts(path):
            if FLAG.search(text) and (name, text) not in ALLOWED:
                found.append(f"{name}:{line}: {text}")
    assert found == []


def test_every_door_names_every_option_as_it_is_set():
    for group in GROUPS:
        for name, about, _ in list_options(group):
            with speak_as(make_flag_speech([group])):
                assert name_option(name) == (about.flag or f"--{name.replace('_', '-')}")
    with speak_as(make_flag_speech([Sim2RealOptions])):
        assert name_option("latency") == "--delay"
        assert name_option("units", "q=a b") == "--unit 'q=a b'"
    with speak_as(name_field):
        assert name_option("foot_radius", "0.1") == "foot radius: 0.1"
    assert name_option("units", "q=deg") == "units={'q': 'deg'}"
    assert name_option("lock", "a*,b=0.02") == "lock={'a*': 0.0, 'b': 0.02}"
    assert name_option("lock", "a=log") == "lock='a=log'"
    assert name_option("clean") == "clean=True"
    study = di.Study.make("arm7", units="q=deg", lock={"joint1": 0.0}, drives="joint2=3")
    assert study.processing.units == {"q": "deg"}  # what Python is told to write is read


def write_inputs(folder):
    t = np.arange(0, 4, 0.01)
    q = np.stack([np.sin(t), np.sin(2 * t)], axis=1)
    columns = {"t": t, "q_shoulder": q[:, 0], "q_elbow": q[:, 1]}
    columns |= {"tau_shoulder": q[:, 0], "tau_elbow": q[:, 1]}

    def write(name, **changes):
        table = {x: y for x, y in {**columns, **changes}.items() if y is not None}
        rows = "\n".join(",".join(map(repr, map(float, row))) for row in zip(*table.values()))
        (folder / name).write_text(f"{','.join(table)}\n{rows}\n")

    (folder / "arm.urdf").write_text(ARM)
    (folder / "dynid.yaml").write_text("robot: arm.urdf\n")
    write("good.csv")
    write("degrees.csv", q_shoulder=57.3 * q[:, 0])
    write("back.csv", t=np.concatenate([t[:200], t[:200]]))
    write("twice.csv", t=np.repeat(t[::2], 2))
    write("lone.csv", q_elbow=None, tau_elbow=None)
    write("quiet.csv", tau_shoulder=None, tau_elbow=None)
    write("holes.csv", tau_elbow=np.where(t > 2, np.nan, t))
    write("huge.csv", q_elbow=1e12 * q[:, 1])
    write("other.csv", tau_shoulder=None, tau_elbow=None, u_shoulder=t, u_elbow=t)
    write("currents.csv", tau_shoulder=None, tau_elbow=None, current_shoulder=t, current_elbow=t)
    write("still.csv", q_elbow=0 * t, tau_elbow=None, tau_shoulder=None, current_elbow=t)


#: {what is wrong: (log, options as texts)}
BAD = {
    **{
        f"log {x}": (f"{x}.csv", {})
        for x in ["degrees", "back", "twice", "lone", "quiet", "holes", "huge"]
    },
    **{f"log {x}": (f"{x}.csv", {}) for x in ("other", "currents", "still", "nothing")},
    "columns": ("good.csv", {"columns": ["q=x"]}),
    "units": ("good.csv", {"units": ["q"]}),
    "units of none": ("good.csv", {"units": ["q=elephants"]}),
    "rate": ("good.csv", {"rate": "-3"}),
    "drives": ("good.csv", {"drives": "elbow"}),
    "drives of none": ("good.csv", {"drives": "knee=3"}),
    "payloads": ("good.csv", {"payloads": ["good.csv"]}),
    "payloads of none": ("good.csv", {"payloads": ["bad.csv:link=fore,mass=1"]}),
    "payload": ("good.csv", {"payload": ["mass=1"]}),
    "lock": ("good.csv", {"lock": "elbow=x"}),
    "lock a moving joint": ("good.csv", {"lock": "elbow=0"}),
    "lock from the log": ("good.csv", {"lock": "elbow=log"}),
    "base": ("good.csv", {"base": "standing"}),
    "floating": ("good.csv", {"base": "floating"}),
    "contacts": ("good.csv", {"contacts": "fore"}),
    "foot radius": ("good.csv", {"foot_radius": "0.1"}),
    "tilt": ("good.csv", {"tilt": "1"}),
    "gravity": ("good.csv", {"gravity": "down"}),
    "prior": ("good.csv", {"prior": "nobody.m=1"}),
    "fixed": ("good.csv", {"fixed": "m"}),
    "cutoff": ("good.csv", {"cutoff": "late"}),
    "decimate": ("good.csv", {"decimate": "half"}),
    "slow": ("good.csv", {"slow": "snail"}),
    "slow effect": ("good.csv", {"effects": "stribeck", "slow": "20%"}),
    "delay": ("currents.csv", {"delay": "auto"}),
    "between": ("good.csv", {"between": "1"}),
    "velocity": ("good.csv", {"velocity": "guessed"}),
    "rows": ("good.csv", {"rows": "all"}),
    "method": ("good.csv", {"method": "magic"}),
    "effects": ("good.csv", {"effects": "magic"}),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("doors")
    write_inputs(made)
    return made


@pytest.mark.parametrize("name", BAD)
def test_python_and_the_studio_are_never_told_a_flag(name, folder, monkeypatch):
    monkeypatch.chdir(folder)
    log, options = BAD[name]
    said = [ask_python(log, options), ask_studio(folder, log, options)]
    assert [bool(text) for text in said] in ([True, True], [False, False])
    assert not any(FLAG.search(text) or "dynid convert" in text for text in said), said


def ask_python(log, options):
    """Why it is refused; "" where it is not."""
    try:
        di.identify("arm.urdf", log, **options)
    except DynidError as error:
        return str(error)
    return ""


def ask_studio(folder, log, options):
    try:
        with speak_as(name_field):
            asked = {"verb": "identify", "logs": [log], "options": options}
            content = make_request(Folder(folder), asked).content
        carry_out(content)
    except DynidError as error:
        return str(error)
    return ""


def test_the_same_refusals_name_flags_in_the_shell(folder, monkeypatch):
    monkeypatch.chdir(folder)
    with pytest.raises(di.InputError, match=r"lock=\{'elbow': 0.0\}"):
        di.identify("arm.urdf", "lone.csv")
    done = CliRunner().invoke(app, ["identify", "arm.urdf", "lone.csv"])
    assert "--lock elbow" in str(done.exception)
    with pytest.raises(di.InputError, match=r"clean=True"):
        di.identify("arm.urdf", "back.csv")
    done = CliRunner().invoke(app, ["identify", "arm.urdf", "back.csv"])
    assert "--clean" in str(done.exception)


def test_commands_are_short():
    """A command parses, calls a study or an application, and prints."""
    lines = {
        x.__name__: (SOURCE / f"cli/{x.__name__}.py").read_text().count("\n") for x in COMMANDS
    }
    assert {name: count for name, count in lines.items() if count > 60} == {}


def test_forms_of_the_studio_name_no_flags():
    from dynid.studio.requests import describe_forms

    for options in describe_forms().values():
        for each in options:
            shown = {key: x for key, x in each.items() if key != "flag"}
            assert not FLAG.search(json.dumps(shown)), shown
