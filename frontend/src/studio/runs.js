// What was identified: the report itself, alive, and what can be done with a result.

import { h } from "../dom.js";
import { enliven } from "../report.js";
import { address, get } from "./api.js";
import { button, choice, findings, messages, showJobs, table, tried } from "./parts.js";
import { start, store } from "./store.js";

/** A page that a command wrote, as part of this one. Its script is left behind: this page has the same. */
export async function written(path) {
  const response = await fetch(address(`files/${path}`));
  if (!response.ok) throw new Error(`${path} cannot be read`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html"),
    main = page.querySelector("main");
  if (!main) throw new Error(`${path} is no page of dynid`);
  main.querySelectorAll("script:not([type='application/json']), h1, footer").forEach(node => node.remove());
  const inner = h(
    "div",
    { class: "report" },
    [...main.childNodes].map(node => document.importNode(node, true)),
  );
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
  let key = "",
    mine = new Set();

  async function state() {
    const { runs } = store.state,
      name = wanted || runs.at(-1)?.name || "",
      now = JSON.stringify([runs, name, store.state.logs]);
    if (now === key) return;
    key = now;
    list.replaceChildren(
      h("h2", {}, "Runs"),
      runs.length
        ? h(
            "div",
            { class: "files" },
            runs.map(run =>
              h(
                "div",
                { class: `file ${run.name === name ? "here" : ""}` },
                h("a", { href: `#/runs/${encodeURIComponent(run.name)}` }, run.name),
                h("span", { class: "soft" }, `${run.method || ""}, effects ${run.effects || "–"}`),
              ),
            ),
          )
        : h("p", {}, "Nothing was identified yet."),
    );
    const run = runs.find(each => each.name === name);
    if (!run) return;
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
    const begin = (kind, asked) =>
      tried(say, async () => {
        mine.add((await start(kind, asked)).id);
        jobs();
      });
    return h(
      "section",
      { class: "actions" },
      h(
        "div",
        { class: "row" },
        logs,
        button("Validate on it", () => logs.value && begin("validate", { run: path, logs: [logs.value] })),
        button("Weigh its payload", () => logs.value && begin("payload", { run: path, logs: [logs.value] })),
      ),
      h(
        "div",
        { class: "row" },
        other,
        button(
          "Compare with it",
          () => other.value && begin("diff", { first: `runs/${other.value}`, second: path }),
        ),
      ),
      h(
        "div",
        { class: "row" },
        format,
        button("Export", () => begin("export", { run: path, format: format.value })),
        h(
          "a",
          { href: address(`files/${path}/report.html`), target: "_blank", rel: "noopener" },
          "Report as a page",
        ),
        h("a", { href: address(`files/${path}/report.html?save=1`) }, "Save the report"),
        h("a", { href: address(`files/${path}/result.json`) }, "result.json"),
      ),
      run.command ? h("p", { class: "soft" }, "Made by ", h("code", {}, run.command)) : null,
    );
  }

  const done = new Map();
  async function jobs() {
    const own = store.jobs.filter(each => mine.has(each.id));
    for (const job of own)
      if (job.state === "done" && !done.has(job.id))
        done.set(job.id, answer(job, (await get(`jobs/${job.id}`)).result));
    showJobs(answers, own, job => (done.has(job.id) ? [h("section", {}, done.get(job.id))] : []));
  }

  if (store.state) state();
  return { state, jobs };
}

const percent = x => (x === null || x === undefined ? "–" : `${Number(x.toPrecision(3))} %`);

function answer(job, result) {
  if (job.kind === "validate")
    return h(
      "div",
      {},
      h(
        "p",
        {},
        h("b", {}, `error ${percent(result.relative)} of the torque`),
        `, ${percent(result.moving)} over moving samples, on ${result.samples} samples${result.held_out ? "" : ", which the run has seen"}`,
      ),
      table(
        ["joint", "error %", "moving %", "RMSE", "fit"],
        result.joints.map(j => [j.joint, j.relative, j.moving, j.rmse, j.fit]),
      ),
      result.findings?.length ? findings(result.findings) : null,
    );
  if (job.kind === "export" && !job.output.endsWith("/") && /\.\w+$/.test(job.output))
    return h("p", {}, h("a", { href: address(`files/${job.output}`) }, `Save ${job.output}`));
  const plain = Object.entries(result).filter(([, x]) => typeof x !== "object" || x === null);
  const lists = Object.entries(result).filter(
    ([, x]) => Array.isArray(x) && x.length && typeof x[0] === "object" && x[0] !== null,
  );
  return h(
    "div",
    {},
    h(
      "dl",
      {},
      plain.map(([name, x]) => [
        h("dt", {}, name.replaceAll("_", " ")),
        h("dd", {}, typeof x === "number" ? String(Number(x.toPrecision(5))) : String(x)),
      ]),
    ),
    lists.map(([name, rows]) => {
      const head = Object.keys(rows[0]).filter(
        each => typeof rows[0][each] !== "object" || rows[0][each] === null,
      );
      return h(
        "details",
        { open: true },
        h("summary", {}, name.replaceAll("_", " ")),
        table(
          head,
          rows.map(row => head.map(each => (typeof row[each] === "boolean" ? String(row[each]) : row[each]))),
        ),
      );
    }),
    h("details", {}, h("summary", {}, "As JSON"), h("pre", {}, JSON.stringify(result, null, 2))),
  );
}
