"""The problem of identification, and its result."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Current": "dynid.identification.online",
        "Estimate": "dynid.identification.estimate",
        "Estimator": "dynid.identification.fit",
        "Fit": "dynid.identification.fit",
        "History": "dynid.identification.history",
        "Problem": "dynid.identification.problem",
        "Running": "dynid.identification.online",
        "Trace": "dynid.identification.trace",
    },
)
