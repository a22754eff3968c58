import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { keyOf } from "../../core/folds/open-cases.ts";
import type { Metric, MetricNeed } from "../../core/metric.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { TraceFacts } from "../../core/traces/trace-facts.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import type { FinishedTurns, PlannedCase, RecordedConversation } from "../../runner/run-plan.ts";
import type { StoppedRun } from "../resume/resume-run.ts";
import { withoutSecrets } from "../run/secrets/missing-secrets.ts";
import { type Unmasked, unmaskSaved } from "../run/secrets/run-secrets.ts";

interface RecordedRequest {
  readonly loaded: {
    readonly summary: { readonly runId: string; readonly about: RunInfo };
    readonly cases: () => AsyncIterable<CaseResult> | Iterable<CaseResult>;
    readonly mayBeUneven?: boolean | undefined;
    readonly traceOf?: ((index: number) => TraceFacts | undefined) | undefined;
    readonly isUnmasked?: boolean | undefined;
  };
  readonly metricsFor: (evalSetId: string) => readonly Metric[];
  readonly references?: readonly EvalSetSource[] | undefined;
  readonly stopped?: StoppedRun | undefined;
  readonly onNote?: ((sentence: string) => void) | undefined;
}

/** Recorded conversations, as cases that are only to be measured; without those that an earlier process has scored. */
export function recordedCases(
  request: RecordedRequest,
): AsyncIterable<PlannedCase> | Iterable<PlannedCase> {
  const { loaded, onNote } = request;
  const planner = casePlanner(request);
  const cases = loaded.isUnmasked === true ? loaded.cases() : undefined;
  // thousands of conversations of a file: waiting for each costs as much as scoring it
  if (cases !== undefined && Symbol.iterator in cases) return plannedNow(cases, planner);
  return plannedLater(unmaskSaved(loaded, onNote), planner);
}

type Planner = (result: CaseResult, missing: readonly string[]) => PlannedCase | undefined;

function* plannedNow(cases: Iterable<CaseResult>, plan: Planner): Generator<PlannedCase> {
  for (const result of cases) {
    const planned = plan(result, []);
    if (planned !== undefined) yield planned;
  }
}

async function* plannedLater(
  cases: AsyncIterable<Unmasked>,
  plan: Planner,
): AsyncGenerator<PlannedCase> {
  // scored is what was really said
  for await (const { result, missing } of cases) {
    const planned = plan(result, missing);
    if (planned !== undefined) yield planned;
  }
}

/** Undefined for a conversation that has its verdict. */
function casePlanner({ loaded, metricsFor, references = [], stopped }: RecordedRequest): Planner {
  const bySet = new Map(references.map((source) => [source.header.evalSetId, source]));
  return (result, missing) => {
    const { evalSetId, evalId, trial, index, sessionId, userId } = result;
    const key = stopped === undefined ? undefined : keyOf(result);
    if (key !== undefined && stopped?.ended.has(key)) return undefined;
    const metrics = withoutCase(metricsFor(evalSetId), loaded.mayBeUneven ? result : undefined);
    // only programs look at it
    const seesTrace = metrics.some(({ measuresUneven }) => measuresUneven === true);
    return {
      evalSetId,
      evalId,
      trial,
      index,
      metrics: withoutSecrets(metrics, missing),
      freshSession: false,
      mayBeUneven: loaded.mayBeUneven,
      trace: seesTrace ? loaded.traceOf?.(index) : undefined,
      load: () => caseFor(result, bySet.get(evalSetId)),
      recorded: recordingOf(result),
      session: { sessionId, userId },
      finishedTurns:
        key === undefined ? undefined : finishedTurnsOf(result, stopped?.unfinished.get(key)),
      finishedCalls: key === undefined ? undefined : stopped?.calls.get(key),
    };
  };
}

const references: readonly MetricNeed[] = [
  "expected-conversation",
  "reference-answer",
  "final-state",
];

/** What has no case to be compared with says why, in the words of whoever looked for one. */
function withoutCase(
  metrics: readonly Metric[],
  result: CaseResult | undefined,
): readonly Metric[] {
  const detail = result?.detail;
  if (detail === undefined || result?.evalCase.conversation !== undefined) return metrics;
  return metrics.map((metric) =>
    metric.needs.some((need) => references.includes(need))
      ? {
          ...metric,
          measure: () => ({ kind: "not-evaluated", reason: "missing-reference", detail }),
        }
      : metric,
  );
}

/** A case of another set may have the same id: only the newer version of its own set has its reference. */
function caseFor(
  result: CaseResult,
  references: EvalSetSource | undefined,
): EvalCase | Promise<EvalCase> {
  const index = references?.caseIds.indexOf(result.evalId) ?? -1;
  return references === undefined || index < 0 ? result.evalCase : references.read(index);
}

/** Reasons by which a conversation itself came to an end, so that there is nothing to measure. */
const stops: ReadonlySet<unknown> = new Set<CaseResult["reason"]>([
  "agent-error",
  "timeout",
  "simulator-fault",
  "not-recorded",
]);

function recordingOf(result: CaseResult): RecordedConversation {
  const { invocations, finalState, output } = result;
  const known = { invocations, finalState, output };
  if (!stops.has(result.reason) || result.metrics.length > 0) return known;
  const { status, reason, detail, simulated, partial } = result;
  return { ...known, ending: { status, reason, detail, simulated, partial } };
}

/** Turns that an earlier process has reported, with what was really said in them. */
function finishedTurnsOf({ invocations }: CaseResult, unfinished: FinishedTurns | undefined) {
  return (
    unfinished && {
      ...unfinished,
      invocations: invocations.slice(0, unfinished.invocations.length),
    }
  );
}

/** Newer references that fit no case of the run are a mistake: scoring would go on with the old ones in silence. */
export function checkReferences(references: readonly EvalSetSource[], about: RunInfo): void {
  const had = about.sets.map((set) => set.evalSetId);
  for (const { header, path } of references) {
    if (had.includes(header.evalSetId)) continue;
    const name = path ?? `The eval set "${header.evalSetId}"`;
    throw new UserFacingError(
      "eval-set/invalid",
      `${name} has the eval_set_id "${header.evalSetId}", and the run has no set of that id.`,
      {
        hint: `References are taken by set and case; the run was about ${had.map((id) => `"${id}"`).join(", ")}.`,
      },
    );
  }
}
