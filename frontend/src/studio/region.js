// Where the tool may be: a box, ball or cylinder, set by sliders and drawn around the robot.

import { h } from "../dom.js";
import { RobotView } from "../robot.js";
import { get, post } from "./api.js";
import { choice, field, tried } from "./parts.js";
import { change, store } from "./store.js";

const KINDS = {
  "": [],
  box: ["x", "y", "z", "length", "width", "height"],
  sphere: ["x", "y", "z", "radius"],
  cylinder: ["x", "y", "z", "radius", "height"],
};
const PLACE = ["x", "y", "z"];
const round = x => Number(x.toFixed(3));

/** As dynid.yaml says it: {sphere: {center, radius}}; of the values of the sliders. */
export function workspaceOf(kind, v) {
  const center = PLACE.map(name => v[name]);
  if (kind === "sphere") return { sphere: { center, radius: v.radius } };
  if (kind === "cylinder") return { cylinder: { center, radius: v.radius, height: v.height } };
  if (kind !== "box") return null;
  const size = [v.length, v.width, v.height];
  return {
    box: {
      lower: center.map((x, k) => round(x - size[k] / 2)),
      upper: center.map((x, k) => round(x + size[k] / 2)),
    },
  };
}

/** The values of the sliders of what dynid.yaml says. */
export function valuesOf(workspace, at, size) {
  const start = { x: at[0], y: at[1], z: at[2], radius: 0.25, length: 0.4, width: 0.4, height: 0.3 };
  for (const key of ["radius", "length", "width", "height"]) start[key] = round(start[key] * size);
  const [kind, given] = Object.entries(workspace || {})[0] || ["", {}];
  if (!(kind in KINDS)) return ["", start];
  const center = given.center || (given.lower ? given.lower.map((x, k) => (x + given.upper[k]) / 2) : at);
  const sides = given.lower ? given.lower.map((x, k) => given.upper[k] - x) : [];
  const own = { radius: given.radius, length: sides[0], width: sides[1], height: given.height ?? sides[2] };
  const known = Object.fromEntries(Object.entries(own).filter(([, x]) => x !== undefined));
  return [kind, { ...start, ...Object.fromEntries(PLACE.map((name, k) => [name, round(center[k])])), ...known }];
}

/** A view of the robot in its region, and the sliders of that. */
export async function region(box, side, say) {
  const robot = await tried(say, () => get("robot"));
  if (!robot?.scene) return box.replaceChildren();
  box.replaceChildren(h("canvas", { role: "img", "aria-label": "the robot and the workspace of its tool" }));
  const view = new RobotView(box, robot.scene, robot.scene.names);
  const first = Object.fromEntries(Object.entries(robot.scene.poses).map(([body, rows]) => [body, rows[0]]));
  view.show(robot.scene.points[0], first);
  const size = robot.scene.size;
  let [kind, values] = valuesOf(store.state.project.workspace, robot.at, size);
  const sliders = h("div", {});
  const pick = choice([["", "the whole workspace"], "box", ["sphere", "ball"], ["cylinder", "cylinder"]], kind, {
    "aria-label": "workspace",
    onchange: () => {
      kind = pick.value;
      rows();
      draw(true);
      keep();
    },
  });

  // one outline is asked for at a time, the newest next
  let waiting = false,
    again = false;
  async function draw(wide = false) {
    if (waiting) {
      again = true;
      return;
    }
    waiting = true;
    const found = await tried(say, () => post("region", { workspace: workspaceOf(kind, values) }));
    if (found) view.region(found.region, wide);
    waiting = false;
    if (again) {
      again = false;
      draw(wide);
    }
  }
  const keep = () => tried(say, () => change({ workspace: workspaceOf(kind, values) }));

  function rows() {
    sliders.replaceChildren(
      ...KINDS[kind].map(name => {
        const place = PLACE.includes(name),
          out = h("output", {}, `${values[name]} m`);
        const input = h("input", {
          type: "range",
          min: place ? round(robot.at[PLACE.indexOf(name)] - size) : round(0.02 * size),
          max: place ? round(robot.at[PLACE.indexOf(name)] + size) : round(1.5 * size),
          step: 0.005,
          value: values[name],
          "aria-label": `${name} of the workspace`,
          oninput: () => {
            values[name] = Number(input.value);
            out.textContent = `${values[name]} m`;
            draw();
          },
          onchange: keep,
        });
        return h("label", { class: "slider" }, h("span", {}, place ? `middle ${name}` : name), input, out);
      }),
    );
  }
  rows();
  side.replaceChildren(field("Keep the tool in", pick), sliders);
  return undefined;
}
