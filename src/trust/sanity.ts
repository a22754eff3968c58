import { captureTurnOutput } from "../agents/isolation/capture-turn-output.ts";
import { neverAborted } from "../api/run-evaluation.ts";
import { textOf } from "../core/content.ts";
import type { EvalCase } from "../core/eval-set.ts";
import { toolCallsOf } from "../core/invocation.ts";
import type { JudgeCheckMode } from "../core/judge-check.ts";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult } from "../core/run.ts";
import type { RunInputs } from "../core/run-info.ts";
import type { RunStore } from "../core/run-store.ts";
import { watchWaiting } from "../project/models/watch-waiting.ts";
import { packageVersion } from "../project/package-version.ts";
import { evalDefaults } from "../project/plan/eval-request.ts";
import { plannedCases } from "../project/plan/plan-cases.ts";
import { prepareRun } from "../project/plan/plan-run.ts";
import type { PreparedRun } from "../project/plan/prepared-run.ts";
import type { PaidJob } from "../project/resume/paid-job.ts";
import { newRunId, runPrepared } from "../project/run/run-prepared.ts";
import { shortReason } from "../reporters/text/case-reason.ts";
import type { PlannedCase } from "../runner/run-plan.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { oracle, type SanityAgent, sanityAgents } from "./sanity-agents.ts";
import { sanityHints } from "./sanity-hints.ts";

export interface SanityRequest {
  readonly evalSets: readonly string[];
  readonly configFilePath?: string | undefined;
  /** A project config, for sets that have no test config or whose config names no judge. */
  readonly project?: string | undefined;
  readonly judgeModel?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly maxCost?: number | undefined;
  readonly judgeCheck?: JudgeCheckMode | undefined;
  readonly cwd: string;
  /** Ask nothing new; what is asked may be answered. The same as `signal` unless given. */
  readonly stop?: AbortSignal | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Hears what models are waited for. */
  readonly onWaiting?: ((what: string) => void) | undefined;
  /** Opens what keeps the judges' answers; only where a model is asked. */
  readonly openJob?: ((inputs: RunInputs | undefined) => Promise<PaidJob>) | undefined;
}

/** What agents whose results are known beforehand got on one set. */
export interface SetSanity {
  readonly evalSetId: string;
  readonly cases: number;
  /** Cases with a simulated user; no reference agent can know them. */
  readonly scenarios: number;
  readonly agents: readonly AgentSanity[];
  readonly verdict: "sane" | "not sane" | "not evaluated";
  /** Nothing is wrong with these by themselves. */
  readonly hints: readonly string[];
}

export interface AgentSanity {
  readonly agent: SanityAgent["name"];
  readonly passed: number;
  readonly failed: number;
  readonly notEvaluated: number;
  readonly expected: string;
  readonly holds: boolean | undefined;
  /** Cases that speak against the set: passed where they must not, or the other way round. */
  readonly against: readonly { readonly evalId: string; readonly why: string | undefined }[];
}

/** Runs every set with four agents whose results are known beforehand. Nothing is kept. */
export async function checkSanity(request: SanityRequest): Promise<readonly SetSanity[]> {
  const release = captureTurnOutput();
  try {
    const { cwd, evalSets, configFilePath, judgeModel, baseUrl, maxCost, judgeCheck } = request;
    const { project } = request;
    const planned = await prepareRun(
      {
        ...{ evalSets, configFilePath, judgeModel, baseUrl, maxCost, judgeCheck },
        ...(project === undefined ? {} : { project }),
        ...{ caseIds: [], tags: [], failFast: false, ...evalDefaults },
        agent: nobody,
      },
      { cwd, version: packageVersion(), simulates: false },
    );
    const { prepared, records } = await kept(planned, request);
    const results = new Map<SanityAgent, readonly CaseResult[]>();
    for (const agent of sanityAgents) {
      results.set(
        agent,
        await runWith(prepared, casesFor(prepared, agent), { ...request, records }),
      );
    }
    // a judge would have to be paid for what is only a hint
    const isJudged = prepared.models !== undefined;
    const swapped = isJudged
      ? []
      : await runWith(prepared, swappedCases(prepared), { ...request, records });
    return await Promise.all(prepared.sets.map((set) => judgeSet(set, results, swapped)));
  } finally {
    release();
  }
}

/** The same run with every model call kept: asked again after a kill, it is not asked again. */
async function kept(
  planned: PreparedRun,
  { openJob }: SanityRequest,
): Promise<{ prepared: PreparedRun; records?: RunStore | undefined }> {
  const { models } = planned;
  if (models === undefined || openJob === undefined) return { prepared: planned };
  const job = await openJob(planned.about.inputs);
  const access = job.keep(models.client);
  return { prepared: { ...planned, models: { ...models, client: access } }, records: job.store };
}

/** Every case brings its own agent; this one is never asked. */
function nobody(): string {
  return "";
}

