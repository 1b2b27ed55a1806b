// All pairs of a few columns with one-sigma ellipses, and histograms of single columns on the diagonal.
import { componentColour, Theme } from "./colours";
import { counted } from "./dom";
import { Content, extent, Figure, fitted } from "./figure";
import { binsOf, curve } from "./histogram";
import { scaleLinear } from "d3-scale";
import { columnsView, ellipse, Model } from "./model";
import { Surface } from "./paint";
import { Rows } from "./payload";
import { Pointing } from "./selection";

export const MOST_PAIRED = 6;
const MOST_DOTS = 3000; // per cell

export class Pairs implements Content {
  name = "pairs";
  title = "All pairs of columns";
  explain =
    "One standard deviation of every component in every pair; single columns on the diagonal. Click a cell to see it large above.";
  figure: Figure;
  private columns: Float64Array[];
  private shown: number[][];

  constructor(
    private data: Rows,
    private model: Model,
    private names: string[],
    private pointing: Pointing,
    show: (a: number, b: number) => void,
  ) {
    const step = Math.max(1, Math.ceil(data.size / MOST_DOTS));
    const picked = Array.from({ length: Math.ceil(data.size / step) }, (_, i) => i * step);
    this.columns = names.map((_, j) =>
      Float64Array.from(picked, (i) => data.values[i * data.dim + j] + data.offsets[j]),
    );
    this.shown = Array.from({ length: model.size }, () => []);
    picked.forEach((row, i) => this.shown[data.labels[row]].push(i));
    if (step > 1) this.explain += ` A sample of ${counted(picked.length, "row")} is drawn.`;
    this.figure = new Figure(this);
    this.figure.canvas.addEventListener("click", (event) => {
      const box = this.figure.canvas.getBoundingClientRect();
      const side = box.width / names.length;
      const [a, b] = [Math.floor((event.clientX - box.left) / side), Math.floor((event.clientY - box.top) / side)];
      if (a !== b) show(a, b);
    });
    pointing.listen(() => this.figure.redraw());
  }
  height(width: number): number {
    return width;
  }
  describe(): string {
    return `A grid of ${this.names.length} by ${this.names.length} small plots: ${this.names.join(", ")}.`;
  }

  draw(surface: Surface, width: number, _height: number, colours: Theme): void {
    const side = width / this.names.length,
      gap = 3;
    this.names.forEach((_, row) =>
      this.names.forEach((_, column) => {
        const x = column * side + gap,
          y = row * side + gap,
          inner = side - 2 * gap;
        surface.inside(x, y, inner, inner, () =>
          row === column
            ? this.drawColumn(surface, row, x, y, inner, colours)
            : this.drawPair(surface, column, row, x, y, inner, colours),
        );
        surface.rect(x, y, inner, inner, { stroke: colours.grid });
      }),
    );
  }

  private drawColumn(surface: Surface, j: number, x: number, y: number, side: number, colours: Theme): void {
    const values = this.columns[j];
    const range = extent(values, 0.05);
    const across = scaleLinear(range, [x, x + side]);
    const grid = Array.from({ length: 121 }, (_, i) => range[0] + ((range[1] - range[0]) * i) / 120);
    const curves = Array.from({ length: this.model.size }, (_, k) => curve(this.model, k, j, this.data.offsets[j]));
    const bins = binsOf(values);
    const high = Math.max(...bins.densities, ...grid.map((at) => curves.reduce((sum, one) => sum + one(at), 0)));
    const up = scaleLinear([0, high], [y + side, y + 20]);
    bins.densities.forEach((density, i) => {
      const left = across(bins.low + i * bins.width),
        right = across(bins.low + (i + 1) * bins.width);
      surface.rect(left, up(density), right - left, y + side - up(density), { fill: colours.grid });
    });
    curves.forEach((one, k) =>
      surface.line(
        grid.map((at) => [across(at), up(one(at))]),
        { stroke: componentColour(k), width: k === this.pointing.shown ? 3 : 1.5 },
      ),
    );
    surface.text(x + side / 2, y + 14, fitted(this.names[j], side), {
      fill: colours.ink,
      anchor: "middle",
      bold: true,
    });
  }

  private drawPair(surface: Surface, a: number, b: number, x: number, y: number, side: number, colours: Theme): void {
    const across = scaleLinear(extent(this.columns[a], 0.05), [x, x + side]);
    const up = scaleLinear(extent(this.columns[b], 0.05), [y + side, y]);
    const xs = this.columns[a].map((value) => across(value)),
      ys = this.columns[b].map((value) => up(value));
    const shown = this.pointing.shown;
    const radius = Math.max(0.7, Math.min(1.6, side / 90));
    this.shown.forEach((group, k) =>
      surface.dots(xs, ys, group, radius, {
        fill: shown >= 0 && shown !== k ? colours.grid : componentColour(k),
        alpha: 0.6,
      }),
    );
    const view = columnsView(this.names, this.data.offsets, a, b);
    for (let k = 0; k < this.model.size; k++) {
      const points = ellipse(this.model, k, view, 1, 48).map(([u, v]) => [across(u), up(v)]);
      surface.line(points, { stroke: componentColour(k), width: k === shown ? 3 : 1.8 });
    }
  }

  rows(): (string | number | null)[][] {
    const labels: number[] = [];
    this.shown.forEach((group, k) => group.forEach((i) => (labels[i] = k)));
    const number = (value: number) => Number(value.toPrecision(7));
    return [
      [...this.names, "component"],
      ...labels.map((label, i) => [...this.columns.map((column) => number(column[i])), label]),
    ];
  }
}
