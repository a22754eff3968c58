import { expect } from "vitest";
import { groupTraces } from "../../../../src/traces/conversations/group-traces.ts";
import { readTraceText } from "../../../../src/traces/formats/read-trace-text.ts";
import {
  runPerformance,
  tracePerformance,
} from "../../../../src/traces/performance/trace-performance.ts";
import { readTraces } from "../../../../src/traces/read-traces.ts";
import { type ConformanceKind, outcomeOf } from "../../vector.ts";

interface PerformanceInput {
  readonly trace_text: string;
  readonly options?: { readonly group_by?: "auto" | "trace" | "conversation" };
}

export const checks: ConformanceKind = {
  inputs: ["trace_text", "options"],
  hold(vector) {
    const { trace_text, options } = vector.input as unknown as PerformanceInput;
    const content = readTraceText(trace_text);
    if (content === undefined) throw new Error("the trace was not read");
    const groups = groupTraces(readTraces(content), { groupBy: options?.group_by });
    const traces = groups.map((group) => ({ trace_id: group.traceId, ...tracePerformance(group) }));
    expectNear({ traces, run: runPerformance(traces) }, outcomeOf(vector), "");
  },
};

/** Every figure that the vector has, to 1e-9 of itself; lists and words exactly. */
function expectNear(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === "number" && typeof actual === "number") {
    const room = 1e-9 * Math.max(1, Math.abs(expected));
    expect(Math.abs(actual - expected), path).toBeLessThanOrEqual(room);
  } else if (typeof expected === "object" && expected !== null) {
    expect(Object.keys(actual ?? {}).length, path).toBe(Object.keys(expected).length);
    for (const [key, value] of Object.entries(expected)) {
      expectNear((actual as Record<string, unknown> | undefined)?.[key], value, `${path}.${key}`);
    }
  } else expect(actual, path).toEqual(expected);
}
