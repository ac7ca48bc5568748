"""The model: where parameters stand, force laws, effects, base parameters."""

from dynid.registry import namespace

__getattr__, __all__ = namespace(
    __name__,
    {
        "BaseParameters": "dynid.model.base",
        "Consistency": "dynid.model.consistency",
        "Effect": "dynid.model.effects",
        "Law": "dynid.model.terms",
        "Layout": "dynid.model.layout",
        "Model": "dynid.model.model",
        "Reduction": "dynid.model.reduction",
        "Signals": "dynid.model.terms",
        "TaskDynamics": "dynid.model.task",
        "Term": "dynid.model.terms",
        "base_parameters": "dynid.model.base",
        "best_conditioned": "dynid.model.base_choice",
        "is_consistent": "dynid.model.consistency",
        "task_dynamics": "dynid.model.task",
    },
)
