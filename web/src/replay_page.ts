// The replay page: one method step by step, or two next to each other on the same rows.
import { componentColour, Theme } from "./colours";
import { brief, choice, counted, make } from "./dom";
import { axes, Content, extent, Figure, fitted } from "./figure";
import { heading, sampleNote } from "./fit_page";
import { stateOf } from "./model";
import { Surface } from "./paint";
import { ReplayPayload, rowsOf } from "./payload";
import { Stage } from "./replay_stage";
import { viewChoices, viewNamed } from "./scatter";

const SPEEDS: [string, string][] = [
  ["2400", "slow"],
  ["1200", "normal"],
  ["500", "fast"],
  ["150", "very fast"],
];

// The position of the replay, and the controls that move it.
class Player {
  readonly element: HTMLElement;
  position = 0;
  private pause = 1200;
  private timer = 0;
  private slider: HTMLInputElement;
  private button: HTMLButtonElement;
  private place = make("span", { class: "place" });

  constructor(
    private length: number,
    private changed: (position: number) => void,
  ) {
    this.slider = make("input", {
      type: "range",
      min: 0,
      max: length - 1,
      value: 0,
      "aria-label": "Step",
      input: () => this.go(Number(this.slider.value)),
    });
    this.button = make("button", { type: "button", id: "play", click: () => this.toggle() }, "Play");
    const step = (label: string, by: number) =>
      make(
        "button",
        {
          type: "button",
          "aria-label": by < 0 ? "Step back" : "Step forward",
          click: () => this.go(this.position + by),
        },
        label,
      );
    const speed = choice("Speed", SPEEDS, "1200", (value) => {
      this.pause = Number(value);
      if (this.timer) this.run();
    });
    const group = { class: "player", role: "group", "aria-label": "Player" };
    this.element = make("div", group, this.button, step("◀", -1), step("▶", 1), this.slider, this.place, speed);
    document.addEventListener("keydown", (event) => this.key(event));
    this.go(0);
  }

  go(position: number): void {
    this.position = Math.max(0, Math.min(this.length - 1, position));
    this.slider.value = String(this.position);
    this.place.textContent = `${this.position + 1} / ${this.length}`;
    this.changed(this.position);
  }
  toggle(): void {
    if (this.timer) return this.stop();
    if (this.position === this.length - 1) this.go(0);
    this.run();
  }
  private run(): void {
    clearInterval(this.timer);
    this.timer = window.setInterval(
      () => (this.position < this.length - 1 ? this.go(this.position + 1) : this.stop()),
      this.pause,
    );
    this.button.textContent = "Pause";
  }
  private stop(): void {
    clearInterval(this.timer);
    this.timer = 0;
    this.button.textContent = "Play";
  }
  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.tagName === "SELECT") return;
    const keys: Record<string, () => void> = {
      " ": () => this.toggle(),
      ArrowRight: () => this.go(this.position + 1),
      ArrowLeft: () => this.go(this.position - 1),
      Home: () => this.go(0),
      End: () => this.go(this.length - 1),
    };
    if (!keys[event.key] || (event.key === " " && target.tagName === "BUTTON")) return;
    event.preventDefault();
    keys[event.key]();
  }
}

// The log-likelihood of em's rounds, one line per method.
class Climb implements Content {
  name = "climb";
  title = "Log-likelihood while EM runs";
  explain =
    "Higher is better. A start that begins high and ends high was near a good optimum from the first; one that begins far below is cut off.";
  showsDescription = true;
  figure: Figure;
  private lines: { method: string; points: [number, number][] }[];

