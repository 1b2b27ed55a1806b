// The payload that the program writes into the page.

export interface ModelText {
  covariance: string;
  weights: string;
  means: string;
  covariances: string;
}

export interface PointsText {
  all: number;
  shown: number;
  offsets: string;
  values: string;
  labels?: string;
  doubts?: string;
}

export interface Restart {
  restart: number;
  initial: { log_likelihood: number | null };
  final: { log_likelihood: number | null };
  rounds: number;
  converged: boolean;
  collapsed: number;
  repairs: Record<string, number>;
  error: string;
}

export interface Candidate {
  components: number;
  covariance: string;
  log_likelihood: number;
  bic: number;
  aic: number;
  icl: number;
  collapsed: number;
  chosen: boolean;
}

export interface StageText {
  stage: string;
  rounds: string;
  objectives: string;
}

export interface FitPayload {
  kind: "fit";
  version: string;
  source: string;
  columns: string[];
  rows: number;
  dimension: number;
  components: number;
  covariance: string; // the family; ModelText has the storage
  method: string;
  seed: number;
  initial: { log_likelihood: number };
  final: { log_likelihood: number };
  rounds: number;
  converged: boolean;
  collapsed: number;
  bic: number;
  aic: number;
  icl: number;
  resolution: number[]; // recording step of every column, 0 where values are continuous
  advice: string[]; // about the data
  collapse_advice: string[];
  effective_rows: number[] | null; // of every component; null when the rows are unknown
  has_criteria: boolean;
  share_at_best: number;
  best_restart: number;
  repairs: Record<string, number>;
  model: ModelText;
  restarts: Restart[];
  traces: { restart: number; stages: StageText[] }[];
  criterion?: string;
  candidates?: Candidate[];
  points: PointsText;
}

export interface StateText {
  kind: "centers" | "mixture";
  covariance?: string;
  weights?: string;
  means: string;
  covariances?: string;
}

export interface SceneText {
  stage: string;
  number: number;
  rule: "none" | "uniform" | "distance" | "farthest";
  objective: number | null;
  model: StateText;
  taken: string;
  probabilities: number[];
}

export interface ReplayPayload {
  kind: "replay";
  version: string;
  source: string;
  dimension: number;
  columns: string[];
  points: PointsText;
  replays: { method: string; seed: number; components: number; tries: number; sample: number; scenes: SceneText[] }[];
}

// One method on one data set, summarised over its seeds.
export interface MethodSummary {
  method: string;
  pipeline: string;
  mean: number | null;
  sd: number | null;
  best: number | null;
  sound: number | null;
  behind: number | null;
  behind_error: number | null;
  share_at_best: number;
  degenerate: number;
  share_degenerate: number;
  failed: number;
  seconds?: number;
}

export interface RankedMethod {
  method: string;
  mean: number;
  sd: number;
  degenerate: number;
  fresh_mean: number | null;
  fresh_loss: number | null;
  rand_index?: number | null;
  published_mean?: number;
  published_sd?: number;
}

// A column of a table of ranks.
export interface RankColumn {
  table: number;
  rows: number;
  title: string;
  column: string;
  kind: "initial" | "final";
  rules: string;
  data_sets: number;
  spearman: number | null;
  mean_abs_diff: number | null;
  best_two_agree: boolean | null;
  friedman: { statistic: number; p: number };
  critical_difference: number | null;
  methods: RankedMethod[];
}

export interface RunsText {
  set: string;
  method: string;
  seed: string;
  initial: string;
  final: string;
  degenerate: string;
  rounds: string;
  seconds: string;
}

// All runs under one rule set; arrays of numbers are [sets][methods].
export interface ExperimentText {
  rules: string;
  count: number;
  methods: { label: string; pipeline: string }[];
  ranked: number[];
  critical_difference_of_one: number | null;
  complete: string;
  initial: string;
  final: string;
  degenerate: string;
  seconds: string;
  runs: RunsText;
}

export interface PictureText {
  set: number;
  all: number;
  labels: { x: string; y: string };
  x: string;
  y: string;
  components: string;
}

export interface LabPayload {
  kind: "lab";
  version: string;
  source: string;
  tables?: {
    columns: RankColumn[];
    files: { title: string; rows: MethodSummary[] }[];
    summary: { rules: string; median_spearman_initial: number | null; median_spearman_final: number | null }[];
  };
  compare?: {
    data: string;
    components: number;
    recommended: string;
    methods: MethodSummary[];
    advice: string[];
    seeds: number;
  };
  sets: string[];
  detailed: number[];
  experiments: ExperimentText[];
  pictures: PictureText[];
}

export type Payload = FitPayload | ReplayPayload | LabPayload | { kind: "none" };

function bytes(text: string): ArrayBuffer {
  const letters = atob(text);
  const out = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) out[i] = letters.charCodeAt(i);
  return out.buffer;
}

export const doubles = (text: string) => new Float64Array(bytes(text));
export const floats = (text: string) => new Float32Array(bytes(text));
export const shorts = (text: string) => new Uint16Array(bytes(text));
export const wholes = (text: string) => new Uint32Array(bytes(text));

// Rows minus the columns' offsets.
export interface Rows {
  all: number;
  size: number;
  dim: number;
  offsets: Float64Array;
  values: Float32Array;
  labels: Uint16Array;
  doubts: Float32Array;
}

export function rowsOf(text: PointsText, dim: number): Rows {
  return {
    all: text.all,
    size: text.shown,
    dim,
    offsets: doubles(text.offsets),
    values: floats(text.values),
    labels: shorts(text.labels ?? ""),
    doubts: floats(text.doubts ?? ""),
  };
}

export function readPayload(): Payload {
  return JSON.parse(document.getElementById("payload")!.textContent!) as Payload;
}
