// The project: its file as text, what is in the bin, robots of the folder.

import { h } from "../dom.js";
import { more, noteOf } from "./files.js";
import { button, messages, tried } from "./parts.js";
import { act, store } from "./store.js";

export function projectPage(root) {
  const [message, say] = messages();
  const text = h("textarea", { rows: 18, spellcheck: "false", "aria-label": "dynid.yaml" }),
    rest = h("div", {});
  let shown = null;
  const set = () => tried(say, () => act("text", { text: text.value }));
  root.append(
    message,
    h(
      "section",
      {},
      h("h2", {}, "dynid.yaml"),
      h("p", { class: "soft" }, "Every dynid command in this folder reads this file. It is checked before it is saved."),
      text,
      h(
        "div",
        { class: "row" },
        button("Save", set, "primary"),
        button("Undo the last change", () => tried(say, () => act("undo"))),
        button("Redo", () => tried(say, () => act("redo"))),
      ),
    ),
    rest,
  );
  function state() {
    const { text: now, bin, robots } = store.state;
    if (now !== shown && (shown === null || text.value === shown)) text.value = now;
    shown = now;
    rest.replaceChildren(
      robots.length
        ? h(
            "section",
            {},
            h("h2", {}, "Robot files"),
            robots.map(name =>
              h("div", { class: "file" }, h("span", {}, name), h("span", { class: "soft" }, noteOf(name)), more(name, say)),
            ),
          )
        : "",
      h(
        "section",
        {},
        h("h2", {}, "Bin"),
        bin.length
          ? bin.map(path =>
              h(
                "div",
                { class: "file" },
                h("span", {}, path.replace(/^\d+\//, "")),
                button("Restore", () => tried(say, () => act("restore", { path })), "small"),
              ),
            )
          : h("p", { class: "soft" }, "Empty. What you remove, or replace by a file of the same name, is kept here."),
      ),
    );
  }
  if (store.state) state();
  return { state };
}
