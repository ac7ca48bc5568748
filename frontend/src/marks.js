// The traces of a panel as SVG: lines, dots, bars with errors, boxes, squares of a heat map.

import { svg } from "./dom.js";

const DASHES = { dash: "6 4", dot: "2 3" };
const round = x => Math.round(10 * x) / 10;

function steps(trace, x, y, pen) {
  let out = "",
    down = false;
  const { x: xs, y: ys } = trace;
  for (let k = 0; k < ys.length; k++) {
    const a = x.of(xs ? xs[k] : k),
      b = ys[k] === null ? NaN : y.of(ys[k]);
    if (!Number.isFinite(a) || !Number.isFinite(b)) {
      down = false;
      continue;
    }
    out += pen(round(a), round(b), down);
    down = true;
  }
  return out;
}

const path = (trace, x, y) => steps(trace, x, y, (a, b, down) => `${down ? "L" : "M"}${a} ${b}`);
// a stroke of no length with round ends is a dot: thousands of them in one element
const dots = (trace, x, y) => steps(trace, x, y, (a, b) => `M${a} ${b}h0`);

function symbols(trace, x, y, shade) {
  const size = (trace.marker.size || 6) / 2,
    list = Array.isArray(trace.marker.color);
  const open = String(trace.marker.symbol || "").endsWith("open"),
    cross = trace.marker.symbol === "x";
  return Array.from(trace.y, (value, k) => {
    const a = x.of(trace.x ? trace.x[k] : k),
      b = y.of(value);
    if (!Number.isFinite(a) || !Number.isFinite(b)) return null;
    const own = list ? trace.marker.color[k] : shade;
    const look = { stroke: own, "stroke-width": 1.5, fill: open ? "none" : own };
    if (cross)
      return svg("path", {
        d: `M${a - size} ${b - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`,
        ...look,
        fill: "none",
      });
    return String(trace.marker.symbol || "").startsWith("diamond")
      ? svg("path", { d: `M${a} ${b - size}l${size} ${size}l${-size} ${size}l${-size} ${-size}z`, ...look })
      : svg("circle", { cx: a, cy: b, r: size, ...look });
  });
}

function errors(trace, x, y) {
  const out = [];
  for (const [error, flat] of [
    [trace.errorX, true],
    [trace.errorY, false],
  ]) {
    if (!error) continue;
    let d = "";
    for (let k = 0; k < trace.y.length; k++) {
      if (flat) {
        const b = y.of(trace.y[k]),
          from = x.of(trace.x[k] - error.down[k]),
          to = x.of(trace.x[k] + error.up[k]);
        if (Number.isFinite(from + to + b)) d += `M${from} ${b}H${to}M${from} ${b - 3}v6M${to} ${b - 3}v6`;
      } else {
        const a = x.of(trace.x ? trace.x[k] : k);
        const from = y.of(trace.y[k] - error.down[k]),
          to = y.of(trace.y[k] + error.up[k]);
        if (Number.isFinite(from + to + a)) d += `M${a} ${from}V${to}M${a - 3} ${from}h6M${a - 3} ${to}h6`;
      }
    }
    out.push(svg("path", { d, fill: "none", stroke: error.colour || "currentColor", "stroke-width": 1.4 }));
  }
  return out;
}

function rods(trace, x, y, place, count) {
  const [along, across] = trace.flat ? [x, y] : [y, x];
  const [lengths, places] = trace.flat ? [trace.x, trace.y] : [trace.y, trace.x];
  const step = Math.abs(across.factor),
    thick = (0.8 * step) / count,
    zero = along.log ? along.from : along.of(0);
  const shade = trace.marker.color || trace.shade;
  const shapes = Array.from(lengths, (length, k) => {
    const end = along.of(length),
      middle = across.of(places ? places[k] : k) + thick * (place - (count - 1) / 2);
    if (!Number.isFinite(end) || !Number.isFinite(middle)) return null;
    const box = [Math.min(zero, end), middle - thick / 2, Math.abs(end - zero), thick];
    const [left, top, width, height] = trace.flat ? box : [box[1], box[0], box[3], box[2]];
    const own = Array.isArray(shade) ? shade[k] : shade;
    return svg("rect", {
      x: left,
      y: top,
      width,
      height,
      fill: own,
      "fill-opacity": trace.marker.opacity ?? trace.opacity,
    });
  });
  const moved = { ...trace, [trace.flat ? "y" : "x"]: null };
  const centred = Array.from(lengths, (_, k) =>
    across.back(across.of(places ? places[k] : k) + thick * (place - (count - 1) / 2)),
  );
  moved[trace.flat ? "y" : "x"] = across.words ? centred.map(c => c) : centred;
  return [...shapes, ...errors(moved, x, y)];
}

