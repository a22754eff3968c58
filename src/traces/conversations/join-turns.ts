import type { Message } from "../../core/traces/message.ts";
import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import { answerOf } from "../turns/answer-of.ts";
import { turnTools } from "../turns/turn-tools.ts";

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
  const asked = callIds(previous.calls.at(-1)?.output);
  const last = turn.calls[0]?.input?.at(-1);
  return (last?.parts ?? []).some((part) => part.type === "response" && asked.has(part.id));
}

/** Undefined among them stands for calls without an id, which responses without one belong to. */
function callIds(messages: readonly Message[] | undefined): ReadonlySet<string | undefined> {
  const calls = (messages ?? []).flatMap(({ parts }) =>
    parts.filter(({ type }) => type === "call"),
  );
  return new Set(calls.map((part) => (part.type === "call" ? part.id : undefined)));
}

function join(previous: TraceTurn, turn: TraceTurn): TraceTurn {
  const calls = [...previous.calls, ...turn.calls];
  const warnings = [...previous.warnings, ...turn.warnings];
  const spans = [...previous.tools, ...turn.tools].filter(({ spanId }) => spanId !== undefined);
  return {
    ...previous,
    user: previous.user ?? turn.user,
    answer: answerOf(calls),
    tools: turnTools(spans, calls, warnings),
    calls,
    end: turn.end,
    errorType: previous.errorType ?? turn.errorType,
    hasContent: previous.hasContent || turn.hasContent,
    warnings,
  };
}
