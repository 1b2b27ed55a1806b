// The page of an experiment, and of a comparison on one data set.
import { Boxes, CriticalDifference, RankShares } from "./bands";
import { Clouds } from "./clouds";
import { brief, choice, counted, make } from "./dom";
import { heading } from "./fit_page";
import { ATTRIBUTES, Experiment, meanOf, Shown, valueText } from "./lab_data";
import { rankTables, methodTable } from "./lab_tables";
import { OneSet } from "./one_set";
import { LabPayload } from "./payload";

function filters(shown: Shown): HTMLElement {
  const controls = make("div", { class: "controls" });
  if (shown.experiments.length > 1) {
    const rules = shown.experiments.map((one) => [one.rules, one.rules] as [string, string]);
    controls.append(choice("Rules", rules, shown.experiment.rules, (value) => shown.rule(value)));
  }
  for (const [attribute, title] of ATTRIBUTES) {
    const values = [...new Set(shown.all.map((set) => set.values[attribute]).filter((value) => value !== undefined))];
    if (values.length < 2) continue;
    values.sort((a, b) => Number(a) - Number(b) || a.localeCompare(b));
    const options = [["", "all"], ...values.map((value) => [value, valueText(attribute, value)])] as [string, string][];
    controls.append(choice(title, options, "", (value) => shown.filter(attribute, value)));
  }
  const status = make("p", { class: "status", "aria-live": "polite" });
  const tell = () => {
    const left = shown.sets.length - shown.comparable.length;
    const out = left
      ? ` Ranks leave out ${counted(left, "data set")}, on which not every method has run with the same seeds.`
      : "";
    status.textContent = `${counted(shown.sets.length, "data set")} of ${shown.all.length.toLocaleString("en")}.${out}`;
  };
  shown.listen(tell);
  tell();
  const explain = "These filters apply to all figures below; of the paper's tables at the end only the rules do.";
  return make(
    "section",
    { id: "filters" },
    make("h2", {}, "What is shown"),
    make("p", { class: "explain" }, explain),
    controls,
    status,
  );
}

// The best mean minus each method's mean, one value per data set.
function shortfalls(shown: Shown): Boxes {
  const groups = () => {
    const { experiment } = shown,
      sets = shown.comparable;
    const best = sets.map((set) => Math.max(...experiment.ranked.map((m) => experiment.mean("final", set, m))));
    return experiment.ranked.map((m) => ({
      label: experiment.methods[m],
      values: sets.map((set, i) => best[i] - experiment.mean("final", set, m)),
    }));
  };
  const words = () => {
    const means = groups()
      .map((one) => ({ label: one.label, mean: meanOf(one.values) }))
      .sort((a, b) => a.mean - b.mean);
    return shown.comparable.length
      ? `Nearest to the best on average: ${means
          .slice(0, 3)
          .map((one) => `${one.label} (${brief(one.mean, 2)})`)
          .join(", ")}.`
      : "There is nothing to compare.";
  };
  const boxes = new Boxes(
    "shortfalls",
    "How far below the best",
    "For every data set, the best method's mean log-likelihood per row minus the method's own: 0 is the best. The box holds the middle half of the data sets, the thick line is the median, and dots are data sets far from the others.",
    "nats per row below the best method",
    groups,
    words,
  );
  shown.listen(() => boxes.figure.redraw());
  return boxes;
}

function startAgainstEnd(shown: Shown): Clouds {
  const clouds = () => {
    const initial = shown.ranking("initial"),
      final = shown.ranking("final");
    return final.map((one, i) => ({
      label: one.label,
      method: one.method,
      points: [[initial[i].mean, one.mean] as [number, number]],
    }));
  };
  const words = () => {
    const falls = clouds()
      .map((one) => ({ label: one.label, fall: one.points[0][1] - one.points[0][0] }))
      .sort((a, b) => a.fall - b.fall);
    if (!shown.comparable.length) return "There is nothing to compare.";
    const first = falls[0],
      last = falls[falls.length - 1];
    return `EM helps ${first.label} most (${brief(-first.fall, 2)} ranks up) and ${last.label} least (${brief(-last.fall, 2)}).`;
  };
  const made = new Clouds(
    {
      name: "start",
      title: "Start against end",
      explain:
        "Mean ranks of the start and of the final model; the best is at the top right. A method at the top left has poor starts from which EM finds good models.",
      labels: ["mean rank of the start", "mean rank after EM"],
      ranks: true,
    },
    clouds,
    words,
  );
  shown.listen(() => made.figure.redraw());
  return made;
}

