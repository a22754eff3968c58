import { disposeQuietly } from "../agents/isolation/dispose-quietly.ts";
import { asUserCode } from "../agents/isolation/user-code.ts";
import { beforeCases } from "../core/calls/preflight.ts";
import { UserFacingError } from "../core/errors.ts";
import { keyOf } from "../core/folds/open-cases.ts";
import type { RunInfo } from "../core/run-info.ts";
import type { RunStore } from "../core/run-store.ts";
import type { JudgeGate } from "../project/judge-checks/check-judges.ts";
import type { EvalRequest } from "../project/plan/eval-request.ts";
import { plannedCaseAt } from "../project/plan/plan-cases.ts";
import { prepareRun } from "../project/plan/plan-run.ts";
import type { PreparedRun } from "../project/plan/prepared-run.ts";
import { checkUnchanged } from "../project/resume/check-unchanged.ts";
import { readStoppedRun, type StoppedRun } from "../project/resume/resume-run.ts";
import { type ConversationPlan, gateFor, planFor } from "../project/run/plan-conversations.ts";
import { withholding } from "../project/run/secrets/missing-secrets.ts";
import { unmaskRun } from "../project/run/secrets/run-secrets.ts";
import type { PlannedCase } from "../runner/run-plan.ts";
import type { PostgresClient } from "../stores/postgres/postgres-client.ts";
import { type Dispatch, dispatchedAbout } from "./dispatches.ts";
import type { CaseJob, Claim } from "./job-queue.ts";
import { inOwnFolder } from "./own-folder.ts";
import { type SharedQuota, sharedQuota } from "./shared-quota.ts";

export interface ServeOptions {
  readonly client: PostgresClient;
  readonly store: RunStore;
  /** Where the agent, its sets and its configs lie here. */
  readonly folder: string;
  readonly version: string;
  /** Of the folder, in short. */
  readonly commit?: string | undefined;
  readonly note: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/** A run as this worker can run its conversations: with the same agent, cases and criteria as where it was started. */
export interface ServedRun {
  readonly about: RunInfo;
  readonly plan: ConversationPlan;
  readonly quota: SharedQuota;
  /** How many conversations may run at once here. */
  readonly most: number;
  /** A conversation with what is journaled of it; undefined where it has ended, or is none of this plan. */
  read(claim: CaseJob, isFresh: boolean): Promise<OpenConversation | undefined>;
  close(): Promise<void>;
}

export interface OpenConversation {
  readonly planned: PlannedCase;
  /** Where something of it was journaled before. */
  readonly stopped?: StoppedRun | undefined;
}

/** Loads what a run needs as `assay eval` does; throws, for a reader, where that is not what the run began with. */
export async function serveRun(dispatch: Dispatch, options: ServeOptions): Promise<ServedRun> {
  return await asUserCode(() => serve(dispatch, options));
}

async function serve(dispatch: Dispatch, options: ServeOptions): Promise<ServedRun> {
  const { runId } = dispatch;
  const { client, store, folder, version, note, signal } = options;
  const begun = await readStoppedRun(store, runId, [beforeCases.index]);
  const wanted = unmaskRun(runId, await dispatchedAbout(client, runId));
  const request = inOwnFolder(wanted, folder);
  const quota = sharedQuota({ client, runId, maxCost: dispatch.maxCost ?? undefined });
  const prepared = await prepareRun(request, { cwd: folder, version, quota });
  try {
    await needTheSame(prepared.about, wanted, { store, runId });
    await prepared.models?.preflight({
      judges: prepared.sets.some((set) => set.asksJudge),
      finished: begun.calls.get(keyOf(beforeCases)),
      signal,
    });
    const gate = await gateFor(prepared, { runId, store });
    // whoever started the run has asked the control questions, and their answers are found again
    for await (const _ of gate?.before(signal) ?? []);
    const plan = planFor(prepared, { runId, about: begun.about, request, note });
    return served({ prepared, request, gate, plan, quota, store, about: begun.about });
  } catch (error) {
    await disposeQuietly(prepared.loaded.agent);
    throw error;
  }
}

/** Files that an agent has written to since the run began are no other agent; which those are, all its turns say. */
async function needTheSame(
  own: RunInfo,
  wanted: RunInfo,
  { store, runId }: { readonly store: RunStore; readonly runId: string },
): Promise<void> {
  try {
    checkUnchanged(wanted, own, { hint: "" });
  } catch {
    const { wrote } = await readStoppedRun(store, runId);
    checkUnchanged(wanted, own, { wrote, hint: "" });
  }
}

interface Parts extends Pick<ServedRun, "about" | "plan" | "quota"> {
  readonly prepared: PreparedRun;
  readonly request: EvalRequest;
  readonly gate: JudgeGate | undefined;
  readonly store: RunStore;
}

function served({ prepared, request, gate, plan, quota, store, about }: Parts): ServedRun {
  const { sets, initialSession, loaded } = prepared;
  const { trials } = request;

  async function checked(planned: PlannedCase): Promise<PlannedCase> {
    for await (const each of gate?.cases([planned]) ?? []) return each;
    return planned;
  }

  return {
    about,
    plan,
    quota,
    most: loaded.agent.oneAtATime === true ? 1 : Number.POSITIVE_INFINITY,
    async read(job, isFresh) {
      const ask = { sets, trials, initialSession };
      const first = plannedCaseAt(ask, job);
      if (first === undefined) throw noSuchCase(job);
      if (isFresh) return { planned: await checked(first) };
      const stopped = await readStoppedRun(store, plan.runId, [job.index]);
      if (stopped.ended.has(keyOf(first))) return undefined;
      const { unfinished, calls, placeholders } = stopped;
      const planned = plannedCaseAt({ ...ask, unfinished, calls }, job) ?? first;
      const [ready = planned] = withholding([planned], placeholders);
      return { planned: await checked(ready), stopped };
    },
    close: () => disposeQuietly(loaded.agent),
  };
}

function noSuchCase({ index }: CaseJob): UserFacingError {
  return new UserFacingError("run/changed", `There is no case ${index + 1} in the plan here.`);
}

/** Nobody can have been at it before. */
export function isFresh(claim: Claim, dispatch: Dispatch): boolean {
  return claim.attempt === 0 && !dispatch.resumes;
}
