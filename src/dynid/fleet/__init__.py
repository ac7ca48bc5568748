"""Many machines of one kind: one model for all, one for each, drift and outliers."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Fleet": "dynid.fleet.fleet_result",
        "FleetLog": "dynid.fleet.fleet_logs",
        "FromFleet": "dynid.fleet.fleet_estimator",
        "Machine": "dynid.fleet.fleet_result",
        "identify_fleet": "dynid.fleet.fleet_identification",
        "load_manifest": "dynid.fleet.manifest",
        "write_fleet": "dynid.fleet.fleet_page",
        "write_fleet_report": "dynid.fleet.fleet_page",
    },
)
