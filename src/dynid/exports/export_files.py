"""export(result, path): what was identified, in the form that other programs read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dynid.errors import InputError, RobotError, join_names
from dynid.exports.identified_robot import IdentifiedRobot, RobotSource, as_robot, load_identified
from dynid.exports.locked_file import unlock_robot
from dynid.exports.mjcf_edit import CannotEdit
from dynid.files import check_target, check_target_folder, write_folders
from dynid.identification.estimate import Estimate
from dynid.model.model import Model
from dynid.robot.files.xmlfile import read_xml
from dynid.robot.mechanism import Robot
from dynid.version import __version__

KINDS = {
    "urdf": ".urdf",
    "mjcf": ".xml or .mjcf",
    "sdf": ".sdf",
    "usd": ".usda",
    "json": ".json",
    "yaml": ".yaml or .yml",
    "c": "(a folder)",
    "fmu": ".fmu",
    "plc": "(a folder)",
    "simulink": "(a folder)",
    "modelica": "(a folder)",
    "symbolic": "(a folder)",
    "serial": "(MJCF)",
}
#: kinds that are written as several files
WRAPPED = ("plc", "simulink", "modelica")
FOLDERS = ("c", *WRAPPED, "symbolic")
SUFFIXES = {
    ".urdf": "urdf",
    ".xml": "mjcf",
    ".mjcf": "mjcf",
    ".sdf": "sdf",
    ".usda": "usd",
    ".fmu": "fmu",
    ".json": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
}


@dataclass(frozen=True)
class Exported:
    """The written files, and notes on them.

    Parameters
    ----------
    paths
        the files
    notes
        what a reader of them should know
    """

    paths: tuple[Path, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join(
            [*(f"wrote {path}" for path in self.paths), *(f"note: {note}" for note in self.notes)]
        )


def export(
    what: Estimate | RobotSource,
    path: str | os.PathLike[str],
    kind: str | None = None,
    model: Model | None = None,
    robot: RobotSource | None = None,
    overwrite: bool = False,
    payload_rate: float | None = None,
    payload_frame: str | None = None,
    within: float | None = None,
    usd_of: str | os.PathLike[str] | None = None,
) -> Exported:
    """Write a result, or a robot's nominal values, as a file for other programs.

    URDF, MJCF and SDF are written into a copy of the robot's own file, where there is one of that
    kind, with only inertias, damping, friction and armature changed. A result of base parameters is
    completed to the nearest physically consistent bodies, with a note. An existing file stays
    unless overwrite=True.

    Parameters
    ----------
    what
        an Estimate, its file or folder; or a robot
    path
        its ending tells the kind (.urdf, .xml, .mjcf, .sdf, .usda, .fmu, .json, .yaml), unless
        `kind` does; "c", "plc", "simulink", "modelica" and "symbolic" want a folder
    kind
        "urdf", "mjcf", "sdf", "usd", "json", "yaml", "c", "fmu", "plc", "simulink", "modelica",
        "symbolic" (see `derive_symbolic`) or "serial", where the ending of `path` does not tell
    model
        the model of the result, where it is not known
    robot
        the robot's file, where only that has moved
    overwrite
        replace files that are there
    payload_rate
        of C: samples per second of a PayloadStream that is written with it
    payload_frame
        of C: the frame of that PayloadStream
    within
        of kind="serial", a tree (MJCF) that stands in for a robot with loops: rad to both sides of
        home in which it has to; default: as far as its torques are right to 2 %
    usd_of
        of kind="usd": a USD file of the robot; what is written is a layer over it, which changes
        its masses, inertias and joints
    """
    targets = {find_kind(path, kind): path}
    load = (payload_rate, payload_frame)
    return export_all(what, targets, model, robot, overwrite, *load, within, usd_of)


def export_all(
    what: Estimate | RobotSource,
    targets: Mapping[str, str | os.PathLike[str]],
    model: Model | None = None,
    robot: RobotSource | None = None,
    overwrite: bool = False,
    payload_rate: float | None = None,
    payload_frame: str | None = None,
    within: float | None = None,
    usd_of: str | os.PathLike[str] | None = None,
) -> Exported:
    """`export` to several kinds, {kind: path}: nothing is written where one of them cannot be."""
    for kind, path in targets.items():
        _check(kind, path, (), overwrite)
    if payload_rate is not None and "c" not in targets:
        raise InputError('export: got a payload_rate without C, expected kind="c".')
    if usd_of is not None and "usd" not in targets:
        raise InputError('export: got usd_of without USD, expected kind="usd".')
    done = load_identified(what, model, robot)
    texts: dict[str, bytes | dict[str, str]] = {}
    notes = [*done.notes]
    for kind, path in targets.items():
        if kind == "serial":
            texts[kind], more = _write_serial(done, within)
        elif kind == "usd":
            texts[kind], more = _write_usd(done, Path(path), usd_of)
        else:
            texts[kind], more = _make_content(done, kind, payload_rate, payload_frame)
        notes += [note for note in more if note not in notes]
    for kind, path in targets.items():
        _check(kind, path, texts[kind], overwrite)
    folders: dict[Path, dict[str, str | bytes]] = {}
    for kind, path in targets.items():
        text = texts[kind]
        if isinstance(text, dict):
            folders.setdefault(Path(path), {}).update(text)
        else:
            folders.setdefault(Path(path).parent, {})[Path(path).name] = text
    write_folders(folders, overwrite)
    return Exported(tuple(map(Path, targets.values())), tuple(notes))


def _check(
    kind: str, path: str | os.PathLike[str], names: Iterable[object], overwrite: bool
) -> None:
    """Before the work, and with the names of a folder's files before anything is written."""
    if kind in FOLDERS:
        check_target_folder(path, [str(name) for name in names], overwrite)
    else:
        check_target(path, overwrite)


