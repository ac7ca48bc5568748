"""serve(folder, ...): the studio until Ctrl-C."""

from __future__ import annotations

import json
import logging
import os
import secrets
import socket
import sys
import webbrowser
from pathlib import Path
from typing import IO, Any

from dynid.errors import DynidError, InputError
from dynid.schemas.schema_builder import mark_schema
from dynid.studio.jobs import PLACE

HOST = "127.0.0.1"
USUAL = 8642
TRIED = 20  # ports after the usual one, where none was asked for


def open_socket(port: int | None) -> socket.socket:
    """A socket of this machine alone; without a port asked for, the next that is free."""
    wanted = range(USUAL, USUAL + TRIED) if port is None else [port]
    for number in wanted:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":  # a port of a studio that has just ended
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((HOST, number))
            made.listen(64)
        except OverflowError:
            made.close()
            raise InputError(f"got port {number}, expected one from 1024 to 65535.") from None
        except OSError as error:
            made.close()
            if port is not None:
                raise DynidError(
                    f"port {port} cannot be used ({error.strerror}); choose another port, or"
                    " leave it out."
                ) from None
        else:
            return made
    raise DynidError(f"no port from {USUAL} to {USUAL + TRIED - 1} is free; choose another one.")


def claim_folder(folder: Path) -> IO[str]:
    """The file that marks a folder as this studio's, for as long as it runs."""
    place = folder / PLACE
    if place.is_symlink():
        raise DynidError(f"'{place}' leads to another place; remove it and start the studio again.")
    place.mkdir(parents=True, exist_ok=True)
    file = open_private(place / "open")
    try:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # Windows has other locks: there, two studios are the user's matter
        pass
    except OSError:
        address = file.read().strip()
        raise DynidError(
            f"a studio of '{folder}' is open already: {address or 'in another window'}. Use that"
            " one, or end it first (Ctrl-C where it was started)."
        ) from None
    return file


def open_private(path: Path) -> IO[str]:
    """A file of this user's alone, made if new; a link, which may lead anywhere, is refused."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        os.chmod(path, 0o600)
    except OSError as error:
        raise DynidError(
            f"'{path}' cannot be written ({error.strerror}); remove it and start the studio again."
        ) from None
    return os.fdopen(descriptor, "r+", encoding="utf-8")


def write_private(file: IO[str], text: str) -> None:
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()


def serve(
    folder: Path, make: object, port: int | None, browser: bool, as_json: bool = False
) -> None:
    """make(token, port) -> the application."""
    import uvicorn

    mark = claim_folder(folder)
    made = open_socket(port)
    number, token = made.getsockname()[1], secrets.token_urlsafe(24)
    address = f"http://{HOST}:{number}/{token}/"
    write_private(mark, address)
    where = {"folder": str(folder.resolve()), "address": address}
    said = f"dynid studio of {where['folder']}\n{address}\nEnd it with Ctrl-C."
    print(json.dumps(mark_schema("studio", where)) if as_json else said, flush=True)
    config = uvicorn.Config(
        make(token, number),  # type: ignore[operator]
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    door = folder / PLACE / "open.html"
    try:
        if browser and not _open_browser(door, address):
            print("No browser was found: open the address yourself.", file=sys.stderr, flush=True)
        server = uvicorn.Server(config)
        handle = server.handle_exit

        def end(number: int, frame: Any) -> None:
            # pages that are open are cut off, of which uvicorn would print a page
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            handle(number, frame)

        server.handle_exit = end  # type: ignore[method-assign, assignment]
        server.run(sockets=[made])
    except KeyboardInterrupt:
        pass
    finally:
        print("\nThe studio has ended. Everything is saved.", file=sys.stderr, flush=True)
        door.unlink(missing_ok=True)
        mark.close()


def _open_browser(door: Path, address: str) -> bool:
    """By a file that leads there: what a browser is called with, everybody on this machine sees."""
    with open_private(door) as file:
        write_private(
            file, f'<!doctype html><meta http-equiv="refresh" content="0; url={address}">'
        )
    try:
        return webbrowser.open(door.resolve().as_uri())
    except webbrowser.Error:
        return False
