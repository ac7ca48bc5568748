"""The problem of identification, and its result."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate as Estimate
    from dynid.identification.estimator_base import Estimator as Estimator
    from dynid.identification.estimator_base import Fit as Fit
    from dynid.identification.friction_apart import fit_friction_apart as fit_friction_apart
    from dynid.identification.history import History as History
    from dynid.identification.information import compute_information as compute_information
    from dynid.identification.online_estimation import OnlineEstimate as OnlineEstimate
    from dynid.identification.online_estimation import OnlineEstimator as OnlineEstimator
    from dynid.identification.problem import Problem as Problem
    from dynid.identification.sensor_rows import sensor_base_parameters as sensor_base_parameters
    from dynid.identification.trace import Trace as Trace
else:
    __getattr__, __all__ = make_namespace(__name__)
