// The robot: seen, moved by its joints, and told how it stands.

import { h } from "../dom.js";
import { RobotView } from "../robot.js";
import { get, post } from "./api.js";
import { button, choice, field, findings, jobCard, messages, tried } from "./parts.js";
import { standing } from "./standing.js";
import { choose } from "./files.js";
import { change, start, store } from "./store.js";
import { welcome } from "./welcome.js";

export function robotPage(root) {
  const [message, say] = messages();
  const side = h("div", { class: "side" }),
    box = h("div", { class: "picture big" }, h("canvas", { role: "img", "aria-label": "the robot" }));
  const checks = h("section", { hidden: true }),
    greeting = welcome(say),
    stage = h(
      "div",
      {},
      box,
      h(
        "p",
        { class: "soft" },
        "Drag to rotate, scroll to zoom; move the joints with the sliders. Blue: joint axes; red rings: loop closures; green: the tool.",
      ),
    );
  root.append(message, greeting, h("div", { class: "split" }, stage, side), checks);
  let robot = null,
    view = null,
    key = null,
    asked = 0,
    mine = null,
    q = [];

  async function load() {
    const { project } = store.state;
    const now = JSON.stringify([
      project.robot,
      project.lock,
      project.actuated,
      project.base,
      project.tool,
      store.state.robots,
    ]);
    if (now === key) return;
    key = now;
    mine = null; // what was found was about another robot
    check();
    robot = project.robot ? await tried(say, () => get("robot")) : null;
    const pick = chooser();
    side.hidden = !project.robot;
    if (!project.robot) greeting.querySelector(".own").replaceChildren(...(store.state.robots.length ? [pick] : []));
    side.replaceChildren(
      ...(project.robot ? [pick] : []),
      ...(robot ? [about(), sliders(), standing(robot, say)] : project.robot ? [repair()] : []),
    );
    stage.hidden = !robot?.scene;
    greeting.hidden = Boolean(project.robot);
    if (robot?.scene_error) say(robot.scene_error);
    if (!robot?.scene) return;
    box.replaceChildren(h("canvas", { role: "img", "aria-label": "the robot" }));
    view = new RobotView(box, robot.scene, robot.scene.names);
    view.show(robot.scene.points[0], first(robot.scene.poses));
    const job = await tried(say, () => start("check", { options: { quick: true }, again: false }));
    mine = job?.id;
    check();
  }

  const first = poses => Object.fromEntries(Object.entries(poses).map(([body, rows]) => [body, rows[0]]));

  function chooser() {
    const files = store.state.robots.map(name => [name, name]),
      built = store.state.builtin.map(name => [name, `built-in: ${name}`]);
    const node = choice([["", "choose …"], ...files, ...built], store.state.project.robot || "", {
      "aria-label": "robot",
      id: "robot",
    });
    node.addEventListener(
      "change",
      () =>
        node.value &&
        tried(say, () => choose(node.value)).then(done => {
          if (done === null) node.value = store.state.project.robot || "";
        }),
    );
    return field("Robot", node, "or drop a URDF or MJCF file, or a zip with meshes, anywhere on this page");
  }

  const repair = () =>
    h(
      "p",
      {},
      button("Reset locks and motors", () =>
        tried(say, () => change({ lock: null, actuated: null, base: null, tool: null })),
      ),
    );

  function about() {
    const drives = robot.actuated.length,
      loops = robot.loops.length;
    return h(
      "div",
      {},
      h("h2", {}, robot.name),
      h("p", { class: "soft" }, robot.description),
      h(
        "p",
        {},
        `${robot.bodies.length} bodies, ${robot.joints.length} joints, ${drives} with a motor, ${loops ? `${loops} loops` : "no loops"}`,
      ),
    );
  }

  function sliders() {
    q = [...robot.home];
    const passive = h("p", { class: "soft passive" });
    const rows = robot.actuated.map((name, k) => {
      const joint = robot.joints.find(each => each.name === name);
      const out = h("output", {}, shown(q[k], joint.unit));
      const input = h("input", {
        type: "range",
        min: joint.lower,
        max: joint.upper,
        step: (joint.upper - joint.lower) / 1000,
        value: q[k],
        "aria-label": name,
        oninput: () => {
          q[k] = Number(input.value);
          out.textContent = shown(q[k], joint.unit);
          move(passive);
        },
      });
      const lock =
        store.state.project.robot && !robot.loops.length
          ? button(
              "Lock",
              () => tried(say, () => change({ lock: { ...robot.locked, [name]: Number(q[k].toFixed(6)) } })),
              "small",
            )
          : null;
      return h("div", { class: "slider" }, h("span", { title: name }, name), input, out, lock);
    });
    const back = button(
      "Home",
      () => {
        key = null;
        load();
      },
      "small",
    );
    return h("div", { class: "sliders" }, h("h3", {}, "Joints ", back), rows, passive);
  }

  const shown = (x, unit) => (unit === "m" ? `${x.toFixed(3)} m` : `${((180 / Math.PI) * x).toFixed(1)}°`);

  // one pose is asked for at a time, the newest next: loops are closed by the server
  let waiting = false,
    again = false;
  async function move(passive) {
    if (waiting) {
      again = true;
      return;
    }
    waiting = true;
    const number = ++asked;
    try {
      const found = await post("pose", { q });
      if (number === asked) {
        view.show(found.points[0], first(found.poses));
        say("");
      }
      passive.textContent = robot.joints
        .map((joint, k) =>
          joint.actuated ? "" : `${joint.name} ${shown(found.coordinates[0][k], joint.unit)}`,
        )
        .filter(Boolean)
        .slice(0, 24)
        .join(", ");
    } catch (error) {
      say(error.message);
    }
    waiting = false;
    if (again) {
      again = false;
      move(passive);
    }
  }

  let showing = "";
  async function check() {
    const job = mine ? store.jobs.find(each => each.id === mine) : null;
    const now = job ? `${job.id} ${job.state}` : "";
    if (now === showing) return;
    showing = now;
    checks.hidden = !job || !store.state?.project.robot;
    if (checks.hidden) return checks.replaceChildren();
    const head = [h("h2", {}, "Check of the robot file")];
    if (["running", "waiting"].includes(job.state))
      return checks.replaceChildren(...head, h("p", { class: "soft" }, "checking …"));
    const { result } = await get(`jobs/${job.id}`).catch(() => ({}));
    checks.replaceChildren(
      ...head,
      result ? findings(result.findings) : jobCard(job),
      h("p", { class: "soft" }, "Same command in the shell: ", h("code", {}, job.command)),
    );
  }

  if (store.state) load();
  return { state: () => load(), jobs: check };
}
