// One data set in detail: its picture, and every run on it.
import { Boxes } from "./bands";
import { Cloud, Clouds } from "./clouds";
import { componentColour, Theme } from "./colours";
import { brief, choice, Column, counted, make, scrolling, table } from "./dom";
import { axes, Content, extent, Figure } from "./figure";
import { DataSet, deviationOf, Experiment, meanOf, nameOf, Run, Shown } from "./lab_data";
import { csvButton } from "./lab_tables";
import { Surface } from "./paint";
import { floats, PictureText, shorts } from "./payload";
import { dotRadius } from "./scatter";

const UNKNOWN = 65535;

interface Picture {
  all: number;
  labels: { x: string; y: string };
  x: Float32Array;
  y: Float32Array;
  components: Uint16Array;
}

// The rows on a plane, in the colours of the components that they came from.
class Plane implements Content {
  name = "plane";
  title = "The rows";
  explain = "As in the paper's Figure 1: more than two columns are seen on a random plane.";
  showsDescription = true;
  figure: Figure;
  private picture?: Picture;

  constructor() {
    this.figure = new Figure(this);
  }
  show(text?: PictureText): void {
    this.picture = text && {
      all: text.all,
      labels: text.labels,
      x: floats(text.x),
      y: floats(text.y),
      components: shorts(text.components),
    };
    this.figure.redraw();
  }
  height(width: number): number {
    return this.picture ? Math.round(Math.min(460, Math.max(280, width * 0.6))) : 44;
  }
  describe(): string {
    if (!this.picture)
      return "The rows of this data set are not in the page: a store keeps runs, not files. --data-dir says where the files are.";
    const shown = this.picture.x.length;
    const colours = this.picture.components.some((one) => one !== UNKNOWN)
      ? " Colours are those of the component that a row came from; noise is grey."
      : "";
    return (
      (shown < this.picture.all
        ? `${counted(shown, "row")} out of ${this.picture.all.toLocaleString("en")}, evenly spaced.`
        : `All ${counted(shown, "row")}.`) + colours
    );
  }
  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    if (!this.picture) return surface.text(12, 28, "No rows to show.", { fill: colours.ink });
    const { x, y, components, labels } = this.picture;
    const frame = axes(surface, { x: 0, y: 0, width, height }, extent(x, 0.03), extent(y, 0.03), colours, {
      xLabel: labels.x,
      yLabel: labels.y,
    });
    const xs = Array.from(x, frame.x),
      ys = Array.from(y, frame.y);
    const known = components.some((component) => component !== UNKNOWN);
    for (const component of new Set(components)) {
      const which = Array.from(components.keys()).filter((i) => components[i] === component);
      const fill = component !== UNKNOWN ? componentColour(component) : known ? colours.quiet : componentColour(0);
      surface.dots(xs, ys, which, dotRadius(x.length, width), { fill, alpha: 0.8 });
    }
  }
  rows(): (string | number | null)[][] {
    if (!this.picture) return [["x", "y", "component"]];
    const { x, y, components, labels } = this.picture;
    return [
      [labels.x, labels.y, "component"],
      ...Array.from(x, (value, i) => [
        Number(value.toPrecision(7)),
        Number(y[i].toPrecision(7)),
        components[i] === UNKNOWN ? null : components[i],
      ]),
    ];
  }
}

// The section for one data set, which the reader chooses among the filtered ones.
export class OneSet {
  readonly elements: HTMLElement[];
  private set?: DataSet;
  private plane = new Plane();
  private boxes: Boxes;
  private climb: Clouds;
  private time: Clouds;
  private picker = make("div", { class: "controls" });
  private runTable = make("details", { id: "runs" });

  constructor(
    private shown: Shown,
    private detailed: number[],
    private pictures: PictureText[],
    choosing: boolean,
  ) {
    this.boxes = new Boxes(
      "finals",
      "Final log-likelihoods",
      "Every method's runs, as in the paper's Figure 2: the box holds the middle half of the runs, the thick line is the median, and dots are runs far from the others. Further right is better.",
      "final log-likelihood per row",
      () => this.byMethod().map(({ label, runs }) => ({ label, values: runs.map((run) => run.final) })),
      () => this.boxWords(),
    );
    const clouds = (x: (run: Run) => number) => (): Cloud[] =>
      this.byMethod().map(({ label, method, runs }) => ({
        label,
        method,
        points: runs.map((run) => [x(run), run.final]),
      }));
    this.climb = new Clouds(
      {
        name: "climbs",
        title: "Start against end",
        explain:
          "One dot per run: the log-likelihood of the start and of the final model. Equally good starts can end at different optima. Hollow dots at the edge lie further out.",
        labels: ["log-likelihood of the start", "final log-likelihood"],
      },
      clouds((run) => run.initial),
      () => this.climbWords(),
    );
    this.time = new Clouds(
      {
        name: "times",
        title: "Time against quality",
        explain:
          "One dot per run. Up and left is better: a likely model in a short time. Hollow dots at the edge lie further out.",
        labels: ["seconds", "final log-likelihood"],
        logX: true,
      },
      clouds((run) => run.seconds),
      () => this.timeWords(),
    );
    const intro = make(
      "section",
      { id: "one" },
      make("h2", {}, "One data set"),
      make("p", { class: "explain" }, "The filters above limit the choice."),
      this.picker,
    );
    this.elements = [
      ...(choosing ? [intro] : []),
      this.plane.figure.element,
      this.boxes.figure.element,
      this.climb.figure.element,
      this.time.figure.element,
      this.runTable,
    ];
    shown.listen(() => this.listChoices());
    this.listChoices();
  }

