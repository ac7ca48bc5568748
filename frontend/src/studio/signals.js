// The signals of logs and runs: which pane shows them, and the tree that they are chosen from.

import { h } from "../dom.js";
import { colourOf } from "./panes.js";
import { button } from "./parts.js";

const KINDS = [
  ["position [rad, m]", ["q"]],
  ["velocity [rad/s, m/s]", ["qd"]],
  ["torque [Nm, N]", ["tau", "predicted"]],
  ["motor current [A]", ["current"]],
  ["residual [Nm, N]", ["residual"]],
  ["temperature [°C]", ["temperature"]],
];
const WORDS = { q: "position", qd: "velocity", tau: "torque", current: "current" };
const keyOf = line => `${line.of}|${line.kind}|${line.joint}`;
export const number = x => (x === null || x === undefined ? "" : String(Number(x.toPrecision(4))));


const isHidden = (line, view) =>
  (view.alone && line.joint !== view.alone) ||
  view.hidden.has(`${line.of}|${line.kind}`) ||
  view.hidden.has(keyOf(line));

/** What every pane shows: [{title, lines}]. */
export function panesOf(log, view) {
  const ofs = [...new Set(log.lines.map(line => line.of))];
  const dash = line => ofs.indexOf(line.of) - (line.kind === "residual" ? 1 : 0);
  return KINDS.map(([title, kinds]) => ({
    title,
    lines: log.lines
      .filter(line => kinds.includes(line.kind) && !isHidden(line, view))
      .map(line => ({
        key: keyOf(line),
        label: `${line.joint}${line.of ? ` (${line.of})` : ""}`,
        joint: log.joints.indexOf(line.joint),
        dash: Math.max(0, dash(line)),
        wide: view.alone ? 1.8 : 1.2,
        y: line.y,
      })),
  })).filter(pane => pane.lines.length);
}

/** The tree: {key: [line, where its value is written]}. view: what is hidden, which joint is alone. */
export function signalTree(tree, log, view, { fill, only }) {
  const groups = new Map();
  for (const line of log.lines) {
    const id = `${line.of}|${line.kind}`;
    if (!groups.has(id)) groups.set(id, []);
    groups.get(id).push(line);
  }
  const values = new Map();
  const title = id => {
    const [of, kind] = id.split("|");
    if (["predicted", "residual"].includes(kind)) return `${kind}, ${of}`;
    return of ? `${WORDS[kind] || kind}, ${of}` : WORDS[kind] || kind;
  };
  const box = (id, label) =>
    h("input", {
      type: "checkbox",
      checked: !view.hidden.has(id),
      "aria-label": label,
      onchange: e => {
        view.hidden[e.target.checked ? "delete" : "add"](id);
        fill();
      },
    });
  const open = new Set([...tree.querySelectorAll("details[open]")].map(node => node.dataset.id));
  const first = !tree.firstChild;
  tree.replaceChildren(
    h(
      "div",
      { class: "bar" },
      h("h3", {}, "Signals"),
      view.alone ? button(`All joints (now ${view.alone})`, () => only(""), "small") : null,
    ),
    ...[...groups].map(([id, lines]) =>
      h(
        "div",
        { class: "branch" },
        box(id, title(id)),
        h(
          "details",
          { open: first ? id === "|q" || lines.length < 4 : open.has(id), "data-id": id },
          h("summary", {}, title(id)),
        lines.map(line => {
          const out = h("output", {});
          values.set(keyOf(line), [line, out]);
          return h(
            "div",
            { class: `leaf ${view.alone === line.joint ? "here" : ""}` },
            box(keyOf(line), `${title(id)} of ${line.joint}`),
            h("i", { style: { background: colourOf(log.joints.indexOf(line.joint)) } }),
            h(
              "button",
              { type: "button", class: "link", title: `${line.joint} alone`, onclick: () => only(line.joint) },
              line.joint,
            ),
            out,
          );
        }),
        ),
      ),
    ),
  );
  return values;
}
