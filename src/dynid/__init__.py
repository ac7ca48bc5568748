"""dynid: identify a robot's dynamics from its own motion.

The nouns and verbs of every day are here; the rest stands in namespaces: di.robots, di.effects,
di.estimators, di.excitation, ...
"""

from __future__ import annotations

import importlib
import warnings
from typing import TYPE_CHECKING, Any

from dynid import renamed
from dynid.version import __version__

_PUBLIC = {
    # robots
    "Robot": "dynid.robot.mechanism",
    "Body": "dynid.robot.parts",
    "Joint": "dynid.robot.parts",
    "Loop": "dynid.robot.parts",
    "Coupling": "dynid.robot.parts",
    "Frame": "dynid.robot.parts",
    "inertial": "dynid.robot.geometry",
    "load_robot": "dynid.robot.robot_loading",
    "close": "dynid.closed_chains.closing",
    "forward_kinematics": "dynid.closed_chains.kinematics",
    "inverse_kinematics": "dynid.closed_chains.kinematics",
    # models and effects
    "Model": "dynid.model.model",
    "Payload": "dynid.model.effects",
    "Effect": "dynid.model.effects",
    "Term": "dynid.model.terms",
    "Law": "dynid.model.terms",
    "Viscous": "dynid.model.effects",
    "Coulomb": "dynid.model.effects",
    "Stribeck": "dynid.model.effects",
    "Offset": "dynid.model.effects",
    "RotorInertia": "dynid.model.effects",
    "Spring": "dynid.model.effects",
    "base_parameters": "dynid.model.base_reduction",
    "is_consistent": "dynid.model.consistency",
    # logs
    "Log": "dynid.data.log",
    "Dataset": "dynid.data.dataset",
    "Format": "dynid.data.formats.format_base",
    "read_log": "dynid.data.log_reading",
    "process": "dynid.data.process",
    # excitation and simulation
    "Fourier": "dynid.excitation.series",
    "Limits": "dynid.excitation.motion_limits",
    "Trajectory": "dynid.excitation.trajectory",
    "design_excitation": "dynid.excitation.experiment_design",
    "Measurement": "dynid.simulation.measurement",
    "simulate": "dynid.simulation.simulation_run",
    # commands and positions only
    "Drive": "dynid.sim2real.drive",
    "identify_simulator": "dynid.sim2real.identify",
    "read_commands": "dynid.data.command_log",
    # the whole way, from files to a verdict
    "identify": "dynid.study.study",
    "Study": "dynid.study.study",
    "Outcome": "dynid.study.outcome",
    # identification
    "Problem": "dynid.identification.problem",
    "Estimate": "dynid.identification.estimate",
    "Estimator": "dynid.identification.estimator_base",
    "Fit": "dynid.identification.estimator_base",
    "Consistent": "dynid.estimators.consistent.consistent_estimator",
    "OLS": "dynid.estimators.least_squares",
    "WLS": "dynid.estimators.least_squares",
    "Ridge": "dynid.estimators.least_squares",
    "Huber": "dynid.estimators.robust",
    "Stepwise": "dynid.estimators.stepwise.stepwise_estimator",
    "estimate": "dynid.identification.estimate",
    "identify_elasticity": "dynid.estimators.joint_elasticity",
    "find_elastic_joints": "dynid.identification.resonance",
    # what follows
    "validate": "dynid.validation.prediction_check",
    "compare": "dynid.validation.comparison",
    "judge": "dynid.validation.verdict",
    "check": "dynid.diagnostics.examination",
    "identify_payload": "dynid.payload.payload_identification",
    "PayloadStream": "dynid.payload.payload_stream",
    "FleetLog": "dynid.fleet.fleet_logs",
    "identify_fleet": "dynid.fleet.fleet_identification",
    "export": "dynid.exports.export_files",
    "write_report": "dynid.report.report_files",
    # errors
    "DynidError": "dynid.errors",
    "InputError": "dynid.errors",
}

