import { randomUUID } from "node:crypto";
import { RealDate } from "../../core/async/own-timers.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { UserFor } from "../../core/user-simulator.ts";
import type { RunPlan, RunTurn } from "../../runner/run-plan.ts";
import { createUserFor } from "../../simulation/create-user-for.ts";
import { userWithoutModel } from "../../simulation/user-without-model.ts";
import type { CheckedRun } from "../judge-checks/check-judge.ts";
import type { JudgeGate } from "../judge-checks/check-judges.ts";
import { openJudgeGate } from "../judge-checks/open-judge-gate.ts";
import { callCeiling } from "../models/call-ceiling.ts";
import type { RunRequest } from "../plan/eval-request.ts";
import type { PreparedRun } from "../plan/prepared-run.ts";
import { watchedTurns } from "../plan/run-inputs.ts";
import { isCode } from "../resume/check-unchanged.ts";
import { runTurn } from "./run-turn.ts";
import { activityHooks } from "./watchdog/stuck-code.ts";

/** A conversation with a user who never stops ends here. */
const MAX_TURNS = 1000;

interface PlanOptions {
  readonly runId: string;
  /** What the run's journal says of it; where it goes on, that is what it began with. */
  readonly about: RunInfo;
  readonly request: Pick<
    RunRequest,
    "trials" | "concurrency" | "timeouts" | "failFast" | "budget" | "maxCost"
  >;
  /** Every case is ended, also where the ceiling for costs kept it from being measured. */
  readonly endsAll?: boolean | undefined;
  readonly note: (sentence: string) => void;
}

/** How conversations are run, whichever process runs which of them. */
export type ConversationPlan = Omit<RunPlan, "resumes" | "cases" | "stop" | "kill">;

/** As much of a run's plan as does not depend on who runs it, and on what is left to run. */
export function planFor(prepared: PreparedRun, options: PlanOptions): ConversationPlan {
  const { runId, about, request, note } = options;
  const seconds = request.timeouts;
  return {
    ...activityHooks,
    runId,
    about,
    agent: prepared.loaded.agent,
    onRestart: noteRestart(note),
    userFor: usersOf(prepared),
    environmentFor: prepared.environments?.(about.seed ?? prepared.about.seed ?? 0),
    models: prepared.models?.client,
    runTurn: watched(runTurn, prepared),
    // each has a worker, and a million of them would use up the memory without anything to do
    concurrency: Math.min(
      request.concurrency,
      Math.max(1, prepared.about.caseCount * request.trials),
    ),
    deadlines: {
      turn: seconds.turn * 1000,
      case: seconds.case * 1000,
      run: (seconds.run ?? Number.POSITIVE_INFINITY) * 1000,
    },
    maxTurns: MAX_TURNS,
    failFast: request.failFast,
    stopsUnpaid: options.endsAll !== true,
    ceiling: callCeiling(request).option,
    now: () => new RealDate(),
    newId: () => randomUUID(),
  };
}

/** Turns that run again are paid for again, and the user should know; the first such case says it for all. */
function noteRestart(note: (sentence: string) => void): RunPlan["onRestart"] {
  let isNoted = false;
  return ({ evalId }, turns) => {
    if (isNoted) return;
    isNoted = true;
    const had = turns === 1 ? "the turn it had is" : `the ${turns} turns it had are`;
    note(
      `${evalId} begins again, since its agent cannot go on with it: ${had} run and paid for again. So it is with every other that cannot go on.`,
    );
  };
}

/** What stands between the judges of a run and its conversations. */
export function gateFor(
  { sets, models }: PreparedRun,
  run: Pick<CheckedRun, "runId" | "store">,
): Promise<JudgeGate | undefined> {
  return openJudgeGate({
    ...run,
    metrics: sets.flatMap((set) => set.metrics),
    models: models?.client,
  });
}

/** What the agent writes to its own folder is noted, so that a resume does not count it as a change. */
function watched(run: RunTurn, { about }: PreparedRun): RunTurn {
  const { inputs, cwd } = about;
  return inputs === undefined || cwd === undefined
    ? run
    : watchedTurns(run, inputs, { cwd, isCode });
}

/** Written conversations need nobody; scenarios are played by a model, where one can be asked. */
function usersOf({ models, userSimulators, sets }: PreparedRun): UserFor {
  if (models === undefined) return userWithoutModel;
  const bySet = new Map(sets.map((set) => [set.evalSetId, models.modelsOf(set.models)]));
  return createUserFor({
    configFor: (evalSetId) => userSimulators.get(evalSetId),
    modelFor: (name, evalSetId) => (bySet.get(evalSetId) ?? models.modelFor)(name),
  });
}
