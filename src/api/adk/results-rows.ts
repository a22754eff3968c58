import { textOf } from "../../core/content.ts";
import { type Invocation, toolCallsOf } from "../../core/invocation.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";

export const resultColumns = [
  "eval_set_id",
  "eval_id",
  "metric_name",
  "threshold",
  "score",
  "eval_status",
  "prompt",
  "expected_response",
  "actual_response",
  "expected_tool_calls",
  "actual_tool_calls",
] as const;

type Row = readonly (string | number | undefined)[];

export function resultRows(result: CaseResult): readonly Row[] {
  return result.metrics.flatMap((metric) =>
    result.invocations.map((actual, turn) => rowOf(result, metric, { actual, turn })),
  );
}

function rowOf(
  { evalSetId, evalId, evalCase }: CaseResult,
  metric: MetricResult,
  { actual, turn }: { readonly actual: Invocation; readonly turn: number },
): Row {
  const expected = evalCase.conversation?.[turn];
  // what looks at the whole conversation says the same of each turn
  const { score, status } = metric.perInvocation[turn] ?? metric;
  return [
    evalSetId,
    evalId,
    metric.name,
    metric.threshold,
    score,
    (status ?? metric.status).toUpperCase().replace("-", "_"),
    textOf(actual.userContent),
    textOf(expected?.finalResponse),
    textOf(actual.finalResponse),
    callsText(expected),
    callsText(actual),
  ];
}

function callsText(invocation: Invocation | undefined): string {
  if (invocation === undefined) return "";
  return toolCallsOf(invocation)
    .map(({ name, args }) => `${name}(${args === undefined ? "" : JSON.stringify(args)})`)
    .join("\n");
}
