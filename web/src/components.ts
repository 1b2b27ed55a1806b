// The table of components. Rows and figures highlight the same component.
import { componentColour } from "./colours";
import { brief, Column, csv, make, save, scrolling, table } from "./dom";
import { componentFacts, Model } from "./model";
import { Pointing } from "./selection";

const MOST_MEANS = 6;

export function componentTable(
  model: Model,
  names: string[],
  offsets: Float64Array,
  effectiveRows: number[] | null,
  pointing: Pointing,
): HTMLElement {
  const facts = componentFacts(model);
  const columns: Column[] = [{ title: "component" }, { title: "weight" }, { title: "rows" }];
  const rowsOf = (k: number) => effectiveRows?.[k] ?? null;
  const shown = Math.min(names.length, MOST_MEANS);
  columns.push({ title: "size" }, { title: "eccentricity" }, { title: "nearest" });
  for (const name of names.slice(0, shown)) columns.push({ title: `mean\u00a0of ${name}` });
  const mean = (k: number, j: number) => model.means[k * model.dim + j] + (offsets[j] ?? 0);
  const rows = facts.map((one, k) => {
    const button = make(
      "button",
      {
        type: "button",
        class: "component",
        "aria-pressed": "false",
        click: () => pointing.pin(k),
        focus: () => pointing.point(k),
        blur: () => pointing.point(-1),
      },
      swatch(k),
      String(k),
    );
    const nearest = one.nearest < 0 ? "–" : `${one.nearest} (${brief(one.distance, 3)} σ)`;
    const means = names.slice(0, shown).map((_, j) => brief(mean(k, j), 5));
    const count = rowsOf(k);
    const words = count === null ? "–" : count.toFixed(1);
    return [
      button,
      brief(model.weights[k], 4),
      words,
      brief(one.size, 3),
      brief(one.eccentricity, 3),
      nearest,
      ...means,
    ];
  });
  const made = table("Components", columns, rows);
  const lines = [...made.tBodies[0].rows];
  lines.forEach((line, k) => {
    line.dataset.component = String(k);
    line.addEventListener("pointerenter", () => pointing.point(k));
    line.addEventListener("pointerleave", () => pointing.point(-1));
  });
  pointing.listen(() => {
    lines.forEach((line, k) => {
      line.classList.toggle("pointed", pointing.shown === k);
      line.querySelector("button")!.setAttribute("aria-pressed", String(pointing.pinned === k));
    });
  });
  const numbers = () => {
    const head = [
      "component",
      "weight",
      "rows",
      ...names.map((name) => `${name}.mean`),
      ...names.map((name) => `${name}.sd`),
      "size",
      "eccentricity",
      "nearest",
      "distance",
    ];
    const body = facts.map((one, k) => [
      k,
      model.weights[k],
      rowsOf(k),
      ...names.map((_, j) => mean(k, j)),
      ...names.map((_, j) => Math.sqrt(model.covariance(k)![j * model.dim + j])),
      one.size,
      one.eccentricity,
      one.nearest < 0 ? null : one.nearest,
      one.nearest < 0 ? null : one.distance,
    ]);
    return csv([head, ...body]);
  };
  const exported = make(
    "button",
    {
      type: "button",
      class: "export",
      "aria-label": "Components: save the numbers as CSV",
      click: () => save("components.csv", new Blob([numbers()], { type: "text/csv" })),
    },
    "CSV",
  );
  const more = names.length > shown ? ` The means of ${names.length - shown} more columns are in the CSV.` : "";
  const explain =
    "Rows: how many rows a component has, each row counted by its probability of belonging to it. " +
    "With every column in units of its own standard deviation: size is the geometric mean of the deviations along the axes of the ellipsoid, " +
    "eccentricity is 0 for a ball and nearly 1 for a needle. " +
    "Nearest is the component whose mean is closest, in standard deviations of both; below 2 the two overlap strongly." +
    more;
  return make(
    "section",
    { id: "components" },
    make("h2", {}, "Components"),
    make("p", { class: "explain" }, explain),
    scrolling("Table of components", made),
    make("div", { class: "exports" }, make("span", {}, "Save "), exported),
  );
}

function swatch(k: number): HTMLSpanElement {
  const box = make("span", { class: "swatch", "aria-hidden": "true" });
  box.style.background = componentColour(k);
  return box;
}
