"""Estimators: each family a file or a folder, all under one contract
(dynid.identification.estimator_base).

ESTIMATORS is the one registry: the command line, `compare`, the contract's tests and the
documentation read it. A new estimator is a line here, and its file. The last four take another kind
of problem than the others: `needs` of their class says which.
"""

from dynid.registry import Registry, make_namespace

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

#: what estimators need and give beside
_MORE = {
    "Essential": "dynid.estimators.stepwise.essential",
    "Feasibility": "dynid.estimators.stepwise.feasible",
    "Grid": "dynid.estimators.stepwise.grid",
    "HingeProblem": "dynid.estimators.per_body.per_body_estimator",
    "KalmanProblem": "dynid.estimators.kalman.filter_problem",
    "KalmanResult": "dynid.estimators.kalman.filter_result",
    "OnlineKalman": "dynid.estimators.kalman.online_filter",
    "OnlineLeastSquares": "dynid.estimators.recursive",
    "Recursion": "dynid.estimators.recursive",
    "TwoStageProblem": "dynid.estimators.kalman.filter_problem",
    "TwoStageResult": "dynid.estimators.kalman.two_stage",
    "find_essential_parameters": "dynid.estimators.stepwise.essential",
    "find_exact_relations": "dynid.estimators.stepwise.relations",
    "check_feasibility": "dynid.estimators.stepwise.feasible",
    "compute_quaternion_wrenches": "dynid.estimators.per_body.measured_wrenches",
    "read_quaternions": "dynid.estimators.per_body.body_logs",
}
_OWN = (place.partition(":") for place in ESTIMATORS.places.values())

__getattr__, __all__ = make_namespace(__name__, _MORE | {name: module for module, _, name in _OWN})
