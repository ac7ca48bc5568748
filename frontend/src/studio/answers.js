// What a command answered about a run: the page that it wrote, or a table.

import { h } from "../dom.js";
import { address, get } from "./api.js";
import { table } from "./parts.js";

export async function answer(job, result, written) {
  if (job.verb === "diff") return changes(job, result);
  if (["sim2real", "calibrate", "test"].includes(job.verb)) return files(job, result);
  if (job.verb === "export")
    return h(
      "div",
      {},
      h(
        "p",
        {},
        job.options.format !== "c"
          ? h("a", { href: address(`files/${job.output}`) }, `Save ${job.output}`)
          : `Written into the folder ${job.output}.`,
      ),
      h(
        "ul",
        { class: "notes" },
        result.notes.map(text => h("li", {}, text)),
      ),
    );
  const page = await written(job.output);
  return h(
    "div",
    {},
    page,
    h(
      "p",
      { class: "row" },
      h("a", { href: address(`files/${job.output}`), target: "_blank", rel: "noopener" }, "Show as a page"),
      h("a", { href: address(`files/${job.output}?save=1`) }, "Save the page"),
    ),
  );
}

/** What is printed, and the files of the folder that was written. */
async function files(job, result) {
  const there = job.verb === "test" ? [] : (await get("folder", { name: job.output })).files;
  return h(
    "div",
    {},
    h("pre", { class: "printed", tabindex: 0 }, result.text),
    h(
      "p",
      { class: "row" },
      there.map(name => h("a", { href: address(`files/${job.output}/${name}`), target: "_blank", rel: "noopener" }, name)),
    ),
  );
}

const short = name => name.split("/").pop();

/** Two runs: the errors of both, and the parameters that differ first. */
function changes(job, result) {
  const [first, second] = job.results.map(short);
  const beyond = each => Math.abs(each.difference) / (each.threshold ?? Infinity);
  const rows = [...result.parameters].sort((a, b) => b.changed - a.changed || beyond(b) - beyond(a));
  return h(
    "div",
    {},
    h("h2", {}, `From ${first} to ${second}`),
    h("p", {}, h("b", {}, result.verdict)),
    result.circumstances.length
      ? h(
          "ul",
          {},
          result.circumstances.map(text => h("li", {}, text)),
        )
      : null,
    h("h3", {}, "Unexplained training torque [%]"),
    table(
      ["joint", first, second],
      Object.entries(result.errors || {}).map(([joint, [a, b]]) => [joint, a, b]),
    ),
    h("h3", {}, "Parameters, largest changes first"),
    table(
      ["parameter", first, second, "difference", "* beyond", ""],
      rows.map(each => [
        each.name,
        each.first,
        each.second,
        each.difference,
        each.threshold,
        each.changed ? "* changed" : "",
      ]),
    ),
    [...result.only_first.map(name => [name, first]), ...result.only_second.map(name => [name, second])]
      .length
      ? h(
          "p",
          { class: "soft" },
          result.only_first.length ? `Only in ${first}: ${result.only_first.join(", ")}. ` : "",
          result.only_second.length ? `Only in ${second}: ${result.only_second.join(", ")}.` : "",
        )
      : null,
    result.notes.map(text => h("p", { class: "soft" }, text)),
  );
}
