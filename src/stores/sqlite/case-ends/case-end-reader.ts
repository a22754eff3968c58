import type { CaseEndFigures } from "../../../core/folds/case-end-figures.ts";
import { parseJson } from "../../../core/json/json-text.ts";
import type { CaseEndEvent } from "../../../core/run.ts";
import type { Template } from "../templates/event-template.ts";

/** Gives the figures of an event from the values for its template's gaps. */
export type CaseEndReader = (values: readonly string[]) => CaseEndFigures;

/**
 * Where the figures stand is the same in every event of a template, so it is looked up once, and a hundred thousand ends are
 * read without a hundred thousand texts being parsed. Undefined for templates that it cannot be told of.
 */
export function caseEndReader(template: Template): CaseEndReader | undefined {
  if (template.some((piece) => piece.includes(String.raw`\u0000gap`))) return undefined;
  const text = template.reduce(
    (sum, piece, gap) => `${sum}${JSON.stringify(mark(gap - 1))}${piece}`,
  );
  const event = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (event.type !== "case-end" || !Array.isArray(event.metrics)) return undefined;
  const own = fieldsOf(event, ownFields);
  const metrics = event.metrics.map((metric) => fieldsOf(metric, metricFields));
  return (values) => ({
    ...(own(values) as unknown as Omit<CaseEndFigures, "metrics">),
    metrics: metrics.map((each) => each(values) as unknown as CaseEndFigures["metrics"][number]),
  });
}

const ownFields = [
  "evalSetId",
  "evalId",
  "trial",
  "index",
  "status",
  "reason",
  "cluster",
  "duration",
] as const satisfies readonly (keyof CaseEndEvent)[];

const metricFields = [
  "name",
  "status",
  "direction",
  "threshold",
  "score",
] as const satisfies readonly (keyof CaseEndEvent["metrics"][number])[];

/** What fills the gaps of a template that is looked at; one that holds such a text itself is not. */
const MARK = "\u0000gap ";

function mark(gap: number): string {
  return `${MARK}${gap}`;
}

function gapOf(value: unknown): number | undefined {
  const isGap = typeof value === "string" && value.startsWith(MARK);
  return isGap ? Number(value.slice(MARK.length)) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(given: Fields, names: readonly string[]): (values: readonly string[]) => Fields {
  const fixed: Record<string, unknown> = {};
  const gaps: [name: string, gap: number][] = [];
  for (const name of names) {
    const value = given[name];
    const gap = gapOf(value);
    if (gap !== undefined) gaps.push([name, gap]);
    // a value that differs is written to the same place later, so that all have one hidden class
    if (value !== undefined) fixed[name] = gap === undefined ? value : null;
  }
  return (values) => {
    const fields = { ...fixed };
    for (const [name, gap] of gaps) fields[name] = readValue(values[gap] as string);
    return fields;
  };
}

/** Most are short strings and numbers, which need no parser. */
function readValue(json: string): unknown {
  const isPlainString = json.charCodeAt(0) === 0x22 && !json.includes("\\");
  return isPlainString ? json.slice(1, -1) : parseJson(json);
}
