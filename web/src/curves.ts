// Figures made of lines: traces, ends of restarts, doubts, and the choice of the model.
import { componentColour, Theme } from "./colours";
import { brief, choice, counted } from "./dom";
import { axes, Content, extent, Figure, fitted } from "./figure";
import { Surface } from "./paint";
import { Candidate, doubles, FitPayload, wholes } from "./payload";

type Table = (string | number | null)[][];

// Least height of an axis, in nats per row: smaller differences are irrelevant.
const LEAST = 1e-3;

interface Stage {
  stage: string;
  rounds: Uint32Array;
  objectives: Float64Array;
}

const MEANING: Record<string, string> = {
  kmeans: "mean squared distance",
  cem: "complete-data log-likelihood",
  em: "log-likelihood per row",
};

// The seeder of a method, without its parameters.
export function seederOf(method: string): string {
  if (method.startsWith("rehearse")) return "short runs";
  const stages = method.split("/").map((stage) => stage.split(":")[0]);
  return stages.find((stage) => stage !== "rehearse" && stage !== "standardise") ?? method;
}

// One line per restart, one panel per stage, because stages have different objectives.
export class Traces implements Content {
  name = "traces";
  title = "How the restarts climbed";
  explain =
    "One line per restart, one panel per stage after the seeding; the thick line is the best restart. Lines that end at the same height found the same optimum. A fall after the first round means that the start was of another covariance family.";
  figure: Figure;
  private traces: { restart: number; stages: Stage[] }[];
  private names: string[];

  constructor(private payload: FitPayload) {
    this.traces = payload.traces.map(({ restart, stages }) => ({
      restart,
      stages: stages.map((one) => ({
        stage: one.stage,
        rounds: wholes(one.rounds),
        objectives: doubles(one.objectives),
      })),
    }));
    this.names = this.traces[0].stages.map((one) => one.stage);
    this.figure = new Figure(this);
  }

  // On a narrow screen the panels are stacked.
  private isNarrow(width: number): boolean {
    return this.names.length > 1 && width < 520;
  }
  height(width: number): number {
    return this.isNarrow(width) ? 230 * this.names.length : Math.round(Math.min(400, Math.max(260, width * 0.42)));
  }
  describe(): string {
    const seeder = seederOf(this.payload.method);
    return `${counted(this.traces.length, "restart")}, seeded by ${seeder}, through ${this.names.join(", ")}. The best ends at ${brief(this.payload.final.log_likelihood, 7)}.`;
  }

  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    const shares = this.names.map((_, i) => (i + 1 === this.names.length ? 2 : 1));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    let x = 0;
    this.names.forEach((stage, i) => {
      if (this.isNarrow(width))
        return this.panel(surface, { x, y: 230 * i + 24, width, height: 206 }, stage, i, colours);
      const box = { x, y: 24, width: (width * shares[i]) / whole, height: height - 24 };
      x += box.width;
      this.panel(surface, box, stage, i, colours);
    });
  }

  private panel(
    surface: Surface,
    box: { x: number; y: number; width: number; height: number },
    stage: string,
    i: number,
    colours: Theme,
  ): void {
    const lines = this.traces
      .filter((trace) => trace.stages[i])
      .map((trace) => ({ restart: trace.restart, ...trace.stages[i] }));
    const last = Math.max(1, ...lines.map((line) => line.rounds[line.rounds.length - 1]));
    const values = lines.flatMap((line) => Array.from(line.objectives));
    const options = { xLabel: "round", yLabel: MEANING[stage] ?? "objective", wholeX: true };
    const frame = axes(surface, box, [0, last], extent(values, 0.05, LEAST), colours, options);
    const seeded = i === 0 ? `seeded by ${seederOf(this.payload.method)}, then ${stage}` : stage;
    surface.text(frame.left, box.y - 6, fitted(seeded, frame.width), { fill: colours.ink, bold: true });
    surface.inside(frame.left, frame.top, frame.width, frame.height, () => {
      const draw = (best: boolean) => {
        for (const line of lines) {
          if ((line.restart === this.payload.best_restart) !== best) continue;
          const points = Array.from(line.rounds, (round, n) => [frame.x(round), frame.y(line.objectives[n])]);
          surface.line(
            points,
            best ? { stroke: colours.mark, width: 3 } : { stroke: colours.quiet, width: 1, alpha: 0.6 },
          );
          const end = points[points.length - 1];
          surface.disc(end[0], end[1], best ? 4 : 2, { fill: best ? colours.mark : colours.quiet });
        }
      };
      draw(false);
      draw(true);
    });
  }

  rows(): Table {
    const lines = this.traces.flatMap((trace) =>
      trace.stages.flatMap((one) =>
        Array.from(one.rounds, (round, n) => [trace.restart, one.stage, round, one.objectives[n]]),
      ),
    );
    return [["restart", "stage", "round", "objective"], ...lines];
  }
}

