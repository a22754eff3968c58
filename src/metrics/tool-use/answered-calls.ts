import type { FunctionCall, FunctionResponse } from "../../core/content.ts";
import { type Invocation, toolCallsOf, toolResponsesOf } from "../../core/invocation.ts";

/** A response with the call that it answers, where that is known. */
export interface AnsweredCall {
  readonly call: FunctionCall | undefined;
  readonly response: FunctionResponse;
}

/** The responses of a turn in the order of their calls: by id, else the next unanswered call of that tool. */
export function answeredCalls(turn: Invocation): readonly AnsweredCall[] {
  const calls = toolCallsOf(turn);
  const responses = toolResponsesOf(turn);
  const left = new Set(calls.keys());
  const take = (fits: (call: FunctionCall) => boolean) => {
    for (const place of left) {
      if (!fits(calls[place] ?? {})) continue;
      left.delete(place);
      return place;
    }
    return undefined;
  };
  const byId = responses.map(({ id, name }) =>
    id === undefined ? undefined : take((call) => call.id === id && fitsName(call, name)),
  );
  const placed = responses.map((response, at) => ({
    response,
    place: byId[at] ?? take((call) => fitsName(call, response.name)),
  }));
  const end = calls.length;
  placed.sort((one, other) => (one.place ?? end) - (other.place ?? end));
  return placed.map(({ response, place }) => ({
    response,
    call: place === undefined ? undefined : calls[place],
  }));
}

function fitsName(call: FunctionCall, name: string | undefined): boolean {
  return name === undefined || call.name === name;
}
