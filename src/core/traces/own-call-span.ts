import type { CallEndEvent } from "../run.ts";
import { RUN_ID, STEP, TURN } from "./own-attributes.ts";
import { messagesJson } from "./span-messages.ts";
import { known, nanoseconds } from "./step-spans.ts";
import type { TimedFacts } from "./turn-to-spans.ts";

/** Operations of our own, so that nobody takes such a call for one of the agent's. */
const operations: Readonly<Record<CallEndEvent["role"], string>> = {
  judge: "judge",
  user: "simulate_user",
  environment: "simulate_tool",
};

/** A model call of ours: of a judge, a simulated user or a simulated tool. */
export function callSpan(call: CallEndEvent): TimedFacts {
  const { reply, milliseconds } = call;
  const operation = operations[call.role];
  const ended = call.at === undefined ? Number.NaN : Date.parse(call.at);
  const text = { role: "model", parts: [{ text: reply.text }] };
  return {
    name: `${operation} ${call.model}`,
    kind: "client",
    attributes: known({
      "gen_ai.operation.name": operation,
      "gen_ai.request.model": call.model,
      "gen_ai.response.model": reply.model,
      "gen_ai.usage.input_tokens": reply.usage?.input,
      "gen_ai.usage.output_tokens": reply.usage?.output,
      "gen_ai.usage.cache_read.input_tokens": reply.usage?.cached,
      "gen_ai.usage.reasoning.output_tokens": reply.usage?.reasoning,
      "gen_ai.usage.cost": call.cost,
      "gen_ai.output.messages": messagesJson("assistant", text),
      [RUN_ID]: call.runId,
      [STEP]: call.step,
      [TURN]: call.turn < 0 ? undefined : call.turn,
    }),
    ...(!Number.isNaN(ended) && {
      start: nanoseconds(ended - milliseconds),
      end: nanoseconds(ended),
    }),
  };
}
