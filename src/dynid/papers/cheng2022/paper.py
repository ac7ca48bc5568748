"""Cheng, Bi, Yuan 2022: masses and principal inertias of a 6-DOF arm, body by body, with
quaternions."""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.estimators.per_body.per_body_estimator import PRINCIPAL, PerBody
from dynid.figures import Figure, make_subplots
from dynid.model.model import Model
from dynid.papers.cheng2022.cheng_equations import (
    check_euler_equations,
    check_printed_equations,
    check_singularity,
    check_trigonometry,
)
from dynid.papers.cheng2022.cheng_robot import (
    PUSH,
    TABLE_1,
    TABLE_2,
    TABLE_3,
    TIMES,
    compute_errors_by_count,
    compute_relative_errors,
    draw_selections,
    estimate_bodies,
    list_found_values,
    list_six_values,
    make_cylinders,
    make_leaning_robot,
    make_method,
    make_motion,
    make_wrenches,
    round_measurements,
)
from dynid.papers.claims import ARITHMETIC, ORDER, RECOVERED, Claim, Picture, Reproduction, Row
from dynid.papers.paper_style import format_symbol, get_shade
from dynid.plotting import finish, get_colour
from dynid.robot.builtin import BUILTIN
from dynid.robot.poses import compute_body_poses
from dynid.simulation.quaternion_model import QuaternionModel
from dynid.simulation.wrenches import HingeWrenches

PAPER = (
    "J. Cheng, S. Bi, C. Yuan: Dynamic Parameters Identification Method of 6-DOF Industrial Robot"
    " Based on Quaternion, 2022"
)
SETTING = (
    "The paper's own example, simulated here in place of ADAMS: six steel cylinders, from rest,"
    " hinges 1 and 2 at 30 deg/s^2, the others locked, five samples, all data with seven digits."
    " The axes of the hinges are not in the text: as on an industrial arm. The method needs the"
    " full forces and moments in every hinge: a simulation, or force sensors in all joints."
)
PRINTED_DIGITS = 0.5e-4  # of Tables 1 to 3
SELECTIONS = 50
UNKNOWN = "rounding, in a posture that the paper does not give"


def run() -> Reproduction:
    exact, seven = make_wrenches(), round_measurements(make_wrenches())
    result = estimate_bodies(seven)
    many = np.array(
        [
            compute_relative_errors(estimate_bodies(round_measurements(make_wrenches(times=t))))
            for t in draw_selections(len(TIMES), SELECTIONS)
        ]
    )
    claims = [
        check_trigonometry(),
        check_singularity(),
        *check_euler_equations(exact),
        *check_printed_equations(exact),
        *check_model(),
        *check_setting(),
        *check_table_1(),
        *check_table_2(result, many),
        *check_table_3(result, many),
        *check_accuracy(exact, result, many),
    ]
    drawn = (
        Picture(
            "Fig. 2",
            "Poses at 0, 0.3, ... 1.8 and 2 s, seen from the side and from above",
            draw_poses,
        ),
        Picture(
            "Table 3",
            "Absolute errors by body: the paper's, and here with seven digits; on the axis what is"
            " smaller (the paper has zeros to four decimals)",
            draw_errors(result),
        ),
        Picture(
            "4",
            "Largest relative error against the number of samples, 20 random selections each",
            draw_samples,
        ),
    )
    return Reproduction("cheng2022", PAPER, SETTING, tuple(claims), drawn)


def check_setting() -> list[Claim]:
    g = float(np.linalg.norm(BUILTIN["six_dof"]().gravity))
    return [
        Row("4", "angular acceleration of 30 deg/s^2").declare_wrong(
            "9.5493 rad/s^2",
            f"{PUSH:.4f} rad/s^2",
            abs(30 / np.pi - 9.5493) < 1e-4 and abs(PUSH - 9.5493) > 1,
            f"9.5493 is 30 / pi = {30 / np.pi:.4f}",
        ),
        Row("4", "gravity", RECOVERED).judge_statement(
            "9.80665", f"{g:.5f}", abs(g - 9.80665) < 1e-9
        ),
    ]