function timeAgainstQuality(shown: Shown): Clouds {
  const clouds = () =>
    shown.ranking("final").map((one) => {
      const seconds = meanOf(shown.comparable.map((set) => shown.experiment.mean("seconds", set, one.method)));
      return { label: one.label, method: one.method, points: [[seconds, one.mean] as [number, number]] };
    });
  const words = () => {
    const list = clouds().sort((a, b) => a.points[0][0] - b.points[0][0]);
    if (!shown.comparable.length) return "There is nothing to compare.";
    const last = list[list.length - 1];
    return `Quickest: ${list[0].label} (${brief(list[0].points[0][0], 2)} s per fit); slowest: ${last.label} (${brief(last.points[0][0], 2)} s).`;
  };
  const made = new Clouds(
    {
      name: "time",
      title: "Time against quality",
      explain: "Mean seconds of a fit, start and EM together, and mean rank after EM. Up and left is better.",
      labels: ["seconds", "mean rank after EM"],
      logX: true,
      ranks: true,
    },
    clouds,
    words,
  );
  shown.listen(() => made.figure.redraw());
  return made;
}

function leadOf(payload: LabPayload, shown: Shown): HTMLElement {
  const { experiments } = shown;
  const runs = experiments.reduce((sum, one) => sum + one.count, 0),
    methods = Math.max(...experiments.map((one) => one.methods.length));
  const rules = experiments.map((one) => one.rules).join(" and ");
  const lead = `${counted(runs, "run")}: ${counted(methods, "starting method")} on ${counted(shown.all.length, "data set")}, under the rules ${rules}.`;
  const agreement = (payload.tables?.summary ?? []).map((one) => {
    const words = [
      ["initial", one.median_spearman_initial],
      ["final", one.median_spearman_final],
    ].filter(([, value]) => value !== null);
    return make(
      "li",
      {},
      `Agreement with the published ranks under the rules ${one.rules} (median correlation; 1 is perfect): ${words.map(([name, value]) => `${name} ${brief(value as number, 3)}`).join(", ")}.`,
    );
  });
  return make(
    "section",
    { id: "summary" },
    make("p", { class: "lead" }, lead),
    ...(agreement.length ? [make("ul", { class: "findings" }, ...agreement)] : []),
  );
}

const METHOD_COLUMNS =
  "Log-likelihoods are means per row. Behind the first: the first method's mean of runs without collapsed components minus this one's, ± its standard error. Reach the best: the share of runs that end within 0.0001 of the best one found. Collapsed: components per model whose likelihood is due to a few rows or to the floor; restarts do not help against them.";

function comparePage(payload: LabPayload, shown: Shown): Node[] {
  const { methods, advice, recommended, components, seeds } = payload.compare!;
  const lead = `${counted(methods.length, "starting method")} with ${counted(components, "component")}, ${counted(seeds, "run")} each.`;
  const list = make("ul", { class: "findings" }, ...advice.map((words) => make("li", {}, words)));
  return [
    heading("comparison", payload.source, payload.version),
    make("section", { id: "summary" }, make("p", { class: "lead" }, lead), list),
    methodTable("standings", "The methods", METHOD_COLUMNS, methods, recommended),
    ...new OneSet(shown, payload.detailed, payload.pictures, false).elements,
  ];
}

export function labPage(payload: LabPayload): Node[] {
  if (!payload.experiments.length)
    return [heading("laboratory", payload.source, payload.version), make("p", {}, "There are no runs to show.")];
  const shown = new Shown(
    payload,
    payload.experiments.map((text) => new Experiment(text)),
  );
  if (payload.compare) return comparePage(payload, shown);
  const tables = rankTables(payload.tables!.columns);
  shown.listen(() => tables.show(shown.experiment.rules));
  tables.show(shown.experiment.rules);
  const files = payload.tables!.files.map((file, i) => methodTable(`file${i}`, file.title, METHOD_COLUMNS, file.rows));
  return [
    heading("laboratory", payload.source, payload.version),
    leadOf(payload, shown),
    filters(shown),
    new CriticalDifference(shown).figure.element,
    new RankShares(shown).figure.element,
    shortfalls(shown).figure.element,
    startAgainstEnd(shown).figure.element,
    timeAgainstQuality(shown).figure.element,
    ...new OneSet(shown, payload.detailed, payload.pictures, true).elements,
    tables.element,
    ...files,
  ];
}
