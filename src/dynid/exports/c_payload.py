"""A PayloadStream as C99, beside the model: the same numbers, no memory allocation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

import numpy as np
from numpy.typing import ArrayLike

from dynid.errors import InputError
from dynid.exports.c_effects import Lines, clean_comment, write_product, write_sum
from dynid.identification.estimate import Estimate
from dynid.model.base_reduction import BaseParameters
from dynid.payload import balance, payload_estimate, payload_stream, stream_settings
from dynid.payload.consistent_load import LIGHTEST
from dynid.payload.payload_stream import PayloadStream
from dynid.robot.parts import Frame


@dataclass(frozen=True)
class PayloadCode:
    """What is added to the header and to the code; @prefix@ stands for the robot's name in C."""

    header: str
    code: str


def write_payload_code(
    result: Estimate, rate: float, frame: str | Frame | None = None
) -> PayloadCode:
    """Of PayloadStream(result, rate, frame)."""
    running = PayloadStream(result, rate, frame)
    carrier, of = running.carrier, running.settings
    assert of is not None
    model = carrier.model
    if not model.robot.is_tree or model.known:
        raise InputError(
            f"robot '{model.robot.name}' has closed loops or known payloads: its payload"
            " cannot be estimated in C; expected a tree without them, or use di.PayloadStream."
        )
    rows = [model.robot.actuated.index(name) for name in model.robot.coordinates]
    n, (k, m) = model.robot.dof, carrier.Z.shape
    sizes = {"THETAS": k, "UNKNOWNS": m, "WINDOW": 2 * of.half + 1, "STEP": of.step}
    sizes |= {"SOLVE": stream_settings.SOLVE}
    scalars = {
        "RATE": of.rate,
        "SLOW": stream_settings.SLOW,
        "SLOWEST": stream_settings.SLOWEST,
        "HUBER": balance.HUBER,
        "CONTACT": balance.CONTACT,
        "FOLLOWS": balance.FOLLOWS,
        "LASTS": balance.LASTS,
        "LIGHTEST": LIGHTEST,
        "THIN": payload_stream.THIN,
        "QUANTILE": payload_estimate.PayloadEstimate.quantile,
    }
    tables = [
        "/* ---- payload estimation: see dynid.payload ---- */\n",
        "enum { " + ", ".join(f"{name} = {value}" for name, value in sizes.items()) + " };",
        *(f"static const double {name} = {float(value)!r};" for name, value in scalars.items()),
        _write_integers("ROW_OF", "COORDINATES", rows),
        _write_integers("STICKS", "N", of.dry.astype(int)),
        _write_columns(carrier.base),
        _write_vector("THETA", "THETAS", carrier.theta),
        _write_vector("DEVIATION", "N", of.deviations),
        _write_vector("COLOUR", "N", of.colour),
        _write_vector("SPREAD", "UNKNOWNS", running.balance.scale),
        _write_matrix("KERNEL", "3", "WINDOW", of.kernels),
        _write_matrix("TO_THETA", "THETAS", "UNKNOWNS", carrier.Z),
        _write_matrix("COVARIANCE", "THETAS", "THETAS", carrier.covariance),
        _write_effects(carrier.base, rows),
    ]
    said = {
        "frame": clean_comment(carrier.frame.name),
        "body": clean_comment(carrier.frame.body),
        "rate": f"{of.rate:g}",
        "lag": f"{of.lag:.3g}",
        "lasts": f"{balance.LASTS:g}",
        "window": str(2 * of.half + 1),
        "N": str(n),
        "K": str(k),
        "M": str(m),
    }
    header = _read_template("payload.h")
    for key, value in said.items():
        header = header.replace(f"@{key}@", value)
    return PayloadCode(header, "\n".join(tables) + _read_template("payload.c"))


def _read_template(name: str) -> str:
    return files("dynid.exports").joinpath("c", name).read_text(encoding="utf-8")


def _format_numbers(values: ArrayLike) -> str:
    return ", ".join(repr(float(x)) for x in np.asarray(values, dtype=float).ravel())


def _write_vector(name: str, size: str, values: ArrayLike) -> str:
    return f"static const double {name}[{size}] = {{{_format_numbers(values)}}};"


def _write_matrix(name: str, rows: str, columns: str, values: ArrayLike) -> str:
    lines = "\n".join(f"    {{{_format_numbers(row)}}}," for row in np.asarray(values))
    return f"static const double {name}[{rows}][{columns}] = {{\n{lines}\n}};"


def _write_integers(name: str, size: str, values: ArrayLike) -> str:
    text = ", ".join(str(int(x)) for x in np.asarray(values).ravel())
    return f"static const int {name}[{size}] = {{{text}}};"


def _write_columns(base: BaseParameters) -> str:
    """Which base parameter is which of a group of bodies, -1: none."""
    groups = len(base.model.group_names)
    place = np.full(10 * groups, -1)
    for k, at in enumerate(base.independent.tolist()):
        if at < len(place):
            place[at] = k
    rows = "\n".join(
        f"    {{{', '.join(str(int(x)) for x in row)}}}," for row in place.reshape(groups, 10)
    )
    return f"static const int BASE_COLUMN[GROUPS][10] = {{\n{rows}\n}};"


def _write_effects(base: BaseParameters, rows: Sequence[int]) -> str:
    """The columns of the effects' base parameters."""
    model, own = base.model, {int(at): k for k, at in enumerate(base.independent)}
    lines = Lines(model.robot.coordinates)
    body = []
    for at, placed in zip(model.layout.at, model.layout.terms):
        if at not in own:
            continue
        for act in placed.acts:
            q, qd, qdd = (write_sum(lines, x, act.of) for x in ("q", "qd", "qdd"))
            force = placed.term.law.to_c(q, qd, qdd)
            for joint, gain in act.on:
                row = rows[lines.coordinates.index(joint)]
                factors = [repr(gain) if gain != 1.0 or not force else "", force]
                body.append(f"    W[{row}][{own[at]}] += {write_product(factors)};")
    unused = [x for x in ("q", "qd", "qdd", "W") if not any(f"{x}[" in line for line in body)]
    body += [f"    (void){x};" for x in unused]
    given = ", ".join(f"const double {x}[N]" for x in ("q", "qd", "qdd"))
    head = f"static void effect_columns({given}, double W[N][THETAS])"
    return "\n".join(["", head, "{", *body, "}", ""])
