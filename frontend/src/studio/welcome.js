// The first thing that is seen in an empty folder: what to do, and robots to try it on.

import { h } from "../dom.js";
import { button, tried } from "./parts.js";
import { choose } from "./files.js";
import { store } from "./store.js";

const STEPS = [
  ["A robot", "Drop its URDF or MJCF file, or a zip with its meshes. View it in 3-D and move its joints with the sliders."],
  ["Its logs", "Drop recordings of positions and torques. The studio guesses columns and units and reports mistakes."],
  ["Its dynamics", "Identify masses, inertias and friction, check them on a held-out log, export a better robot file."],
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
      "Or start with a built-in robot:",
      FIRST.filter(name => known.includes(name)).map(name =>
        button(name, () => tried(say, () => choose(name))),
      ),
    ),
    h("div", { class: "pick" }),
  );
  return box;
}
