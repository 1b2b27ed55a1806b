// The page of a fit, from top to bottom.
import { componentTable } from "./components";
import { Choice, Doubts, Ends, Traces } from "./curves";
import { counted, make } from "./dom";
import { Histogram } from "./histogram";
import { modelOf } from "./model";
import { MOST_PAIRED, Pairs } from "./pairs";
import { FitPayload, rowsOf } from "./payload";
import { Scatter } from "./scatter";
import { Pointing } from "./selection";
import { restartTable, summary } from "./summary";

export function heading(kind: string, source: string, version: string): HTMLElement {
  document.title = `${source} – mixseed ${kind}`;
  return make("header", {}, make("p", { class: "kind" }, `mixseed ${version} · ${kind}`), make("h1", {}, source));
}

export function sampleNote(all: number, shown: number): Node[] {
  if (shown >= all) return [];
  return [
    make(
      "p",
      { class: "sampled" },
      `The pictures show an evenly spaced sample of ${counted(shown, "row")} out of ${all.toLocaleString("en")}; texts and tables use all rows.`,
    ),
  ];
}

export function fitPage(fit: FitPayload): Node[] {
  const rows = rowsOf(fit.points, fit.dimension);
  const model = modelOf(fit.model, fit.dimension, rows.offsets);
  const pointing = new Pointing();
  const parts: Node[] = [heading("fit", fit.source, fit.version), summary(fit), ...sampleNote(rows.all, rows.size)];
  let show: ((a: number, b: number) => void) | null = null;
  if (fit.dimension === 1) {
    parts.push(new Histogram(rows, model, fit.columns[0], pointing, rows.offsets[0] ?? 0).figure.element);
  } else {
    const scatter = new Scatter(rows, model, fit.columns, pointing);
    show = (a, b) => {
      scatter.show(a, b);
      scatter.figure.element.scrollIntoView({ block: "nearest" });
    };
    parts.push(scatter.figure.element);
  }
  parts.push(componentTable(model, fit.columns, rows.offsets, fit.effective_rows, pointing));
  if (fit.candidates) parts.push(new Choice(fit.candidates, fit.criterion ?? "bic").figure.element);
  if (fit.traces.length) parts.push(new Traces(fit).figure.element);
  if (fit.restarts.length > 1) parts.push(new Ends(fit).figure.element, restartTable(fit));
  if (rows.size && model.size > 1) parts.push(new Doubts(rows.doubts).figure.element);
  if (rows.size && fit.dimension > 2 && fit.dimension <= MOST_PAIRED)
    parts.push(new Pairs(rows, model, fit.columns, pointing, show!).figure.element);
  return parts;
}
