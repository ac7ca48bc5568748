"""The report in a real, headless Chromium: drawn, silent, without a request, and narrow enough for
a phone."""

from __future__ import annotations

import pytest

import dynid as di
from chromium import Chromium
from report_help import EVIL_IMAGE, EVIL_SCRIPT, evil, five_bar

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

SCREENS = {"desktop": (1200, 900, False), "phone": (390, 844, False), "dark": (390, 844, True)}
OPEN_ALL = "document.querySelectorAll('details').forEach(d => { d.open = true; })"
SCROLL = """(async () => {
  for (let y = 0; y < document.body.scrollHeight; y += 600) {
    scrollTo(0, y);
    await new Promise(done => setTimeout(done, 20));
  }
})()"""
DRAWN = """[...document.querySelectorAll('.plot')].every(plot => {
  const box = plot.querySelector('svg.chart')?.getBoundingClientRect();
  return box && box.width > 100 && box.height > 100
    && plot.querySelector('path.line, path.dots, [clip-path] circle, [clip-path] rect');
})"""
INK = "document.querySelector('.picture canvas').toDataURL()"
EMPTY = """(shown => {
  const empty = document.createElement('canvas');
  [empty.width, empty.height] = [shown.width, shown.height];
  return empty.toDataURL();
})(document.querySelector('.picture canvas'))"""


@pytest.fixture(scope="module")
def browser():
    with Chromium() as running:
        yield running


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, c in (("five_bar", five_bar()), ("evil", evil())):
        di.write_report(folder / f"{name}.html", c.result, c.problem, c.check)
    return folder


def shown(browser, path, screen):
    page = browser.open(path, *SCREENS[screen])
    page.evaluate(OPEN_ALL)
    page.evaluate(SCROLL)
    page.wait(DRAWN)
    return page


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", ["five_bar", "evil"])
def test_everything_is_drawn_and_nothing_is_asked_for(browser, paths, tmp_path, name, screen):
    page = shown(browser, paths / f"{name}.html", screen)
    assert page.evaluate("document.querySelectorAll('.plot').length") >= 9
    assert page.errors == []
    assert page.requests == []
    # no horizontal scroll of the page, with every table and every fold open
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREENS[screen][0]
    page.screenshot(tmp_path / "page.png")
    assert (tmp_path / "page.png").stat().st_size > 10_000


def test_hostile_names_are_shown_as_they_are_and_do_nothing(browser, paths):
    page = shown(browser, paths / "evil.html", "desktop")
    assert "stolen" not in page.evaluate("document.title").replace(EVIL_SCRIPT, "")
    assert page.evaluate("document.querySelectorAll('img, b').length") == 0
    assert EVIL_SCRIPT in page.evaluate("document.querySelector('h1').textContent")
    texts = page.evaluate(
        "[...document.querySelectorAll('.plot svg text')].map(t => t.textContent)"
    )
    assert EVIL_IMAGE[:25] + "… [N m]" in texts  # beside the torque of that joint


def test_the_policy_stops_what_escaping_would_miss(browser, paths, tmp_path):
    """The same page with a script put into it by hand: it does not run, and the browser says so."""
    text = (paths / "five_bar.html").read_text(encoding="utf-8")
    (tmp_path / "injected.html").write_text(
        text.replace("<h1>", "<script>document.title = 'stolen'</script><h1>", 1)
    )
    page = browser.open(tmp_path / "injected.html", 800, 600)
    assert page.evaluate("document.title") != "stolen"
    assert any("Content Security Policy" in error for error in page.errors)


def test_the_robot_moves_when_played(browser, paths):
    page = browser.open(paths / "five_bar.html", 1000, 800)
    before = page.evaluate(INK)
    assert len(before) > 2 * len(page.evaluate(EMPTY))
    page.evaluate("document.querySelector('.picture button').click()")
    page.wait("parseFloat(document.querySelector('.picture output').textContent) > 0.3")
    page.evaluate("document.querySelector('.picture button').click()")
    assert page.evaluate(INK) != before
    assert page.errors == []
    page.evaluate(
        "(s => { s.value = 0; s.dispatchEvent(new Event('input'));"
        " })(document.querySelector('.picture input'))"
    )
    assert page.evaluate(INK) == before


def test_dark_and_light_have_their_own_colours(browser, paths):
    def ground(page):
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    colours = {
        screen: ground(browser.open(paths / "five_bar.html", *SCREENS[screen]))
        for screen in ("phone", "dark")
    }
    assert colours["phone"] == "rgb(244, 246, 249)"
    assert colours["dark"] == "rgb(14, 19, 27)"


def test_paper_is_white_whole_and_nothing_is_cut(browser, paths):
    """On a dark system: light on paper, folds open, every plot drawn and no wider than the page."""
    page = browser.open(paths / "five_bar.html", 703, 1000, dark=True)
    dark = {"name": "prefers-color-scheme", "value": "dark"}
    page.call("Emulation.setEmulatedMedia", media="print", features=[dark])
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait(DRAWN)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("document.querySelectorAll('details:not([open])').length") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 703
    wide = page.evaluate(
        "[...document.querySelectorAll('table, svg.chart, pre, canvas')].filter(x =>"
        " x.getBoundingClientRect().right > 704).length"
    )
    assert wide == 0
    # a picture that is higher than a page (A4 less its margins) would be cut; the robot is light
    high = "[...document.querySelectorAll('svg.chart')].map(x => x.getBoundingClientRect().height)"
    assert max(page.evaluate(high)) < 1016
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert page.evaluate("document.documentElement.classList.contains('light')")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not page.evaluate("document.documentElement.classList.contains('light')")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert len(page.call("Page.printToPDF", preferCSSPageSize=True)["data"]) > 100_000


def test_the_robot_follows_the_pointer_over_the_torques(browser, paths):
    page = browser.open(paths / "five_bar.html", 1100, 900)
    page.evaluate("document.querySelector('#torques .plot').scrollIntoView({ block: 'center' })")
    page.wait("document.querySelectorAll('#torques .plot svg.chart').length >= 2")
    page.evaluate(
        "(box => { const r = box.getBoundingClientRect(); box.dispatchEvent(new PointerEvent("
        "'pointermove', { clientX: r.left + 0.75 * r.width, clientY: r.top + 60 })); })"
        "(document.querySelector('#torques .plot .canvas'))"
    )
    page.wait("parseFloat(document.querySelector('#torques .picture output').textContent) > 2")
    lines = "document.querySelectorAll('#torques .cursor line').length"
    page.wait(f"{lines} >= 4")  # in the plots of both joints
    assert page.errors == []


def test_a_designed_motion_is_a_page_of_the_same_kind(browser, tmp_path):
    from dynid.report.motion_page import render_motion_page

    model = di.Model(di.load_robot("pendulum"), [di.Viscous()])
    series = di.Fourier(period=4, harmonics=2, rest=True)
    found = di.design_excitation(model, series, di.Limits(velocity=2.0), starts=1, time=2)
    path = tmp_path / "motion.html"
    path.write_text(render_motion_page(found), encoding="utf-8")
    assert path.stat().st_size < 1e6
    page = browser.open(path, 390, 844)
    page.wait(DRAWN)
    assert page.evaluate("document.querySelectorAll('.plot').length") == 6
    assert page.evaluate("document.querySelectorAll('.plot path.line[stroke-dasharray]').length")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.errors == []
    assert page.requests == []
