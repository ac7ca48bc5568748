// Signals over one time: a canvas for each kind, with one cursor, one range, one selection.

import uPlot from "uplot";
import { css, h } from "../dom.js";
import { clocks } from "../gestures.js";

const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const COLOURS = ["#3b76c4", "#d9822b", "#3a9d5d", "#c2453d", "#8561b5", "#8c6d4f", "#cf6ea6", "#7a7a7a", "#a8a32f", "#2ba3b5"];
export const colourOf = k => COLOURS[k % COLOURS.length];

/** The panes of a box. told: {range(low, high), cursor(t, values), select(low, high)}. */
export class Panes {
  constructor(box, clock, told) {
    Object.assign(this, { box, clock, told, charts: [], bands: [], span: null, range: null });
    this.resized = new ResizeObserver(() => this.fit());
    this.resized.observe(box);
    clocks.hear(({ name, t, from }) => {
      if (name === clock && from !== this && box.isConnected) this.point(t);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => box.isConnected && this.build());
  }

  /** panes: [{title, lines: [{key, label, joint, dash, y}]}] over t; span: of the whole log. */
  set(t, panes, span) {
    const form = JSON.stringify(panes.map(pane => [pane.title, pane.lines.map(line => line.key)]));
    Object.assign(this, { t, panes, span });
    if (form === this.form && this.charts.length) {
      this.charts.forEach((chart, k) => {
        chart.batch(() => {
          chart.setData([t, ...panes[k].lines.map(line => line.y)], false);
          this.scale(chart);
        });
      });
    } else {
      this.form = form;
      this.build();
    }
  }

  scale(chart) {
    const [min, max] = this.range || this.span;
    chart.setScale("x", { min, max });
  }

  height() {
    const count = Math.max(1, this.panes.length),
      whole = Math.max(420, Math.min(innerHeight - 260, 820));
    return Math.max(150, Math.floor(whole / count) - 26);
  }

  build() {
    this.charts.forEach(chart => chart.destroy());
    const ink = css("--soft"),
      line = css("--line");
    const width = Math.max(240, this.box.clientWidth - 2),
      height = this.height();
    this.charts = this.panes.map((pane, k) => {
      const last = k === this.panes.length - 1;
      const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: "11px system-ui" };
      return new uPlot(
        {
          width,
          height: height + (last ? 24 : 0),
          legend: { show: false },
          cursor: {
            sync: { key: this.clock, scales: ["x", null] },
            drag: { x: true, y: false, setScale: false },
            points: { show: false },
            bind: { dblclick: () => () => this.move(null) },
          },
          scales: { x: { time: false } },
          axes: [
            { ...axis, size: last ? 40 : 16, label: last ? "t [s]" : null, labelSize: last ? 16 : 0, values: last ? undefined : () => [] },
            { ...axis, size: 58, label: pane.title, labelSize: 18, labelFont: "12px system-ui" },
          ],
          series: [
            {},
            ...pane.lines.map(each => ({
              label: each.label,
              stroke: colourOf(each.joint),
              width: each.wide || 1.2,
              alpha: each.dash ? 0.85 : 1,
              dash: DASHES[each.dash % DASHES.length],
              points: { show: false },
              spanGaps: false,
            })),
          ],
          hooks: {
            draw: [chart => this.shade(chart)],
            setCursor: [chart => this.cursor(chart)],
            setSelect: [chart => this.select(chart)],
            ready: [chart => this.gestures(chart)],
          },
        },
        [this.t, ...pane.lines.map(each => each.y)],
        this.box,
      );
    });
    this.charts.forEach((chart, k) => {
      this.scale(chart);
      chart.root.querySelector("canvas").setAttribute("aria-hidden", "true");
      chart.root.setAttribute("role", "img");
      chart.root.setAttribute("aria-label", `${this.panes[k].title} over time`);
    });
  }

  fit() {
    const width = Math.max(240, this.box.clientWidth - 2);
    if (this.width === width || !this.charts.length) return;
    this.width = width;
    const height = this.height();
    this.charts.forEach((chart, k) =>
      chart.setSize({ width, height: height + (k === this.charts.length - 1 ? 24 : 0) }),
    );
  }

  /** Another range of time; null: the whole log. */
  move(range) {
    this.range = range;
    this.charts.forEach(chart => this.scale(chart));
    this.told.range(range);
  }

