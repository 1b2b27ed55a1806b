// Opens a page in Chromium and runs a script on it: node visit.mjs PAGE SCRIPT OPTIONS. Prints what the script returns
// and what went wrong, as JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [file, script, settings] = process.argv.slice(2);
const options = JSON.parse(settings);
const web = createRequire(options.web + "/");
const { chromium } = web("playwright-core");
const browser = await chromium.launch({ executablePath: options.chromium, args: ["--no-sandbox"] });
const page = await browser.newPage({
  colorScheme: options.scheme,
  viewport: { width: options.width, height: 900 },
  acceptDownloads: true,
});
const errors = [], requests = [], dialogs = [];
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
page.on("pageerror", (error) => errors.push(error.message));
page.on("request", (request) => requests.push(request.url()));
page.on("dialog", (dialog) => (dialogs.push(dialog.message()), dialog.dismiss()));

// What a click on an export button saves.
const saved = async (button) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return readFileSync(await download.path());
};
// What axe-core complains about.
const complaints = async () => {
  await page.evaluate(readFileSync(web.resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => axe.run());
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 200)).join(" | ")}`);
};

try {
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("html[data-ready]").catch((error) => {
    throw new Error([error.message, ...errors].join("\n"));
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const { default: run } = await import(pathToFileURL(script).href);
  const result = await run({ page, saved, complaints });
  const others = requests.filter((address) => address !== pathToFileURL(file).href && !address.startsWith("blob:"));
  console.log(JSON.stringify({ result: result ?? null, errors, requests: others, dialogs }));
} finally {
  await browser.close();
}
