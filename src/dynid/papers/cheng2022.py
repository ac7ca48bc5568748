"""Cheng, Bi, Yuan 2022: masses and principal inertias of a 6-DOF arm, body by body, with quaternions."""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.identify.per_body import PRINCIPAL, PerBody
from dynid.papers.cheng_robot import (
    PUSH,
    TABLE_1,
    TABLE_2,
    TABLE_3,
    TIMES,
    found_values,
    leaning,
    measured,
    method,
    motion,
    relative_errors,
    six_values,
    wrenches,
)
from dynid.papers.claims import Claim, Picture, Reproduction, at_most, holds, wrong
from dynid.plotting import JOINTS, PREDICTED, RESIDUAL, colour, finish
from dynid.robot.builtin import BUILTIN
from dynid.robot.geometry import Array, mass_com_inertia
from dynid.robot.kinematics import body_poses
from dynid.simulation.wrenches import HingeWrenches

PAPER = "J. Cheng, S. Bi, C. Yuan: Dynamic Parameters Identification Method of 6-DOF Industrial Robot Based on Quaternion, 2022"
SETTING = (
    "The paper's own example, simulated here in place of ADAMS: six steel cylinders, from rest, hinges 1 and 2 at 30 deg/s^2, "
    "the others locked, five samples, all data with seven digits. The axes of the hinges are not in the text: as on an "
    "industrial arm. The method needs the full forces and moments in every hinge: a simulation, or force sensors in all joints."
)
PRINTED_DIGITS = 0.5e-4  # of Tables 1 to 3
SELECTIONS = 50
#: sines and cosines in the nine entries of Rz(a) Rx(b) Rz(c), as they are written out
ENTRIES = (
    "ca cc sa cb sc",
    "ca sc sa cb cc",
    "sa sb",
    "sa cc ca cb sc",
    "sa sc ca cb cc",
    "ca sb",
    "sb sc",
    "sb cc",
    "cb",
)


def run() -> Reproduction:
    exact, seven = wrenches(), measured(wrenches())
    result = method().run(seven)
    many = np.array(
        [relative_errors(method().run(measured(wrenches(times=t)))) for t in selections(len(TIMES), SELECTIONS)]
    )
    claims = [
        trigonometry(),
        singularity(),
        *euler_claims(exact),
        *equation_claims(exact),
        *setting_claims(),
        *table_1_claims(),
        *table_2_claims(result, many),
        *table_3_claims(result, many),
        *accuracy_claims(exact, result, many),
    ]
    pictures = (
        Picture("Fig. 2", "Poses at 0, 0.3, ... 1.8 and 2 s, seen from the side and from above", _poses),
        Picture("Table 3", "Absolute errors by body: the paper's, and here with seven digits", _errors(result)),
        Picture("4", "Largest relative error against the number of samples, 20 random selections each", _samples),
    )
    return Reproduction("cheng2022", PAPER, SETTING, tuple(claims), pictures)


def trigonometry() -> Claim:
    """Introduction: sines and cosines of a rotation by Euler angles."""
    words = " ".join(ENTRIES).split()
    return wrong(
        "1",
        "Euler angles: sines and cosines to calculate for a rotation",
        "29",
        f"{len(set(words))}",
        len(words) == 29 and len(set(words)) == 6,
        f"they occur {len(words)} times in the nine entries, but are {len(set(words))} numbers; quaternions need none",
    )


def singularity() -> Claim:
    """Along the motion: cos b of Cardan angles z-y-x, zero where they are singular, and the condition of omega = 2 R* Ddot."""
    w = wrenches(times=np.linspace(0.02, 2.0, 100))
    condition = float(np.linalg.cond(rate_map(w.quaternion)).max())
    cosine = float(np.sqrt(np.clip(1 - w.rotation[..., 2, 0] ** 2, 0, 1)).min())
    return holds(
        "1, 2",
        "Cardan angles become singular, quaternions do not",
        "no singularity",
        f"condition {condition:.3f}; cos b of Cardan angles {cosine:.0e}",
        condition < 1 + 1e-9 and cosine < 1e-6,
        "B1 stands upright all the time",
    )


def rate_map(D: Array) -> Array:
    """(8): R* with omega = 2 R* Ddot in the axes of the body."""
    w, x, y, z = np.moveaxis(D, -1, 0)
    return np.stack([np.stack(r, axis=-1) for r in ([-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w])], axis=-2)


