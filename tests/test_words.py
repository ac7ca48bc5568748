"""Words: what people read says things in the words of the field, and gets no worse.

`PYTHONPATH=tests/help python tests/test_words.py` prints how often each is read, and with a word
also where.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from public_names import METHODS, PUBLIC

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "dynid"
STUDIO = ROOT / "frontend" / "src" / "studio"
#: pages made of strings that are counted where they are written
MADE = {"json.md", "project.md"}
#: {word and what to write instead: (its pattern, how often it may still be read)}; a number may
#: only fall
WORDS = {
    "possible body (physically consistent)": (
        r"possible (?:body|bodies|robot|one\b)|(?:can|could|cannot) exist|can be no body",
        0,
    ),
    "looked for (estimated)": (
        r"(?:are|is|be|been|were|was|ones|those|them|or) (?:also )?(?:looked for|sought)",
        0,
    ),
    "shown, told (identifiable, determined)": (
        r"shown by|(?:motion|logs?|data) (?:do not |does not |cannot )?(?:shows?|"
        r"tells?)\b|not shown|hardly shown|shown alone|told (?:by|from|apart)|untold|"
        r"tells? (?:the|its|it|them) .{0,30}(?:from|apart)",
        4,
    ),
    "held (fixed, constrained)": (
        r"(?:base|feet|joints?|robot|pelvis) (?:that )?(?:is|are) held|held (?:fixed|"
        r"still)|is held by",
        0,
    ),
    "drives (motors)": (
        r"(?:\bthe|\bits|\bof|\bno|\btwo|\bthree|\bmore|\bas many|\bfewer|\ball|'s|"
        r"passive|\bwith|\band|\bor|\bin|;) (?:actuated )?drives\b(?! gain)",
        3,
    ),
    "freedoms (degrees of freedom)": (r"freedoms|(?:one|a|more|each|no) freedom\b", 0),
    "weigh (estimate the payload)": (r"weigh(?:ed|ing)?\b(?! (?:each|the rows|rows))", 0),
    "proof (held-out rollout)": (r"(?:as|the|is|are|by) proofs?\b|'proof'", 0),
    "what the joints do (joint friction)": (
        r"what (?:the|its) joints do|what (?:else )?acts in (?:the|its) joints",
        0,
    ),
    "what is left (residual)": (r"what (?:is|was) left(?! out)|what remains of", 0),
    "coloured (correlated in time)": (r"coloured|after colour", 1),
    "beside (next to, in addition to)": (r"\bbeside\b", 0),
    "left out, parts (held-out blocks)": (
        r"(?:parts|blocks|part|block|that (?:were|was|are)) left out|leav(?:e|es|"
        r"ing) away|left away",
        0,
    ),
    "turns round (reverses)": (r"turn(?:s|ed|ing)? round|turns? back", 0),
    "out of itself (without self-collision)": (r"out of itself|apart from itself", 0),
    "half open at (cutoff)": (r"half open", 0),
    "hangs on (depends on)": (r"h[au]ngs? on\b(?! (?:its|a|the|each|cables))", 0),
    "own (user-defined, custom)": (
        r"(?:of|or) (?:one's|your|their|his) own\b(?! \w)|\bown (?:option|effect|"
        r"estimator|format|function)",
        9,
    ),
    "stands in (is in)": (
        r"st(?:ands?|ood|anding) (?:in|at|there|under|beside|with|for|before|after|alone)\b",
        10,
    ),
    "as it is called (named)": (r"as (?:it is|they are) called|\bas of (?!now)", 3),
    "the doctor (diagnosis)": (r"\bdoctor", 0),
    "believed (trusted)": (r"\bbeliev", 0),
    "at once (immediately)": (r"(?:told|said|says so|refused) at once\b", 0),
    "speaks against (all checks passed)": (r"speaks? against", 0),
    "said, told (reported)": (
        r"\bsaid of\b|as (?:was )?said|(?:is|are|be|as|than|was|were) (?:said|told)\b|"
        r"unless told|told otherwise",
        3,
    ),
    "mend (correct, repair)": (r"\bmend", 0),
    "no way (no path)": (r"\bno way\b", 0),
    "of itself, by itself": (r"\b(?:of|by) itself\b", 2),
    "N a joint (per joint)": (
        r"\b(?:\d|parameters?|samples?|values?|numbers?|rows?|files?|columns?|one|"
        r"each) an? (?:sample|joint|body|row|second|parameter|file|body|log|core|machine|"
        r"line)\b",
        0,
    ),
    "Of the ... (a help text without a subject)": (
        r"^(?:Of|As|From|By) (?:the|a|it|its|this|dynid|new)\b[^.]*[.;]",
        5,
    ),
    "what, where a noun belongs": (r"^What (?:is|was|the|a|no|it)\b[^?.]*\.", 0),
}


def strip_code(text: str) -> str:
    """Prose of a page or a docstring, without code."""
    text = re.sub(r"(?ms)^ *```.*?^ *```", " ", text)
    text = re.sub(r"(?m)^    .*$", " ", text) if text.startswith("#") else text
    return re.sub(r"``?[^`\n]*``?", "`code`", text)


def read_strings(path: Path) -> Iterator[tuple[int, str]]:
    """Every string of several words; of docstrings those of commands."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        inside = (
            isinstance(node, ast.FunctionDef)
            and "cli" in path.parts
            and not node.name.startswith("_")
        )
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and not inside:
            docstrings.add(id(body[0].value))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in docstrings:
            continue
        if isinstance(node.value, str) and " " in node.value.strip():
            yield node.lineno, strip_code(node.value)


