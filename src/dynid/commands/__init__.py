"""Robots under position commands: the parameters of a simulator, without torques."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "CommandLog": "dynid.commands.logs",
        "Drive": "dynid.commands.drive",
        "Proof": "dynid.commands.proof",
        "Sim2Real": "dynid.commands.result",
        "hold_base": "dynid.robot.lock",
        "read_commands": "dynid.commands.logs",
        "sim2real": "dynid.commands.find",
    },
)
