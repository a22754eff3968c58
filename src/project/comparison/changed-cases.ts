import { createHash } from "node:crypto";
import { casesWarning } from "../../analysis/compare/comparison-warnings.ts";
import type { ComparisonWarning } from "../../core/analysis/comparison.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { AskedCase, ComparableRun } from "./comparable-run.ts";

/** Cases of both runs that are not the same in both: another message, reference or setting. */
export async function changedCaseWarnings(
  a: ComparableRun,
  b: ComparableRun,
): Promise<readonly ComparisonWarning[]> {
  const changed = changedSets(a, b);
  // a set whose hash is the same has the same cases, and nothing has to be read
  if (changed.size === 0) return [];
  const before = new Map<string, string>();
  for await (const asked of a.asked()) {
    if (changed.has(asked.evalSetId)) before.set(caseKeyOf(asked), hashOf(asked));
  }
  const found = new Map<string, AskedCase>();
  for await (const asked of b.asked()) {
    const key = caseKeyOf(asked);
    const hash = before.get(key);
    if (hash !== undefined && hash !== hashOf(asked)) found.set(key, asked);
  }
  return casesWarning(
    "changed-case",
    [...found.values()],
    (cases) => `${cases} not the same in B (message, reference or settings)`,
  );
}

function changedSets(a: ComparableRun, b: ComparableRun): ReadonlySet<string> {
  const hashes = new Map(a.table.about.sets.map(({ evalSetId, hash }) => [evalSetId, hash]));
  const changed = b.table.about.sets.filter(
    ({ evalSetId, hash }) => hashes.has(evalSetId) && hashes.get(evalSetId) !== hash,
  );
  return new Set(changed.map(({ evalSetId }) => evalSetId));
}

function hashOf({ evalCase }: AskedCase): string {
  const { creationTimestamp: _, ...asked } = evalCase as typeof evalCase & {
    readonly creationTimestamp?: unknown;
  };
  return createHash("sha1").update(JSON.stringify(asked)).digest("base64");
}