def check_table_1() -> list[Claim]:
    """Homogeneous cylinders of 7801 kg/m^3 against the printed masses and inertias."""
    claims = []
    for body, (m, _, I) in zip(TABLE_1, make_cylinders()):
        ours, printed = np.array([m, I[0, 0], I[1, 1]]), np.array(TABLE_1[body])
        off = float(np.abs(ours - printed).max())
        claims.append(
            Row("Table 1", f"{body}: m, J11, J22 = J33", ARITHMETIC).judge_statement(
                ", ".join(f"{x:.4f}" for x in printed),
                f"within {off:.0e}",
                off < 2 * PRINTED_DIGITS,
                "by one density, 7801 kg/m^3, which the paper does not give",
            )
        )
    return claims


def check_table_2(result: PerBody, many: Array) -> list[Claim]:
    """Row by row of bodies; B1 apart."""
    truth, found = list_six_values(), list_found_values(result)
    paper, ours = (
        100 * np.abs(table / truth - 1) for table in (np.array(list(TABLE_2.values())), found)
    )
    spread = 100 * many.max(axis=2)
    claims = [
        check_rounding(
            "Table 2",
            f"B{k + 1}: largest relative error of its six values",
            paper[k],
            ours[k],
            spread[:, k],
            "%",
        )
        for k in range(1, 6)
    ]
    one = result["B1"]
    mass, axial = (float(abs(one.values[k] - truth[0, k])) for k in (2, 3))
    other = estimate_bodies(
        round_measurements(make_wrenches(make_leaning_robot())), make_method(make_leaning_robot())
    )["B1"]
    return [
        Row("Table 2", "B1: masses along e1 and e2 cannot be identified").judge_statement(
            "dashes",
            ", ".join(
                f"{n} {'found' if known else 'not identifiable'}"
                for n, known in zip(PRINCIPAL[:2], one.identifiable)
            ),
            not one.identifiable[:2].any(),
        ),
        Row("Table 2", "B1: error of m(e3)").leave_undecided(
            "0.0032 kg", f"{mass:.4g} kg", UNKNOWN
        ),
        Row("Table 2", "B1: J11", RECOVERED).judge_statement(
            "800.3250", f"{one.values[3]:.4f}", axial < 0.01
        ),
        Row("Table 2", "B1: J22 and J33 are identified").declare_wrong(
            "982.8128 twice",
            f"rank {one.rank - 1} of 3: J22, J33"
            f" {'identifiable' if one.identifiable[4:].any() else 'not identifiable'}",
            not one.identifiable[4:].any() and bool(other.identifiable.all()),
            "B1 only turns about its own vertical axis; with an axis that leans against the body"
            f" all three are found, within {100 * np.abs(other.values / truth[0] - 1).max():.1g} %",
        ),
        *claims,
    ]


def check_table_3(result: PerBody, many: Array) -> list[Claim]:
    """Absolute errors, and the arithmetic of the tables."""
    truth, found = list_six_values(), list_found_values(result)
    paper = np.array(list(TABLE_3.values()))
    difference = np.array(list(TABLE_2.values())) - truth
    slips = np.argwhere(np.abs(difference - paper) > 2 * PRINTED_DIGITS)
    names = ", ".join(
        f"B{i + 1} {PRINCIPAL[j]} ({difference[i, j]:.4f}, not {paper[i, j]:.4f})" for i, j in slips
    )
    relative = 100 * float(np.nanmax(np.abs(paper) / truth))
    ours = 100 * float(np.nanmax(compute_relative_errors(result)))
    spread, most = np.nanmax(many * truth, axis=2), 100 * float(np.nanmax(many))
    rows = [
        check_rounding(
            "Table 3",
            f"{body}: largest absolute error",
            np.abs(paper[k]),
            np.abs(found - truth)[k],
            spread[:, k],
        )
        for k, body in enumerate(TABLE_1)
    ]
    return [
        *rows,
        Row("Table 3", "is Table 2 less Table 1").declare_wrong(
            "all 34 entries", names or "all", len(slips) > 0, "does not subtract"
        ),
        Row("Abstract", "largest absolute error").leave_undecided(
            "0.0264", f"{np.nanmax(np.abs(found - truth)):.4g}", UNKNOWN
        ),
        Row("Abstract", "the tables give the relative error told", ARITHMETIC).judge_statement(
            "0.031 %", f"{relative:.3f} %", abs(relative - 0.031) < 5e-4
        ),
        Row("Abstract", "largest relative error").leave_undecided(
            "0.031 %",
            f"{ours:.4g} %",
            f"{UNKNOWN}; {SELECTIONS} other selections: at most {most:.2g} %",
        ),
    ]


