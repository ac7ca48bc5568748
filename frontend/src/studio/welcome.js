// The first thing that is seen in an empty folder: where to drop files, and examples that run in one
// click.

import { h } from "../dom.js";
import { choose } from "./files.js";
import { button, choice, field, tried } from "./parts.js";
import { act, start, store } from "./store.js";

const EXAMPLES = [
  ["arm", "A 7-joint arm", "friction, encoders, 1 % torque noise; about 10 s"],
  ["delta", "A Delta robot", "four motors, closed loops, passive joints; about 20 s"],
  ["leg", "A leg", "hip and knee of a walking robot on a test stand; about 10 s"],
];
const STEPS = [
  ["Robot", "URDF, MJCF or SDF, or a zip or folder with its meshes."],
  ["Logs", "CSV, Parquet, MAT, HDF5, ROS bags: positions and torques, or motor currents. Columns and units are guessed."],
  ["Result", "Masses, inertias and friction with their uncertainty, validated on a log that was not used; a better robot file."],
];

export function welcome(say) {
  const robots = store.state?.builtin || [];
  const pick = choice([["", "choose …"], ...robots], "", {
    "aria-label": "built-in robot",
    onchange: () => pick.value && tried(say, () => choose(pick.value)),
  });
  return h(
    "section",
    { class: "welcome", hidden: true },
    h(
      "button",
      { type: "button", class: "drop", onclick: () => document.querySelector("header input[type=file]").click() },
      h("b", {}, "Drop a robot file and its logs here"),
      h("span", {}, "or click to choose files. They are copied into this folder; nothing leaves this machine."),
    ),
    h(
      "ol",
      {},
      STEPS.map(([title, text]) => h("li", {}, h("b", {}, title), h("span", {}, text))),
    ),
    h("h2", {}, "Or see it work"),
    h(
      "div",
      { class: "examples" },
      EXAMPLES.map(([name, title, about]) =>
        h(
          "button",
          { type: "button", class: "example", onclick: () => tried(say, () => example(name)) },
          h("b", {}, title),
          h("span", {}, about),
        ),
      ),
    ),
    h("div", { class: "pick" }, field("Built-in robots", pick), h("div", { class: "own" })),
  );
}

/** A robot that is simulated, its logs, and what is identified from them. */
async function example(name) {
  await act("example", { name });
  store.example = (await start("demo", { name })).id;
}

/** The simulated logs are there: identify from them. */
export async function carryOn(say) {
  const job = store.jobs.find(each => each.id === store.example);
  if (!job || job.state !== "done") return;
  store.example = null;
  if (job.verb === "identify") {
    location.hash = `#/runs/${encodeURIComponent(job.output.split("/").pop())}`;
    return;
  }
  await tried(say, async () => {
    await act("add", { names: [1, 2].map(k => `${job.output}/run${k}.csv`), roles: true });
    location.hash = "#/identify";
    store.example = (await start("identify")).id;
  });
}
