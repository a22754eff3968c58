import type { ArgMatcher, CaseSettings } from "../../../core/case-settings.ts";
import type { EvalCase } from "../../../core/eval-set.ts";
import { toolCallsOf } from "../../../core/invocation.ts";
import type { Metric } from "../../../core/metric.ts";
import { toolMatchers } from "../../../metrics/trajectory/matching/match-arguments.ts";

interface Place {
  readonly evalCase: EvalCase;
  readonly index: number;
}

/**
 * How many expected arguments of a case a metric compares by meaning: each is one question, unless it is given word for word.
 * What a metric before asks about is in `counted`, and its answer counts for all.
 */
export function meaningQuestions(
  metric: Metric,
  { evalCase, index }: Place,
  counted: Set<string>,
): number {
  const before = counted.size;
  const matchersOf = toolMatchers(tablesOf(metric, evalCase));
  const calls = (evalCase.conversation ?? []).flatMap(toolCallsOf);
  for (const { name, args } of calls) {
    for (const [argument, { matcher }] of matchersOf?.(name) ?? []) {
      if (!("semantic" in matcher)) continue;
      const wanted = matcher.semantic === true ? args?.[argument] : matcher.semantic;
      counted.add(JSON.stringify([index, name, argument, wanted]));
    }
  }
  return counted.size - before;
}

/** The matchers of a metric, in the order in which they win; cases have no say in which calls of one tool count. */
function tablesOf({ name, criterion }: Metric, { assay }: EvalCase): CaseSettings["args"][] {
  if (name !== "single_tool_use") return [assay?.args, criterion?.args as CaseSettings["args"]];
  const { tool, args = {} } = criterion as { tool: string; args?: Record<string, ArgMatcher> };
  return [{ [tool]: args }];
}
