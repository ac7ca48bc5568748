"use strict";
// Draws each plot when it comes near the screen, in the colours of the page; and the robot, on a canvas of its own.

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const read = element => JSON.parse(element.querySelector('script[type="application/json"]').textContent);

function inPageColours(layout) {
  const out = { ...layout, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)" };
  out.font = { ...layout.font, color: css("--ink") };
  for (const key of Object.keys(out))
    if (/^[xy]axis\d*$/.test(key))
      out[key] = { ...out[key], gridcolor: css("--line"), zerolinecolor: css("--line"), linecolor: css("--line"), automargin: true, exponentformat: "power" };
  // a finger scrolls the page, it does not zoom the plot
  if (matchMedia("(pointer: coarse)").matches) out.dragmode = false;
  return out;
}

function draw(element) {
  const figure = element.figure || (element.figure = read(element));
  const config = { responsive: true, displayModeBar: false };
  Plotly.react(element.querySelector(".canvas"), figure.data, inPageColours(figure.layout), config);
}

const plots = [...document.querySelectorAll(".plot")];
const near = new IntersectionObserver(entries => {
  for (const entry of entries) if (entry.isIntersecting) { near.unobserve(entry.target); draw(entry.target); }
}, { rootMargin: "400px" });
plots.forEach(plot => near.observe(plot));
addEventListener("beforeprint", () => plots.filter(plot => !plot.figure).forEach(draw));

// ---- the robot

function picture(box) {
  const robot = read(box), canvas = box.querySelector("canvas"), pen = canvas.getContext("2d");
  const button = box.querySelector("button"), slider = box.querySelector("input"), clock = box.querySelector("output");
  const frames = robot.points.length, end = robot.times[frames - 1] || 1;
  const shades = ["#8a94a3", "#3d8bd4", "#e8743b", "#3aa57a", "#9a7fd1", "#d9534f", "#b58900", "#2aa198", "#d06aa5"];
  let azimuth = -0.7, elevation = 0.35, time = 0, playing = false, last = 0;

  // the points at a time, between the two nearest frames
  function pointsAt(t) {
    let k = 0;
    while (k < frames - 2 && robot.times[k + 1] <= t) k++;
    if (frames < 2) return robot.points[0];
    const span = robot.times[k + 1] - robot.times[k] || 1, f = Math.min(1, Math.max(0, (t - robot.times[k]) / span));
    return robot.points[k].map((x, i) => x + f * (robot.points[k + 1][i] - x));
  }

  function show() {
    const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio); canvas.height = Math.round(height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const ca = Math.cos(azimuth), sa = Math.sin(azimuth), ce = Math.cos(elevation), se = Math.sin(elevation);
    const scale = 1.1 * Math.min(width, height);
    const project = (x, y, z) => {
      const u = ca * x - sa * y, v = sa * x + ca * y;   // v away from the viewer
      return [width / 2 + scale * u, height / 2 - scale * (ce * z + se * v), ce * v - se * z];
    };
    pen.lineCap = "round"; pen.lineWidth = 1; pen.strokeStyle = css("--line");
    for (let k = -4; k <= 4; k++) for (const swap of [false, true]) {
      const [a, b] = swap ? [project(k / 8, -.5, robot.floor), project(k / 8, .5, robot.floor)]
                          : [project(-.5, k / 8, robot.floor), project(.5, k / 8, robot.floor)];
      pen.beginPath(); pen.moveTo(a[0], a[1]); pen.lineTo(b[0], b[1]); pen.stroke();
    }
    const flat = pointsAt(time), at = [];
    for (let i = 0; i < flat.length; i += 3) at.push(project(flat[i], flat[i + 1], flat[i + 2]));
    const lines = robot.lines.map(([a, b, body]) => [at[a], at[b], body]);
    lines.sort((p, q) => q[0][2] + q[1][2] - p[0][2] - p[1][2]);   // far ones first
    for (const [a, b, body] of lines) {
      pen.strokeStyle = body ? shades[1 + (body - 1) % (shades.length - 1)] : shades[0];
      pen.lineWidth = body ? 4.5 : 2;
      pen.beginPath(); pen.moveTo(a[0], a[1]); pen.lineTo(b[0], b[1]); pen.stroke();
    }
    pen.fillStyle = css("--paper"); pen.strokeStyle = css("--soft"); pen.lineWidth = 1.5;
    for (const k of robot.joints) { pen.beginPath(); pen.arc(at[k][0], at[k][1], 3.5, 0, 7); pen.fill(); pen.stroke(); }
    slider.value = String(Math.round(1000 * time / end));
    clock.textContent = time.toFixed(1) + " s";
  }

  function step(now) {
    if (!playing) return;
    time = (time + Math.min(0.1, (now - last) / 1000)) % end; last = now;
    show(); requestAnimationFrame(step);
  }
  function play(wanted) {
    playing = wanted; button.textContent = playing ? "Pause" : "Play";
    if (playing) { last = performance.now(); requestAnimationFrame(step); }
  }
  button.addEventListener("click", () => play(!playing));
  slider.addEventListener("input", () => { play(false); time = end * slider.value / 1000; show(); });
  let from = null;
  canvas.addEventListener("pointerdown", e => { from = [e.clientX, e.clientY]; canvas.setPointerCapture(e.pointerId); });
  canvas.addEventListener("pointermove", e => {
    if (!from) return;
    azimuth += 0.01 * (e.clientX - from[0]);
    if (e.pointerType === "mouse") elevation = Math.min(1.5, Math.max(-1.5, elevation + 0.01 * (e.clientY - from[1])));
    from = [e.clientX, e.clientY]; show();
  });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => { from = null; });
  addEventListener("resize", show);
  show();
  return show;
}

const pictures = [...document.querySelectorAll(".picture")].map(picture);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  plots.filter(plot => plot.figure).forEach(draw);
  pictures.forEach(show => show());
});
