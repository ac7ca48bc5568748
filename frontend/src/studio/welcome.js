// The first thing that is seen in an empty folder: what to do, and robots to try it on.

import { h } from "../dom.js";
import { button, tried } from "./parts.js";
import { change, store } from "./store.js";

const STEPS = [
  ["A robot", "Drop its URDF or MJCF file, or a zip with its meshes. It stands there, and moves by sliders."],
  ["Its logs", "Drop recordings of positions and torques. Columns and units are guessed, mistakes are shown."],
  ["Its dynamics", "Identify masses, inertias and friction, check them on another log, leave with a better file."],
];
const FIRST = ["arm7", "delta4", "five_bar", "pendulum"];

export function welcome(say) {
  const box = h("section", { class: "welcome", hidden: true });
  const known = store.state?.builtin || FIRST;
  box.append(
    h("h2", {}, "Drop a robot's file anywhere on this page"),
    h(
      "ol",
      {},
      STEPS.map(([title, text]) => h("li", {}, h("b", {}, title), h("span", {}, text))),
    ),
    h(
      "p",
      { class: "row" },
      "Or begin with a built-in robot:",
      FIRST.filter(name => known.includes(name)).map(name =>
        button(name, () => tried(say, () => change({ robot: name }))),
      ),
    ),
    h("div", { class: "pick" }),
  );
  return box;
}
