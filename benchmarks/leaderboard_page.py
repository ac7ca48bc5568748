"""The page of the leaderboard, made of its kept results and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import public_data
from measured_pages import Chapter, Json, Page, Picture, Table, draw_bars, say_where, show
from public_data import CommandSet, DataSet
from real_data import END
from real_effects import Parts

COMMAND = "make leaderboard"
OURS, RIVALS = "dynid", ("least squares", "usual effects")
LOST = 1.02  # times the best other one: a smaller difference is called a tie
HEADS = ("error %", "raw %", "both filtered %", "NRMSE", "R2 %")

INTRODUCTION = """\
Public logs of real robots, each with its source, its licence, a fixed split and the formula of
its score. In one run, on the same samples: plain least squares, the usual effects fitted
consistently, and what `dynid identify` does without any option. Results that others have
published follow with the page where each was read; a remark names what differs, if the split or
the score does. A number that could not be read at its source is left out. What dynid loses is
published too."""

FORMULAS = """\
* **error**: 100 |tau − tau_hat| / |tau| over all joints and all samples of the test part, slow
  ones too; tau through the zero-phase low-pass at the cutoff of the row, tau_hat the prediction
  for the low-passed motion, as it is. The same number as `relative` of `di.validate`.
* **raw**: the same against the torque as it was recorded, every sample. **both filtered**:
  tau_hat has passed the low-pass as well.
* **NRMSE, R²**: the official score of the KR300 benchmark, per axis RMSE / std(tau) and 1 − sum
  (tau − tau_hat)² / sum (tau − mean tau_hat)², then the mean over the axes; torque as recorded,
  every sample.
* **of the repeat**: the error on the samples that are repeated, in parts of what two runs of
  the machine differ by at the same phase, 100 |tau1 − tau2| / |tau1|, both below the cutoff. At
  1 the model predicts a run as well as another run does; the scatter of both runs is in that
  difference, so a model can be below 1, down to about 0.7.
* **least squares**: ordinary, on base parameters with viscous, Coulomb, offset and rotor
  inertia at every joint, all samples. **usual effects**: the same effects, physically
  consistent, samples below 5 % of top speed left out. **dynid**: effects, cutoff and masks
  chosen by the training logs. **Best other**: of all other methods of the row, including
  those that know more or have seen the test part.
* Nothing is chosen on a test part. Training and test come as the split says; CPU seconds are
  those of fit and check."""


def list_rows(results: Mapping[str, Json | None]) -> Iterator[tuple[DataSet, Json, Json | None]]:
    """Data set, row and repeats, of what was measured."""
    for each in public_data.DATA_SETS:
        found = results.get(each.folder) or {}
        for row in found.get("rows", ()):
            yield each, row, found.get("repeats")


def find_best(row: Json) -> float | None:
    """The error of the best other method."""
    known = [x.get("error") for name, x in row["methods"].items() if name != OURS]
    return min((x for x in known if x is not None), default=None)


def compare(row: Json) -> float | None:
    """dynid's error in parts of that of the best other method."""
    ours, best = row["methods"][OURS].get("error"), find_best(row)
    return None if ours is None or best is None else ours / best


def divide_by_repeat(score: Json, repeats: Json | None) -> float | None:
    """The error in parts of what two runs differ by, on the samples that are repeated."""
    error = score.get("where_repeated")
    return None if repeats is None or error is None else error / repeats["percent"]


def list_lost_joints(row: Json) -> list[list[str]]:
    """Joints at which another method's RMSE is smaller."""
    methods = row["methods"]
    others = {r: x["joints"] for r, x in methods.items() if r != OURS and "joints" in x}
    lost = []
    for name, mine in methods[OURS].get("joints", {}).items():
        theirs = {r: joints[name]["rmse"] for r, joints in others.items()}
        best = min(theirs, key=theirs.__getitem__, default=None)
        if best and mine["rmse"] > LOST * theirs[best]:
            numbers = (show(x, ".3g") for x in (mine["rmse"], theirs[best]))
            lost.append([row["label"], f"{name} [{row['units'][name]}]", *numbers, best])
    return lost


