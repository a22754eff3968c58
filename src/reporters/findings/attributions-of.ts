import { attributeFailures } from "../../analysis/faults/attribute-failures.ts";
import type { Attribution, Attributions } from "../../analysis/faults/fault.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { CaseResult } from "../../core/run.ts";

export interface KnownAttributions extends Attributions {
  of(key: { readonly evalSetId: string; readonly evalId: string }): Attribution | undefined;
}

/** Whose doing the failures of a run that is over were. All of its reporters share one look at the conversations. */
export function attributionsOf(
  run: RunSummary,
  cases: () => AsyncIterable<CaseResult>,
): Promise<KnownAttributions> {
  const known = found.get(run);
  // a run that goes on in the same process has more cases than when it was looked at
  if (known !== undefined && known.cases === run.cases.length) return known.answer;
  const answer = attributeFailures(run, cases).then(withLookup);
  found.set(run, { cases: run.cases.length, answer });
  return answer;
}

const found = new WeakMap<
  RunSummary,
  { readonly cases: number; readonly answer: Promise<KnownAttributions> }
>();

function withLookup(attributions: Attributions): KnownAttributions {
  const byKey = new Map(attributions.cases.map((each) => [caseKeyOf(each), each]));
  return { ...attributions, of: (key) => byKey.get(caseKeyOf(key)) };
}
