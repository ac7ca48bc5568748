"""The model: where parameters stand, force laws, effects, base parameters."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.model.analytic_delta import AnalyticDelta as AnalyticDelta
    from dynid.model.analytic_delta import ArmState as ArmState
    from dynid.model.base_reduction import BaseParameters as BaseParameters
    from dynid.model.base_reduction import base_parameters as base_parameters
    from dynid.model.base_selection import select_best_conditioned as select_best_conditioned
    from dynid.model.consistency import Consistency as Consistency
    from dynid.model.consistency import is_consistent as is_consistent
    from dynid.model.effects import Effect as Effect
    from dynid.model.energy_regressor import compute_energy_regressor as compute_energy_regressor
    from dynid.model.energy_regressor import compute_work as compute_work
    from dynid.model.layout import Layout as Layout
    from dynid.model.model import Model as Model
    from dynid.model.reduction import Reduction as Reduction
    from dynid.model.task_space import TaskDynamics as TaskDynamics
    from dynid.model.task_space import task_dynamics as task_dynamics
    from dynid.model.terms import Law as Law
    from dynid.model.terms import Signals as Signals
    from dynid.model.terms import Term as Term
else:
    __getattr__, __all__ = make_namespace(__name__)
