"""Public contract checks of a user-defined estimator, effect and log format.

What a class must do to serve as well as those of the registries: dynid's own tests call the same
functions. A ContractError says what was called, what was expected and what came back.
"""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.testing.contract_errors import ContractError as ContractError
    from dynid.testing.effect_contract import check_effect as check_effect
    from dynid.testing.estimator_contract import check_estimator as check_estimator
    from dynid.testing.format_contract import check_format as check_format
else:
    __getattr__, __all__ = make_namespace(__name__)
