// The runs as a table: sorted, filtered, compared, the best one pinned.

import { h } from "../dom.js";
import { more, noteOf } from "./files.js";
import { tried } from "./parts.js";
import { act, store } from "./store.js";

const TONES = { good: "good", usable: "usable" };
const percent = x => (Number.isFinite(x) ? `${x.toPrecision(3)} %` : "–");
const COLUMNS = [
  ["run", run => run.name],
  ["verdict", run => ["good", "usable"].indexOf(run.verdict) + 1 || 9],
  ["held-out error", run => run.errors?.held_out ?? Infinity],
  ["robot file → identified", run => run.errors?.shipped ?? Infinity],
  ["effects", run => run.effects || ""],
  ["method", run => run.method || ""],
  ["logs", run => (run.logs || []).join(" ")],
  ["date", run => run.date || 0],
  ["note", run => noteOf(`runs/${run.name}`)],
];
/** How the table is sorted and filtered; it stays from page to page. */
const how = { by: "date", down: true, text: "" };

/** shown: the run whose report is below; picked: those to compare. */
export function runsTable(shown, picked, say, changed) {
  const isPinned = run => Boolean(store.state.notes[`runs/${run.name}`]?.pinned);
  const body = h("tbody", {});
  const heads = COLUMNS.map(([name]) => {
    const head = h(
      "th",
      { tabindex: 0, "aria-sort": how.by === name ? (how.down ? "descending" : "ascending") : "none" },
      name,
    );
    const sort = () => {
      how.down = how.by === name ? !how.down : false;
      how.by = name;
      heads.forEach((each, k) =>
        each.setAttribute(
          "aria-sort",
          COLUMNS[k][0] === how.by ? (how.down ? "descending" : "ascending") : "none",
        ),
      );
      fill();
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", e => e.key === "Enter" && sort());
    return head;
  });
  const filter = h("input", {
    type: "search",
    value: how.text,
    placeholder: "filter: name, effect, log, note …",
    "aria-label": "filter runs",
    oninput: () => {
      how.text = filter.value;
      fill();
    },
  });

  function row(run) {
    const path = `runs/${run.name}`,
      { errors = {} } = run,
      error = errors.held_out ?? errors.training;
    const pin = h(
      "button",
      {
        type: "button",
        class: "link pin",
        "aria-pressed": String(isPinned(run)),
        "aria-label": `pin ${run.name}`,
        title: "Pinned runs stand first",
        onclick: () => tried(say, () => act("annotate", { path, pinned: !isPinned(run) })),
      },
      isPinned(run) ? "★" : "☆",
    );
    const pick = h("input", {
      type: "checkbox",
      checked: picked.has(run.name),
      "aria-label": `compare ${run.name}`,
      onchange: () => {
        picked[pick.checked ? "add" : "delete"](run.name);
        changed();
      },
    });
    const held = Number.isFinite(errors.held_out);
    return h(
      "tr",
      { class: run.name === shown ? "file here" : "file" },
      h("td", {}, pick, pin),
      h("td", { class: "name" }, h("a", { href: `#/runs/${encodeURIComponent(run.name)}` }, run.name)),
      h("td", {}, h("span", { class: `word ${TONES[run.verdict] || "bad"}` }, run.verdict || "–")),
      h("td", { class: "number" }, held ? percent(errors.held_out) : "no held-out log"),
      h("td", { class: "number" }, `${percent(errors.shipped)} → ${percent(error)}`),
      h("td", {}, run.effects || "none"),
      h("td", {}, run.method || ""),
      h("td", {}, (run.logs || []).map(each => each.split("/").pop()).join(" ")),
      h("td", {}, run.date ? new Date(1000 * run.date).toLocaleString() : ""),
      h("td", {}, noteOf(path)),
      h(
        "td",
        {},
        more(path, say, to => {
          if (run.name === shown) location.hash = `#/runs/${encodeURIComponent(to.split("/").pop())}`;
        }),
      ),
    );
  }

  function fill() {
    const [, value] = COLUMNS.find(([name]) => name === how.by),
      words = how.text.toLowerCase().split(/\s+/).filter(Boolean);
    const text = run =>
      [run.name, run.verdict, run.effects, run.method, ...(run.logs || []), noteOf(`runs/${run.name}`)]
        .join(" ")
        .toLowerCase();
    const order = (a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0);
    const rows = store.state.runs
      .filter(run => words.every(word => text(run).includes(word)))
      .sort((a, b) => isPinned(b) - isPinned(a) || (how.down ? order(b, a) : order(a, b)));
    body.replaceChildren(...rows.map(row));
  }
  fill();
  return h(
    "div",
    {},
    h("div", { class: "bar" }, h("h2", {}, "Runs"), filter),
    h(
      "div",
      { class: "table", tabindex: 0 },
      h("table", { class: "runs" }, h("thead", {}, h("tr", {}, h("th", {}, h("span", { class: "hidden" }, "compare, pin")), heads, h("th", {}, h("span", { class: "hidden" }, "more")))), body),
    ),
  );
}

/** Parameters of runs side by side, with their 95 % intervals. */
export function parameterTable(runs, results) {
  const name = k => runs[k];
  const rows = new Map();
  results.forEach((result, k) =>
    result.parameters.forEach(each => {
      if (!rows.has(each.name)) rows.set(each.name, []);
      rows.get(each.name)[k] = each;
    }),
  );
  const short = x => String(Number(x.toPrecision(4))).replace("-", "−");
  const cell = each => (each ? `${short(each.value)}${each.half === null ? "" : ` ± ${Number(each.half.toPrecision(2))}`}` : "–");
  // those whose intervals do not overlap come first
  const apart = list => {
    const there = list.filter(each => each && each.half !== null);
    return there.some(a => there.some(b => Math.abs(a.value - b.value) > a.half + b.half));
  };
  const sorted = [...rows].sort(([, a], [, b]) => apart(b) - apart(a));
  return h(
    "div",
    { class: "table", tabindex: 0 },
    h(
      "table",
      { class: "compared" },
      h("thead", {}, h("tr", {}, h("th", {}, "parameter"), runs.map((_, k) => h("th", { class: "number" }, name(k))), h("td", {}))),
      h(
        "tbody",
        {},
        sorted.map(([title, list]) =>
          h(
            "tr",
            {},
            h("td", { class: "name" }, title),
            runs.map((_, k) => h("td", { class: "number" }, cell(list[k]))),
            h("td", {}, apart(list) ? "differ" : ""),
          ),
        ),
      ),
    ),
  );
}
