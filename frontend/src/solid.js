// The robot in space, by WebGL: rods from joint to joint, or the meshes of its file.

import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  GridHelper,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Quaternion,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import { css } from "./dom.js";

export const SHADES = [
  "#8a94a3",
  "#3d8bd4",
  "#e8743b",
  "#3aa57a",
  "#9a7fd1",
  "#d9534f",
  "#b58900",
  "#2aa198",
  "#d06aa5",
];
const shadeOf = body => SHADES[body ? 1 + ((body - 1) % (SHADES.length - 1)) : 0];
const UP = new Vector3(0, 1, 0);

export function hasWebGL() {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(context);
}

/** Lengths are in units of the robot's size, z points up; `robot` is what Python's picture says. */
export class Solid {
  constructor(canvas) {
    this.canvas = canvas;
    // what was drawn stays, for the printer
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.camera = new PerspectiveCamera(32, 1, 0.01, 20);
    this.camera.up.set(0, 0, 1);
    Object.assign(this, { azimuth: -0.7, elevation: 0.35, distance: 1.75 });
  }

  set(robot) {
    this.robot = robot;
    this.scene = new Scene();
    this.scene.add(new AmbientLight("#ffffff", 1.6));
    for (const [x, y, z, power] of [
      [1, -1, 2, 2.0],
      [-2, 1, 1, 0.8],
    ]) {
      const light = new DirectionalLight("#ffffff", power);
      light.position.set(x, y, z);
      this.scene.add(light);
    }
    const floor = new GridHelper(2, 16, css("--soft"), css("--line"));
    floor.rotation.x = Math.PI / 2;
    floor.position.z = robot.floor;
    this.scene.add(floor);
    const material = body =>
      new MeshStandardMaterial({ color: shadeOf(body), roughness: 0.55, metalness: 0.1 });
    const rod = new CylinderGeometry(1, 1, 1, 14),
      ball = new SphereGeometry(1, 16, 12);
    const clad = new Set((robot.meshes || []).map(mesh => mesh.body));
    this.rods = robot.lines.map(([a, b, body]) => {
      const mesh = new Mesh(rod, material(body));
      mesh.visible = !clad.has(body);
      mesh.thick = body ? 0.011 : 0.004;
      this.scene.add(mesh);
      return [a, b, mesh];
    });
    const steel = new MeshStandardMaterial({ color: css("--soft"), roughness: 0.4 });
    this.balls = robot.joints.map(k => {
      const mesh = new Mesh(ball, steel);
      mesh.scale.setScalar(clad.size ? 0.001 : 0.017);
      this.scene.add(mesh);
      return [k, mesh];
    });
    this.bodies = new Map();
    for (const { body, points, triangles } of robot.meshes || []) {
      const shape = new BufferGeometry(),
        flat = new Float32Array(triangles.length * 3);
      triangles.forEach((k, i) => flat.set(points.slice(3 * k, 3 * k + 3), 3 * i));
      shape.setAttribute("position", new BufferAttribute(flat, 3));
      shape.computeVertexNormals();
      if (!this.bodies.has(body)) {
        const group = new Group();
        group.matrixAutoUpdate = false;
        this.bodies.set(body, group);
        this.scene.add(group);
      }
      const skin = material(body);
      skin.side = DoubleSide;
      this.bodies.get(body).add(new Mesh(shape, skin));
    }
  }

  /** points: flat, three numbers a place; poses: {body: the upper three rows of its matrix}. */
  show(points, poses) {
    const at = k => new Vector3(points[3 * k], points[3 * k + 1], points[3 * k + 2]);
    for (const [a, b, mesh] of this.rods) {
      const from = at(a),
        along = at(b).sub(from),
        length = along.length();
      mesh.position.copy(from).addScaledVector(along, 0.5);
      mesh.scale.set(mesh.thick, Math.max(length, 1e-6), mesh.thick);
      if (length > 1e-9)
        mesh.quaternion.copy(new Quaternion().setFromUnitVectors(UP, along.divideScalar(length)));
    }
    for (const [k, mesh] of this.balls) mesh.position.copy(at(k));
    for (const [body, group] of this.bodies) {
      const rows = poses?.[body];
      if (rows) group.matrix.copy(new Matrix4().set(...rows, 0, 0, 0, 1));
      group.matrixWorldNeedsUpdate = true;
    }
    this.draw();
  }

  draw() {
    const width = this.canvas.clientWidth || 300,
      height = this.canvas.clientHeight || 200;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    const far = this.distance * Math.max(1, 0.9 * (height / width)),
      level = Math.cos(this.elevation);
    this.camera.position.set(
      -far * level * Math.sin(this.azimuth),
      -far * level * Math.cos(this.azimuth),
      far * Math.sin(this.elevation),
    );
    this.camera.lookAt(0, 0, 0);
    this.camera.updateProjectionMatrix();
    this.renderer.render(this.scene, this.camera);
  }

  end() {
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** Where on the canvas a place is, in px. */
  project(x, y, z) {
    const at = new Vector3(x, y, z).project(this.camera);
    return [(0.5 + at.x / 2) * this.canvas.clientWidth, (0.5 - at.y / 2) * this.canvas.clientHeight];
  }
}
