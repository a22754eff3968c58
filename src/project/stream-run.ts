import { asyncQueue } from "../core/async-queue.ts";
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
  const heard = asyncQueue<RunEvent>();
  const request = await takeRequest(agent, evalSet, options);
  const run = holdRun(request, { ...options, signal: AbortSignal.any(signals) }, [
    { onEvent: heard.push },
  ]);
  run.then(heard.close, heard.fail);
  try {
    yield* heard.items();
  } finally {
    leaving.abort();
    await run.catch(() => {});
  }
}