def quaternion_rates(w: HingeWrenches) -> tuple[Array, Array, Array]:
    """D, Ddot = R*' omega / 2, Dddot = R*' alpha / 2 - |omega|^2 D / 4 of all bodies."""
    D, omega, alpha = w.quaternion, w.angular_velocity, w.angular_acceleration
    Gt = np.swapaxes(rate_map(D), -1, -2)
    rate = 0.5 * np.einsum("...ij,...j->...i", Gt, omega)
    bend = 0.5 * np.einsum("...ij,...j->...i", Gt, alpha) - 0.25 * (omega**2).sum(axis=-1, keepdims=True) * D
    return D, rate, bend


def euler_claims(w: HingeWrenches) -> list[Claim]:
    """(7) and (19) against J alpha + omega x J omega."""
    D, rate, bend = quaternion_rates(w)
    J = six_values()[:, 3:]
    omega, alpha = w.angular_velocity, w.angular_acceleration
    right = J * alpha + np.cross(omega, J * omega)
    G, Gdot_t = rate_map(D), np.swapaxes(rate_map(rate), -1, -2)
    spin = np.einsum("...ij,...j->...i", G, rate)
    seven = 2 * J * np.einsum("...ij,...j->...i", G, bend)
    seven = seven + 4 * np.einsum("...ij,...jk,...k->...i", G, Gdot_t, J * spin)
    nineteen = np.einsum("...ij,...j->...i", printed_rows(D, rate, bend), np.broadcast_to(J, omega.shape))
    size = np.abs(right).max()
    off = [float(np.abs(x - right).max() / size) for x in (seven, nineteen)]
    return [
        holds("(7)-(9)", "Euler's equation in quaternions", "J a + w x J w", f"{off[0]:.0e} off", off[0] < 1e-12),
        holds("(19)", "rows of the identification", "J a + w x J w", f"{off[1]:.0e} off", off[1] < 1e-12),
    ]


