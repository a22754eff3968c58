import { RealDate } from "../../../core/async/own-timers.ts";
import { keyOf } from "../../../core/folds/open-cases.ts";
import type { RunSummary } from "../../../core/folds/run-summary.ts";
import type { Reporter } from "../../../core/reporter.ts";
import type { CallEndEvent, CaseResult } from "../../../core/run.ts";
import type { SecretMask } from "../../../core/secrets/secret-mask.ts";
import { conversationSpans } from "../../../core/traces/conversation-spans.ts";
import { CASE_ID, RUN_ID, SCOPE, SET_ID } from "../../../core/traces/own-attributes.ts";
import type { Attributes, LogRecord, Span } from "../../../core/traces/span.ts";
import { conversationTraceId, turnSpanId } from "../../../core/traces/span-ids.ts";
import { logsExport, spansExport } from "../../../traces/formats/write-otlp-json.ts";
import { spanSettings } from "../span-settings.ts";
import { type EvaluationResult, evaluationResults } from "./evaluation-results.ts";
import { openRequests } from "./open-requests.ts";
import { type OtlpSender, otlpSender, type Unsent } from "./otlp-sender.ts";
import type { OtlpTarget } from "./otlp-target.ts";
import { timedSpans } from "./timed-spans.ts";

export interface OtelReporterOptions {
  readonly target: OtlpTarget;
  readonly mask: SecretMask;
  /** The spans of the turns that are scored, where somebody else wrote them: they are not sent again, and neither is what was said. */
  readonly scoredSpans?: ((result: CaseResult) => readonly (SpanRef | undefined)[]) | undefined;
  /** Hears in a sentence of what could not be sent. */
  readonly onNote: (sentence: string) => void;
}

interface SpanRef {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * Sends a run to an OpenTelemetry backend while it happens: each conversation as spans, and each score as a
 * `gen_ai.evaluation.result` event of the span that it is about. What cannot be sent costs the run nothing.
 */
export function otelReporter(options: OtelReporterOptions): Reporter {
  const { target, mask, scoredSpans, onNote } = options;
  const spans = target.traces && otlpSender<Span>(target.traces, spansExport);
  const logs = target.logs && otlpSender<LogRecord>(target.logs, logsExport);
  const calls = new Map<string, CallEndEvent[]>();
  const requests = openRequests();

  function sendSpans(result: CaseResult, run: RunSummary): void {
    const key = keyOf(result);
    const own = calls.get(key) ?? [];
    calls.delete(key);
    const sent = requests.take(key);
    if (scoredSpans !== undefined || run.about.scoredRun !== undefined) return;
    const settings = spanSettings(run.about, run.runId);
    const made = conversationSpans(mask.value(result), {
      ...settings,
      resource: target.resource,
      calls: mask.value(own),
      requests: mask.value(sent),
    });
    spans?.send(timedSpans(made));
  }

  function sendResults(result: CaseResult, run: RunSummary): void {
    const found = evaluationResults(mask.value(result.metrics), result.invocations.length);
    const shared = { resource: target.resource, about: aboutOf(result, run) };
    const refs = (scoredSpans ?? ownSpans(run))(result);
    const records = found.flatMap((each) => {
      const span = refs[each.turn];
      const said = scoredSpans === undefined ? each : withoutWords(each);
      return span === undefined ? [] : [logRecord(said, span, { ...shared, run })];
    });
    logs?.send(records);
  }

  return {
    onEvent(event) {
      if (spans === undefined) return;
      requests.apply(event);
      if (event.type !== "call-end") return;
      const key = keyOf(event);
      const own = calls.get(key);
      if (own === undefined) calls.set(key, [event]);
      else own.push(event);
    },
    onCase(result, run) {
      sendSpans(result, run);
      sendResults(result, run);
    },
    async onEnd(run) {
      const [unsent, unsentResults] = await Promise.all([closed(spans), closed(logs)]);
      const again = `assay runs export ${run.runId} --format otlp`;
      if (unsent !== undefined) {
        onNote(
          `${counted(unsent, "span")} not taken by ${placeOf(target.traces)}: ${unsent.why}. They are kept here, and can be written to a file:  ${again}`,
        );
      }
      if (unsentResults !== undefined) {
        onNote(
          `${counted(unsentResults, "evaluation result")} not taken by ${placeOf(target.logs)}: ${unsentResults.why}. They are kept here.`,
        );
      }
    },
  };
}

async function closed<Item>(sender: OtlpSender<Item> | undefined): Promise<Unsent | undefined> {
  return await sender?.close();
}

function placeOf(signal: OtlpTarget["traces"]): string {
  return signal === undefined ? "" : new URL(signal.url).origin;
}

function counted({ count }: Unsent, what: string): string {
  return count === 1 ? `1 ${what} was` : `${count} ${what}s were`;
}

/** The spans that stand for turns of ours; of a run that was scored again, in the traces of the first. */
function ownSpans({ about, runId }: RunSummary) {
  return (result: CaseResult): readonly SpanRef[] => {
    const traceId = conversationTraceId(about.scoredRun ?? runId, result);
    return result.invocations.map((_, turn) => ({ traceId, spanId: turnSpanId(traceId, turn) }));
  };
}

function aboutOf({ evalSetId, evalId, sessionId }: CaseResult, run: RunSummary): Attributes {
  return {
    "gen_ai.agent.name": run.about.agent.subAgent ?? run.about.agent.name,
    "gen_ai.conversation.id": sessionId,
    [RUN_ID]: run.runId,
    [SET_ID]: evalSetId,
    [CASE_ID]: evalId,
  };
}

/** An explanation quotes what was said. */
function withoutWords({ turn, attributes }: EvaluationResult): EvaluationResult {
  const { "gen_ai.evaluation.explanation": _, ...rest } = attributes;
  return { turn, attributes: rest };
}

interface Shared {
  readonly resource: Attributes;
  readonly about: Attributes;
  readonly run: RunSummary;
}

function logRecord(
  { attributes }: EvaluationResult,
  { traceId, spanId }: SpanRef,
  { resource, about, run }: Shared,
): LogRecord {
  const time = BigInt(RealDate.now()) * 1_000_000n;
  return {
    traceId,
    spanId,
    time,
    observedTime: time,
    eventName: "gen_ai.evaluation.result",
    severityNumber: 9,
    severityText: "INFO",
    attributes: { ...attributes, ...about },
    // sampled
    flags: 1,
    resource: { attributes: resource },
    scope: { name: SCOPE, version: run.about.version },
  };
}
