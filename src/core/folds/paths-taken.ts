import { type Invocation, toolCallsOf } from "../invocation.ts";

/** One way through a conversation, and how often it was gone. */
export interface PathTaken {
  /** The tools of each turn, in the order they were called. */
  readonly turns: readonly (readonly string[])[];
  readonly trials: number;
  readonly passed: number;
}

interface EndedTrial {
  readonly status: string;
  readonly invocations: readonly Invocation[];
}

/** The different ways that the trials of a case went, the most frequent first. */
export function pathsTaken(trials: readonly EndedTrial[]): readonly PathTaken[] {
  const byPath = new Map<string, { turns: PathTaken["turns"]; trials: number; passed: number }>();
  for (const { status, invocations } of trials) {
    const turns = invocations.map((turn) => toolCallsOf(turn).map(({ name }) => name ?? ""));
    const key = JSON.stringify(turns);
    const path = byPath.get(key) ?? { turns, trials: 0, passed: 0 };
    path.trials += 1;
    if (status === "passed") path.passed += 1;
    byPath.set(key, path);
  }
  return [...byPath.values()].sort((one, other) => other.trials - one.trials);
}
