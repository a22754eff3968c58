import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { keyOf } from "../../core/folds/open-cases.ts";
import type { Metric, MetricNeed } from "../../core/metric.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { TraceFacts } from "../../core/traces/trace-facts.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import type { FinishedTurns, PlannedCase } from "../../runner/run-plan.ts";
import type { StoppedRun } from "../resume/resume-run.ts";
import { withoutSecrets } from "../run/secrets/missing-secrets.ts";
import { unmaskSaved } from "../run/secrets/run-secrets.ts";
import { type RecordedConversation, recordedConversation } from "./recorded-conversation.ts";

interface RecordedRequest {
  readonly loaded: {
    readonly summary: { readonly runId: string; readonly about: RunInfo };
    readonly cases: () => AsyncIterable<CaseResult>;
    readonly mayBeUneven?: boolean | undefined;
    readonly traceOf?: ((index: number) => TraceFacts | undefined) | undefined;
    readonly isUnmasked?: boolean | undefined;
  };
  readonly metricsFor: (evalSetId: string) => readonly Metric[];
  readonly references?: readonly EvalSetSource[] | undefined;
  readonly stopped?: StoppedRun | undefined;
  readonly onNote?: ((sentence: string) => void) | undefined;
}

/** Recorded conversations, as cases whose agents and users do again what they did; without those that an earlier process has scored. */
export async function* recordedCases(request: RecordedRequest): AsyncGenerator<PlannedCase> {
  const { loaded, metricsFor, references = [], stopped } = request;
  const bySet = new Map(references.map((source) => [source.header.evalSetId, source]));
  // scored is what was really said
  for await (const { result, missing } of unmaskSaved(loaded, request.onNote)) {
    const { evalSetId, evalId, trial, index } = result;
    const key = keyOf(result);
    if (stopped?.ended.has(key)) continue;
    const metrics = withoutCase(metricsFor(evalSetId), loaded.mayBeUneven ? result : undefined);
    // only programs look at it
    const seesTrace = metrics.some(({ measuresUneven }) => measuresUneven === true);
    yield {
      evalSetId,
      evalId,
      trial,
      index,
      metrics: withoutSecrets(metrics, missing),
      freshSession: false,
      mayBeUneven: loaded.mayBeUneven,
      trace: seesTrace ? loaded.traceOf?.(index) : undefined,
      load: () => caseFor(result, bySet.get(evalSetId)),
      ...recordedConversation(recordingOf(result)),
      finishedTurns: finishedTurnsOf(result, stopped?.unfinished.get(key)),
      finishedCalls: stopped?.calls.get(key),
    };
  }
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
  const { invocations, finalState, sessionId, userId, output } = result;
  const known = { invocations, finalState, sessionId, userId, output };
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
