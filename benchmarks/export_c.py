"""The exported C code, compiled and timed: a call of each function for a 7R arm and for a Delta
(loops closed)."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from common import multisine, table
from dynid.arrays import Array
from dynid.exports.c_code import format_numbers, make_c_name, write_c_files
from dynid.model.effects import Coulomb, RotorInertia, Viscous
from dynid.model.model import Model
from dynid.robot.builtin import BUILTIN

# along a path at 1 kHz, forwards and back again: a controller's next pose is near the last one
STATES, CALLS, REPEATS = 1000, 100_000, 5
TARGET = {"arm7": 0.5, "delta4": 3.0}  # us a call of inverse dynamics


def report() -> str:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return "### Exported C code\n\nNot measured: no C compiler here."
    rows = [row for name in ("arm7", "delta4") for row in measured(name, compiler)]
    said = subprocess.run(
        [compiler, "--version"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[0]
    heads = ("", "best us a call", "largest difference to dynid")
    goal = (
        f"The aim is {TARGET['arm7']:g} us for inverse dynamics of the arm and {TARGET['delta4']:g}"
        f" us for the Delta, along a path at 1 kHz. Processor time, best of {REPEATS}; `{said}`,"
        " -O2."
    )
    return f"### Exported C code\n\n{table(heads, rows)}\n\n{goal}"


def measured(name: str, compiler: str) -> list[list[str]]:
    """Lines of the table: every function of a robot's code."""
    model = Model(BUILTIN[name](), [Viscous(), Coulomb(), RotorInertia()])
    p = np.where(np.isnan(model.prior), 0.1, model.prior)
    motion = multisine(model.robot, STATES, rate=1000.0)
    with tempfile.TemporaryDirectory() as folder:
        for file, text in write_c_files(model, p).items():
            (Path(folder) / file).write_text(text, encoding="utf-8")
        (Path(folder) / "bench.c").write_text(program(model, motion), encoding="utf-8")
        sources = [f"{make_c_name(name)}.c", "bench.c"]
        subprocess.run(
            [compiler, "-std=c99", "-O2", *sources, "-lm", "-o", "bench"], cwd=folder, check=True
        )
        lines = subprocess.run(
            [f"{folder}/bench"], capture_output=True, text=True, check=True
        ).stdout.splitlines()
    tau = np.array([line.split() for line in lines[:STATES]], dtype=float)
    expected = model.inverse_dynamics(*motion, p)
    difference = float(np.abs(tau - expected).max() / np.abs(expected).max())
    rows = []
    for line in lines[STATES:]:
        what, seconds = line.split()
        said = f"{difference:.0e}" if what == "inverse_dynamics" else ""
        rows.append(
            [f"{name}, {what.replace('_', ' ')}", f"{1e6 * float(seconds) / CALLS:.3g}", said]
        )
    return rows


def program(model: Model, motion: tuple[Array, Array, Array]) -> str:
    """Prints the torques of all states, then the best processor time of CALLS calls of every
    function."""
    prefix, loops = make_c_name(model.robot.name), not model.robot.is_tree
    P, state = prefix.upper(), "state, " if loops else ""
    tables = "".join(
        f"static const double {name}[{STATES}][{P}_N] ="
        f" {{{', '.join('{' + format_numbers(row) + '}' for row in x)}}};\n"
        for name, x in zip(("q", "qd", "qdd"), motion)
    )
    calls = {
        "inverse_dynamics": f"{state}q[k], qd[k], qdd[k], tau",
        "mass_matrix": f"{state}q[k], M",
        "gravity": f"{state}q[k], tau",
        "friction": f"{state}q[k], qd[k], tau" if loops else "qd[k], tau",
    }
    timed = "".join(
        f"""    best = 1e300;
    for (r = 0; r < {REPEATS}; r++) {{
        const clock_t began = clock();
        for (i = 0; i < {CALLS}; i++) {{
            k = i / {STATES} % 2 ? {STATES} - 1 - i % {STATES} : i % {STATES};
            {prefix}_{name}({arguments});
            sum += tau[0] + M[0];
        }}
        if ((double)(clock() - began) / CLOCKS_PER_SEC < best)
            best = (double)(clock() - began) / CLOCKS_PER_SEC;
    }}
    printf("{name} %.9g\\n", best);
"""
        for name, arguments in calls.items()
    )
    return f"""#include "{prefix}.h"
#include <stdio.h>
#include <time.h>
{tables}
int main(void)
{{
    double tau[{P}_N] = {{0.0}}, M[{P}_N * {P}_N] = {{0.0}}, best, sum = 0.0;
    int i, j, k, r;
{f"    double state[{P}_STATE];{chr(10)}    {prefix}_start(state);{chr(10)}" if loops else ""}
    for (k = 0; k < {STATES}; k++) {{
        {prefix}_inverse_dynamics({calls["inverse_dynamics"]});
        for (j = 0; j < {P}_N; j++)
            printf("%.17g ", tau[j]);
        printf("\\n");
    }}
{timed}    return sum == 12345.0;
}}
"""


if __name__ == "__main__":
    print(report())
