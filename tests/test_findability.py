"""Who searches for a word of the field finds the file: names and first lines of docstrings lead
there."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from test_architecture import FILES, SOURCE

#: what somebody types: the folder of the best hit, and a file that must be among the first five
EXPECTED = {
    "payload": ("payload", "payload/payload_identification.py"),
    "effect selection": ("selection", "selection/group_search.py"),
    "collision avoidance": ("excitation", "excitation/collision_model.py"),
    "clearance": ("excitation", "excitation/clearance.py"),
    "loop closure": ("closed_chains", "closed_chains/closing.py"),
    "closed chains": ("closed_chains", "closed_chains/closing.py"),
    "base parameters": ("model", "model/base_reduction.py"),
    "physical consistency": ("estimators/consistent", "model/consistency.py"),
    "held-out rollout": ("sim2real", "sim2real/rollout_check.py"),
    "log diagnostics": ("diagnostics", "diagnostics/examination.py"),
    "drive gains": ("model", "model/drive_gain.py"),
}
#: how much a word counts where it is found
WEIGHTS = {"folder": 2.0, "file": 3.0, "names": 1.0, "line": 2.0}
STEM = 6  # letters that a word and its derivatives share, where no ending tells them apart


def stem(word):
    """close, closing, closed, closure; chain, chains; identify, identification."""
    for ending in ("ations", "ation", "ency", "ents", "ing", "ent", "ure", "ion", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word.removesuffix(ending)
            break
    return word.rstrip("e")[:STEM]


def split(text):
    """The stems of a text: of select_effects, EffectSelection and "effect selection" the same."""
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    return {stem(word) for word in re.findall(r"[a-z0-9]+", words.lower())}


@cache
def read_index():
    """{file: {where: stems}}; the first paragraph of a docstring is its first line."""
    index = {}
    for path in FILES:
        tree, parts = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(SOURCE).parts
        kinds = (ast.FunctionDef, ast.ClassDef)
        names = [node.name for node in tree.body if isinstance(node, kinds)]
        line = (ast.get_docstring(tree) or "").split("\n\n")[0]
        index["/".join(parts)] = {
            "folder": split(" ".join(parts[:-1])),
            "file": split(parts[-1].removesuffix(".py").replace("__init__", "")),
            "names": split(" ".join(name for name in names if not name.startswith("_"))),
            "line": split(line),
        }
    return index


def search(text):
    """Files by how well they match: first by how many of the words, then by where these are."""
    words = split(text)
    found = []
    for file, places in read_index().items():
        hit = {word for word in words if any(word in place for place in places.values())}
        score = sum(WEIGHTS[where] * len(words & stems) for where, stems in places.items())
        found.append((len(hit), score, file))
    return [(file, n, score) for n, score, file in sorted(found, key=lambda x: (-x[0], -x[1]))]


@pytest.mark.parametrize("text", EXPECTED)
def test_the_word_of_the_field_finds_the_file(text):
    (best, words, _), *others = search(text)
    folder, file = EXPECTED[text]
    assert words == len(split(text)), best  # all of them
    assert best.startswith(f"{folder}/")
    assert file in [best, *(other for other, *_ in others[:4])]


def test_the_search_knows_its_words():
    assert split("closed chains") == split("ClosingChain")
    assert split("select_effects") == split("effect selection")
    assert not split("collision") & split("column")
