import { appendFile, stat } from "node:fs/promises";
import { textOf } from "../../core/content.ts";
import { UserFacingError } from "../../core/errors.ts";
import { type Invocation, toolCallsOf } from "../../core/invocation.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";

const columns = [
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

/** Adds a row for each turn and metric to a CSV file, under ADK's column names; a new file begins with them. */
export async function appendResultsCsv(path: string, cases: readonly CaseResult[]): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  const head = there === undefined || there.size === 0 ? [columns] : [];
  const rows = [...head, ...cases.flatMap(rowsOf)];
  const text = rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  await appendFile(path, text).catch((cause: Error) => {
    throw new UserFacingError("file/unwritable", `Cannot write ${path}.`, {
      hint: cause.message,
      cause,
    });
  });
}

type Row = readonly (string | number | undefined)[];

function rowsOf(result: CaseResult): readonly Row[] {
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

function cell(value: string | number | undefined): string {
  const text = String(value ?? "");
  // a spreadsheet takes a text that begins like this for a formula
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
