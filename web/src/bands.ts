// Figures with one line per method: ranks, differences of ranks, and boxes.
import { scaleLinear } from "d3-scale";
import { componentColour, Theme } from "./colours";
import { brief, choice, counted } from "./dom";
import { Content, extent, Figure, fitted, Frame } from "./figure";
import { RankedList, Shown } from "./lab_data";
import { Surface } from "./paint";

type Table = (string | number | null)[][];

const LINE = 26;
const LEAST = 1e-3; // nats per row; the axis is never shorter

export const bandHeight = (lines: number, top = 10) => top + LINE * Math.max(1, lines) + 44;

// A frame whose lines are named on the left; y(i) is the middle of line i.
export function bands(
  surface: Surface,
  width: number,
  labels: string[],
  domain: [number, number],
  xLabel: string,
  colours: Theme,
  top = 10,
): Frame {
  const left = 10 + Math.min(0.38 * width, 8 * Math.max(4, ...labels.map((label) => label.length)));
  const across = Math.max(20, width - left - 14),
    height = LINE * Math.max(1, labels.length);
  const x = scaleLinear(domain[0] < domain[1] ? domain : [domain[0] - 0.5, domain[0] + 0.5], [left, left + across]);
  const y = scaleLinear([-0.5, labels.length - 0.5], [top, top + height]);
  const count = Math.max(2, Math.floor(across / 70)),
    format = x.tickFormat(count);
  for (const value of x.ticks(count)) {
    surface.line(
      [
        [x(value), top],
        [x(value), top + height],
      ],
      { stroke: colours.grid },
    );
    surface.text(x(value), top + height + 15, format(value), { fill: colours.quiet, size: 11, anchor: "middle" });
  }
  labels.forEach((label, i) =>
    surface.text(left - 6, y(i) + 4, fitted(label, left - 10), { fill: colours.ink, anchor: "end" }),
  );
  surface.rect(left, top, across, height, { stroke: colours.quiet });
  surface.text(left + across / 2, top + height + 34, fitted(xLabel, across), { fill: colours.ink, anchor: "middle" });
  return { x, y, left, top, width: across, height };
}

const drawEmpty = (surface: Surface, colours: Theme) =>
  surface.text(12, 28, "No data set is left on which every method has run.", { fill: colours.ink });

// Figures that rank the methods by the likelihood of the start or of the end, the best on top.
abstract class Ranking implements Content {
  showsDescription = true;
  figure: Figure;
  protected kind: "initial" | "final" = "final";

  constructor(
    readonly name: string,
    readonly title: string,
    readonly explain: string,
    protected shown: Shown,
  ) {
    this.figure = new Figure(this);
    const kinds: [string, string][] = [
      ["final", "after EM"],
      ["initial", "of the start"],
    ];
    this.figure.controls.append(
      choice("Rank by the likelihood", kinds, "final", (value) => {
        this.kind = value as "initial" | "final";
        this.figure.redraw();
      }),
    );
    shown.listen(() => this.figure.redraw());
  }
  protected sorted(): RankedList[] {
    return this.shown.ranking(this.kind).sort((a, b) => a.mean - b.mean);
  }
  abstract height(): number;
  abstract describe(): string;
  abstract draw(surface: Surface, width: number, height: number, colours: Theme): void;
  abstract rows(): Table;
}

