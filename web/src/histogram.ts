// One column: a histogram of the rows, with the curve of every component and of all together.
import { componentColour, Theme } from "./colours";
import { counted } from "./dom";
import { axes, Content, extent, Figure } from "./figure";
import { Model } from "./model";
import { Surface } from "./paint";
import { Rows } from "./payload";
import { Pointing } from "./selection";

export interface Bins {
  low: number;
  width: number;
  densities: number[];
}

// Freedman and Diaconis' width, between 24 and 200 bins.
export function binsOf(values: Float64Array): Bins {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  const [low, high] = [sorted[0], sorted[n - 1]];
  const quartiles = sorted[Math.floor(0.75 * (n - 1))] - sorted[Math.floor(0.25 * (n - 1))];
  const wanted = quartiles > 0 ? (high - low) / ((2 * quartiles) / Math.cbrt(n)) : 0;
  const count = Math.max(24, Math.min(200, Math.ceil(wanted)));
  const width = (high - low) / count || 1;
  const densities = new Array<number>(count).fill(0);
  for (const value of sorted) densities[Math.min(count - 1, Math.floor((value - low) / width))] += 1 / (n * width);
  return { low, width, densities };
}

// The density of component k along one column, times its weight.
export function curve(model: Model, k: number, column: number, offset: number): (x: number) => number {
  const variance = model.covariance(k)![column * model.dim + column];
  const mean = model.means[k * model.dim + column] + offset;
  const height = model.weights[k] / Math.sqrt(2 * Math.PI * variance);
  return (x) => height * Math.exp((-0.5 * (x - mean) ** 2) / variance);
}

export class Histogram implements Content {
  name = "rows";
  title = "Rows and components";
  explain =
    "Bars are the rows, drawn as a density. The thick line is the fitted density, the thin ones are its components; the number stands at the mean.";
  figure: Figure;
  private bins: Bins | null;
  private range: [number, number];

  constructor(
    rows: Rows,
    private model: Model,
    private column: string,
    private pointing: Pointing,
    private offset: number,
  ) {
    const values = Float64Array.from(rows.values, (value) => value + offset);
    this.bins = values.length ? binsOf(values) : null;
    const ends = Array.from({ length: model.size }, (_, k) => {
      const deviation = Math.sqrt(model.covariance(k)![0]);
      return [model.means[k] + offset - 3 * deviation, model.means[k] + offset + 3 * deviation];
    }).flat();
    this.range = values.length ? extent(values, 0.05) : extent(ends);
    this.figure = new Figure(this);
    pointing.listen(() => this.figure.redraw());
  }

  height(width: number): number {
    return Math.round(Math.min(420, Math.max(260, width * 0.5)));
  }
  describe(): string {
    return `A histogram of ${this.column} with the curves of ${counted(this.model.size, "component")}.`;
  }

  private grid(steps = 400): number[] {
    const [low, high] = this.range;
    return Array.from({ length: steps + 1 }, (_, i) => low + ((high - low) * i) / steps);
  }

  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    const grid = this.grid();
    const curves = Array.from({ length: this.model.size }, (_, k) => curve(this.model, k, 0, this.offset));
    const total = grid.map((x) => curves.reduce((sum, one) => sum + one(x), 0));
    const high = Math.max(...total, ...(this.bins?.densities ?? []));
    const frame = axes(surface, { x: 0, y: 0, width, height }, this.range, [0, high * 1.05], colours, {
      xLabel: this.column,
      yLabel: "density",
    });
    surface.inside(frame.left, frame.top, frame.width, frame.height, () => {
      this.bins?.densities.forEach((density, i) => {
        const x = frame.x(this.bins!.low + i * this.bins!.width),
          right = frame.x(this.bins!.low + (i + 1) * this.bins!.width);
        surface.rect(x, frame.y(density), Math.max(0.5, right - x - 0.5), frame.y(0) - frame.y(density), {
          fill: colours.grid,
        });
      });
      surface.line(
        grid.map((x, i) => [frame.x(x), frame.y(total[i])]),
        { stroke: colours.ink, width: 2 },
      );
      curves.forEach((one, k) => {
        const shown = this.pointing.shown;
        const points = grid.map((x) => [frame.x(x), frame.y(one(x))]);
        surface.line(points, {
          stroke: componentColour(k),
          width: k === shown ? 4 : 2,
          alpha: shown >= 0 && shown !== k ? 0.4 : 1,
        });
        const at = frame.x(this.model.means[k] + this.offset);
        surface.disc(at, frame.y(0) - 12, 9, { fill: colours.ground, stroke: componentColour(k), width: 2 });
        surface.text(at, frame.y(0) - 8, String(k), { fill: colours.ink, size: 11, anchor: "middle", bold: true });
      });
    });
  }

  rows(): (string | number | null)[][] {
    const curves = Array.from({ length: this.model.size }, (_, k) => curve(this.model, k, 0, this.offset));
    const head = [this.column, "density", ...curves.map((_, k) => `component ${k}`)];
    return [
      head,
      ...this.grid(200).map((x) => [x, curves.reduce((sum, one) => sum + one(x), 0), ...curves.map((one) => one(x))]),
    ];
  }
}