  shade(chart) {
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const { from, to, colour, opacity } of this.bands) {
      const a = chart.valToPos(from, "x", true),
        b = chart.valToPos(to, "x", true);
      ctx.globalAlpha = opacity;
      ctx.fillStyle = colour;
      ctx.fillRect(a, bbox.top, Math.max(1.5, b - a), bbox.height);
    }
    ctx.restore();
  }

  shadeAll(bands) {
    this.bands = bands;
    this.charts.forEach(chart => chart.redraw(false));
  }

  cursor(chart) {
    const { idx, left } = chart.cursor;
    if (idx === null || idx === undefined || left < 0 || this.quiet) return;
    const t = chart.posToVal(left, "x");
    if (t === this.at) return;
    this.at = t;
    clocks.tell(this.clock, t, this);
    this.told.cursor(t, idx);
  }

  /** The cursor at a time that another picture shows. */
  point(t) {
    this.quiet = true;
    for (const chart of this.charts) chart.setCursor({ left: chart.valToPos(t, "x"), top: 5 }, false);
    this.quiet = false;
    if (this.t?.length) this.told.cursor(t, uPlot.closestIdx?.(t, this.t) ?? nearest(this.t, t));
  }

  select(chart) {
    const { left, width } = chart.select;
    if (width < 4) return;
    const low = chart.posToVal(left, "x"),
      high = chart.posToVal(left + width, "x");
    this.told.select(Math.max(low, this.span[0]), Math.min(high, this.span[1]));
  }

  unselect() {
    for (const chart of this.charts) chart.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
  }

  /** The wheel zooms; with Shift, or the middle button, a drag moves along. */
  gestures(chart) {
    const { over } = chart;
    over.addEventListener(
      "wheel",
      e => {
        e.preventDefault();
        const [low, high] = this.range || this.span,
          at = chart.posToVal(e.clientX - over.getBoundingClientRect().left, "x");
        const along = Math.abs(e.deltaX) > Math.abs(e.deltaY);
        if (along) return this.move([low, high].map(x => x + (0.001 * e.deltaX * (high - low))));
        const factor = Math.exp(0.002 * e.deltaY);
        return this.move([at + (low - at) * factor, at + (high - at) * factor]);
      },
      { passive: false },
    );
    over.addEventListener(
      "mousedown",
      e => {
        if (!e.shiftKey && e.button !== 1) return;
        e.preventDefault();
        e.stopImmediatePropagation();
        const from = e.clientX,
          [low, high] = this.range || this.span,
          per = (high - low) / over.clientWidth;
        const slide = now => this.move([low, high].map(x => x - (now.clientX - from) * per));
        const end = () => {
          removeEventListener("mousemove", slide);
          removeEventListener("mouseup", end);
        };
        addEventListener("mousemove", slide);
        addEventListener("mouseup", end);
      },
      true,
    );
  }
}

function nearest(t, at) {
  let low = 0,
    high = t.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle] <= at) low = middle;
    else high = middle;
  }
  return at - t[low] < t[high] - at ? low : high;
}

/** A bar between two panes of the page, moved by mouse or arrows; it is remembered. */
export function splitter(name, usual, place) {
  const key = `dynid.${name}`,
    set = value => {
      const size = Math.max(120, Math.min(900, value));
      place(size);
      bar.setAttribute("aria-valuenow", String(Math.round(size)));
      localStorage.setItem(key, String(Math.round(size)));
    };
  const bar = h("div", {
    class: "splitter",
    role: "separator",
    tabindex: 0,
    "aria-orientation": "vertical",
    "aria-label": `width of ${name}`,
    "aria-valuemin": 120,
    "aria-valuemax": 900,
  });
  const now = () => Number(bar.getAttribute("aria-valuenow"));
  const sign = name === "signals" ? 1 : -1;
  bar.addEventListener("pointerdown", e => {
    bar.setPointerCapture(e.pointerId);
    const from = e.clientX,
      size = now();
    bar.onpointermove = to => set(size + sign * (to.clientX - from));
    bar.onpointerup = () => {
      bar.onpointermove = null;
    };
  });
  bar.addEventListener("keydown", e => {
    const by = { ArrowLeft: -16, ArrowRight: 16 }[e.key];
    if (by) set(now() + sign * by);
  });
  set(Number(localStorage.getItem(key)) || usual);
  return bar;
}
