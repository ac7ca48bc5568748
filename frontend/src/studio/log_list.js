// The logs: what each is for, and which of its stretches are used.

import { h } from "../dom.js";
import { more, noteOf } from "./files.js";
import { choice, field, tried } from "./parts.js";
import { act, change, store } from "./store.js";

const fileOf = entry => (typeof entry === "string" ? entry : entry.file);
export const names = list => (list || []).map(fileOf).filter(Boolean);

const role = name =>
  names(store.state.project.logs).includes(name)
    ? "train"
    : names(store.state.project.test).includes(name)
      ? "test"
      : "";

/** What a log was recorded with: link=tool0,mass=1.2,com=0 0 0.05; without a mass it is identified. */
function loadOf(log, say) {
  const known = store.state.project.payloads?.[log] || {},
    words = Object.entries(known).map(([key, x]) => `${key}=${Array.isArray(x) ? x.join(" ") : x}`);
  const text = h("input", {
    value: words.join(","),
    placeholder: "link=LINK,mass=KG,com=X Y Z",
    "aria-label": `payload of ${log}`,
    onchange: () => tried(say, () => act("load", { log, text: text.value })),
  });
  return field("Payload", text);
}

/** The list, with the log that is shown marked. */
export function logList(list, current, say) {
  if (!store.state.project.robot) return list.replaceChildren(h("p", {}, "Choose a robot first."));
  const rows = store.state.logs.map(name => {
    const use = choice(
      [
        ["train", "training"],
        ["test", "validation"],
        ["", "not used"],
      ],
      role(name),
      { "aria-label": `use of ${name}` },
    );
    use.addEventListener("change", () => tried(say, () => assign(name, use.value)));
    return h(
      "div",
      { class: `file ${name === current ? "here" : ""}` },
      h("a", { href: `#/logs/${encodeURIComponent(name)}`, title: noteOf(name) || name }, name),
      h("span", { class: "soft" }, noteOf(name)),
      use,
      more(name, say, to => {
        if (name === current) location.hash = `#/logs/${encodeURIComponent(to)}`;
      }, loadOf(name, say)),
    );
  });
  list.replaceChildren(
    h("h2", {}, "Logs"),
    rows.length
      ? h("div", { class: "files" }, rows)
      : h("p", { class: "soft" }, "Drop a log (CSV, Parquet, MAT, HDF5, a ROS bag) anywhere on this page."),
  );
  return undefined;
}

/** What a log is for: train, test or nothing; keys: what else changes with it. */
export const assign = (name, use, keys = {}) => {
  const entry = key => (store.state.project[key] || []).filter(each => fileOf(each) === name)[0];
  const own = entry("logs") || entry("test") || name;
  const without = key => (store.state.project[key] || []).filter(each => fileOf(each) !== name);
  return change({
    logs: [...without("logs"), ...(use === "train" ? [own] : [])],
    test: [...without("test"), ...(use === "test" ? [own] : [])],
    ...keys,
  });
};

/** [[from, to], ...] that are used of a log; null: all of it. */
export const rangesOf = name => {
  const { between } = store.state.project;
  if (Array.isArray(between)) return [between];
  return between?.[name] || null;
};
export const setRanges = (name, ranges) => {
  const { between } = store.state.project;
  const others = Array.isArray(between) ? {} : { ...between };
  delete others[name];
  return { between: ranges ? { ...others, [name]: ranges } : others };
};
