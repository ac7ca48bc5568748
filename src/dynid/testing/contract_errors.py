"""What a contract check raises, and how it says what was called, expected and got."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dynid.errors import DynidError


class ContractError(DynidError, AssertionError):
    """A class that does not do what its kind must do."""


def require(right: object, called: str, expected: object, got: object) -> None:
    if not right:
        raise ContractError(f"{called}: expected {expected}, got {got}.")


@contextmanager
def require_no_error(called: str, expected: str) -> Iterator[None]:
    """What is called must not raise."""
    try:
        yield
    except ContractError:
        raise
    except Exception as error:
        raise ContractError(
            f"{called}: expected {expected}, got {type(error).__name__}: {error}"
        ) from error
