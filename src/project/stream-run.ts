import type { Reporter } from "../core/reporter.ts";
import type { RunEvent } from "../core/run.ts";
import { runEvals as runPlan } from "../runner/run-evals.ts";
import type { RunPlan } from "../runner/run-plan.ts";
import { type EvaluateOptions, takeCall } from "./evaluate.ts";
import { holdRun } from "./hold-run.ts";
import { takeRequest } from "./run-options.ts";
import { runMask } from "./run-secrets.ts";

/**
 * A run as a stream of what happens, each event told once it is kept in the store. Takes what `evaluate` takes, or a
 * whole plan of one's own, which is run as it is and kept nowhere. Whoever stops listening stops the run.
 */
export function runEvals(what: EvaluateOptions | RunPlan): AsyncGenerator<RunEvent> {
  return "holdTurn" in what ? maskedPlan(what) : streamRun(what);
}

/** Nothing of it is kept here, but whoever listens may. */
async function* maskedPlan(plan: RunPlan): AsyncGenerator<RunEvent> {
  const mask = runMask(plan.runId);
  for await (const event of runPlan(plan)) yield mask.event(event).event;
}

async function* streamRun(given: EvaluateOptions): AsyncGenerator<RunEvent> {
  const { agent, evalSet, options } = takeCall("runEvals", [given])();
  const leaving = new AbortController();
  const signals = [leaving.signal, ...(options.signal === undefined ? [] : [options.signal])];
  const heard = eventQueue();
  const request = await takeRequest(agent, evalSet, options);
  const run = holdRun(request, { ...options, signal: AbortSignal.any(signals) }, [heard.reporter]);
  run.then(heard.close, heard.fail);
  try {
    yield* heard.events();
  } finally {
    leaving.abort();
    await run.catch(() => {});
  }
}

interface EventQueue {
  readonly reporter: Reporter;
  close(): void;
  fail(error: unknown): void;
  events(): AsyncGenerator<RunEvent>;
}

function eventQueue(): EventQueue {
  let waiting: RunEvent[] = [];
  let over: { readonly error?: unknown } | undefined;
  let wake = Promise.withResolvers<void>();
  return {
    reporter: {
      onEvent(event) {
        waiting.push(event);
        wake.resolve();
      },
    },
    close() {
      over = {};
      wake.resolve();
    },
    fail(error) {
      over = { error };
      wake.resolve();
    },
    async *events() {
      for (;;) {
        const batch = waiting;
        waiting = [];
        yield* batch;
        if (batch.length > 0) continue;
        if (over !== undefined) break;
        await wake.promise;
        wake = Promise.withResolvers();
      }
      if (over !== undefined && "error" in over) throw over.error;
    },
  };
}