// Final log-likelihoods of the restarts, best first: steps are optima.
export class Ends implements Content {
  name = "ends";
  title = "Where the restarts ended";
  explain =
    "Final log-likelihoods, best first. A long first step means that many starts find the same optimum. After a single dot on top, further restarts may find a better one.";
  showsDescription = true;
  figure: Figure;
  private ends: { restart: number; value: number; collapsed: number }[];

  constructor(private payload: FitPayload) {
    this.ends = payload.restarts
      .filter((one) => one.final.log_likelihood !== null)
      .map((one) => ({ restart: one.restart, value: one.final.log_likelihood!, collapsed: one.collapsed }))
      .sort((a, b) => b.value - a.value);
    this.figure = new Figure(this);
  }

  height(): number {
    return 260;
  }
  describe(): string {
    const share = Math.round(this.payload.share_at_best * this.ends.length);
    return `${share} of ${counted(this.ends.length, "restart")} reached the best optimum.`;
  }
  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    const range = extent(
      this.ends.map((end) => end.value),
      0.08,
      LEAST,
    );
    const options = {
      xLabel: "restarts, best first (hollow: with collapsed components)",
      yLabel: "log-likelihood per row",
      wholeX: true,
    };
    const frame = axes(surface, { x: 0, y: 0, width, height }, [0.5, this.ends.length + 0.5], range, colours, options);
    this.ends.forEach((end, i) => {
      const best = end.restart === this.payload.best_restart;
      const colour = best ? colours.mark : colours.quiet;
      surface.disc(
        frame.x(i + 1),
        frame.y(end.value),
        best ? 6 : 4,
        end.collapsed ? { stroke: colour, width: 1.5 } : { fill: colour },
      );
    });
  }
  rows(): Table {
    return [
      ["restart", "log_likelihood", "collapsed"],
      ...this.ends.map((end) => [end.restart, end.value, end.collapsed]),
    ];
  }
}

// For every row, the probability of all components but its most probable one.
export class Doubts implements Content {
  name = "doubts";
  title = "Doubt about the rows";
  explain =
    "For every row, the probability that it belongs to another component than its most probable one; rows sorted by it. A curve near 0 means clear groups.";
  showsDescription = true;
  figure: Figure;
  private sorted: Float32Array;

  constructor(doubts: Float32Array) {
    this.sorted = Float32Array.from(doubts).sort();
    this.figure = new Figure(this);
  }
  height(): number {
    return 240;
  }
  private above(limit: number): number {
    return this.sorted.reduce((count, doubt) => count + (doubt > limit ? 1 : 0), 0);
  }
  describe(): string {
    const share = ((100 * this.above(0.1)) / this.sorted.length).toFixed(1);
    return `${share} % of the shown rows have a doubt above 0.1, ${counted(this.above(0.4), "row")} above 0.4.`;
  }
  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    const n = this.sorted.length;
    const high = Math.max(0.05, this.sorted[n - 1]);
    const frame = axes(surface, { x: 0, y: 0, width, height }, [0, 100], [0, high], colours, {
      xLabel: "rows, in percent",
      yLabel: "doubt",
    });
    const step = Math.max(1, Math.floor(n / 2000));
    const points: number[][] = [];
    for (let i = 0; i < n; i += step) points.push([frame.x((100 * (i + 0.5)) / n), frame.y(this.sorted[i])]);
    points.push([frame.x(100), frame.y(this.sorted[n - 1])]);
    const area = [...points, [frame.x(100), frame.y(0)], [frame.x(0), frame.y(0)]];
    surface.line(area, { fill: colours.mark, alpha: 0.2 });
    surface.line(points, { stroke: colours.mark, width: 2 });
  }
  rows(): Table {
    return [["rank", "doubt"], ...Array.from(this.sorted, (doubt, i) => [i + 1, Number(doubt.toPrecision(7))])];
  }
}

