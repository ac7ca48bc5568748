"""The 60 published base parameters of the Staubli TX40, one by one, from the same log.

The published groupings are converted to ours exactly (both span the same space); settings as
published: rows of slow samples left out, zero-phase low-pass, ordinary and weighted least squares.
"""

from __future__ import annotations

import csv
import re
import warnings

import numpy as np

import dynid as di
from common import table
from dynid.arrays import Array
from real_data import DATA

CUTOFF, SLOW, SPAN = 20.0, "5%", (0.1, 7.5)


def our_name(published: str) -> str:
    """Izz1 -> link_1.Izz, fv3 -> joint_3.viscous, Iam6 -> joint_5+joint_6.coupled_inertia."""
    letters, number = published[:-1], published[-1]
    effects = {"Ia": "rotor_inertia", "fv": "viscous", "fs": "coulomb", "off": "offset"}
    coupled = {"Iam": "coupled_inertia", "fvm": "coupled_viscous", "fsm": "coupled_coulomb"}
    if letters in effects:
        return f"joint_{number}.{effects[letters]}"
    return (
        f"joint_5+joint_6.{coupled[letters]}" if letters in coupled else f"link_{number}.{letters}"
    )


def published(model: di.Model) -> tuple[list[str], Array, Array]:
    """Expressions, their matrix over our parameters (60, P), and values (60, 4): OLS, %, WLS, %."""
    with open(DATA / "staubli_tx40" / "published_base_parameters.csv", newline="") as file:
        rows = list(csv.reader(file))
    B = np.zeros((len(rows), len(model.parameters)))
    for i, row in enumerate(rows):
        for sign, factor, name in re.findall(r"([+-]?)\s*(?:([\d.e-]+)\*)?([A-Za-z]+\d)", row[0]):
            B[i, model.parameters.index(our_name(name))] += float(factor or 1) * (
                -1 if sign == "-" else 1
            )
    return [row[0] for row in rows], B, np.array([[float(x) for x in row[1:]] for row in rows])


def build() -> tuple[di.Model, di.model.BaseParameters]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robot = di.load_robot(DATA / "staubli_tx40" / "robot.urdf")
    joints = robot.actuated
    effects = [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia(joints=joints[:5])]
    model = di.Model(robot, [*effects, di.effects.JointCoupling(joints=joints[4:6])])
    return model, di.base_parameters(model)


def conversion(base: di.model.BaseParameters, B: Array) -> tuple[Array, float]:
    """T with published = T theta, and the largest entry that it leaves unexplained (0 where the
    spans are the same)."""
    T = np.linalg.lstsq(base.map.T, B.T, rcond=None)[0].T
    return T, float(np.abs(T @ base.map - B).max())


def compare() -> tuple[list[str], dict[str, Array], float]:
    """Expressions; per method (ours, published, published std); and how far the spans differ."""
    model, base = build()
    names, B, values = published(model)
    T, gap = conversion(base, B)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        log = di.read_log(DATA / "staubli_tx40" / "traj1.csv")
        data = di.process(log, model, CUTOFF, decimate=None, slow=SLOW, between=SPAN)
    problem = di.Problem(model, data, base)
    out = {}
    for k, estimator in ((0, di.OLS()), (2, di.WLS())):
        ours = T @ di.estimate(problem, estimator).theta
        std = np.abs(values[:, k] * values[:, k + 1]) / 100
        out[type(estimator).__name__] = np.column_stack([ours, values[:, k], std])
    return names, out, gap


def report() -> str:
    if not DATA.is_dir():
        return f"### Staubli TX40: no data in {DATA}; set DYNID_DATA"
    names, methods, gap = compare()
    parts = [f"### Staubli TX40: the 60 published base parameters (spans agree to {gap:.0e})"]
    for method, values in methods.items():
        z = np.abs(values[:, 0] - values[:, 1]) / values[:, 2]
        parts.append(
            f"{method}: {int((z < 3).sum())} of {len(z)} within 3 published standard deviations."
        )
    rows = [
        [name if len(name) < 50 else name[:46] + " ...", *(f"{x:.4g}" for x in (*ols, *wls))]
        for name, ols, wls in zip(names, methods["OLS"], methods["WLS"])
    ]
    heads = ["", "OLS ours", "published", "std", "WLS ours", "published", "std"]
    return "\n\n".join([*parts, table(heads, rows)])


if __name__ == "__main__":
    print(report())
