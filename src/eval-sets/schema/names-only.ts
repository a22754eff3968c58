import type { EvalCase } from "../../core/eval-set.ts";
import { isObject } from "../../core/schema/parse-context.ts";

/**
 * Remembers in the case's settings which `tool_uses` were written as bare names,
 * so that the calls can be written in the form that ADK reads without losing that.
 */
export function withNamesOnly(read: EvalCase, source: Readonly<Record<string, unknown>>): EvalCase {
  if (!Array.isArray(source.conversation)) return read;
  let namesOnly: Record<string, readonly number[]> | undefined;
  for (const [turn, each] of source.conversation.entries()) {
    const places = bareNames(each);
    if (places.length === 0) continue;
    namesOnly ??= { ...read.assay?.namesOnly };
    const all = new Set([...(namesOnly[turn] ?? []), ...places]);
    namesOnly[turn] = [...all].sort((a, b) => a - b);
  }
  return namesOnly === undefined ? read : { ...read, assay: { ...read.assay, namesOnly } };
}

const none: readonly number[] = [];

function bareNames(turn: unknown): readonly number[] {
  if (!isObject(turn)) return none;
  const data = turn.intermediate_data ?? turn.intermediateData;
  if (!isObject(data)) return none;
  const uses = data.tool_uses ?? data.toolUses;
  if (!Array.isArray(uses) || !uses.some((use) => typeof use === "string")) return none;
  return uses.flatMap((use, place) => (typeof use === "string" ? [place] : []));
}
