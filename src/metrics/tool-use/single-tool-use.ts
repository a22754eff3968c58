import { type ArgMatcher, comparesMeaning } from "../../core/case-settings.ts";
import { toolCallsOf } from "../../core/invocation.ts";
import { hasValue } from "../../core/json/python-equality.ts";
import type { MetricInput } from "../../core/metric.ts";
import type { MetricOutcome } from "../../core/metric-outcome.ts";
import { argMatcherSchema } from "../../core/schema/arg-matcher-schema.ts";
import { optional, required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { ParseContext } from "../../core/schema/parse-context.ts";
import { integer, record, string, withRead } from "../../core/schema/schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { measureByMeaning } from "../trajectory/by-meaning.ts";
import { type ArgumentTest, argumentTest } from "../trajectory/matching/argument-matcher.ts";
import type { Meanings } from "../trajectory/matching/meanings.ts";
import { withUsableMatchers } from "../trajectory/score-trajectory.ts";

interface SingleToolUse {
  readonly tool: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly args?: Readonly<Record<string, ArgMatcher>> | undefined;
}

const name = "single_tool_use";

export const singleToolUse = builtInMetric({
  name,
  description: "Whether one tool was called, in any turn, as often as asked for.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["tool calls"],
  needs: [],
  criterion: withRead(
    object<SingleToolUse>(
      {
        tool: required(string, "The tool that is to be called."),
        min: optional(integer, "At least this often; once, unless max is 0."),
        max: optional(integer, "At most this often."),
        args: optional(record(argMatcherSchema), "Counts only calls whose arguments fit."),
      },
      { expected: `a ${name} criterion`, unknown: "refuse" },
    ),
    (value, context, inner) => checked(inner.read(value, context), context),
  ),
  mayCompareMeaning: ({ args }) => comparesMeaning(args && { tool: args }),
  create: (settings, setup) =>
    measureByMeaning(setup, (input, meanings) =>
      withUsableMatchers(name, () => measure(settings, input, meanings)),
    ),
});

function checked(settings: SingleToolUse, context: ParseContext): SingleToolUse {
  const { min, max, args } = settings ?? {};
  const wordless = Object.entries(args ?? {}).find(
    ([, matcher]) => matcher !== undefined && "semantic" in matcher && matcher.semantic === true,
  );
  if (wordless !== undefined) {
    context.problem(`There is no expected call whose ${wordless[0]} could mean the same.`, {
      hint: 'Write {"semantic": "what it should mean"}.',
    });
  }
  if ((min ?? 0) < 0 || (max ?? 0) < 0) {
    context.problem("No tool is called less than 0 times.", { hint: "Write 0 or more." });
  } else if (min !== undefined && max !== undefined && min > max) {
    context.problem(`No tool is called at least ${min} and at most ${max} times.`, {
      hint: "Exchange min and max.",
    });
  }
  return settings;
}

function measure(
  settings: SingleToolUse,
  { actual }: MetricInput,
  meanings: Meanings | undefined,
): MetricOutcome {
  if (actual.length === 0) {
    const detail = `${name} has no turn to look at.`;
    return { kind: "not-evaluated", reason: "missing-reference", detail };
  }
  // a call that differs where anybody can see it does not count, whatever a judge would say of the rest
  const plainFirst = Object.entries(settings.args ?? {}).sort(
    ([, one], [, other]) => Number("semantic" in one) - Number("semantic" in other),
  );
  const tests = plainFirst.map(
    ([argument, matcher]) =>
      [argument, argumentTest(matcher, { tool: settings.tool, argument, meanings })] as const,
  );
  const calls = actual.flatMap(toolCallsOf).filter((call) => call.name === settings.tool);
  const count = calls.filter((call) => allHold(tests, call.args ?? {})).length;
  const max = settings.max ?? Number.POSITIVE_INFINITY;
  const min = settings.min ?? Math.min(1, max);
  const fits = count >= min && count <= max;
  return {
    kind: "scored",
    score: fits ? 1 : 0,
    perInvocation: [],
    details: { count, calls: calls.length },
    why: fits ? undefined : explain(settings, { count, calls: calls.length, min, max }),
  };
}

function allHold(
  tests: readonly (readonly [string, ArgumentTest])[],
  args: Readonly<Record<string, unknown>>,
): boolean {
  return tests.every(
    ([argument, test]) =>
      "ignore" in test.matcher || (hasValue(args, argument) && test.holds(args[argument])),
  );
}

function explain(
  { tool, args }: SingleToolUse,
  found: {
    readonly count: number;
    readonly calls: number;
    readonly min: number;
    readonly max: number;
  },
): string {
  if (found.calls === 0) return `${tool} was never called.`;
  if (found.count === 0) return `${tool} was called, but never with the arguments asked for.`;
  const fitting = args === undefined ? "" : " with the arguments asked for";
  const limit = found.count < found.min ? `at least ${times(found.min)}` : atMost(found.max);
  return `${tool} was called ${times(found.count)}${fitting} where ${limit} was expected.`;
}

function atMost(max: number): string {
  return max === 0 ? "no call" : `at most ${times(max)}`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
