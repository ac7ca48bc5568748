"""What a robot carries, weighed with its own identified model: from a log, or sample by sample."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Carrier": "dynid.payload.carrier",
        "PayloadStream": "dynid.payload.payload_stream",
        "PayloadEstimate": "dynid.payload.payload_estimate",
        "identify_payload": "dynid.payload.payload_identification",
    },
)
