// What Python describes as a plotly figure, read: panels with their traces, axes and shapes.

import { SHADES } from "./palette.js";

const KINDS = {
  f4: Float32Array,
  f8: Float64Array,
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
};

/** Numbers that plotly wrote as base64, or a plain list. */
export function numbers(x) {
  if (x === undefined || x === null) return null;
  if (!x.bdata) return x;
  const bytes = Uint8Array.from(atob(x.bdata), c => c.charCodeAt(0));
  const flat = new KINDS[x.dtype](bytes.buffer);
  if (!x.shape) return flat;
  const [rows, columns] = String(x.shape).split(",").map(Number);
  return columns ? Array.from({ length: rows }, (_, k) => flat.slice(k * columns, (k + 1) * columns)) : flat;
}

const NAMED = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'" };

/** Text of a figure in pieces: [text, is it a subscript]. */
export function pieces(text) {
  const plain = s =>
    s.replace(/<br>|<\/?[bi]>/g, " ").replace(/&(lt|gt|amp|quot|#x27);/g, (_, k) => NAMED[k]);
  return String(text ?? "")
    .split(/<sub>(.*?)<\/sub>/)
    .map((part, k) => [plain(part), k % 2 === 1])
    .filter(([part]) => part);
}

export const words = text =>
  pieces(text)
    .map(([part]) => part)
    .join("");

const axisName = (reference, letter) => `${letter}axis${(reference || letter).slice(1)}`;

function traceOf(raw, of, number) {
  return {
    shade:
      raw.line?.color ||
      (typeof raw.marker?.color === "string" ? raw.marker.color : null) ||
      SHADES[number % SHADES.length],
    kind: raw.type || "scatter",
    x: numbers(raw.x),
    y: numbers(raw.y),
    z: numbers(raw.z),
    of,
    name: words(raw.name),
    legend: raw.showlegend !== false && Boolean(raw.name),
    mode: raw.mode || "lines",
    line: raw.line || {},
    marker: raw.marker || {},
    flat: raw.orientation === "h",
    errorX: bars(raw.error_x),
    errorY: bars(raw.error_y),
    texts: (raw.text || []).map ? (raw.text || []).map(words) : [],
    fill: raw.fill,
    fillcolor: raw.fillcolor,
    opacity: raw.opacity ?? 1,
    colours: raw.colorscale,
    quiet: raw.hoverinfo === "skip",
    xs: raw.x0 !== undefined ? { x0: raw.x0, dx: raw.dx ?? 1 } : null,
  };
}

function bars(error) {
  if (!error || !error.array) return null;
  const up = numbers(error.array);
  return { up, down: numbers(error.arrayminus) || up, colour: error.color };
}

/** {panels: [{key, x, y, traces, shapes, domain}], notes, height, legend}. */
export function readFigure(figure) {
  const layout = figure.layout || {},
    panels = new Map();
  for (const [number, raw] of figure.data.entries()) {
    const space = raw.type === "scatter3d" || raw.type === "surface";
    const key = space ? raw.scene || "scene" : `${raw.xaxis || "x"} ${raw.yaxis || "y"}`;
    if (!panels.has(key)) {
      const x = space ? {} : layout[axisName(raw.xaxis, "x")] || {};
      const y = space ? {} : layout[axisName(raw.yaxis, "y")] || {};
      const scene = space ? layout[key] || {} : null;
      const domain = scene ? [scene.domain?.x, scene.domain?.y] : [x.domain, y.domain];
      panels.set(key, {
        key,
        x,
        y,
        scene,
        traces: [],
        shapes: [],
        domain: [domain[0] || [0, 1], domain[1] || [0, 1]],
        xName: raw.xaxis || "x",
      });
    }
    panels.get(key).traces.push(traceOf(raw, key, number));
  }
  for (const shape of layout.shapes || []) {
    const key = `${String(shape.xref || "x").split(" ")[0]} ${String(shape.yref || "y").split(" ")[0]}`;
    panels.get(key)?.shapes.push(shape);
  }
  const all = [...panels.values()],
    named = all.flatMap(panel => panel.traces).filter(trace => trace.legend);
  const wanted = layout.showlegend === undefined ? figure.data.length > 1 : layout.showlegend;
  return {
    panels: all,
    height: layout.height || 360,
    legend: wanted ? once(named) : [],
    notes: (layout.annotations || []).filter(note => note.xref === "paper"),
    title: words(layout.title?.text),
    grouped: layout.barmode === "group",
    clock: layout.meta?.clock,
  };
}

function once(traces) {
  const seen = new Map();
  for (const trace of traces) if (!seen.has(trace.name)) seen.set(trace.name, trace);
  return [...seen.values()];
}

/** Ends of the values of an axis of some traces, [low, high] as the axis counts (log10, places). */
export function extent(axis, letter, traces, list) {
  const log = axis.type === "log";
  if (axis.range) return axis.range;
  let low = Infinity,
    high = -Infinity;
  const take = x => {
    const at = list ? list.indexOf(x) : log ? (x > 0 ? Math.log10(x) : NaN) : x;
    if (Number.isFinite(at)) {
      if (at < low) low = at;
      if (at > high) high = at;
    }
  };
  for (const trace of traces) {
    const values = trace[letter] || [],
      error = letter === "x" ? trace.errorX : trace.errorY;
    for (let k = 0; k < values.length; k++) {
      if (values[k] === null) continue;
      take(values[k]);
      if (error && !list) {
        take(values[k] + error.up[k]);
        take(values[k] - error.down[k]);
      }
    }
    const length = letter === "x" ? trace.flat : !trace.flat;
    if (trace.kind === "bar" && length && !log) take(0);
  }
  if (axis.rangemode === "tozero") {
    low = Math.min(low, 0);
    high = Math.max(high, 0);
  }
  if (!Number.isFinite(low)) [low, high] = [0, 1];
  if (low === high) {
    low -= Math.abs(low) * 0.05 || 0.5;
    high += Math.abs(high) * 0.05 || 0.5;
  }
  return list ? [low - 0.6, high + 0.6] : padded(low, high, letter, traces);
}

function padded(low, high, letter, traces) {
  const drawn = traces.some(trace => trace.mode.includes("lines") && trace.kind === "scatter");
  const part = letter === "x" && drawn ? 0.0 : 0.05,
    more = part * (high - low);
  return [low - more, high + more];
}
