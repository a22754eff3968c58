import type { BarcodeMark } from "../../components/plots/barcode.tsx";
import type { LinePoint } from "../../components/plots/lines.tsx";
import { type Scale, scaleAround } from "../../components/plots/scale.ts";
import type { Reply } from "../../lib/api.ts";
import { percentText, scoreText } from "../../lib/words.ts";

type Trends = Reply<"GET /trends">;
export type Trend = Trends["trend"];
export type TrendCase = Trend["cases"][number];

/** A trend as it is drawn: one column a run, oldest first. */
export interface ShownTrend {
  readonly trend: Trend;
  readonly names: readonly string[];
  readonly marks: readonly ChangeMark[];
}

/** A run in which something is another than in the run before. */
export interface ChangeMark {
  readonly at: number;
  readonly what: string;
  readonly texts: readonly string[];
  /** False for what changes with every commit. */
  readonly isRare: boolean;
}

export function shownTrend({ trend, names }: Trends): ShownTrend {
  return { trend, names, marks: marksOf(trend) };
}

function marksOf({ runs }: Trend): readonly ChangeMark[] {
  let commit: string | undefined;
  return runs.flatMap(({ changes, git, partial }, at) => {
    if (partial) return [];
    const isNew = commit !== undefined && git !== undefined && git.commit !== commit;
    commit = git?.commit ?? commit;
    const texts = [
      ...changes.map(({ text }) => text),
      ...(isNew ? [`commit ${git.commit.slice(0, 7)}`] : []),
    ];
    if (texts.length === 0) return [];
    const kinds = changes.map(({ kind }) => words[kind]);
    const what = [...new Set(kinds), ...(isNew ? [`Commit ${git.commit.slice(0, 7)}`] : [])];
    const isRare = changes.some(({ kind }) => kind !== "agent");
    return [{ at, what: what.join(", "), texts, isRare }];
  });
}

const words: Readonly<Record<Trend["runs"][number]["changes"][number]["kind"], string>> = {
  "eval-set": "Cases",
  criteria: "Criteria",
  judge: "Judge",
  agent: "Agent",
  trials: "Trials",
};

/** A line of the plot. */
export interface TrendLine {
  readonly id: string;
  readonly points: readonly LinePoint[];
  readonly scale: Scale;
  readonly threshold?: number | undefined;
  readonly format: (value: number) => string;
}

/** Runs of only some cases have no part in rates over time. */
export function rateLine({ runs }: Trend): TrendLine {
  const points = runs.map(({ passRate, interval, partial }) =>
    partial ? nothing : { value: passRate, interval },
  );
  return { id: "pass-rate", points, scale: scaleOf(points, []), format: percentText };
}

/** Of the metrics that the newest run was measured by. */
export function metricLines({ runs }: Trend): readonly TrendLine[] {
  const last = runs.findLast(({ partial }) => !partial);
  return (last?.metrics ?? []).map(({ name, threshold }) => {
    const points = runs.map(({ metrics, partial }) => {
      const found = partial ? undefined : metrics.find((metric) => metric.name === name);
      return found === undefined ? nothing : { value: found.mean, interval: found.interval };
    });
    const marks = threshold === undefined ? [] : [threshold];
    return { id: name, points, scale: scaleOf(points, marks), threshold, format: scoreText };
  });
}

const nothing: LinePoint = { value: null, interval: null };

/** What lies between 0 and 1 never seems to leave it. */
function scaleOf(points: readonly LinePoint[], marks: readonly number[]): Scale {
  const values = [
    ...points.flatMap(({ value, interval }) => [
      ...(value === null ? [] : [value]),
      ...(interval ?? []),
    ]),
    ...marks,
  ];
  const isShare = values.every((value) => value >= 0 && value <= 1);
  return scaleAround(
    values,
    isShare ? [0, 1] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  );
}

export function marksOfCase({ verdicts, errored = [] }: TrendCase): readonly BarcodeMark[] {
  const broken = new Set(errored);
  return verdicts.map((verdict, at) => (broken.has(at) ? "errored" : verdict));
}

/** What a row of marks shows, in words. */
export function courseText(
  { course, at, passed, failed, notEvaluated }: TrendCase,
  nameOf: (runId: string) => string,
): string {
  const run = at === undefined ? "" : nameOf(at);
  switch (course) {
    case "broke":
      return `Broke at ${run}`;
    case "fixed":
      return `Fixed at ${run}`;
    case "flaky":
      return `Flaky: ${failed} of ${passed + failed} failed`;
    case "always-failed":
      return notEvaluated === 0 ? "Failed every time" : "Failed whenever it was evaluated";
    case "passed-when-evaluated":
      return `Not evaluated in ${notEvaluated} of ${passed + notEvaluated}`;
    case "never-evaluated":
      return "Never evaluated";
    case "always-passed":
      return "Passed every time";
  }
}
