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
  Line,
  LineBasicMaterial,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  Quaternion,
  Scene,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import { css } from "./dom.js";
import { shadeOf } from "./palette.js";

const UP = new Vector3(0, 1, 0);
const ANGLE = 32; // degrees, up and down
/** Half the height of what is seen, at distance 1. */
export const TANGENT = Math.tan((ANGLE / 360) * Math.PI);

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
    this.camera = new PerspectiveCamera(ANGLE, 1, 0.01, 30);
    this.camera.up.set(0, 0, 1);
    Object.assign(this, { azimuth: -0.7, elevation: 0.35, distance: 1.75, target: [0, 0, 0] });
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
    const floor = new GridHelper(2, 16, css("--line"), css("--line"));
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
      mesh.thick = body ? 0.008 : 0.003;
      this.scene.add(mesh);
      return [a, b, mesh];
    });
    const steel = new MeshStandardMaterial({ color: css("--soft"), roughness: 0.4 });
    this.balls = robot.joints.map(k => {
      const mesh = new Mesh(ball, steel);
      mesh.scale.setScalar(clad.size ? 0.001 : 0.0125);
      this.scene.add(mesh);
      return [k, mesh];
    });
    this.marks(robot);
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

  /** Axes of joints, where loops are closed, the tool, and the region it may be in. */
  marks(robot) {
    const shade = name => new MeshBasicMaterial({ color: css(name) }),
      rod = new CylinderGeometry(1, 1, 1, 8),
      ring = new TorusGeometry(0.02, 0.003, 8, 28),
      ball = new SphereGeometry(0.014, 16, 12);
    this.turning = [];
    for (const [a, b] of robot.axes || []) {
      const mesh = new Mesh(rod, shade("--accent"));
      mesh.thick = 0.002;
      this.scene.add(mesh);
      this.rods.push([a, b, mesh]);
    }
    for (const k of robot.closed || []) {
      const mesh = new Mesh(ring, shade("--bad"));
      this.scene.add(mesh);
      this.turning.push(mesh);
      this.balls.push([k, mesh]);
    }
    if (typeof robot.tool === "number") {
      const mesh = new Mesh(ball, shade("--good"));
      this.scene.add(mesh);
      this.balls.push([robot.tool, mesh]);
    }
    this.region(robot.region || []);
  }

  /** Lines that stand still, each a flat list of places. */
  region(lines) {
    if (this.walls) this.scene.remove(this.walls);
    this.walls = new Group();
    for (const line of lines) {
      const shape = new BufferGeometry();
      shape.setAttribute("position", new BufferAttribute(new Float32Array(line), 3));
      this.walls.add(new Line(shape, new LineBasicMaterial({ color: css("--good") })));
    }
    this.scene.add(this.walls);
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
    const far = this.distance,
      level = Math.cos(this.elevation),
      [x, y, z] = this.target;
    this.camera.position.set(
      x - far * level * Math.sin(this.azimuth),
      y - far * level * Math.cos(this.azimuth),
      z + far * Math.sin(this.elevation),
    );
    this.camera.lookAt(x, y, z);
    this.camera.updateProjectionMatrix();
    for (const mesh of this.turning || []) mesh.quaternion.copy(this.camera.quaternion);
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
