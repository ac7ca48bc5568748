"""Right calls of everything in `dynid._native`, and of the public functions that reach it, for
`hostile_calls` to spoil. A call is a function of a random generator that makes what is called and
its arguments anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

import dynid as di
import dynid._native as native
from dynid.closed_chains.branch_tracking import Follower, compute_scales
from dynid.closed_chains.closed_home import make_follower_at_home, take_actuated_home
from dynid.closed_chains.topology import make_body_tree, make_native_tree
from dynid.dynamics.plan import make_sweep_plan
from dynid.model.inertial import PSEUDO_BASIS
from dynid.model.terms import LAW_NUMBERS
from dynid.robot.builtin import arm7, delta3, five_bar
from dynid.simulation.integrate import Integrator

Call = Callable[[np.random.Generator], tuple[Callable[..., Any], list[Any]]]
ROBOTS = ("arm", "five_bar", "delta")


@cache
def model_of(name: str) -> di.Model:
    robot = {"arm": arm7, "five_bar": five_bar, "delta": delta3}[name]()
    return di.Model(robot, [di.Viscous(), di.Coulomb(), di.RotorInertia()])


def values_of(model: di.Model) -> np.ndarray:
    p = model.prior.copy()
    p[model.layout.others] = 0.01
    return p


@cache
def follower_of(name: str) -> Follower:
    robot = model_of(name).robot
    return make_follower_at_home(robot, robot.actuated)


class Some:
    """A robot and arrays about it, of which some fit it exactly."""

    def __init__(self, rng: np.random.Generator, name: str | None = None) -> None:
        self.name = name or ROBOTS[rng.integers(3)]
        self.rng, self.model = rng, model_of(self.name)
        self.robot = self.model.robot
        self.n_i, self.n = self.robot.dof, len(self.robot.coordinates)
        self.nodes, self.N = len(self.robot.bodies), int(rng.integers(0, 12))
        self.p = values_of(self.model)
        self.home = follower_of(self.name).home
        self.home_i = take_actuated_home(self.robot)
        self.tree, self.plan = (
            make_native_tree(self.robot),
            make_sweep_plan(self.robot, self.model.groups),
        )

    def of(self, *shape: int) -> np.ndarray:
        return self.rng.normal(size=shape)

    def motion(self, N: int | None = None) -> list[np.ndarray]:
        return [self.of(self.N if N is None else N, self.n) for _ in range(3)]

    def given(self) -> list[np.ndarray]:
        return [self.home_i + 0.05 * self.of(self.N, self.n_i), *self.of(2, self.N, self.n_i)]

    @property
    def inertia(self) -> np.ndarray:
        return self.model.to_inertias(self.p)

    def gains(self) -> np.ndarray:
        return self.of(self.n, self.n_i, self.N)

    def regressor(self) -> np.ndarray:
        groups = 1 + max(self.model.groups, default=-1)
        return self.of(self.n_i, 10 * groups + 3, self.N)

    def closure(self) -> native.Closure:
        return follower_of(self.name).closure

    def branch(self) -> native.Branch:
        return native.Branch(self.closure(), self.home)

    def plant(self) -> Integrator:
        return Integrator(self.model, self.p, self.home_i, np.full(self.n_i, 0.1), None)

    def controller(self, rows: int = 4) -> list[Any]:
        return [*self.of(3, rows, self.n_i), *self.of(4, self.n_i), bool(rows % 2)]


@cache
def strangers() -> list[Any]:
    """Objects of other robots."""
    rng, made = np.random.default_rng(0), list[Any]()
    for name in ROBOTS:
        s = Some(rng, name)
        plant = s.plant()
        made += [s.tree, s.plan, s.closure(), s.branch(), plant.native, plant.record]
        made += [native.Controller(*s.controller())]
    return made


# Objects that are made of wrong arrays are used as well: what is accepted must do no harm.


def make_tree(*arrays: Any) -> None:
    tree = native.Tree(*arrays)
    nodes, n = len(arrays[1]), int(np.count_nonzero(arrays[1]))
    native.inverse_dynamics(tree, np.ones((nodes, 10)), *np.ones((3, 5, n)), np.zeros((5, n)))


def make_plan(tree: Any, *arrays: Any) -> None:
    plan = native.Plan(tree, *arrays)
    n, rows, groups = 3, 1 + int(np.max(arrays[1])), 1 + int(np.max(arrays[-1]))
    q, gains, inertia = np.ones((3, 5, n)), np.ones((n, rows, 5)), np.ones((n, 10))
    Y, M = np.zeros((rows, 10 * groups, 5)), np.zeros((5, rows, rows))
    native.regressor(plan, *q, gains, Y)
    native.regressor_adjoint(plan, *q, gains, Y, *np.zeros((3, 5, n)), gains.copy())
    native.mass_matrix(plan, inertia, q[0], gains, M)
    native.coriolis(plan, inertia, *q[:2], gains, gains, M)


def make_closure(home: np.ndarray, tree: Any, constraints: Any, scale: Any) -> None:
    closure = native.Closure(tree, constraints, scale)
    n, n_i, N = len(home), len(constraints.given), 3
    closure.close_poses(np.tile(home, (N, 1)), np.zeros(N, dtype=bool))
    closure.residual(home, np.zeros(closure.equations))
    moved, gains = [np.tile(home, (N, 1)), *np.ones((2, N, n))], np.ones((n, n_i, N))
    closure.pull_back(*moved, gains, *np.ones((3, N, n)), gains, *np.zeros((3, N, n_i)))
    closure.look_at_poses(np.tile(home, (N, 1)), *np.zeros((2, N)), np.zeros(N, dtype=np.int64))
    branch = native.Branch(closure, home)
    given = home[np.asarray(constraints.given)] + np.zeros((3, N, n_i))
    branch.walk(given[0])
    gains = np.zeros((2, n, n_i, N))
    branch.close(*given, *np.zeros((3, N, n)), *gains, np.zeros(N))


def make_cone(*arrays: Any) -> None:
    cone = native.Cone(*arrays)
    b, (m, n) = len(arrays[1]), arrays[2].shape
    B = np.ones((b, 4, 4))
    native.pull_back_multipliers(cone, B, B[:, 0].copy(), np.ones(m), B.copy(), np.zeros(n + 1))
    F, H = np.zeros((10 * b + m, n)), np.ones((n, n))
    native.scale_rows(cone, B, np.ones(m), H, F, H.copy(), np.zeros(n))


def make_joint(C: Any, centre: Any, half: Any, inertias: Any) -> None:
    joint = native.JointMotion(C, centre, half, inertias)
    nx = len(C) + 7
    joint.flow(np.zeros(nx), 0.1, 0.2, 0.01, np.zeros((2, nx + 1)))
    joint.flow_many(np.zeros((3, nx)), np.zeros((3, 1)), 0.0, 0.01, np.zeros((3, 2)))


def make_simulation(home: np.ndarray, *arguments: Any) -> None:
    simulation = native.Simulation(*arguments)
    simulation.array("now.q")[:] = home
    simulation.mode[:] = 1
    simulation.wind()
    simulation.look()
    simulation.hold(np.arange(len(simulation.mode)))
    simulation.start()
    simulation.step(1e-3)
    simulation.take(1e-3)


def dynamics_calls() -> dict[str, Call]:
    tree_fields = ("parent", "kind", "coordinate", "M", "r", "axis", "gravity")

    def tree(rng: np.random.Generator) -> Any:
        made = make_body_tree(Some(rng).robot)
        return make_tree, [getattr(made, name) for name in tree_fields]

    def plan(rng: np.random.Generator) -> Any:
        n = 3
        slots = [(i, k) for i in range(n) for k in range(i + 1)]
        start = np.concatenate([[0], np.cumsum(np.arange(1, n + 1))])
        arrays = (
            start,
            [k for _, k in slots],
            [start[i - 1] + k if k < i else -1 for i, k in slots],
            [int(k == i) for i, k in slots],
            [0] * len(slots),
            range(n),
        )
        joints = make_body_tree(model_of("arm").robot)
        few = [getattr(joints, name)[:n].copy() for name in tree_fields[:-1]]
        few[2] = np.arange(n)
        try:
            built = native.Tree(*few, joints.gravity)
        except ValueError:  # a fixed joint among the first
            built = make_native_tree(model_of("arm").robot)
        return make_plan, [built, *(np.array(each, dtype=np.int64) for each in arrays)]

    def regressor(rng: np.random.Generator) -> Any:
        s = Some(rng)
        return native.regressor, [s.plan, *s.motion(), s.gains(), s.regressor()]

    def regressor_adjoint(rng: np.random.Generator) -> Any:
        s = Some(rng)
        back = [*s.motion(), s.gains()]
        return native.regressor_adjoint, [s.plan, *s.motion(), s.gains(), s.regressor(), *back]

    def inverse_dynamics(rng: np.random.Generator) -> Any:
        s = Some(rng)
        return native.inverse_dynamics, [s.tree, s.inertia, *s.motion(), s.of(s.N, s.n)]

    def mass_matrix(rng: np.random.Generator) -> Any:
        s = Some(rng)
        out = s.of(s.N, s.n_i, s.n_i)
        return native.mass_matrix, [s.plan, s.inertia, s.of(s.N, s.n), s.gains(), out]

    def coriolis(rng: np.random.Generator) -> Any:
        s = Some(rng)
        gains, out = [s.gains(), s.gains()], s.of(s.N, s.n_i, s.n_i)
        return native.coriolis, [s.plan, s.inertia, *s.motion()[:2], *gains, out]

    return {
        "Tree": tree,
        "Plan": plan,
        "Plan.written": lambda rng: (native.Plan.written.fget, [Some(rng).plan]),
        "regressor": regressor,
        "regressor_adjoint": regressor_adjoint,
        "inverse_dynamics": inverse_dynamics,
        "mass_matrix": mass_matrix,
        "coriolis": coriolis,
        "sincos": lambda rng: (native.sincos, list(rng.normal(size=(3, 9)))),
        "level": lambda rng: (native.level, []),
        "width": lambda rng: (native.width, []),
        "levels": lambda rng: (native.levels, []),
        "use_level": lambda rng: (native.use_level, [native.level()]),
    }


def signal_calls() -> dict[str, Call]:
    def of(rng: np.random.Generator, *shapes: tuple[int, ...]) -> list[Any]:
        return [rng.normal(size=shape) for shape in shapes]

    def filter_both_ways(rng: np.random.Generator) -> Any:
        return native.filter_both_ways, of(rng, (2, 5), (2, 2), (11, 3))

    def memory(rng: np.random.Generator) -> Any:
        starts = rng.random(11) < 0.2
        return native.memory, [*of(rng, (11,)), starts, 0.1, np.zeros(11)]

    def memory_adjoint(rng: np.random.Generator) -> Any:
        q, z, bar, out = rng.normal(size=(4, 11))
        return native.memory_adjoint, [q, z, 0.1, bar, out]

    def add_embedded(rng: np.random.Generator) -> Any:
        A, G = of(rng, (2, 3, 3), (2, 6, 6))
        return native.add_embedded, [A, np.array([0, 2, 5]), 2.0, G]

    def quadratic_forms(rng: np.random.Generator) -> Any:
        A, x, out = of(rng, (2, 3, 3), (5, 3), (5,))
        return native.quadratic_forms, [A, np.array([0, 1, 1, 0, 0]), x, out]

    def sum_errors(rng: np.random.Generator) -> Any:
        W, y, theta, out = of(rng, (9, 4), (9,), (4, 6), (6,))
        return native.sum_errors, [W, y, theta, 0.5, out]

    return {
        "filter_both_ways": filter_both_ways,
        "memory": memory,
        "memory_adjoint": memory_adjoint,
        "add_embedded": add_embedded,
        "quadratic_forms": quadratic_forms,
        "sum_errors": sum_errors,
    }


def consistent_calls() -> dict[str, Call]:
    b, m, n = 2, 3, 20

    def cone() -> native.Cone:
        return native.Cone(PSEUDO_BASIS, np.arange(10 * b).reshape(b, 10), np.ones((m, n)))

    def call(function: Any, *shapes: tuple[int, ...], number: int | None = None) -> Call:
        def make(rng: np.random.Generator) -> Any:
            arrays: list[Any] = [rng.normal(size=shape) for shape in shapes]
            if number is not None:
                arrays.insert(number, 0.5)
            return function, arrays

        return make

    def with_cone(function: Any, *shapes: tuple[int, ...], number: int | None = None) -> Call:
        def make(rng: np.random.Generator) -> Any:
            return function, [cone(), *call(function, *shapes, number=number)(rng)[1]]

        return make

    B, L, rows = (b, 4, 4), (b, 4), 10 * b + m
    state = [(n, n), (n,), (n,), B, L, (m,), (m,), (n,), B]
    step = [(n, n), (rows, n), (n, n), (n,), (n,), L, (m,), (m,), (n,), B, B, (m,), (m,)]
    return {
        "Cone": lambda rng: (
            make_cone,
            [PSEUDO_BASIS.copy(), np.arange(10 * b).reshape(b, 10), rng.normal(size=(m, n))],
        ),
        "pull_back_multipliers": with_cone(native.pull_back_multipliers, B, L, (m,), B, (n + 1,)),
        "barrier_state": with_cone(native.barrier_state, *state),
        "scale_rows": with_cone(native.scale_rows, B, (m,), (n, n), (rows, n), (n, n), (n,)),
        "barrier_step": with_cone(native.barrier_step, *step, number=8),
        "move_scaling": call(native.move_scaling, B, L, B, B, B, L, number=4),
        "cholesky4": call(native.cholesky4, (4, 4), (4, 4)),
        "orthogonalise4": call(native.orthogonalise4, (4, 4)),
        "least_eigenvalue4": call(native.least_eigenvalue4, (4, 4)),
    }


def closure_calls() -> dict[str, Call]:
    def closure(rng: np.random.Generator) -> Any:
        s = Some(rng)
        follower = follower_of(s.name)
        scale = compute_scales(s.robot, follower.con)
        return partial(make_closure, s.home), [s.tree, follower.con, scale]

    def close_poses(rng: np.random.Generator) -> Any:
        s = Some(rng)
        poses = s.home + 0.01 * s.of(s.N, s.n)
        return native.Closure.close_poses, [s.closure(), poses, np.zeros(s.N, dtype=bool)]

    def residual(rng: np.random.Generator) -> Any:
        s = Some(rng)
        phi = np.zeros(s.closure().equations)
        return native.Closure.residual, [s.closure(), s.home + 0.01 * s.of(s.n), phi]

    def pull_back(rng: np.random.Generator) -> Any:
        s = Some(rng)
        arrays = [*s.motion(), s.gains(), *s.motion(), s.gains(), *s.of(3, s.N, s.n_i)]
        return native.Closure.pull_back, [s.closure(), *arrays]

    def of_points(function: Any, bars: bool) -> Call:
        def make(rng: np.random.Generator) -> Any:
            s = Some(rng)
            node = s.rng.integers(0, s.nodes + 1, 4)  # the last is the ground
            out = s.of(1, 4, 9, s.N) if bars else s.of(3, 4, 3, s.N)
            more = s.motion() if bars else []
            return function, [s.tree, node, s.of(4, 3), *s.motion(), *out, *more]

        return make

    def look_at_poses(rng: np.random.Generator) -> Any:
        s = Some(rng)
        out = [*np.zeros((2, s.N)), np.zeros(s.N, dtype=np.int64)]
        return native.Closure.look_at_poses, [s.closure(), s.home + 0.1 * s.of(s.N, s.n), *out]

    def close(rng: np.random.Generator) -> Any:
        s = Some(rng)
        out = [*s.motion(), s.gains(), s.gains(), np.zeros(s.N)]
        return native.Branch.close, [s.branch(), *s.given(), *out]

    def of_branch(function: Any, *more: Callable[[Some], Any]) -> Call:
        def make(rng: np.random.Generator) -> Any:
            s = Some(rng)
            return function, [s.branch(), *(each(s) for each in more)]

        return make

    return {
        "Closure": closure,
        "Closure.close_poses": close_poses,
        "Closure.residual": residual,
        "Closure.pull_back": pull_back,
        "Closure.equations": lambda rng: (native.Closure.equations.fget, [Some(rng).closure()]),
        "point_motion": of_points(native.point_motion, bars=False),
        "point_adjoint": of_points(native.point_adjoint, bars=True),
        "Closure.look_at_poses": look_at_poses,
        "Branch": lambda rng: (native.Branch, [(s := Some(rng)).closure(), s.home.copy()]),
        "Branch.is_redundant": of_branch(native.Branch.is_redundant.fget),
        "Branch.margin": of_branch(native.Branch.margin.fget),
        "Branch.get_pose": of_branch(native.Branch.get_pose, lambda s: s.of(s.n)),
        "Branch.restart": of_branch(native.Branch.restart, lambda s: s.home + 0.01 * s.of(s.n)),
        "Branch.copy": of_branch(native.Branch.copy, lambda s: Some(s.rng, s.name).branch()),
        "Branch.walk": of_branch(native.Branch.walk, lambda s: s.given()[0]),
        "Branch.close": close,
    }


def kalman_calls() -> dict[str, Call]:
    nx, n, N = 9, 1, 6
    points = 2 * (nx + n)

    def joint() -> native.JointMotion:
        return native.JointMotion(np.array([[1.0, 0.1, 0.0], [0.2, 0.1, 0.0]]), 0.0, 9.0, 0)

    def call(function: Any, *shapes: tuple[int, ...] | float, of_joint: bool = False) -> Call:
        def make(rng: np.random.Generator) -> Any:
            given: list[Any] = [joint()] if of_joint else []
            for shape in shapes:
                given.append(0.1 * rng.normal(size=shape) if isinstance(shape, tuple) else shape)
            return function, given

        return make

    square = (nx, nx)
    traces = [(N - 1, 1), (N - 1, nx), (N - 1, nx)]
    log = [True, (N,), (N, 1), (N, 1), 0.5, 1e-3, 1e-2, (N,), (nx - 2,), (nx,), square]
    return {
        "JointMotion": call(make_joint, (3, 4), 0.0, 1.0, 1),
        "JointMotion.flow": call(
            native.JointMotion.flow, (nx,), 0.1, 0.2, 0.01, (2, nx + 1), of_joint=True
        ),
        "JointMotion.flow_many": call(
            native.JointMotion.flow_many, (N, nx), (N, 1), 0.1, 0.01, (N, 2), of_joint=True
        ),
        "JointMotion.filter": call(native.JointMotion.filter, *log, *traces, of_joint=True),
        "kalman_propagate": call(
            native.kalman_propagate, square, (2, nx + n), (n,), (nx - 2,), 0.1
        ),
        "kalman_update": call(native.kalman_update, (nx,), square, (2,), (2,), (2,)),
        "kalman_cholesky": call(native.kalman_cholesky, square, square),
        "sigma_points": call(
            native.sigma_points, (nx,), square, (n,), (n,), (points, nx), (points, n)
        ),
        "kalman_moments": call(native.kalman_moments, (points, nx), (4,), 0.1, (nx,), square),
        "is_valid_state": call(native.is_valid_state, (nx,), square),
    }


def rollout_calls() -> dict[str, Call]:
    steps = 5

    def actuators(s: Some) -> list[Any]:
        return [np.abs(s.of(7, s.n)), *np.abs(s.of(3, s.n)), 1e-3, True, False, True]

    def path(s: Some) -> list[Any]:
        turned = s.of(steps, s.n, s.n)
        return [*s.of(2, steps + 1, s.n), *s.of(2, steps, s.n), turned, s.of(steps, s.n) > 0]

    def rollout(rng: np.random.Generator) -> Any:
        s = Some(rng)
        shape = np.abs(s.of(7, s.n_i)), *np.abs(s.of(3, s.n_i))
        drives = native.Actuators(*shape, 1e-3, True, False, True)
        shapes = (steps + 1, s.n_i), (steps + 1, s.n_i), (steps, s.n_i), (steps, s.n_i)
        made = [*(s.of(*shape) for shape in shapes), s.of(steps, s.n_i, s.n_i)]
        commands, clipped = s.of(3, steps, s.n_i), s.of(steps, s.n_i) > 0
        return s.plant().native.rollout, [drives, *commands, s.of(2, s.n_i), *made, clipped]

    def rollout_slopes(rng: np.random.Generator) -> Any:
        s = Some(rng, "arm")
        drives, commands = native.Actuators(*actuators(s)), s.of(3, steps, s.n)
        kind = np.arange(12)
        joint = rng.integers(0, 2, 12)
        tables = [*s.of(3, steps, s.n, s.n), kind, joint, 1.0, 0.0, s.of(steps, 3, s.n)]
        places = [s.of(steps, s.n, 2), np.array([-1, 0, 2, 4]), np.ones(4), s.of(4, s.n, 12)]
        return native.rollout_slopes, [drives, *commands, *path(s), *tables, *places]

    return {
        "Actuators": lambda rng: (native.Actuators, actuators(Some(rng))),
        "Simulation.rollout": rollout,
        "rollout_slopes": rollout_slopes,
    }


def simulation_calls() -> dict[str, Call]:
    def simulation(rng: np.random.Generator) -> Any:
        from dynid.simulation.force_terms import make_tables

        s = Some(rng)
        terms, dry, gears, _ = make_tables(s.model, s.p, None)
        tables = [terms, dry, gears.loaded, gears.wound, gears.tilt, gears.tilted]
        J = s.model.compute_rotor_matrix(s.p)
        arguments = [s.closure(), s.inertia, J, *tables, s.home.copy()]
        return partial(make_simulation, s.home_i), arguments

    def of_plant(method: str, *more: Callable[[Some, Integrator], Any]) -> Call:
        """With numbers in the state that no simulation would leave there."""

        def make(rng: np.random.Generator) -> Any:
            s = Some(rng)
            plant = s.plant()
            if rng.random() < 0.5:
                parts = [*plant.now, *plant.trial, *plant.states]
                array = parts[rng.integers(len(parts))]
                if array.size:
                    array.flat[rng.integers(array.size)] = rng.choice([np.nan, np.inf, -1e300, 0.0])
            if rng.random() < 0.2 and len(plant.mode):
                plant.mode[0] = rng.choice([-1, 0, 1])
            rest = [each(s, plant) for each in more]
            called = getattr(native.Simulation, method)
            return getattr(called, "fget", called), [plant.native, *rest]

        return make

    def record(s: Some, plant: Integrator) -> native.Record:
        return plant.make_record(np.arange(5) * 1e-3, np.full(s.n_i, 10.0))

    def control(s: Some, plant: Integrator) -> native.Controller:
        return native.Controller(*s.controller(int(s.rng.integers(1, 5))))

    def new_record(rng: np.random.Generator) -> Any:
        s = Some(rng)
        limits = [*s.of(2, s.n_i), s.of(s.n_i) > 0, *s.of(2, 3)]
        return native.Record, [np.arange(5) * 1e-3, *limits]

    def record_array(rng: np.random.Generator) -> Any:
        s = Some(rng)
        return native.Record.array, [record(s, s.plant()), "tau"]

    def controller_array(rng: np.random.Generator) -> Any:
        return native.Controller.array, [native.Controller(*Some(rng).controller()), "feed"]

    def h(s: Some, plant: Integrator) -> float:
        return float(s.rng.choice([1e-3, 1e-6, 0.0, -1.0, 1e9, np.nan, np.inf]))

    return {
        "Simulation": simulation,
        "Simulation.array": of_plant("array", lambda s, plant: "states.M"),
        "Simulation.mode": of_plant("mode"),
        "Simulation.hold": of_plant("hold", lambda s, plant: np.arange(len(plant.mode))),
        "Simulation.wind": of_plant("wind"),
        "Simulation.look": of_plant("look"),
        "Simulation.start": of_plant("start"),
        "Simulation.step": of_plant("step", h),
        "Simulation.take": of_plant("take", h),
        "Simulation.glide": of_plant("glide", record, h),
        "Simulation.ask": of_plant("ask", control, record, lambda s, plant: int(s.rng.integers(9))),
        "Simulation.run": of_plant("run", control, record, lambda *_: 0, lambda *_: 5),
        "Record": new_record,
        "Record.array": record_array,
        "Controller": lambda rng: (native.Controller, Some(rng).controller()),
        "Controller.array": controller_array,
        "law_force": lambda rng: (native.law_force, [np.zeros(LAW_NUMBERS), 0.1, 0.2, 1]),
    }


@cache
def native_calls() -> dict[str, Call]:
    return (
        dynamics_calls()
        | signal_calls()
        | consistent_calls()
        | closure_calls()
        | kalman_calls()
        | rollout_calls()
        | simulation_calls()
    )


@cache
def public_calls() -> dict[str, Call]:
    """Functions of the package: they take what numpy takes."""

    def of_model(method: str, *more: Callable[[Some], Any], N: int | None = 4) -> Call:
        def make(rng: np.random.Generator) -> Any:
            s = Some(rng)
            s.N = N or s.N
            return getattr(s.model, method), [each(s) for each in more]

        return make

    def of_robot(function: Any, *more: Callable[[Some], Any]) -> Call:
        def make(rng: np.random.Generator) -> Any:
            s = Some(rng)
            return partial(function, s.robot), [each(s) for each in more]

        return make

    def along(function: Any, *more: Callable[[Some], Any]) -> Call:
        def make(rng: np.random.Generator) -> Any:
            s = Some(rng)
            return partial(function, s.robot), [motion(s), *(each(s) for each in more)]

        return make

    def q(s: Some) -> Any:
        return s.home_i + 0.02 * s.of(s.N, s.n_i)

    def x(s: Some) -> Any:
        return s.of(s.N, s.n_i)

    def p(s: Some) -> Any:
        return s.p

    def Y(s: Some) -> Any:
        return s.of(s.N, s.n_i, len(s.model.parameters))

    def motion(s: Some) -> Any:
        return di.closed_chains.close(s.robot, q(s), x(s), x(s))

    def point(s: Some) -> Any:
        return np.zeros(3)

    def body(s: Some) -> Any:
        return s.robot.bodies[-1].name

    def bar(s: Some) -> Any:
        return s.of(s.N, 3)

    return {
        "model.regressor": of_model("regressor", q, x, x, N=None),
        "model.regressor_gradient": of_model("regressor_gradient", q, x, x, Y),
        "model.torque_gradient": of_model("torque_gradient", q, x, x, p, x),
        "model.inverse_dynamics": of_model("inverse_dynamics", q, x, x, p, N=None),
        "model.mass_matrix": of_model("mass_matrix", q, p, N=None),
        "model.coriolis": of_model("coriolis", q, x, p),
        "model.gravity": of_model("gravity", q, p),
        "model.forward_dynamics": of_model("forward_dynamics", q, x, x, p),
        "loops.close": of_robot(di.closed_chains.close, q, x, x),
        "loops.forward_kinematics": of_robot(di.closed_chains.forward_kinematics, q),
        "loops.jacobian": of_robot(di.closed_chains.compute_jacobian, q),
        "loops.jacobian_rate": of_robot(di.closed_chains.jacobian_rate, q, x),
        "loops.motor_gains": of_robot(di.closed_chains.motor_gains, q),
        "loops.point_motion": along(di.closed_chains.point_motion, body, point),
        "loops.point_gradient": along(di.closed_chains.point_gradient, body, point, bar),
        "loops.close_gradient": lambda rng: (
            di.closed_chains.close_gradient,
            [motion(s := Some(rng)), *s.motion(), s.gains()],
        ),
        "simulate": lambda rng: (
            lambda p, q0, qd0: di.simulate(s.model, p, None, 0.004, 1000.0, q0, qd0),
            [(s := Some(rng)).p, s.home_i.copy(), s.of(s.n_i)],
        ),
    }
