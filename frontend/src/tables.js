// Tables: a click on a head sorts, a button saves them as CSV.

import { h, save } from "./dom.js";

const value = cell => {
  const text = cell.textContent.trim(),
    plain = text.replace("−", "-").replace("∞", "Infinity");
  const number = Number(plain.match(/^-?[\d.]+(e[-+]?\d+)?|^-?Infinity/i)?.[0] ?? NaN);
  return Number.isNaN(number) || cell.classList.contains("name") ? text : number;
};

function order(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a.localeCompare(b, "en", { numeric: true });
}

export function csv(table) {
  const line = row =>
    [...row.cells]
      .map(cell => {
        const text = (cell.dataset.title || cell.textContent).trim().replaceAll("−", "-");
        // a spreadsheet must not take a name for a formula
        const safe = /^[=+@]/.test(text) ? `'${text}` : text;
        return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
      })
      .join(",");
  return [...table.rows].map(line).join("\n") + "\n";
}

export function dress(table) {
  const body = table.tBodies[0],
    heads = [...(table.tHead?.rows[0]?.cells || [])];
  if (!body || body.rows.length < 3 || table.dataset.dressed) return;
  table.dataset.dressed = "yes";
  heads.forEach((head, k) => {
    head.dataset.title = head.textContent;
    head.tabIndex = 0;
    head.setAttribute("role", "button");
    const sort = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].filter(row => !row.classList.contains("total"));
      const last = [...body.rows].filter(row => row.classList.contains("total"));
      rows.sort((a, b) => (down ? -1 : 1) * order(value(a.cells[k]), value(b.cells[k])));
      body.append(...rows, ...last);
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", e => {
      if (e.key === "Enter") sort();
    });
  });
  const title =
    table.closest("details")?.querySelector("summary")?.textContent ||
    table.closest("section")?.querySelector("h2")?.textContent ||
    "table";
  const name = `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")}.csv`;
  table.parentElement.append(
    h("button", { type: "button", class: "small csv", onclick: () => save(name, csv(table)) }, "CSV"),
  );
}
