"""The studio on a measured log, as its user waits: first paint, drop to log, drop to overlay.

    python benchmarks/studio.py [FOLDER OF THE LOG] [--runs 2]

FOLDER holds robot.urdf and traj1.csv (else $DYNID_DATA/panda_gaz). The first run may compile
kernels; the last one counts. Seconds by the clock, and of the processor: of the server, of the
commands it ran, and of the page.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "help"))

from real_data import DATA
from studio_help import Studio, Window, browser_or_skip

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
DRAWN = ".plot svg.chart path.line"


def once(browser, log: Path) -> dict[str, float]:
    folder = Path(tempfile.mkdtemp(prefix="studio-"))
    try:
        with Studio(folder) as studio:
            w = Window(browser, studio.address)
            w.until(f"{PAINT} > 0")
            found = {"first paint": w.page.evaluate(PAINT) / 1000}
            w.drop(log / "robot.urdf")
            w.page.wait_for_selector(".slider >> nth=0")
            begin, before = time.monotonic(), studio.seconds() + w.task_seconds()
            w.drop(log / "traj1.csv")
            w.page.wait_for_selector(".plots canvas")
            found["log dropped to log drawn"] = time.monotonic() - begin
            w.tab("Identify")
            w.page.click("section button.primary:has-text('Identify')")
            w.page.wait_for_selector(f".report #torques {DRAWN}")
            found["log dropped to torques overlaid"] = time.monotonic() - begin
            # the server has the processor time of a command when that has ended
            found["of that, processor"] = studio.seconds() + w.task_seconds() - before
            w.quiet()
            w.close()
            return found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    usual = DATA / "panda_gaz"
    parser.add_argument("folder", nargs="?", type=Path, default=usual)
    parser.add_argument("--runs", type=int, default=2)
    asked = parser.parse_args()
    started, browser = browser_or_skip()
    for _ in range(asked.runs):
        found = once(browser, asked.folder)
    browser.close()
    started.stop()
    print(f"load of the machine {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    for name, seconds in found.items():
        print(f"{name:<34} {seconds:8.2f} s")


if __name__ == "__main__":
    main()
