import { type CompareRunsOptions, compareRuns } from "../../analysis/compare/compare-runs.ts";
import { pairCases } from "../../analysis/compare/pair-cases.ts";
import type { ComparedCase, Comparison } from "../../core/analysis/comparison.ts";
import { UserFacingError } from "../../core/errors.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { CaseResult } from "../../core/run.ts";
import { shortId } from "../../core/text/short-id.ts";
import { changedCaseWarnings } from "./changed-cases.ts";
import type { ComparableRun } from "./comparable-run.ts";
import { compareConversations } from "./compare-conversations.ts";

/** Cases that changed and whose conversations are looked at: a reader looks at no more. */
const MOST_CONVERSATIONS = 20;

/** Whether B is better than A, with what changed in the first cases that did. */
export async function compareLoaded(
  a: ComparableRun,
  b: ComparableRun,
  options: Pick<CompareRunsOptions, "metric" | "detect"> = {},
): Promise<Comparison> {
  needCommonCase(a.table, b.table);
  const same = a.table.runId === b.table.runId;
  const warnings = [
    ...(same ? [{ kind: "same-run", text: "A and B are the same run." } as const] : []),
    ...(await changedCaseWarnings(a, b)),
  ];
  const compared = compareRuns(a.table, b.table, { ...options, warnings });
  const looked = compared.cases.slice(0, MOST_CONVERSATIONS);
  const inA = await conversationsOf(a, looked);
  const inB = await conversationsOf(b, looked);
  const cases = looked.map((each) => withConversation(each, inA, inB));
  return { ...compared, cases: [...cases, ...compared.cases.slice(looked.length)] };
}

/** Runs of different cases have no difference that could be told. */
function needCommonCase(a: RunTable, b: RunTable): void {
  if (pairCases(a, b).pairs.length > 0) return;
  throw new UserFacingError(
    "run/not-comparable",
    `${runText("A", a)}, ${runText("B", b)}: they have no case in common.`,
    { hint: "Compare runs of the same eval set; cases are paired by the ids of set and case." },
  );
}

function runText(side: string, { runId, about, cases }: RunTable): string {
  const sets = about.sets.map(({ evalSetId }) => `"${evalSetId}"`).join(", ");
  const count = cases.length === 1 ? "1 case" : `${cases.length} cases`;
  return `${side} (run ${shortId(runId)}) has ${count} of ${sets}`;
}

type Conversations = ReadonlyMap<string, readonly CaseResult[]>;

async function conversationsOf(
  run: ComparableRun,
  looked: readonly ComparedCase[],
): Promise<Conversations> {
  const wanted = new Set(looked.map(caseKeyOf));
  const indexes = run.table.cases.flatMap((each) =>
    wanted.has(caseKeyOf(each)) ? [each.index] : [],
  );
  if (indexes.length === 0) return new Map();
  const found = await Array.fromAsync(run.conversations(indexes));
  return Map.groupBy(found, (each) => caseKeyOf(each));
}

function withConversation(
  each: ComparedCase,
  inA: Conversations,
  inB: Conversations,
): ComparedCase {
  const key = caseKeyOf(each);
  const conversation = compareConversations(inA.get(key) ?? [], inB.get(key) ?? []);
  if (conversation === undefined) return each;
  const what = conversation.turns.find(({ calls }) => calls.why !== "")?.calls.why;
  return { ...each, ...(what === undefined ? {} : { what }), conversation };
}