// For each method the share of data sets with each rank.
export class RankShares extends Ranking {
  constructor(shown: Shown) {
    super(
      "ranks",
      "Which rank how often",
      "On every data set the methods are ranked by their mean log-likelihood over the seeds, 1 the best. The stronger the colour, the more data sets; " +
        "the number is their share in percent. Ranks that are shared count half way, rounded up.",
      shown,
    );
  }
  private shares(one: RankedList, count: number): number[] {
    const shares = new Array<number>(count).fill(0);
    for (const rank of one.ranks) shares[Math.min(count, Math.ceil(rank)) - 1] += 1 / one.ranks.length;
    return shares;
  }
  height(): number {
    return bandHeight(this.shown.experiment.ranked.length);
  }
  describe(): string {
    const list = this.sorted(),
      sets = this.shown.comparable.length;
    if (!sets) return "There is nothing to rank.";
    return `Over ${counted(sets, "data set")}, best mean rank: ${list
      .slice(0, 3)
      .map((one) => `${one.label} (${brief(one.mean, 3)})`)
      .join(", ")}.`;
  }
  draw(surface: Surface, width: number, _height: number, colours: Theme): void {
    const list = this.sorted();
    if (!this.shown.comparable.length) return drawEmpty(surface, colours);
    const frame = bands(
      surface,
      width,
      list.map((one) => one.label),
      [0.5, list.length + 0.5],
      "rank",
      colours,
    );
    const most = Math.max(...list.flatMap((one) => this.shares(one, list.length)));
    list.forEach((one, i) =>
      this.shares(one, list.length).forEach((share, r) => {
        const x = frame.x(r + 0.5),
          side = frame.x(r + 1.5) - x;
        surface.rect(x + 1, frame.y(i) - LINE / 2 + 1, side - 2, LINE - 2, {
          fill: componentColour(0),
          alpha: (0.7 * share) / most,
        });
        const text = Math.round(100 * share);
        if (text && side > 22)
          surface.text(x + side / 2, frame.y(i) + 4, String(text), { fill: colours.ink, size: 11, anchor: "middle" });
      }),
    );
  }
  rows(): Table {
    const list = this.sorted();
    const head = ["method", "kind", "mean_rank", "sd", ...list.map((_, r) => `share_of_rank_${r + 1}`)];
    return [head, ...list.map((one) => [one.label, this.kind, one.mean, one.sd, ...this.shares(one, list.length)])];
  }
}

// Mean ranks, with bars over methods that do not differ significantly.
export class CriticalDifference extends Ranking {
  constructor(shown: Shown) {
    super(
      "difference",
      "Mean ranks and the critical difference",
      "Nemenyi's test: two methods whose mean ranks are further apart than the critical difference (the bar on top) differ with 95 % confidence. " +
        "Methods joined by a thick line do not differ significantly.",
      shown,
    );
  }
  private get difference(): number {
    return this.shown.experiment.criticalDifference(this.shown.comparable.length);
  }
  // Maximal runs of methods whose mean ranks differ by at most the critical difference.
  private groups(list: RankedList[]): [number, number][] {
    const groups: [number, number][] = [];
    list.forEach((one, from) => {
      let to = from;
      while (to + 1 < list.length && list[to + 1].mean - one.mean <= this.difference) to++;
      if (to > from && !(groups.length && groups[groups.length - 1][1] >= to)) groups.push([from, to]);
    });
    return groups;
  }
  height(): number {
    return bandHeight(this.shown.experiment.ranked.length, 34);
  }
  describe(): string {
    const list = this.sorted();
    if (!this.shown.comparable.length) return "There is nothing to rank.";
    if (list.length < 2) return "A comparison needs two methods; there is one.";
    const first = this.groups(list).find(([from]) => from === 0);
    const tied = first
      ? `${counted(first[1], "other method")} cannot be told apart from the first`
      : "the first differs from all others";
    return `Critical difference ${brief(this.difference, 3)} for ${counted(this.shown.comparable.length, "data set")}; ${tied}.`;
  }
  draw(surface: Surface, width: number, _height: number, colours: Theme): void {
    const list = this.sorted();
    if (!this.shown.comparable.length) return drawEmpty(surface, colours);
    const frame = bands(
      surface,
      width,
      list.map((one) => one.label),
      [0.5, list.length + 0.5],
      "mean rank",
      colours,
      34,
    );
    if (Number.isFinite(this.difference)) this.drawDifference(surface, frame, colours);
    this.groups(list).forEach(([from, to], n) => {
      const x = Math.max(frame.left + 4, frame.x(list[from].mean) - 12 - 6 * (n % 3));
      surface.line(
        [
          [x, frame.y(from) - 8],
          [x, frame.y(to) + 8],
        ],
        { stroke: colours.quiet, width: 4 },
      );
    });
    list.forEach((one, i) => {
      surface.line(
        [
          [frame.left, frame.y(i)],
          [frame.x(one.mean), frame.y(i)],
        ],
        { stroke: colours.grid, width: 1 },
      );
      surface.disc(frame.x(one.mean), frame.y(i), 5, { fill: componentColour(0) });
      const right = frame.x(one.mean) + 46 < frame.left + frame.width;
      surface.text(frame.x(one.mean) + (right ? 9 : -9), frame.y(i) + 4, brief(one.mean, 3), {
        fill: colours.ink,
        size: 11,
        anchor: right ? "start" : "end",
      });
    });
  }
  private drawDifference(surface: Surface, frame: Frame, colours: Theme): void {
    const long = Math.min(frame.width, frame.x(1 + this.difference) - frame.x(1)),
      start = frame.left;
    surface.line(
      [
        [start, 14],
        [start + long, 14],
      ],
      { stroke: colours.mark, width: 3 },
    );
    for (const end of [start, start + long])
      surface.line(
        [
          [end, 9],
          [end, 19],
        ],
        { stroke: colours.mark, width: 2 },
      );
    surface.text(start, 30, `critical difference ${brief(this.difference, 3)}`, { fill: colours.ink, size: 11 });
  }
  rows(): Table {
    const difference = Number.isFinite(this.difference) ? this.difference : null;
    return [
      ["method", "kind", "mean_rank", "sd", "data_sets", "critical_difference"],
      ...this.sorted().map((one) => [one.label, this.kind, one.mean, one.sd, one.ranks.length, difference]),
    ];
  }
}

