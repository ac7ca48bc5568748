"""The workflow for another process, such as the studio: a request in JSON, and the JSON that
`dynid <verb> --json` prints.

    python -m dynid.study.worker REQUEST.json [TRUSTED.py ...]

A request: {"verb": "identify", "study": {keys of dynid.yaml}, "logs": [...], "test": [...],
"results": [saved ones that the verb reads], "options": {those of the verb}, "output": ...}. Python
files are run only if they are named behind it.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import DynidError, InputError, join_names
from dynid.files import write_whole
from dynid.option_names import name_field, speak_as
from dynid.registry import trust_only
from dynid.schemas.schema_builder import mark_schema
from dynid.study.log_options import DriveOptions, ReadingArguments
from dynid.study.options import Group, fill, find_changes, list_names, set_options
from dynid.study.payload_estimation import PayloadOptions
from dynid.study.project import Project
from dynid.study.record import list_options_for, load_result
from dynid.study.requirements import Requirements
from dynid.study.study import Study

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate

Request = Mapping[str, Any]
Verb = Callable[[Request], dict[str, Any]]
ADVICE = "end the studio and start it with: dynid studio --trust {file}"


def carry_out(request: Request, more: Mapping[str, Verb] | None = None) -> dict[str, Any]:
    """The answer to a request. What it does not say is taken from dynid.yaml, as on the command
    line; more: other verbs."""
    verb, known = request["verb"], {**VERBS, **(more or {})}
    if verb not in known:
        raise InputError(f"got the verb '{verb}', expected one of {join_names(known)}.")
    with speak_as(name_field):
        content: dict[str, Any] = mark_schema(verb, known[verb](request))
    return content


def identify(request: Request) -> dict[str, Any]:
    study, logs = _read_study(request), find_paths(request, "logs")
    required = set_options(fill(Requirements, {}, Project.load_here().values), request["options"])
    found = study.identify(logs, find_paths(request, "test"), output=request["output"])
    if found.failures:
        raise DynidError(
            f"the result is refused, and nothing was written: {'; '.join(found.failures)}."
        )
    for trouble in found.troubles:
        print(f"dynid: {trouble}", file=sys.stderr)
    return required.apply_to(found).to_dict()


def check(request: Request) -> dict[str, Any]:
    study = _read_study(request)
    return study.check(find_paths(request, "logs"), **request["options"]).to_dict()


def design(request: Request) -> dict[str, Any]:
    output = request["output"]
    return _read_study(request).design(output=output, **request["options"]).to_dict()


def validate(request: Request) -> dict[str, Any]:
    study, result, logs = _read_result(request, ReadingArguments, request["options"])
    found = study.validate(result, logs)
    write_whole(Path(request["output"]), found.to_page())
    return found.to_dict()


def estimate_payload(request: Request) -> dict[str, Any]:
    from dynid.report.short_pages import render_payload_page

    names = list_names(PayloadOptions)
    own = {name: x for name, x in request["options"].items() if name in names}
    typed = {name: x for name, x in request["options"].items() if name not in names}
    study, result, logs = _read_result(request, DriveOptions, typed)
    found = study.payload(result, logs, **own)
    write_whole(Path(request["output"]), render_payload_page(found, result.robot))
    return found.to_dict()


def compare_results(request: Request) -> dict[str, Any]:
    from dynid.validation.result_changes import difference

    first, second = map(load_result, request["results"])
    return difference(first, second, **request["options"]).to_dict()


def export(request: Request) -> dict[str, Any]:
    from dynid.exports.export_files import export_all

    done = export_all(request["results"][0], {request["options"]["format"]: request["output"]})
    return {"written": [str(path) for path in done.paths], "notes": list(done.notes)}


def fit_simulator(request: Request) -> dict[str, Any]:
    logs, test = (find_paths(request, key) for key in ("logs", "test"))
    how = {"output": request["output"], **request["options"]}
    found = _read_study(request).sim2real(logs, test[0] if test else None, **how)
    if found.failures:
        raise DynidError(f"the result is refused: {'; '.join(found.failures)}.")
    return found.to_dict() | {"text": str(found)}


def calibrate(request: Request) -> dict[str, Any]:
    (table,), test = (find_paths(request, key) for key in ("logs", "test"))
    how = {"output": request["output"], **request["options"]}
    found = _read_study(request).calibrate(table, test[0] if test else None, **how)
    return found.to_dict() | {"text": str(found)}


def run_demonstration(request: Request) -> dict[str, Any]:
    from dynid.study.demonstration import demonstrate

    study = Study(_read_study(request).robot)
    return demonstrate(
        study, Path(request["output"]), False, lambda text: print(text, file=sys.stderr)
    )


VERBS: Mapping[str, Verb] = {
    "identify": identify,
    "check": check,
    "design": design,
    "validate": validate,
    "payload": estimate_payload,
    "diff": compare_results,
    "export": export,
    "demo": run_demonstration,
    "sim2real": fit_simulator,
    "calibrate": calibrate,
}


def find_paths(request: Request, key: str) -> list[Path]:
    return list(map(Path, request.get(key, ())))


def _read_study(request: Request) -> Study:
    study = Study.from_dict(request["study"])
    return replace(study, project=Project.read_text_about(study.robot))


def _read_result(
    request: Request, group: type[Group], typed: Mapping[str, Any]
) -> tuple[Study, Estimate, list[Path]]:
    """A saved result, other logs, and the study that reads them as its own; group: the options of
    a project that are about logs."""
    result, project = load_result(request["results"][0]), Study.from_dict(request["study"])
    names, said = list_names(group), find_changes(project.processing)
    known = {name: x for name, x in said.items() if name in names}
    others = list_options_for(result.setup, typed, known)
    return Study.from_result(result, **others), result, find_paths(request, "logs")


def main(arguments: Sequence[str], more: Mapping[str, Verb] | None = None) -> None:
    for blas in ("OPENBLAS", "MKL"):  # as the command line, before NumPy is loaded
        os.environ.setdefault(f"{blas}_NUM_THREADS", "1")

    def print_warning(message: Warning | str, *_: Any, **__: Any) -> None:
        print(f"dynid: warning: {message}", file=sys.stderr)

    warnings.showwarning = print_warning
    try:
        with trust_only(arguments[1:], ADVICE):
            request = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
            text = json.dumps(carry_out(request, more), indent=2, allow_nan=False)
        print(text, flush=True)
    except (DynidError, OSError) as error:
        print(f"dynid: {error}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main(sys.argv[1:])
