// Lines in space, seen from a corner: drag to turn.

import { svg } from "./dom.js";
import { words } from "./figure.js";

export function drawSpace(root, panel, frame) {
  let azimuth = -0.8,
    elevation = 0.5,
    from = null;
  const group = svg("g", { class: "space" });
  const lines = panel.traces.filter(trace => trace.kind === "scatter3d");
  const letters = ["x", "y", "z"];
  const ends = letters.map(letter => {
    const values = lines.flatMap(trace => Array.from(trace[letter])).filter(Number.isFinite);
    return [Math.min(...values), Math.max(...values)];
  });
  const turned = letters.map(letter => (panel.scene[`${letter}axis`]?.autorange === "reversed" ? -1 : 1));
  const size = Math.max(...ends.map(([a, b]) => b - a)) || 1;
  const scale = 0.62 * Math.min(frame.right - frame.left, frame.bottom - frame.top);
  const project = point => {
    const [x, y, z] = point.map((v, k) => (turned[k] * (v - (ends[k][0] + ends[k][1]) / 2)) / size);
    const [u, v] = [
      Math.cos(azimuth) * x - Math.sin(azimuth) * y,
      Math.sin(azimuth) * x + Math.cos(azimuth) * y,
    ];
    return [
      (frame.left + frame.right) / 2 + scale * u,
      (frame.top + frame.bottom) / 2 - scale * (Math.cos(elevation) * z + Math.sin(elevation) * v),
    ];
  };
  const draw = () => {
    const nodes = [];
    letters.forEach((letter, k) => {
      const a = ends.map(([low]) => low),
        b = a.slice();
      b[k] = ends[k][1];
      const [[x1, y1], [x2, y2]] = [project(a), project(b)];
      const title = words(panel.scene[`${letter}axis`]?.title?.text) || letter;
      nodes.push(
        svg("line", { x1, y1, x2, y2, class: "edge" }),
        svg("text", { x: x2, y: y2 - 4, "text-anchor": "middle" }, title),
      );
    });
    for (const trace of lines) {
      const d = Array.from(trace.x, (x, k) => project([x, trace.y[k], trace.z[k]]))
        .filter(([a]) => Number.isFinite(a))
        .map(([a, b], k) => `${k ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`)
        .join("");
      nodes.push(svg("path", { class: "line", d, fill: "none", stroke: trace.shade, "stroke-width": 1.4 }));
    }
    group.replaceChildren(
      svg("rect", {
        x: frame.left,
        y: frame.top,
        width: frame.right - frame.left,
        height: frame.bottom - frame.top,
        fill: "transparent",
      }),
      ...nodes,
    );
  };
  group.addEventListener("pointerdown", e => {
    from = [e.clientX, e.clientY];
    group.setPointerCapture(e.pointerId);
    e.stopPropagation();
  });
  group.addEventListener("pointermove", e => {
    if (!from) return;
    azimuth += 0.01 * (e.clientX - from[0]);
    elevation = Math.max(-1.5, Math.min(1.5, elevation + 0.01 * (e.clientY - from[1])));
    from = [e.clientX, e.clientY];
    draw();
  });
  group.addEventListener("pointerup", () => {
    from = null;
  });
  draw();
  root.append(group);
}
