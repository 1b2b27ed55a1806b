// Colours that the colour-blind can distinguish; pictures also number the components.

// Okabe and Ito's palette without black and yellow, which are hard to see on one of the grounds.
const FIRST = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8a6bd1", "#8c6d46"];
// The same a little lighter, for a dark ground.
const ON_DARK = ["#3d9be0", "#f28038", "#22c091", "#e09bc3", "#92d2fb", "#f5b942", "#ab90ec", "#bd9a6c"];

const isDark = matchMedia("(prefers-color-scheme: dark)");

export function componentColour(k: number): string {
  if (k < FIRST.length) return (isDark.matches ? ON_DARK : FIRST)[k];
  const turn = k - FIRST.length;
  const hue = (turn * 137.508 + 20) % 360;
  const light = [42, 58, 50][turn % 3] + (isDark.matches ? 12 : 0);
  return `hsl(${hue.toFixed(0)} 62% ${light}%)`;
}

export interface Theme {
  ground: string;
  ink: string;
  quiet: string;
  grid: string;
  mark: string;
}

export function theme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { ground: value("panel"), ink: value("ink"), quiet: value("quiet"), grid: value("grid"), mark: value("mark") };
}

// A scale from grey (0) to orange (1), which the colour-blind can follow.
export function heat(share: number, dark: boolean): string {
  const s = Math.max(0, Math.min(1, share));
  const [calm, alarming] = dark
    ? [
        [74, 86, 100],
        [255, 160, 90],
      ]
    : [
        [190, 201, 214],
        [190, 50, 0],
      ];
  return `rgb(${calm.map((from, i) => Math.round(from + s * (alarming[i] - from))).join(" ")})`;
}
