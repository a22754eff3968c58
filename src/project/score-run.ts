import { randomUUID } from "node:crypto";
import type { Agent, Conversation } from "../core/agent.ts";
import type { EvalCase } from "../core/eval-set.ts";
import type { Metric } from "../core/metric.ts";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult, RunAbout } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import type { RunSummary } from "../core/run-summary.ts";
import type { EvalSetSource } from "../eval-sets/eval-set-source.ts";
import { acknowledgements } from "../runner/acknowledgements.ts";
import { runInBatches } from "../runner/run-evals.ts";
import type { HoldTurn, ModelAccess, PlannedCase, RunPlan } from "../runner/run-plan.ts";
import { userFor } from "../simulation/index.ts";
import { executeRun } from "./execute-run.ts";
import { describeMetric } from "./plan-run.ts";
import { unmaskSaved } from "./run-secrets.ts";

/** As much of a run that was held as scoring needs. */
export interface SavedRun {
  readonly summary: Pick<RunSummary, "runId" | "about">;
  readonly cases: () => AsyncIterable<CaseResult>;
}

interface ScoreRequest {
  readonly store: RunStore;
  /** The run whose conversations are scored again. */
  readonly loaded: SavedRun;
  readonly metricsFor: (evalSetId: string) => readonly Metric[];
  readonly configPath?: string | undefined;
  /** Newer references, taken by case id; cases it does not have keep their own. */
  readonly references?: EvalSetSource | undefined;
  /** For metrics that ask a judge. */
  readonly models?: ModelAccess | undefined;
  readonly reporters: readonly Reporter[];
  readonly onNote?: ((sentence: string) => void) | undefined;
  readonly runId: string;
  readonly version: string;
  readonly command?: readonly string[] | undefined;
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
}

const HOUR_MS = 3_600_000;

/** Scores saved conversations by other criteria, as a run of its own. No agent is called. */
export async function scoreRun(request: ScoreRequest): Promise<RunSummary> {
  const { store, runId } = request;
  const journaled = acknowledgements();
  const plan: RunPlan = {
    runId,
    about: aboutScoring(request),
    resumes: false,
    agent: noAgent,
    cases: recordedCases(request),
    userFor,
    models: request.models,
    durable: journaled.wait,
    holdTurn: replayTurn,
    concurrency: 8,
    deadlines: { turn: HOUR_MS, case: HOUR_MS, run: Number.POSITIVE_INFINITY },
    maxTurns: 1000,
    failFast: false,
    stop: request.stop,
    kill: request.kill,
    now: () => new Date(),
    newId: () => randomUUID(),
  };
  await store.lock(runId);
  try {
    const reporters = [journaled.reporter, ...request.reporters];
    return await executeRun({
      runId,
      batches: runInBatches(plan),
      store,
      reporters,
      onNote: request.onNote,
    });
  } finally {
    await store.unlock(runId);
  }
}

function aboutScoring({
  loaded,
  metricsFor,
  configPath,
  version,
  command,
}: ScoreRequest): RunAbout {
  const { about, runId } = loaded.summary;
  return {
    ...about,
    kind: "score",
    scoredRun: runId,
    version,
    command,
    options: undefined,
    sets: about.sets.map((set) => ({
      ...set,
      config: { path: configPath, metrics: metricsFor(set.evalSetId).map(describeMetric) },
    })),
  };
}

async function* recordedCases(request: ScoreRequest): AsyncGenerator<PlannedCase> {
  for await (const result of unmaskSaved(request.loaded, request.onNote)) {
    const { evalSetId, evalId, trial, index } = result;
    yield {
      evalSetId,
      evalId,
      trial,
      index,
      metrics: request.metricsFor(evalSetId),
      freshSession: false,
      load: () => caseFor(result, request.references),
      agent: { name: "recorded", start: () => replayOf(result) },
    };
  }
}

function caseFor(
  result: CaseResult,
  references: EvalSetSource | undefined,
): EvalCase | Promise<EvalCase> {
  const index = references?.caseIds.indexOf(result.evalId) ?? -1;
  return references === undefined || index < 0 ? result.evalCase : references.read(index);
}

/** A conversation that was held before; every turn comes back as it was recorded. */
interface Replay extends Conversation {
  readonly recorded: CaseResult;
  turn: number;
}

function replayOf(recorded: CaseResult): Replay {
  return {
    recorded,
    turn: 0,
    send: () => Promise.reject(new Error("a recorded conversation is not sent to")),
    state: () => recorded.finalState,
  };
}

const replayTurn: HoldTurn = async ({ conversation, content, invocationId }) => {
  const replay = conversation as Replay;
  const { recorded } = replay;
  const invocation = recorded.invocations[replay.turn];
  replay.turn += 1;
  if (invocation !== undefined) return { invocation, status: "done" };
  return {
    invocation: recorded.partial ?? { invocationId, userContent: content, creationTimestamp: 0 },
    status: recorded.reason === "timeout" ? "timeout" : "failed",
    problem: recorded.detail?.replace(/^Turn \d+: /, "") ?? "The saved run has no such turn.",
    output: recorded.output,
  };
};

const noAgent: Agent = {
  name: "recorded",
  start: () => Promise.reject(new Error("scoring calls no agent")),
};
