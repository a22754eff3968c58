import type { MetricDetails, TurnScore } from "../../core/metric-outcome.ts";
import type { Status } from "../../core/verdict.ts";
import type { SafeText } from "../text/safe-text.ts";
import { floatText, generalText } from "./python-form.ts";

export function scoreOrNone(score: number | undefined): string {
  return score === undefined ? "None" : floatText(score);
}

/** The figures behind a metric's score: tokens, seconds, rubrics. */
export function scoreRows(
  details: MetricDetails | undefined,
  rubrics: ReadonlyMap<string, string>,
  say: SafeText,
): readonly string[] {
  const tokens = objectAt(details, "tokenUsageDetails");
  const seconds = objectAt(details, "durationDetails");
  const scores = rubricScores(details, rubrics);
  return [
    ...(tokens === undefined ? [] : ["Token breakdown:", ...rowsOf(tokens, tokenRows, "")]),
    ...(seconds === undefined ? [] : ["Duration breakdown:", ...rowsOf(seconds, secondRows, "s")]),
    ...(scores.length === 0 ? [] : ["Rubric Scores:"]),
    ...scores.flatMap(({ text, score, rationale }) =>
      say.lines(`Rubric: ${text}, Score: ${score}, Reasoning: ${rationale}`),
    ),
  ];
}

/** What a metric says of one turn: a verdict with its score, or for metrics that inform the number itself. */
export function metricCell(
  name: string,
  status: Status,
  { score, details }: TurnScore,
  rubrics: ReadonlyMap<string, string>,
): { readonly cell: string; readonly rubrics: readonly (readonly string[])[] } {
  const scores = rubricScores(details, rubrics).map(({ text, score: given, rationale }) => [
    text,
    `Score: ${given}, Reasoning: ${rationale}`,
  ]);
  if (status !== "informational") {
    return {
      cell: `${status.toUpperCase().replace("-", "_")} (${scoreOrNone(score)})`,
      rubrics: scores,
    };
  }
  return { cell: score === undefined ? "n/a" : informed(name, score, details), rubrics: scores };
}

function informed(name: string, score: number, details: MetricDetails | undefined): string {
  if (name === "invocation_duration_v1") {
    return `${score.toFixed(2)}s${shares(details)}`;
  }
  const tokens = objectAt(details, "tokenUsageDetails");
  if (tokens === undefined) return generalText(score);
  const [input, output] = [amount(tokens.inputTokens, ""), amount(tokens.outputTokens, "")];
  return `${generalText(score)} (in ${input}, out ${output})`;
}

function shares(details: MetricDetails | undefined): string {
  const seconds = objectAt(details, "durationDetails");
  const parts = ["model", "tool", "framework"] as const;
  const known = parts.some((part) => typeof seconds?.[`${part}Seconds`] === "number");
  if (!known) return "";
  return ` (${parts.map((part) => `${part} ${amount(seconds?.[`${part}Seconds`], "s")}`).join(", ")})`;
}

type RowSpec = readonly (readonly [label: string, key: string])[];

const tokenRows: RowSpec = [
  ["  total:", "totalTokens"],
  ["    input:", "inputTokens"],
  ["      prompt:", "promptTokens"],
  ["        cached:", "cachedTokens"],
  ["      tool use:", "toolUseTokens"],
  ["    output:", "outputTokens"],
  ["      candidates:", "candidatesTokens"],
  ["      reasoning:", "reasoningTokens"],
];

const secondRows: RowSpec = [
  ["  total:", "totalSeconds"],
  ["    model:", "modelSeconds"],
  ["    tool:", "toolSeconds"],
  ["    framework:", "frameworkSeconds"],
];

function rowsOf(
  values: Readonly<Record<string, unknown>>,
  rows: RowSpec,
  unit: string,
): readonly string[] {
  return rows.map(([label, key]) => `${label.padEnd(20)}${amount(values[key], unit)}`);
}

function amount(value: unknown, unit: string): string {
  return typeof value === "number" ? `${generalText(value)}${unit}` : "n/a";
}

function rubricScores(details: MetricDetails | undefined, rubrics: ReadonlyMap<string, string>) {
  const scores = details?.rubricScores;
  if (!Array.isArray(scores)) return [];
  return scores.map((given: { rubricId?: unknown; score?: unknown; rationale?: unknown }) => {
    const id = String(given.rubricId ?? "");
    return {
      text: rubrics.get(id) ?? id,
      score: typeof given.score === "number" ? floatText(given.score) : "None",
      rationale: typeof given.rationale === "string" ? given.rationale : "None",
    };
  });
}

function objectAt(
  details: MetricDetails | undefined,
  key: string,
): Readonly<Record<string, unknown>> | undefined {
  const value = details?.[key];
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
