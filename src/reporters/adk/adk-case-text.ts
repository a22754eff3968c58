import { textOf } from "../../core/content.ts";
import { type Invocation, toolCallsOf } from "../../core/invocation.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import type { Status } from "../../core/verdict.ts";
import { shortReason } from "../text/case-reason.ts";
import type { SafeText } from "../text/safe-text.ts";
import { adkField } from "./adk-field.ts";
import { metricCell, scoreOrNone, scoreRows } from "./adk-score-text.ts";
import { reprText } from "./python-form.ts";

/** One case as `adk eval --print_detailed_results` prints it, with our reasons added where ADK gives none. */
export function adkCaseText(
  result: CaseResult,
  rubrics: ReadonlyMap<string, string>,
  say: SafeText,
): string {
  const known = withCaseRubrics(rubrics, result);
  const lines = [
    `Eval Set Id: ${say.line(result.evalSetId)}`,
    `Eval Id: ${say.line(result.evalId)}`,
    `Overall Eval Status: ${statusWord(result.status)}`,
    ...(result.status === "passed" ? [] : [`Reason: ${say.line(shortReason(result))}`]),
  ];
  for (const metric of result.metrics) lines.push(rule, ...metricLines(metric, known, say));
  const { invocations } = result;
  if (invocations.length === 0) return `${lines.join("\n")}\n`;
  lines.push(rule, "Invocation Details:", "");
  for (const [at, invocation] of invocations.entries()) {
    lines.push(`Invocation ${at + 1} of ${invocations.length}`);
    lines.push(...invocationLines(result, invocation, { at, known, say }), "");
  }
  return `${lines.join("\n")}\n\n`;
}

function statusWord(status: Status): string {
  return status.toUpperCase().replace("-", "_");
}

const rule = "-".repeat(69);

function withCaseRubrics(
  rubrics: ReadonlyMap<string, string>,
  { evalCase }: CaseResult,
): ReadonlyMap<string, string> {
  const own = [evalCase, ...(evalCase.conversation ?? [])].flatMap((each) => each.rubrics ?? []);
  if (own.length === 0) return rubrics;
  const texts = own.map(
    (rubric) => [rubric.rubricId, rubric.rubricContent.textProperty ?? rubric.rubricId] as const,
  );
  return new Map([...rubrics, ...texts]);
}

function metricLines(
  metric: MetricResult,
  rubrics: ReadonlyMap<string, string>,
  say: SafeText,
): readonly string[] {
  const { name, status, score, threshold } = metric;
  const verdict = `Status: ${statusWord(status)}, Score: ${scoreOrNone(score)}, Threshold: ${scoreOrNone(threshold)}`;
  const reason =
    metric.detail === undefined || status === "passed"
      ? []
      : [`Reason: ${say.line(metric.detail)}`];
  return [
    `Metric: ${say.line(name)}, ${verdict}`,
    ...reason,
    ...scoreRows(metric.details, rubrics, say),
  ];
}

function invocationLines(
  result: CaseResult,
  actual: Invocation,
  { at, known, say }: { at: number; known: ReadonlyMap<string, string>; say: SafeText },
): readonly string[] {
  const expected = result.evalCase.conversation?.[at];
  const text = (label: string, value: string | undefined) =>
    adkField(label, value === undefined || value === "" ? [] : say.lines(value.replace(/\n$/, "")));
  const calls = (label: string, invocation: Invocation) =>
    adkField(label, callLines(invocation, say));
  return [
    text("prompt", textOf(actual.userContent)),
    ...(expected === undefined ? [] : [text("expected_response", textOf(expected.finalResponse))]),
    text("actual_response", textOf(actual.finalResponse)),
    ...(expected === undefined ? [] : [calls("expected_tool_calls", expected)]),
    calls("actual_tool_calls", actual),
    ...result.metrics.flatMap((metric) => {
      const turn = metric.perInvocation[at];
      return turn === undefined ? [] : turnLines(metric, turn, { known, say });
    }),
  ];
}

function turnLines(
  metric: MetricResult,
  turn: TurnScore,
  { known, say }: { known: ReadonlyMap<string, string>; say: SafeText },
): readonly string[] {
  const status = turn.status ?? metric.status;
  const why = turn.trajectory?.why ?? turn.why;
  const { cell, rubrics } = metricCell(metric.name, status, turn, known);
  return [
    adkField(say.line(metric.name), [say.line(cell)]),
    ...rubrics.map((lines) =>
      adkField(
        "rubric",
        lines.flatMap((line) => say.lines(line)),
      ),
    ),
    ...(why === undefined || status === "passed" ? [] : [adkField("reason", say.lines(why))]),
  ];
}

function callLines(invocation: Invocation, say: SafeText): readonly string[] {
  return toolCallsOf(invocation).flatMap((call) => {
    const name = say.line(call.name ?? "None");
    const entries = Object.entries(call.args ?? {});
    if (entries.length === 0) return [`${name}()`];
    return [
      `${name}(`,
      ...entries.map(([key, value], at) => {
        const end = at === entries.length - 1 ? ")" : ",";
        return `  ${say.line(`${key}=${reprText(value)}`)}${end}`;
      }),
    ];
  });
}
