import { fieldsOf } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import type { Attributes, LogRecord, Span } from "../../core/traces/span.ts";
import type { TraceEvaluation } from "../../core/traces/trace-evaluation.ts";
import { countAt, textAt } from "../dialects/attribute-values.ts";
import type { SpanView } from "../dialects/span-view.ts";
import type { TraceReading } from "../turns/find-turns.ts";

const RESULT = "gen_ai.evaluation.result";
const PREFIX = "gen_ai.evaluation.";

/** Explanations are bounded where they are written, and by hostile writers are not. */
const LONGEST = 2048;
/** More than anybody reads of one trace. */
const MOST = 1000;

/** The outcomes that a trace brought, in span events and in log records; what is in both is told once. */
export function readEvaluations(reading: TraceReading): readonly TraceEvaluation[] | undefined {
  const { views, logs } = reading.tree;
  if (!views.some(hasResult) && !logs.some(isResult)) return undefined;
  const found = new Map<string, TraceEvaluation>();
  const turnOf = turnFinder(reading);
  const add = (spanId: string | undefined, fields: Attributes): void => {
    const evaluation = { ...evaluationIn(fields), spanId, turnId: turnOf(spanId) };
    if (found.size < MOST) found.set(JSON.stringify(evaluation), evaluation);
  };
  for (const { span } of views) {
    for (const event of span.events) if (event.name === RESULT) add(span.spanId, event.attributes);
  }
  for (const log of logs) {
    if (isResult(log)) add(log.spanId, { ...fieldsOf(parsed(log.body)), ...log.attributes });
  }
  return [...found.values()];
}

function hasResult({ span }: { readonly span: Span }): boolean {
  return span.events.length > 0 && span.events.some(({ name }) => name === RESULT);
}

function isResult({ eventName }: LogRecord): boolean {
  return eventName === RESULT;
}

function evaluationIn(fields: Attributes): TraceEvaluation {
  return {
    name: textAt(fields, `${PREFIX}name`) ?? "unnamed",
    score: countAt(fields, `${PREFIX}score.value`),
    label: textAt(fields, `${PREFIX}score.label`),
    explanation: textAt(fields, `${PREFIX}explanation`)?.slice(0, LONGEST),
    errorType: textAt(fields, "error.type"),
  };
}

/** The turn that a span is in: the nearest above it that a turn is made of. */
function turnFinder({ turns, tree }: TraceReading) {
  const byId = new Map(tree.views.map((view) => [view.span.spanId, view]));
  const ids = new Set(turns.map(({ id }) => id));
  return (spanId: string | undefined): string | undefined => {
    let at: SpanView | undefined = spanId === undefined ? undefined : byId.get(spanId);
    while (at !== undefined && !ids.has(at.span.spanId)) at = at.parent;
    return at?.span.spanId;
  };
}
