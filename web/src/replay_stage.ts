// One method of a replay: a scene at a time.
import { componentColour, heat, Theme } from "./colours";
import { brief, make } from "./dom";
import { axes, Content, extent, Figure, Frame } from "./figure";
import { dot } from "./linear";
import { assigned, ellipse, meanOf, Model, smallestDistances, stateOf, View } from "./model";
import { Surface } from "./paint";
import { floats, ReplayPayload, Rows, SceneText } from "./payload";
import { dotRadius, project, ProjectedRows } from "./scatter";

const LEVELS = 12; // of shading

type Replay = ReplayPayload["replays"][number];

interface DrawnScene {
  model: Model;
  labels: Uint16Array | null; // components of the rows; null in steps that choose a row
  shares: Float64Array | null; // of the largest probability
  taken: Float32Array;
}

export class Stage implements Content {
  name: string;
  title: string;
  explain = "";
  figure: Figure;
  private at = 0;
  private seen: ProjectedRows;
  private cache = new Map<number, DrawnScene>();
  private caption = make("p", { class: "caption", "aria-live": "polite" });

  constructor(
    private replay: Replay,
    private data: Rows,
    private view: View,
    index: number,
  ) {
    this.name = `stage${index}`;
    this.title = replay.method;
    this.seen = project(data, view);
    this.figure = new Figure(this);
    this.figure.element.querySelector(".explain")!.replaceWith(this.caption);
    this.go(0);
  }

  setView(view: View): void {
    this.view = view;
    this.seen = project(this.data, view);
    this.figure.redraw();
  }
  go(position: number): void {
    this.at = Math.min(position, this.replay.scenes.length - 1);
    this.caption.textContent = this.describe();
    this.figure.redraw();
  }
  private get scene(): SceneText {
    return this.replay.scenes[this.at];
  }

  private sceneAt(at: number): DrawnScene {
    const kept = this.cache.get(at);
    if (kept) return kept;
    const scene = this.replay.scenes[at];
    const model = stateOf(scene.model, this.data.dim);
    const made: DrawnScene = { model, labels: null, shares: null, taken: floats(scene.taken) };
    if (scene.rule === "none") made.labels = assigned(model, this.data.values);
    else made.shares = this.shares(scene, model);
    if (this.cache.size > 40) this.cache.clear();
    this.cache.set(at, made);
    return made;
  }
  private shares(scene: SceneText, model: Model): Float64Array {
    if (scene.rule === "uniform" || !model.size) return new Float64Array(this.data.size).fill(0.25);
    const distances = smallestDistances(model, this.data.values);
    const most = distances.reduce((high, value) => Math.max(high, value), 0) || 1;
    return distances.map((value) => value / most);
  }

