import type { CaseStartEvent } from "../run.ts";
import { caseKeyOf } from "./case-key.ts";
import type { CaseRow } from "./case-row.ts";
import { count, type MutableCounts, newCounts, type Totals, totalsOf } from "./totals.ts";

/** The cases of each tag that have ended. A case with two tags counts for both. */
export interface TagTotals {
  /** Remembers the tags of a case until its last trial is over. */
  start(event: CaseStartEvent): void;
  close(row: CaseRow): void;
  /** Where least passed first: that is what one looks for. */
  byTag(): ReadonlyMap<string, Totals>;
}

export function tagTotals(): TagTotals {
  const open = new Map<string, readonly string[]>();
  const counts = new Map<string, MutableCounts>();
  return {
    start({ evalSetId, evalId, evalCase }) {
      const tags = evalCase.assay?.tags;
      if (tags !== undefined && tags.length > 0) open.set(caseKeyOf({ evalSetId, evalId }), tags);
    },
    close(row) {
      const key = caseKeyOf(row);
      const tags = open.get(key);
      if (tags === undefined) return;
      open.delete(key);
      for (const tag of new Set(tags)) {
        const own = counts.get(tag) ?? newCounts(0);
        own.cases += 1;
        count(own, row);
        counts.set(tag, own);
      }
    },
    byTag() {
      const all = [...counts].map(([tag, each]) => [tag, totalsOf(each)] as const);
      return new Map(all.sort(([a, x], [b, y]) => rate(x) - rate(y) || (a < b ? -1 : 1)));
    },
  };
}

/** What nobody could evaluate says nothing about how good it is, and comes last. */
function rate({ passed, failed }: Totals): number {
  return passed + failed === 0 ? 2 : passed / (passed + failed);
}
