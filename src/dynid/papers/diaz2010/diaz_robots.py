"""Diaz-Rodriguez 2010: the 3-PRS and the 3-RPS, the parameters they start from, and the true values
of the simulation.

From the paper: the parameters (Tables 2 and 5), friction and rotor inertias (Tables 3 and 6), the
3-PRS's total mass and my3 - ly S (which fix the size of its platform), the 3-RPS's CAD values
(Table 7). Not in the paper, and plausible here: the other lengths and masses, the lead of the
screws, the friction of the hinges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.model import solids
from dynid.model.effects import Coulomb, RotorInertia, Viscous
from dynid.model.model import Model
from dynid.robot.builtin.parallel import prs3, rps3
from dynid.robot.geometry import inertial
from dynid.robot.mechanism import Robot

LEAD = 0.02  # m a turn: the paper gives rotor inertias in kg m^2 and no lead
HINGE = (0.05, 0.05)  # viscous (Nm s) and Coulomb (Nm) friction of the hinges; the paper drops both

Combination = Mapping[str, float]


@dataclass(frozen=True, eq=False)
class RobotCase:
    """tau = W theta with theta = B p for equal legs; W is made of the columns of a model whose legs
    are distinct."""

    model: Model
    legs: Model
    names: tuple[str, ...]
    columns: Array  # (P of legs, theta): W = Y columns
    B: Array  # (theta, P of model)
    p: Array
    retained: frozenset[str]  # by the paper

    def compute_rows(self, motion: Sequence[Array]) -> Array:
        """W (N, 3, theta)."""
        q, qd, qdd = motion
        return np.asarray(self.legs.regressor(q, qd, qdd)) @ self.columns


def make_matrix(model: Model, combinations: Sequence[Combination]) -> Array:
    """(combinations, P): each {parameter: coefficient} as a row."""
    out = np.zeros((len(combinations), len(model.parameters)))
    for row, combination in zip(out, combinations):
        for name, coefficient in combination.items():
            row[model.parameters.index(name)] += coefficient
    return out


def add_combinations(*parts: Combination) -> Combination:
    return {
        name: sum(part.get(name, 0.0) for part in parts)
        for name in {k for part in parts for k in part}
    }


def make(
    robot: Robot,
    hinges: Sequence[str],
    rigid: Sequence[tuple[Combination, Combination]],
    bodies: Mapping[str, Array],
    drives: Sequence[tuple[float, float, float]],
    relevant: Sequence[str],
) -> RobotCase:
    """rigid: of every rigid parameter its column in the distinct-legs model, and what it is in the
    equal-legs model."""
    joints = [*robot.actuated, *hinges]
    effects = [Viscous(joints), Coulomb(joints), RotorInertia()]
    legs, model = Model(robot, effects, symmetric=False), Model(robot, effects)
    own = model.parameters[model.layout.others]
    p = np.zeros(len(model.parameters))
    p[model.layout.inertial] = np.concatenate([bodies[name] for name in model.group_names])
    values = {
        f"{hinge}.{kind}": value
        for hinge in hinges
        for kind, value in zip(("viscous", "coulomb"), HINGE)
    }
    for joint, (viscous, coulomb, rotor) in zip(robot.actuated, drives):
        values |= {f"{joint}.viscous": viscous, f"{joint}.coulomb": coulomb}
        values |= {f"{joint}.rotor_inertia": rotor * (2 * np.pi / LEAD) ** 2}
    p[model.layout.others] = [values[name] for name in own]
    driven = {name for name in own if name.split(".")[0] in robot.actuated}
    return RobotCase(
        model,
        legs,
        (*(f"P{k + 1}" for k in range(len(rigid))), *own),
        make_matrix(legs, [*(column for column, _ in rigid), *({name: 1.0} for name in own)]).T,
        make_matrix(model, [*(meaning for _, meaning in rigid), *({name: 1.0} for name in own)]),
        p,
        frozenset(relevant) | driven,
    )


def make_prs_case() -> RobotCase:
    """Table 2 (13) + friction of sliders and hinges (12) + actuators (3) = 28; Table 3 retains
    13."""
    lr, m1, m2, m3 = 0.70, 6.0, 4.0, 32.78  # 3 m1 + 3 m2 + m3 = 62.78
    # radius 0.30: my3 - ly S = -18.8 (Table 3: -18.76)
    robot = prs3(base_radius=0.45, platform_radius=0.30, coupler=lr)
    balls = [np.array(loop.position_a) for loop in robot.loops]
    lx2, (lx3, ly3) = balls[1][0], balls[2][:2]

    def S(factor: float) -> Combination:
        return {"slider1.m": 2 * factor, "coupler1.m": 2 * factor, "platform.m": factor}

    def M(factor: float) -> Combination:
        return {"slider1.m": factor, "coupler1.m": factor}

    def make_platform(name: str, *masses: Combination) -> tuple[Combination, Combination]:
        return {f"platform.{name}": 1.0}, add_combinations({f"platform.{name}": 1.0}, *masses)

    I, h = {"coupler1.Izz": 1.0}, {"coupler1.mx": 1.0}
    rigid = [
        make_platform("Ixx", S(-(ly3**2))),
        make_platform("Ixy", S(lx3 * ly3)),
        make_platform("Ixz"),
        make_platform("Iyy", S(-(lx3**2)), M(lx2**2)),
        make_platform("Izz", M(-(lx2**2)), {"platform.m": -(lx2**2)}),
        make_platform("mx", S(-lx3), M(lx2)),
        make_platform("my", S(-ly3)),
        make_platform("mz"),
        ({"coupler1.Izz": 1.0, "coupler2.Izz": 1.0}, add_combinations(I, M(-(lr**2)))),
        ({"coupler1.mx": 1.0, "coupler2.mx": 1.0}, add_combinations(h, M(-lr))),
        ({"coupler3.Izz": 1.0}, add_combinations(I, S(lr**2))),
        ({"coupler3.m": 1.0}, {"slider1.m": 3.0, "coupler1.m": 3.0, "platform.m": 1.0}),
        ({"coupler3.mx": 1.0}, add_combinations(h, S(lr))),
    ]
    bodies = {
        "slider1": inertial(m1, (0, 0, 0), (0.01, 0.01, 0.01)),
        "coupler1": solids.cylinder(0.02, lr, mass=m2, position=(lr / 2, 0, 0), axis="x"),
        "platform": solids.cylinder(0.30, 0.01, mass=m3, position=np.mean(balls, axis=0)),
    }
    drives = [
        (3509.89, 100.16, 1.7078e-3),
        (3418.03, 122.46, 1.5334e-3),
        (3870.60, 100.64, 1.6201e-3),
    ]
    return make(
        robot,
        ("coupler1", "coupler2", "coupler3"),
        rigid,
        bodies,
        drives,
        ("P1", "P2", "P7", "P12"),
    )


def make_rps_case() -> RobotCase:
    """Table 5 (9) + friction of legs and hinges (12) + actuators (3) = 24; Table 6 retains 12.

    The rods' masses act as points at the ball joints. Their effect and that of the platform's m,
    mx, my are those of a point of P8 at ball 2, one of P9 at ball 3, and the moment P7; the rest of
    Ixy, Ixy3 + lx3 my3, is 0 by symmetry.
    """
    m2, m3 = 2.0, 10.26  # m2 + m3 / 3 = 5.42, Table 7's CAD value
    # lx2 = 0.4555: P7 = -2.47 (Table 7)
    robot = rps3(base_radius=0.40, platform_radius=0.263, leg=0.60)
    balls = [np.array(loop.position_a) for loop in robot.loops]
    lx2, (lx3, ly3) = balls[1][0], balls[2][:2]
    names = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")

    def make_ball_terms(ball: Array) -> Combination:
        return {
            f"platform.{name}": value for name, value in zip(names, inertial(1.0, ball)) if value
        }

    def sum_legs(*parts: str) -> Combination:
        return {
            f"{part[0]}{i}.{part[1]}": 1.0
            for i in (1, 2, 3)
            for part in (p.split(".") for p in parts)
        }

    def make_platform(meaning: Combination) -> tuple[Combination, Combination]:
        return {next(iter(meaning)): 1.0}, meaning

    both = {"platform.m": -(lx2**2), "rod1.m": -(lx2**2)}
    rigid = [
        (sum_legs("cylinder.mz"), {"cylinder1.mz": 1.0}),
        (sum_legs("cylinder.Iyy"), {"cylinder1.Iyy": 1.0, "rod1.Iyy": 1.0}),
        (sum_legs("rod.mz"), {"rod1.mz": 1.0}),
        make_platform({"platform.Ixx": 1.0, "platform.my": -ly3}),
        make_platform({"platform.Iyy": 1.0, "platform.my": ly3, **both}),
        make_platform({"platform.Izz": 1.0, **both}),
        make_platform(
            {"platform.mx": 1.0, "platform.my": lx3 / ly3, "platform.m": -lx2, "rod1.m": -lx2}
        ),
        (make_ball_terms(balls[1]), {"rod1.m": 2.0, "platform.my": -1 / ly3, "platform.m": 1.0}),
        (make_ball_terms(balls[2]), {"rod1.m": 1.0, "platform.my": 1 / ly3}),
    ]
    bodies = {
        "cylinder1": solids.cylinder(0.04, 0.4, mass=3.0, position=(0, 0, 0.15)),
        "rod1": solids.cylinder(0.015, 0.5, mass=m2, position=(0, 0, -0.25)),
        "platform": solids.cylinder(0.263, 0.01, mass=m3, position=np.mean(balls, axis=0)),
    }
    drives = [
        (3489.28, 152.33, 3.1257e-4),
        (2099.86, 119.94, 2.8695e-4),
        (3057.99, 202.21, 3.4239e-4),
    ]
    return make(robot, ("hinge1", "hinge2", "hinge3"), rigid, bodies, drives, ("P7", "P8", "P9"))


def make_table_1(model: Model) -> Array:
    """(19, P) the base parameters of the 3-PRS with distinct legs, as the paper prints them; link 3
    is the platform."""
    links = ("slider1", "coupler1", "platform", "slider2", "coupler2", "slider3", "coupler3")
    robot = model.robot
    balls = [np.array(loop.position_a) for loop in robot.loops]
    lr, lx2, (lx3, ly3) = float(np.array(robot.loops[0].position_b)[0]), balls[1][0], balls[2][:2]

    def m(factor: float, first: int, last: int) -> Combination:
        return {f"{link}.m": factor for link in links[first - 1 : last]}

    def make_row(link: int, name: str, *masses: Combination) -> Combination:
        return add_combinations({f"{links[link - 1]}.{name}": 1.0}, *masses)

    rows = [
        *(
            make_row(2, "Izz", m(-(lr**2), 1, 2)),
            make_row(2, "mx", m(-lr, 1, 2)),
            make_row(2, "my"),
        ),
        *(
            make_row(3, "Ixx", m(-(ly3**2), 1, 5)),
            make_row(3, "Ixy", m(lx3 * ly3, 1, 5)),
            make_row(3, "Ixz"),
        ),
        *(
            make_row(3, "Iyy", m(-(lx3**2), 1, 5), m(lx2**2, 4, 5)),
            make_row(3, "Iyz"),
            make_row(3, "Izz", m(-(lx2**2), 1, 3)),
        ),
        *(
            make_row(3, "mx", m(-lx3, 1, 5), m(lx2, 4, 5)),
            make_row(3, "my", m(-ly3, 1, 5)),
            make_row(3, "mz"),
        ),
        *(
            make_row(5, "Izz", m(-(lr**2), 4, 5)),
            make_row(5, "mx", m(-lr, 4, 5)),
            make_row(5, "my"),
        ),
        *(
            make_row(7, "Izz", m(lr**2, 1, 5)),
            m(1.0, 1, 7),
            make_row(7, "mx", m(lr, 1, 5)),
            make_row(7, "my"),
        ),
    ]
    return make_matrix(model, rows)


def make_printed_table_5(case: RobotCase) -> Array:
    """B of the 3-RPS with ly_p3^2 in row 6, where lx_p2^2 belongs (ERRATA)."""
    B, row = case.B.copy(), case.names.index("P6")
    ly3 = np.array(case.model.robot.loops[2].position_a)[1]
    for body in ("platform", "rod1"):
        B[row, case.model.parameters.index(f"{body}.m")] = -(ly3**2)
    return B
