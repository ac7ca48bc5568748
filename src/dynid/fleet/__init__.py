"""Many machines of one kind: one model for all, one for each, drift and outliers."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.fleet.fleet_identification import FromFleet as FromFleet
    from dynid.fleet.fleet_identification import identify_fleet as identify_fleet
    from dynid.fleet.fleet_logs import FleetLog as FleetLog
    from dynid.fleet.fleet_page import write_fleet as write_fleet
    from dynid.fleet.fleet_page import write_fleet_report as write_fleet_report
    from dynid.fleet.fleet_result import Fleet as Fleet
    from dynid.fleet.fleet_result import Machine as Machine
    from dynid.fleet.manifest import load_manifest as load_manifest
else:
    __getattr__, __all__ = make_namespace(__name__)
