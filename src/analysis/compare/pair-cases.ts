import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable, TableCase } from "../../core/folds/run-table.ts";

/** One case in both runs. */
export interface CasePair {
  readonly a: TableCase;
  readonly b: TableCase;
}

export interface PairedCases {
  /** In the order of B. */
  readonly pairs: readonly CasePair[];
  readonly onlyInA: readonly TableCase[];
  readonly onlyInB: readonly TableCase[];
}

/** The cases that both runs have, by set and case. */
export function pairCases(a: RunTable, b: RunTable): PairedCases {
  const pairs: CasePair[] = [];
  const same = sameStart(a.cases, b.cases);
  for (let at = 0; at < same; at += 1) {
    pairs.push({ a: a.cases[at] as TableCase, b: b.cases[at] as TableCase });
  }
  const left = new Map(a.cases.slice(same).map((each) => [caseKeyOf(each), each]));
  const onlyInB: TableCase[] = [];
  for (const each of b.cases.slice(same)) {
    const key = caseKeyOf(each);
    const other = left.get(key);
    if (other === undefined) onlyInB.push(each);
    else {
      left.delete(key);
      pairs.push({ a: other, b: each });
    }
  }
  return { pairs, onlyInA: [...left.values()], onlyInB };
}

/** How many cases both begin with: mostly all, and then none has to be looked up. */
function sameStart(a: readonly TableCase[], b: readonly TableCase[]): number {
  let at = 0;
  while (at < a.length && isSameCase(a[at], b[at])) at += 1;
  return at;
}

function isSameCase(one: TableCase | undefined, other: TableCase | undefined): boolean {
  return one?.evalId === other?.evalId && one?.evalSetId === other?.evalSetId;
}
