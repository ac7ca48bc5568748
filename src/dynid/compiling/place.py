"""Where compiled kernels are kept: a folder of this user's that nobody else can write to."""

from __future__ import annotations

import os
import stat
from functools import cache
from pathlib import Path


@cache
def cache_folder() -> tuple[str, str]:
    """The folder of the compiled kernels, and "" ; or "" and why there is none.

    What is cached is run, so only a folder will do that belongs to this user and that nobody else
    can write to or exchange.
    """
    try:
        given = os.environ.get("DYNID_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
        place = Path(given).absolute() if given else Path.home() / ".cache"
        folder = place / "dynid" / "kernels"
        place.mkdir(parents=True, exist_ok=True)
        for each in (folder.parent, folder):
            each.mkdir(mode=0o700, exist_ok=True)
        folder = folder.resolve()
    except RuntimeError:
        return "", "this user has no home directory; set DYNID_CACHE_DIR to a folder of your own"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return "", f"no folder can be made for it ({reason}); set DYNID_CACHE_DIR to one"
    if not os.access(folder, os.W_OK):
        return "", f"'{folder}' cannot be written to; set DYNID_CACHE_DIR to a folder of your own"
    if why_not := _others_may_write(folder):
        return "", f"{why_not}; mend that, or set DYNID_CACHE_DIR to a folder of your own"
    return str(folder), ""


def _others_may_write(folder: Path) -> str:
    """How somebody else could put a file into this folder, or another folder in its place; ""
    where nobody can. Windows keeps the folders of users apart by other means than modes."""
    if not hasattr(os, "getuid"):
        return ""
    for place in (folder, *folder.parents):
        found = os.lstat(place)
        own = found.st_uid == os.getuid()
        if not (own or (place != folder and found.st_uid == 0)):
            return f"'{place}' belongs to another user"
        # in a sticky folder, such as /tmp, nobody but the owner can rename what is in it
        sticky = found.st_mode & stat.S_ISVTX and place != folder
        group = found.st_mode & stat.S_IWGRP and not _of_me_alone(found.st_gid)
        if (group or found.st_mode & stat.S_IWOTH) and not sticky:
            return f"others may write to '{place}'"
    return ""


def _of_me_alone(gid: int) -> bool:
    """Whether a group is the one that many systems make for each user, with nobody else in it."""
    import grp
    import pwd

    try:
        group, me = grp.getgrgid(gid), pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return False
    return group.gr_name == me and set(group.gr_mem) <= {me}
