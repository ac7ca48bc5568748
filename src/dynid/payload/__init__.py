"""What a robot carries, estimated with its own identified model: from a log, or sample by
sample."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.payload.carrier import Carrier as Carrier
    from dynid.payload.payload_estimate import PayloadEstimate as PayloadEstimate
    from dynid.payload.payload_identification import identify_payload as identify_payload
    from dynid.payload.payload_stream import PayloadStream as PayloadStream
else:
    __getattr__, __all__ = make_namespace(__name__)
