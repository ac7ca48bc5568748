"""How the figures of all papers look: one colour for a method wherever it occurs, symbols for
parameters, and an error beside every curve that lies on another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from dynid.arrays import Array
from dynid.figures import make_subplots
from dynid.plotting import JOINTS, MEASURED, PREDICTED, PRIOR, RESIDUAL, add_line, finish

POINTS = 600  # of a line
BLUE, ORANGE, GREEN, VIOLET, RED, OCHRE, TEAL, PINK = JOINTS
#: by the name of what is drawn: what is measured or true, what was identified, what it began with,
#: and what it is compared with
COLOURS = {
    **dict.fromkeys(("measured", "nominal", "simulated", "wanted", "limits, Table 5"), MEASURED),
    **dict.fromkeys(("here", "reduced", "found", "reconstructed", "PSO", "Table 3"), PREDICTED),
    **dict.fromkeys(("ID2", "ID geom", "followed"), PREDICTED),
    **dict.fromkeys(("paper", "complete", "RLS", "ID1", "ID simple", "voltage"), RESIDUAL),
    **dict.fromkeys(("Table 1", "start", "RG1", "RG simple"), PRIOR),
    **dict.fromkeys(("RG2", "RG geom"), OCHRE),
    **dict.fromkeys(("DLS", "base parameters"), GREEN),
    **dict.fromkeys(("SVD", "Table 4"), RED),
    **dict.fromkeys(("classical swarm",), TEAL),
    "friction changed": PINK,
    "identification": BLUE,
    "validation": OCHRE,
}
#: of entries of a body and of effects, as the papers write them
ENTRIES = {
    "m": "m",
    **{f"m{axis}": f"mc<sub>{axis}</sub>" for axis in "xyz"},
    **{f"I{a}{b}": f"Θ<sub>{a}{b}</sub>" for a in "xyz" for b in "xyz"},
    "viscous": "F<sub>v</sub>",
    "coulomb": "F<sub>C</sub>",
    "rotor_inertia": "J<sub>r</sub>",
}


def get_shade(name: str) -> str:
    return COLOURS[name]


def format_symbol(name: str) -> str:
    """A parameter's name as a symbol: arm1.mx is mc_x of the arm, slider2.viscous F_v of 2, P12
    and J11 have their numbers below."""
    if "." in name:
        whose, entry = name.split(".")
        body, number = re.fullmatch(r"(\D*)(\d*)", whose).groups()  # type: ignore[union-attr]
        if entry in ("viscous", "coulomb", "rotor_inertia"):
            return ENTRIES[entry].replace("</sub>", f"{number}</sub>")
        return f"{ENTRIES[entry]} {body.replace('_', ' ')}"
    return re.sub(r"([A-Za-z])_?([a-z]?\d+)", r"\1<sub>\2</sub>", name)


def draw_curves(
    t: Array, lines: Mapping[str, Array], titles: Sequence[str], exact: Array | None = None
) -> Any:
    """Curves (N, n) below one another, the first the one that the others are compared with; beside
    them by how much they differ from it, or from `exact`. Of many, each is narrower than those
    below it."""
    n, compared = len(titles), next(iter(lines.values())) if exact is None else exact
    figure = make_subplots(
        rows=n,
        cols=2,
        shared_xaxes=True,
        vertical_spacing=0.16 / n,
        horizontal_spacing=0.15,
        column_widths=[0.58, 0.42],
    )
    many = len(lines) > 3
    for j, title in enumerate(titles, start=1):
        for k, (name, y) in enumerate(lines.items()):
            below = 0.7 * (len(lines) - 1 - k) if many else 0.0  # wider by this
            dash = "solid" if many else ("solid", "dash", "dot")[k]
            line = {"dash": dash, "width": 1.4 if k == 0 else 1.6 + below if many else 2.0}
            place = {"row": j, "legendgroup": name}
            add_line(
                figure, t, y[:, j - 1], name, get_shade(name), POINTS, line=line, col=1,
                showlegend=j == 1, **place,
            )  # fmt: skip
            if k > 0:
                off = y[:, j - 1] - compared[:, j - 1]
                add_line(
                    figure, t, off, name, get_shade(name), POINTS,
                    line={"width": 1.0 + below}, col=2, showlegend=False, **place,
                )  # fmt: skip
        figure.update_yaxes(title_text=title, row=j, col=1)
        figure.update_yaxes(title_text=f"difference {title[title.index('[') :]}", row=j, col=2)
    figure.update_xaxes(title_text="t [s]", row=n)
    return finish(figure, 130 + 160 * n)
