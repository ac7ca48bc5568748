// From numbers to pixels, and the ticks between.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raised = n => (n < 0 ? "⁻" : "") + [...String(Math.abs(n))].map(c => SUPERSCRIPTS[c]).join("");

/** A number as short as the step between ticks allows. */
export function shown(x, step) {
  if (x === 0 || Math.abs(x) < 1e-9 * step) return "0";
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const size = Math.abs(x);
  if (size >= 1e5 || digits > 4) {
    const power = Math.floor(Math.log10(size) + 1e-9);
    const front = Number((x / 10 ** power).toPrecision(3));
    const sign = front < 0 ? "−" : "";
    return `${sign}${Math.abs(front) === 1 ? "" : `${Math.abs(front)}·`}10${raised(power)}`;
  }
  return x.toFixed(digits).replace("-", "−");
}

/** Round numbers, about `count` of them; never a single one, by which no scale can be read. */
export function ticks(low, high, count) {
  for (const more of [1, 1.5, 2.5]) {
    const found = rounded(low, high, more * count);
    if (found.length > 1) return found;
  }
  return rounded(low, high, 4 * count);
}

function rounded(low, high, count) {
  const rough = (high - low) / Math.max(1, count),
    power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find(k => k * power >= rough * 0.999);
  const out = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) out.push(k * step);
  return out.map(x => [x, shown(x, step)]);
}

function powers(low, high, count) {
  const first = Math.ceil(low - 1e-9),
    last = Math.floor(high + 1e-9);
  const every = Math.max(1, Math.ceil((last - first + 1) / count)),
    out = [];
  for (let k = first; k <= last; k += every) out.push([k, `10${raised(k)}`]);
  if (out.length > 1) return out;
  const fine = [];
  for (let k = Math.floor(low); k <= high; k++)
    for (const front of [1, 2, 5]) {
      const at = k + Math.log10(front);
      if (at >= low && at <= high) fine.push([at, shown(front * 10 ** k, 10 ** k)]);
    }
  return fine;
}

/** An axis: `of(x)` is the pixel of a value, `back(pixel)` the value. Words stand at 0, 1, 2, ... */
export class Scale {
  constructor({ log = false, words = null, low, high, from, to, named = null }) {
    Object.assign(this, { log, words, low, high, from, to, named });
    this.factor = (to - from) / (high - low || 1);
  }

  inner(x) {
    if (this.words) return typeof x === "string" ? this.words.indexOf(x) : x;
    return this.log ? (x > 0 ? Math.log10(x) : NaN) : x;
  }

  of(x) {
    return this.from + (this.inner(x) - this.low) * this.factor;
  }

  back(pixel) {
    const inner = this.low + (pixel - this.from) / this.factor;
    return this.log ? 10 ** inner : inner;
  }

  ticks(count) {
    const [low, high] = [Math.min(this.low, this.high), Math.max(this.low, this.high)];
    if (this.words) return this.words.map((word, k) => [k, word]).filter(([k]) => k >= low && k <= high);
    if (this.named) return this.named.filter(([x]) => x >= low && x <= high);
    return this.log ? powers(low, high, count) : ticks(low, high, count);
  }

  at(tick) {
    return this.from + (tick - this.low) * this.factor;
  }
}
