"""Every axis of the report says what it shows, and in which unit."""

from __future__ import annotations

import html
import json
import re

import dynid as di
from report_help import five_bar

#: numbers without a unit
BARE = {"direction", "visible", "autocorrelation", "% of RMS torque / √Hz"}


def figures(text):
    blocks = re.findall(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)
    found = [json.loads(block) for block in blocks]
    return [each for each in found if "layout" in each]


def test_axes_have_units(tmp_path):
    c = five_bar()
    di.write_report(tmp_path / "report.html", c.result, c.problem, c.check)
    drawn = figures((tmp_path / "report.html").read_text("utf-8"))
    assert len(drawn) >= 9
    titles, named = set(), 0
    for figure in drawn:
        layout = figure["layout"]
        kinds = {trace.get("type", "scatter") for trace in figure["data"]}
        notes = [note["text"] for note in layout.get("annotations", ())]
        for key, axis in layout.items():
            if not re.fullmatch(r"[xy]axis\d*", key):
                continue
            title = (axis.get("title") or {}).get("text", "")
            words = "ticktext" in axis or "heatmap" in kinds or "bar" in kinds
            if title:
                titles.add(html.unescape(title))
            elif not words and axis.get("showticklabels", True):
                # the panels of parameters have theirs above
                assert any("[" in note for note in notes), (key, layout)
                named += 1
    assert named
    without = {title for title in titles if not re.search(r"\[.+\]", title)}
    assert without <= BARE, without - BARE
