"""dynid: identify a robot's dynamics from its own motion.

The nouns and verbs of every day are here; the rest stands in namespaces: di.robots, di.effects,
di.estimators, di.excitation, ...
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from dynid import renamed
from dynid.namespaces import read_names
from dynid.version import __version__

if TYPE_CHECKING:  # in the order of the documentation
    # robots
    from dynid.robot.mechanism import Robot as Robot
    from dynid.robot.parts import Body as Body
    from dynid.robot.parts import Joint as Joint
    from dynid.robot.parts import Loop as Loop
    from dynid.robot.parts import Coupling as Coupling
    from dynid.robot.parts import Frame as Frame
    from dynid.robot.geometry import inertial as inertial
    from dynid.robot.robot_loading import load_robot as load_robot
    from dynid.closed_chains.closing import close as close
    from dynid.closed_chains.kinematics import forward_kinematics as forward_kinematics
    from dynid.closed_chains.kinematics import inverse_kinematics as inverse_kinematics

    # models and effects
    from dynid.model.model import Model as Model
    from dynid.model.effects import Payload as Payload
    from dynid.model.effects import Effect as Effect
    from dynid.model.terms import Term as Term
    from dynid.model.terms import Law as Law
    from dynid.model.effects import Viscous as Viscous
    from dynid.model.effects import Coulomb as Coulomb
    from dynid.model.effects import Stribeck as Stribeck
    from dynid.model.effects import Offset as Offset
    from dynid.model.effects import RotorInertia as RotorInertia
    from dynid.model.effects import Spring as Spring
    from dynid.model.base_reduction import base_parameters as base_parameters
    from dynid.model.consistency import is_consistent as is_consistent

    # logs
    from dynid.data.log import Log as Log
    from dynid.data.dataset import Dataset as Dataset
    from dynid.data.formats.format_base import Format as Format
    from dynid.data.log_reading import read_log as read_log
    from dynid.data.process import process as process

    # excitation and simulation
    from dynid.excitation.series import Fourier as Fourier
    from dynid.excitation.motion_limits import Limits as Limits
    from dynid.excitation.trajectory import Trajectory as Trajectory
    from dynid.excitation.experiment_design import design_excitation as design_excitation
    from dynid.simulation.measurement import Measurement as Measurement
    from dynid.simulation.simulation_run import simulate as simulate

    # commands and positions only
    from dynid.sim2real.drive import Drive as Drive
    from dynid.sim2real.simulator_identification import identify_simulator as identify_simulator
    from dynid.data.command_log import read_commands as read_commands

    # the whole way, from files to a verdict
    from dynid.study.one_call import identify as identify
    from dynid.study.one_call import calibrate as calibrate
    from dynid.study.study import Study as Study
    from dynid.study.outcome import Outcome as Outcome

    # identification
    from dynid.identification.problem import Problem as Problem
    from dynid.identification.estimate import Estimate as Estimate
    from dynid.identification.estimator_base import Estimator as Estimator
    from dynid.identification.estimator_base import Fit as Fit
    from dynid.estimators.consistent.consistent_estimator import Consistent as Consistent
    from dynid.estimators.least_squares import OLS as OLS
    from dynid.estimators.least_squares import WLS as WLS
    from dynid.estimators.least_squares import Ridge as Ridge
    from dynid.estimators.robust import Huber as Huber
    from dynid.estimators.stepwise.stepwise_estimator import Stepwise as Stepwise
    from dynid.identification.estimate import estimate as estimate
    from dynid.estimators.joint_elasticity import identify_elasticity as identify_elasticity
    from dynid.identification.resonance import find_elastic_joints as find_elastic_joints

    # what follows
    from dynid.validation.prediction_check import validate as validate
    from dynid.validation.comparison import compare as compare
    from dynid.validation.verdict import judge as judge
    from dynid.diagnostics.examination import check as check
    from dynid.payload.payload_identification import identify_payload as identify_payload
    from dynid.payload.payload_stream import PayloadStream as PayloadStream
    from dynid.fleet.fleet_logs import FleetLog as FleetLog
    from dynid.fleet.fleet_identification import identify_fleet as identify_fleet
    from dynid.exports.export_files import export as export
    from dynid.report.report_files import write_report as write_report

    # errors
    from dynid.errors import DynidError as DynidError
    from dynid.errors import InputError as InputError

    # namespaces
    from dynid import closed_chains as closed_chains
    from dynid import model as model
    from dynid.model import effects as effects
    from dynid.model import gears as gears
    from dynid.model import solids as solids
    from dynid import data as data
    from dynid import excitation as excitation
    from dynid import simulation as simulation
    from dynid import identification as identification
    from dynid import estimators as estimators
    from dynid import testing as testing
    from dynid import selection as selection
    from dynid import validation as validation
    from dynid import sim2real as sim2real
    from dynid import diagnostics as diagnostics
    from dynid import benchmark as benchmark
    from dynid import payload as payload
    from dynid import calibration as calibration
    from dynid import regression as regression
    from dynid import fleet as fleet
    from dynid import parallel as parallel
    from dynid import exports as exports
    from dynid import errors as errors
    from dynid.robot import builtin

    robots = builtin

_NAMES = read_names(__name__)
#: the namespaces, and the module or package that each is
_NAMESPACES = {"robots": "dynid.robot.builtin"} | {
    name: f"{home}.{name}" for name, home in _NAMES.items() if home in ("dynid", "dynid.model")
}
_PUBLIC = {name: home for name, home in _NAMES.items() if name not in _NAMESPACES}

__all__ = ["__version__", *_PUBLIC, *_NAMESPACES]


def _get_name(name: str) -> Any:
    """The public names, imported when first used: `dynid --help` must not wait for numpy."""
    if name in _PUBLIC:
        return getattr(importlib.import_module(_PUBLIC[name]), name)
    if name in _NAMESPACES:
        return importlib.import_module(_NAMESPACES[name])
    if (new := renamed.find_name(__name__, name)) is not None:
        return _get_name(new)
    for space, module in _NAMESPACES.items():
        home = importlib.import_module(module)
        if name in home.__all__:
            raise AttributeError(f"module 'dynid' has no '{name}': it is di.{space}.{name}.")
    raise AttributeError(f"module 'dynid' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)


if not TYPE_CHECKING:  # for type checkers, what is not listed is not there
    __getattr__ = _get_name
