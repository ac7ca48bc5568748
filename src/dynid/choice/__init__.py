"""Which effects a robot's joints have, found in its own logs."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Choice": "dynid.choice.record",
        "Setting": "dynid.choice.candidates",
        "Step": "dynid.choice.record",
        "choose_effects": "dynid.choice.choose",
        "confirm_choice": "dynid.choice.held_out",
    },
)
