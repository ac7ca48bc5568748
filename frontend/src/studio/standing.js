// How a robot stands: its tool, its tilt, which joints are locked and which are driven.

import { h } from "../dom.js";
import { button, choice, field, tried } from "./parts.js";
import { change, store } from "./store.js";

const DEGREE = Math.PI / 180;
const MOST = 90; // degrees that a base is turned by the sliders
const round = x => Number(x.toFixed(6));

/** The key `base` with a tilt [rad] in place of its own. */
function tilted(base, tilt) {
  const given = typeof base === "string" ? { fixed: base === "fixed" } : { ...base };
  delete given.tilt;
  if (tilt.some(Boolean)) return { ...given, tilt: tilt.map(round) };
  if (typeof base === "string") return base;
  return Object.keys(given).length ? given : null;
}

export function standing(robot, say) {
  const { project } = store.state;
  const set = keys => tried(say, () => change(keys));
  return h(
    "details",
    { class: "standing", open: store.standing, ontoggle: e => (store.standing = e.target.open) },
    h("summary", {}, "Setup: tool, base tilt, locked joints, motors"),
    tool(robot, set),
    tilt(project, set),
    locks(robot, set),
    robot.loops.length ? drives(robot, project, set) : null,
  );
}

function tool(robot, set) {
  const own = robot.tool && !robot.frames.includes(robot.tool) ? [[robot.tool, robot.tool]] : [];
  const frames = [...own, ...robot.frames.map(name => [name, name])];
  const node = choice(robot.tool ? frames : [["", "none"], ...frames], robot.tool || "", {
    "aria-label": "tool",
    onchange: () => set({ tool: node.value || null }),
  });
  return field("Tool", node, "shown as the green ball; a designed motion keeps it in the workspace");
}

function tilt(project, set) {
  if (project.base === "floating") return null;
  const now = (typeof project.base === "object" && project.base?.tilt) || [0, 0];
  const rows = ["roll", "pitch"].map((name, k) => {
    const out = h("output", {}, `${(now[k] / DEGREE).toFixed(0)}°`);
    const input = h("input", {
      type: "range",
      min: -MOST,
      max: MOST,
      step: 1,
      value: now[k] / DEGREE,
      "aria-label": `${name} of the base`,
      oninput: () => {
        out.textContent = `${input.value}°`;
      },
      onchange: () => {
        const turned = now.map((x, n) => (n === k ? input.value * DEGREE : x));
        return set({ base: tilted(project.base, turned) });
      },
    });
    return h("label", { class: "slider" }, h("span", {}, name), input, out);
  });
  return h("div", {}, h("h3", {}, "Base rotated about its x, then y axis"), rows);
}

function locks(robot, set) {
  const locked = Object.entries(robot.locked);
  if (!locked.length) return null;
  const without = name => Object.fromEntries(locked.filter(([other]) => other !== name));
  return h(
    "div",
    {},
    h("h3", {}, "Locked"),
    locked.map(([name, x]) =>
      h(
        "span",
        { class: "chip" },
        `${name} = ${x} `,
        button("Unlock", () => set({ lock: without(name) }), "small"),
      ),
    ),
  );
}

function drives(robot, project, set) {
  const boxes = robot.joints.map(joint => [
    joint.name,
    h("input", { type: "checkbox", checked: joint.actuated, "aria-label": `${joint.name} has a motor` }),
  ]);
  return h(
    "div",
    {},
    h("h3", {}, "Joints with a motor"),
    h(
      "div",
      { class: "checks" },
      boxes.map(([name, node]) => h("label", {}, node, name)),
    ),
    h(
      "div",
      { class: "row" },
      button(
        "Set the motors",
        () => set({ actuated: boxes.filter(([, node]) => node.checked).map(([name]) => name) }),
        "small",
      ),
      project.actuated ? button("As in the file", () => set({ actuated: null }), "small") : null,
    ),
  );
}
