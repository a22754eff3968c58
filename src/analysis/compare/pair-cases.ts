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
  const left = new Map(a.cases.map((each) => [caseKeyOf(each), each]));
  const pairs: CasePair[] = [];
  const onlyInB: TableCase[] = [];
  for (const each of b.cases) {
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
