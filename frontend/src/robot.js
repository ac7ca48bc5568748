// A view of a robot: turned by dragging, nearer by the wheel, with the names of joints if wanted.

import { h } from "./dom.js";
import { Flat } from "./flat.js";
import { hasWebGL, Solid } from "./solid.js";

let webgl = null;
const views = new Set();

/** A browser gives out few drawing contexts: those of pages that are gone are given back. */
function tidy() {
  for (const view of views)
    if (!view.canvas.isConnected) {
      views.delete(view);
      view.view.end?.();
    }
}

export class RobotView {
  /** box: has a canvas; names: [[place, name]] that are written beside the joints. */
  constructor(box, robot, names = []) {
    webgl ??= hasWebGL();
    tidy();
    views.add(this);
    this.canvas = box.querySelector("canvas");
    this.view = new (webgl ? Solid : Flat)(this.canvas);
    this.view.set(robot);
    this.names = names.map(([place, name]) => [place, h("span", { class: "joint-name" }, name)]);
    if (names.length)
      box.append(
        h(
          "div",
          { class: "joint-names" },
          this.names.map(([, node]) => node),
        ),
      );
    this.listen();
    new ResizeObserver(() => this.again()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.view.set(robot);
      this.again();
    });
  }

  show(points, poses) {
    Object.assign(this, { points, poses });
    this.view.show(points, poses);
    for (const [place, node] of this.names) {
      const [x, y] = this.view.project(points[3 * place], points[3 * place + 1], points[3 * place + 2]);
      node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
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
        if (!e.ctrlKey && !this.canvas.closest(".studio")) return; // the page scrolls
        e.preventDefault();
        this.view.distance = Math.max(0.5, Math.min(6, this.view.distance * Math.exp(0.001 * e.deltaY)));
        this.again();
      },
      { passive: false },
    );
  }
}
