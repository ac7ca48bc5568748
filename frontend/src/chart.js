// A figure as SVG: its colours come from the page, so that paper is white and a dark page dark.

import { h, svg } from "./dom.js";
import { extent, pieces, readFigure, words } from "./figure.js";
import { drawTrace } from "./marks.js";
import { Scale } from "./scales.js";
import { drawSpace } from "./space.js";
import { gestures } from "./gestures.js";

const LETTER = 6.4; // px: the mean width of a letter of 12 px
let count = 0;

/** Text with subscripts. */
function label(text, attributes) {
  return svg(
    "text",
    attributes,
    pieces(text).map(([part, below]) =>
      below ? svg("tspan", { "baseline-shift": "sub", "font-size": "75%" }, part) : part,
    ),
  );
}

function listOf(axis, letter, traces) {
  const list = [];
  for (const trace of traces)
    for (const x of trace[letter] || []) if (typeof x === "string" && !list.includes(x)) list.push(x);
  return list.length ? list : null;
}

function sideways(panel) {
  const traces = panel.traces.filter(trace => trace.kind === "heatmap");
  if (!traces.length) return;
  for (const [letter, axis] of [
    ["x", panel.x],
    ["y", panel.y],
  ]) {
    const list = traces[0][letter];
    if (!list) continue;
    axis.tickvals = [...list].map((_, k) => k);
    axis.ticktext = [...list];
    axis.range ||= letter === "y" ? [list.length - 0.5, -0.5] : [-0.5, list.length - 0.5];
    traces[0][letter] = null;
  }
}

export class Chart {
  /** options: {pan: drag moves the range, onRange: called with [from, to] of time} */
  constructor(box, figure, options = {}) {
    Object.assign(this, { box, options, range: null, width: 0, number: ++count });
    this.set(figure);
    gestures(this);
    this.resized = new ResizeObserver(() => {
      if (Math.abs(this.box.clientWidth - this.width) > 1) requestAnimationFrame(() => this.draw());
    });
    this.resized.observe(box);
    this.draw();
  }

  set(figure) {
    this.figure = readFigure(figure);
    this.figure.panels.forEach(sideways);
  }

  draw() {
    const width = this.box.clientWidth;
    if (!width) return;
    this.width = width;
    const { figure } = this,
      legend = this.legend(width),
      height = figure.height;
    const titles = figure.notes.length ? 18 : 6;
    const margin = { left: this.left(), right: 12, top: legend.height + titles, bottom: this.bottom() };
    this.places = [];
    this.root = svg("svg", {
      class: "chart",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": this.about(),
    });
    this.root.append(...legend.nodes);
    const inner = [width - margin.left - margin.right, height - margin.top - margin.bottom];
    for (const panel of figure.panels) {
      const [[x0, x1], [y0, y1]] = panel.domain;
      const frame = {
        left: margin.left + x0 * inner[0],
        right: margin.left + x1 * inner[0],
        top: margin.top + (1 - y1) * inner[1],
        bottom: margin.top + (1 - y0) * inner[1],
      };
      if (panel.scene) drawSpace(this.root, panel, frame);
      else this.panel(panel, frame);
    }
    for (const note of figure.notes)
      this.root.append(
        label(note.text, {
          x: margin.left + note.x * inner[0],
          y: margin.top + (1 - note.y) * inner[1] - 5,
          "text-anchor": note.xanchor === "left" || note.x === 0 ? "start" : "middle",
          class: "title",
        }),
      );
    if (figure.title)
      this.root.append(
        svg("text", { x: width / 2, y: 14, "text-anchor": "middle", class: "title" }, figure.title),
      );
    this.cursor = svg("g", { class: "cursor" });
    this.root.append(this.cursor);
    this.box.replaceChildren(this.root, (this.tip = h("div", { class: "tip", hidden: true })));
  }

  about() {
    const titles = this.figure.panels.map(panel => words(panel.y.title?.text)).filter(Boolean);
    return this.figure.title || titles.join(", ") || "plot";
  }

