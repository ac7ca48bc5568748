// A file or result of the folder: its name, a note, the bin; and which robot is looked at.

import { h } from "../dom.js";
import { button, field, tried } from "./parts.js";
import { act, store } from "./store.js";

/** Another robot. Where no log is in use yet, those of the folder are looked at. */
export async function choose(name) {
  await act("choose", { name });
  const { logs, project } = store.state;
  if (logs.length && !project.logs?.length) await act("add", { names: logs.slice(0, 2), roles: true });
  return name;
}

export const noteOf = path => store.state.notes[path]?.note || "";

/** What can be done with a file: renamed(path) is told its new name, "" when it was removed. */
export function more(path, say, renamed = () => {}, ...fields) {
  const short = path.split("/").pop();
  const name = h("input", {
    value: short,
    "aria-label": `name of ${short}`,
    onchange: () =>
      tried(say, async () => renamed(await act("rename", { path, name: name.value.trim() }))).then(done => {
        if (done === null) name.value = short;
      }),
  });
  const note = h("input", {
    value: noteOf(path),
    "aria-label": `note on ${short}`,
    onchange: () => tried(say, () => act("annotate", { path, note: note.value.trim() })),
  });
  return h(
    "details",
    { class: "more" },
    h("summary", { "aria-label": `more about ${short}`, title: "Rename, note, remove" }, "⋯"),
    h(
      "div",
      {},
      field("Name", name),
      field("Note", note),
      fields,
      button("Remove", () =>
        tried(say, async () => {
          await act("remove", { path });
          renamed("");
        }),
      ),
      h("small", { class: "soft" }, "Removed files go into the bin: see Project."),
    ),
  );
}
