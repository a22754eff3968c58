import type { CallEndEvent } from "../run.ts";
import { keyOf } from "./open-cases.ts";

/** Enough of a call's key to tell the calls of one conversation apart. */
const KEY_LENGTH = 16;

/**
 * Says of each model call whether it is reported for the first time. A run of many judged cases has millions of calls,
 * and one may be reported after its conversation ended, so that none can be forgotten: they are kept as one short text for a
 * conversation.
 */
export function knownCalls(): (call: CallEndEvent) => boolean {
  const byCase = new Map<string, string>();
  return (call) => {
    const key = keyOf(call);
    const known = byCase.get(key) ?? "\n";
    const own = `${call.callKey.slice(0, KEY_LENGTH)}\n`;
    if (known.includes(`\n${own}`)) return false;
    byCase.set(key, known + own);
    return true;
  };
}