function boxes(trace, x, y) {
  const groups = new Map();
  trace.y.forEach((value, k) => {
    const key = trace.x ? trace.x[k] : trace.name;
    groups.set(key, [...(groups.get(key) || []), value]);
  });
  const { shade } = trace,
    out = [];
  for (const [key, values] of groups) {
    values.sort((a, b) => a - b);
    const part = p => values[Math.round(p * (values.length - 1))];
    const [a, q1, middle, q3, b] = [0, 0.25, 0.5, 0.75, 1].map(part).map(v => y.of(v));
    const at = x.of(key),
      half = 0.25 * Math.abs(x.factor);
    const d = `M${at} ${a}V${q1}M${at} ${q3}V${b}M${at - half} ${q1}H${at + half}V${q3}H${at - half}ZM${at - half} ${middle}H${at + half}`;
    out.push(svg("path", { d, fill: "none", stroke: shade, "stroke-width": 1.5 }));
  }
  return out;
}

/** Blue below zero, red above, light in the middle: told apart by every eye. */
export function heat(value) {
  const part = Math.min(1, Math.abs(value)) ** 0.8,
    to = value < 0 ? [33, 102, 172] : [178, 60, 30];
  return `rgb(${to.map(c => Math.round(245 + part * (c - 245))).join(",")})`;
}

function squares(trace, x, y) {
  const wide = Math.abs(x.factor) + 0.5,
    high = Math.abs(y.factor) + 0.5,
    out = [];
  trace.z.forEach((row, i) =>
    row.forEach((value, j) => {
      if (value === null || Number.isNaN(value)) return;
      out.push(
        svg("rect", {
          x: round(x.of(j) - wide / 2),
          y: round(y.of(i) - high / 2),
          width: round(wide),
          height: round(high),
          fill: heat(value),
        }),
      );
    }),
  );
  return out;
}

export function drawTrace(trace, x, y, place, count) {
  const { shade } = trace;
  if (trace.kind === "bar") return rods(trace, x, y, place, count);
  if (trace.kind === "box") return boxes(trace, x, y);
  if (trace.kind === "heatmap") return squares(trace, x, y);
  const out = [];
  if (trace.fill && trace.fill !== "none")
    out.push(
      svg("path", {
        d: path(trace, x, y) + "Z",
        fill: trace.fillcolor || shade,
        "fill-opacity": 0.3,
        stroke: "none",
      }),
    );
  if (trace.mode.includes("lines") && trace.line.width !== 0)
    out.push(
      svg("path", {
        class: "line",
        d: path(trace, x, y),
        fill: "none",
        stroke: shade,
        "stroke-width": trace.line.width || 1.5,
        "stroke-dasharray": DASHES[trace.line.dash],
        "stroke-linejoin": "round",
        opacity: trace.opacity,
      }),
    );
  if (trace.mode.includes("markers")) {
    if (trace.y.length > 200)
      out.push(
        svg("path", {
          class: "dots",
          d: dots(trace, x, y),
          stroke: shade,
          "stroke-width": trace.marker.size || 3,
          "stroke-linecap": "round",
          opacity: trace.marker.opacity ?? 1,
        }),
      );
    else out.push(...symbols(trace, x, y, shade));
  }
  return [...errors(trace, x, y), ...out];
}