export interface Group {
  label: string;
  values: number[];
}

const quantile = (sorted: number[], share: number) => {
  const at = share * (sorted.length - 1),
    low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
};

// Boxes from quartile to quartile with the median; whiskers reach the last value within 1.5 boxes, dots are beyond.
export class Boxes implements Content {
  showsDescription = true;
  figure: Figure;

  constructor(
    readonly name: string,
    readonly title: string,
    readonly explain: string,
    private unit: string,
    private groups: () => Group[],
    private words: () => string,
  ) {
    this.figure = new Figure(this);
  }
  height(): number {
    return bandHeight(this.groups().length);
  }
  describe(): string {
    return this.words();
  }
  draw(surface: Surface, width: number, _height: number, colours: Theme): void {
    const groups = this.groups().map((one) => ({
      label: one.label,
      sorted: one.values.filter(Number.isFinite).sort((a, b) => a - b),
    }));
    const range = extent(
      groups.flatMap((one) => one.sorted),
      0.04,
      LEAST,
    );
    const frame = bands(
      surface,
      width,
      groups.map((one) => one.label),
      range,
      this.unit,
      colours,
    );
    groups.forEach(({ sorted }, i) => {
      if (!sorted.length)
        return surface.text(frame.left + 6, frame.y(i) + 4, "every run failed", { fill: colours.quiet, size: 11 });
      const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
      const reach = 1.5 * (high - low),
        y = frame.y(i);
      const inside = sorted.filter((value) => value >= low - reach && value <= high + reach);
      const ends = [inside[0], inside[inside.length - 1]];
      surface.line(
        [
          [frame.x(ends[0]), y],
          [frame.x(ends[1]), y],
        ],
        { stroke: colours.quiet },
      );
      for (const end of ends)
        surface.line(
          [
            [frame.x(end), y - 5],
            [frame.x(end), y + 5],
          ],
          { stroke: colours.quiet },
        );
      surface.rect(frame.x(low), y - 8, Math.max(1, frame.x(high) - frame.x(low)), 16, {
        fill: colours.grid,
        stroke: componentColour(0),
        width: 1.5,
      });
      surface.line(
        [
          [frame.x(middle), y - 8],
          [frame.x(middle), y + 8],
        ],
        { stroke: colours.mark, width: 3 },
      );
      for (const value of sorted)
        if (value < ends[0] || value > ends[1])
          surface.disc(frame.x(value), y, 2.5, { stroke: colours.quiet, width: 1.2 });
    });
  }
  rows(): Table {
    return [
      ["method", "value"],
      ...this.groups().flatMap((one) => one.values.map((value) => [one.label, Number.isFinite(value) ? value : null])),
    ];
  }
}
