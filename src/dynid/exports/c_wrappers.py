"""The exported C inside of other programs: an FMU, a function block for PLCs, an S-function of
Simulink, an external function of Modelica."""

from __future__ import annotations

import hashlib
import io
import platform
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import close_home
from dynid.errors import RobotError
from dynid.exports.c_code import count_state, fill_template, make_c_name, write_c_files
from dynid.exports.c_effects import clean_comment
from dynid.exports.c_gears import make_gear_code
from dynid.model.model import Model
from dynid.version import __version__

STEP = 1e-3  # s: of the Runge-Kutta steps of an FMU
COMPILE = ("-std=c99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden")
#: name, causality, further attributes and unit of the variables of an FMU, by value reference
VARIABLES: tuple[tuple[str, str, dict[str, str], str], ...] = (
    ("tau", "input", {"start": "0"}, "motor torque of the plant"),
    ("q", "output", {"initial": "exact", "start": "q"}, "position of the plant"),
    ("qd", "output", {"initial": "exact", "start": "0", "derivative": "2"}, "speed of the plant"),
    ("q_dot", "local", {"derivative": "2"}, "rate of q"),
    ("qdd", "output", {"derivative": "3"}, "acceleration of the plant"),
    ("q_ref", "input", {"start": "q"}, "position of the reference"),
    ("qd_ref", "input", {"start": "0"}, "speed of the reference"),
    ("qdd_ref", "input", {"start": "0"}, "acceleration of the reference"),
    ("tau_ref", "output", {}, "torque that the reference needs"),
)


def write_wrapped(kind: str, model: Model, p: Array, notes: Sequence[str]) -> dict[str, str]:
    """{file: text} of the C code with a wrapper: "plc", "simulink" or "modelica"."""
    code, values = write_c_files(model, p, notes), _list_values(model, p, kind)
    prefix = make_c_name(model.robot.name)

    def fill(template: str) -> str:
        return fill_template(template, prefix, values)

    if kind == "plc":
        wrapper = {f"{prefix}_fb.{end}": fill(f"plc.{end}") for end in ("h", "c")}
        return code | wrapper | {f"{prefix}.st": fill("plc.st")}
    if kind == "simulink":
        return code | {f"{prefix}_sfun.c": fill("simulink.c")}
    return code | {
        "package.mo": fill("modelica.mo"),
        f"{prefix}_modelica.c": fill("modelica.c"),
    }


def _list_values(model: Model, p: Array, kind: str) -> dict[str, str]:
    """What stands for @name@ in the templates."""
    robot, prefix = model.robot, make_c_name(model.robot.name)
    gears = make_gear_code(model, p)
    remembers = gears is not None and bool(gears.rows)
    if remembers and kind != "plc":
        raise RobotError(
            f"robot '{robot.name}' has friction with memory, which only the C code (and its PLC"
            " block) can keep; expected a model without hysteresis."
        )
    size = 0 if robot.is_tree else count_state(robot)
    here = {"plc": "fb->state", "simulink": "ssGetRWork(S)", "modelica": "state"}.get(kind, "")
    moved = {"plc": "fb->q, fb->qd, fb->qdd"}.get(kind, "q, qd, qdd")
    memory = "&fb->memory, " if remembers else ""
    call = f"{prefix}_inverse_dynamics({memory}{here + ', ' if size else ''}{moved}, tau)"
    begin = f"{prefix}_start({here});\n" if size else ""
    values = {
        "robot": clean_comment(robot.name),
        "version": __version__,
        "order": clean_comment(", ".join(robot.actuated)),
        "Prefix": prefix[0].upper() + prefix[1:],
        "N": str(robot.dof),
        "work": str(size),
    }
    if kind == "plc":
        begin = f"        {begin}" if begin else ""
        after = ""
        if remembers:
            begin += f"        {prefix}_rest(&fb->memory);\n"
            after = f"    {prefix}_wind(&fb->memory, fb->q);\n"
        values["begin"] = begin
        values["call"] = after + (f"    failed = {call};\n" if size else f"    {call};\n")
        members = f"    double state[{prefix.upper()}_STATE];\n" if size else ""
        values["members"] = members + (f"    {prefix}_memory memory;\n" if remembers else "")
        rows = 0 if gears is None else len(gears.rows)
        arrays = {"state": size} | ({"memory_q": robot.dof, "memory_z": rows} if rows else {})
        variables = [f"    {n} : ARRAY[1..{k}] OF LREAL;\n" for n, k in arrays.items() if k]
        values["variables"] = "".join([*variables, "    moved : DINT;\n" if rows else ""])
    elif kind == "simulink":
        values["begin"] = begin.rstrip() or "(void)S;"
        error = f'    if ({call} != 0)\n        ssSetErrorStatus(S, "the loops do not close");\n'
        values["call"] = error if size else f"    {call};\n"
    elif kind == "modelica":
        state = f"    double state[{prefix.upper()}_STATE];\n    {begin}" if size else ""
        values["begin"] = state
        error = f'    if ({call} != 0)\n        ModelicaError("the loops do not close");\n'
        values["call"] = error if size else f"    {call};\n"
    return values