def make_summary(results: Mapping[str, Json | None]) -> Chapter:
    rows, names, ratios, lost, joints = [], [], [], [], []
    for each, row, repeats in list_rows(results):
        mine, ratio = row["methods"][OURS], compare(row)
        label = f"{each.folder}: {row['label']}"
        of_repeat = divide_by_repeat(mine, repeats)
        rivals = [show(row["methods"][name].get("error")) for name in RIVALS]
        scores = [show(mine.get("nrmse"), ".3f"), show(mine.get("r2"), ".1f")]
        rows.append(
            [label, *rivals, show(mine.get("error")), show(ratio), show(of_repeat), *scores]
        )
        if ratio is not None:
            names.append(row["label"])
            ratios.append(ratio)
        if ratio is None or ratio > 1.0:
            lost.append(f"{label}: {'failed' if ratio is None else show(ratio)}")
        joints += list_lost_joints(row)
    heads = ("row", *(f"{name} %" for name in RIVALS), "dynid %", "dynid / best other")
    said = (
        "**Lost in total** (dynid's error is larger than that of the best other method): "
        + ("; ".join(lost) or "none")
        + f".\n\n**Lost at single joints** (RMSE larger by more than {100 * (LOST - 1):.0f} %)"
        + (":" if joints else ": none.")
    )
    figure = draw_bars(names, {"dynid / best other": ratios}, "error, in parts")
    figure.add_hline(y=1.0, line_color="#888888", line_dash="dash")
    caption = (
        "Error of dynid's default in parts of that of the best other method in the same run; below"
        " the line it wins."
    )
    return Chapter(
        "All rows",
        (
            Table((*heads, "dynid of the repeat", "NRMSE", "R2 %"), rows),
            said,
            *([Table(("row", "joint", "dynid", "best other", "which"), joints)] if joints else []),
            *([Picture("leaderboard_rows", figure, caption)] if names else []),
        ),
    )


def list_scores(row: Json, repeats: Json | None) -> Table:
    limits = any(score.get("nrms") is not None for score in row["methods"].values())
    heads = ["method", *HEADS, *(["NRMS %"] if limits else []), "of the repeat", "CPU s"]
    rows = []
    for name, score in row["methods"].items():
        if "failed" in score:
            rows.append([name, f"failed: {score['failed']}", *[""] * (len(heads) - 2)])
            continue
        keys = (("error", ".2f"), ("raw", ".2f"), ("both_filtered", ".2f"), ("nrmse", ".3f"))
        cells = [show(score[key], digits) for key, digits in (*keys, ("r2", ".1f"))]
        cells += [show(score["nrms"], ".3f")] if limits else []
        rows.append(
            [name, *cells, show(divide_by_repeat(score, repeats)), show(score["cpu"], ".1f")]
        )
    return Table(heads, rows)


def list_joints(row: Json) -> Table | None:
    """RMSE of every joint, the lost ones too."""
    methods = {name: x for name, x in row["methods"].items() if "joints" in x}
    if not methods:
        return None
    rows = [
        [
            f"{joint} [{row['units'][joint]}]",
            *(show(x["joints"][joint]["rmse"], ".4g") for x in methods.values()),
        ]
        for joint in next(iter(methods.values()))["joints"]
    ]
    return Table(["RMSE", *methods], rows)


def name_parts(parts: Parts) -> str:
    """Files, with the times where they are not whole; the first and the last of many."""
    names = [name if b == END and a == 0 else f"{name}, {_span(a, b)}" for name, a, b in parts]
    if len(names) > 3:
        return f"{names[0]} ... {names[-1]} ({len(names)} logs)"
    return " and ".join(names)


def _span(a: float, b: float) -> str:
    return f"from {a:g} s" if b == END else f"{a:g} to {b:g} s"