def find_kind(path: str | os.PathLike[str], kind: str | None = None) -> str:
    if kind is not None and kind not in KINDS:
        raise InputError(f"export: got kind '{kind}', expected one of {join_names(KINDS)}.")
    found = kind or SUFFIXES.get(Path(path).suffix.lower())
    if found is None:
        told = {name: ending for name, ending in KINDS.items() if not ending.startswith("(")}
        endings = ", ".join(f"{ending} for {name}" for name, ending in told.items())
        raise RobotError(
            f"cannot export to '{path}': expected a name that ends in {endings}; or kind=\"c\" with"
            " a folder."
        )
    return found


def _make_content(
    done: IdentifiedRobot, kind: str, payload_rate: float | None, payload_frame: str | None
) -> tuple[bytes | dict[str, str], list[str]]:
    """The bytes of the file, or the texts of several; and notes on what this form cannot hold."""
    if kind in ("json", "yaml"):
        from dynid.exports.parameter_table import write_json, write_yaml

        return (write_json if kind == "json" else write_yaml)(done).encode(), []
    if kind in ("c", "fmu", *WRAPPED):
        from dynid.exports.c_code import write_c_files
        from dynid.exports.c_wrappers import write_fmu, write_wrapped

        unknown = [done.model.parameters[k] for k in np.flatnonzero(np.isnan(done.p))]
        if unknown:
            raise RobotError(
                f"robot '{done.model.robot.name}': {join_names(unknown, 6)} are not known, expected"
                " numbers."
            )
        said = [done.title, *done.notes]
        if kind == "fmu":
            return write_fmu(done.model, done.p, said)
        if kind != "c":
            return write_wrapped(kind, done.model, done.p, said), []
        payload = None
        if payload_rate is not None:
            from dynid.exports.c_payload import write_payload_code

            if done.result is None:
                raise InputError("export: the payload estimate needs a result, got only a robot.")
            payload = write_payload_code(done.result, payload_rate, payload_frame)
        return write_c_files(done.model, done.p, said, payload), []
    if kind == "symbolic":
        from dynid.exports.symbolic_files import write_symbolic_files
        from dynid.exports.symbolic_model import derive_symbolic

        said = [done.title, *done.notes]
        return write_symbolic_files(derive_symbolic(done.model), done.p, said), []
    robot, notes = as_robot(done, gravity=kind != "urdf")
    title = f"{done.title} (version {__version__})"
    source = Path(robot.source) if robot.source else None
    if (
        done.result is not None
        and source is not None
        and not source.is_file()
        and SUFFIXES.get(source.suffix.lower()) == kind
    ):
        notes.append(f"a new file, because the robot's own, '{source}', is not there any more")
    # a robot that is exported as it is gets a new file: there is nothing to change in its own
    if done.result is not None and source is not None and source.is_file():
        root = read_xml(source)
        if {"robot": "urdf", "mujoco": "mjcf", "sdf": "sdf"}.get(root.tag) == kind:
            from dynid.exports.mjcf_edit import edit_mjcf
            from dynid.exports.sdf_edit import edit_sdf
            from dynid.exports.urdf_edit import edit_urdf

            edit = {"urdf": edit_urdf, "mjcf": edit_mjcf, "sdf": edit_sdf}[kind]
            try:
                whole, more = unlock_robot(robot, source) if robot.locked else (robot, [])
                whole = whole.replace(gravity=robot.gravity)
                return edit(source, whole, title, [*done.notes, *notes, *more])
            except CannotEdit as error:
                notes.append(f"a new file, because {str(error).rstrip('.')}")
    if robot.locked:
        notes.append(f"locked joints are not in this file: {join_names(robot.locked, 8)}")
    return _write_fresh(robot, kind, title, [*done.notes, *notes])


def _write_serial(done: IdentifiedRobot, within: float | None) -> tuple[bytes, list[str]]:
    from dynid.exports.serial import fit_serial_equivalent

    made = fit_serial_equivalent(done, within)
    title = f"{done.title} (version {__version__})"
    return _write_fresh(made.robot, "mjcf", title, [*done.notes, *made.notes])


def _write_usd(
    done: IdentifiedRobot, path: Path, usd_of: str | os.PathLike[str] | None
) -> tuple[bytes, list[str]]:
    from dynid.exports.usd_writer import list_lost, write_usd_layer, write_usd_text

    robot, notes = as_robot(done, gravity=True)
    notes += list_lost(robot)
    said = [f"{done.title} (version {__version__})", *done.notes, *notes]
    if usd_of is None:
        return write_usd_text(robot, said).encode(), notes
    return write_usd_layer(robot, Path(usd_of), path, said).encode(), notes


def _write_fresh(robot: Robot, kind: str, title: str, notes: list[str]) -> tuple[bytes, list[str]]:
    """A file of its own, with the notes as a comment."""
    from dynid.exports.mjcf_writer import write_mjcf_text
    from dynid.exports.sdf_writer import write_sdf_text
    from dynid.exports.urdf_writer import list_unwritable, write_urdf_text
    from dynid.exports.xmledit import Edits, put_comment

    write = {"urdf": write_urdf_text, "mjcf": write_mjcf_text, "sdf": write_sdf_text}[kind]
    text = write(robot)
    if kind == "urdf":
        notes = [*notes, *list_unwritable(robot, set(robot.coordinates))]
    edits = Edits(text.encode())
    put_comment(edits, title, notes)
    return edits.apply(), notes
