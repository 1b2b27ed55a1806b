// What was fitted and how far to trust it, in plain words.
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
  if (ended <= 1)
    list.push(
      finding("mind", "there was one start only, so nothing tells whether a better optimum exists. Try --restarts 20."),
    );
  else if (atBest === 1)
    list.push(finding("mind", `${share}: it was found only once, so more restarts may find a better one.`));
  else list.push(finding("good", `${share}.`));
  const failed = fit.restarts.length - ended;
  if (failed) list.push(finding("mind", `${counted(failed, "restart")} failed.`));
  if (fit.collapsed)
    list.push(
      finding(
        "bad",
        `${counted(fit.collapsed, "component")} collapsed onto a few rows and only the floor holds it up. Fewer components may do.`,
      ),
    );
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
        `on the way something degenerate was mended: ${repaired.map(([name, count]) => `${count} ${name}`).join(", ")}.`,
      ),
    );
  return list;
}

export function summary(fit: FitPayload): HTMLElement {
  const rise = fit.final.log_likelihood - fit.initial.log_likelihood;
  const facts: [string, string, string][] = [
    ["source", "Data", fit.source],
    ["method", "Method", fit.method],
    ["seed", "Seed", String(fit.seed)],
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
      ? "The start was no model of this family, so its likelihood could be higher."
      : rise < 1e-4
        ? "The start was as good as an optimum already."
        : `EM raised the log-likelihood by ${brief(rise, 3)} per row over the start.`;
  const text = `${counted(fit.rows, "row")} of ${counted(fit.dimension, "column")} were described by ${counted(fit.components, "Gaussian component")} with ${fit.covariance} covariance. ${climb}`;
  const list = make("dl", {});
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
