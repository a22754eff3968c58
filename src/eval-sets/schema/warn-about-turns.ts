import type { EvalCase } from "../../core/eval-set.ts";
import { type Invocation, isRecorded } from "../../core/invocation.ts";
import { isObject, type ParseContext, shown } from "../../core/schema/parse-context.ts";

type Source = Readonly<Record<string, unknown>>;

/** Remarks on turns that are valid and will not do what they seem to say. `source` is the case as it was written. */
export function warnAboutTurns(read: EvalCase, source: Source, context: ParseContext): void {
  if (!Array.isArray(source.conversation) || read.conversation === undefined) return;
  for (const [turn, invocation] of read.conversation.entries()) {
    const written: unknown = source.conversation[turn];
    if (invocation === undefined || !isObject(written)) continue;
    context.path.push("conversation", turn);
    if (read.assay?.ignoreArgs !== true) {
      warnAboutArgs(invocation, written, read.assay?.namesOnly?.[turn] ?? [], context);
    }
    warnAboutHiddenCalls(invocation, written, context);
    context.path.length -= 2;
  }
}

function warnAboutArgs(
  { intermediateData }: Invocation,
  written: Source,
  namesOnly: readonly number[],
  context: ParseContext,
): void {
  if (intermediateData === undefined || isRecorded(intermediateData)) return;
  for (const [place, call] of (intermediateData.toolUses ?? []).entries()) {
    if (call?.name === undefined || call.args !== undefined || namesOnly.includes(place)) continue;
    const data = spelling(written, "intermediate_data", "intermediateData");
    const list = spelling(written[data], "tool_uses", "toolUses");
    context.path.push(data, list, place);
    context.warn(`A call of ${call.name} without "args" never matches a call that has some.`, {
      hint: `Write "args": {} if it takes none, or just ${shown(call.name)} to compare the name only.`,
    });
    context.path.length -= 3;
  }
}

function warnAboutHiddenCalls(
  { finalResponse }: Invocation,
  written: Source,
  context: ParseContext,
): void {
  for (const [place, part] of (finalResponse?.parts ?? []).entries()) {
    if (part?.functionCall === undefined) continue;
    const response = spelling(written, "final_response", "finalResponse");
    context.path.push(response, "parts", place);
    context.warn("A function call inside the final response is not part of the trajectory.", {
      hint: 'Put it into "intermediate_data": {"tool_uses": [ … ]}.',
    });
    context.path.length -= 3;
  }
}

function spelling(written: unknown, snake: string, camel: string): string {
  return isObject(written) && camel in written ? camel : snake;
}
