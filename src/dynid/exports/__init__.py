"""Results as files: URDF, MJCF, JSON, YAML, C."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Exported": "dynid.exports.write",
        "export": "dynid.exports.write",
        "export_robot": "dynid.exports.robot",
    },
)
