"""The pictures of the studio and of a report in these pages, in this machine's Chromium:

    python docs/make_screens.py FOLDER [REPORT]

FOLDER holds robot.urdf and traj1.csv (a measured log); REPORT is the page of `dynid demo`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "help"))

from studio_help import Studio, Window, browser_or_skip  # noqa: E402

DRAWN = ".plot svg.chart path.line"


def of_the_log(browser, folder: Path, studio: Studio) -> None:
    w = Window(browser, studio.address, 1200, 940)
    w.drop(folder / "robot.urdf")
    w.page.wait_for_selector(".slider")
    w.drop(folder / "traj1.csv")
    w.page.wait_for_selector(".plots canvas")
    w.page.wait_for_selector(".picture output:has-text('s')")
    box = w.page.locator(".u-over").first.bounding_box()
    w.page.mouse.move(box["x"] + 0.37 * box["width"], box["y"] + 0.3 * box["height"])
    w.page.wait_for_timeout(600)
    w.page.screenshot(path=HERE / "studio.png")
    w.tab("Identify")
    w.page.click("section button.primary:has-text('Identify')")
    w.page.wait_for_selector(f".report #torques {DRAWN}")
    w.close()
    w = Window(browser, studio.address, 390, 844, dark=True)
    w.tab("Runs")
    w.page.wait_for_selector(f".report #torques {DRAWN}")
    w.page.locator("#torques .picture").scroll_into_view_if_needed()
    w.page.evaluate(
        "document.querySelector('#torques .picture').scrollIntoView({ block: 'start' })"
    )
    w.page.wait_for_timeout(800)
    w.page.screenshot(path=HERE / "studio_phone.png")
    w.close()


def of_a_motion(browser, studio: Studio) -> None:
    w = Window(browser, studio.address, 1200, 760)
    w.page.select_option("select[aria-label='built-in robot']", "delta4")
    w.page.wait_for_selector(".slider")
    w.tab("Motion")
    w.page.select_option("select[aria-label=workspace]", "cylinder")
    w.page.wait_for_selector("input[aria-label='radius of the workspace']")
    w.page.wait_for_timeout(1500)
    w.page.screenshot(path=HERE / "studio_motion.png")
    w.close()


def main() -> None:
    log, *report = map(Path, sys.argv[1:])
    started, browser = browser_or_skip()
    for number, take in enumerate((lambda s: of_the_log(browser, log, s),
                                   lambda s: of_a_motion(browser, s))):  # fmt: skip
        folder = Path(tempfile.mkdtemp()) / f"project{number}"
        with Studio(folder) as studio:
            take(studio)
        shutil.rmtree(folder.parent)
    for path in report:
        page = browser.new_page(viewport={"width": 1080, "height": 1420})
        page.goto(path.resolve().as_uri())
        page.wait_for_timeout(3000)
        page.screenshot(path=HERE / "report.png")
    browser.close()
    started.stop()


if __name__ == "__main__":
    main()
