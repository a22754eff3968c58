import crypto from "node:crypto";
import type { ModelCall } from "../../core/chat-model.ts";
import type { CaseKey } from "../../core/run.ts";

/** Taken here, before anything is loaded that could replace it. */
const { hash } = crypto;

/** Whose call it is, which of several, and every word of the request: a changed prompt is another call. */
export function callKeyOf(
  { evalSetId, evalId, trial }: CaseKey,
  { role, model, turn, step, sample, request }: ModelCall,
): string {
  const identity = [evalSetId, evalId, trial, role, model.id, turn, step, sample, request];
  return hash("sha256", canonicalJson(identity));
}

/** Key order is an accident and must not make another call. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each !== "object" || each === null || Array.isArray(each) || JSON.isRawJSON(each)) {
      return each;
    }
    return Object.fromEntries(
      Object.entries(each).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    );
  });
}
