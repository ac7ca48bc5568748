"""Public contract checks of a user-defined estimator, effect and log format.

What a class must do to serve as well as those of the registries: dynid's own tests call the same
functions. A ContractError says what was called, what was expected and what came back.
"""

from dynid.registry import make_namespace

__getattr__, __all__ = make_namespace(
    __name__,
    {
        "ContractError": "dynid.testing.requirements",
        "check_effect": "dynid.testing.effect_contract",
        "check_estimator": "dynid.testing.estimator_contract",
        "check_format": "dynid.testing.format_contract",
    },
)