def check_rounding(
    where: str, what: str, paper: Array, ours: Array, spread: Array, unit: str = ""
) -> Claim:
    """Errors that rounding leaves, in a posture that the paper does not give: how many entries are
    larger here, and the range for other selections of times."""
    theirs, here = float(np.nanmax(paper)), float(np.nanmax(ours))
    known = np.isfinite(paper) & np.isfinite(ours)
    larger = int((ours[known] > paper[known]).sum())
    return Row(where, what).leave_undecided(
        f"{theirs:.4g}{unit}",
        f"{here:.4g}{unit}",
        f"{larger} of {known.sum()} entries are larger here; {UNKNOWN}; {spread.min():.2g} to"
        f" {spread.max():.2g} for {len(spread)} other selections of times",
    )


def check_accuracy(exact: HingeWrenches, result: PerBody, many: Array) -> list[Claim]:
    """What the paper says about the causes of its errors."""
    with_all = 100 * float(np.nanmax(compute_relative_errors(result)))
    # against the cylinders themselves: Table 1 has seven or eight digits
    truth = np.array([[m, m, m, *np.diag(I)] for m, _, I in make_cylinders()])
    found = list_found_values(estimate_bodies(exact))
    calculated = 100 * float(np.nanmax(np.abs(found / truth - 1)))
    worst = 100 * np.nanmax(many, axis=(1, 2))
    by_count = compute_errors_by_count((5, 50))
    size = np.log(list_six_values()).ravel()
    error = np.log(np.sqrt((many**2).mean(axis=0)) * list_six_values()).ravel()
    known = np.isfinite(error)
    r = float(np.corrcoef(size[known], error[known])[0, 1])
    weak = "" if r > 0.5 else "weakly: the rounded forces hold those of all bodies further out"
    return [
        Row("4", "more samples, more accuracy", ORDER).judge_statement(
            "positively correlated",
            f"{100 * by_count[5].mean():.2g} % with 5, {100 * by_count[50].mean():.2g} % with 50",
            bool(by_count[50].mean() < by_count[5].mean()),
            "mean of the largest errors of 20 selections",
        ),
        Row("3", "the choice of the five times does not affect the accuracy").declare_wrong(
            "not affected",
            f"{worst.min():.2g} to {worst.max():.2g} %",
            bool(worst.max() > 2 * worst.min()),
            f"{SELECTIONS} random choices; {(worst < 0.031).sum()} of them below the paper's"
            " 0.031 %",
        ),
        Row("4", "first cause of the errors: the amount of calculation").declare_wrong(
            "accumulates",
            f"{calculated:.0e} % with exact data",
            calculated < 1e-3 * with_all,
            f"the same calculation; the seven digits of the data make {with_all:.2g} % of it",
        ),
        Row("4", "larger values, larger absolute errors").judge_statement(
            "positively correlated", f"r = {r:.2f} (logarithms)", r > 0.5, weak
        ),
        Row(
            "4, 5", "relative errors are far below the several percent of other methods", ORDER
        ).judge_statement(
            "< 0.031 %",
            f"{with_all:.2g} %",
            with_all < 0.031,
            "with exact kinematics and all hinge forces, which other methods do not have",
        ),
    ]


