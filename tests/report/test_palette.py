"""The colours of plots, seen by eyes that lack a kind of cone: apart from each other, and from the
page, light or dark."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from dynid.plotting import BEFORE, JOINTS, MEASURED, PREDICTED, PRIOR, RESIDUAL, WEAK

#: linear RGB as seen without a kind of cone: Machado, Oliveira and Fernandes (2009), severity 1
EYES = {
    "all": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
WHITE = np.array([0.95047, 1.0, 1.08883])
APART = 17.0  # CIE 1976; 2.3 is what can just be told side by side, thin lines need much more
CONTRAST = 2.25
PALETTES = {"joints": JOINTS, "parts": (MEASURED, PREDICTED, RESIDUAL, PRIOR, WEAK, BEFORE)}


def linear(shade):
    c = np.array([int(shade[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    x = XYZ @ np.clip(rgb, 0.0, 1.0) / WHITE
    f = np.where(x > (6 / 29) ** 3, np.cbrt(x), x / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def test_the_distance_is_that_of_cie():
    """White, and a pair whose distance is tabled: pure red and pure green of sRGB, 170.6."""
    np.testing.assert_allclose(lab(linear("#ffffff")), [100, 0, 0], atol=0.02)
    distance = np.linalg.norm(lab(linear("#ff0000")) - lab(linear("#00ff00")))
    np.testing.assert_allclose(distance, 170.58, atol=0.1)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", PALETTES)
def test_colours_are_apart_for_all_eyes(eyes, name):
    seen = {shade: lab(np.asarray(EYES[eyes]) @ linear(shade)) for shade in PALETTES[name]}
    for a, b in combinations(seen, 2):
        assert np.linalg.norm(seen[a] - seen[b]) > APART, f"{a} and {b} with {eyes}"


@pytest.mark.parametrize("paper", ["#ffffff", "#161c26"])
def test_colours_stand_out_from_the_page(paper):
    ground = XYZ[1] @ linear(paper)
    for shade in {*JOINTS, *PALETTES["parts"]}:
        light, dark = sorted((XYZ[1] @ linear(shade), ground), reverse=True)
        assert (light + 0.05) / (dark + 0.05) > CONTRAST, shade


def test_the_page_has_the_same_colours():
    source = Path(__file__).resolve().parents[2] / "frontend" / "src"
    text = (source / "palette.js").read_text("utf-8")
    listed = re.search(r"SHADES = \[(.*?)\]", text, re.DOTALL)
    assert tuple(re.findall(r"#\w{6}", listed[1])) == JOINTS
    assert WEAK in text
    style = (source / "page.css").read_text("utf-8")
    assert "--paper: #ffffff" in style
    assert "--paper: #161c26" in style
