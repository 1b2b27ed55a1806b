// The runs of an experiment: their data sets, the filters, and the ranks of the methods.
import { brief } from "./dom";
import { doubles, ExperimentText, floats, LabPayload, shorts, wholes } from "./payload";

export interface DataSet {
  place: number;
  values: Record<string, string>; // by attribute; "data" is the name of a file
}

// Attributes for filters, in the order of the page.
export const ATTRIBUTES: [string, string][] = [
  ["data", "Data"],
  ["dim", "Dimension"],
  ["rows", "Rows"],
  ["separation", "Separation"],
  ["noise", "Noise"],
  ["weight-skew", "Weights"],
  ["shape", "Shape"],
  ["components", "Components"],
];

export function valueText(attribute: string, value: string): string {
  if (attribute === "noise") return value === "0" ? "none" : `${brief(100 * Number(value), 2)} %`;
  if (attribute === "weight-skew") return value === "0" ? "equal" : `different (${value})`;
  return value;
}

// The inverse of the program's keys: "rows=1000,dim=3,...", or "file:components=2,digest=...,name=anything".
export function dataSetOf(key: string, place: number): DataSet {
  const values: Record<string, string> = {};
  const file = /^file:components=(\d+),digest=[^,]*,name=([^]*)$/.exec(key);
  if (file) return { place, values: { components: file[1], data: file[2] } };
  for (const part of key.split(",")) values[part.slice(0, part.indexOf("="))] = part.slice(part.indexOf("=") + 1);
  return { place, values };
}

export function nameOf({ values }: DataSet): string {
  if (values.data !== undefined) return `${values.data}, K = ${values.components}`;
  const noise = values.noise === "0" ? "no noise" : `${valueText("noise", values.noise)} noise`;
  const weights = `${valueText("weight-skew", values["weight-skew"])} weights`;
  return `D = ${values.dim}, ${values.rows} rows, K = ${values.components}, separation ${values.separation}, ${noise}, ${weights}, ${values.shape}, no. ${values.seed}`;
}

export interface Run {
  method: number;
  seed: number;
  initial: number; // NaN for a failed run
  final: number;
  degenerate: number;
  rounds: number;
  seconds: number;
}

export type Measure = "initial" | "final" | "degenerate" | "seconds";

export class Experiment {
  readonly rules: string;
  readonly count: number;
  readonly methods: string[];
  readonly ranked: number[];
  private tables: Record<Measure, Float64Array>;
  private complete: Uint16Array;
  private bySet = new Map<number, Run[]>();

  constructor(private text: ExperimentText) {
    this.rules = text.rules;
    this.count = text.count;
    this.methods = text.methods.map((one) => one.label);
    this.ranked = text.ranked;
    this.complete = shorts(text.complete);
    this.tables = {
      initial: doubles(text.initial),
      final: doubles(text.final),
      degenerate: doubles(text.degenerate),
      seconds: doubles(text.seconds),
    };
    this.readRuns();
  }
  private readRuns(): void {
    const { runs } = this.text;
    const set = wholes(runs.set),
      method = shorts(runs.method),
      seed = wholes(runs.seed),
      initial = doubles(runs.initial);
    const final = doubles(runs.final),
      degenerate = shorts(runs.degenerate),
      rounds = shorts(runs.rounds),
      seconds = floats(runs.seconds);
    set.forEach((place, i) => {
      const run = {
        method: method[i],
        seed: seed[i],
        initial: initial[i],
        final: final[i],
        degenerate: degenerate[i],
        rounds: rounds[i],
        seconds: seconds[i],
      };
      if (!this.bySet.has(place)) this.bySet.set(place, []);
      this.bySet.get(place)!.push(run);
    });
  }

  // Mean over the seeds of a method on a data set; NaN without runs, minus infinity with a failed run.
  mean(measure: Measure, set: DataSet, method: number): number {
    return this.tables[measure][set.place * this.methods.length + method];
  }
  has(set: DataSet): boolean {
    return this.methods.some((_, m) => !Number.isNaN(this.mean("final", set, m)));
  }
  isComplete(set: DataSet): boolean {
    return this.complete[set.place] === 1;
  }
  runs(set: DataSet): Run[] {
    return this.bySet.get(set.place) ?? [];
  }
  // Mean ranks further apart than this differ with 95 % confidence.
  criticalDifference(sets: number): number {
    return (this.text.critical_difference_of_one ?? NaN) / Math.sqrt(sets);
  }
}

// Rank 1 is the largest value; ties share their mean rank; NaN comes last.
export function ranksOf(values: number[]): number[] {
  const before = (a: number, b: number) => a > b || (Number.isNaN(b) && !Number.isNaN(a));
  return values.map((value) => {
    const better = values.filter((other) => before(other, value)).length;
    const same = values.filter((other) => !before(other, value) && !before(value, other)).length;
    return better + (same + 1) / 2;
  });
}

export interface RankedList {
  method: number;
  label: string;
  ranks: number[]; // one per data set
  mean: number;
  sd: number;
}

export function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
export function deviationOf(values: number[]): number {
  const mean = meanOf(values);
  return values.length > 1
    ? Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
    : 0;
}

// The chosen rule set and data sets; figures listen to changes.
export class Shown {
  experiment: Experiment;
  sets: DataSet[] = [];
  readonly all: DataSet[];
  readonly filters: Record<string, string> = {};
  private listeners: (() => void)[] = [];

  constructor(
    payload: LabPayload,
    readonly experiments: Experiment[],
  ) {
    this.all = payload.sets.map(dataSetOf);
    this.experiment = experiments[0];
    this.choose();
  }
  listen(listener: () => void): void {
    this.listeners.push(listener);
  }
  // An empty value selects all.
  filter(attribute: string, value: string): void {
    this.filters[attribute] = value;
    this.choose();
  }
  rule(name: string): void {
    this.experiment = this.experiments.find((one) => one.rules === name)!;
    this.choose();
  }
  private choose(): void {
    const wanted = Object.entries(this.filters).filter(([, value]) => value !== "");
    this.sets = this.all.filter(
      (set) => this.experiment.has(set) && wanted.every(([name, value]) => set.values[name] === value),
    );
    for (const listener of this.listeners) listener();
  }
  // Data sets on which every ranked method ran with the same seeds.
  get comparable(): DataSet[] {
    return this.sets.filter((set) => this.experiment.isComplete(set));
  }
  ranking(measure: "initial" | "final"): RankedList[] {
    const { experiment } = this,
      { ranked } = experiment;
    const matrix = this.comparable.map((set) => ranksOf(ranked.map((m) => experiment.mean(measure, set, m))));
    return ranked.map((method, at) => {
      const ranks = matrix.map((row) => row[at]);
      return { method, label: experiment.methods[method], ranks, mean: meanOf(ranks), sd: deviationOf(ranks) };
    });
  }
}
