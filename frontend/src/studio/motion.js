// Design a motion that shows the parameters, see it, take it to the controller.

import { h } from "../dom.js";
import { enliven } from "../report.js";
import { address } from "./api.js";
import { button, field, messages, showJobs, tried } from "./parts.js";
import { written } from "./runs.js";
import { latest, start, store } from "./store.js";

const FILES = ["trajectory.csv", "trajectory.yaml", "lead_in.csv", "design.json"];

export function motionPage(root, wanted) {
  const [message, say] = messages(),
    card = h("div", {}),
    list = h("section", { hidden: true }),
    view = h("div", {});
  const input = (value, name) => h("input", { value, size: 8, "aria-label": name });
  const time = input("20", "seconds of search"),
    period = input("10", "period"),
    harmonics = input("5", "harmonics"),
    floor = input("auto", "floor");
  let own = null,
    key = "";

  root.append(
    message,
    h(
      "section",
      {},
      h("h2", {}, "Design a motion"),
      h(
        "p",
        { class: "soft" },
        "A motion that shows the robot's parameters, from rest to rest, within its limits, above the floor and out of itself.",
      ),
      h(
        "div",
        { class: "fields" },
        field("Search [s]", time),
        field("Period [s]", period),
        field("Harmonics", harmonics),
        field("Floor [m]", floor, "a height, auto, or none"),
      ),
      h(
        "div",
        { class: "row" },
        button(
          "Design",
          () =>
            tried(say, async () => {
              const options = {
                "--time": time.value.trim(),
                "--period": period.value.replaceAll(" ", ""),
                "--harmonics": harmonics.value.trim(),
                "--floor": floor.value.trim(),
              };
              own = (await start("design", { options })).id;
            }),
          "primary",
        ),
      ),
    ),
    card,
    list,
    view,
  );

  async function state() {
    const { motions } = store.state,
      name = wanted || motions.at(-1) || "",
      now = JSON.stringify([motions, name]);
    if (now === key) return;
    key = now;
    list.hidden = !motions.length;
    list.replaceChildren(
      h("h2", {}, "Motions"),
      h(
        "div",
        { class: "files" },
        motions.map(each =>
          h(
            "div",
            { class: `file ${each === name ? "here" : ""}` },
            h("a", { href: `#/motion/${encodeURIComponent(each)}` }, each),
            h(
              "span",
              {},
              FILES.map(file => [
                h("a", { href: address(`files/motions/${encodeURIComponent(each)}/${file}`) }, file),
                " ",
              ]),
            ),
          ),
        ),
      ),
    );
    if (!motions.includes(name)) return;
    const page = await tried(say, () => written(`motions/${encodeURIComponent(name)}/motion.html`));
    if (page) {
      view.replaceChildren(page);
      enliven(view);
    }
  }

  function jobs() {
    const job = own
      ? store.jobs.find(each => each.id === own)
      : latest("design", each => each.state === "running");
    showJobs(card, job ? [job] : []);
  }
  if (store.state) {
    state();
    jobs();
  }
  return { state, jobs };
}
