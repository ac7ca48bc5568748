// Logs: what their columns are, what is wrong with them and when, the robot moving as it did.

import { Chart } from "../chart.js";
import { h } from "../dom.js";
import { WRONG } from "../palette.js";
import { picture } from "../picture.js";
import { get } from "./api.js";
import { mapping } from "./columns.js";
import { button, choice, findings, jobCard, messages, tried } from "./parts.js";
import { more, noteOf } from "./files.js";
import { act, change, start, store } from "./store.js";

const names = list => (list || []).map(each => (typeof each === "string" ? each : each.file)).filter(Boolean);

export function logsPage(root, wanted) {
  const [message, say] = messages();
  const list = h("section", {}),
    shown = h("div", {}),
    checks = h("section", { hidden: true });
  root.append(message, list, shown, checks);
  let current = wanted,
    key = "",
    chart = null,
    mine = null,
    marks = [];
  const seen = new Set();

  const role = name =>
    names(store.state.project.logs).includes(name)
      ? "train"
      : names(store.state.project.test).includes(name)
        ? "test"
        : "";

  function files() {
    if (!store.state.project.robot) return list.replaceChildren(h("p", {}, "First choose a robot."));
    const rows = store.state.logs.map(name => {
      const use = choice(
        [
          ["train", "use for identification"],
          ["test", "use for the check"],
          ["", "not used"],
        ],
        role(name),
        { "aria-label": `use of ${name}` },
      );
      use.addEventListener("change", () => tried(say, () => assign(name, use.value)));
      return h(
        "div",
        { class: `file ${name === current ? "here" : ""}` },
        h("a", { href: `#/logs/${encodeURIComponent(name)}` }, name),
        h("span", { class: "soft" }, noteOf(name)),
        use,
        more(name, say, to => {
          if (name === current) location.hash = `#/logs/${encodeURIComponent(to)}`;
        }),
      );
    });
    list.replaceChildren(
      h("h2", {}, "Logs"),
      rows.length
        ? h("div", { class: "files" }, rows)
        : h("p", {}, "Drop a log (CSV, Parquet, MAT, HDF5, a ROS bag) anywhere on this page."),
    );
  }

  const assign = (name, use) => {
    const without = key =>
      (store.state.project[key] || []).filter(each => (typeof each === "string" ? each : each.file) !== name);
    return change({
      logs: [...without("logs"), ...(use === "train" ? [name] : [])],
      test: [...without("test"), ...(use === "test" ? [name] : [])],
    });
  };

  async function show() {
    const { project } = store.state;
    if (current && !store.state.logs.includes(current)) return shown.replaceChildren();
    current ||= names(project.logs)[0] || store.state.logs[0] || "";
    const now = JSON.stringify([
      current,
      project.robot,
      project.columns,
      project.units,
      project.lock,
      project.rate,
    ]);
    if (!current || !project.robot || now === key) return;
    key = now;
    mine = null; // what was found was about another question
    marks = [];
    jobs();
    const guess = await tried(say, () => get("columns", { name: current }));
    if (!guess) return shown.replaceChildren();
    const table = mapping(current, guess, say);
    const used = [...names(project.logs), ...names(project.test)].includes(current);
    if (!used && !seen.has(current)) {
      seen.add(current); // its columns are guessed once; they can be changed below
      await tried(say, () => act("add", { names: [current] }));
    }
    const log = await tried(say, () => get("log", { name: current, points: 1600 }));
    if (!log) {
      table.open = true;
      return shown.replaceChildren(h("section", {}, h("h2", {}, current), table));
    }
    const box = h("div", { class: "canvas" }),
      robot = h(
        "div",
        { class: "picture" },
        h("canvas", { role: "img", "aria-label": "the robot, moving as logged" }),
        h(
          "div",
          { class: "controls" },
          h("button", { type: "button" }, "Play"),
          h("input", { type: "range", min: 0, max: 1000, value: 0, "aria-label": "time" }),
          h("output", {}),
        ),
      );
    const about = `${log.samples.toLocaleString("en")} samples at ${Number(log.rate.toPrecision(4))} Hz; joints ${log.joints.join(", ")}`;
    shown.replaceChildren(
      h(
        "section",
        {},
        h("h2", {}, current),
        h("p", { class: "soft" }, about),
        robot,
        h("div", { class: "plot" }, box),
        h(
          "p",
          { class: "soft" },
          "Drag to pan, scroll to zoom, double-click to show the whole log. Point at the plot to see the robot at that time.",
        ),
        h(
          "div",
          { class: "row" },
          button("Check this log", () => tried(say, check), "primary"),
        ),
        log.notes.length
          ? h(
              "details",
              {},
              h("summary", {}, "Notes"),
              h(
                "ol",
                { class: "notes" },
                log.notes.map(note => h("li", {}, note)),
              ),
            )
          : null,
        table,
      ),
    );
    chart = new Chart(box, marked(log.figure), { pan: true, onRange: finer });
    const [scene, motion] = await Promise.all([get("robot"), get("motion", { name: current })]).catch(
      error => {
        say(error.message);
        return [];
      },
    );
    if (motion && scene.scene) picture(robot, { ...scene.scene, ...motion });
    else robot.remove();
  }

  // while the range moves what is there is drawn; the finer lines follow, one request at a time
  let waiting = false,
    next = null;
  async function finer(range) {
    if (waiting) {
      next = [range];
      return;
    }
    waiting = true;
    const asked = { name: current, points: 1600 };
    if (range) {
      const more = 0.5 * (range[1] - range[0]);
      Object.assign(asked, { from: range[0] - more, to: range[1] + more });
    }
    try {
      chart.set(marked((await get("log", asked)).figure));
      chart.draw();
    } catch (error) {
      say(error.message);
    }
    waiting = false;
    if (next) {
      const [latest] = next;
      next = null;
      finer(latest);
    }
  }

  function marked(figure) {
    const shapes = marks.flatMap(([a, b, text]) =>
      ["x y", "x2 y2"].map(axes => {
        const [x, y] = axes.split(" "),
          wide = Math.max(b - a, 0);
        return {
          type: wide ? "rect" : "line",
          xref: x,
          yref: `${y} domain`,
          x0: a,
          x1: b,
          y0: 0,
          y1: 1,
          fillcolor: WRONG,
          opacity: 0.18,
          line: { color: WRONG, dash: "dash" },
          label: { text },
        };
      }),
    );
    return { ...figure, layout: { ...figure.layout, shapes } };
  }

  async function check() {
    mine = (await start("check", { logs: [current], again: false })).id;
    jobs();
  }

  let told = "";
  async function jobs() {
    const job = mine ? store.jobs.find(each => each.id === mine) : null;
    const now = job ? `${job.id} ${job.state} ${job.stages.length}` : "";
    if (now === told) return;
    told = now;
    checks.hidden = !job;
    if (!job) return;
    if (job.state !== "done") return checks.replaceChildren(jobCard(job));
    const { result } = await get(`jobs/${job.id}`).catch(() => ({}));
    if (!result) return checks.replaceChildren(jobCard(job));
    marks = result.findings.flatMap(each => each.times.map(([a, b]) => [a, b, each.kind]));
    checks.replaceChildren(
      h("h2", {}, "Check of the log"),
      findings(result.findings),
      h("p", { class: "soft" }, "Same command in the shell: ", h("code", {}, job.command)),
    );
    if (chart) finer(chart.range);
  }

  const state = () => {
    if (store.state) {
      files();
      show();
    }
  };
  state();
  return { state, jobs };
}
