"""dynid: identify a robot's dynamics from its own motion.

The nouns and verbs of every day are here; the rest stands in namespaces: di.robots, di.effects,
di.estimators, di.excite, ...
"""

from __future__ import annotations

import importlib
import warnings
from typing import TYPE_CHECKING, Any

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
    "load_robot": "dynid.robot.load",
    "close": "dynid.loops.closure",
    "forward_kinematics": "dynid.loops.kinematics",
    "inverse_kinematics": "dynid.loops.kinematics",
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
    "base_parameters": "dynid.model.base",
    "is_consistent": "dynid.model.consistency",
    # logs
    "Log": "dynid.data.log",
    "Dataset": "dynid.data.dataset",
    "Format": "dynid.data.formats.base",
    "read_log": "dynid.data.read",
    "process": "dynid.data.process",
    # excitation and simulation
    "Fourier": "dynid.excite.series",
    "Limits": "dynid.excite.limits",
    "Trajectory": "dynid.excite.trajectory",
    "design_excitation": "dynid.excite.design",
    "Measurement": "dynid.simulation.measurement",
    "simulate": "dynid.simulation.simulate",
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
    "Estimator": "dynid.identification.fit",
    "Fit": "dynid.identification.fit",
    "Consistent": "dynid.estimators.consistent.estimator",
    "OLS": "dynid.estimators.least_squares",
    "WLS": "dynid.estimators.least_squares",
    "Ridge": "dynid.estimators.least_squares",
    "Huber": "dynid.estimators.robust",
    "Stepwise": "dynid.estimators.stepwise.estimator",
    "estimate": "dynid.identification.estimate",
    "identify_elasticity": "dynid.estimators.elasticity",
    "elastic_joints": "dynid.identification.resonance",
    # what follows
    "validate": "dynid.validation.check",
    "compare": "dynid.validation.comparison",
    "judge": "dynid.validation.verdict",
    "check": "dynid.diagnostics.examination",
    "identify_payload": "dynid.weighing.identify",
    "PayloadStream": "dynid.weighing.stream",
    "FleetLog": "dynid.fleet.logs",
    "identify_fleet": "dynid.fleet.identify",
    "export": "dynid.exports.write",
    "write_report": "dynid.report.write",
    # errors
    "DynidError": "dynid.errors",
    "InputError": "dynid.errors",
}

#: the namespaces, and the module or package that each is
_NAMESPACES = {
    "robots": "dynid.robot.builtin",
    "loops": "dynid.loops",
    "model": "dynid.model",
    "effects": "dynid.model.effects",
    "gears": "dynid.model.gears",
    "solids": "dynid.model.solids",
    "data": "dynid.data",
    "excite": "dynid.excite",
    "simulation": "dynid.simulation",
    "identification": "dynid.identification",
    "estimators": "dynid.estimators",
    "choice": "dynid.choice",
    "validation": "dynid.validation",
    "sim2real": "dynid.sim2real",
    "diagnostics": "dynid.diagnostics",
    "bench": "dynid.bench",
    "weighing": "dynid.weighing",
    "regression": "dynid.regression",
    "fleet": "dynid.fleet",
    "scale": "dynid.scale",
    "exports": "dynid.exports",
    "errors": "dynid.errors",
}

#: former names, which answer for one release more
_FORMER = {"doctor": "diagnostics"}

__all__ = ["__version__", *_PUBLIC, *_NAMESPACES]

if TYPE_CHECKING:
    from dynid.data.command_log import read_commands
    from dynid.data.dataset import Dataset
    from dynid.data.formats.base import Format
    from dynid.data.log import Log
    from dynid.data.process import process
    from dynid.data.read import read_log
    from dynid.diagnostics.examination import check
    from dynid.errors import DynidError, InputError
    from dynid.estimators.consistent.estimator import Consistent
    from dynid.estimators.elasticity import identify_elasticity
    from dynid.estimators.least_squares import OLS, WLS, Ridge
    from dynid.estimators.robust import Huber
    from dynid.estimators.stepwise.estimator import Stepwise
    from dynid.excite.design import design_excitation
    from dynid.excite.limits import Limits
    from dynid.excite.series import Fourier
    from dynid.excite.trajectory import Trajectory
    from dynid.exports.write import export
    from dynid.fleet.identify import identify_fleet
    from dynid.fleet.logs import FleetLog
    from dynid.identification.estimate import Estimate, estimate
    from dynid.identification.fit import Estimator, Fit
    from dynid.identification.problem import Problem
    from dynid.identification.resonance import elastic_joints
    from dynid.loops.closure import close
    from dynid.loops.kinematics import forward_kinematics, inverse_kinematics
    from dynid.model.base import base_parameters
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
    from dynid.report.write import write_report
    from dynid.robot.geometry import inertial
    from dynid.robot.load import load_robot
    from dynid.robot.mechanism import Robot
    from dynid.robot.parts import Body, Coupling, Frame, Joint, Loop
    from dynid.sim2real.drive import Drive
    from dynid.sim2real.identify import identify_simulator
    from dynid.simulation.measurement import Measurement
    from dynid.simulation.simulate import simulate
    from dynid.study.outcome import Outcome
    from dynid.study.study import Study, identify
    from dynid.validation.check import validate
    from dynid.validation.comparison import compare
    from dynid.validation.verdict import judge
    from dynid.weighing.identify import identify_payload
    from dynid.weighing.stream import PayloadStream


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
    for space, module in _NAMESPACES.items():
        home = importlib.import_module(module)
        if name[:1] != "_" and name in getattr(home, "__all__", vars(home)):
            raise AttributeError(f"module 'dynid' has no '{name}': it is di.{space}.{name}.")
    raise AttributeError(f"module 'dynid' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
