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
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import DynidError, InputError, listing
from dynid.registry import trust_only
from dynid.schemas.build import mark_schema
from dynid.study.options import fill, set_options
from dynid.study.outcome import FILES
from dynid.study.project import Project
from dynid.study.requirements import Requirements
from dynid.study.study import Study

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate

Request = Mapping[str, Any]
ADVICE = "end the studio and start it with: dynid studio --trust {file}"


def carry_out(request: Request) -> dict[str, Any]:
    """The answer to a request."""
    verb = request["verb"]
    if verb not in VERBS:
        raise InputError(f"got the verb '{verb}', expected one of {listing(VERBS)}.")
    content: dict[str, Any] = mark_schema(verb, VERBS[verb](request))
    return content


def identify(request: Request) -> dict[str, Any]:
    study = Study.from_dict(request["study"])
    study = replace(study, project=Project.text_about(study.robot))
    logs, test = (list(map(Path, request.get(name, ()))) for name in ("logs", "test"))
    required = set_options(fill(Requirements, {}, Project.here().values), request["options"])
    found = study.identify(logs, test, output=request["output"])
    if found.failures:
        raise DynidError(
            f"the result is refused, and nothing was written: {'; '.join(found.failures)}."
        )
    for trouble in found.troubles:
        print(f"dynid: {trouble}", file=sys.stderr)
    met = required.check(found)
    return found.to_dict() | ({"requirements": [asdict(each) for each in met]} if met else {})


def diff(request: Request) -> dict[str, Any]:
    from dynid.validation.changes import difference

    return difference(*map(_load_result, request["results"]), **request["options"]).to_dict()


def export(request: Request) -> dict[str, Any]:
    from dynid.exports.write import export_all

    done = export_all(request["results"][0], {request["options"]["format"]: request["output"]})
    return {"written": [str(path) for path in done.paths], "notes": list(done.notes)}


def _load_result(name: str) -> Estimate:
    from dynid.identification.estimate import Estimate

    path = Path(name)
    return Estimate.load(path / FILES[0] if path.is_dir() else path)


VERBS: Mapping[str, Callable[[Request], dict[str, Any]]] = {
    "identify": identify,
    "diff": diff,
    "export": export,
}


def main(arguments: Sequence[str]) -> None:
    for blas in ("OPENBLAS", "MKL"):  # as the command line, before NumPy is loaded
        os.environ.setdefault(f"{blas}_NUM_THREADS", "1")

    def print_warning(message: Warning | str, *_: Any, **__: Any) -> None:
        print(f"dynid: warning: {message}", file=sys.stderr)

    warnings.showwarning = print_warning
    try:
        with trust_only(arguments[1:], ADVICE):
            request = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
            text = json.dumps(carry_out(request), indent=2, allow_nan=False)
        print(text, flush=True)
    except (DynidError, OSError) as error:
        print(f"dynid: {error}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main(sys.argv[1:])
