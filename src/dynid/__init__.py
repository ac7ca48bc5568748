"""dynid: identify a robot's dynamics from its own motion."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from dynid.version import __version__

_PUBLIC = {
    "Body": "dynid.robot.parts",
    "Coupling": "dynid.robot.parts",
    "Frame": "dynid.robot.parts",
    "Joint": "dynid.robot.parts",
    "Loop": "dynid.robot.parts",
    "Robot": "dynid.robot.mechanism",
    "chain": "dynid.robot.chains",
    "inertial": "dynid.robot.geometry",
    "load_robot": "dynid.robot.load",
    "point_gradient": "dynid.loops.points",
    "point_motion": "dynid.loops.points",
    "robot_from_dh": "dynid.robot.dh",
    "Consistency": "dynid.model.consistency",
    "is_consistent": "dynid.model.consistency",
    "Model": "dynid.model.model",
    "Coulomb": "dynid.model.effects",
    "Effect": "dynid.model.effects",
    "Term": "dynid.model.terms",
    "Law": "dynid.model.terms",
    "JointCoupling": "dynid.model.effects",
    "Offset": "dynid.model.effects",
    "Payload": "dynid.model.effects",
    "RotorInertia": "dynid.model.effects",
    "SmoothFriction": "dynid.model.effects",
    "Spring": "dynid.model.effects",
    "Stribeck": "dynid.model.effects",
    "Viscous": "dynid.model.effects",
    "solids": "dynid.model.solids",
    "Dataset": "dynid.data.dataset",
    "Format": "dynid.data.formats.base",
    "Log": "dynid.data.log",
    "process": "dynid.data.process",
    "read_log": "dynid.data.read",
    "close": "dynid.loops.closure",
    "forward_kinematics": "dynid.loops.kinematics",
    "inverse_kinematics": "dynid.loops.kinematics",
    "loops": "dynid.loops",
    "robots": "dynid.robot.builtin",
    "Counts": "dynid.data.units",
    "Current": "dynid.data.units",
    "BaseParameters": "dynid.model.base",
    "base_parameters": "dynid.model.base",
    "Feasibility": "dynid.estimators.stepwise.feasible",
    "feasibility": "dynid.estimators.stepwise.feasible",
    "Grid": "dynid.estimators.stepwise.grid",
    "Essential": "dynid.estimators.stepwise.essential",
    "essential_parameters": "dynid.estimators.stepwise.essential",
    "exact_relations": "dynid.estimators.stepwise.relations",
    "Estimate": "dynid.identify.estimate",
    "Estimator": "dynid.identify.fit",
    "Fit": "dynid.identify.fit",
    "estimate": "dynid.identify.estimate",
    "Consistent": "dynid.estimators.consistent.estimator",
    "DLS": "dynid.estimators.least_squares",
    "OLS": "dynid.estimators.least_squares",
    "Ridge": "dynid.estimators.least_squares",
    "TotalLeastSquares": "dynid.estimators.least_squares",
    "TruncatedSVD": "dynid.estimators.least_squares",
    "WLS": "dynid.estimators.least_squares",
    "HingeProblem": "dynid.estimators.per_body.estimator",
    "NewtonEulerPerBody": "dynid.estimators.per_body.estimator",
    "Problem": "dynid.identify.problem",
    "Recursion": "dynid.estimators.recursive",
    "RecursiveLeastSquares": "dynid.estimators.recursive",
    "L1": "dynid.estimators.robust",
    "Huber": "dynid.estimators.robust",
    "Stepwise": "dynid.estimators.stepwise.estimator",
    "ComputedTorque": "dynid.simulation.controllers",
    "OpenLoop": "dynid.simulation.controllers",
    "PD": "dynid.simulation.controllers",
    "HingeWrenches": "dynid.simulation.wrenches",
    "Measurement": "dynid.simulation.measurement",
    "SimulatedLog": "dynid.simulation.result",
    "simulate": "dynid.simulation.simulate",
    "InstrumentalVariable": "dynid.estimators.by_simulation",
    "OutputError": "dynid.estimators.by_simulation",
    "BSpline": "dynid.excite.series",
    "Fourier": "dynid.excite.series",
    "SampledTrajectory": "dynid.excite.sampled",
    "Trajectory": "dynid.excite.trajectory",
    "load_trajectory": "dynid.excite.trajectory",
    "Box": "dynid.excite.workspace",
    "Cylinder": "dynid.excite.workspace",
    "Hemisphere": "dynid.excite.workspace",
    "SignedDistance": "dynid.excite.workspace",
    "Sphere": "dynid.excite.workspace",
    "Capsule": "dynid.excite.capsules",
    "Limits": "dynid.excite.limits",
    "Excitation": "dynid.excite.excitation",
    "design_excitation": "dynid.excite.design",
    "SeparableLeastSquares": "dynid.estimators.separable.estimator",
    "ParticleSwarm": "dynid.estimators.swarm.estimator",
    "Trace": "dynid.identify.trace",
    "Comparison": "dynid.validation.comparison",
    "compare": "dynid.validation.comparison",
    "Validation": "dynid.validation.check",
    "validate": "dynid.validation.check",
    "Exported": "dynid.exports.write",
    "export": "dynid.exports.write",
    "ExtendedKalman": "dynid.estimators.kalman.filters",
    "UnscentedKalman": "dynid.estimators.kalman.filters",
    "KalmanProblem": "dynid.estimators.kalman.problem",
    "KalmanResult": "dynid.estimators.kalman.result",
    "TwoStage": "dynid.estimators.kalman.two_stage",
    "TwoStageProblem": "dynid.estimators.kalman.problem",
    "TwoStageResult": "dynid.estimators.kalman.two_stage",
    "export_robot": "dynid.exports.robot",
    "Verdict": "dynid.validation.verdict",
    "judge": "dynid.validation.verdict",
    "write_report": "dynid.report.write",
    "DynidError": "dynid.errors",
    "InputError": "dynid.errors",
    "LoopClosureError": "dynid.errors",
    "RobotError": "dynid.errors",
    "SimulationError": "dynid.errors",
    "SingularityWarning": "dynid.errors",
}

#: public names that are modules: di.solids.cylinder(...)
_MODULES = {"solids", "loops", "robots"}

__all__ = ["__version__", *_PUBLIC]

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.data.formats.base import Format
    from dynid.data.log import Log
    from dynid.data.process import process
    from dynid.data.read import read_log
    from dynid.data.units import Counts, Current
    from dynid.errors import (
        DynidError,
        InputError,
        LoopClosureError,
        RobotError,
        SimulationError,
        SingularityWarning,
    )
    from dynid.estimators.by_simulation import InstrumentalVariable, OutputError
    from dynid.estimators.consistent.estimator import Consistent
    from dynid.estimators.kalman.filters import ExtendedKalman, UnscentedKalman
    from dynid.estimators.kalman.problem import KalmanProblem, TwoStageProblem
    from dynid.estimators.kalman.result import KalmanResult
    from dynid.estimators.kalman.two_stage import TwoStage, TwoStageResult
    from dynid.estimators.least_squares import DLS, OLS, WLS, Ridge, TotalLeastSquares, TruncatedSVD
    from dynid.estimators.per_body.estimator import HingeProblem, NewtonEulerPerBody
    from dynid.estimators.recursive import Recursion, RecursiveLeastSquares
    from dynid.estimators.robust import L1, Huber
    from dynid.estimators.separable.estimator import SeparableLeastSquares
    from dynid.estimators.stepwise.essential import Essential, essential_parameters
    from dynid.estimators.stepwise.estimator import Stepwise
    from dynid.estimators.stepwise.feasible import Feasibility, feasibility
    from dynid.estimators.stepwise.grid import Grid
    from dynid.estimators.stepwise.relations import exact_relations
    from dynid.estimators.swarm.estimator import ParticleSwarm
    from dynid.excite.capsules import Capsule
    from dynid.excite.design import design_excitation
    from dynid.excite.excitation import Excitation
    from dynid.excite.limits import Limits
    from dynid.excite.sampled import SampledTrajectory
    from dynid.excite.series import BSpline, Fourier
    from dynid.excite.trajectory import Trajectory, load_trajectory
    from dynid.excite.workspace import Box, Cylinder, Hemisphere, SignedDistance, Sphere
    from dynid.exports.robot import export_robot
    from dynid.exports.write import Exported, export
    from dynid.identify.estimate import Estimate, estimate
    from dynid.identify.fit import Estimator, Fit
    from dynid.identify.problem import Problem
    from dynid.identify.trace import Trace
    from dynid.loops.points import point_gradient, point_motion
    from dynid.model import solids
    from dynid.model.base import BaseParameters, base_parameters
    from dynid.model.consistency import Consistency, is_consistent
    from dynid.model.effects import (
        Coulomb,
        Effect,
        JointCoupling,
        Offset,
        Payload,
        RotorInertia,
        SmoothFriction,
        Spring,
        Stribeck,
        Viscous,
    )
    from dynid.model.model import Model
    from dynid.model.terms import Law, Term
    from dynid.report.write import write_report
    from dynid.robot import builtin as robots
    from dynid.robot.chains import chain
    from dynid.robot.dh import robot_from_dh
    from dynid.robot.geometry import inertial
    from dynid.robot.load import load_robot
    from dynid.robot.mechanism import Robot
    from dynid.robot.parts import Body, Coupling, Frame, Joint, Loop
    from dynid.simulation.controllers import PD, ComputedTorque, OpenLoop
    from dynid.simulation.measurement import Measurement
    from dynid.simulation.result import SimulatedLog
    from dynid.simulation.simulate import simulate
    from dynid.simulation.wrenches import HingeWrenches
    from dynid.validation.check import Validation, validate
    from dynid.validation.comparison import Comparison, compare
    from dynid.validation.verdict import Verdict, judge


def __getattr__(name: str) -> Any:
    """The public names, imported when first used: `dynid --help` must not wait for numba."""
    if name in _PUBLIC:
        module = importlib.import_module(_PUBLIC[name])
        return module if name in _MODULES else getattr(module, name)
    raise AttributeError(f"module 'dynid' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