def describe_row(each: DataSet, row: Json, repeats: Json | None) -> list[str | Table]:
    split = next(x for x in each.rows if x.label == row["label"])
    blocks: list[str | Table] = [
        f"**{row['label']}**: trained on {name_parts(split.train)}, checked on"
        f" {name_parts(split.test)}; cutoff of the score {row['cutoff']:.3g} Hz."
    ]
    blocks.append(list_scores(row, repeats))
    mine = row["methods"][OURS]
    if "failed" not in mine:
        chosen = ", ".join(mine["effects"]) or "none but the usual ones"
        blocks.append(f"dynid chose: {chosen}; its own cutoff {show(mine['cutoff'], '.3g')} Hz.")
    joints = list_joints(row)
    return blocks + ([joints] if joints else [])


def describe_set(each: DataSet, found: Json | None) -> Chapter:
    blocks: list[str | Table | Picture] = [
        f"Source: {each.source}. Licence: {each.licence}." + (f" {each.note}" if each.note else "")
    ]
    if found is None:
        blocks.append(
            f"Not measured: no folder `{each.folder}` in the data; get it from the source."
        )
    elif "failed" in found:
        blocks.append(f"Failed: {found['failed']}")
    else:
        repeats = found["repeats"]
        if repeats:
            parts = ", ".join(show(part["percent"]) for part in repeats["parts"])
            blocks.append(
                f"Two runs of the same motion differ by {show(repeats['percent'])} % of the torque"
                f" (stretch by stretch: {parts} %), as an NRMSE {show(repeats['nrmse'], '.3f')}."
            )
        for row in found["rows"]:
            blocks += describe_row(each, row, repeats)
        if each.folder == "kr300_benchmark":
            blocks.append(draw_axes(found["rows"][0]))
    if each.published:
        rows = [[x.what, x.value, x.source, x.remark] for x in each.published]
        blocks.append(Table(("published", "value", "read at", "remark"), rows))
    return Chapter(each.robot, blocks)


def draw_axes(row: Json) -> Picture:
    methods = {name: x["joints"] for name, x in row["methods"].items() if "joints" in x}
    axes = list(next(iter(methods.values())))
    series = {name: [x[axis]["nrmse"] for axis in axes] for name, x in methods.items()}
    figure = draw_bars(axes, series, "NRMSE")
    return Picture("leaderboard_kr300", figure, f"NRMSE of each axis, {row['label']}.")


def describe_commands(results: Mapping[str, Json | None]) -> Chapter:
    rows, sources = [], []
    for each in public_data.COMMAND_SETS:
        found = results.get(each.folder)
        split = name_split(each)
        sources.append(f"* {each.robot}: {each.source}, {each.licence}. {each.note}")
        if found is None:
            rows.append([each.folder, split, "not measured: no data", "", ""])
        elif "failed" in found:
            rows.append([each.folder, split, f"failed: {found['failed']}", "", ""])
        else:
            shipped = show(found["shipped"])
            rows.append(
                [each.folder, split, shipped, show(found["error"]), show(found["cpu"], ".1f")]
            )
    heads = ("data set", "split", "file as shipped, mrad", "dynid, mrad", "CPU s")
    text = (
        "No torques: `dynid sim2real` finds armature, friction, bias and delay from the training"
        " part, and the test part is simulated open loop under its commands. Score: RMSE of the"
        " positions over all joints and samples, sqrt(mean (q − q_sim)²)."
    )
    return Chapter("Commands and positions", (text, Table(heads, rows), "\n".join(sources)))


def name_split(each: CommandSet) -> str:
    if each.test is not None:
        return f"{each.train} -> {each.test}"
    return f"first {100 * each.part:.0f} % -> rest"


def make_page(torques: Mapping[str, Json | None], commands: Mapping[str, Json | None]) -> Page:
    made = say_where([*torques.values(), *commands.values()], COMMAND)
    data = (
        "Data are read from the folder that `DYNID_DATA` names, a folder a data set; nothing is"
        " downloaded, the sources below say from where. `benchmarks/public_data.py` has the splits."
    )
    return Page(
        "leaderboard",
        "Leaderboard: public data sets",
        (
            Chapter("", (INTRODUCTION, made, data, FORMULAS)),
            make_summary(torques),
            *(describe_set(each, torques.get(each.folder)) for each in public_data.DATA_SETS),
            describe_commands(commands),
        ),
    )
