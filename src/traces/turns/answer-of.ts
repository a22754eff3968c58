import { messagesText } from "../../core/traces/message.ts";
import type { TraceModelCall } from "../../core/traces/trace-turn.ts";

/** What was said last, by whoever speaks for the agent itself. */
export function answerOf(calls: readonly TraceModelCall[]): string | undefined {
  const own = calls.filter(({ isDelegated }) => !isDelegated);
  let answer: string | undefined;
  let latest = -1n;
  for (const { output, end } of own.length > 0 ? own : calls) {
    const text = output === undefined ? undefined : messagesText(output);
    if (text === undefined || (end ?? 0n) < latest) continue;
    answer = text;
    latest = end ?? 0n;
  }
  return answer;
}
