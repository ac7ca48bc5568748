"""Estimators: each family a file or a folder, all under one contract
(dynid.identification.estimator_base).

ESTIMATORS is the one registry: the command line, `compare`, the contract's tests and the
documentation read it. A new estimator is a line here, and its file. The last four take another kind
of problem than the others: `needs` of their class says which.
"""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace
from dynid.registry import Registry

ESTIMATORS = Registry(
    "method",
    {
        "ols": "dynid.estimators.least_squares:OLS",
        "wls": "dynid.estimators.least_squares:WLS",
        "irls": "dynid.estimators.robust:IRLS",
        "huber": "dynid.estimators.robust:Huber",
        "l1": "dynid.estimators.robust:L1",
        "ridge": "dynid.estimators.least_squares:Ridge",
        "dls": "dynid.estimators.least_squares:DLS",
        "tsvd": "dynid.estimators.least_squares:TruncatedSVD",
        "tls": "dynid.estimators.least_squares:TotalLeastSquares",
        "rls": "dynid.estimators.recursive:RecursiveLeastSquares",
        "stepwise": "dynid.estimators.stepwise.stepwise_estimator:Stepwise",
        "consistent": "dynid.estimators.consistent.consistent_estimator:Consistent",
        "separable": "dynid.estimators.separable.separable_estimator:SeparableLeastSquares",
        "swarm": "dynid.estimators.swarm.swarm_estimator:ParticleSwarm",
        "iv": "dynid.estimators.by_simulation:InstrumentalVariable",
        "output-error": "dynid.estimators.by_simulation:OutputError",
        "didim": "dynid.estimators.by_simulation:DIDIM",
        "clie": "dynid.estimators.loop_errors:ClosedLoopInputError",
        "cloe": "dynid.estimators.loop_errors:ClosedLoopOutputError",
        "ml": "dynid.estimators.likelihood:MaximumLikelihood",
        "ekf": "dynid.estimators.kalman.kalman_filters:ExtendedKalman",
        "ukf": "dynid.estimators.kalman.kalman_filters:UnscentedKalman",
        "cdkf": "dynid.estimators.kalman.filter_family:CentralDifference",
        "sr-ekf": "dynid.estimators.kalman.filter_family:SquareRootExtended",
        "sr-ukf": "dynid.estimators.kalman.filter_family:SquareRootUnscented",
        "sr-cdkf": "dynid.estimators.kalman.filter_family:SquareRootCentral",
        "particles": "dynid.estimators.kalman.filter_family:ParticleFilter",
        "two-stage": "dynid.estimators.kalman.two_stage:TwoStage",
        "per-body": "dynid.estimators.per_body.per_body_estimator:NewtonEulerPerBody",
    },
)
#: these need more than a model and logs (what drove the robot, how noisy its positions are, a
#: start, a joint that moves alone): they are called from Python; the command line offers the others
FROM_PYTHON = (
    *("iv", "output-error", "didim", "clie", "cloe", "ml"),
    *("ekf", "ukf", "cdkf", "sr-ekf", "sr-ukf", "sr-cdkf", "particles", "two-stage"),
)
#: these need logs with forces in the joints: `dynid identify` offers them, `dynid compare` does not
FROM_SENSORS = ("per-body",)
METHODS = tuple(name for name in ESTIMATORS if name not in (*FROM_PYTHON, *FROM_SENSORS))

if TYPE_CHECKING:
    from dynid.estimators.by_simulation import DIDIM as DIDIM
    from dynid.estimators.by_simulation import InstrumentalVariable as InstrumentalVariable
    from dynid.estimators.by_simulation import OutputError as OutputError
    from dynid.estimators.consistent.consistent_estimator import Consistent as Consistent
    from dynid.estimators.kalman.filter_family import CentralDifference as CentralDifference
    from dynid.estimators.kalman.filter_family import ParticleFilter as ParticleFilter
    from dynid.estimators.kalman.filter_family import SquareRootCentral as SquareRootCentral
    from dynid.estimators.kalman.filter_family import SquareRootExtended as SquareRootExtended
    from dynid.estimators.kalman.filter_family import SquareRootUnscented as SquareRootUnscented
    from dynid.estimators.kalman.filter_problem import KalmanProblem as KalmanProblem
    from dynid.estimators.kalman.filter_problem import TwoStageProblem as TwoStageProblem
    from dynid.estimators.kalman.filter_result import KalmanResult as KalmanResult
    from dynid.estimators.kalman.kalman_filters import ExtendedKalman as ExtendedKalman
    from dynid.estimators.kalman.kalman_filters import UnscentedKalman as UnscentedKalman
    from dynid.estimators.kalman.online_filter import OnlineKalman as OnlineKalman
    from dynid.estimators.kalman.two_stage import TwoStage as TwoStage
    from dynid.estimators.kalman.two_stage import TwoStageResult as TwoStageResult
    from dynid.estimators.least_squares import DLS as DLS
    from dynid.estimators.least_squares import OLS as OLS
    from dynid.estimators.least_squares import WLS as WLS
    from dynid.estimators.least_squares import Ridge as Ridge
    from dynid.estimators.least_squares import TotalLeastSquares as TotalLeastSquares
    from dynid.estimators.least_squares import TruncatedSVD as TruncatedSVD
    from dynid.estimators.likelihood import MaximumLikelihood as MaximumLikelihood
    from dynid.estimators.loop_errors import ClosedLoopInputError as ClosedLoopInputError
    from dynid.estimators.loop_errors import ClosedLoopOutputError as ClosedLoopOutputError
    from dynid.estimators.per_body.body_logs import read_quaternions as read_quaternions
    from dynid.estimators.per_body.measured_wrenches import (
        compute_quaternion_wrenches as compute_quaternion_wrenches,
    )
    from dynid.estimators.per_body.per_body_estimator import HingeProblem as HingeProblem
    from dynid.estimators.per_body.per_body_estimator import (
        NewtonEulerPerBody as NewtonEulerPerBody,
    )
    from dynid.estimators.recursive import OnlineLeastSquares as OnlineLeastSquares
    from dynid.estimators.recursive import Recursion as Recursion
    from dynid.estimators.recursive import RecursiveLeastSquares as RecursiveLeastSquares
    from dynid.estimators.robust import IRLS as IRLS
    from dynid.estimators.robust import L1 as L1
    from dynid.estimators.robust import Huber as Huber
    from dynid.estimators.separable.separable_estimator import (
        SeparableLeastSquares as SeparableLeastSquares,
    )
    from dynid.estimators.stepwise.essential import Essential as Essential
    from dynid.estimators.stepwise.essential import (
        find_essential_parameters as find_essential_parameters,
    )
    from dynid.estimators.stepwise.feasible import Feasibility as Feasibility
    from dynid.estimators.stepwise.feasible import check_feasibility as check_feasibility
    from dynid.estimators.stepwise.grid import Grid as Grid
    from dynid.estimators.stepwise.relations import find_exact_relations as find_exact_relations
    from dynid.estimators.stepwise.stepwise_estimator import Stepwise as Stepwise
    from dynid.estimators.swarm.swarm_estimator import ParticleSwarm as ParticleSwarm
else:
    __getattr__, __all__ = make_namespace(__name__)
