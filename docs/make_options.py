"""Writes the tables of docs/project.md, all options of the project file and the command line, from
the groups of options in dynid.study."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_type_hints

from dynid.cli.main import COMMANDS
from dynid.study.fit_options import FitOptions
from dynid.study.limit_options import LimitOptions
from dynid.study.log_options import Processing
from dynid.study.model_options import ModelOptions
from dynid.study.options import Group, describe_options, list_options
from dynid.study.requirements import Requirements

PAGE = Path(__file__).with_name("project.md")
#: section of the page: the groups of which it tells
SECTIONS: dict[str, tuple[type[Group], ...]] = {
    "robot and model": (ModelOptions,),
    "fit": (FitOptions,),
    "logs": (Processing,),
    "motions": (LimitOptions,),
    "requirements": (Requirements,),
}
MARK = "<!-- options: {} -->"
END = "<!-- end of options -->"


def find_readers(name: str) -> list[str]:
    """The commands that read an option."""
    readers = []
    for command in COMMANDS:
        hints = get_type_hints(command)
        kinds = [hints[x] for x in inspect.signature(command).parameters if x in hints]
        groups = [x for x in kinds if isinstance(x, type) and issubclass(x, Group)]
        if any(name == each for group in groups for each, _, _ in list_options(group)):
            readers.append(command.__name__)
    return readers


def make_rows(group: type[Group]) -> list[str]:
    rows = []
    keyless = {name for name, about, _ in list_options(group) if about.check is None}
    for about in describe_options(group):
        name, default = about["name"], about["default"]
        key = "`base`" if name in ("tilt", "gravity") else "" if name in keyless else f"`{name}`"
        typed = f"`{about['flag']}`" if about["flag"] else ""
        kind = about["type"] + (f" [{about['unit']}]" if about["unit"] else "")
        text = " ".join(x for x in (about["help"], about["details"]) if x).replace("|", "\\|")
        told = f"`{default}`" if default not in (None, False) else ""
        rows.append(f"| {key} | {typed} | {kind} | {told} | {text} | {listed(name)} |")
    return rows


def listed(name: str) -> str:
    return ", ".join(find_readers(name))


def make_table(groups: tuple[type[Group], ...]) -> str:
    head = ["| key | typed | type | default | meaning | read by |"]
    head += ["| --- | --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *(row for group in groups for row in make_rows(group))])


def make_page() -> str:
    text = PAGE.read_text(encoding="utf-8")
    for section, groups in SECTIONS.items():
        begin = MARK.format(section)
        pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(END)}", re.S)
        assert len(pattern.findall(text)) == 1, section
        table = f"{begin}\n\n{make_table(groups)}\n\n{END}"
        text = pattern.sub(lambda _, made=table: made, text)
    return text


if __name__ == "__main__":
    PAGE.write_text(make_page(), encoding="utf-8")
    print(f"wrote {PAGE}")
