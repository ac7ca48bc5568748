// Identify: what acts in the joints, how it is estimated, and how far it is.

import { h } from "../dom.js";
import { form } from "./form.js";
import { button, choice, field, messages, showJobs, tried } from "./parts.js";
import { latest, start, store } from "./store.js";

export function identifyPage(root) {
  const [message, say] = messages(),
    card = h("div", {});
  const { project, usual } = store.state || { project: {}, usual: [] },
    options = form("identify", ["effects"]),
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
  const name = h("input", { placeholder: "run1, run2, …", size: 14, "aria-label": "name of the run" });
  let mine = null;

  const go = button(
    "Identify",
    () =>
      tried(say, async () => {
        const own = boxes.filter(([, node]) => node.checked).map(([key]) => key);
        const typed = options.values();
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
          ? `From ${used}${project.test?.length ? `, checked on ${project.test.join(", ")}` : "; no held-out log to check the result"}.`
          : "No log is selected yet: drop one on this page, or select it under Logs.",
      ),
      field("effects", how),
      list,
      ["method", "cutoff", "between"].map(options.field),
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
