"""What earlier logs say about the parameters, for a design that starts from it (sequential design).

Information adds up: with I_0 of the earlier logs, and W'W / N of a motion with M samples to come, a
design judges

    A = W'W / N + I_0 / M
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.model.model import Model

WEAKEST = 1e-12  # of the largest eigenvalue, entries scaled to 1: less is round-off


@dataclass(frozen=True, eq=False)
class EarlierInformation:
    """The information that earlier logs have on the parameters of their model.

    `di.identification.compute_information(result)` makes it of a result, or of a Problem.

    Parameters
    ----------
    robot
        its name
    parameters
        the parameters of the model
    matrix
        (P, P) inverse covariance of them; zero in directions that the logs leave open
    noise
        {joint: deviation} of white torque noise, at the rate of designs (1000 Hz), that would tell
        as little as the residuals of the logs
    """

    robot: str
    parameters: tuple[str, ...]
    matrix: Array
    noise: Mapping[str, float]

    def project(self, model: Model, reduction: Array) -> Array:
        """(b, b) information on theta, with p = reduction theta of another model of the robot;
        parameters that this one does not have stay unknown."""
        place = {name: k for k, name in enumerate(self.parameters)}
        shared = [k for k, name in enumerate(model.parameters) if name in place]
        if not shared or self.robot != model.robot.name:
            raise InputError(
                f"earlier: got information on '{self.robot}', with parameters"
                f" {join_names(self.parameters, 3)}; expected that of '{model.robot.name}'."
            )
        kept = np.array([place[model.parameters[k]] for k in shared])
        rest = np.setdiff1d(np.arange(len(self.parameters)), kept)
        # I_kk - I_kr I_rr^-1 I_rk: what is left where the others are unknown
        I = self.matrix
        known = I[np.ix_(kept, kept)]
        if len(rest):
            cross = I[np.ix_(kept, rest)]
            known = known - cross @ invert_information(I[np.ix_(rest, rest)]) @ cross.T
        R = reduction[shared]
        return np.asarray(R.T @ known @ R)


def invert_information(A: Array) -> Array:
    """A^-1 of a symmetric matrix with entries of any units, on the directions that it shows."""
    d = np.diag(A)
    s = np.where((d > 0) & np.isfinite(d), 1.0 / np.sqrt(np.where(d > 0, d, 1.0)), 0.0)
    scaled = np.nan_to_num(A * s[:, None] * s)
    inverse = np.linalg.pinv(0.5 * (scaled + scaled.T), rcond=WEAKEST, hermitian=True)
    return np.asarray(inverse * s[:, None] * s)