def printed_rows(D: Array, rate: Array, bend: Array) -> Array:
    """(19) as printed."""
    (l0, l1, l2, l3), (r0, r1, r2, r3), (b0, b1, b2, b3) = (np.moveaxis(x, -1, 0) for x in (D, rate, bend))
    none = 4 * (r0 * l0 + r1 * l1 + r2 * l2 + r3 * l3)
    o1 = r1 * l0 - r0 * l1 + r2 * l3 - r3 * l2
    o2 = r2 * l0 - r0 * l2 - r1 * l3 + r3 * l1
    o3 = r1 * l2 - r0 * l3 - r2 * l1 + r3 * l0
    a1 = b1 * l0 - b0 * l1 + b2 * l3 - b3 * l2
    a2 = b2 * l0 - b0 * l2 - b1 * l3 + b3 * l1
    a3 = b1 * l2 - b0 * l3 - b2 * l1 + b3 * l0
    rows = [
        [none * o1 + 2 * a1, 4 * -o3 * o2, 4 * o2 * o3],
        [4 * o3 * o1, none * o2 + 2 * a2, 4 * -o1 * o3],
        [4 * -o2 * o1, 4 * o1 * o2, none * o3 + 2 * a3],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def equation_claims(w: HingeWrenches) -> list[Claim]:
    """(14), (18), (20) and (28) as printed, with the data of body 2."""
    D, rate, bend = quaternion_rates(w)
    J, i = six_values()[1, 3:], 1
    force, moment = w.net()
    centres = np.array([mass_com_inertia(body.inertia)[1] for body in BUILTIN["six_dof"]().bodies])
    moments = moment - np.cross(centres, force)  # about the centres, in the axes of the bodies
    own = moments[:, i]
    world = np.einsum("nij,nj->ni", w.rotation[:, i], own)
    S = printed_rows(D, rate, bend)[:, i].reshape(-1, 3)
    right, printed = (np.linalg.lstsq(S, N.ravel(), rcond=None)[0] for N in (own, world))
    off = [float(np.abs(x / J - 1).max()) for x in (right, printed)]
    constraint = np.abs((D * D).sum(axis=-1) - 1).max()
    K = np.block([[S, np.zeros((len(S), 1))], [np.zeros((1, 3)), np.full((1, 1), constraint)]])
    rank = int(np.linalg.matrix_rank(K, tol=1e-9 * np.linalg.norm(K)))
    empty, needed = np.abs((D * rate).sum(axis=-1)).max(), (rate * rate).sum(axis=-1).max()
    # six bodies one below another: the unknowns of one have to serve all
    shared = np.linalg.lstsq(printed_rows(D, rate, bend).reshape(-1, 3), moments.ravel(), rcond=None)[0]
    return [
        wrong(
            "(14)",
            "last row of B: -D' Ddot",
            "D' Ddot",
            f"{empty:.0e}, needed {needed:.2g}",
            bool(empty < 1e-12 < needed),
            "Ddot' Ddot belongs there, by (11); and Ddot is missing behind the matrix above it",
        ),
        wrong(
            "(5), (18)",
            "moments on the right in the axes of the world",
            "B2's J",
            f"{100 * off[1]:.0f} % off",
            off[1] > 0.01 and off[0] < 1e-6,
            f"turned into the body's axes by R' the error is {100 * off[0]:.0e} %",
        ),
        wrong(
            "(20), (26)",
            "constraint row makes K'K regular",
            "inverse exists",
            f"rank {rank} of 4",
            rank < 4,
            "D'D - 1 is zero whatever the parameters: the row says nothing and its unknown has no value",
        ),
        wrong(
            "(28)",
            "K of six bodies one below another",
            "X of all six",
            f"{len(shared)} inertias for six bodies, B6's {100 * np.abs(shared / six_values()[5, 3:] - 1).max():.0f} % off",
            bool(np.abs(shared / six_values()[5, 3:] - 1).max() > 0.1),
            "bodies share no unknowns: K is block diagonal",
        ),
    ]


def setting_claims() -> list[Claim]:
    g = float(np.linalg.norm(BUILTIN["six_dof"]().gravity))
    return [
        wrong(
            "4",
            "angular acceleration of 30 deg/s^2",
            "9.5493 rad/s^2",
            f"{PUSH:.4f} rad/s^2",
            abs(30 / np.pi - 9.5493) < 1e-4 and abs(PUSH - 9.5493) > 1,
            f"9.5493 is 30 / pi = {30 / np.pi:.4f}",
        ),
        holds("4", "gravity", "9.80665", f"{g:.5f}", abs(g - 9.80665) < 1e-9),
    ]


def table_1_claims() -> list[Claim]:
    """Homogeneous cylinders of 7801 kg/m^3 against the printed masses and inertias."""
    claims = []
    for body in BUILTIN["six_dof"]().bodies:
        m, _, I = mass_com_inertia(body.inertia)
        ours, printed = np.array([m, I[0, 0], I[1, 1]]), np.array(TABLE_1[body.name])
        off = float(np.abs(ours - printed).max())
        claims.append(
            holds(
                "Table 1",
                f"{body.name}: m, J11, J22 = J33",
                ", ".join(f"{x:.4f}" for x in printed),
                f"within {off:.0e}",
                off < 2 * PRINTED_DIGITS,
                "steel of 7801 kg/m^3",
            )
        )
    return claims


def table_2_claims(result: PerBody, many: Array) -> list[Claim]:
    """Row by row of bodies; B1 apart."""
    truth, found = six_values(), found_values(result)
    paper, ours = (100 * np.abs(table / truth - 1) for table in (np.array(list(TABLE_2.values())), found))
    spread = 100 * many.max(axis=2)
    claims = [
        rounding_claim(
            "Table 2", f"B{k + 1}: largest relative error of its six values", paper[k], ours[k], spread[:, k], "%"
        )
        for k in range(1, 6)
    ]
    one = result["B1"]
    mass, axial = (float(abs(one.values[k] - truth[0, k])) for k in (2, 3))
    other = method(leaning()).run(measured(wrenches(leaning())))["B1"]
    return [
        holds(
            "Table 2",
            "B1: masses along e1 and e2 cannot be identified",
            "dashes",
            ", ".join(
                f"{n} {'found' if known else 'not identifiable'}" for n, known in zip(PRINCIPAL[:2], one.identifiable)
            ),
            not one.identifiable[:2].any(),
        ),
        at_most("Table 2", "B1: error of m(e3)", 0.0032, mass, "kg"),
        holds("Table 2", "B1: J11", "800.3250", f"{one.values[3]:.4f}", axial < 0.01),
        wrong(
            "Table 2",
            "B1: J22 and J33 are identified",
            "982.8128 twice",
            f"rank {one.rank - 1} of 3: J22, J33 {'identifiable' if one.identifiable[4:].any() else 'not identifiable'}",
            not one.identifiable[4:].any() and bool(other.identifiable.all()),
            "B1 only turns about its own vertical axis; with an axis that leans against the body all three are found, within "
            f"{100 * np.abs(other.values / truth[0] - 1).max():.1g} %",
        ),
        *claims,
    ]


def table_3_claims(result: PerBody, many: Array) -> list[Claim]:
    """Absolute errors, and the arithmetic of the tables."""
    truth, found = six_values(), found_values(result)
    paper = np.array(list(TABLE_3.values()))
    difference = np.array(list(TABLE_2.values())) - truth
    slips = np.argwhere(np.abs(difference - paper) > 2 * PRINTED_DIGITS)
    names = ", ".join(f"B{i + 1} {PRINCIPAL[j]} ({difference[i, j]:.4f}, not {paper[i, j]:.4f})" for i, j in slips)
    relative = 100 * float(np.nanmax(np.abs(paper) / truth))
    ours = 100 * float(np.nanmax(relative_errors(result)))
    spread = np.nanmax(many * truth, axis=2)
    rows = [
        rounding_claim(
            "Table 3", f"{body}: largest absolute error", np.abs(paper[k]), np.abs(found - truth)[k], spread[:, k]
        )
        for k, body in enumerate(TABLE_1)
    ]
    return [
        *rows,
        wrong(
            "Table 3", "is Table 2 less Table 1", "all 34 entries", names or "all", len(slips) > 0, "does not subtract"
        ),
        at_most("Abstract", "largest absolute error", 0.0264, float(np.nanmax(np.abs(found - truth)))),
        holds(
            "Abstract",
            "the tables give the relative error told",
            "0.031 %",
            f"{relative:.3f} %",
            abs(relative - 0.031) < 5e-4,
        ),
        at_most("Abstract", "largest relative error", 0.031, ours, "%"),
    ]


def rounding_claim(where: str, what: str, paper: Array, ours: Array, spread: Array, unit: str = "") -> Claim:
    """Errors that rounding leaves: better where ours is smaller, reproduced where the paper's is among random selections'."""
    theirs, here = float(np.nanmax(paper)), float(np.nanmax(ours))
    if here < theirs:
        return at_most(where, what, theirs, here, unit)
    among = bool(spread.min() <= theirs <= spread.max())
    why = f"rounding: {spread.min():.2g} to {spread.max():.2g} for {len(spread)} other selections of times"
    return holds(where, what, f"{theirs:.4g} {unit}".strip(), f"{here:.4g} {unit}".strip(), among, why)


def selections(count: int, many: int) -> list[Array]:
    """Random times among the 100 steps."""
    rng = np.random.default_rng(0)
    return [0.02 * np.sort(rng.choice(np.arange(1, 101), count, replace=False)) for _ in range(many)]


def accuracy_claims(exact: HingeWrenches, result: PerBody, many: Array) -> list[Claim]:
    """What the paper says about the causes of its errors."""
    with_all = 100 * float(np.nanmax(relative_errors(result)))
    # against the cylinders themselves: Table 1 has seven or eight digits
    bodies = [mass_com_inertia(body.inertia) for body in BUILTIN["six_dof"]().bodies]
    truth = np.array([[m, m, m, *np.diag(I)] for m, _, I in bodies])
    found = found_values(method().run(exact))
    calculated = 100 * float(np.nanmax(np.abs(found / truth - 1)))
    worst = 100 * np.nanmax(many, axis=(1, 2))
    by_count = errors_by_count((5, 50))
    size, error = np.log(six_values()).ravel(), np.log(np.sqrt((many**2).mean(axis=0)) * six_values()).ravel()
    known = np.isfinite(error)
    r = float(np.corrcoef(size[known], error[known])[0, 1])
    weak = "" if r > 0.5 else "weakly: the rounded forces hold those of all bodies further out"
    return [
        holds(
            "4",
            "more samples, more accuracy",
            "positively correlated",
            f"{100 * by_count[5].mean():.2g} % with 5, {100 * by_count[50].mean():.2g} % with 50",
            bool(by_count[50].mean() < by_count[5].mean()),
            "mean of the largest errors of 20 selections",
        ),
        wrong(
            "3",
            "the choice of the five times does not affect the accuracy",
            "not affected",
            f"{worst.min():.2g} to {worst.max():.2g} %",
            bool(worst.max() > 2 * worst.min()),
            f"{SELECTIONS} random choices; {(worst < 0.031).sum()} of them below the paper's 0.031 %",
        ),
        wrong(
            "4",
            "first cause of the errors: the amount of calculation",
            "accumulates",
            f"{calculated:.0e} % with exact data",
            calculated < 1e-3 * with_all,
            f"the same calculation; the seven digits of the data make {with_all:.2g} % of it",
        ),
        holds(
            "4", "larger values, larger absolute errors", "positively correlated", f"r = {r:.2f} (logarithms)", r > 0.5
        ),
        holds(
            "4, 5",
            "relative errors are far below the several percent of other methods",
            "< 0.031 %",
            f"{with_all:.2g} %",
            with_all < 0.031,
            "with exact kinematics and all hinge forces, which other methods do not have",
        ),
    ]


def errors_by_count(counts: tuple[int, ...]) -> dict[int, Array]:
    """Largest relative errors of 20 random selections of so many samples."""
    return {
        n: np.array([np.nanmax(relative_errors(method().run(measured(wrenches(times=t))))) for t in selections(n, 20)])
        for n in counts
    }


def _poses() -> Any:
    from plotly.subplots import make_subplots

    robot = BUILTIN["six_dof"]()
    times = np.array([0.0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.0])
    poses = body_poses(robot, motion(times)[0])
    points = np.stack([poses[body.name][:, :3, 3] for body in robot.bodies], axis=1)
    last = poses["B6"]
    tip = last[:, :3, 3] + 0.3 * last[:, :3, 0]
    points = np.concatenate([points, tip[:, None]], axis=1)
    figure = make_subplots(rows=1, cols=2, subplot_titles=("side", "above"))
    for k, t in enumerate(times):
        for column, (i, j) in enumerate(((0, 2), (0, 1)), start=1):
            figure.add_scatter(
                x=points[k, :, i],
                y=points[k, :, j],
                mode="lines+markers",
                name=f"{t:g} s",
                legendgroup=str(k),
                showlegend=column == 1,
                line={"color": colour(k), "width": 2},
                row=1,
                col=column,
            )
    for column, vertical in ((1, "z [m]"), (2, "y [m]")):
        figure.update_xaxes(title_text="x [m]", row=1, col=column)
        figure.update_yaxes(title_text=vertical, scaleanchor="x" if column == 1 else "x2", row=1, col=column)
    return finish(figure, 460)


def _errors(result: PerBody) -> Any:
    def draw() -> Any:
        from plotly.subplots import make_subplots

        figure = make_subplots(rows=2, cols=3, subplot_titles=tuple(TABLE_1), vertical_spacing=0.16)
        ours = np.abs(found_values(result) - six_values())
        paper = np.abs(np.array(list(TABLE_3.values())))
        for k in range(6):
            for values, name, shade in ((paper, "paper", RESIDUAL), (ours, "here", PREDICTED)):
                y = np.where(np.isnan(values[k]), None, np.maximum(np.nan_to_num(values[k]), 1e-5))
                figure.add_bar(
                    x=list(PRINCIPAL),
                    y=y.tolist(),
                    name=name,
                    marker_color=shade,
                    legendgroup=name,
                    showlegend=k == 0,
                    row=k // 3 + 1,
                    col=k % 3 + 1,
                )
        figure.update_yaxes(type="log", range=[-5, -1])
        figure.update_yaxes(title_text="kg, kg m²", col=1)
        return finish(figure, 560, barmode="group")

    return draw


def _samples() -> Any:
    from plotly.graph_objects import Figure

    figure = Figure()
    for k, (n, errors) in enumerate(errors_by_count((5, 10, 20, 50, 100)).items()):
        figure.add_box(y=100 * errors, name=f"{n}", marker_color=JOINTS[k], showlegend=False)
    figure.add_hline(y=0.031, line_dash="dot", annotation_text="paper, five samples")
    figure.update_yaxes(type="log", title_text="largest relative error [%]")
    figure.update_xaxes(title_text="samples")
    return finish(figure, 360)
