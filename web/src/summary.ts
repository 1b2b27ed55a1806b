// Summary of the fit: warnings, method and numbers, in plain words.
import { brief, Column, counted, make, scrolling, table } from "./dom";
import { FitPayload } from "./payload";

function finding(level: "good" | "mind" | "bad", text: string): HTMLLIElement {
  const words = { good: "Fine: ", mind: "Mind: ", bad: "Bad: " }[level];
  return make("li", { class: level }, make("strong", {}, words), text);
}

function findings(fit: FitPayload): HTMLLIElement[] {
  const list: HTMLLIElement[] = [];
  const ended = fit.restarts.filter((one) => !one.error).length;
  const atBest = Math.round(fit.share_at_best * ended);
  const share = `${atBest} of ${counted(ended, "restart")} reached the best optimum`;
  for (const text of fit.collapse_advice) list.push(finding("bad", text));
  for (const text of fit.advice) list.push(finding("mind", text));
  // Against collapsed components restarts do not help.
  if (fit.collapsed) list.push(finding("mind", `${share}.`));
  else if (ended <= 1)
    list.push(
      finding("mind", "There was one start only. More starts, as with --restarts 20, may find a better optimum."),
    );
  else if (atBest === 1) list.push(finding("mind", `${share}. More restarts may find a better one.`));
  else list.push(finding("good", `${share}.`));
  const failed = fit.restarts.length - ended;
  if (failed) list.push(finding("mind", `${counted(failed, "restart")} failed.`));
  if (fit.converged) list.push(finding("good", `EM converged after ${counted(fit.rounds, "round")}.`));
  else
    list.push(
      finding(
        "mind",
        `EM stopped after ${counted(fit.rounds, "round")} without converging. More rounds may change the model.`,
      ),
    );
  const repaired = Object.entries(fit.repairs).filter(([name, count]) => name !== "total" && count > 0);
  if (repaired.length)
    list.push(
      finding(
        "mind",
        `Repairs in the best restart: ${repaired.map(([name, count]) => `${count} ${name}`).join(", ")}.`,
      ),
    );
  return list;
}

const MOST_NAMED = 12; // columns

// "1: age, income; 0.1: score; continuous: height". Columns of one step stand together.
export function recordingSteps(fit: FitPayload): string {
  const columnsOf = new Map<number, string[]>();
  fit.resolution.forEach((step, j) => columnsOf.set(step, [...(columnsOf.get(step) ?? []), fit.columns[j]]));
  const listed = (names: string[]) => (names.length <= MOST_NAMED ? names.join(", ") : counted(names.length, "column"));
  const groups = [...columnsOf].filter(([step]) => step > 0);
  if (!groups.length) return "none: the values of all columns are continuous";
  const words = groups.map(([step, names]) => `${Number(step.toPrecision(6))}: ${listed(names)}`);
  const continuous = columnsOf.get(0);
  return [...words, ...(continuous ? [`continuous: ${listed(continuous)}`] : [])].join("; ");
}

// A method as lines: short runs, scaling, every start with its stages in order, and the em after all of them.
export function methodSteps(method: string): string[] {
  const words = (stage: string) => {
    const [name, ...settings] = stage.split(":");
    return settings.length ? `${name} (${settings.join(":").replace(/,/g, ", ")})` : name;
  };
  const starts = method.split("/or/").map((start) => start.split("/").map(words));
  const first: string[] = [];
  if (starts[0][0].startsWith("rehearse")) first.push(`short runs on a sample choose the start: ${starts[0].shift()}`);
  if (/^(standardise|whiten)/.test(starts[0][0])) first.push(`columns for the stages before em: ${starts[0].shift()}`);
  const em = starts[starts.length - 1].pop()!;
  const named = starts.map((stages, i) => `${i ? "or start" : "start"}: ${stages.join(" → ")}`);
  return [...first, ...named.filter((text) => !text.endsWith(": ")), `then ${em}`];
}

function methodList(method: string): HTMLElement {
  const lines = methodSteps(method).map((text) => make("li", {}, text));
  return make("dd", {}, make("ul", { class: "method" }, ...lines), make("code", {}, method));
}

export function summary(fit: FitPayload): HTMLElement {
  const rise = fit.final.log_likelihood - fit.initial.log_likelihood;
  const facts: [string, string, string][] = [
    ["source", "Data", fit.source],
    ["seed", "Seed", String(fit.seed)],
    ["resolution", "Recording steps", recordingSteps(fit)],
    [
      "log_likelihood",
      "Log-likelihood per row",
      `${brief(fit.final.log_likelihood, 7)} (the start had ${brief(fit.initial.log_likelihood, 7)})`,
    ],
  ];
  if (fit.has_criteria)
    facts.push([
      "criteria",
      "Criteria",
      `BIC ${brief(fit.bic, 7)}, AIC ${brief(fit.aic, 7)}, ICL ${brief(fit.icl, 7)} (smaller is better)`,
    ]);
  const climb =
    rise < -1e-4
      ? "The start belonged to another covariance family, so its likelihood could be higher."
      : rise < 1e-4
        ? "The start was as good as an optimum already."
        : `EM raised the log-likelihood by ${brief(rise, 3)} per row over the start.`;
  const text = `${counted(fit.rows, "row")} of ${counted(fit.dimension, "column")} were described by ${counted(fit.components, "Gaussian component")} with ${fit.covariance} covariance. ${climb}`;
  const list = make("dl", {});
  list.append(make("div", {}, make("dt", {}, "Method"), methodList(fit.method)));
  for (const [, title, words] of facts) list.append(make("div", {}, make("dt", {}, title), make("dd", {}, words)));
  return make(
    "section",
    { id: "summary" },
    make("p", { class: "lead" }, text),
    make("ul", { class: "findings" }, ...findings(fit)),
    list,
  );
}

export function restartTable(fit: FitPayload): HTMLElement {
  const columns: Column[] = [
    { title: "restart" },
    { title: "start" },
    { title: "end" },
    { title: "rounds" },
    { title: "converged", text: true },
    { title: "collapsed" },
    { title: "repairs" },
    { title: "", text: true },
  ];
  const rows = fit.restarts.map((one) => {
    const note = one.error ? `failed: ${one.error}` : one.restart === fit.best_restart ? "best" : "";
    const number = (value: number | null) => (value === null ? "–" : brief(value, 7));
    return [
      String(one.restart),
      number(one.initial.log_likelihood),
      number(one.final.log_likelihood),
      String(one.rounds),
      one.converged ? "yes" : "no",
      String(one.collapsed),
      String(one.repairs.total ?? 0),
      note,
    ];
  });
  const made = table("Restarts (mean log-likelihood per row)", columns, rows);
  return make(
    "details",
    { id: "restarts" },
    make("summary", {}, `All ${counted(fit.restarts.length, "restart")} as a table`),
    scrolling("Table of restarts", made),
  );
}
