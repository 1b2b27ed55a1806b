// Two surfaces for one drawing: a canvas on the page, and SVG for export.

export interface Ink {
  stroke?: string;
  fill?: string;
  width?: number;
  dash?: number[];
  alpha?: number;
}

export interface Words {
  fill: string;
  size?: number;
  anchor?: "start" | "middle" | "end";
  turned?: boolean; // upwards, for the axis on the left
  bold?: boolean;
}

export interface Surface {
  line(points: ArrayLike<number>[], ink: Ink): void;
  rect(x: number, y: number, width: number, height: number, ink: Ink): void;
  disc(x: number, y: number, radius: number, ink: Ink): void;
  // Equal dots at the places of `which`.
  dots(xs: ArrayLike<number>, ys: ArrayLike<number>, which: ArrayLike<number>, radius: number, ink: Ink): void;
  text(x: number, y: number, text: string, words: Words): void;
  // Clips the output of `draw`.
  inside(x: number, y: number, width: number, height: number, draw: () => void): void;
}

const LEAST_ROUND = 0.9; // radius in pixels from which dots are drawn round

const FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

export class CanvasSurface implements Surface {
  constructor(private context: CanvasRenderingContext2D) {}

  private apply(ink: Ink, path: () => void): void {
    const c = this.context;
    c.globalAlpha = ink.alpha ?? 1;
    c.beginPath();
    path();
    if (ink.fill) {
      c.fillStyle = ink.fill;
      c.fill();
    }
    if (ink.stroke) {
      c.strokeStyle = ink.stroke;
      c.lineWidth = ink.width ?? 1;
      c.setLineDash(ink.dash ?? []);
      c.stroke();
    }
    c.globalAlpha = 1;
  }
  line(points: ArrayLike<number>[], ink: Ink): void {
    this.apply(ink, () =>
      points.forEach((p, i) => (i ? this.context.lineTo(p[0], p[1]) : this.context.moveTo(p[0], p[1]))),
    );
  }
  rect(x: number, y: number, width: number, height: number, ink: Ink): void {
    this.apply(ink, () => this.context.rect(x, y, width, height));
  }
  disc(x: number, y: number, radius: number, ink: Ink): void {
    this.apply(ink, () => this.context.arc(x, y, radius, 0, 2 * Math.PI));
  }
  dots(xs: ArrayLike<number>, ys: ArrayLike<number>, which: ArrayLike<number>, radius: number, ink: Ink): void {
    const c = this.context;
    c.globalAlpha = ink.alpha ?? 1;
    c.fillStyle = ink.fill!;
    const side = 2 * radius;
    // Squares take a tenth of the time, and below this size no corner can be seen.
    if (radius >= LEAST_ROUND) {
      for (let n = 0; n < which.length; n++) {
        c.beginPath();
        c.arc(xs[which[n]], ys[which[n]], radius, 0, 2 * Math.PI);
        c.fill();
      }
      c.globalAlpha = 1;
      return;
    }
    for (let n = 0; n < which.length; n++) c.fillRect(xs[which[n]] - radius, ys[which[n]] - radius, side, side);
    c.globalAlpha = 1;
  }
  text(x: number, y: number, text: string, words: Words): void {
    const c = this.context;
    c.save();
    c.translate(x, y);
    if (words.turned) c.rotate(-Math.PI / 2);
    c.font = `${words.bold ? "bold " : ""}${words.size ?? 12}px ${FONT}`;
    c.textAlign = words.anchor === "middle" ? "center" : (words.anchor ?? "start");
    c.fillStyle = words.fill;
    c.fillText(text, 0, 0);
    c.restore();
  }
  inside(x: number, y: number, width: number, height: number, draw: () => void): void {
    this.context.save();
    this.context.beginPath();
    this.context.rect(x, y, width, height);
    this.context.clip();
    draw();
    this.context.restore();
  }
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, " ");
const short = (value: number) => String(Math.round(value * 100) / 100);

export class SvgSurface implements Surface {
  private parts: string[] = [];
  private clips = 0;
  constructor(
    private width: number,
    private height: number,
    private background: string,
  ) {}

  private ink(ink: Ink): string {
    const parts = [`fill="${ink.fill ?? "none"}"`];
    if (ink.stroke) parts.push(`stroke="${ink.stroke}" stroke-width="${ink.width ?? 1}"`);
    if (ink.dash?.length) parts.push(`stroke-dasharray="${ink.dash.join(" ")}"`);
    if (ink.alpha !== undefined) parts.push(`opacity="${ink.alpha}"`);
    return parts.join(" ");
  }
  line(points: ArrayLike<number>[], ink: Ink): void {
    if (!points.length) return;
    this.parts.push(`<path d="M${points.map((p) => `${short(p[0])} ${short(p[1])}`).join("L")}" ${this.ink(ink)}/>`);
  }
  rect(x: number, y: number, width: number, height: number, ink: Ink): void {
    const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
    this.parts.push(`<rect ${place} ${this.ink(ink)}/>`);
  }
  disc(x: number, y: number, radius: number, ink: Ink): void {
    this.parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" ${this.ink(ink)}/>`);
  }
  dots(xs: ArrayLike<number>, ys: ArrayLike<number>, which: ArrayLike<number>, radius: number, ink: Ink): void {
    if (!which.length) return;
    let path = "";
    for (let n = 0; n < which.length; n++) path += `M${short(xs[which[n]])} ${short(ys[which[n]])}h0`;
    const stroke = `stroke="${ink.fill}" stroke-width="${2 * radius}" stroke-linecap="round" opacity="${ink.alpha ?? 1}"`;
    this.parts.push(`<path d="${path}" fill="none" ${stroke}/>`);
  }
  text(x: number, y: number, text: string, words: Words): void {
    const place = words.turned
      ? `transform="translate(${short(x)} ${short(y)}) rotate(-90)"`
      : `x="${short(x)}" y="${short(y)}"`;
    const style = `font-size="${words.size ?? 12}" text-anchor="${words.anchor ?? "start"}" fill="${words.fill}"`;
    this.parts.push(`<text ${place} ${style}${words.bold ? ' font-weight="bold"' : ""}>${escaped(text)}</text>`);
  }
  inside(x: number, y: number, width: number, height: number, draw: () => void): void {
    const id = `clip${this.clips++}`;
    const rect = `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/>`;
    this.parts.push(`<clipPath id="${id}">${rect}</clipPath><g clip-path="url(#${id})">`);
    draw();
    this.parts.push("</g>");
  }
  document(title: string): string {
    const size = `width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"`;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escaped(FONT)}"><title>${escaped(title)}</title>`;
    const ground = `<rect width="100%" height="100%" fill="${this.background}"/>`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n${head}${ground}${this.parts.join("\n")}</svg>\n`;
  }
}
