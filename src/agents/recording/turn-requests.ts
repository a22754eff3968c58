import type { TurnRecord } from "../../core/agent.ts";
import type { CallRequest } from "../../core/requests/kept-requests.ts";
import type { ModelRequest } from "../../core/requests/model-request.ts";
import { draftEvents, type TurnFacts } from "./draft-events.ts";

/** What the models of a turn were sent, where somebody saw that. */
export function turnRequests(
  record: TurnRecord,
  facts: TurnFacts,
): readonly CallRequest<ModelRequest>[] | undefined {
  const isSeen = record.steps.some((step) => step.type === "usage" && step.request !== undefined);
  if (!isSeen) return undefined;
  const calls = draftEvents(record, facts).filter(({ event }) => event.usageMetadata !== undefined);
  return calls.flatMap(({ request }, call) => (request === undefined ? [] : [{ call, request }]));
}
