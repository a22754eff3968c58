import { object } from "../../core/schema/object-schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { notReported } from "./not-reported.ts";

/** The longest a user waited for an answer, in seconds. */
export const responseLatency = builtInMetric({
  name: "response_latency",
  description: "Seconds of the slowest turn; the threshold is the most allowed.",
  version: 1,
  range: { min: 0, max: undefined },
  direction: "lower",
  reads: ["times"],
  needs: [],
  criterion: object<object>({}, { expected: "a response_latency criterion", unknown: "refuse" }),
  create: (_criterion, { name }) => {
    return ({ actual }) => {
      const seconds: number[] = [];
      for (const { duration } of actual) if (duration !== undefined) seconds.push(duration);
      if (seconds.length < actual.length || seconds.length === 0) {
        return notReported(name, "the duration of every turn");
      }
      const score = Math.max(...seconds);
      const slowest = seconds.indexOf(score) + 1;
      const why = `Turn ${slowest} of ${seconds.length} took ${score} s, the longest.`;
      return { kind: "scored", score, perInvocation: [], details: { seconds }, why };
    };
  },
});
