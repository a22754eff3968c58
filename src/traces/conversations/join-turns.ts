import type { Message } from "../../core/traces/message.ts";
import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import { answerOf } from "../turns/answer-of.ts";
import { turnTools } from "../turns/turn-tools.ts";

/**
 * Where no agent was seen, every call of the model is a turn at first. One that was given the results of tools which the
 * turn before it had asked for goes on with that turn.
 */
export function joinTurns(turns: readonly TraceTurn[]): readonly TraceTurn[] {
  if (turns.length < 2) return turns;
  const groups: [first: TraceTurn, ...others: TraceTurn[]][] = [];
  for (const turn of turns) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (previous !== undefined && continues(previous, turn)) group?.push(turn);
    else groups.push([turn]);
  }
  return groups.map(([first, ...others]) => (others.length === 0 ? first : join(first, others)));
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

function join(first: TraceTurn, others: readonly TraceTurn[]): TraceTurn {
  const all = [first, ...others];
  const calls = all.flatMap((turn) => turn.calls);
  const warnings = all.flatMap((turn) => turn.warnings);
  const spans = all.flatMap(({ tools }) => tools).filter(({ spanId }) => spanId !== undefined);
  return {
    ...first,
    user: all.find(({ user }) => user !== undefined)?.user,
    answer: answerOf(calls),
    tools: turnTools(spans, calls, warnings),
    calls,
    end: all.at(-1)?.end,
    errorType: all.find(({ errorType }) => errorType !== undefined)?.errorType,
    hasContent: all.some(({ hasContent }) => hasContent),
    warnings,
  };
}
