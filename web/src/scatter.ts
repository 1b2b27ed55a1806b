// The rows and the components' ellipses, projected onto two directions.
import { componentColour, heat, Theme } from "./colours";
import { brief, choice, counted, make } from "./dom";
import { axes, Content, extent, Figure, Frame } from "./figure";
import { dot } from "./linear";
import { columnsView, ellipse, Model, meanOf, principalView, separatingView, View } from "./model";
import { Surface } from "./paint";
import { Rows } from "./payload";
import { Pointing } from "./selection";

const MOST_DIRECTIONS = 80; // columns up to which directions are computed
const MANY = 2000; // rows from which the first view may leave out outliers

// The range of the values; of many, without about the outermost thousandth on either side, estimated from a sample.
export function centralRange(values: Float64Array): [number, number] {
  if (values.length < MANY) return extent(values, 0.04);
  const step = Math.ceil(values.length / (4 * MANY));
  const sorted = values.filter((_, i) => i % step === 0).sort(),
    cut = Math.floor(sorted.length / 1000);
  return extent([sorted[cut], sorted[sorted.length - 1 - cut]], 0.08);
}

export interface ProjectedRows {
  xs: Float64Array;
  ys: Float64Array;
}

export function project(rows: Rows, view: View): ProjectedRows {
  const { size, dim, values } = rows;
  const place = (axis: ArrayLike<number>, shift: number) => {
    const used = Array.from(axis, (value, j) => [value, j]).filter(([value]) => value !== 0);
    const out = new Float64Array(size).fill(shift);
    for (const [value, j] of used) for (let i = 0; i < size; i++) out[i] += value * values[i * dim + j];
    return out;
  };
  return { xs: place(view.axes[0], view.shift[0]), ys: place(view.axes[1], view.shift[1]) };
}

// Views by name: "separating", "principal", or "a,b" for two columns.
export function viewNamed(name: string, rows: Rows, model: Model, names: string[]): View {
  if (name === "separating") return separatingView(model);
  if (name === "principal") return principalView(rows.values, rows.dim);
  const [a, b] = name.split(",").map(Number);
  return columnsView(names, rows.offsets, a, b);
}

export function viewChoices(rows: Rows, model: Model): [string, string][] {
  const { dim } = model;
  if (dim <= 2 || dim > MOST_DIRECTIONS) return [];
  const views: [string, string][] = [];
  if (model.size > 2) views.push(["separating", "directions that separate the components best"]);
  if (rows.size > dim) views.push(["principal", "first two principal components"]);
  return views;
}

export function dotRadius(rows: number, width: number): number {
  return Math.max(0.6, Math.min(2.6, ((width / 700) * 45) / Math.sqrt(rows + 1) + 0.5));
}

export class Scatter implements Content {
  name = "rows";
  title = "Rows and components";
  showsDescription = true;
  explain: string;
  figure: Figure;
  private view!: View;
  private seen!: ProjectedRows;
  private home!: { x: [number, number]; y: [number, number] };
  private window!: { x: [number, number]; y: [number, number] };
  private colour: "component" | "doubt" = "component";
  private frame?: Frame;
  private groups: Uint32Array[] = [];
  private viewName: string;
  private pickers: HTMLSelectElement[] = [];
  private status: HTMLElement;

  constructor(
    private data: Rows,
    private model: Model,
    private names: string[],
    private pointing: Pointing,
  ) {
    this.explain =
      "Every dot is a row, in the colour of its most probable component. Ellipses enclose one and two standard deviations; " +
      "the number stands at the mean. Point at a component to single it out, click to hold it; drag to move, wheel or + and - to zoom, 0 to go back.";
    const views = viewChoices(data, model);
    this.viewName = views.length ? views[0][0] : "0,1";
    this.status = make("p", { class: "status", "aria-live": "polite" });
    this.updateView();
    this.figure = new Figure(this);
    this.addControls(views);
    this.listen();
    this.figure.element.append(this.status);
    this.figure.canvas.tabIndex = 0;
  }

