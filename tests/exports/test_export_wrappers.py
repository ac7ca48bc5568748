"""The exported C inside of an FMU, a PLC's function block, an S-function and a Modelica package:
built without a warning, run, and read by FMPy, blark and pymoca (`make test-readers`)."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess

import numpy as np
import pytest

import dynid as di
from c_help import COMPILER, STRICT
from dynid.closed_chains.closed_home import close_home
from dynid.errors import RobotError
from dynid.exports.c_code import make_c_name
from export_help import full_parameters, result_of

pytestmark = pytest.mark.skipif(COMPILER is None, reason="needs a C compiler")
ROBOTS = ("arm7", "delta4", "five_bar")
EQUAL = 1e-9  # of the largest torque


def make_model(name, friction=True):
    robot = di.load_robot(name)
    effects = [di.Viscous(), di.RotorInertia()] if robot.is_tree else []
    model = di.Model(robot, [*effects, *([di.Coulomb()] if friction else [])])
    p = full_parameters(model)
    if not robot.is_tree:  # the built-in masses: their mass matrix is positive definite
        p = np.where(np.isnan(model.prior), 0.1, model.prior)
    return model, p


def draw_motion(model, count=5, size=0.05):
    rng = np.random.default_rng(2)
    robot = model.robot
    home = np.zeros(robot.dof)
    if not robot.is_tree:
        closed = close_home(robot)
        home = np.array([closed[robot.coordinates.index(name)] for name in robot.actuated])
    q, qd, qdd = rng.uniform(-1, 1, (3, count, robot.dof))
    return home + size * q, qd, qdd


def assert_close(ours, theirs):
    np.testing.assert_allclose(theirs, ours, rtol=0, atol=EQUAL * np.abs(ours).max())


# ---- FMI 3


@pytest.fixture
def fmpy():
    return pytest.importorskip("fmpy", reason="needs FMPy: make test-readers")


def open_fmu(fmpy, model, p, folder):
    path = folder / "robot.fmu"
    di.export(result_of(model, p), path)
    assert fmpy.read_model_description(str(path), validate=True).fmiVersion == "3.0"
    described = fmpy.read_model_description(str(path))
    fmu = fmpy.fmi3.FMU3Slave(
        guid=described.guid,
        unzipDirectory=fmpy.extract(str(path), str(folder / "unzipped")),
        modelIdentifier=described.coSimulation.modelIdentifier,
        instanceName="one",
    )
    fmu.instantiate()
    fmu.enterInitializationMode()
    at = {v.name: v.valueReference for v in described.modelVariables}

    def put(**values):
        for name, value in values.items():
            fmu.setFloat64([at[name]], list(value))

    def get(name):
        return np.array(fmu.getFloat64([at[name]], nValues=model.robot.dof))

    return path, fmu, put, get


@pytest.mark.parametrize("name", ROBOTS)
def test_an_fmu_has_our_torques_and_accelerations(name, fmpy, tmp_path):
    model, p = make_model(name)
    _, _, put, get = open_fmu(fmpy, model, p, tmp_path)
    for q, qd, qdd in zip(*draw_motion(model)):
        put(q_ref=q, qd_ref=qd, qdd_ref=qdd)
        tau = model.inverse_dynamics(q, qd, qdd, p)[0]
        assert_close(tau, get("tau_ref"))
        put(q=q, qd=qd, tau=tau)
        np.testing.assert_allclose(get("qdd"), qdd, rtol=0, atol=1e-8 * np.abs(qdd).max())


@pytest.mark.parametrize("mode", ["CoSimulation", "ModelExchange"])
def test_an_fmu_moves_as_the_robot_does(mode, fmpy, tmp_path):
    """From rest, under torques that balance half of gravity, against scipy's integration."""
    from scipy.integrate import solve_ivp

    model, p = make_model("six_dof", friction=False)
    path, fmu, _, _ = open_fmu(fmpy, model, p, tmp_path)
    fmu.terminate()
    fmu.freeInstance()
    n = model.robot.dof
    tau = 0.5 * model.gravity(np.zeros(n), p)[0]

    def rate(_, x):
        q, qd = x[:n], x[n:]
        h = model.inverse_dynamics(q, qd, 0 * q, p)[0]
        return np.concatenate([qd, np.linalg.solve(model.mass_matrix(q, p)[0], tau - h)])

    wanted = solve_ivp(rate, (0, 0.2), np.zeros(2 * n), method="DOP853", rtol=1e-11, atol=1e-12)
    done = fmpy.simulate_fmu(
        str(path),
        fmi_type=mode,
        stop_time=0.2,
        output_interval=0.01,
        relative_tolerance=1e-10,
        start_values={"tau": list(tau)},
        output=["q"],
    )
    got = np.array(done[-1].tolist()[1:]).ravel()
    assert np.abs(wanted.y[:n, -1]).max() > 0.01  # it moves
    np.testing.assert_allclose(got, wanted.y[:n, -1], rtol=0, atol=1e-7)


