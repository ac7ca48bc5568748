// The studio: tabs, files that are dropped, work that goes on.

import { h } from "../dom.js";
import { at, get, upload } from "./api.js";
import { identifyPage } from "./identify.js";
import { motionPage } from "./motion.js";
import { messages, showJobs, tried } from "./parts.js";
import { choose } from "./files.js";
import { projectPage } from "./project.js";
import { robotPage } from "./robot.js";
import { runsPage } from "./runs.js";
import { toolsPage } from "./tools.js";
import { act, follow, hear, refresh, store } from "./store.js";
import { carryOn } from "./welcome.js";
import { logsPage } from "./workbench.js";

const PAGES = {
  robot: ["Robot", robotPage],
  logs: ["Logs", logsPage],
  motion: ["Motion", motionPage],
  identify: ["Identify", identifyPage],
  runs: ["Runs", runsPage],
  tools: ["Tools", toolsPage],
  project: ["Project", projectPage],
};
const ROBOT = /\.(urdf|xml|mjcf|sdf|xacro)$/i;

export async function studio(base) {
  at(base);
  const [message, say] = messages(),
    main = document.querySelector("main");
  const tabs = h("nav", { class: "tabs", "aria-label": "pages" }),
    view = h("div", { class: "view" }),
    work = h("div", { class: "work" });
  const lost = h(
    "p",
    { class: "message", hidden: true },
    "The studio does not answer. The results are saved in its folder; start it again with 'dynid studio'.",
  );
  const input = h("input", {
    type: "file",
    multiple: true,
    hidden: true,
    "aria-label": "files",
    onchange: () => dropped([...input.files]),
  });
  const told = h("p", { class: "told", role: "status" });
  const back = h("button", { type: "button", class: "undo", onclick: () => step("undo") }, "Undo");
  const head = h(
    "header",
    {},
    h("h1", {}, "dynid ", h("span", {}, "studio")),
    tabs,
    back,
    h("button", { type: "button", class: "primary", onclick: () => input.click() }, "Add files"),
    input,
  );
  main.replaceChildren(head, lost, told, message, view, work);

  let shown = "",
    page = null;
  const where = () =>
    location.hash.match(/^#\/(\w+)/)?.[1] in PAGES ? location.hash.match(/^#\/(\w+)/)[1] : "robot";

  function route() {
    const key = where(),
      mark = `${key} ${store.state?.logs.length} ${store.state?.runs.length}`;
    if (tabs.dataset.mark !== mark)
      tabs.replaceChildren(
        ...Object.entries(PAGES).map(([name, [title]]) =>
          h(
            "a",
            {
              href: `#/${name}`,
              class: name === key ? "here" : "",
              "aria-current": name === key ? "page" : null,
            },
            title,
            count(name),
          ),
        ),
      );
    tabs.dataset.mark = mark;
    const argument = decodeURIComponent(location.hash.split("/")[2] || "");
    if (shown === location.hash && page) return;
    shown = location.hash;
    view.replaceChildren();
    page = PAGES[key][1](view, argument) || {};
  }

  function count(name) {
    const number = { logs: store.state?.logs.length, runs: store.state?.runs.length }[name];
    return number ? h("small", {}, String(number)) : null;
  }

  async function take(file, replace = false) {
    try {
      return (await upload(file, replace)).files;
    } catch (error) {
      if (error.exists && !replace && confirm(`${file.name} exists already. Replace it?`))
        return take(file, true);
      throw error;
    }
  }

  /** Undo the last change, or do it again. */
  const step = deed => tried(say, async () => tell(await act(deed)));
  const tell = text => {
    told.textContent = text;
    clearTimeout(tell.timer);
    tell.timer = setTimeout(() => told.replaceChildren(), 6000);
  };

  async function dropped(files) {
    input.value = "";
    const troubles = [];
    await tried(say, async () => {
      const made = [];
      for (const file of files) {
        say(`${file.name}: copying into the folder …`);
        try {
          made.push(...(await take(file)));
        } catch (error) {
          troubles.push(error.message); // the others are taken
        }
      }
      say("");
      await refresh();
      const robots = made.filter(name => ROBOT.test(name));
      const logs = made.filter(name => store.state.logs.includes(name));
      if (robots.length)
        try {
          await choose(robots[0]);
          location.hash = `#/robot/${Date.now()}`;
        } catch (error) {
          troubles.push(error.message);
        }
      if (logs.length && store.state.project.robot) {
        troubles.push(...(await act("add", { names: logs, roles: true })));
        if (!robots.length) location.hash = `#/logs/${encodeURIComponent(logs[0])}`;
      }
    });
    if (troubles.length) say(troubles.join("\n"));
  }

  addEventListener("dragover", e => {
    e.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", e => {
    if (!e.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", e => {
    e.preventDefault();
    document.body.classList.remove("dropping");
    dropped([...e.dataTransfer.files]);
  });
  addEventListener("hashchange", route);
  addEventListener("keydown", e => {
    if (!(e.ctrlKey || e.metaKey) || e.target.matches("input:not([type=range], [type=checkbox]), textarea, select"))
      return;
    const key = e.key.toLowerCase(),
      deed = key === "y" || (key === "z" && e.shiftKey) ? "redo" : key === "z" ? "undo" : "";
    if (!deed) return;
    e.preventDefault();
    step(deed);
  });

  hear(what => {
    if (what === "lost" || what === "found") {
      lost.hidden = what === "found";
      return;
    }
    if (what === "state") {
      const { undo } = store.state.history;
      back.disabled = !undo;
      back.title = undo ? `Undo: ${undo} (Ctrl-Z)` : "Nothing to undo";
      route();
      page?.state?.();
    }
    page?.jobs?.();
    carryOn(say);
    showJobs(
      work,
      // the page of a verb shows its own
      store.jobs.filter(
        job => ["running", "waiting"].includes(job.state) && !job.options.quick && page?.shows !== job.verb,
      ),
    );
  });
  await tried(say, async () => {
    store.options = await get("options");
    await refresh();
  });
  document.title = `${store.state?.folder.split("/").pop() || "dynid"}: dynid studio`;
  route();
  follow();
}
