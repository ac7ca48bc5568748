"""Which effects a robot's joints have, found in its own logs."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "Selection": "dynid.selection.selection_record",
        "Setting": "dynid.selection.candidates",
        "SelectionStep": "dynid.selection.selection_record",
        "select_effects": "dynid.selection.group_search",
        "confirm_choice": "dynid.selection.held_out",
    },
)
