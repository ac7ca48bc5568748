// The robot as lines on a plain canvas, where the browser has no WebGL.

import { css } from "./dom.js";
import { shadeOf } from "./palette.js";
import { TANGENT } from "./solid.js";

export class Flat {
  constructor(canvas) {
    Object.assign(this, {
      canvas,
      pen: canvas.getContext("2d"),
      azimuth: -0.7,
      elevation: 0.35,
      distance: 2.1,
      target: [0, 0, 0],
    });
  }

  set(robot) {
    this.robot = robot;
  }

  show(points) {
    this.points = points;
    this.draw();
  }

  region(lines) {
    this.robot = { ...this.robot, region: lines };
  }

  project(px, py, pz) {
    const { width, height } = this.size,
      scale = height / (2 * TANGENT * this.distance),
      [x, y, z] = [px - this.target[0], py - this.target[1], pz - this.target[2]];
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
    for (const line of robot.region || [])
      for (let k = 3; k < line.length; k += 3)
        stroke(
          this.project(...line.slice(k - 3, k)),
          this.project(...line.slice(k, k + 3)),
          css("--good"),
          1.5,
        );
    const at = [];
    for (let i = 0; i < points.length; i += 3) at.push(this.project(points[i], points[i + 1], points[i + 2]));
    const lines = robot.lines.map(([a, b, body]) => [at[a], at[b], body]);
    lines.sort((p, q) => q[0][2] + q[1][2] - p[0][2] - p[1][2]); // far ones first
    for (const [a, b, body] of lines)
      stroke(a, b, shadeOf(body), body ? 4.5 : 2);
    for (const [a, b] of robot.axes || []) stroke(at[a], at[b], css("--accent"), 1.2);
    pen.strokeStyle = css("--soft");
    pen.fillStyle = css("--paper");
    for (const k of robot.joints) {
      pen.beginPath();
      pen.arc(at[k][0], at[k][1], 3.5, 0, 7);
      pen.fill();
      pen.stroke();
    }
  }
}
