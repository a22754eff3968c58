import { caseKeyOf } from "../../core/folds/case-key.ts";
import { guiltyMetrics } from "../../core/folds/guilty-metrics.ts";
import type { CaseResult } from "../../core/run.ts";
import { type CaseReferences, caseReferences, comparedBy } from "./case-references.ts";
import type { Finding } from "./fault.ts";

/** What is known of the cases of a set beside each other. The order in which they come changes nothing. */
export interface SetIndex {
  add(result: CaseResult): void;
  /** A case that contradicts another one, where that is why it failed. */
  contradictionOf(key: CaseId): Finding | undefined;
  /** Cases that ask and expect exactly the same, by name. */
  duplicatesOf(key: CaseId): readonly string[];
}

interface CaseId {
  readonly evalSetId: string;
  readonly evalId: string;
}

interface Known {
  readonly evalId: string;
  readonly references: CaseReferences;
  readonly passed: Set<string>;
  readonly failed: Set<string>;
  /** True: a trial failed without any metric, which no reference explains. */
  isBroken: boolean;
}

export function setIndex(): SetIndex {
  const cases = new Map<string, Known>();
  const byQuestion = new Map<string, Known[]>();

  function knownOf(result: CaseResult): Known | undefined {
    const { evalSetId, evalId, evalCase } = result;
    const key = caseKeyOf(result);
    const found = cases.get(key);
    if (found !== undefined) return found;
    const references = caseReferences(evalCase);
    if (references === undefined) return undefined;
    const [passed, failed] = [new Set<string>(), new Set<string>()];
    const known = { evalId, references, passed, failed, isBroken: false };
    cases.set(key, known);
    const question = `${evalSetId}\n${references.asked}`;
    const alike = byQuestion.get(question);
    if (alike === undefined) byQuestion.set(question, [known]);
    else alike.push(known);
    return known;
  }

  function look<T>(key: CaseId, find: (own: Known, others: readonly Known[]) => T): T | undefined {
    const own = cases.get(caseKeyOf(key));
    const alike = own && byQuestion.get(`${key.evalSetId}\n${own.references.asked}`);
    if (own === undefined || alike === undefined || alike.length < 2) return undefined;
    const others = alike.filter((other) => other !== own);
    return find(
      own,
      others.sort((a, b) => (a.evalId < b.evalId ? -1 : 1)),
    );
  }

  return {
    add(result) {
      const known = knownOf(result);
      if (known === undefined) return;
      for (const { name, status } of result.metrics)
        if (status === "passed") known.passed.add(name);
      if (result.status !== "failed") return;
      const guilty = guiltyMetrics(result);
      for (const { name } of guilty) known.failed.add(name);
      if (guilty.length === 0) known.isBroken = true;
    },
    contradictionOf: (key) => look(key, contradiction),
    duplicatesOf: (key) => look(key, duplicates) ?? [],
  };
}

/**
 * Another case asks the same and expects something else, and the agent met that: nobody could have met both.
 * An agent that met neither is not excused.
 */
function contradiction(own: Known, others: readonly Known[]): Finding | undefined {
  const failed = [...own.failed];
  if (failed.length === 0 || own.isBroken) return undefined;
  const met = failed.map((metric) => {
    const part = comparedBy(metric);
    return others.find(({ references, passed }) => {
      if (part === undefined || !passed.has(metric)) return false;
      const [one, other] = [own.references[part], references[part]];
      return one !== undefined && other !== undefined && one !== other;
    });
  });
  const [first] = met;
  if (first === undefined || met.includes(undefined)) return undefined;
  const what = comparedBy(failed[0] ?? "") === "calls" ? "other calls" : "another answer";
  const evidence = `The set contradicts itself: "${first.evalId}" asks exactly the same and expects ${what}, which the agent gave.`;
  return { fault: "eval-set", evidence };
}

/** The same question with the same references. It is the agent's failure all the same, which the set counts more than once. */
function duplicates(own: Known, others: readonly Known[]): readonly string[] {
  const { calls, answers } = own.references;
  return others
    .filter(({ references }) => references.calls === calls && references.answers === answers)
    .map(({ evalId }) => evalId);
}
