import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { CaseRow } from "../../core/folds/case-row.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import { type CaseResult, SCHEMA_VERSION } from "../../core/run.ts";
import { naturalOrder } from "../../core/text/natural-order.ts";
import { attributionFold } from "../faults/attribute-failures.ts";
import type { Attribution } from "../faults/fault.ts";
import { passRateOf } from "../pass-rate.ts";
import { causeOf } from "./cause-of.ts";
import { clusterExample } from "./cluster-example.ts";
import { clustersSentence } from "./clusters-sentence.ts";
import type { FailureCause } from "./failure-cause.ts";
import type { FailureCluster, FailureClusters } from "./failure-clusters.ts";
import { type CauseGroup, groupByCause } from "./group-by-cause.ts";

type ClusteredRun = Pick<RunSummary, "runId" | "startedAt" | "about" | "totals" | "cases">;

/** Groups the failures of a run by what went wrong. Reads the conversations once, and again for one example a cluster. */
export async function clusterFailures(
  run: ClusteredRun,
  cases: () => AsyncIterable<CaseResult>,
): Promise<FailureClusters> {
  const wanted = new Map<string, CaseRow>();
  for (const row of run.cases) if (row.status !== "passed") wanted.set(caseKeyOf(row), row);
  const faults = attributionFold(run);
  const failures = new Map<string, Failure>();
  if (wanted.size > 0) {
    for await (const result of cases()) {
      faults.add(result);
      keepFirst(failures, result, wanted.get(caseKeyOf(result)));
    }
  }
  const { cases: attributed, counts } = faults.attributions();
  const byKey = new Map(attributed.map((each) => [caseKeyOf(each), each]));
  const inOrder = [...failures.values()].sort(byName);
  const groups = (["failed", "not-evaluated"] as const).flatMap((status) =>
    groupByCause(inOrder.filter(({ row }) => row.status === status)),
  );
  const examples = await readExamples(groups, cases);
  const clusters = groups.map((group) => clusterOf(group, byKey, examples));
  return {
    schemaVersion: SCHEMA_VERSION,
    runId: run.runId,
    startedAt: run.startedAt,
    agent: run.about.agent.name,
    totals: run.totals,
    passRate: passRateOf(run.cases),
    sentence: clustersSentence(clusters, run.totals),
    faults: counts,
    clusters,
  };
}

interface Failure {
  readonly row: CaseRow;
  /** The trial that shows it. */
  readonly trial: number;
  readonly cause: FailureCause;
}

/** What shows a case is its first trial with the verdict of the case, else its first that did not pass. */
function keepFirst(
  failures: Map<string, Failure>,
  result: CaseResult,
  row: CaseRow | undefined,
): void {
  if (row === undefined) return;
  const key = caseKeyOf(row);
  const known = failures.get(key);
  const shown = row.trialStatuses.indexOf(row.status);
  const first = shown === -1 ? 0 : shown;
  if (known !== undefined && result.trial !== first) return;
  failures.set(key, { row, trial: result.trial, cause: causeOf(result) });
}

function byName({ row: a }: Failure, { row: b }: Failure): number {
  return naturalOrder(a.evalSetId, b.evalSetId) || naturalOrder(a.evalId, b.evalId);
}

type Group = CauseGroup<Failure>;
type Examples = ReadonlyMap<string, FailureCluster["example"]>;

async function readExamples(
  groups: readonly Group[],
  cases: () => AsyncIterable<CaseResult>,
): Promise<Examples> {
  const wanted = new Map<string, Failure>();
  for (const { members } of groups) {
    const [first] = members;
    if (first !== undefined) wanted.set(caseKeyOf(first.row), first);
  }
  const found = new Map<string, FailureCluster["example"]>();
  if (wanted.size === 0) return found;
  for await (const result of cases()) {
    const key = caseKeyOf(result);
    const failure = wanted.get(key);
    if (failure === undefined || failure.trial !== result.trial) continue;
    found.set(key, clusterExample(result, failure.cause));
    if (found.size === wanted.size) break;
  }
  return found;
}

function clusterOf(
  { name, members }: Group,
  attributed: ReadonlyMap<string, Attribution>,
  examples: Examples,
): FailureCluster {
  const [first] = members;
  const key = first === undefined ? "" : caseKeyOf(first.row);
  const example = examples.get(key);
  if (first === undefined || example === undefined) throw new Error("a cluster has an example");
  const { kind, metric, tool, arguments: names, reason } = first.cause;
  return {
    name,
    kind,
    metric,
    tool,
    arguments: names,
    reason,
    status: first.row.status as FailureCluster["status"],
    count: members.length,
    cases: members.map(({ row }) => {
      const { fault = "agent", evidence = "" } = attributed.get(caseKeyOf(row)) ?? {};
      const { evalSetId, evalId, trialStatuses: trials } = row;
      return { evalSetId, evalId, trials, fault, evidence };
    }),
    example,
  };
}
