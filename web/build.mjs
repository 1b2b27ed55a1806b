// Builds dist/page.html: the template with style and script inside, and their hashes in its content-security policy.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from "node:fs";
import { buildSync } from "esbuild";

const here = new URL(".", import.meta.url);
const read = (name) => readFileSync(new URL(name, here), "utf8");
const hash = (text) => "sha256-" + createHash("sha256").update(text).digest("base64");

// What the page is made from, so that a test without Node can tell whether it was built from these very files.
function sourcesHash() {
  const sum = createHash("sha256");
  const names = readdirSync(new URL("src/", here))
    .sort()
    .map((name) => "src/" + name);
  for (const name of [...names, "build.mjs", "package.json", "package-lock.json", "tsconfig.json"]) {
    sum.update(name + "\n" + read(name) + "\n");
  }
  return sum.digest("hex");
}

// The licences of the packages inside, which have to go with every copy: one text, and whose each package is.
function notice() {
  const locked = Object.entries(JSON.parse(read("package-lock.json")).packages);
  const inside = locked.filter(([name, one]) => name && !one.dev).map(([name]) => name);
  const texts = new Map();
  for (const name of inside) {
    const [owner, ...terms] = read(`${name}/LICENSE`).trim().split("\n\n");
    const key = terms.join("\n\n").trim();
    texts.set(key, [...(texts.get(key) ?? []), `${name.replace("node_modules/", "")}: ${owner.trim()}`]);
  }
  return [...texts]
    .map(([terms, owners]) => `${owners.join("\n")}\n\n${terms}`)
    .join("\n\n")
    .replaceAll("--", "-");
}

const bundle = (entry, loader) =>
  buildSync({
    entryPoints: [new URL(entry, here).pathname],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    charset: "ascii",
    legalComments: "none",
    loader,
  }).outputFiles[0].text.trim();

const script = bundle("src/main.ts", {}).replaceAll("</script", "<\\/script");
const style = bundle("src/page.css", {});
const values = {
  SCRIPT_HASH: hash(script),
  STYLE_HASH: hash(style),
  SOURCES_HASH: sourcesHash(),
  NOTICE: notice(),
  STYLE: style,
  SCRIPT: script,
};
const page = read("src/page.html").replace(/@([A-Z_]+)@/g, (_, name) => values[name]);
if (page.includes(')page"')) throw new Error('the page holds )page", which ends the text that carries it in C++');
mkdirSync(new URL("dist/", here), { recursive: true });
writeFileSync(new URL("dist/page.html", here), page);
