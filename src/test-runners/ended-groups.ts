import { caseKeyOf } from "../core/folds/case-key.ts";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult } from "../core/run.ts";
import type { EndedGroup } from "./case-failure.ts";
import type { SuiteCase } from "./eval-suite-plan.ts";

export type CaseId = Pick<SuiteCase, "evalSetId" | "evalId">;

export interface EndedGroups {
  readonly reporter: Reporter;
  wait(key: string): Promise<EndedGroup>;
  reject(key: string, error: Error): void;
  /** How many were still waited for. */
  rejectRest(error: Error): number;
}

/** Cases by their end: whoever waits for one hears when all its trials are over. */
export function endedGroups(): EndedGroups {
  const groups = new Map<string, PromiseWithResolvers<EndedGroup>>();
  const open = new Map<string, CaseResult[]>();
  const settled = new Set<string>();
  const over: { error?: Error } = {};

  function groupOf(key: string): PromiseWithResolvers<EndedGroup> {
    const known = groups.get(key);
    if (known !== undefined) return known;
    const group = Promise.withResolvers<EndedGroup>();
    // nobody may be waiting for it: a test that was skipped, say
    group.promise.catch(() => {});
    groups.set(key, group);
    if (over.error !== undefined) group.reject(over.error);
    return group;
  }

  return {
    reporter: {
      onCase(result, run) {
        const key = caseKeyOf(result);
        const trials = [...(open.get(key) ?? []), result];
        open.set(key, trials);
        if (trials.length < run.about.trials) return;
        open.delete(key);
        trials.sort((a, b) => a.trial - b.trial);
        const row = run.cases.findLast((each) => caseKeyOf(each) === key);
        settled.add(key);
        groupOf(key).resolve({ status: row?.status ?? "not-evaluated", trials });
      },
    },
    wait: (key) => groupOf(key).promise,
    reject(key, error) {
      settled.add(key);
      groupOf(key).reject(error);
    },
    rejectRest(error) {
      over.error = error;
      const waiting = [...groups].filter(([key]) => !settled.has(key));
      for (const [, group] of waiting) group.reject(error);
      return waiting.length;
    },
  };
}
