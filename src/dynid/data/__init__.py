"""Logs: reading, cleaning, filtering, and the data sets that come of them."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Counts": "dynid.data.units",
        "Current": "dynid.data.units",
        "Dataset": "dynid.data.dataset",
        "Format": "dynid.data.formats.format_base",
        "Log": "dynid.data.log",
        "Voltage": "dynid.data.units",
        "Repetitions": "dynid.data.repeated_logs",
        "read_log": "dynid.data.log_reading",
        "average_repetitions": "dynid.data.repeated_logs",
        "stand_on_feet": "dynid.data.contact_stance",
    },
)
