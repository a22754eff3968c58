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
  byTag(): ReadonlyMap<string, TagTotal>;
}

/** How the cases of a tag went. */
export interface TagTotal extends Totals {
  /** Of its cases that belong to a cluster and were evaluated, by cluster; undefined where none does. */
  readonly clusters?: ReadonlyMap<string, ClusterCounts> | undefined;
}

interface ClusterCounts {
  readonly passed: number;
  readonly of: number;
}

interface OpenTag {
  readonly counts: MutableCounts;
  clusters?: Map<string, ClusterCounts>;
}

export function tagTotals(): TagTotals {
  const open = new Map<string, readonly string[]>();
  const known = new Map<string, OpenTag>();
  return {
    start({ evalSetId, evalId, evalCase }) {
      const tags = evalCase.assay?.tags;
      if (tags !== undefined && tags.length > 0) open.set(caseKeyOf({ evalSetId, evalId }), tags);
    },
    close(row) {
      if (open.size === 0) return;
      const key = caseKeyOf(row);
      const tags = open.get(key);
      if (tags === undefined) return;
      open.delete(key);
      for (const tag of new Set(tags)) {
        const own = known.get(tag) ?? { counts: newCounts(0) };
        own.counts.cases += 1;
        count(own.counts, row);
        countCluster(own, row);
        known.set(tag, own);
      }
    },
    byTag() {
      const all = [...known].map(
        ([tag, { counts, clusters }]) =>
          [tag, { ...totalsOf(counts), ...(clusters && { clusters }) }] as const,
      );
      return new Map(all.sort(([a, x], [b, y]) => rate(x) - rate(y) || (a < b ? -1 : 1)));
    },
  };
}

function countCluster(own: OpenTag, { cluster, status }: CaseRow): void {
  if (cluster === undefined || status === "not-evaluated") return;
  own.clusters ??= new Map();
  const { passed, of } = own.clusters.get(cluster) ?? { passed: 0, of: 0 };
  own.clusters.set(cluster, { passed: passed + (status === "passed" ? 1 : 0), of: of + 1 });
}

/** What nobody could evaluate says nothing about how good it is, and comes last. */
function rate({ passed, failed }: Totals): number {
  return passed + failed === 0 ? 2 : passed / (passed + failed);
}
