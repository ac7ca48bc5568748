// Design a motion that shows the parameters, see it, take it to the controller.

import { Chart } from "../chart.js";
import { h } from "../dom.js";
import { enliven } from "../report.js";
import { address } from "./api.js";
import { form } from "./form.js";
import { button, field, messages, showJobs, tried } from "./parts.js";
import { region } from "./region.js";
import { written } from "./runs.js";
import { change, latest, start, store } from "./store.js";

const FILES = ["trajectory.csv", "trajectory.yaml", "lead_in.csv", "design.json"];

export function motionPage(root, wanted) {
  const [message, say] = messages(),
    card = h("div", {}),
    curve = h("div", { class: "plot" }, h("div", { class: "canvas" })),
    list = h("section", { hidden: true }),
    view = h("div", {});
  const input = (value, name, more = {}) => h("input", { value, size: 8, "aria-label": name, ...more });
  const limits = store.state?.project.limits || {};
  const options = form("design"),
    bound = name =>
      input(["string", "number"].includes(typeof limits[name]) ? limits[name] : "", name, {
        placeholder: typeof limits[name] === "object" ? "as in dynid.yaml" : "limit of the file",
      }),
    velocity = bound("velocity"),
    acceleration = bound("acceleration");
  const picture = h("div", { class: "picture big" }),
    sliders = h("div", {});
  let own = null,
    key = "",
    drawn = "",
    chart = null,
    count = 0;

  /** The limits that are typed, beside those of dynid.yaml. */
  function typed() {
    const kept = { ...store.state.project.limits };
    for (const [name, node] of [
      ["velocity", velocity],
      ["acceleration", acceleration],
    ]) {
      const text = node.value.trim();
      if (text && !Number.isFinite(Number(text)))
        throw new Error(`${name}: got '${text}', expected a number, or an empty field for the limits of the file.`);
      if (text) kept[name] = Number(text);
      else if (typeof kept[name] !== "object") delete kept[name];
    }
    return kept;
  }

  const go = button(
    "Design",
    () =>
      tried(say, async () => {
        const kept = typed();
        if (JSON.stringify(kept) !== JSON.stringify(store.state.project.limits || {}))
          await change({ limits: kept });
        own = (await start("design", { options: options.values() })).id;
      }),
    "primary",
  );

  root.append(
    message,
    h(
      "div",
      { class: "split" },
      picture,
      h(
        "div",
        { class: "side" },
        h("h2", {}, "Design a motion"),
        h(
          "p",
          { class: "soft" },
          "An exciting trajectory for the robot: from rest to rest, within the limits, above the floor, without self-collision.",
        ),
        sliders,
        options.field("floor"),
        field("Velocity", velocity, "limit for every motor [rad/s, m/s]"),
        field("Acceleration", acceleration, "limit for every motor [rad/s², m/s²]"),
        ["period", "harmonics", "search_time"].map(options.field),
        options.others(),
        h("div", { class: "row" }, go),
      ),
    ),
    card,
    curve,
    list,
    view,
  );

  async function state() {
    const { motions, project } = store.state,
      name = wanted || motions.at(-1) || "",
      now = JSON.stringify([motions, name]),
      stands = JSON.stringify([project.robot, project.lock, project.actuated, project.base, project.tool]);
    go.disabled = !project.robot;
    if (!project.robot) say("First choose a robot.");
    else if (stands !== drawn) {
      drawn = stands;
      region(picture, sliders, say);
    }
    if (now === key) return;
    key = now;
    list.hidden = !motions.length;
    list.replaceChildren(
      h("h2", {}, "Motions"),
      h(
        "div",
        { class: "files" },
        motions.map(each =>
          h(
            "div",
            { class: `file ${each === name ? "here" : ""}` },
            h("a", { href: `#/motion/${encodeURIComponent(each)}` }, each),
            h(
              "span",
              { class: "row" },
              "Save:",
              FILES.map(file =>
                h("a", { href: address(`files/motions/${encodeURIComponent(each)}/${file}`) }, file),
              ),
            ),
          ),
        ),
      ),
    );
    if (!motions.includes(name)) return;
    const page = await tried(say, () => written(`motions/${encodeURIComponent(name)}/motion.html`));
    if (page) {
      view.replaceChildren(page);
      enliven(view);
    }
  }

  function jobs() {
    const job = own
      ? store.jobs.find(each => each.id === own)
      : latest("design", each => each.state === "running");
    showJobs(card, job ? [job] : []);
    progress(job ? job.stages.map(each => each.criterion).filter(Number.isFinite) : []);
  }

  /** The criterion over the starts that are finished. */
  function progress(y) {
    curve.hidden = y.length < 2;
    if (curve.hidden || y.length === count) return;
    count = y.length;
    const figure = {
      data: [{ x: y.map((_, k) => k + 1), y, mode: "lines+markers", name: "best so far" }],
      layout: {
        height: 170,
        showlegend: false,
        xaxis: { title: { text: "candidates finished" }, nticks: Math.min(10, y.length) },
        yaxis: { title: { text: "criterion" } },
      },
    };
    if (!chart) chart = new Chart(curve.firstChild, figure);
    else {
      chart.set(figure);
      chart.draw();
    }
  }
  curve.hidden = true;
  if (store.state) {
    state();
    jobs();
  }
  return { state, jobs, shows: "design" };
}