  left() {
    const longest = Math.max(
      0,
      ...this.figure.panels
        .filter(panel => panel.domain[0][0] === 0)
        .map(panel => {
          const list = panel.y.ticktext || listOf(panel.y, "y", panel.traces) || [];
          return Math.max(0, ...list.map(text => words(text).length));
        }),
    );
    return Math.min(0.45 * this.width, Math.max(56, longest * LETTER + 12));
  }

  bottom() {
    const longest = Math.max(
      0,
      ...this.figure.panels
        .filter(panel => this.turned(panel))
        .map(panel =>
          Math.max(
            ...(panel.x.ticktext || listOf(panel.x, "x", panel.traces)).map(text => words(text).length),
          ),
        ),
    );
    return longest ? Math.min(0.5 * this.figure.height, 0.82 * LETTER * longest + 26) : 40;
  }

  turned(panel) {
    const list = panel.x.ticktext || listOf(panel.x, "x", panel.traces) || [];
    return list.length * Math.max(0, ...list.map(text => words(text).length)) * LETTER > 0.8 * this.width;
  }

  legend(width) {
    const nodes = [];
    let x = 8,
      y = this.figure.title ? 32 : 14;
    for (const trace of this.figure.legend) {
      const long = trace.name.length * LETTER + 44;
      if (x + long > width && x > 8) {
        x = 8;
        y += 18;
      }
      const entry = svg("g", {
        class: this.figure.legend.length > 2 ? "entry choice" : "entry",
        opacity: this.dimmed(trace) ? 0.35 : null,
        onclick: () => this.only(trace.name),
      });
      entry.append(svg("title", {}, this.figure.legend.length > 2 ? "alone, or all again" : trace.name));
      nodes.push(entry);
      entry.append(
        svg("line", {
          x1: x,
          x2: x + 18,
          y1: y - 4,
          y2: y - 4,
          stroke: trace.shade,
          "stroke-width": Math.max(2, trace.line.width || 3),
          "stroke-dasharray": trace.line.dash === "dash" ? "6 4" : trace.line.dash === "dot" ? "2 3" : null,
        }),
      );
      entry.append(svg("text", { x: x + 23, y }, trace.name));
      x += long;
    }
    return { nodes, height: nodes.length ? y + 6 : this.figure.title ? 22 : 4 };
  }

  /** A name of the legend alone; once more: all. */
  only(name) {
    if (this.figure.legend.length < 3) return;
    this.alone = this.alone === name ? null : name;
    this.draw();
  }

  dimmed(trace) {
    return Boolean(this.alone && trace.name !== this.alone);
  }

  panel(panel, frame) {
    const lists = { x: listOf(panel.x, "x", panel.traces), y: listOf(panel.y, "y", panel.traces) };
    const together = this.figure.panels.filter(other => !other.scene && this.shares(panel, other));
    const all = together.flatMap(other => other.traces);
    let [low, high] = this.range && !lists.x ? this.range : extent(panel.x, "x", all, lists.x);
    if (panel.x.autorange === "reversed" && low < high) [low, high] = [high, low];
    let [bottom, top] = extent(panel.y, "y", this.inRange(panel), lists.y);
    if (panel.y.autorange === "reversed" && bottom < top) [bottom, top] = [top, bottom];
    const named = axis => axis.ticktext && axis.tickvals.map((x, k) => [x, axis.ticktext[k]]);
    const x = new Scale({
      log: panel.x.type === "log",
      words: lists.x,
      low,
      high,
      from: frame.left,
      to: frame.right,
      named: named(panel.x),
    });
    const y = new Scale({
      log: panel.y.type === "log",
      words: lists.y,
      low: bottom,
      high: top,
      from: frame.bottom,
      to: frame.top,
      named: named(panel.y),
    });
    this.axes(panel, frame, x, y);
    const id = `clip${this.number}-${this.places.length}`;
    this.root.append(
      svg(
        "clipPath",
        { id },
        svg("rect", {
          x: frame.left,
          y: frame.top,
          width: Math.max(0, frame.right - frame.left),
          height: Math.max(0, frame.bottom - frame.top),
        }),
      ),
    );
    const inside = svg("g", { "clip-path": `url(#${id})` });
    for (const shape of panel.shapes) inside.append(this.shape(shape, frame, x, y));
    const rods = panel.traces.filter(trace => trace.kind === "bar"),
      grouped = this.figure.grouped ? rods.length : 1;
    for (const trace of panel.traces) {
      const drawn = drawTrace(trace, x, y, this.figure.grouped ? rods.indexOf(trace) : 0, grouped);
      for (const node of drawn.filter(Boolean)) {
        if (this.dimmed(trace)) node.setAttribute("opacity", 0.1);
        inside.append(node);
      }
    }
    this.root.append(inside);
    this.places.push({ panel, frame, x, y });
  }