  constructor(replays: ReplayPayload["replays"]) {
    this.lines = replays.map(({ method, scenes }) => ({
      method,
      points: scenes
        .filter((scene) => scene.stage === "em" && scene.objective !== null)
        .map((scene) => [scene.number, scene.objective!]),
    }));
    this.figure = new Figure(this);
  }
  height(width: number): number {
    return Math.round(Math.min(340, Math.max(240, width * 0.35)));
  }
  describe(): string {
    return (
      this.lines
        .map(
          ({ method, points }) =>
            `${method} ends at ${brief(points[points.length - 1][1], 7)} after ${points[points.length - 1][0]} rounds`,
        )
        .join("; ") + "."
    );
  }
  // Leaves out a first round that is far below the others.
  private range(): [number, number] {
    const all = this.lines.flatMap((line) => line.points);
    const whole = extent(
      all.map((point) => point[1]),
      0.06,
      1e-3,
    );
    const later = extent(
      all.filter((point) => point[0] > 0).map((point) => point[1]),
      0.06,
      1e-3,
    );
    return all.some((point) => point[0] > 0) && whole[1] - whole[0] > 5 * (later[1] - later[0]) ? later : whole;
  }
  draw(surface: Surface, width: number, height: number, colours: Theme): void {
    const all = this.lines.flatMap((line) => line.points);
    const frame = axes(
      surface,
      { x: 0, y: 0, width, height },
      [0, Math.max(1, ...all.map((point) => point[0]))],
      this.range(),
      colours,
      {
        xLabel: "round of em",
        yLabel: "log-likelihood per row",
        wholeX: true,
        top: 12 + 18 * this.lines.length,
      },
    );
    this.lines.forEach(({ method, points }, i) => {
      const stroke = componentColour(i);
      surface.inside(frame.left, frame.top, frame.width, frame.height, () =>
        surface.line(
          points.map(([x, y]) => [frame.x(x), frame.y(y)]),
          { stroke, width: 2.5 },
        ),
      );
      surface.line(
        [
          [frame.left, 12 + 18 * i],
          [frame.left + 18, 12 + 18 * i],
        ],
        { stroke, width: 3 },
      );
      surface.text(frame.left + 24, 16 + 18 * i, fitted(method, frame.width - 24), { fill: colours.ink });
    });
  }
  rows(): (string | number | null)[][] {
    return [
      ["method", "round", "log_likelihood"],
      ...this.lines.flatMap(({ method, points }) => points.map((point) => [method, ...point])),
    ];
  }
}

// A note on the short runs of a fit, which the replay leaves out.
function shortRunsNote(replays: ReplayPayload["replays"]): Node[] {
  const some = replays.filter((one) => one.tries > 0);
  if (!some.length) return [];
  const which =
    some.length === 1
      ? "The method makes short runs"
      : `${some.length} of these are starts of the short runs of a method`;
  const words =
    `${which}: a fit makes ${some[0].tries} ${some[0].tries === 1 ? "try" : "tries"} in turn on a sample of ${counted(some[0].sample, "row")}, and its last EM goes on from the best one. ` +
    "Here each start runs once, on all rows, so a fit may end better than any of them.";
  return [make("p", { class: "short-runs" }, words)];
}

export function replayPage(payload: ReplayPayload): Node[] {
  const rows = rowsOf(payload.points, payload.dimension);
  const first = payload.replays[0];
  const end = stateOf(first.scenes[first.scenes.length - 1].model, payload.dimension);
  const choices = viewChoices(rows, end);
  const namedView = (name: string) => viewNamed(name, rows, end, payload.columns);
  const start = namedView(choices.length ? choices[0][0] : payload.dimension > 1 ? "0,1" : "0,0");
  const stages = payload.replays.map((replay, i) => new Stage(replay, rows, start, i));
  const length = Math.max(...payload.replays.map((replay) => replay.scenes.length));
  const player = new Player(length, (position) => stages.forEach((stage) => stage.go(position)));
  const parts: Node[] = [heading("replay", payload.source, payload.version)];
  const lead =
    "How the start was found. While the seeder works, rows are shaded by how likely they are to be taken next, and a ring shows which one was. " +
    "Then the rounds of the refiners follow, rows in the colour of their component. Space plays, the arrow keys step.";
  parts.push(
    make(
      "section",
      {},
      make("p", { class: "lead" }, lead),
      ...shortRunsNote(payload.replays),
      ...sampleNote(rows.all, rows.size),
    ),
    player.element,
  );
  if (choices.length) {
    const pairs = payload.columns
      .slice(1, 20)
      .map((name, j) => [`0,${j + 1}`, `${payload.columns[0]} and ${name}`] as [string, string]);
    const picker = choice("View", [...choices, ...pairs], choices[0][0], (name) =>
      stages.forEach((stage) => stage.setView(namedView(name))),
    );
    player.element.append(picker);
  }
  parts.push(make("div", { class: "stages" }, ...stages.map((stage) => stage.figure.element)));
  parts.push(new Climb(payload.replays).figure.element);
  return parts;
}
