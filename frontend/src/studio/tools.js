// Other doors: parameters of a simulator from commands, geometry from measured poses.

import { h } from "../dom.js";
import { enliven } from "../report.js";
import { answer } from "./answers.js";
import { get } from "./api.js";
import { form } from "./form.js";
import { button, choice, field, messages, showJobs, tried } from "./parts.js";
import { written } from "./runs.js";
import { start, store } from "./store.js";

const TOOLS = {
  sim2real: [
    "Simulator",
    "Armature, friction, delay and gains of a simulator's motors, from logs of position commands and positions (columns q_, qcmd_); no torques needed.",
    "Identify the simulator",
    "log of commands and positions",
  ],
  calibrate: [
    "Geometry",
    "Lengths, joint axes and encoder zeros from measured poses: a table of joint positions (q_) and of what a tracker, camera or gauge measured.",
    "Calibrate",
    "table of measured poses",
  ],
};

export function toolsPage(root) {
  const [message, say] = messages(),
    answers = h("div", {}),
    cards = h("div", { class: "deeds" });
  root.append(message, cards, answers);
  const mine = new Set(store.jobs.filter(job => job.verb in TOOLS).map(job => job.id)),
    done = new Map();
  let key = "";

  function card(verb) {
    const [title, about, go, what] = TOOLS[verb],
      options = form(verb);
    const pick = label =>
      choice([["", "choose …"], ...store.state.logs], "", { "aria-label": label });
    const logs = pick(what),
      test = pick(`held-out ${what}`);
    const begin = () =>
      tried(say, async () => {
        if (!logs.value) throw new Error(`${title}: choose the ${what}, or drop it on this page.`);
        const asked = { logs: [logs.value], test: test.value ? [test.value] : [], options: options.values() };
        mine.add((await start(verb, asked)).id);
        jobs();
      });
    return h(
      "section",
      {},
      h("h2", {}, title),
      h("p", { class: "soft" }, about),
      field(what, logs),
      field("held-out", test, "to check the result on"),
      options.others(),
      h("div", { class: "row" }, button(go, begin, "primary")),
    );
  }

  function state() {
    const now = JSON.stringify([store.state.logs, store.state.project.robot]);
    if (now === key) return;
    key = now;
    cards.replaceChildren(
      ...(store.state.project.robot
        ? Object.keys(TOOLS).map(card)
        : [h("section", {}, h("p", {}, "Choose a robot first."))]),
    );
  }

  async function jobs() {
    const own = store.jobs.filter(each => mine.has(each.id)),
      fresh = [];
    for (const job of own)
      if (job.state === "done" && !done.has(job.id))
        await tried(say, async () => {
          done.set(job.id, h("section", {}, "reading the answer …")); // once
          const { result } = await get(`jobs/${job.id}`);
          done.get(job.id).replaceChildren(await answer(job, result, written));
          fresh.push(done.get(job.id));
        });
    showJobs(answers, own, job => (done.has(job.id) ? [done.get(job.id)] : []));
    fresh.forEach(enliven);
  }
  if (store.state) {
    state();
    jobs();
  }
  return { state, jobs };
}