def read_prose() -> Iterator[tuple[str, str]]:
    """Every text that people read, with its place."""
    for path in sorted(SOURCE.rglob("*.py")):
        for line, text in read_strings(path):
            yield f"{path.relative_to(ROOT)}:{line}", text
    for place, thing in {**PUBLIC, **METHODS}.items():
        yield place, strip_code(inspect.getdoc(thing) or "")
    for path in sorted((ROOT / "docs").rglob("*.md")):
        if path.name not in MADE:
            yield str(path.relative_to(ROOT)), strip_code(path.read_text(encoding="utf-8"))
    for path in sorted(STUDIO.glob("*.js")):
        text = re.sub(r"(?m)/\*.*?\*/|^\s*//.*$", "", path.read_text(encoding="utf-8"))
        for found in re.finditer(
            r'"([^"\n]* [^"\n]*)"|`([^`]* [^`]*)`|>([^<>{}\n]* [^<>{}\n]*)<', text
        ):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{path.relative_to(ROOT)}:{line}", next(filter(None, found.groups()))


def find_places() -> dict[str, list[str]]:
    """Where each word is still read, with some words around it."""
    places: dict[str, list[str]] = {word: [] for word in WORDS}
    for place, raw in read_prose():
        text = re.sub(r"\s+", " ", raw)
        for word, (pattern, _) in WORDS.items():
            for found in re.finditer(pattern, text, re.I):
                around = text[max(found.start() - 60, 0) : found.end() + 60]
                places[word].append(f"{place}: {around}")
    return places


def test_words_get_no_more():
    counts = {word: len(where) for word, where in find_places().items()}
    over = {word: n for word, n in counts.items() if n > WORDS[word][1]}
    assert over == {}, "words of the field instead (see WORDS), found by tests/test_words.py WORD"


if __name__ == "__main__":
    total = Counter()
    for name, where in find_places().items():
        total[name] = len(where)
        if len(sys.argv) > 1 and sys.argv[1] in name:
            print(*where, sep="\n")
    print(*(f"{count:5d}  {name}" for name, count in total.most_common()), sep="\n")
    print(f"{total.total():5d}  in all")
