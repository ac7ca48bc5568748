// src/main.js and src/page.css as one file each, for browsers of the last three years; the marks of
// the sources stand in them, so that a test can tell whether they are up to date.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

const out = "../src/dynid/report";
const files = folder =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );
const sources = files("src").sort();
const mark = createHash("sha256");
for (const path of sources) mark.update(`${relative("src", path)}\0`).update(readFileSync(path));
const digest = mark.digest("hex");
const licences = ["three", "uplot"].map(
  name => `It contains ${name}:\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`,
);

const made = await build({
  entryPoints: ["src/main.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  write: false,
  charset: "utf8",
});
const script = made.outputFiles[0].text.replaceAll("</script", "<\\/script");
const head = `/*! dynid's page, Apache-2.0; made of frontend/src, sha256 ${digest}\n\n${licences.join("\n\n")}\n*/\n`;
writeFileSync(join(out, "page.js"), head + script);
const style = await build({
  entryPoints: ["src/page.css"],
  minify: true,
  bundle: true,
  write: false,
  charset: "utf8",
});
writeFileSync(join(out, "page.css"), style.outputFiles[0].text);
console.log(
  `page.js ${Math.round((head + script).length / 1000)} kB, page.css ${Math.round(style.outputFiles[0].text.length / 1000)} kB`,
);