async function runWith(
  prepared: PreparedRun,
  cases: AsyncIterable<PlannedCase>,
  request: SanityRequest & { records?: RunStore | undefined },
): Promise<readonly CaseResult[]> {
  const { signal = neverAborted, stop = signal, records, onWaiting } = request;
  const ended: CaseResult[] = [];
  const keep: Reporter = { onCase: (result) => void ended.push(result) };
  const run = () =>
    runPrepared(prepared, {
      store: memoryStore(),
      endsAll: true,
      records,
      reporters: [keep],
      request: { ...evalDefaults, failFast: false },
      runId: newRunId(),
      cases,
      stop,
      kill: signal,
      adkResults: "never",
      onWaiting,
    });
  await watchWaiting(prepared.models?.client, onWaiting, run);
  return ended;
}

async function* casesFor({ sets }: PreparedRun, agent: SanityAgent): AsyncGenerator<PlannedCase> {
  for (const planned of plannedCases({ sets, trials: 1 })) {
    const evalCase = await planned.load();
    if (evalCase.conversation === undefined) continue;
    yield { ...planned, agent: agent.agentFor(evalCase) };
  }
}

/** Every case with what the next one expects, where that is something else: nothing of it should pass. */
async function* swappedCases({ sets }: PreparedRun): AsyncGenerator<PlannedCase> {
  for (const set of sets) {
    const all = [...plannedCases({ sets: [set], trials: 1 })];
    for (const [place, planned] of all.entries()) {
      const evalCase = await planned.load();
      const other = await all[(place + 1) % all.length]?.load();
      if (evalCase.conversation === undefined || other?.conversation === undefined) continue;
      if (expectedIn(evalCase) === expectedIn(other)) continue;
      yield { ...planned, agent: oracle(other) };
    }
  }
}

function expectedIn({ conversation = [], finalSessionState }: EvalCase): string {
  const turns = conversation.map((turn) => [toolCallsOf(turn), textOf(turn.finalResponse)]);
  return JSON.stringify([turns, finalSessionState]);
}

function swapHints(results: readonly CaseResult[]): readonly string[] {
  const passed = results.filter(({ status }) => status === "passed");
  if (passed.length / results.length <= MOST_SWAPPED || results.length === 0) return [];
  const names = passed.slice(0, 3).map(({ evalId }) => evalId);
  return [
    `${passed.length} of ${results.length} cases pass with what another case expects: ${names.join(", ")}.`,
  ];
}

const MOST_SWAPPED = 0.05;

async function judgeSet(
  { evalSetId, selected, source }: PreparedRun["sets"][number],
  results: ReadonlyMap<SanityAgent, readonly CaseResult[]>,
  swapped: readonly CaseResult[],
): Promise<SetSanity> {
  const own = (all: readonly CaseResult[]) => all.filter((each) => each.evalSetId === evalSetId);
  const agents = [...results].map(([agent, all]) => judgeAgent(agent, own(all)));
  const holds = agents.map((each) => each.holds);
  return {
    evalSetId,
    cases: selected.length,
    scenarios: selected.filter(source.isScenario).length,
    agents,
    verdict: holds.includes(false)
      ? "not sane"
      : holds.includes(undefined)
        ? "not evaluated"
        : "sane",
    hints: [
      ...swapHints(own(swapped)),
      ...(await sanityHints(selected.map((index) => () => source.read(index)))),
    ],
  };
}

function judgeAgent(agent: SanityAgent, results: readonly CaseResult[]): AgentSanity {
  const { name, atMost, atLeast } = agent;
  const count = (status: CaseResult["status"]): number =>
    results.filter((each) => each.status === status).length;
  const [passed, failed, notEvaluated] = [count("passed"), count("failed"), count("not-evaluated")];
  const isAgainst = ({ status }: CaseResult): boolean =>
    atMost === undefined ? status !== "passed" : status !== "failed";
  return {
    agent: name,
    passed,
    failed,
    notEvaluated,
    expected: atMost === undefined ? `at least ${percent(atLeast)}` : `at most ${percent(atMost)}`,
    holds: results.length === 0 ? undefined : holdsFor(agent, { passed, failed, notEvaluated }),
    against: results
      .filter(isAgainst)
      .map((result) => ({ evalId: result.evalId, why: shortReason(result) || undefined })),
  };
}

/** What has no verdict leaves it open, unless it could not change anything. */
function holdsFor(
  { atMost = 1, atLeast = 0 }: SanityAgent,
  { passed, failed, notEvaluated }: Pick<AgentSanity, "passed" | "failed" | "notEvaluated">,
): boolean | undefined {
  const of = passed + failed + notEvaluated;
  const isWithin = (count: number): boolean => count / of >= atLeast && count / of <= atMost;
  const [worst, best] = [isWithin(passed), isWithin(passed + notEvaluated)];
  return worst === best ? worst : undefined;
}

function percent(share = 0): string {
  return `${Math.round(share * 100)} %`;
}
