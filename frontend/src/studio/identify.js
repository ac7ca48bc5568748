// Identify: what acts in the joints, how it is estimated, and how far it is.

import { h } from "../dom.js";
import { form } from "./form.js";
import { button, choice, field, messages, showJobs, tried } from "./parts.js";
import { latest, start, store } from "./store.js";

/** What each estimator is for; those that matter first. */
const FIRST = {
  consistent: "All parameters, every body physically consistent: for simulation and control. The default.",
  wls: "Base parameters by weighted least squares: joints differ in noise.",
  huber: "As wls, but samples that are far off (collisions, dropouts) count less.",
  ols: "Ordinary least squares, the textbook reference: all joints count alike.",
  separable: "Base parameters with the constants of friction curves (Stribeck, smooth): slow motion with reversals.",
};
const OTHERS = {
  irls: "Samples that are far off are left out (Tukey's biweight).",
  l1: "Least absolute errors, for many samples that are off; up to some 100,000 rows.",
  ridge: "Shrunk towards a prior where the motion excites too little.",
  dls: "Damped least squares, as a reference; it depends on the units.",
  tsvd: "Only the directions that the motion identifies.",
  tls: "Accelerations are as noisy as torques.",
  rls: "Recursive along time: a load or friction changes during the log.",
  stepwise: "Fewer parameters, until the bodies are consistent.",
  swarm: "Particle swarm with bounds, to compare.",
  "per-body": "Body by body, where every joint has a six-axis sensor.",
};

function methods(project) {
  const known = (store.options.identify || []).find(each => each.name === "method")?.choices || [];
  const usual = project || "consistent";
  const option = (name, about) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name: "method", value: name, checked: name === usual, "aria-label": `method ${name}` }),
      h("b", {}, name),
      h("span", {}, about),
    );
  const rest = known.filter(name => !(name in FIRST));
  const node = h(
    "fieldset",
    { class: "estimators" },
    h("legend", {}, "Estimator"),
    Object.entries(FIRST).map(([name, about]) => option(name, about)),
    h(
      "details",
      { open: rest.includes(usual) },
      h("summary", {}, `${rest.length} more`),
      rest.map(name => option(name, OTHERS[name] || "")),
    ),
  );
  return {
    node,
    values: () => {
      const chosen = node.querySelector("input:checked")?.value;
      return chosen && chosen !== usual ? { method: chosen } : {};
    },
  };
}

export function identifyPage(root) {
  const [message, say] = messages(),
    card = h("div", {});
  const { project, usual } = store.state || { project: {}, usual: [] },
    options = form("identify", ["effects", "method"]),
    effects = (store.options.identify || []).find(each => each.name === "effects");
  const how = choice(
    [
      ["", project.effects ? "as in dynid.yaml" : "selected from the logs"],
      ...(project.effects ? [["auto", "selected from the logs"]] : []),
      ["own", "chosen here"],
    ],
    "",
    {
      "aria-label": "effects",
      onchange: () => {
        list.hidden = how.value !== "own";
      },
    },
  );
  const boxes = (effects?.choices || [])
    .filter(name => !["auto", "none"].includes(name))
    .map(name => [name, h("input", { type: "checkbox", checked: usual.includes(name) })]);
  const list = h(
    "div",
    { class: "checks", hidden: true },
    boxes.map(([name, node]) => h("label", {}, node, name.replaceAll("_", " "))),
  );
  const estimators = methods(project.method);
  const name = h("input", { placeholder: "run1, run2, …", size: 14, "aria-label": "name of the run" });
  let mine = null;

  const go = button(
    "Identify",
    () =>
      tried(say, async () => {
        const own = boxes.filter(([, node]) => node.checked).map(([key]) => key);
        const typed = { ...options.values(), ...estimators.values() };
        if (how.value) typed.effects = how.value === "own" ? own.join(",") || "none" : how.value;
        mine = (await start("identify", { name: name.value.trim(), options: typed })).id;
      }),
    "primary",
  );

  const logs = project.logs || [];
  const used = logs
    .map(each => (typeof each === "string" ? each : each.file || JSON.stringify(each)))
    .join(", ");
  root.append(
    message,
    h(
      "section",
      {},
      h("h2", {}, "Identify"),
      h(
        "p",
        {},
        logs.length
          ? `Training: ${used}. ${project.test?.length ? `Validation: ${project.test.map(each => each.file || each).join(", ")}.` : "No log for validation: choose one under Logs, or drop another motion."}`
          : "No log is selected yet: drop one on this page, or select it under Logs.",
      ),
      field("effects", how),
      list,
      estimators.node,
      ["cutoff", "between"].map(options.field),
      field("name of the run", name),
      options.others(),
      h("div", { class: "row" }, go),
    ),
    card,
  );
  if (!logs.length) go.disabled = true;

  function jobs() {
    const job = mine ? store.jobs.find(each => each.id === mine) : latest("identify");
    if (!job) return;
    const link = `#/runs/${encodeURIComponent(job.output.split("/").pop())}`;
    showJobs(card, [job], ({ state }) =>
      state === "done" ? [h("a", { href: link }, "Show the result")] : [],
    );
    if (mine && job.state === "done") {
      mine = null;
      location.hash = link;
    }
  }
  jobs();
  return { jobs, shows: "identify" };
}