  /** Whether two panels follow one another along x. */
  shares(a, b) {
    const group = panel => panel.x.matches || panel.xName;
    return group(a) === group(b);
  }

  /** The traces cut to the range that is shown, so that y fits what is seen. */
  inRange(panel) {
    if (!this.range) return panel.traces;
    const [low, high] = this.range;
    return panel.traces.map(trace =>
      trace.x && trace.y && trace.kind === "scatter"
        ? { ...trace, y: Array.from(trace.y).filter((_, k) => trace.x[k] >= low && trace.x[k] <= high) }
        : trace,
    );
  }

  axes(panel, frame, x, y) {
    const lines = [],
      texts = [],
      wide = frame.right - frame.left,
      high = frame.bottom - frame.top;
    const turned = this.turned(panel);
    for (const [at, text] of x.ticks(panel.x.nticks || Math.max(2, Math.min(10, wide / 80)))) {
      const place = x.at(at);
      lines.push(`M${place} ${frame.top}V${frame.bottom}`);
      if (panel.x.showticklabels === false) continue;
      texts.push(
        turned
          ? label(text, {
              x: place,
              y: frame.bottom + 12,
              "text-anchor": "end",
              transform: `rotate(-55 ${place} ${frame.bottom + 12})`,
            })
          : label(text, { x: place, y: frame.bottom + 16, "text-anchor": "middle" }),
      );
    }
    for (const [at, text] of y.ticks(panel.y.nticks || Math.max(3, Math.min(7, high / 38)))) {
      const place = y.at(at);
      lines.push(`M${frame.left} ${place}H${frame.right}`);
      texts.push(label(text, { x: frame.left - 7, y: place + 4, "text-anchor": "end" }));
    }
    this.root.append(svg("path", { class: "grid", d: lines.join("") }), svg("g", { class: "ticks" }, texts));
    if (panel.x.title?.text)
      this.root.append(
        label(panel.x.title.text, {
          class: "axis",
          x: (frame.left + frame.right) / 2,
          y: frame.bottom + 34,
          "text-anchor": "middle",
        }),
      );
    if (panel.y.title?.text) {
      const place = [frame.left - 44, (frame.top + frame.bottom) / 2];
      this.root.append(
        label(panel.y.title.text, {
          class: "axis",
          x: place[0],
          y: place[1],
          "text-anchor": "middle",
          transform: `rotate(-90 ${place})`,
        }),
      );
    }
  }

  shape(shape, frame, x, y) {
    const own = (reference, letter) =>
      String(reference || letter).includes("domain") || reference === "paper";
    const px = v => (own(shape.xref, "x") ? frame.left + v * (frame.right - frame.left) : x.of(v));
    const py = v => (own(shape.yref, "y") ? frame.bottom - v * (frame.bottom - frame.top) : y.of(v));
    const [x0, x1, y0, y1] = [px(shape.x0), px(shape.x1), py(shape.y0), py(shape.y1)];
    if (shape.type === "rect")
      return svg(
        "rect",
        {
          x: Math.min(x0, x1),
          y: Math.min(y0, y1),
          width: Math.abs(x1 - x0),
          height: Math.abs(y1 - y0),
          fill: shape.fillcolor,
          opacity: shape.opacity ?? 1,
        },
        shape.label?.text ? svg("title", {}, words(shape.label.text)) : null,
      );
    return svg("line", {
      x1: x0,
      x2: x1,
      y1: y0,
      y2: y1,
      stroke: shape.line?.color || "currentColor",
      "stroke-dasharray": shape.line?.dash === "dot" ? "2 3" : shape.line?.dash ? "6 4" : null,
    });
  }
}