#: the namespaces, and the module or package that each is
_NAMESPACES = {
    "robots": "dynid.robot.builtin",
    "closed_chains": "dynid.closed_chains",
    "model": "dynid.model",
    "effects": "dynid.model.effects",
    "gears": "dynid.model.gears",
    "solids": "dynid.model.solids",
    "data": "dynid.data",
    "excitation": "dynid.excitation",
    "simulation": "dynid.simulation",
    "identification": "dynid.identification",
    "estimators": "dynid.estimators",
    "testing": "dynid.testing",
    "selection": "dynid.selection",
    "validation": "dynid.validation",
    "sim2real": "dynid.sim2real",
    "diagnostics": "dynid.diagnostics",
    "benchmark": "dynid.benchmark",
    "payload": "dynid.payload",
    "regression": "dynid.regression",
    "fleet": "dynid.fleet",
    "parallel": "dynid.parallel",
    "exports": "dynid.exports",
    "errors": "dynid.errors",
}

#: former names, which answer for one release more
_FORMER = {"doctor": "diagnostics"}

__all__ = ["__version__", *_PUBLIC, *_NAMESPACES]

if TYPE_CHECKING:
    from dynid.closed_chains.closing import close
    from dynid.closed_chains.kinematics import forward_kinematics, inverse_kinematics
    from dynid.data.command_log import read_commands
    from dynid.data.dataset import Dataset
    from dynid.data.formats.format_base import Format
    from dynid.data.log import Log
    from dynid.data.log_reading import read_log
    from dynid.data.process import process
    from dynid.diagnostics.examination import check
    from dynid.errors import DynidError, InputError
    from dynid.estimators.consistent.consistent_estimator import Consistent
    from dynid.estimators.joint_elasticity import identify_elasticity
    from dynid.estimators.least_squares import OLS, WLS, Ridge
    from dynid.estimators.robust import Huber
    from dynid.estimators.stepwise.stepwise_estimator import Stepwise
    from dynid.excitation.experiment_design import design_excitation
    from dynid.excitation.motion_limits import Limits
    from dynid.excitation.series import Fourier
    from dynid.excitation.trajectory import Trajectory
    from dynid.exports.export_files import export
    from dynid.fleet.fleet_identification import identify_fleet
    from dynid.fleet.fleet_logs import FleetLog
    from dynid.identification.estimate import Estimate, estimate
    from dynid.identification.estimator_base import Estimator, Fit
    from dynid.identification.problem import Problem
    from dynid.identification.resonance import find_elastic_joints
    from dynid.model.base_reduction import base_parameters
    from dynid.model.consistency import is_consistent
    from dynid.model.effects import (
        Coulomb,
        Effect,
        Offset,
        Payload,
        RotorInertia,
        Spring,
        Stribeck,
        Viscous,
    )
    from dynid.model.model import Model
    from dynid.model.terms import Law, Term
    from dynid.payload.payload_identification import identify_payload
    from dynid.payload.payload_stream import PayloadStream
    from dynid.report.report_files import write_report
    from dynid.robot.geometry import inertial
    from dynid.robot.mechanism import Robot
    from dynid.robot.parts import Body, Coupling, Frame, Joint, Loop
    from dynid.robot.robot_loading import load_robot
    from dynid.sim2real.drive import Drive
    from dynid.sim2real.identify import identify_simulator
    from dynid.simulation.measurement import Measurement
    from dynid.simulation.simulation_run import simulate
    from dynid.study.outcome import Outcome
    from dynid.study.study import Study, identify
    from dynid.validation.comparison import compare
    from dynid.validation.prediction_check import validate
    from dynid.validation.verdict import judge


def __getattr__(name: str) -> Any:
    """The public names, imported when first used: `dynid --help` must not wait for numpy."""
    if name in _FORMER:
        warnings.warn(
            f"dynid.{name} is now dynid.{_FORMER[name]}", DeprecationWarning, stacklevel=2
        )
        name = _FORMER[name]
    if name in _PUBLIC:
        return getattr(importlib.import_module(_PUBLIC[name]), name)
    if name in _NAMESPACES:
        return importlib.import_module(_NAMESPACES[name])
    if (new := renamed.find_name(__name__, name)) is not None:
        return __getattr__(new)
    for space, module in _NAMESPACES.items():
        home = importlib.import_module(module)
        if name[:1] != "_" and name in getattr(home, "__all__", vars(home)):
            raise AttributeError(f"module 'dynid' has no '{name}': it is di.{space}.{name}.")
    raise AttributeError(f"module 'dynid' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
