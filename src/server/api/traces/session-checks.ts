import { plural } from "../../../core/text/plural.ts";
import type { TraceTurn } from "../../../core/traces/trace-turn.ts";

/** What can be said of any conversation without a reference and without a model. */
export interface SessionCheck {
  readonly name: string;
  /** Undefined where there is nothing to look at. */
  readonly isFine?: boolean | undefined;
  /** What was seen, in a few words. */
  readonly words: string;
}

/** The same call as often as this is a loop, and no second look. */
const LOOP = 3;

export function sessionChecks(turns: readonly TraceTurn[]): readonly SessionCheck[] {
  return [answers(turns), repeats(turns), toolsSucceed(turns)];
}

function answers(turns: readonly TraceTurn[]): SessionCheck {
  const name = "Ends with an answer";
  if (turns.length === 0) return { name, words: "no turns" };
  const failed = turns.find(({ errorType }) => errorType !== undefined);
  if (failed !== undefined) return { name, isFine: false, words: "the agent failed" };
  if (!turns.some(({ hasContent }) => hasContent)) return { name, words: "no text captured" };
  const answered = turns.filter(({ answer = "" }) => answer.trim() !== "").length;
  return {
    name,
    isFine: answered === turns.length,
    words: `${answered} of ${plural(turns.length, "turn")} answered`,
  };
}

function repeats(turns: readonly TraceTurn[]): SessionCheck {
  const name = "No call repeated";
  const calls = turns.flatMap(({ tools }) => tools);
  if (calls.length === 0) return { name, isFine: true, words: "no calls" };
  if (calls.every(({ args }) => args === undefined))
    return { name, words: "no arguments captured" };
  const most = turns
    .flatMap(({ tools }) => [
      ...Map.groupBy(tools, ({ name, args }) => JSON.stringify([name, args])),
    ])
    .toSorted(([, a], [, b]) => b.length - a.length)[0]?.[1];
  const count = most?.length ?? 0;
  return count < LOOP
    ? { name, isFine: true, words: plural(calls.length, "call") }
    : { name, isFine: false, words: `${most?.[0]?.name} ${count} times, the same` };
}

function toolsSucceed(turns: readonly TraceTurn[]): SessionCheck {
  const name = "Tools succeed";
  const calls = turns.flatMap(({ tools }) => tools);
  if (calls.length === 0) return { name, isFine: true, words: "no calls" };
  const failed = calls.filter(({ errorType }) => errorType !== undefined);
  const [first] = failed;
  return first === undefined
    ? { name, isFine: true, words: `${calls.length} of ${calls.length}` }
    : { name, isFine: false, words: `${first.name} failed` };
}