  describe(): string {
    const { stage, number, rule, objective, probabilities } = this.scene;
    const many = this.replay.components;
    const size = stateOf(this.scene.model, this.data.dim).size;
    if (rule === "none" && objective === null) return `${stage}: ${size} of ${many} components.`;
    if (rule === "none") {
      const meaning =
        stage === "kmeans" ? "mean squared distance" : stage === "em" ? "log-likelihood per row" : "objective";
      const last = this.at === this.replay.scenes.length - 1 ? " This is the end." : "";
      return `Round ${number} of ${stage}: ${meaning} ${brief(objective!, 6)}.${last}`;
    }
    const found = `${stage} has ${size} of ${many} components`;
    if (rule === "farthest") return `${found}. The row that is farthest from them all is taken.`;
    const likely = Math.max(...probabilities);
    const than = likely * this.data.all;
    const times = rule === "distance" ? `, ${brief(than, 3)} times as likely as an average row` : ", like any other";
    const several =
      probabilities.length > 1
        ? ` (the likeliest of ${probabilities.length} candidates, of which the best is kept)`
        : "";
    return `${found}. The next row is drawn: this one had the probability ${brief(likely, 3)}${times}${several}.`;
  }
  height(width: number): number {
    return Math.round(Math.min(520, Math.max(280, width * 0.8)));
  }

  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    const [x, y] = [extent(this.seen.xs, 0.05), extent(this.seen.ys, 0.05)];
    const frame = axes(surface, { x: 0, y: 0, width, height }, x, y, colours, {
      xLabel: this.view.labels[0],
      yLabel: this.view.labels[1],
    });
    const drawn = this.sceneAt(this.at);
    surface.inside(frame.left, frame.top, frame.width, frame.height, () => {
      this.drawRows(surface, frame, drawn);
      this.drawModel(surface, frame, drawn.model, colours);
      this.drawTaken(surface, frame, drawn.taken, colours);
    });
  }

  private drawRows(surface: Surface, frame: Frame, drawn: DrawnScene): void {
    const xs = this.seen.xs.map((value) => frame.x(value)),
      ys = this.seen.ys.map((value) => frame.y(value));
    const radius = dotRadius(this.data.size, frame.width) * 1.2;
    if (drawn.labels) {
      const groups: number[][] = Array.from({ length: drawn.model.size }, () => []);
      drawn.labels.forEach((label, i) => groups[label].push(i));
      return groups.forEach((group, k) =>
        surface.dots(xs, ys, group, radius, { fill: componentColour(k), alpha: 0.7 }),
      );
    }
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const groups: number[][] = Array.from({ length: LEVELS + 1 }, () => []);
    drawn.shares!.forEach((share, i) => groups[Math.round(Math.sqrt(share) * LEVELS)].push(i));
    groups.forEach((group, level) =>
      surface.dots(xs, ys, group, radius * (0.8 + level / LEVELS), { fill: heat(level / LEVELS, dark), alpha: 0.85 }),
    );
  }

  private place(point: ArrayLike<number>, frame: Frame): [number, number] {
    const { axes: directions, shift } = this.view;
    return [frame.x(dot(directions[0], point) + shift[0]), frame.y(dot(directions[1], point) + shift[1])];
  }

  private drawModel(surface: Surface, frame: Frame, model: Model, colours: Theme): void {
    const shaded = this.scene.rule !== "none";
    for (let k = 0; k < model.size; k++) {
      const stroke = shaded ? colours.ink : componentColour(k);
      for (const sigmas of [1, 2]) {
        const points = ellipse(model, k, this.view, sigmas).map(([x, y]) => [frame.x(x), frame.y(y)]);
        surface.line(points, { stroke, width: 1.8, dash: sigmas === 2 ? [6, 4] : [], alpha: 0.9 });
      }
      const [x, y] = this.place(meanOf(model, k), frame);
      surface.disc(x, y, 8, { fill: colours.ground, stroke, width: 2 });
      surface.text(x, y + 4, String(k), { fill: colours.ink, size: 10, anchor: "middle", bold: true });
    }
  }

  private drawTaken(surface: Surface, frame: Frame, taken: Float32Array, colours: Theme): void {
    for (let i = 0; i < taken.length; i += this.data.dim) {
      const [x, y] = this.place(taken.subarray(i, i + this.data.dim), frame);
      surface.disc(x, y, 5, { fill: colours.mark });
      surface.disc(x, y, 12, { stroke: colours.mark, width: 3 });
    }
  }

  rows(): (string | number | null)[][] {
    const { labels, shares } = this.sceneAt(this.at);
    const total = shares?.reduce((sum, share) => sum + share, 0) || 1;
    const last = labels
      ? "component"
      : this.scene.rule === "farthest"
        ? "squared_distance_of_largest"
        : "probability_in_sample";
    const value = (i: number) =>
      labels ? labels[i] : this.scene.rule === "farthest" ? shares![i] : shares![i] / total;
    return [[...this.view.labels, last], ...Array.from(this.seen.xs, (x, i) => [x, this.seen.ys[i], value(i)])];
  }
}
