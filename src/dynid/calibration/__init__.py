"""Geometric calibration: the errors of a robot's geometry from measured poses, loops included."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.calibration.calibration_result import Calibration as Calibration
    from dynid.calibration.error_model import ErrorModel as ErrorModel
    from dynid.calibration.error_model import Tolerances as Tolerances
    from dynid.calibration.error_model import make_error_model as make_error_model
    from dynid.calibration.geometric_calibration import calibrate_robot as calibrate_robot
    from dynid.calibration.joint_identification import GeometryKnowledge as GeometryKnowledge
    from dynid.calibration.joint_identification import JointIdentification as JointIdentification
    from dynid.calibration.joint_identification import (
        identify_with_geometry as identify_with_geometry,
    )
    from dynid.calibration.measurement_reading import MeasurementLayout as MeasurementLayout
    from dynid.calibration.measurement_reading import read_measurements as read_measurements
    from dynid.calibration.measurements import Measurements as Measurements
    from dynid.calibration.pose_design import PoseDesign as PoseDesign
    from dynid.calibration.pose_design import design_poses as design_poses
    from dynid.calibration.pose_design import plan_measurements as plan_measurements
    from dynid.calibration.pose_space import PoseSpace as PoseSpace
else:
    __getattr__, __all__ = make_namespace(__name__)
