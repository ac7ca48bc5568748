// Elements made of text, never of markup: what a robot or a log is called stays a name.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else if (name === "style") for (const [key, x] of Object.entries(value)) node.style.setProperty(key, x);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(2))
    if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

/** <tag attributes>children</tag>; on...: a listener; children that are texts stay texts. */
export const h = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

export const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The JSON that stands inside of an element. */
export const inside = node => JSON.parse(node.querySelector('script[type="application/json"]').textContent);

/** A file that the browser saves. */
export function save(name, text, kind = "text/csv") {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: kind })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
