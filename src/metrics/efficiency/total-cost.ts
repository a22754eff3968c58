import { type Invocation, type InvocationEvent, isRecorded } from "../../core/invocation.ts";
import type { PriceOf } from "../../core/metric.ts";
import type { MetricOutcome } from "../../core/metric-outcome.ts";
import { object } from "../../core/schema/object-schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { notReported } from "./not-reported.ts";

/** What the agent's model calls of a whole conversation cost. */
export const totalCost = builtInMetric({
  name: "total_cost",
  description:
    "What the agent's model calls of the whole conversation cost, in US dollars; the threshold is the most allowed.",
  version: 1,
  range: { min: 0, max: undefined },
  direction: "lower",
  reads: ["model calls", "token counts"],
  needs: [],
  criterion: object<object>({}, { expected: "a total_cost criterion", unknown: "refuse" }),
  create: (_criterion, { name, priceOf }) => {
    return ({ actual }) => measure(name, actual, priceOf ?? (() => undefined));
  },
});

interface ModelCall {
  readonly model: string | undefined;
  readonly input: number;
  readonly output: number;
}

/** The same as a figure; undefined where the metric would come to no score. */
export function costOfTurns(turns: readonly Invocation[], priceOf: PriceOf): number | undefined {
  const outcome = measure("total_cost", turns, priceOf);
  return outcome.kind === "scored" ? outcome.score : undefined;
}

function measure(name: string, turns: readonly Invocation[], priceOf: PriceOf): MetricOutcome {
  const calls = turns.flatMap(callsOf);
  if (calls.length === 0) return notReported(name, "model calls and their tokens");
  const byModel = new Map<string, number>();
  for (const call of calls) {
    if (call === undefined || call.model === undefined) {
      return notReported(name, "the model and the tokens of every model call");
    }
    const price = priceOf(call.model);
    if (price === undefined) return unknownPrice(name, call.model);
    const cost = (call.input * price.input + call.output * price.output) / 1e6;
    byModel.set(call.model, (byModel.get(call.model) ?? 0) + cost);
  }
  const costs = [...byModel].map(([model, cost]) => ({ model, cost }));
  const score = costs.reduce((sum, { cost }) => sum + cost, 0);
  const why = `${calls.length === 1 ? "1 model call" : `${calls.length} model calls`} cost $${shown(score)}.`;
  return { kind: "scored", score, perInvocation: [], details: { costs }, why };
}

/** Undefined for a call that reported no tokens. */
function callsOf({ intermediateData }: Invocation): readonly (ModelCall | undefined)[] {
  if (!isRecorded(intermediateData)) return [];
  return intermediateData.invocationEvents.flatMap((event) =>
    event.usageMetadata === undefined && event.modelVersion === undefined ? [] : [callOf(event)],
  );
}

function callOf({ usageMetadata: usage, modelVersion }: InvocationEvent): ModelCall | undefined {
  if (usage?.promptTokenCount === undefined && usage?.candidatesTokenCount === undefined) {
    return undefined;
  }
  return {
    model: modelVersion,
    input: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
    output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
  };
}

function unknownPrice(name: string, model: string): MetricOutcome {
  const detail = `${name} needs the price of ${model}, which is not known. Say it in the config:  "model_prices": { "${model}": { "input": 0.3, "output": 2.5 } }, in US dollars for a million tokens.`;
  return { kind: "not-evaluated", reason: "unsupported", detail };
}

function shown(dollars: number): string {
  return String(Number(dollars.toPrecision(3)));
}
