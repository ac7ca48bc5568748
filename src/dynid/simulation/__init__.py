"""Simulation: a robot under control, dry friction that sticks, sensors."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.simulation.body_motion import BodyMotion as BodyMotion
    from dynid.simulation.controllers import PD as PD
    from dynid.simulation.controllers import PID as PID
    from dynid.simulation.controllers import ComputedTorque as ComputedTorque
    from dynid.simulation.controllers import OpenLoop as OpenLoop
    from dynid.simulation.measurement import Measurement as Measurement
    from dynid.simulation.model_controllers import AugmentedPD as AugmentedPD
    from dynid.simulation.model_controllers import FeedForward as FeedForward
    from dynid.simulation.model_controllers import SlotineLi as SlotineLi
    from dynid.simulation.motors import VoltageDrive as VoltageDrive
    from dynid.simulation.quaternion_integration import QuaternionMotion as QuaternionMotion
    from dynid.simulation.quaternion_integration import (
        integrate_quaternion_motion as integrate_quaternion_motion,
    )
    from dynid.simulation.quaternion_model import QuaternionModel as QuaternionModel
    from dynid.simulation.simulated_log import SimulatedLog as SimulatedLog
    from dynid.simulation.wrenches import HingeWrenches as HingeWrenches
else:
    __getattr__, __all__ = make_namespace(__name__)
