// Scatter plot of several methods, with their names next to the frame.
import { componentColour, Theme } from "./colours";
import { axes, Content, extent, Figure, fitted } from "./figure";
import { Surface } from "./paint";

export interface Cloud {
  label: string;
  method: number; // for its colour
  points: [number, number][];
}

export interface CloudOptions {
  name: string;
  title: string;
  explain: string;
  labels: [string, string];
  logX?: boolean;
  ranks?: boolean; // 1 is the best and stands on top; on both axes unless x has a logarithmic scale
}

const APART = 14; // labels, in pixels
const FAR = 5; // interquartile ranges; points further out are drawn at the edge

// The range without outliers, so that a single run does not squeeze the others.
function centralRange(values: number[], least: number): [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  const [low, high] = [at(0.25), at(0.75)],
    reach = FAR * Math.max(high - low, least);
  return extent(
    sorted.filter((value) => value >= low - reach && value <= high + reach),
    0.05,
    least,
  );
}

// Ticks at round multiples of powers of ten within a range of logarithms; at most `most`.
function logTicks([low, high]: [number, number], most: number): [number, string][] {
  for (const steps of [[1, 1.5, 2, 3, 4, 5, 7], [1, 2, 3, 5], [1, 2, 5], [1, 3], [1]]) {
    const ticks: [number, string][] = [];
    for (let power = Math.floor(low); power <= high; power++) {
      for (const step of steps) {
        const at = power + Math.log10(step);
        if (at >= low && at <= high)
          ticks.push([
            at,
            power < -3 || power > 5 ? `${step}e${power}` : String(Number((step * 10 ** power).toPrecision(3))),
          ]);
      }
    }
    if (ticks.length <= most || steps.length === 1) return ticks;
  }
  return [];
}

// The heights of labels, moved apart so that labels do not overlap.
export function spread(heights: number[], low: number, high: number): number[] {
  const order = heights.map((_, i) => i).sort((i, j) => heights[i] - heights[j]);
  const out = [...heights];
  order.forEach((i, n) => n && (out[i] = Math.max(out[i], out[order[n - 1]] + APART)));
  let limit = high;
  for (const i of order.reverse()) {
    out[i] = Math.max(low, Math.min(out[i], limit));
    limit = out[i] - APART;
  }
  return out;
}

export class Clouds implements Content {
  readonly name: string;
  readonly title: string;
  readonly explain: string;
  showsDescription = true;
  figure: Figure;

  constructor(
    private options: CloudOptions,
    private clouds: () => Cloud[],
    private words: () => string,
  ) {
    this.name = options.name;
    this.title = options.title;
    this.explain = options.explain;
    this.figure = new Figure(this);
  }
  height(width: number): number {
    return Math.round(Math.min(440, Math.max(300, width * 0.5)));
  }
  describe(): string {
    return this.words();
  }
  private usable(): Cloud[] {
    const x = (value: number) => (this.options.logX ? Math.log10(value) : value);
    return this.clouds()
      .map((one) => ({
        ...one,
        points: one.points
          .map(([a, b]) => [x(a), b] as [number, number])
          .filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b)),
      }))
      .filter((one) => one.points.length);
  }
  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    const clouds = this.usable(),
      { labels, logX, ranks } = this.options;
    if (!clouds.length) return surface.text(12, 28, "There is nothing to show.", { fill: colours.ink });
    const names = Math.min(0.36 * width, 30 + 7.2 * Math.max(...clouds.map((one) => one.label.length)));
    const turned = ([low, high]: [number, number]): [number, number] => (ranks ? [high, low] : [low, high]);
    const xs = centralRange(
      clouds.flatMap((one) => one.points.map((point) => point[0])),
      logX ? 0.2 : 1e-3,
    );
    const ys = centralRange(
      clouds.flatMap((one) => one.points.map((point) => point[1])),
      1e-3,
    );
    const xTicks = logX ? logTicks(xs, Math.max(2, Math.floor((width - names - 60) / 55))) : undefined;
    const frame = axes(surface, { x: 0, y: 0, width, height }, logX ? xs : turned(xs), turned(ys), colours, {
      xLabel: labels[0],
      yLabel: labels[1],
      right: names,
      xTicks,
    });
    const held = (value: number, low: number, size: number) => Math.max(low, Math.min(low + size, value));
    const place = ([x, y]: [number, number]) => [
      held(frame.x(x), frame.left, frame.width),
      held(frame.y(y), frame.top, frame.height),
    ];
    const middle = (one: Cloud) => one.points.reduce((sum, point) => sum + place(point)[1], 0) / one.points.length;
    const right = (one: Cloud) => Math.max(...one.points.map((point) => place(point)[0]));
    const places = spread(clouds.map(middle), frame.top + 6, frame.top + frame.height);
    clouds.forEach((one, i) => {
      const colour = componentColour(one.method),
        single = one.points.length === 1;
      const edge = frame.left + frame.width;
      surface.line(
        [
          [single ? right(one) : edge, middle(one)],
          [edge, middle(one)],
          [edge + 12, places[i]],
        ],
        { stroke: colour, alpha: 0.45 },
      );
      for (const point of one.points) {
        const [x, y] = place(point),
          far = x !== frame.x(point[0]) || y !== frame.y(point[1]);
        surface.disc(
          x,
          y,
          single ? 6 : far ? 4 : 3,
          far ? { stroke: colour, width: 1.5 } : { fill: colour, alpha: single ? 1 : 0.6 },
        );
      }
      surface.disc(edge + 15, places[i], 4, { fill: colour });
      surface.text(edge + 22, places[i] + 4, fitted(one.label, names - 22), { fill: colours.ink, size: 11 });
    });
  }
  rows(): (string | number | null)[][] {
    return [
      ["method", ...this.options.labels],
      ...this.clouds().flatMap((one) => one.points.map(([x, y]) => [one.label, x, y])),
    ];
  }
}
