// Small pieces of the studio's pages.

import { h } from "../dom.js";
import { post } from "./api.js";
import { store } from "./store.js";

export const button = (text, onclick, look = "") =>
  h("button", { type: "button", class: look, onclick }, text);

/** A box that says what went wrong; empty it with say(""). */
export function messages() {
  const node = h("div", { class: "message", role: "alert", hidden: true });
  const say = (text, ...more) => {
    node.hidden = !text;
    node.replaceChildren(text, ...more);
  };
  return [node, say];
}

/** Do something; what goes wrong is said. */
export async function tried(say, work) {
  try {
    say("");
    return await work();
  } catch (error) {
    say(error.message);
    return null;
  }
}

export const field = (title, input, help = "") =>
  h("label", { class: "field" }, h("span", {}, title), input, help ? h("small", {}, help) : null);

export const choice = (options, value, attributes = {}) => {
  const node = h(
    "select",
    attributes,
    options.map(option => {
      const [key, text] = Array.isArray(option) ? option : [option, option];
      return h("option", { value: key, selected: key === value }, text);
    }),
  );
  node.value = value;
  return node;
};

export function table(head, rows) {
  const numeric = head.map(
    (_, k) => rows.length > 0 && rows.every(row => typeof row[k] === "number" || row[k] === null),
  );
  const text = x =>
    x === null || x === undefined
      ? "–"
      : typeof x === "number"
        ? String(Number(x.toPrecision(4))).replace("-", "−")
        : x;
  return h(
    "div",
    { class: "table", tabindex: 0 },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((name, k) => h(name ? "th" : "td", { class: numeric[k] ? "number" : "" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(row =>
          h(
            "tr",
            {},
            row.map((x, k) => h("td", { class: numeric[k] ? "number" : "name" }, text(x))),
          ),
        ),
      ),
    ),
  );
}

const TONES = { certain: "bad", likely: "usable", possible: "good" };

/** The findings of diagnostics. */
export function findings(list) {
  if (!list.length) return h("p", { class: "fine" }, "✓ nothing found");
  return h(
    "ul",
    { class: "findings" },
    list.map(each =>
      h(
        "li",
        { class: TONES[each.certainty] || "usable" },
        h("span", { class: "mark" }, each.certainty === "certain" ? "✕" : "!"),
        h(
          "div",
          {},
          h("p", {}, h("b", {}, `${each.kind} (${each.certainty})`), ` ${each.where}`),
          h("p", { class: "soft" }, each.evidence),
          each.repair ? h("p", { class: "soft" }, h("b", {}, "What to do: "), each.repair) : null,
        ),
      ),
    ),
  );
}

/** What a command does, one after another; what is not said beforehand is added when it comes. */
function stagesOf(job) {
  const seen = [...new Set(job.stages.map(each => each.stage))],
    all = [...job.plan, ...seen.filter(each => !job.plan.includes(each))],
    now = all.indexOf(seen.at(-1));
  return all.map((each, k) =>
    h("li", { class: k < now ? "over" : k === now ? "now" : "" }, k < now ? `✓ ${each}` : each),
  );
}

const timeOf = job => {
  if (job.state !== "running") return `${job.seconds} s`;
  const more = job.stages.at(-1)?.detail,
    last = store.jobs.find(each => each.state === "done" && each.verb === job.verb),
    left = last && Math.round(last.seconds - job.seconds);
  return [more, `${job.seconds} s`, left > 0 ? `about ${left} s left` : ""].filter(Boolean).join(", ");
};

/** Cards of jobs; those that are there already stay, so that a click on one is not lost. more(job): what stands below. */
export function showJobs(box, jobs, more = () => []) {
  const key = jobs.map(job => `${job.id} ${job.state}`).join();
  if (box.dataset.jobs === key) {
    for (const job of jobs) {
      const card = box.querySelector(`[data-job="${job.id}"]`);
      card.querySelector(".stage").textContent = timeOf(job);
      card.querySelector(".stages")?.replaceChildren(...stagesOf(job));
    }
    return;
  }
  box.dataset.jobs = key;
  box.replaceChildren(...jobs.flatMap(job => [jobCard(job), ...more(job)]));
}

const DOING = {
  identify: "Identifying",
  demo: "Simulating the example",
  check: "Checking",
  design: "Designing a motion",
  validate: "Validating",
  payload: "Estimating the payload",
  export: "Exporting",
  sim2real: "Identifying the simulator",
  calibrate: "Calibrating",
  expect: "Writing what is expected",
  test: "Testing a log",
  diff: "Comparing",
};
const STATES = {
  waiting: "waiting for another job to end",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
  stopped: "stopped when the studio ended",
};
const titleOf = job =>
  job.state === "running" ? `${DOING[job.verb] || job.verb} …` : `${DOING[job.verb] || job.verb}: ${STATES[job.state]}`;

/** A job: its command to be repeated, how far it is, cancel. */
export function jobCard(job) {
  const running = job.state === "running",
    going = running || job.state === "waiting";
  return h(
    "div",
    { class: `job ${job.state}`, "data-job": job.id },
    h(
      "div",
      { class: "job-head" },
      running ? h("span", { class: "spinner" }) : null,
      h("b", {}, titleOf(job)),
      running ? h("ol", { class: "stages" }, stagesOf(job)) : null,
      h("span", { class: "soft stage" }, timeOf(job)),
      going ? button("Cancel", () => post(`jobs/${job.id}/cancel`).catch(() => {}), "small") : null,
      ["stopped", "failed", "cancelled"].includes(job.state)
        ? button("Start again", () => post(`jobs/${job.id}/again`).catch(() => {}), "small")
        : null,
    ),
    h("code", { class: "command" }, job.command),
    job.state === "failed" ? h("p", { class: "message" }, job.said || "the job ended without a result") : null,
  );
}
