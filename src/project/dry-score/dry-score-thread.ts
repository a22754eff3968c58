import { Worker } from "node:worker_threads";
import { UserFacingError } from "../../core/errors.ts";
import type { DryScore, DryScoreRequest } from "./dry-score-request.ts";

/** Scores elsewhere: what somebody is typing may be an expression that never ends, and nobody else is to wait for it. */
export interface DryScoreThread {
  score(request: DryScoreRequest): Promise<DryScore>;
  close(): Promise<void>;
}

const DEADLINE_MS = 5_000;

interface Answer {
  readonly id: number;
  /** The thread has begun with it; its answer comes later. */
  readonly begun?: true;
  readonly score?: DryScore;
  readonly problem?: { readonly message: string; readonly hint?: string | undefined };
}

export function dryScoreThread(deadline = DEADLINE_MS): DryScoreThread {
  let worker: Worker | undefined;
  let next = 0;
  const waiting = new Map<number, (answer: Answer) => void>();

  function fail(message: string, hint: string): void {
    for (const [id, tell] of waiting) tell({ id, problem: { message, hint } });
    waiting.clear();
  }
  function started(): Worker {
    if (worker !== undefined) return worker;
    // the command is a bundle, in which it lies beside the chunk that this is in
    const file = import.meta.url.endsWith(".ts")
      ? "./dry-score-worker.ts"
      : "./dry-score-worker.js";
    const made = new Worker(new URL(file, import.meta.url), { execArgv: [] });
    // nobody waits for it when the server ends
    made.unref();
    made.on("message", (answer: Answer) => {
      waiting.get(answer.id)?.(answer);
      if (answer.begun !== true) waiting.delete(answer.id);
    });
    made.on("error", () => fail("The recorded runs could not be scored.", "Try again."));
    made.on("exit", () => {
      if (worker === made) worker = undefined;
    });
    worker = made;
    return made;
  }
  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  function stop(): void {
    void end();
    fail(
      `Scoring the recorded runs took more than ${deadline / 1000} seconds.`,
      "A regular expression of a matcher may never come to an end. Make it simpler.",
    );
  }

  return {
    async score(request) {
      const id = next;
      next += 1;
      let timer: NodeJS.Timeout | undefined;
      const answered = new Promise<Answer>((resolve) => {
        waiting.set(id, (answer) => {
          if (answer.begun !== true) resolve(answer);
          // a thread that is slow to start is no expression that never ends
          else timer = setTimeout(stop, deadline);
        });
      });
      started().postMessage({ id, request });
      const { score, problem } = await answered.finally(() => clearTimeout(timer));
      if (score !== undefined) return score;
      throw new UserFacingError("metric/cannot-score", problem?.message ?? "", {
        hint: problem?.hint,
      });
    },
    close: end,
  };
}
