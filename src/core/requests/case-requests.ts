import type { CaseEndEvent, TurnEndEvent } from "../run.ts";
import type { TurnRequests } from "./kept-requests.ts";

/** What models were sent in a conversation, turn by turn; the last may be one that broke off. */
export function caseRequests(
  turns: readonly TurnEndEvent[],
  end?: CaseEndEvent,
): readonly (TurnRequests | undefined)[] {
  const requests = turns.map((turn) => turn.requests);
  return end?.partial === undefined ? requests : [...requests, end.partialRequests];
}
