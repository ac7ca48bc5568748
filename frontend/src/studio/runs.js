// What was identified: the report itself, alive, and what can be done with a result.

import { h } from "../dom.js";
import { enliven } from "../report.js";
import { answer } from "./answers.js";
import { address, get } from "./api.js";
import { form } from "./form.js";
import { button, choice, field, messages, showJobs, tried } from "./parts.js";
import { parameterTable, runsTable } from "./runs_table.js";
import { start, store } from "./store.js";
import { overlay } from "./workbench.js";

const LEFT = "script:not([type='application/json']), meta, link, base, iframe, object, form, h1, footer";

/** A page that a command wrote, as part of this one. Its script is left behind: this page has the same. So is
 *  what would lead a window elsewhere or load something, for the file may be a stranger's. */
export async function written(path) {
  const response = await fetch(address(`files/${path}`));
  if (!response.ok) throw new Error(`${path} cannot be read`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html"),
    main = page.querySelector("main");
  if (!main) throw new Error(`${path} is no page of dynid`);
  main.querySelectorAll(LEFT).forEach(node => node.remove());
  const inner = h(
    "div",
    { class: "report" },
    [...main.childNodes].map(node => document.importNode(node, true)),
  );
  // what scrolls is reached by keys, and an empty head of a table is none
  inner.querySelectorAll(".table").forEach(node => {
    node.tabIndex = 0;
  });
  inner.querySelectorAll("th:empty").forEach(node => node.replaceWith(h("td", {})));
  inner.addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    event.preventDefault();
    inner
      .querySelector(`[id="${CSS.escape(link.getAttribute("href").slice(1))}"]`)
      ?.scrollIntoView({ behavior: "smooth" });
  });
  return inner;
}

export function runsPage(root, wanted) {
  const [message, say] = messages(),
    list = h("section", {}),
    tools = h("div", {}),
    answers = h("div", {}),
    view = h("div", {});
  root.append(message, list, tools, answers, view);
  const several = h("div", {}),
    picked = new Set();
  let key = "",
    mine = new Set();

  /** What can be done with several runs. */
  function comparing() {
    const there = [...picked].filter(name => store.state.runs.some(run => run.name === name));
    if (there.length < 2)
      return several.replaceChildren(
        h("p", { class: "soft" }, store.state.runs.length > 1 ? "Mark two runs or more to compare them." : ""),
      );
    const log = store.state.project.test?.[0] || store.state.project.logs?.[0];
    return several.replaceChildren(
      h(
        "div",
        { class: "row" },
        button(`Compare ${there.length} runs`, () =>
          tried(say, async () =>
            several.append(
              parameterTable(
                there,
                await get("compare", { name: there.join(",") }),
              ),
            ),
          ),
        ),
        log
          ? button("Overlay their torques", () => {
              overlay(there);
              location.hash = `#/logs/${encodeURIComponent(log.file || log)}`;
            })
          : null,
      ),
    );
  }

  async function state() {
    const { runs } = store.state,
      name = wanted || runs.at(-1)?.name || "",
      now = JSON.stringify([runs, name, store.state.logs, store.state.notes]);
    if (now === key) return;
    key = now;
    list.replaceChildren(
      runs.length ? runsTable(name, picked, say, comparing) : h("p", {}, "No result yet: identify first."),
      several,
    );
    comparing();
    const run = runs.find(each => each.name === name);
    if (!run) {
      tools.replaceChildren();
      view.replaceChildren();
      return;
    }
    tools.replaceChildren(actions(run));
    if (run.report && view.dataset.run !== name) {
      view.dataset.run = name;
      const page = await tried(say, () => written(`runs/${encodeURIComponent(name)}/report.html`));
      if (page) {
        view.replaceChildren(page);
        enliven(view);
      }
    }
  }

  function actions(run) {
    const path = `runs/${run.name}`,
      logs = choice([["", "a log …"], ...store.state.logs], "", { "aria-label": "log" });
    const other = choice(
      [["", "another run …"], ...store.state.runs.map(each => each.name).filter(name => name !== run.name)],
      "",
      { "aria-label": "other run" },
    );
    const format = choice(
      [
        ["urdf", "URDF"],
        ["mjcf", "MJCF"],
        ["yaml", "YAML"],
        ["c", "C code"],
      ],
      "urdf",
      { "aria-label": "format" },
    );
    const begin = (verb, asked) =>
      tried(say, async () => {
        mine.add((await start(verb, { results: [path], ...asked })).id);
        jobs();
      });
    /** What is expected of the run is written once, then the log is compared with it. */
    const testLog = log =>
      tried(say, async () => {
        const made = await start("expect", { results: [path], again: false });
        waiting.push([made.id, made.output, log]);
        jobs();
      });
    const need = (node, work) => () => (node.value ? work(node.value) : node.focus());
    const forms = { validate: form("validate"), payload: form("payload") };
    const on = verb => need(logs, name => begin(verb, { logs: [name], options: forms[verb].values() }));
    return h(
      "section",
      { class: "actions" },
      h("h2", {}, `With ${run.name}`),
      h(
        "div",
        { class: "deeds" },
        h(
          "div",
          {},
          h("h3", {}, "Use another log"),
          field("Log", logs),
          ["between", "slow"].map(forms.validate.field),
          forms.validate.others(),
          h(
            "div",
            { class: "row" },
            button("Validate on this log", on("validate")),
            button(
              "Test whether it is as expected",
              need(logs, name => testLog(name)),
            ),
          ),
          ["frame", "known"].map(forms.payload.field),
          forms.payload.others(),
          h("div", { class: "row" }, button("Estimate the payload", on("payload"))),
        ),
        h(
          "div",
          {},
          h("h3", {}, "Compare with another run"),
          field("Run", other),
          h(
            "div",
            { class: "row" },
            button(
              "Compare",
              need(other, name => begin("diff", { results: [`runs/${name}`, path] })),
            ),
          ),
        ),
        h(
          "div",
          {},
          h("h3", {}, "Export"),
          field("Format", format),
          h(
            "div",
            { class: "row" },
            button("Export", () => begin("export", { options: { format: format.value } })),
            h(
              "a",
              { href: address(`files/${path}/report.html`), target: "_blank", rel: "noopener" },
              "Open the report",
            ),
            h("a", { href: address(`files/${path}/report.html?save=1`) }, "Save the report"),
            h("a", { href: address(`files/${path}/result.json`) }, "result.json"),
          ),
        ),
      ),
      run.command ? h("p", { class: "soft" }, "Created by ", h("code", {}, run.command)) : null,
    );
  }

  const done = new Map(),
    waiting = [];
  async function jobs() {
    for (const [id, expected, log] of waiting.splice(0)) {
      const job = store.jobs.find(each => each.id === id);
      if (job?.state === "done")
        await tried(say, async () => mine.add((await start("test", { results: [expected], logs: [log] })).id));
      else if (["running", "waiting"].includes(job?.state)) waiting.push([id, expected, log]);
      else if (job) mine.add(id); // it says what is wrong
    }
    const own = store.jobs.filter(each => mine.has(each.id)),
      fresh = [];
    for (const job of own)
      if (job.state === "done" && !done.has(job.id))
        await tried(say, async () => {
          done.set(job.id, h("section", {}, "reading the answer …")); // once
          const { result } = await get(`jobs/${job.id}`);
          done.get(job.id).replaceChildren(await answer(job, result, written));
          fresh.push(done.get(job.id));
        });
    showJobs(answers, own, job => (done.has(job.id) ? [done.get(job.id)] : []));
    fresh.forEach(enliven);
  }

  if (store.state) state();
  return { state, jobs };
}
