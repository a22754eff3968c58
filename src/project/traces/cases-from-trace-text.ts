import type { EvalCase } from "../../core/eval-set.ts";
import { groupTraces, type TraceConversation } from "../../traces/conversations/group-traces.ts";
import { readTraceText } from "../../traces/formats/read-trace-text.ts";
import { traceRecord } from "../../traces/records/trace-record.ts";
import { findTurns } from "../../traces/turns/find-turns.ts";
import { spanTree } from "../../traces/turns/span-tree.ts";
import { caseFromTrace, maskedCase, namedConversations } from "./case-from-trace.ts";
import { conversationList } from "./conversation-source.ts";
import { contentVariable } from "./trace-problems.ts";

interface TraceCases {
  readonly cases: readonly EvalCase[];
  /** Conversations of which no case was made, and what was lost, in sentences. */
  readonly problems: readonly { readonly message: string; readonly hint?: string }[];
  readonly warnings: readonly string[];
}

/** A case for each conversation of a trace; undefined where a text is no trace. Secrets that are known are taken out. */
export function casesFromTraceText(text: string): TraceCases | undefined {
  const content = readTraceText(text);
  if (content === undefined) return undefined;
  const { spans, logs } = content;
  const logsOf = Map.groupBy(logs, ({ traceId }) => traceId);
  const records = [...Map.groupBy(spans, ({ traceId }) => traceId)].map(([traceId, own]) =>
    traceRecord(findTurns(spanTree(traceId, own, logsOf.get(traceId)))),
  );
  const groups = groupTraces(records, { groupBy: "conversation" });
  const problems = content.problems.map(({ message }) => ({ message }));
  const cases: EvalCase[] = [];
  const left: TraceCases["problems"][number][] = [];
  const warnings = [...content.warnings];
  for (const { id, conversation } of namedConversations(conversationList(groups))) {
    const made = caseFromTrace(id, conversation, Date.now() / 1000);
    if (made === undefined) left.push(leftOut(id, conversation));
    else {
      const { evalCase, isMasked } = maskedCase(made);
      cases.push(evalCase);
      if (isMasked) warnings.push(`${id} said a secret, which is left out.`);
    }
  }
  return { cases, problems: [...problems, ...left], warnings };
}

function leftOut(id: string, conversation: TraceConversation): TraceCases["problems"][number] {
  const why =
    conversation.turns.length === 0
      ? "no span tells what an agent said or did, or of a call to a model."
      : "it does not say what the user said.";
  return {
    message: `${id} is left out: ${why}`,
    hint: `Have content recorded:  ${contentVariable(conversation)}`,
  };
}
