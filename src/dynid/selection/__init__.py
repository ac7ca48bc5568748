"""Which effects a robot's joints have, found in its own logs."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.selection.candidates import Setting as Setting
    from dynid.selection.group_search import select_effects as select_effects
    from dynid.selection.held_out import confirm_choice as confirm_choice
    from dynid.selection.limb_comparison import LimbComparison as LimbComparison
    from dynid.selection.limb_comparison import compare_limbs as compare_limbs
    from dynid.selection.selection_record import Selection as Selection
    from dynid.selection.selection_record import SelectionStep as SelectionStep
else:
    __getattr__, __all__ = make_namespace(__name__)
