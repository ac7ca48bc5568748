"""Results as files: URDF, MJCF, JSON, YAML, C."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Exported": "dynid.exports.export_files",
        "export": "dynid.exports.export_files",
        "export_robot": "dynid.exports.robot_writer",
    },
)