  private addControls(views: [string, string][]): void {
    const { dim } = this.model;
    const pair = dim > 2 || views.length ? [["columns", "two columns"] as [string, string]] : [];
    const start = views.length ? this.viewName : "columns";
    if (views.length) {
      this.figure.controls.append(choice("View", [...views, ...pair], start, (value) => this.choose(value)));
    }
    if (dim > 2) {
      for (const axis of [0, 1]) {
        const options = this.names.map((name, j) => [String(j), name] as [string, string]);
        const label = choice(axis ? "Upwards" : "Across", options, String(axis), () => this.choose("columns"));
        label.hidden = start !== "columns";
        this.pickers.push(label.querySelector("select")!);
        this.figure.controls.append(label);
      }
    }
    if (this.data.size) {
      const options: [string, string][] = [
        ["component", "component"],
        ["doubt", "doubt about the component"],
      ];
      this.figure.controls.append(
        choice("Colour", options, "component", (value) => {
          this.colour = value as "component" | "doubt";
          this.figure.redraw();
        }),
      );
    }
  }

  // Shows two columns, chosen in another figure.
  show(a: number, b: number): void {
    if (this.pickers.length) [this.pickers[0].value, this.pickers[1].value] = [String(a), String(b)];
    this.choose("columns");
  }

  private choose(name: string): void {
    const [x, y] = this.pickers.map((picker) => picker.value);
    for (const picker of this.pickers) picker.parentElement!.hidden = name !== "columns";
    this.viewName = name === "columns" ? `${x ?? 0},${y ?? 1}` : name;
    const select = this.figure.controls.querySelector("select");
    if (name === "columns" && select && [...select.options].some((option) => option.value === "columns"))
      select.value = "columns";
    this.updateView();
    this.figure.redraw();
  }

  private updateView(): void {
    this.view = viewNamed(this.viewName, this.data, this.model, this.names);
    this.seen = project(this.data, this.view);
    const outlines = Array.from({ length: this.model.size }, (_, k) => ellipse(this.model, k, this.view, 2, 16)).flat();
    const ends = (values: Float64Array, at: 0 | 1) =>
      this.data.size
        ? centralRange(values)
        : extent(
            outlines.map((point) => point[at]),
            0.04,
          );
    this.home = { x: ends(this.seen.xs, 0), y: ends(this.seen.ys, 1) };
    this.window = { x: [...this.home.x], y: [...this.home.y] };
    const counts = new Uint32Array(this.model.size);
    for (const label of this.data.labels) counts[label]++;
    this.groups = Array.from(counts, (count) => new Uint32Array(count));
    counts.fill(0);
    this.data.labels.forEach((label, i) => (this.groups[label][counts[label]++] = i));
  }

  height(width: number): number {
    return Math.round(Math.min(620, Math.max(300, width * 0.68)));
  }

