import type { FunctionResponse } from "../core/content.ts";
import { type Invocation, toolResponsesOf } from "../core/invocation.ts";
import { naiveMean } from "../core/mean.ts";
import { defineMetric, type TurnScore } from "../core/metric.ts";
import { object, shown } from "../core/shape.ts";
import { isToolError } from "./is-tool-error.ts";

/** Whether every tool did its work. */
export const noToolErrors = defineMetric({
  name: "no_tool_errors",
  description: "The share of turns in which no tool answered with an error.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: [],
  criterion: object<object>({}, { called: "a no_tool_errors criterion", unknown: "refuse" }),
  create: (_criterion, { name }) => {
    return ({ actual }) => {
      const perInvocation = actual.map(scoreTurn);
      const score = naiveMean(perInvocation.map((turn) => turn.score));
      if (score !== undefined) return { kind: "scored", score, perInvocation };
      const detail = `${name} has no turn to look at.`;
      return { kind: "not-evaluated", reason: "unsupported", detail };
    };
  },
});

function scoreTurn(turn: Invocation): TurnScore & { readonly score: number } {
  const errors = toolResponsesOf(turn).filter(isToolError);
  const [first] = errors;
  if (first === undefined) return { score: 1 };
  const why = `${first.name ?? "A tool"} answered with an error${described(first)}.`;
  return { score: 0, why: errors.length === 1 ? why : `${why} ${errors.length - 1} more did.` };
}

function described({ response = {} }: FunctionResponse): string {
  const said = response.error ?? response.error_message ?? response.errorMessage;
  return typeof said === "string" ? `: ${shown(said)}` : "";
}
