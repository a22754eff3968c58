import type { InvocationEvent } from "../../core/invocation.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { SpanSettings } from "../../core/traces/conversation-spans.ts";
import { costOfTurns } from "../../metrics/efficiency/total-cost.ts";
import { priceOfCall } from "../../models/model-prices.ts";

/** What spans of a run's conversations need to know of the run. */
export function spanSettings(
  { agent, sets, version }: RunInfo,
  runId: string,
): Omit<SpanSettings, "calls"> {
  const prices = new Map(sets.map(({ evalSetId, config }) => [evalSetId, config.modelPrices]));
  return {
    runId,
    agent: agent.subAgent ?? agent.name,
    version,
    costOf(call: InvocationEvent, evalSetId) {
      const turn = {
        invocationId: "",
        userContent: {},
        creationTimestamp: 0,
        intermediateData: { invocationEvents: [call] },
      };
      return costOfTurns([turn], (model) => priceOfCall(model, prices.get(evalSetId)));
    },
  };
}
