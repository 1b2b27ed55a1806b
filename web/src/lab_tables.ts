// Tables of the laboratory: ranks with the published ones, and the methods on one data set.
import { brief, Column, csv, make, save, scrolling, table } from "./dom";
import { RankColumn, RankedMethod, MethodSummary } from "./payload";

const fixed = (value: number | null | undefined, places: number) =>
  value === null || value === undefined ? "–" : value.toFixed(places);

export function csvButton(name: string, title: string, rows: () => (string | number | null)[][]): HTMLElement {
  const run = () => save(`${name}.csv`, new Blob([csv(rows())], { type: "text/csv" }));
  const button = make(
    "button",
    { type: "button", class: "export", "aria-label": `${title}: save the numbers as CSV`, click: run },
    "CSV",
  );
  return make("div", { class: "exports" }, make("span", {}, "Save "), button);
}

// One group per table of the paper and number of rows.
function tableGroups(columns: RankColumn[]): RankColumn[][] {
  const groups = new Map<string, RankColumn[]>();
  for (const column of columns) {
    const key = JSON.stringify([column.table, column.rows, column.title]);
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  return [...groups.values()];
}

function rankCell(method: RankedMethod): Node {
  const cell = make("span", {}, `${fixed(method.mean, 2)} ± ${fixed(method.sd, 2)}`);
  if (method.published_mean !== undefined)
    cell.append(
      make("span", { class: "published" }, `${fixed(method.published_mean, 2)} ± ${fixed(method.published_sd, 2)}`),
    );
  return cell;
}

function rankTable(columns: RankColumn[], open: boolean): HTMLElement {
  const [first] = columns;
  const title = `${first.table ? `Table ${first.table}` : "Ranking"}: ${first.rows} rows, ${first.title}`;
  const heads: Column[] = [{ title: "method" }, ...columns.map((one) => ({ title: `${one.column}, ${one.kind}` }))];
  const line = (words: string, text: (column: RankColumn) => string) => [words, ...columns.map(text)];
  const rows: (Node | string)[][] = first.methods.map((method, m) => [
    method.method,
    ...columns.map((one) => rankCell(one.methods[m])),
  ]);
  if (columns.some((one) => one.spearman !== null)) {
    rows.push(line("Spearman with published", (one) => fixed(one.spearman, 3)));
    rows.push(line("mean absolute difference", (one) => fixed(one.mean_abs_diff, 2)));
    rows.push(line("best two agree", (one) => (one.best_two_agree === null ? "–" : one.best_two_agree ? "yes" : "no")));
  }
  rows.push(
    line("data sets", (one) => String(one.data_sets)),
    line("Friedman p", (one) => brief(one.friedman.p, 2)),
  );
  rows.push(line("critical difference", (one) => fixed(one.critical_difference, 2)));
  const made = table(title, heads, rows);
  return make("details", { open, class: "sheet" }, make("summary", {}, title), scrolling(title, made));
}

function rankRows(columns: RankColumn[]): (string | number | null)[][] {
  const head = [
    "table",
    "rows",
    "column",
    "kind",
    "rules",
    "data_sets",
    "method",
    "mean",
    "sd",
    "published_mean",
    "published_sd",
    "degenerate",
    "fresh_mean",
    "fresh_loss",
    "rand_index",
    "spearman",
    "critical_difference",
  ];
  return [
    head,
    ...columns.flatMap((one) =>
      one.methods.map((m) => [
        one.table,
        one.rows,
        one.column,
        one.kind,
        one.rules,
        one.data_sets,
        m.method,
        m.mean,
        m.sd,
        m.published_mean ?? null,
        m.published_sd ?? null,
        m.degenerate,
        m.fresh_mean,
        m.fresh_loss,
        m.rand_index ?? null,
        one.spearman,
        one.critical_difference,
      ]),
    ),
  ];
}

// Tables of ranks; `show` fills them for a rule set.
export function rankTables(columns: RankColumn[]): { element: HTMLElement; show: (rules: string) => void } {
  let shown: RankColumn[] = [];
  const place = make("div", {});
  const explain =
    "Mean rank ± deviation over the data sets of a column, 1 the best; below it, in grey, what the paper published. These tables are those of mixseed lab tables and do not follow the filters, but for the rules.";
  const element = make(
    "section",
    { id: "tables" },
    make("h2", {}, "The paper's tables"),
    make("p", { class: "explain" }, explain),
    place,
    csvButton("tables", "Tables", () => rankRows(shown)),
  );
  const show = (rules: string) => {
    shown = columns.filter((one) => one.rules === rules);
    element.hidden = !shown.length;
    place.replaceChildren(...tableGroups(shown).map((one, i) => rankTable(one, i === 0)));
  };
  return { element, show };
}

export function methodTable(
  id: string,
  title: string,
  explain: string,
  methods: MethodSummary[],
  chosen = "",
): HTMLElement {
  const timed = methods.some((one) => one.seconds !== undefined);
  const columns: Column[] = [
    { title: "method" },
    { title: "mean" },
    { title: "sd" },
    { title: "best" },
    { title: "mean if not collapsed" },
    { title: "behind the first" },
    { title: "reach the best" },
    { title: "collapsed" },
    { title: "failed" },
  ];
  if (timed) columns.push({ title: "seconds" });
  const rows = methods.map((one) => {
    const name = one.method === chosen ? make("strong", {}, one.method) : one.method;
    const behind = one.behind === null ? "–" : `${fixed(one.behind, 4)} ± ${fixed(one.behind_error, 4)}`;
    const cells = [
      name,
      fixed(one.mean, 4),
      fixed(one.sd, 4),
      fixed(one.best, 4),
      fixed(one.sound, 4),
      behind,
      `${(100 * one.share_at_best).toFixed(0)} %`,
      fixed(one.degenerate, 2),
      String(one.failed),
    ];
    return timed ? [...cells, fixed(one.seconds, 4)] : cells;
  });
  const keys = [
    "method",
    "pipeline",
    "mean",
    "sd",
    "best",
    "sound",
    "behind",
    "behind_error",
    "share_at_best",
    "degenerate",
    "share_degenerate",
    "failed",
    ...(timed ? ["seconds"] : []),
  ];
  const numbers = () => [keys, ...methods.map((one) => keys.map((key) => one[key as keyof MethodSummary] ?? null))];
  return make(
    "section",
    { id },
    make("h2", {}, title),
    make("p", { class: "explain" }, explain),
    scrolling(title, table(title, columns, rows)),
    csvButton(id, title, numbers),
  );
}
