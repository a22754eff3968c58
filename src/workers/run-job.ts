import type { ChatModel } from "../core/chat-model.ts";
import { caseFold } from "../core/folds/case-result.ts";
import type { RunEvent } from "../core/run.ts";
import { agentCosts } from "../project/gates/with-costs.ts";
import type { ConversationPlan } from "../project/run/plan-conversations.ts";
import { runMask } from "../project/run/secrets/run-secrets.ts";
import { aroundOf } from "../project/run/watchdog/stuck-code.ts";
import type { StoredFirst } from "../runner/journal/stored-first.ts";
import { type CaseEnd, runCase } from "../runner/run-case.ts";
import type { RunPlan } from "../runner/run-plan.ts";
import type { AsyncGroupCommit } from "../stores/postgres/async-group-commit.ts";
import { toPostgresRow } from "../stores/postgres/postgres-rows.ts";
import type { ClaimedRow } from "./claimed-journal.ts";
import type { Claim } from "./job-queue.ts";
import type { OpenConversation, ServedRun } from "./served-run.ts";

interface JobRequest {
  readonly run: ServedRun;
  readonly claim: Claim;
  readonly conversation: OpenConversation;
  readonly journal: AsyncGroupCommit<ClaimedRow>;
  /** Keeps code of this conversation waiting until what other conversations here have ended is stored, too. */
  readonly saved: StoredFirst;
  /** Whether somebody wants to know what the agent has cost. */
  readonly isPriced: boolean;
  /** The lease was lost, or the run is not wanted any more. */
  readonly kill: AbortSignal;
  /** Resolves when the lease holds for now; rejects when it was lost. */
  readonly stillOurs: () => Promise<void>;
  /** Told before the end is written. */
  readonly onEnding?: (() => void) | undefined;
}

/** Runs one conversation as every run does. Its end is kept together with that of its job, or neither is. */
export async function runJob(request: JobRequest): Promise<CaseEnd> {
  const { run, claim, journal, kill } = request;
  const { planned } = request.conversation;
  const mask = runMask(run.plan.runId);
  const kept = new WeakMap<RunEvent, Promise<void>>();
  const pricing = request.isPriced ? await priceOf(request) : undefined;
  let end: { readonly row: ClaimedRow["row"]; readonly agentCost: number } | undefined;

  function emit(event: RunEvent): void {
    const { event: masked, text } = mask.event(event);
    const row = toPostgresRow(masked, text);
    const agentCost = pricing?.(event) ?? 0;
    if (event.type === "case-end") {
      end = { row, agentCost };
      return;
    }
    const durable = journal.add({ claim, row }, row.body.length);
    // whoever waits for it meets the failure; until then it must not count as unhandled
    durable.catch(() => {});
    kept.set(event, durable);
  }

  const plan: RunPlan = {
    ...underLease(run.plan, request.stillOurs),
    resumes: false,
    cases: [],
    durable: async (event, signal) => await orAborted(kept.get(event), signal),
    around: aroundOf(run.plan.runId),
    stop: kill,
    kill,
  };
  const stored: StoredFirst = {
    emit(event) {
      emit(event);
      request.saved.emit(event);
    },
    ready: request.saved.ready,
  };
  const work = () => runCase(planned, plan, stored);
  const result = await (plan.around === undefined ? work() : plan.around(planned, work));
  if (end === undefined || result.status === "abandoned" || result.status === "unpaid") {
    await journal.flush();
    return result;
  }
  request.onEnding?.();
  const { row, agentCost } = end;
  const { status, unreached } = result;
  await journal.add({ claim, row, end: { status, unreached, agentCost } }, row.body.length);
  return result;
}

/** A process that was stopped for long wakes up without a lease, and must not pay for what its successor has. */
function underLease(plan: ConversationPlan, stillOurs: JobRequest["stillOurs"]): ConversationPlan {
  const { models, runTurn } = plan;
  return {
    ...plan,
    models: models && {
      ...models,
      // asked right before the model is, after all that a call may have waited for
      call: (call, signal) =>
        models.call({ ...call, model: guarded(call.model, stillOurs) }, signal),
    },
    async runTurn(turn) {
      // one that was lost has its signal aborted, by which the turn ends
      await stillOurs().catch(() => {});
      return await runTurn(turn);
    },
  };
}

function guarded(model: ChatModel, stillOurs: JobRequest["stillOurs"]): ChatModel {
  return {
    ...model,
    async generate(request, signal) {
      await stillOurs();
      return await model.generate(request, signal);
    },
  };
}

/** What the agent of a conversation cost in all its turns, also in those that ran before. */
async function priceOf({
  run,
  conversation,
}: JobRequest): Promise<(event: RunEvent) => number | undefined> {
  const cases = caseFold();
  const costOf = agentCosts(run.about);
  for await (const event of conversation.stopped?.events() ?? []) cases.apply(event);
  return (event) => {
    const result = cases.apply(event);
    return result && costOf(result);
  };
}

function orAborted(durable: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(new Error("stopped before the reply was in the journal"));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  (durable ?? Promise.resolve()).then(resolve, reject);
  return promise.finally(() => signal.removeEventListener("abort", onAbort));
}
