"""What a robot carries, weighed with its own identified model: from a log, or sample by sample."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Carrier": "dynid.weighing.carrier",
        "PayloadStream": "dynid.weighing.stream",
        "Weighed": "dynid.weighing.weighed",
        "identify_payload": "dynid.weighing.identify",
    },
)
