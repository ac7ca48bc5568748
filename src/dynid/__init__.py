"""dynid: identify a robot's dynamics from its own motion."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_PUBLIC = {
    "Body": "dynid.robot.mechanism",
    "Coupling": "dynid.robot.mechanism",
    "Frame": "dynid.robot.mechanism",
    "Joint": "dynid.robot.mechanism",
    "Loop": "dynid.robot.mechanism",
    "Robot": "dynid.robot.mechanism",
    "chain": "dynid.robot.chains",
    "inertial": "dynid.robot.geometry",
    "load_robot": "dynid.robot.load",
    "point_gradient": "dynid.robot.points",
    "point_motion": "dynid.robot.points",
    "robot_from_dh": "dynid.robot.dh",
    "Consistency": "dynid.model.consistency",
    "is_consistent": "dynid.model.consistency",
    "Model": "dynid.model.model",
    "Coulomb": "dynid.model.effects",
    "JointCoupling": "dynid.model.effects",
    "Offset": "dynid.model.effects",
    "Payload": "dynid.model.effects",
    "RotorInertia": "dynid.model.effects",
    "SmoothFriction": "dynid.model.effects",
    "Spring": "dynid.model.effects",
    "Stribeck": "dynid.model.effects",
    "Viscous": "dynid.model.effects",
    "shapes": "dynid.model.shapes",
    "Dataset": "dynid.data.dataset",
    "Log": "dynid.data.log",
    "process": "dynid.data.process",
    "read_log": "dynid.data.read",
    "Counts": "dynid.data.units",
    "Current": "dynid.data.units",
    "BaseParameters": "dynid.identify.base",
    "base_parameters": "dynid.identify.base",
    "Feasibility": "dynid.identify.feasible",
    "feasibility": "dynid.identify.feasible",
    "Grid": "dynid.identify.grid",
    "Essential": "dynid.identify.essential",
    "essential_parameters": "dynid.identify.essential",
    "exact_relations": "dynid.identify.relations",
    "Estimate": "dynid.identify.estimate",
    "estimate": "dynid.identify.estimate",
    "Consistent": "dynid.identify.consistent",
    "DLS": "dynid.identify.least_squares",
    "OLS": "dynid.identify.least_squares",
    "Ridge": "dynid.identify.least_squares",
    "TotalLeastSquares": "dynid.identify.least_squares",
    "TruncatedSVD": "dynid.identify.least_squares",
    "WLS": "dynid.identify.least_squares",
    "NewtonEulerPerBody": "dynid.identify.per_body",
    "Problem": "dynid.identify.problem",
    "Recursion": "dynid.identify.recursive",
    "RecursiveLeastSquares": "dynid.identify.recursive",
    "L1": "dynid.identify.robust",
    "Huber": "dynid.identify.robust",
    "Stepwise": "dynid.identify.stepwise",
    "ComputedTorque": "dynid.simulation.controllers",
    "OpenLoop": "dynid.simulation.controllers",
    "PD": "dynid.simulation.controllers",
    "HingeWrenches": "dynid.simulation.wrenches",
    "Measurement": "dynid.simulation.measurement",
    "SimulatedLog": "dynid.simulation.result",
    "simulate": "dynid.simulation.simulate",
    "InstrumentalVariable": "dynid.simulation.by_simulation",
    "OutputError": "dynid.simulation.by_simulation",
    "BSpline": "dynid.excite.shapes",
    "Fourier": "dynid.excite.shapes",
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
    "SeparableLeastSquares": "dynid.identify.separable",
    "ParticleSwarm": "dynid.identify.swarm",
    "Trace": "dynid.identify.trace",
    "Comparison": "dynid.validation.comparison",
    "compare": "dynid.validation.comparison",
    "Validation": "dynid.validation.check",
    "validate": "dynid.validation.check",
    "Exported": "dynid.exports.write",
    "export": "dynid.exports.write",
    "ExtendedKalman": "dynid.kalman.filters",
    "UnscentedKalman": "dynid.kalman.filters",
    "KalmanResult": "dynid.kalman.result",
    "TwoStage": "dynid.kalman.two_stage",
    "TwoStageResult": "dynid.kalman.two_stage",
    "export_robot": "dynid.exports.robot",
    "Verdict": "dynid.report.verdict",
    "judge": "dynid.report.verdict",
    "write_report": "dynid.report.write",
    "DynidError": "dynid.errors",
    "InputError": "dynid.errors",
    "LoopClosureError": "dynid.errors",
    "RobotError": "dynid.errors",
    "SimulationError": "dynid.errors",
    "SingularityWarning": "dynid.errors",
}

#: public names that are modules: di.shapes.cylinder(...)
_MODULES = {"shapes"}

__all__ = ["__version__", *_PUBLIC]

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.data.log import Log
    from dynid.data.process import process
    from dynid.data.read import read_log
    from dynid.data.units import Counts, Current
    from dynid.errors import DynidError, InputError, LoopClosureError, RobotError, SimulationError, SingularityWarning
    from dynid.excite.capsules import Capsule
    from dynid.excite.design import design_excitation
    from dynid.excite.excitation import Excitation
    from dynid.excite.limits import Limits
    from dynid.excite.sampled import SampledTrajectory
    from dynid.excite.shapes import BSpline, Fourier
    from dynid.excite.trajectory import Trajectory, load_trajectory
    from dynid.excite.workspace import Box, Cylinder, Hemisphere, SignedDistance, Sphere
    from dynid.exports.robot import export_robot
    from dynid.exports.write import Exported, export
    from dynid.identify.base import BaseParameters, base_parameters
    from dynid.identify.consistent import Consistent
    from dynid.identify.essential import Essential, essential_parameters
    from dynid.identify.estimate import Estimate, estimate
    from dynid.identify.feasible import Feasibility, feasibility
    from dynid.identify.grid import Grid
    from dynid.identify.least_squares import DLS, OLS, WLS, Ridge, TotalLeastSquares, TruncatedSVD
    from dynid.identify.per_body import NewtonEulerPerBody
    from dynid.identify.problem import Problem
    from dynid.identify.recursive import Recursion, RecursiveLeastSquares
    from dynid.identify.relations import exact_relations
    from dynid.identify.robust import L1, Huber
    from dynid.identify.separable import SeparableLeastSquares
    from dynid.identify.stepwise import Stepwise
    from dynid.identify.swarm import ParticleSwarm
    from dynid.identify.trace import Trace
    from dynid.kalman.filters import ExtendedKalman, UnscentedKalman
    from dynid.kalman.result import KalmanResult
    from dynid.kalman.two_stage import TwoStage, TwoStageResult
    from dynid.model import shapes
    from dynid.model.consistency import Consistency, is_consistent
    from dynid.model.effects import (
        Coulomb,
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
    from dynid.report.verdict import Verdict, judge
    from dynid.report.write import write_report
    from dynid.robot.chains import chain
    from dynid.robot.dh import robot_from_dh
    from dynid.robot.geometry import inertial
    from dynid.robot.load import load_robot
    from dynid.robot.mechanism import Body, Coupling, Frame, Joint, Loop, Robot
    from dynid.robot.points import point_gradient, point_motion
    from dynid.simulation.by_simulation import InstrumentalVariable, OutputError
    from dynid.simulation.controllers import PD, ComputedTorque, OpenLoop
    from dynid.simulation.measurement import Measurement
    from dynid.simulation.result import SimulatedLog
    from dynid.simulation.simulate import simulate
    from dynid.simulation.wrenches import HingeWrenches
    from dynid.validation.check import Validation, validate
    from dynid.validation.comparison import Comparison, compare


def __getattr__(name: str) -> Any:
    """The public names, imported when first used: `dynid --help` must not wait for numba."""
    if name in _PUBLIC:
        module = importlib.import_module(_PUBLIC[name])
        return module if name in _MODULES else getattr(module, name)
    raise AttributeError(f"module 'dynid' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
