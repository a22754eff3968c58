import { keyOf } from "../../../core/folds/open-cases.ts";
import type { TurnRequests } from "../../../core/requests/kept-requests.ts";
import type { RunEvent } from "../../../core/run.ts";

/** What models were sent in conversations that have not been reported yet. */
interface OpenRequests {
  apply(event: RunEvent): void;
  /** Of a conversation that has ended, turn by turn. */
  take(key: string): readonly (TurnRequests | undefined)[];
}

export function openRequests(): OpenRequests {
  const open = new Map<string, (TurnRequests | undefined)[]>();
  function put(key: string, turn: number, requests: TurnRequests | undefined): void {
    if (requests === undefined) return;
    const turns = open.get(key) ?? [];
    turns.length = turn;
    turns.push(requests);
    open.set(key, turns);
  }
  return {
    apply(event) {
      if (event.type === "case-start") open.delete(keyOf(event));
      if (event.type === "turn-end") put(keyOf(event), event.turn, event.requests);
      if (event.type === "case-end") put(keyOf(event), event.turns ?? 0, event.partialRequests);
    },
    take(key) {
      const turns = open.get(key) ?? [];
      open.delete(key);
      return turns;
    },
  };
}
