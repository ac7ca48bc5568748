// The robot as lines on a plain canvas, where the browser has no WebGL.

import { css } from "./dom.js";
import { SHADES } from "./solid.js";

export class Flat {
  constructor(canvas) {
    Object.assign(this, {
      canvas,
      pen: canvas.getContext("2d"),
      azimuth: -0.7,
      elevation: 0.35,
      distance: 2.1,
    });
  }

  set(robot) {
    this.robot = robot;
  }

  show(points) {
    this.points = points;
    this.draw();
  }

  project(x, y, z) {
    const { width, height } = this.size,
      scale = (2.3 / this.distance) * Math.min(width, height);
    const [ca, sa, ce, se] = [
      Math.cos(this.azimuth),
      Math.sin(this.azimuth),
      Math.cos(this.elevation),
      Math.sin(this.elevation),
    ];
    const u = ca * x - sa * y,
      v = sa * x + ca * y; // v away from the viewer
    return [width / 2 + scale * u, height / 2 - scale * (ce * z + se * v), ce * v - se * z];
  }

  draw() {
    const { canvas, pen, robot, points } = this,
      ratio = devicePixelRatio || 1;
    const size = (this.size = { width: canvas.clientWidth || 300, height: canvas.clientHeight || 200 });
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.lineCap = "round";
    const stroke = (a, b, shade, width) => {
      pen.strokeStyle = shade;
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(a[0], a[1]);
      pen.lineTo(b[0], b[1]);
      pen.stroke();
    };
    for (let k = -4; k <= 4; k++) {
      stroke(this.project(k / 8, -0.5, robot.floor), this.project(k / 8, 0.5, robot.floor), css("--line"), 1);
      stroke(this.project(-0.5, k / 8, robot.floor), this.project(0.5, k / 8, robot.floor), css("--line"), 1);
    }
    const at = [];
    for (let i = 0; i < points.length; i += 3) at.push(this.project(points[i], points[i + 1], points[i + 2]));
    const lines = robot.lines.map(([a, b, body]) => [at[a], at[b], body]);
    lines.sort((p, q) => q[0][2] + q[1][2] - p[0][2] - p[1][2]); // far ones first
    for (const [a, b, body] of lines)
      stroke(a, b, SHADES[body ? 1 + ((body - 1) % (SHADES.length - 1)) : 0], body ? 4.5 : 2);
    pen.fillStyle = css("--paper");
    for (const k of robot.joints) {
      pen.beginPath();
      pen.arc(at[k][0], at[k][1], 3.5, 0, 7);
      pen.fill();
      pen.stroke();
    }
  }
}
