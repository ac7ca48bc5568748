"""Gnad 2024, Table I, judged by itself."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.model.base_reduction import BaseParameters
from dynid.model.consistency import is_consistent
from dynid.model.solids import cylinder
from dynid.papers.claims import ARITHMETIC, Claim, Row
from dynid.papers.gnad2024 import gnad_robot as gnad
from dynid.papers.gnad2024.gnad_robot import TABLE_I
from dynid.robot.geometry import PARAMETER_NAMES

BODIES = tuple(dict.fromkeys(name.split(".")[0] for name in TABLE_I))


def check_table(base: BaseParameters) -> list[Claim]:
    """Table I judged by itself, and its regularisation by the shapes of section VIII-A."""
    upper = cylinder(0.008, 0.700, mass=0.9, position=(0, 0, -0.35))
    lower = cylinder(0.014, 0.780, inner_radius=0.008, mass=0.6, position=(0, 0, 0.39))
    strut = cylinder(0.005, 1.106, mass=0.200, position=(0.553, 0, 0), axis="x")
    arm = cylinder(0.02, 0.500, inner_radius=0.017, mass=1.0, position=(0.25, 0, 0), axis="x")
    shapes = {"telescope_upper": upper, "telescope_lower": lower}
    geometric = shape_error(shapes, 2)
    simple = shape_error({"strut1": strut, "arm1": arm}, 0, leave=("strut1.Ixx", "arm1.mz"))
    grew = [100 * (TABLE_I["platform.m"][k + 1] / TABLE_I["platform.m"][k] - 1) for k in (0, 2)]
    strut_names = [name for name in TABLE_I if name.startswith("strut1")]
    change = {
        name: max(abs(TABLE_I[name][k + 1] / TABLE_I[name][k] - 1) for k in (0, 2))
        for name in strut_names
    }
    gyration = np.sqrt([TABLE_I["strut1.Ixx"][k] / TABLE_I["strut1.m"][k] for k in (1, 3)])
    rises = all(
        TABLE_I[f"{body}.m"][k + 1] > TABLE_I[f"{body}.m"][k]
        for body in ("strut1", "platform")
        for k in (0, 2)
    )
    falls = all(
        TABLE_I["telescope_lower.m"][k + 1] < TABLE_I["telescope_lower.m"][k] for k in (0, 2)
    )
    bodies = [
        bool(is_consistent(gnad.take_body(gnad.from_table(c), b)))
        for c in ("ID simple", "ID geom")
        for b in BODIES
    ]
    silent = base.classify("arm1.my")
    return [
        Row("Table I", "RG geom, telescope: cylinders of Sec. VIII-A", ARITHMETIC).judge_statement(
            "10 entries", f"to {geometric:.1g} %", geometric < 0.5
        ),
        Row("Table I", "RG simple: arm and strut as cylinders", ARITHMETIC).judge_statement(
            "6 entries", f"to {simple:.1g} %", simple < 1.0
        ),
        Row("Table I", "both results physically consistent", ARITHMETIC).judge_statement(
            "yes", f"{sum(bodies)} of {len(bodies)} bodies", all(bodies)
        ),
        Row(
            "Sec. VIII-B", "masses: strut, platform rise, lower telescope falls", ARITHMETIC
        ).judge_statement(
            "both columns",
            "both columns" if rises and falls else "not in both",
            rises and falls,
            "by Table I itself",
        ),
        Row("Sec. VIII-B", "platform mass rises by roughly 20 %", ARITHMETIC).judge_statement(
            "20 %",
            f"{grew[0]:.0f}, {grew[1]:.0f} %",
            max(abs(x - 20) for x in grew) < 10,
            "by Table I itself",
        ),
        Row("Sec. VIII-B", "strut remains close to the initial value").declare_wrong(
            "close",
            f"mc_x by {100 * change['strut1.mx']:.0f} %, Ixx {1 + change['strut1.Ixx']:.0f}-fold",
            change["strut1.mx"] > 0.2 and change["strut1.Ixx"] > 100,
            "by Table I itself",
        ),
        Row("Table I", "strut Ixx").declare_wrong(
            "17.4, 24.6 x 10^-3 kg m^2",
            f"radius of gyration {gyration[0]:.2f}, {gyration[1]:.2f} m",
            bool(gyration.min() > 0.1),
            "a rod of 1 mm wall is a few centimetres thick; Ixx is hardly excited (Sec. VI c)",
        ),
        Row("Table I", "axis letters: arm mc_y, telescope mc_x").declare_wrong(
            "mc_y, mc_x",
            f"arm mc_y acts {silent}",
            silent == "not at all",
            "the arm turns about y (Sec. VI b), the bar lies along z (Sec. VI d): mc_x and mc_z"
            " are meant",
        ),
    ]


#: kg/m^3, of carbon fibre, which section VIII-A does not give
CARBON = 1700.0


def check_geometry() -> list[Claim]:
    """RG geom of arm, strut and platform by the shapes of section VIII-A."""
    column = gnad.COLUMNS.index("RG geom")
    table = {name: values[column] for name, values in TABLE_I.items()}
    # a tube with its centre in the middle: mc_x = m L / 2, m = density pi (2 R - wall) wall L
    L, wall, m = 0.500, 0.003, 2 * table["arm1.mx"] / 0.500
    R = 0.5 * (m / (CARBON * np.pi * wall * L) + wall)
    arm = cylinder(R, L, inner_radius=R - wall, mass=m, position=(L / 2, 0, 0), axis="x")
    Iyy = float(arm[PARAMETER_NAMES.index("Iyy")])
    strut, off = fit_table_strut(table)
    return [
        Row("Table I", "RG geom, arm: a tube of 500 mm, 3 mm of carbon fibre").judge_statement(
            f"mc_x {table['arm1.mx']}, Iyy {table['arm1.Iyy']}",
            f"mc_x for R = {1e3 * R:.0f} mm, then Iyy {Iyy:.3f}",
            abs(Iyy / table["arm1.Iyy"] - 1) < 0.05,
            f"the radius is not given, {CARBON:.0f} kg/m^3 assumed; {table['arm1.Iyy'] - Iyy:.3f}"
            " kg m^2 more than the tube, of the motor perhaps, which section VIII-A does not name",
        ),
        Row(
            "Table I", "RG geom, strut: a tube, 1 mm, and sockets as heavy at its ends"
        ).judge_statement(
            "5 entries",
            f"to {100 * off:.0f} % for {1e3 * strut:.0f} mm",
            off < 0.05,
            f"by m and mc_x the length is {1e3 * strut:.0f}, not 1106 mm; the radius is not given,"
            f" {CARBON:.0f} kg/m^3 assumed",
        ),
        Row("Table I", "RG geom, platform: two cylinders of aluminium").judge_statement(
            f"{table['platform.m']:.3f} kg", "no lengths given", False, "any mass can be had"
        ),
    ]


def fit_table_strut(table: dict[str, float]) -> tuple[float, float]:
    """The length of a strut that m and mc_x give, and the largest error (a part) of its other
    entries."""
    m, wall = table["strut1.m"], 0.001
    L = 2 * table["strut1.mx"] / m
    R = m / 2 / (CARBON * 2 * np.pi * wall * L)  # of the thin tube, half of the mass
    tube = cylinder(R, L, inner_radius=R - wall, mass=m / 2, position=(L / 2, 0, 0), axis="x")
    socket = [
        cylinder(R, 0.03, inner_radius=R - wall, mass=m / 4, position=(x, 0, 0), axis="x")
        for x in (0.0, L)
    ]
    whole = tube + socket[0] + socket[1]
    names = [name for name in table if name.startswith("strut1.")]
    off = [whole[PARAMETER_NAMES.index(name.split(".")[1])] / table[name] - 1 for name in names]
    return L, float(np.abs(off).max())


def shape_error(shapes: dict[str, Array], column: int, leave: tuple[str, ...] = ()) -> float:
    """Largest difference in % between Table I's entries of bodies and those of shapes."""
    off = [0.0]
    for name, values in TABLE_I.items():
        body, entry = name.split(".")
        if body in shapes and name not in leave:
            off.append(abs(shapes[body][PARAMETER_NAMES.index(entry)] / values[column] - 1))
    return 100 * max(off)
