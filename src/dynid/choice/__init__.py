"""Which effects a robot's joints have, found in its own logs."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "Choice": "dynid.choice.choose",
        "Setting": "dynid.choice.candidates",
        "Step": "dynid.choice.choose",
        "choose_effects": "dynid.choice.choose",
    },
)
