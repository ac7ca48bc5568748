"""The problem of identification, and its result."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Estimate": "dynid.identify.estimate",
        "Estimator": "dynid.identify.fit",
        "Fit": "dynid.identify.fit",
        "History": "dynid.identify.history",
        "Problem": "dynid.identify.problem",
        "Trace": "dynid.identify.trace",
    },
)
