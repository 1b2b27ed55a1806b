// Elements from plain values. Text is set as text, never as markup.

type Child = Node | string;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export function choice(
  label: string,
  options: [string, string][],
  value: string,
  change: (value: string) => void,
): HTMLLabelElement {
  const select = make("select", { change: () => change(select.value) });
  for (const [key, words] of options) select.append(make("option", { value: key, selected: key === value }, words));
  return make("label", { class: "choice" }, label + " ", select);
}

export interface Column {
  title: string;
  text?: boolean; // not a number
}

// A title may break after underscores and dots, as in names of columns.
const breakable = (title: string): Child[] =>
  title.split(/(?<=[_.])/).flatMap((part, i) => (i ? [make("wbr"), part] : [part]));

export function table(caption: string, columns: Column[], rows: Child[][]): HTMLTableElement {
  const head = make(
    "tr",
    {},
    ...columns.map((column) =>
      make("th", { scope: "col", class: column.text ? "text" : "" }, ...breakable(column.title)),
    ),
  );
  const body = rows.map((row) =>
    make(
      "tr",
      {},
      ...row.map((cell, j) =>
        make(j ? "td" : "th", j ? { class: columns[j].text ? "text" : "" } : { scope: "row" }, cell),
      ),
    ),
  );
  return make("table", {}, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body));
}

// Wide tables scroll inside the page.
export function scrolling(label: string, content: Node): HTMLDivElement {
  return make("div", { class: "scrolling", tabindex: 0, role: "region", "aria-label": label }, content);
}

export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

const csvField = (value: string | number | null) => {
  const text = value === null ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};
export const csv = (rows: (string | number | null)[][]) =>
  rows.map((row) => row.map(csvField).join(",")).join("\n") + "\n";

// A number for people with `digits` significant digits; exponents only for very large or small ones.
export function brief(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e12 || size < 1e-4)) return value.toExponential(digits - 1);
  const places = size === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return value.toFixed(Math.min(places, 12));
}
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
