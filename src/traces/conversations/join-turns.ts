import type { Message } from "../../core/traces/message.ts";
import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import { answerOf } from "../turns/answer-of.ts";
import { messageCalls } from "../turns/message-calls.ts";

/**
 * Where no agent was seen, every call of the model is a turn at first. One that was given the results of tools which the
 * turn before it had asked for goes on with that turn.
 */
export function joinTurns(turns: readonly TraceTurn[]): readonly TraceTurn[] {
  const joined: TraceTurn[] = [];
  for (const turn of turns) {
    const previous = joined.at(-1);
    if (previous !== undefined && continues(previous, turn)) {
      joined[joined.length - 1] = join(previous, turn);
    } else joined.push(turn);
  }
  return joined;
}

function continues(previous: TraceTurn, turn: TraceTurn): boolean {
  if (!(previous.isModelOnly && turn.isModelOnly)) return false;
  const asked = new Set(callIds(previous.calls.at(-1)?.output));
  const last = turn.calls[0]?.input?.at(-1);
  return (last?.parts ?? []).some(
    (part) => part.type === "response" && part.id !== undefined && asked.has(part.id),
  );
}

function callIds(messages: readonly Message[] | undefined): readonly string[] {
  return (messages ?? []).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "call" && part.id !== undefined ? [part.id] : [])),
  );
}

function join(previous: TraceTurn, turn: TraceTurn): TraceTurn {
  const calls = [...previous.calls, ...turn.calls];
  const answers = messageCalls(calls);
  const tools = [...previous.tools, ...turn.tools].map((tool) =>
    tool.result !== undefined || tool.id === undefined
      ? tool
      : { ...tool, result: answers.find(({ id }) => id === tool.id)?.result },
  );
  return {
    ...previous,
    answer: answerOf(calls),
    tools,
    calls,
    end: turn.end,
    errorType: previous.errorType ?? turn.errorType,
    hasContent: previous.hasContent || turn.hasContent,
    warnings: [...previous.warnings, ...turn.warnings],
  };
}
