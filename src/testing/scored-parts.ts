import { textOf } from "../core/content.ts";
import {
  type Invocation,
  intermediateTextsOf,
  toolCallsOf,
  toolResponsesOf,
} from "../core/invocation.ts";

/** What metrics see of a turn, as lines. */
export interface Scored {
  readonly calls: readonly string[];
  readonly responses: readonly string[];
  readonly texts: readonly string[];
  readonly final: string | undefined;
}

export function scoredParts(invocation: Invocation): Scored {
  const calls = toolCallsOf(invocation);
  const responses = toolResponsesOf(invocation);
  return {
    calls: calls.map(({ id, name, args }) => `${id} ${name} ${JSON.stringify(args)}`),
    responses: responses.map(({ id, name, response }) => {
      return `${id} ${name} ${JSON.stringify(response)}`;
    }),
    texts: intermediateTextsOf(invocation).map(({ text }) => text),
    final: textOf(invocation.finalResponse),
  };
}
