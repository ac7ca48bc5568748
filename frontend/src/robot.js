// A view of a robot: turned by dragging, nearer by the wheel, with the names of joints if wanted.

import { h } from "./dom.js";
import { Flat } from "./flat.js";
import { hasWebGL, Solid, TANGENT } from "./solid.js";

let webgl = null;
const views = new Set();
const LINE = 14, // px between names
  LETTER = 6.6,
  MARGIN = 1.12; // of the picture around the robot

/** A browser gives out few drawing contexts: those of pages that are gone are given back. */
function tidy() {
  for (const view of views)
    if (!view.canvas.isConnected) {
      views.delete(view);
      view.view.end?.();
    }
}

/** All views in the colours that the page has now. */
export const recolour = () => views.forEach(view => view.recolour());

export class RobotView {
  /**
   * box: has a canvas; names: [[place, name]] that are written beside the joints; frames: all points
   * that shall be seen, [[x, y, z, x, ...], ...], else those of the robot.
   */
  constructor(box, robot, names = [], frames = robot.points) {
    webgl ??= hasWebGL();
    tidy();
    views.add(this);
    this.canvas = box.querySelector("canvas");
    this.view = new (webgl ? Solid : Flat)(this.canvas);
    this.view.set(robot);
    this.frames = frames;
    this.robot = robot;
    this.corners = cornersOf(robot);
    this.names = names.map(([place, name]) => [place, h("span", { class: "joint-name" }, name), name.length]);
    box.querySelector(".joint-names")?.remove();
    if (names.length)
      box.append(
        h(
          "div",
          { class: "joint-names" },
          this.names.map(([, node]) => node),
        ),
      );
    this.listen();
    new ResizeObserver(() => {
      this.fit();
      this.again();
    }).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour());
    this.fit();
  }

  /** Look at the middle of all that is to be seen, from as near as shows it whole. */
  fit() {
    const { view } = this,
      ratio = (this.canvas.clientWidth || 300) / (this.canvas.clientHeight || 200);
    const [ca, sa, ce, se] = [
      Math.cos(view.azimuth),
      Math.sin(view.azimuth),
      Math.cos(view.elevation),
      Math.sin(view.elevation),
    ];
    const seen = [];
    const take = (x, y, z) => {
      // to the right, up, and away from the viewer
      const along = sa * x + ca * y;
      seen.push([ca * x - sa * y, ce * z + se * along, ce * along - se * z]);
    };
    for (const points of this.frames || [])
      for (let k = 0; k < points.length; k += 3) take(points[k], points[k + 1], points[k + 2]);
    for (const corner of this.corners) take(...corner);
    if (!seen.length) return;
    const ends = [0, 1, 2].map(k => {
      const all = seen.map(each => each[k]);
      return [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
    });
    const [u, v, w] = ends.map(([low, high]) => (low + high) / 2),
      along = se * v + ce * w;
    view.target = [ca * u + sa * along, ca * along - sa * u, ce * v - se * w];
    // a point is seen if its height is below TANGENT times its distance, and so for its width
    const far = ([x, y, z]) =>
      (MARGIN * Math.max(Math.abs(y - v), Math.abs(x - u) / ratio)) / TANGENT - (z - w);
    view.distance = Math.max(0.2, seen.reduce((a, b) => Math.max(a, far(b)), 0));
  }

  show(points, poses) {
    Object.assign(this, { points, poses });
    this.view.show(points, poses);
    this.label(points);
  }

  /** Lines that stand still, drawn; the whole of them is looked at with `fit`. */
  region(lines, fit = false) {
    this.robot = { ...this.robot, region: lines };
    this.view.region(lines);
    this.corners = cornersOf(this.robot);
    if (fit) this.fit();
    this.again();
  }

  /** Names stand beside their joints; one that would cover another goes below it. */
  label(points) {
    const taken = [];
    for (const [place, node, letters] of this.names) {
      let [x, y] = this.view.project(points[3 * place], points[3 * place + 1], points[3 * place + 2]);
      const wide = letters * LETTER;
      const over = () =>
        taken.find(([a, b, width]) => Math.abs(b - y) < LINE - 0.5 && x < a + width && a < x + wide);
      for (let other = over(); other; other = over()) y = other[1] + LINE;
      taken.push([x, y, wide]);
      node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }

  recolour() {
    this.view.set(this.robot);
    this.again();
  }

  again() {
    if (this.points) this.show(this.points, this.poses);
  }

  listen() {
    let from = null;
    this.canvas.addEventListener("pointerdown", e => {
      from = [e.clientX, e.clientY];
      this.canvas.setPointerCapture(e.pointerId);
    });
    this.canvas.addEventListener("pointermove", e => {
      if (!from) return;
      this.view.azimuth += 0.01 * (e.clientX - from[0]);
      this.view.elevation = Math.max(-1.5, Math.min(1.5, this.view.elevation + 0.01 * (e.clientY - from[1])));
      from = [e.clientX, e.clientY];
      this.again();
    });
    for (const end of ["pointerup", "pointercancel"])
      this.canvas.addEventListener(end, () => {
        from = null;
      });
    this.canvas.addEventListener(
      "wheel",
      e => {
        if (!e.ctrlKey && !this.canvas.closest(".studio .big")) return; // the page scrolls
        e.preventDefault();
        this.view.distance = Math.max(0.3, Math.min(9, this.view.distance * Math.exp(0.001 * e.deltaY)));
        this.again();
      },
      { passive: false },
    );
  }
}

/** Corners of the boxes around the meshes, where the robot stands at first; of a region, its points. */
function cornersOf(robot) {
  const found = [];
  for (const { body, points } of robot.meshes || []) {
    const rows = robot.poses?.[body]?.[0];
    if (!rows) continue;
    const ends = [0, 1, 2].map(k => {
      const values = points.filter((_, i) => i % 3 === k);
      return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    });
    for (let n = 0; n < 8; n++) {
      const [x, y, z] = ends.map((end, k) => end[(n >> k) & 1]);
      found.push([0, 4, 8].map(r => rows[r] * x + rows[r + 1] * y + rows[r + 2] * z + rows[r + 3]));
    }
  }
  for (const line of robot.region || [])
    for (let k = 0; k < line.length; k += 3) found.push(line.slice(k, k + 3));
  return found;
}
