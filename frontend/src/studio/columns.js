// Which column of a log is what, and in which unit; the guesses are filled in.

import { h } from "../dom.js";
import { button, choice, table, tried } from "./parts.js";
import { change, store } from "./store.js";

const KINDS = {
  t: ["time", ["s", "ms", "us", "ns"]],
  q: ["positions", ["rad", "deg"]],
  qd: ["velocities", ["rad/s", "deg/s", "rpm"]],
  tau: ["torques", ["Nm", "mNm", "Ncm"]],
  current: ["motor currents", ["A", "mA"]],
};
const USUAL = { t: "t", q: "q_{joint}", qd: "qd_{joint}", tau: "tau_{joint}", current: "current_{joint}" };

const isOwn = x => x !== null && typeof x === "object" && !["current", "voltage", "counts"].some(kind => kind in x);

/** What dynid.yaml says of one log: its own, else what it says of all. */
function ofLog(values, log) {
  if (isOwn(values?.[log])) return values[log];
  return Object.fromEntries(Object.entries(values || {}).filter(([, x]) => !isOwn(x)));
}

export function mapping(log, guess, say) {
  const { project } = store.state,
    columns = ofLog(project.columns, log),
    units = ofLog(project.units, log);
  const own = found =>
    change({
      columns: { ...store.state.project.columns, [log]: found.columns },
      units: { ...store.state.project.units, [log]: found.units },
    });
  const rows = Object.entries(KINDS).map(([kind, [title, known]]) => {
    const text = h("input", {
      value: columns[kind] ?? "",
      placeholder: guess.columns[kind] || USUAL[kind],
      list: "columns",
      "aria-label": `column of ${title}`,
    });
    const unit = choice(
      [["", known[0]], ...known.slice(1).map(each => [each, each])],
      String(units[kind] ?? ""),
      { "aria-label": `unit of ${title}` },
    );
    if (units[kind] && !known.includes(units[kind])) {
      unit.append(h("option", { value: units[kind] }, String(units[kind])));
      unit.value = units[kind];
    }
    return [kind, title, text, unit];
  });
  const others = (from, taken) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => !(name in taken)));
  const set = () =>
    tried(say, () =>
      own({
        columns: {
          ...others(columns, KINDS),
          ...Object.fromEntries(
            rows.map(([kind, , text]) => [kind, text.value.trim()]).filter(([, value]) => value),
          ),
        },
        units: {
          ...others(units, KINDS),
          ...Object.fromEntries(
            rows.map(([kind, , , unit]) => [kind, unit.value]).filter(([, value]) => value),
          ),
        },
      }),
    );
  const guessed = () => tried(say, () => own(guess));
  return h(
    "details",
    { class: "mapping" },
    h("summary", {}, "Columns and units of this log"),
    h(
      "p",
      { class: "soft" },
      "{joint} means the name of a joint, {j} its number. Columns in the file: ",
      guess.names.slice(0, 40).join(", "),
      guess.names.length > 40 ? ", …" : "",
    ),
    h(
      "datalist",
      { id: "columns" },
      guess.names.map(name => h("option", { value: name })),
    ),
    table(
      ["what", "column", "unit"],
      rows.map(([, title, text, unit]) => [title, text, unit]),
    ),
    guess.remarks.length
      ? h(
          "ul",
          {},
          guess.remarks.map(text => h("li", {}, text)),
        )
      : null,
    h("div", { class: "row" }, button("Set", set, "primary"), button("As guessed", guessed)),
  );
}
