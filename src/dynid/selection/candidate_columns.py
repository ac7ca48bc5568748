"""The columns of all candidates along the data, and their products, block of time by block.

What depends neither on the width of a sign nor on the load of the bodies is computed once for all
settings that are tried; of the rest the products with it are kept, term by term.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, Ints
from dynid.closed_chains.closed_motion import Motion
from dynid.data.dataset import Dataset
from dynid.dynamics.evaluate import Samples, map_chunks
from dynid.model.channels import compute_channels, is_of_bodies
from dynid.model.effect_columns import compute_term_columns
from dynid.model.effects import Effect, Placed, widen_signs
from dynid.model.model import Model
from dynid.selection.candidates import Setting

Bools = NDArray[np.bool_]
#: samples of a block: consecutive ones as a slice
Part = slice | Ints
#: a term, and the bodies that it reads
Key = tuple[Placed, bytes]
EVERY = -1.0  # least speed of all rows
MOST_MET, MOST_SIGNALS = 4, 60  # settings whose columns are remembered; signals


def close_motion(data: Dataset) -> Motion:
    """Of all coordinates, loops closed."""
    robot = data.model.robot
    samples = Samples(robot, data.q, data.qd, data.qdd)
    q, qd, qdd = (np.empty((len(data), len(robot.coordinates))) for _ in range(3))
    G = np.zeros((0, 0, 0) if robot.is_tree else (len(robot.coordinates), robot.dof, len(data)))

    def keep(motion: Motion, start: int) -> None:
        part = slice(start, start + len(motion.q))
        q[part], qd[part], qdd[part] = motion.q, motion.qd, motion.qdd
        if motion.gains is not None:
            G[:, :, part] = motion.gains

    map_chunks(samples, keep)
    return Motion(robot, q, qd, qdd, G)


@dataclass(frozen=True, eq=False)
class Fixed:
    """Of a joint, what stays in all settings: the places of columns in p, that of the torque last,
    and their rows (columns, N)."""

    columns: Ints
    rows: Array


@dataclass(frozen=True, eq=False)
class VaryingColumns:
    """Of a joint, what depends on widths or bodies; a key of every column, equal where the column
    is; and the products of all rows, with what is fixed."""

    own: Fixed
    keys: list[Key]
    test: Array


@dataclass(frozen=True, eq=False)
class JointColumns:
    """Of a joint in one setting: the places of its columns in p, that of the torque last; products
    (blocks, columns, columns) of rows that train and of all rows; which rows train."""

    columns: Ints
    train: Array
    test: Array
    use: Bools
    fixed: Fixed
    moving: Fixed

    def compute_residuals(self, p: Array) -> Array:
        """(N,) torque less that of all parameters p."""
        full = np.append(p, -1.0)
        left = full[self.fixed.columns] @ self.fixed.rows
        return np.asarray(-(left + full[self.moving.columns] @ self.moving.rows))


@dataclass(frozen=True, eq=False)
class CandidateColumns:
    """All candidates along the data.

    model   with all groups, signs sharp
    groups  {name: effects}
    places  {name: columns in p}
    parts   samples of every block
    speed   (n,) of every joint, the largest
    counts  (N,) which samples may train: not those of rests
    fixed   of every joint
    moving  {name: (place, term)} that depend on widths or bodies, signs sharp
    squares of what is fixed, by the samples that train; of all columns, and of wanted ones
    kept    products of single terms with it
    met     what moves, of some groups with some widths and bodies
    signals what terms read in addition to the motion, with some bodies
    """

    model: Model
    data: Dataset
    groups: dict[str, list[Effect]]
    places: dict[str, Ints]
    parts: tuple[Part, ...]
    speed: Array
    counts: Bools
    motion: Motion
    fixed: tuple[Fixed, ...]
    moving: dict[str, list[tuple[int, Placed]]]
    squares: dict[tuple[int, float, bytes], Array] = field(default_factory=dict)
    kept: dict[tuple[object, ...], Array] = field(default_factory=dict)
    met: dict[tuple[object, ...], tuple[VaryingColumns, ...]] = field(default_factory=dict)
    signals: dict[tuple[str, bytes], Array] = field(default_factory=dict)

    @property
    def body_names(self) -> tuple[str, ...]:
        """Of all that has ten parameters: bodies, then payloads of single logs."""
        return tuple(self.model.layout.bodies)

    @property
    def bodies(self) -> int:
        """Their columns: they stand first in p."""
        return 10 * len(self.body_names)

    @cached_property
    def fastest(self) -> dict[str, float]:
        """The largest speed of every coordinate, passive ones too."""
        speeds = np.maximum(np.abs(self.motion.qd).max(axis=0), 1e-12).tolist()
        actuated = dict(zip(self.model.robot.actuated, self.speed.tolist()))
        return dict(zip(self.model.robot.coordinates, speeds)) | actuated

    @cached_property
    def usual(self) -> Array:
        """(P,) the scale of values that are usual, where that is known."""
        out = np.full(len(self.model.parameters), np.inf)
        for at, scale in self.model.layout.scales.items():
            out[at] = scale
        return out

    def make_joint_columns(
        self, names: Sequence[str], setting: Setting, bodies: Array
    ) -> tuple[JointColumns, ...]:
        """With the columns of these groups, the load on the joints that of `bodies`."""
        wanted = np.zeros(len(self.model.parameters) + 1, dtype=bool)
        wanted[: self.bodies] = wanted[-1] = True
        for name in names:
            wanted[self.places[name]] = True
        what = tuple(names), setting.widths, bodies.tobytes()
        if what not in self.met:
            if len(self.met) >= MOST_MET:
                self.met.clear()
            self.met[what] = self._find_varying_columns(names, setting, bodies, wanted)
        return tuple(
            self._make_joint(j, wanted, setting.slow, met) for j, met in enumerate(self.met[what])
        )

    def _find_varying_columns(
        self, names: Sequence[str], setting: Setting, bodies: Array, wanted: Bools
    ) -> tuple[VaryingColumns, ...]:
        terms, columns = self._list_varying_terms(names, setting)
        Y = compute_term_columns(terms, self._add_channels(terms, bodies))
        load, out = bodies.tobytes(), []
        # equal where the column is
        keys = [(term, load if _is_load_dependent(term) else b"") for term in terms]
        for j, rows in enumerate(Y):
            acts = np.flatnonzero(rows.any(axis=1))
            own = Fixed(columns[acts], rows[acts]), [keys[k] for k in acts.tolist()]
            every = np.ones(rows.shape[1], dtype=bool)
            out.append(VaryingColumns(*own, self._compute_products(j, wanted, EVERY, every, *own)))
        return tuple(out)

    def _list_varying_terms(
        self, names: Sequence[str], setting: Setting
    ) -> tuple[list[Placed], Ints]:
        """Terms that depend on widths or bodies, and where their parameters stand."""
        pairs = [pair for name in names for pair in self.moving.get(name, ())]
        terms, widths = (
            [term for _, term in pairs],
            setting.compute_widths(self.model.robot, self.fastest),
        )
        if any(widths.values()):
            terms = widen_signs(terms, widths)
        return terms, np.array([place for place, _ in pairs], dtype=np.int64)

    def _add_channels(self, terms: Sequence[Placed], bodies: Array) -> Motion:
        """The motion, with the channels that these terms read."""
        names = dict.fromkeys(name for each in terms for name in each.term.law.channels)
        if not names:
            return self.motion
        load = bodies.tobytes()
        if new := [name for name in names if (name, load) not in self.signals]:
            if len(self.signals) > MOST_SIGNALS:
                self.signals.clear()
                new = list(names)
            found = _compute_channels(self.model, self.data, dict.fromkeys(new), bodies)
            self.signals.update({(name, load): x for name, x in found.items()})
        return replace(self.motion, channels={name: self.signals[name, load] for name in names})

    def _make_joint(self, j: int, wanted: Bools, slow: float, met: VaryingColumns) -> JointColumns:
        fixed, moving, data = self.fixed[j], met.own, self.data
        use = data.use[:, j] & self.counts
        use &= np.abs(data.qd[:, j]) >= slow * self.speed[j]
        train = met.test
        if not use.all():
            train = self._compute_products(j, wanted, slow, use, moving, met.keys)
        some = fixed.columns[wanted[fixed.columns]]
        places = np.concatenate([some[:-1], moving.columns, some[-1:]])
        test = met.test * float(data.model.robot.actuated[j] not in data.untrusted)
        return JointColumns(places, train, test, use, fixed, moving)

    def _compute_products(
        self, j: int, wanted: Bools, least: float, use: Bools, moving: Fixed, keys: Sequence[Key]
    ) -> Array:
        """(blocks, columns, columns) of these rows, told by their least speed."""
        some = np.flatnonzero(wanted[self.fixed[j].columns])
        what = j, least, wanted.tobytes()
        if what not in self.squares:
            self.squares[what] = self._square(j, least, use)[:, some[:, None], some]
        A = self.squares[what]
        B = self._compute_cross_products(j, least, use, keys, moving.rows)[:, some]
        D = moving.rows if use.all() else moving.rows * use
        C = np.stack([D[:, part] @ moving.rows[:, part].T for part in self.parts])
        return _join_products(A, B, C)

    def _square(self, j: int, least: float, use: Bools) -> Array:
        """(blocks, columns, columns) of what is fixed."""
        if (j, least, b"") not in self.squares:
            out = []
            for part in self.parts:
                X, here = self.fixed[j].rows[:, part], use[part]
                X = X if here.all() else X[:, here]
                out.append(X @ X.T)
            self.squares[j, least, b""] = np.stack(out)
        return self.squares[j, least, b""]

    def _compute_cross_products(
        self, j: int, least: float, use: Bools, keys: Sequence[Key], rows: Array
    ) -> Array:
        """(blocks, fixed columns, terms)."""
        every = [(j, least, *key) for key in keys]
        new = [k for k, key in enumerate(every) if key not in self.kept]
        if new:
            D, S = rows[new] * use, self.fixed[j].rows
            found = np.stack([S[:, part] @ D[:, part].T for part in self.parts])
            for i, k in enumerate(new):
                self.kept[every[k]] = found[:, :, i]
        if not keys:
            return np.zeros((len(self.parts), len(self.fixed[j].columns), 0))
        return np.stack([self.kept[key] for key in every], axis=2)


def make_candidate_columns(
    data: Dataset, groups: dict[str, list[Effect]], block: Ints, speed: Array, counts: Bools
) -> CandidateColumns:
    """Of data of which `block` (N,) says to which block a sample belongs."""
    shared = data.model
    carried = [each.payload for each in shared.layout.changing.values()]
    effects = [x for own in groups.values() for x in own]
    model = Model(shared.robot, [*carried, *effects], shared.symmetric)
    motion, places = close_motion(data), _list_group_columns(model, groups)
    all_of = {
        name: list(zip(places[name].tolist(), _place_terms(model, effects)))
        for name, effects in groups.items()
    }
    pairs = [pair for own in all_of.values() for pair in own if not _has_varying_column(pair[1])]
    terms, at = [term for _, term in pairs], np.array([place for place, _ in pairs], dtype=np.int64)
    moving = {
        name: [pair for pair in own if _has_varying_column(pair[1])] for name, own in all_of.items()
    }
    names = dict.fromkeys(name for each in terms for name in each.term.law.channels)
    reading = replace(motion, channels=_compute_channels(model, data, names, None))
    columns = compute_term_columns(terms, reading)
    rigid = Model(shared.robot, carried, shared.symmetric)
    bodies = rigid.regressor(data.q, data.qd, data.qdd, data.channels)
    fixed = []
    for j in range(data.tau.shape[1]):
        Y, Z = bodies[:, j].T, columns[j]
        acts, also = np.flatnonzero(Y.any(axis=1)), np.flatnonzero(Z.any(axis=1))
        places_of = np.concatenate([acts, at[also], [len(model.parameters)]])
        fixed.append(Fixed(places_of, np.vstack([Y[acts], Z[also], data.tau[None, :, j]])))
    parts = tuple(
        _make_sample_range(np.flatnonzero(block == b)) for b in range(int(block.max()) + 1)
    )
    return CandidateColumns(
        model, data, groups, places, parts, speed, counts, motion, tuple(fixed), moving
    )


def _compute_channels(
    model: Model, data: Dataset, names: Sequence[str] | dict[str, None], bodies: Array | None
) -> dict[str, Array]:
    samples = Samples(model.robot, data.q, data.qd, data.qdd)
    inertia = None
    if bodies is not None:
        p = np.zeros(len(model.parameters))
        p[model.layout.inertial] = bodies
        inertia = model.to_inertias(p)
    return compute_channels(names, samples, inertia, data.starts, data.channels)


def _has_varying_column(placed: Placed) -> bool:
    """Whether the column of a term (its sign sharp) depends on widths or bodies."""
    return placed.term.law.dry or _is_load_dependent(placed)


def _is_load_dependent(placed: Placed) -> bool:
    return any(map(is_of_bodies, placed.term.law.channels))


def _place_terms(model: Model, effects: Sequence[Effect]) -> list[Placed]:
    return [each for effect in effects for each in effect.place_terms(model.robot)]


def _list_group_columns(model: Model, groups: dict[str, list[Effect]]) -> dict[str, Ints]:
    """The columns of every group in the model of all of them."""
    out, at = {}, 10 * len(model.layout.bodies)
    for name, effects in groups.items():
        count = len(_place_terms(model, effects))
        out[name] = np.arange(at, at + count)
        at += count
    return out


def _make_sample_range(samples: Ints) -> Part:
    first, count = int(samples[0]), len(samples)
    return slice(first, first + count) if samples[-1] - first + 1 == count else samples


def _join_products(A: Array, B: Array, C: Array) -> Array:
    """Products of [fixed, moving, torque], from those of [fixed, torque] with themselves (A), with
    moving (B), and of moving with itself (C)."""
    a, c = A.shape[1] - 1, C.shape[1]
    out = np.empty((len(A), a + c + 1, a + c + 1))
    out[:, :a, :a], out[:, :a, -1], out[:, -1, :a] = A[:, :a, :a], A[:, :a, -1], A[:, -1, :a]
    out[:, -1, -1] = A[:, -1, -1]
    out[:, :a, a:-1], out[:, -1, a:-1] = B[:, :a], B[:, -1]
    out[:, a:-1, :a], out[:, a:-1, -1] = B[:, :a].swapaxes(1, 2), B[:, -1]
    out[:, a:-1, a:-1] = C
    return out
