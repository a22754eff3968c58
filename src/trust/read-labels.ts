import { errorFromProblems, isUserFacingError, type Problem } from "../core/errors.ts";
import { Lines, type Span } from "../core/json/excerpt.ts";
import { placeAt, spansOf } from "../core/json/json-place.ts";
import { parseJsonText } from "../core/json/json-text.ts";
import { optional, required } from "../core/schema/object-field.ts";
import { object } from "../core/schema/object-schema.ts";
import { ParseContext, pathText, type SchemaProblem } from "../core/schema/parse-context.ts";
import { enumOf, string } from "../core/schema/schema.ts";
import { nearest } from "../core/text/nearest.ts";
import { readTextFile } from "../files/read-text-file.ts";
import { metricDefinitions } from "../metrics/index.ts";
import { judgeable } from "./labelled-metrics.ts";

/** What a person says of one answer. */
export interface HumanLabel {
  /** Where it stands in its file, from 1. */
  readonly line: number;
  readonly metric: string;
  readonly user: string;
  readonly answer: string;
  readonly reference?: string | undefined;
  readonly rubric?: string | undefined;
  readonly label: "pass" | "fail";
  /** When it was given, as an ISO time. */
  readonly at?: string | undefined;
  /** Where the answer comes from, for whoever reads the file. */
  readonly case?: string | undefined;
}

interface LabelLine {
  readonly metric?: string | undefined;
  readonly user: string;
  readonly answer: string;
  readonly reference?: string | undefined;
  readonly rubric?: string | undefined;
  readonly label: "pass" | "fail";
  readonly at?: string | undefined;
  readonly case?: string | undefined;
}

const labelLine = object<LabelLine>(
  {
    metric: optional(string),
    user: required(string),
    answer: required(string),
    reference: optional(string),
    rubric: optional(string),
    label: required(enumOf(["pass", "fail"] as const)),
    at: optional(string),
    case: optional(string),
  },
  { expected: "a label", unknown: "refuse" },
);

export async function readLabelsFile(path: string, file = path): Promise<readonly HumanLabel[]> {
  return readLabels(await readTextFile(path, { what: "labels" }), file);
}

/** One JSON object a line; empty lines mean nothing. Every mistake of the file is reported with its place. */
export function readLabels(source: string, file: string): readonly HumanLabel[] {
  const labels: HumanLabel[] = [];
  const problems: Problem[] = [];
  const lines = new Lines(source);
  let offset = 0;
  for (const [index, line] of source.split("\n").entries()) {
    const start = offset;
    offset += line.length + 1;
    if (line.trim() === "") continue;
    const read = readLine(line);
    if ("problems" in read) {
      problems.push(...read.problems.map((each) => placed(each, { lines, start, file })));
    } else labels.push({ line: index + 1, ...read.label });
  }
  if (problems.length > 0) throw errorFromProblems("labels/invalid", problems);
  if (labels.length === 0) {
    const message = `${file} has no labels.`;
    const hint =
      'Write one a line: {"user": "…", "answer": "…", "reference": "…", "label": "pass"}';
    throw errorFromProblems("labels/invalid", [{ message, hint, place: { file } }]);
  }
  return labels;
}

interface LineProblem extends Omit<Problem, "place"> {
  readonly span: Span;
  readonly path?: string | undefined;
}

type LineReading =
  | { readonly label: Omit<HumanLabel, "line"> }
  | { readonly problems: readonly LineProblem[] };

function readLine(line: string): LineReading {
  let value: unknown;
  try {
    value = parseJsonText(line, { code: "labels/invalid" }).value;
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    const start = (error.place?.column ?? 1) - 1;
    const span = { start, end: start + 1 };
    return { problems: [{ message: error.message, hint: error.hint, span }] };
  }
  const context = new ParseContext();
  const read = labelLine.read(value, context);
  const metric = context.problems.length > 0 ? "" : metricOf(read, context);
  if (context.problems.length === 0) return { label: { ...read, metric } };
  const spans = spansOf(line, context.problems);
  return {
    problems: context.problems.map((problem, at) => lineProblem(problem, spans[at])),
  };
}

function lineProblem({ message, hint, path }: SchemaProblem, span: Span | undefined): LineProblem {
  return {
    message,
    hint: hint ?? 'A label needs "user", "answer" and "label", and a "reference" or a "rubric".',
    path: path.length === 0 ? undefined : pathText(path),
    span: span ?? { start: 0, end: 1 },
  };
}

function placed(
  { message, hint, span, path }: LineProblem,
  { lines, start, file }: { lines: Lines; start: number; file: string },
): Problem {
  const whole = { start: span.start + start, end: span.end + start };
  return { message, hint, place: { ...placeAt(lines, whole, { file }), path } };
}

/** What is asked about an answer follows from what stands beside it. */
function metricOf({ metric, reference, rubric }: LabelLine, context: ParseContext): string {
  const name = metric ?? (rubric === undefined ? REFERENCE_METRIC : RUBRIC_METRIC);
  if (!judgeable.includes(name)) {
    const near = nearest(name, judgeable);
    context.path.push("metric");
    context.problem(`No judge of "${name}" can be asked about a label.`, {
      hint: near === undefined ? `There are ${judgeable.join(", ")}.` : `Did you mean "${near}"?`,
    });
    context.path.pop();
  }
  const needs = metricDefinitions.find((each) => each.name === name)?.needs ?? [];
  if (needs.includes("reference-answer") && reference === undefined) {
    context.problem(`${name} compares with a reference, and this label has none.`, {
      hint: 'Add "reference": "…", or a "rubric" to ask about instead.',
    });
  }
  if (needs.includes("rubrics") && rubric === undefined) {
    context.problem(`${name} asks about a rubric, and this label has none.`, {
      hint: 'Add "rubric": "The answer …".',
    });
  }
  return name;
}

const REFERENCE_METRIC = "final_response_match_v2";
const RUBRIC_METRIC = "rubric_based_final_response_quality_v1";
