// Identify: what acts in the joints, how it is estimated, and how far it is.

import { h } from "../dom.js";
import { button, choice, field, messages, showJobs, tried } from "./parts.js";
import { latest, start, store } from "./store.js";

const WORDS = {
  consistent: "consistent: bodies that can exist",
  ols: "ols: least squares",
  wls: "wls: weighted least squares",
  huber: "huber: against spikes",
  stepwise: "stepwise: fewer parameters",
};
const USUAL = ["viscous", "coulomb", "offset", "rotor"];

export function identifyPage(root) {
  const [message, say] = messages(),
    card = h("div", {});
  const { project, effects, methods } = store.state || { project: {}, effects: [], methods: [] };
  const how = choice(
    [
      ["usual", "the usual: viscous and dry friction, offset, rotor inertia (seconds)"],
      ["auto", "found in the logs (up to a minute)"],
      ["own", "chosen here"],
    ],
    "usual",
    {
      "aria-label": "effects",
      onchange: () => {
        list.hidden = how.value !== "own";
      },
    },
  );
  const boxes = effects.map(name => [name, h("input", { type: "checkbox", checked: USUAL.includes(name) })]);
  const list = h(
    "div",
    { class: "checks", hidden: true },
    boxes.map(([name, node]) => h("label", {}, node, name.replaceAll("_", " "))),
  );
  const method = choice(
    methods.map(name => [name, WORDS[name] || name]),
    "consistent",
    { "aria-label": "estimator" },
  );
  const cutoff = h("input", { placeholder: "auto", size: 8, "aria-label": "low-pass in Hz" });
  const between = h("input", { placeholder: "all, or 0.1,7.5", size: 12, "aria-label": "stretch" });
  const name = h("input", { placeholder: "run1, run2, …", size: 14, "aria-label": "name of the run" });
  let mine = null;

  const go = button(
    "Identify",
    () =>
      tried(say, async () => {
        const options = { "--method": method.value };
        const own =
          boxes
            .filter(([, node]) => node.checked)
            .map(([key]) => key)
            .join(",") || "none";
        options["--effects"] = { usual: USUAL.join(","), auto: "auto", own }[how.value];
        if (cutoff.value.trim()) options["--cutoff"] = cutoff.value.trim();
        if (between.value.trim()) options["--between"] = between.value.replaceAll(" ", "");
        mine = (await start("identify", { name: name.value.trim(), options })).id;
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
          ? `From ${used}${project.test?.length ? `, checked on ${project.test.join(", ")}` : "; no log is kept aside to check on"}.`
          : "No log is chosen yet: drop one, or choose it under Logs.",
      ),
      field("Effects", how),
      list,
      field("Estimator", method),
      h(
        "details",
        {},
        h("summary", {}, "More"),
        field("Low-pass [Hz]", cutoff),
        field("Only between [s]", between),
        field("Name", name),
      ),
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