def test_an_fmu_of_load_friction_is_refused(tmp_path):
    model = di.Model(di.load_robot("six_dof"), [di.gears.LoadFriction()])
    with pytest.raises(RobotError, match="export C"):
        di.export(result_of(model, full_parameters(model)), tmp_path / "robot.fmu")


# ---- PLC


def build_library(folder, *files, flags=()):
    done = subprocess.run(
        [COMPILER, *STRICT, "-shared", "-fPIC", *flags, *files, "-lm", "-o", "lib.so"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(folder / "lib.so"))


def list_members(text):
    """(name, count) of the variables in Structured Text."""
    kinds = {"LREAL": ctypes.c_double, "INT": ctypes.c_int16, "DINT": ctypes.c_int32}
    fields = []
    for name, length, array, plain in re.findall(
        r"^\s+(\w+) : (?:ARRAY\[1\.\.(\d+)\] OF (\w+)|(\w+));", text, re.M
    ):
        kind = kinds[array or plain]
        fields.append((name, kind * int(length) if length else kind))
    return fields


@pytest.mark.parametrize("name", ROBOTS)
def test_a_function_block_by_its_interface_in_structured_text(name, tmp_path):
    """The block's memory is laid out as Structured Text says, and it has our torques."""
    model, p = make_model(name)
    di.export(result_of(model, p), tmp_path, kind="plc")
    prefix = make_c_name(model.robot.name)
    library = build_library(tmp_path, f"{prefix}.c", f"{prefix}_fb.c")
    text = (tmp_path / f"{prefix}.st").read_text()
    fields = list_members(text)
    block = type("Block", (ctypes.Structure,), {"_fields_": fields})()
    for motion in zip(*draw_motion(model)):
        for key, value in zip(("q", "qd", "qdd"), motion):
            getattr(block, key)[:] = list(value)
        getattr(library, f"{prefix}_fb_call")(ctypes.byref(block))
        assert block.error == 0
        assert_close(model.inverse_dynamics(*motion, p)[0], np.array(block.tau))


def test_a_function_block_takes_no_memory(tmp_path):
    model, p = make_model("delta4")
    di.export(result_of(model, p), tmp_path, kind="plc")
    build_library(tmp_path, "delta4.c", "delta4_fb.c")
    nm = shutil.which("nm")
    if nm is None:
        pytest.skip("needs nm")
    asked = subprocess.run([nm, "-uD", "lib.so"], cwd=tmp_path, capture_output=True, text=True)
    assert not re.search(r"alloc|free\b", asked.stdout)


def test_a_block_keeps_the_memory_of_friction(tmp_path):
    model = di.Model(di.load_robot("pendulum"), [di.gears.Hysteresis()])
    p = full_parameters(model)
    di.export(result_of(model, p), tmp_path, kind="plc")
    prefix = make_c_name(model.robot.name)
    build_library(tmp_path, f"{prefix}.c", f"{prefix}_fb.c")
    with pytest.raises(RobotError, match="memory"):
        di.export(result_of(model, p), tmp_path / "m", kind="modelica")


@pytest.mark.parametrize("name", ROBOTS)
def test_structured_text_is_read_by_blark(name, tmp_path):
    blark = pytest.importorskip("blark", reason="needs blark: make test-readers")
    model, p = make_model(name)
    di.export(result_of(model, p), tmp_path, kind="plc")
    prefix = make_c_name(model.robot.name)
    parsed = blark.parse_source_code((tmp_path / f"{prefix}.st").read_text())
    block = parsed.transform().items[0]
    assert block.name == f"{prefix}_fb"
    assert [type(part).__name__ for part in block.declarations] == [
        "InputDeclarations",
        "OutputDeclarations",
        "VariableDeclarations",
    ]


# ---- Simulink and Modelica

SIMSTRUC = """
#include <stddef.h>
typedef double real_T; typedef int int_T;
typedef struct {
    const double *in[3];
    double *out, work[4096];
    const char *error;
} SimStruct;
#define INHERITED_SAMPLE_TIME -1.0
#define ssSetNumSFcnParams(S, n) ((void)(S))
#define ssGetNumSFcnParams(S) 0
#define ssGetSFcnParamsCount(S) 0
#define ssSetNumInputPorts(S, n) 1
#define ssSetNumOutputPorts(S, n) 1
#define ssSetInputPortWidth(S, k, n) ((void)(k))
#define ssSetInputPortRequiredContiguous(S, k, n) ((void)(k))
#define ssSetInputPortDirectFeedThrough(S, k, n) ((void)(k))
#define ssSetOutputPortWidth(S, k, n) ((void)(k))
#define ssSetNumSampleTimes(S, n) ((void)(n))
#define ssSetNumRWork(S, n) ((void)sizeof(char[(n) <= 4096 ? 1 : -1]))
#define ssSetSampleTime(S, k, t) ((void)(S))
#define ssSetOffsetTime(S, k, t) ((void)(S))
#define ssGetRWork(S) ((S)->work)
#define ssGetInputPortRealSignal(S, k) ((S)->in[k])
#define ssGetOutputPortRealSignal(S, k) ((S)->out)
#define ssSetErrorStatus(S, text) ((S)->error = (text))
"""
CALL = """
void run(const double *q, const double *qd, const double *qdd, double *tau)
{
    static SimStruct S;
    S.in[0] = q; S.in[1] = qd; S.in[2] = qdd; S.out = tau;
    mdlInitializeSizes(&S);
    mdlInitializeSampleTimes(&S);
    mdlStart(&S);
    mdlOutputs(&S, 0);
    mdlTerminate(&S);
}
"""


def call(function, motion, n):
    tau = np.full(n, np.nan)
    pointers = [
        np.ascontiguousarray(x).ctypes.data_as(ctypes.POINTER(ctypes.c_double))
        for x in (*motion, tau)
    ]
    function(*pointers)
    return tau


@pytest.mark.parametrize("name", ROBOTS)
def test_an_s_function_in_the_place_of_simulink(name, tmp_path):
    """Simulink's header is not free: a stand-in has the macros that the source uses."""
    model, p = make_model(name)
    di.export(result_of(model, p), tmp_path, kind="simulink")
    (tmp_path / "simstruc.h").write_text(SIMSTRUC)
    (tmp_path / "cg_sfun.h").write_text(CALL)
    prefix = make_c_name(model.robot.name)
    library = build_library(tmp_path, f"{prefix}.c", f"{prefix}_sfun.c", flags=["-I."])
    for motion in zip(*draw_motion(model)):
        tau = model.inverse_dynamics(*motion, p)[0]
        assert_close(tau, call(library.run, motion, model.robot.dof))


@pytest.mark.parametrize("name", ROBOTS)
def test_a_modelica_function(name, tmp_path):
    model, p = make_model(name)
    di.export(result_of(model, p), tmp_path, kind="modelica")
    prefix = make_c_name(model.robot.name)
    (tmp_path / "error.c").write_text(
        "void ModelicaError(const char *t);\nvoid ModelicaError(const char *t) { (void)t; }\n"
    )
    library = build_library(
        tmp_path, f"{prefix}_modelica.c", "error.c", flags=["-Wno-missing-prototypes"]
    )
    function = getattr(library, f"{prefix}_modelica")
    for motion in zip(*draw_motion(model)):
        tau = model.inverse_dynamics(*motion, p)[0]
        assert_close(tau, call(function, motion, model.robot.dof))


@pytest.mark.parametrize("name", ROBOTS)
def test_a_modelica_package_is_read_by_pymoca(name, tmp_path):
    parser = pytest.importorskip("pymoca.parser", reason="needs pymoca: make test-readers")
    model, p = make_model(name)
    di.export(result_of(model, p), tmp_path, kind="modelica")
    package = parser.parse((tmp_path / "package.mo").read_text())
    prefix = make_c_name(model.robot.name)
    functions = package.classes[prefix[0].upper() + prefix[1:]].classes
    assert list(functions["inverseDynamics"].symbols) == ["q", "qd", "qdd", "tau"]
