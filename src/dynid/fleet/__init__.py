"""Many machines of one kind: one model for all, one for each, drift and outliers."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Fleet": "dynid.fleet.result",
        "FleetLog": "dynid.fleet.logs",
        "FromFleet": "dynid.fleet.estimator",
        "Machine": "dynid.fleet.result",
        "identify_fleet": "dynid.fleet.identify",
        "load_manifest": "dynid.fleet.manifest",
        "write_fleet": "dynid.fleet.page",
        "write_fleet_report": "dynid.fleet.page",
    },
)
