// Fields of options, as the server describes them: label, unit, default, choices, help.

import { h } from "../dom.js";
import { choice, field } from "./parts.js";
import { store } from "./store.js";

const shown = value => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** What holds if nothing is filled in: of dynid.yaml, else the default. */
const ofProject = option => (option.in_project ? store.state.project[option.name] : undefined);
const usual = option => shown(ofProject(option) ?? option.default ?? "");

function input(option) {
  const about = { "aria-label": option.label, title: `${option.help} ${option.details}`.trim() };
  if (option.type === "yes or no") {
    option.now = ofProject(option) ?? option.default;
    return h("input", { type: "checkbox", checked: option.now, ...about });
  }
  if (option.choices.length && !option.unit && !/number|list/.test(option.type)) {
    const first = usual(option),
      from = ofProject(option) === undefined ? "default" : "dynid.yaml";
    return choice([["", first && `${first} (${from})`], ...option.choices], "", about);
  }
  return h("input", { placeholder: usual(option) || option.example, size: 12, ...about });
}

/** Fields of some options of a verb. field(name): one of them; the others: all that nobody asked for;
 *  values(): of those that are filled in, as they would be typed. */
export function form(verb, left = []) {
  const options = (store.options?.[verb] || []).filter(each => !left.includes(each.name));
  const nodes = new Map(),
    taken = new Set();
  for (const each of options) {
    each.label = each.name.replaceAll("_", " ");
    nodes.set(each.name, [each, input(each)]);
  }
  const one = name => {
    const [option, node] = nodes.get(name);
    taken.add(name);
    return field(option.unit ? `${option.label} [${option.unit}]` : option.label, node);
  };
  const value = (option, node) => {
    if (node.type === "checkbox") return node.checked === option.now ? "" : node.checked;
    const text = node.value.trim();
    return option.several && text ? text.split(";").map(each => each.trim()) : text;
  };
  return {
    field: name => (nodes.has(name) ? one(name) : null),
    others: () => {
      const rest = [...nodes.keys()].filter(name => !taken.has(name));
      return rest.length ? h("details", {}, h("summary", {}, "All options"), rest.map(one)) : null;
    },
    values: () =>
      Object.fromEntries(
        [...nodes].map(([name, [option, node]]) => [name, value(option, node)]).filter(([, x]) => x !== ""),
      ),
  };
}