# ---- Cheng 2022: its multibody model in quaternions, corrected, against recursive Newton- Euler.


def check_model() -> list[Claim]:
    """Accelerations of the six hinges at random states, through many turns."""
    model, rng = Model(BUILTIN["six_dof"]()), np.random.default_rng(0)
    q, qd, push = (size * rng.normal(size=(20, 6)) for size in (30.0, 2.0, 1e4))
    right = model.forward_dynamics(q, qd, push, model.prior)
    found = QuaternionModel(model, model.prior).forward_dynamics(q, qd, push)
    off = float(np.abs(found - right).max() / np.abs(right).max())
    return [
        Row("(13)-(16)", "the multibody model, hinge forces as multipliers").judge_statement(
            "A qdd = B",
            f"{off:.0e} off",
            off < 1e-9,
            "with (14) corrected, against recursive Newton-Euler; the paper takes the hinge forces"
            " as given",
        )
    ]


# ---- Cheng 2022: figures like the paper's.


def move_legend_below(figure: Any) -> Any:
    """The legend below: titles of the parts stand where it usually is."""
    figure.update_layout(legend={"y": -0.2, "yanchor": "top"})
    return figure


def draw_poses() -> Any:
    robot = BUILTIN["six_dof"]()
    times = np.array([0.0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.0])
    poses = compute_body_poses(robot, make_motion(times)[0])
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
                line={"color": get_colour(k), "width": 2},
                row=1,
                col=column,
            )
    for column, vertical in ((1, "z [m]"), (2, "y [m]")):
        figure.update_xaxes(title_text="x [m]", row=1, col=column)
        figure.update_yaxes(
            title_text=vertical, scaleanchor="x" if column == 1 else "x2", row=1, col=column
        )
    return move_legend_below(finish(figure, 500))


SMALLEST = 1e-5  # kg, kg m^2, of what is drawn


def draw_errors(result: PerBody) -> Any:
    def draw() -> Any:
        figure = make_subplots(rows=2, cols=3, subplot_titles=tuple(TABLE_1), vertical_spacing=0.16)
        ours = np.abs(list_found_values(result) - list_six_values())
        paper = np.abs(np.array(list(TABLE_3.values())))
        for k in range(6):
            for values, name, mark in ((paper, "paper", "circle-open"), (ours, "here", "circle")):
                y = [None if np.isnan(x) else max(float(x), SMALLEST) for x in values[k]]
                figure.add_scatter(
                    x=[format_symbol(name.replace("(", "_").rstrip(")")) for name in PRINCIPAL],
                    y=y,
                    name=name,
                    mode="markers",
                    marker={"color": get_shade(name), "symbol": mark, "size": 8},
                    legendgroup=name,
                    showlegend=k == 0,
                    row=k // 3 + 1,
                    col=k % 3 + 1,
                )
        figure.update_yaxes(type="log", range=[float(np.log10(SMALLEST)), -1])
        figure.update_yaxes(title_text="error [kg, kg m²]", col=1)
        return move_legend_below(finish(figure, 560))

    return draw


def draw_samples() -> Any:
    figure = Figure()
    for n, largest in compute_errors_by_count((5, 10, 20, 50, 100)).items():
        figure.add_box(
            x=[f"{n}"] * len(largest),
            y=100 * largest,
            name=f"{n}",
            marker_color=get_shade("here"),
            showlegend=False,
        )
    figure.add_scatter(
        x=["5"],
        y=[0.031],
        name="paper",
        mode="markers",
        marker={"symbol": "x", "size": 9, "color": get_shade("paper")},
    )
    figure.update_yaxes(type="log", title_text="largest relative error [%]")
    figure.update_xaxes(title_text="samples", type="category")
    return finish(figure, 360)
