import { asyncQueue } from "../core/async/async-queue.ts";
import type { RunEvent } from "../core/run.ts";
import { isObject } from "../core/schema/parse-context.ts";
import { runMask } from "../project/run/secrets/run-secrets.ts";
import { runCases as runPlan } from "../runner/run-cases.ts";
import type { RunPlan } from "../runner/run-plan.ts";
import { type EvaluateOptions, resolveCall } from "./evaluate.ts";
import { runEvaluation } from "./run-evaluation.ts";
import { resolveRequest } from "./run-options.ts";

/**
 * A run as a stream of what happens, each event given once it is kept in the store. Takes what `evaluate` takes, or a
 * whole plan of one's own, which is run as it is and kept nowhere. Whoever stops listening stops the run.
 */
export function runEvals(what: EvaluateOptions | RunPlan): AsyncGenerator<RunEvent> {
  return isPlan(what) ? maskedPlan(what) : streamRun(what);
}

function isPlan(what: EvaluateOptions | RunPlan): what is RunPlan {
  return isObject(what) && "runTurn" in what;
}

/** Nothing of it is kept here, but whoever listens may. */
async function* maskedPlan(plan: RunPlan): AsyncGenerator<RunEvent> {
  const mask = runMask(plan.runId);
  for await (const event of runPlan(plan)) yield mask.event(event).event;
}

async function* streamRun(given: EvaluateOptions): AsyncGenerator<RunEvent> {
  const { agent, evalSet, options } = resolveCall("runEvals", [given])();
  const leaving = new AbortController();
  const signals = [leaving.signal, ...(options.signal === undefined ? [] : [options.signal])];
  const heard = asyncQueue<RunEvent>();
  const request = await resolveRequest(agent, evalSet, options);
  const listeners = [{ onEvent: heard.push }];
  const how = { ...options, signal: AbortSignal.any(signals) };
  const run = runEvaluation(request, how, { listeners, isHeld: true });
  run.then(heard.close, heard.fail);
  try {
    yield* heard.items();
  } finally {
    leaving.abort();
    await run.catch(() => {});
  }
}
