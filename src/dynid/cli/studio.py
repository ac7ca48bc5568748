"""dynid studio: the browser on this machine, for everything that the commands do."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Json
from dynid.cli.option_groups import Trusted
from dynid.errors import DynidError


def studio(
    folder: Annotated[
        Path, typer.Argument(metavar="[FOLDER]", help="Project folder; created if missing.")
    ] = Path(),
    port: Annotated[
        int | None,
        typer.Option("--port", help="Port on this machine; if taken, the next free one."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
    trust: Trusted = None,
    as_json: Json = False,
) -> None:
    """Open the studio for a folder in the browser. There you view the robot and its logs, identify,
    and compare."""
    if not find_spec("starlette") or not find_spec("uvicorn"):
        raise DynidError(
            "the studio needs two more packages: pip install 'dynid[studio]' (starlette, uvicorn)."
        )
    from dynid.studio.app import make_app, make_folder
    from dynid.studio.desk import Desk
    from dynid.studio.serve import serve

    trusted = [str(file.resolve()) for file in trust or ()]
    os.chdir(make_folder(folder))  # a project is that of the current folder
    here = Path.cwd()
    desk = Desk(here, trusted)
    serve(here, lambda token, number: make_app(desk, token, number), port, browser, as_json)
