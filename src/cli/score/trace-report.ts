import type { CaseResult } from "../../core/run.ts";
import type { ScoredConversation, TraceRun } from "../../project/traces/trace-run.ts";
import type { ReporterContext } from "../../reporters/reporter-context.ts";
import { evaluationsOf } from "../../traces/conversations/group-traces.ts";
import { performanceFold, tracePerformance } from "../../traces/performance/trace-performance.ts";
import { argumentsOf } from "../../traces/turns/to-invocation.ts";

type Sections = NonNullable<ReporterContext["sections"]>;

/** What the JSON report says of traces beside what it says of any run: `traces` and `performance`, one trace at a time. */
export function traceSections(run: TraceRun): Sections {
  return async function* sections(cases, json) {
    const resultAt = resultsInOrder(cases());
    let before = '"traces":[\n';
    let place = 0;
    for (const each of run.conversations()) {
      yield `${before}${json(traceOf(each, await resultAt(place)))}`;
      before = ",\n";
      place += 1;
    }
    yield place === 0 ? '"traces":[],\n' : "\n],\n";
    if (run.scenarios.length > 0) {
      const skipped = run.scenarios.map((id) => ({ case: id, why: "needs-a-run" }));
      yield `"skipped":${json(skipped)},\n`;
    }
    const whole = performanceFold();
    before = '"performance":{"traces":[\n';
    for (const { conversation } of run.conversations()) {
      const own = tracePerformance(conversation);
      whole.add(own);
      yield `${before}${json({ trace_id: conversation.traceId, ...own })}`;
      before = ",\n";
    }
    yield place === 0 ? '"performance":{"traces":[]' : "\n]";
    yield `,"run":${json(whole.result())}},\n`;
  };
}

/** Results come in plan order, and some may be missing: those of a run that was stopped. */
function resultsInOrder(results: AsyncIterable<CaseResult>) {
  const iterator = results[Symbol.asyncIterator]();
  let next: CaseResult | undefined;
  let isOver = false;
  return async (index: number): Promise<CaseResult | undefined> => {
    while (!isOver && (next === undefined || next.index < index)) {
      const { done, value } = await iterator.next();
      isOver = done === true;
      next = isOver ? undefined : value;
    }
    return next?.index === index ? next : undefined;
  };
}

function traceOf(each: ScoredConversation, result: CaseResult | undefined) {
  const { evalId, conversation, match, missingTurns, unexpectedTurns } = each;
  const { evalCase } = match;
  return {
    evalId,
    traceId: conversation.traceId,
    traceIds: conversation.traceIds,
    ...(conversation.key !== conversation.traceId && { conversation: conversation.key }),
    case:
      evalCase === undefined
        ? { id: null, why: match.why }
        : { id: evalCase.evalId, how: match.how },
    status: result?.status ?? "not-evaluated",
    ...(missingTurns !== undefined && { missingTurns, unexpectedTurns }),
    ...(result?.detail !== undefined && { detail: result.detail }),
    metrics: (result?.metrics ?? []).map(({ name, score, status, reason, detail }) => ({
      name,
      score: score ?? null,
      status,
      ...(reason !== undefined && { reason }),
      ...(reason !== undefined && detail !== undefined && { detail }),
    })),
    invocations: conversation.turns.map(({ id, user, answer, tools }) => ({
      id,
      user: user ?? "",
      answer: answer ?? null,
      tools: tools.map((tool) => ({
        name: tool.name,
        args: argumentsOf(tool.args),
        ...(tool.id !== undefined && { id: tool.id }),
        ...(tool.result !== undefined && { result: tool.result }),
        ...(tool.errorType !== undefined && { error: tool.errorType }),
      })),
    })),
    ...evaluationsIn(conversation),
    warnings: conversation.turns.flatMap(({ warnings }) => warnings),
  };
}

/** What the trace brought of its own, apart from our metrics; left out where it brought nothing. */
function evaluationsIn(conversation: ScoredConversation["conversation"]) {
  const evaluations = evaluationsOf(conversation).map((each) => ({
    name: each.name,
    score: each.score ?? null,
    ...(each.label !== undefined && { label: each.label }),
    ...(each.explanation !== undefined && { explanation: each.explanation }),
    ...(each.errorType !== undefined && { error: each.errorType }),
    ...(each.turnId !== undefined && { invocation: each.turnId }),
    ...(each.spanId !== undefined && { spanId: each.spanId }),
  }));
  return evaluations.length === 0 ? {} : { evaluations };
}
