"""Logs: reading, cleaning, filtering, and the data sets that come of them."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Counts": "dynid.data.units",
        "Current": "dynid.data.units",
        "Dataset": "dynid.data.dataset",
        "Format": "dynid.data.formats.base",
        "Log": "dynid.data.log",
        "Voltage": "dynid.data.units",
        "Repetitions": "dynid.data.repeated",
        "read_log": "dynid.data.read",
        "repetitions": "dynid.data.repeated",
        "standing": "dynid.data.stance",
    },
)