// A criterion over the numbers of components, one curve per covariance family.
export class Choice implements Content {
  name = "choice";
  title = "Choice of the model";
  explain =
    "Smaller is better. Hollow dots are models with collapsed components, which are chosen only if every model has some.";
  showsDescription = true;
  figure: Figure;
  private criterion: "bic" | "aic" | "icl";
  private families: string[];

  constructor(
    private candidates: Candidate[],
    criterion: string,
  ) {
    this.criterion = criterion as "bic" | "aic" | "icl";
    this.families = [...new Set(candidates.map((one) => one.covariance))];
    this.figure = new Figure(this);
    const options: [string, string][] = [
      ["bic", "BIC"],
      ["aic", "AIC"],
      ["icl", "ICL"],
    ];
    this.figure.controls.append(
      choice("Criterion", options, criterion, (value) => {
        this.criterion = value as "bic" | "aic" | "icl";
        this.figure.redraw();
      }),
    );
  }
  height(width: number): number {
    return Math.round(Math.min(360, Math.max(260, width * 0.4)));
  }
  describe(): string {
    const chosen = this.candidates.find((one) => one.chosen);
    return `${this.criterion.toUpperCase()} of ${counted(this.candidates.length, "model")}; chosen: ${chosen ? `${counted(chosen.components, "component")}, ${chosen.covariance}` : "none"}.`;
  }
  // Position of every legend entry: the families, then "chosen"; wraps at the right edge.
  private legendPlaces(width: number): { x: number; y: number }[] {
    const left = 60;
    let x = left,
      y = 14;
    return [...this.families, "chosen"].map((text) => {
      const wide = 34 + text.length * 7;
      if (x > left && x + wide > width - 12) [x, y] = [left, y + 20];
      x += wide;
      return { x: x - wide, y };
    });
  }
  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    const value = (one: Candidate) => one[this.criterion];
    const numbers = extent(this.candidates.map((one) => one.components));
    const legend = this.legendPlaces(width);
    const top = legend[legend.length - 1].y + 12;
    const options = { xLabel: "components", yLabel: this.criterion.toUpperCase(), wholeX: true, top };
    const frame = axes(
      surface,
      { x: 0, y: 0, width, height },
      [numbers[0] - 0.3, numbers[1] + 0.3],
      extent(this.candidates.map(value), 0.06),
      colours,
      options,
    );
    this.families.forEach((family, f) => {
      const line = this.candidates
        .filter((one) => one.covariance === family)
        .sort((a, b) => a.components - b.components);
      const stroke = componentColour(f);
      surface.line(
        line.map((one) => [frame.x(one.components), frame.y(value(one))]),
        { stroke, width: 2 },
      );
      for (const one of line) {
        const [x, y] = [frame.x(one.components), frame.y(value(one))];
        surface.disc(x, y, 4, one.collapsed ? { fill: colours.ground, stroke, width: 2 } : { fill: stroke });
        if (one.chosen) surface.disc(x, y, 9, { stroke: colours.mark, width: 2.5 });
      }
      const { x, y } = legend[f];
      surface.line(
        [
          [x, y],
          [x + 18, y],
        ],
        { stroke, width: 3 },
      );
      surface.text(x + 23, y + 4, family, { fill: colours.ink });
    });
    const { x, y } = legend[legend.length - 1];
    surface.disc(x + 9, y, 7, { stroke: colours.mark, width: 2.5 });
    surface.text(x + 21, y + 4, "chosen", { fill: colours.ink });
  }
  rows(): Table {
    const head = ["components", "covariance", "log_likelihood", "bic", "aic", "icl", "collapsed", "chosen"];
    return [head, ...this.candidates.map((one) => head.map((key) => String(one[key as keyof Candidate])))];
  }
}
