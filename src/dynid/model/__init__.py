"""The model: where parameters stand, force laws, effects, base parameters."""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "BaseParameters": "dynid.model.base_reduction",
        "Consistency": "dynid.model.consistency",
        "Effect": "dynid.model.effects",
        "Law": "dynid.model.terms",
        "Layout": "dynid.model.layout",
        "Model": "dynid.model.model",
        "Reduction": "dynid.model.reduction",
        "Signals": "dynid.model.terms",
        "TaskDynamics": "dynid.model.task_space",
        "Term": "dynid.model.terms",
        "base_parameters": "dynid.model.base_reduction",
        "select_best_conditioned": "dynid.model.base_selection",
        "is_consistent": "dynid.model.consistency",
        "task_dynamics": "dynid.model.task_space",
    },
)
