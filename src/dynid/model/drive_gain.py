"""The gains of drives whose currents were logged instead of torques: torque_j = g_j i_j.

The noise is in the current, so a fit of g_j i_j as a column would take it for a signal and make the
gain too small. What is fitted instead is the current, i_j = (Y_j p + k_j) / g_j, with the torque
k_j of known payloads. Near gains g^0 and parameters p^0, in units of torque,

    g^0_j i_j = Y_j p + k_j + delta_j u_j,    u_j = Y_j p^0 + k_j,    g_j = g^0_j / (1 + delta_j)

which is linear in p and delta: one more column per joint, the torque u that the model itself
predicts and that has no noise. At the end delta = 0: the gains of total least squares.
"""

from __future__ import annotations

from dataclasses import dataclass

from dynid.model.effects import Effect
from dynid.model.terms import DRIVEN, Law, Term

SMALLEST = -0.9  # of delta: a gain grows tenfold at most from one look to the next


@dataclass(frozen=True)
class DriveGain(Effect):
    """tau = delta u: by how much less the joint's torque is than its current tells with the gain
    that it is read with (see above). Estimates have the gains themselves, `result.gains`."""

    def terms(self) -> tuple[Term, ...]:
        return (Term("gain", Law(channel=DRIVEN), SMALLEST),)
