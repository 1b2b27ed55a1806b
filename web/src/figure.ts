// A figure of the page: a canvas as wide as its place, a description for screen readers, and three exports.
import { scaleLinear, ScaleLinear } from "d3-scale";
import { Theme, theme } from "./colours";
import { csv, make, save } from "./dom";
import { CanvasSurface, Surface, SvgSurface } from "./paint";

export type Scale = ScaleLinear<number, number>;

export interface Content {
  name: string; // of exported files
  title: string;
  explain: string;
  describe(): string; // the picture in words
  height(width: number): number;
  draw(surface: Surface, width: number, height: number, colours: Theme): void;
  rows(): (string | number | null)[][]; // the numbers of the picture, after a header
  showsDescription?: boolean; // otherwise only screen readers get it
}

export class Figure {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly controls: HTMLDivElement;
  width = 0;
  height = 0;
  private due = 0;
  private words = make("p", { class: "status" });

  constructor(private content: Content) {
    const button = (kind: string, what: string, run: () => void) =>
      make(
        "button",
        { type: "button", class: "export", "aria-label": `${content.title}: ${what} as ${kind}`, click: run },
        kind,
      );
    this.canvas = make("canvas", { role: "img" });
    this.controls = make("div", { class: "controls" });
    this.element = make(
      "figure",
      { id: content.name },
      make("figcaption", {}, make("h2", {}, content.title), make("p", { class: "explain" }, content.explain)),
      this.controls,
      make("div", { class: "drawing" }, this.canvas),
      ...(content.showsDescription ? [this.words] : []),
      make(
        "div",
        { class: "exports" },
        make("span", {}, "Save "),
        button("SVG", "save the picture", () =>
          save(`${content.name}.svg`, new Blob([this.svg()], { type: "image/svg+xml" })),
        ),
        button("PNG", "save the picture", () => void this.savePng()),
        button("CSV", "save the numbers", () =>
          save(`${content.name}.csv`, new Blob([csv(content.rows())], { type: "text/csv" })),
        ),
      ),
    );
    new ResizeObserver(() => this.fit()).observe(this.element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  private fit(): void {
    const width = Math.floor(this.canvas.parentElement!.clientWidth);
    if (width > 0 && width !== this.width) {
      this.width = width;
      this.redraw();
    }
  }

  // Repaints in the next animation frame, once for several calls.
  redraw(): void {
    if (this.due || !this.width) return;
    this.due = requestAnimationFrame(() => {
      this.due = 0;
      this.height = this.content.height(this.width);
      this.paint(this.canvas, Math.min(3, devicePixelRatio || 1));
      this.canvas.style.height = `${this.height}px`;
      const description = this.content.describe();
      this.words.textContent = description;
      this.canvas.setAttribute("aria-label", `${this.content.title}. ${description}`);
    });
  }

  private paint(canvas: HTMLCanvasElement, density: number): void {
    canvas.width = Math.round(this.width * density);
    canvas.height = Math.round(this.height * density);
    const context = canvas.getContext("2d")!;
    const colours = theme();
    context.scale(density, density);
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, this.width, this.height);
    this.content.draw(new CanvasSurface(context), this.width, this.height, colours);
  }

  svg(): string {
    const colours = theme();
    const surface = new SvgSurface(this.width, this.height, colours.ground);
    this.content.draw(surface, this.width, this.height, colours);
    return surface.document(`${this.content.title}. ${this.content.describe()}`);
  }

  private async savePng(): Promise<void> {
    const canvas = document.createElement("canvas");
    this.paint(canvas, 2);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (blob) save(`${this.content.name}.png`, blob);
  }
}

export interface Frame {
  x: Scale;
  y: Scale;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface AxisOptions {
  xLabel?: string;
  yLabel?: string;
  wholeX?: boolean; // ticks at whole numbers only
  top?: number;
  right?: number; // pixels to the right of the frame
  xTicks?: [number, string][]; // instead of the scale's ticks
}

// Axes with their ticks and labels, and the scales that belong to them.
export function axes(
  surface: Surface,
  box: { x: number; y: number; width: number; height: number },
  xDomain: [number, number],
  yDomain: [number, number],
  colours: Theme,
  options: AxisOptions = {},
): Frame {
  const yTicks = scaleLinear(yDomain, [0, 1]);
  const tall = Math.max(2, Math.floor((box.height - (options.top ?? 10) - 40) / 45));
  const yWords = yTicks.ticks(tall).map(yTicks.tickFormat(tall));
  const left = box.x + 28 + 6.5 * Math.max(3, ...yWords.map((text) => text.length)),
    top = box.y + (options.top ?? 10);
  const width = Math.max(20, box.x + box.width - left - (options.right ?? 12)),
    height = Math.max(20, box.y + box.height - top - 40);
  const spread = ([low, high]: [number, number]): [number, number] =>
    low !== high ? [low, high] : [low - 0.5, high + 0.5];
  const x = scaleLinear(spread(xDomain), [left, left + width]);
  const y = scaleLinear(spread(yDomain), [top + height, top]);
  const words = { fill: colours.quiet, size: 11 };
  const xCount = Math.max(2, Math.floor(width / 70)),
    yCount = Math.max(2, Math.floor(height / 45));
  const xFormat = x.tickFormat(xCount, options.wholeX ? "d" : undefined),
    yFormat = y.tickFormat(yCount);
  const whole = x.ticks(xCount).filter((value) => !options.wholeX || value === Math.round(value));
  for (const [value, text] of options.xTicks ?? whole.map((value) => [value, xFormat(value)] as [number, string])) {
    surface.line(
      [
        [x(value), top],
        [x(value), top + height],
      ],
      { stroke: colours.grid },
    );
    surface.text(x(value), top + height + 15, text, { ...words, anchor: "middle" });
  }
  for (const value of y.ticks(yCount)) {
    surface.line(
      [
        [left, y(value)],
        [left + width, y(value)],
      ],
      { stroke: colours.grid },
    );
    surface.text(left - 6, y(value) + 4, yFormat(value), { ...words, anchor: "end" });
  }
  surface.rect(left, top, width, height, { stroke: colours.quiet });
  if (options.xLabel)
    surface.text(left + width / 2, top + height + 33, fitted(options.xLabel, width), {
      fill: colours.ink,
      anchor: "middle",
    });
  if (options.yLabel)
    surface.text(box.x + 13, top + height / 2, fitted(options.yLabel, height), {
      fill: colours.ink,
      anchor: "middle",
      turned: true,
    });
  return { x, y, left, top, width, height };
}

// The text, cut to about `pixels`.
export function fitted(text: string, pixels: number): string {
  const most = Math.max(4, Math.floor(pixels / 6.6));
  return text.length <= most ? text : text.slice(0, most - 1) + "…";
}

// The range of the finite values, extended by `margin` times its width on both sides, and at least `least` wide.
export function extent(values: Iterable<number>, margin = 0, least = 0): [number, number] {
  let low = Infinity,
    high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [0, 1];
  const more = Math.max((high - low) * margin, (least - (high - low)) / 2) || Math.abs(low) * margin || margin;
  return [low - more, high + more];
}
