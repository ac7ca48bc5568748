// The workbench: logs and their signals on the left, plots in the middle, the robot on the right; one
// time for all of them.

import { h } from "../dom.js";
import { WRONG } from "../palette.js";
import { picture } from "../picture.js";
import { get } from "./api.js";
import { mapping } from "./columns.js";
import { assign, logList, names, rangesOf, setRanges } from "./log_list.js";
import { Panes, splitter } from "./panes.js";
import { button, choice, findings, jobCard, messages, tried } from "./parts.js";
import { number, panesOf, signalTree } from "./signals.js";
import { act, change, start, store } from "./store.js";

const POINTS = 1400;
const MASKED = "#8a8a8a";

/** What the workbench shows; it is remembered from page to page. */
const view = { hidden: new Set(["|qd"]), alone: "", runs: [], other: "" };

/** Torques that several runs predict are drawn over the measured ones. */
export const overlay = runs => {
  view.runs = runs;
};

export function logsPage(root, wanted) {
  const [message, say] = messages();
  const list = h("div", { class: "logs" }),
    tree = h("div", { class: "tree" }),
    middle = h("div", { class: "middle" }),
    side = h("div", { class: "dock" }),
    below = h("div", {}),
    checks = h("section", { hidden: true });
  const bench = h("div", { class: "bench" });
  bench.append(
    h("div", { class: "signals" }, list, tree),
    splitter("signals", 270, x => bench.style.setProperty("--signals", `${x}px`)),
    middle,
    splitter("robot", 380, x => bench.style.setProperty("--robot", `${x}px`)),
    side,
  );
  root.append(message, bench, checks, below);
  let current = wanted,
    key = "",
    log = null,
    panes = null,
    mine = null,
    marks = [],
    values = new Map();
  const seen = new Set();

  // ---- the log that is shown

  async function show() {
    const { project, logs } = store.state;
    if (current && !logs.includes(current)) current = "";
    current ||= names(project.logs)[0] || logs[0] || "";
    const now = JSON.stringify([
      ...[current, project.robot, project.columns, project.units, project.lock, project.rate],
      ...[project.actuated, project.between],
    ]);
    if (!current || !project.robot || now === key) return;
    key = now;
    mine = null; // what was found was about another question
    marks = [];
    jobs();
    const used = [...names(project.logs), ...names(project.test)].includes(current);
    if (!used && !seen.has(current)) {
      seen.add(current); // its columns are guessed once; they can be changed below
      await tried(say, () => act("add", { names: [current] }));
    }
    const guess = await tried(say, () => get("columns", { name: current }));
    if (!guess) return empty();
    const table = mapping(current, guess, say);
    await load();
    if (!log) {
      table.open = true;
      empty();
      return below.replaceChildren(h("section", {}, h("h2", {}, current), table));
    }
    draw(table);
  }

  function empty() {
    panes = log = null;
    for (const box of [middle, side, tree, below]) box.replaceChildren();
  }

  async function load(range = panes?.range) {
    const asked = { name: current, points: POINTS };
    const runs = view.runs.filter(name => store.state.runs.some(run => run.name === name));
    if (runs.length) asked.runs = runs.join(",");
    if (view.other && view.other !== current && store.state.logs.includes(view.other)) asked.other = view.other;
    if (range) {
      const extra = 0.5 * (range[1] - range[0]);
      Object.assign(asked, { from: range[0] - extra, to: range[1] + extra });
    }
    log = await tried(say, () => get("log", asked));
    return log;
  }

  async function draw(table) {
    const box = h("div", { class: "plots" }),
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
    const about = `${log.samples.toLocaleString("en")} samples at ${Number(log.rate.toPrecision(4))} Hz`;
    middle.replaceChildren(
      h("div", { class: "bar" }, h("h2", {}, current), h("span", { class: "soft" }, about), overlays()),
      box,
      h("div", { class: "stretch", hidden: true }),
      h(
        "p",
        { class: "soft hint" },
        "Drag to select a stretch, Shift-drag to pan, scroll to zoom, double-click to show all. Click a joint to see it alone.",
      ),
    );
    panes = new Panes(box, "log", { range: finer, cursor: tellValues, select: offer });
    shade();
    fill();
    below.replaceChildren(
      h(
        "section",
        {},
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
    side.replaceChildren(
      robot,
      h("div", { class: "row" }, button("Check this log", () => tried(say, check), "primary")),
      h("div", { class: "readout", "aria-live": "off" }),
    );
    const [scene, motion] = await Promise.all([get("robot"), get("motion", { name: current })]).catch(error => {
      say(error.message);
      return [];
    });
    if (motion && scene.scene) picture(robot, { ...scene.scene, ...motion });
    else robot.remove();
  }

  function overlays() {
    const runs = store.state.runs.map(run => run.name),
      logs = store.state.logs.filter(name => name !== current);
    const again = () => load().then(found => found && fill());
    const pick = (label, options, value, set) => {
      const node = choice([["", label], ...options], options.includes(value) ? value : "", {
        "aria-label": label,
        onchange: () => {
          set(node.value);
          again();
        },
      });
      return node;
    };
    const run = k => name => {
      view.runs[k] = name;
      view.runs = Array.from(view.runs, each => each || "");
      again();
    };
    return h(
      "span",
      { class: "overlays" },
      runs.length ? pick("predicted by …", runs, view.runs[0], run(0)) : null,
      runs.length > 1 ? pick("and by …", runs, view.runs[1], run(1)) : null,
      logs.length
        ? pick("overlay a log …", logs, view.other, name => {
            view.other = name;
          })
        : null,
    );
  }

  // ---- signals

  function fill() {
    if (!panes || !log) return;
    panes.set(log.t, panesOf(log, view), log.span);
    branches();
  }

  function branches() {
    values = signalTree(tree, log, view, { fill, only });
  }

  function only(joint) {
    view.alone = view.alone === joint ? "" : joint;
    fill();
  }

  function tellValues(t, k) {
    for (const [, [line, out]] of values) out.textContent = number(line.y[k]);
    const box = side.querySelector(".readout");
    if (box) box.textContent = `t = ${t.toFixed(3)} s`;
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
    const found = await load(range);
    if (found) fill();
    waiting = false;
    if (next) {
      const [latest] = next;
      next = null;
      finer(latest);
    }
  }

  // ---- a stretch

  function offer(low, high) {
    const bar = middle.querySelector(".stretch"),
      round = x => Number(x.toFixed(4));
    const [a, b] = [round(low), round(high)];
    const done = () => {
      bar.hidden = true;
      panes?.unselect();
    };
    const deed = work => () => tried(say, work).then(done);
    const now = rangesOf(current) || [log.span.map(round)];
    const left = now.flatMap(([from, to]) =>
      [
        [from, Math.min(to, a)],
        [Math.max(from, b), to],
      ].filter(([x, y]) => y > x),
    );
    bar.hidden = false;
    bar.replaceChildren(
      h("b", {}, `${a} to ${b} s`),
      button("Train on it", deed(() => assign(current, "train", setRanges(current, [[a, b]]))), "small"),
      button("Mask it", deed(() => change(setRanges(current, left))), "small"),
      button(
        "Zoom",
        () => {
          done();
          panes.move([low, high]);
        },
        "small",
      ),
      button("Close", done, "small"),
    );
  }

  function shade() {
    if (!panes) return;
    const ranges = rangesOf(current),
      bands = marks.map(([from, to]) => ({ from, to, colour: WRONG, opacity: 0.18 }));
    if (ranges && log) {
      let at = log.span[0];
      for (const [from, to] of [...ranges].sort((x, y) => x[0] - y[0])) {
        if (from > at) bands.push({ from: at, to: from, colour: MASKED, opacity: 0.4 });
        at = Math.max(at, to);
      }
      if (at < log.span[1]) bands.push({ from: at, to: log.span[1], colour: MASKED, opacity: 0.4 });
    }
    panes.bands = bands;
    middle.querySelector(".masks")?.remove();
    const chips = marks.map(([from, to, kind]) =>
      button(`${kind}: ${number(from)} to ${number(to)} s`, () => panes.move(around(from, to)), "small"),
    );
    if (ranges)
      chips.unshift(
        h("span", {}, `Used: ${ranges.map(([x, y]) => `${number(x)} to ${number(y)} s`).join(", ")} `),
        button("Use the whole log", () => tried(say, () => change(setRanges(current, null))), "small"),
      );
    if (chips.length) middle.append(h("div", { class: "masks row" }, chips));
  }

  const around = (from, to) => {
    const extra = Math.max(to - from, 0.02 * (log.span[1] - log.span[0]));
    return [from - extra, to + extra];
  };

  // ---- mistakes

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
    if (panes) {
      shade();
      panes.shadeAll(panes.bands);
    }
  }

  const state = () => {
    if (store.state) {
      logList(list, current, say);
      show();
    }
  };
  state();
  return { state, jobs };
}
