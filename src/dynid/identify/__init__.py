"""The problem of identification, and its result."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Current": "dynid.identify.online",
        "Estimate": "dynid.identify.estimate",
        "Estimator": "dynid.identify.fit",
        "Fit": "dynid.identify.fit",
        "History": "dynid.identify.history",
        "Problem": "dynid.identify.problem",
        "Running": "dynid.identify.online",
        "Trace": "dynid.identify.trace",
    },
)
