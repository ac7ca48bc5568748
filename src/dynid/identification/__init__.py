"""The problem of identification, and its result."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "OnlineEstimate": "dynid.identification.online_estimation",
        "Estimate": "dynid.identification.estimate",
        "Estimator": "dynid.identification.estimator_base",
        "Fit": "dynid.identification.estimator_base",
        "History": "dynid.identification.history",
        "Problem": "dynid.identification.problem",
        "OnlineEstimator": "dynid.identification.online_estimation",
        "Trace": "dynid.identification.trace",
    },
)
