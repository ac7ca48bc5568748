"""Simulation: a robot under control, dry friction that sticks, sensors."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "BodyMotion": "dynid.simulation.body_motion",
        "ComputedTorque": "dynid.simulation.controllers",
        "HingeWrenches": "dynid.simulation.wrenches",
        "Measurement": "dynid.simulation.measurement",
        "OpenLoop": "dynid.simulation.controllers",
        "PD": "dynid.simulation.controllers",
        "QuaternionModel": "dynid.simulation.quaternion_model",
        "QuaternionMotion": "dynid.simulation.quaternion_integration",
        "integrate_quaternion_motion": "dynid.simulation.quaternion_integration",
        "PID": "dynid.simulation.controllers",
        "SimulatedLog": "dynid.simulation.simulated_log",
        "VoltageDrive": "dynid.simulation.motors",
    },
)
