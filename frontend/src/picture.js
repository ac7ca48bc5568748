// The robot, moving: play, a slider, and the common time of the plots of the same log.

import { inside } from "./dom.js";
import { clocks } from "./gestures.js";
import { RobotView } from "./robot.js";

export function picture(box, robot = inside(box)) {
  const view = new RobotView(box, robot, robot.names || []);
  const button = box.querySelector("button"),
    slider = box.querySelector("input"),
    clock = box.querySelector("output");
  const { times, points } = robot,
    frames = points.length,
    begin = times[0],
    span = times[frames - 1] - begin || 1;
  let time = begin,
    playing = false,
    last = 0;

  // the points at a time, between the two nearest frames
  function between(list, t) {
    let low = 0,
      high = frames - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= t) low = middle;
      else high = middle;
    }
    if (frames < 2) return list[0];
    const f = Math.min(1, Math.max(0, (t - times[low]) / (times[high] - times[low] || 1)));
    return list[low].map((x, i) => x + f * (list[high][i] - x));
  }

  function poses(t) {
    if (!robot.poses) return undefined;
    return Object.fromEntries(Object.entries(robot.poses).map(([body, rows]) => [body, between(rows, t)]));
  }

  function show(told = true) {
    view.show(between(points, time), poses(time));
    slider.value = String(Math.round((1000 * (time - begin)) / span));
    clock.textContent = `${time.toFixed(1)} s`;
    if (told && robot.clock) clocks.tell(robot.clock, time, view);
  }

  function step(now) {
    if (!playing || !box.isConnected) return;
    time = begin + ((time - begin + Math.min(0.1, (now - last) / 1000)) % span);
    last = now;
    show();
    requestAnimationFrame(step);
  }

  function play(wanted) {
    playing = wanted;
    button.textContent = playing ? "Pause" : "Play";
    if (playing) {
      last = performance.now();
      requestAnimationFrame(step);
    }
  }

  button.addEventListener("click", () => play(!playing));
  slider.addEventListener("input", () => {
    play(false);
    time = begin + (span * slider.value) / 1000;
    show();
  });
  clocks.hear(({ name, t, from }) => {
    if (name !== robot.clock || from === view || !name || !box.isConnected || playing) return;
    time = Math.max(begin, Math.min(begin + span, t));
    show(false);
  });
  show(false);
  return view;
}