  private get experiment(): Experiment {
    return this.shown.experiment;
  }
  private runs(): Run[] {
    return this.set ? this.experiment.runs(this.set) : [];
  }
  private byMethod(): { label: string; method: number; runs: Run[] }[] {
    const runs = this.runs();
    return this.experiment.methods
      .map((label, method) => ({ label, method, runs: runs.filter((run) => run.method === method) }))
      .filter((one) => one.runs.length);
  }
  // Methods by the mean of their runs, the best first.
  private ranked(): { label: string; mean: number; sd: number; runs: Run[] }[] {
    const finals = (runs: Run[]) => runs.map((run) => run.final).filter(Number.isFinite);
    const order = (value: number) => (Number.isNaN(value) ? -Infinity : value);
    return this.byMethod()
      .map(({ label, runs }) => ({ label, runs, mean: meanOf(finals(runs)), sd: deviationOf(finals(runs)) }))
      .sort((a, b) => order(b.mean) - order(a.mean));
  }
  private boxWords(): string {
    const [best, next] = this.ranked();
    if (!best) return "There are no runs.";
    const narrow = this.runs().filter((run) => run.degenerate > 0).length;
    const mind = narrow
      ? ` ${counted(narrow, "run")} ended with collapsed components, whose high likelihood says nothing.`
      : "";
    return `Best mean: ${best.label} with ${brief(best.mean, 6)}${next ? `, then ${next.label} with ${brief(next.mean, 6)}` : ""}.${mind}`;
  }
  private climbWords(): string {
    const rises = this.runs()
      .map((run) => run.final - run.initial)
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
    return rises.length
      ? `In the median run EM raised the log-likelihood by ${brief(rises[rises.length >> 1], 3)} per row.`
      : "There are no runs.";
  }
  private timeWords(): string {
    const times = this.byMethod()
      .map(({ label, runs }) => ({ label, seconds: meanOf(runs.map((run) => run.seconds)) }))
      .sort((a, b) => a.seconds - b.seconds);
    if (!times.length) return "There are no runs.";
    const last = times[times.length - 1];
    return `Quickest on average: ${times[0].label} (${brief(times[0].seconds, 2)} s); slowest: ${last.label} (${brief(last.seconds, 2)} s).`;
  }

  private listChoices(): void {
    const offered = this.shown.sets.filter((set) => this.detailed.includes(set.place));
    const kept = offered.find((set) => set.place === this.set?.place);
    this.show(kept ?? offered[0]);
    const less = this.shown.sets.length - offered.length;
    const options = offered.map((set) => [String(set.place), nameOf(set)] as [string, string]);
    const select = choice("Data set", options, String(this.set?.place ?? ""), (value) =>
      this.show(this.shown.all[Number(value)]),
    );
    const note = less
      ? [
          make(
            "p",
            { class: "sampled" },
            `Single runs of ${counted(less, "further data set")} are left out, to keep the page small.`,
          ),
        ]
      : [];
    this.picker.replaceChildren(...(offered.length ? [select] : [make("p", {}, "No data set is left.")]), ...note);
  }
  private show(set?: DataSet): void {
    this.set = set;
    this.plane.show(set && this.pictures.find((one) => one.set === set.place));
    for (const figure of [this.boxes, this.climb, this.time]) figure.figure.redraw();
    this.listRuns();
  }
  private listRuns(): void {
    const columns: Column[] = [
      { title: "method" },
      { title: "runs" },
      { title: "mean" },
      { title: "sd" },
      { title: "best" },
      { title: "collapsed" },
      { title: "rounds" },
      { title: "seconds" },
    ];
    const rows = this.ranked().map(({ label, runs, mean, sd }) => {
      const best = Math.max(...runs.map((run) => run.final).filter(Number.isFinite));
      const average = (value: (run: Run) => number) => meanOf(runs.map(value));
      return [
        label,
        String(runs.length),
        brief(mean, 6),
        brief(sd, 3),
        brief(best, 6),
        brief(
          average((run) => run.degenerate),
          2,
        ),
        brief(
          average((run) => run.rounds),
          3,
        ),
        brief(
          average((run) => run.seconds),
          2,
        ),
      ];
    });
    const head = ["method", "seed", "initial", "final", "degenerate", "rounds", "seconds"];
    const number = (value: number) => (Number.isFinite(value) ? value : null);
    const all = () => [
      head,
      ...this.runs().map((run) => [
        this.experiment.methods[run.method],
        run.seed,
        number(run.initial),
        number(run.final),
        run.degenerate,
        run.rounds,
        Number(run.seconds.toPrecision(7)),
      ]),
    ];
    this.runTable.replaceChildren(
      make("summary", {}, `All ${counted(this.runs().length, "run")} as a table`),
      scrolling("Runs by method", table("Runs by method", columns, rows)),
      csvButton("runs", "Runs", all),
    );
  }
}
