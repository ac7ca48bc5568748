"""Results as files: URDF, MJCF, SDF, USD, JSON, YAML, C, FMU, SymPy."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.exports.export_files import Exported as Exported
    from dynid.exports.export_files import export as export
    from dynid.exports.robot_writer import export_robot as export_robot
    from dynid.exports.symbolic_model import SymbolicModel as SymbolicModel
    from dynid.exports.symbolic_model import derive_symbolic as derive_symbolic
else:
    __getattr__, __all__ = make_namespace(__name__)