  describe(): string {
    const seen = `${this.view.labels[0]} across, ${this.view.labels[1]} upwards`;
    const { xs, ys } = this.seen,
      { x, y } = this.window;
    let out = 0;
    for (let i = 0; i < xs.length; i++) if (xs[i] < x[0] || xs[i] > x[1] || ys[i] < y[0] || ys[i] > y[1]) out++;
    const more = out ? ` ${counted(out, "row")} ${out === 1 ? "is" : "are"} outside of the picture; - zooms out.` : "";
    return `${counted(this.data.size, "row")} and ${counted(this.model.size, "component")}, ${seen}.${more} The table of components has the numbers.`;
  }

  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    const box = { x: 0, y: 0, width, height };
    const frame = axes(surface, box, this.window.x, this.window.y, colours, {
      xLabel: this.view.labels[0],
      yLabel: this.view.labels[1],
    });
    this.frame = frame;
    surface.inside(frame.left, frame.top, frame.width, frame.height, () => {
      this.drawRows(surface, frame, colours);
      this.drawModel(surface, frame, colours);
    });
  }

  private drawRows(surface: Surface, frame: Frame, colours: Theme): void {
    const xs = this.seen.xs.map((value) => frame.x(value)),
      ys = this.seen.ys.map((value) => frame.y(value));
    const radius = dotRadius(this.data.size, frame.width);
    const shown = this.pointing.shown;
    const alpha = this.data.size > 5000 ? 0.5 : 0.75;
    if (this.colour === "doubt") {
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      const bins: number[][] = Array.from({ length: 11 }, () => []);
      this.data.doubts.forEach((doubt, i) => bins[Math.min(10, Math.round(Math.sqrt(doubt * 2) * 10))].push(i));
      bins.forEach((bin, b) =>
        surface.dots(xs, ys, bin, radius * (1 + b / 12), { fill: heat(b / 10, dark), alpha: b ? 0.9 : 0.4 }),
      );
      return;
    }
    this.groups.forEach((group, k) => {
      const muted = shown >= 0 && shown !== k;
      surface.dots(xs, ys, group, radius, { fill: muted ? colours.grid : componentColour(k), alpha });
    });
    if (shown >= 0 && this.groups[shown])
      surface.dots(xs, ys, this.groups[shown], radius * 1.2, { fill: componentColour(shown), alpha: 0.9 });
  }

  private drawModel(surface: Surface, frame: Frame, colours: Theme): void {
    const shown = this.pointing.shown;
    for (let k = 0; k < this.model.size; k++) {
      const stroke = this.colour === "doubt" ? colours.quiet : componentColour(k);
      const faded = shown >= 0 && shown !== k;
      for (const sigmas of [1, 2]) {
        const points = ellipse(this.model, k, this.view, sigmas).map(([x, y]) => [frame.x(x), frame.y(y)]);
        surface.line(points, { stroke: colours.ground, width: k === shown ? 5 : 3.5, alpha: faded ? 0.2 : 0.7 });
        surface.line(points, {
          stroke,
          width: k === shown ? 3 : 1.7,
          dash: sigmas === 2 ? [6, 4] : [],
          alpha: faded ? 0.35 : 1,
        });
      }
    }
    for (let k = 0; k < this.model.size; k++) {
      const [x, y] = this.centre(k, frame);
      surface.disc(x, y, 9, {
        fill: colours.ground,
        stroke: componentColour(k),
        width: 2,
        alpha: shown >= 0 && shown !== k ? 0.5 : 1,
      });
      surface.text(x, y + 4, String(k), { fill: colours.ink, size: 11, anchor: "middle", bold: true });
    }
  }

  private centre(k: number, frame: Frame): [number, number] {
    const mean = meanOf(this.model, k);
    return [
      frame.x(dot(this.view.axes[0], mean) + this.view.shift[0]),
      frame.y(dot(this.view.axes[1], mean) + this.view.shift[1]),
    ];
  }

  // The component whose number is under the pointer, or that of the nearest row within a few pixels.
  private hitTest(x: number, y: number): { component: number; row: number } {
    const frame = this.frame;
    if (!frame) return { component: -1, row: -1 };
    for (let k = 0; k < this.model.size; k++) {
      const [cx, cy] = this.centre(k, frame);
      if (Math.hypot(cx - x, cy - y) < 11) return { component: k, row: -1 };
    }
    let row = -1,
      least = 64;
    const { xs, ys } = this.seen;
    const sx = frame.width / (this.window.x[1] - this.window.x[0]),
      sy = frame.height / (this.window.y[1] - this.window.y[0]);
    const px = frame.x.invert(x),
      py = frame.y.invert(y);
    for (let i = 0; i < xs.length; i++) {
      const dx = (xs[i] - px) * sx,
        dy = (ys[i] - py) * sy,
        distance = dx * dx + dy * dy;
      if (distance < least) [row, least] = [i, distance];
    }
    return { component: row < 0 ? -1 : this.data.labels[row], row };
  }

  private listen(): void {
    const canvas = this.figure.canvas;
    let drag: { x: number; y: number; moved: boolean } | null = null;
    const at = (event: MouseEvent) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top] as const;
    };
    canvas.addEventListener("pointerdown", (event) => (drag = { x: event.clientX, y: event.clientY, moved: false }));
    window.addEventListener("pointerup", () => setTimeout(() => (drag = null)));
    canvas.addEventListener("pointerleave", () => this.pointing.point(-1));
    canvas.addEventListener("pointermove", (event) => {
      if (drag && event.pointerType === "mouse") {
        const dx = event.clientX - drag.x,
          dy = event.clientY - drag.y;
        if (!drag.moved && Math.hypot(dx, dy) < 4) return;
        drag = { x: event.clientX, y: event.clientY, moved: true };
        return this.pan(-dx / this.frame!.width, dy / this.frame!.height);
      }
      const { component, row } = this.hitTest(...at(event));
      this.showStatus(component, row);
      this.pointing.point(component);
    });
    canvas.addEventListener("click", (event) => {
      if (drag?.moved) return;
      const { component } = this.hitTest(...at(event));
      if (component >= 0) this.pointing.pin(component);
    });
    canvas.addEventListener("dblclick", () => this.reset());
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && document.activeElement !== canvas) return; // so that the page can still be scrolled
        event.preventDefault();
        this.zoom(event.deltaY < 0 ? 0.8 : 1.25, ...at(event));
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => {
      const steps: Record<string, () => void> = {
        "+": () => this.zoom(0.8),
        "=": () => this.zoom(0.8),
        "-": () => this.zoom(1.25),
        "0": () => this.reset(),
        ArrowLeft: () => this.pan(-0.1, 0),
        ArrowRight: () => this.pan(0.1, 0),
        ArrowUp: () => this.pan(0, 0.1),
        ArrowDown: () => this.pan(0, -0.1),
      };
      if (!steps[event.key]) return;
      event.preventDefault();
      steps[event.key]();
    });
    this.pointing.listen(() => this.figure.redraw());
  }

  private showStatus(component: number, row: number): void {
    if (component < 0) return void (this.status.textContent = "");
    const words = [`component ${component}`];
    if (row >= 0) {
      words.push(
        `a row with ${this.view.labels[0]} ${brief(this.seen.xs[row])}, ${this.view.labels[1]} ${brief(this.seen.ys[row])}`,
      );
      words.push(`doubt ${brief(this.data.doubts[row], 3)}`);
    }
    this.status.textContent = words.join("; ");
  }

  private pan(x: number, y: number): void {
    const moved = ([low, high]: [number, number], by: number): [number, number] => [
      low + by * (high - low),
      high + by * (high - low),
    ];
    this.window = { x: moved(this.window.x, x), y: moved(this.window.y, y) };
    this.figure.redraw();
  }
  private zoom(factor: number, x?: number, y?: number): void {
    const about = ([low, high]: [number, number], value: number): [number, number] => [
      value + (low - value) * factor,
      value + (high - value) * factor,
    ];
    const middle = ([low, high]: [number, number]) => (low + high) / 2;
    this.window = {
      x: about(this.window.x, x === undefined ? middle(this.window.x) : this.frame!.x.invert(x)),
      y: about(this.window.y, y === undefined ? middle(this.window.y) : this.frame!.y.invert(y)),
    };
    this.figure.redraw();
  }
  private reset(): void {
    this.window = { x: [...this.home.x], y: [...this.home.y] };
    this.figure.redraw();
  }

  rows(): (string | number | null)[][] {
    const head = [this.view.labels[0], this.view.labels[1], "component", "doubt"];
    const number = (value: number) => Number(value.toPrecision(7));
    const lines = Array.from(this.seen.xs, (x, i) => [
      number(x),
      number(this.seen.ys[i]),
      this.data.labels[i],
      number(this.data.doubts[i]),
    ]);
    return [head, ...lines];
  }
}
