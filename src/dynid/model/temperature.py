"""Friction that changes with the temperature of the joint, slowly along a log, or from one log to
another."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dynid.errors import InputError
from dynid.model.channels import DRIFT, RUN, name_temperature_channel
from dynid.model.effects import Effect
from dynid.model.terms import DRY, VELOCITY, Law, Term


@dataclass(frozen=True)
class Temperature(Effect):
    """tau = (T - T0) (Fv_T qd + Fc_T sign(qd)): viscous and dry friction that change in proportion
    to the temperature T, logged as `temp_<joint>`.

    Parameters
    ----------
    about
        T0 in degrees Celsius, at which viscous and coulomb friction are stated; torques do not
        depend on the choice. nan: the mean of these joints in the training data
    width
        smooths the sign to tanh(qd / width)
    """

    about: float = np.nan
    width: float = 0.0

    def __post_init__(self) -> None:
        if np.isinf(self.about) or not self.width >= 0:
            raise InputError(
                f"Temperature: got about={self.about}, width={self.width}, expected a temperature"
                " in degrees Celsius, and 0 (a sharp sign) or a positive velocity."
            )

    def constants(self) -> dict[str, float]:
        return {"about": float(self.about)}

    def terms(self) -> tuple[Term, ...]:
        return _make_changing_terms(
            "temperature", name_temperature_channel(float(self.about)), self.width
        )


@dataclass(frozen=True)
class Drift(Effect):
    """tau = u (Fv_u qd + Fc_u sign(qd)), with u from -1 where a log begins to 1 where it ends:
    friction that changes slowly while a robot warms up and nobody logs its temperature.

    It holds for the logs that it was identified with: other logs are predicted with the friction of
    their middle.

    Parameters
    ----------
    width
        smooths the sign to tanh(qd / width) [rad/s or m/s]
    """

    width: float = 0.0

    def terms(self) -> tuple[Term, ...]:
        return _make_changing_terms("drift", DRIFT, self.width)


@dataclass(frozen=True)
class PerRun(Effect):
    """tau = o_k, or with `friction` Fv_k qd + Fc_k sign(qd), in the recording k = 1, 2, ...,
    and the opposite of all in the recording 0.

    So far the offset or the friction of every recording is from their mean, with which other logs
    are predicted.

    Parameters
    ----------
    runs
        how many recordings the training has
    friction
        the friction changes, not the offset
    width
        smooths the sign to tanh(qd / width) [rad/s or m/s]
    """

    runs: int = 2
    friction: bool = False
    width: float = 0.0

    def __post_init__(self) -> None:
        if not self.runs >= 2:
            raise InputError(
                f"PerRun: got runs={self.runs}, expected the number of recordings in the training,"
                " 2 or more."
            )

    def terms(self) -> tuple[Term, ...]:
        names = {f"run{k}": f"{RUN}{k}" for k in range(1, int(self.runs))}
        if self.friction:
            return tuple(
                term
                for name, channel in names.items()
                for term in _make_changing_terms(name, channel, self.width)
            )
        return tuple(
            Term(f"offset_{name}", Law(channel=channel), -np.inf) for name, channel in names.items()
        )


def _make_changing_terms(name: str, channel: str, width: float) -> tuple[Term, ...]:
    dry = replace(DRY, width=width, channel=channel)
    viscous = Term(f"viscous_{name}", replace(VELOCITY, channel=channel), -np.inf)
    return viscous, Term(f"coulomb_{name}", dry, -np.inf)
