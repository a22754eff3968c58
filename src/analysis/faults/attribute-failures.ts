import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { CaseRow } from "../../core/folds/case-row.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { CaseResult } from "../../core/run.ts";
import { type Attribution, type Attributions, type Fault, type Finding, faults } from "./fault.ts";
import { faultOfConversation } from "./fault-of-conversation.ts";
import { setIndex } from "./set-index.ts";
import { unmeetable } from "./unmeetable.ts";

interface AttributedRun extends Pick<RunSummary, "about"> {
  readonly cases: readonly Pick<CaseRow, "evalSetId" | "evalId" | "status">[];
}

/** Takes the conversations of a run, in any order, and says whose doing the failures were. */
export interface AttributionFold {
  add(result: CaseResult): void;
  attributions(): Attributions;
}

/** Whose doing it was, for each case of a run that did not pass. Reads no conversation where all passed. */
export async function attributeFailures(
  run: AttributedRun,
  cases: () => AsyncIterable<CaseResult>,
): Promise<Attributions> {
  const fold = attributionFold(run);
  if (run.cases.some(({ status }) => status !== "passed")) {
    for await (const result of cases()) fold.add(result);
  }
  return fold.attributions();
}

export function attributionFold(run: AttributedRun): AttributionFold {
  const open = new Set<string>();
  for (const row of run.cases) if (row.status !== "passed") open.add(caseKeyOf(row));
  const findings = new Map<string, (Finding & { readonly trial: number })[]>();
  const index = setIndex();

  /** What the other cases of the set add to what the agent would answer for. */
  function besideOthers(key: Pick<Attribution, "evalSetId" | "evalId">, own: Finding): Finding {
    const contradiction = index.contradictionOf(key);
    if (contradiction !== undefined) return contradiction;
    const [twin] = index.duplicatesOf(key);
    if (twin === undefined) return own;
    const evidence = `${own.evidence} The set has the case more than once: "${twin}" asks and expects exactly the same.`;
    return { fault: "agent", evidence };
  }

  return {
    add(result) {
      index.add(result);
      const key = caseKeyOf(result);
      if (result.status === "passed" || !open.has(key)) return;
      const found = unmeetable(result, run.about) ?? faultOfConversation(result);
      const known = findings.get(key);
      const ofTrial = { ...found, trial: result.trial };
      if (known === undefined) findings.set(key, [ofTrial]);
      else known.push(ofTrial);
    },
    attributions() {
      const counts = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
      const cases: Attribution[] = [];
      for (const { evalSetId, evalId, status } of run.cases) {
        if (status === "passed") continue;
        const found = findings.get(caseKeyOf({ evalSetId, evalId })) ?? [];
        const whole = together(found.toSorted((a, b) => a.trial - b.trial));
        const { fault, evidence } =
          whole.fault === "agent" ? besideOthers({ evalSetId, evalId }, whole) : whole;
        counts[fault] += 1;
        cases.push({ evalSetId, evalId, status, fault, evidence });
      }
      return { cases, counts };
    },
  };
}

/** Keys of the cases that were not the agent's, as gates on the agent leave them out. */
export function excusedCases({ cases }: Pick<Attributions, "cases">): ReadonlySet<string> {
  return new Set(cases.filter(({ fault }) => fault !== "agent").map(caseKeyOf));
}

/** Over the trials of a case: one that was the agent's makes it the agent's; else what most of them show. */
function together(found: readonly Finding[]): Finding {
  const agents = found.find(({ fault }) => fault === "agent");
  if (agents !== undefined) return agents;
  const counts = new Map<Fault, number>();
  for (const { fault } of found) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const fault = faults.find((each) => most > 0 && counts.get(each) === most);
  return (
    found.find((each) => each.fault === fault) ?? {
      fault: "agent",
      evidence: "Every trial passed by itself, and together they fall short.",
    }
  );
}
