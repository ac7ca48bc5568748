// A written page comes to life: plots when they come near the screen, robots, tables, the printer.

import { Chart } from "./chart.js";
import { inside } from "./dom.js";
import { picture } from "./picture.js";
import { recolour } from "./robot.js";
import { dress } from "./tables.js";

const charts = new WeakMap();

function draw(plot) {
  if (charts.has(plot)) return;
  charts.set(plot, new Chart(plot.querySelector(".canvas"), inside(plot)));
}

/** Those that nobody has come near to are drawn while nothing else is to do; folded ones when opened. */
function idle(plots) {
  const later = window.requestIdleCallback || (work => setTimeout(work, 50));
  const next = () => {
    const plot = plots.find(each => !charts.has(each) && each.isConnected);
    if (plot) {
      draw(plot);
      later(next);
    }
  };
  later(next);
}

export function enliven(root) {
  const near = new IntersectionObserver(
    entries => {
      for (const entry of entries)
        if (entry.isIntersecting) {
          near.unobserve(entry.target);
          draw(entry.target);
        }
    },
    { rootMargin: "400px" },
  );
  const plots = [...root.querySelectorAll(".plot")];
  plots.forEach(plot => near.observe(plot));
  idle(plots);
  root.querySelectorAll(".picture").forEach(box => {
    if (!box.dataset.alive) {
      box.dataset.alive = "yes";
      picture(box);
    }
  });
  root.querySelectorAll("table").forEach(dress);
}

/** Paper is light and shows everything: folds opened, every plot drawn, robots in light colours. */
export function forPaper() {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    opened.forEach(fold => {
      fold.open = true;
    });
    document.documentElement.classList.add("light");
    recolour();
    document.querySelectorAll(".plot").forEach(plot => {
      draw(plot);
      charts.get(plot).draw();
    });
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("light");
    recolour();
    opened.forEach(fold => {
      fold.open = false;
    });
  });
}