# ---- FMI 3.0


def write_fmu(model: Model, p: Array, notes: Sequence[str]) -> tuple[bytes, list[str]]:
    """An FMU with its sources, and compiled for this machine where there is a compiler; and notes.

    It is the plant (torques give motion) and the feed-forward (a reference gives torques) at once.
    """
    robot, prefix = model.robot, make_c_name(model.robot.name)
    gears = make_gear_code(model, p)
    if gears is not None and gears.lines:
        raise RobotError(
            f"robot '{robot.name}' has friction that depends on the load or on the past, or scaled"
            " torques, for which the plant of an FMU cannot be solved; export C, or identify"
            " without them."
        )
    sources = write_c_files(model, p, notes)
    sources.pop("main.c")
    home = np.zeros(robot.dof)
    if not robot.is_tree:
        closed = close_home(robot)
        home = np.array([closed[robot.coordinates.index(name)] for name in robot.actuated])
    token = hashlib.sha256("".join(sources.values()).encode()).hexdigest()[:32]
    sources["fmi3.c"] = fill_template("fmi3.c", prefix, _list_fmu_values(model, home, token))
    files: dict[str, bytes] = {
        "modelDescription.xml": _describe(model, prefix, home, token, notes),
        "sources/buildDescription.xml": _describe_build(prefix),
        **{f"sources/{name}": text.encode() for name, text in sources.items()},
    }
    said = []
    if library := _compile(sources, prefix):
        folder, binary = library
        files[f"binaries/{folder}/{prefix}{Path(binary[0]).suffix}"] = binary[1]
    else:
        said.append(
            "no C compiler was found: the FMU holds sources only, which `fmpy compile` and other"
            " importers build"
        )
    return _write_archive(files), said


def _list_fmu_values(model: Model, home: Array, token: str) -> dict[str, str]:
    prefix, loops = make_c_name(model.robot.name), not model.robot.is_tree
    plant, feed = ("m->plant, ", "m->feed, ") if loops else ("", "")
    failed = "failed |= " if loops else ""
    inverse = f"{failed}{prefix}_inverse_dynamics"
    motion = "m->x[Q_REF], m->x[QD_REF], m->x[QDD_REF], m->x[TAU_REF]"
    begin = [f"{prefix}_start(m->{name});" for name in ("plant", "feed")] if loops else []
    return {
        "step": repr(STEP),
        "token": token,
        "start": ", ".join(repr(float(x)) for x in home),
        "STATE": f"{prefix.upper()}_STATE" if loops else "1",
        "begin": "\n    ".join(begin),
        "forward": f"{inverse}({plant}q, qd, zero, h);\n    {failed}"
        f"{prefix}_mass_matrix({plant}q, M);",
        "inverse": f"{inverse}({feed}{motion});",
    }


