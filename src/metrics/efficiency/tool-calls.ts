import { toolCallsOf } from "../../core/invocation.ts";
import { object } from "../../core/schema/object-schema.ts";
import { builtInMetric } from "../built-in-metric.ts";

/** How often tools were called in a whole conversation. */
export const toolCalls = builtInMetric({
  name: "tool_calls",
  description: "Tool calls of the whole conversation; the threshold is the most allowed.",
  version: 1,
  range: { min: 0, max: undefined },
  direction: "lower",
  reads: ["tool calls"],
  needs: [],
  criterion: object<object>({}, { expected: "a tool_calls criterion", unknown: "refuse" }),
  create: () => {
    return ({ actual }) => {
      const calls = actual.map((turn) => toolCallsOf(turn).length);
      const score = calls.reduce((sum, count) => sum + count, 0);
      const counts = new Map<string, number>();
      for (const { name = "unnamed" } of actual.flatMap(toolCallsOf)) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      const why = counts.size === 0 ? "No tool was called." : `Called: ${listed(counts)}.`;
      return { kind: "scored", score, perInvocation: [], details: { calls }, why };
    };
  },
});

const MOST_SHOWN = 5;

/** The most called first. */
function listed(counts: ReadonlyMap<string, number>): string {
  const names = [...counts].sort(([, a], [, b]) => b - a);
  const shown = names.slice(0, MOST_SHOWN).map(([name, count]) => `${name} ${count} times`);
  const rest = names.length - shown.length;
  return (rest > 0 ? [...shown, `${rest} other tools`] : shown)
    .join(", ")
    .replaceAll(" 1 times", " once");
}
