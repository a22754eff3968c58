import type { FunctionResponse } from "../../core/content.ts";
import { type Invocation, toolResponsesOf } from "../../core/invocation.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import { naiveMean } from "../../core/numbers/mean.ts";
import { object } from "../../core/schema/object-schema.ts";
import { shown } from "../../core/schema/parse-context.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { isToolError } from "./is-tool-error.ts";

/** Whether every tool did its work. */
export const noToolErrors = builtInMetric({
  name: "no_tool_errors",
  description: "The share of turns in which no tool answered with an error.",
  version: 2,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["tool results"],
  needs: [],
  criterion: object<object>({}, { expected: "a no_tool_errors criterion", unknown: "refuse" }),
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
  const ours = new Set(turn.simulatedResponses ?? []);
  const errors = toolResponsesOf(turn).flatMap((response, place) =>
    isToolError(response) ? [{ response, isOurs: ours.has(place) }] : [],
  );
  const [first] = errors;
  if (first === undefined) return { score: 1 };
  const { response, isOurs } = first;
  const whose = isOurs ? "an error of the simulated environment" : "an error";
  const why = `${response.name ?? "A tool"} answered with ${whose}${described(response)}.`;
  const simulated = errors.filter((each) => each.isOurs).length;
  return {
    score: 0,
    why: errors.length === 1 ? why : `${why} ${moreText(errors.length - 1, simulated, isOurs)}`,
    details: { errors: errors.length, simulatedErrors: simulated },
  };
}

function moreText(more: number, simulated: number, firstIsOurs: boolean): string {
  const ours = simulated - (firstIsOurs ? 1 : 0);
  return ours === 0 ? `${more} more did.` : `${more} more did, ${ours} of them simulated.`;
}

function described({ response = {} }: FunctionResponse): string {
  const said = response.error ?? response.error_message ?? response.errorMessage;
  const code = response.error_code ?? response.errorCode;
  if (typeof said === "string" && (typeof code === "number" || typeof code === "string")) {
    return `: ${code}, ${shown(said)}`;
  }
  return typeof said === "string" ? `: ${shown(said)}` : "";
}