def _describe(model: Model, prefix: str, home: Array, token: str, notes: Sequence[str]) -> bytes:
    robot = model.robot
    order = ", ".join(robot.actuated)
    root = Element(
        "fmiModelDescription",
        fmiVersion="3.0",
        modelName=robot.name,
        instantiationToken=token,
        description="; ".join([f"SI units, radians; order: {order}", *notes]),
        generationTool=f"dynid {__version__}",
        variableNamingConvention="structured",
    )
    SubElement(root, "ModelExchange", modelIdentifier=prefix, needsCompletedIntegratorStep="false")
    SubElement(
        root,
        "CoSimulation",
        modelIdentifier=prefix,
        canHandleVariableCommunicationStepSize="true",
        fixedInternalStepSize=repr(STEP),
    )
    SubElement(root, "DefaultExperiment", startTime="0", stopTime="1", stepSize="0.01")
    variables = SubElement(root, "ModelVariables")
    time = {"name": "time", "valueReference": "0", "causality": "independent"}
    SubElement(variables, "Float64", time, variability="continuous", description="s")
    starts = {"q": " ".join(repr(float(x)) for x in home), "0": " ".join(["0"] * robot.dof)}
    for k, (name, causality, more, said) in enumerate(VARIABLES, start=1):
        attributes = {"name": name, "valueReference": str(k), "causality": causality}
        attributes |= {"description": f"{said} ({order})", "variability": "continuous"} | more
        if "start" in more:
            attributes["start"] = starts[more["start"]]
        SubElement(SubElement(variables, "Float64", attributes), "Dimension", start=str(robot.dof))
    structure = SubElement(root, "ModelStructure")
    plant, reference = "1 2 3", "6 7 8"
    rates, outputs = {"4": "3", "5": plant}, {"2": "2", "3": "3", "5": plant, "9": reference}
    parts = {"Output": outputs, "ContinuousStateDerivative": rates}
    parts |= {"InitialUnknown": rates | {"9": reference}}
    for tag, unknowns in parts.items():
        for at, of in unknowns.items():
            SubElement(structure, tag, valueReference=at, dependencies=of)
    return _to_bytes(root)


def _describe_build(prefix: str) -> bytes:
    root = Element("fmiBuildDescription", fmiVersion="3.0")
    build = SubElement(root, "BuildConfiguration", modelIdentifier=prefix)
    files = SubElement(build, "SourceFileSet", language="C99")
    for name in (f"{prefix}.c", "fmi3.c"):
        SubElement(files, "SourceFile", name=name)
    SubElement(build, "Library", name="m", external="true")
    return _to_bytes(root)


def _to_bytes(root: Element) -> bytes:
    indent(root)
    text = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _compile(sources: Mapping[str, str], prefix: str) -> tuple[str, tuple[str, bytes]] | None:
    """The folder of this platform in an FMU, and the name and bytes of the library."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    system = {"Linux": "linux", "Darwin": "darwin"}.get(platform.system())
    machine = {"x86_64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}.get(platform.machine())
    if compiler is None or system is None or machine is None:
        return None
    name = f"{prefix}.{'so' if system == 'linux' else 'dylib'}"
    with tempfile.TemporaryDirectory() as folder:
        for file, text in sources.items():
            (Path(folder) / file).write_text(text, encoding="utf-8")
        files = [file for file in sources if file.endswith(".c")]
        done = subprocess.run(
            [compiler, *COMPILE, *files, "-lm", "-o", name],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RobotError(f"{compiler} does not compile the FMU: {done.stderr[:300]}")
        return f"{machine}-{system}", (name, (Path(folder) / name).read_bytes())


def _write_archive(files: Mapping[str, bytes]) -> bytes:
    """The same bytes for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()
