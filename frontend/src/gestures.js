// What the pointer does to a chart: it reads values, zooms in, moves along, and sets the common time.

import { h, svg } from "./dom.js";
import { shown } from "./scales.js";

const FEW = 8; // lines of the box beside the pointer

/** Charts and robots of one clock show the same moment. */
export const clocks = {
  tell(name, t, from) {
    document.dispatchEvent(new CustomEvent("dynid-time", { detail: { name, t, from } }));
  },
  hear(listener) {
    document.addEventListener("dynid-time", e => listener(e.detail));
  },
};

const number = x =>
  x === null || x === undefined || Number.isNaN(x)
    ? "–"
    : Math.abs(x) >= 1e4 || (x !== 0 && Math.abs(x) < 1e-3)
      ? x.toExponential(3)
      : String(Number(x.toPrecision(5)));

function nearest(xs, x) {
  let low = 0,
    high = xs.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle] <= x) low = middle;
    else high = middle;
  }
  return Math.abs(xs[low] - x) <= Math.abs(xs[high] - x) ? low : high;
}

function sorted(xs) {
  const step = Math.max(1, Math.floor(xs.length / 50));
  for (let k = step; k < xs.length; k += step) if (xs[k] < xs[k - step]) return false;
  return true;
}

/** What stands under the pointer, in words. */
function reading(place, at, point) {
  const lines = [];
  for (const trace of place.panel.traces) {
    if (trace.quiet || !trace.y || !trace.y.length) continue;
    if (trace.texts.length) {
      const distance = k => Math.hypot(place.x.of(trace.x[k]) - point[0], place.y.of(trace.y[k]) - point[1]);
      const k = trace.texts.reduce(
        (best, _, i) =>
          Math.abs(place.y.of(trace.y[i]) - point[1]) < Math.abs(place.y.of(trace.y[best]) - point[1])
            ? i
            : best,
        0,
      );
      if (distance(k) < 60 || Math.abs(place.y.of(trace.y[k]) - point[1]) < 9)
        lines.push(`${trace.texts[k]}: ${number(trace.x[k])}`);
    } else if (trace.kind === "scatter" && trace.x && trace.mode.includes("lines") && sorted(trace.x)) {
      lines.push(`${trace.name || "value"}: ${number(trace.y[nearest(trace.x, at)])}`);
    }
  }
  return lines;
}

export function gestures(chart) {
  const { box } = chart,
    fine = !matchMedia("(pointer: coarse)").matches;
  let start = null;
  const place = e => {
    const edge = box.getBoundingClientRect(),
      point = [e.clientX - edge.left, e.clientY - edge.top];
    const found = chart.places?.find(
      ({ frame }) =>
        point[0] >= frame.left &&
        point[0] <= frame.right &&
        point[1] >= frame.top &&
        point[1] <= frame.bottom,
    );
    return [found, point];
  };
  const rule = x =>
    chart.places
      .filter(({ x: scale }) => !scale.words)
      .map(({ frame, x: scale }) => {
        const at = scale.of(x);
        return at >= Math.min(frame.left, frame.right) - 0.5 && at <= frame.right + 0.5
          ? svg("line", { x1: at, x2: at, y1: frame.top, y2: frame.bottom })
          : null;
      })
      .filter(Boolean);
  chart.point = x => chart.cursor?.replaceChildren(...rule(x));
  const tell = lines => {
    chart.tip.hidden = !lines.length;
    chart.tip.replaceChildren(...lines.slice(0, FEW).map(line => h("div", {}, line)));
  };
  const leave = () => {
    if (chart.tip) chart.tip.hidden = true;
    if (!chart.figure.clock) chart.cursor?.replaceChildren();
  };

  box.addEventListener("pointermove", e => {
    const [found, point] = place(e);
    if (start && chart.options.pan) return slide(point);
    if (start) return select(point);
    if (!found) return leave();
    const at = found.x.back(point[0]);
    const lines = reading(found, at, point);
    const unit =
      found.x.words || found.x.named ? [] : [shown(at, Math.abs(found.x.high - found.x.low) / 1000)];
    if (lines.length) tell([...unit, ...lines]);
    else tell([]);
    chart.tip.style.left = `${Math.min(point[0] + 14, chart.width - 170)}px`;
    chart.tip.style.top = `${point[1] + 12}px`;
    if (!found.x.words && !found.x.named) chart.point(at);
    if (chart.figure.clock) clocks.tell(chart.figure.clock, at, chart);
  });
  box.addEventListener("pointerleave", leave);

  box.addEventListener("pointerdown", e => {
    const [found, point] = place(e);
    if (!found || found.x.words || found.x.named || (!fine && !chart.options.pan)) return;
    start = { found, point, range: chart.range || [found.x.low, found.x.high] };
    box.setPointerCapture(e.pointerId);
  });
  box.addEventListener("pointerup", e => {
    if (!start) return;
    const [, point] = place(e),
      { found, point: first } = start;
    start = null;
    if (chart.options.pan || Math.abs(point[0] - first[0]) < 6) return void chart.cursor?.replaceChildren();
    const inner = pixel => found.x.inner(found.x.back(pixel));
    chart.range = [inner(first[0]), inner(point[0])].sort((a, b) => a - b);
    chart.draw();
    chart.options.onRange?.(chart.range);
  });
  box.addEventListener("dblclick", () => {
    chart.range = null;
    chart.draw();
    chart.options.onRange?.(null);
  });
  if (chart.options.pan)
    box.addEventListener(
      "wheel",
      e => {
        const [found, point] = place(e);
        if (!found) return;
        e.preventDefault();
        const [low, high] = chart.range || [found.x.low, found.x.high],
          at = found.x.inner(found.x.back(point[0]));
        const factor = Math.exp(0.002 * e.deltaY);
        chart.range = [at + (low - at) * factor, at + (high - at) * factor];
        chart.draw();
        chart.options.onRange?.(chart.range);
      },
      { passive: false },
    );

  function select(point) {
    const { frame } = start.found,
      [a, b] = [start.point[0], Math.max(frame.left, Math.min(frame.right, point[0]))];
    chart.cursor.replaceChildren(
      svg("rect", {
        x: Math.min(a, b),
        y: frame.top,
        width: Math.abs(b - a),
        height: frame.bottom - frame.top,
      }),
    );
  }

  function slide(point) {
    const by = (point[0] - start.point[0]) / start.found.x.factor;
    chart.range = start.range.map(x => x - by);
    chart.draw();
    chart.options.onRange?.(chart.range);
  }

  clocks.hear(({ name, t, from }) => {
    if (name && name === chart.figure.clock && from !== chart && chart.root?.isConnected) chart.point(t);
  });
}
